//! The moves of a board as the playing search has them, and which comes next.

use crate::game::{Board, PITS_PER_ROW};

use super::super::shared::Bucket;

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) board: Board,
    pub(super) order: i32,
    pub(super) played: u8,
    pub(super) gain: i8,
    pub(super) is_quiet: bool,
    pub(super) seeds: u8,
    /// Where the table keeps the board, once that is asked.
    pub(super) bucket: Bucket,
}

pub(super) const NO_STEP: Step = Step {
    board: Board::EMPTY,
    order: 0,
    played: 0,
    gain: 0,
    is_quiet: false,
    seeds: 0,
    bucket: Bucket::FIRST,
};

/// Brings the best of the rest to `index`.
#[inline]
pub(super) fn pick(steps: &mut [Step; PITS_PER_ROW], index: usize, count: usize) {
    let mut best = index;
    for other in index + 1..count {
        if steps[other].order > steps[best].order {
            best = other;
        }
    }
    steps.swap(index, best);
}
