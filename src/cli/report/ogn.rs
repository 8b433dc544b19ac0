//! The game as it was written, with marks, sentences and best lines put in; it reads back
//! as the same game.
//!
//! What stood in the record stays. A mark goes to the move, a sentence in braces says what
//! it lost and why, a variation shows what should have been played. Nothing is added
//! twice, so that a game which was judged before does not grow.

use oware::analysis::{JudgedGame, JudgedPly};
use oware::game::Move;
use oware::record::{CheckedRecord, Form, Note, Record, WriteError, write};

use super::super::messages::Messages;
use super::{GameReport, PositionReport, words};

/// Plies of a variation.
const SHOWN_PLIES: usize = 12;

/// The annotated game.
///
/// # Errors
///
/// None that OGN knows; it can write every game.
pub(crate) fn game(report: &GameReport, messages: &Messages) -> Result<String, WriteError> {
    let judged = &report.judged;
    let notes = annotated(judged, messages);
    write(&judged.checked.clone().with_notes_of(&notes), Form::Ogn)
}

/// The game that came to a position, with a variation for each move from it.
///
/// # Errors
///
/// As [`game`].
pub(crate) fn position(report: &PositionReport, messages: &Messages) -> Result<String, WriteError> {
    let game = &report.game;
    let checked = CheckedRecord::from_game(game);
    let mut record = checked.record().clone();
    let notes = match record.plies.last_mut() {
        Some(last) => &mut last.notes,
        None => &mut record.before,
    };
    for ply in &report.moves {
        let follow = std::iter::once(ply.played).chain(ply.reply_line.iter().copied());
        let shown: Vec<Move> = follow.take(SHOWN_PLIES).collect();
        let first = game.start().to_move();
        let line = words::line(ply.before, &shown, game.rules(), first, ply.number);
        let worth = ply.judgement.after.value.map(words::signed);
        let worth = worth.unwrap_or_else(|| messages.text("kind-none"));
        let kind = words::kind(ply.judgement.yardstick, messages);
        let mut said = format!("{line} {{{worth}, {kind}");
        for part in [
            ply.class().mark().unwrap_or_default().to_owned(),
            words::reasons(ply, messages),
        ] {
            if !part.is_empty() {
                said = format!("{said}; {part}");
            }
        }
        notes.push(Note::Variation(format!("{said}}}")));
    }
    write(&checked.with_notes_of(&record), Form::Ogn)
}

fn annotated(judged: &JudgedGame, messages: &Messages) -> Record {
    let mut record = judged.checked.record().clone();
    let mut head = vec![words::result(judged, messages)];
    if judged.turning_point.is_some() {
        head.push(words::turning_point(judged, messages));
    }
    add(&mut record.before, Note::Comment(head.join("; ")));
    for (noted, ply) in record.plies.iter_mut().zip(&judged.plies) {
        if let Some(mark) = ply.class().mark().filter(|_| ply.class().is_error()) {
            let mark = Note::Glyph(mark.to_owned());
            if !noted.notes.contains(&mark) {
                // A mark stands at the move, so before all else.
                noted.notes.insert(0, mark);
            }
        }
        if let Some(sentence) = sentence(ply, messages) {
            add(&mut noted.notes, Note::Comment(sentence));
        }
        if ply.class().is_error() {
            let shown = &ply.best_line[..ply.best_line.len().min(SHOWN_PLIES)];
            let first = judged.start().to_move();
            let line = words::line(ply.before, shown, judged.rules(), first, ply.number);
            if !line.is_empty() {
                add(&mut noted.notes, Note::Variation(line));
            }
        }
    }
    record
}

fn add(notes: &mut Vec<Note>, note: Note) {
    if !notes.contains(&note) {
        notes.push(note);
    }
}

/// What is said of a move that lost something or of which there is a reason to speak.
fn sentence(ply: &JudgedPly, messages: &Messages) -> Option<String> {
    let mut parts = Vec::new();
    let judgement = &ply.judgement;
    if ply.class().is_error()
        && let (Some(before), Some(after)) = (judgement.before.value, judgement.after.value)
    {
        parts.push(format!(
            "{}: {} > {} ({})",
            messages.text(&format!("class-{}", ply.class().word())),
            words::signed(before),
            words::signed(after),
            words::kind(judgement.yardstick, messages)
        ));
    }
    let reasons = words::reasons(ply, messages);
    if !reasons.is_empty() {
        parts.push(reasons);
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
