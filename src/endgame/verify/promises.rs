//! Values whose loops give each player his own row: what two promises of each board rest on.
//!
//! Of each board a table says that its mover gets at least `lower` and at most `upper`, the
//! same number mostly. *The best over the moves* is no test here: a move is worth less, or
//! more, than the fresh board that it leads to, since the board it comes from has been
//! visited. So each promise has to be shown by itself.
//!
//! * A *lower* promise is supported when a move out of the layer pays so much for certain,
//!   or a quiet move leads to a board whose upper promise is supported and low enough.
//! * An *upper* promise is supported when no move out of the layer may pay more, and each
//!   quiet move leads to a board whose lower promise is supported and high enough.
//! * That the mover gets everything or nothing at the most needs no support.
//!
//! **A supported promise holds**, without history and whatever a loop is worth. Number the
//! promises in the order in which they were supported: who keeps to the move that supports
//! his, meets boards whose promises to him have ever smaller numbers, so no board a second
//! time, and the play is soon out of the layer with what was promised.
//!
//! In layers of more than 13 seeds this supports every promise. What it leaves in smaller
//! ones rests on loops, or on a weaker promise than the one stored; `loops` takes it on.

use rayon::prelude::*;

use crate::game::Mechanics;

use super::super::index::{Cursor, Rank};
use super::fault::{Found, WrongValue, clamped};
use super::looks::{Look, Looked};
use super::moves::Step;
use super::state::{Marks, State};
use super::{BATCH, BOARDS_PER_TASK, Checker, VerifyError};

/// A promise about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    /// The mover gets so much.
    Lower,
    /// The mover gets no more.
    Upper,
}

/// States of each board: of its lower promise, then of its upper one.
pub(super) const EACH: usize = 2;

/// What is known of a board's moves.
#[derive(Clone, Copy, Default)]
struct Survey {
    lower: i8,
    upper: i8,
    over: Option<i8>,
    /// The most that a move out of the layer pays for certain.
    sure: Option<i8>,
    /// The most that one may pay.
    possible: Option<i8>,
    quiet: Marks,
    /// The quiet moves to boards of which enough is promised for the lower promise.
    low: Marks,
    /// Whether every quiet move leads to a board of which enough is promised for the upper.
    all_high: bool,
    disagrees: bool,
}

impl Survey {
    fn new(looked: &Looked, (lower, upper): (i8, i8)) -> Self {
        Self {
            lower,
            upper,
            over: looked.over,
            all_high: true,
            disagrees: looked.disagrees,
            ..Self::default()
        }
    }

    /// Takes in a move to a board with these bounds.
    #[inline]
    fn note(&mut self, step: Step, (lower, upper): (i8, i8)) {
        if step.is_quiet {
            self.quiet.insert(step.played);
            if -i16::from(upper) >= i16::from(self.lower) {
                self.low.insert(step.played);
            }
            self.all_high &= -i16::from(lower) <= i16::from(self.upper);
        } else {
            // Wrong values may add up to more than a byte holds.
            self.sure = self.sure.max(Some(step.gain.saturating_sub(upper)));
            self.possible = self.possible.max(Some(step.gain.saturating_sub(lower)));
        }
    }

    /// What each promise waits for, or what is wrong.
    fn conclude(&self, seeds: u8) -> Result<[State; EACH], WrongValue> {
        if self.disagrees {
            return Err(WrongValue::MovesDisagree);
        }
        if let Some(over) = self.over {
            return if self.lower <= over && over <= self.upper {
                Ok([State::supported(), State::supported()])
            } else {
                let best = clamped(over);
                Err(WrongValue::NotTheBest { best })
            };
        }
        if let Some(exit) = self.possible.filter(|&exit| exit > self.upper) {
            let exit = clamped(exit);
            return Err(WrongValue::PaidMore { exit });
        }
        let most = seeds.cast_signed();
        let lower = if self.lower <= -most || self.sure >= Some(self.lower) {
            State::supported()
        } else if self.low.is_empty() {
            State::open()
        } else {
            State::wins(self.low)
        };
        let upper = if self.upper >= most || self.quiet.is_empty() {
            State::supported()
        } else if self.all_high {
            State::loses(self.quiet)
        } else {
            State::open()
        };
        Ok([lower, upper])
    }
}

impl<M: Mechanics> Checker<'_, M> {
    /// The states of all promises, each supported as far as it can be, and what is wrong
    /// with boards by themselves. No promise of these is supported.
    pub(super) fn support_promises(&self) -> Result<(Vec<State>, Vec<Found>), VerifyError> {
        let mut states = self.states(EACH)?;
        let found: Vec<Vec<_>> = states
            .par_chunks_mut(EACH * BOARDS_PER_TASK)
            .enumerate()
            .map(|(chunk, states)| {
                self.go_on()?;
                let mut found = Vec::new();
                self.survey_chunk((chunk * BOARDS_PER_TASK) as u64, states, &mut found);
                let supported = states.iter().filter(|state| state.is_supported()).count();
                self.advance::<EACH>(states.len() / EACH + supported);
                Ok(found)
            })
            .collect::<Result<_, VerifyError>>()?;
        self.support_all::<EACH>(&states)?;
        Ok((states, found.concat()))
    }

    fn survey_chunk(&self, first: u64, states: &mut [State], found: &mut Vec<Found>) {
        let seeds = self.layer().seeds();
        let mut cursor = Cursor::new(self.layer(), Rank::new(first));
        let mut rank = first;
        let mut looks = Vec::new();
        for batch in states.chunks_mut(EACH * BATCH) {
            let mut surveys = [Survey::default(); BATCH];
            for (slot, survey) in surveys.iter_mut().take(batch.len() / EACH).enumerate() {
                let rank = rank + slot as u64;
                let looked = self.look_at_moves(cursor.board(rank), slot, &mut looks);
                let stored = self.known.bounds_at(seeds, Rank::new(rank));
                *survey = Survey::new(&looked, stored);
            }
            for Look {
                slot,
                step,
                seeds,
                rank,
            } in looks.drain(..)
            {
                surveys[slot].note(step, self.known.bounds_at(seeds, rank));
            }
            for (pair, survey) in batch.chunks_exact_mut(EACH).zip(&surveys) {
                match survey.conclude(seeds) {
                    Ok([lower, upper]) => {
                        pair[0] = lower;
                        pair[1] = upper;
                    }
                    Err(wrong) => {
                        // Nothing may rest on it.
                        pair[0] = State::open();
                        pair[1] = State::open();
                        found.push((rank, wrong));
                    }
                }
                rank += 1;
            }
        }
    }
}
