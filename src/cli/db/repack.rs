//! `oware db pack` and `oware db unpack`: from one coding of the tables to the other.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use clap::Args;
use oware::endgame::{BuildError, RepackReport, Repacker, Repacking, Source};
use oware::game::Rules;
use oware::progress::Progress;
use serde::Serialize;

use super::{WhichTables, bits};
use crate::cli::args::{Format, FormatArg, ThreadsArg};
use crate::cli::exit::{Exit, Failure, Kind, STATUSES};
use crate::cli::location::{self, open_for_inspection};
use crate::cli::output::{Console, document, seconds};
use crate::cli::progress::{Reporter, Span};

/// Packs tables to less than half their size, in place
///
/// The values stay the same, and every command reads packed tables like others; looking a
/// board up takes longer. Layers that would not shrink are left as they are, and so are
/// bounds. Each layer is decoded and compared before it replaces the old file; a run that
/// was stopped can be started again. 'oware db unpack' is the way back.
#[derive(Args, Debug)]
#[command(after_long_help = after_help("pack"))]
pub(super) struct PackArgs {
    #[command(flatten)]
    pub(super) repack: RepackArgs,
}

/// Unpacks packed tables to a byte a board, in place
///
/// The files are then the same, byte for byte, as those that build-db writes.
#[derive(Args, Debug)]
#[command(after_long_help = after_help("unpack"))]
pub(super) struct UnpackArgs {
    #[command(flatten)]
    pub(super) repack: RepackArgs,
}

/// What both are told.
#[derive(Args, Debug)]
pub(super) struct RepackArgs {
    #[command(flatten)]
    tables: WhichTables,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help(verb: &str) -> String {
    format!(
        "\
Examples:
  oware db {verb} tables
      every layer in the directory tables

{STATUSES}"
    )
}

#[derive(Serialize)]
struct RepackDocument {
    schema: &'static str,
    rules: String,
    path: String,
    layers: Vec<LayerDocument>,
    positions: u64,
    bytes_before: u64,
    bytes: u64,
    bits_per_position: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct LayerDocument {
    seeds: u8,
    positions: u64,
    coding: &'static str,
    bytes_before: u64,
    bytes: u64,
    bits_per_position: f64,
    /// Sixteen hexadecimal digits.
    xxh3: String,
    changed: bool,
}

/// Recodes what can be.
pub(super) fn run(
    args: &RepackArgs,
    way: Repacking,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let given = args.tables.rules.given;
    let database = open_for_inspection(args.tables.dir.as_deref(), given, console)?;
    let Source::Directory(dir) = database.source().clone() else {
        return Err(Failure::new(
            Kind::Usage,
            anyhow::anyhow!("the embedded tables are part of the program and stay as they are"),
            format!("name a directory of tables: oware db {} DIR", verb(way)),
        )
        .into());
    };
    let rules = *database.rules();
    drop(database);

    let pool = args.threads.pool()?;
    let start = Instant::now();
    let mut repacker =
        Repacker::new(&dir, &rules, way).map_err(|error| failure(error, way, &dir))?;
    let is_text = args.format.format == Format::Text;
    if is_text {
        writeln!(
            out,
            "layer        positions         before          bytes   bits  coding"
        )?;
    }
    let reporter = Reporter::new(console, "boards");
    reporter.begin(verb(way), repacker.boards());
    let mut layers = Vec::new();
    let mut exit = Exit::Done;
    loop {
        match pool.install(|| repacker.next_layer(&reporter)) {
            Ok(Some(report)) => {
                let layer = LayerDocument::new(&report);
                if is_text {
                    write_layer(out, &layer)?;
                    out.flush()?;
                }
                layers.push(layer);
            }
            Ok(None) => break,
            Err(BuildError::Cancelled { layer }) => {
                console.warn(format_args!(
                    "interrupted at layer {}; every layer is whole, go on with:\n  oware db {} {}",
                    layer.seeds(),
                    verb(way),
                    dir.display()
                ));
                exit = Exit::Interrupted;
                break;
            }
            Err(error) => return Err(failure(error, way, &dir)),
        }
    }
    reporter.finish();
    let sum = |bytes: fn(&LayerDocument) -> u64| layers.iter().map(bytes).sum::<u64>();
    let (positions, bytes) = (sum(|layer| layer.positions), sum(|layer| layer.bytes));
    let report = RepackDocument {
        schema: match way {
            Repacking::Pack => "oware.db-pack/1",
            Repacking::Unpack => "oware.db-unpack/1",
        },
        rules: given.unwrap_or_else(|| Rules::from(rules)).to_string(),
        path: dir.display().to_string(),
        positions,
        bytes_before: sum(|layer| layer.bytes_before),
        bytes,
        bits_per_position: bits(bytes, positions),
        seconds: seconds(start.elapsed()),
        layers,
    };
    match args.format.format {
        Format::Json => document(out, &report)?,
        Format::Text => writeln!(out, "{report}")?,
    }
    Ok(exit)
}

const fn verb(way: Repacking) -> &'static str {
    match way {
        Repacking::Pack => "pack",
        Repacking::Unpack => "unpack",
    }
}

fn failure(error: BuildError, way: Repacking, dir: &Path) -> anyhow::Error {
    let hint = match error {
        BuildError::Database(error) => return location::failure(error).into(),
        BuildError::Locked { .. } => "wait until it has ended".to_owned(),
        _ => format!(
            "every layer is whole; go on with 'oware db {} {}'",
            verb(way),
            dir.display()
        ),
    };
    Failure::new(Kind::Io, error, hint).into()
}

impl LayerDocument {
    fn new(report: &RepackReport) -> Self {
        let positions = report.layer.boards();
        Self {
            seeds: report.layer.seeds(),
            positions,
            coding: report.coding.name(),
            bytes_before: report.bytes_before,
            bytes: report.bytes,
            bits_per_position: bits(report.bytes, positions),
            xxh3: format!("{:016x}", report.xxh3),
            changed: report.is_changed,
        }
    }
}

fn write_layer(out: &mut dyn Write, layer: &LayerDocument) -> io::Result<()> {
    writeln!(
        out,
        "{:>5}  {:>15}  {:>13}  {:>13}  {:>5}  {}{}",
        layer.seeds,
        layer.positions,
        layer.bytes_before,
        layer.bytes,
        format!("{:.2}", layer.bits_per_position),
        layer.coding,
        if layer.changed { "" } else { "  kept" },
    )
}

impl fmt::Display for RepackDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "total  {:>15}  {:>13}  {:>13}  {:>5}  in {}",
            self.positions,
            self.bytes_before,
            self.bytes,
            format!("{:.2}", self.bits_per_position),
            Span(self.seconds)
        )
    }
}
