//! Closes the bounds of the root's moves by claims, on any number of threads.
//!
//! A claim says of a move that it is worth so much at least; proof-number search decides
//! it (`search::numbers`). The claims that would settle the value of the position come
//! first: that the likeliest move is worth the guess, and that no move is worth more. A
//! claim that is not decided within its nodes waits until the others had their turn, and
//! then gets four times as many. A thread that finds no claim left helps with one that
//! another has in hand. Whatever is decided is a fact, whichever thread found it and however
//! the work ends.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::root_move::{Ends, RootMove, has_proved_best, limit};
use crate::game::{Bounds, Mechanics, Net, Player};
use crate::search::{Answer, Arena, Child, Crowd, Meter, NumberProver};

/// The longest that a thread without a claim sleeps before it looks for one again.
const LONGEST_WAIT: Duration = Duration::from_millis(5);
/// Nodes for a claim at the first try; half as many made the 16 proofs of 20 seeds over
/// tables of 12 cost 13 % more nodes, twice as many 2 %.
const FIRST_TRY: u64 = 1 << 14;
/// The least where there are few,
const LEAST_TRY: u64 = 1 << 6;
/// so that so many claims may have their first try.
const FIRST_CLAIMS: u64 = 1 << 6;
/// By how many bits the nodes grow from try to try.
const GROWTH: u32 = 2;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The value, then that of every move.
    Value,
    /// Whether it is at least the first net value, and whether it is at least the second.
    Between(i8, i8),
    /// A move than which no other is better.
    Best,
}

/// A claim: a move, by number, is worth so much at least.
type Claim = (usize, i8);

/// The moves of a root, what is known of them and what is being tried.
pub(super) struct Closing<'a> {
    state: Mutex<State<'a>>,
    /// A claim was noted.
    has_news: Condvar,
    root_side: Player,
    /// Where the threads meet, if there are several.
    crowd: Option<Crowd>,
}

/// A claim that a thread has in hand.
#[derive(Clone)]
struct Busy {
    claim: Claim,
    /// Nodes for each thread.
    nodes: u64,
    /// Set when it is decided, or nobody wants to know any more.
    is_over: Arc<AtomicBool>,
}

struct State<'a> {
    moves: &'a mut [RootMove],
    /// What is known of the root beside its moves.
    fresh: Option<Bounds<Net>>,
    aim: Aim,
    tries: HashMap<Claim, u32>,
    /// Once for each thread.
    busy: Vec<Busy>,
    /// Claims that no forcing play decides.
    blocked: Vec<Claim>,
    /// Nodes for a claim at the first try.
    first_try: u64,
    /// The most tries a claim may get in this round.
    most_tries: u32,
    /// Nodes spent in all at which the round ends.
    until: u64,
    /// The same once the value of the position is known,
    ends: Ends,
    /// and that is no later than this.
    last: u64,
    oracle_hits: u64,
}

impl<'a> Closing<'a> {
    pub(super) fn new(
        moves: &'a mut [RootMove],
        fresh: Option<Bounds<Net>>,
        root_side: Player,
        aim: Aim,
        most_tries: u32,
        ends: Ends,
    ) -> Self {
        Self {
            state: Mutex::new(State {
                moves,
                fresh,
                aim,
                tries: HashMap::new(),
                busy: Vec::new(),
                blocked: Vec::new(),
                first_try: FIRST_TRY,
                most_tries,
                until: u64::MAX,
                ends,
                last: u64::MAX,
                oracle_hits: 0,
            }),
            has_news: Condvar::new(),
            root_side,
            crowd: None,
        }
    }

    /// The same for so many threads.
    pub(super) fn with_threads(self, threads: usize) -> Self {
        Self {
            crowd: (threads > 1).then(Crowd::new),
            ..self
        }
    }

    /// The same for no longer than until so many nodes are spent in all.
    pub(super) fn until(self, nodes: Option<u64>) -> Self {
        self.lock().until = nodes.unwrap_or(u64::MAX);
        self
    }

    /// The same where all claims together get no more than so many nodes: each gets a small
    /// part first, and so many tries more that it can come as far as without.
    pub(super) fn sharing(self, nodes: Option<u64>) -> Self {
        if let Some(nodes) = nodes {
            let mut state = self.lock();
            state.first_try = (nodes / FIRST_CLAIMS).clamp(LEAST_TRY, FIRST_TRY);
            let more = (FIRST_TRY / state.first_try).ilog2().div_ceil(GROWTH);
            state.most_tries = state.most_tries.saturating_add(more);
        }
        self
    }

    /// The same where the values of the other moves are left at so many nodes spent in all.
    pub(super) fn leaving_at(self, last: u64) -> Self {
        self.lock().last = last;
        self
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        // A thread that panicked has left nothing half done: facts are noted one by one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides claims until none is left that could be decided. Every thread calls this.
    pub(super) fn work<M: Mechanics>(&self, mechanics: M, arena: &Arena<'_>, meter: &Meter<'_>) {
        let mut prover = NumberProver::new(mechanics, arena, meter).among(self.crowd.as_ref());
        let side = self.root_side.opposite();
        while let Some((busy, child, nodes)) = self.take(meter) {
            let (_, threshold) = busy.claim;
            let seat = (child.board, side);
            prover.heed(&busy.is_over);
            let answer = prover.decide(seat, child.is_quiet, child.gain - threshold + 1, nodes);
            let bounds = prover.bounds(seat, child.is_quiet);
            self.lock().note(&busy, &child, answer, bounds);
            self.has_news.notify_all();
            if meter.is_spent() {
                break;
            }
        }
        self.lock().oracle_hits += prover.oracle_hits;
    }

    /// A claim, its board and how many nodes it may cost; `None` when nothing is left to do.
    fn take(&self, meter: &Meter<'_>) -> Option<(Busy, Child, u64)> {
        let mut state = self.lock();
        loop {
            let spent = meter.spent();
            let busy = match state.next(spent) {
                Some((claim, nodes)) => Some(Busy {
                    claim,
                    nodes,
                    is_over: Arc::new(AtomicBool::new(false)),
                }),
                None if self.crowd.is_some() => state.one_to_help(spent),
                None => None,
            };
            if let Some(busy) = busy {
                state.busy.push(busy.clone());
                let nodes = busy.nodes.min(state.until - spent);
                let child = state.moves[busy.claim.0].child;
                return Some((busy, child, nodes));
            }
            if state.busy.is_empty() || spent >= state.until || meter.is_spent() {
                return None;
            }
            // Whoever is called off will leave room for another claim. Should he fail instead,
            // nobody waits for ever.
            state = self
                .has_news
                .wait_timeout(state, LONGEST_WAIT)
                .map_or_else(|broken| broken.into_inner().0, |(state, _)| state);
        }
    }

    /// Whether everything that could be decided is decided, however long it takes.
    pub(super) fn is_done(&self, meter: &Meter<'_>) -> bool {
        let mut state = self.lock();
        state.most_tries = u32::MAX;
        state.until = u64::MAX;
        state.next(meter.spent()).is_none()
    }

    /// How many nodes may be spent in all once the value of the position is known.
    pub(super) fn ends(&self) -> Ends {
        self.lock().ends
    }

    /// Whether claims were met that no forcing play decides.
    pub(super) fn is_blocked(&self) -> bool {
        !self.lock().blocked.is_empty()
    }

    /// Values taken from the oracle.
    pub(super) fn oracle_hits(&self) -> u64 {
        self.lock().oracle_hits
    }
}

impl State<'_> {
    fn lower(&self) -> i8 {
        let least = self.fresh.map_or(i8::MIN, |bounds| bounds.lower.seeds());
        self.moves
            .iter()
            .map(|root| root.lower)
            .fold(least, i8::max)
    }

    /// What a move is proved to reach: the oracle can know the value of the root before.
    fn reached(&self) -> Option<i8> {
        self.moves.iter().map(|root| root.lower).max()
    }

    fn upper(&self) -> i8 {
        let most = self.fresh.map_or(i8::MAX, |bounds| bounds.upper.seeds());
        let best = self
            .moves
            .iter()
            .map(|root| root.upper)
            .max()
            .unwrap_or(most);
        best.min(most)
    }

    /// The next claim to try and its nodes, when so many were spent in all.
    fn next(&mut self, spent: u64) -> Option<(Claim, u64)> {
        if spent >= self.until || (self.aim == Aim::Best && has_proved_best(self.moves, self.fresh))
        {
            return None;
        }
        let mut claims = self.claims_on_value();
        if self.lower() == self.upper() && !matches!(self.aim, Aim::Between(..)) {
            let has_best = self.reached() == Some(self.upper());
            if spent >= self.ends.end(has_best, spent, self.last) {
                return None;
            }
            if self.aim == Aim::Value {
                claims.extend(self.claims_on_moves());
            }
        }
        claims.retain(|claim| {
            let (index, threshold) = *claim;
            let root = &self.moves[index];
            root.lower < threshold
                && threshold <= root.upper
                && !self.busy.iter().any(|busy| busy.claim == *claim)
                && !self.blocked.contains(claim)
        });
        let tries = |claim: &Claim| self.tries.get(claim).copied().unwrap_or(0);
        let claim = claims.into_iter().min_by_key(tries)?;
        let tries = tries(&claim);
        (tries < self.most_tries).then(|| (claim, self.first_try << (GROWTH * tries).min(40)))
    }

    /// The likeliest value of the position.
    fn guess(&self) -> i8 {
        let (lower, upper) = (self.lower(), self.upper());
        let middle = lower + (upper - lower) / 2;
        let guess = self.moves.iter().filter_map(RootMove::value).max();
        guess.unwrap_or(middle).clamp(lower, upper)
    }

    /// Claims that would close the bounds of the position, the most wanted first.
    fn claims_on_value(&self) -> Vec<Claim> {
        let (lower, upper) = (self.lower(), self.upper());
        let guess = self.guess();
        let (at_least, more_than) = match self.aim {
            Aim::Value | Aim::Best => (
                self.reached()
                    .is_some_and(|reached| reached < guess)
                    .then_some(guess),
                (guess < upper).then(|| guess + 1),
            ),
            Aim::Between(draw, win) => {
                let open =
                    |threshold| (lower < threshold && threshold <= upper).then_some(threshold);
                if guess >= win {
                    (open(win).or(open(draw)), None)
                } else if guess >= draw {
                    (open(draw), open(win))
                } else {
                    (None, open(draw).or(open(win)))
                }
            }
        };
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.moves[index].value()));
        let mut claims = Vec::new();
        if let Some(threshold) = at_least {
            let likeliest = order
                .iter()
                .find(|&&index| self.moves[index].upper >= threshold);
            claims.extend(likeliest.map(|&index| (index, threshold)));
        }
        if let Some(threshold) = more_than {
            claims.extend(order.iter().map(|&index| (index, threshold)));
        }
        claims
    }

    /// Claims that would close the bounds of the other moves.
    fn claims_on_moves(&self) -> Vec<Claim> {
        let open = self
            .moves
            .iter()
            .enumerate()
            .filter(|(_, root)| !root.is_exact());
        open.flat_map(|(index, root)| {
            let middle = root.lower + (root.upper - root.lower) / 2;
            let guess = root.value().unwrap_or(middle);
            [(index, guess), (index, guess + 1)]
        })
        .collect()
    }

    /// The claim in hand that has the fewest threads and is still open.
    fn one_to_help(&self, spent: u64) -> Option<Busy> {
        if spent >= self.until {
            return None;
        }
        let threads = |claim: Claim| self.busy.iter().filter(|busy| busy.claim == claim).count();
        let open = self
            .busy
            .iter()
            .filter(|busy| !busy.is_over.load(Ordering::Relaxed));
        open.min_by_key(|busy| threads(busy.claim)).cloned()
    }

    fn note(&mut self, done: &Busy, child: &Child, answer: Answer, reply: Bounds<Net>) {
        let claim = done.claim;
        let is_done = |busy: &Busy| Arc::ptr_eq(&busy.is_over, &done.is_over);
        if let Some(place) = self.busy.iter().position(is_done) {
            self.busy.swap_remove(place);
        }
        let (index, threshold) = claim;
        if !done.is_over.load(Ordering::Relaxed) {
            // What the nodes of one thread do not decide waits, whoever helped with it.
            *self.tries.entry(claim).or_insert(0) += 1;
            done.is_over.store(true, Ordering::Relaxed);
        }
        let root = &mut self.moves[index];
        root.lower = root.lower.max(child.gain - reply.upper.seeds());
        root.upper = root.upper.min(child.gain - reply.lower.seeds());
        match answer {
            // It speaks of the player who moves next.
            Answer::Holds => root.upper = root.upper.min(threshold - 1),
            Answer::Fails => root.lower = root.lower.max(threshold),
            Answer::Blocked => self.blocked.push(claim),
            Answer::Open => {}
        }
        limit(self.moves, self.fresh);
        self.call_off();
    }

    /// Ends the work on claims that what is known by now has decided.
    fn call_off(&self) {
        for busy in &self.busy {
            let (index, threshold) = busy.claim;
            let root = &self.moves[index];
            if threshold <= root.lower || root.upper < threshold {
                busy.is_over.store(true, Ordering::Relaxed);
            }
        }
    }
}
