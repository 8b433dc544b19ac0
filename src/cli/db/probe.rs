//! `oware db probe`: what the tables say of positions.
//!
//! A table knows boards without history, and seeds still to come: stores and earlier moves
//! do not enter. For a position in a game, `oware solve --moves` is the command.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use oware::endgame::{Database, TableError};
use oware::game::{Board, Bounds, Game, Move, Net, Player, Position, Rules, effect, legal_moves};
use serde::Serialize;

use crate::cli::args::{Format, FormatArg, INPUT, RulesArg};
use crate::cli::exit::{Exit, Failure, Kind, STATUSES};
use crate::cli::input::{Inputs, STREAM};
use crate::cli::location::{TABLES, failure, open_to_probe};
use crate::cli::output::{Console, document};

/// Looks positions up in the tables
///
/// The values are in seeds still to come, for the side to move, on the board as if it had
/// just been set up: stores and the moves before do not count. For a position of a game
/// with its history, use 'oware solve --moves'.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(super) struct ProbeArgs {
    /// Directory of the tables, then positions; '-' reads positions from stdin
    ///
    /// The directory may be left out: then $OWARE_DB, the folder for the rules in the
    /// platform's data directory, or the tables that are part of the program answer.
    #[arg(value_name = "[DIR] POSITION", required = true, help_heading = INPUT)]
    words: Vec<String>,

    /// Directory of the tables, instead of naming it first
    #[arg(long = "db", value_name = "DIR", help_heading = TABLES)]
    dir: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    pub(super) format: FormatArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db probe --rules awari 0-0-6-0-3-5-2-1-1-0-0-0-0-0-S --db tables
      the value of a board and of each of its moves
  oware db probe tables - < positions.txt
      one answer for each line of the file

{STATUSES}"
    )
}

/// Looks each position up.
pub(super) fn run(
    args: &ProbeArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (dir, positions) = match args.words.split_first() {
        Some((first, rest)) if args.dir.is_none() && !is_position(first) => {
            (Some(PathBuf::from(first)), rest)
        }
        _ => (args.dir.clone(), &args.words[..]),
    };
    if positions.is_empty() {
        return Err(Failure::new(
            Kind::Usage,
            anyhow::anyhow!("no position to look up"),
            "write the position after the directory, or '-' to read them from stdin",
        )
        .into());
    }
    let database = open_to_probe(dir.as_deref(), args.rules.given, console)?;
    let inputs = Inputs {
        positions,
        moves: None,
        rules: args
            .rules
            .given
            .unwrap_or_else(|| Rules::from(*database.rules())),
    };
    let mut is_first = true;
    inputs.answer_each(console, args.format.format, out, |game, out| {
        let probed = Probed::new(game, &database).map_err(|error| failure(error.into()))?;
        match args.format.format {
            Format::Json => document(out, &ProbeDocument::new(game, &probed))?,
            Format::Text => {
                if !std::mem::take(&mut is_first) {
                    writeln!(out)?;
                }
                probed.write_text(&database, out)?;
            }
        }
        Ok(Exit::Done)
    })
}

/// Whether a word was meant as a position rather than a directory.
fn is_position(word: &str) -> bool {
    word == STREAM
        || word.starts_with("startpos")
        || word.parse::<Position>().is_ok()
        || (!word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || "-, SsNn|".contains(c)))
}

/// What the tables say of a position and its moves.
struct Probed {
    to_move: Player,
    seeds: u8,
    bounds: Option<Bounds<Net>>,
    moves: Vec<(Move, Option<Bounds<Net>>)>,
}

impl Probed {
    fn new(game: &Game, database: &Database) -> Result<Self, TableError> {
        let (position, rules) = (game.position(), game.rules());
        let board = position.board();
        // Below `few-seeds` and on stuck boards nothing is played.
        let is_played = board.seeds() > rules.few_seeds();
        let moves = legal_moves(board, rules)
            .filter(|_| is_played)
            .map(|played| Ok((played, move_bounds(board, played, rules, database)?)))
            .collect::<Result<_, TableError>>()?;
        Ok(Self {
            to_move: position.to_move(),
            seeds: board.seeds(),
            bounds: database.probe(board)?,
            moves,
        })
    }

    fn write_text(&self, database: &Database, out: &mut dyn Write) -> io::Result<()> {
        let Some(bounds) = self.bounds else {
            return writeln!(
                out,
                "{} seeds on the board; the tables ({}) reach to {}",
                self.seeds,
                database.source(),
                database.seeds()
            );
        };
        writeln!(
            out,
            "value  {}   seeds still to come, without history ({})",
            Interval(bounds),
            database.source()
        )?;
        for (played, bounds) in &self.moves {
            let letter = played.letter(self.to_move);
            match bounds {
                Some(bounds) => writeln!(out, "{letter:<5}  {}", Interval(*bounds))?,
                None => writeln!(out, "{letter:<5}  ?")?,
            }
        }
        Ok(())
    }
}

/// What a move is worth to its mover.
fn move_bounds(
    board: Board,
    played: Move,
    rules: Rules,
    database: &Database,
) -> Result<Option<Bounds<Net>>, TableError> {
    let (after, gain) = match played {
        Move::Pass => (board.rotated(), 0),
        Move::Sow(pit) => {
            let effect = effect(board, pit, rules);
            let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
            (effect.board.rotated(), gain)
        }
    };
    let shifted = |net: Net| Net::new(net.seeds() + gain);
    Ok(database.probe(after)?.map(|bounds| {
        let seen = -bounds;
        Bounds {
            lower: shifted(seen.lower),
            upper: shifted(seen.upper),
        }
    }))
}

/// One number when the bounds meet, else both.
struct Interval(Bounds<Net>);

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.value() {
            Some(net) => write!(f, "{net:>3}"),
            None => write!(f, "{}..{}", self.0.lower, self.0.upper),
        }
    }
}

#[derive(Serialize)]
struct ProbeDocument {
    schema: &'static str,
    position: String,
    rules: String,
    /// Seeds on the board.
    seeds: u8,
    /// `null` where the tables do not reach.
    lower: Option<i8>,
    upper: Option<i8>,
    exact: bool,
    moves: Vec<MoveDocument>,
}

#[derive(Serialize)]
struct MoveDocument {
    #[serde(rename = "move")]
    played: char,
    lower: Option<i8>,
    upper: Option<i8>,
}

impl ProbeDocument {
    fn new(game: &Game, probed: &Probed) -> Self {
        Self {
            schema: "oware.db-probe/1",
            position: game.position().to_string(),
            rules: game.rules().to_string(),
            seeds: probed.seeds,
            lower: probed.bounds.map(|bounds| bounds.lower.seeds()),
            upper: probed.bounds.map(|bounds| bounds.upper.seeds()),
            exact: probed.bounds.is_some_and(Bounds::is_exact),
            moves: probed
                .moves
                .iter()
                .map(|(played, bounds)| MoveDocument {
                    played: played.letter(probed.to_move),
                    lower: bounds.map(|bounds| bounds.lower.seeds()),
                    upper: bounds.map(|bounds| bounds.upper.seeds()),
                })
                .collect(),
        }
    }
}
