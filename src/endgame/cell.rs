//! What is known of one board while its layer is being solved, in one byte.
//!
//! Best capture and number of open moves would need ten bits. One byte is enough because
//! a board never needs both: with a capture that wins seeds it cannot lose, so its open
//! moves need no counting; and once its open moves are used up, a board without such a
//! capture is worth the best of what is left, which is then computed anew. Half the
//! memory of a two-byte cell is also half the cache misses.
//!
//! ```text
//!   0..=96     settled: value + 48
//!   97..=103   open: number of moves that take nothing and are not yet known to lose
//!   104..=151  a capture wins 1..=48 seeds: the value is at least that
//!   152..=199  the value is −1..=−48, known but not yet told to the predecessors
//! ```

use std::sync::atomic::{AtomicU8, Ordering};

use crate::game::{MAX_SEEDS, Net};

const OPEN: u8 = 2 * MAX_SEEDS + 1;
const WINS: u8 = OPEN + 7;
const LOSES: u8 = WINS + MAX_SEEDS;

const _: () = assert!(LOSES as u32 + MAX_SEEDS as u32 <= u8::MAX as u32);

/// The byte of one board.
///
/// Threads share the cells of a layer. Every change is one compare-and-swap of one byte,
/// and nothing else is published through a cell, so `Relaxed` is enough: the worst that a
/// stale read can do is to make the swap fail, and the loop reads again. The barriers at
/// the end of each parallel pass order the passes.
#[derive(Debug)]
pub(super) struct Cell(AtomicU8);

/// What a [`Cell`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The value is final and its predecessors know, or will before the level ends.
    Settled(Net),
    /// This many quiet moves may still be good; no capture wins.
    Open(u8),
    /// A capture wins this many seeds.
    Wins(u8),
    /// The value is minus this many seeds.
    Loses(u8),
}

impl State {
    /// The byte that stands for the state.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Settled(net) => (net.seeds() + MAX_SEEDS.cast_signed()).cast_unsigned(),
            Self::Open(moves) => OPEN + moves,
            Self::Wins(seeds) => WINS + seeds - 1,
            Self::Loses(seeds) => LOSES + seeds - 1,
        }
    }

    pub(super) const fn from_byte(byte: u8) -> Self {
        match byte {
            0..OPEN => Self::Settled(Net::new(byte.cast_signed() - MAX_SEEDS.cast_signed())),
            OPEN..WINS => Self::Open(byte - OPEN),
            WINS..LOSES => Self::Wins(byte - WINS + 1),
            LOSES.. => Self::Loses(byte - LOSES + 1),
        }
    }

    /// The state of a board without open moves that is worth `net`.
    pub(super) const fn known(net: Net) -> Self {
        match net.seeds() {
            0 => Self::Settled(Net::ZERO),
            seeds @ 1.. => Self::Wins(seeds.cast_unsigned()),
            seeds => Self::Loses(seeds.unsigned_abs()),
        }
    }
}

impl Cell {
    pub(super) const fn new(state: State) -> Self {
        Self(AtomicU8::new(state.byte()))
    }

    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    /// For a thread that has the cell to itself.
    #[inline]
    pub(super) fn set(&self, state: State) {
        self.0.store(state.byte(), Ordering::Relaxed);
    }

    /// Settles the board unless it is settled; whether this call did it.
    #[inline]
    pub(super) fn settle(&self, net: Net) -> bool {
        let mut seen = self.byte();
        while seen >= OPEN {
            match self.swap(seen, State::Settled(net)) {
                Ok(()) => return true,
                Err(now) => seen = now,
            }
        }
        false
    }

    /// One quiet move fewer is open; whether it was the last. Boards that are not open
    /// are left as they are.
    #[inline]
    pub(super) fn close_move(&self) -> bool {
        let mut seen = self.byte();
        while let State::Open(moves) = State::from_byte(seen) {
            debug_assert!(moves > 0, "more moves closed than were open");
            match self.swap(seen, State::Open(moves - 1)) {
                Ok(()) => return moves == 1,
                Err(now) => seen = now,
            }
        }
        false
    }

    #[inline]
    fn swap(&self, seen: u8, next: State) -> Result<(), u8> {
        self.0
            .compare_exchange_weak(seen, next.byte(), Ordering::Relaxed, Ordering::Relaxed)
            .map(drop)
    }

    /// The final value: what never settled is a board from which nobody can be made to
    /// lose a seed, and worth 0.
    pub(super) fn into_value(self) -> Net {
        match State::from_byte(self.0.into_inner()) {
            State::Settled(net) => net,
            State::Open(_) => Net::ZERO,
            State::Wins(_) | State::Loses(_) => {
                unreachable!("every level settles its known boards")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_read_back_from_their_bytes() {
        let settled = (-48..=48).map(|seeds| State::Settled(Net::new(seeds)));
        let open = (0..=6).map(State::Open);
        let known = (1..=48).flat_map(|seeds| [State::Wins(seeds), State::Loses(seeds)]);
        let mut bytes = std::collections::HashSet::new();
        for state in settled.chain(open).chain(known) {
            assert_eq!(State::from_byte(state.byte()), state);
            assert!(bytes.insert(state.byte()));
        }
    }

    #[test]
    fn only_the_last_closed_move_is_told() {
        let cell = Cell::new(State::Open(2));
        assert!(!cell.close_move());
        assert!(cell.close_move());
        let winning = Cell::new(State::Wins(3));
        assert!(!winning.close_move());
        assert!(winning.settle(Net::new(5)));
        assert!(!winning.settle(Net::new(4)), "settled once for all");
        assert_eq!(winning.into_value(), Net::new(5));
    }
}
