//! [`CheckedBlocks`]: which blocks of a table were found good, shared by all threads.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

/// The blocks known to be good, a bit each.
///
/// Every access is relaxed. The bits guard nothing that is written: the bytes of a table
/// were there before the table was shared and never change, so whoever sees a bit set may
/// read the block whatever else he has not seen yet. Who does not see it yet checks the
/// block once more, which costs some microseconds and is all that a race can do.
#[derive(Debug)]
pub(super) struct CheckedBlocks(Box<[AtomicU64]>);

impl CheckedBlocks {
    pub(super) fn none_of(blocks: usize) -> Self {
        let words = blocks.div_ceil(64);
        Self(iter::repeat_with(AtomicU64::default).take(words).collect())
    }

    #[inline]
    pub(super) fn contains(&self, block: usize) -> bool {
        self.0[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 != 0
    }

    pub(super) fn insert(&self, block: usize) {
        self.0[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
    }
}
