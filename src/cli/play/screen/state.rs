//! The full screen without a terminal: what keys, the mouse and time do to a sitting.
//!
//! The loop that owns the terminal feeds events and draws what is here, so that every key
//! is tested without one.

mod keys;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use oware::game::{Move, Pit, Player};
use ratatui::layout::Rect;

use super::super::engine::{Answer, Question, Thought};
use super::super::preview::{self, Preview};
use super::super::session::Refusal;
use super::super::sitting::Sitting;

/// The least time that a person has to see a move before the computer answers it.
const PAUSE: Duration = Duration::from_millis(400);
/// The same where nobody plays and somebody watches.
const WATCH_PAUSE: Duration = Duration::from_millis(1_000);

/// What the loop does after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Go on.
    GoOn,
    /// Stop as Ctrl-Z does.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Leave the game.
    Leave,
    /// Leave it as Ctrl-C does.
    Interrupt,
}

/// What keys are for at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Choosing a pit.
    Play,
    /// Reading the help.
    Help {
        /// The first line that is shown.
        top: u16,
    },
    /// Really resign?
    Resign,
    /// Really leave a game that is not saved?
    Leave,
    /// Typing the name of a file.
    SaveAs(String),
}

/// The game on a full screen.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) sitting: Sitting,
    pub(super) mode: Mode,
    /// The pit that is chosen and previewed.
    pub(super) chosen: Option<Pit>,
    /// What was last said to the player.
    pub(super) note: Option<String>,
    /// What the last move did, in words.
    pub(super) last: Option<String>,
    /// What the engine is asked.
    pub(super) thought: Option<Thought>,
    /// Plies played when the engine failed.
    failed_at: Option<usize>,
    pub(super) turn_began: Instant,
    /// The size of the screen as it was last drawn.
    pub(super) area: Rect,
}

impl Screen {
    /// A screen for a sitting whose turn begins now.
    pub(super) fn new(sitting: Sitting) -> Self {
        Self {
            sitting,
            mode: Mode::Play,
            chosen: None,
            note: None,
            last: None,
            thought: None,
            failed_at: None,
            turn_began: Instant::now(),
            area: Rect::new(0, 0, 80, 24),
        }
    }

    /// The sitting, when the screen is given up.
    pub(super) fn into_sitting(self) -> Sitting {
        self.sitting
    }

    /// How long the turn has taken.
    pub(super) fn spent(&self) -> Duration {
        self.turn_began.elapsed()
    }

    /// Whether something moves on the screen by itself: a clock, or thinking.
    pub(super) fn is_lively(&self) -> bool {
        let session = &self.sitting.session;
        session.end().is_none() && (session.clocks().is_some() || !session.awaits_person())
            || self.thought.is_some()
    }

    /// What time brings: the end of a clock, an answer of the engine, its turn to move.
    pub(super) fn tick(&mut self) {
        let spent = self.spent();
        if let Err(refusal) = self.sitting.session.check_time(spent) {
            self.refuse(&refusal);
            self.changed();
        }
        self.hear_answer();
        self.ask_the_computer();
    }

    fn hear_answer(&mut self) {
        let Some(thought) = &self.thought else {
            return;
        };
        let is_too_soon =
            matches!(thought.question(), Question::Move) && self.spent() < self.pause();
        if is_too_soon {
            return;
        }
        let Some(answer) = thought.poll(Duration::ZERO) else {
            return;
        };
        self.thought = None;
        match answer {
            Ok(Answer::Move(choice)) => self.play(choice.played),
            Ok(Answer::Hint(choice)) => {
                self.note = Some(self.sitting.advice(&choice));
                if let Move::Sow(pit) = choice.played {
                    self.chosen = Some(pit);
                }
            }
            Ok(Answer::Share(offer)) => self.answer_offer(offer.is_acceptable()),
            Err(error) => {
                let error = error.to_string();
                let messages = &self.sitting.messages;
                self.note = Some(messages.fill("engine-failed", [("error", error.into())]));
                // Not asked again in this position: it would fail again.
                self.failed_at = Some(self.sitting.session.game().moves().len());
                if self.sitting.session.offer().is_some() {
                    self.answer_offer(false);
                }
            }
        }
    }

    fn pause(&self) -> Duration {
        let session = &self.sitting.session;
        let has_person = Player::ALL
            .into_iter()
            .any(|player| session.is_person(player));
        if has_person { PAUSE } else { WATCH_PAUSE }
    }

    /// Begins to think where it is the computer's turn to move or to answer.
    fn ask_the_computer(&mut self) {
        let session = &self.sitting.session;
        let has_failed = self.failed_at == Some(session.game().moves().len());
        if self.thought.is_some() || session.end().is_some() || has_failed {
            return;
        }
        let mover = session.to_move();
        if let Some(by) = session.offer() {
            let asked = by.opposite();
            if !session.is_person(asked) {
                if self.sitting.is_content(asked) {
                    self.answer_offer(true);
                } else {
                    self.ask(Question::Share(asked));
                }
            }
            return;
        }
        if self.sitting.session.is_person(mover) {
            return;
        }
        if self.sitting.is_content(mover) && self.sitting.session.offer_share(mover).is_ok() {
            self.tell_offer(mover);
            return;
        }
        self.ask(Question::Move);
    }

    fn ask(&mut self, question: Question) {
        match self.sitting.think(question, self.spent()) {
            Ok(thought) => self.thought = Some(thought),
            Err(error) => {
                let error = error.to_string();
                let messages = &self.sitting.messages;
                self.note = Some(messages.fill("engine-failed", [("error", error.into())]));
            }
        }
    }

    fn play_by_person(&mut self, played: Move) {
        if self.sitting.session.end().is_some() {
            self.refuse(&Refusal::Over);
        } else if self.sitting.session.awaits_person() {
            self.play(played);
        }
    }

    fn play(&mut self, played: Move) {
        let mover = self.sitting.session.to_move();
        let game = self.sitting.session.game();
        let messages = &self.sitting.messages;
        let what = match played {
            Move::Pass => messages.text("passes"),
            Move::Sow(pit) => Preview::new(game, pit)
                .sowing
                .map(|sowing| preview::describe(messages, &sowing, game))
                .unwrap_or_default(),
        };
        let told = messages.fill(
            "played",
            [
                ("player", messages.player(mover).into()),
                ("what", what.into()),
            ],
        );
        let spent = self.spent();
        match self.sitting.session.play(played, spent) {
            Ok(()) => {
                self.last = Some(told);
                self.note = None;
                self.changed();
                self.suggest_sharing();
            }
            Err(refusal) => {
                self.refuse(&refusal);
                if matches!(refusal, Refusal::TimeUp(_)) {
                    self.changed();
                }
            }
        }
    }

    fn suggest_sharing(&mut self) {
        let session = &self.sitting.session;
        if session.goes_in_circles() && session.awaits_person() {
            let messages = &self.sitting.messages;
            let score = messages.score(session.share().seeds);
            self.note = Some(messages.fill("screen-share-suggested", [("score", score.into())]));
        }
    }

    fn hint(&mut self) {
        match self.sitting.session.end() {
            Some(_) => self.refuse(&Refusal::Over),
            None if self.sitting.session.awaits_person() => {
                self.note = Some(self.sitting.messages.text("screen-thinking-hint"));
                self.ask(Question::Hint);
            }
            None => {}
        }
    }

    fn resign(&mut self) {
        let session = &mut self.sitting.session;
        let mover = session.to_move();
        let player = match session.is_person(mover) {
            true => mover,
            false => mover.opposite(),
        };
        if session.is_person(player) {
            let done = session.resign(player);
            self.went_back(done);
        }
    }

    fn offer_share(&mut self) {
        let session = &mut self.sitting.session;
        let mover = session.to_move();
        let player = match session.is_person(mover) {
            true => mover,
            false => mover.opposite(),
        };
        if !session.is_person(player) {
            return;
        }
        match session.offer_share(player) {
            Ok(()) => {
                // The move that is being thought about waits for the answer.
                self.thought = None;
                self.tell_offer(player);
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn tell_offer(&mut self, by: Player) {
        let messages = &self.sitting.messages;
        let score = messages.score(self.sitting.session.share().seeds);
        self.note = Some(messages.fill(
            "offer-made",
            [("by", messages.player(by).into()), ("score", score.into())],
        ));
    }

    /// Whether a person is asked to share.
    pub(super) fn is_asked(&self) -> bool {
        let session = &self.sitting.session;
        session
            .offer()
            .is_some_and(|by| session.is_person(by.opposite()))
    }

    fn answer_offer(&mut self, accepted: bool) {
        let Some(by) = self.sitting.session.offer() else {
            return;
        };
        if self.sitting.session.answer_offer(accepted).is_err() {
            return;
        }
        let key = match accepted {
            true => "offer-accepted",
            false => "offer-declined",
        };
        let messages = &self.sitting.messages;
        let name = messages.player(by.opposite());
        let told = messages.fill(key, [("player", name.into())]);
        if accepted {
            self.changed();
        }
        self.note = Some(told);
    }

    fn save(&mut self, name: &str) {
        let game = self.sitting.session.game();
        let path = PathBuf::from(name.trim());
        let saved = match path.as_os_str().is_empty() {
            true => self.sitting.saver.save(game),
            false => self.sitting.saver.save_as(game, &path).map(|()| path),
        };
        let messages = &self.sitting.messages;
        self.note = Some(match saved {
            Ok(path) => messages.fill("saved", [("file", path.display().to_string().into())]),
            Err(error) => messages.fill("save-failed", [("error", error.to_string().into())]),
        });
    }

    /// Asks first where leaving would lose the game.
    fn leave(&mut self) -> Flow {
        let session = &self.sitting.session;
        let is_lost = session.end().is_none()
            && !session.game().moves().is_empty()
            && self.sitting.saver.path().is_none();
        if is_lost {
            self.mode = Mode::Leave;
            return Flow::GoOn;
        }
        Flow::Leave
    }

    fn went_back(&mut self, done: Result<(), Refusal>) {
        match done {
            Ok(()) => {
                self.note = None;
                self.last = None;
                self.changed();
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.note = Some(self.sitting.refusal(refusal));
    }

    /// After the game changed: nothing is chosen or thought about, and it is saved.
    fn changed(&mut self) {
        self.turn_began = Instant::now();
        self.chosen = None;
        self.thought = None;
        if let Some(failure) = self.sitting.keep() {
            self.note = Some(failure);
        }
    }
}
