//! [`State`]: whether a board is supported, and if not, which of its moves can support it.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::game::{Move, PitSet};

/// What a board is waiting for, in a byte that several threads share.
///
/// ```text
///   bit      7          6      5 4 3 2 1 0
///            it loses   pass   pits            all zero: supported
/// ```
///
/// The value itself is not needed any more: of a board that wins, the marked moves are the
/// quiet ones that pay its value, and one of them has to lead to a supported board; of
/// a board that loses they are the quiet moves not yet known to, and all have to.
///
/// Every access is relaxed. Only the task that owns a board changes its byte, from more
/// marks to fewer; whoever reads an older one looks again in the next sweep, and sweeps
/// are separated by a join.
#[derive(Debug)]
pub(super) struct State(AtomicU8);

const LOSES: u8 = 0x80;
const PASS: u8 = 0x40;

/// The marks of a state, read once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting(u8);

/// A set of moves as a state marks them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    pub(super) fn insert(&mut self, played: Move) {
        self.0 |= match played {
            Move::Sow(pit) => 1 << pit.index(),
            Move::Pass => PASS,
        };
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl State {
    pub(super) const fn supported() -> Self {
        Self(AtomicU8::new(0))
    }

    /// A board that wins if one of these moves, of which there is one, leads to a
    /// supported board.
    pub(super) fn wins(by: Marks) -> Self {
        debug_assert!(!by.is_empty());
        Self(AtomicU8::new(by.0))
    }

    /// A board that loses if all of these moves, of which there is one, lead to supported
    /// boards.
    pub(super) fn loses(by: Marks) -> Self {
        debug_assert!(!by.is_empty());
        Self(AtomicU8::new(by.0 | LOSES))
    }

    /// A board of which no move can show what is stored.
    pub(super) const fn open() -> Self {
        Self(AtomicU8::new(LOSES))
    }

    #[inline]
    pub(super) fn is_supported(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// What the board is waiting for; `None` when it is supported.
    #[inline]
    pub(super) fn waiting(&self) -> Option<Waiting> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            byte => Some(Waiting(byte)),
        }
    }

    #[inline]
    pub(super) fn set(&self, waiting: Option<Waiting>) {
        let byte = waiting.map_or(0, |waiting| waiting.0);
        self.0.store(byte, Ordering::Relaxed);
    }
}

impl Waiting {
    /// Whether no move can support the board.
    pub(super) const fn is_hopeless(self) -> bool {
        self.0 == LOSES
    }

    pub(super) const fn loses(self) -> bool {
        self.0 & LOSES != 0
    }

    /// The first move that is waited for.
    #[inline]
    pub(super) fn first(self) -> Move {
        match PitSet::from_bits(self.0).next() {
            Some(pit) => Move::Sow(pit),
            None => Move::Pass,
        }
    }

    /// All of them.
    pub(super) fn moves(self) -> impl Iterator<Item = Move> {
        let pass = (self.0 & PASS != 0).then_some(Move::Pass);
        PitSet::from_bits(self.0).map(Move::Sow).chain(pass)
    }

    /// What a board that loses waits for once its first move is known to lead to a
    /// supported board; `None` when that was the last.
    #[inline]
    pub(super) fn without_first(self) -> Option<Self> {
        let marks = self.0 & !LOSES;
        let rest = marks & (marks - 1);
        (rest != 0).then_some(Self(rest | LOSES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pit;

    fn marks(moves: &[Move]) -> Marks {
        let mut marks = Marks::default();
        moves.iter().for_each(|&played| marks.insert(played));
        marks
    }

    #[test]
    fn losing_board_waits_for_one_move_after_the_other() {
        let (a, f) = (Move::Sow(Pit::new(0)), Move::Sow(Pit::new(5)));
        let state = State::loses(marks(&[f, a]));
        let waiting = state.waiting().unwrap();
        assert!(waiting.loses());
        assert_eq!(waiting.moves().collect::<Vec<_>>(), [a, f]);
        assert_eq!(waiting.first(), a);
        let waiting = waiting.without_first().unwrap();
        assert_eq!((waiting.first(), waiting.loses()), (f, true));
        state.set(waiting.without_first());
        assert!(state.is_supported());
    }

    #[test]
    fn open_board_waits_for_nothing_and_is_not_supported() {
        let state = State::open();
        assert!(!state.is_supported());
        assert!(state.waiting().unwrap().is_hopeless());
        let waits = State::loses(marks(&[Move::Pass])).waiting().unwrap();
        assert!(!waits.is_hopeless());
    }

    #[test]
    fn pass_is_a_move_to_wait_for() {
        for state in [
            State::wins(marks(&[Move::Pass])),
            State::loses(marks(&[Move::Pass])),
        ] {
            let waiting = state.waiting().unwrap();
            assert_eq!(waiting.moves().collect::<Vec<_>>(), [Move::Pass]);
            assert_eq!(waiting.first(), Move::Pass);
        }
    }
}
