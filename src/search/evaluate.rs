//! What a board looks worth at a glance: an estimate, never a proof.
//!
//! A network with one hidden layer. Every pit adds a row of numbers that depends on its place
//! and its seeds, one number to each hidden unit, and so does the number of seeds on the board;
//! a unit gives its sum, cut off below 0 and above [`ONE`], and is worth a weight that depends
//! on how full the board is. A weight for each pit alone cannot say that one pit threatens another:
//! it was off by half as much again, and got a fifth of the points at 10 ms a move against the
//! first network. Rows are cache lines and are added up eight numbers at a time. Integers only,
//! so that every machine searches the same tree.

use crate::game::{Board, MAX_SEEDS};

use super::weights::{HIDDEN, LAST, LAST_BITS, ONE, PITS, SEEDS, STAGES, TOTAL};

/// The unit of estimates: parts of a seed.
pub(crate) const SEED: i32 = 100;

/// What one thing adds to every hidden unit.
type Units = [i16; HIDDEN];

/// Rows by seeds as far as six bits count, so that no number of seeds has to be cut down.
#[repr(align(64))]
struct Wide([[Units; 64]; 12]);

static WIDE: Wide = wide();

const _: () = assert!(size_of::<Units>() == 64, "a row is a cache line");
const _: () = assert!(TOTAL.len() == MAX_SEEDS as usize + 1);
const _: () = assert!(STAGES > stage(MAX_SEEDS));
const _: () = assert!(largest_sum() <= i16::MAX as i32, "no sum may overflow");
const _: () = assert!(largest_value() <= i32::MAX as i64, "nor the value");

/// The stage that a number of seeds on the board belongs to.
const fn stage(seeds: u8) -> usize {
    seeds as usize / 8
}

const fn wide() -> Wide {
    let mut wide = [[[0; HIDDEN]; 64]; 12];
    let mut pit = 0;
    while pit < 12 {
        let mut seeds = 0;
        while seeds < 64 {
            let told_apart = if seeds < SEEDS { seeds } else { SEEDS - 1 };
            wide[pit][seeds] = PITS[pit * SEEDS + told_apart];
            seeds += 1;
        }
        pit += 1;
    }
    Wide(wide)
}

/// The largest amount in some rows.
const fn largest(rows: &[Units]) -> i32 {
    let mut most = 0;
    let mut number = 0;
    while number < rows.len() {
        let mut unit = 0;
        while unit < HIDDEN {
            let amount = (rows[number][unit] as i32).abs();
            if amount > most {
                most = amount;
            }
            unit += 1;
        }
        number += 1;
    }
    most
}

/// More than any sum of a hidden unit.
const fn largest_sum() -> i32 {
    largest(&TOTAL) + 12 * largest(&PITS)
}

/// More than any value before it is shifted.
const fn largest_value() -> i64 {
    HIDDEN.cast_signed() as i64 * ONE as i64 * largest(&LAST) as i64
}

/// Seeds still to come for the mover less those for his opponent, in parts of a seed.
#[inline]
pub(crate) fn evaluate(board: Board) -> i32 {
    let total = board.seeds();
    let mut sums = TOTAL[usize::from(total.min(MAX_SEEDS))];
    let (mover, opponent) = (board.mover_row(), board.opponent_row());
    for pit in 0..6 {
        let seeds = |row: u64| (row >> (8 * pit)) as usize & 63;
        let own = &WIDE.0[pit][seeds(mover)];
        let opposing = &WIDE.0[6 + pit][seeds(opponent)];
        for unit in 0..HIDDEN {
            // No sum overflows, see above; `+` would be slow where that is checked.
            sums[unit] = sums[unit].wrapping_add(own[unit].wrapping_add(opposing[unit]));
        }
    }
    let worth = &LAST[stage(total).min(STAGES - 1)];
    let mut value = 0;
    for unit in 0..HIDDEN {
        value += i32::from(sums[unit].clamp(0, ONE)) * i32::from(worth[unit]);
    }
    value >> LAST_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by plain arithmetic, straight from the weights.
    fn plainly(mover: [u8; 6], opponent: [u8; 6]) -> i64 {
        let total: u8 = mover.iter().chain(&opponent).sum();
        let unit_value = |unit: usize| {
            let of_pit = |place: usize, seeds: u8| {
                i64::from(PITS[place * SEEDS + usize::from(seeds).min(SEEDS - 1)][unit])
            };
            let own = (0..6).map(|place| of_pit(place, mover[5 - place]));
            let opposing = (0..6).map(|place| of_pit(6 + place, opponent[5 - place]));
            let sum: i64 = own.chain(opposing).sum();
            let sum = sum + i64::from(TOTAL[usize::from(total)][unit]);
            sum.clamp(0, ONE.into()) * i64::from(LAST[usize::from(total / 8)][unit])
        };
        (0..HIDDEN).map(unit_value).sum::<i64>() >> LAST_BITS
    }

    #[test]
    fn words_give_what_plain_arithmetic_gives() {
        let mut random = fastrand::Rng::with_seed(8);
        for round in 0..20_000 {
            let mut pits = [0; 12];
            for _ in 0..round % 49 {
                // Few pits in some rounds, so that they are full.
                pits[random.usize(..=round % 12)] += 1;
            }
            let (mover, opponent) = pits.split_at(6);
            let (mover, opponent) = (mover.try_into().unwrap(), opponent.try_into().unwrap());
            let value = evaluate(Board::new(mover, opponent));
            assert_eq!(i64::from(value), plainly(mover, opponent), "{pits:?}");
        }
    }
}
