//! Texts in, checked games out; checked games in, texts out.
//!
//! Reading goes in three steps, each of which can say what is wrong: bytes to text (`encoding`), text
//! to drafts in the form that was recognised, drafts to checked records by replaying. A
//! game that cannot be read takes no other game of the same text with it.

use crate::game::{Player, Position, Rules, legal_moves};

use super::audit::{FaultAt, faults};
use super::draft::Draft;
use super::encoding::{Foreign, decode};
use super::error::{RecordError, RecordErrorKind, WriteError};
use super::form::{Form, NorthOrder};
use super::game_record::Record;
use super::north_order::{is_mirrored, mirrored};
use super::place::{Lines, Offset, TextPlace};
use super::recognise::recognise;
use super::replay::{CheckedRecord, IllegalPly, replay};
use super::warning::{Warning, WarningKind};
use super::{codingame, letters, manqala, ogn, playstrategy};

/// How to read, where the text leaves it open or is not to be believed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Rules that override those of the record; without either it is `abapa`.
    pub rules: Option<Rules>,
    /// The order of North's letters; found out if not given.
    pub north_order: Option<NorthOrder>,
}

/// The games of a text.
#[derive(Debug)]
pub struct ReadText {
    /// The form that was recognised.
    pub form: Form,
    /// Its games, each read or not.
    pub games: Vec<Result<ReadGame, RecordError>>,
}

/// A game that was read.
#[derive(Debug)]
pub struct ReadGame {
    /// The game, replayed.
    pub checked: CheckedRecord,
    /// Which way North's letters were read.
    pub north_order: NorthOrder,
    /// Where it begins.
    pub place: TextPlace,
    /// What is wrong with it, by place; one of each kind.
    pub warnings: Vec<Warning>,
}

/// Reads every game of a text, in whatever form it is.
///
/// # Errors
///
/// When the text is empty or looks like no record; a game with a fault of its own is an
/// error in its place.
///
/// ```
/// use oware::record::{Form, ReadOptions, read, write};
///
/// let text = read("1. D b 2. E c 3. F f 4. D e+5", &ReadOptions::default())?;
/// assert_eq!(text.form, Form::Ogn);
/// let game = text.games[0].as_ref().unwrap();
/// assert_eq!(write(&game.checked, Form::Letters).unwrap(), "DbEcFfDe\n");
/// # Ok::<(), oware::record::RecordError>(())
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<ReadText, RecordError> {
    read_with_foreign(text, &[], options)
}

/// Reads every game of a file, as [`read()`] does of its text; a game with bytes that are no
/// UTF-8 is warned of.
///
/// # Errors
///
/// Those of [`decode()`] and [`read()`].
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<ReadText, RecordError> {
    let decoded = decode(bytes)?;
    read_with_foreign(decoded.text(), decoded.foreign(), options)
}

fn read_with_foreign(
    text: &str,
    mut foreign: &[Foreign],
    options: &ReadOptions,
) -> Result<ReadText, RecordError> {
    let lines = Lines::new(text);
    let content = text.len() - text.trim_start().len();
    let error = |kind| RecordError {
        place: lines.place(Offset(content)),
        kind,
    };
    if content == text.len() {
        return Err(error(RecordErrorKind::Empty));
    }
    let form = recognise(text).ok_or_else(|| error(RecordErrorKind::Unrecognised))?;
    let mut drafts = match form {
        Form::Ogn => ogn::read(text),
        Form::Letters => letters::read(text),
        Form::PlayStrategy => playstrategy::read(text),
        Form::CodinGame => codingame::read(text),
        Form::Manqala => manqala::read(text),
    };
    // A game reaches to the next one, the first one back to the beginning.
    let ends: Vec<_> = drafts.iter().skip(1).map(|next| next.offset).collect();
    let ends = ends.into_iter().chain([Offset(text.len())]);
    for (draft, end) in drafts.iter_mut().zip(ends) {
        let own = foreign.partition_point(|found| found.offset < end);
        for found in &foreign[..own] {
            let Foreign { byte, read_as, .. } = *found;
            draft.warn(found.offset, WarningKind::Encoding { byte, read_as });
        }
        foreign = &foreign[own..];
    }
    let games = drafts
        .into_iter()
        .map(|draft| finish(draft, form, options, &lines))
        .collect();
    Ok(ReadText { form, games })
}

/// Writes a game, strictly, with a line feed at its end.
///
/// # Errors
///
/// When the form cannot hold the moves of the game; what it has no place for besides, such
/// as tags or comments, is left out.
pub fn write(checked: &CheckedRecord, form: Form) -> Result<String, WriteError> {
    match form {
        Form::Ogn => Ok(ogn::write(checked)),
        Form::Letters => Ok(letters::write(checked)),
        Form::PlayStrategy => playstrategy::write(checked),
        Form::CodinGame => codingame::write(checked),
        Form::Manqala => manqala::write(checked),
    }
}

fn finish(
    mut draft: Draft,
    form: Form,
    options: &ReadOptions,
    lines: &Lines<'_>,
) -> Result<ReadGame, RecordError> {
    let failed = |offset, kind| RecordError {
        place: lines.place(offset),
        kind,
    };
    if let Some((offset, kind)) = draft.error {
        return Err(failed(offset, kind));
    }
    let rules =
        settle_rules(&mut draft, options.rules).map_err(|(offset, kind)| failed(offset, kind))?;
    let north_order = settle_north_order(&mut draft, form, rules, options.north_order);
    let record = std::mem::replace(&mut draft.record, Record::new(Position::START));
    let checked = replay(record, rules).map_err(
        |IllegalPly {
             index,
             source,
             over,
         }| {
            let ply = index + 1;
            failed(
                draft.plies[index],
                RecordErrorKind::Illegal { ply, source, over },
            )
        },
    )?;
    if let Some((letter, owner, offset)) = draft.wrong_side {
        return Err(failed(offset, wrong_side(&checked, letter, owner)));
    }
    let last_result = draft.results.pop();
    // The replay judged the last result that is given; the others say the same or are wrong.
    for &(claim, offset) in &draft.results {
        if let Some(kind) = checked.fault_of(claim) {
            draft.warnings.add(offset, kind);
        }
    }
    for (at, kind) in faults(&checked) {
        let offset = match at {
            FaultAt::Ply(index) => draft.plies.get(index).copied(),
            FaultAt::Result => last_result.map(|(_, offset)| offset),
            FaultAt::Termination => Some(draft.termination),
        };
        draft.warnings.add(offset.unwrap_or(draft.offset), kind);
    }
    Ok(ReadGame {
        checked,
        north_order,
        place: lines.place(draft.offset),
        warnings: draft.warnings.placed(|offset| lines.place(offset)),
    })
}

/// The rules to read by: those asked for, those named, or the usual ones.
fn settle_rules(
    draft: &mut Draft,
    asked: Option<Rules>,
) -> Result<Rules, (Offset, RecordErrorKind)> {
    let rules = match (asked, &draft.rules) {
        (None, None) => Rules::default(),
        (None, Some(named)) => match &named.rules {
            Ok(rules) => *rules,
            Err(source) => {
                let source = source.clone();
                return Err((named.offset, RecordErrorKind::Rules { source }));
            }
        },
        (Some(asked), None) => asked,
        (Some(asked), Some(named)) => {
            if named.rules != Ok(asked) {
                let kind = WarningKind::OtherRules {
                    named: named.name.clone(),
                    used: asked,
                };
                let offset = named.offset;
                draft.warnings.add(offset, kind);
            }
            asked
        }
    };
    draft.record.rules = match asked {
        Some(asked) => Some(asked),
        None => draft.rules.as_ref().map(|_| rules),
    };
    Ok(rules)
}

fn settle_north_order(
    draft: &mut Draft,
    form: Form,
    rules: Rules,
    asked: Option<NorthOrder>,
) -> NorthOrder {
    if !form.has_letters() || asked == Some(NorthOrder::Sowing) {
        return NorthOrder::Sowing;
    }
    let other = mirrored(&draft.record);
    if asked == Some(NorthOrder::Mirrored) || is_mirrored(&draft.record, &other, rules) {
        draft.record = other;
        return NorthOrder::Mirrored;
    }
    NorthOrder::Sowing
}

fn wrong_side(checked: &CheckedRecord, letter: char, owner: Player) -> RecordErrorKind {
    let position = checked.last_position();
    let legal = legal_moves(position.board(), checked.rules());
    RecordErrorKind::WrongSide {
        ply: checked.steps().len() + 1,
        letter,
        owner,
        position,
        legal: legal
            .map(|played| played.letter(position.to_move()))
            .collect(),
    }
}
