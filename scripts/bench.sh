#!/usr/bin/env bash
# Measures the speed of the engine and the table builder and prints the README's table.
# CPU seconds of whole processes on one thread, the median of five runs; each run asserts
# its answer. Then the benchmarks of benches/, with --all.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${RUNS:-5}
cargo build --release --quiet --locked
oware=$PWD/target/release/oware
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the median CPU seconds of "$@".
cpu_secs() {
    local TIMEFORMAT='%U %S'
    for _ in $(seq "$runs"); do
        { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time" || {
            cat "$work/err" >&2
            return 1
        }
        awk '{ print $1 + $2 }' "$work/time"
    done | sort -n | awk '{ secs[NR] = $1 } END { print secs[int((NR + 1) / 2)] }'
}

# Prints a row: what, how often, CPU seconds, the unit, the command.
row() {
    awk -v what="$1" -v items="$2" -v secs="$3" -v unit="$4" -v command="$5" 'BEGIN {
        printf "| %s | %.2f s | %.1f M %s/s | `%s` |\n", what, secs, items / secs / 1e6, unit, command
    }'
}

build_16() {
    rm -rf "$work/tables"
    "$oware" build-db --rules awari --seeds 16 --out "$work/tables" --threads 1
}

echo "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), one thread; median of $runs runs"
echo
echo "| work | CPU time | rate | command |"
echo "| --- | --- | --- | --- |"
# All moves of ten plies, inner ones too: 6 + 36 + … + 18 137 964.
secs=$(cpu_secs "$oware" perft 10 --no-bulk --threads 1 --expect 18137964)
row "perft 10, every leaf played, both stores kept, stop at 25" 22615204 "$secs" moves "oware perft 10 --no-bulk --threads 1"
secs=$(cpu_secs "$oware" perft 12 --threads 1 --expect 460005710)
row "perft 12, last ply counted" 460005710 "$secs" leaves "oware perft 12 --threads 1"
secs=$(cpu_secs "$oware" perft 12 --threads 1 --rules awari --expect 460000575)
row "the same under awari" 460000575 "$secs" leaves "oware perft 12 --rules awari --threads 1"
secs=$(cpu_secs build_16)
grep -q '^   16 .* 42e22dd85b03c28c ' "$work/out" || {
    echo "the table of 16 seeds is not the one it should be:" >&2
    grep '^   16 ' "$work/out" >&2
    exit 1
}
row "tables of 0-16 seeds, written to disk" 30421755 "$secs" boards "oware build-db --rules awari --seeds 16 --threads 1"

if [ "${1:-}" = --all ]; then
    echo
    cargo bench --locked
fi
