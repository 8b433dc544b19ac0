//! How many boards of a layer have which value.

use rayon::prelude::*;

use super::index::{Cursor, Rank};
use super::table::{Table, TableError};
use crate::game::{Board, Net, PITS_PER_ROW};

/// Boards that one task counts.
const BOARDS_PER_TASK: usize = 1 << 16;

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

/// Counts the boards of a table by value, on the threads of the current rayon pool.
///
/// # Errors
///
/// When a block of the table is damaged.
pub fn histogram(table: &Table, boards: Boards) -> Result<Histogram, TableError> {
    let layer = table.layer();
    let values = table.values()?;
    Ok(values
        .as_bytes()
        .par_chunks(BOARDS_PER_TASK)
        .enumerate()
        .map(|(chunk, part)| {
            let first = (chunk * BOARDS_PER_TASK) as u64;
            let mut cursor = Cursor::new(layer, Rank::new(first));
            let mut histogram = Histogram::empty(layer.seeds());
            for (rank, byte) in (first..).zip(part) {
                if boards == Boards::All || is_reachable(cursor.board(rank)) {
                    histogram.add(Net::new(byte.cast_signed()));
                }
            }
            histogram
        })
        .reduce(|| Histogram::empty(layer.seeds()), Histogram::merge))
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
}
