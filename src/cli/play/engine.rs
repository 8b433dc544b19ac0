//! The computer's thinking, in a thread of its own.
//!
//! A [`Thought`] is asked and then looked at from time to time, so that a screen stays
//! alive while the engine searches. To drop it is to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use oware::game::{Game, Player};
use oware::opponent::{Allowance, Choice, ChoiceError, Means, Offer, Opponent, Skill};
use oware::progress::Progress;

use super::super::interrupt;

/// A question to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Which move does a player of this skill choose?
    Move(Skill),
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
        means: &Means,
        allowance: Allowance,
    ) -> std::io::Result<Self> {
        let (sender, answer) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (game, means, flag) = (game.clone(), means.clone(), Stop(Arc::clone(&stop)));
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || {
                // Nobody waits for the answer to a dropped thought.
                let _ = sender.send(think(question, &game, means, &allowance, &flag));
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
    means: Means,
    allowance: &Allowance,
    stop: &Stop,
) -> Result<Answer, ChoiceError> {
    let skill = match question {
        Question::Move(skill) => skill,
        Question::Hint | Question::Share(_) => Skill::BEST,
    };
    let mut opponent = Opponent::new(skill, means);
    match question {
        Question::Move(_) => opponent.choose(game, allowance, stop).map(Answer::Move),
        Question::Hint => opponent.hint(game, allowance, stop).map(Answer::Hint),
        Question::Share(player) => opponent
            .consider_sharing(game, player, allowance, stop)
            .map(Answer::Share),
    }
}
