//! What `db verify` reports: the document, its text, and the status that follows from it.

use std::io::{self, Write};

use anyhow::anyhow;
use serde::Serialize;

use super::problem::Problem;
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Failure, Kind};
use crate::cli::output::document;
use crate::cli::progress::Span;

/// The result of a whole run.
#[derive(Serialize)]
pub(super) struct VerifyDocument {
    pub(super) schema: &'static str,
    /// `null` when no table could be read.
    pub(super) rules: Option<String>,
    /// The directory, or `embedded`.
    pub(super) path: String,
    pub(super) layers: Vec<LayerDocument>,
    /// What belongs to no layer.
    pub(super) problems: Vec<Problem>,
    pub(super) interrupted: bool,
    pub(super) ok: bool,
    pub(super) seconds: f64,
}

/// What came of the checks of a layer.
#[derive(Serialize)]
pub(super) struct LayerDocument {
    pub(super) seeds: u8,
    pub(super) positions: u64,
    pub(super) checksums: Outcome,
    pub(super) deep: Outcome,
    /// Boards whose values were compared with their moves at random.
    pub(super) sampled: u64,
    /// Of these, the boards whose bounds were found by every line of the game; `null` where
    /// no such play is needed.
    pub(super) played_out: Option<u64>,
    /// What rests on loops, where these give each player his own row.
    pub(super) loops: Option<LoopsDocument>,
    pub(super) seconds: f64,
    pub(super) problems: Vec<Problem>,
}

/// Bounds that rest on loops.
#[derive(Serialize)]
pub(super) struct LoopsDocument {
    /// Those that no exit alone enforces.
    pub(super) open: u64,
    /// Those that only a loop game shows.
    pub(super) played: u64,
    /// Those that were played once more, plainly.
    pub(super) replayed: u64,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// All good.
    Ok,
    /// Something is wrong: see the problems.
    Failed,
    /// Not done, because a file that it needs cannot be used.
    Skipped,
    /// Not asked for.
    No,
}

impl LayerDocument {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{:>5}  {:>15}  {:<9}  {:<7}  {:>9}  {}",
            self.seeds,
            self.positions,
            self.checksums.word(),
            self.deep.word(),
            self.sampled,
            Span(self.seconds),
        )?;
        if let Some(confirmed) = self.played_out.filter(|_| self.sampled > 0) {
            writeln!(
                out,
                "       sample: {confirmed} of {} boards played out to their bounds",
                self.sampled,
            )?;
        }
        if let Some(loops) = self.loops.as_ref().filter(|loops| loops.open > 0) {
            writeln!(
                out,
                "       loops: {} bounds, {} by loop games, of which {} played once more",
                loops.open, loops.played, loops.replayed,
            )?;
        }
        write_problems(&self.problems, out)
    }
}

impl Outcome {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "FAILED",
            Self::Skipped => "skipped",
            Self::No => "-",
        }
    }
}

/// A line for each.
pub(super) fn write_problems(problems: &[Problem], out: &mut dyn Write) -> io::Result<()> {
    for problem in problems {
        writeln!(out, "       {}", problem.message)?;
    }
    Ok(())
}

impl VerifyDocument {
    pub(super) fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        let of_layers = self.layers.iter().flat_map(|layer| &layer.problems);
        self.problems.iter().chain(of_layers)
    }

    /// The last words and the status.
    pub(super) fn conclude(&self, format: Format, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let is_text = format == Format::Text;
        if !is_text {
            document(out, self)?;
        } else if self.ok {
            let positions: u64 = self.layers.iter().map(|layer| layer.positions).sum();
            writeln!(
                out,
                "ok      {positions} positions in {}",
                Span(self.seconds)
            )?;
        }
        let count = self.all_problems().count();
        let Some(first) = self.all_problems().next() else {
            return Ok(if self.interrupted {
                Exit::Interrupted
            } else {
                Exit::Done
            });
        };
        let kind = if self.all_problems().all(Problem::is_io) {
            Kind::Io
        } else {
            Kind::Database
        };
        if !is_text {
            // The document says it all.
            return Ok(match kind {
                Kind::Io => Exit::Failed,
                _ => Exit::CheckFailed,
            });
        }
        let counted = match count {
            1 => String::new(),
            _ => format!("{count} problems, the first: "),
        };
        Err(Failure::new(kind, anyhow!("{counted}{}", first.message), &first.hint).into())
    }
}
