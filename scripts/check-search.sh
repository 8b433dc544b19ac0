#!/bin/sh
# Checks the search against itself, against tables and against its own promises:
#
#  1. under every named set of rules, random positions of up to 14 seeds have the same value
#     however it is looked for: with and without tables, with 1 MB and 1 GB of memory, with one
#     thread and two, with each shortcut of the guesses left out; sets that have the values of
#     another get a tenth of the positions;
#  2. under awari and abapa, search without tables agrees with the tables on every board of up
#     to 6 seeds, and with those of one to four seeds less on random ones up to the largest;
#  3. games of best moves on both sides end with exactly the promised score.
#
#   scripts/check-search.sh [POSITIONS [PART...]]
#
# POSITIONS is 2 000 for each set of rules unless it is given; fifty times as many boards are
# compared with tables, and half as many games played. Without a PART, 1 to 3, all are done.
#
# OWARE_THREADS=1 keeps to one core. OWARE_RULES='awari abapa' does these sets only, and
# OWARE_FIRST=500 goes on after the first 500 positions, as the last line that was printed says.
# Tables of 14 seeds are built for it; OWARE_AWARI_TABLES and OWARE_ABAPA_TABLES name directories
# with larger ones for the second part. Any contradiction ends it with an error.
set -eu
cd "$(dirname "$0")/.."
positions="${1:-2000}"
[ $# -eq 0 ] || shift
run() {
    cargo test --test solve -- --ignored --nocapture --exact "$1"
}
for part in "${@:-1 2 3}"; do
    for number in $part; do
        case "$number" in
        1)
            OWARE_POSITIONS="$positions" \
                run agreement::ways_to_look_for_a_value_agree_on_many_positions
            ;;
        2)
            OWARE_BOARDS="$((positions * 50))" \
                run against_tables::search_agrees_with_tables_on_many_boards
            ;;
        3)
            OWARE_GAMES="$(((positions + 1) / 2))" \
                run played_out::many_games_of_best_moves_end_with_the_promised_score
            ;;
        *)
            echo "check-search.sh: no part $number; there are 1, 2 and 3" >&2
            exit 2
            ;;
        esac
    done
done
