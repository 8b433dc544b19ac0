//! What sowing does to the opponent's row, as tables over all rows.
//!
//! A board is a pair of rows. A move of the mover changes his own row in a way that does
//! not depend on the opponent's, and the opponent's in a way that depends only on how far
//! the sowing [reaches](Reach). So for one mover's row and one pit, the
//! boards after the move all have the *same* row of the player who moved, and lie side by
//! side in the index; which of them an opponent's row leads to is read from a table that
//! serves every such pair. That turns the random accesses of retrograde analysis into walks
//! along short pieces of memory.
//!
//! The first [`Reach::TABULATED`] reaches have tables. Sowings that reach further need a pit
//! of 23 seeds, so that hardly any board has one; they are sown one board at a time.

use super::index::{row_index, rows_of};
use crate::game::{Board, GrandSlam, Mechanics, PITS_PER_ROW, Pit, Row, Sown, lane, row_seeds};

/// How far a sowing gets, as far as the opponent's row can tell: how often it went round and
/// where the last seed fell.
///
/// ```text
///   0        nothing crosses over
///   1..=6    so many seeds cross, and the last falls into the opponent's pit a, b, … f
///   7        six cross, and the last falls into the mover's row again
///   8..=13   the same once more: seven to twelve cross
///   14       twelve cross, and the last falls into the mover's row; and so on
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reach(u8);

/// The opponent's pits and home.
const STEPS: u8 = PITS_PER_ROW as u8 + 1;
/// Seeds that go once round: all holes but the one that they come from.
const ROUND: u8 = 2 * PITS_PER_ROW as u8 - 1;
/// A seed for each pit of a row.
const ONES: Row = 0x0000_0101_0101_0101;

impl Reach {
    /// How many reaches are tabulated, from none on.
    pub(super) const TABULATED: usize = 15;

    /// All that are tabulated.
    pub(super) fn tabulated() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::TABULATED as u8).map(Self)
    }

    /// That of a number of seeds, not none, sown from a pit.
    #[inline]
    pub(super) const fn of(seeds: u8, pit: Pit) -> Self {
        let over = (seeds + pit.index() as u8 + 1).saturating_sub(PITS_PER_ROW as u8);
        if over == 0 {
            return Self(0);
        }
        let (rounds, place) = ((over - 1) / ROUND, (over - 1) % ROUND);
        let step = if place < PITS_PER_ROW as u8 {
            place + 1
        } else {
            STEPS
        };
        Self(STEPS * rounds + step)
    }

    /// The fewest seeds in the mover's last pit that reach so far.
    const fn seeds_of_last_pit(self) -> u8 {
        let (rounds, step) = (self.0 / STEPS, self.0 % STEPS);
        match (rounds, step) {
            (0, 0) => 0,
            (_, 0) => ROUND * (rounds - 1) + STEPS,
            _ => ROUND * rounds + step,
        }
    }

    /// Its number.
    #[inline]
    pub(super) const fn get(self) -> usize {
        self.0 as usize
    }

    /// Whether there are tables for it.
    #[inline]
    pub(super) const fn is_tabulated(self) -> bool {
        self.get() < Self::TABULATED
    }

    /// Whether the last seed falls into the mover's own row, so that nothing is taken.
    #[inline]
    pub(super) const fn ends_at_home(self) -> bool {
        self.0.is_multiple_of(STEPS)
    }

    /// Seeds that cross over.
    pub(super) const fn crossed(self) -> u8 {
        PITS_PER_ROW as u8 * (self.0 / STEPS) + self.0 % STEPS
    }

    /// The opponent's row before, if every pit of `after` has the seeds that were added.
    #[inline]
    pub(super) const fn row_before(self, after: Row) -> Option<Row> {
        const HIGHS: Row = ONES << 7;
        // The opponent's pits from the first on are the bytes from the highest down.
        let more = ONES & u64::MAX << (8 * (PITS_PER_ROW as u8 - self.0 % STEPS));
        let added = ONES * (self.0 / STEPS) as Row + more;
        let rest = (after | HIGHS) - added;
        if rest & HIGHS == HIGHS {
            Some(rest & !HIGHS)
        } else {
            None
        }
    }

    /// What becomes of an opponent's row.
    ///
    /// # Panics
    ///
    /// When debug assertions are on and nothing crosses over.
    pub(super) fn into_row<M: Mechanics>(self, row: Row, mechanics: M) -> Arrival {
        // Any mover's row will do from which a sowing reaches so far.
        let pit = Pit::ALL[PITS_PER_ROW - 1];
        let mover = Row::from(self.seeds_of_last_pit()) << lane(pit);
        arrival(Board::from_rows(mover, row).sow(pit), mechanics)
    }
}

/// What a move does, as far as its mover's row decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure {
    pub(super) pit: Pit,
    /// The mover's row after it.
    pub(super) own: Row,
    pub(super) reach: Reach,
}

/// What becomes of an opponent's row that held seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Nothing is taken; the row after sowing.
    Quiet(Row),
    /// So many seeds are taken and this row is left.
    Capture(u8, Row),
    /// A grand slam that is not allowed where there is another move.
    Barred,
    /// A grand slam after which the rest is shared out: the rules must be asked.
    Last,
}

impl Departure {
    /// Sowing from a pit of `mover` that holds a seed.
    #[inline]
    pub(super) fn new(mover: Row, pit: Pit) -> Self {
        Self {
            pit,
            own: Board::from_rows(mover, 0).sow(pit).board.mover_row(),
            reach: Reach::of((mover >> lane(pit)) as u8, pit),
        }
    }
}

/// The outcome of sowing for the opponent's row, which held seeds.
#[inline]
pub(super) fn arrival<M: Mechanics>(sown: Sown, mechanics: M) -> Arrival {
    let row = sown.board.opponent_row();
    let spared = row & !sown.chain;
    if sown.chain == 0 {
        return Arrival::Quiet(row);
    }
    let left = match mechanics.grand_slam() {
        _ if spared != 0 => spared,
        GrandSlam::NoCapture => row,
        GrandSlam::Capture => 0,
        GrandSlam::KeepFirst => row & (0xFF << (row.trailing_zeros() & !7)),
        GrandSlam::KeepLast => row & (0xFF << (row.ilog2() & !7)),
        GrandSlam::Forbidden | GrandSlam::UnlessForced => return Arrival::Barred,
        GrandSlam::OpponentTakesRest => return Arrival::Last,
    };
    if left == row {
        Arrival::Quiet(row)
    } else {
        Arrival::Capture(row_seeds(row - left), left)
    }
}

/// One reach into the rows with one sum.
#[derive(Debug, Default)]
pub(super) struct Crossing {
    /// Captures, by seeds taken: where those of each number begin in `captures`.
    groups: Vec<(u8, usize)>,
    /// The row before and the row after the capture, by their numbers among rows of their
    /// sums.
    captures: Vec<(u32, u32)>,
    /// Rows into which the move is allowed only where there is no other.
    pub(super) barred: Vec<u32>,
    /// Rows of which the rules must be asked.
    pub(super) last: Vec<u32>,
}

impl Crossing {
    /// The captures that take so many seeds, for each number.
    pub(super) fn groups(&self) -> impl Iterator<Item = (u8, &[(u32, u32)])> {
        let ends = self.groups.iter().skip(1).map(|group| group.1);
        self.groups
            .iter()
            .zip(ends.chain([self.captures.len()]))
            .map(|(&(taken, start), end)| (taken, &self.captures[start..end]))
    }
}

/// The tables for the boards of one layer.
#[derive(Debug)]
pub(super) struct Crossings {
    /// By reach and sum of the row before.
    forward: Vec<Vec<Crossing>>,
}

impl Crossings {
    /// The tables for rows of up to `seeds` seeds.
    pub(super) fn new<M: Mechanics>(seeds: u8, mechanics: M) -> Self {
        use rayon::prelude::*;
        let forward = Reach::tabulated()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|reach| {
                let sums = if reach.ends_at_home() {
                    0
                } else {
                    (seeds + 1).saturating_sub(reach.crossed())
                };
                (0..sums)
                    .map(|sum| tabulate(reach, sum, mechanics))
                    .collect()
            })
            .collect();
        Self { forward }
    }

    /// What a sowing with a tabulated reach does to the rows with this sum beyond adding to
    /// them; `None` when it can do nothing.
    #[inline]
    pub(super) fn forward(&self, reach: Reach, sum: u8) -> Option<&Crossing> {
        self.forward[reach.get()].get(usize::from(sum))
    }
}

fn tabulate<M: Mechanics>(reach: Reach, sum: u8, mechanics: M) -> Crossing {
    let mut crossing = Crossing::default();
    let mut taken = Vec::new();
    for (number, &row) in (0..).zip(rows_of(sum)) {
        match reach.into_row(row, mechanics) {
            Arrival::Quiet(_) => {}
            Arrival::Capture(seeds, left) => taken.push((seeds, number, row_index(left) as u32)),
            Arrival::Barred => crossing.barred.push(number),
            Arrival::Last => crossing.last.push(number),
        }
    }
    taken.sort_unstable();
    for (seeds, before, after) in taken {
        if crossing.groups.last().is_none_or(|group| group.0 != seeds) {
            crossing.groups.push((seeds, crossing.captures.len()));
        }
        crossing.captures.push((before, after));
    }
    crossing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, effect, legal};

    #[test]
    fn reach_and_arrival_say_what_sowing_does_under_every_grand_slam() {
        for slam in [
            "no-capture",
            "unless-forced",
            "forbidden",
            "capture",
            "keep-first",
            "keep-last",
            "opponent-takes-rest",
        ] {
            let rules: Rules = format!("abapa+grand-slam={slam}").parse().unwrap();
            let mut barred = 0;
            for (pit, seeds) in Pit::ALL
                .into_iter()
                .flat_map(|pit| (1..=30_u8).map(move |n| (pit, n)))
            {
                // A seed beside it, so that forced slams are not the only moves.
                let beside = Pit::ALL[(pit.index() + 1) % PITS_PER_ROW];
                let mover = Row::from(seeds) << lane(pit) | 1 << lane(beside);
                let departure = Departure::new(mover, pit);
                for &opponent in (1..=4).flat_map(rows_of) {
                    let board = Board::from_rows(mover, opponent);
                    let sown = board.sow(pit);
                    assert_eq!(departure.own, sown.board.mover_row());
                    let row = sown.board.opponent_row();
                    assert_eq!(departure.reach.row_before(row), Some(opponent));
                    assert_eq!(departure.reach.crossed(), row_seeds(row - opponent));
                    let found = arrival(sown, rules);
                    if departure.reach.ends_at_home() {
                        assert_eq!(found, Arrival::Quiet(row));
                    } else {
                        assert_eq!(found, departure.reach.into_row(opponent, rules));
                    }
                    let effect = effect(board, pit, rules);
                    let expected = if !legal(board, rules).contains(pit) {
                        barred += 1;
                        Arrival::Barred
                    } else if effect.conceded > 0 {
                        Arrival::Last
                    } else if effect.captured > 0 {
                        Arrival::Capture(effect.captured, effect.board.opponent_row())
                    } else {
                        Arrival::Quiet(effect.board.opponent_row())
                    };
                    let is_forced = found == Arrival::Barred && expected != found;
                    assert!(found == expected || is_forced, "{slam} {board:?} {pit:?}");
                }
            }
            assert_eq!(barred > 0, matches!(slam, "unless-forced" | "forbidden"));
        }
    }
}
