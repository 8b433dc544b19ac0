//! The fixed simple opponent: the yardstick that every version of the engine is measured by.
//!
//! Alpha-beta of exactly eight plies that counts nothing but the stores and plays the lowest
//! pit among equals. It must never change: figures of matches against it are compared over
//! years. `tests/opponent.rs` pins its choices.

use crate::game::Game;

use super::look_ahead::{Taste, Valued, lowest_of_best};

/// Plies it looks ahead.
pub(super) const DEPTH_PLIES: u8 = 8;

const TASTE: Taste = Taste {
    depth_plies: DEPTH_PLIES,
    follows_captures: false,
    sees_pits: false,
    wants_to_win: false,
    // It never saw them, and is not to change.
    keeps_limits: false,
};

/// Its move with what it thinks of it, and the positions it looked at; `None` when there is
/// no legal move.
pub(super) fn choose(game: &Game) -> (Option<Valued>, u64) {
    lowest_of_best(game, TASTE)
}
