//! How long work tells what it does and learns that it should stop.
//!
//! The library never prints. Whoever starts long work passes a [`Progress`]; the binary's
//! draws bars, [`Silent`] says nothing and never stops.

/// Hears from long work, from any thread.
pub trait Progress: Sync {
    /// A stage of `units` equal steps begins, such as a layer and its boards.
    fn begin(&self, stage: &str, units: u64) {
        let _ = (stage, units);
    }

    /// So many more steps of the stage are done.
    fn advance(&self, units: u64) {
        let _ = units;
    }

    /// The stage is complete.
    fn finish(&self) {}

    /// Something is not as it should be, and the work goes on without.
    fn warn(&self, message: &str) {
        let _ = message;
    }

    /// Whether the work should stop as soon as it can leave everything in order.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Says nothing and never stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
