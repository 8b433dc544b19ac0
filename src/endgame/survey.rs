//! What the moves of the boards of one layer lead to outside of it: the first look at a
//! layer, from the layers beneath.

use std::sync::Arc;

use super::cell::Survey;
use super::crossing::{Arrival, Crossings, Departure, arrival};
use super::index::{Layer, rows_of};
use crate::game::{
    Board, Mechanics, Net, Row, ValueRules, effect, legal, must_pass, own_rows_value, stuck_value,
};

/// The layer, the values beneath it and the rules: all that is only read while it is solved.
#[derive(Debug)]
pub(super) struct Surveyor<'a, M> {
    layer: Layer,
    rules: &'a ValueRules,
    mechanics: M,
    /// Values by layer and rank, a signed byte each.
    below: &'a [&'a [u8]],
    pub(super) crossings: Arc<Crossings>,
}

/// The surveys of the boards with one mover's row, in the order of the opponent's rows.
#[derive(Debug, Default)]
pub(super) struct RowSurvey {
    /// The best of the exits, [`NO_EXIT`] without one.
    best: Vec<i8>,
    open: Vec<u8>,
    /// Boards with a move that is allowed only where there is no other.
    barred: Vec<u32>,
    /// Boards that the whole rules must judge.
    special: Vec<u32>,
}

const NO_EXIT: i8 = i8::MIN;

impl RowSurvey {
    /// The survey of the board with this opponent's row.
    #[inline]
    pub(super) fn get(&self, opponent: usize) -> Survey {
        let best = self.best[opponent];
        Survey {
            best: (best != NO_EXIT).then_some(best),
            open: self.open[opponent],
        }
    }

    fn set(&mut self, opponent: usize, survey: Survey) {
        self.best[opponent] = survey.best.unwrap_or(NO_EXIT);
        self.open[opponent] = survey.open;
    }

    fn note_exit(&mut self, opponent: usize, worth: i8) {
        let best = &mut self.best[opponent];
        *best = worth.max(*best);
        self.open[opponent] -= 1;
    }
}

impl<'a, M: Mechanics> Surveyor<'a, M> {
    pub(super) fn new(
        layer: Layer,
        rules: &'a ValueRules,
        mechanics: M,
        below: &'a [&'a [u8]],
    ) -> Self {
        Self {
            layer,
            rules,
            mechanics,
            below,
            crossings: Arc::new(Crossings::new(layer.seeds(), mechanics)),
        }
    }

    /// The same with other values beneath.
    pub(super) fn with_below(&self, below: &'a [&'a [u8]]) -> Self {
        Self {
            below,
            crossings: Arc::clone(&self.crossings),
            ..*self
        }
    }

    pub(super) const fn mechanics(&self) -> M {
        self.mechanics
    }

    /// Surveys all boards with the mover's row `mover`, of so many seeds, into `survey`.
    pub(super) fn survey_row(&self, mover: Row, mover_seeds: u8, survey: &mut RowSurvey) {
        let opponent_seeds = self.layer.seeds() - mover_seeds;
        let opponents = rows_of(opponent_seeds);
        survey.best.clear();
        survey.best.resize(opponents.len(), NO_EXIT);
        survey.open.clear();
        if self.layer.seeds() <= self.rules.few_seeds || mover_seeds == 0 || opponent_seeds == 0 {
            survey.open.resize(opponents.len(), 0);
            for (number, &opponent) in opponents.iter().enumerate() {
                let board = Board::from_rows(mover, opponent);
                survey.set(number, self.survey_board(board));
            }
            return;
        }
        // Both rows hold seeds, so every pit with seeds may be sown, grand slams apart.
        let pits = Board::from_rows(mover, 0).non_empty();
        survey.open.resize(opponents.len(), pits.len() as u8);
        survey.barred.clear();
        survey.special.clear();
        for pit in pits {
            let departure = Departure::new(mover, pit);
            if departure.reach.is_tabulated() {
                self.survey_tabulated(&departure, opponent_seeds, survey);
            } else {
                self.survey_others(mover, &departure, opponents, survey);
            }
        }
        let has_moves = |survey: &RowSurvey, number: usize| {
            survey.open[number] > 0 || survey.best[number] != NO_EXIT
        };
        for place in 0..survey.barred.len() {
            let number = survey.barred[place];
            if !has_moves(survey, number as usize) {
                survey.special.push(number);
            }
        }
        for place in 0..survey.special.len() {
            let number = survey.special[place] as usize;
            let board = Board::from_rows(mover, opponents[number]);
            survey.set(number, self.survey_board(board));
        }
    }

    fn survey_tabulated(&self, departure: &Departure, opponent_seeds: u8, survey: &mut RowSurvey) {
        let Some(crossing) = self.crossings.forward(departure.reach, opponent_seeds) else {
            return;
        };
        for (taken, pairs) in crossing.groups() {
            let after = self.values_after(departure.own, taken);
            let taken = taken.cast_signed();
            for &(before, left) in pairs {
                survey.note_exit(before as usize, taken - after[left as usize].cast_signed());
            }
        }
        for &number in &crossing.barred {
            survey.open[number as usize] -= 1;
        }
        survey.barred.extend(&crossing.barred);
        survey.special.extend(&crossing.last);
    }

    fn survey_others(
        &self,
        mover: Row,
        departure: &Departure,
        opponents: &[Row],
        survey: &mut RowSurvey,
    ) {
        for (number, &opponent) in opponents.iter().enumerate() {
            let sown = Board::from_rows(mover, opponent).sow(departure.pit);
            match arrival(sown, self.mechanics) {
                Arrival::Quiet(_) => {}
                Arrival::Capture(taken, left) => {
                    let after = self.values_after(departure.own, taken);
                    let value = after[super::index::row_index(left)].cast_signed();
                    survey.note_exit(number, taken.cast_signed() - value);
                }
                Arrival::Barred => {
                    survey.open[number] -= 1;
                    survey.barred.push(number as u32);
                }
                Arrival::Last => survey.special.push(number as u32),
            }
        }
    }

    /// The values of the boards with the opponent's row `own` in the layer that a capture
    /// leads to, in the order of the mover's rows.
    #[inline]
    fn values_after(&self, own: Row, taken: u8) -> &'a [u8] {
        let seeds = self.layer.seeds() - taken;
        let first = Layer::new(seeds).first_rank(own).get() as usize;
        &self.below[usize::from(seeds)][first..]
    }

    /// The survey of one board by the whole rules.
    pub(super) fn survey_board(&self, board: Board) -> Survey {
        let over = |net: Net| Survey {
            best: Some(net.seeds()),
            open: 0,
        };
        if board.seeds() <= self.rules.few_seeds {
            return over(if self.rules.few_to_own_side {
                own_rows_value(board)
            } else {
                Net::ZERO
            });
        }
        let mut survey = Survey {
            best: None,
            open: 0,
        };
        let legal = legal(board, self.mechanics);
        if legal.is_empty() {
            if must_pass(board, self.mechanics) {
                survey.open = 1;
                return survey;
            }
            return over(stuck_value(board, self.rules.stuck));
        }
        for pit in legal {
            let effect = effect(board, pit, self.mechanics);
            if effect.captured == 0 && effect.conceded == 0 {
                survey.open += 1;
                continue;
            }
            let after = effect.board.rotated();
            let layer = Layer::of(after);
            let value = self.below[usize::from(layer.seeds())][layer.rank(after).get() as usize];
            let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
            let worth = gain - value.cast_signed();
            survey.best = survey.best.max(Some(worth));
        }
        survey
    }
}
