//! [`Reason`]: what speaks for a move at a glance, as data that any language can word.
//!
//! A search weighs thousands of lines, which no one wants to read. What helps a person is
//! what he can check on the board: seeds taken, seeds saved, seeds threatened.

use crate::game::{Board, Game, Move, Player, Rules, effect, legal, legal_moves};

/// Why a move is a good one, the plainest reason that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no other.
    OnlyMove,
    /// It ends the game, won.
    Wins,
    /// It captures so many seeds.
    Captures {
        /// The seeds.
        seeds: u8,
    },
    /// It takes so many seeds out of the opponent's reach.
    Saves {
        /// By how much the opponent's largest capture shrinks.
        seeds: u8,
    },
    /// It threatens to take so many seeds, more than the mover could take now.
    Threatens {
        /// The seeds.
        seeds: u8,
    },
    /// Nothing shows at once; it pays in the long run.
    LongRun,
}

impl Reason {
    /// The reason for a legal move of a game that is not over.
    pub(super) fn of(game: &Game, played: Move) -> Self {
        let rules = game.rules();
        let position = game.position();
        let mover = position.to_move();
        if legal_moves(position.board(), rules).count() == 1 {
            return Self::OnlyMove;
        }
        let mut next = game.clone();
        if next.play(played).is_err() {
            return Self::LongRun;
        }
        if next.end().is_some_and(|end| end.winner == Some(mover)) {
            return Self::Wins;
        }
        let store = |game: &Game, player: Player| game.position().store(player);
        let captured = store(&next, mover) - store(game, mover);
        if captured > 0 {
            return Self::Captures { seeds: captured };
        }
        let (before, after) = (position.board(), next.position().board());
        let saved =
            largest_capture(before.rotated(), rules).saturating_sub(largest_capture(after, rules));
        let threat = largest_capture(after.rotated(), rules);
        if saved > 0 {
            Self::Saves { seeds: saved }
        } else if threat > largest_capture(before, rules) {
            Self::Threatens { seeds: threat }
        } else {
            Self::LongRun
        }
    }
}

/// The most seeds that the mover can take in one move.
fn largest_capture(board: Board, rules: Rules) -> u8 {
    legal(board, rules)
        .map(|pit| effect(board, pit, rules).captured)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pit;

    fn reason(position: &str, pit: char) -> Reason {
        let game = Game::new(position.parse().unwrap(), Rules::default());
        let (pit, _): (Pit, _) = Pit::from_letter(pit).unwrap();
        Reason::of(&game, Move::Sow(pit))
    }

    #[test]
    fn plainest_reason_is_given() {
        for (position, pit, expected) in [
            ("0-0-2-0-0-1-0-0-0-0-0-1-22-22-N", 'f', Reason::OnlyMove),
            ("1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", 'F', Reason::Wins),
            (
                "0-0-0-4-0-3-1-4-1-2-0-0-16-17-S",
                'F',
                Reason::Captures { seeds: 2 },
            ),
            // f would take the two seeds of A and of B; A moves its own away.
            (
                "1-3-0-0-0-0-0-4-0-0-0-1-19-20-S",
                'A',
                Reason::Saves { seeds: 2 },
            ),
            // In F the seed reaches the one in a.
            (
                "0-1-0-0-1-0-1-0-0-0-4-0-20-21-S",
                'E',
                Reason::Threatens { seeds: 2 },
            ),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 'A', Reason::LongRun),
        ] {
            assert_eq!(reason(position, pit), expected, "{position} {pit}");
        }
    }
}
