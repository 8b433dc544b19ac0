//! The two numbers of a claim, and what those of the moves make of them.

use crate::game::Board;

/// A number that no work reaches: the other one is 0.
pub(super) const NEVER: u16 = 4095;
/// Not to be decided on this line: it repeats.
pub(super) const BLOCKED: u16 = 4000;

/// Both numbers of a claim, and the bounds known of the board, seen by its mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) proof: u16,
    pub(super) refutation: u16,
    pub(super) lower: i8,
    pub(super) upper: i8,
}

impl Known {
    /// The value is known.
    pub(super) const fn exact(threshold: i8, net: i8) -> Self {
        let (proof, refutation) = if net >= threshold {
            (0, NEVER)
        } else {
            (NEVER, 0)
        };
        Self {
            proof,
            refutation,
            lower: net,
            upper: net,
        }
    }

    /// What bounds say of a claim.
    pub(super) const fn settled(threshold: i8, lower: i8, upper: i8) -> Option<Self> {
        let (proof, refutation) = if lower >= threshold {
            (0, NEVER)
        } else if upper < threshold {
            (NEVER, 0)
        } else {
            return None;
        };
        Some(Self {
            proof,
            refutation,
            lower,
            upper,
        })
    }
}

/// A move of the board that is being looked into.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub(super) board: Board,
    pub(super) played: u8,
    pub(super) gain: i8,
    pub(super) is_quiet: bool,
    /// The claim of the player who moves next.
    pub(super) threshold: i8,
    pub(super) known: Known,
}

pub(super) const NO_BRANCH: Branch = Branch {
    board: Board::EMPTY,
    played: 0,
    gain: 0,
    is_quiet: false,
    threshold: 0,
    known: Known {
        proof: 0,
        refutation: 0,
        lower: 0,
        upper: 0,
    },
};

/// What its moves make of a board.
pub(super) struct Summary {
    pub(super) known: Known,
    /// The most promising move.
    pub(super) next: usize,
    /// The refutation number of the next best.
    pub(super) second: u16,
    /// Moves that are not refuted.
    pub(super) open: u16,
}

impl Summary {
    pub(super) fn of(branches: &[Branch]) -> Self {
        let (mut proof, mut second) = (NEVER, NEVER);
        let mut next = 0;
        let (mut hardest, mut open) = (0, 0);
        let (mut lower, mut upper) = (i8::MIN, i8::MIN);
        for (index, branch) in branches.iter().enumerate() {
            let own = branch.known;
            lower = lower.max(branch.gain - own.upper);
            upper = upper.max(branch.gain - own.lower);
            if own.refutation < proof {
                (second, proof, next) = (proof, own.refutation, index);
            } else {
                second = second.min(own.refutation);
            }
            if own.proof > 0 {
                open += 1;
                if own.proof < BLOCKED {
                    hardest = hardest.max(own.proof);
                }
            }
        }
        let refutation = match (proof, open) {
            (0, _) => NEVER,
            (_, 0) => 0,
            // Whatever is left repeats.
            (BLOCKED.., _) => BLOCKED,
            _ => (hardest + open - 1).min(BLOCKED - 1),
        };
        Self {
            known: Known {
                proof,
                refutation,
                lower,
                upper,
            },
            next,
            second,
            open,
        }
    }
}
