//! The command line: one enum of commands, one match, one way to end.
//!
//! Arguments are parsed in `args`, positions in `input`, results written through `output`;
//! each command is a file with its arguments and its `run`.

mod analyse;
mod args;
mod bench;
mod build_book;
mod build_db;
mod completions;
mod convert;
mod db;
mod exit;
mod input;
mod interrupt;
mod location;
mod man;
mod messages;
mod moves;
mod out_file;
mod output;
mod perft;
mod play;
mod progress;
mod records;
mod report;
mod rules;
mod solve;
mod uci;
mod usage;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use args::{ColorWhen, Early, Format, GlobalArgs};
use exit::{Exit, Failure, STATUSES};
use output::{Console, Results};

/// Oware (awalé, awari): legal moves, exact values, and play
#[derive(Parser, Debug)]
#[command(
    name = "oware",
    version,
    max_term_width = 80,
    arg_required_else_help = true
)]
#[command(after_long_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    global: GlobalArgs,
}

// In the order of a user's work: learn the rules, play, look at a position, ask its value,
// build what answers that, inspect it, exchange games, check the engine.
#[derive(Subcommand, Debug)]
enum Command {
    Rules(rules::RulesArgs),
    Play(play::PlayArgs),
    Moves(moves::MovesArgs),
    Solve(solve::SolveArgs),
    BuildDb(build_db::BuildDbArgs),
    BuildBook(build_book::BuildBookArgs),
    Db(db::DbArgs),
    Analyse(analyse::AnalyseArgs),
    Convert(convert::ConvertArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Uci(uci::UciArgs),
    // For those who install the program, and named below the list for them.
    #[command(hide = true)]
    Completions(completions::CompletionsArgs),
    #[command(hide = true)]
    Man(man::ManArgs),
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware moves
      the opening moves with what each does
  oware moves 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S
      the moves of an endgame: the pits A-F and a-f, both stores, side to move
  oware solve 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S
      its exact value, move by move
  oware play
      a game against the computer
  oware perft 6 --divide
      how many ways there are to play six plies
  oware completions bash, oware man solve
      completion for a shell, and manual pages

{STATUSES}"
    )
}

impl Command {
    /// How results and failures are written.
    const fn format(&self) -> Format {
        match self {
            Self::Rules(args) => args.format.format,
            Self::Moves(args) => args.format.format,
            Self::Solve(args) => args.format.format,
            Self::Play(args) => args.format.format,
            Self::Perft(args) => args.format.format,
            Self::Bench(args) => args.format.format,
            Self::BuildDb(args) => args.format.format,
            Self::Db(args) => args.format(),
            Self::Analyse(args) => args.format(),
            Self::Convert(args) => args.format.format,
            Self::BuildBook(_) | Self::Uci(_) | Self::Completions(_) | Self::Man(_) => Format::Text,
        }
    }

    fn run(&self, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Rules(args) => rules::run(args, console, out),
            Self::Moves(args) => moves::run(args, console, out),
            Self::Solve(args) => solve::run(args, console, out),
            Self::Play(args) => play::run(args, console, out),
            Self::Perft(args) => perft::run(args, console, out),
            Self::Bench(args) => bench::run(args, console, out),
            Self::BuildDb(args) => build_db::run(args, console, out),
            Self::BuildBook(args) => build_book::run(args, console, out),
            Self::Db(args) => db::run(args, console, out),
            Self::Analyse(args) => analyse::run(args, console, out),
            Self::Convert(args) => convert::run(args, console, out),
            Self::Uci(args) => uci::run(args, console, out),
            Self::Completions(args) => completions::run(args, Cli::command(), out),
            Self::Man(args) => man::run(args, Cli::command(), out),
        }
    }
}

/// Runs the command line of this process and says how it ended.
pub(crate) fn main() -> Exit {
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut out = Results::new(io::stdout().lock());
    let early = Early::scan(&words);
    let (console, format, result) = match parse(&words, early) {
        Ok(cli) => {
            let console = Console::new(cli.global);
            let result = interrupt::listen().and_then(|()| cli.command.run(&console, &mut out));
            (console, cli.command.format(), result)
        }
        Err(error) => {
            let console = Console::unparsed(early.color);
            (
                console,
                early.format,
                not_run(&error, &words, &console, &mut out),
            )
        }
    };
    conclude(result, &console, format, &mut out)
}

fn parse(words: &[OsString], early: Early) -> Result<Cli, clap::Error> {
    let color = match early.color {
        ColorWhen::Auto => ColorChoice::Auto,
        ColorWhen::Always => ColorChoice::Always,
        ColorWhen::Never => ColorChoice::Never,
    };
    let matches = Cli::command().color(color).try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches)
}

/// Help, version, or wrong usage.
fn not_run(
    error: &clap::Error,
    words: &[OsString],
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let text = |coloured| match coloured {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            out.write_all(text(console.colour_out).as_bytes())?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            console.note(text(false).trim_end());
            Ok(Exit::Usage)
        }
        _ => {
            let command = command_of(words);
            Err(usage::failure(error, &command).into())
        }
    }
}

/// The command that the words ask for, such as `oware db export`, as far as it is known.
fn command_of(words: &[OsString]) -> String {
    let mut command = Cli::command();
    let mut name = command.get_name().to_owned();
    for word in words.iter().skip(1) {
        if let Some(inner) = command.find_subcommand(word).cloned() {
            name = format!("{name} {}", inner.get_name());
            command = inner;
        }
    }
    name
}

/// Reports a failure, sees that everything is written, and gives the exit status.
fn conclude(
    result: anyhow::Result<Exit>,
    console: &Console,
    format: Format,
    out: &mut dyn Write,
) -> Exit {
    let error = match result.and_then(|exit| Ok(out.flush().map(|()| exit)?)) {
        Ok(exit) => return exit,
        Err(error) if output::is_closed_pipe(&error) => return Exit::Done,
        Err(error) => error,
    };
    // What was answered comes first; a result that cannot be written is the error already.
    let _ = out.flush();
    let reported = console.report(&error, format, out);
    if format == Format::Json && reported.and_then(|()| out.flush()).is_err() {
        // The document has nowhere to go; a person may still read this.
        console.report_as_text(&error);
    }
    Failure::exit_of(&error)
}
