#!/bin/sh
# Plays many games from random boards of up to 8 seeds under own-row repetition: the side that
# plays `solve`'s move with the real history must never end below what was proved at the start.
#
#   scripts/check-own-rows.sh [GAMES]     10 000 games by default; some minutes on two processors
set -eu
cd "$(dirname "$0")/.."
OWARE_GAMES="${1:-10000}" cargo test --release --test solve -- \
    --ignored --nocapture own_rows_games::many_games_never_end_below_what_was_proved
