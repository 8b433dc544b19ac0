//! The stages of solving: guess for a while, prove for a while, each time for longer.
//!
//! A guess says what to prove, and a good one saves most of the work; but where nothing can
//! be proved the time belongs to the guess. So both get about the same, in growing portions,
//! until all is proved or the limits end it. All threads work at the same stage, with common
//! tables; the guess of the first thread is the one that counts.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use super::answer::SolveOptions;
use super::closing::{Aim, Closing};
use super::guess::Guesses;
use super::root_move::RootMove;
use crate::game::{Board, Bounds, Mechanics, Net, Player};
use crate::search::{Arena, DEEPEST_PLIES, Estimator, Meter, SharedTable};

/// Room for the deepest recursion of a thread.
const STACK_BYTES: usize = 32 << 20;
/// Nodes of guessing in the first stage.
const FIRST_STAGE: u64 = 1 << 15;
/// By how many bits a stage is longer than the one before.
const GROWTH: u32 = 1;

/// What the stages left.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The last depth that was completed.
    pub(super) depth_plies: u16,
    /// Values taken from the oracle.
    pub(super) oracle_hits: u64,
    /// Whether claims are left that no forcing play decides.
    pub(super) is_blocked: bool,
}

/// Everything the stages work on.
pub(super) struct Stages<'a> {
    pub(super) root: (Board, Player),
    pub(super) fresh: Option<Bounds<Net>>,
    pub(super) aim: Aim,
    pub(super) arena: &'a Arena<'a>,
    /// Where the guesses are remembered.
    pub(super) memory: SharedTable<'a>,
    pub(super) meter: &'a Meter<'a>,
    pub(super) options: &'a SolveOptions,
}

impl Stages<'_> {
    /// Closes the bounds of the moves as far as the limits allow.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub(super) fn run<M: Mechanics>(
        &self,
        mechanics: M,
        moves: &mut [RootMove],
    ) -> io::Result<Outcome> {
        let mut outcome = Outcome::default();
        let deepest = i32::from(
            self.options
                .limits
                .depth_plies
                .unwrap_or(DEEPEST_PLIES)
                .min(200),
        );
        let mut guesses = Guesses::new(moves.len(), self.options.every_move);
        let mut portion = FIRST_STAGE;
        let mut tries = 1;
        loop {
            let is_deep = guesses.depth >= deepest;
            if !is_deep {
                self.guess(
                    mechanics,
                    moves,
                    &mut guesses,
                    deepest,
                    portion,
                    &mut outcome,
                )?;
            }
            if self.meter.is_spent() {
                break;
            }
            let closing = Closing::new(moves, self.fresh, self.root.1, self.aim, tries);
            self.on_every_thread(|_| {
                closing.work(mechanics, self.arena, self.meter);
            })?;
            outcome.oracle_hits += closing.oracle_hits();
            outcome.is_blocked = closing.is_blocked();
            let is_done = closing.is_done();
            drop(closing);
            // With a depth to go to, the proofs have what the guesses took.
            if is_done
                || self.meter.is_spent()
                || (is_deep && self.options.limits.depth_plies.is_some())
            {
                break;
            }
            portion <<= GROWTH;
            tries += 1;
        }
        outcome.depth_plies = u16::try_from(guesses.depth).unwrap_or(u16::MAX);
        Ok(outcome)
    }

    /// Deepens the guesses until they have cost `portion` nodes.
    fn guess<M: Mechanics>(
        &self,
        mechanics: M,
        moves: &mut [RootMove],
        guesses: &mut Guesses,
        deepest: i32,
        portion: u64,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        let is_over = AtomicBool::new(false);
        let enough = self.meter.spent().saturating_add(portion);
        let (first, read) = (
            std::sync::Mutex::new((&mut *guesses, &mut outcome.oracle_hits)),
            &*moves,
        );
        let start = first.lock().map_or(0, |guesses| guesses.0.depth);
        self.on_every_thread(|thread| {
            let mut estimator = Estimator::new(
                mechanics,
                self.arena,
                self.memory,
                self.root,
                self.meter,
                &is_over,
            );
            if thread == 0 {
                let Ok(mut first) = first.lock() else { return };
                while first.0.depth < deepest
                    && first.0.deepen(read, &mut estimator)
                    && self.meter.spent() < enough
                {}
                *first.1 += estimator.oracle_hits;
                is_over.store(true, Ordering::Relaxed);
            } else {
                // The others fill the common table, one ply ahead.
                let mut ahead = Guesses::new(read.len(), self.options.every_move);
                ahead.depth = start + i32::from(thread % 2 == 1);
                while ahead.depth < deepest && ahead.deepen(read, &mut estimator) {}
            }
        })?;
        for (index, root) in moves.iter_mut().enumerate() {
            if guesses.depth > 0 {
                root.estimate = Some(guesses.net(index).seeds());
                if self.options.every_move {
                    root.settle(u16::try_from(guesses.depth).unwrap_or(u16::MAX));
                }
            }
        }
        Ok(())
    }

    /// Runs `work` on as many threads as were asked for, this one included.
    fn on_every_thread(&self, work: impl Fn(usize) + Sync) -> io::Result<()> {
        std::thread::scope(|scope| {
            for thread in 1..self.options.threads.get() {
                let work = &work;
                Builder::new()
                    .name(format!("solve-{thread}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || work(thread))?;
            }
            work(0);
            Ok(())
        })
    }
}
