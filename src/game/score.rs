//! The words for results: seeds still to come, final differences, proved bounds.
//!
//! Two kinds of score are two types. A table knows only the board, so it speaks in
//! [`Net`]; a player asks for the final difference, a [`Score`]. The one way across is
//! `Position::score`, which adds the stores. This file does negation and comparison,
//! nothing else.

use std::fmt;
use std::ops::Neg;

use super::pit::MAX_SEEDS;

/// Seeds the mover will yet win minus seeds he will yet lose, blind to the stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Net(i8);

/// The final difference, mover's seeds minus opponent's, stores included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i8);

macro_rules! difference_of_seeds {
    ($name:ident) => {
        impl $name {
            /// No difference.
            pub const ZERO: Self = Self(0);
            /// Every seed to the mover.
            pub const MAX: Self = Self(MAX_SEEDS.cast_signed());
            /// Every seed to the opponent.
            pub const MIN: Self = Self(-MAX_SEEDS.cast_signed());

            /// A difference in seeds, positive when the mover has more.
            ///
            /// # Panics
            ///
            /// When debug assertions are on and the difference is beyond ±48.
            #[must_use]
            pub const fn new(seeds: i8) -> Self {
                debug_assert!(Self::MIN.0 <= seeds && seeds <= Self::MAX.0);
                Self(seeds)
            }

            /// The difference in seeds.
            #[must_use]
            pub const fn seeds(self) -> i8 {
                self.0
            }
        }

        impl Neg for $name {
            type Output = Self;

            /// The same result seen by the other player.
            #[inline]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl fmt::Display for $name {
            /// With a sign, except for zero.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0 {
                    0 => f.pad("0"),
                    seeds => f.pad(&format!("{seeds:+}")),
                }
            }
        }
    };
}

difference_of_seeds!(Net);
difference_of_seeds!(Score);

/// What is proved of a value: `lower ≤ value ≤ upper`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds<T = Net> {
    /// The value is at least this.
    pub lower: T,
    /// The value is at most this.
    pub upper: T,
}

impl<T: Copy + Ord> Bounds<T> {
    /// A value known exactly.
    #[must_use]
    pub const fn exact(value: T) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// The value, when the bounds meet.
    #[must_use]
    pub fn value(self) -> Option<T> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the bounds meet.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// What both of two proofs leave possible.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

impl<T: Neg<Output = T>> Neg for Bounds<T> {
    type Output = Self;

    /// The same knowledge seen by the other player.
    fn neg(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// Who is ahead at the end, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The mover has fewer seeds.
    Loss,
    /// Both have the same number.
    Draw,
    /// The mover has more seeds.
    Win,
}

impl From<Score> for Outcome {
    fn from(score: Score) -> Self {
        match score.0 {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_swaps_and_mirrors_bounds() {
        let bounds = Bounds {
            lower: Net::new(-3),
            upper: Net::new(5),
        };
        let seen_by_the_other = Bounds {
            lower: Net::new(-5),
            upper: Net::new(3),
        };
        assert_eq!(-bounds, seen_by_the_other);
        assert_eq!(bounds.value(), None);
        assert_eq!(Bounds::exact(Net::new(2)).value(), Some(Net::new(2)));
    }

    #[test]
    fn display_signs_everything_but_zero() {
        assert_eq!(
            [Net::new(3), Net::ZERO, Net::new(-2)].map(|net| net.to_string()),
            ["+3", "0", "-2"]
        );
    }
}
