//! Solves one layer from the layers beneath it, where a loop gives each player his own row.
//!
//! What a board is worth depends on the boards visited since the last capture, and a
//! capture wipes them out: so the exits of a layer are worth what the layers below say, and
//! all that depends on history happens inside a layer.
//!
//! 1. *Bounds*: for each threshold from high to low, the boards from which a player can
//!    force the game to an exit that is good enough for him, by ordinary retrograde
//!    analysis. A strategy that leads to exits only meets no board twice, so these bounds
//!    hold for a start without history. `bounds_cell` says how both bounds of a board are
//!    found in one pass from high to low.
//! 2. *The loop game*: a board whose bounds do not meet is undecided at some threshold.
//!    Among the undecided boards of one threshold whoever plays an exit loses, so a
//!    repetition decides; [`loop_game`](super::loop_game) finds who can force which, or
//!    leaves the bounds where its effort runs out.
//!
//! If a layer below holds bounds, two games are played and never mixed: in the pessimistic
//! one each exit pays the player who wants the threshold the least that it may be worth, and
//! only what he wins there is believed; in the optimistic one the most, and only what he
//! loses there is. Only the regions of these games are used, which need no search: they
//! grow when exits are known better, while a bounded search can lose its way in another
//! arena. So more effort never moves a bound outwards, in this layer or above.
//!
//! Nothing depends on the number of threads: the bounds are least fixpoints, each loop game
//! is solved by one thread, and the thresholds do not know of each other.
//!
//! Reference: `OWN-ROWS` in the project's papers; the proofs are in `loop_game`.

use super::bounds_cell::BoundsCell;
use super::collect::collect;
use super::index::Layer;
use super::loop_game::Effort;
use super::open_boards::{LoopReport, OpenBoards};
use super::propagate::{Below, Propagation, Stopped};
use super::terms::Terms;
use crate::game::{Feeding, ForMechanics, Loops, Mechanics, ValueRules, specialise};
use crate::pages::Pages;

/// A layer solved.
#[derive(Debug)]
pub(crate) struct OwnRowsLayer {
    layer: Layer,
    cells: Pages<BoundsCell>,
    loops: LoopReport,
}

impl OwnRowsLayer {
    /// Whether each board's bounds meet.
    pub(crate) const fn is_exact(&self) -> bool {
        self.loops.inexact == 0
    }

    /// What the loops took.
    pub(crate) const fn loops(&self) -> LoopReport {
        self.loops
    }

    /// Gives `write` the values in rank order, piece by piece: signed bytes, in seeds still
    /// to come for the side to move; if they are not [exact](Self::is_exact), two for each
    /// board, the lower bound first. A piece has about `slab` boards.
    pub(super) fn write<E>(
        &self,
        slab: usize,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let bounds = |cell: BoundsCell| {
            let (lower, upper) = cell.bounds(self.layer.seeds());
            [lower, upper].map(i8::cast_unsigned)
        };
        if self.is_exact() {
            let value = |cell| bounds(cell)[0];
            collect(self.layer, &self.cells, slab, value, write)
        } else {
            collect(
                self.layer,
                &self.cells,
                slab,
                bounds,
                |pairs: &[[u8; 2]]| write(pairs.as_flattened()),
            )
        }
    }
}

/// Whether tables can be built for these loops: without a duty to feed, one seed can run
/// round alone for ever where only boards with seeds in both rows count.
pub(crate) fn is_supported(rules: &ValueRules) -> bool {
    match rules.loops {
        Loops::Zero => true,
        Loops::OwnRows { both_rows, .. } => !both_rows || rules.feeding == Feeding::MustFeed,
    }
}

/// Solves a layer. `below` holds the bounds of every smaller layer.
///
/// # Errors
///
/// When the work was cancelled, or four bytes a board are not to be had.
///
/// # Panics
///
/// When the rules are not [supported](is_supported) or loops count 0 under them, or a layer
/// below is missing.
pub(super) fn solve_own_rows(
    layer: Layer,
    rules: &ValueRules,
    below: Below<'_>,
    effort: u64,
    terms: &Terms<'_, BoundsCell>,
) -> Result<OwnRowsLayer, Stopped> {
    assert!(
        rules.loops != Loops::Zero,
        "loops that count 0 are solved by retrograde"
    );
    assert!(is_supported(rules), "a loop without end");
    specialise(
        *rules,
        SolveLayer {
            layer,
            rules,
            below,
            effort: Effort::steps(effort),
            terms,
        },
    )
}

/// An effort that was enough for every board of the tournament rules up to 24 seeds.
pub const USUAL_EFFORT: u64 = Effort::USUAL.get();

struct SolveLayer<'a> {
    layer: Layer,
    rules: &'a ValueRules,
    below: Below<'a>,
    effort: Effort,
    terms: &'a Terms<'a, BoundsCell>,
}

impl ForMechanics for SolveLayer<'_> {
    type Output = Result<OwnRowsLayer, Stopped>;

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let most = self.layer.seeds().cast_signed();
        let mut propagation: Propagation<'_, M, BoundsCell> =
            Propagation::new(self.layer, self.rules, mechanics, self.below, self.terms)?;
        for level in (1 - most..=most).rev() {
            propagation.settle(level)?;
        }
        let mut open = OpenBoards::of(&propagation, mechanics);
        let loops = open.play(
            self.rules,
            self.below.is_exact(),
            self.effort,
            self.terms.progress,
        )?;
        let mut cells = propagation.cells;
        for board in &open.boards {
            cells[board.cell].set_bounds(board.lower, board.upper);
        }
        Ok(OwnRowsLayer {
            layer: self.layer,
            cells,
            loops,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::loop_game::reference;
    use super::*;
    use crate::game::Rules;
    use crate::progress::Silent;

    /// Lower and upper bounds of the layers to `seeds`.
    fn layers(rules: &str, seeds: u8, effort: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
        let rules = rules.parse::<Rules>().unwrap().value_rules();
        let mut done: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for layer in Layer::up_to(seeds) {
            let lower: Vec<&[u8]> = done.iter().map(|layer| &*layer.0).collect();
            let upper: Vec<&[u8]> = done.iter().map(|layer| &*layer.1).collect();
            let below = if lower == upper {
                Below::exact(&lower)
            } else {
                Below::bounds(&lower, &upper)
            };
            let solved =
                solve_own_rows(layer, &rules, below, effort, &Terms::plain(&Silent)).unwrap();
            let mut bytes = Vec::new();
            let written: Result<(), Stopped> = solved.write(1_000, |piece| {
                bytes.extend_from_slice(piece);
                Ok(())
            });
            written.unwrap();
            done.push(if solved.is_exact() {
                (bytes.clone(), bytes)
            } else {
                bytes.chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip()
            });
        }
        done
    }

    fn signed(bytes: &[u8]) -> Vec<i8> {
        bytes.iter().map(|byte| byte.cast_signed()).collect()
    }

    #[test]
    fn layers_agree_with_plain_sweeps() {
        for rules in [
            "abapa",
            "marquoir",
            "marquoir-famine",
            "playstrategy",
            "abapa+grand-slam=capture",
            "abapa+grand-slam=keep-last",
        ] {
            let plain = reference::values_up_to(6, &rules.parse().unwrap());
            for (seeds, (lower, upper)) in layers(rules, 6, USUAL_EFFORT).iter().enumerate() {
                assert_eq!(signed(lower), plain[seeds], "{rules}, {seeds} seeds");
                assert_eq!(lower, upper, "{rules}, {seeds} seeds");
            }
        }
    }

    #[test]
    fn less_effort_gives_wider_bounds_around_the_same_values() {
        let exact = layers("abapa", 7, USUAL_EFFORT);
        let mut widest = u64::MAX;
        for effort in [0, 1, 30, 1_000] {
            let mut width = 0;
            for (bounds, exact) in layers("abapa", 7, effort).iter().zip(&exact) {
                let values = signed(&exact.0);
                for ((lower, upper), value) in signed(&bounds.0)
                    .into_iter()
                    .zip(signed(&bounds.1))
                    .zip(values)
                {
                    assert!(lower <= value && value <= upper, "effort {effort}");
                    width += (upper - lower).unsigned_abs() as u64;
                }
            }
            assert!(width <= widest, "more effort, wider bounds");
            widest = width;
        }
        let none = layers("abapa", 7, 0);
        assert!(none.iter().any(|bounds| bounds.0 != bounds.1));
    }
}
