//! `oware bench`: a fixed suite of positions, how fast they are searched and proved.
//!
//! The suite is part of the program, so that a figure names one thing everywhere. Its node
//! counts on one thread depend on nothing but the search: `--signature` prints their sum.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use oware::endgame::Database;
use oware::game::{Game, Position, Rules};
use oware::solve::{Limits, Solution, SolveOptions, solve_with_tables};
use serde::Serialize;

use super::args::{Format, FormatArg, OUTPUT, Size, ThreadsArg, size_in_megabytes};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::interrupt;
use super::output::{Console, document, seconds};
use super::progress::Reporter;

/// Rules, position and depth in plies, tab separated.
const SUITE: &str = include_str!("../../data/positions/bench.tsv");

/// Measures the search on a fixed suite of positions
///
/// Openings, middle games and endgames of several rule sets, each searched to a fixed
/// depth with the tables that are part of the program. With one thread the nodes are the
/// same on every machine.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct BenchArgs {
    /// Print only the sum of the nodes, searched with one thread
    #[arg(long, conflicts_with = "threads", help_heading = OUTPUT)]
    signature: bool,

    /// Plies added to every depth
    #[arg(long, value_name = "PLIES", default_value_t = 0, help_heading = OUTPUT)]
    deeper: u16,

    /// Memory for the transposition table, such as 64M or 2G; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size_in_megabytes, help_heading = OUTPUT)]
    hash: Size,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware bench --threads 1
      how many nodes a second this machine searches
  oware bench --deeper 4 --hash 256M --format json
      longer, for programs
  oware bench --signature
      one number that changes when the search does

{STATUSES}"
    )
}

/// A position of the suite and how deep to look.
struct Entry {
    rules: Rules,
    position: Position,
    depth_plies: u16,
}

/// Values are for the side to move, in seeds.
#[derive(Serialize)]
struct BenchDocument {
    schema: &'static str,
    rules: Vec<String>,
    positions: Vec<EntryDocument>,
    threads: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u128,
}

#[derive(Serialize)]
struct EntryDocument {
    rules: String,
    position: String,
    depth: u16,
    status: &'static str,
    value: Option<i8>,
    nodes: u64,
    seconds: f64,
}

/// Runs the suite.
pub(crate) fn run(
    args: &BenchArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let threads = if args.signature {
        NonZeroUsize::MIN
    } else {
        args.threads.count()
    };
    let mut documents = Vec::new();
    let start = Instant::now();
    if args.format.format == Format::Text && !args.signature {
        writeln!(
            out,
            "rules        depth  status        nodes   seconds   position"
        )?;
    }
    for entry in suite()? {
        if interrupt::is_requested() {
            return Ok(Exit::Interrupted);
        }
        let begun = Instant::now();
        let solution = search(&entry, args, threads, console)?;
        let answer = EntryDocument {
            rules: entry.rules.to_string(),
            position: entry.position.to_string(),
            depth: solution.depth_plies,
            status: solution.status.word(),
            value: solution.value.map(|score| score.seeds()),
            nodes: solution.nodes,
            seconds: seconds(begun.elapsed()),
        };
        if args.format.format == Format::Text && !args.signature {
            writeln!(
                out,
                "{:<12} {:>5}  {:<8} {:>10}  {:>8.3}   {}",
                answer.rules,
                answer.depth,
                answer.status,
                answer.nodes,
                answer.seconds,
                answer.position
            )?;
        }
        documents.push(answer);
    }
    let elapsed = start.elapsed();
    let nodes: u64 = documents.iter().map(|answer| answer.nodes).sum();
    let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    match args.format.format {
        Format::Json => {
            let mut rules: Vec<String> = documents
                .iter()
                .map(|answer| answer.rules.clone())
                .collect();
            rules.dedup();
            let report = BenchDocument {
                schema: "oware.bench/1",
                rules,
                positions: documents,
                threads: threads.get(),
                nodes,
                seconds: seconds(elapsed),
                nodes_per_second: rate,
            };
            document(out, &report)?;
        }
        Format::Text if args.signature => writeln!(out, "{nodes}")?,
        Format::Text => writeln!(
            out,
            "total {nodes} nodes in {:.3} s, {rate} nodes/s, {threads} threads",
            elapsed.as_secs_f64()
        )?,
    }
    Ok(Exit::Done)
}

fn search(
    entry: &Entry,
    args: &BenchArgs,
    threads: NonZeroUsize,
    console: &Console,
) -> anyhow::Result<Solution> {
    let tables = Database::embedded(&entry.rules.value_rules())?;
    let options = SolveOptions {
        limits: Limits {
            depth_plies: Some(entry.depth_plies + args.deeper),
            ..Limits::default()
        },
        hash_bytes: usize::try_from(args.hash.bytes).unwrap_or(usize::MAX),
        threads,
        ..SolveOptions::default()
    };
    let game = Game::new(entry.position, entry.rules);
    let reporter = Reporter::new(console, "nodes");
    solve_with_tables(&game, tables.as_ref(), &options, &reporter).map_err(|error| {
        let hint = "ask for a smaller table, such as --hash 16M";
        Failure::new(Kind::Io, anyhow::Error::from(error), hint).into()
    })
}

/// The suite; a line that cannot be read is a fault of this program.
fn suite() -> anyhow::Result<Vec<Entry>> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [rules, position, depth] = fields[..] else {
                anyhow::bail!("the suite's line '{line}' has not three fields");
            };
            Ok(Entry {
                rules: rules.parse()?,
                position: position.parse()?,
                depth_plies: depth.parse()?,
            })
        })
        .collect()
}
