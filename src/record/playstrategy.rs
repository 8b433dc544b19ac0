//! The export of PlayStrategy: `1. d1e2 e2a1 2. e1c2 d2c1 …`, with outcomes as results.
//!
//! Squares are named as South sees the board: row 1 is South's, `a1` to `f1` for `A` to
//! `F`; row 2 lies above it and is named from left to right too, so that North's first pit
//! `a` is `f2` and his last, `f`, is `a2`. The second square is where the last seed falls.
//! There is no sign for a pass.

use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::one_of;

use crate::game::{Move, PITS_PER_ROW, Pit, Player, Position};

use super::draft::Draft;
use super::error::WriteError;
use super::form::Form;
use super::game_record::{Claim, Claims, Landing};
use super::replay::CheckedRecord;
use super::tagged::{self, Dialect, WordMove};
use super::tagged_text::{self, Layout};

/// How PlayStrategy says things.
pub(crate) const DIALECT: Dialect = Dialect {
    played,
    has_outcomes: true,
    plain_variant: Some("playstrategy"),
};

const ROSTER: [&str; 7] = [
    "Event", "Site", "Date", "Round", "South", "North", "Variant",
];

/// Reads every game of a text.
pub(crate) fn read(text: &str) -> Vec<Draft> {
    tagged::read(text, &DIALECT)
}

/// Writes a game, unless somebody passes in it.
pub(crate) fn write(checked: &CheckedRecord) -> Result<String, WriteError> {
    let passes = |step: &super::replay::Step| step.landing.is_none();
    if let Some(index) = checked.steps().iter().position(passes) {
        return Err(WriteError::Pass {
            ply: index + 1,
            form: Form::PlayStrategy,
        });
    }
    Ok(tagged_text::write(
        checked,
        &Layout {
            roster: &ROSTER,
            players: ["P1", "P2"],
            fen: Position::to_fen,
            played: write_ply,
            result: |result| Claim::Winner(result.winner).to_string(),
            width: None,
        },
    ))
}

fn write_ply(checked: &CheckedRecord, index: usize) -> String {
    let step = checked.steps()[index];
    match (checked.record().plies[index].played, step.landing) {
        (Move::Sow(pit), Some((last, row))) => {
            format!("{}{}", square(pit, step.mover), square(last, row))
        }
        (Move::Pass, _) | (_, None) => "--".to_owned(),
    }
}

fn square(pit: Pit, owner: Player) -> String {
    let (column, row) = match owner {
        Player::South => (pit.index(), 1),
        Player::North => (PITS_PER_ROW - 1 - pit.index(), 2),
    };
    format!("{}{row}", Pit::ALL[column].letter(Player::North))
}

/// Reads `d1e2`.
pub(crate) fn played(word: &str) -> Option<WordMove> {
    let ((pit, owner), (last, row)) = (read_square, read_square).parse(word).ok()?;
    let landing = Landing {
        pit: last,
        row: Some(row),
    };
    Some(WordMove {
        played: Move::Sow(pit),
        owner: Some(owner),
        claims: Claims {
            landing: Some(landing),
            ..Claims::default()
        },
    })
}

fn read_square(input: &mut &str) -> Result<(Pit, Player), EmptyError> {
    let (column, row) = (one_of('a'..='f'), one_of(['1', '2'])).parse_next(input)?;
    let index = u32::from(column) as usize - 'a' as usize;
    Ok(match row {
        '1' => (Pit::ALL[index], Player::South),
        _ => (Pit::ALL[PITS_PER_ROW - 1 - index], Player::North),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_two_is_named_from_left_to_right() {
        let read = played("e2a1").unwrap();
        assert_eq!(
            (read.played, read.owner),
            (Move::Sow(Pit::new(1)), Some(Player::North))
        );
        let landing = read.claims.landing.unwrap();
        assert_eq!(
            (landing.pit, landing.row),
            (Pit::new(0), Some(Player::South))
        );
        for player in Player::ALL {
            for pit in Pit::ALL {
                assert_eq!(
                    read_square.parse(square(pit, player).as_str()).ok(),
                    Some((pit, player))
                );
            }
        }
        assert!(played("d1").is_none() && played("g1a1").is_none() && played("a3a1").is_none());
    }
}
