//! [`Choice`]: a move, what it is worth, how far that is proved, and a reason to give.

use crate::game::{Bounds, EndReason, Game, Move, Score};
use crate::solve::{SolveError, Status};

use super::reason::Reason;

/// The move that a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, which is legal.
    pub played: Move,
    /// The proved value, or else the best guess: the final difference seen by the player who
    /// moves; `None` when nothing was searched.
    pub value: Option<Score>,
    /// What is proved of the final difference after the move.
    pub bounds: Bounds<Score>,
    /// How far the value is proved.
    pub status: Status,
    /// What speaks for the move at a glance.
    pub reason: Reason,
    /// The move and the play that is expected after it, as far as it was looked at.
    pub pv: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    /// The deepest look ahead that was completed.
    pub depth_plies: u16,
    /// Values taken from tables.
    pub table_hits: u64,
    /// Whether the move stands in the book of openings; nothing was searched then.
    pub is_from_book: bool,
}

impl Choice {
    /// The reply that is expected.
    #[must_use]
    pub fn expected_reply(&self) -> Option<Move> {
        self.pv.get(1).copied()
    }
}

/// Why no move can be chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// There is no move to choose.
    #[error("the game is over after ply {ply} ({})", .reason.word())]
    Over {
        /// Plies played when it ended.
        ply: usize,
        /// Why it ended.
        reason: EndReason,
    },
    /// The search could not be made.
    #[error(transparent)]
    Search(#[from] SolveError),
}

impl ChoiceError {
    /// The error for a game that is over.
    pub(super) fn of_finished(game: &Game) -> Option<Self> {
        game.end().map(|end| Self::Over {
            ply: game.moves().len(),
            reason: end.reason,
        })
    }
}
