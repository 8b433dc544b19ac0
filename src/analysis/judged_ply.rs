//! [`JudgedPly`]: a move with what it was worth, the other moves and best play.

use super::judgement::{Class, Judgement};
use super::reason::Reason;
use crate::game::{Bounds, Move, Player, Position, Score};
use crate::solve::MoveSolution;

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
