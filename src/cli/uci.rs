//! `oware uci`: the engine for graphical clients and tournaments, on stdin and stdout.
//!
//! | file | owns |
//! | --- | --- |
//! | `command` | reading what the client sends |
//! | `settings` | the options, and what they change |
//! | `control` | how a search is told to stop |
//! | `run` | one search in its thread |
//! | `report` | the lines about a search |
//! | `session` | the talk: one loop, which alone writes |

mod command;
mod control;
mod report;
mod run;
mod session;
mod settings;

use std::io::Write;

use clap::Args;
use oware::opponent::Level;

use super::args::{RulesArg, Size, ThreadsArg, size_in_megabytes};
use super::exit::{Exit, STATUSES};
use super::location::DbArg;
use super::output::Console;

/// Serves as an engine to another program, by the UCI protocol
///
/// Reads commands from stdin and answers on stdout, in the dialect that Aualé and Aalina
/// speak. The options below are where the engine starts; the client can set them too:
/// Hash, Threads, OwnBook, Ponder, DbPath, Rules, Level.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct UciArgs {
    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    tables: DbArg,

    /// Playing level, 1 to 6, or easy, medium, hard
    #[arg(long, value_name = "LEVEL", default_value_t = Level::HARD)]
    level: Level,

    /// Memory for the search, such as 64M or 2G; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size_in_megabytes)]
    hash: Size,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware uci
      what a graphical client starts
  printf 'position startpos moves DbEc\\ngo movetime 500\\n' | (cat; sleep 1) | oware uci
      a move by hand; the engine ends with its input, so that stays open for a while

{STATUSES}"
    )
}

/// Talks with the client until it leaves.
pub(crate) fn run(args: &UciArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let settings = settings::Settings::new(
        args.rules.rules(),
        args.level,
        usize::try_from(args.hash.bytes >> 20).unwrap_or(usize::MAX),
        args.threads.count(),
        args.tables.dir.clone(),
        console,
    )?;
    session::talk(settings, out)?;
    Ok(Exit::Done)
}
