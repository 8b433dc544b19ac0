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
//! Boards are looked at by the mover's row, and hear of each other by letters that are
//! collected for stretches of rows: `grid`, `crossing`, `news`, `propagate` say how. Each board settles once and each quiet move is looked at once, so
//! the work is linear.
//! The values are a least fixpoint: the order in which boards settle within a level, and
//! so the number of threads, cannot change them.
//!
//! Reference: T. R. Lincke and A. Marzetta, Large endgame databases with limited memory
//! space, ICGA Journal 23(3), 2000; J. W. Romein and H. E. Bal, Solving awari with parallel
//! retrograde analysis, IEEE Computer 36(10), 2003.

use super::cell::ZeroCell;
use super::collect::collect;
use super::index::Layer;
use super::propagate::{Below, Propagation, Stopped};
use super::terms::Terms;
use crate::game::{ForMechanics, Loops, Mechanics, ValueRules, specialise};

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
    terms: &Terms<'_, ZeroCell>,
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
            terms,
            write,
        },
    )
}

struct SolveLayer<'a, W> {
    layer: Layer,
    rules: &'a ValueRules,
    below: &'a [&'a [u8]],
    terms: &'a Terms<'a, ZeroCell>,
    write: W,
}

impl<E: From<Stopped>, W: FnMut(&[u8]) -> Result<(), E>> ForMechanics for SolveLayer<'_, W> {
    type Output = Result<(), E>;

    fn run<M: Mechanics>(self, mechanics: M) -> Result<(), E> {
        let mut propagation: Propagation<'_, M, ZeroCell> = Propagation::new(
            self.layer,
            self.rules,
            mechanics,
            Below::exact(self.below),
            self.terms,
        )?;
        for level in (1..=self.layer.seeds().cast_signed()).rev() {
            propagation.settle(level)?;
        }
        let value = |cell: ZeroCell| cell.value().seeds().cast_unsigned();
        let cells = propagation.into_cells();
        collect(self.layer, &cells, self.terms.slab, value, self.write)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::super::index::Rank;
    use super::super::terms::{Keeper, Stage, Thrift};
    use super::*;
    use crate::game::{Board, Rules, effect, legal, must_pass, stuck_value};
    use crate::progress::{Progress, Silent};

    fn layers(rules: &str, seeds: u8) -> Vec<Vec<u8>> {
        let rules = rules.parse::<Rules>().unwrap().value_rules();
        let mut done: Vec<Vec<u8>> = Vec::new();
        for layer in Layer::up_to(seeds) {
            let below: Vec<&[u8]> = done.iter().map(Vec::as_slice).collect();
            let mut values = Vec::new();
            solve_layer(
                layer,
                &rules,
                &below,
                &Terms::plain(&Silent),
                |part: &[u8]| {
                    values.extend_from_slice(part);
                    Ok::<(), Stopped>(())
                },
            )
            .unwrap();
            done.push(values);
        }
        done
    }

    /// Keeps the state in memory whenever it is offered.
    #[derive(Default)]
    struct Memo(Mutex<Option<(Stage, Vec<ZeroCell>)>>);

    impl Keeper<ZeroCell> for Memo {
        fn restore(&self, cells: &mut [ZeroCell]) -> Option<Stage> {
            let kept = self.0.lock().unwrap();
            let (stage, kept) = kept.as_ref()?;
            cells.copy_from_slice(kept);
            Some(*stage)
        }

        fn is_wanted_before_a_stop(&self) -> bool {
            true
        }

        fn offer(&self, stage: Stage, cells: &[ZeroCell], _: bool) {
            *self.0.lock().unwrap() = Some((stage, cells.to_vec()));
        }
    }

    /// Stops whenever it is asked, but lets so many stretches be surveyed first.
    struct Impatient(AtomicUsize);

    impl Progress for Impatient {
        fn is_cancelled(&self) -> bool {
            let before = self
                .0
                .fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(1)));
            before == Ok(0)
        }
    }

    /// Counts what it hears.
    #[derive(Default)]
    struct Count(AtomicUsize, AtomicUsize);

    impl Thrift for Count {
        fn surveyed(&self, boards: usize) {
            self.0.fetch_add(boards, Relaxed);
        }

        fn release(&self) {
            self.1.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn small_steps_and_stops_at_every_moment_change_no_value() {
        let layers = layers("awari", 7);
        let rules = "awari".parse::<Rules>().unwrap().value_rules();
        let layer = Layer::new(7);
        let below: Vec<&[u8]> = layers[..7].iter().map(Vec::as_slice).collect();
        let memo = Memo::default();
        let thrift = Count::default();
        let mut stages = Vec::new();
        // Each run is granted a little more, so that every one but the last stops.
        for patience in 0.. {
            let progress = Impatient(AtomicUsize::new(patience));
            let terms = Terms {
                progress: &progress,
                cells_at_once: 10_000,
                slab: 100,
                thrift: Some(&thrift),
                keeper: Some(&memo),
            };
            let mut values = Vec::new();
            let solved = solve_layer(layer, &rules, &below, &terms, |part: &[u8]| {
                values.extend_from_slice(part);
                Ok(())
            });
            let kept = memo.0.lock().unwrap().as_ref().map(|kept| kept.0);
            stages.extend(kept);
            if solved == Ok(()) {
                assert!(values == layers[7]);
                break;
            }
            assert_eq!(solved, Err(Stopped::Cancelled));
        }
        let in_survey =
            |stage: &&Stage| matches!(stage, Stage::Survey(cells) if (1..31_824).contains(cells));
        assert!(stages.iter().any(|stage| in_survey(&stage)), "{stages:?}");
        let levels = (0..=7).filter(|&level| stages.contains(&Stage::Level(level)));
        assert!(levels.count() > 3, "{stages:?}");
        let heard = thrift.0.into_inner() as u64;
        assert!(heard >= layer.boards() && thrift.1.into_inner() > 0);
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
