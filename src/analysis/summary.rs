//! What a game comes to for each side, and where it turned.

use super::judged_ply::JudgedPly;
use super::judgement::Class;
use crate::game::{Outcome, Player, Score};

/// With fewer decisions there are counts only: shares of so few say nothing.
pub const LEAST_DECISIONS: usize = 5;

/// One side's moves by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideSummary {
    /// Moves that were judged and not forced.
    pub decisions: usize,
    /// Moves without another choice.
    pub forced: usize,
    /// Decisions that kept the value.
    pub best: usize,
    /// Decisions that lost less than has a name.
    pub good: usize,
    /// Decisions marked `?!`.
    pub inaccuracies: usize,
    /// Decisions marked `?`.
    pub mistakes: usize,
    /// Decisions marked `??`.
    pub blunders: usize,
    /// Moves that could not be judged.
    pub unjudged: usize,
    /// The sum of the losses, in final difference.
    pub lost: u32,
    /// Decisions whose values are proved.
    pub exact: usize,
}

/// The last move that changed who wins, or that nobody does, for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The ply, from 1.
    pub ply: usize,
    /// Who moved.
    pub side: Player,
    /// What he had, by his own count.
    pub before: Outcome,
    /// What he left himself.
    pub after: Outcome,
    /// What it cost, in final difference.
    pub loss: u8,
    /// Whether both are proved.
    pub is_exact: bool,
}

impl SideSummary {
    /// Counts the moves of one side.
    pub(super) fn of(side: Player, plies: &[JudgedPly]) -> Self {
        let mut summary = Self::default();
        for ply in plies.iter().filter(|ply| ply.side == side) {
            summary.count(ply);
        }
        summary
    }

    fn count(&mut self, ply: &JudgedPly) {
        let field = match ply.judgement.class {
            Class::Forced => &mut self.forced,
            Class::Best => &mut self.best,
            Class::Good => &mut self.good,
            Class::Inaccuracy => &mut self.inaccuracies,
            Class::Mistake => &mut self.mistakes,
            Class::Blunder => &mut self.blunders,
            Class::Unjudged => &mut self.unjudged,
        };
        *field += 1;
        if !matches!(ply.judgement.class, Class::Forced | Class::Unjudged) {
            self.decisions += 1;
            self.lost += u32::from(ply.judgement.loss.unwrap_or(0));
            self.exact += usize::from(ply.judgement.before.is_exact);
        }
    }

    /// Adds another game's moves.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.forced += other.forced;
        self.best += other.best;
        self.good += other.good;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.unjudged += other.unjudged;
        self.lost += other.lost;
        self.exact += other.exact;
    }

    /// The loss a decision, in final difference; `None` with too few decisions.
    #[must_use]
    pub fn lost_per_decision(&self) -> Option<f64> {
        self.per_decision(f64::from(self.lost))
    }

    /// The share of decisions that kept the value, from 0 to 1; `None` with too few.
    #[must_use]
    pub fn best_share(&self) -> Option<f64> {
        self.per_decision(self.best as f64)
    }

    fn per_decision(&self, amount: f64) -> Option<f64> {
        (self.decisions >= LEAST_DECISIONS).then(|| amount / self.decisions as f64)
    }
}

impl TurningPoint {
    /// The last judged move after which the outcome is another, if it stays so to the end;
    /// `end` is what the last position is worth to South, as far as it is known.
    pub(super) fn of(plies: &[JudgedPly], end: Option<Score>) -> Option<Self> {
        let turn = plies.iter().rev().find_map(|ply| {
            let judgement = ply.judgement;
            let before = Outcome::from(judgement.before.value?);
            let after = Outcome::from(judgement.after.value?);
            // Estimates go to and fro round 0 without anything having turned.
            let counts = judgement.before.is_exact || judgement.class.is_error();
            let is_turn = judgement.loss.is_some() && before != after && counts;
            is_turn.then_some(Self {
                ply: ply.number,
                side: ply.side,
                before,
                after,
                loss: judgement.loss?,
                is_exact: judgement.before.is_exact,
            })
        })?;
        let stays = end.is_none_or(|end| {
            let end = match turn.side {
                Player::South => end,
                Player::North => -end,
            };
            Outcome::from(end) == turn.after
        });
        stays.then_some(turn)
    }
}
