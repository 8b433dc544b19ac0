//! What is asked of solving, and what comes back.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::endgame::TableError;
use crate::game::{Bounds, End, MAX_SEEDS, Move, Outcome, Score};
use crate::search::Shortcuts;

/// When to stop without a proof. Without any limit the work goes on until all is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for the whole answer.
    pub time: Option<Duration>,
    /// Positions searched, to follow lines included; exact and reproducible. When the search
    /// has taken them, lines are as long as what it found shows without more; an eighth is kept
    /// for them once the value is known.
    pub nodes: Option<u64>,
    /// Plies looked ahead; forced moves are not counted, unless a limit of plies or a race
    /// to a target can end the game.
    pub depth_plies: Option<u16>,
}

/// What an answer is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The value of the position and of every move, proved as far as the limits allow.
    #[default]
    Values,
    /// A move to play: nearly all the work goes into finding the best one, proofs are tried
    /// where they are cheap, and the work ends when no other move can be better.
    Move,
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// When to stop.
    pub limits: Limits,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Memory for the transposition table, in bytes; a [`Workspace`](super::Workspace) brings
    /// its own.
    pub hash_bytes: usize,
    /// Layers of up to so many seeds may be solved as a whole, in memory, where the tables do
    /// not know them; 0 for none. That is done when it costs less than the search so far, and
    /// takes at most as much memory as the transposition table.
    pub whole_layer_seeds: u8,
    /// Whether to stop as soon as it is proved who wins, or that nobody does.
    pub outcome_only: bool,
    /// Threads that search together. What is proved does not depend on it.
    pub threads: NonZeroUsize,
    /// Whether every move gets a guess of its own at every depth, so that moves can be
    /// compared; else only the likeliest best does, which is quicker. With a depth to go to,
    /// proofs then get about as much work as the guesses took.
    pub every_move: bool,
    /// The shortcuts that guesses may take; nothing that is proved depends on them.
    pub shortcuts: Shortcuts,
}

impl SolveOptions {
    /// Whether the work is done when every move was looked into so deeply.
    pub(super) const fn compares_at_depth(&self) -> bool {
        self.every_move && self.limits.depth_plies.is_some()
    }
}

impl Default for SolveOptions {
    /// No limits, values, 64 MiB, any layers that pay as a whole, one thread.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            purpose: Purpose::default(),
            hash_bytes: 64 << 20,
            whole_layer_seeds: MAX_SEEDS,
            outcome_only: false,
            threads: NonZeroUsize::MIN,
            every_move: false,
            shortcuts: Shortcuts::default(),
        }
    }
}

/// How much of an answer is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The value is proved.
    Exact,
    /// Only the bounds are known.
    Bounds,
    /// The bounds are proved; the value is a guess within them.
    Estimate,
}

impl Status {
    /// The word that the JSON documents use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bounds => "bounds",
            Self::Estimate => "estimate",
        }
    }
}

/// What is known of a legal move.
///
/// In a running game, where a loop gives each player his own row, and where a limit of plies
/// or a race can end the game, this is what the game pays after the move, the positions
/// visited before it included. At a position without
/// history under other rules, whose loops count 0, it is what the board after the move is worth
/// when set up, as tables have it; for the best moves that is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSolution {
    /// The move.
    pub played: Move,
    /// What is proved of the final difference after it.
    pub bounds: Bounds<Score>,
    /// The proved value, or else the best guess; `None` when nothing was searched.
    pub value: Option<Score>,
    /// Seeds that it captures.
    pub captured: u8,
    /// Whether the capture rule would take the opponent's whole row.
    pub is_grand_slam: bool,
    /// What the last completed look ahead said of this move, if that was asked of every move
    /// at the same depth; never outside the bounds.
    pub guess: Option<Guess>,
    /// The move and best play after it, as far as it could be followed.
    pub pv: Vec<Move>,
}

/// A guess that can be compared with those of the other moves: all have the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The final difference, seen by the mover.
    pub value: Score,
    /// Plies looked ahead, counted as in [`Limits`].
    pub depth_plies: u16,
}

impl MoveSolution {
    /// Whether the value is proved.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.bounds.is_exact()
    }
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What is proved of the final difference.
    pub bounds: Bounds<Score>,
    /// The proved value, or else the best guess; `None` when nothing was searched.
    pub value: Option<Score>,
    /// How much is proved of the value.
    pub status: Status,
    /// Every legal move, in the order of the pits; empty when the game is over, unless
    /// only the target ended it.
    pub moves: Vec<MoveSolution>,
    /// The best moves: all that are [proved](Self::is_best_proved) to reach a proved value, or
    /// those of the best guess. Tables can prove a value before any move to it is found.
    pub best: Vec<Move>,
    /// The line of the first of `best`.
    pub pv: Vec<Move>,
    /// How the game ended, if it did before this.
    pub over: Option<End>,
    /// Positions searched, those of the lines included.
    pub nodes: u64,
    /// The deepest look-ahead that was completed, counted as in [`Limits`].
    pub depth_plies: u16,
    /// Values taken from the oracle.
    pub oracle_hits: u64,
    /// Whether the work was cancelled.
    pub interrupted: bool,
}

impl Solution {
    /// Whether there is nothing better than the best moves, proved of every one of them; where
    /// a value was proved by tables and the search was cut short they may be guesses.
    #[must_use]
    pub fn is_best_proved(&self) -> bool {
        let is_best = |best: &MoveSolution| {
            let others = self.moves.iter().filter(|root| root.played != best.played);
            let rival = others.map(|root| root.bounds.upper).max();
            rival.is_none_or(|rival| best.bounds.lower >= rival.min(self.bounds.upper))
        };
        let is_among = |root: &&MoveSolution| self.best.contains(&root.played);
        !self.best.is_empty() && self.moves.iter().filter(is_among).all(is_best)
    }

    /// Who wins, if that is proved; seen by the side to move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let least = Outcome::from(self.bounds.lower);
        (least == Outcome::from(self.bounds.upper)).then_some(least)
    }
}

/// What a search knows after one more ply of looking ahead; see
/// [`Workspace::solve_watched`](super::Workspace::solve_watched).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened {
    /// Plies looked ahead, forced moves not counted.
    pub depth_plies: u16,
    /// The final difference that it takes for likeliest, seen by the side to move, within
    /// the proved bounds.
    pub value: Score,
    /// What is proved of the final difference so far.
    pub bounds: Bounds<Score>,
    /// Positions searched so far, by all threads.
    pub nodes: u64,
    /// The likeliest line; its first move is the likeliest best one.
    pub pv: Vec<Move>,
}

/// Why a game cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A table is damaged.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The transposition table does not fit in memory.
    #[error("a transposition table of {hash_bytes} bytes does not fit in memory")]
    OutOfMemory {
        /// The size asked for.
        hash_bytes: usize,
    },
    /// No thread could be started for the search.
    #[error("cannot start a thread for the search")]
    Thread(#[from] io::Error),
}
