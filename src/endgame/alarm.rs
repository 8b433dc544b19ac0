//! [`Alarm`]: stops long work when what is done beside it fails.
//!
//! A layer goes to the disk while the next one is solved. When the disk is full, hours of
//! solving would come to nothing, so whoever fails raises the alarm, and the work stops as
//! it does when it is cancelled.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::progress::Progress;

/// The progress of work that stops also when the alarm is raised.
pub(super) struct Alarm<'a> {
    progress: &'a dyn Progress,
    is_raised: AtomicBool,
}

impl<'a> Alarm<'a> {
    pub(super) fn new(progress: &'a dyn Progress) -> Self {
        Self {
            progress,
            is_raised: AtomicBool::new(false),
        }
    }

    pub(super) fn raise(&self) {
        self.is_raised.store(true, Ordering::Relaxed);
    }
}

impl Progress for Alarm<'_> {
    fn begin(&self, stage: &str, units: u64) {
        self.progress.begin(stage, units);
    }

    fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    fn finish(&self) {
        self.progress.finish();
    }

    fn warn(&self, message: &str) {
        self.progress.warn(message);
    }

    fn is_cancelled(&self) -> bool {
        self.is_raised.load(Ordering::Relaxed) || self.progress.is_cancelled()
    }
}
