//! [`Coding`]: how the values of a block are laid down, and which bytes are possible.
//!
//! What a block may hold is checked beside its checksum, because a table can be made by a
//! faulty program and then carries the right checksums of wrong values; whoever reads a
//! value must be able to rely on its range.

use std::fmt;

use super::FormatError;
use super::packed::{self, PackedBlock};
use crate::endgame::index::Layer;
use crate::game::{Bounds, Net};

/// How a table stores what is proved of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    /// The value, a signed byte a board.
    Net8,
    /// A lower and an upper bound, a signed byte each.
    Bounds8,
    /// The value, in the bits that its neighbours leave uncertain.
    Packed,
}

/// Bytes in each block but the last of a coding with as many bytes for every board: what
/// one read of a disk brings without seeking again, and a checksum in 16 microseconds.
const BLOCK_BYTES: usize = 1 << 16;

impl Coding {
    /// Every coding.
    pub const ALL: [Self; 3] = [Self::Net8, Self::Bounds8, Self::Packed];

    /// Its number in the header.
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Net8 => 0,
            Self::Bounds8 => 1,
            Self::Packed => 2,
        }
    }

    /// Its name, as `oware db info` shows it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Net8 => "net8",
            Self::Bounds8 => "bounds8",
            Self::Packed => "packed",
        }
    }

    /// Boards in each block but the last.
    #[must_use]
    pub const fn block_boards(self) -> u64 {
        match self.board_bytes() {
            Some(bytes) => (BLOCK_BYTES / bytes) as u64,
            None => packed::BLOCK_BOARDS as u64,
        }
    }

    /// Bytes in each block but the last; `None` where they differ.
    pub(in crate::endgame) const fn block_bytes(self) -> Option<usize> {
        match self.board_bytes() {
            Some(_) => Some(BLOCK_BYTES),
            None => None,
        }
    }

    /// Bytes of a board, where every board has as many.
    pub(super) const fn board_bytes(self) -> Option<usize> {
        match self {
            Self::Net8 => Some(1),
            Self::Bounds8 => Some(2),
            Self::Packed => None,
        }
    }

    /// How many blocks a layer has.
    pub(in crate::endgame) const fn blocks(self, layer: Layer) -> u64 {
        layer.boards().div_ceil(self.block_boards())
    }

    /// Boards of a block of `layer`.
    pub(in crate::endgame) fn boards_of(self, layer: Layer, block: u64) -> usize {
        let before = block * self.block_boards();
        // A block has at most 65 536.
        self.block_boards().min(layer.boards() - before) as usize
    }

    /// Checks that the bytes of a block are possible in `layer`. Those of a packed block are
    /// so if they decode, for it has no others.
    pub(in crate::endgame) fn check_values(
        self,
        layer: Layer,
        block: u64,
        bytes: &[u8],
    ) -> Result<(), FormatError> {
        let first_board = block * self.block_boards();
        let impossible = |(place, found)| FormatError::ImpossibleValue {
            block,
            board: first_board + place as u64,
            seeds: layer.seeds(),
            found,
        };
        match self {
            Self::Net8 => beyond(layer.seeds(), bytes)
                .map_or(Ok(()), |(place, found)| Err(impossible((place, found)))),
            Self::Bounds8 => {
                if let Some((place, found)) = beyond(layer.seeds(), bytes) {
                    return Err(impossible((place / 2, found)));
                }
                let pairs = bytes.as_chunks().0;
                let Some(place) = pairs.iter().position(|&pair| is_crossed(pair)) else {
                    return Ok(());
                };
                let [lower, upper] = pairs[place].map(u8::cast_signed);
                Err(FormatError::CrossedBounds {
                    block,
                    board: first_board + place as u64,
                    lower,
                    upper,
                })
            }
            Self::Packed => {
                PackedBlock::new(block, bytes, self.boards_of(layer, block)).map(|_| ())
            }
        }
    }
}

/// The first of the signed bytes that is beyond ±`seeds`, and its place.
fn beyond(seeds: u8, bytes: &[u8]) -> Option<(usize, i8)> {
    let magnitude = |byte: &u8| byte.cast_signed().unsigned_abs();
    // Without an early end the loop works on whole vectors, and the end never comes.
    if bytes.iter().map(magnitude).max() <= Some(seeds) {
        return None;
    }
    let place = bytes.iter().position(|byte| magnitude(byte) > seeds)?;
    Some((place, bytes[place].cast_signed()))
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
