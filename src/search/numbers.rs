//! Proof-number search: does the mover get at least so many seeds, by force?
//!
//! The claim at a board is *the mover gets at least t*. Each board has two numbers: how much
//! work a proof of the claim seems to need, and how much its refutation. The search goes
//! where the work seems least, depth first with limits on both (df-pn, Nagai 2002). Of
//! several replies that all have to be met, the hardest counts and the rest add one each,
//! since in oware they transpose into each other (weak proof numbers, Ueda et al. 2008).
//! The first guess of a number is how far the evaluation lies on the wrong side, and how many
//! seeds the board has beyond what is known.
//!
//! What it proves is proved *by rank* (argument 5 in `search`): no repetition is ever used,
//! a position of the line itself counts as not decided. So facts depend on the board only,
//! whatever the line, and every thread may use what any other has found.

mod arena;
mod claim;
mod crowd;
mod entry;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{
    Board, Bounds, Loops, Mechanics, Net, PITS_PER_ROW, Player, effect, legal, must_pass,
};

use super::ends::{SHORTEST_CYCLE_PLIES, ended};
use super::evaluate::{SEED, evaluate};
use super::meter::{Meter, Purse};
use super::reach::Seat;
use super::shared::Domain;
pub(crate) use arena::Arena;
use claim::{BLOCKED, Branch, Known, NO_BRANCH, Summary};
pub(crate) use crowd::Crowd;
use crowd::MARKED_PLIES;
use entry::Entry;

/// The most that is remembered of a number that was not final.
const MOST_REMEMBERED: u16 = 3000;
/// How often to ask whether the claim is still wanted.
const NODES_BETWEEN_LOOKS: u64 = 1 << 8;
/// After a search of so many nodes, others may have found something worth looking up.
const NEWS_NODES: u64 = 1 << 6;
/// The longest line followed.
const LONGEST: usize = 1500;
/// Parts of a seed that the evaluation may be off for each unit of work. This and the next two
/// were measured together (nodes of 16 proofs of 20 seeds over tables of 12, awari and abapa):
/// 25, 2 and an eighth take 17 % fewer nodes than 50, 0 and a quarter.
const PARTS_PER_UNIT: u32 = 25;
/// Units of work for each seed that a board has more than is known of.
const UNITS_PER_SEED: u16 = 2;
/// A move is left when its number is beyond that of the next best by this part of it.
const PART_BEYOND: u16 = 8;

/// What a search found of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The mover gets the threshold.
    Holds,
    /// He does not.
    Fails,
    /// The nodes ran out.
    Open,
    /// Neither can be forced without a repetition.
    Blocked,
}

/// One thread's search.
pub(crate) struct NumberProver<'a, M> {
    mechanics: M,
    arena: &'a Arena<'a>,
    reach: u8,
    /// Whether a loop counts 0, so that values without history hold on any line.
    is_zero: bool,
    purse: Purse<'a>,
    /// Nodes that the claim in hand may still cost.
    left: u64,
    is_spent: bool,
    spent: u64,
    line: Vec<Board>,
    /// Where the threads meet, if there are several.
    crowd: Option<&'a Crowd>,
    /// Set by others when nobody wants to know about the claim in hand any more.
    is_over: Option<Arc<AtomicBool>>,
    pub(crate) oracle_hits: u64,
}

impl<'a, M: Mechanics> NumberProver<'a, M> {
    pub(crate) fn new(mechanics: M, arena: &'a Arena<'a>, meter: &'a Meter<'a>) -> Self {
        Self {
            mechanics,
            arena,
            reach: arena.oracle.reach(),
            is_zero: arena.rules.loops == Loops::Zero,
            purse: meter.purse(),
            left: 0,
            is_spent: false,
            spent: 0,
            line: Vec::new(),
            crowd: None,
            is_over: None,
            oracle_hits: 0,
        }
    }

    /// The same as one of several threads.
    pub(crate) fn among(self, crowd: Option<&'a Crowd>) -> Self {
        Self { crowd, ..self }
    }

    /// The claim that comes next is called off by this.
    pub(crate) fn heed(&mut self, is_over: &Arc<AtomicBool>) {
        self.is_over = Some(Arc::clone(is_over));
    }

    /// Tries to decide whether the player to move gets `threshold`, for at most `nodes`.
    pub(crate) fn decide(
        &mut self,
        (board, side): Seat,
        is_quiet: bool,
        threshold: i8,
        nodes: u64,
    ) -> Answer {
        self.left = nodes;
        self.is_spent = false;
        self.line.clear();
        let mut known = self.look(board, side, is_quiet, threshold, 0);
        while known.proof > 0 && known.refutation > 0 {
            if known.proof >= BLOCKED {
                return Answer::Blocked;
            }
            if self.is_spent {
                return Answer::Open;
            }
            known = self.expand(board, side, threshold, (BLOCKED, BLOCKED), 0);
        }
        if known.proof == 0 {
            Answer::Holds
        } else {
            Answer::Fails
        }
    }

    /// Nodes spent by this thread so far.
    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    /// What is proved of the board so far, without searching.
    pub(crate) fn bounds(&mut self, (board, side): Seat, is_quiet: bool) -> Bounds<Net> {
        self.line.clear();
        let mut known = self.look(board, side, is_quiet, 0, 0);
        if known.lower < known.upper {
            // What settles one claim need not be all that is known.
            known = self.look(board, side, is_quiet, known.upper, 0);
        }
        Bounds {
            lower: Net::new(known.lower),
            upper: Net::new(known.upper),
        }
    }

    fn spend(&mut self) -> bool {
        if self.left == 0 || !self.purse.spend() {
            self.is_spent = true;
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        if self.left.is_multiple_of(NODES_BETWEEN_LOOKS)
            && let Some(is_over) = &self.is_over
            && is_over.load(Ordering::Relaxed)
        {
            self.is_spent = true;
            return false;
        }
        true
    }

    fn domain(&self, board: Board, side: Player) -> Domain {
        if self.arena.stops.is_empty() || board.seeds() != self.arena.root_seeds {
            Domain::Fresh
        } else if side == Player::South {
            Domain::South
        } else {
            Domain::North
        }
    }

    /// What is known of a claim without searching. `segment` is where the line came into
    /// the layer of the board.
    #[inline]
    fn look(
        &mut self,
        board: Board,
        side: Player,
        is_quiet: bool,
        threshold: i8,
        segment: usize,
    ) -> Known {
        let seeds = board.seeds();
        let most = seeds.cast_signed();
        let (mut lower, mut upper) = (-most, most);
        if let Some(known) = Known::settled(threshold, lower, upper) {
            return known;
        }
        let exact = |net: i8| Known::exact(threshold, net);
        if let Some(net) = ended(board, self.arena.rules, self.mechanics) {
            return exact(net.seeds());
        }
        let domain = self.domain(board, side);
        if domain != Domain::Fresh {
            if let Some(net) = self.arena.stops.value_at(board, side) {
                return exact(net);
            }
        } else if seeds <= self.reach
            && (!is_quiet || self.is_zero)
            && let Some(bounds) = self.arena.oracle.probe(board)
        {
            self.oracle_hits += 1;
            (lower, upper) = (bounds.lower.seeds(), bounds.upper.seeds());
            if let Some(known) = Known::settled(threshold, lower, upper) {
                return known;
            }
        }
        let mut numbers = None;
        let (table, spot) = self.arena.place(board, domain);
        for data in table.find(spot) {
            let entry = Entry::unpack(data);
            lower = lower.max(entry.lower);
            upper = upper.min(entry.upper);
            if entry.threshold == threshold {
                numbers = Some((entry.proof, entry.refutation));
            }
        }
        if let Some(known) = Known::settled(threshold, lower, upper) {
            return known;
        }
        if is_quiet && self.is_on_line(board, segment) {
            return Known {
                proof: BLOCKED,
                refutation: BLOCKED,
                lower,
                upper,
            };
        }
        let (proof, refutation) = numbers.unwrap_or_else(|| {
            let missing = i32::from(threshold) * SEED - SEED / 2 - evaluate(board);
            let unknown = 1 + UNITS_PER_SEED * u16::from(seeds.saturating_sub(self.reach));
            let units =
                |parts: i32| unknown + (parts.max(0).unsigned_abs() / PARTS_PER_UNIT) as u16;
            (units(missing), units(-missing))
        });
        Known {
            proof,
            refutation,
            lower,
            upper,
        }
    }

    /// Whether the line has come through this board with the same player to move; the
    /// board would be the next of the line.
    fn is_on_line(&self, board: Board, segment: usize) -> bool {
        let Some(mut place) = (self.line.len() + 2).checked_sub(SHORTEST_CYCLE_PLIES) else {
            return false;
        };
        while place >= segment + 2 {
            place -= 2;
            if self.line[place] == board {
                return true;
            }
        }
        false
    }

    /// Searches until one of the numbers reaches its limit; gives what is known then.
    fn expand(
        &mut self,
        board: Board,
        side: Player,
        threshold: i8,
        limits: (u16, u16),
        segment: usize,
    ) -> Known {
        let before = self.left;
        if !self.spend() || self.line.len() >= LONGEST {
            let most = board.seeds().cast_signed();
            return Known {
                proof: limits.0,
                refutation: limits.1,
                lower: -most,
                upper: most,
            };
        }
        self.line.push(board);
        let (mut branches, count, is_whole) = self.branches(board, side, threshold, segment);
        let branches = &mut branches[..count];
        let crowd = self.crowd.filter(|_| self.line.len() <= MARKED_PLIES);
        if let Some(crowd) = crowd {
            crowd.enter(board, threshold);
        }
        let (mut known, best) = loop {
            let Summary {
                known,
                mut next,
                mut second,
                open,
            } = Summary::of(branches);
            if known.proof >= limits.0
                || known.refutation >= limits.1
                || known.proof == 0
                || known.refutation == 0
            {
                break (known, branches[next].played);
            }
            if self.is_spent {
                break (known, branches[next].played);
            }
            if let Some(crowd) = crowd {
                (next, second) = crowd.part(branches);
            }
            let branch = branches[next];
            let own = branch.known;
            // The other replies add one each; and the move is left when another has become
            // clearly better.
            let proof_limit = (limits.1 + 1)
                .saturating_sub(open)
                .max(own.proof + 1)
                .min(BLOCKED);
            let refutation_limit = limits
                .0
                .min(second.saturating_add(second / PART_BEYOND + 1))
                .max(own.refutation + 1)
                .min(BLOCKED);
            let below = if branch.is_quiet {
                segment
            } else {
                self.line.len()
            };
            let before = self.left;
            let found = self.expand(
                branch.board,
                side.opposite(),
                branch.threshold,
                (proof_limit, refutation_limit),
                below,
            );
            branches[next].known = found;
            if crowd.is_some() && before - self.left >= NEWS_NODES {
                self.look_again(branches, next, side, segment);
            }
        };
        if let Some(crowd) = crowd {
            crowd.leave(board, threshold);
        }
        self.line.pop();
        if !is_whole {
            // The moves that were not looked at may be worth more.
            known.upper = board.seeds().cast_signed();
        }
        let spent = before - self.left;
        if !self.is_spent || known.proof == 0 || known.refutation == 0 {
            self.store(board, side, threshold, known, best, spent);
        }
        known
    }

    /// Takes note of what other threads have found of the moves, but for one.
    fn look_again(&mut self, branches: &mut [Branch], but: usize, side: Player, segment: usize) {
        for (index, branch) in branches.iter_mut().enumerate() {
            let is_open = branch.known.proof > 0 && branch.known.refutation > 0;
            if index != but && is_open {
                let below = if branch.is_quiet {
                    segment
                } else {
                    self.line.len()
                };
                let (board, is_quiet) = (branch.board, branch.is_quiet);
                branch.known = self.look(board, side.opposite(), is_quiet, branch.threshold, below);
            }
        }
    }

    /// The moves and what is known of them; the last says whether they are all there.
    fn branches(
        &mut self,
        board: Board,
        side: Player,
        threshold: i8,
        segment: usize,
    ) -> ([Branch; PITS_PER_ROW], usize, bool) {
        let mut branches = [NO_BRANCH; PITS_PER_ROW];
        let mut count = 0;
        let mut add = |prover: &mut Self, played: u8, board: Board, gain: i8, is_quiet: bool| {
            let threshold = gain - threshold + 1;
            let below = if is_quiet { segment } else { prover.line.len() };
            let known = prover.look(board, side.opposite(), is_quiet, threshold, below);
            branches[count] = Branch {
                board,
                played,
                gain,
                is_quiet,
                threshold,
                known,
            };
            count += 1;
            // One move that wins is enough.
            known.refutation == 0
        };
        if must_pass(board, self.mechanics) {
            add(self, PITS_PER_ROW as u8, board.rotated(), 0, true);
            return (branches, count, true);
        }
        let mut moves = [(0, Board::EMPTY, 0, false); PITS_PER_ROW];
        let mut last = 0;
        for pit in legal(board, self.mechanics) {
            let effect = effect(board, pit, self.mechanics);
            let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
            let is_quiet = effect.captured == 0 && effect.conceded == 0;
            let child = effect.board.rotated();
            // All are asked for before the first is waited for.
            self.arena.touch(child, self.domain(child, side.opposite()));
            moves[last] = (pit.index() as u8, child, gain, is_quiet);
            last += 1;
        }
        for &(played, child, gain, is_quiet) in &moves[..last] {
            if add(self, played, child, gain, is_quiet) {
                return (branches, count, false);
            }
        }
        (branches, count, true)
    }

    fn store(
        &mut self,
        board: Board,
        side: Player,
        threshold: i8,
        known: Known,
        best: u8,
        spent: u64,
    ) {
        let (table, spot) = self.arena.place(board, self.domain(board, side));
        let work = 64 - spent.leading_zeros();
        let is_settled = known.proof == 0 || known.refutation == 0;
        let remembered = |number: u16| {
            if is_settled {
                number
            } else {
                number.min(MOST_REMEMBERED)
            }
        };
        let entry = Entry {
            lower: known.lower,
            upper: known.upper,
            threshold,
            best,
            proof: remembered(known.proof),
            refutation: remembered(known.refutation),
            work: work.min(31) as u8,
            is_odd_root: self.arena.is_odd_root,
        };
        let price = |old: Entry| {
            let age = u32::from(old.is_odd_root != entry.is_odd_root);
            2 + (u32::from(old.work) >> age)
        };
        table.put(spot, entry.pack(), |cell| match cell {
            None => 1,
            Some((data, true)) => {
                let old = Entry::unpack(data);
                // The same claim, or one that says nothing more than this does.
                if old.threshold == threshold
                    || (old.lower <= entry.lower
                        && old.upper >= entry.upper
                        && (old.proof == 0 || old.refutation == 0))
                {
                    0
                } else {
                    price(old)
                }
            }
            Some((data, false)) => price(Entry::unpack(data)),
        });
    }
}
