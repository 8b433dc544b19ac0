//! What the look ahead has found out, by position.
//!
//! The value of a position looked at to a given depth does not depend on the way there (see
//! `occurred`), except by a limit on quiet plies, so those are part of the key where they
//! count. Entries hold whole keys: no two positions are ever taken for one another, so that
//! no choice depends on the size of the table. Bounds hold for one pass only; what a shallower
//! pass has left serves to put the best move first.

use crate::game::{Pit, Position};

/// Slots, about twice as many as a look ahead of eight plies fills; a table is made for each
/// move, which must not cost more than the look ahead.
const SLOTS: usize = 1 << 12;

/// What a value is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    AtLeast,
    AtMost,
    Exactly,
}

/// All that a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    mover: u64,
    opponent: u64,
    quiet_plies: u32,
    store: u8,
    depth: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) kind: Kind,
    pub(super) best: Option<Pit>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    known: Known,
    pass: u8,
}

/// A table without chains: the last to come stays.
#[derive(Debug)]
pub(super) struct Memory {
    slots: Vec<Option<Slot>>,
    pass: u8,
}

impl Key {
    pub(super) fn new(position: &Position, depth: u8, quiet_plies: u32) -> Self {
        Self {
            mover: position.board().mover_row(),
            opponent: position.board().opponent_row(),
            quiet_plies,
            store: position.store(position.to_move()),
            depth,
        }
    }

    /// Whether it is the same position, looked at to whatever depth. Who moves is told by
    /// the depth, whose parity is his within a pass and from pass to pass.
    fn is_position_of(&self, other: &Self) -> bool {
        (self.mover, self.opponent, self.store) == (other.mover, other.opponent, other.store)
    }

    fn slot(&self) -> usize {
        let mixed = self.mover.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self
                .opponent
                .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
                .rotate_left(32)
            ^ u64::from(self.store);
        let mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 32) as usize % SLOTS
    }
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![None; SLOTS],
            pass: 0,
        }
    }

    /// Begins another pass, in which bounds of earlier ones do not hold.
    pub(super) fn begin_pass(&mut self) {
        self.pass += 1;
    }

    /// What is known of a value in this pass, and the move that was best, perhaps in an
    /// earlier one.
    pub(super) fn recall(&self, key: &Key) -> (Option<Known>, Option<Pit>) {
        match &self.slots[key.slot()] {
            Some(slot) if slot.key == *key && slot.pass == self.pass => {
                (Some(slot.known), slot.known.best)
            }
            Some(slot) if slot.key.is_position_of(key) => (None, slot.known.best),
            _ => (None, None),
        }
    }

    pub(super) fn keep(&mut self, key: Key, known: Known) {
        self.slots[key.slot()] = Some(Slot {
            key,
            known,
            pass: self.pass,
        });
    }
}
