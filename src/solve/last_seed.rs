//! Solving a game whose seeds are counted to the last, with whatever oracle there is.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::answer::{Solution, SolveOptions};
use super::closing::Aim;
use super::follow::Follower;
use super::line::Guide;
use super::root::{Before, FindLine, Root, root_moves};
use super::root_move::RootMove;
use super::stages::Stages;
use crate::game::{Bounds, ForMechanics, Game, Loops, Mechanics, Net, Score};
use crate::progress::{Progress, Silent};
use crate::search::{
    Arena, Budget, Child, Estimator, LoopSolver, Memory, Meter, NumberProver, Oracle, Past, Prover,
    SharedTable, Stops, Table,
};

/// The least reach of an oracle that spares the search the small layers.
const LEAST_REACH: u8 = 4;
/// With less than that, the most seeds that are left to the search that knows loops.
const MOST_SEEDS_WITHOUT_TABLES: u8 = 14;

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
        let has_history = self.game.visited().len() > 1;
        let fresh = (!has_history).then(|| self.oracle.probe(board)).flatten();
        self.progress.begin("solve", limits.nodes.unwrap_or(0));
        let guide: Option<FindLine<'_>> = (rules.loops == Loops::Zero).then(|| {
            let guide = Guide {
                oracle: self.oracle,
                rules: &rules,
                mechanics,
                root: board,
            };
            Box::new(move |first: &Child, net, longest| guide.line(first, net, longest)) as _
        });
        let (moves, before, is_open) = self.stages(mechanics, fresh, deadline, guide.as_ref());
        // What forcing play does not decide is left to the search that knows loops.
        let (past, hash_bytes) = if is_open {
            (Past::of(self.game, mechanics), self.options.hash_bytes)
        } else {
            (Past::default(), 0)
        };
        let prover = Prover::new(
            LoopSolver::new(
                rules,
                mechanics,
                self.oracle,
                self.options.whole_layer_seeds,
            ),
            self.oracle,
            (past, (board, position.to_move())),
            Table::new(hash_bytes),
            Budget::new(
                limits.nodes.map(|nodes| nodes - before.nodes),
                deadline,
                self.progress,
            ),
        );
        let mut root = Root::new(board, prover).aiming_at(self.aim());
        if let Some(moves) = moves {
            root = root.after(moves, before);
        }
        if !has_history {
            root = root.knowing(fresh);
            if let Some(guide) = guide {
                root = root.stopping_at_root(guide);
            }
        }
        if is_open {
            root.deepen(limits.depth_plies);
        }
        let solution = root.report(self.game);
        self.progress.finish();
        solution
    }
}

impl Work<'_> {
    /// What the options ask for, in seeds still to come.
    fn aim(&self) -> Aim {
        if !self.options.outcome_only {
            return Aim::Value;
        }
        let position = self.game.position();
        let net = |score| position.net(Score::new(score)).seeds();
        Aim::Between(net(0), net(1))
    }

    /// Guesses and proves by force; the moves, what it took, and whether something is left
    /// for the search that knows loops. No moves when that should do all.
    fn stages<M: Mechanics>(
        &self,
        mechanics: M,
        fresh: Option<Bounds<Net>>,
        deadline: Option<Instant>,
        guide: Option<&FindLine<'_>>,
    ) -> (Option<Vec<RootMove>>, Before, bool) {
        let position = self.game.position();
        let root = (position.board(), position.to_move());
        let seeds = root.0.seeds();
        let reach = self.oracle.reach();
        // In a layer that is known, and where the small layers have to be solved on the
        // way, loops are what matters.
        if seeds <= reach.max(self.options.whole_layer_seeds)
            || (reach < LEAST_REACH && seeds <= MOST_SEEDS_WITHOUT_TABLES)
        {
            return (None, Before::default(), true);
        }
        let rules = self.game.rules().value_rules();
        let mut moves = root_moves(root.0, mechanics, fresh);
        let meter = Meter::new(self.options.limits.nodes, deadline, self.progress);
        let stops = Stops::of(self.game);
        let half = self.options.hash_bytes / 2;
        let (Ok(mut proofs), Ok(mut guesses)) = (Memory::new(half), Memory::new(half)) else {
            return (None, Before::default(), true);
        };
        let arena = Arena {
            rules: &rules,
            oracle: self.oracle,
            stops: &stops,
            table: SharedTable::over(&mut proofs),
            root_seeds: seeds,
        };
        let memory = SharedTable::over(&mut guesses);
        let stages = Stages {
            root,
            fresh,
            aim: self.aim(),
            arena: &arena,
            memory,
            meter: &meter,
            options: self.options,
        };
        let outcome = stages.run(mechanics, &mut moves).unwrap_or_default();
        let before = Before {
            nodes: meter.spent(),
            oracle_hits: outcome.oracle_hits,
            depth_plies: outcome.depth_plies,
            was_cancelled: meter.was_cancelled(),
        };
        let is_open = outcome.is_blocked && !meter.is_spent();
        if !is_open {
            let follower = Follower {
                mechanics,
                rules: &rules,
                root,
                guide,
                reach,
            };
            let lines = Meter::new(None, None, &Silent);
            let over = AtomicBool::new(false);
            let mut prover = NumberProver::new(mechanics, &arena, &lines);
            let estimator = Estimator::new(mechanics, &arena, memory, root, &lines, &over);
            for root in &mut moves {
                root.line = if root.is_exact() {
                    follower.proved(&root.child, root.child.gain - root.lower, &mut prover)
                } else {
                    follower.guessed(&root.child, &estimator)
                };
            }
        }
        (Some(moves), before, is_open)
    }
}
