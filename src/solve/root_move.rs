//! [`RootMove`]: what is known so far of a move of the root.

use crate::game::{Bounds, Move, Net};
use crate::search::Child;

/// A move of the root; values are net, seen by its mover.
pub(super) struct RootMove {
    pub(super) child: Child,
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// Set once the move was searched.
    pub(super) estimate: Option<i8>,
    /// The value at the last depth that was completed for every move, and that depth.
    pub(super) settled: Option<(i8, u16)>,
    /// Whether the estimate was given and needs no search.
    pub(super) is_given: bool,
    /// The line that it begins, if that was followed already.
    pub(super) line: Vec<Move>,
}

impl RootMove {
    pub(super) fn new(child: Child) -> Self {
        let seeds = child.board.seeds().cast_signed();
        Self {
            child,
            lower: child.gain - seeds,
            upper: child.gain + seeds,
            estimate: None,
            settled: None,
            is_given: false,
            line: Vec::new(),
        }
    }

    pub(super) const fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Notes that every move has been searched to a depth, unless a deeper one was done.
    pub(super) fn settle(&mut self, depth: u16) {
        if !self.is_given && self.settled.is_none_or(|(_, before)| before <= depth) {
            self.settled = self.value().map(|value| (value, depth));
        }
    }

    /// The proved value or the guess.
    pub(super) fn value(&self) -> Option<i8> {
        if self.is_exact() {
            return Some(self.lower);
        }
        self.estimate
            .map(|estimate| estimate.clamp(self.lower, self.upper))
    }
}

/// Whether a move is proved to be worth as much as any; `fresh` is what is known of the
/// position beside its moves.
pub(super) fn has_proved_best(moves: &[RootMove], fresh: Option<Bounds<Net>>) -> bool {
    let most = fresh.map_or(i8::MAX, |bounds| bounds.upper.seeds());
    moves.iter().enumerate().any(|(index, best)| {
        let others = moves
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index);
        let rival = others.map(|(_, root)| root.upper).max();
        rival.is_none_or(|rival| best.lower >= rival.min(most))
    })
}
