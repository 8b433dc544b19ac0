//! The driver: closes the bounds of every move of the root, and follows the lines.
//!
//! Of each move it asks first for an estimate, then for the proofs that the move gets that
//! much and no more; where those fail, for any better bound. Bounds are facts and survive
//! from one depth to the next, so whenever a limit ends the work the answer is true as far
//! as it goes.

use std::time::Instant;

use super::answer::{MoveSolution, Solution, SolveOptions, Status};
use super::line::Guide;
use crate::game::{Board, Bounds, End, ForMechanics, Game, Loops, Mechanics, Move, Net, Position};
use crate::progress::Progress;
use crate::search::{Budget, Child, DEEPEST_PLIES, Goal, LoopSolver, Oracle, Past, Prover, Table};

/// Nodes spent on following a line whose value is proved.
const NODES_PER_LINE: u64 = 20_000;
/// The most plies of a line.
const LONGEST_LINE: usize = 300;
/// The most plies of a line that is only a guess.
const LONGEST_GUESS: usize = 24;

/// The arguments of `solve`, to be compiled for the mechanics.
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
        let prover = Prover::new(
            LoopSolver::new(
                self.game.rules().value_rules(),
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
        let mut moves: Vec<RootMove> = prover.children(board).map(RootMove::new).collect();
        moves.sort_by_key(|root| root.child.played.letter(position.to_move()));
        let fresh = match self.game.visited() {
            [_] => self.oracle.probe(board),
            _ => None,
        };
        // No move is worth more than the position.
        let most = fresh.map_or(i8::MAX, |bounds| bounds.upper.seeds());
        for root in &mut moves {
            root.upper = root.upper.min(most);
        }
        let rules = self.game.rules().value_rules();
        let mut root = Root {
            board,
            guide: Guide {
                oracle: self.oracle,
                rules: &rules,
                mechanics,
                root: board,
            },
            stops_at_root: self.game.rules().loops() == Loops::Zero
                && self.game.visited().len() == 1,
            prover,
            moves,
            fresh,
        };
        let depth_plies = root.deepen(limits.depth_plies.unwrap_or(DEEPEST_PLIES));
        let nodes = root.prover.budget.nodes();
        let solution = root.report(position, self.game.end(), depth_plies, nodes);
        self.progress.finish();
        solution
    }
}

/// A move of the root; values are net, seen by its mover.
struct RootMove {
    child: Child,
    lower: i8,
    upper: i8,
    /// Set once the move was searched.
    estimate: Option<i8>,
}

impl RootMove {
    fn new(child: Child) -> Self {
        let seeds = child.board.seeds().cast_signed();
        Self {
            child,
            lower: child.gain - seeds,
            upper: child.gain + seeds,
            estimate: None,
        }
    }

    const fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The proved value or the guess.
    fn value(&self) -> Option<i8> {
        if self.is_exact() {
            return Some(self.lower);
        }
        self.estimate
            .map(|estimate| estimate.clamp(self.lower, self.upper))
    }
}

struct Root<'a, M> {
    board: Board,
    /// Knows the way where the oracle reaches.
    guide: Guide<'a, M>,
    /// Whether lines end before they come back to the root. Where loops count 0, a move at
    /// a position without history is worth what the board after it is worth when set up;
    /// play may then lead through the root, where the game that began there would end.
    stops_at_root: bool,
    prover: Prover<'a, M>,
    moves: Vec<RootMove>,
    /// What the oracle says of the root, if it has no history.
    fresh: Option<Bounds<Net>>,
}

impl<M: Mechanics> Root<'_, M> {
    /// Looks deeper and deeper; gives the last depth completed.
    fn deepen(&mut self, deepest: u16) -> u16 {
        let mut completed = 0;
        let mut depth = 1;
        while depth <= deepest {
            self.prover.was_cut_off = false;
            // The likeliest best first: its bounds are wanted most when the time runs out.
            let mut order: Vec<usize> = (0..self.moves.len()).collect();
            order.sort_by_key(|&index| std::cmp::Reverse(self.moves[index].value()));
            for index in order {
                if !self.moves[index].is_exact() {
                    self.refine(index, depth);
                }
            }
            if self.prover.budget.is_spent() {
                break;
            }
            completed = depth;
            if self.moves.iter().all(RootMove::is_exact) || !self.prover.was_cut_off {
                break;
            }
            // A proof found at one depth is found at any larger one, and deep iterations
            // find most of their work in the table.
            depth += 1 + depth / 8;
        }
        completed
    }

    /// One iteration for one move: estimate, proof of the estimate, else better bounds.
    fn refine(&mut self, index: usize, depth: u16) {
        let mut guess = self.moves[index]
            .value()
            .unwrap_or(self.moves[index].child.gain);
        guess = guess.clamp(self.moves[index].lower, self.moves[index].upper);
        if self.test(index, guess, depth, Goal::Estimate) {
            while self.test(index, guess + 1, depth, Goal::Estimate) {
                guess += 1;
            }
        } else {
            guess -= 1;
            while !self.test(index, guess, depth, Goal::Estimate) {
                guess -= 1;
            }
        }
        if self.prover.budget.is_spent() {
            return;
        }
        self.moves[index].estimate = Some(guess);
        if !self.test(index, guess, depth, Goal::ForMover) {
            self.climb(index, guess, depth);
        }
        if self.test(index, guess + 1, depth, Goal::ForOpponent) {
            self.descend(index, guess, depth);
        }
    }

    /// Raises the lower bound towards `guess` by growing steps, while they are proved.
    fn climb(&mut self, index: usize, guess: i8, depth: u16) {
        let mut step = 1;
        while self.moves[index].lower + step < guess {
            let threshold = self.moves[index].lower + step;
            if !self.test(index, threshold, depth, Goal::ForMover) {
                return;
            }
            step *= 2;
        }
    }

    /// Lowers the upper bound towards `guess` by growing steps, while they are proved.
    fn descend(&mut self, index: usize, guess: i8, depth: u16) {
        let mut step = 1;
        while self.moves[index].upper - step > guess {
            let threshold = self.moves[index].upper - step + 1;
            if self.test(index, threshold, depth, Goal::ForOpponent) {
                return;
            }
            step *= 2;
        }
    }

    /// Whether the move is worth at least `threshold`, as a fact or a guess; facts are
    /// noted.
    fn test(&mut self, index: usize, threshold: i8, depth: u16, goal: Goal) -> bool {
        let RootMove {
            child,
            lower,
            upper,
            ..
        } = self.moves[index];
        if threshold <= lower {
            return true;
        }
        if threshold > upper {
            return false;
        }
        // The move is worth `threshold` or more unless the opponent gets more than the rest.
        let reply = self.prover.judge(
            &child,
            child.gain - threshold + 1,
            depth - 1,
            goal.flipped(),
        );
        let holds = !reply.holds;
        if reply.is_proved {
            let moves = &mut self.moves[index];
            if holds {
                moves.lower = threshold;
            } else {
                moves.upper = threshold - 1;
            }
        }
        holds
    }

    fn report(
        mut self,
        position: Position,
        over: Option<End>,
        depth_plies: u16,
        nodes: u64,
    ) -> Solution {
        let score = |net: i8| position.score(Net::new(net));
        let best_of =
            |bound: fn(&RootMove) -> Option<i8>| self.moves.iter().filter_map(bound).max();
        let least = self.fresh.map_or(i8::MIN, |bounds| bounds.lower.seeds());
        let bounds = Bounds {
            lower: best_of(|root| Some(root.lower)).unwrap_or(0).max(least),
            upper: best_of(|root| Some(root.upper)).unwrap_or(0),
        };
        let guess = best_of(RootMove::value).map(|net| net.clamp(bounds.lower, bounds.upper));
        let value = bounds.value().or(guess);
        let status = match value {
            Some(_) if bounds.is_exact() => Status::Exact,
            Some(_) => Status::Estimate,
            None => Status::Bounds,
        };
        let is_proved_best =
            |root: &RootMove| status == Status::Exact && root.lower == bounds.lower;
        // The oracle can know the value of the root before any move is proved to reach it.
        let is_any_proved = self.moves.iter().any(is_proved_best);
        let likeliest = best_of(RootMove::value);
        let best: Vec<usize> = (0..self.moves.len())
            .filter(|&index| {
                let root = &self.moves[index];
                if is_any_proved {
                    is_proved_best(root)
                } else {
                    likeliest.is_some() && root.value() == likeliest
                }
            })
            .collect();
        let oracle_hits = self.prover.oracle_hits;
        let lines: Vec<Vec<Move>> = (0..self.moves.len())
            .map(|index| self.line(index, depth_plies.max(1)))
            .collect();
        let moves: Vec<MoveSolution> = self
            .moves
            .iter()
            .zip(lines)
            .map(|(root, pv)| MoveSolution {
                played: root.child.played,
                bounds: Bounds {
                    lower: score(root.lower),
                    upper: score(root.upper),
                },
                value: root.value().map(score),
                captured: root.child.captured,
                is_grand_slam: root.child.is_grand_slam,
                pv,
            })
            .collect();
        Solution {
            bounds: Bounds {
                lower: score(bounds.lower),
                upper: score(bounds.upper),
            },
            value: value.map(score),
            status,
            pv: best
                .first()
                .map_or_else(Vec::new, |&index| moves[index].pv.clone()),
            best: best.iter().map(|&index| moves[index].played).collect(),
            moves,
            over,
            nodes,
            depth_plies,
            oracle_hits,
            interrupted: self.prover.budget.was_cancelled(),
        }
    }

    /// The line that a move begins. Where its value is proved, every move of the line is
    /// proved to keep it, and the line ends where none is found any more; so a line that
    /// reaches the end of the game pays the value.
    fn line(&mut self, index: usize, depth: u16) -> Vec<Move> {
        let root = &self.moves[index];
        let mut child = root.child;
        // Net value for the player to move after `child`.
        let mut value = root.is_exact().then(|| child.gain - root.lower);
        self.prover.budget.allow(NODES_PER_LINE);
        let mut line = vec![child.played];
        let longest = value.map_or(LONGEST_GUESS, |_| LONGEST_LINE);
        if let (true, Some(net)) = (self.stops_at_root, value)
            && let Some(line) = self.guide.line(&child, net, longest)
        {
            return line;
        }
        let mut steps = 0;
        while line.len() < longest && self.prover.end_after(&child).is_none() {
            let best = self.prover.best_after(&child);
            self.prover.advance(&child);
            steps += 1;
            let mut replies: Vec<Child> = self.prover.children(child.board).collect();
            replies.sort_by_key(|reply| Some(reply.played) != best);
            let next = match value {
                Some(value) => replies
                    .into_iter()
                    .find(|reply| self.keeps(reply, value, depth)),
                None => replies.into_iter().find(|reply| Some(reply.played) == best),
            };
            let Some(next) = next else { break };
            // Back in the root: see `stops_at_root`.
            if self.stops_at_root && line.len() % 2 == 1 && next.board == self.board {
                break;
            }
            value = value.map(|value| next.gain - value);
            line.push(next.played);
            child = next;
        }
        for _ in 0..steps {
            self.prover.retreat();
        }
        line
    }

    /// Whether it is proved that the mover still gets `value` by this move.
    fn keeps(&mut self, reply: &Child, value: i8, depth: u16) -> bool {
        match self.prover.end_after(reply) {
            Some(net) => reply.gain - net == value,
            None => {
                let answer =
                    self.prover
                        .judge(reply, reply.gain - value + 1, depth, Goal::ForOpponent);
                answer.is_proved && !answer.holds
            }
        }
    }
}
