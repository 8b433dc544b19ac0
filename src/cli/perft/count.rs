//! Counting in portions, so that long counts show progress and can be interrupted.
//!
//! The library counts a subtree in one go. Here the tree is walked down to subtrees of a
//! few milliseconds; between them the flag is looked at and the progress shown. How much
//! of the tree is done is estimated by giving the moves of a position equal shares of it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use oware::game::{Move, Position, Rules, legal_moves};
use oware::perft::{LastPly, Perft, perft};
use oware::progress::Progress;
use rayon::prelude::*;

use super::super::output::Console;
use super::super::progress::Reporter;

/// Plies of a subtree that is counted in one go: under a million leaves.
const PORTION_PLIES: u32 = 8;
/// The share of the whole tree.
const WHOLE: u64 = 1 << 62;

/// How counting is done.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    pub(super) pool: rayon::ThreadPool,
    pub(super) last_ply: LastPly,
    pub(super) console: &'a Console,
}

/// The counts of one tree, or of the part that was walked before the interrupt.
#[derive(Debug)]
pub(super) struct Counts {
    /// Behind each legal move; none when the position is over or the depth 0.
    pub(super) divide: Vec<(Move, Perft)>,
    pub(super) total: Perft,
    pub(super) is_complete: bool,
    /// How much of the tree was walked, estimated, from 0 to 1.
    pub(super) share: f64,
    pub(super) elapsed: Duration,
    pub(super) threads: usize,
}

impl Counter<'_> {
    /// Counts the sequences of `depth` plies from `position`.
    pub(super) fn count(&self, position: Position, rules: Rules, depth: u32) -> Counts {
        let start = Instant::now();
        let reporter = Reporter::new(self.console, "leaves");
        reporter.begin(&format!("perft {depth}"), 0);
        let walk = Walk {
            rules,
            last_ply: self.last_ply,
            reporter: &reporter,
            leaves: AtomicU64::new(0),
            done: AtomicU64::new(0),
            was_cut: AtomicBool::new(false),
        };
        let (divide, total) = if position.end(rules).is_some() {
            // Also at depth 0, where the library would count a leaf.
            let ended = Perft {
                leaves: 0,
                ended: 1,
            };
            (Vec::new(), ended)
        } else if depth == 0 {
            (Vec::new(), perft(&position, rules, 0, self.last_ply))
        } else {
            let divide = self.pool.install(|| walk.divide(position, depth));
            let total = divide.iter().map(|&(_, count)| count).sum();
            (divide, total)
        };
        reporter.finish();
        Counts {
            divide,
            total,
            is_complete: !walk.was_cut.load(Ordering::Relaxed),
            share: walk.share(),
            elapsed: start.elapsed(),
            threads: self.pool.current_num_threads(),
        }
    }
}

/// What the threads share.
struct Walk<'a> {
    rules: Rules,
    last_ply: LastPly,
    reporter: &'a Reporter,
    leaves: AtomicU64,
    /// The part of `WHOLE` that was walked.
    done: AtomicU64,
    /// Whether a subtree was left out because of an interrupt.
    was_cut: AtomicBool,
}

impl Walk<'_> {
    fn divide(&self, position: Position, depth: u32) -> Vec<(Move, Perft)> {
        self.after_each(
            position,
            |next, share| self.below(next, depth - 1, share),
            WHOLE,
        )
    }

    fn below(&self, position: Position, depth: u32, share: u64) -> Perft {
        if self.reporter.is_cancelled() {
            self.was_cut.store(true, Ordering::Relaxed);
            return Perft::default();
        }
        if depth <= PORTION_PLIES || position.end(self.rules).is_some() {
            let count = perft(&position, self.rules, depth, self.last_ply);
            self.tell(count.leaves, share);
            return count;
        }
        self.after_each(
            position,
            |next, share| self.below(next, depth - 1, share),
            share,
        )
        .into_iter()
        .map(|(_, count)| count)
        .sum()
    }

    /// Counts after each legal move, in parallel, with an equal part of `share` for each.
    fn after_each(
        &self,
        position: Position,
        count: impl Fn(Position, u64) -> Perft + Sync,
        share: u64,
    ) -> Vec<(Move, Perft)> {
        let moves: Vec<_> = legal_moves(position.board(), self.rules).collect();
        let part = share / moves.len() as u64;
        moves
            .into_par_iter()
            .map(|first| {
                let next = position
                    .play(first, self.rules)
                    .expect("the move was generated as legal");
                (first, count(next, part))
            })
            .collect()
    }

    fn tell(&self, leaves: u64, share: u64) {
        // Only estimates are made of these, so no order among threads is needed.
        let done = self.done.fetch_add(share, Ordering::Relaxed) + share;
        let counted = self.leaves.fetch_add(leaves, Ordering::Relaxed) + leaves;
        let leaves_in_all = (u128::from(counted) * u128::from(WHOLE)).checked_div(done.into());
        // Before a share is done there is nothing to estimate from.
        if let Some(Ok(leaves)) = leaves_in_all.map(u64::try_from) {
            self.reporter.expect(leaves);
        }
        self.reporter.advance(leaves);
    }

    fn share(&self) -> f64 {
        self.done.load(Ordering::Relaxed) as f64 / WHOLE as f64
    }
}
