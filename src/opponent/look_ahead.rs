//! A plain look ahead to a fixed depth, for the players that are not meant to be perfect.
//!
//! Alpha-beta over positions, with the ends of the game that the rules know but for limits
//! of plies, and nothing else: no table, no reductions, no clock. So it costs a known number
//! of nodes, and the same question has the same answer on every machine. Values are final
//! differences in hundredths of a seed, seen by whoever moves.

use crate::game::{
    Board, EndReason, Game, MAX_SEEDS, Move, Player, Position, RepetitionRows, Rules, Score,
    legal_moves,
};
use crate::search::{SEED, evaluate};

use super::ending;

/// Beyond every value.
const INFINITE: i32 = 1_000 * SEED;
/// What winning is worth beside the seeds, so that a game that can be won is won.
const WIN: i32 = 10 * SEED;

/// What a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taste {
    /// Plies looked ahead.
    pub(super) depth_plies: u8,
    /// Whether captures at the end of the look ahead are followed until none pays.
    pub(super) follows_captures: bool,
    /// Whether the pits count, and not the stores alone.
    pub(super) sees_pits: bool,
    /// Whether winning, and winning soon, is worth more than its seeds.
    pub(super) wants_to_win: bool,
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
    let position = game.position();
    let mut search = LookAhead {
        rules: game.rules(),
        taste,
        line: game.visited().iter().map(seat).collect(),
        nodes: 0,
    };
    let mut best = -INFINITE;
    let moves: Vec<Move> = legal_moves(position.board(), game.rules()).collect();
    let mut values = Vec::with_capacity(moves.len());
    for played in moves {
        let alpha = (best - margin).max(-INFINITE);
        let value = search.after(&position, played, taste.depth_plies, (alpha, INFINITE), 0);
        best = best.max(value);
        values.push(Valued { played, value });
    }
    (values, search.nodes)
}

/// A board and whose turn it is.
type Seat = (Board, Player);

fn seat(position: &Position) -> Seat {
    (position.board(), position.to_move())
}

struct LookAhead {
    rules: Rules,
    taste: Taste,
    /// The positions visited, from the last capture of the game on.
    line: Vec<Seat>,
    nodes: u64,
}

impl LookAhead {
    /// What a move is worth for its mover; `segment` is the place in the line of the last
    /// capture.
    fn after(
        &mut self,
        position: &Position,
        played: Move,
        depth: u8,
        (alpha, beta): (i32, i32),
        segment: usize,
    ) -> i32 {
        let next = match played {
            Move::Sow(pit) => position.play_unchecked(pit, self.rules),
            Move::Pass => position.pass_unchecked(),
        };
        let is_quiet = next.board().seeds() == position.board().seeds();
        let segment = if is_quiet { segment } else { self.line.len() };
        // A capture now is worth a little more than the same later.
        let bonus = if self.taste.wants_to_win && !is_quiet {
            let gain = position.store_difference().seeds() + next.store_difference().seeds();
            -i32::from(gain) * i32::from(depth)
        } else {
            0
        };
        let window = (bonus - beta, bonus - alpha);
        bonus - self.arrive(&next, depth - 1, window, segment)
    }

    /// Judges a position that was just reached, seen by its mover.
    fn arrive(
        &mut self,
        position: &Position,
        depth: u8,
        window: (i32, i32),
        segment: usize,
    ) -> i32 {
        self.nodes += 1;
        if let Some(value) = self.end(position, segment) {
            return value;
        }
        if depth == 0 {
            return if self.taste.follows_captures {
                self.captures(position, window)
            } else {
                self.glance(position)
            };
        }
        self.line.push(seat(position));
        let value = self.best(position, depth, window, segment);
        self.line.pop();
        value
    }

    fn best(
        &mut self,
        position: &Position,
        depth: u8,
        (mut alpha, beta): (i32, i32),
        segment: usize,
    ) -> i32 {
        let mut best = -INFINITE;
        for played in self.ordered(position) {
            let value = self.after(position, played, depth, (alpha, beta), segment);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Captures first, which cut more often; what they are worth does not depend on it.
    fn ordered(&self, position: &Position) -> impl Iterator<Item = Move> + use<> {
        let rules = self.rules;
        let position = *position;
        let left = move |played: &Move| match *played {
            Move::Sow(pit) => position.play_unchecked(pit, rules).board().seeds(),
            Move::Pass => MAX_SEEDS,
        };
        let mut moves: Vec<Move> = legal_moves(position.board(), rules).collect();
        moves.sort_by_key(left);
        moves.into_iter()
    }

    /// Follows captures until none pays; standing still is the other choice.
    fn captures(&mut self, position: &Position, (mut alpha, beta): (i32, i32)) -> i32 {
        let mut best = self.glance(position);
        alpha = alpha.max(best);
        for pit in position.legal(self.rules) {
            if alpha >= beta {
                break;
            }
            let next = position.play_unchecked(pit, self.rules);
            if next.board().seeds() == position.board().seeds() {
                continue;
            }
            self.nodes += 1;
            // Only captures happen here, so nothing can repeat.
            let segment = self.line.len();
            let value = -match self.end(&next, segment) {
                Some(value) => value,
                None => self.captures(&next, (-beta, -alpha)),
            };
            best = best.max(value);
            alpha = alpha.max(value);
        }
        best
    }

    /// What the game pays the mover if it is over here.
    fn end(&self, position: &Position, segment: usize) -> Option<i32> {
        let end = position.end(self.rules).or_else(|| {
            self.is_repeated(position, segment)
                .then(|| position.end_settled(EndReason::Repetition, self.rules.settle()))
        })?;
        let difference = i32::from(ending::difference(&end, position.to_move()).seeds());
        let win = if self.taste.wants_to_win { WIN } else { 0 };
        Some(difference * SEED + difference.signum() * win)
    }

    /// Whether the position occurred as often as the rules allow. Without a rule of
    /// repetition nothing is gained by going round, so there a second time is an end too.
    fn is_repeated(&self, position: &Position, segment: usize) -> bool {
        let board = position.board();
        if self.rules.repetition_rows() == RepetitionRows::Both
            && (board.mover_seeds() == 0 || board.opponent_seeds() == 0)
        {
            return false;
        }
        let allowed = usize::from(self.rules.repetition().max(2)) - 1;
        let seat = seat(position);
        let before = self.line[segment..].iter().filter(|&&other| other == seat);
        before.count() >= allowed
    }

    /// What a position looks worth for its mover.
    fn glance(&self, position: &Position) -> i32 {
        let stores = i32::from(position.store_difference().seeds()) * SEED;
        if self.taste.sees_pits {
            stores + evaluate(position.board())
        } else {
            stores
        }
    }
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
    use super::*;

    const PLAIN: Taste = Taste {
        depth_plies: 5,
        follows_captures: false,
        sees_pits: false,
        wants_to_win: false,
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
