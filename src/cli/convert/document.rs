//! The JSON document of a converted game, `oware.convert/1`.
//!
//! It holds what any form can say and what the replay adds: every position, what each move
//! captured, how the game ended, and the warnings. `--to json` writes it as the result;
//! `--format json` writes it beside the text in another form.

use std::path::Path;

use oware::game::{End, Player, Position};
use oware::record::{CheckedRecord, Form, Note, ReadGame, Termination, Warning};
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::output::Over;

#[derive(Serialize)]
pub(crate) struct ConvertDocument {
    schema: &'static str,
    rules: String,
    source: SourceDocument,
    form: &'static str,
    north_order: &'static str,
    tags: Map<String, Value>,
    start: String,
    notes: Vec<NoteDocument>,
    plies: usize,
    moves: Vec<MoveDocument>,
    /// The last position, with gathered seeds in the stores.
    position: String,
    result: Option<String>,
    termination: Option<String>,
    over: Option<Over>,
    warnings: Vec<WarningDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct SourceDocument {
    file: String,
    game: usize,
    line: usize,
}

#[derive(Serialize)]
struct MoveDocument {
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    played: char,
    position: String,
    captured: u8,
    notes: Vec<NoteDocument>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum NoteDocument {
    Comment(String),
    Variation(String),
    Mark(String),
}

#[derive(Serialize)]
struct WarningDocument {
    line: usize,
    column: usize,
    kind: &'static str,
    message: String,
    count: usize,
}

impl ConvertDocument {
    /// `number` is that of the game in its file, from 1.
    pub(super) fn new(game: &ReadGame, file: &str, number: usize, form: Form) -> Self {
        let checked = &game.checked;
        let record = checked.record();
        // Players who agree may agree on another winner than the seeds show.
        let end = checked.game().end().map(|end| End {
            winner: checked.result().map_or(end.winner, |result| result.winner),
            ..end
        });
        let played = checked.game().moves().len();
        Self {
            schema: "oware.convert/1",
            rules: checked.rules().to_string(),
            source: SourceDocument {
                file: file.to_owned(),
                game: number,
                line: game.place.line,
            },
            form: form.word(),
            north_order: game.north_order.word(),
            tags: record
                .tags
                .iter()
                .map(|tag| (tag.name.clone(), Value::String(tag.value.clone())))
                .collect(),
            start: record.start.to_string(),
            notes: notes(&record.before),
            plies: record.plies.len(),
            moves: moves(checked),
            position: shown(checked).to_string(),
            result: checked.result().map(|result| result.claim().to_string()),
            termination: checked
                .termination()
                .map(|termination: Termination| termination.text().to_owned()),
            over: end.map(|end| Over::new(&end, (played > 0).then_some(played))),
            warnings: game.warnings.iter().map(WarningDocument::new).collect(),
            to: None,
            out: None,
            text: None,
        }
    }

    /// Adds the text in the new form, or where it is written.
    pub(super) fn say_what_was_made(&mut self, to: Option<Form>, text: &str, path: Option<&Path>) {
        self.to = Some(to.map_or("json", Form::word));
        self.out = path.map(|path| path.display().to_string());
        self.text = (to.is_some() && path.is_none()).then(|| text.to_owned());
    }
}

impl WarningDocument {
    fn new(warning: &Warning) -> Self {
        Self {
            line: warning.place.line,
            column: warning.place.column,
            kind: warning.kind.word(),
            message: warning.kind.to_string(),
            count: warning.count,
        }
    }
}

fn moves(checked: &CheckedRecord) -> Vec<MoveDocument> {
    let plies = checked.record().plies.iter().zip(checked.steps()).zip(1..);
    plies
        .map(|((ply, step), number)| MoveDocument {
            ply: number,
            side: Player::name(step.mover),
            played: ply.played.letter(step.mover),
            position: step.position.to_string(),
            captured: step.captured,
            notes: notes(&ply.notes),
        })
        .collect()
}

fn notes(notes: &[Note]) -> Vec<NoteDocument> {
    let notes = notes.iter().cloned().map(|note| match note {
        Note::Comment(text) => NoteDocument::Comment(text),
        Note::Variation(text) => NoteDocument::Variation(text),
        Note::Glyph(text) => NoteDocument::Mark(text),
    });
    notes.collect()
}

/// The last position as it is shown: after an end by sharing, with the seeds gathered.
fn shown(checked: &CheckedRecord) -> Position {
    match checked.game().end() {
        Some(end) if checked.moves_after_end() == 0 => end.position,
        _ => checked.last_position(),
    }
}
