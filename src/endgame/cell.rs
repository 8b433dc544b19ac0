//! What is known of one board while its layer is being solved.
//!
//! [`Cell`] is what the propagation asks of it; [`ZeroCell`] is the cell for loops that
//! count 0, one byte. Best capture and number of open moves would need ten bits. One byte
//! is enough because a board never needs both: with a capture that wins seeds it cannot
//! lose, so its open moves need no counting; and once its open moves are used up, a board
//! with another capture is worth the best of what is left, which is then computed anew.
//!
//! ```text
//!   0..=96     settled: value + 48
//!   97..=103   open: number of quiet moves not yet known to lose; nothing is taken
//!   104..=110  the same, and there are captures, none of which wins seeds
//!   111..=158  a capture wins 1..=48 seeds: the value is at least that
//!   159..=206  the value is -1..=-48, known but not yet told to the predecessors
//! ```

use crate::game::{MAX_SEEDS, Net};

/// What the moves of a board out of its layer are worth, and how many stay in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Survey {
    /// The best that a move out of the layer, or the end of the game, pays.
    pub(super) best: Option<i8>,
    /// Quiet moves.
    pub(super) open: u8,
}

/// What a board tells its predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Told {
    /// That its mover gets the level.
    pub(super) won: bool,
    /// That its mover gets no more than minus the level.
    pub(super) lost: bool,
}

/// What becomes of a board without open quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// It is lost at this level.
    Lost,
    /// The best of its other moves decides.
    Exhausted,
}

/// The state of one board. Levels are in seeds, from the highest down.
pub(super) trait Cell: Copy + Send + Sync + 'static {
    /// A board of which nothing is known.
    const UNKNOWN: Self;

    /// The state at the start.
    fn new(survey: Survey) -> Self;

    /// What the board's own exits come to at this level.
    fn wake(&mut self, level: i8) -> Told;

    /// A quiet move leads to a board that is lost at this level; whether this board was
    /// not known to be won.
    fn win(&mut self, level: i8) -> bool;

    /// A quiet move leads to a board that is won at this level; whether that was the last
    /// of a board not settled before. Without a branch: it is asked in a tight loop, and
    /// the answer is as good as random.
    fn close(&mut self) -> bool;

    /// After the last quiet move was closed at this level.
    fn closed(&mut self, level: i8) -> Closed;

    /// After [`Closed::Exhausted`]: the best of the moves out of the layer pays `best`;
    /// whether the board is lost at this level.
    fn exhaust(&mut self, best: Option<i8>, level: i8) -> bool;
}

/// The cell where an endless line counts 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct ZeroCell(pub(super) u8);

const OPEN: u8 = 2 * MAX_SEEDS + 1;
const EXITS: u8 = OPEN + 7;
const WINS: u8 = EXITS + 7;
const LOSES: u8 = WINS + MAX_SEEDS;

const _: () = assert!(LOSES as u32 + MAX_SEEDS as u32 <= u8::MAX as u32);

impl ZeroCell {
    #[inline]
    const fn settled(net: i8) -> Self {
        Self((net + MAX_SEEDS.cast_signed()).cast_unsigned())
    }

    /// A board without open moves that is worth `net`.
    const fn known(net: i8) -> Self {
        match net {
            0 => Self::settled(0),
            1.. => Self(WINS + net.cast_unsigned() - 1),
            _ => Self(LOSES + net.unsigned_abs() - 1),
        }
    }

    /// The final value: what never settled is a board from which nobody can be made to
    /// lose a seed, and worth 0.
    #[inline]
    pub(super) const fn value(self) -> Net {
        match self.0 {
            0..OPEN => Net::new(self.0.cast_signed() - MAX_SEEDS.cast_signed()),
            _ => Net::ZERO,
        }
    }
}

impl Cell for ZeroCell {
    const UNKNOWN: Self = Self(OPEN);

    #[inline]
    fn new(Survey { best, open }: Survey) -> Self {
        match best {
            Some(best @ 1..) => Self::known(best),
            Some(best) if open == 0 => Self::known(best),
            Some(_) => Self(EXITS + open),
            None => Self(OPEN + open),
        }
    }

    #[inline]
    fn wake(&mut self, level: i8) -> Told {
        let told = Told {
            won: self.0 == WINS - 1 + level.cast_unsigned(),
            lost: self.0 == LOSES - 1 + level.cast_unsigned(),
        };
        if told.won {
            *self = Self::settled(level);
        } else if told.lost {
            *self = Self::settled(-level);
        }
        told
    }

    #[inline]
    fn win(&mut self, level: i8) -> bool {
        let fresh = self.0 >= OPEN;
        *self = if fresh { Self::settled(level) } else { *self };
        fresh
    }

    #[inline]
    fn close(&mut self) -> bool {
        let is_open = self.0.wrapping_sub(OPEN) < WINS - OPEN;
        self.0 -= u8::from(is_open);
        is_open & ((self.0 == OPEN) | (self.0 == EXITS))
    }

    #[inline]
    fn closed(&mut self, level: i8) -> Closed {
        if self.0 == EXITS {
            return Closed::Exhausted;
        }
        *self = Self::settled(-level);
        Closed::Lost
    }

    #[inline]
    fn exhaust(&mut self, best: Option<i8>, level: i8) -> bool {
        match best {
            Some(best) if best > -level => {
                *self = Self::known(best);
                false
            }
            _ => self.win(-level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(best: Option<i8>, open: u8) -> ZeroCell {
        ZeroCell::new(Survey { best, open })
    }

    #[test]
    fn states_are_told_apart() {
        let mut bytes = std::collections::HashSet::new();
        for net in -48..=48 {
            assert!(bytes.insert(ZeroCell::settled(net).0));
            assert_eq!(ZeroCell::settled(net).value(), Net::new(net));
            if net != 0 {
                assert!(bytes.insert(ZeroCell::known(net).0));
            }
        }
        for open in 0..=6 {
            assert!(bytes.insert(cell(None, open).0));
            assert!(bytes.insert(ZeroCell(EXITS + open).0));
        }
    }

    #[test]
    fn only_the_last_closed_move_loses() {
        let mut quiet = cell(None, 2);
        assert!(!quiet.close());
        assert!(quiet.close());
        assert_eq!(quiet.closed(3), Closed::Lost);
        assert_eq!(quiet.value(), Net::new(-3));
        assert!(!quiet.close(), "settled once for all");
        assert!(!quiet.win(3));
    }

    #[test]
    fn a_losing_capture_decides_when_nothing_else_is_left() {
        let mut exits = cell(Some(-2), 1);
        assert!(exits.close());
        assert_eq!(exits.closed(5), Closed::Exhausted);
        assert!(!exits.exhaust(Some(-2), 5));
        assert_eq!(exits.wake(3), Told::default());
        assert!(exits.wake(2).lost);
        assert_eq!(exits.value(), Net::new(-2));
        let mut worse = cell(Some(-7), 1);
        assert!(worse.close());
        assert_eq!(worse.closed(5), Closed::Exhausted);
        assert!(worse.exhaust(Some(-7), 5));
        assert_eq!(worse.value(), Net::new(-5));
    }

    #[test]
    fn a_winning_capture_waits_for_its_level_or_something_better() {
        let mut wins = cell(Some(3), 2);
        assert!(!wins.close());
        assert!(wins.win(4));
        assert_eq!(wins.value(), Net::new(4));
        let mut wins = cell(Some(3), 2);
        assert!(wins.wake(3).won);
        assert!(!wins.wake(3).won);
    }

    #[test]
    fn what_stays_open_is_worth_nothing() {
        assert_eq!(cell(Some(0), 2).value(), Net::ZERO);
        assert_eq!(cell(None, 2).value(), Net::ZERO);
        assert_eq!(cell(Some(0), 0).value(), Net::ZERO);
    }
}
