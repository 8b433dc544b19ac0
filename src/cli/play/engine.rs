//! The computer's thinking, in a thread of its own.
//!
//! A [`Thought`] is asked and then looked at from time to time, so that a screen stays
//! alive while the engine searches. To drop it is to stop it. The players who think are
//! kept as [`Minds`] from move to move, because full strength remembers what it saw.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use oware::game::{Game, Player};
use oware::opponent::{Allowance, Choice, ChoiceError, Means, Offer, Opponent, Skill};
use oware::progress::Progress;

use super::super::interrupt;

/// A question to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Which move does the player whose turn it is choose?
    Move,
    /// Which move is best?
    Hint,
    /// Should this player accept to share?
    Share(Player),
}

/// The answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// To [`Question::Move`].
    Move(Choice),
    /// To [`Question::Hint`].
    Hint(Choice),
    /// To [`Question::Share`].
    Share(Offer),
}

/// A player who may be thinking.
type Mind = Arc<Mutex<Opponent>>;

/// The computer's players of a game, and who gives advice, at full strength whoever plays.
#[derive(Clone, Debug)]
pub(crate) struct Minds {
    players: [Mind; 2],
    adviser: Mind,
}

impl Minds {
    /// Players of these skills; a person's place has none, and is never asked.
    pub(crate) fn new(skills: [Option<Skill>; 2], means: &Means) -> Self {
        let mind = |skill| Arc::new(Mutex::new(Opponent::new(skill, means.clone())));
        Self {
            players: skills.map(|skill| mind(skill.unwrap_or(Skill::BEST))),
            adviser: mind(Skill::BEST),
        }
    }

    fn of(&self, question: Question, to_move: Player) -> Mind {
        Arc::clone(match question {
            Question::Move => &self.players[to_move as usize],
            Question::Hint | Question::Share(_) => &self.adviser,
        })
    }
}

/// Thinking under way.
#[derive(Debug)]
pub(crate) struct Thought {
    question: Question,
    stop: Arc<AtomicBool>,
    answer: Receiver<Result<Answer, ChoiceError>>,
    thread: Option<JoinHandle<()>>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ThoughtError {
    /// The engine could not choose.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The thread ended without an answer.
    #[error("the engine stopped without an answer")]
    Lost,
}

/// Stops a search when its thought is dropped, or the user asks for the end.
struct Stop(Arc<AtomicBool>);

impl Progress for Stop {
    fn is_cancelled(&self) -> bool {
        // The flag guards no other memory: a late look costs a moment of thinking.
        self.0.load(Ordering::Relaxed) || interrupt::is_requested()
    }
}

impl Thought {
    /// Begins to think about `game`.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub(crate) fn begin(
        question: Question,
        game: &Game,
        minds: &Minds,
        allowance: Allowance,
    ) -> std::io::Result<Self> {
        let (sender, answer) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let mind = minds.of(question, game.position().to_move());
        let (game, flag) = (game.clone(), Stop(Arc::clone(&stop)));
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || {
                // One that panicked has lost its memory at most.
                let mut mind = mind.lock().unwrap_or_else(PoisonError::into_inner);
                // Nobody waits for the answer to a dropped thought.
                let _ = sender.send(think(question, &game, &mut mind, &allowance, &flag));
            })?;
        Ok(Self {
            question,
            stop,
            answer,
            thread: Some(thread),
        })
    }

    /// What was asked.
    pub(crate) const fn question(&self) -> Question {
        self.question
    }

    /// The answer, if it is there within `timeout`.
    pub(crate) fn poll(&self, timeout: Duration) -> Option<Result<Answer, ThoughtError>> {
        match self.answer.recv_timeout(timeout) {
            Ok(answer) => Some(answer.map_err(ThoughtError::from)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(ThoughtError::Lost)),
        }
    }

    /// Waits for the answer.
    pub(crate) fn wait(self) -> Result<Answer, ThoughtError> {
        let answer = self.answer.recv();
        answer.map_err(|_| ThoughtError::Lost)?.map_err(Into::into)
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic was told on stderr when it happened.
            let _ = thread.join();
        }
    }
}

fn think(
    question: Question,
    game: &Game,
    mind: &mut Opponent,
    allowance: &Allowance,
    stop: &Stop,
) -> Result<Answer, ChoiceError> {
    match question {
        Question::Move => mind.choose(game, allowance, stop).map(Answer::Move),
        Question::Hint => mind.hint(game, allowance, stop).map(Answer::Hint),
        Question::Share(player) => mind
            .consider_sharing(game, player, allowance, stop)
            .map(Answer::Share),
    }
}
