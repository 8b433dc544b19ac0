//! What of a running game's past still matters to its future.
//!
//! Only positions since the last capture can come back, and of those only the ones that
//! quiet moves still reach from the position now. What is left decides how the search
//! treats the layer of its root; when nothing is left, the root is as good as set up.

use std::collections::{HashMap, HashSet};

use crate::game::{
    Board, Bounds, Game, Loops, Mechanics, Net, Player, RepetitionRows, own_rows_value,
};

use super::Oracle;
use super::path::both_rows_hold;
use super::reach::{Closure, Seat};

/// Positions looked at before the question whether the past can come back is given up;
/// some hundredths of a second's work.
const CLOSURE_CAP: usize = 30_000;

/// The past of a root.
#[derive(Default)]
pub(crate) struct Past {
    /// Where loops count 0: the positions whose next occurrence ends the game,
    /// the root often among them; sorted.
    pub(crate) ends: Vec<Seat>,
    /// Those that can reach one of `ends`; `None` when that is not known.
    pub(crate) live: Option<HashSet<Seat>>,
    /// Under own-row repetition: the positions visited before this one, in order.
    pub(crate) visited: Vec<Seat>,
}

impl Past {
    /// What matters of the game so far.
    pub(crate) fn of<M: Mechanics>(game: &Game, mechanics: M) -> Self {
        let rules = game.rules();
        let seat = |position: &crate::game::Position| (position.board(), position.to_move());
        let visited = game.visited();
        let (Some(now), true) = (visited.last(), rules.repetition() > 0) else {
            // Without a repetition rule a game has no memory.
            return Self::default();
        };
        if visited.len() == 1 {
            // A position without history is answered as tables answer it: a move is worth
            // what the board after it is worth when set up, and the best is the same.
            return Self::default();
        }
        // Occurrences that do not count end nothing and are forgotten.
        let counts = |&(board, _): &Seat| {
            rules.repetition_rows() == RepetitionRows::Any || both_rows_hold(board)
        };
        let value_rules = rules.value_rules();
        let own_rows = matches!(value_rules.loops, Loops::OwnRows { .. });
        // Under own rows the path counts the root itself.
        let before = &visited[..visited.len() - usize::from(own_rows)];
        let counted: Vec<Seat> = before.iter().map(seat).filter(counts).collect();
        if counted.is_empty() {
            return Self::default();
        }
        let closure = Closure::of(seat(now), &value_rules, mechanics, CLOSURE_CAP);
        let reached = |seat: &Seat| closure.as_ref().is_none_or(|closure| closure.reaches(seat));
        if own_rows {
            let mut visited = counted;
            visited.retain(reached);
            return Self {
                visited,
                ..Self::default()
            };
        }
        let mut occurrences: HashMap<Seat, u16> = HashMap::new();
        for seat in counted {
            *occurrences.entry(seat).or_insert(0) += 1;
        }
        let mut ends: Vec<Seat> = occurrences
            .into_iter()
            .filter(|(seat, count)| count + 1 >= rules.repetition() && reached(seat))
            .map(|(seat, _)| seat)
            .collect();
        ends.sort_unstable();
        let live = closure.map(|closure| closure.leading_to(ends.iter()));
        Self {
            ends,
            live,
            visited: Vec::new(),
        }
    }

    /// Whether coming to a position in the root's layer ends the game.
    pub(crate) fn ends_at(&self, seat: &Seat) -> bool {
        self.ends.binary_search(seat).is_ok()
    }

    /// What the ends do to fresh values, as far as the oracle knows them.
    pub(crate) fn tilt(&self, mover: Player, oracle: &dyn Oracle) -> Tilt {
        Tilt::of(&self.ends, mover, oracle)
    }

    /// Whether a position in the root's layer may depend on the ends.
    pub(crate) fn touches(&self, seat: &Seat) -> bool {
        !self.ends.is_empty() && self.live.as_ref().is_none_or(|live| live.contains(seat))
    }
}

/// The positions whose next occurrence ends a running game, and what that pays.
///
/// Unlike [`Past`] it asks nothing of the future, so it costs nothing; and it counts the
/// root itself where a loop gives each player his own row.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    /// Sorted.
    seats: Vec<Seat>,
    pays_own_rows: bool,
}

impl Stops {
    pub(crate) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let pays_own_rows = matches!(rules.value_rules().loops, Loops::OwnRows { .. });
        let visited = game.visited();
        if rules.repetition() == 0 || (visited.len() == 1 && !pays_own_rows) {
            return Self::default();
        }
        let mut occurrences: HashMap<Seat, u16> = HashMap::new();
        for position in visited {
            let board = position.board();
            if rules.repetition_rows() == RepetitionRows::Any || both_rows_hold(board) {
                *occurrences.entry((board, position.to_move())).or_insert(0) += 1;
            }
        }
        let mut seats: Vec<Seat> = occurrences
            .into_iter()
            .filter(|(_, count)| count + 1 >= rules.repetition())
            .map(|(seat, _)| seat)
            .collect();
        seats.sort_unstable();
        Self {
            seats,
            pays_own_rows,
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// What coming to this position pays net, seen by the player to move there.
    pub(crate) fn value_at(&self, board: Board, side: Player) -> Option<i8> {
        self.seats.binary_search(&(board, side)).ok()?;
        Some(if self.pays_own_rows {
            own_rows_value(board).seeds()
        } else {
            0
        })
    }
}

/// What the ends of a root's past do to the values of its layer.
///
/// An end pays 0 where the fresh board would be worth `u`, both seen by the player to move
/// at the root. Let `v` be a fresh value in that layer and `w` the value with the ends.
///
/// When all `u ≥ 0`: `w ≤ v`, for against the opponent's best play an end is met only where
/// `0 ≤ u ≤ v`. And `w ≥ min(v, 0)`, since by his own best play the mover gets `v` or meets
/// an end. When all `u ≤ 0` the players change places. So `v ≤ 0`, or `v ≥ 0`, stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tilt {
    /// Nothing is known of the ends, or they lean both ways.
    Unknown,
    /// They can only take from the player to move at the root.
    AgainstMover,
    /// They can only take from his opponent.
    AgainstOpponent,
    /// They pay what their boards are worth.
    Level,
}

impl Tilt {
    fn of(ends: &[Seat], mover: Player, oracle: &dyn Oracle) -> Self {
        let (mut least, mut most) = (0, 0);
        for &(board, side) in ends {
            let Some(bounds) = oracle.probe(board) else {
                return Self::Unknown;
            };
            let bounds = if side == mover { bounds } else { -bounds };
            least = least.min(bounds.lower.seeds());
            most = most.max(bounds.upper.seeds());
        }
        match (least, most) {
            (0, 0) => Self::Level,
            (0, _) => Self::AgainstMover,
            (_, 0) => Self::AgainstOpponent,
            _ => Self::Unknown,
        }
    }

    /// What remains of the fresh bounds of a board, seen by the player to move there.
    pub(crate) fn apply(self, fresh: Bounds<Net>, is_root_mover: bool) -> Option<Bounds<Net>> {
        match (self, is_root_mover) {
            (Self::Unknown, _) => None,
            (Self::Level, _) => Some(fresh),
            (Self::AgainstMover, true) | (Self::AgainstOpponent, false) => Some(Bounds {
                lower: fresh.lower.min(Net::ZERO),
                upper: fresh.upper,
            }),
            (Self::AgainstMover, false) | (Self::AgainstOpponent, true) => Some(Bounds {
                lower: fresh.lower,
                upper: fresh.upper.max(Net::ZERO),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::parse_moves;

    fn past(rules: &str, start: &str, moves: &str) -> Past {
        let mut game = Game::new(start.parse().unwrap(), rules.parse().unwrap());
        for played in parse_moves(moves, game.position().to_move()).unwrap() {
            game.play(played).unwrap();
        }
        Past::of(&game, game.rules())
    }

    #[test]
    fn position_that_cannot_come_back_is_forgotten() {
        // North's seeds only go on; the capture ends every loop.
        let past = past("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "");
        assert!(past.ends.is_empty() && past.visited.is_empty());
    }

    #[test]
    fn loop_keeps_its_positions_by_the_rule_that_counts_them() {
        let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
        let own_rows = past("abapa", start, "AaBbCc");
        assert_eq!((own_rows.visited.len(), own_rows.ends.len()), (6, 0));
        let zero = past("abapa+settle=even", start, "AaBbCc");
        assert_eq!(
            (zero.visited.len(), zero.ends.len()),
            (0, 7),
            "the root, too"
        );
        let third = past("abapa+settle=even+repetition=3", start, "AaBbCc");
        assert_eq!(third.ends.len(), 0, "no next occurrence is the third");
        let never = past("abapa+repetition=0", start, "AaBbCc");
        assert_eq!((never.visited.len(), never.ends.len()), (0, 0));
    }
}
