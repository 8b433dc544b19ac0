//! Text for positions and moves: one grammar, read here and printed here.
//!
//! A position is `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: `A`..`F`, `a`..`f`, South's store,
//! North's store, side to move. Also read: `startpos`, `startpos:N`, and twelve numbers
//! (South to move, empty stores), all separated by `-`, `,` or spaces. Moves are
//! `A`..`F`, `a`..`f` and `-` for a pass, glued or spaced.

use std::fmt;
use std::str::FromStr;

use super::pit::{MAX_SEEDS, Move, PITS_PER_ROW, Pit, Player};
use super::position::{Position, Setup, SetupError};

/// Why a text is not a position or a line of moves. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
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
    /// The numbers are no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A character is no move.
    #[error("'{found}' at column {column} is not a move; moves are A-F, a-f, and - for a pass")]
    NotAMove {
        /// The character.
        found: char,
        /// Where it stands.
        column: usize,
    },
    /// The letter belongs to the other player.
    #[error("{found} at column {column} is {owner}'s pit, but {to_move} is to move")]
    WrongSide {
        /// The letter.
        found: char,
        /// Where it stands.
        column: usize,
        /// Whose pit it is.
        owner: Player,
        /// Whose turn it is.
        to_move: Player,
    },
}

impl FromStr for Setup {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = text.trim_end();
        if let Some(start) = text.trim_start().strip_prefix("startpos") {
            return start_setup(start);
        }
        let mut fields = fields(text);
        let side = match fields.last() {
            None => return Err(NotationError::Empty),
            Some((_, field)) if field.bytes().all(|byte| byte.is_ascii_digit()) => None,
            Some(_) => fields.pop(),
        };
        let to_move = match side {
            None => None,
            Some((_, "S" | "s")) => Some(Player::South),
            Some((_, "N" | "n")) => Some(Player::North),
            Some((column, field)) => {
                let field = field.to_owned();
                // A lone word, or a number gone wrong where a side cannot stand.
                return Err(if fields.len() == 2 * PITS_PER_ROW + 2 {
                    NotationError::BadSide { field, column }
                } else {
                    NotationError::NotANumber { field, column }
                });
            }
        };
        let numbers = fields
            .iter()
            .map(|&(column, field)| {
                let digits = field.bytes().all(|byte| byte.is_ascii_digit());
                // Too long for a number is too many seeds, which the set-up check says better.
                let number = field.parse().unwrap_or(u32::MAX);
                (digits && !field.is_empty())
                    .then_some(number)
                    .ok_or_else(|| NotationError::NotANumber {
                        field: field.to_owned(),
                        column,
                    })
            })
            .collect::<Result<Vec<u32>, _>>()?;
        let (pits, stores, to_move) = match (numbers.len(), to_move) {
            (12, None) => (&numbers[..], [0, 0], Player::South),
            (14, Some(to_move)) => (&numbers[..12], [numbers[12], numbers[13]], to_move),
            (14, None) => return Err(NotationError::NoSide),
            (found, _) => return Err(NotationError::WrongCount { found }),
        };
        let mut rows = [[0; PITS_PER_ROW]; 2];
        rows.as_flattened_mut().copy_from_slice(pits);
        Ok(Self {
            rows,
            stores,
            to_move,
        })
    }
}

/// The fields with the column each begins at.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let mut fields = Vec::new();
    let mut column = 1;
    // Commas and dashes stand between fields; spaces may surround them or stand alone.
    for piece in text.split(['-', ',']) {
        let words = piece.split_whitespace().collect::<Vec<_>>();
        if words.is_empty() && !text.trim().is_empty() {
            fields.push((column, ""));
        }
        for word in words {
            // `split_whitespace` gives slices of `piece`, so the distance is the place.
            let offset = word.as_ptr() as usize - piece.as_ptr() as usize;
            fields.push((column + piece[..offset].chars().count(), word));
        }
        column += piece.chars().count() + 1;
    }
    fields
}

fn start_setup(rest: &str) -> Result<Setup, NotationError> {
    let seeds = match rest.strip_prefix(':') {
        None if rest.is_empty() => 4,
        Some(digits @ ("1" | "2" | "3" | "4")) => u32::from(digits.as_bytes()[0] - b'0'),
        other => {
            return Err(NotationError::BadStart {
                field: other.unwrap_or(rest).to_owned(),
            });
        }
    };
    Ok(Setup {
        rows: [[seeds; PITS_PER_ROW]; 2],
        stores: [0, 0],
        to_move: Player::South,
    })
}

const _: () = assert!(MAX_SEEDS == 4 * 12, "startpos:N takes up to 4 seeds a pit");

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Self::from_setup(&text.parse::<Setup>()?)?)
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

/// Reads moves, glued or spaced, the first by `to_move`.
///
/// # Errors
///
/// When a character is no move or names a pit of the player whose turn it is not.
///
/// ```
/// use oware::game::{Player, parse_moves};
///
/// assert_eq!(parse_moves("DbEc Ff", Player::South)?.len(), 6);
/// # Ok::<(), oware::game::NotationError>(())
/// ```
pub fn parse_moves(text: &str, mut to_move: Player) -> Result<Vec<Move>, NotationError> {
    let mut moves = Vec::new();
    for (index, found) in text.chars().enumerate() {
        if found.is_whitespace() {
            continue;
        }
        let column = index + 1;
        moves.push(match (found, Pit::from_letter(found)) {
            ('-', _) => Move::Pass,
            (_, None) => return Err(NotationError::NotAMove { found, column }),
            (_, Some((pit, owner))) if owner == to_move => Move::Sow(pit),
            (_, Some((_, owner))) => {
                return Err(NotationError::WrongSide {
                    found,
                    column,
                    owner,
                    to_move,
                });
            }
        });
        to_move = to_move.opposite();
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> NotationError {
        text.parse::<Position>().unwrap_err()
    }

    #[test]
    fn canonical_text_reads_back() {
        for text in [
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
            "0-2-12-0-1-0-3-3-0-0-4-0-11-12-N",
            "48-0-0-0-0-0-0-0-0-0-0-0-0-0-S",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn short_forms_mean_the_same_position() {
        let start = Position::START;
        for text in [
            "startpos",
            "startpos:4",
            "4 4 4 4 4 4 4 4 4 4 4 4",
            "4,4,4,4,4,4, 4,4,4,4,4,4",
            " 4-4-4-4-4-4-4-4-4-4-4-4 ",
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-s",
        ] {
            assert_eq!(text.parse(), Ok(start), "{text}");
        }
        assert_eq!("startpos:1".parse::<Position>().unwrap().total(), 12);
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        assert_eq!(error(""), NotationError::Empty);
        assert_eq!(error("  "), NotationError::Empty);
        assert_eq!(
            error("4-4-4-4x-4-4-4-4-4-4-4-4-0-0-S"),
            NotationError::NotANumber {
                field: "4x".into(),
                column: 7
            }
        );
        assert_eq!(
            error("4-4--4-4-4-4-4-4-4-4-4-0-0-S"),
            NotationError::NotANumber {
                field: String::new(),
                column: 5
            }
        );
        assert_eq!(
            error("1-2-3-4-5-6-7-8-9-10-11-12-13"),
            NotationError::WrongCount { found: 13 }
        );
        assert_eq!(error("4-4-4-4-4-4-4-4-4-4-4-4-0-0"), NotationError::NoSide);
        assert_eq!(
            error("4-4-4-4-4-4-4-4-4-4-4-4-0-0-W"),
            NotationError::BadSide {
                field: "W".into(),
                column: 29
            }
        );
        assert_eq!(
            error("startpos:5"),
            NotationError::BadStart { field: "5".into() }
        );
        assert!(matches!(
            error("300-0-0-0-0-0-0-0-0-0-0-0-0-0-S"),
            NotationError::Setup(_)
        ));
        assert!(matches!(
            error("99999999999-0-0-0-0-0-0-0-0-0-0-0"),
            NotationError::Setup(SetupError::TooManyInOnePlace { .. })
        ));
        assert!(matches!(
            error("é"),
            NotationError::NotANumber { column: 1, .. }
        ));
    }

    #[test]
    fn moves_alternate_and_errors_have_columns() {
        assert_eq!(parse_moves("", Player::South), Ok(vec![]));
        assert_eq!(
            parse_moves("F-", Player::South),
            Ok(vec![Move::Sow(Pit::new(5)), Move::Pass])
        );
        assert_eq!(
            parse_moves("Ff g", Player::South),
            Err(NotationError::NotAMove {
                found: 'g',
                column: 4
            })
        );
        assert_eq!(
            parse_moves("FE", Player::South),
            Err(NotationError::WrongSide {
                found: 'E',
                column: 2,
                owner: Player::South,
                to_move: Player::North
            })
        );
    }
}
