//! [`Judgement`]: what a move was worth against the best there was.
//!
//! Two values can be compared when both are proved, or when both come from look ahead of
//! the same depth: a deeper look sees other things, and the difference of a deep and a
//! shallow value would be the difference of the looks. Where one of the two is proved and
//! the other is not, both are taken from the same look ahead, which what is proved may
//! correct; the pair is then called an estimate as a whole.
//!
//! A look ahead may think less of a move than is proved of its being the best there is; the best
//! move loses nothing, whatever the look says.
//!
//! That a win or a draw was lost is said of proved values only: an estimate of +1 is no
//! win, and most openings stand there or thereabouts.

use super::thresholds::Thresholds;
use crate::game::{Bounds, Outcome, Score};
use crate::solve::{MoveSolution, Solution};

/// A value as a judgement rests on it, seen by the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The final difference; `None` when nothing is known.
    pub value: Option<Score>,
    /// Whether it is proved.
    pub is_exact: bool,
}

/// What two values have in common, so that they can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Both are proved.
    Exact,
    /// Both come from looking ahead so many plies.
    Depth(u16),
    /// Nothing: they cannot be compared.
    None,
}

/// What kind of move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The only legal move.
    Forced,
    /// It keeps the value.
    Best,
    /// It loses less than has a name.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
    /// `~`: the values cannot be compared.
    Unjudged,
}

/// A move against the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What the position was worth to the player who moved.
    pub before: Worth,
    /// What the move left of it.
    pub after: Worth,
    /// Why the two can be compared.
    pub yardstick: Yardstick,
    /// `before − after`, in final difference; `None` when they cannot be compared.
    pub loss: Option<u8>,
    /// What that makes the move.
    pub class: Class,
}

impl Class {
    /// Every class, from the forced to the unjudged.
    pub const ALL: [Self; 7] = [
        Self::Forced,
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
        Self::Unjudged,
    ];

    /// The word that the JSON documents use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::Unjudged => "unjudged",
        }
    }

    /// The mark beside the move, if it has one.
    #[must_use]
    pub const fn mark(self) -> Option<&'static str> {
        match self {
            Self::Forced | Self::Best | Self::Good => None,
            Self::Inaccuracy => Some("?!"),
            Self::Mistake => Some("?"),
            Self::Blunder => Some("??"),
            Self::Unjudged => Some("~"),
        }
    }

    /// Whether it is an inaccuracy, a mistake or a blunder.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// What a loss of seeds and of half points makes of a move.
    const fn of(loss: u8, half_points: u8, thresholds: Thresholds) -> Self {
        match (loss, half_points) {
            (0, _) => Self::Best,
            (_, 2) => Self::Blunder,
            (loss, _) if loss >= thresholds.blunder() => Self::Blunder,
            (_, 1) => Self::Mistake,
            (loss, _) if loss >= thresholds.mistake() => Self::Mistake,
            (loss, _) if loss >= thresholds.inaccuracy() => Self::Inaccuracy,
            _ => Self::Good,
        }
    }
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        value: None,
        is_exact: false,
    };

    const fn exact(value: Score) -> Self {
        Self {
            value: Some(value),
            is_exact: true,
        }
    }

    const fn estimate(value: Option<Score>) -> Self {
        Self {
            value,
            is_exact: false,
        }
    }
}

impl Judgement {
    /// Nothing can be said.
    pub(super) const NONE: Self = Self {
        before: Worth::UNKNOWN,
        after: Worth::UNKNOWN,
        yardstick: Yardstick::None,
        loss: None,
        class: Class::Unjudged,
    };

    /// Judges the move `played`, after which `after` is proved, among the moves of a
    /// solved game, of which it may be one of the best.
    pub(super) fn of(
        solution: &Solution,
        played: &MoveSolution,
        after: Bounds<Score>,
        is_best: bool,
        thresholds: Thresholds,
    ) -> Self {
        let is_forced = solution.moves.len() == 1;
        if let (Some(before), Some(after)) = (solution.bounds.value(), after.value()) {
            return Self::compared(before, after, Yardstick::Exact, is_forced, thresholds);
        }
        if let Some(depth) = common_depth(solution)
            && let Some(guess) = played.guess
        {
            let best = solution.moves.iter().filter_map(likeliest).max();
            let Bounds { lower, upper } = solution.bounds;
            let before = best.unwrap_or(guess.value).clamp(lower, upper);
            let after = if is_best {
                before
            } else {
                guess.value.clamp(after.lower, after.upper).min(before)
            };
            return Self::compared(
                before,
                after,
                Yardstick::Depth(depth),
                is_forced,
                thresholds,
            );
        }
        let worth = |bounds: Bounds<Score>, value| match bounds.value() {
            Some(value) => Worth::exact(value),
            None => Worth::estimate(value),
        };
        Self {
            before: worth(solution.bounds, solution.value),
            after: worth(after, None),
            yardstick: Yardstick::None,
            loss: is_forced.then_some(0),
            class: if is_forced {
                Class::Forced
            } else {
                Class::Unjudged
            },
        }
    }

    fn compared(
        before: Score,
        after: Score,
        yardstick: Yardstick,
        is_forced: bool,
        thresholds: Thresholds,
    ) -> Self {
        let worth = |value| Worth {
            value: Some(value),
            is_exact: yardstick == Yardstick::Exact,
        };
        // No move is worth more than the position.
        let after = if is_forced { before } else { after.min(before) };
        let loss = before.seeds().abs_diff(after.seeds());
        let class = if is_forced {
            Class::Forced
        } else {
            let half_points = match yardstick {
                Yardstick::Exact => half_points(before) - half_points(after),
                Yardstick::Depth(_) | Yardstick::None => 0,
            };
            Class::of(loss, half_points, thresholds)
        };
        Self {
            before: worth(before),
            after: worth(after),
            yardstick,
            loss: Some(loss),
            class,
        }
    }
}

/// What a look ahead found of a move, as far as what is proved allows it.
pub(super) fn likeliest(known: &MoveSolution) -> Option<Score> {
    let Bounds { lower, upper } = known.bounds;
    known.guess.map(|guess| guess.value.clamp(lower, upper))
}

/// What a final difference counts in a tournament: nothing, a half or two halves.
fn half_points(value: Score) -> u8 {
    match Outcome::from(value) {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

/// The depth to which every move was looked into, if it is the same.
fn common_depth(solution: &Solution) -> Option<u16> {
    let mut depths = solution
        .moves
        .iter()
        .map(|known| known.guess.map(|guess| guess.depth_plies));
    let first = depths.next()??;
    depths.all(|depth| depth == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(before: i8, after: i8, yardstick: Yardstick) -> Option<&'static str> {
        let [before, after] = [before, after].map(Score::new);
        Judgement::compared(before, after, yardstick, false, Thresholds::default())
            .class
            .mark()
    }

    #[test]
    fn marks_follow_the_thresholds() {
        let losses = [0, 1, 2, 4, 5, 9, 10, 38];
        let marks = losses.map(|loss| mark(-10, -10 - loss, Yardstick::Exact));
        let [inaccuracy, mistake, blunder] = ["?!", "?", "??"].map(Some);
        assert_eq!(
            marks,
            [
                None, None, inaccuracy, inaccuracy, mistake, mistake, blunder, blunder
            ]
        );
        let strict = Thresholds::new(1, 1, 3).unwrap();
        assert_eq!(Class::of(1, 0, strict), Class::Mistake);
        assert_eq!(Class::of(3, 0, strict), Class::Blunder);
    }

    #[test]
    fn lost_half_point_is_a_mistake_and_a_lost_win_a_blunder() {
        assert_eq!(mark(1, 0, Yardstick::Exact), Some("?"));
        assert_eq!(mark(0, -2, Yardstick::Exact), Some("?"));
        assert_eq!(mark(2, -1, Yardstick::Exact), Some("??"));
        assert_eq!(mark(12, 0, Yardstick::Exact), Some("??"));
    }

    #[test]
    fn estimates_lose_seeds_and_no_points() {
        assert_eq!(mark(1, 0, Yardstick::Depth(8)), None);
        assert_eq!(mark(2, -1, Yardstick::Depth(8)), Some("?!"));
        assert_eq!(mark(5, -5, Yardstick::Depth(8)), Some("??"));
    }
}
