//! `oware db info`: layers, codings, sizes, checksums, and what building them took.

use std::io::Write;

use clap::Args;
use oware::endgame::{BuildLog, BuildRecord, FORMAT_VERSION, Source};
use oware::game::Rules;
use serde::Serialize;

use super::{WhichTables, bits};
use crate::cli::args::{Format, FormatArg};
use crate::cli::exit::{Exit, STATUSES};
use crate::cli::location::open_for_inspection;
use crate::cli::output::{Console, document};
use crate::cli::progress::Span;

/// Shows what a directory of tables holds: rules, layers, sizes, checksums
///
/// Headers and lengths are checked. The checksum of a file is the one that build-db
/// printed, and the same for everybody who built it. The coding is net8 for a byte a board,
/// packed for the same values after 'oware db pack', or bounds8 for two bounds a board. The
/// time is what building the layer took, where the directory has a log of it.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(super) struct InfoArgs {
    #[command(flatten)]
    tables: WhichTables,

    #[command(flatten)]
    pub(super) format: FormatArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db info --rules awari
      the tables that answer for awari
  oware db info tables
      those of a directory, whatever rules they are for

{STATUSES}"
    )
}

#[derive(Serialize)]
struct InfoDocument {
    schema: &'static str,
    rules: String,
    /// The directory, or `embedded`.
    path: String,
    seeds: u8,
    format_version: u16,
    layers: Vec<LayerDocument>,
    positions: u64,
    bytes: u64,
    bits_per_position: f64,
    /// Of the layers that the log tells of; `null` when it tells of none.
    build_seconds: Option<f64>,
}

#[derive(Serialize)]
struct LayerDocument {
    seeds: u8,
    positions: u64,
    bytes: u64,
    blocks: u64,
    coding: &'static str,
    bits_per_position: f64,
    /// Sixteen hexadecimal digits.
    xxh3: String,
    /// `null` without a log.
    build: Option<BuildDocument>,
}

/// What building a layer took.
#[derive(Serialize)]
struct BuildDocument {
    seconds: f64,
    threads: u32,
    /// `null` where the system does not tell.
    peak_memory_bytes: Option<u64>,
    version: String,
}

impl From<&BuildRecord> for BuildDocument {
    fn from(record: &BuildRecord) -> Self {
        Self {
            seconds: record.seconds,
            threads: record.threads,
            peak_memory_bytes: record.peak_memory_bytes,
            version: record.version.clone(),
        }
    }
}

/// Lists the tables.
pub(super) fn run(args: &InfoArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let rules = args.tables.rules.given;
    let database = open_for_inspection(args.tables.dir.as_deref(), rules, console)?;
    let log = match database.source() {
        Source::Directory(dir) => BuildLog::read(dir),
        Source::Embedded => BuildLog::default(),
    };
    let layers: Vec<_> = database
        .tables()
        .iter()
        .map(|table| LayerDocument {
            seeds: table.layer().seeds(),
            positions: table.layer().boards(),
            bytes: table.size_bytes(),
            blocks: table.blocks(),
            coding: table.coding().name(),
            bits_per_position: bits(table.size_bytes(), table.layer().boards()),
            build: log.layer(table.layer()).map(BuildDocument::from),
            xxh3: format!("{:016x}", table.content_xxh3()),
        })
        .collect();
    let positions = layers.iter().map(|layer| layer.positions).sum();
    let bytes = layers.iter().map(|layer| layer.bytes).sum();
    let info = InfoDocument {
        schema: "oware.db-info/1",
        rules: rules
            .unwrap_or_else(|| Rules::from(*database.rules()))
            .to_string(),
        path: database.source().to_string(),
        seeds: database.seeds(),
        format_version: FORMAT_VERSION,
        positions,
        bytes,
        bits_per_position: bits(bytes, positions),
        build_seconds: layers
            .iter()
            .filter_map(|layer| Some(layer.build.as_ref()?.seconds))
            .reduce(|sum, seconds| sum + seconds),
        layers,
    };
    match args.format.format {
        Format::Json => document(out, &info)?,
        Format::Text => write_text(&info, out)?,
    }
    Ok(Exit::Done)
}

fn write_text(info: &InfoDocument, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "tables  {}", info.path)?;
    writeln!(out, "rules   {}", info.rules)?;
    writeln!(
        out,
        "layers  0-{}, format {}",
        info.seeds, info.format_version
    )?;
    writeln!(out)?;
    writeln!(
        out,
        "layer        positions          bytes     bits  coding   xxh3              time"
    )?;
    for layer in &info.layers {
        let time = layer.build.as_ref().map(|build| build.seconds);
        writeln!(
            out,
            "{:>5}  {:>15}  {:>13}  {:>7.2}  {:<7}  {}  {}",
            layer.seeds,
            layer.positions,
            layer.bytes,
            layer.bits_per_position,
            layer.coding,
            layer.xxh3,
            Time(time)
        )?;
    }
    writeln!(
        out,
        "total  {:>15}  {:>13}  {:>7.2}  {:25}  {}",
        info.positions,
        info.bytes,
        info.bits_per_position,
        "",
        Time(info.build_seconds)
    )
}

/// A time that may not be known.
struct Time(Option<f64>);

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(seconds) => Span(seconds).fmt(f),
            None => f.pad("-"),
        }
    }
}
