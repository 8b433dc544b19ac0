//! From the order of the cells, by the mover's row, to that of the ranks, by the opponent's.
//!
//! The values of a layer are as large as its cells, so they are not gathered as a whole
//! but in slabs of consecutive ranks, each of which can be written before the next is
//! made. Within a sum the opponent's rows come in the same order in both orders, so a slab
//! takes from each sum some neighbouring columns of its cells, and those are gathered side
//! by side: a cache line of cells holds many columns.

use rayon::prelude::*;

use super::grid::Grid;
use super::index::{Layer, opponents_in_rank_order, row_count};

/// Opponent's rows that are collected together: a cache line of cells holds so many.
const COLUMNS: usize = 64;

/// The boards with one opponent's row, consecutive in rank.
struct Column<'v, V> {
    mover_seeds: u8,
    /// The number of the opponent's row among those of its sum.
    place: usize,
    values: &'v mut [V],
}

/// Gives `write` what `value` makes of the cells of a layer, in rank order, in slabs of
/// about `slab` boards: at least one opponent's row.
pub(super) fn collect<C, V, E>(
    layer: Layer,
    cells: &[C],
    slab: usize,
    value: impl Fn(C) -> V + Sync,
    mut write: impl FnMut(&[V]) -> Result<(), E>,
) -> Result<(), E>
where
    C: Copy + Sync,
    V: Copy + Default + Send,
{
    let grid = Grid::new(layer);
    let mut opponents = opponents_in_rank_order(layer).peekable();
    let mut next_places = vec![0; usize::from(layer.seeds()) + 1];
    let mut values: Vec<V> = Vec::new();
    while opponents.peek().is_some() {
        let mut columns = Vec::new();
        let mut boards = 0;
        while let Some(mover_seeds) =
            opponents.next_if(|&mover_seeds| boards == 0 || boards + row_count(mover_seeds) <= slab)
        {
            let place = &mut next_places[usize::from(mover_seeds)];
            columns.push((mover_seeds, *place));
            *place += 1;
            boards += row_count(mover_seeds);
        }
        values.resize(boards, V::default());
        gather(&grid, cells, &columns, &value, &mut values);
        write(&values)?;
    }
    Ok(())
}

fn gather<C: Copy + Sync, V: Send>(
    grid: &Grid,
    cells: &[C],
    columns: &[(u8, usize)],
    value: &(impl Fn(C) -> V + Sync),
    values: &mut [V],
) {
    let mut rest = values;
    let mut columns: Vec<Column<'_, V>> = columns
        .iter()
        .map(|&(mover_seeds, place)| {
            let (values, others) = std::mem::take(&mut rest).split_at_mut(row_count(mover_seeds));
            rest = others;
            Column {
                mover_seeds,
                place,
                values,
            }
        })
        .collect();
    columns.sort_unstable_by_key(|column| (column.mover_seeds, column.place));
    columns
        .chunk_by_mut(|a, b| a.mover_seeds == b.mover_seeds)
        .flat_map(|same_sum| same_sum.chunks_mut(COLUMNS))
        .par_bridge()
        .for_each(|columns| {
            let mover_seeds = columns[0].mover_seeds;
            let (start, width) = (grid.start(mover_seeds), grid.width(mover_seeds));
            let first = start + columns[0].place;
            for row in 0..row_count(mover_seeds) {
                let from = first + row * width;
                let cells = &cells[from..from + columns.len()];
                for (column, &cell) in columns.iter_mut().zip(cells) {
                    column.values[row] = value(cell);
                }
            }
        });
}

#[cfg(test)]
mod tests {
    use super::super::index::Rank;
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn slabs_of_any_size_give_every_board_its_cell_in_rank_order() {
        for seeds in [0, 1, 5] {
            let layer = Layer::new(seeds);
            let grid = Grid::new(layer);
            let expected: Vec<usize> = (0..layer.boards())
                .map(|rank| grid.cell(layer.unrank(Rank::new(rank))))
                .collect();
            let cells: Vec<usize> = (0..expected.len()).collect();
            for slab in [1, 7, 500, 10_000] {
                let mut found = Vec::new();
                let mut slabs = 0;
                collect(
                    layer,
                    &cells,
                    slab,
                    |cell| cell,
                    |values| {
                        slabs += 1;
                        found.extend_from_slice(values);
                        Ok::<(), Infallible>(())
                    },
                )
                .unwrap();
                assert_eq!(found, expected, "{seeds} seeds, slab {slab}");
                assert!(slab == 10_000 || seeds < 5 || slabs > 1);
            }
        }
    }
}
