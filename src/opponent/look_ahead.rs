//! A plain look ahead to a fixed depth, for the players that are not meant to be perfect.
//!
//! Alpha-beta over positions with the ends of the game that the rules know, and no clock. So
//! it costs a known number of nodes, and the same question has the same answer on every
//! machine. Values are final differences in hundredths of a seed, seen by whoever moves.
//!
//! | file | owns |
//! | --- | --- |
//! | `occurred` | which positions of the game end it when they come again |
//! | `memory` | what was found out of positions |
//! | `tree` | the search |

mod memory;

mod occurred;

mod tree;

use crate::game::{ForMechanics, Game, Mechanics, Move, Position, Score, legal_moves, specialise};
use crate::search::SEED;

use occurred::SHORTEST_LOOP_PLIES;
use tree::Tree;

/// Beyond every value.
const INFINITE: i32 = 1_000 * SEED;
/// What winning is worth beside the seeds, so that a game that can be won is won.
const WIN: i32 = 10 * SEED;

/// What a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taste {
    /// Plies looked ahead, fewer than a loop has.
    pub(super) depth_plies: u8,
    /// Whether captures at the end of the look ahead are followed until none pays.
    pub(super) follows_captures: bool,
    /// Whether the pits count, and not the stores alone.
    pub(super) sees_pits: bool,
    /// Whether winning, and winning soon, is worth more than its seeds.
    pub(super) wants_to_win: bool,
    /// Whether the limits on plies that end a game are seen coming.
    pub(super) keeps_limits: bool,
}

/// A move and what it looks worth, in hundredths of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Valued {
    pub(super) played: Move,
    pub(super) value: i32,
}

/// The legal moves, the lowest pit first, and the positions looked at. A value within
/// `margin` of the best is right; a worse one is only known to be worse than that.
pub(super) fn values(game: &Game, taste: Taste, margin: i32) -> (Vec<Valued>, u64) {
    specialise(
        game.rules(),
        Values {
            game,
            taste,
            margin,
        },
    )
}

/// The best move, of equals the lowest pit, and the positions looked at; `None` when there
/// is no legal move.
pub(super) fn lowest_of_best(game: &Game, taste: Taste) -> (Option<Valued>, u64) {
    specialise(game.rules(), LowestOfBest { game, taste })
}

struct Values<'a> {
    game: &'a Game,
    taste: Taste,
    margin: i32,
}

impl ForMechanics for Values<'_> {
    type Output = (Vec<Valued>, u64);

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let mut tree = Tree::new(self.game, self.taste, mechanics);
        let depth = self.taste.depth_plies;
        let mut best = -INFINITE;
        let mut values = Vec::new();
        for (place, played) in ordered(&mut tree, self.game, self.taste) {
            // What is just the margin worse is told apart, too.
            let floor = (best - self.margin - 1).max(-INFINITE);
            let is_worse =
                floor > -INFINITE && tree.value(played, depth, (floor, floor + 1)) <= floor;
            let value = match is_worse {
                true => floor,
                false => tree.value(played, depth, (floor, INFINITE)),
            };
            best = best.max(value);
            values.push((place, Valued { played, value }));
        }
        values.sort_by_key(|&(place, _)| place);
        let values = values.into_iter().map(|(_, valued)| valued).collect();
        (values, tree.nodes())
    }
}

struct LowestOfBest<'a> {
    game: &'a Game,
    taste: Taste,
}

impl ForMechanics for LowestOfBest<'_> {
    type Output = (Option<Valued>, u64);

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let mut tree = Tree::new(self.game, self.taste, mechanics);
        let depth = self.taste.depth_plies;
        let mut best: Option<(usize, Valued)> = None;
        // Moves that are not better, with what they are worth at most.
        let mut others = Vec::new();
        for (place, played) in ordered(&mut tree, self.game, self.taste) {
            let floor = best.map_or(-INFINITE, |(_, best)| best.value);
            let most = match best {
                Some(_) => tree.value(played, depth, (floor, floor + 1)),
                None => INFINITE,
            };
            if most > floor {
                let value = tree.value(played, depth, (floor, INFINITE));
                best = Some((place, Valued { played, value }));
            } else {
                others.push((place, played, most));
            }
        }
        let Some((found, Valued { value, .. })) = best else {
            return (None, tree.nodes());
        };
        others.retain(|&(place, _, most)| place < found && most >= value);
        others.sort_by_key(|&(place, ..)| place);
        let mut others = others.into_iter();
        let equal =
            others.find(|&(_, played, _)| tree.value(played, depth, (value - 1, value)) >= value);
        let lowest = equal.map(|(_, played, _)| Valued { played, value });
        (lowest.or(best.map(|(_, best)| best)), tree.nodes())
    }
}

/// The moves with their places from the lowest pit on, the likeliest to be best first; the
/// tree has looked ahead less far for that, and is ready for the whole depth.
fn ordered<M: Mechanics>(tree: &mut Tree<M>, game: &Game, taste: Taste) -> Vec<(usize, Move)> {
    debug_assert!(taste.depth_plies < SHORTEST_LOOP_PLIES);
    let moves = legal_moves(game.position().board(), game.rules());
    let mut ranked: Vec<_> = moves.enumerate().map(|placed| (0, placed)).collect();
    for depth in
        (1..taste.depth_plies).filter(|depth| (taste.depth_plies - depth).is_multiple_of(2))
    {
        tree.begin_pass();
        let mut best = -INFINITE;
        for (value, (_, played)) in &mut ranked {
            *value = tree.value(*played, depth, (best, INFINITE));
            best = best.max(*value);
        }
        ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    }
    tree.begin_pass();
    ranked.into_iter().map(|(_, placed)| placed).collect()
}

/// The whole seeds nearest to a value, within what the position can still pay.
pub(super) fn to_score(value: i32, position: &Position) -> Score {
    let stores = i32::from(position.store_difference().seeds());
    let seeds = i32::from(position.board().seeds());
    let rounded = (value + SEED / 2).div_euclid(SEED);
    let possible = rounded.clamp(stores - seeds, stores + seeds);
    Score::new(i8::try_from(possible).expect("a game has at most 48 seeds"))
}

#[cfg(test)]
mod tests {
    use super::super::ending;
    use super::*;
    use crate::game::Player;

    const PLAIN: Taste = Taste {
        depth_plies: 5,
        follows_captures: false,
        sees_pits: false,
        wants_to_win: false,
        keeps_limits: true,
    };

    fn game(rules: &str, position: &str) -> Game {
        Game::new(position.parse().unwrap(), rules.parse().unwrap())
    }

    /// The same without cutting anything.
    fn plain(game: &Game, depth: u8) -> i32 {
        let position = game.position();
        if let Some(end) = game.end() {
            return i32::from(ending::difference(&end, position.to_move()).seeds()) * SEED;
        }
        if depth == 0 {
            return i32::from(position.store_difference().seeds()) * SEED;
        }
        legal_moves(position.board(), game.rules())
            .map(|played| {
                let mut next = game.clone();
                next.play(played).unwrap();
                -plain(&next, depth - 1)
            })
            .max()
            .unwrap()
    }

    #[test]
    fn values_are_those_of_a_search_that_cuts_nothing() {
        for (rules, position) in [
            ("abapa", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"),
            ("abapa", "0-2-0-1-0-3-1-1-0-2-0-1-18-19-N"),
            ("abapa", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"),
            ("awari", "0-0-1-0-0-1-0-2-1-1-1-1-20-20-S"),
            ("marquoir-famine", "0-0-0-0-0-2-0-4-0-0-5-0-19-18-S"),
            ("playstrategy", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S"),
            ("codingame+ply-limit=3", "0-2-0-1-0-3-1-1-0-2-0-1-18-19-N"),
            (
                "dream-games+quiet-limit=2",
                "0-2-0-1-0-3-1-1-0-2-0-1-18-19-N",
            ),
            ("awari+quiet-limit=4", "0-0-1-0-0-1-0-2-1-1-1-1-20-20-S"),
        ] {
            let game = game(rules, position);
            let (all, _) = values(&game, PLAIN, INFINITE);
            for valued in &all {
                let mut next = game.clone();
                next.play(valued.played).unwrap();
                let expected = -plain(&next, PLAIN.depth_plies - 1);
                assert_eq!(valued.value, expected, "{rules} {position} {valued:?}");
            }
            let best = all.iter().map(|valued| valued.value).max();
            let (narrow, nodes) = values(&game, PLAIN, 0);
            assert_eq!(narrow.iter().map(|valued| valued.value).max(), best);
            assert!(nodes > 0);
        }
    }

    #[test]
    fn the_past_of_the_game_counts() {
        let mut game = game("abapa", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S");
        for played in crate::game::parse_moves("AaBbCcDdEeF", Player::South).unwrap() {
            game.play(played).unwrap();
        }
        let (values, _) = values(&game, PLAIN, 0);
        assert_eq!(values.len(), 1, "only f is left");
        assert_eq!(values[0].value, 0, "f repeats: 24-24");
    }

    #[test]
    fn sooner_is_better_for_who_wants_to_win() {
        // F takes two and wins at once; after A the two can still be taken a move later.
        let game = game("abapa", "1-0-0-0-0-1-1-0-2-0-0-0-24-19-S");
        let keen = Taste {
            wants_to_win: true,
            ..PLAIN
        };
        let (values, _) = values(&game, keen, INFINITE);
        let best = values.iter().max_by_key(|valued| valued.value).unwrap();
        assert_eq!(best.played.letter(Player::South), 'F');
    }
}
