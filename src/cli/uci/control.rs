//! [`Control`]: how a search is told to stop, by hand or by a deadline that can still be set
//! while it runs, which is what pondering needs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use oware::progress::Progress;

/// Stands for no deadline inside the atomic alone.
const NEVER: u64 = u64::MAX;

/// Shared by the search and by whoever listens to the client.
#[derive(Debug)]
pub(super) struct Control {
    begun: Instant,
    is_stopped: AtomicBool,
    /// Microseconds from `begun` on.
    deadline: AtomicU64,
}

// The flag and the deadline guard no other memory, and the search looks at them again and
// again; it does not matter whether it sees a change one look later.
impl Control {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            is_stopped: AtomicBool::new(false),
            deadline: AtomicU64::new(NEVER),
        }
    }

    /// Asks the search to end.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Ends the search so long after now.
    pub(super) fn end_after(&self, time: Duration) {
        let deadline = (self.begun.elapsed() + time).as_micros();
        let deadline = u64::try_from(deadline).unwrap_or(NEVER);
        self.deadline.store(deadline, Ordering::Relaxed);
    }

    /// When the search should end, if that is known.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.deadline.load(Ordering::Relaxed) {
            NEVER => None,
            micros => self.begun.checked_add(Duration::from_micros(micros)),
        }
    }

    /// Since when it runs.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Progress for Control {
    fn is_cancelled(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
            || self
                .deadline()
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadline_can_be_set_late_and_stop_needs_none() {
        let control = Control::new();
        assert!(!control.is_cancelled() && control.deadline().is_none());
        control.end_after(Duration::from_secs(3_600));
        assert!(!control.is_cancelled() && control.deadline().is_some());
        control.end_after(Duration::ZERO);
        assert!(control.is_cancelled());
        let stopped = Control::new();
        stopped.stop();
        assert!(stopped.is_cancelled());
    }
}
