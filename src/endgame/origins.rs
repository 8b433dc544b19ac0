//! From which boards a move that takes nothing leads to a board, as tables over its rows.
//!
//! The player who moved made the board's opponent's row from another by sowing a pit, and so
//! many seeds crossed into the mover's row. Which rows and pits can have made a row is
//! listed for every row ([`Source`]), by how many seeds crossed; what the mover's row was
//! before these came is listed for every row as well ([`Before`]). A board so finds all
//! boards before it with two short reads, and where their cells lie with none.

use rayon::prelude::*;

use super::crossing::{Arrival, Departure, TABULATED, arrival};
use super::grid::Stretch;
use super::index::{row_index, rows_of};
use super::row_number::{RowNumber, RowNumbers};
use crate::game::{Board, PITS_PER_ROW, Pit, Row, lane, row_seeds};

/// For each row what can have come before, and where its cells are.
#[derive(Debug)]
pub(super) struct Origins {
    befores: Vec<Before>,
    lists: Vec<List>,
    sources: Vec<Source>,
    homes: Vec<Home>,
}

/// Where the origins of one board are.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowOrigins {
    start: u32,
    count: u8,
    asks: bool,
    mover: RowNumber,
}

impl RowOrigins {
    /// Whether the rules must be asked instead.
    #[inline]
    pub(super) const fn asks(self) -> bool {
        self.asks
    }
}

/// Where the cells of the boards with one mover's row lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub(super) stretch: u32,
    /// The place of the first in the stretch.
    pub(super) first: u32,
}

/// A row from which a pit leads to another row, as its home, with the number of seeds that
/// cross in the lowest bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    stretch: u32,
    first_and_crossed: u32,
}

const CROSSED_BITS: u32 = 3;

/// Where the sources of a row are.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    /// How many sources send at most so many seeds across.
    counts: [u8; 1 << CROSSED_BITS],
    /// Whether there are sources that are not listed, which send at least one seed into each
    /// pit.
    has_others: bool,
}

/// The places, each among the rows of its sum, of the rows from which this one was made by
/// so many seeds coming, without a capture; the last entry is for the number of seeds that
/// can have come at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before([u32; 1 << CROSSED_BITS]);

/// No such row.
const NOWHERE: u32 = u32::MAX;
const MOST: usize = TABULATED as usize + 1;
/// In place of the most: the rules must be asked.
const ASK: u32 = u32::MAX;
const TABULATED_MASK: u32 = (1 << CROSSED_BITS) - 1;

impl Source {
    #[inline]
    pub(super) const fn stretch(self) -> usize {
        self.stretch as usize
    }

    /// The cell, by its place in the stretch, of the board from which the move leads to one
    /// with this row of the player who did not move; `None`, as the second part, if there is
    /// none.
    #[inline]
    pub(super) const fn cell(self, before: &Before) -> (u32, bool) {
        let crossed = self.first_and_crossed & ((1 << CROSSED_BITS) - 1);
        let place = before.0[crossed as usize];
        let first = self.first_and_crossed >> CROSSED_BITS;
        (first.wrapping_add(place), place != NOWHERE)
    }
}

impl Origins {
    /// For boards whose cells lie in `stretches`.
    pub(super) fn new(rows: &RowNumbers, stretches: &[Stretch]) -> Self {
        let homes: Vec<Home> = (0..)
            .zip(stretches)
            .flat_map(|(number, stretch)| {
                (0..stretch.rows.len()).map(move |row| Home {
                    stretch: number,
                    first: (row * stretch.width) as u32,
                })
            })
            .collect();
        let mut befores = Vec::with_capacity(rows.count());
        let mut arrows: Vec<[Arrow; PITS_PER_ROW]> = Vec::with_capacity(rows.count());
        for sum in 0..=rows.seeds() {
            let of_sum = rows_of(sum).par_iter().enumerate();
            befores.par_extend(of_sum.map(|(place, &row)| Before::new(place, row)));
            let of_sum = rows_of(sum).par_iter();
            arrows.par_extend(of_sum.map(|&row| Pit::ALL.map(|pit| Arrow::new(rows, row, pit))));
        }
        let (lists, sources) = lists(&arrows, &homes);
        Self {
            befores,
            lists,
            sources,
            homes,
        }
    }

    /// Where the cells of the boards with this mover's row lie.
    #[inline]
    pub(super) fn home(&self, mover: RowNumber) -> Home {
        self.homes[mover.get()]
    }

    /// Where the origins of a board with these rows, each with some seeds, are.
    #[inline]
    pub(super) fn of(&self, mover: RowNumber, opponent: RowNumber) -> RowOrigins {
        let list = &self.lists[opponent.get()];
        let most = self.befores[mover.get()].0[MOST];
        let asks = most == ASK || list.has_others && most == u32::from(TABULATED);
        let count = list.counts[(most & TABULATED_MASK) as usize];
        RowOrigins {
            start: list.start,
            count: if asks { 0 } else { count },
            asks,
            mover,
        }
    }

    /// Has the first of the sources read.
    #[inline]
    pub(super) fn touch(&self, origins: RowOrigins) -> u32 {
        self.sources[origins.start as usize].stretch
    }

    /// The sources of a board and what came before its mover's row; none where the rules
    /// must be asked.
    #[inline]
    pub(super) fn sources(&self, origins: RowOrigins) -> (&[Source], &Before) {
        let start = origins.start as usize;
        (
            &self.sources[start..start + usize::from(origins.count)],
            &self.befores[origins.mover.get()],
        )
    }
}

impl Before {
    /// That of a row with its place.
    fn new(place: usize, row: Row) -> Self {
        let mut this = [NOWHERE; 1 << CROSSED_BITS];
        this[0] = place as u32;
        let mut most = 0;
        let mut asks = false;
        // Any mover's row will do from which so many seeds cross.
        let pit = Pit::ALL[PITS_PER_ROW - 1];
        for crossed in 1..=TABULATED {
            let departure = Departure::new(Row::from(crossed) << lane(pit), pit);
            let Some(before) = departure.row_before(row) else {
                break;
            };
            most = u32::from(crossed);
            match arrival(Board::from_rows(Row::from(crossed) << lane(pit), before).sow(pit)) {
                Arrival::Quiet(_) => this[usize::from(crossed)] = row_index(before) as u32,
                Arrival::Capture(..) => {}
                Arrival::Slam => asks = true,
            }
        }
        this[MOST] = if asks { ASK } else { most };
        Self(this)
    }
}

/// Where a pit leads from a row.
///
/// ```text
///   bits 31..4   number of the row after sowing
///   bits 3..0    seeds crossing over, 0 to 6; 7 for a departure that is not tabulated;
///                15 for an empty pit
/// ```
#[derive(Clone, Copy, Debug)]
struct Arrow(u32);

const CODE_BITS: u32 = 4;
const CODES: u32 = (1 << CODE_BITS) - 1;
const EMPTY: u32 = 15;
const OTHER: u32 = 7;

impl Arrow {
    fn new(rows: &RowNumbers, row: Row, pit: Pit) -> Self {
        if !Board::from_rows(row, 0).non_empty().contains(pit) {
            return Self(EMPTY);
        }
        let departure = Departure::new(row, pit);
        let own = rows.number(row_seeds(departure.own), row_index(departure.own));
        let code = if departure.is_tabulated() {
            u32::from(departure.crossed)
        } else {
            OTHER
        };
        Self((own.get() as u32) << CODE_BITS | code)
    }

    const fn target(self) -> usize {
        (self.0 >> CODE_BITS) as usize
    }

    const fn code(self) -> u32 {
        self.0 & CODES
    }
}

/// The sources of all rows, one after the other, and where those of each are.
fn lists(arrows: &[[Arrow; PITS_PER_ROW]], homes: &[Home]) -> (Vec<List>, Vec<Source>) {
    let mut lists = vec![List::default(); arrows.len()];
    for arrow in arrows.iter().flatten() {
        match arrow.code() {
            EMPTY => {}
            OTHER => lists[arrow.target()].has_others = true,
            crossed => lists[arrow.target()].counts[crossed as usize] += 1,
        }
    }
    let mut sum = 0;
    for list in &mut lists {
        list.start = sum;
        let mut end = 0;
        // The first place of each number for now; it is the count when all are placed.
        for count in &mut list.counts {
            end += std::mem::replace(count, end);
        }
        sum += u32::from(end);
    }
    // One more, so that the place of none can be touched.
    let mut sources = vec![Source::default(); sum as usize + 1];
    for (arrows, home) in arrows.iter().zip(homes) {
        for arrow in arrows.iter().filter(|arrow| arrow.code() < OTHER) {
            let list = &mut lists[arrow.target()];
            let place = &mut list.counts[arrow.code() as usize];
            sources[list.start as usize + usize::from(*place)] = Source {
                stretch: home.stretch,
                first_and_crossed: home.first << CROSSED_BITS | arrow.code(),
            };
            *place += 1;
        }
    }
    (lists, sources)
}

#[cfg(test)]
mod tests {
    use super::super::grid::Grid;
    use super::super::index::{Layer, Rank};
    use super::super::predecessors::for_each_predecessor;
    use super::*;
    use crate::game::Rules;

    #[test]
    fn tables_and_unsowing_find_the_same_boards() {
        let rules: Rules = "awari".parse().unwrap();
        let mut asked = 0;
        for seeds in [2, 5, 8, 9] {
            let layer = Layer::new(seeds);
            let (grid, rows) = (Grid::new(layer), RowNumbers::new(seeds));
            let stretches = grid.stretches(1);
            let origins = Origins::new(&rows, &stretches);
            let number = |row| rows.number(row_seeds(row), row_index(row));
            for board in (0..layer.boards()).map(|rank| layer.unrank(Rank::new(rank))) {
                let (mover, opponent) = (board.mover_row(), board.opponent_row());
                let home = origins.home(number(mover));
                let first = stretches[home.stretch as usize].start + home.first as usize;
                assert_eq!(first + row_index(opponent), grid.cell(board));
                if mover == 0 || opponent == 0 {
                    continue;
                }
                let of_board = origins.of(number(mover), number(opponent));
                if of_board.asks() {
                    asked += 1;
                    continue;
                }
                let (sources, before) = origins.sources(of_board);
                let mut found: Vec<usize> = sources
                    .iter()
                    .map(|source| (source.stretch(), source.cell(before)))
                    .filter(|(_, (_, is_real))| *is_real)
                    .map(|(stretch, (cell, _))| stretches[stretch].start + cell as usize)
                    .collect();
                let mut expected = Vec::new();
                for_each_predecessor(board, rules, |before| expected.push(grid.cell(before)));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{board:?}");
            }
        }
        assert!((1..5_000).contains(&asked), "{asked}");
    }
}
