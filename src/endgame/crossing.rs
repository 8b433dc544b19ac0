//! What sowing does to the opponent's row, as tables over all rows.
//!
//! A board is a pair of rows. A move of the mover changes his own row in a way that does
//! not depend on the opponent's, and the opponent's in a way that depends only on how many
//! seeds cross over and where the last one falls. So for one mover's row and one pit, the
//! boards after the move all have the *same* row of the player who moved, and lie side by
//! side in the index; which of them an opponent's row leads to is read from a table that
//! serves every such pair. That turns the random accesses of retrograde analysis into walks
//! along short pieces of memory.
//!
//! Up to [`TABULATED`] seeds crossing there are tables; more, a few moves in a hundred, are
//! sown one board at a time.

use super::index::{row_index, rows_of};
use crate::game::{Board, PITS_PER_ROW, Pit, Row, Sown, lane, row_seeds};

/// The most seeds crossing over that are tabulated: the last falls into one of the six
/// pits for the first time.
pub(super) const TABULATED: u8 = PITS_PER_ROW as u8;

/// What a move does, as far as its mover's row decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure {
    pub(super) pit: Pit,
    /// The mover's row after it.
    pub(super) own: Row,
    /// What is added to the opponent's row.
    pub(super) added: Row,
    /// Seeds of that.
    pub(super) crossed: u8,
    /// Whether the last seed falls into the mover's own row, so that nothing is taken.
    lands_home: bool,
}

/// What becomes of one opponent's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Nothing is taken; the row after sowing.
    Quiet(Row),
    /// So many seeds are taken and the row that is left holds some.
    Capture(u8, Row),
    /// The capture rule would take the whole row: the rules must be asked.
    Slam,
}

impl Departure {
    /// Sowing from a pit of `mover` that holds a seed.
    #[inline]
    pub(super) fn new(mover: Row, pit: Pit) -> Self {
        let sown = Board::from_rows(mover, 0).sow(pit).board;
        let seeds = (mover >> lane(pit)) as u8;
        // Eleven holes, then the first of them again.
        const ROUND: usize = 2 * PITS_PER_ROW - 1;
        let last = (pit.index() + 1 + usize::from(seeds - 1) % ROUND) % (2 * PITS_PER_ROW);
        Self {
            pit,
            own: sown.mover_row(),
            added: sown.opponent_row(),
            crossed: row_seeds(sown.opponent_row()),
            lands_home: last < PITS_PER_ROW,
        }
    }

    /// Whether [`Crossings`] has a table for it, or needs none because nothing crosses.
    #[inline]
    pub(super) const fn is_tabulated(&self) -> bool {
        self.crossed < TABULATED || (self.crossed == TABULATED && !self.lands_home)
    }

    /// The opponent's row before, if every pit of `after` has the seeds that were added.
    #[inline]
    pub(super) fn row_before(&self, after: Row) -> Option<Row> {
        const HIGHS: u64 = 0x0000_8080_8080_8080;
        let rest = (after | HIGHS) - self.added;
        (rest & HIGHS == HIGHS).then_some(rest & !HIGHS)
    }
}

/// The outcome of sowing for the opponent's row.
#[inline]
pub(super) fn arrival(sown: Sown) -> Arrival {
    let row = sown.board.opponent_row();
    let spared = row & !sown.chain;
    if sown.chain == 0 {
        Arrival::Quiet(row)
    } else if spared == 0 {
        Arrival::Slam
    } else {
        Arrival::Capture(row_seeds(row & sown.chain), spared)
    }
}

/// One number of seeds crossing into the rows with one sum.
#[derive(Debug, Default)]
pub(super) struct Crossing {
    /// Captures, by seeds taken: where those of each number begin in `captures`.
    groups: Vec<(u8, usize)>,
    /// The row before and the row after the capture, by their numbers among rows of their
    /// sums.
    captures: Vec<(u32, u32)>,
    /// Rows of which the capture rule would take all.
    pub(super) slams: Vec<u32>,
}

impl Crossing {
    /// The captures that take so many seeds, for each number.
    pub(super) fn groups(&self) -> impl Iterator<Item = (u8, &[(u32, u32)])> {
        let ends = self.groups.iter().skip(1).map(|group| group.1);
        self.groups
            .iter()
            .zip(ends.chain([self.captures.len()]))
            .map(|(&(taken, start), end)| (taken, &self.captures[start..end]))
    }
}

/// The tables for the boards of one layer.
#[derive(Debug)]
pub(super) struct Crossings {
    /// By seeds crossing less one and sum of the row before.
    forward: Vec<Vec<Crossing>>,
}

impl Crossings {
    /// The tables for rows of up to `seeds` seeds.
    pub(super) fn new(seeds: u8) -> Self {
        use rayon::prelude::*;
        let forward = (1..=TABULATED)
            .into_par_iter()
            .map(|crossed| {
                (0..(seeds + 1).saturating_sub(crossed))
                    .map(|sum| tabulate(crossed, sum))
                    .collect()
            })
            .collect();
        Self { forward }
    }

    /// What a tabulated departure with so many seeds crossing does to the rows with this
    /// sum; `None` when nothing crosses, and so nothing happens to them.
    #[inline]
    pub(super) fn forward(&self, crossed: u8, sum: u8) -> Option<&Crossing> {
        match crossed {
            0 => None,
            _ => Some(&self.forward[usize::from(crossed) - 1][usize::from(sum)]),
        }
    }
}

fn tabulate(crossed: u8, sum: u8) -> Crossing {
    // Any mover's row will do from which so many seeds cross.
    let pit = Pit::ALL[PITS_PER_ROW - 1];
    let mover = Row::from(crossed) << lane(pit);
    let mut crossing = Crossing::default();
    let mut taken = Vec::new();
    for (number, &row) in (0..).zip(rows_of(sum)) {
        let sown = Board::from_rows(mover, row).sow(pit);
        match arrival(sown) {
            Arrival::Quiet(_) => {}
            Arrival::Capture(seeds, left) => taken.push((seeds, number, row_index(left) as u32)),
            Arrival::Slam => crossing.slams.push(number),
        }
    }
    taken.sort_unstable();
    for (seeds, before, after) in taken {
        if crossing.groups.last().is_none_or(|group| group.0 != seeds) {
            crossing.groups.push((seeds, crossing.captures.len()));
        }
        crossing.captures.push((before, after));
    }
    crossing
}
