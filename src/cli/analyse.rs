//! `oware analyse`: every move of recorded games, or of one position, judged.
//!
//! `files` finds the records, `jobs` reads them game by game, `crew` has them judged on all
//! threads and handed over in order, `folder` keeps their reports, `batch` ties these
//! together; the forms of the reports are in `cli/report`.

mod batch;
mod crew;
mod files;
mod folder;
mod jobs;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use oware::analysis::{AnalysisOptions, Thresholds, ThresholdsError, judge_position};
use oware::endgame::Database;
use oware::game::MAX_SEEDS;
use oware::record::NorthOrder;
use oware::solve::{Limits, SolveError, SolveOptions};

use super::args::{
    ArgError, Format, INPUT, MovesArg, OUTPUT, RulesArg, Size, ThreadsArg, duration,
    size_in_megabytes,
};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::input::Inputs;
use super::location::{self, DbArg};
use super::messages::{LangArg, Messages};
use super::out_file::{self, Existing};
use super::output::Console;
use super::progress::Reporter;
use super::report::{PositionReport, Renderer, ReportForm};

/// In games with so few seeds all loops are played out, also when only a depth is asked for and
/// no table reaches so far. Up to ten seeds, layers made for every game were nine tenths of the
/// work on whole games; with six it is less than half.
const CHEAP_LAYERS: u8 = 6;

const LIMITS: &str = "Limits";

/// Time for a ply when nothing else is asked for.
const PLY_TIME: Duration = Duration::from_millis(300);
/// Time for a position when nothing else is asked for.
const POSITION_TIME: Duration = Duration::from_secs(5);

/// Judges every move of recorded games
///
/// The game is solved before each move, with its real history: what the position was
/// worth, what the move left of it, what should have been played, where the game turned.
/// Values are exact as far as tables and proofs reach; elsewhere a move is compared with
/// the best one by looking ahead equally deep, or not at all. A value is the final
/// difference in seeds when both play for the most seeds to the last one.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct AnalyseArgs {
    /// Files of game records, directories, patterns, or '-'
    ///
    /// With '-', the games on stdin. In any form that 'oware convert' reads, many games to a file as well. Of a
    /// directory, all files *.ogn, *.pgn and *.txt in it and below. A game that cannot
    /// be read is told of and left out.
    #[arg(value_name = "FILE", required_unless_present = "position", help_heading = INPUT)]
    files: Vec<PathBuf>,

    /// Judge every move of this position instead
    ///
    /// With '-', of one position per line on stdin.
    #[arg(long, value_name = "POSITION", conflicts_with = "files", allow_hyphen_values = true, help_heading = INPUT)]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    rules: RulesArg,

    /// Stop at the first game that cannot be read
    #[arg(long, help_heading = INPUT, hide_short_help = true)]
    strict: bool,

    /// North's letters: auto, sowing (a above F) or mirrored (a above A)
    #[arg(long, value_name = "ORDER", default_value = "auto", help_heading = INPUT, hide_possible_values = true, hide_short_help = true)]
    north_order: Order,

    #[command(flatten)]
    tables: DbArg,

    /// Time for each ply [default: 300ms; 5s for --position]
    ///
    /// Such as 500ms or 2s.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    time: Option<Duration>,

    /// Plies to look ahead instead, forced moves not counted
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..), help_heading = LIMITS)]
    depth: Option<u16>,

    /// Positions to search for each ply instead
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    nodes: Option<u64>,

    /// Memory for the transposition table of each thread; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "32M", value_parser = size_in_megabytes, help_heading = LIMITS, hide_short_help = true)]
    hash: Size,

    /// Losses for ?!, ? and ??
    ///
    /// In final difference: one seed that changes hands counts 2. A proved half point
    /// lost is a ? at least, a proved win turned into a loss a ??.
    #[arg(long, value_name = "A,B,C", default_value_t, value_parser = thresholds, help_heading = OUTPUT)]
    thresholds: Thresholds,

    /// Form of report: text, json, csv, ogn or html
    ///
    /// json: a document a game, and one with totals after many. csv: a row a ply. ogn:
    /// the game with marks, sentences and best lines, which reads back.
    /// html: a page for a browser, in one file.
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = OUTPUT, hide_possible_values = true)]
    format: ReportForm,

    /// A file for one game, a directory for several
    ///
    /// A directory gets a report a game, summary.csv and summary.json, and index.html with
    /// html. A run that was interrupted goes on where it was when it is started again.
    #[arg(long, value_name = "PATH", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Make reports anew that exist
    #[arg(long, requires = "out", help_heading = OUTPUT, hide_short_help = true)]
    force: bool,

    /// Say below a text what its columns mean
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    legend: bool,

    #[command(flatten)]
    lang: LangArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

/// The value of `--north-order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Found out
    Auto,
    /// `a` above `F`
    Sowing,
    /// `a` above `A`
    #[value(alias = "reversed")]
    Mirrored,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware analyse game.ogn --legend
      a table of the moves, and what its columns mean
  oware analyse games --depth 8 --format json --out reports
      every game below the directory games; start it again to go on
  oware analyse --position 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S
      every move of one position

{STATUSES}"
    )
}

fn thresholds(text: &str) -> Result<Thresholds, ArgError> {
    text.parse().map_err(|error: ThresholdsError| {
        ArgError::new(error, "write three losses that do not fall, such as 2,5,10")
    })
}

impl AnalyseArgs {
    /// How failures are written.
    pub(super) const fn format(&self) -> Format {
        match self.format {
            ReportForm::Json => Format::Json,
            _ => Format::Text,
        }
    }

    const fn north_order(&self) -> Option<NorthOrder> {
        match self.north_order {
            Order::Auto => None,
            Order::Sowing => Some(NorthOrder::Sowing),
            Order::Mirrored => Some(NorthOrder::Mirrored),
        }
    }

    /// How to judge with tables, and with so many threads for each position.
    fn options(
        &self,
        time: Duration,
        threads: NonZeroUsize,
        tables: Option<&Database>,
    ) -> AnalysisOptions {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none();
        AnalysisOptions {
            solve: SolveOptions {
                limits: Limits {
                    time: self.time.or(is_unlimited.then_some(time)),
                    nodes: self.nodes,
                    depth_plies: self.depth,
                },
                hash_bytes: usize::try_from(self.hash.bytes).unwrap_or(usize::MAX),
                threads,
                // Layers are paid for by time; by depth, those that cost next to nothing, and
                // those of which tables know all that loops do not change.
                whole_layer_seeds: match self.depth {
                    Some(_) => tables.map_or(0, Database::seeds).max(CHEAP_LAYERS),
                    None => MAX_SEEDS,
                },
                ..SolveOptions::default()
            },
            thresholds: self.thresholds,
        }
    }

    fn renderer<'a>(&self, messages: &'a Messages, console: Console) -> Renderer<'a> {
        Renderer {
            form: self.format,
            messages,
            console,
            has_legend: self.legend,
        }
    }
}

/// Judges each game, or the position.
pub(crate) fn run(
    args: &AnalyseArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    match &args.position {
        Some(position) => judge_positions(args, position, console, out),
        None if args.moves.moves.is_some() => Err(Failure::new(
            Kind::Usage,
            anyhow!("--moves belongs to --position"),
            "a game record has its own moves",
        )
        .into()),
        None => batch::run(args, console, out),
    }
}

fn judge_positions(
    args: &AnalyseArgs,
    position: &String,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let rules = args.rules.rules();
    let database = location::open(args.tables.dir.as_deref(), &rules.value_rules(), console)?;
    let inputs = Inputs {
        positions: std::slice::from_ref(position),
        moves: args.moves.moves.as_deref(),
        rules,
    };
    let options = args.options(POSITION_TIME, args.threads.count(), database.as_ref());
    let messages = Messages::new(args.lang.lang());
    let shown_on = match args.out {
        Some(_) => console.without_colour(),
        None => *console,
    };
    let renderer = args.renderer(&messages, shown_on);
    let mut is_first = true;
    let mut written = Vec::new();
    let exit = inputs.answer_each(console, args.format(), out, |game, out| {
        let reporter = Reporter::new(console, "nodes");
        let report = PositionReport {
            game: game.clone(),
            moves: judge_position(game, database.as_ref(), &options, &reporter)
                .map_err(unsolved)?,
            thresholds: args.thresholds,
        };
        drop(reporter);
        let mut bytes = renderer.position(&report, is_first)?;
        if !std::mem::take(&mut is_first) {
            bytes.splice(0..0, args.format.separator().bytes());
        }
        match args.out {
            Some(_) => written.extend(bytes),
            None => out.write_all(&bytes)?,
        }
        Ok(if super::interrupt::is_requested() {
            Exit::Interrupted
        } else {
            Exit::Done
        })
    })?;
    if let Some(path) = &args.out {
        write_one(path, &written, args.force)?;
    }
    Ok(exit)
}

/// Writes a report as a file of its own.
fn write_one(path: &std::path::Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let existing = match force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    let text = std::str::from_utf8(bytes).context("a report is UTF-8")?;
    match out_file::write(path, text, existing) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(folder::exists(path).into())
        }
        written => written.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Why a position could not be solved.
fn unsolved(error: SolveError) -> Failure {
    match error {
        SolveError::Tables(error) => location::failure(error.into()),
        SolveError::OutOfMemory { .. } => Failure::new(
            Kind::Io,
            error,
            "ask for a smaller table, such as --hash 16M",
        ),
        SolveError::Thread(_) => {
            Failure::new(Kind::Io, error, "close other programs and try again")
        }
    }
}
