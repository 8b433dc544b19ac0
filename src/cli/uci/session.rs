//! [`Session`]: the talk with one client, as one loop over what it sends and what the search
//! finds.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use oware::game::{Game, Move, PlayError, Position, parse_moves, read_position};
use oware::opponent::{Allowance, Choice, ChoiceError, ClockState, Opponent};
use oware::solve::Deepened;

use super::super::interrupt;
use super::command::{Command, Go, Quoted, read};
use super::report;
use super::run::{Event, Run};
use super::settings::{Change, Settings};

/// Time for a move when the client sets no limit at all and does not ask for an endless
/// search: it might never say stop.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// The longest line that is read; no game is as long.
const MOST_LINE_BYTES: usize = 1 << 20;

/// The state of the talk.
pub(super) struct Session<'a> {
    settings: Settings,
    game: Game,
    run: Option<Run>,
    /// Searches to start when the one that runs has answered.
    waiting: VecDeque<Waiting>,
    runs: u64,
    /// Whether the answer that there is no move is held back until it is asked for.
    holds_none: bool,
    /// The player of the last search, which remembers what it saw.
    idle: Option<Opponent>,
    events: Sender<Event>,
    out: &'a mut dyn Write,
}

/// A search that was asked for while another was still winding down.
struct Waiting {
    game: Game,
    go: Go,
    /// Whether the client has already told it to stop.
    is_stopped: bool,
}

/// Whether the talk goes on.
#[derive(PartialEq, Eq)]
enum Talk {
    GoesOn,
    Ends,
}

/// Talks until `quit` or the end of the input.
pub(super) fn talk(settings: Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let (events, heard) = mpsc::channel();
    let lines = events.clone();
    thread::Builder::new()
        .name("uci-input".to_owned())
        .spawn(move || listen(&lines))?;
    let game = Game::new(Position::START, settings.rules);
    let mut session = Session {
        settings,
        game,
        run: None,
        waiting: VecDeque::new(),
        holds_none: false,
        runs: 0,
        idle: None,
        events,
        out,
    };
    session.follow(&heard)?;
    Ok(())
}

/// Sends every line of the client, until it is gone.
fn listen(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        // A signal while there is nothing to read ends the process at once.
        let read = interrupt::while_waiting(|| input.read_until(b'\n', &mut line));
        let event = match read {
            Ok(0) | Err(_) => Event::EndOfInput,
            Ok(_) => {
                line.truncate(MOST_LINE_BYTES);
                Event::Line(String::from_utf8_lossy(&line).into_owned())
            }
        };
        let is_end = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

impl Session<'_> {
    fn follow(&mut self, heard: &Receiver<Event>) -> anyhow::Result<()> {
        loop {
            let patience = self.run.as_ref().and_then(Run::patience_ends);
            let event = match patience {
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => heard.recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            let talk = match event {
                Ok(Event::Line(line)) => self.obey(&line)?,
                Ok(Event::EndOfInput) | Err(RecvTimeoutError::Disconnected) => Talk::Ends,
                Ok(Event::Deepened { run, found }) => self.tell(run, found)?,
                Ok(Event::Done {
                    run,
                    opponent,
                    choice,
                }) => self.note(run, *opponent, choice)?,
                Err(RecvTimeoutError::Timeout) => self.give_up()?,
            };
            self.out.flush()?;
            if talk == Talk::Ends {
                return Ok(());
            }
        }
    }

    fn remark(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        // One line, whatever a message quotes.
        let text = text.to_string();
        let line: Vec<&str> = text.split_whitespace().collect();
        writeln!(self.out, "info string {}", line.join(" "))
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Talk> {
        let command = match read(line) {
            None => return Ok(Talk::GoesOn),
            Some(Err(remark)) => {
                self.remark(remark)?;
                return Ok(Talk::GoesOn);
            }
            Some(Ok(command)) => command,
        };
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => {
                self.prepare()?;
                writeln!(self.out, "readyok")?;
            }
            Command::NewGame => {
                self.game = Game::new(Position::START, self.settings.rules);
                self.idle = None;
                self.prepare()?;
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { start, moves } => match self.set_up(&start, &moves) {
                Ok(game) => self.game = game,
                Err(error) => self.remark(format_args!("{error}; the position is as before"))?,
            },
            Command::Go(go) => self.go(go)?,
            Command::Stop => {
                self.stop();
                self.say_none()?;
                self.answer()?;
            }
            Command::PonderHit => {
                self.say_none()?;
                match (self.waiting.back_mut(), &mut self.run) {
                    (Some(last), _) => last.go.is_ponder = false,
                    (None, Some(run)) => run.ponder_hit(),
                    (None, None) => {}
                }
                self.answer()?;
            }
            Command::Quit => return Ok(Talk::Ends),
            Command::Nothing => {}
        }
        Ok(Talk::GoesOn)
    }

    /// Makes the player of the next search and takes its memory, unless one searches.
    fn prepare(&mut self) -> io::Result<()> {
        if self.run.is_some() {
            return Ok(());
        }
        let mut opponent = self.player();
        let prepared = opponent.prepare();
        self.idle = Some(opponent);
        match prepared {
            Ok(()) => Ok(()),
            Err(error) => self.remark(error),
        }
    }

    /// The player of the last search, or a new one.
    fn player(&mut self) -> Opponent {
        self.idle
            .take()
            .unwrap_or_else(|| Opponent::new(self.settings.skill(), self.settings.means()))
    }

    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name oware {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the authors of oware")?;
        self.settings.describe(self.out)?;
        writeln!(self.out, "uciok")
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.settings.set(name, value) {
            Ok(Change::Quiet) => {}
            Ok(Change::Rules) => {
                let (start, moves) = (self.game.start(), self.game.moves().to_vec());
                match self.replay(start, &moves) {
                    Ok(game) => self.game = game,
                    Err(error) => {
                        self.game = Game::new(start, self.settings.rules);
                        self.remark(format_args!("{error}; the moves are taken back"))?;
                    }
                }
            }
            Err(error) => return self.remark(error),
        }
        // The next search has other means.
        self.idle = None;
        Ok(())
    }

    fn set_up(&mut self, start: &str, moves: &str) -> anyhow::Result<Game> {
        let read = read_position(start)
            .map_err(|error| anyhow::anyhow!("position {}: {error}", Quoted(start)))?;
        let moves = parse_moves(moves, read.position.to_move())?;
        self.replay(read.position, &moves)
    }

    /// Plays moves. A client whose rules know fewer ends plays on past one: then the position
    /// goes on as if it had just been set up.
    fn replay(&mut self, start: Position, moves: &[Move]) -> anyhow::Result<Game> {
        let rules = self.settings.rules;
        let mut game = Game::new(start, rules);
        for (&played, ply) in moves.iter().zip(1..) {
            let before = game.position();
            match game.play(played) {
                Ok(()) => {}
                Err(PlayError::Over { reason, .. }) => {
                    let next = before
                        .play(played, rules)
                        .map_err(|error| anyhow::anyhow!("ply {ply} in {before}: {error}"))?;
                    self.remark(format_args!(
                        "the game was over before ply {ply} ({}); it goes on as a set-up",
                        reason.word()
                    ))?;
                    game = Game::new(next, rules);
                }
                Err(PlayError::Illegal(error)) => {
                    anyhow::bail!("ply {ply} in {before}: {error}")
                }
            }
        }
        Ok(game)
    }

    fn go(&mut self, go: Go) -> anyhow::Result<()> {
        for remark in &go.remarks {
            self.remark(remark)?;
        }
        self.say_none()?;
        let game = self.game.clone();
        if self.run.is_none() {
            return self.start(game, &go);
        }
        // What runs gives way, and answers first.
        self.stop();
        self.waiting.push_back(Waiting {
            game,
            go,
            is_stopped: false,
        });
        self.answer()
    }

    /// Says that there is no move, if that was held back.
    fn say_none(&mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.holds_none) {
            writeln!(self.out, "bestmove 0000")?;
        }
        Ok(())
    }

    /// Stops the search that runs and those that wait for it.
    fn stop(&mut self) {
        if let Some(run) = &mut self.run {
            run.stop();
        }
        for waiting in &mut self.waiting {
            waiting.is_stopped = true;
        }
    }

    /// Starts the searches that waited, up to one that goes on.
    fn start_waiting(&mut self) -> anyhow::Result<()> {
        while self.run.is_none()
            && let Some(waiting) = self.waiting.pop_front()
        {
            self.start(waiting.game, &waiting.go)?;
            if waiting.is_stopped {
                self.say_none()?;
                if let Some(run) = &mut self.run {
                    run.stop();
                }
            }
        }
        Ok(())
    }

    fn start(&mut self, game: Game, go: &Go) -> anyhow::Result<()> {
        if let Some(end) = game.end() {
            self.remark(format_args!("the game is over ({})", end.reason.word()))?;
            self.holds_none = true;
            if !go.is_infinite && !go.is_ponder {
                self.say_none()?;
            }
            return Ok(());
        }
        let allowance = self.allowance(&game, go);
        let mut opponent = self.player();
        self.runs += 1;
        let is_held = go.is_infinite || go.is_ponder;
        // Who has time to think is not told what was thought before.
        opponent.use_book(self.settings.uses_book && !is_held);
        let events = self.events.clone();
        self.run = Some(Run::start(
            self.runs, game, opponent, allowance, is_held, events,
        )?);
        Ok(())
    }

    fn allowance(&self, game: &Game, go: &Go) -> Allowance {
        let side = game.position().to_move() as usize;
        let clock = go.left[side].map(|left| ClockState {
            left: self.settings.budget(left),
            increment: go.increment[side],
        });
        let allowance = Allowance {
            move_time: go.move_time,
            clock,
            nodes: go.nodes,
            depth_plies: go.depth_plies,
        };
        if allowance == Allowance::default() && !go.is_infinite {
            return Allowance::of_time(USUAL_TIME);
        }
        allowance
    }

    /// Reports a depth that a search has completed.
    fn tell(&mut self, number: u64, found: Deepened) -> anyhow::Result<Talk> {
        if let Some(run) = self.run.as_mut().filter(|run| run.is(number)) {
            let (mover, elapsed) = (run.game.position().to_move(), run.control.elapsed());
            report::depth(self.out, &found, mover, elapsed)?;
            run.line = found.pv;
        }
        Ok(Talk::GoesOn)
    }

    /// Takes the result of a search.
    fn note(
        &mut self,
        number: u64,
        opponent: Opponent,
        choice: Result<Choice, ChoiceError>,
    ) -> anyhow::Result<Talk> {
        let Some(run) = self.run.as_mut().filter(|run| run.is(number)) else {
            return Ok(Talk::GoesOn);
        };
        // A search that was stopped before it saw anything has nothing to tell.
        if let Ok(choice) = &choice
            && choice.value.is_some()
        {
            let elapsed = run.control.elapsed();
            report::end(self.out, choice, run.game.position().to_move(), elapsed)?;
            if choice.is_from_book {
                writeln!(
                    self.out,
                    "info string the move stands in the book of openings"
                )?;
            }
        }
        run.answer = Some(choice);
        self.idle = Some(opponent);
        self.answer()?;
        Ok(Talk::GoesOn)
    }

    /// Gives the answer of the search, if it is there and not held back, and starts the next.
    fn answer(&mut self) -> anyhow::Result<()> {
        let is_due = |run: &mut Run| run.answer.is_some() && !run.is_held;
        let Some(run) = self.run.take_if(|run| is_due(run)) else {
            return Ok(());
        };
        match run.answer {
            Some(Ok(choice)) => {
                report::best_move(self.out, &choice.pv, run.game.position().to_move())?;
            }
            Some(Err(error)) => {
                self.remark(format_args!("{error:#}"))?;
                self.play_what_is_known(&run.game, &run.line)?;
            }
            None => {}
        }
        self.start_waiting()
    }

    /// The search did not end when it should have: it is left alone.
    fn give_up(&mut self) -> anyhow::Result<Talk> {
        if let Some(run) = self.run.take() {
            run.control.stop();
            self.play_what_is_known(&run.game, &run.line)?;
        }
        self.start_waiting()?;
        Ok(Talk::GoesOn)
    }

    /// Answers with the line that a search had in front, else with what a glance finds.
    fn play_what_is_known(&mut self, game: &Game, line: &[Move]) -> anyhow::Result<()> {
        let mover = game.position().to_move();
        match line {
            [] => report::best_move(self.out, &Opponent::at_sight(game)?.pv, mover)?,
            line => report::best_move(self.out, line, mover)?,
        }
        Ok(())
    }
}
