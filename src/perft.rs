//! Perft: counting the move sequences of a given length, the standard test and measure of
//! a move generator.
//!
//! Ends of the game that need no history count (target, no seeds, few seeds, no legal
//! move); repetition and limits are left aside, so that a count depends on the position
//! alone and compares between programs. A sequence that ends early is counted apart.

use rayon::prelude::*;

use crate::game::{
    ForMechanics, Mechanics, Move, PitSet, Position, Rules, legal_moves, must_pass, specialise,
};

/// Counts of one tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Move sequences of exactly the depth asked for.
    pub leaves: u64,
    /// Games that ended before.
    pub ended: u64,
}

impl std::ops::Add for Perft {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            leaves: self.leaves + other.leaves,
            ended: self.ended + other.ended,
        }
    }
}

impl std::iter::Sum for Perft {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), std::ops::Add::add)
    }
}

/// How the last ply is counted. Both give the same figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    /// By the number of legal moves.
    Counted,
    /// By playing every one of them.
    Played,
}

/// Counts the sequences of `depth` plies from `position`, on the threads of the current rayon pool.
///
/// A position that is over already has no leaf and one ended game, unless `depth` is 0:
/// then it is its own leaf.
#[must_use]
pub fn perft(position: &Position, rules: Rules, depth: u32, last_ply: LastPly) -> Perft {
    if depth == 0 {
        return LEAF;
    }
    if position.end(rules).is_some() {
        return ENDED;
    }
    divide(position, rules, depth, last_ply)
        .into_iter()
        .map(|(_, count)| count)
        .sum()
}

/// The counts behind each legal move, in the order of the pits. Empty when the position
/// is over or `depth` is 0.
#[must_use]
pub fn divide(
    position: &Position,
    rules: Rules,
    depth: u32,
    last_ply: LastPly,
) -> Vec<(Move, Perft)> {
    if depth == 0 || position.end(rules).is_some() {
        return Vec::new();
    }
    legal_moves(position.board(), rules)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|first| {
            let after = position
                .play(first, rules)
                .expect("the move was generated as legal");
            (first, split(&after, rules, depth - 1, last_ply))
        })
        .collect()
}

/// Plies left below which a subtree is not split over threads.
const SEQUENTIAL_DEPTH: u32 = 7;

/// Goes down in parallel until the subtrees are small enough for one thread each.
fn split(position: &Position, rules: Rules, depth: u32, last_ply: LastPly) -> Perft {
    if depth <= SEQUENTIAL_DEPTH {
        return specialise(
            rules,
            Count {
                position,
                rules,
                depth,
                last_ply,
            },
        );
    }
    if position.end(rules).is_some() {
        return ENDED;
    }
    legal_moves(position.board(), rules)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|next| {
            let after = position
                .play(next, rules)
                .expect("the move was generated as legal");
            split(&after, rules, depth - 1, last_ply)
        })
        .sum()
}

const LEAF: Perft = Perft {
    leaves: 1,
    ended: 0,
};
const ENDED: Perft = Perft {
    leaves: 0,
    ended: 1,
};

/// One thread's share, compiled for the mechanics.
struct Count<'a> {
    position: &'a Position,
    rules: Rules,
    depth: u32,
    last_ply: LastPly,
}

impl ForMechanics for Count<'_> {
    type Output = Perft;

    fn run<M: Mechanics>(self, mechanics: M) -> Perft {
        let counter = Counter {
            mechanics,
            target: self.rules.target().seeds(self.position.total()),
            few_seeds: self.rules.few_seeds(),
        };
        match self.last_ply {
            LastPly::Counted => counter.below::<false>(*self.position, self.depth),
            LastPly::Played => counter.below::<true>(*self.position, self.depth),
        }
    }
}

/// What the recursion needs to know of the rules.
#[derive(Clone, Copy)]
struct Counter<M> {
    mechanics: M,
    target: u8,
    few_seeds: u8,
}

impl<M: Mechanics> Counter<M> {
    /// Counts below `position`, `depth` plies deep.
    ///
    /// Inlined into [`expand`](Self::expand), so that the ends of the game and the last
    /// ply cost no call.
    #[inline(always)]
    fn below<const PLAY_LAST: bool>(self, position: Position, depth: u32) -> Perft {
        if depth == 0 {
            return LEAF;
        }
        let [own, other] = position.stores_from_mover();
        if own >= self.target || other >= self.target {
            return ENDED;
        }
        let board = position.board();
        if self.few_seeds > 0 && board.seeds() <= self.few_seeds {
            return ENDED;
        }
        let legal = position.legal(self.mechanics);
        if legal.is_empty() {
            return if must_pass(board, self.mechanics) {
                self.after_pass::<PLAY_LAST>(position, depth)
            } else {
                ENDED
            };
        }
        if depth == 1 {
            if PLAY_LAST {
                for pit in legal {
                    std::hint::black_box(position.play_unchecked(pit, self.mechanics));
                }
            }
            return Perft {
                leaves: legal.len() as u64,
                ended: 0,
            };
        }
        self.expand::<PLAY_LAST>(&position, legal, depth)
    }

    #[inline(never)]
    fn expand<const PLAY_LAST: bool>(
        self,
        position: &Position,
        legal: PitSet,
        depth: u32,
    ) -> Perft {
        let mut count = Perft::default();
        for pit in legal {
            let next = position.play_unchecked(pit, self.mechanics);
            count = count + self.below::<PLAY_LAST>(next, depth - 1);
        }
        count
    }

    #[inline(never)]
    fn after_pass<const PLAY_LAST: bool>(self, position: Position, depth: u32) -> Perft {
        self.below::<PLAY_LAST>(position.pass_unchecked(), depth - 1)
    }
}
