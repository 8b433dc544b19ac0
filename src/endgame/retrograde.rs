//! Solves one layer from the layers beneath it, where an endless line counts 0.
//!
//! A capture leads to a smaller layer, whose values are known; the moves that take nothing
//! stay inside the layer and may run in circles. So the layer is solved backwards:
//!
//! 1. *initialise*: for each board the best capture and the number of open (quiet) moves;
//! 2. *propagate*: for each value v from high to low, the boards worth v are those where a
//!    capture wins v or a quiet move leads to a board worth −v; those worth −v have no open
//!    move left and nothing better than −v. Each board that settles tells its predecessors;
//! 3. *collect*: what never settled can be kept going for ever, and is worth 0. The values
//!    leave in rank order as they are gathered, so that memory holds the cells and no copy.
//!
//! Boards are worked through by the mover's row, not one by one: `grid`, `crossing`,
//! `propagate` say how. Each board settles once and each quiet move is looked at once, so
//! the work is linear.
//! The values are a least fixpoint: the order in which boards settle within a level, and
//! so the number of threads, cannot change them.
//!
//! Reference: T. R. Lincke and A. Marzetta, Large endgame databases with limited memory
//! space, ICGA Journal 23(3), 2000; J. W. Romein and H. E. Bal, Solving awari with parallel
//! retrograde analysis, IEEE Computer 36(10), 2003.

use super::cell::ZeroCell;
use super::collect::{SLAB, collect};
use super::index::Layer;
use super::propagate::{Propagation, Stopped};
use crate::game::{ForMechanics, Loops, Mechanics, ValueRules, specialise};
use crate::progress::Progress;

/// Solves a layer and gives `write` its values in rank order, in pieces of any size; each
/// is one signed byte, the net for the side to move. `below[k]` holds the values of layer k
/// likewise, for every k less than the layer's seeds; but the largest of them is not read,
/// because a capture takes two seeds or more, and may be left empty.
///
/// # Errors
///
/// When the work was cancelled, or a byte a board is not to be had; whatever `write` says.
///
/// # Panics
///
/// When `rules` are such that an endless line does not count 0, or a layer below is
/// missing or has the wrong length.
pub(super) fn solve_layer<E: From<Stopped>>(
    layer: Layer,
    rules: &ValueRules,
    below: &[&[u8]],
    progress: &dyn Progress,
    write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    assert!(rules.loops == Loops::Zero, "endless lines must count 0");
    assert!(
        below.len() == usize::from(layer.seeds())
            && Layer::up_to(layer.seeds())
                .zip(below)
                .all(|(lower, values)| values.len() as u64 == lower.boards()
                    || values.is_empty() && lower.seeds() + 1 == layer.seeds()),
        "every layer below must be complete"
    );
    specialise(
        *rules,
        SolveLayer {
            layer,
            rules,
            below,
            progress,
            write,
        },
    )
}

struct SolveLayer<'a, W> {
    layer: Layer,
    rules: &'a ValueRules,
    below: &'a [&'a [u8]],
    progress: &'a dyn Progress,
    write: W,
}

impl<E: From<Stopped>, W: FnMut(&[u8]) -> Result<(), E>> ForMechanics for SolveLayer<'_, W> {
    type Output = Result<(), E>;

    fn run<M: Mechanics>(self, mechanics: M) -> Result<(), E> {
        let mut propagation: Propagation<'_, M, ZeroCell> =
            Propagation::new(self.layer, self.rules, mechanics, self.below, self.progress)?;
        for level in (1..=self.layer.seeds().cast_signed()).rev() {
            propagation.settle(level)?;
        }
        let value = |cell: ZeroCell| cell.value().seeds().cast_unsigned();
        collect(self.layer, &propagation.cells, SLAB, value, self.write)
    }
}

#[cfg(test)]
mod tests {
    use super::super::index::Rank;
    use super::*;
    use crate::game::{Board, Rules, effect, legal, must_pass, stuck_value};
    use crate::progress::Silent;

    fn layers(rules: &str, seeds: u8) -> Vec<Vec<u8>> {
        let rules = rules.parse::<Rules>().unwrap().value_rules();
        let mut done: Vec<Vec<u8>> = Vec::new();
        for layer in Layer::up_to(seeds) {
            let below: Vec<&[u8]> = done.iter().map(Vec::as_slice).collect();
            let mut values = Vec::new();
            solve_layer(layer, &rules, &below, &Silent, |part: &[u8]| {
                values.extend_from_slice(part);
                Ok::<(), Stopped>(())
            })
            .unwrap();
            done.push(values);
        }
        done
    }

    fn histogram(values: &[u8], seeds: i8) -> Vec<usize> {
        (-seeds..=seeds)
            .map(|net| values.iter().filter(|v| v.cast_signed() == net).count())
            .collect()
    }

    #[test]
    fn small_layers_of_awari_have_the_published_histograms() {
        // T. R. Lincke, Diss. ETH 14701 (2002), appendix B; all layers to 12 seeds are
        // compared in tests/endgame.rs.
        let layers = layers("awari", 3);
        assert_eq!(histogram(&layers[2], 2), [40, 0, 13, 0, 25]);
        assert_eq!(histogram(&layers[3], 3), [177, 0, 1, 63, 7, 0, 116]);
    }

    #[test]
    fn every_value_is_the_best_over_the_moves() {
        for rules in [
            "awari",
            "jedisjeux",
            "abapa+settle=even",
            "marquoir-famine+repetition=0",
        ] {
            let layers = layers(rules, 7);
            let rules: Rules = rules.parse().unwrap();
            let value = |board: Board| {
                let layer = Layer::of(board);
                layers[usize::from(layer.seeds())][layer.rank(board).get() as usize].cast_signed()
            };
            for layer in Layer::up_to(7).skip(1) {
                if layer.seeds() <= rules.few_seeds() {
                    continue;
                }
                for rank in 0..layer.boards() {
                    let board = layer.unrank(Rank::new(rank));
                    let sown = legal(board, rules).map(|pit| {
                        let effect = effect(board, pit, rules);
                        effect.captured.cast_signed() - value(effect.board.rotated())
                    });
                    let passed = must_pass(board, rules).then(|| -value(board.rotated()));
                    let best = sown.chain(passed).max();
                    let expected =
                        best.unwrap_or_else(|| stuck_value(board, rules.stuck()).seeds());
                    assert_eq!(value(board), expected, "{rules} {board:?}");
                }
            }
        }
    }
}
