//! Solving a game whose seeds are counted to the last, with whatever oracle there is.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::answer::{Purpose, Solution, SolveOptions};
use super::closing::Aim;
use super::follow::Follower;
use super::ground::Ground;
use super::growth::Growth;
use super::layer_game::{is_too_large, play_layer};
use super::line::Guide;
use super::near_line::near_line;
use super::regions::Regions;
use super::request::Request;
use super::root::{Before, FindLine, Root};
use super::root_move::{RootMove, has_proved_best, root_moves};
use super::stages::Stages;
use super::store::Store;
use super::tables::Extended;
use crate::game::{Board, Bounds, ForMechanics, Loops, Mechanics, Net, Score, ValueRules};
use crate::progress::Silent;
use crate::search::{
    Budget, Child, Estimator, LoopSolver, Meter, NumberProver, Oracle, Past, Prover, SharedTable,
    Stops, Table, with_overtime,
};

/// Nodes that small layers may cost where a depth is what was asked for: enough for all of those
/// under the rules that people play.
const LAYERS_AT_DEPTH: u64 = 1 << 18;
/// Layers of so many seeds are left to the search that knows loops.
const SMALL_LAYERS: u8 = 6;
/// The least reach of an oracle that spares the search the small layers.
const LEAST_REACH: u8 = 4;
/// With less than that, the most seeds that are left to the search that knows loops.
const MOST_SEEDS_WITHOUT_TABLES: u8 = 14;

/// A request and what is known already, to be compiled for the mechanics.
pub(super) struct Work<'a> {
    pub(super) request: Request<'a>,
    pub(super) store: &'a mut Store,
}

impl ForMechanics for Work<'_> {
    type Output = Solution;

    fn run<M: Mechanics>(self, mechanics: M) -> Solution {
        let Self { request, store } = self;
        let Request {
            game,
            options,
            progress,
            ..
        } = request;
        let limits = options.limits;
        let deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let position = game.position();
        let board = position.board();
        let rules = game.rules().value_rules();
        let has_history = game.visited().len() > 1;
        progress.begin("solve", limits.nodes.unwrap_or(0));
        let staged = Staged {
            request,
            mechanics,
            rules: &rules,
            deadline,
        };
        let way = staged.way(store);
        let (mut moves, mut before, mut is_open) = (None, Before::default(), true);
        if way != Way::Force {
            let found = staged.by_layer(store);
            (moves, before, is_open) = found;
        }
        if way == Way::Force || (way == Way::LayerThenForce && is_open) {
            (moves, before, is_open) = staged.by_force(store, moves, before);
        }
        let oracle = Extended::new(request.oracle, store.layers.as_ref());
        let fresh = (!has_history).then(|| oracle.probe(board)).flatten();
        // What forcing play does not decide is left to the search that knows loops.
        let (past, hash_bytes) = if is_open {
            (
                Past::of(game, mechanics),
                Table::bytes_for(options.limits.nodes).min(options.hash_bytes),
            )
        } else {
            (Past::default(), 0)
        };
        let small = options.whole_layer_seeds.min(SMALL_LAYERS);
        let prover = Prover::new(
            LoopSolver::new(rules, mechanics, &oracle, small, &mut store.small)
                .limited(options.limits.depth_plies.map(|_| LAYERS_AT_DEPTH)),
            &oracle,
            (past, (board, position.to_move())),
            Table::new(hash_bytes),
            Budget::new(nodes_left(options, before.nodes), deadline, progress),
        );
        let mut root = Root::new(board, prover).aiming_at(aim(&request));
        if let Some(moves) = moves {
            root = root.after(moves, before);
        }
        if !has_history {
            root = root.knowing(fresh);
            if rules.loops == Loops::Zero {
                root = root.stopping_at_root(guide(
                    &oracle,
                    &rules,
                    mechanics,
                    board,
                    (limits.nodes, with_overtime(deadline)),
                ));
            }
        }
        if is_open {
            root.deepen(limits.depth_plies);
        }
        let solution = root.report(game);
        progress.finish();
        solution
    }
}

/// Whether nothing is left to find out.
fn is_all_known(moves: &[RootMove], fresh: Option<Bounds<Net>>, aim: Aim) -> bool {
    moves.iter().all(RootMove::is_exact) || (aim == Aim::Best && has_proved_best(moves, fresh))
}

/// Finds the lines that are of interest, the best first.
fn follow<M: Mechanics>(
    ground: &Ground<'_, M>,
    regions: &mut Regions,
    moves: &mut [RootMove],
    aim: Aim,
    meter: &Meter<'_>,
) {
    let best = moves.iter().map(|root| root.lower).max();
    let mut order: Vec<&mut RootMove> = moves.iter_mut().filter(|root| root.is_exact()).collect();
    order.sort_by_key(|root| std::cmp::Reverse(root.lower));
    for root in order {
        if aim != Aim::Best || Some(root.lower) == best {
            root.line = near_line(ground, regions, root, meter);
            if aim == Aim::Best {
                break;
            }
        }
    }
}

/// What the search that knows loops may spend after so many nodes.
fn nodes_left(options: &SolveOptions, spent: u64) -> Option<u64> {
    let left = options.limits.nodes.map(|nodes| nodes - spent);
    if spent > 0 && options.compares_at_depth() {
        return Some(left.unwrap_or(u64::MAX).min(spent));
    }
    left
}

/// What is asked for, in seeds still to come.
fn aim(request: &Request<'_>) -> Aim {
    if request.options.outcome_only {
        let position = request.game.position();
        let net = |score| position.net(Score::new(score)).seeds();
        return Aim::Between(net(0), net(1));
    }
    match request.options.purpose {
        Purpose::Values => Aim::Value,
        Purpose::Move => Aim::Best,
    }
}

/// Finds lines by what the oracle knows of boards without history.
fn guide<'a, M: Mechanics + 'a>(
    oracle: &'a dyn Oracle,
    rules: &'a ValueRules,
    mechanics: M,
    root: Board,
    (boards, until): (Option<u64>, Option<Instant>),
) -> FindLine<'a> {
    let guide = Guide {
        oracle,
        rules,
        mechanics,
        root,
        until,
        boards_left: Cell::new(boards.unwrap_or(u64::MAX)),
    };
    Box::new(move |first: &Child, net, longest| guide.line(first, net, longest))
}

/// How the moves of a root are judged before the search that knows loops has a look.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By guesses and forcing play.
    Force,
    /// By everything that can happen in the layer: it is known, or has to be solved on the way,
    /// and loops are what matters.
    Layer,
    /// Where the layer has too many positions for all of it, by what is near, then by force.
    LayerThenForce,
}

/// Guesses and proofs by the layer and by force.
struct Staged<'a, M> {
    request: Request<'a>,
    mechanics: M,
    rules: &'a ValueRules,
    deadline: Option<Instant>,
}

impl<M: Mechanics> Staged<'_, M> {
    fn way(&self, store: &Store) -> Way {
        let Request { game, options, .. } = self.request;
        let seeds = game.position().board().seeds();
        let may_grow = options.whole_layer_seeds > 0 && store.layers.is_some();
        let reach = Extended::new(self.request.oracle, store.layers.as_ref()).reach();
        if seeds <= reach.max(options.whole_layer_seeds.min(SMALL_LAYERS)) {
            let has_own_rows = matches!(self.rules.loops, Loops::OwnRows { .. });
            if has_own_rows && is_too_large(seeds) {
                Way::LayerThenForce
            } else {
                Way::Layer
            }
        } else if !may_grow && reach < LEAST_REACH && seeds <= MOST_SEEDS_WITHOUT_TABLES {
            Way::Layer
        } else {
            Way::Force
        }
    }

    /// Closes what the layer decides; the moves, what it took, and whether something is left to
    /// do. No moves when nothing was tried.
    fn by_layer(&self, store: &mut Store) -> (Option<Vec<RootMove>>, Before, bool) {
        let Request {
            game,
            options,
            progress,
            ..
        } = self.request;
        let board = game.position().board();
        let oracle = Extended::new(self.request.oracle, store.layers.as_ref());
        let has_history = game.visited().len() > 1;
        let fresh = (!has_history).then(|| oracle.probe(board)).flatten();
        let meter = Meter::new(options.limits.nodes, self.deadline, progress);
        let mut moves = root_moves(board, self.mechanics, fresh);
        // Guesses are compared, so of all moves or of none.
        let guess = |root: &RootMove| {
            let reply = oracle.probe(root.child.board).and_then(Bounds::value);
            reply.map(|reply| root.child.gain - reply.seeds())
        };
        if let Some(guesses) = moves.iter().map(guess).collect::<Option<Vec<i8>>>() {
            for (root, guess) in moves.iter_mut().zip(guesses) {
                root.guess_from_tables(guess);
            }
        }
        let regions = &mut store.regions;
        let known: (&dyn Oracle, _) = (&oracle, Some(&mut *regions));
        let played = play_layer(
            &self.request,
            self.mechanics,
            known,
            fresh,
            &mut moves,
            &meter,
        );
        let mut before = Before::default();
        let Some(price) = played else {
            return (None, before, true);
        };
        before.nodes = price;
        let aim = aim(&self.request);
        let has_own_rows = matches!(self.rules.loops, Loops::OwnRows { .. });
        let is_open = !(has_own_rows && is_all_known(&moves, fresh, aim));
        if !is_open {
            let ground = Ground::of(game, self.rules, self.mechanics, &oracle);
            let left = options
                .limits
                .nodes
                .map(|nodes| nodes.saturating_sub(price));
            let meter = Meter::new(left, self.deadline, progress);
            follow(&ground, regions, &mut moves, aim, &meter);
            before.nodes += meter.spent();
        }
        (Some(moves), before, is_open)
    }

    /// Guesses and proves by force, after `before`; the moves, what it took, and whether
    /// something is left for the search that knows loops.
    fn by_force(
        &self,
        store: &mut Store,
        moves: Option<Vec<RootMove>>,
        before: Before,
    ) -> (Option<Vec<RootMove>>, Before, bool) {
        let Request {
            game,
            options,
            oracle: base,
            ..
        } = self.request;
        let position = game.position();
        let root = (position.board(), position.to_move());
        let seeds = root.0.seeds();
        let left = options.limits.nodes.map(|nodes| nodes - before.nodes);
        let meter = Meter::new(left, self.deadline, self.request.progress);
        let stops = Stops::of(game);
        let mut growth = Growth::new(
            store.layers.as_mut(),
            self.request.tables,
            self.rules,
            options,
            seeds,
        );
        let is_layer_played = moves.is_some();
        let mut moves = moves.unwrap_or_else(|| root_moves(root.0, self.mechanics, None));
        let mut stages = Stages {
            root,
            is_layer_played,
            aim: aim(&self.request),
            base,
            rules: self.rules,
            stops: &stops,
            lasting: SharedTable::over(&mut store.lasting),
            passing: SharedTable::over(&mut store.passing),
            guesses: SharedTable::over(&mut store.guesses),
            nodes_before: store.nodes,
            is_odd_root: store.is_odd_root,
            generation: store.generation,
            meter: &meter,
            request: self.request,
        };
        let outcome = stages
            .run(self.mechanics, &mut moves, &mut growth)
            .unwrap_or_default();
        store.generation = store
            .generation
            .wrapping_add(outcome.depth_plies.saturating_add(1));
        store.nodes += meter.spent() - growth.spent();
        let mut before = Before {
            nodes: before.nodes + meter.spent(),
            oracle_hits: outcome.oracle_hits,
            depth_plies: outcome.depth_plies,
            was_cancelled: meter.was_cancelled(),
        };
        // To play, the guesses of this search are better than those of the other.
        let is_open = outcome.is_blocked && !meter.is_spent() && stages.aim != Aim::Best;
        if !is_open {
            let oracle = Extended::new(base, store.layers.as_ref());
            let until = with_overtime(self.deadline);
            let limit = options.limits.nodes;
            let guide = (self.rules.loops == Loops::Zero)
                .then(|| guide(&oracle, self.rules, self.mechanics, root.0, (limit, until)));
            let follower = Follower {
                mechanics: self.mechanics,
                rules: self.rules,
                root,
                guide: guide.as_ref(),
                reach: oracle.reach(),
            };
            let arena = stages.arena(&oracle);
            let left = limit.map(|limit| limit - before.nodes);
            let lines = Meter::new(left, until, &Silent);
            let over = AtomicBool::new(false);
            let mut prover = NumberProver::new(self.mechanics, &arena, &lines);
            let estimator =
                Estimator::new(self.mechanics, &arena, stages.guesses, root, &lines, &over);
            // The best first, as long as there are nodes.
            let mut order: Vec<&mut RootMove> = moves.iter_mut().collect();
            order.sort_by_key(|root| std::cmp::Reverse(root.value()));
            for root in order {
                root.line = if root.is_exact() {
                    follower.proved(&root.child, root.child.gain - root.lower, &mut prover)
                } else {
                    follower.guessed(&root.child, &estimator)
                };
            }
            drop(prover);
            drop(estimator);
            before.nodes += lines.spent();
        }
        (Some(moves), before, is_open)
    }
}
