//! OGN, the notation of Aualé: `[South "…"]`, then `1. D b 2. E c 3. F f 4. D e+5 … 25-16`.
//!
//! A move is one letter, `+n` after it the seeds it captured; the result is in seeds. Aualé
//! itself takes every letter from A to F outside brackets for a move; here only a letter
//! that stands alone is one, so that a word among the moves is a word. Lines are filled to
//! 79 characters, as Aualé does it.

use winnow::ascii::digit1;
use winnow::combinator::{alt, opt, preceded};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::any;

use crate::game::{Move, Pit};

use super::draft::Draft;
use super::game_record::Claims;
use super::replay::CheckedRecord;
use super::tagged::{self, Dialect, WordMove};
use super::tagged_text::{self, Layout};

/// How OGN says things.
pub(crate) const DIALECT: Dialect = Dialect {
    played,
    has_outcomes: false,
    plain_variant: None,
};

const ROSTER: [&str; 7] = [
    "Variant", "Event", "Site", "Date", "Round", "South", "North",
];

/// Reads every game of a text.
pub(crate) fn read(text: &str) -> Vec<Draft> {
    tagged::read(text, &DIALECT)
}

/// Writes a game.
pub(crate) fn write(checked: &CheckedRecord) -> String {
    tagged_text::write(
        checked,
        &Layout {
            roster: &ROSTER,
            players: ["South", "North"],
            fen: ToString::to_string,
            played: write_ply,
            result: |result| result.claim().to_string(),
            width: Some(79),
        },
    )
}

fn write_ply(checked: &CheckedRecord, index: usize) -> String {
    let step = checked.steps()[index];
    let letter = checked.record().plies[index].played.letter(step.mover);
    match step.captured {
        0 => letter.to_string(),
        captured => format!("{letter}+{captured}"),
    }
}

/// Reads `D`, `e+5` or `-`.
pub(crate) fn played(word: &str) -> Option<WordMove> {
    let letter = any::<_, EmptyError>.verify_map(|letter: char| Pit::from_letter(letter));
    let pit = letter.map(|(pit, owner)| (Move::Sow(pit), Some(owner)));
    let pass = '-'.value((Move::Pass, None));
    let captured = opt(preceded('+', digit1.parse_to()));
    let ((played, owner), captured) = (alt((pit, pass)), captured).parse(word).ok()?;
    let claims = Claims {
        captured,
        ..Claims::default()
    };
    Some(WordMove {
        played,
        owner,
        claims,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_letter_alone_is_a_move() {
        for word in ["D", "e+5", "-", "f+48"] {
            assert!(played(word).is_some(), "{word}");
        }
        for word in ["Db", "bad", "g", "e+", "e5", "--", "", "+5", "é"] {
            assert!(played(word).is_none(), "{word}");
        }
    }
}
