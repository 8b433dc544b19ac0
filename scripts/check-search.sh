#!/bin/sh
# Checks the search against itself, against tables and against its own promises:
#
#  1. under every named set of rules, random positions of up to 14 seeds have the same value
#     however it is looked for: with and without tables, with 1 MB and 1 GB of memory, with one
#     thread and two, with each shortcut of the guesses left out;
#  2. under awari and abapa, search without tables agrees with the tables on every board of up
#     to 6 seeds, and with those of one to four seeds less on random ones up to the largest;
#  3. games of best moves on both sides end with exactly the promised score.
#
#   scripts/check-search.sh [POSITIONS]    2 000 positions for each set of rules, fifty times as
#                                          many boards and half as many games of each kind
#
# Tables of 14 seeds are built for it; OWARE_AWARI_TABLES and OWARE_ABAPA_TABLES name directories
# with larger ones for the second check. Hours of processor time, or minutes with 20 positions.
set -eu
cd "$(dirname "$0")/.."
positions="${1:-2000}"
run() {
    cargo test --release --test solve -- --ignored --nocapture --exact "$1"
}
OWARE_POSITIONS="$positions" \
    run agreement::ways_to_look_for_a_value_agree_on_many_positions
OWARE_BOARDS="$((positions * 50))" \
    run against_tables::search_agrees_with_tables_on_many_boards
OWARE_GAMES="$(((positions + 1) / 2))" \
    run played_out::many_games_of_best_moves_end_with_the_promised_score
