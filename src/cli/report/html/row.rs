//! A move as the page shows it: one row of the table and, beneath it, its board.

use oware::analysis::{JudgedPly, Yardstick};
use oware::game::{Move, Player, Position, Rules, Score};
use oware::record::Note;
use serde::Serialize;

use super::super::super::messages::Messages;
use super::super::words;
use super::super::words::plain;
use super::board::{Figure, Sowing, counts};

/// Plies of a line that are shown.
const SHOWN_PLIES: usize = 10;

/// A move, or the position before all moves, in words.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Moves made, from 0.
    plies: usize,
    /// What the board beneath the row shows.
    caption: String,
    figure: Figure,
    #[serde(rename = "move")]
    played: Option<Played>,
    /// The board as the script draws it.
    #[serde(skip)]
    pub(crate) counts: Vec<u8>,
    /// The pit that was sown.
    #[serde(skip)]
    pub(crate) from: Option<usize>,
}

/// What is said of a move.
#[derive(Clone, Debug, Serialize)]
struct Played {
    side: &'static str,
    class: &'static str,
    /// What the class is called.
    class_word: String,
    is_error: bool,
    /// The move, with what it captured.
    name: String,
    mark: &'static str,
    before: String,
    after: String,
    loss: String,
    kind: String,
    is_exact: bool,
    best: String,
    notes: String,
    /// What the record says of it.
    comments: Vec<String>,
    way: Option<String>,
    taken: Option<String>,
    choices: Vec<Choice>,
    best_line: String,
    /// What follows a move that lost something.
    follow: String,
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, Serialize)]
struct Choice {
    letter: char,
    value: String,
    is_best: bool,
}

/// What all moves of a page have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Telling<'a> {
    pub(crate) rules: Rules,
    /// Who began the game, which numbers the lines.
    pub(crate) first: Player,
    pub(crate) messages: &'a Messages,
}

impl Row {
    /// The position before all moves.
    pub(crate) fn start(position: &Position, messages: &Messages) -> Self {
        Self {
            plies: 0,
            caption: messages.text("html-start"),
            figure: Figure::new(position, None, messages),
            played: None,
            counts: counts(position),
            from: None,
        }
    }

    /// The names of the drawings on its board.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.figure.ids()
    }
}

impl Telling<'_> {
    /// A move as the `plies`-th row, with what the record says beside it.
    pub(crate) fn row(&self, ply: &JudgedPly, plies: usize, notes: &[Note]) -> Row {
        let messages = self.messages;
        let sowing = match ply.played {
            Move::Sow(pit) => Sowing::new(&ply.before, pit, self.rules),
            Move::Pass => None,
        };
        let caption = messages.fill(
            "html-caption",
            [
                ("ply", ply.number.into()),
                ("player", messages.player(ply.side).into()),
                ("move", ply.played.letter(ply.side).to_string().into()),
            ],
        );
        Row {
            plies,
            caption,
            figure: Figure::new(&ply.after, sowing.as_ref(), messages),
            counts: counts(&ply.after),
            from: sowing.as_ref().map(|sowing| sowing.from),
            played: Some(self.played(ply, sowing.as_ref(), notes)),
        }
    }

    fn played(&self, ply: &JudgedPly, sowing: Option<&Sowing>, notes: &[Note]) -> Played {
        let messages = self.messages;
        let judgement = &ply.judgement;
        let class = ply.class();
        let letter = ply.played.letter(ply.side);
        let best: Vec<String> = ply
            .best
            .iter()
            .map(|best| best.letter(ply.side).to_string())
            .collect();
        let comments = notes.iter().filter_map(|note| match note {
            Note::Comment(text) => Some(plain(text)),
            Note::Variation(_) | Note::Glyph(_) => None,
        });
        let harvest = sowing.map(Sowing::harvest);
        let taken = harvest.filter(|pits| !pits.is_empty());
        let is_error = class.is_error();
        let is_decision = !ply.is_forced() && !ply.was_over();
        Played {
            side: ply.side.name(),
            class: class.word(),
            class_word: messages.text(&format!("class-{}", class.word())),
            is_error,
            name: match ply.captured {
                0 => letter.to_string(),
                captured => format!("{letter}+{captured}"),
            },
            mark: class.mark().unwrap_or_default(),
            before: worth(judgement.before.value, judgement.before.is_exact),
            after: worth(judgement.after.value, judgement.after.is_exact),
            loss: judgement.loss.map_or_else(nothing, |loss| loss.to_string()),
            kind: words::kind(judgement.yardstick, messages),
            is_exact: judgement.yardstick == Yardstick::Exact,
            best: best.join(" "),
            notes: words::reasons(ply, messages),
            comments: comments.collect(),
            way: sowing.map(Sowing::way),
            taken: taken.map(|pits| messages.fill("html-takes", [("pits", pits.into())])),
            choices: ply
                .choices
                .iter()
                .map(|choice| Choice {
                    letter: choice.played.letter(ply.side),
                    value: worth(choice.value, choice.is_exact()),
                    is_best: ply.best.contains(&choice.played),
                })
                .collect(),
            best_line: if is_decision {
                self.line(ply, ply.best_line.iter().copied())
            } else {
                String::new()
            },
            follow: if is_error {
                let follow = std::iter::once(ply.played).chain(ply.reply_line.iter().copied());
                self.line(ply, follow)
            } else {
                String::new()
            },
        }
    }

    fn line(&self, ply: &JudgedPly, moves: impl Iterator<Item = Move>) -> String {
        let shown: Vec<Move> = moves.take(SHOWN_PLIES).collect();
        words::line(ply.before, &shown, self.rules, self.first, ply.number)
    }
}

/// A value with its sign, `≈` before one that is not proved.
fn worth(value: Option<Score>, is_exact: bool) -> String {
    let Some(value) = value else {
        return nothing();
    };
    // A hyphen is no minus to a reader, nor to a screen reader.
    let signed = words::signed(value).replace('-', "\u{2212}");
    if is_exact {
        signed
    } else {
        format!("≈{signed}")
    }
}

fn nothing() -> String {
    "\u{2013}".to_owned()
}
