//! The test: does the mover get at least so many seeds from here?
//!
//! One depth-first search with a null window serves three goals. To *prove for the mover*
//! it lets the frontier count against him: the search then succeeds only where the proof is
//! complete, and gives up a line at the first reply that it cannot answer. To *prove for the
//! opponent* is the mirror image. An *estimate* lets the frontier count as if nothing more
//! were won or lost; it cuts like any alpha-beta, and is never taken for a proof.
//!
//! A verdict therefore says two things: which way it fell, and whether that is proved. The
//! argument for what may be stored, and where the oracle may be asked, stands in `search`.

use crate::game::{Board, Bounds, Loops, Mechanics, Move, Net, PITS_PER_ROW, Player, ValueRules};

use super::Oracle;
use super::budget::Budget;
use super::children::{Child, Children, children};
use super::ends::ended;
use super::judge::Judge;
use super::loops::LoopSolver;
use super::past::{Past, Tilt};
use super::path::{Path, Repeated};
use super::table::{Key, Known, Table};
use super::verdict::{Goal, Tried, Verdict};

/// The most plies below the root that a line is followed; bounds the recursion.
pub(crate) const DEEPEST_PLIES: u16 = 3000;

/// A position about to be judged: a child with what its past makes of it.
#[derive(Clone, Copy)]
struct Place {
    board: Board,
    side: Player,
    is_quiet: bool,
    key: Key,
    /// Whether its value is that of the board without history.
    is_fresh: bool,
}

/// A search in progress.
pub(crate) struct Prover<'a, M> {
    mechanics: M,
    rules: ValueRules,
    small: LoopSolver<'a, M>,
    oracle: &'a dyn Oracle,
    past: Past,
    path: Path,
    table: Table,
    budget: Budget<'a>,
    oracle_hits: u64,
    /// Whether a line was broken off since the driver last asked.
    was_cut_off: bool,
    tilt: Tilt,
    root_mover: Player,
    /// The length of a path that is not followed further.
    longest: usize,
}

impl<'a, M: Mechanics> Prover<'a, M> {
    pub(crate) fn new(
        small: LoopSolver<'a, M>,
        oracle: &'a dyn Oracle,
        (past, root): (Past, (Board, Player)),
        table: Table,
        budget: Budget<'a>,
    ) -> Self {
        let (rules, mechanics) = small.rules();
        let path = Path::new(rules.loops, &past.visited, root);
        Self {
            mechanics,
            rules,
            small,
            oracle,
            tilt: past.tilt(root.1, oracle),
            root_mover: root.1,
            longest: path.len() + usize::from(DEEPEST_PLIES),
            path,
            past,
            table,
            budget,
            oracle_hits: 0,
            was_cut_off: false,
        }
    }

    fn place(&self, child: &Child) -> Place {
        let side = self.path.side().opposite();
        let (board, is_quiet) = (child.board, child.is_quiet);
        let rows = [board.mover_row(), board.opponent_row()];
        let (key, is_fresh) = match self.rules.loops {
            // Argument 4: in the root's layer the ends belong to a side, so the key names it
            // (the top byte of a row is free), and the value is not that of the board alone.
            Loops::Zero
                if self.path.is_root_layer(is_quiet) && self.past.touches(&(board, side)) =>
            {
                (
                    Key::Board([rows[0] | (side as u64 + 1) << 56, rows[1]]),
                    false,
                )
            }
            Loops::Zero => (Key::Board(rows), true),
            Loops::OwnRows { .. } if is_quiet => (self.path.past_key(board, side, is_quiet), false),
            // A capture wipes the past.
            Loops::OwnRows { .. } => (Key::Board(rows), true),
        };
        Place {
            board,
            side,
            is_quiet,
            key,
            is_fresh,
        }
    }

    /// What is known without searching: ends, repetitions, oracle, table.
    fn look(&mut self, place: &Place, threshold: i8, depth: u16, goal: Goal) -> Option<Verdict> {
        let seeds = place.board.seeds().cast_signed();
        if threshold <= -seeds {
            return Some(Verdict::proved(true));
        }
        if threshold > seeds {
            return Some(Verdict::proved(false));
        }
        let decided = |net: i8| Some(Verdict::proved(net >= threshold));
        if let Some(net) = ended(place.board, &self.rules, self.mechanics) {
            return decided(net.seeds());
        }
        if place.is_quiet {
            // Part of the game of argument 4, not of the path: nothing rests on it.
            if self.past.ends_at(&(place.board, place.side))
                && self.path.is_root_layer(place.is_quiet)
            {
                return decided(0);
            }
            match self.path.repeats(place.board, place.side, place.is_quiet) {
                Repeated::No => {}
                Repeated::Zero { above } => {
                    return Some(Verdict {
                        rests_on: above,
                        ..Verdict::proved(0 >= threshold)
                    });
                }
                Repeated::OwnRows { net } => return decided(net),
                Repeated::Circle => return Some(goal.frontier(threshold)),
            }
        }
        if let Some(bounds) = self.probe(place) {
            self.oracle_hits += 1;
            if bounds.lower.seeds() >= threshold {
                return Some(Verdict::proved(true));
            }
            if bounds.upper.seeds() < threshold {
                return Some(Verdict::proved(false));
            }
        }
        if self.small.covers(place.board.seeds(), self.budget.nodes()) {
            let visited;
            let stops = match self.rules.loops {
                _ if place.is_fresh => &[],
                Loops::Zero => self.past.ends.as_slice(),
                Loops::OwnRows { .. } => {
                    visited = self.path.visited();
                    visited.as_slice()
                }
            };
            let seat = (place.board, place.side);
            let holds = self.small.decide(seat, threshold, stops, &mut self.budget);
            if let Some(holds) = holds {
                return Some(Verdict::proved(holds));
            }
        }
        let known = self.table.get(place.key)?;
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

    /// What the oracle's values without history say of a place.
    fn probe(&self, place: &Place) -> Option<Bounds<Net>> {
        if place.is_fresh {
            return self.oracle.probe(place.board);
        }
        if self.rules.loops != Loops::Zero || self.tilt == Tilt::Unknown {
            return None;
        }
        let fresh = self.oracle.probe(place.board)?;
        self.tilt.apply(fresh, place.side == self.root_mover)
    }

    /// Judges the last position of the path, of which nothing is known yet.
    fn search(&mut self, place: &Place, threshold: i8, depth: u16, goal: Goal) -> Verdict {
        let best = self.table.get(place.key).and_then(|known| known.best);
        let children = children(place.board, self.mechanics, best);
        // A forced move costs no depth: it does not widen the tree.
        let below = if children.len() == 1 {
            depth
        } else {
            depth - 1
        };
        // First everything that needs no search, for one child may decide at once.
        let mut looked = [None; PITS_PER_ROW];
        for (child, verdict) in children.iter().zip(&mut looked) {
            let next = self.place(child);
            *verdict = self.look(&next, child.gain - threshold + 1, below, goal.flipped());
            if let Some(reply) = verdict
                && reply.is_proved
                && !reply.holds
            {
                let won = Verdict {
                    holds: true,
                    ..*reply
                };
                return self.keep(place, threshold, depth, goal, won, Some(child));
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
                None => self.judge(child, child.gain - threshold + 1, below, goal.flipped()),
            };
            verdict.is_proved &= reply.is_proved;
            verdict.rests_on = verdict.rests_on.min(reply.rests_on);
            if !reply.holds {
                verdict = Verdict {
                    holds: true,
                    ..reply
                };
                first = Some(child);
                break;
            }
        }
        if !verdict.is_proved && self.budget.is_spent() {
            // Broken off, not tried out.
            return goal.frontier(threshold);
        }
        self.keep(place, threshold, depth, goal, verdict, first)
    }

    /// Stores what may be stored of a verdict on the last position of the path.
    fn keep(
        &mut self,
        place: &Place,
        threshold: i8,
        depth: u16,
        goal: Goal,
        mut verdict: Verdict,
        best: Option<&Child>,
    ) -> Verdict {
        let mut known = self.table.get(place.key).unwrap_or(Known::NOTHING);
        known.searched(depth, best.map(|child| child.played));
        // Argument 3: only what repeats nothing above this position is a fact about it.
        if verdict.is_proved && verdict.rests_on >= self.path.len() - 1 {
            verdict.rests_on = Verdict::NOTHING;
            if verdict.holds {
                known.lower = known.lower.max(threshold);
            } else {
                known.upper = known.upper.min(threshold - 1);
            }
        } else if !verdict.is_proved || goal.is_failed_by(verdict.holds) {
            // A failure is no claim: noting it can hide a proof for now, never make one.
            known.tried[goal as usize] = Some(Tried {
                threshold,
                depth,
                holds: verdict.holds,
            });
        }
        self.table.put(place.key, &known);
        verdict
    }
}

impl<M: Mechanics> Judge for Prover<'_, M> {
    fn judge(&mut self, child: &Child, threshold: i8, depth: u16, goal: Goal) -> Verdict {
        let place = self.place(child);
        if let Some(verdict) = self.look(&place, threshold, depth, goal) {
            return verdict;
        }
        if depth == 0 || self.path.len() >= self.longest {
            self.was_cut_off = true;
            return goal.frontier(threshold);
        }
        if !self.budget.spend() {
            return goal.frontier(threshold);
        }
        self.path.push(place.board, place.side, place.is_quiet);
        let verdict = self.search(&place, threshold, depth, goal);
        self.path.pop();
        verdict
    }

    fn best_after(&self, child: &Child) -> Option<Move> {
        self.table
            .get(self.place(child).key)
            .and_then(|known| known.best)
    }

    /// A circle that the rules never end counts as an end, too.
    fn end_after(&self, child: &Child) -> Option<i8> {
        let place = self.place(child);
        if let Some(net) = ended(place.board, &self.rules, self.mechanics) {
            return Some(net.seeds());
        }
        if place.is_quiet
            && self.past.ends_at(&(place.board, place.side))
            && self.path.is_root_layer(true)
        {
            return Some(0);
        }
        match self.path.repeats(place.board, place.side, place.is_quiet) {
            Repeated::No => None,
            Repeated::Zero { .. } | Repeated::Circle => Some(0),
            Repeated::OwnRows { net } => Some(net),
        }
    }

    fn advance(&mut self, child: &Child) {
        let side = self.path.side().opposite();
        self.path.push(child.board, side, child.is_quiet);
    }

    fn retreat(&mut self) {
        self.path.pop();
    }

    fn children(&self, board: Board) -> Children {
        children(board, self.mechanics, None)
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
        self.oracle_hits
    }
}
