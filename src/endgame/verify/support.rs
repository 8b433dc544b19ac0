//! Check (b): no loop supports itself.
//!
//! Sweeps over the boards that are not supported yet, until a sweep supports none. What a
//! thread marks the others see at once, so a chain of supports that runs along the sweep
//! costs one sweep and not one a link; the marks at the end are a least fixpoint, the same
//! whatever the order. A board that loses looks at the first move it waits for and no
//! further while that is open, so that hundreds of sweeps cost little more than one.

use std::ops::Range;

use rayon::prelude::*;

use crate::game::{Board, Mechanics, Move};

use super::super::index::{Cursor, Rank};
use super::fault::{Faults, WrongValue};
use super::state::{State, Waiting};
use super::{BATCH, BOARDS_PER_TASK, Checker, VerifyError};

/// A board that is not supported yet, and the place of its state.
#[derive(Clone, Copy)]
struct Open {
    board: Board,
    place: usize,
    waiting: Waiting,
}

/// A look at a state of the board behind a quiet move.
struct Look {
    slot: usize,
    place: usize,
}

/// The boards that are looked at together, and their looks.
#[derive(Default)]
struct Batch {
    open: Vec<Open>,
    looks: Vec<Look>,
}

impl<M: Mechanics> Checker<'_, M> {
    /// The boards whose values nothing but a loop supports.
    pub(super) fn no_loop_supports_itself(&self, states: &[State]) -> Result<Faults, VerifyError> {
        self.support_all::<1>(states)?;
        let found: Vec<_> = states
            .par_iter()
            .enumerate()
            .filter(|(_, state)| !state.is_supported())
            .map(|(rank, _)| (rank as u64, WrongValue::Unsupported))
            .collect();
        Ok(Faults::from_found(found, self.known, self.rules))
    }

    /// Sweeps over the states until a sweep supports none. Each board has `EACH` of them
    /// side by side: its value, or its two [promises](super::promises), of which each waits
    /// for the other kind of the boards that moves lead to.
    pub(super) fn support_all<const EACH: usize>(
        &self,
        states: &[State],
    ) -> Result<(), VerifyError> {
        let task = EACH * BOARDS_PER_TASK;
        let mut open_in_chunk = vec![usize::MAX; states.len().div_ceil(task)];
        let mut before = usize::MAX;
        loop {
            open_in_chunk
                .par_iter_mut()
                .enumerate()
                .filter(|(_, open)| **open > 0)
                .try_for_each(|(chunk, open)| {
                    self.go_on()?;
                    let start = chunk * task;
                    let end = states.len().min(start + task);
                    *open = self.sweep::<EACH>(states, start..end);
                    Ok(())
                })?;
            let open = open_in_chunk.iter().sum();
            if open == 0 || open == before {
                return Ok(());
            }
            before = open;
        }
    }

    /// Looks at each open state of a range once; gives the number still open.
    fn sweep<const EACH: usize>(&self, states: &[State], range: Range<usize>) -> usize {
        let first = Rank::new((range.start / EACH) as u64);
        let mut cursor = Cursor::new(self.layer(), first);
        let mut batch = Batch::default();
        let mut seen = 0;
        let mut supported = 0;
        for place in range {
            let Some(waiting) = states[place].waiting() else {
                continue;
            };
            seen += 1;
            if waiting.is_hopeless() {
                continue;
            }
            batch.open.push(Open {
                board: cursor.board((place / EACH) as u64),
                place,
                waiting,
            });
            if batch.open.len() == BATCH {
                supported += self.support::<EACH>(states, &mut batch);
            }
        }
        supported += self.support::<EACH>(states, &mut batch);
        self.advance::<EACH>(supported);
        seen - supported
    }

    /// Marks the boards of a batch that are supported by now, and empties it; gives the
    /// number of them.
    fn support<const EACH: usize>(&self, states: &[State], batch: &mut Batch) -> usize {
        let mut supported = 0;
        // Boards that lose stay in the batch as long as what they look at is supported.
        while !batch.open.is_empty() {
            for (slot, open) in batch.open.iter().enumerate() {
                let mut look = |played| {
                    let other_kind = EACH - 1 - open.place % EACH;
                    let place = EACH * self.rank_after(open.board, played) + other_kind;
                    batch.looks.push(Look { slot, place });
                };
                if open.waiting.loses() {
                    look(open.waiting.first());
                } else {
                    open.waiting.moves().for_each(look);
                }
            }
            let mut found = [false; BATCH];
            for Look { slot, place } in batch.looks.drain(..) {
                found[slot] |= states[place].is_supported();
            }
            let mut found = found.iter();
            batch.open.retain_mut(|open| {
                if !found.next().is_some_and(|&found| found) {
                    return false;
                }
                let rest = if open.waiting.loses() {
                    open.waiting.without_first()
                } else {
                    None
                };
                states[open.place].set(rest);
                supported += usize::from(rest.is_none());
                rest.map(|rest| open.waiting = rest).is_some()
            });
        }
        supported
    }

    /// The rank of the board behind a quiet move, which takes nothing and so only sows.
    #[inline]
    fn rank_after(&self, board: Board, played: Move) -> usize {
        let after = match played {
            Move::Sow(pit) => board.sow(pit).board,
            Move::Pass => board,
        };
        self.layer().rank(after.rotated()).get() as usize
    }

    /// Reports a share of the work: a board is checked once and then supported as often as
    /// it has states, and each counts alike.
    pub(super) fn advance<const EACH: usize>(&self, shares: usize) {
        self.progress.advance((shares / (1 + EACH)) as u64);
    }
}
