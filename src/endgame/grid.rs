//! The cells of a layer while it is solved: ordered by the mover's row.
//!
//! The index orders boards by the opponent's row, which is right for reading what a
//! capture leads to: all boards after one pit of one mover's row lie in one piece. For
//! collecting what is known of the boards *before* a move it is the mover's row that has
//! to come first, so that all boards with one mover's row are one piece:
//!
//! ```text
//!   mover's seeds a = 0, 1, …, n
//!     mover's row: the rows with a seeds, in rank order
//!       opponent's row: the rows with n − a seeds, in rank order
//! ```
//!
//! Neighbouring pieces with one sum form a [`Stretch`], which stays in the cache of a
//! processor while the news of its boards is worked into it. It is owned by one thread at a
//! time, so that nothing is atomic.

use std::ops::Range;

#[cfg(test)]
use super::index::row_index;
use super::index::{Layer, row_count, rows_of};
#[cfg(test)]
use crate::game::{Board, row_seeds};
use crate::game::{MAX_SEEDS, Row};

/// Bytes of the cells that one task works through, at most as a rule: they stay in the
/// cache of a processor. Half as many make no difference, a quarter takes a thirtieth longer.
const STRETCH_BYTES: usize = 1 << 19;
/// A layer of some size is cut into so many stretches at least, that there is work for all
/// threads.
const STRETCHES: usize = 64;
/// But into none smaller than this.
const LEAST_CELLS: usize = 1 << 14;

/// Places after the point of the reciprocal of a width. A stretch has fewer cells than 2^22,
/// so that the error of the quotient is less than one part in the largest width.
const POINT: u32 = 44;

/// Where the cells of a layer lie.
#[derive(Debug)]
pub(super) struct Grid {
    layer: Layer,
    /// The first cell of each number of mover's seeds, and the end.
    starts: [usize; MAX_SEEDS as usize + 2],
}

/// Some mover's rows with the same sum, side by side in rank order.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// Seeds of each row.
    pub(super) mover_seeds: u8,
    /// The numbers of the rows among those of their sum.
    pub(super) rows: Range<usize>,
    /// The first cell.
    pub(super) start: usize,
    /// Cells of each row.
    pub(super) width: usize,
    /// One over the width, so that no division is needed for each board.
    reciprocal: u64,
}

impl Grid {
    pub(super) fn new(layer: Layer) -> Self {
        let mut starts = [0; MAX_SEEDS as usize + 2];
        let seeds = layer.seeds();
        for mover in 0..=seeds {
            let cells = row_count(mover) * row_count(seeds - mover);
            starts[usize::from(mover) + 1] = starts[usize::from(mover)] + cells;
        }
        Self { layer, starts }
    }

    pub(super) const fn layer(&self) -> Layer {
        self.layer
    }

    /// Cells of a row whose mover has so many seeds.
    #[inline]
    pub(super) const fn width(&self, mover_seeds: u8) -> usize {
        row_count(self.layer.seeds() - mover_seeds)
    }

    /// The first cell of the boards whose mover has so many seeds.
    #[inline]
    pub(super) const fn start(&self, mover_seeds: u8) -> usize {
        self.starts[mover_seeds as usize]
    }

    /// The cell of a board.
    #[cfg(test)]
    pub(super) fn cell(&self, board: Board) -> usize {
        let mover = board.mover_row();
        let seeds = row_seeds(mover);
        self.start(seeds) + row_index(mover) * self.width(seeds) + row_index(board.opponent_row())
    }

    /// The whole layer, in pieces for one task each, when a cell has so many bytes.
    pub(super) fn stretches(&self, cell_bytes: usize) -> Vec<Stretch> {
        let share = self.starts[usize::from(self.layer.seeds()) + 1] / STRETCHES;
        let cells = share.max(LEAST_CELLS).min(STRETCH_BYTES / cell_bytes);
        let mut stretches = Vec::new();
        for mover_seeds in 0..=self.layer.seeds() {
            let width = self.width(mover_seeds);
            let count = row_count(mover_seeds);
            let step = (cells / width).max(1);
            for first in (0..count).step_by(step) {
                stretches.push(Stretch {
                    mover_seeds,
                    rows: first..count.min(first + step),
                    start: self.start(mover_seeds) + first * width,
                    width,
                    reciprocal: (1 << POINT) / width as u64 + 1,
                });
            }
        }
        stretches
    }
}

impl Stretch {
    /// Cells of all its rows.
    pub(super) fn cells(&self) -> usize {
        self.rows.len() * self.width
    }

    /// The row of a cell of the stretch, counted from its first, and the place of the
    /// opponent's row.
    #[inline]
    pub(super) const fn split(&self, cell: u32) -> (usize, usize) {
        let row = ((cell as u64 * self.reciprocal) >> POINT) as usize;
        (row, cell as usize - row * self.width)
    }

    /// Each row with its number and its cells, of which `cells` are those of the stretch.
    pub(super) fn rows<'c, T>(
        &self,
        cells: &'c mut [T],
    ) -> impl Iterator<Item = (Row, usize, &'c mut [T])> {
        let rows = &rows_of(self.mover_seeds)[self.rows.clone()];
        rows.iter()
            .zip(self.rows.clone())
            .zip(cells.chunks_exact_mut(self.width))
            .map(|((&row, number), cells)| (row, number, cells))
    }
}

/// Cuts the cells of a layer into those of each stretch.
pub(super) fn cut<'c, T>(stretches: &[Stretch], cells: &'c mut [T]) -> Vec<&'c mut [T]> {
    let mut rest = cells;
    stretches
        .iter()
        .map(|stretch| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(stretch.cells());
            rest = others;
            part
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_a_stretch_is_split_into_row_and_column() {
        for seeds in [0, 1, 6, 14] {
            let stretches = Grid::new(Layer::new(seeds)).stretches(1);
            let cells: usize = stretches.iter().map(Stretch::cells).sum();
            assert_eq!(cells as u64, Layer::new(seeds).boards());
            for stretch in stretches {
                for cell in 0..stretch.cells() {
                    let expected = (cell / stretch.width, cell % stretch.width);
                    assert_eq!(stretch.split(cell as u32), expected);
                }
            }
        }
    }

    #[test]
    fn the_reciprocal_is_exact_for_the_widest_rows() {
        for sum in 30..=MAX_SEEDS {
            let width = row_count(sum);
            let reciprocal = (1 << POINT) / width as u64 + 1;
            let rows = 0..1;
            let (mover_seeds, start) = (0, 0);
            let stretch = Stretch {
                mover_seeds,
                rows,
                start,
                width,
                reciprocal,
            };
            for cell in [0, 1, width / 2, width - 1] {
                assert_eq!(stretch.split(cell as u32), (0, cell));
            }
        }
    }
}
