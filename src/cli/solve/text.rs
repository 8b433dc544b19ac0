//! A solved position as a table for people.

use std::fmt::Write as _;
use std::io::{self, Write};

use oware::endgame::Database;
use oware::game::{Bounds, EndReason, Game, Move, Player, Score};
use oware::solve::{MoveSolution, Solution, Status};

use super::Answer;
use super::json::final_seeds;
use crate::cli::output::Console;
use crate::cli::progress::Span;

/// Plies of a line that are shown without `-v`.
const SHOWN_PLIES: usize = 12;

/// Writes a line a move, the best moves, and how they were found.
pub(super) fn write(answer: &Answer, console: &Console, out: &mut dyn Write) -> io::Result<()> {
    let Answer { game, solution, .. } = *answer;
    if solution.moves.is_empty() {
        return write_finished(answer, out);
    }
    let shown = if console.verbose {
        usize::MAX
    } else {
        SHOWN_PLIES
    };
    let rows: Vec<Row> = solution
        .moves
        .iter()
        .map(|solved| Row::new(game, solved, shown))
        .collect();
    let width = |field: fn(&Row) -> &str, title: &str| {
        rows.iter()
            .map(|row| field(row).chars().count())
            .max()
            .unwrap_or(0)
            .max(title.len())
    };
    let score = width(|row| &row.score, "final");
    let margin = width(|row| &row.margin, "margin");
    let kind = width(|row| row.kind, "kind");
    let line = width(|row| &row.line, "line");
    let head = format!(
        "move  {:score$}  {:margin$}  {:kind$}  line",
        "final", "margin", "kind"
    );
    writeln!(out, "{}", console.bold(head))?;
    for row in &rows {
        let text = format!(
            "{:<4}  {:score$}  {:margin$}  {:kind$}  {:line$}  {}",
            row.letter, row.score, row.margin, row.kind, row.line, row.remark
        );
        writeln!(out, "{}", text.trim_end())?;
    }
    write_summary(answer, out)
}

/// What is said of one move.
struct Row {
    letter: char,
    score: String,
    margin: String,
    kind: &'static str,
    line: String,
    remark: String,
}

impl Row {
    fn new(game: &Game, solved: &MoveSolution, shown: usize) -> Self {
        let to_move = game.position().to_move();
        let line = Line::follow(game, &solved.pv);
        let value = solved.value.filter(|_| solved.is_exact());
        Self {
            letter: solved.played.letter(to_move),
            score: final_text(game, value, &solved.pv),
            margin: margin_text(solved.bounds, solved.value, to_move),
            kind: kind(solved.bounds, solved.value),
            remark: line.remark(solved),
            line: line.text(shown),
        }
    }
}

fn kind(bounds: Bounds<Score>, value: Option<Score>) -> &'static str {
    match (bounds.is_exact(), value) {
        (true, _) => Status::Exact.word(),
        (false, Some(_)) => Status::Estimate.word(),
        (false, None) => Status::Bounds.word(),
    }
}

/// `24-24`, or nothing where the seeds are not known.
fn final_text(game: &Game, value: Option<Score>, line: &[Move]) -> String {
    final_seeds(game, value, line).map_or_else(
        || "-".to_owned(),
        |[south, north]| format!("{south}-{north}"),
    )
}

/// `draw`, `North +4`, or for what is not proved the guess and the proved bounds.
fn margin_text(bounds: Bounds<Score>, value: Option<Score>, to_move: Player) -> String {
    let ahead = |score: Score| match score.seeds() {
        0 => "draw".to_owned(),
        seeds @ 1.. => format!("{to_move} +{seeds}"),
        seeds => format!("{} +{}", to_move.opposite(), seeds.unsigned_abs()),
    };
    if bounds.is_exact() {
        return ahead(bounds.lower);
    }
    let proved = format!("{to_move} {} to {}", bounds.lower, bounds.upper);
    match value {
        Some(value) => format!("about {} ({proved})", ahead(value)),
        None => proved,
    }
}

/// A line of play with what it captures and how it ends.
struct Line {
    plies: Vec<(Player, char, u8)>,
    game: Game,
}

impl Line {
    /// Plays the moves as far as the game goes; past a reached target there is no game,
    /// but play goes on for the seeds.
    fn follow(game: &Game, moves: &[Move]) -> Self {
        let mut game = game.clone();
        let mut position = game.position();
        let mut plies = Vec::new();
        for &played in moves {
            let mover = position.to_move();
            let letter = played.letter(mover);
            let before = position.store(mover);
            let Ok(after) = position.play(played, game.rules()) else {
                break;
            };
            position = after;
            plies.push((mover, letter, position.store(mover) - before));
            // An error means that the target was reached before.
            let _ = game.play(played);
        }
        Self { plies, game }
    }

    /// `1. E a  2. F+2`: South's move before North's, a number for each pair.
    fn text(&self, shown: usize) -> String {
        let mut text = String::new();
        for (index, &(mover, letter, captured)) in self.plies.iter().take(shown).enumerate() {
            let starts_with_north = self.plies[0].0 == Player::North;
            let number = (index + usize::from(starts_with_north)) / 2 + 1;
            let lead = match (mover, index) {
                (Player::South, 0) => format!("{number}. "),
                (Player::South, _) => format!("  {number}. "),
                (Player::North, 0) => format!("{number}. … "),
                (Player::North, _) => " ".to_owned(),
            };
            text.push_str(&lead);
            text.push(letter);
            if captured > 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "+{captured}");
            }
        }
        if self.plies.len() > shown {
            text.push_str(" …");
        }
        text
    }

    /// What is worth knowing about the move and the end of its line.
    fn remark(&self, solved: &MoveSolution) -> String {
        let mut remarks = Vec::new();
        if solved.is_grand_slam {
            remarks.push(match solved.captured {
                0 => "grand slam: takes nothing".to_owned(),
                seeds => format!("grand slam: takes {seeds}"),
            });
        }
        if let Some(end) = self.game.end() {
            let ended = self.game.position();
            match end.reason {
                EndReason::Repetition => remarks.push("repetition".to_owned()),
                EndReason::NoMove => remarks.push(format!("{} cannot move", ended.to_move())),
                EndReason::FewSeeds => remarks.push("few seeds are left".to_owned()),
                EndReason::NoSeeds => remarks.push("no seeds are left".to_owned()),
                EndReason::QuietLimit => {
                    remarks.push("too many plies without a capture".to_owned())
                }
                EndReason::PlyLimit => remarks.push("the plies run out".to_owned()),
                _ => {}
            }
        }
        remarks.join("; ")
    }
}

fn write_summary(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let Answer {
        game,
        solution,
        database,
        elapsed,
    } = *answer;
    let to_move = game.position().to_move();
    let letters: Vec<String> = solution
        .best
        .iter()
        .map(|played| played.letter(to_move).to_string())
        .collect();
    let best = match (letters.len(), solution.moves.len()) {
        (0, _) => "none known".to_owned(),
        (1, 1) => format!("{} (only move)", letters[0]),
        _ => letters.join(", "),
    };
    let (label, found) = match solution.status {
        Status::Exact if solution.is_best_proved() || solution.best.is_empty() => {
            ("best ", "proved")
        }
        Status::Exact => (
            "likely best",
            "proved of the position, of no best move yet,",
        ),
        Status::Bounds | Status::Estimate => ("likely best", "not proved"),
    };
    let value = margin_text(solution.bounds, solution.value, to_move);
    writeln!(out, "{label} {best}   {value}")?;
    writeln!(
        out,
        "      {found} by {}, {}",
        means(solution, database),
        Span(elapsed.as_secs_f64())
    )?;
    write_over(solution, out)
}

/// What answered, and how much of it.
fn means(solution: &Solution, database: Option<&Database>) -> String {
    let mut means = Vec::new();
    if let Some(database) = database.filter(|_| solution.oracle_hits > 0) {
        means.push(format!(
            "tables of {} seeds ({}, {})",
            database.seeds(),
            database.source(),
            counted(solution.oracle_hits, "probe")
        ));
    }
    if solution.nodes > 0 || means.is_empty() {
        means.push(format!("search ({})", counted(solution.nodes, "node")));
    }
    means.join(" and ")
}

fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn write_over(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    match solution.over {
        Some(end) => writeln!(
            out,
            "over  {}: {}-{}, {}; the values are for play to the last seed",
            end.reason.word(),
            end.seeds[0],
            end.seeds[1],
            winner(end.winner)
        ),
        None => Ok(()),
    }
}

/// A finished game has no moves to value.
fn write_finished(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let Answer { game, solution, .. } = *answer;
    let to_move = game.position().to_move();
    match solution.over {
        Some(end) => writeln!(
            out,
            "over  {}: {}-{}, {}",
            end.reason.word(),
            end.seeds[0],
            end.seeds[1],
            winner(end.winner)
        ),
        None => writeln!(
            out,
            "over  {}   {}",
            final_text(game, solution.value, &[]),
            margin_text(solution.bounds, solution.value, to_move)
        ),
    }
}

fn winner(winner: Option<Player>) -> String {
    winner.map_or_else(|| "a draw".to_owned(), |player| format!("{player} wins"))
}
