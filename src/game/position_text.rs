//! Text for positions: every form that other programs write, read and written here.
//!
//! | form | example |
//! | --- | --- |
//! | canonical | `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: `A`..`F`, `a`..`f`, South's store, North's, side to move |
//! | start | `startpos`, or `startpos:N` with N seeds in each pit |
//! | twelve numbers | `4 4 4 4 4 4 4 4 4 4 4 4`, with `-`, `,` or spaces: South to move, empty stores |
//! | FEN | `7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3`, as PlayStrategy writes it |
//! | OpenSpiel | `0 \| 0 0 \| 4 4 4 4 4 4 4 4 4 4 4 4`: side, stores, pits in sowing order |
//!
//! The form is recognised by what only it has, a `/` or a `|`, so that a fault is told in
//! the words of the form meant. The FEN has North's row first and both rows as South sees
//! them; `13S` is a pit and a bare number a run of empty pits; the number of the move at
//! its end may be missing. Positions are printed in the canonical form.

use std::fmt;
use std::str::FromStr;

use super::foreign_position::{read_fen, read_openspiel};
use super::pit::{MAX_SEEDS, PITS_PER_ROW, Player};
use super::position::Position;
use super::position_fields::{PositionError, PositionForm, seeds, set_up, side_to_move, words};
use super::setup::Setup;

/// A position with what there is to say about its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadPosition {
    /// The position.
    pub position: Position,
    /// The form it was written in.
    pub form: PositionForm,
    /// What was put right.
    pub warning: Option<PositionWarning>,
}

/// What was put right in the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionWarning {
    /// A finished game was shown with its final stores and with the seeds still on the
    /// board, which those stores hold already.
    #[error(
        "{seeds} seeds in all, more than the {MAX_SEEDS} of a game: the stores are final, so the {on_board} on the board are taken off"
    )]
    CountedTwice {
        /// The seeds in pits and stores.
        seeds: u32,
        /// The seeds in the pits.
        on_board: u32,
    },
}

/// Reads a position in any form.
///
/// # Errors
///
/// When the text is not the form that it looks like, or the numbers are no position.
///
/// ```
/// use oware::game::{PositionForm, read_position};
///
/// let read = read_position("7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3")?;
/// assert_eq!(read.form, PositionForm::Fen);
/// assert_eq!(read.position.to_string(), "6-5-5-0-0-0-7-2-1-8-7-7-0-0-N");
/// # Ok::<(), oware::game::PositionError>(())
/// ```
pub fn read_position(text: &str) -> Result<ReadPosition, PositionError> {
    let (mut setup, form) = read_setup(text)?;
    let warning = match form {
        PositionForm::Fen => take_off_what_is_stored(&mut setup),
        _ => None,
    };
    Ok(ReadPosition {
        position: Position::from_setup(&setup)?,
        form,
        warning,
    })
}

impl FromStr for Setup {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_setup(text).map(|(setup, _)| setup)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_position(text).map(|read| read.position)
    }
}

impl fmt::Display for Position {
    /// The canonical text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::ALL {
            for seeds in self.row(player) {
                write!(f, "{seeds}-")?;
            }
        }
        for player in Player::ALL {
            write!(f, "{}-", self.store(player))?;
        }
        write!(f, "{}", self.to_move().letter())
    }
}

fn read_setup(text: &str) -> Result<(Setup, PositionForm), PositionError> {
    let text = text.trim_end();
    if let Some(start) = text.trim_start().strip_prefix("startpos") {
        return Ok((read_start(start)?, PositionForm::Start));
    }
    if text.contains('/') {
        return Ok((read_fen(text)?, PositionForm::Fen));
    }
    if text.contains('|') {
        return Ok((read_openspiel(text)?, PositionForm::OpenSpiel));
    }
    read_numbers(text)
}

/// The canonical form and the twelve numbers.
fn read_numbers(text: &str) -> Result<(Setup, PositionForm), PositionError> {
    let mut fields = fields(text);
    let side = match fields.last() {
        None => return Err(PositionError::Empty),
        Some((_, field)) if field.bytes().all(|byte| byte.is_ascii_digit()) => None,
        Some(_) => fields.pop(),
    };
    let to_move = match side {
        None => None,
        Some((column, field)) => match (side_to_move(field), fields.len()) {
            (Some(player), _) => Some(player),
            (None, 14) => {
                let field = field.to_owned();
                return Err(PositionError::BadSide { field, column });
            }
            // A lone word, or a number gone wrong where a side cannot stand.
            (None, _) => {
                let field = field.to_owned();
                return Err(PositionError::NotANumber { field, column });
            }
        },
    };
    let numbers = fields
        .iter()
        .map(|&(column, field)| {
            seeds(field).ok_or_else(|| PositionError::NotANumber {
                field: field.to_owned(),
                column,
            })
        })
        .collect::<Result<Vec<u32>, _>>()?;
    let (pits, stores, to_move, form) = match (numbers.len(), to_move) {
        (12, None) => (
            &numbers[..],
            [0, 0],
            Player::South,
            PositionForm::TwelveNumbers,
        ),
        (14, Some(to_move)) => (
            &numbers[..12],
            [numbers[12], numbers[13]],
            to_move,
            PositionForm::Canonical,
        ),
        (14, None) => return Err(PositionError::NoSide),
        (found, _) => return Err(PositionError::WrongCount { found }),
    };
    Ok((set_up(pits, stores, to_move), form))
}

/// The fields with the column each begins at.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let mut fields = Vec::new();
    let mut column = 1;
    // Commas and dashes stand between fields; spaces may surround them or stand alone.
    for piece in text.split(['-', ',']) {
        let words = words(piece, column);
        if words.is_empty() && !text.trim().is_empty() {
            fields.push((column, ""));
        }
        fields.extend(words);
        column += piece.chars().count() + 1;
    }
    fields
}

fn read_start(rest: &str) -> Result<Setup, PositionError> {
    let seeds = match rest.strip_prefix(':') {
        None if rest.is_empty() => 4,
        Some(digits @ ("1" | "2" | "3" | "4")) => u32::from(digits.as_bytes()[0] - b'0'),
        other => {
            return Err(PositionError::BadStart {
                field: other.unwrap_or(rest).to_owned(),
            });
        }
    };
    Ok(set_up(&[seeds; 12], [0, 0], Player::South))
}

const _: () = assert!(MAX_SEEDS == 4 * 12, "startpos:N takes up to 4 seeds a pit");

/// Empties the pits where the stores show that the game is finished and hold, with the
/// pits, more seeds than there are: then the seeds on the board were counted twice.
fn take_off_what_is_stored(setup: &mut Setup) -> Option<PositionWarning> {
    let most = u32::from(MAX_SEEDS);
    let total = |numbers: &[u32]| numbers.iter().fold(0_u32, |sum, &n| sum.saturating_add(n));
    let on_board = total(setup.rows.as_flattened());
    let stored = total(&setup.stores);
    let seeds = on_board.saturating_add(stored);
    let is_finished = stored == most || setup.stores.iter().any(|&store| store > most / 2);
    if seeds <= most || on_board > most || stored > most || !is_finished {
        return None;
    }
    setup.rows = [[0; PITS_PER_ROW]; 2];
    Some(PositionWarning::CountedTwice { seeds, on_board })
}

#[cfg(test)]
mod tests {
    use super::super::setup::SetupError;
    use super::*;

    fn error(text: &str) -> PositionError {
        text.parse::<Position>().unwrap_err()
    }

    #[test]
    fn canonical_text_reads_back() {
        for text in [
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
            "0-2-12-0-1-0-3-3-0-0-4-0-11-12-N",
            "48-0-0-0-0-0-0-0-0-0-0-0-0-0-S",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
            assert_eq!(position.to_fen().parse(), Ok(position));
            assert_eq!(position.to_openspiel().parse(), Ok(position));
        }
    }

    #[test]
    fn every_form_is_recognised_and_means_the_same_position() {
        for (text, form) in [
            ("startpos", PositionForm::Start),
            ("startpos:4", PositionForm::Start),
            ("4 4 4 4 4 4 4 4 4 4 4 4", PositionForm::TwelveNumbers),
            ("4,4,4,4,4,4, 4,4,4,4,4,4", PositionForm::TwelveNumbers),
            (" 4-4-4-4-4-4-4-4-4-4-4-4 ", PositionForm::TwelveNumbers),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", PositionForm::Canonical),
            (
                "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1",
                PositionForm::Fen,
            ),
            (
                "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S",
                PositionForm::Fen,
            ),
            ("0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4", PositionForm::OpenSpiel),
        ] {
            let read = read_position(text).unwrap();
            assert_eq!(
                (read.position, read.form, read.warning),
                (Position::START, form, None),
                "{text}"
            );
        }
        assert_eq!("startpos:1".parse::<Position>().unwrap().total(), 12);
    }

    #[test]
    fn seeds_that_final_stores_hold_already_are_taken_off_the_board() {
        let read = read_position("1S,5/5,1S 25 23 S 40").unwrap();
        assert_eq!(read.position.to_string(), "0-0-0-0-0-0-0-0-0-0-0-0-25-23-S");
        assert_eq!(
            read.warning,
            Some(PositionWarning::CountedTwice {
                seeds: 50,
                on_board: 2
            })
        );
        // Nobody has won here, so these seeds are simply too many.
        assert_eq!(
            error("20S,5/5,20S 8 9 S"),
            PositionError::Setup(SetupError::TooManySeeds { seeds: 57 })
        );
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        assert_eq!(error(""), PositionError::Empty);
        assert_eq!(error("  "), PositionError::Empty);
        assert_eq!(
            error("4-4-4-4x-4-4-4-4-4-4-4-4-0-0-S"),
            PositionError::NotANumber {
                field: "4x".into(),
                column: 7
            }
        );
        assert_eq!(
            error("4-4--4-4-4-4-4-4-4-4-4-0-0-S"),
            PositionError::NotANumber {
                field: String::new(),
                column: 5
            }
        );
        assert_eq!(
            error("1-2-3-4-5-6-7-8-9-10-11-12-13"),
            PositionError::WrongCount { found: 13 }
        );
        assert_eq!(error("4-4-4-4-4-4-4-4-4-4-4-4-0-0"), PositionError::NoSide);
        assert_eq!(
            error("4-4-4-4-4-4-4-4-4-4-4-4-0-0-W"),
            PositionError::BadSide {
                field: "W".into(),
                column: 29
            }
        );
        assert_eq!(
            error("startpos:5"),
            PositionError::BadStart { field: "5".into() }
        );
        assert!(matches!(
            error("300-0-0-0-0-0-0-0-0-0-0-0-0-0-S"),
            PositionError::Setup(_)
        ));
        assert!(matches!(
            error("99999999999-0-0-0-0-0-0-0-0-0-0-0"),
            PositionError::Setup(SetupError::TooManyInOnePlace { .. })
        ));
        assert!(matches!(
            error("é"),
            PositionError::NotANumber { column: 1, .. }
        ));
    }
}
