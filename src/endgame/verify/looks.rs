//! The moves of a board by the engine, compared with those by the plain rules, and the
//! values that are to be read for them.
//!
//! The looks of a batch of boards are gathered before the first is made: they are
//! independent, so the processor overlaps their cache misses.

use rayon::prelude::*;

use crate::game::{Board, Mechanics, Move};

use super::super::index::{Layer, Rank};
use super::moves::{Step, for_each_step};
use super::plain_rules::{Pits, PlainMoves};
use super::state::State;
use super::{Checker, VerifyError};

/// A value that is to be read.
pub(super) struct Look {
    /// Which board of the batch asks.
    pub(super) slot: usize,
    pub(super) step: Step,
    pub(super) seeds: u8,
    pub(super) rank: Rank,
}

/// What is seen of a board without reading any value.
pub(super) struct Looked {
    /// What it pays when the game is over there.
    pub(super) over: Option<i8>,
    /// Whether the engine and the plain rules list different moves.
    pub(super) disagrees: bool,
}

impl<M: Mechanics> Checker<'_, M> {
    /// Adds a look for each move of the board.
    #[inline]
    pub(super) fn look_at_moves(&self, board: Board, slot: usize, looks: &mut Vec<Look>) -> Looked {
        let plain = PlainMoves::of(&pits(board), self.rules);
        let mut disagrees = false;
        let mut steps = 0;
        let over = for_each_step(board, self.rules, self.mechanics, |step| {
            disagrees |= plain.steps().get(steps).is_none_or(|plain| {
                plain.gain != step.gain
                    || plain.after != pits(step.after)
                    || plain.pit != pit_index(step)
            });
            steps += 1;
            let seeds = if step.is_quiet {
                self.layer().seeds()
            } else {
                step.after.seeds()
            };
            looks.push(Look {
                slot,
                step,
                seeds,
                rank: Layer::new(seeds).rank(step.after),
            });
        });
        let over = over.map(|net| net.seeds());
        disagrees |= steps != plain.steps().len() || over != plain.over;
        Looked { over, disagrees }
    }

    /// So many states for each board of the layer, all supported.
    pub(super) fn states(&self, each: usize) -> Result<Vec<State>, VerifyError> {
        let boards = self.layer().boards();
        let count = each * boards as usize;
        let mut states = Vec::new();
        states
            .try_reserve_exact(count)
            .map_err(|_| VerifyError::OutOfMemory { boards })?;
        (0..count)
            .into_par_iter()
            .map(|_| State::supported())
            .collect_into_vec(&mut states);
        Ok(states)
    }
}

fn pit_index(step: Step) -> Option<usize> {
    match step.played {
        Move::Sow(pit) => Some(pit.index()),
        Move::Pass => None,
    }
}

#[inline]
pub(super) fn pits(board: Board) -> Pits {
    let [a, b, c, d, e, f] = board.mover();
    let [g, h, i, j, k, l] = board.opponent();
    [a, b, c, d, e, f, g, h, i, j, k, l]
}
