//! From which boards a move that takes nothing leads to a board, as tables over its rows.
//!
//! The player who moved made the board's opponent's row from another by sowing a pit, and
//! the sowing reached into the mover's row. Which rows and pits can have made a row is
//! listed for every row ([`Source`]), by their [reach](Reach); what the mover's row was
//! before is listed for every row as well ([`Before`]). A board so finds all boards before
//! it with two short reads, and where their cells lie with none.

use rayon::prelude::*;

use super::crossing::{Arrival, Departure, Reach};
use super::grid::Stretch;
use super::index::{row_index, rows_of};
use super::row_number::{RowNumber, RowNumbers};
use crate::game::{Board, Mechanics, PITS_PER_ROW, Pit, Row, row_seeds};

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

/// A row from which a pit leads to another row, as its home, with how far the sowing reaches
/// in the lowest bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    stretch: u32,
    first_and_reach: u32,
}

const REACH_BITS: u32 = 4;

/// Where the sources of a row are.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    /// How many sources reach at most so far.
    counts: [u8; Reach::TABULATED],
    /// Whether there are sources that are not listed, which reach further.
    has_others: bool,
}

/// What the row of the player who did not move can have been before: the places, each among
/// the rows of its sum, of the rows from which a sowing that takes nothing made this one, by
/// its reach. The last entry is how far a sowing can have reached at most. A cache line, so
/// that a row has never two.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Before([u32; 1 << REACH_BITS]);

const MOST: usize = Reach::TABULATED;

const _: () = assert!(MOST < 1 << REACH_BITS && size_of::<Before>() == 64);

/// No such row.
const NOWHERE: u32 = u32::MAX;

impl Source {
    /// The cell, by its place in the stretch, of the board from which the move leads to one
    /// with this row of the player who did not move; whether, as the second part, there is
    /// one.
    #[inline]
    const fn cell(self, before: &Before) -> (u32, bool) {
        let place = before.0[(self.first_and_reach % (1 << REACH_BITS)) as usize];
        let first = self.first_and_reach >> REACH_BITS;
        (first.wrapping_add(place), place != NOWHERE)
    }
}

impl Origins {
    /// For boards whose cells lie in `stretches`.
    pub(super) fn new<M: Mechanics>(
        rows: &RowNumbers,
        stretches: &[Stretch],
        mechanics: M,
    ) -> Self {
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
            befores.par_extend(of_sum.map(|(place, &row)| Before::new(place, row, mechanics)));
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
        let most = self.befores[mover.get()].0[MOST] as usize;
        let asks = list.has_others && most + 1 == Reach::TABULATED;
        let count = list.counts[most];
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

    /// The stretch and the cell of each source of a board, and whether it is real; none where
    /// the rules must be asked.
    #[inline]
    pub(super) fn sources(
        &self,
        origins: RowOrigins,
    ) -> impl Iterator<Item = (usize, (u32, bool))> {
        let start = origins.start as usize;
        let sources = &self.sources[start..start + usize::from(origins.count)];
        let before = &self.befores[origins.mover.get()];
        sources
            .iter()
            .map(move |source| (source.stretch as usize, source.cell(before)))
    }
}

impl Before {
    /// That of a row with its place.
    fn new<M: Mechanics>(place: usize, row: Row, mechanics: M) -> Self {
        let mut this = [NOWHERE; 1 << REACH_BITS];
        this[0] = place as u32;
        this[MOST] = 0;
        for reach in Reach::tabulated().skip(1) {
            // Each reach adds to every pit at least what the one before it does.
            let Some(before) = reach.row_before(row) else {
                break;
            };
            this[MOST] = reach.get() as u32;
            if let Arrival::Quiet(_) = reach.into_row(before, mechanics) {
                this[reach.get()] = row_index(before) as u32;
            }
        }
        Self(this)
    }
}

/// Where a pit leads from a row.
///
/// ```text
///   bits 31..5   number of the row after sowing
///   bits 4..0    the reach, 0 to 14; 15 for one that is not tabulated; 31 for an empty pit
/// ```
#[derive(Clone, Copy, Debug)]
struct Arrow(u32);

const CODE_BITS: u32 = 5;
const CODES: u32 = (1 << CODE_BITS) - 1;
const EMPTY: u32 = 31;
const OTHER: u32 = Reach::TABULATED as u32;

impl Arrow {
    fn new(rows: &RowNumbers, row: Row, pit: Pit) -> Self {
        if !Board::from_rows(row, 0).non_empty().contains(pit) {
            return Self(EMPTY);
        }
        let departure = Departure::new(row, pit);
        let own = rows.number(row_seeds(departure.own), row_index(departure.own));
        let code = (departure.reach.get() as u32).min(OTHER);
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
            reach => lists[arrow.target()].counts[reach as usize] += 1,
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
                first_and_reach: home.first << REACH_BITS | arrow.code(),
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
        for (name, seeds) in [
            ("awari", 9),
            ("abapa", 8),
            ("abapa+grand-slam=forbidden", 7),
            ("abapa+grand-slam=keep-first", 7),
            ("abapa+grand-slam=keep-last", 7),
            ("abapa+grand-slam=opponent-takes-rest", 7),
            ("marquoir-famine", 7),
        ] {
            let rules: Rules = name.parse().unwrap();
            let layer = Layer::new(seeds);
            let (grid, numbers) = (Grid::new(layer), RowNumbers::new(seeds));
            let stretches = grid.stretches(1);
            let origins = Origins::new(&numbers, &stretches, rules);
            let number = |row| numbers.number(row_seeds(row), row_index(row));
            for board in (0..layer.boards()).map(|rank| layer.unrank(Rank::new(rank))) {
                let (mover, opponent) = (board.mover_row(), board.opponent_row());
                let home = origins.home(number(mover));
                let first = stretches[home.stretch as usize].start + home.first as usize;
                assert_eq!(first + row_index(opponent), grid.cell(board));
                if mover == 0 || opponent == 0 {
                    continue;
                }
                let of_board = origins.of(number(mover), number(opponent));
                assert!(!of_board.asks());
                let mut found: Vec<usize> = origins
                    .sources(of_board)
                    .filter(|(_, (_, is_real))| *is_real)
                    .map(|(stretch, (cell, _))| stretches[stretch].start + cell as usize)
                    .collect();
                let mut expected = Vec::new();
                for_each_predecessor(board, rules, |before| expected.push(grid.cell(before)));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{name} {board:?}");
            }
        }
    }
}
