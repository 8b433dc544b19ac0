//! What several threads may spend together: nodes, time, the patience of whoever asked.
//!
//! Each thread draws nodes from the common [`Meter`] in portions and spends them from its
//! own [`Purse`], so that nothing shared is touched at most nodes. What a purse has left
//! when its work ends goes back, so a node limit is exact, and with one thread the same
//! limit gives the same answer. The clock is looked at whenever a portion is drawn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::budget::LINES_SHARE;
use crate::progress::Progress;

/// Nodes drawn at a time: some tens of microseconds' work,
const PORTION: u64 = 1 << 9;
/// and at the beginning, when most nodes touch memory that the system has yet to clear, which
/// takes hundreds of times as long where its pages are large.
const FIRST_PORTION: u64 = 1 << 4;
/// A portion is no more than this part of the nodes before it.
const SHARE: u64 = 1 << 5;

/// The common account.
pub(crate) struct Meter<'a> {
    spent: AtomicU64,
    limit: u64,
    deadline: Option<Instant>,
    progress: &'a dyn Progress,
    stopped: AtomicBool,
    cancelled: AtomicBool,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(
        node_limit: Option<u64>,
        deadline: Option<Instant>,
        progress: &'a dyn Progress,
    ) -> Self {
        let meter = Self {
            spent: AtomicU64::new(0),
            limit: node_limit.unwrap_or(u64::MAX),
            deadline,
            progress,
            stopped: AtomicBool::new(false),
            cancelled: AtomicBool::new(false),
        };
        meter.look();
        meter
    }

    /// A purse for a thread.
    pub(crate) const fn purse(&self) -> Purse<'_> {
        Purse {
            meter: self,
            left: 0,
        }
    }

    /// Nodes spent, those in purses included.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Whether nothing is left to spend.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.spent() >= self.limit
    }

    pub(crate) fn was_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Takes the price of a piece of work that nodes do not count, as far as there is any.
    pub(crate) fn charge(&self, nodes: u64) {
        let taken = nodes.min(self.left());
        self.spent.fetch_add(taken, Ordering::Relaxed);
    }

    /// Nodes that may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent())
    }

    /// Nodes at which work ends that is not worth as much as the lines of what is known.
    pub(crate) const fn last_before_lines(&self) -> u64 {
        self.limit - self.limit / LINES_SHARE
    }

    /// The time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Looks at the clock and asks whether the work is still wanted.
    pub(crate) fn look(&self) -> bool {
        if self.progress.is_cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
            self.stopped.store(true, Ordering::Relaxed);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stopped.store(true, Ordering::Relaxed);
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    /// The nodes of a portion when so many were spent.
    fn portion_after(&self, spent: u64) -> u64 {
        let portion = (spent / SHARE).clamp(FIRST_PORTION, PORTION);
        portion.min(self.limit.saturating_sub(spent))
    }

    /// A portion of at most [`PORTION`] nodes; 0 when there is none.
    fn draw(&self) -> u64 {
        if !self.look() {
            return 0;
        }
        let before = self
            .spent
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |spent| {
                Some(spent + self.portion_after(spent))
            })
            .unwrap_or_default();
        let portion = self.portion_after(before);
        if portion > 0 {
            self.progress.advance(portion);
        }
        portion
    }
}

/// To work that is measured otherwise it says when to stop.
impl Progress for Meter<'_> {
    fn is_cancelled(&self) -> bool {
        !self.look()
    }
}

/// What one thread has in hand.
pub(crate) struct Purse<'a> {
    meter: &'a Meter<'a>,
    left: u64,
}

impl Purse<'_> {
    /// Takes one node; `false` when there is none left.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.left == 0 {
            self.left = self.meter.draw();
            if self.left == 0 {
                return false;
            }
        }
        self.left -= 1;
        true
    }
}

impl Drop for Purse<'_> {
    fn drop(&mut self) {
        self.meter.spent.fetch_sub(self.left, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn limit_is_exact_over_several_purses() {
        let meter = Meter::new(Some(1_300), None, &Silent);
        let mut first = meter.purse();
        assert!((0..600).all(|_| first.spend()));
        drop(first);
        assert_eq!(meter.spent(), 600, "the rest went back");
        let mut second = meter.purse();
        let spent = (0..10_000).filter(|_| second.spend()).count();
        assert_eq!((spent, meter.spent(), meter.is_spent()), (700, 1_300, true));
    }

    #[test]
    fn cancelled_work_gets_no_nodes() {
        struct Cancelled;
        impl Progress for Cancelled {
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let meter = Meter::new(None, None, &Cancelled);
        assert!(!meter.purse().spend());
        assert!(meter.was_cancelled() && meter.is_spent());
    }
}
