//! Reports for people at a terminal: a table of the moves, the course of the value, a
//! summary.

use std::io::{self, Write};

use oware::analysis::{JudgedGame, JudgedPly, SideSummary, Thresholds};
use oware::game::{Player, Score};

use super::super::messages::Messages;
use super::super::output::Console;
use super::columns::{Align, Table};
use super::course::course;
use super::{GameReport, PositionReport, words};

/// Plies of a line that are shown.
const SHOWN_PLIES: usize = 6;
/// The widest course of the value, in characters.
const COURSE_CHARS: usize = 72;
/// Heights of the course, from the lowest up.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes text reports in one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextReport<'a> {
    pub(crate) messages: &'a Messages,
    pub(crate) console: &'a Console,
    pub(crate) has_legend: bool,
}

impl TextReport<'_> {
    /// A game.
    pub(crate) fn game(&self, report: &GameReport, out: &mut dyn Write) -> io::Result<()> {
        let judged = &report.judged;
        let messages = self.messages;
        writeln!(out, "{}", self.console.bold(self.head(report)))?;
        writeln!(out, "{}", words::result(judged, messages))?;
        if !report.warnings.is_empty() {
            let count = report.warnings.len();
            writeln!(
                out,
                "{}",
                messages.fill("warnings-count", [("n", count.into())])
            )?;
        }
        if judged.is_interrupted {
            writeln!(out, "{}", messages.text("interrupted"))?;
        }
        writeln!(out)?;
        self.table(judged, out)?;
        writeln!(out)?;
        self.course(judged, out)?;
        writeln!(out, "{}", words::turning_point(judged, messages))?;
        writeln!(out)?;
        let sides = Player::ALL.map(|side| {
            let name = messages.player(side).to_owned();
            (name, None, *judged.summary_of(side))
        });
        summary_table(&sides, messages).write(out, self.console)?;
        self.legend(judged.thresholds, out)
    }

    /// A position.
    pub(crate) fn position(&self, report: &PositionReport, out: &mut dyn Write) -> io::Result<()> {
        let PositionReport {
            game,
            moves,
            thresholds,
        } = report;
        let messages = self.messages;
        let position = game.position();
        let to_move = messages.player(position.to_move());
        let head = format!(
            "{position}  {}, {}",
            game.rules(),
            messages.fill("to-move", [("player", to_move.into())])
        );
        writeln!(out, "{}", self.console.bold(head))?;
        if let Some(end) = game.end() {
            let end = messages.ending(&end);
            writeln!(
                out,
                "{}",
                messages.fill("position-over", [("end", end.into())])
            )?;
        }
        if moves.is_empty() {
            return Ok(());
        }
        let columns = [
            ("column-move", Align::Left),
            ("column-after", Align::Right),
            ("column-loss", Align::Right),
            ("column-mark", Align::Left),
            ("column-kind", Align::Left),
            ("column-notes", Align::Left),
        ];
        let mut table = Table::new(columns.map(|(key, align)| (messages.text(key), align)));
        for ply in moves {
            let follow = words::line(
                ply.before,
                &shown(std::iter::once(ply.played).chain(ply.reply_line.iter().copied())),
                game.rules(),
                position.to_move(),
                1,
            );
            table.row([
                ply.played.letter(ply.side).to_string(),
                value(ply.judgement.after.value),
                loss(ply),
                mark(ply),
                words::kind(ply.judgement.yardstick, messages),
                joined(&[follow, words::reasons(ply, messages)]),
            ]);
        }
        table.write(out, self.console)?;
        self.legend(*thresholds, out)
    }

    fn head(&self, report: &GameReport) -> String {
        let names = words::names(&report.judged.checked, self.messages);
        let players = words::versus(&names, self.messages);
        let place = words::place(&report.source);
        format!("{place}  {players}  {}", report.judged.rules())
    }

    fn table(&self, judged: &JudgedGame, out: &mut dyn Write) -> io::Result<()> {
        let messages = self.messages;
        let columns = [
            ("column-ply", Align::Right),
            ("column-move", Align::Left),
            ("column-before", Align::Right),
            ("column-after", Align::Right),
            ("column-loss", Align::Right),
            ("column-mark", Align::Left),
            ("column-kind", Align::Left),
            ("column-notes", Align::Left),
        ];
        let mut table = Table::new(columns.map(|(key, align)| (messages.text(key), align)));
        for ply in &judged.plies {
            let better = if ply.class().is_error() {
                let line = words::line(
                    ply.before,
                    &shown(ply.best_line.iter().copied()),
                    judged.rules(),
                    judged.start().to_move(),
                    ply.number,
                );
                messages.fill("reason-best", [("line", line.into())])
            } else {
                String::new()
            };
            let forced = if ply.is_forced() {
                messages.text("class-forced")
            } else {
                String::new()
            };
            let letter = ply.played.letter(ply.side);
            table.row([
                ply.number.to_string(),
                match ply.captured {
                    0 => letter.to_string(),
                    captured => format!("{letter}+{captured}"),
                },
                value(ply.judgement.before.value),
                value(ply.judgement.after.value),
                loss(ply),
                mark(ply),
                words::kind(ply.judgement.yardstick, messages),
                joined(&[forced, words::reasons(ply, messages), better]),
            ]);
        }
        table.write(out, self.console)
    }

    /// The value before each move and at the end, seen by South, as a row of bars.
    fn course(&self, judged: &JudgedGame, out: &mut dyn Write) -> io::Result<()> {
        let messages = self.messages;
        let values: Vec<Option<Score>> = course(judged)
            .into_iter()
            .map(|value| value.map(|value| value.south))
            .collect();
        let end = judged.end_value.map_or_else(
            || messages.text("kind-none"),
            |value| {
                let margin = words::margin(value, messages);
                let key = if judged.end_bounds.is_exact() {
                    "value-end"
                } else {
                    "value-end-estimated"
                };
                messages.fill(key, [("margin", margin.into())])
            },
        );
        let label = messages.text("value-line");
        writeln!(out, "{label}  {}  {end}", bars(&values))?;
        let exact = match judged.exact_from() {
            Some(ply) => messages.fill("exact-from", [("ply", ply.into())]),
            None => messages.text("exact-none"),
        };
        writeln!(out, "{exact}")
    }

    fn legend(&self, thresholds: Thresholds, out: &mut dyn Write) -> io::Result<()> {
        if !self.has_legend {
            return Ok(());
        }
        writeln!(out)?;
        for sentence in words::legend(thresholds, self.messages) {
            writeln!(out, "{sentence}")?;
        }
        Ok(())
    }
}

/// A table with a row for each name, its games if there can be several, and its moves.
pub(crate) fn summary_table(
    rows: &[(String, Option<usize>, SideSummary)],
    messages: &Messages,
) -> Table {
    let has_games = rows.iter().any(|(_, games, _)| games.is_some());
    let mut columns = vec![(messages.text("column-player"), Align::Left)];
    if has_games {
        columns.push((messages.text("column-games"), Align::Right));
    }
    for key in ["column-decisions", "column-best"] {
        columns.push((messages.text(key), Align::Right));
    }
    for mark in ["?!", "?", "??", "~"] {
        columns.push((mark.to_owned(), Align::Right));
    }
    for key in [
        "column-forced",
        "column-lost",
        "column-each",
        "column-share",
    ] {
        columns.push((messages.text(key), Align::Right));
    }
    let mut table = Table::new(columns);
    for (name, games, side) in rows {
        let mut cells = vec![words::plain(name)];
        if has_games {
            cells.push(games.map_or_else(String::new, |games| games.to_string()));
        }
        let counts = [
            side.decisions,
            side.best,
            side.inaccuracies,
            side.mistakes,
            side.blunders,
            side.unjudged,
            side.forced,
        ];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(side.lost.to_string());
        let nothing = || "-".to_owned();
        cells.push(words::each(side, messages).unwrap_or_else(nothing));
        cells.push(words::share(side).unwrap_or_else(nothing));
        table.row(cells);
    }
    table
}

fn shown(line: impl Iterator<Item = oware::game::Move>) -> Vec<oware::game::Move> {
    line.take(SHOWN_PLIES).collect()
}

fn value(value: Option<Score>) -> String {
    value.map_or_else(|| "-".to_owned(), words::signed)
}

fn loss(ply: &JudgedPly) -> String {
    ply.judgement
        .loss
        .map_or_else(|| "-".to_owned(), |loss| loss.to_string())
}

fn mark(ply: &JudgedPly) -> String {
    ply.class().mark().unwrap_or_default().to_owned()
}

fn joined(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let full: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    full.join("; ")
}

/// Bars as high as the values, on a scale that the largest of them fills; a long course is
/// thinned out.
fn bars(values: &[Option<Score>]) -> String {
    let step = values.len().div_ceil(COURSE_CHARS).max(1);
    let most = values
        .iter()
        .flatten()
        .map(|value| i32::from(value.seeds().unsigned_abs()))
        .max()
        .unwrap_or(0)
        .max(4);
    values
        .chunks(step)
        .map(|chunk| {
            let Some(value) = chunk.iter().rev().flatten().next() else {
                return ' ';
            };
            // From 0 for all to North to 7 for all to South; a draw is in the lower middle.
            let height = (i32::from(value.seeds()) + most) * 7 / (2 * most);
            HEIGHTS[usize::try_from(height).unwrap_or(0).min(7)]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_the_scale_and_leave_gaps() {
        let values = [Some(-8), Some(0), None, Some(8)].map(|value| value.map(Score::new));
        assert_eq!(bars(&values), "▁▄ █");
        let long = vec![Some(Score::ZERO); 1_000];
        assert!(bars(&long).chars().count() <= COURSE_CHARS);
    }

    #[test]
    fn names_cannot_move_the_cursor() {
        assert_eq!(words::plain("A\u{1b}[2J\n"), "A\u{FFFD}[2J\u{FFFD}");
    }
}
