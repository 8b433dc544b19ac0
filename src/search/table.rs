//! The transposition table: proved bounds, and what was tried in vain.
//!
//! A cell is four words, so a cache line holds two, and an entry may stand in either of
//! them. Keys are kept in full: for a board the board itself, for a board with its past a
//! 128-bit sum (see the argument in `search`). All-zero cells are empty, so that a fresh
//! table costs no writes.
//!
//! ```text
//! word 0, 1   key
//! word 2      bits 0..8 kind (0 empty), 8..16 age, 16..24 best move, 24..40 depth,
//!             40..48 lower, 48..56 upper
//! word 3      a 21-bit slot per goal: 12 bits depth, 1 bit verdict, 8 bits threshold
//! ```
//!
//! The bounds are facts and never expire; the slots say *at this depth the goal was not
//! proved for this threshold* and only save work.

use crate::game::{Move, Pit};

use super::verdict::{Goal, Tried};

/// Whose entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A board without a past that matters; the words of the board.
    Board([u64; 2]),
    /// A board, its side and the positions visited since the last capture, summed.
    Past([u64; 2]),
}

impl Key {
    const fn words(self) -> [u64; 2] {
        match self {
            Self::Board(words) | Self::Past(words) => words,
        }
    }

    const fn kind(self) -> u64 {
        match self {
            Self::Board(_) => 1,
            Self::Past(_) => 2,
        }
    }
}

/// What the table knows of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: Option<Move>,
    pub(crate) tried: [Option<Tried>; 3],
    depth: u16,
}

impl Known {
    /// Nothing is known.
    pub(crate) const NOTHING: Self = Self {
        lower: i8::MIN,
        upper: i8::MAX,
        best: None,
        tried: [None; 3],
        depth: 0,
    };

    /// Notes that a search of this depth was made.
    pub(crate) fn searched(&mut self, depth: u16, best: Option<Move>) {
        self.depth = self.depth.max(depth);
        self.best = best.or(self.best);
    }

    pub(crate) const fn tried(&self, goal: Goal) -> Option<Tried> {
        self.tried[goal as usize]
    }
}

type Cell = [u64; 4];

const CELL_BYTES: usize = size_of::<Cell>();
const _: () = assert!(CELL_BYTES == 32);

/// A table of fixed size.
pub(crate) struct Table {
    cells: Vec<Cell>,
}

impl Table {
    /// The largest power of two of cells that fits into `bytes`, at least two.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            cells: vec![[0; 4]; cells_in(bytes)],
        }
    }

    /// Memory with room for all that so many nodes can leave, to spare; what is not needed
    /// should not have to be cleared.
    pub(crate) fn bytes_for(nodes: Option<u64>) -> usize {
        let cells = nodes.map_or(u64::MAX, |nodes| nodes.max(1).saturating_mul(4));
        usize::try_from(cells.saturating_mul(CELL_BYTES as u64)).unwrap_or(usize::MAX)
    }

    /// Whether the system would give the memory for [`Table::new`], which ends the process
    /// where it does not.
    pub(crate) fn fits_in_memory(bytes: usize) -> bool {
        Vec::<Cell>::new()
            .try_reserve_exact(cells_in(bytes))
            .is_ok()
    }

    fn pair(&self, key: Key) -> usize {
        let [a, b] = key.words();
        let mixed = mix(a ^ mix(b ^ key.kind()));
        // The table is far smaller than 2^32 pairs; the cast keeps the low bits.
        (mixed as usize) & (self.cells.len() - 1) & !1
    }

    pub(crate) fn get(&self, key: Key) -> Option<Known> {
        let pair = self.pair(key);
        self.cells[pair..pair + 2]
            .iter()
            .find(|cell| holds(cell, key))
            .map(unpack)
    }

    /// Writes an entry over an older one of the same key, or over the less worthy of two:
    /// the shallower.
    pub(crate) fn put(&mut self, key: Key, known: &Known) {
        let pair = self.pair(key);
        let cells = &mut self.cells[pair..pair + 2];
        let place = cells
            .iter()
            .position(|cell| holds(cell, key))
            .unwrap_or_else(|| usize::from(worth(&cells[1]) < worth(&cells[0])));
        cells[place] = pack(key, known);
        // The other one ages by each write beside it, so that nothing stays for ever.
        let other = &mut cells[1 - place];
        if other[2] >> 8 & 0xFF < 0xFF {
            other[2] += 1 << 8;
        }
    }
}

const fn cells_in(bytes: usize) -> usize {
    let cells = bytes / CELL_BYTES;
    if cells < 2 { 2 } else { 1 << cells.ilog2() }
}

const fn holds(cell: &Cell, key: Key) -> bool {
    let [a, b] = key.words();
    cell[2] & 0xFF == key.kind() && cell[0] == a && cell[1] == b
}

/// Depth searched, less what passed by since it was written; an empty cell is worth least.
fn worth(cell: &Cell) -> i64 {
    if cell[2] & 0xFF == 0 {
        return i64::MIN;
    }
    let (age, depth) = (cell[2] >> 8 & 0xFF, cell[2] >> 24 & 0xFFFF);
    depth.cast_signed() - age.cast_signed()
}

/// A fixed mixer of 64 bits (the finaliser of SplitMix64, Steele et al. 2014).
pub(super) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

fn pack(key: Key, known: &Known) -> Cell {
    let [a, b] = key.words();
    let best = match known.best {
        None => 0,
        Some(Move::Pass) => 7,
        Some(Move::Sow(pit)) => pit.index() as u64 + 1,
    };
    let byte = |value: i8| u64::from(value.cast_unsigned());
    let slot = |tried: Option<Tried>| {
        tried.map_or(0, |tried| {
            u64::from(tried.depth.min(0xFFF)) << 9
                | u64::from(tried.holds) << 8
                | byte(tried.threshold)
        })
    };
    [
        a,
        b,
        key.kind()
            | best << 16
            | u64::from(known.depth) << 24
            | byte(known.lower) << 40
            | byte(known.upper) << 48,
        slot(known.tried[0]) | slot(known.tried[1]) << 21 | slot(known.tried[2]) << 42,
    ]
}

fn unpack(cell: &Cell) -> Known {
    let signed = |shift: u32| ((cell[2] >> shift) as u8).cast_signed();
    let slot = |index: u32| {
        let bits = cell[3] >> (21 * index) & 0x1F_FFFF;
        // Depth 0 is never tried, so it marks an empty slot.
        let depth = (bits >> 9) as u16;
        (depth > 0).then_some(Tried {
            threshold: (bits as u8).cast_signed(),
            depth,
            holds: bits >> 8 & 1 != 0,
        })
    };
    Known {
        lower: signed(40),
        upper: signed(48),
        best: match cell[2] >> 16 & 0xFF {
            0 => None,
            7 => Some(Move::Pass),
            pit => Pit::try_from(pit as usize - 1).ok().map(Move::Sow),
        },
        tried: [slot(0), slot(1), slot(2)],
        depth: (cell[2] >> 24) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i8, depth: u16) -> Known {
        let mut known = Known {
            lower,
            upper: 48,
            ..Known::NOTHING
        };
        known.tried[Goal::Estimate as usize] = Some(Tried {
            threshold: -48,
            depth,
            holds: true,
        });
        known.searched(depth, Some(Move::Sow(Pit::new(5))));
        known
    }

    #[test]
    fn entry_reads_back_and_kinds_do_not_mix() {
        let mut table = Table::new(1 << 12);
        let entry = known(-48, 300);
        table.put(Key::Board([1, 2]), &entry);
        assert_eq!(table.get(Key::Board([1, 2])), Some(entry));
        assert_eq!(table.get(Key::Past([1, 2])), None);
        assert_eq!(table.get(Key::Board([2, 1])), None);
    }

    #[test]
    fn smallest_table_keeps_the_deeper_entry_until_it_is_old() {
        let mut table = Table::new(0);
        table.put(Key::Board([1, 0]), &known(1, 10));
        for other in 2..6 {
            table.put(Key::Board([other, 0]), &known(2, 3));
        }
        assert!(table.get(Key::Board([1, 0])).is_some());
        for other in 6..20 {
            table.put(Key::Board([other, 0]), &known(2, 3));
        }
        assert!(table.get(Key::Board([1, 0])).is_none());
    }
}
