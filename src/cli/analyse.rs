//! `oware analyse`: every move of recorded games judged.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use oware::analysis::{AnalysisOptions, Thresholds, judge_game, judge_position};
use oware::record::ReadOptions;
use oware::solve::{Limits, SolveOptions};

use super::args::{
    Format, MovesArg, OUTPUT, RulesArg, Size, ThreadsArg, duration, size_in_megabytes,
};
use super::exit::{Exit, STATUSES};
use super::input::Inputs;
use super::location::{self, DbArg};
use super::messages::{LangArg, Messages};
use super::output::Console;
use super::progress::Reporter;
use super::records::Source;
use super::report::{GameReport, GameSource, PositionReport, Renderer, ReportForm};

/// Judges every move of recorded games
#[derive(Args, Debug)]
#[command(after_long_help = STATUSES)]
pub(crate) struct AnalyseArgs {
    /// Files of game records, or '-' for stdin
    #[arg(required_unless_present = "position", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Judge every move of this position instead
    #[arg(
        long,
        value_name = "POSITION",
        conflicts_with = "files",
        allow_hyphen_values = true
    )]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    tables: DbArg,

    /// Time for each ply
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<std::time::Duration>,

    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,

    /// Positions to search for each ply
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Memory for the transposition table
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size_in_megabytes)]
    hash: Size,

    /// Losses from which on a move is marked ?!, ? and ??
    #[arg(long, value_name = "A,B,C", default_value_t)]
    thresholds: Thresholds,

    /// Form of the report: text, json, csv or ogn
    #[arg(long, value_name = "FORM", default_value = "text", help_heading = OUTPUT, hide_possible_values = true)]
    format: ReportForm,

    /// Say below a text what its columns mean
    #[arg(long, help_heading = OUTPUT)]
    legend: bool,

    #[command(flatten)]
    lang: LangArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

impl AnalyseArgs {
    /// How failures are written.
    pub(super) const fn format(&self) -> Format {
        match self.format {
            ReportForm::Json => Format::Json,
            _ => Format::Text,
        }
    }
}

/// Judges each game.
pub(crate) fn run(
    args: &AnalyseArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let is_unlimited = args.depth.is_none() && args.nodes.is_none();
    let options = AnalysisOptions {
        solve: SolveOptions {
            limits: Limits {
                time: args
                    .time
                    .or(is_unlimited.then_some(std::time::Duration::from_millis(300))),
                nodes: args.nodes,
                depth_plies: args.depth,
            },
            hash_bytes: usize::try_from(args.hash.bytes).unwrap_or(usize::MAX),
            threads: args.threads.count(),
            ..SolveOptions::default()
        },
        thresholds: args.thresholds,
    };
    let messages = Messages::new(args.lang.lang());
    let renderer = Renderer {
        form: args.format,
        messages: &messages,
        console: *console,
        has_legend: args.legend,
    };
    let mut is_first = true;
    if let Some(position) = &args.position {
        let rules = args.rules.rules();
        let database = location::open(args.tables.dir.as_deref(), &rules.value_rules(), console)?;
        let inputs = Inputs {
            positions: std::slice::from_ref(position),
            moves: args.moves.moves.as_deref(),
            rules,
        };
        return inputs.answer_each(console, args.format(), out, |game, out| {
            let reporter = Reporter::new(console, "plies");
            let report = PositionReport {
                game: game.clone(),
                moves: judge_position(game, database.as_ref(), &options, &reporter)?,
                thresholds: args.thresholds,
            };
            out.write_all(&renderer.position(&report, true)?)?;
            Ok(Exit::Done)
        });
    }
    for path in &args.files {
        let source = Source::load(path)?;
        let read = source.games(&ReadOptions {
            rules: args.rules.given,
            north_order: None,
        })?;
        for (game, number) in read.games.into_iter().zip(1..) {
            let game = game.map_err(|error| source.failure(error, Some(read.form)))?;
            let rules = game.checked.rules();
            let database =
                location::open(args.tables.dir.as_deref(), &rules.value_rules(), console)?;
            let reporter = Reporter::new(console, "plies");
            let judged = judge_game(&game.checked, database.as_ref(), &options, &reporter)?;
            let report = GameReport {
                source: GameSource {
                    file: source.name.clone(),
                    number,
                    line: game.place.line,
                    form: read.form,
                },
                warnings: game.warnings,
                judged,
            };
            if !is_first {
                out.write_all(args.format.separator().as_bytes())?;
            }
            out.write_all(&renderer.game(&report, is_first)?)?;
            is_first = false;
        }
    }
    Ok(Exit::Done)
}
