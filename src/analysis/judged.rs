//! A judged game: everything a report can say, as data.

use super::judgement::{Class, Judgement};
use super::reason::Reason;
use super::result_check::ResultCheck;
use super::summary::{SideSummary, TurningPoint};
use super::thresholds::Thresholds;
use crate::game::{Bounds, Move, Player, Position, Rules, Score};
use crate::record::CheckedRecord;
use crate::solve::MoveSolution;

/// A recorded game with every move judged.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The record as it was replayed: tags, notes, moves, result.
    pub checked: CheckedRecord,
    /// By which losses marks were given.
    pub thresholds: Thresholds,
    /// The moves, all of the record; those after an end that leaves nothing to play for
    /// are unjudged and without choices.
    pub plies: Vec<JudgedPly>,
    /// What is proved of the final difference at the last judged position, South's seeds
    /// minus North's.
    pub end_bounds: Bounds<Score>,
    /// The proved value of the last judged position or the best guess, seen by South.
    pub end_value: Option<Score>,
    /// South's moves and North's.
    pub summary: [SideSummary; 2],
    /// Where the game turned, if who wins ever changed.
    pub turning_point: Option<TurningPoint>,
    /// The claimed result against the rules.
    pub result: ResultCheck,
    /// Whether the work was cancelled; the first plies are then unjudged.
    pub is_interrupted: bool,
}

/// A move with what it was worth.
#[derive(Clone, Debug)]
pub struct JudgedPly {
    /// The ply, from 1.
    pub number: usize,
    /// Who moved.
    pub side: Player,
    /// The move.
    pub played: Move,
    /// The position it was made in.
    pub before: Position,
    /// The position it led to; after an end by sharing the seeds are still in the pits.
    pub after: Position,
    /// Seeds that it captured.
    pub captured: u8,
    /// What is proved of the final difference before the move, seen by the mover.
    pub bounds: Bounds<Score>,
    /// The proved value before the move or the best guess, seen by the mover.
    pub value: Option<Score>,
    /// Every legal move with what is known of it, in the order of the pits; empty where
    /// the game was over. The move that was played is worth what the rest of the game says.
    pub choices: Vec<MoveSolution>,
    /// The best moves: all that reach the value of the position.
    pub best: Vec<Move>,
    /// Best play from the position, the move included.
    pub best_line: Vec<Move>,
    /// Best play after the move that was made, without that move.
    pub reply_line: Vec<Move>,
    /// The move against the best.
    pub judgement: Judgement,
    /// What is worth saying about it.
    pub reasons: Vec<Reason>,
}

impl JudgedGame {
    /// The rules it was judged by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.checked.rules()
    }

    /// Where it starts.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.checked.record().start
    }

    /// One side's moves by class.
    #[must_use]
    pub const fn summary_of(&self, side: Player) -> &SideSummary {
        &self.summary[side as usize]
    }

    /// The first ply from which on every position's value is proved, up to the end; `None`
    /// when even the end is not.
    #[must_use]
    pub fn exact_from(&self) -> Option<usize> {
        if !self.end_bounds.is_exact() {
            return None;
        }
        let judged = self.plies.iter().rev().skip_while(|ply| ply.was_over());
        let exact = judged.take_while(|ply| ply.bounds.is_exact()).last();
        exact.map(|ply| ply.number)
    }
}

impl JudgedPly {
    /// Whether it was the only legal move.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        self.choices.len() == 1
    }

    /// Whether the game was over before it, so that there is nothing to judge.
    #[must_use]
    pub const fn was_over(&self) -> bool {
        self.choices.is_empty()
    }

    /// What kind of move it was.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.judgement.class
    }

    /// What is known of the move that was made.
    #[must_use]
    pub fn choice(&self) -> Option<&MoveSolution> {
        self.choices
            .iter()
            .find(|choice| choice.played == self.played)
    }
}
