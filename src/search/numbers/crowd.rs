//! Several threads on one claim, or one guess: how they part.
//!
//! All threads share what is proved, so a second one helps only where the first is not. Each
//! leaves a mark on the boards near the claim that it is looking into, and a move whose board
//! bears the mark of another seems harder than it is, by half for each thread. So the threads
//! part where two moves are nearly as good, and keep together where one stands out (virtual
//! losses; Kaneko 2010, *Parallel depth first proof number search*). Numbers steer and prove
//! nothing, so what is decided is as true as ever.
//!
//! The guesses of `estimate` are looked for likewise: a move that bears a mark at the same depth
//! is left until the others are done, by when the table knows it (Weill 1996, *The ABDADA
//! distributed minimax search algorithm*, with marks outside the table).

use std::sync::atomic::{AtomicU16, Ordering};

use super::claim::{BLOCKED, Branch};
use crate::game::Board;

/// Places for marks; boards that share one only seem busier than they are.
const PLACES: usize = 1 << 12;
/// Boards farther from the claim bear no marks: they are soon done with.
pub(super) const MARKED_PLIES: usize = 24;

/// The marks of the threads that work on claims about one root.
#[derive(Debug)]
pub(crate) struct Crowd {
    places: Box<[AtomicU16]>,
}

impl Crowd {
    pub(crate) fn new() -> Self {
        Self {
            places: (0..PLACES).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    pub(crate) fn enter(&self, board: Board, threshold: i8) {
        self.place(board, threshold).fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self, board: Board, threshold: i8) {
        self.place(board, threshold).fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether anybody is looking into a board, for a threshold or to a depth.
    pub(crate) fn is_at(&self, board: Board, threshold: i8) -> bool {
        self.place(board, threshold).load(Ordering::Relaxed) > 0
    }

    /// What a number seems to be where others are at work.
    fn weigh(&self, board: Board, threshold: i8, number: u16) -> u16 {
        let others = self.place(board, threshold).load(Ordering::Relaxed);
        number.saturating_add((number / 2 + 1).saturating_mul(others))
    }

    /// The most promising move where others are at work, and how promising the next best seems.
    pub(super) fn part(&self, branches: &[Branch]) -> (usize, u16) {
        let (mut least, mut second, mut next) = (u16::MAX, u16::MAX, 0);
        for (index, branch) in branches.iter().enumerate() {
            let number = branch.known.refutation;
            let seems = if number < BLOCKED {
                self.weigh(branch.board, branch.threshold, number)
                    .min(BLOCKED - 1)
            } else {
                number
            };
            if seems < least {
                (second, least, next) = (least, seems, index);
            } else {
                second = second.min(seems);
            }
        }
        (next, second)
    }

    fn place(&self, board: Board, threshold: i8) -> &AtomicU16 {
        let rows = board
            .mover_row()
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(board.opponent_row().wrapping_mul(0xD6E8_FEB8_6659_FD93))
            .wrapping_add(u64::from(threshold.cast_unsigned()) << 56);
        let mixed = (rows ^ rows >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        &self.places[(mixed >> 52) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_make_a_board_seem_harder_until_they_are_taken_away() {
        let crowd = Crowd::new();
        let board = Board::new([1; 6], [2; 6]);
        assert_eq!(crowd.weigh(board, 3, 10), 10);
        crowd.enter(board, 3);
        assert_eq!(crowd.weigh(board, 3, 10), 16);
        assert_eq!(crowd.weigh(board, 3, 0), 1);
        assert!(crowd.is_at(board, 3) && !crowd.is_at(board, 4));
        crowd.leave(board, 3);
        assert!(!crowd.is_at(board, 3));
        assert_eq!(crowd.weigh(board, 3, 10), 10);
    }
}
