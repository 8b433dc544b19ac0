//! CodinGame's lists: `3 1 4 2 5 5 3 4 0 3 2 0 1 0 5`, a game a line.
//!
//! A number is the pit from 0 to 5, from the mover's left. Bots print one number a line;
//! a text with no more than one on any line is therefore one game. The list does not say
//! who starts nor from where, so only games from the usual start are written.

use crate::game::{Move, Pit, Position};

use super::draft::Draft;
use super::error::{RecordErrorKind, WriteError};
use super::form::Form;
use super::game_record::Claims;
use super::place::Offset;
use super::replay::CheckedRecord;
use super::tokens::{Token, tokens};
use super::warning::WarningKind;

/// The longest game that the site lets bots play.
const MOST_PLIES: usize = 200;

/// What a move looks like.
const PITS: &str = "pits are 0 to 5 from the mover's left";

/// Reads the game of each line, or the one game of all lines.
pub(crate) fn read(text: &str) -> Vec<Draft> {
    let tokens = tokens(text);
    let line_of = |offset: Offset, since: usize| text[since..offset.0].contains('\n');
    let mut lines: Vec<Vec<(Token<'_>, Offset)>> = Vec::new();
    let mut end_of_last = 0;
    for (token, offset) in tokens {
        match lines.last_mut() {
            Some(line) if !line_of(offset, end_of_last) => line.push((token, offset)),
            _ => lines.push(vec![(token, offset)]),
        }
        end_of_last = offset.0;
    }
    if lines.iter().all(|line| line.len() == 1) && !lines.is_empty() {
        lines = vec![lines.into_iter().flatten().collect()];
    }
    lines.into_iter().map(read_game).collect()
}

/// Writes a game on a line.
pub(crate) fn write(checked: &CheckedRecord) -> Result<String, WriteError> {
    let form = Form::CodinGame;
    let record = checked.record();
    let plies = record.plies.len();
    if record.start != Position::START {
        let start = record.start;
        return Err(WriteError::Start { start, form });
    }
    if plies == 0 {
        return Err(WriteError::NoMoves { form });
    }
    if plies > MOST_PLIES {
        let limit = MOST_PLIES;
        return Err(WriteError::TooLong { plies, limit, form });
    }
    let mut numbers = Vec::with_capacity(plies);
    for (ply, number) in record.plies.iter().zip(1..) {
        match ply.played {
            Move::Sow(pit) => numbers.push(pit.index().to_string()),
            Move::Pass => return Err(WriteError::Pass { ply: number, form }),
        }
    }
    Ok(numbers.join(" ") + "\n")
}

/// The pit that a number names.
pub(crate) fn pit(word: &str) -> Option<Pit> {
    match word.as_bytes() {
        [digit @ b'0'..=b'5'] => Some(Pit::new(digit - b'0')),
        _ => None,
    }
}

fn read_game(line: Vec<(Token<'_>, Offset)>) -> Draft {
    let mut draft = Draft::new(line[0].1);
    for (token, offset) in line {
        match token {
            Token::Word(word) => {
                // Lists are often separated by commas.
                for piece in word.split(',').filter(|piece| !piece.is_empty()) {
                    let at = piece.as_ptr() as usize - word.as_ptr() as usize;
                    read_number(&mut draft, piece, Offset(offset.0 + at));
                }
            }
            // Lists of programs come in brackets.
            Token::BadTag(text) => {
                for piece in text.split([',', '[', ']', ' ']) {
                    let at = piece.as_ptr() as usize - text.as_ptr() as usize;
                    if !piece.is_empty() {
                        read_number(&mut draft, piece, Offset(offset.0 + at));
                    }
                }
            }
            Token::Stray(bracket) => draft.warn(offset, WarningKind::Stray { bracket }),
            Token::Tag(name, _) => word_left_out(&mut draft, name, offset),
            Token::Comment(text) | Token::Variation(text) | Token::Unclosed(_, text) => {
                word_left_out(&mut draft, text, offset);
            }
            Token::Number(number) => word_left_out(&mut draft, &format!("{number}."), offset),
        }
    }
    draft.demand_moves(PITS);
    draft
}

fn read_number(draft: &mut Draft, word: &str, offset: Offset) {
    if let Some(pit) = pit(word) {
        draft.play(Move::Sow(pit), None, Claims::default(), offset);
    } else if word
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-')
    {
        let error = RecordErrorKind::NotAMove {
            word: word.to_owned(),
            expected: PITS,
        };
        draft.fail(offset, error);
    } else {
        word_left_out(draft, word, offset);
    }
}

fn word_left_out(draft: &mut Draft, word: &str, offset: Offset) {
    let word = word.to_owned();
    draft.warn(offset, WarningKind::Word { word });
}
