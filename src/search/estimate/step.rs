//! The moves of a board as the playing search has them, and which comes next.

use crate::game::{Board, Mechanics, PITS_PER_ROW, effect, legal, must_pass};

use super::super::order::{Memory, Tried};
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

/// The moves, each with what promises to cut; `None` when there is none.
#[inline]
pub(super) fn steps<M: Mechanics>(
    board: Board,
    mechanics: M,
) -> Option<([Step; PITS_PER_ROW], usize)> {
    let mut steps = [NO_STEP; PITS_PER_ROW];
    let mut count = 0;
    for pit in legal(board, mechanics) {
        let effect = effect(board, pit, mechanics);
        let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
        let (played, seeds) = (pit.index() as u8, board.seeds_in(pit));
        let is_quiet = effect.captured == 0 && effect.conceded == 0;
        steps[count] = Step {
            board: effect.board.rotated(),
            order: 0,
            played,
            gain,
            is_quiet,
            seeds,
            bucket: Bucket::FIRST,
        };
        count += 1;
    }
    if count == 0 {
        if !must_pass(board, mechanics) {
            return None;
        }
        steps[0] = Step {
            board: board.rotated(),
            is_quiet: true,
            played: PITS_PER_ROW as u8,
            ..NO_STEP
        };
        count = 1;
    }
    Some((steps, count))
}

/// Says of each move how soon to try it.
#[inline]
pub(super) fn arrange(steps: &mut [Step], first: Option<u8>, memory: &Memory, ply: usize) {
    for step in steps {
        step.order = if first == Some(step.played) {
            1 << 30
        } else if step.is_quiet {
            memory.order(ply, Tried::new(step.played, step.seeds))
        } else {
            (1 << 20) * i32::from(step.gain)
        };
    }
}
