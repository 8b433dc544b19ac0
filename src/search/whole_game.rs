//! The test over the game as it is played, with limits of plies and races to a target.
//!
//! The same null-window search as in `proof`, with the same three goals, but it takes no
//! short cut: a value depends on all that `line` carries, keys hold all of it, no oracle is
//! asked, and every ply costs depth. Only ends of the game decide, and the frontier never
//! does; so a proof is a finite tree in which every line ends within what the limits leave,
//! and what the table says of a key is a fact about every position with that key (two keys
//! are equal by accident as rarely as the argument in `search` says).

use std::time::Instant;

use crate::game::{Board, Game, Mechanics, Move, PITS_PER_ROW};

use super::DEEPEST_PLIES;
use super::budget::Budget;
use super::children::{Child, Children, children};
use super::judge::Judge;
use super::line::{Line, Step};
use super::table::{Key, Known, Table};
use super::verdict::{Goal, Tried, Verdict};

/// A search in progress.
pub(crate) struct WholeGame<'a, M> {
    mechanics: M,
    line: Line<M>,
    table: Table,
    budget: Budget<'a>,
    was_cut_off: bool,
    /// The length of a line that is not followed further.
    longest: usize,
}

impl<'a, M: Mechanics> WholeGame<'a, M> {
    pub(crate) fn new(game: &Game, mechanics: M, table: Table, budget: Budget<'a>) -> Self {
        let line = Line::of(game, mechanics);
        Self {
            mechanics,
            longest: line.len() + usize::from(DEEPEST_PLIES),
            line,
            table,
            budget,
            was_cut_off: false,
        }
    }

    /// Sets new limits, as [`Budget::renew`] does; what was found stays known.
    pub(crate) fn renew(&mut self, node_limit: Option<u64>, deadline: Option<Instant>) {
        self.budget.renew(node_limit, deadline);
    }

    /// What is known without searching: ends, what is left on the board, the table.
    fn look(&mut self, step: &Step, threshold: i8, depth: u16, goal: Goal) -> Option<Verdict> {
        let seeds = step.board.seeds().cast_signed();
        if threshold <= -seeds {
            return Some(Verdict::proved(true));
        }
        if threshold > seeds {
            return Some(Verdict::proved(false));
        }
        if let Some(net) = self.line.end(step) {
            return Some(Verdict::proved(net >= threshold));
        }
        let known = self.table.get(self.line.key(step))?;
        if known.lower >= threshold {
            return Some(Verdict::proved(true));
        }
        if known.upper < threshold {
            return Some(Verdict::proved(false));
        }
        known
            .tried(goal)
            .filter(|&tried| tried.depth >= depth && depth > 0 && goal.answers(tried, threshold))
            .map(|tried| {
                self.was_cut_off = true;
                Verdict::guessed(tried.holds)
            })
    }

    /// Judges the last position of the line, of which nothing is known yet.
    fn search(&mut self, key: Key, threshold: i8, depth: u16, goal: Goal) -> Verdict {
        let best = self.table.get(key).and_then(|known| known.best);
        let children = children(self.line.last().board, self.mechanics, best);
        let beyond = |child: &Child| child.gain - threshold + 1;
        // First everything that needs no search, for one child may decide at once.
        let mut looked = [None; PITS_PER_ROW];
        for (child, verdict) in children.iter().zip(&mut looked) {
            let step = self.line.after(child);
            *verdict = self.look(&step, beyond(child), depth - 1, goal.flipped());
            if verdict.is_some_and(|reply| reply.is_proved && !reply.holds) {
                let won = Verdict::proved(true);
                return self.keep(key, threshold, depth, goal, won, Some(child.played));
            }
        }
        let guess_cuts = looked.iter().flatten().any(|reply| !reply.holds);
        let mut verdict = Verdict::proved(false);
        let mut first = None;
        for (child, looked) in children.iter().zip(looked) {
            if guess_cuts && looked.is_none_or(|reply| reply.holds) {
                continue;
            }
            let reply = match looked {
                Some(reply) => reply,
                None => self.judge(child, beyond(child), depth - 1, goal.flipped()),
            };
            verdict.is_proved &= reply.is_proved;
            if !reply.holds {
                verdict = Verdict {
                    holds: true,
                    ..reply
                };
                first = Some(child.played);
                break;
            }
        }
        if !verdict.is_proved && self.budget.is_spent() {
            // Broken off, not tried out.
            return goal.frontier(threshold);
        }
        self.keep(key, threshold, depth, goal, verdict, first)
    }

    /// Stores a verdict.
    fn keep(
        &mut self,
        key: Key,
        threshold: i8,
        depth: u16,
        goal: Goal,
        verdict: Verdict,
        best: Option<Move>,
    ) -> Verdict {
        let mut known = self.table.get(key).unwrap_or(Known::NOTHING);
        known.searched(depth, best);
        if !verdict.is_proved {
            known.tried[goal as usize] = Some(Tried {
                threshold,
                depth,
                holds: verdict.holds,
            });
        } else if verdict.holds {
            known.lower = known.lower.max(threshold);
        } else {
            known.upper = known.upper.min(threshold - 1);
        }
        self.table.put(key, &known);
        verdict
    }
}

impl<M: Mechanics> Judge for WholeGame<'_, M> {
    fn judge(&mut self, child: &Child, threshold: i8, depth: u16, goal: Goal) -> Verdict {
        let step = self.line.after(child);
        if let Some(verdict) = self.look(&step, threshold, depth, goal) {
            return verdict;
        }
        if depth == 0 || self.line.len() >= self.longest {
            self.was_cut_off = true;
            return goal.frontier(threshold);
        }
        if !self.budget.spend() {
            return goal.frontier(threshold);
        }
        let key = self.line.key(&step);
        self.line.push(step);
        let verdict = self.search(key, threshold, depth, goal);
        self.line.pop();
        verdict
    }

    fn end_after(&self, child: &Child) -> Option<i8> {
        self.line.end(&self.line.after(child))
    }

    fn best_after(&self, child: &Child) -> Option<Move> {
        let step = self.line.after(child);
        self.table
            .get(self.line.key(&step))
            .and_then(|known| known.best)
    }

    fn children(&self, board: Board) -> Children {
        children(board, self.mechanics, None)
    }

    fn advance(&mut self, child: &Child) {
        let step = self.line.after(child);
        self.line.push(step);
    }

    fn retreat(&mut self) {
        self.line.pop();
    }

    fn budget(&self) -> &Budget<'_> {
        &self.budget
    }

    fn allow(&mut self, nodes: u64) {
        self.budget.allow(nodes);
    }

    fn keep_for_lines(&mut self, until: u64) {
        self.budget.keep_for_lines(until);
    }

    fn take_cut_off(&mut self) -> bool {
        std::mem::take(&mut self.was_cut_off)
    }

    fn oracle_hits(&self) -> u64 {
        0
    }
}
