//! What cut before: killers by ply, and a history of quiet moves.
//!
//! A quiet move is known by its pit and seeds, which say where its last seed falls.
//! Scores decay as they grow (Stockfish's "gravity"), so that what no longer cuts fades.

/// A quiet move by pit and seeds, seeds beyond a lap being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried(u8);

/// The most plies of a line of the playing search.
pub(super) const LONGEST: usize = 240;

const SEEDS: usize = 16;
const MOVES: usize = 8 * SEEDS;
/// The most a score can reach.
const MOST: i32 = 1 << 14;

impl Tried {
    #[inline]
    pub(super) const fn new(pit: u8, seeds: u8) -> Self {
        let seeds = if seeds as usize >= SEEDS {
            SEEDS as u8 - 1
        } else {
            seeds
        };
        Self((pit & 7) * SEEDS as u8 + seeds)
    }
}

pub(super) struct Memory {
    killers: Box<[[Tried; 2]; LONGEST + 2]>,
    scores: [i32; MOVES],
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            killers: Box::new([[Tried(0); 2]; LONGEST + 2]),
            // Later pits first, until something is known.
            scores: std::array::from_fn(|tried| (tried / SEEDS) as u8 as i32),
        }
    }

    /// The larger, the sooner.
    #[inline]
    pub(super) fn order(&self, ply: usize, tried: Tried) -> i32 {
        let [first, second] = self.killers[ply];
        let bonus = if tried == first {
            2 * MOST
        } else if tried == second {
            MOST
        } else {
            0
        };
        bonus + self.scores[usize::from(tried.0)]
    }

    /// `tried` cut, and the moves before it did not.
    pub(super) fn reward(
        &mut self,
        ply: usize,
        tried: Tried,
        depth: i32,
        before: impl Iterator<Item = Tried>,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != tried {
            killers[1] = killers[0];
            killers[0] = tried;
        }
        let bonus = (depth * depth * 4).min(MOST / 8);
        self.add(tried, bonus);
        for other in before {
            self.add(other, -bonus);
        }
    }

    fn add(&mut self, tried: Tried, bonus: i32) {
        let score = &mut self.scores[usize::from(tried.0)];
        *score += bonus - *score * bonus.abs() / MOST;
    }
}
