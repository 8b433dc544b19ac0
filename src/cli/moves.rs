//! `oware moves`: the legal moves of a position with what each does.
//!
//! The history that `--moves` makes counts: a move that repeats a position is shown as the
//! end of the game that it is.

use std::fmt;
use std::io::{self, Write};

use clap::Args;
use oware::game::{
    Effect, End, EndReason, Game, GrandSlam, Move, Player, Position, effect, legal_moves,
};
use serde::Serialize;

use super::args::{Format, FormatArg, MovesArg, RulesArg};
use super::exit::{Exit, STATUSES};
use super::input::Inputs;
use super::output::{Console, Over, document};

/// Lists the legal moves of a position and what each does
///
/// For every legal move: the seeds it sows, what it captures, whether it is a grand slam
/// or feeds a starved opponent, whether it ends the game and how, and the position after
/// it.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct MovesArgs {
    /// The position, or '-' for one position per line on stdin
    ///
    /// Pits A-F and a-f, South's store, North's store, side to move:
    /// 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S. Also startpos, startpos:N (N seeds in each
    /// pit), the twelve pits alone, a FEN of PlayStrategy or a state of OpenSpiel. A
    /// bad line of a stream, blank lines included, is reported in its place and the
    /// rest goes on.
    #[arg(default_value = "startpos")]
    position: String,

    #[command(flatten)]
    moves: MovesArg,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    pub(super) format: FormatArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware moves
      the six opening moves
  oware moves --moves DbEc
      the same after four plies
  oware moves 0-3-0-0-4-0-1-2-1-0-0-0-19-18-S --rules awari
      a position of your own under other rules
  oware moves - --format json < positions.txt
      one line of JSON for each line of the file

{STATUSES}"
    )
}

/// Lists the moves of each position.
pub(crate) fn run(
    args: &MovesArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let inputs = Inputs {
        positions: std::slice::from_ref(&args.position),
        moves: args.moves.moves.as_deref(),
        rules: args.rules.rules(),
    };
    let mut is_first = true;
    inputs.answer_each(console, args.format.format, out, |game, out| {
        match args.format.format {
            Format::Json => document(out, &MovesDocument::new(game))?,
            Format::Text => {
                if !std::mem::take(&mut is_first) {
                    writeln!(out)?;
                }
                write_text(game, console, out)?;
            }
        }
        Ok(Exit::Done)
    })
}

/// A legal move and what it does.
struct Choice {
    played: Move,
    mover: Player,
    /// Seeds it picks up.
    sown: u8,
    captured: u8,
    /// Seeds that the opponent gets by it.
    conceded: u8,
    is_grand_slam: bool,
    /// Whether it gives a seed to an opponent who had none.
    feeds: bool,
    end: Option<End>,
    /// The position to show after it.
    after: Position,
}

impl Choice {
    /// Every legal move of `game`; none when it is over.
    fn all(game: &Game) -> Vec<Self> {
        if game.end().is_some() {
            return Vec::new();
        }
        let board = game.position().board();
        legal_moves(board, game.rules())
            .map(|played| Self::new(game, played))
            .collect()
    }

    fn new(game: &Game, played: Move) -> Self {
        let before = game.position();
        let board = before.board();
        let (sown, effect) = match played {
            Move::Sow(pit) => (board.seeds_in(pit), effect(board, pit, game.rules())),
            Move::Pass => (
                0,
                Effect {
                    board,
                    captured: 0,
                    conceded: 0,
                    is_grand_slam: false,
                },
            ),
        };
        let mut next = game.clone();
        next.play(played).expect("the move was generated as legal");
        Self {
            played,
            mover: before.to_move(),
            sown,
            captured: effect.captured,
            conceded: effect.conceded,
            is_grand_slam: effect.is_grand_slam,
            feeds: board.opponent_seeds() == 0 && effect.board.opponent_seeds() > 0,
            end: next.end(),
            after: next.end().map_or(next.position(), |end| end.position),
        }
    }

    fn letter(&self) -> char {
        self.played.letter(self.mover)
    }
}

#[derive(Serialize)]
struct MovesDocument {
    schema: &'static str,
    position: String,
    rules: String,
    over: Option<Over>,
    legal: Vec<char>,
    moves: Vec<MoveDocument>,
}

#[derive(Serialize)]
struct MoveDocument {
    #[serde(rename = "move")]
    played: char,
    position: String,
    captured: u8,
    slam: bool,
    feeds: bool,
    over: Option<Over>,
}

impl MovesDocument {
    fn new(game: &Game) -> Self {
        let options = Choice::all(game);
        let end = game.end();
        let plies = game.moves().len();
        Self {
            schema: "oware.moves/1",
            position: shown(game).to_string(),
            rules: game.rules().to_string(),
            over: end.map(|end| Over::new(&end, (plies > 0).then_some(plies))),
            legal: options.iter().map(Choice::letter).collect(),
            moves: options
                .iter()
                .map(|option| MoveDocument {
                    played: option.letter(),
                    position: option.after.to_string(),
                    captured: option.captured,
                    slam: option.is_grand_slam,
                    feeds: option.feeds,
                    over: option.end.map(|end| Over::new(&end, None)),
                })
                .collect(),
        }
    }
}

/// The position as it is shown: after an end by sharing, with the seeds gathered.
fn shown(game: &Game) -> Position {
    game.end().map_or(game.position(), |end| end.position)
}

fn write_text(game: &Game, console: &Console, out: &mut dyn Write) -> io::Result<()> {
    let position = shown(game);
    let rules = game.rules();
    if let Some(end) = game.end() {
        let when = match game.moves().len() {
            0 => String::new(),
            plies => format!(" after ply {plies}"),
        };
        writeln!(out, "{position}  {rules}, over{when}: {}", Ending(&end))?;
        return Ok(());
    }
    writeln!(out, "{position}  {rules}, {} to move", position.to_move())?;
    let options = Choice::all(game);
    let width = options
        .iter()
        .map(|option| option.after.to_string().len())
        .max()
        .unwrap_or_default();
    let header = format!("move  seeds  takes  {:width$}  what it does", "after");
    writeln!(out, "{}", console.bold(header))?;
    for option in &options {
        let after = option.after.to_string();
        let row = format!(
            "{:<4}  {:>5}  {:>5}  {after:width$}  {}",
            option.letter(),
            option.sown,
            option.captured,
            Deeds {
                option,
                slam: rules.grand_slam()
            },
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// What a move does, in words.
struct Deeds<'a> {
    option: &'a Choice,
    slam: GrandSlam,
}

impl fmt::Display for Deeds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Choice {
            captured,
            conceded,
            mover,
            ..
        } = *self.option;
        let opponent = mover.opposite();
        let mut deeds = Vec::new();
        if self.option.played == Move::Pass {
            deeds.push("passes, having no seeds".to_owned());
        }
        if self.option.feeds {
            deeds.push(format!("feeds {opponent}"));
        }
        match (self.option.is_grand_slam, self.slam) {
            (false, _) if captured > 0 => deeds.push(format!("captures {captured}")),
            (false, _) => {}
            (true, GrandSlam::OpponentTakesRest) => deeds.push(format!(
                "grand slam: takes {captured}, {opponent} gets the other {conceded}"
            )),
            (true, _) if captured > 0 => deeds.push(format!("grand slam: takes {captured}")),
            (true, _) => deeds.push("grand slam: takes nothing".to_owned()),
        }
        if let Some(end) = &self.option.end {
            deeds.push(format!("ends the game: {}", Ending(end)));
        }
        f.write_str(&deeds.join(", "))
    }
}

/// How a game ended, in words.
struct Ending<'a>(&'a End);

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let End {
            reason,
            seeds: [south, north],
            winner,
            ..
        } = self.0;
        match winner {
            Some(winner) => write!(f, "{winner} wins {south}-{north}")?,
            None => write!(f, "a draw, {south}-{north}")?,
        }
        f.write_str(match reason {
            EndReason::Target => " by reaching the target",
            EndReason::NoMove => ", the side to move has no move",
            EndReason::NoSeeds => ", no seeds are left",
            EndReason::FewSeeds => ", too few seeds are left",
            EndReason::Repetition => ", the position is repeated",
            EndReason::QuietLimit => ", too long without a capture",
            EndReason::PlyLimit => ", the limit of plies is reached",
            EndReason::Resigned => " by resignation",
            EndReason::Time => " on time",
            EndReason::Agreed => " by agreement",
        })
    }
}
