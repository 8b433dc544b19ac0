//! The twelve pits as two machine words: sow, take, rotate. Bits only, no rules.
//!
//! A row is a `u64` with a byte a pit, because a pit can hold 48 seeds and more than a
//! nibble is needed; with whole bytes, sowing is one addition and the test for twos and
//! threes works on the six pits at once. Bytes 6 and 7 are always zero.
//!
//! ```text
//!           the mover sees his own row as it is written, left to right
//!   bits 47..40   39..32   31..24   23..16   15..8    7..0
//!        A        B        C        D        E        F        mover
//!        a        b        c        d        e        f        opponent
//! ```
//!
//! So a row reads in hexadecimal as its owner sees it. Sowing runs `A → F → a → f → A`:
//! down the bytes of one word, then down the bytes of the other, and a capture runs up
//! the bytes from the last seed. That is why the first pit is the highest byte: the end of
//! a capture is then the *lowest* set bit of a mask, which two operations isolate, where
//! the highest would need a count of leading zeros, slow on many processors. The board is
//! always seen by the player to move; after his move [`rotated`](Board::rotated) swaps the
//! words. For example the start is `0x0404_0404_0404` twice; sowing `F` takes 4 from byte 0
//! of the mover's word and adds 1 to bytes 5, 4, 3 and 2 of the opponent's.
//!
//! Captures follow the word-parallel byte tests of Knuth (TAOCP 4A, 7.1.3): a pit
//! holds 2 or 3 exactly if `seeds ^ 2` is less than 2.

use super::pit::{MAX_SEEDS, PITS_PER_ROW, Pit, PitSet};

/// `0x01` in the byte of each pit.
const ONES: u64 = 0x0000_0101_0101_0101;
/// `0x80` in the byte of each pit.
const HIGHS: u64 = ONES << 7;
/// Entries for each pit of the sowing table; a power of two, so that a mask replaces the bound check.
const SOWING_SEEDS: usize = 64;

/// A row of six pits, a byte each, the owner's leftmost in byte 5; bytes 6 and 7 are zero.
pub(crate) type Row = u64;

/// The lowest bit of a pit's byte in a row.
#[inline]
pub(crate) const fn lane(pit: Pit) -> u32 {
    8 * (PITS_PER_ROW - 1 - pit.index()) as u32
}

/// What sowing a number of seeds from a pit changes; half a cache line, so that an entry is
/// found by shifts alone and never lies on two lines.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Sowing {
    /// Added to the mover's row, wrapping: the laps' seeds, less those picked up.
    own: u64,
    /// Added to the opponent's row.
    opposing: u64,
    /// The bytes of the opponent's pits up to the one where the last seed fell; zero if it fell at home.
    reached: u64,
    /// The highest bit of each of these bytes.
    reached_highs: u64,
}

static SOWING: [[Sowing; SOWING_SEEDS]; PITS_PER_ROW] = sowing_table();

const fn sowing_table() -> [[Sowing; SOWING_SEEDS]; PITS_PER_ROW] {
    let mut table = [[Sowing {
        own: 0,
        opposing: 0,
        reached: 0,
        reached_highs: 0,
    }; SOWING_SEEDS]; PITS_PER_ROW];
    let mut pit = 0;
    while pit < PITS_PER_ROW {
        let mut seeds = 1;
        while seeds < SOWING_SEEDS {
            let mut entry = Sowing {
                own: 0,
                opposing: 0,
                reached: 0,
                reached_highs: 0,
            };
            let mut hole = pit;
            let mut sown = 0;
            while sown < seeds {
                hole = (hole + 1) % (2 * PITS_PER_ROW);
                if hole == pit {
                    continue;
                }
                if hole < PITS_PER_ROW {
                    entry.own += 1 << lane(Pit::ALL[hole]);
                } else {
                    entry.opposing += 1 << lane(Pit::ALL[hole - PITS_PER_ROW]);
                }
                sown += 1;
            }
            entry.own = entry
                .own
                .wrapping_sub((seeds as u64) << lane(Pit::ALL[pit]));
            if hole >= PITS_PER_ROW {
                entry.reached = (ONES * 0xFF) & (u64::MAX << lane(Pit::ALL[hole - PITS_PER_ROW]));
            }
            entry.reached_highs = entry.reached & HIGHS;
            table[lane(Pit::ALL[pit]) as usize / 8][seeds] = entry;
            seeds += 1;
        }
        pit += 1;
    }
    table
}

/// The seeds in the twelve pits, seen by the player to move.
///
/// Ordered and hashed by its bits. Any seeds that fit are allowed here: `Position` is the
/// type that promises 1 to 48.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    mover: Row,
    opponent: Row,
}

const _: () = assert!(size_of::<Board>() == 16);
const _: () = assert!((MAX_SEEDS as usize) < SOWING_SEEDS);
const _: () = assert!(
    MAX_SEEDS < 0x7E,
    "the word-parallel tests need the top bit of each pit"
);

/// A board just after its seeds were sown, before anything is taken; still seen by the player who sowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sown {
    pub(crate) board: Board,
    /// Bytes of the opponent's pits that the capture rule takes, before any rule on grand slams.
    pub(crate) chain: u64,
}

impl Board {
    /// No seeds at all.
    pub const EMPTY: Self = Self {
        mover: 0,
        opponent: 0,
    };

    /// The board with these seeds, each row from its owner's left.
    ///
    /// # Panics
    ///
    /// When debug assertions are on and a pit holds more than 48 seeds.
    #[must_use]
    pub const fn new(mover: [u8; PITS_PER_ROW], opponent: [u8; PITS_PER_ROW]) -> Self {
        Self {
            mover: row_from_pits(mover),
            opponent: row_from_pits(opponent),
        }
    }

    pub(crate) const fn from_rows(mover: Row, opponent: Row) -> Self {
        debug_assert!((mover | opponent) >> (8 * PITS_PER_ROW) == 0);
        Self { mover, opponent }
    }

    pub(crate) const fn mover_row(self) -> Row {
        self.mover
    }

    pub(crate) const fn opponent_row(self) -> Row {
        self.opponent
    }

    /// The mover's pits from his left.
    #[must_use]
    pub const fn mover(self) -> [u8; PITS_PER_ROW] {
        pits_from_row(self.mover)
    }

    /// The opponent's pits from the opponent's left.
    #[must_use]
    pub const fn opponent(self) -> [u8; PITS_PER_ROW] {
        pits_from_row(self.opponent)
    }

    /// The seeds in one of the mover's pits.
    #[must_use]
    #[inline]
    pub const fn seeds_in(self, pit: Pit) -> u8 {
        (self.mover >> lane(pit)) as u8
    }

    /// All seeds on the board.
    #[must_use]
    #[inline]
    pub const fn seeds(self) -> u8 {
        // At most 48 in all, so the sum of the words carries from no byte into the next.
        row_seeds(self.mover + self.opponent)
    }

    /// The seeds in the mover's row.
    #[must_use]
    #[inline]
    pub const fn mover_seeds(self) -> u8 {
        row_seeds(self.mover)
    }

    /// The seeds in the opponent's row.
    #[must_use]
    #[inline]
    pub const fn opponent_seeds(self) -> u8 {
        row_seeds(self.opponent)
    }

    /// The same pits seen by the other player.
    #[must_use]
    #[inline]
    pub const fn rotated(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// The mover's pits that hold a seed.
    #[must_use]
    #[inline]
    pub const fn non_empty(self) -> PitSet {
        pit_set((self.mover + (HIGHS - ONES)) & HIGHS)
    }

    /// The mover's pits whose last seed falls into the opponent's row or passes through it.
    #[must_use]
    #[inline]
    pub(crate) const fn reaching(self) -> PitSet {
        // A seed from pit i crosses over when the pit holds at least 6 - i.
        const NEEDED: u64 = 0x0000_0605_0403_0201;
        pit_set((self.mover + (HIGHS - NEEDED)) & HIGHS)
    }

    /// The mover's pits whose last seed may begin a capture: it falls opposite, into a pit of
    /// one or two seeds, or has gone round the board. Every pit that captures is among them.
    #[must_use]
    #[inline]
    pub(crate) const fn threatening(self) -> PitSet {
        // With its highest bit set no byte borrows from the next; one and two come to 0 and 1
        // in the other bits, an empty pit to 0x7F.
        let less_one = ((self.opponent | HIGHS) - ONES) & !HIGHS;
        let ripe = pit_set(!(less_one + 0x7E * ONES) & HIGHS).bits() as u64;
        let mut bits = 0;
        let mut pit = 0;
        while pit < PITS_PER_ROW {
            let seeds = self.mover >> (8 * (PITS_PER_ROW - 1 - pit)) & 0x3F;
            // Bit n: n seeds from here may capture.
            let by_seeds = ripe << (PITS_PER_ROW - pit) | !0 << (2 * PITS_PER_ROW);
            bits |= (by_seeds >> seeds & 1) << pit;
            pit += 1;
        }
        PitSet::from_bits(bits as u8)
    }

    /// Whether some pit of the opponent holds more than `3` seeds already, so that no move can take his whole row.
    #[must_use]
    #[inline]
    pub(crate) const fn opponent_has_big_pit(self) -> bool {
        self.opponent & (0xFC * ONES) != 0
    }

    /// Sows the seeds of `pit`, which holds at least one.
    #[must_use]
    #[inline]
    pub(crate) fn sow(self, pit: Pit) -> Sown {
        let sowing = &SOWING[lane(pit) as usize / 8][self.seeds_in(pit) as usize % SOWING_SEEDS];
        let board = Self {
            mover: self.mover.wrapping_add(sowing.own),
            opponent: self.opponent + sowing.opposing,
        };
        // The highest bit of each pit that is neither 2 nor 3: only those two come below 2
        // by the exclusive or, and so below 0x80 by the addition.
        let differs = (board.opponent ^ (2 * ONES)) + 0x7E * ONES;
        // The lowest such pit at or past the last seed stops the chain, which is all that
        // lies below it.
        let stops = (differs & sowing.reached_highs) >> 7;
        let chain = sowing.reached & stops.wrapping_sub(1) & !stops;
        Sown { board, chain }
    }

    /// Leaves only `remaining` of the opponent's row; says how many seeds that takes.
    #[must_use]
    #[inline]
    pub(crate) const fn reduce_opponent(self, remaining: Row) -> (Self, u8) {
        let board = Self {
            mover: self.mover,
            opponent: remaining,
        };
        // Whole pits are taken, so no byte borrows from the next.
        (board, row_seeds(self.opponent - remaining))
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({:?} / {:?})", self.mover(), self.opponent())
    }
}

/// The seeds of a row: the product's byte 5 is the sum of the six bytes.
#[inline]
pub(crate) const fn row_seeds(row: Row) -> u8 {
    (row.wrapping_mul(ONES) >> 40) as u8
}

/// One bit a pit from `0x80` flags: after the shift the flag of pit i is bit 40 - 8i, and
/// the factor 2^(9i) moves it to bit 40 + i. No two products meet in one bit.
#[inline]
const fn pit_set(flags: u64) -> PitSet {
    const GATHER: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45;
    PitSet::from_bits(((flags >> 7).wrapping_mul(GATHER) >> 40) as u8)
}

const fn row_from_pits(pits: [u8; PITS_PER_ROW]) -> Row {
    let mut row = 0;
    let mut index = 0;
    while index < PITS_PER_ROW {
        debug_assert!(pits[index] <= MAX_SEEDS);
        row |= (pits[index] as u64) << lane(Pit::ALL[index]);
        index += 1;
    }
    row
}

const fn pits_from_row(row: Row) -> [u8; PITS_PER_ROW] {
    let bytes = row.to_le_bytes();
    [bytes[5], bytes[4], bytes[3], bytes[2], bytes[1], bytes[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_sowing_matches_the_example_of_the_header() {
        let start = Board::new([4; 6], [4; 6]);
        let sown = start.sow(Pit::new(5));
        assert_eq!(
            sown.board,
            Board::new([4, 4, 4, 4, 4, 0], [5, 5, 5, 5, 4, 4])
        );
        assert_eq!(sown.chain, 0);
    }

    #[test]
    fn every_pit_that_captures_is_threatening() {
        for pit in Pit::ALL {
            for seeds in 1..=48 {
                for opposite in 0..=4 {
                    for target in 0..PITS_PER_ROW {
                        let mut rows = [[0; PITS_PER_ROW], [4; PITS_PER_ROW]];
                        rows[0][pit.index()] = seeds;
                        rows[1][target] = opposite;
                        let board = Board::new(rows[0], rows[1]);
                        let captures = board.sow(pit).chain != 0;
                        let is_among = board.threatening().contains(pit);
                        assert!(is_among || !captures, "{board:?} {pit:?}");
                        assert!(captures || !is_among || seeds >= 12, "{board:?} {pit:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn origin_is_skipped_on_every_lap() {
        let sown = Board::new([23, 0, 0, 0, 0, 0], [0, 2, 0, 1, 0, 0]).sow(Pit::new(0));
        assert_eq!(
            sown.board,
            Board::new([0, 3, 2, 2, 2, 2], [2, 4, 2, 3, 2, 2])
        );
        assert_eq!(sown.chain, 0, "the last seed fell at home");
    }

    #[test]
    fn chain_runs_down_to_the_first_other_count() {
        let sown = Board::new([0, 0, 0, 0, 0, 3], [1, 4, 1, 2, 0, 0]).sow(Pit::new(5));
        assert_eq!(sown.chain, 0xFF00_0000, "c is taken, b = 5 stops the chain");
        let row = sown.board.opponent_row();
        let (board, taken) = sown.board.reduce_opponent(row & !sown.chain);
        assert_eq!((board.opponent(), taken), ([2, 5, 0, 2, 0, 0], 2));
    }

    #[test]
    fn every_pit_and_count_conserves_seeds() {
        for pit in Pit::ALL {
            for seeds in 1..=MAX_SEEDS {
                let mut row = [0; 6];
                row[pit.index()] = seeds;
                let sown = Board::new(row, [0; 6]).sow(pit);
                assert_eq!(sown.board.seeds(), seeds);
                assert_eq!(sown.board.seeds_in(pit), 0);
            }
        }
    }

    #[test]
    fn counts_and_sets_read_every_pit() {
        let board = Board::new([0, 48, 0, 1, 0, 0], [0; 6]);
        assert_eq!(board.non_empty().bits(), 0b00_1010);
        assert_eq!(board.seeds(), 49);
        assert_eq!(board.reaching().bits(), 0b00_0010);
        assert_eq!(
            Board::new([6, 5, 4, 3, 2, 1], [0; 6]).reaching(),
            PitSet::ALL
        );
        assert_eq!(
            Board::new([5, 4, 3, 2, 1, 0], [0; 6]).reaching(),
            PitSet::EMPTY
        );
    }
}
