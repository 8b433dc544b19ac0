//! Solving a game whose seeds are counted to the last, with whatever oracle there is.

use std::time::Instant;

use super::answer::{Solution, SolveOptions};
use super::line::Guide;
use super::root::Root;
use crate::game::{ForMechanics, Game, Loops, Mechanics};
use crate::progress::Progress;
use crate::search::{Budget, LoopSolver, Oracle, Past, Prover, Table};

/// The arguments of `solve`, to be compiled for the mechanics.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) game: &'a Game,
    pub(super) oracle: &'a dyn Oracle,
    pub(super) options: &'a SolveOptions,
    pub(super) progress: &'a dyn Progress,
}

impl ForMechanics for Work<'_> {
    type Output = Solution;

    fn run<M: Mechanics>(self, mechanics: M) -> Solution {
        let limits = self.options.limits;
        let deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let position = self.game.position();
        let board = position.board();
        let rules = self.game.rules().value_rules();
        let prover = Prover::new(
            LoopSolver::new(
                rules,
                mechanics,
                self.oracle,
                self.options.whole_layer_seeds,
            ),
            self.oracle,
            (Past::of(self.game, mechanics), (board, position.to_move())),
            Table::new(self.options.hash_bytes),
            Budget::new(limits.nodes, deadline, self.progress),
        );
        self.progress.begin("solve", limits.nodes.unwrap_or(0));
        let has_history = self.game.visited().len() > 1;
        let mut root = Root::new(board, prover);
        if !has_history {
            root = root.knowing(self.oracle.probe(board));
            if rules.loops == Loops::Zero {
                let guide = Guide {
                    oracle: self.oracle,
                    rules: &rules,
                    mechanics,
                    root: board,
                };
                root = root.stopping_at_root(Box::new(move |first, net, longest| {
                    guide.line(first, net, longest)
                }));
            }
        }
        root.deepen(limits.depth_plies);
        let solution = root.report(self.game);
        self.progress.finish();
        solution
    }
}
