//! The moves of a board as the search sees them: where they lead and what they gain.
//!
//! Order matters for speed only: the move that was best before, then captures from the
//! largest down, then quiet moves from the last pit down, which keep the seeds near the
//! opponent's row in play.

use crate::game::{Board, Mechanics, Move, PITS_PER_ROW, effect, legal_moves};

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) played: Move,
    /// Seen by the player who moves next.
    pub(crate) board: Board,
    /// Seeds to the mover minus seeds to his opponent.
    pub(crate) gain: i8,
    pub(crate) captured: u8,
    pub(crate) is_grand_slam: bool,
    /// Whether no seed left the board, so that history goes on.
    pub(crate) is_quiet: bool,
}

/// Up to six children, in the order in which to try them.
#[derive(Clone, Copy)]
pub(crate) struct Children {
    list: [Option<Child>; PITS_PER_ROW],
    count: usize,
}

impl Children {
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Child> {
        self.list[..self.count].iter().flatten()
    }
}

/// The children of a board, `first` in front.
#[inline]
pub(crate) fn children<M: Mechanics>(board: Board, mechanics: M, first: Option<Move>) -> Children {
    let mut children = Children {
        list: [None; PITS_PER_ROW],
        count: 0,
    };
    for played in legal_moves(board, mechanics) {
        let child = child(board, played, mechanics);
        let rank = |child: &Child| (Some(child.played) == first, child.gain);
        // Insertion: pits come from the lowest up, and an equal later one goes in front.
        let mut place = children.count;
        while place > 0
            && children.list[place - 1].is_some_and(|before| rank(&before) <= rank(&child))
        {
            children.list[place] = children.list[place - 1];
            place -= 1;
        }
        children.list[place] = Some(child);
        children.count += 1;
    }
    children
}

#[inline]
fn child<M: Mechanics>(board: Board, played: Move, mechanics: M) -> Child {
    match played {
        Move::Sow(pit) => {
            let effect = effect(board, pit, mechanics);
            Child {
                played,
                board: effect.board.rotated(),
                gain: effect.captured.cast_signed() - effect.conceded.cast_signed(),
                captured: effect.captured,
                is_grand_slam: effect.is_grand_slam,
                is_quiet: effect.captured == 0 && effect.conceded == 0,
            }
        }
        Move::Pass => Child {
            played,
            board: board.rotated(),
            gain: 0,
            captured: 0,
            is_grand_slam: false,
            is_quiet: true,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Pit, Rules};

    #[test]
    fn best_move_then_captures_then_the_last_pits() {
        let board = Board::new([1, 0, 0, 2, 1, 1], [1, 1, 0, 0, 0, 4]);
        let order = |first| {
            children(board, Rules::default(), first)
                .iter()
                .map(|child| (child.played, child.gain))
                .collect::<Vec<_>>()
        };
        let sow = |pit| Move::Sow(Pit::new(pit));
        assert_eq!(
            order(None),
            [(sow(5), 2), (sow(4), 0), (sow(3), 0), (sow(0), 0)]
        );
        assert_eq!(
            order(Some(sow(0))),
            [(sow(0), 0), (sow(5), 2), (sow(4), 0), (sow(3), 0)]
        );
    }
}
