//! What the playing search remembers of a board, in 54 bits of a cell of its table.
//!
//! ```text
//! bits 0..14 value + 8192, 14..22 depth, 22..25 best pit or pass, 25..27 bound, 27..43 generation
//! ```

/// What the window left of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) best: u8,
    pub(super) bound: Bound,
    pub(super) generation: u16,
}

impl Entry {
    pub(super) const fn pack(self) -> u64 {
        (self.value + 8192).unsigned_abs() as u64
            | (self.depth as u64) << 14
            | (self.best as u64) << 22
            | (self.bound as u64 + 1) << 25
            | (self.generation as u64) << 27
    }

    pub(super) const fn unpack(data: u64) -> Self {
        Self {
            value: (data & 0x3FFF) as i32 - 8192,
            depth: (data >> 14) as u8,
            best: (data >> 22 & 7) as u8,
            bound: match data >> 25 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            generation: (data >> 27) as u16,
        }
    }
}
