//! The game line by line: for scripts, pipes, screen readers and terminals that cannot do
//! more.
//!
//! Each line read is one command; what came of it is printed before the next is read. Where
//! the input is no terminal the line is repeated after the prompt, so that a transcript
//! reads like the dialogue that it is. The end of the input ends the game in good order.

mod answers;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use oware::game::{Diagram, Move, Player};
use oware::opponent::Choice;

use super::super::exit::Exit;
use super::super::interrupt;
use super::super::output::Console;
use super::clock;
use super::command::{Command, Unknown};
use super::engine::{Answer, Question};
use super::preview::{self, Preview};
use super::seat::Seat;
use super::session::Refusal;
use super::sitting::Sitting;

/// The longest line that is read; what is longer is refused.
const MAX_LINE_BYTES: u64 = 4_096;

/// What the next line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Leave,
}

/// Plays the sitting line by line.
pub(super) fn run(
    sitting: Sitting,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut dialogue = Dialogue {
        sitting,
        console,
        out,
        turn_began: Instant::now(),
        suggested_at: None,
        is_end_told: false,
        shows_board: true,
    };
    dialogue.introduce()?;
    dialogue.name_file_if_interrupted();
    let exit = dialogue.play()?;
    dialogue.say_goodbye()?;
    Ok(exit)
}

struct Dialogue<'a> {
    sitting: Sitting,
    console: &'a Console,
    out: &'a mut dyn Write,
    turn_began: Instant,
    /// Plies played when sharing was last suggested.
    suggested_at: Option<usize>,
    is_end_told: bool,
    /// Whether the board changed since it was last drawn.
    shows_board: bool,
}

impl Dialogue<'_> {
    fn introduce(&mut self) -> anyhow::Result<()> {
        let messages = &self.sitting.messages;
        let [south, north] = self.sitting.seats.map(|seat| seat.name(messages));
        let rules = self.sitting.session.game().rules().to_string();
        let text = messages.fill(
            "plain-intro",
            [
                ("rules", rules.into()),
                ("south", south.into()),
                ("north", north.into()),
            ],
        );
        self.say(&text)?;
        if self.sitting.seats.contains(&Seat::Human) {
            let how = self.sitting.messages.text("plain-how");
            self.say(&how)?;
        }
        Ok(())
    }

    /// Turn after turn, until the input ends or the player leaves.
    fn play(&mut self) -> anyhow::Result<Exit> {
        let mut lines = io::stdin().lock();
        loop {
            if interrupt::is_requested() {
                return Ok(Exit::Interrupted);
            }
            if self.shows_board && self.is_somebody_looking() {
                self.shows_board = false;
                self.draw_board()?;
            }
            self.tell_end()?;
            if self.sitting.session.end().is_none() {
                if self.answer_for_the_computer()? {
                    continue;
                }
                if !self.sitting.session.awaits_person() && self.sitting.session.offer().is_none() {
                    self.computer_moves()?;
                    continue;
                }
                self.suggest_sharing()?;
            }
            if !self.sitting.seats.contains(&Seat::Human) {
                return Ok(Exit::Done);
            }
            self.prompt()?;
            let Some(line) = self.read(&mut lines)? else {
                if self.sitting.session.end().is_none() {
                    let text = self.sitting.messages.text("plain-input-ended");
                    self.say(&text)?;
                }
                return Ok(Exit::Done);
            };
            if self.obey(&line)? == Flow::Leave {
                return Ok(Exit::Done);
            }
        }
    }

    /// Whether somebody waits for the board: not while the computer's reply to a person is
    /// still to come.
    fn is_somebody_looking(&self) -> bool {
        let session = &self.sitting.session;
        let is_watched = !self.sitting.seats.contains(&Seat::Human);
        session.end().is_some() || session.awaits_person() || is_watched
    }

    /// Says whose turn it is, and what for.
    fn prompt(&mut self) -> anyhow::Result<()> {
        let session = &self.sitting.session;
        let messages = &self.sitting.messages;
        let text = match (session.end(), session.offer()) {
            (Some(_), _) => messages.text("plain-after"),
            (None, Some(by)) => messages.fill(
                "offer-asks",
                [("to", messages.player(by.opposite()).into())],
            ),
            (None, None) => messages.fill(
                "plain-turn",
                [
                    ("player", messages.player(session.to_move()).into()),
                    ("pits", self.sitting.legal_letters().into()),
                    ("clock", self.clocks().into()),
                ],
            ),
        };
        self.say(&text)?;
        write!(self.out, "> ")?;
        self.out.flush()?;
        Ok(())
    }

    /// What is left on the clocks, in brackets; nothing without clocks.
    fn clocks(&self) -> String {
        let Some(clocks) = self.sitting.session.clocks() else {
            return String::new();
        };
        let [south, north] = Player::ALL.map(|player| {
            let name = self.sitting.messages.player(player);
            format!("{name} {}", clock::face(clocks.left(player)))
        });
        format!(" [{south}, {north}]")
    }

    /// Reads a line; `None` at the end of the input.
    fn read(&mut self, lines: &mut dyn BufRead) -> anyhow::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = interrupt::while_waiting(|| {
            io::Read::take(&mut *lines, MAX_LINE_BYTES).read_until(b'\n', &mut bytes)
        });
        if read.context("cannot read stdin")? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE_BYTES {
            lines.skip_until(b'\n').context("cannot read stdin")?;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim();
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        if !io::stdin().is_terminal() {
            let shown: String = line.chars().take(80).collect();
            writeln!(self.out, "{shown}")?;
        }
        Ok(Some(line))
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        let view = self.sitting.view;
        let command = match Command::read(line, |number| view.pit_of_key(number)) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::GoOn),
            Err(unknown) => {
                self.tell_unknown(&unknown)?;
                return Ok(Flow::GoOn);
            }
        };
        // Time runs while a person reads and asks, and may have run out.
        if let Err(refusal) = self.sitting.session.check_time(self.spent()) {
            let text = self.sitting.refusal(&refusal);
            self.say(&text)?;
            self.changed()?;
            if command != Command::Quit {
                return Ok(Flow::GoOn);
            }
        }
        match command {
            Command::Play(played) => self.play_move(played)?,
            Command::Look(pit) => self.look(pit)?,
            Command::Hint => self.hint()?,
            Command::Undo => {
                let done = self.sitting.session.undo();
                self.after_going_back(done)?;
            }
            Command::Redo => {
                let done = self.sitting.session.redo();
                self.after_going_back(done)?;
            }
            Command::Moves => self.list_moves()?,
            Command::Board => self.shows_board = true,
            Command::Flip => {
                self.sitting.view.flip();
                self.shows_board = true;
            }
            Command::Share => self.offer_share()?,
            Command::Save(path) => self.save(path.as_deref())?,
            Command::Resign => {
                let player = self.speaker();
                let done = self.sitting.session.resign(player);
                self.after_going_back(done)?;
            }
            Command::Help => {
                let text = self.sitting.messages.text("plain-help");
                self.say(&text)?;
            }
            Command::Quit => return Ok(Flow::Leave),
            Command::Yes => self.answer_offer(true)?,
            Command::No => self.answer_offer(false)?,
        }
        Ok(Flow::GoOn)
    }

    /// The person who speaks: who is asked, else who is to move, else the only one there.
    fn speaker(&self) -> Player {
        let session = &self.sitting.session;
        let turn = session.offer().map_or(session.to_move(), Player::opposite);
        if session.is_person(turn) {
            turn
        } else {
            turn.opposite()
        }
    }

    fn play_move(&mut self, played: Move) -> anyhow::Result<()> {
        let mover = self.sitting.session.to_move();
        let what = self.told(played);
        match self.sitting.session.play(played, self.spent()) {
            Ok(()) => {
                let text = self.sitting.messages.fill(
                    "played",
                    [
                        ("player", self.sitting.messages.player(mover).into()),
                        ("what", what.into()),
                    ],
                );
                self.say(&text)?;
                self.changed()
            }
            Err(refusal) => {
                let text = self.sitting.refusal(&refusal);
                self.say(&text)?;
                match refusal {
                    Refusal::TimeUp(_) => self.changed(),
                    _ => Ok(()),
                }
            }
        }
    }

    /// What a move does, in words.
    fn told(&self, played: Move) -> String {
        let game = self.sitting.session.game();
        let messages = &self.sitting.messages;
        match played {
            Move::Pass => messages.text("passes"),
            Move::Sow(pit) => Preview::new(game, pit)
                .sowing
                .map(|sowing| preview::describe(messages, &sowing, game))
                .unwrap_or_default(),
        }
    }

    fn after_going_back(&mut self, done: Result<(), Refusal>) -> anyhow::Result<()> {
        match done {
            Ok(()) => self.changed(),
            Err(refusal) => {
                let text = self.sitting.refusal(&refusal);
                self.say(&text)
            }
        }
    }

    fn computer_moves(&mut self) -> anyhow::Result<()> {
        match self.ask(Question::Move)? {
            Answer::Move(Choice { played, .. }) if !interrupt::is_requested() => {
                self.play_move(played)
            }
            _ => Ok(()),
        }
    }

    fn ask(&self, question: Question) -> anyhow::Result<Answer> {
        let thought = self
            .sitting
            .think(question, self.spent())
            .context("cannot start the engine")?;
        thought.wait().context("the engine has no answer")
    }

    /// After the game changed: the clock of the next turn runs, and the game is saved.
    fn changed(&mut self) -> anyhow::Result<()> {
        self.turn_began = Instant::now();
        self.shows_board = true;
        self.is_end_told = false;
        let kept = self.sitting.keep();
        self.name_file_if_interrupted();
        match kept {
            Some(failure) => self.say(&failure),
            None => Ok(()),
        }
    }

    /// At the prompt a signal ends the process at once, and whoever sent it should know
    /// where the game is.
    fn name_file_if_interrupted(&self) {
        if let Some(text) = self.saved_as() {
            let console = *self.console;
            interrupt::before_ending(move || console.note(format_args!("\n{text}")));
        }
    }

    fn saved_as(&self) -> Option<String> {
        let path = self.sitting.saver.path()?;
        let file = path.display().to_string();
        Some(self.sitting.messages.fill("saved", [("file", file.into())]))
    }

    fn spent(&self) -> Duration {
        self.turn_began.elapsed()
    }

    fn draw_board(&mut self) -> anyhow::Result<()> {
        let drawing: Diagram = self.sitting.diagram();
        writeln!(self.out, "{drawing}")?;
        Ok(())
    }

    fn tell_end(&mut self) -> anyhow::Result<()> {
        let Some(end) = self.sitting.session.end() else {
            return Ok(());
        };
        if std::mem::replace(&mut self.is_end_told, true) {
            return Ok(());
        }
        let ending = self.sitting.messages.ending(&end);
        let text = self
            .sitting
            .messages
            .fill("game-over", [("end", ending.into())]);
        writeln!(self.out, "{}", self.console.bold(text))?;
        Ok(())
    }

    fn tell_unknown(&mut self, unknown: &Unknown) -> anyhow::Result<()> {
        let word: String = unknown.word.chars().take(40).collect();
        let messages = &self.sitting.messages;
        let text = match unknown.near {
            Some(near) => messages.fill(
                "unknown-command-near",
                [("word", word.into()), ("near", near.into())],
            ),
            None => messages.fill("unknown-command", [("word", word.into())]),
        };
        self.say(&text)
    }

    fn say_goodbye(&mut self) -> anyhow::Result<()> {
        match self.saved_as() {
            Some(text) => self.say(&text),
            None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }
}
