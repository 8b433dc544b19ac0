//! The levels below the best: a short look ahead, with errors.
//!
//! A person who plays weakly overlooks things and misjudges others. So a level is how far it
//! looks, how much its judgement is off, and how often it does not look at all. The errors
//! are drawn from the seed, the ply and the position: the same game with the same seed is
//! the same again, also after a move was taken back. Depth is in plies and never in time, so
//! a level plays the same on every machine. `scripts/measure-levels.sh` measures the steps
//! between the levels; the numbers below were chosen so that each wins 70 % at least against the
//! one before, and the README has what was measured.

use crate::game::{Game, Player, legal_moves};
use crate::search::SEED;

use super::level::Level;
use super::look_ahead::{Taste, Valued, values};

/// How a level thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frailty {
    taste: Taste,
    /// The largest error of a judgement, in hundredths of a seed; small ones are likelier.
    error: i32,
    /// How often, of a hundred moves, any legal move is played.
    blind_percent: u64,
}

/// Levels 1 to 5.
const FRAILTIES: [Frailty; 5] = [
    Frailty::new(1, 4 * SEED, 50),
    Frailty::new(2, 2 * SEED, 12),
    Frailty::new(3, SEED, 3),
    Frailty::new(5, SEED / 2, 0),
    Frailty::new(8, SEED / 4, 0),
];

impl Frailty {
    const fn new(depth_plies: u8, error: i32, blind_percent: u64) -> Self {
        Self {
            taste: Taste {
                depth_plies,
                follows_captures: depth_plies >= 5,
                sees_pits: depth_plies >= 3,
                wants_to_win: true,
                keeps_limits: true,
            },
            error,
            blind_percent,
        }
    }

    /// How a level errs; `None` for the best.
    pub(super) fn of(level: Level) -> Option<Self> {
        FRAILTIES.get(usize::from(level.number()) - 1).copied()
    }

    /// The plies it looks ahead.
    pub(super) const fn depth_plies(self) -> u8 {
        self.taste.depth_plies
    }

    /// The move it plays with its true value in hundredths of a seed (as far as the level
    /// sees), and the positions looked at; `None` when there is no legal move.
    pub(super) fn choose(self, game: &Game, depth_plies: u8, seed: u64) -> (Option<Valued>, u64) {
        let position = game.position();
        let mut dice = Dice::new(game, seed);
        let taste = Taste {
            depth_plies,
            ..self.taste
        };
        let is_blind = dice.below(100) < self.blind_percent;
        let count = legal_moves(position.board(), game.rules()).count() as u64;
        let any = dice.below(count.max(1));
        // An error of both the best and the chosen move.
        let (values, nodes) = values(game, taste, 2 * self.error);
        if is_blind {
            return (values.into_iter().nth(any as usize), nodes);
        }
        let judged = values.into_iter().map(|valued| {
            let error = dice.error(self.error);
            (valued.value + error, valued)
        });
        let mut best: Option<(i32, Valued)> = None;
        for judged in judged {
            if best.is_none_or(|best| judged.0 > best.0) {
                best = Some(judged);
            }
        }
        (best.map(|(_, valued)| valued), nodes)
    }
}

/// Draws that depend on the seed and the game alone: SplitMix64 (Steele, Lea & Flood 2014).
struct Dice(u64);

impl Dice {
    fn new(game: &Game, seed: u64) -> Self {
        let position = game.position();
        let board = position.board();
        let mut dice = Self(seed);
        for word in [
            board.mover_row(),
            board.opponent_row(),
            position.store(Player::South).into(),
            position.to_move() as u64,
            game.moves().len() as u64,
        ] {
            dice.0 = dice.next() ^ word;
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `end`.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// An error of at most `most` either way, small ones likelier: the sum of two draws.
    fn error(&mut self, most: i32) -> i32 {
        let span = u64::from(most.unsigned_abs()) + 1;
        let sum = self.below(span) + self.below(span);
        i32::try_from(sum).expect("an error is a few seeds") - most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Position, Rules};

    #[test]
    fn errors_are_bounded_and_small_ones_likelier() {
        let game = Game::new(Position::START, Rules::default());
        let mut dice = Dice::new(&game, 7);
        let errors: Vec<i32> = (0..10_000).map(|_| dice.error(100)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 100));
        let small = errors.iter().filter(|error| error.abs() <= 50).count();
        assert!(
            (7_200..7_800).contains(&small),
            "{small} of 10000, three quarters"
        );
        let mean: i32 = errors.iter().sum::<i32>() / 10_000;
        assert!(mean.abs() <= 2, "{mean}");
    }

    #[test]
    fn seed_decides_and_moves_taken_back_come_again() {
        let game = Game::new(Position::START, Rules::default());
        for level in Level::ALL {
            let Some(frailty) = Frailty::of(level) else {
                assert_eq!(level, Level::HARD);
                continue;
            };
            let depth = frailty.depth_plies().min(3);
            let play = |seed| frailty.choose(&game, depth, seed).0;
            assert_eq!(play(5), play(5));
            assert!(play(5).is_some());
        }
        let blind = Frailty::of(Level::ALL[0]).unwrap();
        let moves: std::collections::HashSet<Move> = (0..50)
            .filter_map(|seed| blind.choose(&game, 1, seed).0)
            .map(|valued| valued.played)
            .collect();
        assert!(moves.len() >= 4, "seeds differ: {moves:?}");
    }
}
