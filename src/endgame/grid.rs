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
//! A piece is some kilobytes and stays in the nearest cache while the news of all pits is
//! worked into it. It is owned by one thread at a time, so that nothing is atomic.

use std::ops::Range;

use super::index::{Layer, row_count, row_index, rows_of};
use crate::game::{Board, MAX_SEEDS, Row, row_seeds};

/// Cells that one task works through, about.
const CELLS_PER_TASK: usize = 1 << 16;

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
    #[inline]
    pub(super) fn cell(&self, board: Board) -> usize {
        let mover = board.mover_row();
        let seeds = row_seeds(mover);
        self.start(seeds) + row_index(mover) * self.width(seeds) + row_index(board.opponent_row())
    }

    /// The whole layer, in pieces for one task each.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        for mover_seeds in 0..=self.layer.seeds() {
            let width = self.width(mover_seeds);
            let count = row_count(mover_seeds);
            let step = (CELLS_PER_TASK / width).max(1);
            for first in (0..count).step_by(step) {
                stretches.push(Stretch {
                    mover_seeds,
                    rows: first..count.min(first + step),
                    start: self.start(mover_seeds) + first * width,
                    width,
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
