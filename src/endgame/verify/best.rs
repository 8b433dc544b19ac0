//! Check (a): each value is the best over the moves.
//!
//! The same pass knows which values other than 0 need nothing of their own layer: they are
//! supported at once, and check (b) begins with them.

use rayon::prelude::*;

use crate::game::{Board, Mechanics, Move};

use super::super::index::{Cursor, Layer, Rank};
use super::fault::{Faults, WrongValue, clamped};
use super::moves::{Step, for_each_step};
use super::plain_rules::{Pits, PlainMoves};
use super::state::{Marks, State};
use super::{BATCH, BOARDS_PER_TASK, Checker, VerifyError};

/// A value that is to be read.
struct Look {
    /// Which board of the batch asks.
    slot: usize,
    step: Step,
    seeds: u8,
    rank: Rank,
}

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
        let values = self.known.checked();
        let boards = self.layer().boards();
        let mut states = Vec::new();
        states
            .try_reserve_exact(values.len())
            .map_err(|_| VerifyError::OutOfMemory { boards })?;
        values
            .par_iter()
            .map(|_| State::supported())
            .collect_into_vec(&mut states);
        let found: Vec<Vec<_>> = states
            .par_chunks_mut(BOARDS_PER_TASK)
            .enumerate()
            .map(|(chunk, states)| {
                self.go_on()?;
                let mut found = Vec::new();
                self.check_chunk((chunk * BOARDS_PER_TASK) as u64, states, &mut found);
                // Half the work; the other half is told when a board is supported.
                let supported = states.iter().filter(|state| state.is_supported()).count();
                self.advance(states.len() + supported);
                Ok(found)
            })
            .collect::<Result<_, VerifyError>>()?;
        Ok((
            states,
            Faults::from_found(found.concat(), self.known, self.rules),
        ))
    }

    fn check_chunk(&self, first: u64, states: &mut [State], found: &mut Vec<(u64, WrongValue)>) {
        let values = &self.known.checked()[first as usize..];
        let mut cursor = Cursor::new(self.layer(), Rank::new(first));
        let mut rank = first;
        let mut looks = Vec::new();
        for (batch, values) in states.chunks_mut(BATCH).zip(values.chunks(BATCH)) {
            let mut surveys = [Survey::default(); BATCH];
            for (slot, value) in values.iter().take(batch.len()).enumerate() {
                let board = cursor.board(rank + slot as u64);
                surveys[slot] = self.survey(board, slot, &mut looks);
                surveys[slot].stored = value.cast_signed();
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

    #[inline]
    fn survey(&self, board: Board, slot: usize, looks: &mut Vec<Look>) -> Survey {
        let mut survey = Survey::default();
        let plain = PlainMoves::of(&pits(board), self.rules);
        let mut steps = 0;
        let over = for_each_step(board, self.rules, self.mechanics, |step| {
            survey.disagrees |= plain.steps().get(steps).is_none_or(|plain| {
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
        survey.disagrees |= steps != plain.steps().len() || over != plain.over;
        survey.best = over;
        survey.best_out = over;
        survey
    }

    /// Reports halves of boards as whole boards.
    pub(super) fn advance(&self, halves: usize) {
        self.progress.advance(halves as u64 / 2);
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
