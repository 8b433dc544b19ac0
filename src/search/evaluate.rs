//! What a board looks worth at a glance: an estimate, never a proof.
//!
//! Every pit adds a weight that depends on its place, its seeds and how full the board is.
//! Pits are added up one by one: twelve loads from tables that stay in the first cache.
//! Integers only, so that every machine searches the same tree.

use crate::game::Board;

use super::weights::{SEEDS, STAGES, WEIGHTS};

/// The unit of estimates: parts of a seed.
pub(crate) const SEED: i32 = 100;

/// The stage that a number of seeds on the board belongs to.
#[inline]
const fn stage(seeds: u8) -> usize {
    let stage = seeds as usize / 8;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Weights by seeds as far as six bits count, so that no number of seeds has to be cut down.
type Wide = [[[i16; 64]; 12]; STAGES];

static WIDE: Wide = wide();

const fn wide() -> Wide {
    let mut wide = [[[0; 64]; 12]; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        let mut pit = 0;
        while pit < 12 {
            let mut seeds = 0;
            while seeds < 64 {
                let told_apart = if seeds < SEEDS { seeds } else { SEEDS - 1 };
                wide[stage][pit][seeds] = WEIGHTS[stage][pit][told_apart];
                seeds += 1;
            }
            pit += 1;
        }
        stage += 1;
    }
    wide
}

/// Seeds still to come for the mover less those for his opponent, in parts of a seed.
#[inline]
pub(crate) fn evaluate(board: Board) -> i32 {
    let weights = &WIDE[stage(board.seeds())];
    let (mover, opponent) = (board.mover_row(), board.opponent_row());
    let mut sum = 0;
    for pit in 0..6 {
        let seeds = |row: u64| (row >> (8 * pit)) as usize & 63;
        sum += i32::from(weights[pit][seeds(mover)]);
        sum += i32::from(weights[6 + pit][seeds(opponent)]);
    }
    sum
}
