#!/usr/bin/env bash
# Measures the steps between the playing levels, and full strength against the simple opponent,
# by matches of computer against computer on one thread; prints the README's table of them.
# Usage: scripts/measure-levels.sh [GAMES]; without a number 200 a pair. Sides alternate, and
# each pair of games begins with the same two random plies. Only level 6 thinks by time: LEVEL
# (default 30ms) a move against level 5, SIMPLE (default 100ms) against the simple opponent.
# Levels 1 to 5 and the simple opponent play the same games on every machine.
set -euo pipefail
cd "$(dirname "$0")/.."

games=${1:-200}
against_level=${LEVEL:-30ms}
against_simple=${SIMPLE:-100ms}
rules=${RULES:-abapa}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
cargo build --release --quiet --locked
oware=$CARGO_TARGET_DIR/release/oware

# A match of $1 against $2 at $3 a move, as a row of the table.
match() {
    local command="play --games $games --south $1 --north $2 --random-plies 2 --seed 1 --move-time $3 --rules $rules --threads 1 --no-save"
    # shellcheck disable=SC2086
    "$oware" $command --lang en --format json |
        python3 -c '
import json, sys
one, two = json.load(sys.stdin)["summary"]["players"]
won, drawn, lost = (one[key] for key in ("won", "drawn", "lost"))
lower, upper = one["interval"]
print("| %s | %s | %s | %d | %d | %d | %.1f %% | %.1f %% | %.1f–%.1f %% |" % (
    one["player"], two["player"], sys.argv[1], won, drawn, lost,
    100 * won / (won + drawn + lost), 100 * one["score"], 100 * lower, 100 * upper))
' "$4"
}

echo "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1); rules $rules; $games games a match; $("$oware" --version)"
echo
echo "| player | against | time a move | won | drawn | lost | games won | points | 95 % interval of the points |"
echo "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
for level in 2 3 4 5; do
    match "level:$level" "level:$((level - 1))" 1s "fixed depth"
done
match level:6 level:5 "$against_level" "$against_level"
match level:6 simple "$against_simple" "$against_simple"
