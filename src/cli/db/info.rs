//! `oware db info`: layers, sizes and checksums.

use std::io::Write;

use clap::Args;
use oware::endgame::FORMAT_VERSION;
use oware::game::Rules;
use serde::Serialize;

use super::WhichTables;
use crate::cli::args::{Format, FormatArg};
use crate::cli::exit::{Exit, STATUSES};
use crate::cli::location::open_for_inspection;
use crate::cli::output::{Console, document};

/// Shows what a directory of tables holds: rules, layers, sizes, checksums
///
/// Headers and lengths are checked. The checksum of a file is the one that build-db
/// printed, and the same for everybody who built it.
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
}

#[derive(Serialize)]
struct LayerDocument {
    seeds: u8,
    positions: u64,
    bytes: u64,
    blocks: u64,
    /// Sixteen hexadecimal digits.
    xxh3: String,
}

/// Lists the tables.
pub(super) fn run(args: &InfoArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let rules = args.tables.rules.given;
    let database = open_for_inspection(args.tables.dir.as_deref(), rules, console)?;
    let layers: Vec<_> = database
        .tables()
        .iter()
        .map(|table| LayerDocument {
            seeds: table.layer().seeds(),
            positions: table.layer().boards(),
            bytes: table.size_bytes(),
            blocks: table.blocks(),
            xxh3: format!("{:016x}", table.content_xxh3()),
        })
        .collect();
    let info = InfoDocument {
        schema: "oware.db-info/1",
        rules: rules
            .unwrap_or_else(|| Rules::from(*database.rules()))
            .to_string(),
        path: database.source().to_string(),
        seeds: database.seeds(),
        format_version: FORMAT_VERSION,
        positions: layers.iter().map(|layer| layer.positions).sum(),
        bytes: layers.iter().map(|layer| layer.bytes).sum(),
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
    writeln!(out, "layer        positions          bytes  xxh3")?;
    for layer in &info.layers {
        writeln!(
            out,
            "{:>5}  {:>15}  {:>13}  {}",
            layer.seeds, layer.positions, layer.bytes, layer.xxh3
        )?;
    }
    writeln!(out, "total  {:>15}  {:>13}", info.positions, info.bytes)
}
