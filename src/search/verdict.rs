//! The words of the test: what it is for, what it answers, what it tried in vain.
//!
//! A verdict says which way a test fell and whether that is proved; the two are kept apart
//! so that a guess can steer the search and never pass for a fact.

/// What a test is for, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To prove that he gets the threshold.
    ForMover,
    /// To prove that he does not.
    ForOpponent,
    /// To find out which is likelier.
    Estimate,
}

impl Goal {
    /// The same goal seen by the other player.
    pub(crate) const fn flipped(self) -> Self {
        match self {
            Self::ForMover => Self::ForOpponent,
            Self::ForOpponent => Self::ForMover,
            Self::Estimate => Self::Estimate,
        }
    }

    /// What is said of a board that is not looked into.
    pub(crate) const fn frontier(self, threshold: i8) -> Verdict {
        let holds = match self {
            Self::ForMover => false,
            Self::ForOpponent => true,
            Self::Estimate => threshold <= 0,
        };
        Verdict::guessed(holds)
    }

    /// Whether this way of falling is a failure of the goal.
    pub(crate) const fn is_failed_by(self, holds: bool) -> bool {
        match self {
            Self::ForMover => !holds,
            Self::ForOpponent => holds,
            Self::Estimate => false,
        }
    }

    /// Whether a failure or guess at one threshold answers another.
    pub(crate) const fn answers(self, tried: Tried, threshold: i8) -> bool {
        match self {
            // What cannot be proved of few seeds cannot be proved of more.
            Self::ForMover => tried.threshold <= threshold,
            Self::ForOpponent => tried.threshold >= threshold,
            Self::Estimate => {
                tried.threshold == threshold
                    || (tried.holds && threshold < tried.threshold)
                    || (!tried.holds && threshold > tried.threshold)
            }
        }
    }
}

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Whether the mover gets the threshold.
    pub(crate) holds: bool,
    /// Whether that is a fact rather than a guess.
    pub(crate) is_proved: bool,
    /// The highest place of the path that the proof repeats; [`Verdict::NOTHING`] for none.
    pub(crate) rests_on: usize,
}

impl Verdict {
    /// Above every place of a path.
    pub(crate) const NOTHING: usize = usize::MAX;

    /// A fact that repeats nothing.
    pub(crate) const fn proved(holds: bool) -> Self {
        Self {
            holds,
            is_proved: true,
            rests_on: Self::NOTHING,
        }
    }

    /// No fact.
    pub(crate) const fn guessed(holds: bool) -> Self {
        Self {
            holds,
            is_proved: false,
            rests_on: Self::NOTHING,
        }
    }
}

/// A test that did not decide: the guess it came back with, for this threshold and depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) threshold: i8,
    pub(crate) depth: u16,
    pub(crate) holds: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frontier_never_helps_the_goal_and_never_proves() {
        for threshold in [-3, 0, 4] {
            for goal in [Goal::ForMover, Goal::ForOpponent] {
                let verdict = goal.frontier(threshold);
                assert!(goal.is_failed_by(verdict.holds) && !verdict.is_proved);
            }
            assert!(!Goal::Estimate.frontier(threshold).is_proved);
        }
    }

    #[test]
    fn failure_at_one_threshold_answers_the_harder_ones_only() {
        let tried = |holds| Tried {
            threshold: 2,
            depth: 5,
            holds,
        };
        assert!(Goal::ForMover.answers(tried(false), 3));
        assert!(!Goal::ForMover.answers(tried(false), 1));
        assert!(Goal::ForOpponent.answers(tried(true), 1));
        assert!(!Goal::ForOpponent.answers(tried(true), 3));
    }
}
