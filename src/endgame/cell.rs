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

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::news::Kind;
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

/// What comes of news that a board heard, as flags, so that nobody need branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heard(u8);

impl Heard {
    /// Nothing that others must know.
    pub(super) const NOTHING: Self = Self(0);
    /// The board is won at this level.
    pub(super) const WON: Self = Self(Self::SETTLED | Kind::Won as u8);
    /// The board is lost at this level.
    pub(super) const LOST: Self = Self(Self::SETTLED | Kind::Lost as u8);
    /// Its quiet moves are used up, the best of its other moves decides, and that is not known
    /// any more.
    pub(super) const EXHAUSTED: Self = Self(4);
    const SETTLED: u8 = 2;

    /// Whether the board settled.
    #[inline]
    pub(super) const fn is_settled(self) -> bool {
        self.0 & Self::SETTLED != 0
    }

    /// How, if so.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        match self.0 & 1 {
            0 => Kind::Lost,
            _ => Kind::Won,
        }
    }

    /// Whether it must be looked at.
    #[inline]
    pub(super) const fn is_exhausted(self) -> bool {
        self.0 & Self::EXHAUSTED.0 != 0
    }
}

/// The state of one board. Levels are in seeds, from the highest down.
pub(super) trait Cell:
    Copy + Send + Sync + FromBytes + IntoBytes + Immutable + KnownLayout + 'static
{
    /// How news is heard at one level.
    type Ear: Sync;

    /// How many levels a layer of so many seeds has.
    fn levels(seeds: u8) -> u8;

    /// The state at the start. `possible` is what the best exit may turn out to be worth
    /// where the layers below hold bounds, else the same as the survey's best.
    fn new(survey: Survey, possible: Option<i8>) -> Self;

    /// Which of these, at most 32, would tell something if woken: the lowest bit is for the
    /// first.
    fn waking(cells: &[Self], level: i8) -> u32;

    /// What the board's own exits come to at this level.
    fn wake(&mut self, level: i8) -> Told;

    /// How news is heard at this level.
    fn ear(level: i8) -> Self::Ear;

    /// A quiet move leads to a board that is lost or won at this level. Without a branch: it
    /// is asked in a tight loop, and the answer is as good as random.
    fn hear(&mut self, kind: Kind, ear: &Self::Ear) -> Heard;

    /// After [`Heard::EXHAUSTED`]: the best of the moves out of the layer pays `best`;
    /// whether the board is lost at this level.
    fn exhaust(&mut self, best: Option<i8>, level: i8) -> bool;
}

/// The cell where an endless line counts 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
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
    const fn waking_states(level: i8) -> (u8, u8) {
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

/// What a [`ZeroCell`] becomes and what comes of it, for each state and kind of news. States
/// are so few that looking them up is faster than thinking.
pub(super) struct Hearing([[(ZeroCell, Heard); 1 << 8]; 2]);

impl ZeroCell {
    /// After a quiet move to a board that is lost at this level.
    fn after_loss(mut self, level: i8) -> (Self, Heard) {
        let is_fresh = self.0 >= OPEN;
        if is_fresh {
            self = Self::settled(level);
            return (self, Heard::WON);
        }
        (self, Heard::NOTHING)
    }

    /// After one more quiet move to a board that is won at this level.
    fn after_win(mut self, level: i8) -> (Self, Heard) {
        if self.0 <= OPEN || self.0 >= WINS {
            return (self, Heard::NOTHING);
        }
        let has_exits = self.0 >= EXITS;
        self.0 -= if has_exits { LOSSES } else { 1 };
        let is_open = self.0 >= if has_exits { EXITS + LOSSES } else { OPEN + 1 };
        if is_open {
            return (self, Heard::NOTHING);
        }
        let loss = self.0.saturating_sub(EXITS).cast_signed();
        if !has_exits || loss >= level {
            return (Self::settled(-level), Heard::LOST);
        }
        if self.0 == EXITS + LOSSES - 1 {
            return (self, Heard::EXHAUSTED);
        }
        (Self::known(-loss), Heard::NOTHING)
    }
}

/// Which of eight bytes equal a state: the lowest bit is for the lowest byte.
#[inline]
const fn equal_bytes(bytes: u64, state: u8) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const REST: u64 = 0x7F * ONES;
    let differs = bytes ^ (state as u64 * ONES);
    // The highest bit of each byte that is 0.
    let zeros = !(((differs & REST) + REST) | differs | REST);
    // Bit 8i goes to bit 56 + i by the factor 2^(56 - 7i), and no two products meet in one.
    ((zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl Cell for ZeroCell {
    type Ear = Box<Hearing>;

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
    fn waking(cells: &[Self], level: i8) -> u32 {
        let (wins, loses) = Self::waking_states(level);
        // Folded rather than searched, so that it compares many cells at once.
        let any = cells.iter().fold(false, |any, cell| {
            any | (cell.0 == wins) | (cell.0 == loses)
        });
        if !any {
            return 0;
        }
        let (eights, rest) = cells.as_chunks::<8>();
        let bits = rest.iter().rev().fold(0, |bits, cell| {
            bits << 1 | u32::from((cell.0 == wins) | (cell.0 == loses))
        });
        eights.iter().rev().fold(bits, |bits, eight| {
            let states = u64::from_le_bytes(eight.map(|cell| cell.0));
            bits << 8 | equal_bytes(states, wins) | equal_bytes(states, loses)
        })
    }

    #[inline]
    fn wake(&mut self, level: i8) -> Told {
        let (wins, loses) = Self::waking_states(level);
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

    fn ear(level: i8) -> Box<Hearing> {
        let states = std::array::from_fn(|state| Self(state as u8));
        Box::new(Hearing([
            states.map(|cell: Self| cell.after_loss(level)),
            states.map(|cell: Self| cell.after_win(level)),
        ]))
    }

    #[inline]
    fn hear(&mut self, kind: Kind, ear: &Box<Hearing>) -> Heard {
        let heard;
        (*self, heard) = ear.0[kind as usize][usize::from(self.0)];
        heard
    }

    #[inline]
    fn exhaust(&mut self, best: Option<i8>, level: i8) -> bool {
        match best {
            Some(best) if best > -level => {
                *self = Self::known(best);
                false
            }
            _ => {
                *self = Self::settled(-level);
                true
            }
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

    fn hear(cell: &mut ZeroCell, kind: Kind, level: i8) -> Heard {
        cell.hear(kind, &ZeroCell::ear(level))
    }

    #[test]
    fn only_the_last_closed_move_loses() {
        let mut quiet = cell(None, 2);
        assert_eq!(hear(&mut quiet, Kind::Won, 3), Heard::NOTHING);
        assert_eq!(hear(&mut quiet, Kind::Won, 3), Heard::LOST);
        assert_eq!(quiet.value(), Net::new(-3));
        for kind in [Kind::Won, Kind::Lost] {
            assert_eq!(
                hear(&mut quiet, kind, 3),
                Heard::NOTHING,
                "settled once for all"
            );
        }
    }

    #[test]
    fn a_losing_capture_decides_when_nothing_else_is_left() {
        let mut exits = cell(Some(-2), 1);
        assert_eq!(hear(&mut exits, Kind::Won, 5), Heard::NOTHING);
        assert_eq!(exits.wake(3), Told::default());
        assert!(exits.wake(2).lost);
        assert_eq!(exits.value(), Net::new(-2));
        for best in [-5, -7] {
            let mut worse = cell(Some(best), 1);
            assert_eq!(hear(&mut worse, Kind::Won, 5), Heard::LOST);
            assert_eq!(worse.value(), Net::new(-5));
        }
    }

    #[test]
    fn a_capture_that_loses_much_is_computed_anew() {
        let mut much = cell(Some(-8), 2);
        assert_eq!(hear(&mut much, Kind::Won, 9), Heard::NOTHING);
        assert_eq!(hear(&mut much, Kind::Won, 9), Heard::EXHAUSTED);
        assert!(!much.exhaust(Some(-8), 9));
        assert!(much.wake(8).lost);
        let mut more = cell(Some(-9), 1);
        assert_eq!(hear(&mut more, Kind::Won, 8), Heard::EXHAUSTED);
        assert!(more.exhaust(Some(-9), 8));
        assert_eq!(more.value(), Net::new(-8));
    }

    #[test]
    fn a_winning_capture_waits_for_its_level_or_something_better() {
        let mut wins = cell(Some(3), 2);
        assert_eq!(hear(&mut wins, Kind::Won, 4), Heard::NOTHING);
        assert_eq!(hear(&mut wins, Kind::Lost, 4), Heard::WON);
        assert_eq!(wins.value(), Net::new(4));
        let mut wins = cell(Some(3), 2);
        assert!(wins.wake(3).won);
        assert!(!wins.wake(3).won);
    }

    #[test]
    fn those_that_wake_are_found_wherever_they_are() {
        for length in [1, 7, 32] {
            for place in 0..length {
                let mut cells = vec![cell(Some(2), 3); length];
                cells[place] = cell(Some(4), 0);
                assert_eq!(ZeroCell::waking(&cells, 4), 1 << place);
                cells[place] = cell(Some(-4), 0);
                assert_eq!(ZeroCell::waking(&cells, 4), 1 << place);
                assert_eq!(ZeroCell::waking(&cells, 2).count_ones(), length as u32 - 1);
                assert_eq!(ZeroCell::waking(&cells, 3), 0);
            }
        }
    }

    #[test]
    fn what_stays_open_is_worth_nothing() {
        assert_eq!(cell(Some(0), 2).value(), Net::ZERO);
        assert_eq!(cell(None, 2).value(), Net::ZERO);
        assert_eq!(cell(Some(0), 0).value(), Net::ZERO);
    }
}
