#!/usr/bin/env bash
# Opens reports of `oware analyse --format html` in a headless Chromium and uses them as a
# reader would: buttons, keys, clicks, filters, with scripts and without, on paper.
#
#     scripts/test-report.sh [--pictures DIR]
#
# Needs Chromium and Node.js 18 or later, and installs Debian's where it may. Without them it
# says so and is no failure. OWARE names the program to test, CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    echo "test-report: skipped, $1"
    exit 0
}

browser() {
    local name
    for name in "${CHROMIUM:-}" /usr/lib/chromium/chromium chromium chromium-browser google-chrome; do
        if [[ -n $name ]] && command -v "$name"; then return 0; fi
    done
    return 1
}

install_missing() {
    local packages=()
    browser >/dev/null || packages+=(chromium)
    command -v node >/dev/null || packages+=(nodejs)
    [[ ${#packages[@]} -gt 0 && $EUID -eq 0 ]] || return 0
    command -v apt-get >/dev/null || return 0
    echo "test-report: installing ${packages[*]}"
    apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -y -qq "${packages[@]}"; } >/dev/null 2>&1 || true
}

install_missing
program=$(browser) || skip "no browser is installed (Debian's is 'apt-get install chromium')"
command -v node >/dev/null || skip "no Node.js is installed (Debian's is 'apt-get install nodejs')"

if [[ -z ${OWARE:-} ]]; then
    cargo build --release --quiet
    OWARE=${CARGO_TARGET_DIR:-target}/release/oware
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 60 and 150 plies at random: enough mistakes for marks of every kind.
short=DdAcEdDeFcCdDbAfCeFaCbAfCdFaDdBeBfDdFcAfAaEfAeFbCcFaBeCbDeEa
long=${short}AdFeAdDaEfBcDaBdFbCbBdAeEaAcBaAfEcFcBaEeCeEcAeFaEdBbAdBcDbBeAaCfBaFfAaBcEaDaCaAfAcCeAfBaAd
mkdir "$work/games"
echo "$long" >"$work/games/long game#1.txt"
cat >"$work/games/evil.ogn" <<'GAME'
[South "<script>alert('South')</script>"]
[North "<img src=x onerror=alert('North')>"]

1. D b {</script><script>alert('note')</script>} 2. E c 3. F a *
GAME
echo "$short" >"$work/games/short.txt"
echo "DbAAA" >"$work/games/broken.txt"

# The broken game makes the exit status 3, which is as it should be.
"$OWARE" analyse "$work/games" --nodes 3000 --format html --lang en --out "$work/out" \
    >/dev/null 2>&1 || [[ $? -eq 3 ]]
"$OWARE" analyse --position 1-2-0-3-5-4-2-2-0-0-1-2-14-12-S --nodes 3000 --format html \
    --lang fr >"$work/out/position.html"

node scripts/test-report/test.mjs "$program" "$work/out" "$@"
