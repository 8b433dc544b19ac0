//! Text for lines of moves.
//!
//! Moves are `A`..`F`, `a`..`f` and `-` for a pass, glued or spaced, and the players move
//! in turn. Positions have a grammar of their own in `position_text`; whole games, with
//! all that people write between the moves, are the business of `record`.

use super::pit::{Move, Pit, Player};

/// Why a text is not a line of moves. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
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
