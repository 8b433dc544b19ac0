//! `oware db`: what a directory of tables holds.

mod export;
mod info;
mod probe;
mod repack;
mod stats;
mod verify;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use oware::endgame::Repacking;

use super::args::{Format, RulesArg};
use super::exit::{Exit, STATUSES};
use super::location::TABLES;
use super::output::Console;
use repack::{PackArgs, UnpackArgs};

/// Inspects, checks and packs endgame tables
#[derive(Args, Debug)]
#[command(after_long_help = after_help(), arg_required_else_help = true)]
pub(crate) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Subcommand, Debug)]
enum DbCommand {
    Info(info::InfoArgs),
    Stats(stats::StatsArgs),
    Probe(probe::ProbeArgs),
    Pack(PackArgs),
    Unpack(UnpackArgs),
    Verify(verify::VerifyArgs),
    Export(export::ExportArgs),
}

/// Which tables a command looks at.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhichTables {
    /// Directory of the tables [default: $OWARE_DB, else the data folder]
    ///
    /// Without one, the tables in the folder for the rules in the platform's data
    /// directory are used, else those that are part of the program.
    #[arg(value_name = "DIR", help_heading = TABLES)]
    dir: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db info --rules awari
      the tables that answer for awari, with their checksums
  oware db stats tables
      how many boards of each layer are won, drawn and lost
  oware db probe tables 0-0-6-0-3-5-2-1-1-0-0-0-0-0-S
      the value of a board and of its moves
  oware db pack tables
      less than half the size, for a slower look-up
  oware db verify tables --deep
      checksums, then every value derived once more

{STATUSES}"
    )
}

impl DbArgs {
    pub(super) const fn format(&self) -> Format {
        match &self.command {
            DbCommand::Info(args) => args.format.format,
            DbCommand::Stats(args) => args.format(),
            DbCommand::Probe(args) => args.format.format,
            DbCommand::Pack(PackArgs { repack }) | DbCommand::Unpack(UnpackArgs { repack }) => {
                repack.format.format
            }
            DbCommand::Verify(args) => args.format.format,
            DbCommand::Export(_) => Format::Text,
        }
    }
}

/// Runs one of the `db` commands.
pub(crate) fn run(args: &DbArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match &args.command {
        DbCommand::Info(args) => info::run(args, console, out),
        DbCommand::Stats(args) => stats::run(args, console, out),
        DbCommand::Probe(args) => probe::run(args, console, out),
        DbCommand::Pack(args) => repack::run(&args.repack, Repacking::Pack, console, out),
        DbCommand::Unpack(args) => repack::run(&args.repack, Repacking::Unpack, console, out),
        DbCommand::Verify(args) => verify::run(args, console, out),
        DbCommand::Export(args) => export::run(args, console, out),
    }
}

/// Bits for each position, to a thousandth; 0 without positions.
fn bits(bytes: u64, positions: u64) -> f64 {
    let bits = 8.0 * bytes as f64 / positions.max(1) as f64;
    (bits * 1000.0).round() / 1000.0
}
