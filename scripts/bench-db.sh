#!/usr/bin/env bash
# Measures building, packing and probing tables and prints the README's table of them.
# Usage: [RULES=abapa] scripts/bench-db.sh [SEEDS…]; without numbers 16 and 20, under awari.
# Every build starts from an empty directory, once on one thread and once on two; layers with
# a known checksum must have it. Times are those of the whole process, with writing to disk.
set -euo pipefail
cd "$(dirname "$0")/.."

rules=${RULES:-awari}
cargo build --release --quiet --locked
oware=$PWD/target/release/oware
work=$(mktemp -d "${TMPDIR:-/tmp}/bench-db.XXXXXX")
trap 'rm -rf "$work"' EXIT

# xxh3 of layer files, by rules and seeds.
declare -A known=(
    ["awari 16"]=42e22dd85b03c28c ["awari 17"]=d327176bfb656c2c
    ["awari 20"]=22a81fc5043b248f
    ["abapa 8"]=6bfcaa9fa1f3ae45 ["abapa 12"]=78eb5a4af894ba99
    ["abapa 16"]=73f32aca34757232 ["abapa 18"]=fce26b3edcb8fe6b
    ["abapa 20"]=b4f4cc541dfe0baa ["abapa 24"]=6a9d663e902e2e78
    ["abapa+settle=even 20"]=537c18b4213d5ce0
    ["abapa+settle=even 24"]=3cbf14bc3a52a4f0
)

fail() {
    echo "$*" >&2
    exit 1
}

# The value of field $1 in the JSON document on stdin: a number at its top level.
field() { grep -o "\"$1\":[0-9.e+-]*" | tail -n 1 | cut -d: -f2; }

# Builds $1 seeds on $2 threads into $work/tables; leaves "wall cpu peak" in $work/figures.
build() {
    local TIMEFORMAT='%R %U %S'
    rm -rf "$work/tables"
    { time "$oware" build-db --rules "$rules" --seeds "$1" --threads "$2" --quiet \
        --format json --out "$work/tables" >"$work/report" 2>"$work/err"; } 2>"$work/time" ||
        fail "build of $1 seeds failed: $(cat "$work/err")"
    local seeds xxh3
    for seeds in $(seq 0 "$1"); do
        xxh3=${known["$rules $seeds"]:-}
        [ -n "$xxh3" ] || continue
        grep -q "\"seeds\":$seeds,[^}]*\"xxh3\":\"$xxh3\"" "$work/report" ||
            fail "layer $seeds is not the one it should be"
    done
    awk -v peak="$(field peak_memory_bytes <"$work/report")" \
        '{ print $1, $2 + $3, peak }' "$work/time" >"$work/figures"
}

# Bytes of all tables in $work/tables.
table_bytes() { cat "$work"/tables/layer-*.oware | wc -c; }

# Probe times of $work/tables, by benches/probe.rs: each its own table with the rates.
probes() { OWARE_BENCH_DB=$work/tables cargo bench --quiet --locked --bench probe; }

echo "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores; rules $rules; $("$oware" --version)"
echo
echo "| seeds | threads | boards | wall | CPU | peak memory | boards/s a core | bytes | bits a board | packed, bytes | packed, bits a board | command |"
echo "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
[ $# -gt 0 ] || set -- 16 20
for size in "$@"; do
    for threads in 1 2; do
        build "$size" "$threads"
        read -r wall cpu peak <"$work/figures"
        boards=$(grep -o '"positions":[0-9]*,"seconds"' "$work/report" | tail -n 1 | grep -o '[0-9]*' | head -n 1)
        bytes=$(table_bytes)
        packed=''
        if [ "$threads" = 2 ]; then
            probes >"$work/probes-$size"
            "$oware" db pack "$work/tables" --quiet >/dev/null
            packed=$(table_bytes)
        fi
        awk -v seeds="$size" -v threads="$threads" -v boards="$boards" -v wall="$wall" \
            -v cpu="$cpu" -v peak="$peak" -v bytes="$bytes" -v packed="$packed" \
            -v rules="$rules" 'BEGIN {
            printf "| %d | %d | %d | %.1f s | %.1f s | %.0f MB | %.1f M | %d | %.2f |",
                seeds, threads, boards, wall, cpu, peak / 1e6, boards / cpu / 1e6,
                bytes, 8 * bytes / boards
            if (packed) printf " %d | %.2f |", packed, 8 * packed / boards
            else printf " | |"
            printf " `oware build-db --rules %s --seeds %d --threads %d` |\n", rules, seeds, threads
        }'
    done
done
echo
for probed in "$work"/probes-*; do
    echo "probes of random boards with ${probed##*-} seeds, both codings:"
    echo
    sed 's/^/    /' "$probed"
done
