//! The line of play from the root: repetition, and keys for what depends on the past.
//!
//! A capture wipes the past, so the line falls into segments, each the positions of one
//! layer. Repetition looks at the last segment only. Under own-row repetition the first
//! segment begins with the game's past.

use crate::game::{Board, Loops, Player, own_rows_value};

use super::reach::Seat;
use super::table::{Key, mix};

#[derive(Clone, Copy)]
struct Step {
    board: Board,
    side: Player,
    /// Where its segment begins.
    segment: usize,
    /// Sum over the counted positions of the segment up to here, this one included.
    sum: [u64; 2],
}

/// What arriving at a position repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// Nothing that ends the game.
    No,
    /// The position at this place of the path: worth 0 from here on.
    Zero {
        /// Index into the path.
        above: usize,
    },
    /// The last occurrence that the rules allow: each player keeps his own row.
    OwnRows {
        /// Mover's seeds minus opponent's.
        net: i8,
    },
    /// A position that does not count, with nothing counted in between: a circle that the
    /// rules never end.
    Circle,
}

/// The positions played through, the last one last.
pub(crate) struct Path {
    loops: Loops,
    steps: Vec<Step>,
}

impl Path {
    /// A path that consists of the past and the root.
    pub(crate) fn new(loops: Loops, past: &[Seat], root: Seat) -> Self {
        let mut path = Self {
            loops,
            steps: Vec::new(),
        };
        for &(board, side) in past.iter().chain([&root]) {
            path.push(board, side, true);
        }
        path
    }

    pub(crate) const fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn push(&mut self, board: Board, side: Player, is_quiet: bool) {
        let segment = self.segment(is_quiet);
        let sum = self.sum_with(board, side, is_quiet);
        self.steps.push(Step {
            board,
            side,
            segment,
            sum,
        });
    }

    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The side to move in the last position.
    pub(crate) fn side(&self) -> Player {
        self.steps.last().map_or(Player::South, |step| step.side)
    }

    /// Where the segment of a next position begins; its own place after a capture.
    fn segment(&self, is_quiet: bool) -> usize {
        match self.steps.last() {
            Some(step) if is_quiet => step.segment,
            _ => self.steps.len(),
        }
    }

    /// Whether the next position lies in the layer of the root.
    pub(crate) fn is_root_layer(&self, is_quiet: bool) -> bool {
        !self.steps.is_empty() && self.segment(is_quiet) == 0
    }

    fn sum_with(&self, board: Board, side: Player, is_quiet: bool) -> [u64; 2] {
        let before = match self.steps.last() {
            Some(step) if is_quiet => step.sum,
            _ => [0; 2],
        };
        if !self.counts(board) {
            return before;
        }
        sum_after(before, board, side)
    }

    fn counts(&self, board: Board) -> bool {
        match self.loops {
            Loops::Zero => false,
            Loops::OwnRows { both_rows, .. } => !both_rows || both_rows_hold(board),
        }
    }

    /// The key of a next position that has a past: board, side and visited positions.
    ///
    /// The position itself enters a second time, with a factor that no count of
    /// occurrences reaches, so that the same set met at different places differs.
    pub(crate) fn past_key(&self, board: Board, side: Player, is_quiet: bool) -> Key {
        const HERE: u64 = 0x9E37_79B9_7F4A_7C15;
        let sum = self.sum_with(board, side, is_quiet);
        let own = mixed(board, side);
        Key::Past([0, 1].map(|half| sum[half].wrapping_add(own[half].wrapping_mul(HERE))))
    }

    /// The positions that a next quiet position would follow since the last capture.
    pub(crate) fn visited(&self) -> Vec<Seat> {
        self.steps[self.segment(true)..]
            .iter()
            .map(|step| (step.board, step.side))
            .collect()
    }

    /// What a next position repeats.
    pub(crate) fn repeats(&self, board: Board, side: Player, is_quiet: bool) -> Repeated {
        if !is_quiet {
            return Repeated::No;
        }
        // Where loops count 0, the root is an end of the game or else no end (argument 4 in
        // `search`), so play may come back to it like to any position not yet met.
        let segment = match self.loops {
            Loops::Zero => self.segment(true).max(1),
            Loops::OwnRows { .. } => self.segment(true),
        };
        let mut same = (segment..self.steps.len()).rev().filter(|&place| {
            let step = &self.steps[place];
            step.board == board && step.side == side
        });
        match self.loops {
            Loops::Zero => same
                .next()
                .map_or(Repeated::No, |above| Repeated::Zero { above }),
            Loops::OwnRows { occurrence, .. } if self.counts(board) => {
                if same.count() + 1 >= usize::from(occurrence) {
                    Repeated::OwnRows {
                        net: own_rows_value(board).seeds(),
                    }
                } else {
                    Repeated::No
                }
            }
            Loops::OwnRows { .. } => {
                let sum = self.steps.last().map_or([0; 2], |step| step.sum);
                if same.any(|place| self.steps[place].sum == sum) {
                    Repeated::Circle
                } else {
                    Repeated::No
                }
            }
        }
    }
}

pub(crate) fn both_rows_hold(board: Board) -> bool {
    board.mover_seeds() > 0 && board.opponent_seeds() > 0
}

/// The sums over a multiset of positions with one position more.
pub(crate) fn sum_after(before: [u64; 2], board: Board, side: Player) -> [u64; 2] {
    let own = mixed(board, side);
    [0, 1].map(|half| before[half].wrapping_add(own[half]))
}

/// Two independent 64-bit images of a position.
pub(crate) fn mixed(board: Board, side: Player) -> [u64; 2] {
    let (mover, opponent) = (board.mover_row(), board.opponent_row());
    // The top 16 bits of a row are free.
    let tagged = mover | (side as u64 + 1) << 56;
    [
        mix(mix(tagged).wrapping_add(opponent)),
        mix(mix(opponent ^ 0xD1B5_4A32_D192_ED03) ^ tagged.rotate_left(17)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Board = Board::new([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]);
    const B: Board = Board::new([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]);
    const OWN_ROWS: Loops = Loops::OwnRows {
        occurrence: 2,
        both_rows: false,
    };

    #[test]
    fn same_board_with_the_other_side_is_no_repetition() {
        let mut path = Path::new(Loops::Zero, &[], (A, Player::South));
        assert_eq!(path.repeats(A, Player::North, true), Repeated::No);
        path.push(B, Player::North, true);
        assert_eq!(
            path.repeats(A, Player::South, true),
            Repeated::No,
            "the root"
        );
        path.push(A, Player::South, true);
        path.push(B, Player::North, true);
        assert_eq!(
            path.repeats(A, Player::South, true),
            Repeated::Zero { above: 2 }
        );
        assert_eq!(path.repeats(A, Player::South, false), Repeated::No);
    }

    #[test]
    fn keys_depend_on_the_set_and_the_place_not_on_the_order() {
        let key = |past: &[Seat], board, side| {
            let (&root, past) = past.split_last().unwrap();
            Path::new(OWN_ROWS, past, root).past_key(board, side, true)
        };
        let (s, n) = (Player::South, Player::North);
        let c = Board::new([0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]);
        assert_eq!(key(&[(A, s), (B, n)], c, s), key(&[(B, n), (A, s)], c, s));
        assert_ne!(key(&[(A, s), (B, n)], c, s), key(&[(A, s), (c, s)], B, n));
        assert_ne!(key(&[(A, s)], c, s), key(&[(A, n)], c, s));
        assert_ne!(key(&[(A, s)], c, s), key(&[(A, s), (A, s)], c, s));
    }

    #[test]
    fn occurrences_with_an_empty_row_do_not_count_when_both_must_hold() {
        let hungry = Board::new([0, 0, 0, 0, 0, 1], [0; 6]);
        let both = Loops::OwnRows {
            occurrence: 2,
            both_rows: true,
        };
        let mut path = Path::new(both, &[], (hungry, Player::South));
        path.push(B, Player::North, true);
        assert_eq!(
            path.repeats(hungry, Player::South, true),
            Repeated::No,
            "something counted came between"
        );
        let mut path = Path::new(both, &[], (hungry, Player::South));
        path.push(hungry.rotated(), Player::North, true);
        assert_eq!(path.repeats(hungry, Player::South, true), Repeated::Circle);
    }
}
