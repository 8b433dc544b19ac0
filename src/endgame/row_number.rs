//! One number for every row of up to n seeds: fewest seeds first, then in rank order.

use super::index::row_count;
use crate::game::MAX_SEEDS;

/// The number of a row among all rows with up to the seeds of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowNumber(u32);

/// The numbering for one layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowNumbers {
    seeds: u8,
    /// The number of the first row of each sum, and the end.
    firsts: [u32; MAX_SEEDS as usize + 2],
}

impl RowNumber {
    #[inline]
    pub(super) const fn get(self) -> usize {
        self.0 as usize
    }

    /// The row so many numbers on.
    #[inline]
    pub(super) const fn plus(self, rows: usize) -> Self {
        Self(self.0 + rows as u32)
    }
}

impl RowNumbers {
    pub(super) fn new(seeds: u8) -> Self {
        let mut firsts = [0; MAX_SEEDS as usize + 2];
        for sum in 0..=seeds {
            firsts[usize::from(sum) + 1] = firsts[usize::from(sum)] + row_count(sum) as u32;
        }
        Self { seeds, firsts }
    }

    /// The seeds of the layer.
    pub(super) const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// How many rows there are.
    pub(super) const fn count(&self) -> usize {
        self.firsts[self.seeds as usize + 1] as usize
    }

    /// The number of the row at `place` among those of its sum.
    #[inline]
    pub(super) const fn number(&self, sum: u8, place: usize) -> RowNumber {
        RowNumber(self.firsts[sum as usize] + place as u32)
    }
}
