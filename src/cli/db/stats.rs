//! `oware db stats`: how many boards of each layer have which value.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use oware::endgame::{Boards, Histogram, Layer, histogram};
use oware::game::Rules;
use serde::Serialize;
use serde_json::{Map, Value};

use super::WhichTables;
use crate::cli::args::{Format, FormatArg, OUTPUT, ThreadsArg};
use crate::cli::exit::{Exit, STATUSES};
use crate::cli::interrupt;
use crate::cli::location::{failure, open_for_inspection};
use crate::cli::output::{Console, document};

/// Counts the boards of each layer by their value for the side to move
///
/// Every block read is checked, so damage anywhere in the tables is found.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(super) struct StatsArgs {
    #[command(flatten)]
    tables: WhichTables,

    /// Only boards that a move can lead to: with an empty pit on the other side
    #[arg(long, help_heading = OUTPUT)]
    reachable: bool,

    /// Also how many boards have each value
    #[arg(long, help_heading = OUTPUT)]
    histogram: bool,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db stats --rules awari
      won, drawn and lost boards of each layer
  oware db stats tables --histogram
      also how many boards of a directory's tables have each value

{STATUSES}"
    )
}

#[derive(Serialize)]
struct StatsDocument {
    schema: &'static str,
    rules: String,
    layers: Vec<LayerDocument>,
}

#[derive(Serialize)]
struct LayerDocument {
    seeds: u8,
    positions: u64,
    /// Boards whose value is known exactly.
    exact: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// Mean value in seeds; `null` without boards.
    mean: Option<f64>,
    /// From `"-n"` to `"n"`, in this order.
    histogram: Map<String, Value>,
}

/// Counts and shows.
pub(super) fn run(
    args: &StatsArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let rules = args.tables.rules.given;
    let database = open_for_inspection(args.tables.dir.as_deref(), rules, console)?;
    let boards = if args.reachable {
        Boards::Reachable
    } else {
        Boards::All
    };
    let pool = args.threads.pool()?;
    let mut layers = Vec::new();
    let mut exit = Exit::Done;
    for table in database.tables() {
        if interrupt::is_requested() {
            exit = Exit::Interrupted;
            break;
        }
        let counted = pool
            .install(|| histogram(table, boards))
            .map_err(|error| failure(error.into()))?;
        layers.push((table.layer(), counted));
    }
    let stats = StatsDocument {
        schema: "oware.db-stats/1",
        rules: rules
            .unwrap_or_else(|| Rules::from(*database.rules()))
            .to_string(),
        layers: layers
            .iter()
            .map(|(layer, counted)| LayerDocument::new(*layer, counted))
            .collect(),
    };
    match args.format.format {
        Format::Json => document(out, &stats)?,
        Format::Text => {
            write_summary(&stats, out)?;
            if args.histogram {
                writeln!(out)?;
                write_histogram(&layers, out)?;
            }
        }
    }
    Ok(exit)
}

impl LayerDocument {
    fn new(layer: Layer, counted: &Histogram) -> Self {
        Self {
            seeds: layer.seeds(),
            positions: counted.boards(),
            exact: counted.boards(),
            win: counted.wins(),
            draw: counted.draws(),
            loss: counted.losses(),
            mean: counted.mean(),
            histogram: counted
                .iter()
                .map(|(net, boards)| (net.seeds().to_string(), boards.into()))
                .collect(),
        }
    }
}

fn write_summary(stats: &StatsDocument, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "rules  {}", stats.rules)?;
    writeln!(
        out,
        "layer        positions              win             draw             loss   mean"
    )?;
    for layer in &stats.layers {
        let mean = layer
            .mean
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:+.2}"));
        writeln!(
            out,
            "{:>5}  {:>15}  {:>15}  {:>15}  {:>15}  {mean:>5}",
            layer.seeds, layer.positions, layer.win, layer.draw, layer.loss
        )?;
    }
    Ok(())
}

/// A line a value, from the best down, with the layers that have boards of it.
fn write_histogram(layers: &[(Layer, Histogram)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "layer  value        positions")?;
    for (layer, counted) in layers {
        let by_value: BTreeMap<_, _> = counted.iter().filter(|&(_, boards)| boards > 0).collect();
        for (net, boards) in by_value.iter().rev() {
            writeln!(out, "{:>5}  {net:>5}  {boards:>15}", layer.seeds())?;
        }
    }
    Ok(())
}
