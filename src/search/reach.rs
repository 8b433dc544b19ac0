//! The positions that quiet moves reach from here.
//!
//! A position visited before matters only if play can come back to it, and coming back
//! takes quiet moves only. Small layers close after some thousand positions; where the cap
//! is passed the answer is *not known*, and callers then assume that everything is reached.

use std::collections::{HashMap, HashSet};

use crate::game::{Board, Mechanics, Player, ValueRules};

use super::children::children;
use super::ends::ended;

/// A board with its side to move: what a repetition repeats.
pub(crate) type Seat = (Board, Player);

/// Everything that quiet moves reach from one position, itself included.
pub(crate) struct Closure {
    index: HashMap<Seat, usize>,
    /// Where each is reached from.
    sources: Vec<Vec<usize>>,
    seats: Vec<Seat>,
}

impl Closure {
    /// `None` when there are more than `cap`.
    pub(crate) fn of<M: Mechanics>(
        root: Seat,
        rules: &ValueRules,
        mechanics: M,
        cap: usize,
    ) -> Option<Self> {
        let mut closure = Self {
            index: HashMap::from([(root, 0)]),
            sources: vec![Vec::new()],
            seats: vec![root],
        };
        let mut next = 0;
        while next < closure.seats.len() {
            let (board, side) = closure.seats[next];
            if ended(board, rules, mechanics).is_none() {
                for child in children(board, mechanics, None).iter() {
                    if child.is_quiet {
                        closure.link(next, (child.board, side.opposite()));
                    }
                }
            }
            if closure.seats.len() > cap {
                return None;
            }
            next += 1;
        }
        Some(closure)
    }

    fn link(&mut self, from: usize, to: Seat) {
        let place = *self.index.entry(to).or_insert_with(|| {
            self.seats.push(to);
            self.sources.push(Vec::new());
            self.seats.len() - 1
        });
        self.sources[place].push(from);
    }

    /// Whether play can come to a seat; to the root only if it can come back.
    pub(crate) fn reaches(&self, seat: &Seat) -> bool {
        self.index
            .get(seat)
            .is_some_and(|&place| !self.sources[place].is_empty())
    }

    /// Those from which one of `goals` can be reached, the goals themselves included.
    pub(crate) fn leading_to<'a>(&self, goals: impl Iterator<Item = &'a Seat>) -> HashSet<Seat> {
        let mut open: Vec<usize> = goals
            .filter_map(|goal| self.index.get(goal).copied())
            .collect();
        let mut seen: HashSet<usize> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            for &source in &self.sources[place] {
                if seen.insert(source) {
                    open.push(source);
                }
            }
        }
        seen.into_iter().map(|place| self.seats[place]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn closure_follows_quiet_moves_round_the_board() {
        let rules = Rules::default();
        let value_rules = rules.value_rules();
        let start = (
            Board::new([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
            Player::South,
        );
        let closure = Closure::of(start, &value_rules, rules, 1000).unwrap();
        let back = (
            Board::new([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]),
            Player::South,
        );
        assert!(closure.reaches(&back));
        let other_side = (back.0, Player::North);
        assert!(
            !closure.reaches(&other_side),
            "twelve plies come round, not eleven"
        );
        assert!(closure.reaches(&start), "it comes round again");
        assert!(closure.leading_to([back].iter()).contains(&start));
        assert!(Closure::of(start, &value_rules, rules, 3).is_none());
    }
}
