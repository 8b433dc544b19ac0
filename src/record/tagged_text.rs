//! Writing games with tags, strictly: each datum once, in one order, in one spelling.
//!
//! What is derived is written from the replay and not from what the record claimed:
//! captures, result, termination. `Rules` always stands there, because a record without it
//! can be read by other rules; `SetUp` and `FEN` stand there when the game does not start
//! as usual. So what is written reads back as the same game, and prints the same.

use crate::game::{Player, Position};

use super::game_record::{Note, Tag};
use super::replay::{CheckedRecord, FinalResult};
use super::tagged::one_line;

/// How a form writes its parts.
pub(crate) struct Layout<'a> {
    /// Tags that come first, in this order, if there are any; the players are `South` and `North`.
    pub(crate) roster: &'a [&'a str],
    /// The tags that name the players, South first.
    pub(crate) players: [&'a str; 2],
    /// The position for the `FEN` tag.
    pub(crate) fen: fn(&Position) -> String,
    /// The word of the ply with an index.
    pub(crate) played: fn(&CheckedRecord, usize) -> String,
    /// The result.
    pub(crate) result: fn(FinalResult) -> String,
    /// The longest line of moves, in characters.
    pub(crate) width: Option<usize>,
}

/// Writes a game: tags, an empty line, moves and result.
pub(crate) fn write(checked: &CheckedRecord, layout: &Layout<'_>) -> String {
    let result = checked
        .result()
        .map_or_else(|| "*".to_owned(), layout.result);
    let mut text = tags(checked, layout, &result);
    text.push('\n');
    let mut words = before_moves(checked);
    for (index, ply) in checked.record().plies.iter().enumerate() {
        words.extend(number(checked, index));
        let mut word = (layout.played)(checked, index);
        let mut notes = ply.notes.iter();
        if let Some(Note::Glyph(glyph)) = ply.notes.first()
            && glyph.starts_with(['!', '?'])
        {
            word.push_str(glyph);
            notes.next();
        }
        words.push(word);
        words.extend(notes.map(note));
    }
    words.push(result);
    fill(&mut text, &words, layout.width);
    text
}

fn tags(checked: &CheckedRecord, layout: &Layout<'_>, result: &str) -> String {
    let record = checked.record();
    let is_first = |tag: &Tag| {
        let mut roster = layout.roster.iter();
        roster.any(|name| name.eq_ignore_ascii_case(&tag.name))
    };
    let mut text = String::new();
    for name in layout.roster {
        if let Some(value) = record.tag(name) {
            let player = Player::ALL
                .iter()
                .position(|player| player.to_string() == *name);
            write_tag(
                &mut text,
                player.map_or(name, |side| layout.players[side]),
                value,
            );
        }
    }
    write_tag(&mut text, "Result", result);
    write_tag(&mut text, "Rules", &checked.rules().to_string());
    if record.start != Position::START {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &(layout.fen)(&record.start));
    }
    if let Some(termination) = checked.termination() {
        write_tag(&mut text, "Termination", termination.text());
    }
    if let Some(FinalResult {
        seeds: [south, north],
        winner: Some(winner),
    }) = checked.result()
    {
        let is_ahead = match winner {
            Player::South => south > north,
            Player::North => north > south,
        };
        if !is_ahead || record.winner.is_some() {
            write_tag(&mut text, "Winner", &winner.to_string());
        }
    }
    for tag in record.tags.iter().filter(|tag| !is_first(tag)) {
        write_tag(&mut text, &tag.name, &tag.value);
    }
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value
        .replace(['\n', '\r'], " ")
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

fn before_moves(checked: &CheckedRecord) -> Vec<String> {
    checked.record().before.iter().map(note).collect()
}

/// The number before each move of South, and before the first move.
fn number(checked: &CheckedRecord, index: usize) -> Option<String> {
    let north_first = checked.record().start.to_move() == Player::North;
    let number = (index + usize::from(north_first)) / 2 + 1;
    match checked.steps()[index].mover {
        Player::South => Some(format!("{number}.")),
        Player::North if index == 0 => Some(format!("{number}...")),
        Player::North => None,
    }
}

fn note(note: &Note) -> String {
    match note {
        // No bracket can be written inside a comment that would end it.
        Note::Comment(text) => format!("{{{}}}", one_line(&text.replace('}', ")"))),
        Note::Variation(text) => format!("({})", one_line(text)),
        Note::Glyph(glyph) => glyph.clone(),
    }
}

fn fill(text: &mut String, words: &[String], width: Option<usize>) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        let fits = width.is_none_or(|width| column + 1 + length <= width);
        if column > 0 && fits {
            text.push(' ');
            column += 1;
        } else if column > 0 {
            text.push('\n');
            column = 0;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}
