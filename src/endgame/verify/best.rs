//! Check (a): each value is the best over the moves.
//!
//! The same pass knows which values other than 0 need nothing of their own layer: they are
//! supported at once, and check (b) begins with them.

use rayon::prelude::*;

use crate::game::Mechanics;

use super::super::index::{Cursor, Rank};
use super::fault::{Faults, WrongValue, clamped};
use super::looks::Look;
use super::moves::Step;
use super::state::{Marks, State};
use super::{BATCH, BOARDS_PER_TASK, Checker, VerifyError};

/// What is known of the moves of a board.
#[derive(Clone, Copy, Default)]
struct Survey {
    stored: i8,
    best: Option<i8>,
    best_out: Option<i8>,
    quiet: Marks,
    /// The quiet moves that pay what is stored.
    quiet_best: Marks,
    disagrees: bool,
}

impl Survey {
    #[inline]
    fn note(&mut self, step: Step, worth: i8) {
        self.best = self.best.max(Some(worth));
        if step.is_quiet {
            self.quiet.insert(step.played);
            if worth == self.stored {
                self.quiet_best.insert(step.played);
            }
        } else {
            self.best_out = self.best_out.max(Some(worth));
        }
    }

    /// What check (b) has to wait for, or what is wrong.
    fn conclude(&self) -> Result<State, WrongValue> {
        if self.disagrees {
            return Err(WrongValue::MovesDisagree);
        }
        let best = self.best.expect("a board has a move or an end");
        if best != self.stored {
            return Err(WrongValue::NotTheBest {
                best: clamped(best),
            });
        }
        let is_at_once = match best.signum() {
            1 => self.best_out == Some(best),
            -1 => self.quiet.is_empty(),
            _ => true,
        };
        Ok(match best.signum() {
            _ if is_at_once => State::supported(),
            1 => State::wins(self.quiet_best),
            _ => State::loses(self.quiet),
        })
    }
}

impl<M: Mechanics> Checker<'_, M> {
    /// Compares each value with the best over its moves, and marks what is supported
    /// without the layer. A board with a fault is marked too, so that it is told once.
    pub(super) fn best_over_the_moves(&self) -> Result<(Vec<State>, Faults), VerifyError> {
        let mut states = self.states(1)?;
        let found: Vec<Vec<_>> = states
            .par_chunks_mut(BOARDS_PER_TASK)
            .enumerate()
            .map(|(chunk, states)| {
                self.go_on()?;
                let mut found = Vec::new();
                self.check_chunk((chunk * BOARDS_PER_TASK) as u64, states, &mut found);
                // Half the work; the other half is told when a board is supported.
                let supported = states.iter().filter(|state| state.is_supported()).count();
                self.advance::<1>(states.len() + supported);
                Ok(found)
            })
            .collect::<Result<_, VerifyError>>()?;
        Ok((
            states,
            Faults::from_found(found.concat(), self.known, self.rules),
        ))
    }

    fn check_chunk(&self, first: u64, states: &mut [State], found: &mut Vec<(u64, WrongValue)>) {
        let seeds = self.layer().seeds();
        let mut cursor = Cursor::new(self.layer(), Rank::new(first));
        let mut rank = first;
        let mut looks = Vec::new();
        for batch in states.chunks_mut(BATCH) {
            let mut surveys = [Survey::default(); BATCH];
            for (slot, survey) in surveys.iter_mut().enumerate().take(batch.len()) {
                let board = cursor.board(rank + slot as u64);
                let looked = self.look_at_moves(board, slot, &mut looks);
                *survey = Survey {
                    stored: self.known.at(seeds, Rank::new(rank + slot as u64)),
                    best: looked.over,
                    best_out: looked.over,
                    disagrees: looked.disagrees,
                    ..Survey::default()
                };
            }
            for Look {
                slot,
                step,
                seeds,
                rank,
            } in looks.drain(..)
            {
                // Wrong values may add up to more than a byte holds.
                let worth = step.gain.saturating_sub(self.known.at(seeds, rank));
                surveys[slot].note(step, worth);
            }
            for (state, survey) in batch.iter_mut().zip(&surveys) {
                match survey.conclude() {
                    Ok(concluded) => *state = concluded,
                    Err(wrong) => found.push((rank, wrong)),
                }
                rank += 1;
            }
        }
    }
}
