//! From the order of the cells, by the mover's row, to that of the ranks, by the opponent's.

use rayon::prelude::*;

use super::grid::Grid;
use super::index::{Layer, row_count, rows_of};

/// Opponent's rows that are collected together: a cache line of cells holds so many.
const COLUMNS: usize = 64;

/// The value of each board in rank order, from the cells of a layer.
pub(super) fn collect<C: Copy + Sync>(
    layer: Layer,
    cells: &[C],
    value: impl Fn(C) -> u8 + Sync,
) -> Vec<u8> {
    let grid = Grid::new(layer);
    let mut values = vec![0; cells.len()];
    // The boards with one opponent's row are one piece of the values.
    let mut pieces: Vec<(u8, usize, usize)> = Vec::new();
    for opponent_seeds in 0..=layer.seeds() {
        for (place, &row) in rows_of(opponent_seeds).iter().enumerate() {
            let first = layer.first_rank(row).get() as usize;
            pieces.push((opponent_seeds, place, first));
        }
    }
    let mut in_rank_order = pieces.clone();
    in_rank_order.sort_unstable_by_key(|piece| piece.2);
    let mut rest = &mut values[..];
    let mut by_piece: Vec<(u8, usize, &mut [u8])> = in_rank_order
        .into_iter()
        .map(|(opponent_seeds, place, _)| {
            let length = row_count(layer.seeds() - opponent_seeds);
            let (piece, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            (opponent_seeds, place, piece)
        })
        .collect();
    by_piece.sort_unstable_by_key(|piece| (piece.0, piece.1));
    by_piece
        .chunk_by_mut(|a, b| a.0 == b.0)
        .flat_map(|same_sum| same_sum.chunks_mut(COLUMNS))
        .par_bridge()
        .for_each(|columns| {
            let mover_seeds = layer.seeds() - columns[0].0;
            let (start, width) = (grid.start(mover_seeds), grid.width(mover_seeds));
            let first = columns[0].1;
            for row in 0..row_count(mover_seeds) {
                let from = start + row * width + first;
                let cells = &cells[from..from + columns.len()];
                for (column, &cell) in columns.iter_mut().zip(cells) {
                    column.2[row] = value(cell);
                }
            }
        });
    values
}
