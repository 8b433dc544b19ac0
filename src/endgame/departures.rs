//! For every row and pit, what sowing the pit does as far as the row decides, in four
//! bytes: a round asks it of all rows, whether there is news for them or not.

use rayon::prelude::*;

use super::crossing::Departure;
use super::index::{row_index, rows_of};
use super::row_number::{RowNumber, RowNumbers};
use crate::game::{Board, PITS_PER_ROW, Pit, Row, row_seeds};

/// The departures of all rows of a layer, and which rows lead to a row.
#[derive(Debug)]
pub(super) struct Departures {
    entries: Vec<[Entry; PITS_PER_ROW]>,
    /// Where the sources of each row begin, and the end.
    starts: Vec<u32>,
    sources: Vec<Source>,
}

/// ```text
///   bits 31..4   number of the mover's row after sowing
///   bits 3..0    seeds crossing over, 0 to 6; 7 for a departure that is not tabulated;
///                15 for an empty pit
/// ```
#[derive(Clone, Copy, Debug)]
struct Entry(u32);

const CODE_BITS: u32 = 4;
const CODES: u32 = (1 << CODE_BITS) - 1;
const EMPTY: u32 = 15;
const OTHER: u32 = 7;

/// A row from which a pit leads to another: an [`Entry`] with the number of that row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Source(u32);

/// How a pit leads on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) pit: Pit,
    /// The mover's row after sowing.
    pub(super) own: RowNumber,
    /// The seeds that cross over, when the departure is tabulated.
    pub(super) crossed: Option<u8>,
}

impl Departures {
    pub(super) fn new(rows: &RowNumbers) -> Self {
        let mut entries: Vec<[Entry; PITS_PER_ROW]> = Vec::with_capacity(rows.count());
        for sum in 0..=rows.seeds() {
            entries.par_extend(
                rows_of(sum)
                    .par_iter()
                    .map(|&row| Pit::ALL.map(|pit| Entry::new(rows, row, pit))),
            );
        }
        let (starts, sources) = sources(&entries);
        Self {
            entries,
            starts,
            sources,
        }
    }

    /// The pits of a row that hold seeds and lead to a row that is wanted.
    #[inline]
    pub(super) fn of(
        &self,
        row: RowNumber,
        mut wanted: impl FnMut(RowNumber) -> bool,
        mut each: impl FnMut(Exit),
    ) {
        for (pit, entry) in self.entries[row.get()].iter().enumerate() {
            // The number of an empty pit is that of the empty row.
            let own = RowNumber::new(entry.0 >> CODE_BITS);
            if wanted(own) && entry.0 & CODES != EMPTY {
                each(Exit {
                    pit: Pit::ALL[pit],
                    own,
                    crossed: match entry.0 & CODES {
                        OTHER => None,
                        crossed => Some(crossed as u8),
                    },
                });
            }
        }
    }

    /// The rows from which some pit leads to `row`, by seeds crossing.
    #[inline]
    pub(super) fn sources(&self, row: RowNumber) -> &[Source] {
        let [start, end] = [0, 1].map(|next| self.starts[row.get() + next] as usize);
        &self.sources[start..end]
    }
}

impl Source {
    #[inline]
    pub(super) const fn row(self) -> RowNumber {
        RowNumber::new(self.0 >> CODE_BITS)
    }

    /// Seeds crossing over, when the departure is tabulated.
    #[inline]
    pub(super) const fn crossed(self) -> Option<u8> {
        match self.0 & CODES {
            OTHER => None,
            crossed => Some(crossed as u8),
        }
    }
}

/// The rows that lead to each row, one after the other, and where those of each begin.
fn sources(entries: &[[Entry; PITS_PER_ROW]]) -> (Vec<u32>, Vec<Source>) {
    let arrows = || {
        (0..).zip(entries).flat_map(|(row, entries)| {
            entries
                .iter()
                .filter(|entry| entry.0 & CODES != EMPTY)
                .map(move |entry| {
                    let source = Source(row << CODE_BITS | entry.0 & CODES);
                    ((entry.0 >> CODE_BITS) as usize, source)
                })
        })
    };
    let mut starts = vec![0_u32; entries.len() + 1];
    for (target, _) in arrows() {
        starts[target + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    let mut sources = vec![Source(0); sum as usize];
    // Leaves the starts behind, as each place is filled.
    for (target, source) in arrows() {
        let place = &mut starts[target + 1];
        sources[*place as usize] = source;
        *place += 1;
    }
    for row in starts.windows(2) {
        sources[row[0] as usize..row[1] as usize].sort_unstable_by_key(|source| source.0 & CODES);
    }
    (starts, sources)
}

impl Entry {
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
}
