#!/usr/bin/env bash
# Makes the tables that are part of the program, with the program itself, and puts them
# under data/tables/. To run after a change of the table format; tests/endgame.rs compares
# the files with a fresh build, so they cannot grow stale unnoticed.
set -euo pipefail
cd "$(dirname "$0")/.."

seeds=8
for rules in abapa awari; do
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    cargo run --release --quiet -- build-db --rules "$rules" --seeds "$seeds" --out "$fresh"
    mkdir -p "data/tables/$rules"
    cp "$fresh"/layer-*.oware "data/tables/$rules/"
done
# Compiles the new files in and checks them.
cargo test --test endgame embedded
