//! `oware db export`: plain values, for programs that do not read our files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use oware::endgame::{Layer, Rank, Table};
use oware::game::MAX_SEEDS;

use super::WhichTables;
use crate::cli::args::OUTPUT;
use crate::cli::exit::{Exit, Failure, Kind, STATUSES};
use crate::cli::interrupt;
use crate::cli::location::{failure, open_for_inspection};
use crate::cli::output::Console;

/// Writes what is proved of every board as plain values
///
/// Layers come from the fewest seeds up, boards in the order of their numbers. Values are
/// in seeds still to come for the side to move, on a board without history.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(super) struct ExportArgs {
    #[command(flatten)]
    tables: WhichTables,

    /// Only the layer with N seeds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=i64::from(MAX_SEEDS)), help_heading = OUTPUT)]
    seeds: Option<u8>,

    /// raw: a signed byte a board, or two for bounds; tsv: board, lower, upper
    ///
    /// raw gives the values of a layer as signed bytes in the order of the boards' numbers;
    /// a layer with bounds has two bytes a board, first the lower. tsv begins with a line
    /// of names; a board is its twelve pits, the side to move first, and the bounds are
    /// equal where the value is exact.
    #[arg(long, value_name = "FORMAT", default_value = "tsv", help_heading = OUTPUT, hide_possible_values = true)]
    format: ExportFormat,

    /// Write to this file, which appears when it is complete [default: stdout]
    #[arg(long, value_name = "PATH", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Signed bytes
    Raw,
    /// A line a board
    Tsv,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db export tables --seeds 6 --format raw --out six.bin
      12376 signed bytes, one for each board of 6 seeds
  oware db export --rules awari | sort -t '\t' -k 2n | head
      the worst boards of the embedded tables

{STATUSES}"
    )
}

/// Writes the tables out.
pub(super) fn run(
    args: &ExportArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let rules = args.tables.rules.given;
    let database = open_for_inspection(args.tables.dir.as_deref(), rules, console)?;
    let tables = match args.seeds {
        None => database.tables(),
        Some(seeds) => match database.tables().get(usize::from(seeds)) {
            Some(table) => std::slice::from_ref(table),
            None => {
                return Err(Failure::new(
                    Kind::Database,
                    anyhow::anyhow!(
                        "no layer of {seeds} seeds: the tables ({}) reach to {}",
                        database.source(),
                        database.seeds()
                    ),
                    format!("ask for {} seeds or fewer", database.seeds()),
                )
                .into());
            }
        },
    };
    match &args.out {
        None => write_tables(tables, args.format, out),
        Some(path) => write_file(path, |file| write_tables(tables, args.format, file)),
    }
}

/// Gives the path to the file only when all of it is there.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let dir = match path.parent() {
        Some(dir) if dir != Path::new("") => dir,
        _ => Path::new("."),
    };
    let failed = || format!("cannot write {}", path.display());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".export-").suffix(".tmp");
    // A temporary is private as a rule; an export is for whomever the umask lets read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(dir).with_context(failed)?;
    let mut writer = io::BufWriter::with_capacity(1 << 16, file);
    let exit = write(&mut writer)?;
    let file = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)
        .with_context(failed)?;
    if exit == Exit::Done {
        file.persist(path)
            .map_err(|unmoved| unmoved.error)
            .with_context(failed)?;
    }
    Ok(exit)
}

fn write_tables(
    tables: &[Table],
    format: ExportFormat,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if format == ExportFormat::Tsv {
        out.write_all(b"board\tlower\tupper\n")?;
    }
    for table in tables {
        for block in 0..table.blocks() {
            if interrupt::is_requested() {
                return Ok(Exit::Interrupted);
            }
            let bounds = table
                .block_bounds(block)
                .map_err(|error| failure(error.into()))?;
            match format {
                ExportFormat::Raw => out.write_all(bounds.as_bytes())?,
                ExportFormat::Tsv => {
                    let first = block * table.coding().block_boards();
                    let mut lines = Vec::with_capacity(1 << 20);
                    for (rank, bounds) in (first..).zip(bounds.iter()) {
                        put_board(&mut lines, table.layer(), Rank::new(rank));
                        lines.push(b'\t');
                        put_number(&mut lines, bounds.lower.seeds());
                        lines.push(b'\t');
                        put_number(&mut lines, bounds.upper.seeds());
                        lines.push(b'\n');
                    }
                    out.write_all(&lines)?;
                }
            }
        }
    }
    Ok(Exit::Done)
}

/// The twelve pits with hyphens between them.
fn put_board(line: &mut Vec<u8>, layer: Layer, rank: Rank) {
    let board = layer.unrank(rank);
    let pits = board.mover().into_iter().chain(board.opponent());
    for (index, seeds) in pits.enumerate() {
        if index > 0 {
            line.push(b'-');
        }
        put_number(line, seeds.cast_signed());
    }
}

/// A number of at most two digits.
fn put_number(line: &mut Vec<u8>, number: i8) {
    if number < 0 {
        line.push(b'-');
    }
    let digits = number.unsigned_abs();
    if digits >= 10 {
        line.push(b'0' + digits / 10);
    }
    line.push(b'0' + digits % 10);
}
