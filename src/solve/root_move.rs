//! [`RootMove`]: what is known so far of a move of the root.

use crate::game::{Board, Bounds, Mechanics, Move, Net};
use crate::search::{Child, Children, children};

/// When the value of the position is known, those of the other moves may cost this part of
/// what that took,
const OTHER_MOVES: u64 = 4;
/// and at least so many nodes.
const LEAST_FOR_OTHER_MOVES: u64 = 1 << 18;

/// Nodes spent in all at which the values of the other moves are left as they are, where that
/// of the position took `spent`.
pub(super) fn end_of_other_moves(spent: u64) -> u64 {
    spent.saturating_add((spent / OTHER_MOVES).max(LEAST_FOR_OTHER_MOVES))
}

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

/// The moves of a board of which an oracle knows `fresh`.
pub(super) fn root_moves<M: Mechanics>(
    board: Board,
    mechanics: M,
    fresh: Option<Bounds<Net>>,
) -> Vec<RootMove> {
    let mut moves = in_order(&children(board, mechanics, None));
    limit(&mut moves, fresh);
    moves
}

/// In the order of the pits; the pass stands alone.
pub(super) fn in_order(children: &Children) -> Vec<RootMove> {
    let mut moves: Vec<RootMove> = children.iter().copied().map(RootMove::new).collect();
    moves.sort_by_key(|root| match root.child.played {
        Move::Sow(pit) => pit.index(),
        Move::Pass => 0,
    });
    moves
}

/// No move is worth more than the position.
pub(super) fn limit(moves: &mut [RootMove], fresh: Option<Bounds<Net>>) {
    let most = fresh.map_or(i8::MAX, |bounds| bounds.upper.seeds());
    for root in moves {
        root.upper = root.upper.min(most);
    }
}

/// Whether only the values of moves that are not best are left to find.
pub(super) fn is_value_known(moves: &[RootMove]) -> bool {
    let best = |bound: fn(&RootMove) -> i8| moves.iter().map(bound).max();
    best(|root| root.lower) == best(|root| root.upper)
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
