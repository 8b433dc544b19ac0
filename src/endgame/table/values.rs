//! [`Values`] and [`BoundsSlice`]: a whole layer or block at once, after its check.

use std::borrow::Cow;

use crate::endgame::format::bounds_of;
use crate::endgame::index::Rank;
use crate::game::{Bounds, Net};

/// The values of a whole layer, every block checked.
#[derive(Clone, Debug)]
pub struct Values<'a>(pub(super) Cow<'a, [u8]>);

impl Values<'_> {
    /// The value of the board with number `rank`.
    ///
    /// # Panics
    ///
    /// When the layer has no board of this number.
    #[inline]
    #[must_use]
    pub fn get(&self, rank: Rank) -> Net {
        net_of(self.0[rank.get() as usize])
    }

    /// Every value, in the order of the ranks.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Net> {
        self.0.iter().copied().map(net_of)
    }

    /// A byte a board in the order of the ranks; `byte.cast_signed()` is the value.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What is proved of boards with consecutive ranks, a layer or a block, after its check.
#[derive(Clone, Debug)]
pub struct BoundsSlice<'a>(pub(super) Layout<'a>);

/// How the bytes of [`BoundsSlice`] lie.
#[derive(Clone, Debug)]
pub(super) enum Layout<'a> {
    Exact(Values<'a>),
    /// A lower and an upper bound each.
    Pairs(Cow<'a, [u8]>),
}

impl BoundsSlice<'_> {
    /// The bounds of a board by its number, counted from the first of these boards: in a
    /// whole layer its rank.
    ///
    /// # Panics
    ///
    /// When there is no board of this number.
    #[inline]
    #[must_use]
    pub fn get(&self, rank: Rank) -> Bounds<Net> {
        match &self.0 {
            Layout::Exact(values) => Bounds::exact(values.get(rank)),
            Layout::Pairs(bytes) => bounds_of(bytes.as_chunks().0[rank.get() as usize]),
        }
    }

    /// The values as in [`Values::as_bytes`], or the bounds as two such bytes, the lower
    /// first.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Layout::Exact(values) => &values.0,
            Layout::Pairs(bytes) => bytes,
        }
    }

    /// Whether there is one byte a board.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.0, Layout::Exact(_))
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> u64 {
        match &self.0 {
            Layout::Exact(values) => values.0.len() as u64,
            Layout::Pairs(bytes) => (bytes.len() / 2) as u64,
        }
    }

    /// Every pair of bounds, in the order of the ranks.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Bounds<Net>> {
        (0..self.boards() as usize).map(|rank| self.get(Rank::new(rank as u64)))
    }
}

#[inline]
fn net_of(byte: u8) -> Net {
    Net::new(byte.cast_signed())
}
