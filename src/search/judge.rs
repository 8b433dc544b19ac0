//! [`Judge`]: what the driver of a search asks, whatever the values count.
//!
//! There are two: `proof` counts seeds to the last one and may forget the past where the
//! argument in `search` allows it; `whole_game` plays the game with everything that ends it.

use super::budget::Budget;
use super::children::{Child, Children};
use super::verdict::{Goal, Verdict};
use crate::game::{Board, Move};

/// A search from one position, in which a driver may follow a line.
pub(crate) trait Judge {
    /// Whether the player to move after `child` gets `threshold` net from there on, with
    /// `depth` plies to look. `child` is played where the line followed has come to.
    fn judge(&mut self, child: &Child, threshold: i8, depth: u16, goal: Goal) -> Verdict;

    /// What the position after `child` pays net if the game ends there.
    fn end_after(&self, child: &Child) -> Option<i8>;

    /// The move that was found best in the position after `child`.
    fn best_after(&self, child: &Child) -> Option<Move>;

    /// The moves in a position.
    fn children(&self, board: Board) -> Children;

    /// Follows the line by `child`.
    fn advance(&mut self, child: &Child);

    /// Takes back what [`advance`](Self::advance) played.
    fn retreat(&mut self);

    /// What was spent.
    fn budget(&self) -> &Budget<'_>;

    /// Allows so many nodes more, as [`Budget::allow`] does.
    fn allow(&mut self, nodes: u64);

    /// Keeps a part of the nodes for lines, as [`Budget::keep_for_lines`] does.
    fn keep_for_lines(&mut self, until: u64);

    /// Whether a line was broken off since this was last asked.
    fn take_cut_off(&mut self) -> bool;

    /// Values taken from an oracle.
    fn oracle_hits(&self) -> u64;
}
