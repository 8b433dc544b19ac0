//! [`RootMove`]: what is known so far of a move of the root.

use crate::game::{Board, Bounds, Mechanics, Move, Net};
use crate::search::{Child, Children, children};

/// When the value of the position is known, those of the other moves may cost this part of
/// what that took,
const OTHER_MOVES: u64 = 4;
/// and at least so many nodes.
const LEAST_FOR_OTHER_MOVES: u64 = 1 << 18;

/// Where the value is known from tables and no move that has it, that may cost so much more.
const BEST_MOVE: u64 = 1 << 4;

/// Nodes spent in all at which a search ends that knows the value of the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    /// When the value of a move was known to be that of the position, too, and only the others
    /// were left.
    others: Option<u64>,
    /// When it was not.
    best: Option<u64>,
}

impl Ends {
    /// When to end if so much is known after `spent` nodes, and at `last` at the latest.
    pub(super) fn end(&mut self, has_best: bool, spent: u64, last: u64) -> u64 {
        let extra = (spent / OTHER_MOVES).max(LEAST_FOR_OTHER_MOVES);
        let (end, extra) = if has_best {
            (&mut self.others, extra)
        } else {
            (&mut self.best, extra.saturating_mul(BEST_MOVE))
        };
        *end.get_or_insert(spent.saturating_add(extra).min(last))
    }
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

    /// Takes what the board after it is worth when set up for a guess: loops with what was
    /// played can make it wrong, and no search by depth does better.
    pub(super) fn guess_from_tables(&mut self, guess: i8) {
        let guess = guess.clamp(self.lower, self.upper);
        self.estimate = Some(guess);
        self.settled = Some((guess, 1));
        self.is_given = true;
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

/// No move is worth more than the position, and one is worth as much: the only one that can be.
pub(super) fn limit(moves: &mut [RootMove], fresh: Option<Bounds<Net>>) {
    let Some(bounds) = fresh else { return };
    let (least, most) = (bounds.lower.seeds(), bounds.upper.seeds());
    for root in &mut *moves {
        root.upper = root.upper.min(most);
    }
    let mut able = moves.iter_mut().filter(|root| root.upper >= least);
    if let (Some(only), None) = (able.next(), able.next()) {
        only.lower = only.lower.max(least);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Rules};

    fn moves_with(bounds: [(i8, i8); 3]) -> Vec<RootMove> {
        let rules: Rules = "abapa".parse().expect("it is a rule set");
        let start: Position = "startpos".parse().expect("it is a position");
        let mut moves = root_moves(start.board(), rules, None);
        moves.truncate(bounds.len());
        for (root, (lower, upper)) in moves.iter_mut().zip(bounds) {
            (root.lower, root.upper) = (lower, upper);
        }
        moves
    }

    #[test]
    fn only_move_that_can_be_worth_as_much_as_the_position_is() {
        let exact = |net| {
            Some(Bounds {
                lower: Net::new(net),
                upper: Net::new(net),
            })
        };
        let bounds = |moves: &[RootMove]| {
            let bounds = moves.iter().map(|root| (root.lower, root.upper));
            bounds.collect::<Vec<_>>()
        };
        let mut moves = moves_with([(-4, 12), (6, 6), (-9, 7)]);
        limit(&mut moves, exact(8));
        assert_eq!(bounds(&moves), [(8, 8), (6, 6), (-9, 7)]);
        assert!(has_proved_best(&moves, exact(8)) && is_value_known(&moves));
        let mut two = moves_with([(-4, 12), (6, 6), (-9, 8)]);
        limit(&mut two, exact(8));
        assert_eq!(bounds(&two), [(-4, 8), (6, 6), (-9, 8)]);
        limit(&mut two, None);
        assert_eq!(bounds(&two), [(-4, 8), (6, 6), (-9, 8)]);
    }

    #[test]
    fn end_comes_later_where_the_best_move_is_not_known() {
        let mut ends = Ends::default();
        let best = ends.end(false, 100, u64::MAX);
        let others = ends.end(true, 200, u64::MAX);
        assert_eq!(others, 200 + LEAST_FOR_OTHER_MOVES);
        assert_eq!(best, 100 + BEST_MOVE * LEAST_FOR_OTHER_MOVES);
        assert_eq!(ends.end(true, 5_000_000, u64::MAX), others, "it is kept");
        assert_eq!(Ends::default().end(true, 8_000_000, u64::MAX), 10_000_000);
        assert_eq!(Ends::default().end(false, 7, 9), 9);
    }
}
