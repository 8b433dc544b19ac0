//! What is expected of a board's value before it is read: its context.
//!
//! Board number i of a chunk has up to seven neighbours before it in the chunk, each with
//! one seed moved a pit back: where p₀ … p₆ are the seeds of F, E, D, C, B, A and f and
//! q₀ … q₆ their partial sums, neighbour k exists when pₖ > 0 and lies C(qₖ + k − 1, k)
//! boards back, the difference that one less in qₖ makes to the rank (see `index.rs`).
//!
//! ```text
//!   c = the most seeds that a single sowing takes, by the capture rule alone
//!   s = the mean of (value − c) over the neighbours, in quarters, rounded half up; 0 if none
//!   p = s + 4c, kept between −4n and 4n
//!   e = the mean of |p − 4 value| over the neighbours, each at most 255, rounded down
//!   context = 8 (p + 4n) + class of e
//! ```
//!
//! A capture makes the value jump from one neighbour to the next, which the mean cannot
//! know, and it follows from the opponent's row and a single pit: so it is taken off and
//! added again. What the rules say of grand slams does not enter; it is a guess, the same
//! for every table, and only its quality could suffer.

use super::CHUNK_BOARDS;
use super::model::{CLASSES, contexts};
use crate::endgame::index::{Cursor, Layer, Rank};
use crate::game::{Board, MAX_SEEDS, PITS_PER_ROW, Pit, Row, lane, row_seeds};

/// Neighbours of a board, at most: for the partial sums up to the opponent's first pit.
const NEIGHBOURS: usize = 7;
/// Entries by a number of seeds; a power of two, so that a mask replaces the bound check.
const SEEDS: usize = 64;
/// Multiplied by a row, gives in byte k the sum of its bytes 0 to k.
const PREFIX: u64 = 0x0000_0101_0101_0101;

const _: () = assert!((MAX_SEEDS as usize) < SEEDS);

/// `DISTANCE[k][q] = C(q + k − 1, k)`.
static DISTANCE: [[u32; SEEDS]; NEIGHBOURS] = distances();

const fn distances() -> [[u32; SEEDS]; NEIGHBOURS] {
    let mut table = [[0; SEEDS]; NEIGHBOURS];
    let mut sum = 1;
    while sum < SEEDS {
        table[0][sum] = 1;
        let mut k = 1;
        while k < NEIGHBOURS {
            // C(q+k-1, k) = C(q+k-2, k-1) + C(q+k-2, k), the last for one seed less.
            table[k][sum] = table[k - 1][sum] + table[k][sum - 1];
            k += 1;
        }
        sum += 1;
    }
    table
}

/// Added before a division and taken off after it, so that it rounds down below 0 too: a
/// mean of up to 96 seeds in quarters stays above.
const BIAS: u32 = 512;
const HALVES_SHIFT: u32 = 18;
/// Quotients by twice a number of neighbours, as factors.
const HALVES: [u32; NEIGHBOURS + 1] = factors(2, HALVES_SHIFT);
const WHOLES_SHIFT: u32 = 16;
/// Quotients by a number of neighbours, as factors.
const WHOLES: [u32; NEIGHBOURS + 1] = factors(1, WHOLES_SHIFT);

const fn factors(times: u32, shift: u32) -> [u32; NEIGHBOURS + 1] {
    let mut factors = [0; NEIGHBOURS + 1];
    let mut count = 1;
    while count <= NEIGHBOURS {
        factors[count] = (1_u32 << shift).div_ceil(times * count as u32);
        count += 1;
    }
    factors
}

/// The class of a mean error in quarters of a seed: with about as many boards in each.
static CLASS: [u8; 256] = {
    let mut classes = [CLASSES as u8 - 1; 256];
    let ends = [4, 7, 10, 14, 19, 26, 60];
    let mut error = 0;
    let mut class = 0;
    while class < ends.len() {
        while error < ends[class] {
            classes[error] = class as u8;
            error += 1;
        }
        class += 1;
    }
    classes
};

/// Walks the boards of a chunk and says the context of each.
pub(super) struct Predictor {
    seeds: i32,
    cursor: Cursor,
    first_rank: u64,
    /// The board that is next, counted from the chunk's first.
    at: usize,
    /// The opponent's row that `captures` is for.
    opponent: Option<Row>,
    /// What each number of seeds takes from the pit in each byte of the mover's row.
    captures: [[u8; SEEDS]; PITS_PER_ROW],
    /// Value less best capture of each board before.
    calm: [i8; CHUNK_BOARDS],
    /// |p − 4 value| of each board before.
    error: [u8; CHUNK_BOARDS],
}

/// What is expected of one board.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    pub(super) context: usize,
    /// p of the header.
    quarters: i32,
    /// c of the header.
    capture: u8,
}

impl Predictor {
    /// Begins at the chunk whose first board is `first`, which belongs to `layer`.
    pub(super) fn new(layer: Layer, first: Rank) -> Self {
        Self {
            seeds: i32::from(layer.seeds()),
            cursor: Cursor::new(layer, first),
            first_rank: first.get(),
            at: 0,
            opponent: None,
            captures: [[0; SEEDS]; PITS_PER_ROW],
            calm: [0; CHUNK_BOARDS],
            error: [0; CHUNK_BOARDS],
        }
    }

    /// The context of the next board, which must belong to the chunk and the layer.
    #[inline]
    pub(super) fn expect(&mut self) -> Expected {
        let board = self.cursor.board(self.first_rank + self.at as u64);
        if self.opponent != Some(board.opponent_row()) {
            self.note_captures(board);
        }
        let row = board.mover_row();
        let sums = row.wrapping_mul(PREFIX);
        let capture = self.best_capture(row);

        let (mut count, mut calm, mut error) = (0, 0, 0);
        let mut look = |k: usize, pit: u64, sum: usize| {
            let distance = DISTANCE[k][sum % SEEDS] as usize;
            if pit != 0 && distance <= self.at {
                let place = (self.at - distance) % CHUNK_BOARDS;
                calm += i32::from(self.calm[place]);
                error += u32::from(self.error[place]);
                count += 1;
            }
        };
        for k in 0..PITS_PER_ROW {
            look(k, row >> (8 * k) & 0xFF, (sums >> (8 * k) & 0xFF) as usize);
        }
        let facing = board.opponent_row() & 0xFF;
        let sum = (sums >> 40 & 0xFF) + facing;
        look(PITS_PER_ROW, facing, sum as usize);

        let quarters = if count == 0 {
            0
        } else {
            mean_quarters(calm, count)
        };
        let error = (error * WHOLES[count]) >> WHOLES_SHIFT;
        let class = match count {
            0 => CLASSES - 1,
            _ => usize::from(CLASS[error as usize % CLASS.len()]),
        };
        let most = 4 * self.seeds;
        let quarters = (quarters + 4 * i32::from(capture)).clamp(-most, most);
        Expected {
            context: (quarters + most).cast_unsigned() as usize * CLASSES + class,
            quarters,
            capture,
        }
    }

    /// Takes note of the value of the board of which `expected` was said, and steps on.
    #[inline]
    pub(super) fn learn(&mut self, expected: Expected, value: i8) {
        let place = self.at % CHUNK_BOARDS;
        // At least −48 − 48.
        self.calm[place] = value.wrapping_sub_unsigned(expected.capture);
        let error = (expected.quarters - 4 * i32::from(value)).unsigned_abs();
        self.error[place] = error.min(255) as u8;
        self.at += 1;
    }

    /// The most that one sowing takes.
    #[inline]
    fn best_capture(&self, row: Row) -> u8 {
        let taken = |byte: usize| self.captures[byte][(row >> (8 * byte)) as usize % SEEDS];
        let low = taken(0).max(taken(1)).max(taken(2));
        low.max(taken(3)).max(taken(4)).max(taken(5))
    }

    /// Notes what every pit and number of seeds takes from this board's opponent, which does
    /// not depend on the other pits of the mover.
    #[cold]
    fn note_captures(&mut self, board: Board) {
        let opponent = board.opponent_row();
        self.opponent = Some(opponent);
        for seeds in 1..=board.mover_seeds() {
            for pit in Pit::ALL {
                let row = Row::from(seeds) << lane(pit);
                let sown = Board::from_rows(row, opponent).sow(pit);
                self.captures[lane(pit) as usize / 8][usize::from(seeds) % SEEDS] =
                    row_seeds(sown.board.opponent_row() & sown.chain);
            }
        }
    }
}

/// 4 sum / count, rounded half up; neither more than seven neighbours give.
#[inline]
fn mean_quarters(sum: i32, count: usize) -> i32 {
    let divisor = 2 * count as u32;
    let biased = (8 * sum).wrapping_add_unsigned(count as u32 + divisor * BIAS);
    let quotient = (biased.cast_unsigned() * HALVES[count]) >> HALVES_SHIFT;
    quotient.cast_signed() - BIAS.cast_signed()
}

const _: () = assert!(contexts(MAX_SEEDS) <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_divide_exactly() {
        for count in 1..=7_i32 {
            let place = usize::try_from(count).unwrap();
            for sum in -96 * count..=96 * count {
                let expected = (8 * sum + count).div_euclid(2 * count);
                assert_eq!(mean_quarters(sum, place), expected, "{sum} / {count}");
            }
            let count = count.unsigned_abs();
            for error in 0..=255 * count {
                let quotient = (error * WHOLES[place]) >> WHOLES_SHIFT;
                assert_eq!(quotient, error / count);
            }
        }
    }

    #[test]
    fn neighbours_have_one_seed_a_pit_further() {
        for seeds in [3, 9, 17] {
            let layer = Layer::new(seeds);
            for rank in (0..layer.boards()).step_by(1 + layer.boards() as usize / 997) {
                let board = layer.unrank(Rank::new(rank));
                let mut pits: Vec<u8> = board.mover().iter().rev().copied().collect();
                pits.extend(board.opponent().iter().rev());
                let mut sum = 0;
                for k in 0..NEIGHBOURS {
                    sum += usize::from(pits[k]);
                    if pits[k] == 0 {
                        continue;
                    }
                    let mut moved = pits.clone();
                    moved[k] -= 1;
                    moved[k + 1] += 1;
                    let row = |pits: &[u8]| std::array::from_fn(|index| pits[5 - index]);
                    let neighbour = Board::new(row(&moved[..6]), row(&moved[6..]));
                    let distance = u64::from(DISTANCE[k][sum]);
                    assert_eq!(layer.rank(neighbour).get() + distance, rank);
                }
            }
        }
    }
}
