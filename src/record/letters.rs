//! Letters alone: `DbEcFfDe…`, or `POSITION moves DbEc…`, a game a line.
//!
//! A lower-case first letter after nothing else means that North starts. A position may
//! be in any form, spaces included, so it ends at the word `moves`; one without spaces
//! needs no such word. Letters that are written as a word is, `bad` or `Face`, and cannot
//! have been moved in turn are a word, not moves; so is anything with other characters. A
//! result at the end is taken.

use crate::game::{Move, Pit, Player, Position, read_position};

use super::draft::{Draft, north_starts};
use super::error::RecordErrorKind;
use super::game_record::Claims;
use super::ogn;
use super::place::Offset;
use super::replay::CheckedRecord;
use super::tagged::read_claim;
use super::warning::WarningKind;

/// Reads the game of each line. Empty lines and lines that begin with `#` are none.
pub(crate) fn read(text: &str) -> Vec<Draft> {
    let mut offset = 0;
    let mut games = Vec::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with(['#', '%']) {
            games.push(read_line(line, offset));
        }
        offset += line.len();
    }
    games
}

/// Writes a game on a line.
pub(crate) fn write(checked: &CheckedRecord) -> String {
    let record = checked.record();
    let plies = record.plies.iter().zip(checked.steps());
    let moves: String = plies
        .map(|(ply, step)| ply.played.letter(step.mover))
        .collect();
    let says_who_starts = moves.starts_with(|first: char| first.is_ascii_lowercase());
    if moves.is_empty() {
        return match record.start {
            Position::START => "startpos\n".to_owned(),
            start => format!("{start}\n"),
        };
    }
    if record.start == Position::START || (record.start == north_starts() && says_who_starts) {
        format!("{moves}\n")
    } else {
        format!("{} moves {moves}\n", record.start)
    }
}

/// Whether a word is a position, so that moves may follow.
pub(crate) fn is_position(word: &str) -> bool {
    word.len() > 1 && read_position(word).is_ok()
}

/// Whether a word is a run of moves: of letters of pits that the players can have moved in
/// turn, or that mixes both cases as no word does, so that a slip in a long run is a slip
/// in its place and not the loss of the game.
pub(crate) fn is_run(word: &str) -> bool {
    let are_pits = |word: &str| {
        word.chars()
            .all(|c| c == '-' || Pit::from_letter(c).is_some())
    };
    let rest = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let is_mixed = !rest.is_empty()
        && rest.contains(|c: char| c.is_ascii_uppercase())
        && rest.contains(|c: char| c.is_ascii_lowercase());
    is_in_turn(word) || (is_mixed && are_pits(word))
}

fn is_in_turn(word: &str) -> bool {
    let owner = |letter: char| Pit::from_letter(letter).map(|(_, owner)| owner);
    let mut previous = None;
    !word.is_empty()
        && word.chars().all(|letter| {
            let moved = match (letter, previous) {
                ('-', None) => return true,
                ('-', Some(player)) => Some(Player::opposite(player)),
                _ => owner(letter),
            };
            let in_turn = moved.is_some() && moved != previous;
            previous = moved;
            in_turn
        })
}

fn read_line(line: &str, start: usize) -> Draft {
    let word_start = line.len() - line.trim_start().len();
    let mut draft = Draft::new(Offset(start + word_start));
    let mut words = words(line);
    let moves = words.iter().position(|&(_, word)| word == "moves");
    let position = match moves {
        Some(count) => {
            let ends = words[count].0;
            words.drain(..=count);
            Some(&line[word_start..ends])
        }
        None if is_position(words[0].1) => Some(words.remove(0).1),
        None => None,
    };
    if let Some(text) = position {
        read_start(&mut draft, text.trim());
    }
    for (at, word) in words {
        let offset = Offset(start + at);
        if is_run(word) {
            for (index, letter) in word.char_indices() {
                let (played, owner) = match Pit::from_letter(letter) {
                    Some((pit, owner)) => (Move::Sow(pit), Some(owner)),
                    None => (Move::Pass, None),
                };
                let offset = Offset(offset.0 + index);
                draft.play(played, owner, Claims::default(), offset);
            }
        } else if let Some(claim) = read_claim(word, &ogn::DIALECT) {
            if let Some(claim) = claim {
                draft.claim(claim, offset);
            }
        } else if !is_number(word) {
            let word = word.to_owned();
            draft.warn(offset, WarningKind::Word { word });
        }
    }
    draft.demand_moves("moves are A-F and a-f in turn, as in DbEc");
    draft
}

/// Whether a word numbers the moves.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words that engine protocols put before a position are passed over.
fn read_start(draft: &mut Draft, text: &str) {
    let text = ["position", "fen"].iter().fold(text, |text, word| {
        text.strip_prefix(word).map_or(text, str::trim_start)
    });
    if text.is_empty() {
        return;
    }
    match read_position(text) {
        Ok(read) => {
            draft.start_from(read.position);
            if let Some(warning) = read.warning {
                draft.warn(draft.offset, WarningKind::Start(warning));
            }
        }
        Err(source) => draft.fail(draft.offset, RecordErrorKind::Start { source }),
    }
}

/// The words of a line with the bytes before each.
fn words(line: &str) -> Vec<(usize, &str)> {
    line.split_whitespace()
        // These are slices of `line`, so the distance is the place.
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_moves_are_those_made_in_turn() {
        for word in ["DbEcFf", "b", "-b", "A-B", "A-", "D", "DbEcFDe"] {
            assert!(is_run(word), "{word}");
        }
        for word in [
            "bad", "Face", "A-b", "Dx", "", "DE", "BAd", "25-16", "DbEcx",
        ] {
            assert!(!is_run(word), "{word}");
        }
    }

    #[test]
    fn position_ends_at_the_word_moves_or_at_a_space() {
        for line in [
            "0 | 0 0 | 1 0 0 0 0 2 1 0 0 0 0 0 moves Fa",
            "position fen 1-0-0-0-0-2-1-0-0-0-0-0-0-0-S moves Fa",
            "1-0-0-0-0-2-1-0-0-0-0-0-0-0-S Fa",
            "1-0-0-0-0-2-1-0-0-0-0-0-0-0-S F a",
        ] {
            let game = &read(line)[0];
            assert_eq!(game.record.start.total(), 4, "{line}");
            assert_eq!(game.record.plies.len(), 2, "{line}");
        }
    }
}
