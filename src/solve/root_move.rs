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
    proved_best(moves, fresh).is_some()
}

/// The first move that is proved to be worth as much as any.
pub(super) fn proved_best(moves: &[RootMove], fresh: Option<Bounds<Net>>) -> Option<usize> {
    let most = fresh.map_or(i8::MAX, |bounds| bounds.upper.seeds());
    (0..moves.len()).find(|&index| {
        let best = &moves[index];
        let others = moves
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index);
        let rival = others.map(|(_, root)| root.upper).max();
        rival.is_none_or(|rival| best.lower >= rival.min(most))
    })
}

/// The quiet moves whose value is wanted and not known: all, or those that can change which
/// move is best.
pub(super) fn wanted(moves: &[RootMove], only_best: bool) -> impl Iterator<Item = usize> {
    let most_lower = moves.iter().map(|root| root.lower).max().unwrap_or(i8::MIN);
    (0..moves.len()).filter(move |&index| {
        let root = &moves[index];
        root.child.is_quiet && !root.is_exact() && !(only_best && root.upper <= most_lower)
    })
}
