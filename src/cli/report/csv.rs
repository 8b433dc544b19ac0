//! A row for each ply, for spreadsheets and scripts. The columns are stable: new ones come
//! last.
//!
//! Spreadsheets take text that begins like a formula for one, and run it. Where somebody else's
//! text stands, the names of players, an apostrophe before it keeps it text.

use std::io::{self, Write};

use oware::analysis::{JudgedPly, Yardstick};
use oware::game::{Move, Player, Score};

use super::super::messages::{Lang, Messages};
use super::json::letters;
use super::{GameReport, PositionReport, words};

/// The names of the columns, in order.
const COLUMNS: [&str; 27] = [
    "file",
    "game",
    "line",
    "south",
    "north",
    "rules",
    "ply",
    "side",
    "move",
    "position",
    "forced",
    "before",
    "before_exact",
    "after",
    "after_exact",
    "loss",
    "mark",
    "class",
    "best",
    "pv",
    "captured",
    "depth",
    "lower",
    "upper",
    "position_after",
    "value_south",
    "reasons",
];

/// Writes rows to `out`.
pub(crate) struct CsvReport<W: Write> {
    writer: csv::Writer<W>,
    /// For programs, so that it does not change with the reader's language.
    messages: Messages,
}

/// What stands at the beginning of every row of one game.
struct Lead {
    cells: [String; 6],
}

impl<W: Write> CsvReport<W> {
    /// Writes the names of the columns first if `has_head`.
    pub(crate) fn new(out: W, has_head: bool) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        if has_head {
            writer.write_record(COLUMNS)?;
        }
        Ok(Self {
            writer,
            messages: Messages::new(Lang::En),
        })
    }

    /// The plies of a game.
    pub(crate) fn game(&mut self, report: &GameReport) -> io::Result<()> {
        let record = report.judged.checked.record();
        let name = |tag| foreign(record.tag(tag).unwrap_or_default());
        let lead = Lead {
            cells: [
                report.source.file.clone(),
                report.source.number.to_string(),
                report.source.line.to_string(),
                name("South"),
                name("North"),
                report.judged.rules().to_string(),
            ],
        };
        for ply in &report.judged.plies {
            self.ply(&lead, ply)?;
        }
        self.writer.flush()
    }

    /// The moves of a position.
    pub(crate) fn position(&mut self, report: &PositionReport) -> io::Result<()> {
        let mut cells = [const { String::new() }; 6];
        cells[5] = report.game.rules().to_string();
        let lead = Lead { cells };
        for ply in &report.moves {
            self.ply(&lead, ply)?;
        }
        self.writer.flush()
    }

    fn ply(&mut self, lead: &Lead, ply: &JudgedPly) -> io::Result<()> {
        let side = ply.side;
        let judgement = &ply.judgement;
        let number = |value: Option<Score>| {
            value.map_or_else(String::new, |value| value.seeds().to_string())
        };
        let truth = |claim: bool| claim.to_string();
        let text = |moves: &[Move]| letters(moves, side).into_iter().collect::<String>();
        let best: String = ply.best.iter().map(|best| best.letter(side)).collect();
        let of_south = ply.value.map(|value| match side {
            Player::South => value,
            Player::North => -value,
        });
        let depth = match judgement.yardstick {
            Yardstick::Depth(depth) => depth.to_string(),
            Yardstick::Exact | Yardstick::None => String::new(),
        };
        let cells = [
            ply.number.to_string(),
            side.name().to_owned(),
            ply.played.letter(side).to_string(),
            ply.before.to_string(),
            truth(ply.is_forced()),
            number(judgement.before.value),
            truth(judgement.before.is_exact),
            number(judgement.after.value),
            truth(judgement.after.is_exact),
            judgement
                .loss
                .map_or_else(String::new, |loss| loss.to_string()),
            judgement.class.mark().unwrap_or_default().to_owned(),
            judgement.class.word().to_owned(),
            best,
            text(&ply.best_line),
            ply.captured.to_string(),
            depth,
            ply.bounds.lower.seeds().to_string(),
            ply.bounds.upper.seeds().to_string(),
            ply.after.to_string(),
            number(of_south),
            words::reasons(ply, &self.messages),
        ];
        self.writer.write_record(lead.cells.iter().chain(&cells))?;
        Ok(())
    }
}

/// Somebody else's text as a cell: no formula, and without the power to move the cursor.
pub(crate) fn foreign(text: &str) -> String {
    let text = words::plain(text);
    if text.starts_with(['=', '+', '-', '@']) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_is_no_formula() {
        for (text, cell) in [
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            ("-1+cmd", "'-1+cmd"),
            ("@sum", "'@sum"),
            ("Léa =", "Léa ="),
            ("A\u{1b}[2J", "A\u{FFFD}[2J"),
            ("", ""),
        ] {
            assert_eq!(foreign(text), cell);
        }
    }
}
