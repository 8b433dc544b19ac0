//! `oware db stats`: how many boards of each layer have which value.

mod picture;
mod rows;

use std::io::Write;

use clap::{Args, ValueEnum};
use oware::endgame::{Boards, Histogram, Layer, Statistics, statistics};
use oware::game::Rules;
use serde::Serialize;
use serde_json::{Map, Value};

use super::WhichTables;
use crate::cli::args::{Format, OUTPUT, ThreadsArg};
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

    /// text for people, json for programs, csv for tables, svg for a picture
    ///
    /// csv has a line for each layer and value: seeds,value,exact,lower,upper, the numbers
    /// of boards of exactly this value, and with this lower and upper bound. svg draws the
    /// distribution of the values, a row for each layer.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT, hide_possible_values = true)]
    format: StatsFormat,

    #[command(flatten)]
    threads: ThreadsArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A line for each layer and value
    Csv,
    /// A picture
    Svg,
}

impl StatsArgs {
    /// How errors are written.
    pub(super) const fn format(&self) -> Format {
        match self.format {
            StatsFormat::Json => Format::Json,
            StatsFormat::Text | StatsFormat::Csv | StatsFormat::Svg => Format::Text,
        }
    }
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db stats --rules awari
      won, drawn and lost boards of each layer
  oware db stats tables --histogram
      also how many boards of a directory's tables have each value
  oware db stats tables --format svg > values.svg
      a picture of how the values of each layer are distributed

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
    /// The same for all boards by their bounds, where the table has bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<Map<String, Value>>,
    /// All boards by upper less lower bound, from `"0"` to `"2n"`, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    widths: Option<Map<String, Value>>,
}

/// A layer and what was counted of it.
struct Counted {
    layer: Layer,
    statistics: Statistics,
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
        let statistics = pool
            .install(|| statistics(table, boards))
            .map_err(|error| failure(error.into()))?;
        layers.push(Counted {
            layer: table.layer(),
            statistics,
        });
    }
    let rules = rules
        .unwrap_or_else(|| Rules::from(*database.rules()))
        .to_string();
    match args.format {
        StatsFormat::Json => {
            let stats = StatsDocument {
                schema: "oware.db-stats/1",
                rules,
                layers: layers.iter().map(LayerDocument::new).collect(),
            };
            document(out, &stats)?;
        }
        StatsFormat::Text => {
            rows::write_summary(&rules, &layers, out)?;
            if args.histogram {
                writeln!(out)?;
                rows::write_histogram(&layers, out)?;
            }
        }
        StatsFormat::Csv => rows::write_csv(&layers, out)?,
        StatsFormat::Svg => out.write_all(picture::svg(&rules, boards, &layers)?.as_bytes())?,
    }
    Ok(exit)
}

impl LayerDocument {
    fn new(counted: &Counted) -> Self {
        let Statistics {
            boards,
            exact,
            intervals,
        } = &counted.statistics;
        let intervals = intervals.as_ref();
        Self {
            seeds: counted.layer.seeds(),
            positions: *boards,
            exact: exact.boards(),
            win: exact.wins(),
            draw: exact.draws(),
            loss: exact.losses(),
            mean: exact.mean(),
            histogram: by_value(exact),
            lower: intervals.map(|intervals| by_value(&intervals.lower)),
            upper: intervals.map(|intervals| by_value(&intervals.upper)),
            widths: intervals.map(|intervals| {
                let widths = intervals.widths.iter().enumerate();
                widths
                    .map(|(width, &boards)| (width.to_string(), boards.into()))
                    .collect()
            }),
        }
    }
}

fn by_value(counted: &Histogram) -> Map<String, Value> {
    counted
        .iter()
        .map(|(net, boards)| (net.seeds().to_string(), boards.into()))
        .collect()
}
