//! Check (a) for boards drawn at random, by the plain rules alone.

use crate::game::{Board, ValueRules};

use super::super::index::{Layer, Rank};
use super::fault::{Faults, WrongValue, clamped};
use super::known::Known;
use super::plain_rules::{Pits, PlainMoves};

/// Draws `boards` boards of the largest layer in `known`, the same for the same `seed` and all
/// where there are no more, and compares their values with the best over their moves, which holds where endless lines
/// count 0.
#[must_use]
pub fn check_sample(known: &Known<'_>, rules: &ValueRules, boards: u64, seed: u64) -> Faults {
    let layer = known.layer();
    let mut found = Vec::new();
    for rank in drawn(layer, boards, seed) {
        let board = layer.unrank(Rank::new(rank));
        let moves = PlainMoves::of(&super::looks::pits(board), rules);
        let worth = |gain: i8, after: &Pits| {
            let after = known.bounds(board_of(after)).lower;
            gain.saturating_sub(after.seeds())
        };
        let best = moves
            .steps()
            .iter()
            .map(|step| worth(step.gain, &step.after))
            .chain(moves.over)
            .max()
            .expect("a board has a move or an end");
        if best != known.bounds(board).lower.seeds() {
            found.push((
                rank,
                WrongValue::NotTheBest {
                    best: clamped(best),
                },
            ));
        }
    }
    found.sort_unstable_by_key(|&(rank, _)| rank);
    found.dedup_by_key(|&mut (rank, _)| rank);
    Faults::from_found(found, known, rules)
}

/// The boards that are drawn of a layer, by rank: every one of them where as many are wanted.
pub(super) fn drawn(layer: Layer, boards: u64, seed: u64) -> impl Iterator<Item = u64> {
    let are_all = boards >= layer.boards();
    let mut random = SplitMix::new(seed ^ u64::from(layer.seeds()));
    (0..boards.min(layer.boards())).map(move |number| {
        if are_all {
            number
        } else {
            random.below(layer.boards())
        }
    })
}

pub(super) fn board_of(pits: &Pits) -> Board {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *pits;
    Board::new([a, b, c, d, e, f], [g, h, i, j, k, l])
}

/// splitmix64 (Steele, Lea and Flood 2014): good numbers from any seed, 0 included.
struct SplitMix(u64);

impl SplitMix {
    const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `end`, even enough for a sample: the product's upper half.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}
