//! The bijection between the boards of a layer and the numbers `0..C(n+11, 11)`.
//!
//! A board of n seeds is written as the partial sums of its pits, from the mover's last
//! pit back to his first, then the same for the opponent:
//!
//! ```text
//!   pits           F  E  D  C  B  A    f  e  d  c  b    a
//!   partial sums   q0 q1 q2 q3 q4 q5   q6 q7 q8 q9 q10  (n)
//!   rank = C(q0,1) + C(q1+1,2) + C(q2+2,3) + … + C(q10+10,11)
//! ```
//!
//! because `q0 < q1+1 < … < q10+10` is an 11-element subset of `0..n+11`, and this is the
//! combinatorial number system (Knuth, TAOCP 4A, 7.2.1.3). For example with one seed: in
//! `a` all sums are 0 and the rank is 0, in `b` only q10 is 1 and the rank is 1, in `F`
//! all are 1 and the rank is 11. The order of the pits is that of the bytes of a row, so
//! that one multiplication gives the sums of a row.
//!
//! The sums of the opponent's row are the most significant, so all boards with the same
//! opponent's row are one contiguous block, in which the mover's row runs through all rows
//! of its sum in a fixed order. [`Cursor`] walks boards by rank that way, with one table
//! read a board instead of an unranking.

use std::iter;
use std::sync::OnceLock;

use crate::game::{Board, MAX_SEEDS, PITS_PER_ROW, Row, row_seeds};

/// Partial sums that enter the rank: all but the last, which is n.
const DIGITS: usize = 2 * PITS_PER_ROW - 1;
/// Entries for each digit; a power of two above the largest sum, so that a mask replaces the bound check.
const SUMS: usize = 64;

/// All boards with one number of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer(u8);

/// The number of a board within its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u64);

/// `CHOOSE[k][q] = C(q + k, k + 1)`: what digit k with partial sum q adds to the rank.
static CHOOSE: [[u64; SUMS]; DIGITS] = choose_table();

const fn choose_table() -> [[u64; SUMS]; DIGITS] {
    let mut table = [[0; SUMS]; DIGITS];
    let mut digit = 0;
    while digit < DIGITS {
        let mut sum = 1;
        while sum < SUMS {
            // C(q+k, k+1) = C(q+k-1, k) + C(q+k-1, k+1).
            let without = if digit == 0 { 1 } else { table[digit - 1][sum] };
            table[digit][sum] = table[digit][sum - 1] + without;
            sum += 1;
        }
        digit += 1;
    }
    table
}

const _: () = assert!((MAX_SEEDS as usize) < SUMS - 1);

/// The factor that turns a row into its partial sums.
const PREFIX: u64 = 0x0000_0101_0101_0101;

/// What a digit adds to the rank when its sum is the given byte of `sums`.
#[inline]
fn digit(digit: usize, sums: u64, byte: usize) -> u64 {
    CHOOSE[digit][(sums >> (8 * byte)) as usize % SUMS]
}

impl Layer {
    /// The boards with this many seeds.
    ///
    /// # Panics
    ///
    /// When `seeds` is more than 48.
    #[must_use]
    pub const fn new(seeds: u8) -> Self {
        assert!(seeds <= MAX_SEEDS, "a game has at most 48 seeds");
        Self(seeds)
    }

    /// The layer of a board.
    #[must_use]
    pub const fn of(board: Board) -> Self {
        Self(board.seeds())
    }

    /// The layers with 0 to `seeds` seeds, fewest first.
    pub fn up_to(seeds: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seeds + 1).map(Self::new)
    }

    /// Seeds on each board of the layer.
    #[must_use]
    pub const fn seeds(self) -> u8 {
        self.0
    }

    /// How many boards there are: C(n+11, 11).
    #[must_use]
    pub const fn boards(self) -> u64 {
        // C(n+11, 11) = C((n+1)+10, 11), one more than the largest rank.
        CHOOSE[DIGITS - 1][self.0 as usize + 1]
    }

    /// The rank of a board of this layer.
    ///
    /// # Panics
    ///
    /// When debug assertions are on and the board has another number of seeds.
    #[must_use]
    #[inline]
    pub fn rank(self, board: Board) -> Rank {
        debug_assert_eq!(board.seeds(), self.0);
        let own = board.mover_row().wrapping_mul(PREFIX);
        let mover_seeds = own >> 40 & 0xFF;
        let other = board
            .opponent_row()
            .wrapping_add(mover_seeds)
            .wrapping_mul(PREFIX);
        let low = digit(0, own, 0) + digit(1, own, 1) + digit(2, own, 2);
        let middle = digit(3, own, 3) + digit(4, own, 4) + digit(5, own, 5);
        let high = digit(6, other, 0) + digit(7, other, 1) + digit(8, other, 2);
        Rank(low + middle + high + digit(9, other, 3) + digit(10, other, 4))
    }

    /// The rank of the first board with this opponent's row; those that follow have it
    /// too, and the mover's rows in the order of [`rows_of`].
    ///
    /// # Panics
    ///
    /// When the row has more seeds than the boards of the layer.
    #[inline]
    pub(super) fn first_rank(self, opponent: Row) -> Rank {
        let mover_seeds = self.0 - row_seeds(opponent);
        let other = opponent
            .wrapping_add(u64::from(mover_seeds))
            .wrapping_mul(PREFIX);
        let mover = CHOOSE[5][usize::from(mover_seeds) % SUMS];
        let high = digit(6, other, 0) + digit(7, other, 1) + digit(8, other, 2);
        Rank(mover + high + digit(9, other, 3) + digit(10, other, 4))
    }

    /// The board with this rank.
    ///
    /// # Panics
    ///
    /// When `rank` is not below [`boards`](Self::boards).
    #[must_use]
    pub fn unrank(self, rank: Rank) -> Board {
        assert!(rank.0 < self.boards(), "the rank belongs to a larger layer");
        let mut rest = rank.0;
        // In the order of the sums.
        let mut pits = [0; 2 * PITS_PER_ROW];
        let mut above = self.0;
        for digit in (0..DIGITS).rev() {
            // The largest sum whose share still fits.
            let sum = CHOOSE[digit][..=above as usize]
                .partition_point(|&share| share <= rest)
                .saturating_sub(1) as u8;
            rest -= CHOOSE[digit][sum as usize];
            pits[digit + 1] = above - sum;
            above = sum;
        }
        pits[0] = above;
        let (mover, opponent) = pits.split_at(PITS_PER_ROW);
        let row = |pits: &[u8]| std::array::from_fn(|index| pits[PITS_PER_ROW - 1 - index]);
        Board::new(row(mover), row(opponent))
    }
}

impl Rank {
    /// A rank by its number.
    #[must_use]
    pub const fn new(rank: u64) -> Self {
        Self(rank)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Reads the boards of a layer in rank order, skipping as far as it likes.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    opponent: Row,
    /// The rank of the first board with this opponent's row.
    first: u64,
    /// All rows that the mover can have beside it, in rank order.
    movers: &'static [Row],
}

impl Cursor {
    /// A cursor on the block that holds `rank`, which must belong to the layer.
    pub(crate) fn new(layer: Layer, rank: Rank) -> Self {
        let board = layer.unrank(rank);
        let opponent = board.opponent_row();
        let mover_seeds = board.mover_seeds();
        // The first row of a sum has all its seeds in the pit that is summed last.
        let first = Board::from_rows(Row::from(mover_seeds) << 40, opponent);
        Self {
            opponent,
            first: layer.rank(first).0,
            movers: rows_of(mover_seeds),
        }
    }

    /// The board with this rank, which must not lie before the current block and must
    /// belong to the layer.
    #[inline]
    pub(crate) fn board(&mut self, rank: u64) -> Board {
        debug_assert!(rank >= self.first);
        while rank - self.first >= self.movers.len() as u64 {
            self.next_block();
        }
        Board::from_rows(self.movers[(rank - self.first) as usize], self.opponent)
    }

    fn next_block(&mut self) {
        self.first += self.movers.len() as u64;
        let mover_seeds = row_seeds(self.movers[0]);
        debug_assert!(self.opponent != 0, "the last block has no opponent's seeds");
        // The lowest partial sum that can grow does, and those below it start over: one
        // seed leaves the lowest pit that has one, for the pit before it or the mover.
        let pit = self.opponent.trailing_zeros() & !7;
        self.opponent -= 1 << pit;
        let mover_seeds = match pit {
            0 => mover_seeds + 1,
            _ => {
                self.opponent += Row::from(mover_seeds + 1) << (pit - 8);
                0
            }
        };
        self.movers = rows_of(mover_seeds);
    }
}

/// For each opponent's row that boards of the layer have, in rank order, how many seeds
/// are left for the mover. Those of one sum come in the order of [`rows_of`].
pub(super) fn opponents_in_rank_order(layer: Layer) -> impl Iterator<Item = u8> {
    let first = Cursor::new(layer, Rank(0));
    iter::successors(Some(first), |cursor| {
        let mut next = cursor.clone();
        (next.opponent != 0).then(|| {
            next.next_block();
            next
        })
    })
    .map(|cursor| row_seeds(cursor.movers[0]))
}

/// How many rows have so many seeds: C(seeds + 5, 5).
pub(super) const fn row_count(seeds: u8) -> usize {
    CHOOSE[PITS_PER_ROW - 2][seeds as usize + 1] as usize
}

/// The number of a row among those with as many seeds, in rank order.
#[inline]
pub(super) fn row_index(row: Row) -> usize {
    let sums = row.wrapping_mul(PREFIX);
    let low = digit(0, sums, 0) + digit(1, sums, 1) + digit(2, sums, 2);
    (low + digit(3, sums, 3) + digit(4, sums, 4)) as usize
}

/// All rows with this many seeds, in rank order.
pub(super) fn rows_of(seeds: u8) -> &'static [Row] {
    static ROWS: [OnceLock<Box<[Row]>>; MAX_SEEDS as usize + 1] =
        [const { OnceLock::new() }; MAX_SEEDS as usize + 1];
    ROWS[seeds as usize].get_or_init(|| {
        let mut rows = Vec::new();
        let mut row = Row::from(seeds) << 40;
        loop {
            rows.push(row);
            let above_first = row & !0xFF;
            if above_first == 0 {
                return rows.into_boxed_slice();
            }
            let pit = above_first.trailing_zeros() & !7;
            let first = row & 0xFF;
            row -= first + (1 << pit);
            row += (first + 1) << (pit - 8);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layer_sizes_are_binomials() {
        for (seeds, boards) in [(0, 1), (1, 12), (2, 78), (8, 75_582), (20, 84_672_315)] {
            assert_eq!(Layer::new(seeds).boards(), boards);
        }
        assert_eq!(Layer::new(48).boards(), 279_871_768_995);
    }

    #[test]
    fn ranking_inverts_unranking_on_every_board_of_small_layers() {
        for layer in Layer::up_to(7) {
            let mut cursor = Cursor::new(layer, Rank(0));
            for rank in 0..layer.boards() {
                let board = layer.unrank(Rank(rank));
                assert_eq!(layer.rank(board), Rank(rank));
                assert_eq!(cursor.board(rank), board);
            }
        }
    }

    #[test]
    fn ranking_inverts_unranking_on_samples_of_large_layers() {
        for seeds in [12, 17, 24, 30, 48] {
            let layer = Layer::new(seeds);
            let step = layer.boards() / 5_000;
            for rank in (0..layer.boards()).step_by(step as usize) {
                let board = layer.unrank(Rank(rank));
                assert_eq!(board.seeds(), seeds);
                assert_eq!(layer.rank(board), Rank(rank));
            }
        }
    }

    #[test]
    fn cursor_starts_and_skips_anywhere() {
        let layer = Layer::new(9);
        for start in (0..layer.boards()).step_by(997) {
            let mut cursor = Cursor::new(layer, Rank(start));
            for rank in (start..layer.boards()).step_by(1_409) {
                assert_eq!(cursor.board(rank), layer.unrank(Rank(rank)));
            }
        }
    }

    #[test]
    fn ranks_of_one_seed_are_those_of_the_header() {
        let layer = Layer::new(1);
        assert_eq!(layer.unrank(Rank(0)).opponent(), [1, 0, 0, 0, 0, 0]);
        assert_eq!(layer.unrank(Rank(1)).opponent(), [0, 1, 0, 0, 0, 0]);
        assert_eq!(layer.unrank(Rank(11)).mover(), [0, 0, 0, 0, 0, 1]);
    }
}
