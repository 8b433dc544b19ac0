//! What a move does and which moves are legal, for every setting of the rules.
//!
//! One code path serves all rule sets. It is generic over [`Mechanics`], the two settings
//! that legality and captures read: [`Rules`] itself implements it and decides at run
//! time, while [`TakeNothing`] and [`UnlessForced`] are the same path with the settings
//! known to the compiler, for the hot loops of the two commonest families. A driver picks
//! once, outside its loop, with [`specialise`].

use super::board::{Board, Sown};
use super::pit::{Move, Pit, PitSet};
use super::rules::{Feeding, GrandSlam, Rules, Stuck, ValueRules};
use super::score::Net;

/// The settings that decide legality and captures.
pub trait Mechanics: Copy + Send + Sync {
    /// What a grand slam does.
    fn grand_slam(self) -> GrandSlam;
    /// The duty to feed.
    fn feeding(self) -> Feeding;
}

impl Mechanics for Rules {
    #[inline]
    fn grand_slam(self) -> GrandSlam {
        Self::grand_slam(self)
    }

    #[inline]
    fn feeding(self) -> Feeding {
        Self::feeding(self)
    }
}

impl Mechanics for ValueRules {
    #[inline]
    fn grand_slam(self) -> GrandSlam {
        self.grand_slam
    }

    #[inline]
    fn feeding(self) -> Feeding {
        self.feeding
    }
}

/// `grand-slam=no-capture` with `feeding=must-feed`: `abapa` and its relatives.
#[derive(Clone, Copy, Debug)]
pub struct TakeNothing;

impl Mechanics for TakeNothing {
    #[inline(always)]
    fn grand_slam(self) -> GrandSlam {
        GrandSlam::NoCapture
    }

    #[inline(always)]
    fn feeding(self) -> Feeding {
        Feeding::MustFeed
    }
}

/// `grand-slam=unless-forced`: `awari` and `board-and-pieces`.
#[derive(Clone, Copy, Debug)]
pub struct UnlessForced;

impl Mechanics for UnlessForced {
    #[inline(always)]
    fn grand_slam(self) -> GrandSlam {
        GrandSlam::UnlessForced
    }

    #[inline(always)]
    fn feeding(self) -> Feeding {
        Feeding::MustFeed
    }
}

/// Work that is generic over the mechanics; [`specialise`] runs it.
pub trait ForMechanics {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output;
}

/// Runs `work` compiled for the mechanics of `rules`, or with the settings read at run
/// time where no compiled form exists. The result is the same.
pub fn specialise<W: ForMechanics>(rules: impl Mechanics, work: W) -> W::Output {
    match (rules.grand_slam(), rules.feeding()) {
        (GrandSlam::NoCapture, Feeding::MustFeed) => work.run(TakeNothing),
        (GrandSlam::UnlessForced, Feeding::MustFeed) => work.run(UnlessForced),
        _ => work.run(rules),
    }
}

/// What sowing from a pit does to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The board after sowing and capturing, still seen by the player who moved.
    pub board: Board,
    /// Seeds that go to the mover's store.
    pub captured: u8,
    /// Seeds that go to the opponent's store: the rest of the board after a slam under
    /// `grand-slam=opponent-takes-rest`.
    pub conceded: u8,
    /// Whether the capture rule would have taken the opponent's whole row.
    pub is_grand_slam: bool,
}

/// The effect of sowing from `pit`, which must hold a seed; legality is not asked here.
///
/// # Panics
///
/// When debug assertions are on and the pit is empty.
#[must_use]
#[inline]
pub fn effect<M: Mechanics>(board: Board, pit: Pit, mechanics: M) -> Effect {
    debug_assert!(board.seeds_in(pit) > 0, "sowing from an empty pit");
    let sown = board.sow(pit);
    let is_grand_slam = is_grand_slam(sown);
    let row = sown.board.opponent_row();
    let spared = row & !sown.chain;
    let remaining = match mechanics.grand_slam() {
        // Also right for an empty row, so that no question about the chain is needed.
        GrandSlam::NoCapture if spared == 0 => row,
        GrandSlam::KeepFirst if is_grand_slam => row & lowest_byte(sown.chain),
        GrandSlam::KeepLast if is_grand_slam => row & highest_byte(sown.chain),
        _ => spared,
    };
    let (board, captured) = sown.board.reduce_opponent(remaining);
    if mechanics.grand_slam() == GrandSlam::OpponentTakesRest && is_grand_slam {
        return Effect {
            board: Board::EMPTY,
            captured,
            conceded: board.seeds(),
            is_grand_slam,
        };
    }
    Effect {
        board,
        captured,
        conceded: 0,
        is_grand_slam,
    }
}

/// The pits that the mover may sow from. Empty when he must pass, or is stuck.
///
/// ```
/// use oware::game::{Board, Rules, legal};
///
/// // Nothing to eat opposite: only moves that reach it are legal.
/// let board = Board::new([1, 1, 0, 0, 2, 1], [0; 6]);
/// assert_eq!(legal(board, Rules::default()).map(|pit| pit.index()).collect::<Vec<_>>(), [4, 5]);
/// ```
#[must_use]
#[inline]
pub fn legal<M: Mechanics>(board: Board, mechanics: M) -> PitSet {
    let non_empty = board.non_empty();
    let opponent_is_empty = board.opponent_row() == 0;
    let feeding = if opponent_is_empty {
        board.reaching()
    } else {
        non_empty
    };
    let allowed = match mechanics.feeding() {
        Feeding::MustFeed => feeding,
        Feeding::Pass => non_empty,
    };
    match mechanics.grand_slam() {
        // The opponent keeps a seed even after a slam, so reaching him is feeding him.
        GrandSlam::NoCapture | GrandSlam::KeepFirst | GrandSlam::KeepLast => allowed,
        GrandSlam::Forbidden => allowed.without(grand_slams(board)),
        GrandSlam::UnlessForced => {
            let leaving = feeding.without(grand_slams(board));
            if leaving.is_empty() {
                non_empty
            } else {
                leaving
            }
        }
        GrandSlam::Capture | GrandSlam::OpponentTakesRest => {
            if opponent_is_empty && mechanics.feeding() == Feeding::MustFeed {
                allowed.without(grand_slams(board))
            } else {
                allowed
            }
        }
    }
}

/// Whether the mover's only choice is to pass: under `feeding=pass`, his row is empty and the other is not.
#[must_use]
#[inline]
pub fn must_pass<M: Mechanics>(board: Board, mechanics: M) -> bool {
    mechanics.feeding() == Feeding::Pass && board.mover_row() == 0 && board.opponent_row() != 0
}

/// Every move of the mover: the legal pits from the lowest up, or the pass.
pub fn legal_moves<M: Mechanics>(board: Board, mechanics: M) -> impl Iterator<Item = Move> {
    let pass = must_pass(board, mechanics).then_some(Move::Pass);
    legal(board, mechanics).map(Move::Sow).chain(pass)
}

/// What a board pays when its mover can neither sow nor pass: mover's share minus opponent's.
#[must_use]
pub fn stuck_value(board: Board, stuck: Stuck) -> Net {
    match stuck {
        Stuck::Opponent if board.opponent_row() != 0 => difference(0, board.seeds()),
        Stuck::OwnSide | Stuck::Opponent => own_rows_value(board),
    }
}

/// What a board pays when each player keeps his own row: mover's seeds minus opponent's.
#[must_use]
#[inline]
pub fn own_rows_value(board: Board) -> Net {
    difference(board.mover_seeds(), board.opponent_seeds())
}

/// `mover − opponent` in seeds.
#[inline]
pub(crate) fn difference(mover: u8, opponent: u8) -> Net {
    Net::new(mover.cast_signed() - opponent.cast_signed())
}

#[inline]
fn is_grand_slam(sown: Sown) -> bool {
    sown.chain != 0 && sown.board.opponent_row() & !sown.chain == 0
}

/// The pits from which the capture rule would take the opponent's whole row.
#[inline]
fn grand_slams(board: Board) -> PitSet {
    if board.opponent_has_big_pit() {
        return PitSet::EMPTY;
    }
    board
        .threatening()
        .filter(|&pit| is_grand_slam(board.sow(pit)))
        .collect()
}

const fn highest_byte(bytes: u64) -> u64 {
    match bytes {
        0 => 0,
        _ => 0xFF << (bytes.ilog2() & !7),
    }
}

const fn lowest_byte(bytes: u64) -> u64 {
    match bytes {
        0 => 0,
        _ => 0xFF << (bytes.trailing_zeros() & !7),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap()
    }

    fn pits(set: PitSet) -> Vec<usize> {
        set.map(Pit::index).collect()
    }

    const SLAM: Board = Board::new([0, 3, 0, 0, 4, 0], [1, 2, 1, 0, 0, 0]);

    #[test]
    fn grand_slam_does_what_the_setting_says() {
        for (setting, captured, conceded, opponent) in [
            ("no-capture", 0, 0, [2, 3, 2, 0, 0, 0]),
            ("capture", 7, 0, [0; 6]),
            ("opponent-takes-rest", 7, 4, [0; 6]),
            ("keep-first", 5, 0, [0, 0, 2, 0, 0, 0]),
            ("keep-last", 5, 0, [2, 0, 0, 0, 0, 0]),
        ] {
            let rules = rules(&format!("abapa+grand-slam={setting}"));
            let effect = effect(SLAM, Pit::new(4), rules);
            assert!(effect.is_grand_slam);
            assert_eq!(
                (effect.captured, effect.conceded, effect.board.opponent()),
                (captured, conceded, opponent),
                "{setting}"
            );
        }
    }

    #[test]
    fn slam_of_a_single_pit_keeps_it_first_or_last() {
        let board = Board::new([0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0]);
        for setting in ["keep-first", "keep-last"] {
            let rules = rules(&format!("abapa+grand-slam={setting}"));
            assert_eq!(effect(board, Pit::new(5), rules).captured, 0);
        }
    }

    #[test]
    fn slam_is_legal_or_not_by_the_setting() {
        let legal_under =
            |setting: &str| pits(legal(SLAM, rules(&format!("abapa+grand-slam={setting}"))));
        assert_eq!(legal_under("no-capture"), [1, 4]);
        assert_eq!(legal_under("forbidden"), [1]);
        assert_eq!(legal_under("unless-forced"), [1]);
        assert_eq!(legal_under("capture"), [1, 4]);
    }

    #[test]
    fn all_moves_are_legal_when_each_leaves_nothing() {
        let board = Board::new([1, 1, 0, 0, 1, 0], [0; 6]);
        assert_eq!(pits(legal(board, rules("board-and-pieces"))), [0, 1, 4]);
        assert!(legal(board, rules("abapa")).is_empty());
    }

    #[test]
    fn pit_of_six_may_not_be_played_in_the_awari_example() {
        let board = Board::new([0, 0, 6, 0, 3, 5], [2, 1, 1, 0, 0, 0]);
        assert_eq!(pits(legal(board, rules("awari"))), [4, 5]);
    }

    #[test]
    fn empty_row_passes_only_where_no_one_must_feed() {
        let board = Board::new([0; 6], [0, 4, 0, 0, 5, 0]);
        assert!(must_pass(board, rules("marquoir-famine")));
        assert!(!must_pass(board, rules("abapa")));
        assert!(!must_pass(Board::EMPTY, rules("marquoir-famine")));
        assert_eq!(
            legal_moves(board, rules("marquoir-famine")).collect::<Vec<_>>(),
            [Move::Pass]
        );
    }

    #[test]
    fn stuck_player_gives_all_to_an_opponent_with_seeds() {
        let board = Board::new([0, 0, 0, 0, 0, 5], [1, 1, 1, 1, 1, 0]);
        assert_eq!(stuck_value(board, Stuck::Opponent), Net::new(-10));
        assert_eq!(stuck_value(board, Stuck::OwnSide), Net::ZERO);
        let nobody_fed = Board::new([1, 1, 0, 0, 1, 0], [0; 6]);
        assert_eq!(stuck_value(nobody_fed, Stuck::Opponent), Net::new(3));
    }
}
