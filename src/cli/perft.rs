//! `oware perft`: counting move sequences, and checking such counts against known figures,
//! a file of them, or another program.

mod against;
mod count;
mod suite;

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use oware::game::{Game, Move, Player, Position, Rules};
use oware::perft::{LastPly, Perft};
use serde::Serialize;

use super::args::{Format, FormatArg, INPUT, MovesArg, OUTPUT, RulesArg, ThreadsArg};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::input::Inputs;
use super::output::{Console, document, seconds};
use super::progress::{Rate, Span};
use count::{Counter, Counts};

const CHECKS: &str = "Checks";

/// Counts the move sequences of a given length
///
/// Perft is the standard test of a move generator: every implementation of the same rules
/// must give the same counts. Games that end early (target, no legal move, few seeds)
/// count apart; repetition and limits of plies are left aside, so that a count depends on
/// the position alone.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct PerftArgs {
    /// Plies of the sequences counted, 0 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(..=64), required_unless_present = "suite")]
    depth: Option<u32>,

    /// Where to start, or '-' for one position per line on stdin
    ///
    /// Pits A-F and a-f, South's store, North's store, side to move. Also startpos,
    /// startpos:N (N seeds in each pit), the twelve pits alone, a FEN of PlayStrategy
    /// or a state of OpenSpiel.
    #[arg(long, value_name = "POSITION", default_value = "startpos", help_heading = INPUT)]
    position: String,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    rules: RulesArg,

    /// Also the count behind each move
    #[arg(long, help_heading = OUTPUT)]
    divide: bool,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,

    /// Play every move of the last ply instead of counting it
    ///
    /// The figures are the same; it measures how fast moves are played.
    #[arg(long, help_heading = OUTPUT)]
    no_bulk: bool,

    /// Fail with status 4 unless the count is N
    #[arg(long, value_name = "N", help_heading = CHECKS)]
    expect: Option<u64>,

    /// Check a file of known counts, or '-' for stdin
    ///
    /// A line is: rules TAB position TAB depth TAB leaves TAB ended. Blank lines and
    /// lines that begin with # are skipped. With --rules, only the lines of those
    /// rules are checked. Status 4 if a count differs.
    #[arg(long, value_name = "FILE", help_heading = CHECKS,
        conflicts_with_all = ["depth", "position", "moves", "divide", "expect", "against"])]
    suite: Option<PathBuf>,

    /// Compare with another program, run as CMD by the shell
    ///
    /// {position} and {depth} in CMD are filled in. It prints a line 'MOVE COUNT' for
    /// each legal move. A difference is followed down to the first position whose
    /// move lists differ, and ends with status 4.
    #[arg(long, value_name = "CMD", help_heading = CHECKS)]
    against: Option<String>,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware perft 6 --divide
      a line for each opening move, then the total
  oware perft 12 --expect 460005710
      status 4 if the engine counts anything else
  oware perft --suite counts.tsv --rules awari
      check every awari line of a file of known counts
  oware perft 5 --against 'other-engine --fen {{position}} --divide {{depth}}'
      find the first position where another program sees other moves

{STATUSES}"
    )
}

/// Counts, or checks counts.
pub(crate) fn run(
    args: &PerftArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let counter = Counter {
        pool: args.threads.pool()?,
        last_ply: if args.no_bulk {
            LastPly::Played
        } else {
            LastPly::Counted
        },
        console,
    };
    let format = args.format.format;
    if let Some(file) = &args.suite {
        return suite::run(file, args.rules.given, format, &counter, out);
    }
    let depth = args
        .depth
        .expect("clap asks for a depth where there is no suite");
    let inputs = Inputs {
        positions: std::slice::from_ref(&args.position),
        moves: args.moves.moves.as_deref(),
        rules: args.rules.rules(),
    };
    inputs.answer_each(console, format, out, |game, out| {
        answer(args, game, depth, &counter, out)
    })
}

fn answer(
    args: &PerftArgs,
    game: &Game,
    depth: u32,
    counter: &Counter,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (position, rules) = (game.position(), game.rules());
    let counts = counter.count(position, rules, depth);
    let checked = check(args, position, rules, depth, &counts, counter);
    match (args.format.format, &checked) {
        // A failed check is the one document of this position.
        (Format::Json, Err(_)) => {}
        (Format::Json, Ok(_)) => {
            document(out, &PerftDocument::new(position, rules, depth, &counts))?;
        }
        (Format::Text, _) => write_text(args.divide, position.to_move(), &counts, out)?,
    }
    if counts.is_complete {
        remark(counter.console, &counts);
    }
    checked
}

/// The checks that were asked for.
fn check(
    args: &PerftArgs,
    position: Position,
    rules: Rules,
    depth: u32,
    counts: &Counts,
    counter: &Counter,
) -> anyhow::Result<Exit> {
    if !counts.is_complete {
        return Ok(Exit::Interrupted);
    }
    let found = counts.total.leaves;
    if let Some(expected) = args.expect.filter(|&expected| expected != found) {
        return Err(Failure::new(
            Kind::Check,
            anyhow!("perft {depth} of {position} under {rules} counts {found} leaves, expected {expected}"),
            format!(
                "if {expected} is another program's count, find the move with \
                 'oware perft {depth} --position {position} --rules {rules} --against CMD'"
            ),
        )
        .into());
    }
    match &args.against {
        Some(command) => against::compare(command, position, rules, depth, counter),
        None => Ok(Exit::Done),
    }
}

fn write_text(
    divide: bool,
    to_move: Player,
    counts: &Counts,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if divide {
        for (first, count) in &counts.divide {
            writeln!(out, "{} {}", first.letter(to_move), count.leaves)?;
        }
    }
    let Perft { leaves, ended } = counts.total;
    match (counts.is_complete, divide) {
        (true, true) => writeln!(out, "total {leaves}"),
        (true, false) => writeln!(out, "{leaves}"),
        (false, _) => writeln!(
            out,
            "interrupted after {:.0} %: {leaves} leaves and {ended} ended games so far",
            100.0 * counts.share
        ),
    }
}

/// Time and rate, for whoever looks at a terminal or asked for detail.
fn remark(console: &Console, counts: &Counts) {
    if console.verbose || console.stderr_is_terminal {
        console.note(Remark(counts));
    }
}

struct Remark<'a>(&'a Counts);

impl fmt::Display for Remark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            total: Perft { leaves, ended },
            elapsed,
            threads,
            ..
        } = self.0;
        write!(
            f,
            "{leaves} leaves, {ended} ended games, {}, {} leaves/s, {threads} thread{}",
            Span(elapsed.as_secs_f64()),
            Rate::new(*leaves, *elapsed),
            if *threads == 1 { "" } else { "s" },
        )
    }
}

#[derive(Serialize)]
struct PerftDocument {
    schema: &'static str,
    position: String,
    rules: String,
    depth: u32,
    leaves: u64,
    ended: u64,
    divide: Vec<DivideDocument>,
    threads: usize,
    seconds: f64,
    /// Only there when the counts are those of a part of the tree.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

#[derive(Serialize)]
struct DivideDocument {
    #[serde(rename = "move")]
    first: char,
    leaves: u64,
    ended: u64,
}

impl PerftDocument {
    fn new(position: Position, rules: Rules, depth: u32, counts: &Counts) -> Self {
        let line = |&(first, Perft { leaves, ended }): &(Move, Perft)| DivideDocument {
            first: first.letter(position.to_move()),
            leaves,
            ended,
        };
        Self {
            schema: "oware.perft/1",
            position: position.to_string(),
            rules: rules.to_string(),
            depth,
            leaves: counts.total.leaves,
            ended: counts.total.ended,
            divide: counts.divide.iter().map(line).collect(),
            threads: counts.threads,
            seconds: seconds(counts.elapsed),
            interrupted: !counts.is_complete,
        }
    }
}
