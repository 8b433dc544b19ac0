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

/// Seeds still to come for the mover less those for his opponent, in parts of a seed.
#[inline]
pub(crate) fn evaluate(board: Board) -> i32 {
    let weights = &WEIGHTS[stage(board.seeds())];
    let (mover, opponent) = (board.mover_row(), board.opponent_row());
    let mut sum = 0;
    for pit in 0..6 {
        let seeds = |row: u64| ((row >> (8 * pit)) as usize & 0xFF).min(SEEDS - 1);
        sum += i32::from(weights[pit][seeds(mover)]);
        sum += i32::from(weights[6 + pit][seeds(opponent)]);
    }
    sum
}
