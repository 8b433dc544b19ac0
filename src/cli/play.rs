//! `oware play`: against the computer, another person, or computer against computer.
//!
//! | file | owns |
//! | --- | --- |
//! | `clock` | the players' clocks |
//! | `session` | the conduct of a game: moves, undo, offers, ends; no terminal, no time |
//! | `preview` | what a pit would do, and why it may not be played |
//! | `seat` | who plays a side |
//! | `save` | keeping the game on disk |
//! | `engine` | thinking in a thread of its own |
//! | `sitting` | the game with all that surrounds it |
//! | `options` | the arguments |
//! | `command`, `plain` | the game line by line |
//! | `screen` | the game on a full screen |
//! | `contest`, `matches`, `match_report` | computer against computer |

mod clock;
mod command;
mod contest;
mod engine;
mod match_report;
mod matches;
mod options;
mod plain;
mod preview;
mod save;
mod screen;
mod seat;
mod session;
mod sitting;

use std::io::{self, IsTerminal, Write};

use oware::game::BoardStyle;

pub(crate) use options::PlayArgs;

use super::args::Format;
use super::exit::{Exit, STATUSES};
use super::output::Console;
use seat::Seat;

fn after_help() -> String {
    format!(
        "\
Examples:
  oware play
      you are South and open; the computer plays at level 3
  oware play --north human --south level:5 --clock 10m
      the computer opens, with ten minutes for each
  oware play --south human --north human
      two people at one keyboard, or keeping the score of a wooden board
  oware play --plain < script.txt
      a game from a script: a pit letter plays, ?E looks, help lists the rest
  oware play --south level:2 --north level:3 --games 200
      computer against computer, with the sides changing

{STATUSES}"
    )
}

/// Plays.
pub(crate) fn run(args: &PlayArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    args.check()?;
    let has_person = args.seats().contains(&Seat::Human);
    if !has_person && (args.games.is_some() || args.format.format == Format::Json) {
        return matches::run(args, console, out);
    }
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let sitting = args.sitting(console)?;
    // One line for a board is for screen readers, which a full screen is not.
    let is_plain = args.plain || !is_terminal || console.is_dumb;
    if is_plain || sitting.view.style == BoardStyle::Text {
        return plain::run(sitting, console, out);
    }
    let (sitting, exit) = screen::run(sitting, console)?;
    // What stays on the terminal when the screen is gone.
    if sitting.session.end().is_some() || !sitting.session.game().moves().is_empty() {
        writeln!(out, "{}", sitting.diagram())?;
    }
    if let Some(end) = sitting.session.end() {
        let ending = sitting.messages.ending(&end);
        let text = sitting.messages.fill("game-over", [("end", ending.into())]);
        writeln!(out, "{}", console.bold(text))?;
    }
    if let Some(path) = sitting.saver.path() {
        let file = path.display().to_string();
        let text = sitting.messages.fill("saved", [("file", file.into())]);
        writeln!(out, "{text}")?;
    }
    Ok(exit)
}
