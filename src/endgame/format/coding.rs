//! [`Coding`]: how the values of a block are laid down, and which bytes are possible.
//!
//! What a block may hold is checked beside its checksum, because a table can be made by a
//! faulty program and then carries the right checksums of wrong values; whoever reads a
//! value must be able to rely on its range.

use std::fmt;
use std::ops::Range;

use super::FormatError;
use crate::endgame::index::Layer;
use crate::game::{Bounds, Net};

/// How a table stores what is proved of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    /// The value, a signed byte a board.
    Net8,
    /// A lower and an upper bound, a signed byte each.
    Bounds8,
}

/// Bytes in each block but the last of a coding with as many bytes for every board: what
/// one read of a disk brings without seeking again, and a checksum in 16 microseconds.
const BLOCK_BYTES: usize = 1 << 16;

impl Coding {
    /// Every coding.
    pub const ALL: [Self; 2] = [Self::Net8, Self::Bounds8];

    /// Its number in the header.
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Net8 => 0,
            Self::Bounds8 => 1,
        }
    }

    /// Its name, as `oware db info` shows it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Net8 => "net8",
            Self::Bounds8 => "bounds8",
        }
    }

    /// Boards in each block but the last.
    #[must_use]
    pub const fn block_boards(self) -> u64 {
        (BLOCK_BYTES / self.board_bytes()) as u64
    }

    /// Bytes in each block but the last.
    pub(super) const fn block_bytes(self) -> usize {
        BLOCK_BYTES
    }

    /// Bytes of a board.
    pub(in crate::endgame) const fn board_bytes(self) -> usize {
        match self {
            Self::Net8 => 1,
            Self::Bounds8 => 2,
        }
    }

    /// How many blocks a layer has.
    pub(in crate::endgame) const fn blocks(self, layer: Layer) -> u64 {
        layer.boards().div_ceil(self.block_boards())
    }

    /// Where a block lies among `length` bytes of values.
    pub(in crate::endgame) fn block_range(self, block: usize, length: usize) -> Range<usize> {
        block * BLOCK_BYTES..length.min((block + 1) * BLOCK_BYTES)
    }

    /// Checks that the bytes of a block are possible in `layer`.
    pub(super) fn check_values(
        self,
        layer: Layer,
        block: u64,
        bytes: &[u8],
    ) -> Result<(), FormatError> {
        let seeds = layer.seeds();
        // Without an early end the loop works on whole vectors, and the end never comes.
        let magnitude = |byte: &u8| byte.cast_signed().unsigned_abs();
        let largest = bytes.iter().map(magnitude).max().unwrap_or(0);
        let first_board = block * self.block_boards();
        if largest > seeds {
            let place = bytes
                .iter()
                .position(|byte| magnitude(byte) > seeds)
                .expect("the largest is among them");
            return Err(FormatError::ImpossibleValue {
                block,
                board: first_board + (place / self.board_bytes()) as u64,
                seeds,
                found: bytes[place].cast_signed(),
            });
        }
        if self == Self::Bounds8 {
            let pairs = bytes.as_chunks().0;
            if let Some(place) = pairs.iter().position(|&pair| is_crossed(pair)) {
                let [lower, upper] = pairs[place].map(u8::cast_signed);
                return Err(FormatError::CrossedBounds {
                    block,
                    board: first_board + place as u64,
                    lower,
                    upper,
                });
            }
        }
        Ok(())
    }
}

fn is_crossed([lower, upper]: [u8; 2]) -> bool {
    lower.cast_signed() > upper.cast_signed()
}

/// The bounds in the two bytes of a board under [`Coding::Bounds8`].
#[inline]
pub(in crate::endgame) fn bounds_of(pair: [u8; 2]) -> Bounds<Net> {
    let [lower, upper] = pair.map(|byte| Net::new(byte.cast_signed()));
    Bounds { lower, upper }
}

impl fmt::Display for Coding {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
