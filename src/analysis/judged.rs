//! [`JudgedGame`]: everything a report can say of a game, as data.

use super::judged_ply::JudgedPly;
use super::result_check::ResultCheck;
use super::summary::{SideSummary, TurningPoint};
use super::thresholds::Thresholds;
use crate::game::{Bounds, Player, Position, Rules, Score};
use crate::record::CheckedRecord;

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
