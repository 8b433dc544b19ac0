//! What is known of one board where a loop gives each player his own row: a lower and an
//! upper bound, found apart.
//!
//! The levels run through all thresholds, from the most seeds that can be won to the most
//! that can be lost, because not to lose more must be forced, not assumed. At level s a
//! board is *won* when its mover can force s or more, which settles the lower bound, and
//! *lost* when his opponent can hold him to -s or less, which settles the upper one. Each
//! happens once, in either order. A board so needs its best exit as long as its last bound,
//! so there is no packing it all into a byte.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::cell::{Cell, Heard, Survey, Told};
use super::news::Kind;
use crate::game::MAX_SEEDS;

/// The cell of own-row loops; its four bytes, in this order, are also those of a checkpoint.
/// Where the layers below hold bounds, the best exit has two worths: the one that is certain
/// and the one that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub(super) struct BoundsCell {
    certain: i8,
    possible: i8,
    lower: i8,
    /// A settled upper bound; or, from [`OPEN`] on, the number of open moves.
    upper: i8,
}

const _: () = assert!(size_of::<BoundsCell>() == 4);

/// No exit, and no bound yet.
const NONE: i8 = i8::MIN;
const OPEN: i8 = 100;

const _: () = assert!(MAX_SEEDS.cast_signed() < OPEN);

/// The bit of each of 32 cells.
const BITS: [u32; 32] = {
    let mut bits = [1; 32];
    let mut place = 1;
    while place < 32 {
        bits[place] = bits[place - 1] << 1;
        place += 1;
    }
    bits
};

impl BoundsCell {
    /// What is proved of the board on a layer of so many seeds.
    pub(super) fn bounds(self, seeds: u8) -> (i8, i8) {
        let most = seeds.cast_signed();
        let lower = if self.lower == NONE {
            -most
        } else {
            self.lower
        };
        let upper = if self.upper >= OPEN { most } else { self.upper };
        (lower, upper)
    }

    /// What the best exit may turn out to be worth, if there is one.
    pub(super) fn possible_exit(self) -> Option<i8> {
        (self.possible != NONE).then_some(self.possible)
    }

    /// Writes bounds that were found by other means.
    pub(super) fn set_bounds(&mut self, lower: i8, upper: i8) {
        (self.lower, self.upper) = (lower, upper);
    }
}

impl Cell for BoundsCell {
    type Ear = i8;

    fn levels(seeds: u8) -> u8 {
        2 * seeds
    }

    #[inline]
    fn new(Survey { best, open }: Survey, possible: Option<i8>) -> Self {
        Self {
            certain: best.unwrap_or(NONE),
            possible: possible.unwrap_or(NONE),
            lower: NONE,
            upper: OPEN + open.cast_signed(),
        }
    }

    #[inline]
    fn waking(cells: &[Self], level: i8) -> u32 {
        // All four bytes of a cell at once, and no branch: four cells fit in a register.
        let (sought, of_won, of_lost) = (level.cast_unsigned(), 0x00FF_00FF, 0xFF00_FF00);
        let won = u32::from_le_bytes([sought, 0, NONE.cast_unsigned(), 0]);
        let lost = u32::from_le_bytes([0, sought.wrapping_neg(), 0, OPEN.cast_unsigned()]);
        let (states, _) = cells.as_bytes().as_chunks::<4>();
        states.iter().zip(&BITS).fold(0, |bits, (&state, bit)| {
            let state = u32::from_le_bytes(state);
            let wakes = (state & of_won == won) | (state & of_lost == lost);
            bits | if wakes { *bit } else { 0 }
        })
    }

    #[inline]
    fn wake(&mut self, level: i8) -> Told {
        let won = self.certain == level && self.lower == NONE;
        if won {
            self.lower = level;
        }
        let lost = self.possible == -level && self.upper == OPEN;
        if lost {
            self.upper = -level;
        }
        Told { won, lost }
    }

    fn ear(level: i8) -> i8 {
        level
    }

    #[inline]
    fn hear(&mut self, kind: Kind, &level: &i8) -> Heard {
        let is_loss = kind == Kind::Lost;
        let won = is_loss & (self.lower == NONE);
        self.lower = if won { level } else { self.lower };
        let is_open = !is_loss & (self.upper > OPEN);
        self.upper -= i8::from(is_open);
        // Without an exit `possible` is less than any bound.
        let lost = is_open & (self.upper == OPEN) & (self.possible <= -level);
        self.upper = if lost { -level } else { self.upper };
        let heard = if won { Heard::WON } else { Heard::NOTHING };
        if lost { Heard::LOST } else { heard }
    }

    fn exhaust(&mut self, _: Option<i8>, _: i8) -> bool {
        unreachable!("the best exit is never forgotten")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(best: Option<i8>, open: u8) -> BoundsCell {
        BoundsCell::new(Survey { best, open }, best)
    }

    #[test]
    fn both_bounds_settle_apart() {
        let mut cell = cell(Some(2), 1);
        assert_eq!(cell.hear(Kind::Lost, &4), Heard::WON);
        assert_eq!(cell.hear(Kind::Lost, &3), Heard::NOTHING);
        assert!(!cell.wake(2).won, "won at a higher level already");
        assert_eq!(cell.hear(Kind::Won, &-4), Heard::LOST);
        assert_eq!(cell.hear(Kind::Won, &-5), Heard::NOTHING);
        assert_eq!(cell.bounds(9), (4, 4));
    }

    #[test]
    fn an_exit_holds_the_upper_bound_until_its_level() {
        let mut cell = cell(Some(-1), 1);
        assert_eq!(cell.hear(Kind::Won, &3), Heard::NOTHING);
        assert!(!cell.wake(2).lost);
        assert!(cell.wake(1).lost);
        assert!(cell.wake(-1).won);
        assert_eq!(cell.bounds(9), (-1, -1));
    }

    #[test]
    fn what_an_exit_may_be_worth_bounds_from_above_only() {
        let survey = Survey {
            best: Some(-3),
            open: 0,
        };
        let mut cell = BoundsCell::new(survey, Some(1));
        let told = cell.wake(-1);
        assert!(told.lost && !told.won);
        assert!(cell.wake(-3).won);
        assert_eq!(cell.bounds(9), (-3, 1));
    }

    #[test]
    fn those_wake_that_tell_something_at_the_level() {
        let mut random = fastrand::Rng::with_seed(7);
        let values = [NONE, -3, -2, 0, 2, 3];
        for length in 0..=32 {
            for _ in 0..200 {
                let mut any = |more: &[i8]| {
                    let all = [&values[..], more].concat();
                    all[random.usize(..all.len())]
                };
                let cells: Vec<BoundsCell> = (0..length)
                    .map(|_| BoundsCell {
                        certain: any(&[]),
                        possible: any(&[]),
                        lower: any(&[]),
                        upper: any(&[OPEN, OPEN + 1]),
                    })
                    .collect();
                for level in [-3, -2, 0, 2, 3] {
                    let expected = cells.iter().rev().fold(0, |bits, &cell| {
                        let told = { cell }.wake(level);
                        bits << 1 | u32::from(told.won | told.lost)
                    });
                    assert_eq!(BoundsCell::waking(&cells, level), expected, "{cells:?}");
                }
            }
        }
    }

    #[test]
    fn what_never_settles_keeps_the_bounds_of_the_layer() {
        assert_eq!(cell(None, 2).bounds(7), (-7, 7));
    }
}
