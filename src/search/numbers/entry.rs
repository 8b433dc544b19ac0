//! What is remembered of a claim, in the 54 bits that a cell of a shared table holds.

use super::super::shared::DATA_BITS;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) threshold: i8,
    pub(super) best: u8,
    pub(super) proof: u16,
    pub(super) refutation: u16,
    /// Bits of the number of nodes that it took.
    pub(super) work: u8,
    pub(super) is_odd_root: bool,
}

impl Entry {
    pub(super) const fn pack(self) -> u64 {
        const fn seeds(value: i8) -> u64 {
            (value + 64).cast_unsigned() as u64
        }
        seeds(self.lower)
            | seeds(self.upper) << 7
            | seeds(self.threshold) << 14
            | (self.best as u64) << 21
            | (self.proof as u64) << 24
            | (self.refutation as u64) << 36
            | (self.work as u64) << 48
            | (self.is_odd_root as u64) << 53
    }

    pub(super) const fn unpack(data: u64) -> Self {
        const fn seeds(bits: u64) -> i8 {
            (bits & 0x7F) as i8 - 64
        }
        Self {
            lower: seeds(data),
            upper: seeds(data >> 7),
            threshold: seeds(data >> 14),
            best: (data >> 21 & 7) as u8,
            proof: (data >> 24 & 0xFFF) as u16,
            refutation: (data >> 36 & 0xFFF) as u16,
            work: (data >> 48 & 0x1F) as u8,
            is_odd_root: data >> 53 & 1 == 1,
        }
    }
}

const _: () = assert!(DATA_BITS == 54);
