//! Games of the Manqala wiki: `42 21 54 33 66 61 45 56 (5) 13 (5) 46 (12) …`.
//!
//! A move is the pit and the pit where the last seed falls, each from 1 to 6 from its
//! owner's left; after a capture the mover's total stands in brackets, not what the move
//! gained. A game ends at an empty line, as these games are broken into lines by hand.
//! There is no sign for a pass or for another start.

use crate::game::{Move, Pit, Position};

use super::draft::Draft;
use super::error::{RecordErrorKind, WriteError};
use super::form::Form;
use super::game_record::{Claims, Landing, Note};
use super::ogn;
use super::place::Offset;
use super::replay::CheckedRecord;
use super::tagged::{one_line, read_claim};
use super::tokens::{Token, tokens};
use super::warning::WarningKind;

/// What a move looks like.
const PAIRS: &str = "a move is two digits from 1 to 6, the pit and the end pit";

/// Reads the game of each paragraph.
pub(crate) fn read(text: &str) -> Vec<Draft> {
    let mut games: Vec<Draft> = Vec::new();
    let mut end_of_last = 0;
    for (token, offset) in tokens(text) {
        let between = &text[end_of_last..offset.0];
        // The last word itself ends in no line feed, so two of them are an empty line.
        if games.is_empty() || between.matches('\n').count() > 1 {
            games.push(Draft::new(offset));
        }
        if let Some(draft) = games.last_mut() {
            take(draft, token, offset);
        }
        end_of_last = offset.0;
    }
    for draft in &mut games {
        draft.demand_moves(PAIRS);
    }
    games
}

/// Writes a game on a line.
pub(crate) fn write(checked: &CheckedRecord) -> Result<String, WriteError> {
    let form = Form::Manqala;
    let record = checked.record();
    if record.start != Position::START {
        let start = record.start;
        return Err(WriteError::Start { start, form });
    }
    if record.plies.is_empty() {
        return Err(WriteError::NoMoves { form });
    }
    let mut words = Vec::new();
    for ((ply, step), number) in record.plies.iter().zip(checked.steps()).zip(1..) {
        let (Move::Sow(pit), Some((last, _))) = (ply.played, step.landing) else {
            return Err(WriteError::Pass { ply: number, form });
        };
        words.push(format!("{}{}", pit.index() + 1, last.index() + 1));
        if step.captured > 0 {
            words.push(format!("({})", step.position.store(step.mover)));
        }
    }
    Ok(words.join(" ") + "\n")
}

/// The pit and the end pit that a pair of digits names.
pub(crate) fn pits(word: &str) -> Option<(Pit, Pit)> {
    match word.as_bytes() {
        [from @ b'1'..=b'6', to @ b'1'..=b'6'] => {
            Some((Pit::new(from - b'1'), Pit::new(to - b'1')))
        }
        _ => None,
    }
}

fn take(draft: &mut Draft, token: Token<'_>, offset: Offset) {
    let left_out = |draft: &mut Draft, word: &str| {
        let word = word.to_owned();
        draft.warn(offset, WarningKind::Word { word });
    };
    match token {
        Token::Word(word) => {
            if let Some((pit, last)) = pits(word) {
                let landing = Landing {
                    pit: last,
                    row: None,
                };
                let claims = Claims {
                    landing: Some(landing),
                    ..Claims::default()
                };
                draft.play(Move::Sow(pit), None, claims, offset);
            } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
                let error = RecordErrorKind::NotAMove {
                    word: word.to_owned(),
                    expected: PAIRS,
                };
                draft.fail(offset, error);
            } else if let Some(claim) = read_claim(word, &ogn::DIALECT) {
                if let Some(claim) = claim {
                    draft.claim(claim, offset);
                }
            } else {
                left_out(draft, word);
            }
        }
        Token::Variation(text) => match (text.trim().parse(), draft.record.plies.last_mut()) {
            (Ok(total), Some(ply)) if ply.claims.total.is_none() => {
                ply.claims.total = Some(total);
            }
            _ => draft.note(Note::Variation(one_line(text))),
        },
        Token::Comment(text) => draft.note(Note::Comment(one_line(text))),
        Token::Number(_) => {}
        Token::Tag(text, _) | Token::BadTag(text) => left_out(draft, text),
        Token::Unclosed(bracket, _) => draft.warn(offset, WarningKind::Unclosed { bracket }),
        Token::Stray(bracket) => draft.warn(offset, WarningKind::Stray { bracket }),
    }
}
