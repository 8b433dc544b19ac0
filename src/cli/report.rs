//! Judged games as people and programs read them: one file a form.
//!
//! What is in a report is decided in the library; here it is put into words, columns and
//! fields. `words` holds the sentences that the forms share.

pub(crate) mod json;

use oware::analysis::{JudgedGame, JudgedPly, Thresholds};
use oware::game::Game;
use oware::record::{Form, Warning};

/// Where a game was read.
#[derive(Clone, Debug)]
pub(crate) struct GameSource {
    /// The file, or `stdin`.
    pub(crate) file: String,
    /// The number of the game in it, from 1.
    pub(crate) number: usize,
    /// The line it begins in.
    pub(crate) line: usize,
    /// The form it was read in.
    pub(crate) form: Form,
}

/// A judged game with where it came from.
#[derive(Debug)]
pub(crate) struct GameReport {
    pub(crate) source: GameSource,
    /// What was wrong with the record.
    pub(crate) warnings: Vec<Warning>,
    pub(crate) judged: JudgedGame,
}

/// Every move of one position, judged.
#[derive(Debug)]
pub(crate) struct PositionReport {
    /// The game that came to the position.
    pub(crate) game: Game,
    /// Its legal moves, each as if it were played next.
    pub(crate) moves: Vec<JudgedPly>,
    pub(crate) thresholds: Thresholds,
}
