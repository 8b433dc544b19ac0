//! What is known of one board while its layer is being solved.
//!
//! [`Cell`] is what the propagation asks of it; [`ZeroCell`] is the cell for loops that
//! count 0, one byte. Best capture and number of open moves would need ten bits. One byte
//! is enough because a board never needs both in full: with a capture that wins seeds it
//! cannot lose, so its open moves need no counting; and a capture that loses many seeds
//! is noted as that, and computed anew when the open moves are used up at a level where it
//! matters.
//!
//! ```text
//!   0..=96     settled: value + 48
//!   97..=103   open: number of quiet moves not yet known to lose; nothing is taken
//!   104..=152  open: 7 times that number, and the best capture loses so many seeds: 0 to 5,
//!              or 6 for more
//!   153..=200  a capture wins 1..=48 seeds: the value is at least that
//!   201..=248  the value is -1..=-48, known but not yet told to the predecessors
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
    /// It is worth more, by one of its other moves.
    Decided,
    /// The best of its other moves decides, and is not known any more.
    Exhausted,
}

/// The state of one board. Levels are in seeds, from the highest down.
pub(super) trait Cell: Copy + Send + Sync + 'static {
    /// A board of which nothing is known.
    const UNKNOWN: Self;

    /// How many levels a layer of so many seeds has.
    fn levels(seeds: u8) -> u8;

    /// The state at the start. `possible` is what the best exit may turn out to be worth
    /// where the layers below hold bounds, else the same as the survey's best.
    fn new(survey: Survey, possible: Option<i8>) -> Self;

    /// Whether one of these would tell something if woken.
    fn any_wakes(cells: &[Self], level: i8) -> bool;

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
/// Losses of a capture that are told apart; the last stands for more as well.
const LOSSES: u8 = 7;
const WINS: u8 = EXITS + 7 * LOSSES;
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

    /// The states of boards that are won and lost at this level by their exits.
    #[inline]
    const fn waking(level: i8) -> (u8, u8) {
        let level = level.cast_unsigned();
        (WINS - 1 + level, LOSES - 1 + level)
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

    fn levels(seeds: u8) -> u8 {
        seeds
    }

    #[inline]
    fn new(Survey { best, open }: Survey, _: Option<i8>) -> Self {
        match best {
            Some(best @ 1..) => Self::known(best),
            Some(best) if open == 0 => Self::known(best),
            Some(best) => Self(EXITS + LOSSES * open + best.unsigned_abs().min(LOSSES - 1)),
            None => Self(OPEN + open),
        }
    }

    #[inline]
    fn any_wakes(cells: &[Self], level: i8) -> bool {
        let (wins, loses) = Self::waking(level);
        // Folded rather than searched, so that it compares many cells at once.
        cells.iter().fold(false, |any, cell| {
            any | (cell.0 == wins) | (cell.0 == loses)
        })
    }

    #[inline]
    fn wake(&mut self, level: i8) -> Told {
        let (wins, loses) = Self::waking(level);
        let told = Told {
            won: self.0 == wins,
            lost: self.0 == loses,
        };
        // Choices and no branches, as they are as good as random.
        *self = if told.won {
            Self::settled(level)
        } else {
            *self
        };
        *self = if told.lost {
            Self::settled(-level)
        } else {
            *self
        };
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
        let has_exits = self.0 >= EXITS;
        let step = if has_exits { LOSSES } else { 1 };
        self.0 -= if is_open { step } else { 0 };
        let last = if has_exits { EXITS + LOSSES } else { OPEN + 1 };
        is_open & (self.0 < last)
    }

    #[inline]
    fn closed(&mut self, level: i8) -> Closed {
        let loss = self.0.saturating_sub(EXITS).cast_signed();
        if self.0 != OPEN && loss < level {
            if self.0 == EXITS + LOSSES - 1 {
                return Closed::Exhausted;
            }
            *self = Self::known(-loss);
            return Closed::Decided;
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
        ZeroCell::new(Survey { best, open }, best)
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
            for loss in (0..7).filter(|_| open > 0) {
                assert!(bytes.insert(cell(Some(-loss), open).0));
            }
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
        assert_eq!(exits.closed(5), Closed::Decided);
        assert_eq!(exits.wake(3), Told::default());
        assert!(exits.wake(2).lost);
        assert_eq!(exits.value(), Net::new(-2));
        for best in [-5, -7] {
            let mut worse = cell(Some(best), 1);
            assert!(worse.close());
            assert_eq!(worse.closed(5), Closed::Lost);
            assert_eq!(worse.value(), Net::new(-5));
        }
    }

    #[test]
    fn a_capture_that_loses_much_is_computed_anew() {
        let mut much = cell(Some(-8), 2);
        assert!(!much.close());
        assert!(much.close());
        assert_eq!(much.closed(9), Closed::Exhausted);
        assert!(!much.exhaust(Some(-8), 9));
        assert!(much.wake(8).lost);
        let mut more = cell(Some(-9), 1);
        assert!(more.close());
        assert_eq!(more.closed(8), Closed::Exhausted);
        assert!(more.exhaust(Some(-9), 8));
        assert_eq!(more.value(), Net::new(-8));
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
