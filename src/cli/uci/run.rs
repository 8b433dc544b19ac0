//! [`Run`]: one search in a thread of its own, from `go` to `bestmove`.
//!
//! The search sends what it finds as [`Event`]s to the loop that also hears the client, so
//! that only one thread writes. A search that does not end soon after it was told to is
//! left alone, and its best move so far is played: a client must not wait.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use oware::game::{Game, Move};
use oware::opponent::{Allowance, Choice, ChoiceError, Opponent};
use oware::solve::Deepened;

use super::control::Control;

/// How long a search may take to end once it should.
const GRACE: Duration = Duration::from_millis(400);

/// What the loop hears.
#[derive(Debug)]
pub(super) enum Event {
    /// A line of the client.
    Line(String),
    /// The client is gone.
    EndOfInput,
    /// The search with this number completed a depth.
    Deepened {
        run: u64,
        /// What it knows now.
        found: Deepened,
    },
    /// The search with this number ended.
    Done {
        run: u64,
        /// The player, with all that it remembers.
        opponent: Box<Opponent>,
        choice: Result<Choice, ChoiceError>,
    },
}

/// A search that runs.
#[derive(Debug)]
pub(super) struct Run {
    /// Tells it from those that were left alone.
    number: u64,
    pub(super) game: Game,
    pub(super) control: Arc<Control>,
    /// What it may take once it does not ponder any more.
    pub(super) allowance: Allowance,
    /// Whether the answer is held back until `stop` or `ponderhit`.
    pub(super) is_held: bool,
    /// The likeliest line so far.
    pub(super) line: Vec<Move>,
    /// The answer, once it is there.
    pub(super) answer: Option<Result<Choice, ChoiceError>>,
    told_to_stop: Option<Instant>,
}

impl Run {
    /// Starts to search.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub(super) fn start(
        number: u64,
        game: Game,
        mut opponent: Opponent,
        allowance: Allowance,
        is_held: bool,
        events: Sender<Event>,
    ) -> std::io::Result<Self> {
        let control = Arc::new(Control::new());
        // While the answer is held back no clock runs; the other limits hold.
        let now = Allowance {
            move_time: allowance.move_time.filter(|_| !is_held),
            clock: allowance.clock.filter(|_| !is_held),
            ..allowance
        };
        if let Some(time) = now.time(game.position().board()) {
            control.end_after(time);
        }
        let (searched, progress) = (game.clone(), Arc::clone(&control));
        thread::Builder::new()
            .name("uci".to_owned())
            .spawn(move || {
                let tell = |found: &Deepened| {
                    let found = found.clone();
                    let _ = events.send(Event::Deepened { run: number, found });
                };
                let choice = opponent.choose_watched(&searched, &now, progress.as_ref(), &tell);
                // Nobody listens any more when the client has gone.
                let _ = events.send(Event::Done {
                    run: number,
                    opponent: Box::new(opponent),
                    choice,
                });
            })?;
        Ok(Self {
            number,
            game,
            control,
            allowance,
            is_held,
            line: Vec::new(),
            answer: None,
            told_to_stop: None,
        })
    }

    /// Whether a result belongs to this search.
    pub(super) const fn is(&self, number: u64) -> bool {
        self.number == number
    }

    /// Ends it; its answer may be given.
    pub(super) fn stop(&mut self) {
        self.is_held = false;
        self.control.stop();
        self.told_to_stop.get_or_insert_with(Instant::now);
    }

    /// The move that was pondered on was played: from now on the clock runs.
    pub(super) fn ponder_hit(&mut self) {
        self.is_held = false;
        if let Some(time) = self.allowance.time(self.game.position().board()) {
            self.control.end_after(time);
        }
    }

    /// When the search has to be left alone.
    pub(super) fn patience_ends(&self) -> Option<Instant> {
        if self.is_held || self.answer.is_some() {
            return None;
        }
        let ends = [self.told_to_stop, self.control.deadline()];
        let first = ends.into_iter().flatten().min()?;
        first.checked_add(GRACE)
    }
}
