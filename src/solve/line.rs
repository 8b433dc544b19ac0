//! Best play to the end of the game, by values of boards without history.
//!
//! Taking any move that keeps the value is not enough: a table does not say how far the
//! capture is, so such moves can run in circles until the repetition rule ends the game and
//! the promised seeds are lost. So each layer is left by the shortest way on which every
//! move, of both sides, keeps the value. A shortest way meets no position twice, and where
//! the value is more or less than 0 there is one, because the side that has the advantage
//! can force its capture.

use std::cell::Cell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use crate::game::{Board, Bounds, Mechanics, Move, Net, ValueRules};
use crate::search::{Child, Oracle, children, ended};

/// Boards looked at for the way out of a layer.
const BOARDS_PER_LAYER: usize = 20_000;
/// Boards between two looks at the clock.
const BOARDS_BETWEEN_LOOKS: usize = 1 << 7;

/// A board, and whether the player who moves first in the line is to move.
type Seat = (Board, bool);

/// What a line needs to know of the game.
pub(super) struct Guide<'a, M> {
    pub(super) oracle: &'a dyn Oracle,
    pub(super) rules: &'a ValueRules,
    pub(super) mechanics: M,
    /// Where the game began; coming back to it would end the game.
    pub(super) root: Board,
    /// When the line has to be left where it is.
    pub(super) until: Option<Instant>,
    /// Boards that may still be looked at, for all lines together.
    pub(super) boards_left: Cell<u64>,
}

impl<M: Mechanics> Guide<'_, M> {
    /// The moves that follow `first`, after which the player to move gets `net`.
    ///
    /// `None` when the oracle does not know the boards. The line ends with the game, with
    /// the repetition that closes a loop worth 0, or where no way on was found.
    pub(super) fn line(&self, first: &Child, net: i8, longest: usize) -> Option<Vec<Move>> {
        if self.value(first.board)? != net {
            return None;
        }
        let mut line = vec![first.played];
        let (mut board, mut net, mut is_first_player) = (first.board, net, false);
        while line.len() < longest
            && ended(board, self.rules, self.mechanics).is_none()
            && !self.is_over()
        {
            let (way, is_out) = match self.way_out((board, is_first_player), net) {
                Some(way) => (way, true),
                None if net == 0 => (self.loop_from((board, is_first_player)), false),
                None => break,
            };
            for step in way {
                line.push(step.played);
                (board, net, is_first_player) = (step.board, step.gain - net, !is_first_player);
            }
            if !is_out {
                break;
            }
        }
        Some(line)
    }

    fn is_over(&self) -> bool {
        self.boards_left.get() == 0 || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Takes a board to look at; `false` when there is none left.
    fn take(&self) -> bool {
        let left = self.boards_left.get();
        self.boards_left.set(left.saturating_sub(1));
        left > 0
    }

    /// The shortest way from a board worth `net` to a capture or the end of the game.
    fn way_out(&self, start: Seat, net: i8) -> Option<Vec<Child>> {
        let mut seen: HashMap<Seat, Option<(Seat, Child)>> = HashMap::new();
        // The root can only be met again in its own layer, where the line starts.
        seen.insert((self.root, true), None);
        seen.insert(start, None);
        let mut waiting = VecDeque::from([(start, net)]);
        let mut looked_at = 0_usize;
        while let Some((seat, net)) = waiting.pop_front() {
            looked_at += 1;
            if !self.take() || (looked_at.is_multiple_of(BOARDS_BETWEEN_LOOKS) && self.is_over()) {
                return None;
            }
            for step in self.keeping(seat.0, net) {
                let next = (step.board, !seat.1);
                let leaves =
                    !step.is_quiet || ended(step.board, self.rules, self.mechanics).is_some();
                if leaves {
                    return Some(Self::trace(&seen, seat, step));
                }
                if !seen.contains_key(&next) && seen.len() < BOARDS_PER_LAYER {
                    seen.insert(next, Some((seat, step)));
                    waiting.push_back((next, step.gain - net));
                }
            }
        }
        None
    }

    fn trace(
        seen: &HashMap<Seat, Option<(Seat, Child)>>,
        mut seat: Seat,
        last: Child,
    ) -> Vec<Child> {
        let mut way = vec![last];
        while let Some(Some((before, step))) = seen.get(&seat) {
            way.push(*step);
            seat = *before;
        }
        way.reverse();
        way
    }

    /// Moves that keep a value of 0 until a position comes back.
    fn loop_from(&self, start: Seat) -> Vec<Child> {
        let mut seen = HashSet::from([(self.root, true), start]);
        let mut way = Vec::new();
        let mut seat = start;
        while self.take()
            && let Some(step) = self.keeping(seat.0, 0).next()
        {
            way.push(step);
            seat = (step.board, !seat.1);
            if !seen.insert(seat) {
                break;
            }
        }
        way
    }

    /// The moves by which the mover of a board worth `net` to him still gets that.
    fn keeping(&self, board: Board, net: i8) -> impl Iterator<Item = Child> {
        let steps: Vec<Child> = children(board, self.mechanics, None)
            .iter()
            .copied()
            .collect();
        steps
            .into_iter()
            .filter(move |step| self.value(step.board) == Some(step.gain - net))
    }

    fn value(&self, board: Board) -> Option<i8> {
        match ended(board, self.rules, self.mechanics) {
            Some(net) => Some(net.seeds()),
            None => self
                .oracle
                .probe(board)
                .and_then(Bounds::value)
                .map(Net::seeds),
        }
    }
}
