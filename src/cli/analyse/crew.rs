//! Workers that take items in order, and whose results are handed over in order.
//!
//! Nobody runs far ahead of the slowest: results that wait for their turn take memory, and
//! that must not grow with the number of items.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, PoisonError};

/// Items that may be under way for each worker.
const AHEAD: usize = 8;

struct State<I> {
    items: I,
    taken: usize,
    delivered: usize,
    is_stopped: bool,
}

/// Does `work` on every item, on so many threads, and hands each result to `deliver` on this
/// one, in the order of the items, until it says that it is enough.
pub(super) fn in_order<I, R, B>(
    items: I,
    workers: NonZeroUsize,
    work: impl Fn(I::Item) -> R + Sync,
    mut deliver: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B>
where
    I: Iterator + Send,
    R: Send,
{
    let state = Mutex::new(State {
        items,
        taken: 0,
        delivered: 0,
        is_stopped: false,
    });
    let moved = Condvar::new();
    // A worker that panicked has left the counters as they were.
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let mut state = lock();
        while !state.is_stopped && state.taken >= state.delivered + AHEAD * workers.get() {
            state = moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_stopped {
            return None;
        }
        let item = state.items.next()?;
        state.taken += 1;
        Some((state.taken - 1, item))
    };
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..workers.get() {
            let (send, work, take) = (send.clone(), &work, &take);
            scope.spawn(move || {
                while let Some((index, item)) = take() {
                    if send.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in receive {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                let flow = deliver(result);
                let mut state = lock();
                state.delivered = next;
                state.is_stopped |= flow.is_break();
                drop(state);
                moved.notify_all();
                if let ControlFlow::Break(end) = flow {
                    return Some(end);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_and_nobody_runs_far_ahead() {
        let workers = NonZeroUsize::new(3).unwrap();
        let started = AtomicUsize::new(0);
        let mut found = Vec::new();
        let work = |item: u64| {
            started.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_micros(item % 7 * 300));
            item
        };
        let end: Option<()> = in_order(0..200, workers, work, |item| {
            let ahead = started.load(Ordering::SeqCst) - found.len();
            assert!(ahead <= AHEAD * 3 + 3, "{ahead}");
            found.push(item);
            ControlFlow::Continue(())
        });
        assert_eq!(end, None);
        assert!(found.into_iter().eq(0..200));
    }

    #[test]
    fn work_ends_when_it_is_enough() {
        let workers = NonZeroUsize::new(2).unwrap();
        let end = in_order(
            0..,
            workers,
            |item: u64| item,
            |item| {
                if item == 20 {
                    ControlFlow::Break(item)
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(end, Some(20));
    }
}
