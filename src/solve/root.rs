//! The driver: closes the bounds of every move of the root, and follows the lines.
//!
//! Of each move it asks first for an estimate, then for the proofs that the move gets that
//! much and no more; where those fail, for any better bound. Bounds are facts and survive
//! from one depth to the next, so whenever a limit ends the work the answer is true as far
//! as it goes.

use super::answer::{Guess, MoveSolution, Solution, Status};
use super::closing::Aim;
use super::root_move::{
    Ends, RootMove, has_proved_best, in_order, is_value_known, limit, proved_best,
};
use crate::game::{Board, Bounds, Game, Move, Net};
use crate::search::{Child, DEEPEST_PLIES, Goal, Judge};

/// Nodes spent on following a line whose value is proved.
const NODES_PER_LINE: u64 = 20_000;
/// The most plies of a line.
const LONGEST_LINE: usize = 300;
/// The most plies of a line that is only a guess.
const LONGEST_GUESS: usize = 24;

/// Finds the line that begins with a move, after which the opponent gets so much net, of no
/// more than so many plies; see `line`.
pub(super) type FindLine<'a> = Box<dyn Fn(&Child, i8, usize) -> Option<Vec<Move>> + 'a>;

/// The position to solve, the moves in it, and what judges them.
pub(super) struct Root<'a, J> {
    board: Board,
    /// Knows the way where the oracle reaches.
    guide: Option<FindLine<'a>>,
    /// Whether lines end before they come back to the root. Where loops count 0, a move at
    /// a position without history is worth what the board after it is worth when set up;
    /// play may then lead through the root, where the game that began there would end.
    stops_at_root: bool,
    pub(super) judge: J,
    moves: Vec<RootMove>,
    /// What the oracle says of the root, if it has no history.
    fresh: Option<Bounds<Net>>,
    /// The last depth completed.
    completed: u16,
    /// The depth to look to next.
    next: u16,
    /// Whether more depth would find nothing more.
    is_exhausted: bool,
    /// When to end once the value of the root is known,
    ends: Ends,
    /// and at how many nodes of the judge that is.
    finish_by: Option<u64>,
    /// What was done before.
    before: Before,
    aim: Aim,
}

/// What was done for a root before its judge was asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    pub(super) nodes: u64,
    pub(super) oracle_hits: u64,
    pub(super) depth_plies: u16,
    pub(super) was_cancelled: bool,
}

impl<'a, J: Judge> Root<'a, J> {
    /// The position that `judge` searches from.
    pub(super) fn new(board: Board, judge: J) -> Self {
        let moves = in_order(&judge.children(board));
        Self {
            board,
            guide: None,
            stops_at_root: false,
            judge,
            moves,
            fresh: None,
            completed: 0,
            next: 1,
            is_exhausted: false,
            ends: Ends::default(),
            finish_by: None,
            before: Before::default(),
            aim: Aim::Value,
        }
    }

    /// The same with another aim.
    pub(super) const fn aiming_at(mut self, aim: Aim) -> Self {
        self.aim = aim;
        self
    }

    /// Whether the bounds decide what was asked for.
    fn is_decided(&self) -> bool {
        let (draw, win) = match self.aim {
            Aim::Value => return false,
            Aim::Best => return has_proved_best(&self.moves, self.fresh),
            Aim::Between(draw, win) => (draw, win),
        };
        let least = self.fresh.map_or(i8::MIN, |bounds| bounds.lower.seeds());
        let lower = self
            .moves
            .iter()
            .map(|root| root.lower)
            .fold(least, i8::max);
        let upper = self.moves.iter().map(|root| root.upper).max();
        [draw, win]
            .iter()
            .all(|&threshold| lower >= threshold || upper.is_some_and(|upper| upper < threshold))
    }

    /// The same after some work on its moves.
    pub(super) fn after(mut self, moves: Vec<RootMove>, before: Before) -> Self {
        self.moves = moves;
        self.before = before;
        self
    }

    /// The same, where moves are worth what the boards after them are worth when set up,
    /// and `guide` knows the way where an oracle reaches.
    pub(super) fn stopping_at_root(mut self, guide: FindLine<'a>) -> Self {
        self.stops_at_root = true;
        self.guide = Some(guide);
        self
    }

    /// The same, where an oracle knows something of the root.
    pub(super) fn knowing(mut self, fresh: Option<Bounds<Net>>) -> Self {
        self.fresh = fresh;
        limit(&mut self.moves, fresh);
        self
    }

    /// Guesses of the moves' values for which no search could do better, seen by the mover,
    /// and those that can be compared.
    pub(super) fn take_guesses(
        &mut self,
        guesses: impl Iterator<Item = (Option<Net>, Option<(i8, u16)>)>,
    ) {
        for (root, (guess, settled)) in self.moves.iter_mut().zip(guesses) {
            if let Some(guess) = guess {
                root.estimate = Some(guess.seeds());
                root.settled = settled;
                root.is_given = true;
            }
        }
    }

    /// Whether more time would find nothing more.
    pub(super) fn is_done(&self) -> bool {
        let budget = self.judge.budget();
        let is_finished = self.finish_by.is_some_and(|end| budget.nodes() >= end);
        self.is_exhausted || is_finished || self.before.was_cancelled || budget.was_cancelled()
    }

    /// Looks deeper and deeper, from where it was left, until all is proved, the depth is
    /// done, or the budget is spent.
    pub(super) fn deepen(&mut self, depth_plies: Option<u16>) {
        let deepest = depth_plies.unwrap_or(DEEPEST_PLIES);
        while !self.is_exhausted && !self.is_decided() && self.next <= deepest {
            let depth = self.next;
            self.judge.take_cut_off();
            // The likeliest best first: its bounds are wanted most when the time runs out.
            let mut order: Vec<usize> = (0..self.moves.len()).collect();
            order.sort_by_key(|&index| std::cmp::Reverse(self.moves[index].value()));
            for index in order {
                if !self.moves[index].is_exact() && !self.is_decided() {
                    let has_best = is_value_known(&self.moves);
                    if has_best || self.fresh.is_some_and(Bounds::is_exact) {
                        self.keep_for_lines(has_best, depth_plies);
                    }
                    self.refine(index, depth);
                    limit(&mut self.moves, self.fresh);
                }
            }
            if self.judge.budget().is_spent() {
                break;
            }
            self.completed = depth;
            for root in &mut self.moves {
                root.settle(depth);
            }
            self.is_exhausted =
                self.moves.iter().all(RootMove::is_exact) || !self.judge.take_cut_off();
            // A proof found at one depth is found at any larger one, and deep iterations
            // find most of their work in the table.
            self.next += 1 + depth / 8;
        }
    }

    /// Limits what the moves may cost once the value is known; a depth that was asked for is
    /// searched whatever it takes.
    fn keep_for_lines(&mut self, has_best: bool, depth_plies: Option<u16>) {
        if depth_plies.is_none() {
            let before = self.before.nodes;
            let nodes = before + self.judge.budget().nodes();
            self.finish_by = Some(self.ends.end(has_best, nodes, u64::MAX) - before);
        }
        self.judge
            .keep_for_lines(self.finish_by.unwrap_or(u64::MAX));
    }

    /// One iteration for one move: estimate, proof of the estimate, else better bounds.
    fn refine(&mut self, index: usize, depth: u16) {
        let guess = if self.moves[index].is_given {
            self.moves[index].value()
        } else {
            self.estimate(index, depth)
        };
        let Some(guess) = guess else { return };
        if !self.test(index, guess, depth, Goal::ForMover) {
            self.climb(index, guess, depth);
        }
        if self.test(index, guess + 1, depth, Goal::ForOpponent) {
            self.descend(index, guess, depth);
        }
        if self.moves[index].is_given {
            self.pass_by(index, guess, depth);
        }
    }

    /// Goes on beyond a given guess that the bounds have come to: it may be wrong.
    fn pass_by(&mut self, index: usize, guess: i8, depth: u16) {
        while !self.moves[index].is_exact() && self.moves[index].lower >= guess {
            let threshold = self.moves[index].lower + 1;
            if !self.test(index, threshold, depth, Goal::ForMover) {
                break;
            }
        }
        while !self.moves[index].is_exact() && self.moves[index].upper <= guess {
            let threshold = self.moves[index].upper;
            if self.test(index, threshold, depth, Goal::ForOpponent) {
                break;
            }
        }
    }

    /// Searches for the likeliest value; `None` when the budget ends it.
    fn estimate(&mut self, index: usize, depth: u16) -> Option<i8> {
        let RootMove { lower, upper, .. } = self.moves[index];
        let start = self.moves[index].value();
        let mut guess = start
            .unwrap_or(self.moves[index].child.gain)
            .clamp(lower, upper);
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
        if self.judge.budget().is_spent() {
            return None;
        }
        self.moves[index].estimate = Some(guess);
        Some(guess)
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
        let reply = self.judge.judge(
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

    /// All that was found, with lines.
    pub(super) fn report(mut self, game: &Game) -> Solution {
        let position = game.position();
        let depth_plies = self.completed.max(self.before.depth_plies);
        let score = |net: i8| position.score(Net::new(net));
        let best_of =
            |bound: fn(&RootMove) -> Option<i8>| self.moves.iter().filter_map(bound).max();
        let least = self.fresh.map_or(i8::MIN, |bounds| bounds.lower.seeds());
        let bounds = Bounds {
            lower: best_of(|root| Some(root.lower)).unwrap_or(0).max(least),
            upper: best_of(|root| Some(root.upper)).unwrap_or(0),
        };
        // A move can be the best without its value being known, as the only one is; then it is
        // worth what the position is.
        let proved_best = proved_best(&self.moves, self.fresh);
        if let Some(index) = proved_best {
            let best = &mut self.moves[index];
            best.lower = best.lower.max(bounds.lower);
            best.upper = best.upper.min(bounds.upper);
        }
        let best_of =
            |bound: fn(&RootMove) -> Option<i8>| self.moves.iter().filter_map(bound).max();
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
        // What is proved of the position can rule out a move that looks best.
        let can_be_best = |root: &RootMove| root.upper >= bounds.lower;
        let able = self.moves.iter().filter(|root| can_be_best(root));
        let likeliest = able.filter_map(RootMove::value).max();
        let best: Vec<usize> = (0..self.moves.len())
            .filter(|&index| {
                let root = &self.moves[index];
                if is_any_proved {
                    is_proved_best(root)
                } else if let Some(best) = proved_best {
                    index == best
                } else {
                    can_be_best(root) && likeliest.is_some() && root.value() == likeliest
                }
            })
            .collect();
        let oracle_hits = self.before.oracle_hits + self.judge.oracle_hits();
        // Whoever wants a move to play has no use for the lines of the others.
        let is_followed = |aim, index| aim != Aim::Best || best.first() == Some(&index);
        let mut lines: Vec<Vec<Move>> = self
            .moves
            .iter()
            .map(|root| vec![root.child.played])
            .collect();
        // The best first, as long as there is time.
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|index| !best.contains(index));
        for index in order {
            if is_followed(self.aim, index) {
                lines[index] = self.line(index, depth_plies.max(1));
            }
        }
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
                guess: root.settled.map(|(net, depth_plies)| Guess {
                    value: score(net.clamp(root.lower, root.upper)),
                    depth_plies,
                }),
                pv,
            })
            .collect();
        // Lines cost nodes like all other work.
        let nodes = self.before.nodes + self.judge.budget().nodes();
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
            over: game.end(),
            nodes,
            depth_plies,
            oracle_hits,
            interrupted: self.before.was_cancelled || self.judge.budget().was_cancelled(),
        }
    }

    /// The line that a move begins. Where its value is proved, every move of the line is
    /// proved to keep it, and the line ends where none is found any more; so a line that
    /// reaches the end of the game pays the value.
    fn line(&mut self, index: usize, depth: u16) -> Vec<Move> {
        let root = &self.moves[index];
        if !root.line.is_empty() {
            return root.line.clone();
        }
        let mut child = root.child;
        // Net value for the player to move after `child`.
        let mut value = root.is_exact().then(|| child.gain - root.lower);
        self.judge.allow(NODES_PER_LINE);
        let mut line = vec![child.played];
        let longest = value.map_or(LONGEST_GUESS, |_| LONGEST_LINE);
        if let (Some(guide), Some(net)) = (&self.guide, value)
            && let Some(line) = guide(&child, net, longest)
        {
            return line;
        }
        let mut steps = 0;
        while line.len() < longest && self.judge.end_after(&child).is_none() {
            let best = self.judge.best_after(&child);
            self.judge.advance(&child);
            steps += 1;
            let mut replies: Vec<Child> =
                self.judge.children(child.board).iter().copied().collect();
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
            self.judge.retreat();
        }
        line
    }

    /// Whether it is proved that the mover still gets `value` by this move.
    fn keeps(&mut self, reply: &Child, value: i8, depth: u16) -> bool {
        match self.judge.end_after(reply) {
            Some(net) => reply.gain - net == value,
            None => {
                let answer =
                    self.judge
                        .judge(reply, reply.gain - value + 1, depth, Goal::ForOpponent);
                answer.is_proved && !answer.holds
            }
        }
    }
}
