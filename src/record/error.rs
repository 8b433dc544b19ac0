//! Why a record cannot be read, or a game not be written in some form.

use crate::game::{EndReason, IllegalMove, Player, Position, PositionError, RulesError};

use super::form::Form;
use super::place::TextPlace;
use super::warning::Quoted;

/// Why a game, or a whole text, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct RecordError {
    /// Where.
    pub place: TextPlace,
    /// What.
    pub kind: RecordErrorKind,
}

/// What makes a record unreadable. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// There is nothing.
    #[error("the file is empty")]
    Empty,
    /// There are bytes that no text has.
    #[error("this is not a text file")]
    Binary,
    /// The text has an encoding that is not read.
    #[error("this is not UTF-8 text, but UTF-16")]
    Utf16,
    /// No form of game records looks like this.
    #[error("this is no game record in a form known here")]
    Unrecognised,
    /// A move breaks the rules.
    #[error("ply {ply}, {} in {}: {source}{}", .source.tried.letter(.source.position.to_move()), .source.position, after_over(*.over))]
    Illegal {
        /// The ply.
        ply: usize,
        /// What forbids it, and what would have been legal.
        source: IllegalMove,
        /// When and why the game was over already, if it was.
        over: Option<(usize, EndReason)>,
    },
    /// A pit of the player whose turn it is not.
    #[error("ply {ply}, {letter} in {position}: {letter} is {owner}'s pit, but {} is to move; {}", .position.to_move(), legal_text(.legal))]
    WrongSide {
        /// The ply.
        ply: usize,
        /// The move.
        letter: char,
        /// Whose pit it is.
        owner: Player,
        /// Where it was tried.
        position: Position,
        /// What would have been legal.
        legal: Vec<char>,
    },
    /// A number that should be a move and cannot.
    #[error("{} is no move: {expected}", Quoted(.word))]
    NotAMove {
        /// The word.
        word: String,
        /// What a move looks like here.
        expected: &'static str,
    },
    /// The start of the game is no position.
    #[error("the start of the game: {source}")]
    Start {
        /// What is wrong with it.
        source: PositionError,
    },
    /// The rules that the record names are not known.
    #[error("the rules of the game: {source}")]
    Rules {
        /// What is wrong with them.
        source: RulesError,
    },
}

fn after_over(over: Option<(usize, EndReason)>) -> String {
    over.map_or_else(String::new, |(ply, reason)| {
        format!("; the game was over after ply {ply} ({})", reason.word())
    })
}

fn legal_text(legal: &[char]) -> String {
    let letters: Vec<String> = legal.iter().map(char::to_string).collect();
    match letters.as_slice() {
        [] => "there is no legal move".to_owned(),
        [only] => format!("only {only} is legal"),
        _ => format!("legal are {}", letters.join(", ")),
    }
}

/// Why a game cannot be written in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The form has no sign for a pass.
    #[error("the player to move passes at ply {ply}, which the {form} form cannot write")]
    Pass {
        /// The ply.
        ply: usize,
        /// The form.
        form: Form,
    },
    /// The form can only hold games from the usual start with South to move.
    #[error("the game starts from {start}, which the {form} form cannot say")]
    Start {
        /// Where it starts.
        start: Position,
        /// The form.
        form: Form,
    },
    /// The form has a limit.
    #[error("the game has {plies} plies, and the {form} form holds {limit} at most")]
    TooLong {
        /// Its length.
        plies: usize,
        /// The most there can be.
        limit: usize,
        /// The form.
        form: Form,
    },
    /// The form is a list of moves, and there are none.
    #[error("the game has no moves, and the {form} form holds nothing else")]
    NoMoves {
        /// The form.
        form: Form,
    },
}
