//! `oware build-book`: moves of the opening, found by long searches.
//!
//! The book follows its own move and every reply to it, once for each side: of the first mover
//! it knows the boards after any replies, of the second those after any first move. Each
//! board is searched by itself, on one thread, with a limit of nodes and an empty table, so
//! that the same command of the same version gives the same bytes, whatever the number of threads.

use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::{Context, anyhow};
use clap::Args;
use oware::game::{Board, Game, Move, Position, legal_moves};
use oware::opponent::{Allowance, Book, BookMove, Means, Opponent, Skill};
use oware::progress::Progress;
use rayon::prelude::*;

use super::args::{OUTPUT, RulesArg, Size, ThreadsArg, size_in_megabytes};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::interrupt;
use super::output::Console;
use super::progress::Reporter;

/// Builds a book of openings by long searches
///
/// Prints the book: a line for each board with its best move, the value that the search
/// guesses, and the depth. The books of the program were made by this command; `play` and
/// `uci` use them at full strength.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct BuildBookArgs {
    #[command(flatten)]
    rules: RulesArg,

    /// Plies that the book reaches
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=12), help_heading = OUTPUT)]
    plies: u16,

    /// Positions to search for each board
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = OUTPUT)]
    nodes: u64,

    /// Memory for each search, such as 64M or 2G; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size_in_megabytes, help_heading = OUTPUT)]
    hash: Size,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware build-book --plies 2 --nodes 1000000
      a small one, on the screen
  oware build-book --rules awari > awari.tsv
      the one of the program, which takes some minutes

{STATUSES}"
    )
}

/// Builds and prints.
pub(crate) fn run(
    args: &BuildBookArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let rules = args.rules.rules();
    let pool = args.threads.pool()?;
    let reporter = Reporter::new(console, "boards");
    let mut book = Book::new(rules);
    // The start, and the boards after any first move.
    let mut games = vec![Game::new(Position::START, rules)];
    let mut others = after_any_move(&games);
    for ply in 0..=args.plies {
        let asked = new_boards(&games, &book);
        reporter.begin(&format!("ply {ply}"), asked.len() as u64);
        let found: Vec<_> = pool.install(|| {
            asked
                .par_iter()
                .map(|game| {
                    let found = best(game, args);
                    reporter.advance(1);
                    found
                })
                .collect()
        });
        if interrupt::is_requested() {
            return Ok(Exit::Interrupted);
        }
        for found in found {
            let (board, known) = found?;
            book.insert(board, known);
        }
        let next = after_any_move(&after_book(&games, &book));
        (games, others) = (others, next);
    }
    reporter.finish();
    writeln!(
        out,
        "# oware book of openings: board from the mover's pit A on, move, value, depth"
    )?;
    writeln!(
        out,
        "# oware build-book --rules {rules} --plies {} --nodes {} --hash {}M",
        args.plies,
        args.nodes,
        args.hash.bytes >> 20
    )?;
    write!(out, "{book}")?;
    Ok(Exit::Done)
}

/// The games whose boards the book does not know yet, one for each board.
fn new_boards(games: &[Game], book: &Book) -> Vec<Game> {
    let mut seen = HashSet::new();
    let board = |game: &Game| game.position().board();
    let wanted = |game: &&Game| {
        game.end().is_none() && book.get(board(game)).is_none() && seen.insert(board(game))
    };
    games.iter().filter(wanted).cloned().collect()
}

/// The games after the book's moves.
fn after_book(games: &[Game], book: &Book) -> Vec<Game> {
    let played = |game: &Game| {
        let known = book.find(game)?;
        let mut game = game.clone();
        game.play(Move::Sow(known.pit)).ok()?;
        Some(game)
    };
    games.iter().filter_map(played).collect()
}

/// The games after every move of each.
fn after_any_move(games: &[Game]) -> Vec<Game> {
    let mut next = Vec::new();
    for game in games.iter().filter(|game| game.end().is_none()) {
        for played in legal_moves(game.position().board(), game.rules()) {
            let mut after = game.clone();
            if after.play(played).is_ok() {
                next.push(after);
            }
        }
    }
    next
}

struct UntilInterrupted;

impl Progress for UntilInterrupted {
    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }
}

/// What full strength plays after so many nodes.
fn best(game: &Game, args: &BuildBookArgs) -> anyhow::Result<(Board, BookMove)> {
    let position = game.position();
    let means = Means {
        threads: NonZeroUsize::MIN,
        hash_bytes: usize::try_from(args.hash.bytes).context("more memory than there can be")?,
        ..Means::default()
    };
    let allowance = Allowance {
        nodes: Some(args.nodes),
        ..Allowance::default()
    };
    let choice = Opponent::new(Skill::BEST, means)
        .choose(game, &allowance, &UntilInterrupted)
        .with_context(|| format!("cannot search {position}"))?;
    let Move::Sow(pit) = choice.played else {
        anyhow::bail!("the only move of {position} is to pass; a book ends before that");
    };
    let value = choice.value.ok_or_else(|| {
        let error = anyhow!("--nodes {}: too few to judge {position}", args.nodes);
        Failure::new(
            Kind::Usage,
            error,
            "allow more with --nodes N, such as 100000",
        )
    })?;
    let known = BookMove {
        pit,
        value: position.net(value),
        depth_plies: choice.depth_plies,
    };
    Ok((position.board(), known))
}
