//! Positions to work on: arguments, or `-` for one position per line on stdin.
//!
//! Every command that takes positions reads them here, plays `--moves` from each, and is
//! handed a [`Game`]. In a stream a bad line is reported in its place and the rest goes
//! on. A blank line is a bad line too: so answers and lines stay aligned one to one.

mod lines;
mod spread;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::{Context, anyhow};
use oware::game::{Game, PlayError, PositionForm, Rules, parse_moves, read_position};

use super::args::Format;
use super::exit::{Exit, Failure, Kind};
use super::interrupt;
use super::output::Console;
use lines::{Line, Lines};
use spread::spread;

/// The argument that stands for positions on stdin.
pub(crate) const STREAM: &str = "-";
/// The characters of an offending input that a message quotes.
const QUOTED_CHARS: usize = 60;

/// The positions named on a command line, with what to do before looking at them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'a> {
    /// Positions or `-`, in order.
    pub(crate) positions: &'a [String],
    /// Played from each of them.
    pub(crate) moves: Option<&'a str>,
    /// The rules of all of them.
    pub(crate) rules: Rules,
}

impl Inputs<'_> {
    /// Whether there is one answer for each of several inputs.
    pub(crate) fn is_stream(&self) -> bool {
        self.positions.len() != 1 || self.positions[0] == STREAM
    }

    /// Calls `answer` for each position. A failure of a single position is the result; in a
    /// stream it is reported in its place, and the worst status of all is the result.
    pub(crate) fn answer_each(
        &self,
        console: &Console,
        format: Format,
        out: &mut dyn Write,
        mut answer: impl FnMut(&Game, &mut dyn Write) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let mut worst = Exit::Done;
        for argument in self.positions {
            if argument == STREAM {
                let mut lines = Lines::new();
                while !interrupt::is_requested()
                    && let Some((number, line)) = next_after(&mut lines, &mut *out)?
                {
                    let exit = line
                        .and_then(|line| self.read(&line, console))
                        .and_then(|game| answer(&game, out))
                        .with_context(|| format!("line {number}"));
                    worst = worst.max(in_place(exit, console, format, out)?);
                }
            } else {
                let exit = self
                    .read(argument, console)
                    .and_then(|game| answer(&game, out));
                worst = worst.max(if self.is_stream() {
                    in_place(exit, console, format, out)?
                } else {
                    exit?
                });
            }
            if interrupt::is_requested() && self.is_stream() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(worst)
    }

    /// The same, with the work apart from the writing: the lines of a stream are worked on by
    /// so many threads at once, and answered in their order.
    pub(crate) fn answer_each_on<T: Send>(
        &self,
        threads: NonZeroUsize,
        console: &Console,
        format: Format,
        out: &mut dyn Write,
        work: impl Fn(&Game) -> anyhow::Result<T> + Sync,
        mut write: impl FnMut(&Game, T, &mut dyn Write) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        if threads.get() == 1 || self.positions != [STREAM] {
            return self.answer_each(console, format, out, |game, out| {
                let found = work(game)?;
                write(game, found, out)
            });
        }
        let worst = spread(
            threads,
            out,
            |line| self.read(line, console),
            work,
            |number, result, out| {
                let exit = result
                    .and_then(|(game, found)| write(&game, found, out))
                    .with_context(|| format!("line {number}"));
                in_place(exit, console, format, out)
            },
        )?;
        Ok(if interrupt::is_requested() {
            Exit::Interrupted
        } else {
            worst
        })
    }

    /// The game that a position and the moves make.
    pub(crate) fn read(&self, text: &str, console: &Console) -> anyhow::Result<Game> {
        let read = read_position(text).map_err(|error| {
            let error = anyhow::Error::from(error).context(format!("position {}", Quoted(text)));
            Failure::new(Kind::Input, error, POSITION_HINT)
        })?;
        let is_own = matches!(read.form, PositionForm::Canonical | PositionForm::Start);
        if console.verbose && !is_own {
            console.note(format_args!("note: {} is a {}", Quoted(text), read.form));
        }
        if let Some(warning) = read.warning {
            console.warn(format_args!("position {}: {warning}", Quoted(text)));
        }
        let mut game = Game::new(read.position, self.rules);
        if let Some(moves) = self.moves {
            play(&mut game, moves)?;
        }
        Ok(game)
    }
}

const POSITION_HINT: &str = "write the pits A-F and a-f, both stores and the side to move, as in \
    4-4-4-4-4-4-4-4-4-4-4-4-0-0-S; twelve numbers, startpos, startpos:N, a FEN of PlayStrategy \
    and a state of OpenSpiel do too";

/// The next line. What was answered so far is flushed before waiting, so that a program can
/// ask line by line.
fn next_after(lines: &mut Lines, out: &mut dyn Write) -> anyhow::Result<Option<Line>> {
    if lines.is_dry() {
        out.flush()?;
    }
    interrupt::while_waiting(|| lines.next())
}

/// Reports a failure that belongs to one input; others are the caller's.
fn in_place(
    result: anyhow::Result<Exit>,
    console: &Console,
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    match result {
        Err(error) => match Failure::in_chain(&error).map(|failure| failure.kind) {
            None | Some(Kind::Io) => Err(error),
            Some(_) => {
                console.report(&error, format, out)?;
                Ok(Failure::exit_of(&error))
            }
        },
        done => done,
    }
}

/// Plays the text of `--moves`.
fn play(game: &mut Game, text: &str) -> anyhow::Result<()> {
    let failure = |error: anyhow::Error, hint: String| Failure::new(Kind::Input, error, hint);
    let moves = parse_moves(text, game.position().to_move()).map_err(|error| {
        failure(
            anyhow::Error::from(error).context(format!("--moves {}", Quoted(text))),
            "write the moves glued or spaced, as in DbEc; the players move in turn, South from A-F and North from a-f".to_owned(),
        )
    })?;
    for (played, ply) in moves.into_iter().zip(1..) {
        let before = game.position();
        let letter = played.letter(before.to_move());
        game.play(played).map_err(|error| {
            let hint = match error {
                PlayError::Over { ply: 0, .. } => "leave out --moves".to_owned(),
                PlayError::Over { ply, .. } => format!("leave out the moves after ply {ply}"),
                PlayError::Illegal(_) => {
                    format!("see 'oware moves {before} --rules {}'", game.rules())
                }
            };
            failure(
                anyhow!(error).context(format!("--moves: ply {ply}, {letter} in {before}")),
                hint,
            )
        })?;
    }
    Ok(())
}

/// An offending input in quotes, cut where it gets long.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(QUOTED_CHARS) {
            None => write!(f, "'{}'", self.0.escape_debug()),
            Some((end, _)) => write!(f, "'{}…'", self.0[..end].escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::ColorWhen;
    use super::*;

    fn read(position: &str, moves: Option<&str>) -> anyhow::Result<Game> {
        let inputs = Inputs {
            positions: &[],
            moves,
            rules: Rules::default(),
        };
        inputs.read(position, &Console::unparsed(ColorWhen::Never))
    }

    #[test]
    fn bad_moves_name_ply_and_reason() {
        let message = |position, moves| format!("{:#}", read(position, Some(moves)).unwrap_err());
        assert_eq!(
            message("startpos", "DbA-"),
            "--moves: ply 4, - in 0-5-5-1-6-6-5-0-5-5-5-5-0-0-N: - is a pass, and there is none to make here; legal are a, c, d, e, f"
        );
        assert_eq!(
            message("1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", "Fc"),
            "--moves: ply 2, c in 1-0-0-0-0-0-0-0-2-0-0-0-26-19-N: the game is over after ply 1 (target)"
        );
        assert!(message("startpos", "Dx").contains("'x' at column 2"));
    }

    #[test]
    fn long_and_strange_input_is_quoted_short_and_safe() {
        assert_eq!(Quoted("4-\u{1b}[m").to_string(), r"'4-\u{1b}[m'");
        let quoted = Quoted(&"é".repeat(1_000)).to_string();
        assert_eq!(quoted.chars().count(), QUOTED_CHARS + 3);
    }
}
