//! `oware solve`: the exact value of positions, of every move, and best play.

mod json;
mod text;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use oware::endgame::Database;
use oware::game::{Game, Rules};
use oware::record::ReadOptions;
use oware::solve::{Limits, Solution, SolveError, SolveOptions, Status, solve_with_tables};

use super::args::{
    Format, FormatArg, INPUT, MovesArg, RulesArg, Size, ThreadsArg, duration, size_in_megabytes,
};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::input::{Inputs, STREAM};
use super::location::{self, DbArg};
use super::output::{Console, document};
use super::progress::Reporter;
use super::records::Source;

const LIMITS: &str = "Limits";

/// Time for a position when nothing else is asked for.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Solves positions: exact value, the value of every move, best play
///
/// The value is the final difference in seeds when both play for the most seeds to the
/// last one. What cannot be proved within the limits is given as proved bounds, with an
/// estimate that is marked as such. Moves given with --moves are the history of the game,
/// and count: a repeated position ends it. Without history, and where an endless line
/// counts 0, a move is worth what the board after it is worth, as 'oware db probe' says.
///
/// A line is best play to the last seed, as far as it is proved; it may pass the target,
/// where a game would end. The final score is '-' where the rules let seeds count for
/// nobody and the line does not show how many.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct SolveArgs {
    /// Positions, or '-' for one position per line on stdin
    ///
    /// Pits A-F and a-f, South's store, North's store, side to move:
    /// 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S. Also startpos, startpos:N (N seeds in each
    /// pit), or the twelve pits alone.
    #[arg(value_name = "POSITION", default_value = "startpos", help_heading = INPUT)]
    positions: Vec<String>,

    #[command(flatten)]
    moves: MovesArg,

    /// Solve a position of the game in this file instead, with the moves before it
    ///
    /// In any form that 'oware convert' reads; of several games, the first. Without --ply,
    /// the position after the last move.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "moves"], help_heading = INPUT, hide_short_help = true)]
    game: Option<PathBuf>,

    /// The position in which the game's ply N was played, counted from 1
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u32).range(1..), help_heading = INPUT, hide_short_help = true)]
    ply: Option<u32>,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    tables: DbArg,

    /// Go on until the value is proved; status 5 if a limit comes first
    #[arg(long, help_heading = LIMITS)]
    exact: bool,

    /// Stop as soon as win, draw or loss is proved
    #[arg(long, help_heading = LIMITS, hide_short_help = true)]
    wdl: bool,

    /// Time for each position, such as 500ms, 2s or 10m [default: 10s without --exact]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    time: Option<Duration>,

    /// Plies to look ahead, forced moves not counted
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..), help_heading = LIMITS, hide_short_help = true)]
    depth: Option<u16>,

    /// Positions to search for each position, those of the lines included
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    nodes: Option<u64>,

    /// Memory for the transposition table, such as 64M or 2G; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size_in_megabytes, help_heading = LIMITS)]
    hash: Size,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware solve 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S
      an endgame under tournament rules
  oware solve --rules awari 1-1-1-1-1-2-4-2-3-0-0-0 --db tables
      from tables made by 'oware build-db --rules awari --seeds 16 --out tables'
  oware solve 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCc
      a game in progress: the positions it visited count
  oware solve --game game.ogn --ply 18
      what ply 18 of a recorded game should have been
  oware solve - --format json --time 1s < positions.txt
      one line of JSON for each line of the file

{STATUSES}"
    )
}

/// Solves each position.
pub(crate) fn run(
    args: &SolveArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let recorded = args
        .game
        .as_deref()
        .map(|file| args.recorded(file, console));
    let recorded = recorded.transpose()?;
    let rules = recorded
        .as_ref()
        .map_or_else(|| args.rules.rules(), Game::rules);
    let database = location::open(args.tables.dir.as_deref(), &rules.value_rules(), console)?;
    let inputs = Inputs {
        positions: &args.positions,
        moves: args.moves.moves.as_deref(),
        rules,
    };
    // The threads share out the lines of a stream; a position alone has them all.
    let streams = if recorded.is_none() && inputs.positions == [STREAM] {
        args.threads.count()
    } else {
        NonZeroUsize::MIN
    };
    let hash_bytes = usize::try_from(args.hash.bytes).unwrap_or(usize::MAX);
    let options = SolveOptions {
        limits: args.limits(),
        hash_bytes: hash_bytes / streams,
        outcome_only: args.wdl,
        threads: match streams {
            NonZeroUsize::MIN => args.threads.count(),
            _ => NonZeroUsize::MIN,
        },
        ..SolveOptions::default()
    };
    // Answers that come one after another show by themselves how far the work is.
    let mut watched = *console;
    watched.quiet |= streams > NonZeroUsize::MIN;
    let solve = |game: &Game| {
        let start = Instant::now();
        let reporter = Reporter::new(&watched, "nodes");
        let solution = solve_with_tables(game, database.as_ref(), &options, &reporter)
            .map_err(|error| failure(error, rules))?;
        Ok((solution, start.elapsed()))
    };
    let mut is_first = true;
    let mut write =
        |game: &Game, (solution, elapsed): (Solution, Duration), out: &mut dyn Write| {
            let answer = Answer {
                game,
                solution: &solution,
                database: database.as_ref(),
                elapsed,
            };
            match args.format.format {
                Format::Json => document(out, &json::SolveDocument::new(&answer))?,
                Format::Text => {
                    if !std::mem::take(&mut is_first) {
                        writeln!(out)?;
                    }
                    text::write(&answer, console, out)?;
                }
            }
            // Each answer took its time, and whoever reads should not wait for the next as well.
            out.flush()?;
            Ok(match solution.status {
                _ if solution.interrupted => Exit::Interrupted,
                _ if args.wdl && solution.outcome().is_some() => Exit::Done,
                Status::Bounds | Status::Estimate if args.exact => Exit::LimitReached,
                _ => Exit::Done,
            })
        };
    if let Some(game) = recorded {
        let found = solve(&game)?;
        return write(&game, found, out);
    }
    inputs.answer_each_on(streams, console, args.format.format, out, solve, write)
}

/// A solved position and how it was solved, ready to be written.
struct Answer<'a> {
    game: &'a Game,
    solution: &'a Solution,
    database: Option<&'a Database>,
    elapsed: Duration,
}

impl SolveArgs {
    /// The position asked for of a recorded game, with its history.
    fn recorded(&self, file: &Path, console: &Console) -> anyhow::Result<Game> {
        let source = Source::load(file)?;
        let options = ReadOptions {
            rules: self.rules.given,
            ..ReadOptions::default()
        };
        let read = source.first_game(&options, console)?;
        let whole = read.checked.game();
        let plies = whole.moves().len();
        let before = match self.ply {
            None => plies,
            Some(ply) => usize::try_from(ply - 1).unwrap_or(usize::MAX),
        };
        if before > plies {
            let error = anyhow!(
                "{}: there is no ply {} in a game of {plies}",
                source.name,
                before + 1
            );
            let hint = format!(
                "name a ply from 1 to {}, or leave --ply out for the position after the last",
                plies + 1
            );
            return Err(Failure::new(Kind::Input, error, hint).into());
        }
        let mut game = Game::new(whole.start(), whole.rules());
        for &played in &whole.moves()[..before] {
            game.play(played)
                .expect("the moves were legal when they were read");
        }
        Ok(game)
    }

    fn limits(&self) -> Limits {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none() && !self.exact;
        Limits {
            time: self.time.or(is_unlimited.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth_plies: self.depth,
        }
    }
}

fn failure(error: SolveError, rules: Rules) -> Failure {
    let (kind, hint) = match error {
        SolveError::Tables(error) => return location::failure(error.into()),
        SolveError::OutOfMemory { .. } => (
            Kind::Io,
            "ask for a smaller table, such as --hash 16M".to_owned(),
        ),
        SolveError::Thread(_) => (Kind::Io, "close other programs and try again".to_owned()),
    };
    let error = anyhow!(error).context(format!("rules {rules}"));
    Failure::new(kind, error, hint)
}
