//! Time management: from a clock, an increment, a time for the move and other limits to what
//! one move may take.
//!
//! A game of oware seldom lasts longer than its seeds allow: every few plies some leave the
//! board for good. So the moves still to come are estimated from the seeds on the board, the
//! time left is shared out evenly over them, and most of the increment is spent at once. A
//! part is always kept back for what happens outside the search: reading a line off the
//! table, a pipe, a busy machine.

use std::time::Duration;

use crate::game::Board;

/// What is lost outside the search at every move.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The least time for a move: enough to look a few plies ahead.
const LEAST: Duration = Duration::from_millis(1);
/// Own moves that are still to come on an empty board.
const LAST_MOVES: u32 = 6;
/// Seeds that leave the board for each own move. Games between strong players from the start
/// take 60 to 80 plies.
const SEEDS_PER_MOVE: u32 = 2;
/// The largest part of the time left, as a divisor, that one move may take.
const LARGEST_PART: u32 = 4;

/// A player's clock in a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Time left for all moves still to come.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// What a move may take. Limits combine: whichever is reached first ends the search. Without
/// any it goes on until everything is proved or the work is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<ClockState>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth_plies: Option<u16>,
}

impl Allowance {
    /// So much time for the move, and no other limit.
    #[must_use]
    pub const fn of_time(move_time: Duration) -> Self {
        Self {
            move_time: Some(move_time),
            clock: None,
            nodes: None,
            depth_plies: None,
        }
    }

    /// The time for a move in a position with this board; `None` when nothing limits it.
    #[must_use]
    pub fn time(&self, board: Board) -> Option<Duration> {
        let share = self.clock.map(|clock| clock.share(board));
        match (self.move_time, share) {
            (Some(given), Some(share)) => Some(given.min(share)),
            (given, share) => given.or(share),
        }
    }
}

impl ClockState {
    /// The part of the time that this move should take.
    fn share(self, board: Board) -> Duration {
        // With a few milliseconds left the reserve is a part of those.
        let reserve = OVERHEAD.min(self.left / 2);
        let usable = self.left - reserve;
        let moves = LAST_MOVES + u32::from(board.seeds()) / SEEDS_PER_MOVE;
        // The increment comes after the move: it must not be spent before it is there.
        let wanted = usable / moves + self.increment.saturating_sub(OVERHEAD) * 3 / 4;
        wanted.min(usable / LARGEST_PART).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Board = Board::new([4; 6], [4; 6]);

    fn clock(left_ms: u64, increment_ms: u64) -> Allowance {
        Allowance {
            clock: Some(ClockState {
                left: Duration::from_millis(left_ms),
                increment: Duration::from_millis(increment_ms),
            }),
            ..Allowance::default()
        }
    }

    #[test]
    fn no_limit_of_time_gives_no_time() {
        assert_eq!(Allowance::default().time(FULL), None);
        let nodes = Allowance {
            nodes: Some(1),
            ..Allowance::default()
        };
        assert_eq!(nodes.time(FULL), None);
    }

    #[test]
    fn the_shorter_of_move_time_and_clock_counts() {
        let mut both = clock(60_000, 0);
        let share = both.time(FULL).unwrap();
        assert!((1_000..4_000).contains(&share.as_millis()), "{share:?}");
        both.move_time = Some(Duration::from_millis(100));
        assert_eq!(both.time(FULL), Some(Duration::from_millis(100)));
        both.move_time = Some(Duration::from_secs(100));
        assert_eq!(both.time(FULL), Some(share));
    }

    #[test]
    fn fewer_seeds_and_an_increment_give_more_time() {
        let few = Board::new([1; 6], [1; 6]);
        assert!(clock(60_000, 0).time(few) > clock(60_000, 0).time(FULL));
        assert!(clock(60_000, 2_000).time(FULL) > clock(60_000, 0).time(FULL));
    }

    #[test]
    fn clock_never_runs_out_however_long_the_game() {
        for (start, increment) in [(600_000, 0), (10_000, 0), (1_000, 100), (0, 50), (300, 0)] {
            let (mut left, mut board) = (start, FULL);
            for ply in 0..1_000 {
                // A game in which hardly anything is captured is the hardest to plan.
                if ply % 100 == 99 {
                    board = Board::new([3; 6], [1; 6]);
                }
                let time = clock(left, increment).time(board).unwrap();
                let taken = u64::try_from(time.as_millis()).unwrap();
                assert!(taken <= left.max(1), "{taken} of {left} at ply {ply}");
                left = left.saturating_sub(taken) + increment;
            }
        }
    }
}
