//! `oware completions`: what a shell needs to complete commands and options.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use super::exit::{Exit, STATUSES};

/// Prints a script by which a shell completes commands and options
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    shell: Shell,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware completions bash > ~/.local/share/bash-completion/completions/oware
      for bash; a new shell knows it
  oware completions zsh > ~/.zfunc/_oware
      for zsh, in a folder of its $fpath
  oware completions fish > ~/.config/fish/completions/oware.fish
      for fish

{STATUSES}"
    )
}

/// Prints the script for `command`, the whole program.
pub(crate) fn run(
    args: &CompletionsArgs,
    mut command: Command,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let name = command.get_name().to_owned();
    // The generator panics where it cannot write, and a pipe may be closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
