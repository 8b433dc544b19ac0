//! `oware man`: manual pages, made from the same text as the help.

use std::io::Write;

use anyhow::anyhow;
use clap::{Args, Command};
use clap_mangen::Man;

use super::exit::{Exit, Failure, Kind, STATUSES};

/// Prints a manual page
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct ManArgs {
    /// The command it is about, such as solve or db probe; without one, the program
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware man | man -l -
      the page of the program
  oware man db probe > oware-db-probe.1
      that of a command

{STATUSES}"
    )
}

/// Prints the page of a command of `program`.
pub(crate) fn run(args: &ManArgs, program: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut command = program;
    // Options that all commands share reach them, and names become whole.
    command.build();
    for word in &args.path {
        command = inner(&command, word)?;
    }
    let source = concat!("oware ", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(out)?;
    Ok(Exit::Done)
}

fn inner(command: &Command, word: &str) -> anyhow::Result<Command> {
    command.find_subcommand(word).cloned().ok_or_else(|| {
        let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        let error = anyhow!("there is no command '{word}' in '{}'", command.get_name());
        let hint = match names.as_slice() {
            [] => format!("leave '{word}' out"),
            _ => format!("the commands are {}", names.join(", ")),
        };
        Failure::new(Kind::Usage, error, hint).into()
    })
}
