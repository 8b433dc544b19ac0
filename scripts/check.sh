#!/usr/bin/env bash
# The gate: formatting, lints, all tests, documentation, and every benchmark once.
# Run it from anywhere; it needs bash, cargo with rustfmt and clippy, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --all-targets --locked -- -D warnings
step cargo test --locked
RUSTDOCFLAGS="-D warnings" step cargo doc --no-deps --locked --document-private-items
# Each benchmark runs once and asserts its answer; no time is measured, so they are built
# like the tests and not, for minutes, like a release.
step cargo test --locked --bench '*'
echo
echo "all checks passed"
