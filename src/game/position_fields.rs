//! What the readers of positions share: the forms, what can be wrong, fields with their
//! columns.
//!
//! Faults carry the column because a position is often one of many on a line or in a file
//! made by another program, where `not a number` alone finds nothing.

use std::fmt;

use super::pit::{PITS_PER_ROW, Player};
use super::setup::{Setup, SetupError};

/// The form in which a position was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionForm {
    /// Fourteen numbers and the side to move.
    Canonical,
    /// `startpos` or `startpos:N`.
    Start,
    /// The twelve pits alone.
    TwelveNumbers,
    /// The FEN of PlayStrategy.
    Fen,
    /// The state string of OpenSpiel.
    OpenSpiel,
}

impl fmt::Display for PositionForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Canonical => "position",
            Self::Start => "start position",
            Self::TwelveNumbers => "list of twelve pits",
            Self::Fen => "FEN",
            Self::OpenSpiel => "state of OpenSpiel",
        })
    }
}

/// Why a text is not a position. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Nothing is there.
    #[error("the text is empty")]
    Empty,
    /// A field that should be a number is not.
    #[error("'{field}' at column {column} is not a number of seeds")]
    NotANumber {
        /// The field.
        field: String,
        /// Where it begins.
        column: usize,
    },
    /// Neither 12 nor 14 numbers.
    #[error(
        "{found} numbers; a position has 12 (the pits A..F, a..f) or 14 (the stores too) and the side to move"
    )]
    WrongCount {
        /// How many were found.
        found: usize,
    },
    /// Stores are given but not the side to move.
    #[error("the side to move is missing: end the position with -S or -N")]
    NoSide,
    /// The last field is neither `S` nor `N`.
    #[error("'{field}' at column {column} is not a side to move, which is S or N")]
    BadSide {
        /// The field.
        field: String,
        /// Where it begins.
        column: usize,
    },
    /// `startpos:N` with an impossible number.
    #[error("startpos:{field} is not a start: each pit takes 1 to 4 seeds")]
    BadStart {
        /// What follows the colon.
        field: String,
    },
    /// A field of another program's form is not what stands there.
    #[error("'{field}' at column {column} of the {form} is not {expected}")]
    BadField {
        /// The form that the text has.
        form: PositionForm,
        /// The field.
        field: String,
        /// Where it begins.
        column: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// Another program's form ends too early.
    #[error("the {form} lacks {missing}")]
    Missing {
        /// The form that the text has.
        form: PositionForm,
        /// What should follow.
        missing: &'static str,
    },
    /// A row of a FEN does not have six pits.
    #[error("{owner}'s row of the FEN has {found} pits; a row has {PITS_PER_ROW}")]
    WrongRow {
        /// Whose row it is.
        owner: Player,
        /// Its pits.
        found: usize,
    },
    /// The numbers are no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// `pits` are twelve, in sowing order from `A`.
pub(super) fn set_up(pits: &[u32], stores: [u32; 2], to_move: Player) -> Setup {
    let mut rows = [[0; PITS_PER_ROW]; 2];
    rows.as_flattened_mut().copy_from_slice(pits);
    Setup {
        rows,
        stores,
        to_move,
    }
}

pub(super) fn side_to_move(field: &str) -> Option<Player> {
    match field {
        "S" | "s" => Some(Player::South),
        "N" | "n" => Some(Player::North),
        _ => None,
    }
}

/// A number of seeds. One too long for a number is too many seeds, which the check of the
/// set-up says better.
pub(super) fn seeds(field: &str) -> Option<u32> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| field.parse().unwrap_or(u32::MAX))
}

/// The words of a piece of text that begins at `column`, each with its own column.
pub(super) fn words(piece: &str, column: usize) -> Vec<(usize, &str)> {
    piece
        .split_whitespace()
        .map(|word| {
            // `split_whitespace` gives slices of `piece`, so the distance is the place.
            let offset = word.as_ptr() as usize - piece.as_ptr() as usize;
            (column + piece[..offset].chars().count(), word)
        })
        .collect()
}

/// One field after the other of a form of another program.
pub(super) struct Fields<'a> {
    pub(super) form: PositionForm,
    pub(super) words: std::vec::IntoIter<(usize, &'a str)>,
}

impl Fields<'_> {
    /// The next field as `read` understands it.
    pub(super) fn next<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, PositionError> {
        let form = self.form;
        let missing = expected;
        let (column, field) = self
            .words
            .next()
            .ok_or(PositionError::Missing { form, missing })?;
        read(field).ok_or_else(|| PositionError::BadField {
            form,
            field: field.to_owned(),
            column,
            expected,
        })
    }

    /// Demands that no field is left.
    pub(super) fn end(mut self) -> Result<(), PositionError> {
        match self.words.next() {
            None => Ok(()),
            Some((column, field)) => Err(PositionError::BadField {
                form: self.form,
                field: field.to_owned(),
                column,
                expected: "part of it: it ends before",
            }),
        }
    }
}
