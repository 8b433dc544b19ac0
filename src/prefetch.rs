//! Asks the processor for memory ahead of its use.
//!
//! A search goes from board to board whose places in the table have nothing to do with each
//! other, and so does news from one board of a layer to another, so nearly every look-up
//! waits for main memory. A plain load ahead of time does not help a search: it goes on
//! blocking whatever follows it until it is served, and cost a third of the time of the
//! playing search; in building tables an eighth. A prefetch is done with at once. It changes no value and
//! cannot fault; on processors without one in this file nothing happens.

/// Asks for the cache line of an item; nothing happens when there is no such item.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    if let Some(item) = items.get(index) {
        ask(std::ptr::from_ref(item).cast());
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "a prefetch is an intrinsic; it was measured to pay"
)]
#[inline(always)]
fn ask(place: *const i8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction, and it accesses nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(place) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn ask(_place: *const i8) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_index_may_be_asked_for_and_nothing_changes() {
        let items: Vec<u64> = (0..100).collect();
        for index in [0, 1, 99, 100, usize::MAX] {
            prefetch(&items, index);
        }
        prefetch::<u64>(&[], 0);
        assert!(items.iter().copied().eq(0..100));
    }
}
