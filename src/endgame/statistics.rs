//! How many boards of a layer have which value, or which bounds.
//!
//! Counting goes block by block, each a task: a packed layer is never unpacked as a whole.

use rayon::prelude::*;

use super::index::{Cursor, Rank};
use super::table::{Table, TableError};
use crate::game::{Board, Bounds, Net, PITS_PER_ROW};

/// Which boards of a layer are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every one.
    All,
    /// Those that a move can have led to: a pit of the player who just moved is empty.
    Reachable,
}

/// Boards counted by their value for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// For each value from `-seeds` to `+seeds`.
    counts: Vec<u64>,
}

impl Histogram {
    fn empty(seeds: u8) -> Self {
        Self {
            counts: vec![0; 2 * usize::from(seeds) + 1],
        }
    }

    fn seeds(&self) -> i8 {
        // The layer's seeds, at most 48.
        (self.counts.len() / 2) as i8
    }

    fn add(&mut self, net: Net) {
        let index = net.seeds() + self.seeds();
        self.counts[usize::from(index.cast_unsigned())] += 1;
    }

    fn merge(mut self, other: Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self
    }

    /// Every possible value from the worst to the best, with its number of boards.
    pub fn iter(&self) -> impl Iterator<Item = (Net, u64)> {
        (-self.seeds()..)
            .map(Net::new)
            .zip(self.counts.iter().copied())
    }

    /// All boards counted.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Boards on which the mover wins more of what is left than the opponent.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.count_where(|net| net > Net::ZERO)
    }

    /// Boards on which both win as much.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.count_where(|net| net == Net::ZERO)
    }

    /// Boards on which the mover wins less.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.count_where(|net| net < Net::ZERO)
    }

    fn count_where(&self, wanted: impl Fn(Net) -> bool) -> u64 {
        self.iter()
            .filter(|&(net, _)| wanted(net))
            .map(|(_, count)| count)
            .sum()
    }

    /// The mean value in seeds; `None` without boards.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let boards = self.boards();
        let sum: f64 = self
            .iter()
            .map(|(net, count)| f64::from(net.seeds()) * count as f64)
            .sum();
        (boards > 0).then(|| sum / boards as f64)
    }
}

/// What is proved of the boards of a layer, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// All boards that were counted.
    pub boards: u64,
    /// Those whose bounds meet, by value.
    pub exact: Histogram,
    /// All of them by their bounds; `None` where the table has values.
    pub intervals: Option<Intervals>,
}

/// Boards counted by their bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// By the lower bound.
    pub lower: Histogram,
    /// By the upper bound.
    pub upper: Histogram,
    /// For each width from 0, upper less lower bound in seeds, how many boards have it.
    pub widths: Vec<u64>,
}

impl Statistics {
    fn empty(seeds: u8, is_exact: bool) -> Self {
        Self {
            boards: 0,
            exact: Histogram::empty(seeds),
            intervals: (!is_exact).then(|| Intervals {
                lower: Histogram::empty(seeds),
                upper: Histogram::empty(seeds),
                widths: vec![0; 2 * usize::from(seeds) + 1],
            }),
        }
    }

    fn add(&mut self, bounds: Bounds<Net>) {
        self.boards += 1;
        if let Some(value) = bounds.value() {
            self.exact.add(value);
        }
        if let Some(intervals) = &mut self.intervals {
            intervals.lower.add(bounds.lower);
            intervals.upper.add(bounds.upper);
            let width = bounds.upper.seeds().abs_diff(bounds.lower.seeds());
            intervals.widths[usize::from(width)] += 1;
        }
    }

    fn merge(self, other: Self) -> Self {
        Self {
            boards: self.boards + other.boards,
            exact: self.exact.merge(other.exact),
            intervals: self.intervals.zip(other.intervals).map(|(own, other)| {
                let widths = own.widths.into_iter().zip(other.widths);
                Intervals {
                    lower: own.lower.merge(other.lower),
                    upper: own.upper.merge(other.upper),
                    widths: widths.map(|(count, more)| count + more).collect(),
                }
            }),
        }
    }
}

impl Intervals {
    /// The mean width in seeds; `None` without boards.
    #[must_use]
    pub fn mean_width(&self) -> Option<f64> {
        let boards: u64 = self.widths.iter().sum();
        let widths = self.widths.iter().zip(0_u32..);
        let sum: f64 = widths
            .map(|(&count, width)| f64::from(width) * count as f64)
            .sum();
        (boards > 0).then(|| sum / boards as f64)
    }

    /// The greatest width of any board in seeds; 0 where all are exact.
    #[must_use]
    pub fn widest(&self) -> usize {
        self.widths
            .iter()
            .rposition(|&boards| boards > 0)
            .unwrap_or(0)
    }
}

/// Counts the boards of a table by what is proved of them, block by block, on the threads
/// of the current rayon pool.
///
/// # Errors
///
/// When a block of the table is damaged.
pub fn statistics(table: &Table, boards: Boards) -> Result<Statistics, TableError> {
    let layer = table.layer();
    let empty = || Statistics::empty(layer.seeds(), table.is_exact());
    (0..table.blocks())
        .into_par_iter()
        .try_fold(empty, |mut statistics, block| {
            let bounds = table.block_bounds(block)?;
            let first = block * table.coding().block_boards();
            let mut cursor = Cursor::new(layer, Rank::new(first));
            for (rank, bounds) in (first..).zip(bounds.iter()) {
                if boards == Boards::All || is_reachable(cursor.board(rank)) {
                    statistics.add(bounds);
                }
            }
            Ok(statistics)
        })
        .try_reduce(empty, |one, other| Ok(one.merge(other)))
}

/// Counts the boards of a table whose value is exact by that value.
///
/// # Errors
///
/// When a block of the table is damaged.
pub fn histogram(table: &Table, boards: Boards) -> Result<Histogram, TableError> {
    Ok(statistics(table, boards)?.exact)
}

fn is_reachable(board: Board) -> bool {
    board.rotated().non_empty().len() < PITS_PER_ROW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Layer;
    use crate::game::Rules;

    #[test]
    fn values_are_counted_once_each() {
        let rules = Rules::default().value_rules();
        let values = (0..12)
            .map(|rank: i8| (rank % 3 - 1).cast_unsigned())
            .collect();
        let table = Table::from_values(Layer::new(1), rules, values).unwrap();
        let histogram = histogram(&table, Boards::All).unwrap();
        assert_eq!(
            (histogram.losses(), histogram.draws(), histogram.wins()),
            (4, 4, 4)
        );
        assert_eq!(histogram.mean(), Some(0.0));
    }

    #[test]
    fn boards_without_an_empty_pit_opposite_are_out_of_reach() {
        let layer = Layer::new(6);
        let rules = Rules::default().value_rules();
        let values = vec![0; layer.boards() as usize];
        let table = Table::from_values(layer, rules, values).unwrap();
        let all = histogram(&table, Boards::All).unwrap();
        let reachable = histogram(&table, Boards::Reachable).unwrap();
        assert_eq!(
            all.boards() - reachable.boards(),
            1,
            "one seed in each opposing pit"
        );
    }

    #[test]
    fn bounds_are_counted_by_each_end_and_by_width() {
        let rules = Rules::default().value_rules();
        let mut lower = vec![-1_i8; 12];
        let mut upper = vec![1_i8; 12];
        (lower[3], upper[3]) = (0, 0);
        (lower[4], upper[4]) = (0, 1);
        (lower[5], upper[5]) = (-1, -1);
        let bytes = |bounds: Vec<i8>| bounds.into_iter().map(i8::cast_unsigned).collect();
        let table = Table::from_bounds(Layer::new(1), rules, bytes(lower), bytes(upper)).unwrap();
        let counted = statistics(&table, Boards::All).unwrap();
        let counts = |histogram: &Histogram| histogram.iter().map(|(_, n)| n).collect::<Vec<_>>();
        assert_eq!(counted.boards, 12);
        assert_eq!(counts(&counted.exact), [1, 1, 0]);
        let intervals = counted.intervals.unwrap();
        assert_eq!(counts(&intervals.lower), [10, 2, 0]);
        assert_eq!(counts(&intervals.upper), [1, 1, 10]);
        assert_eq!(intervals.widths, [2, 1, 9]);
        assert_eq!(intervals.mean_width(), Some(19.0 / 12.0));
        assert_eq!(intervals.widest(), 2);
    }

    #[test]
    fn layers_of_several_blocks_are_counted_whole() {
        let rules = Rules::default().value_rules();
        let layer = Layer::new(8);
        let values = (0..layer.boards()).map(|rank| (rank % 9) as u8).collect();
        let table = Table::from_values(layer, rules, values).unwrap();
        let counted = statistics(&table, Boards::All).unwrap();
        assert_eq!(counted.boards, 75_582);
        assert_eq!(counted.exact.wins(), 75_582 / 9 * 8);
        assert_eq!(counted.intervals, None);
    }
}
