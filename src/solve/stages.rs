//! The stages of solving: guess for a while, prove for a while, each time for longer.
//!
//! A guess says what to prove, and a good one saves most of the work; but where nothing can
//! be proved the time belongs to the guess. So both get about the same, in growing portions,
//! until all is proved or the limits end it. All threads work at the same stage, with common
//! tables; the guess of the first thread is the one that counts.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use super::answer::Deepened;
use super::closing::{Aim, Closing};
use super::follow::Follower;
use super::growth::Growth;
use super::guess::Guesses;
use super::layer_game::play_layer;
use super::request::Request;
use super::root_move::{Ends, RootMove, has_proved_best, limit};
use super::tables::Extended;
use crate::endgame::Layer;
use crate::game::{Bounds, Mechanics, Net, ValueRules};
use crate::search::{
    Arena, Crowd, DEEPEST_PLIES, Estimator, Meter, Oracle, Seat, SharedTable, Stops,
};

/// Room for the deepest recursion of a thread.
const STACK_BYTES: usize = 32 << 20;
/// Nodes of guessing in the first stage.
const FIRST_STAGE: u64 = 1 << 15;
/// By how many bits a stage is longer than the one before.
const GROWTH: u32 = 1;
/// Nodes that proofs get at least where the depth is what was asked for; at a depth that is
/// soon done they get no more than twice as many for each ply of it.
const LEAST_PROOF: u64 = 1 << 11;
/// Room for facts of a node. A quarter of it made 10 proofs of 20 seeds over tables of 12 take
/// an eighth longer.
const FACTS_PER_NODE: u64 = 2;
/// So many seeds above what is known, proofs are cheap.
const NEAR: u8 = 4;

/// What the stages left.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The last depth that was completed.
    pub(super) depth_plies: u16,
    /// Values taken from the oracle.
    pub(super) oracle_hits: u64,
    /// Whether claims are left that no forcing play decides.
    pub(super) is_blocked: bool,
}

/// Everything the stages work on.
pub(super) struct Stages<'a> {
    pub(super) root: Seat,
    pub(super) aim: Aim,
    /// Whether nothing more is to be had from the layer as a whole.
    pub(super) is_layer_played: bool,
    pub(super) base: &'a dyn Oracle,
    pub(super) rules: &'a ValueRules,
    pub(super) stops: &'a Stops,
    /// Where facts are remembered that hold for every root, and for this one.
    pub(super) lasting: SharedTable<'a>,
    pub(super) passing: SharedTable<'a>,
    pub(super) guesses: SharedTable<'a>,
    /// Nodes of earlier roots.
    pub(super) nodes_before: u64,
    pub(super) is_odd_root: bool,
    pub(super) generation: u16,
    pub(super) meter: &'a Meter<'a>,
    pub(super) request: Request<'a>,
}

impl<'a> Stages<'a> {
    /// What all threads share, with an oracle that knows so much.
    pub(super) fn arena<'b>(&self, oracle: &'b dyn Oracle) -> Arena<'b>
    where
        'a: 'b,
    {
        Arena {
            rules: self.rules,
            oracle,
            stops: self.stops,
            lasting: self.lasting,
            passing: self.passing,
            root_seeds: self.root.0.seeds(),
            is_odd_root: self.is_odd_root,
        }
    }

    /// Closes the bounds of the moves as far as the limits allow.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub(super) fn run<M: Mechanics>(
        &mut self,
        mechanics: M,
        moves: &mut [RootMove],
        growth: &mut Growth<'_>,
    ) -> io::Result<Outcome> {
        let mut outcome = Outcome::default();
        let limits = self.request.options.limits;
        let deepest = i32::from(limits.depth_plies.unwrap_or(DEEPEST_PLIES).min(200));
        let mut guesses = self.no_guesses(moves.len());
        let mut portion = FIRST_STAGE;
        let mut tries = 1;
        let mut ends = Ends::default();
        let mut proofs_left = limits.depth_plies.map(proofs_at_depth);
        let has_history = self.request.game.visited().len() > 1;
        loop {
            growth.grow(self.meter);
            self.make_room(portion, growth.spent());
            let oracle = Extended::new(self.base, growth.layers());
            let fresh = (!has_history).then(|| oracle.probe(self.root.0)).flatten();
            limit(moves, fresh);
            let stage = Stage {
                stages: self,
                arena: &self.arena(&oracle),
                mechanics,
                deepest,
                fresh,
            };
            let is_deep = guesses.depth >= deepest;
            let begun = self.meter.spent();
            if !is_deep {
                stage.guess(moves, &mut guesses, portion, &mut outcome)?;
            }
            if self.meter.is_spent() || (self.aim == Aim::Best && moves.len() == 1) {
                break;
            }
            // Where no deeper guess is to be had, the proofs get the whole portion; with nothing
            // they could not go on, and never end. Where they are not what was asked for, they may.
            let guessed = if is_deep && !self.request.options.compares_at_depth() {
                portion
            } else {
                self.meter.spent() - begun
            };
            let enough = match self.aim {
                Aim::Best => Some(self.meter.spent() + guessed / self.share_of_proofs(&oracle)),
                // Where moves are compared at a depth, proofs are welcome and not what was
                // asked for.
                Aim::Value | Aim::Between(..) => self
                    .request
                    .options
                    .compares_at_depth()
                    .then(|| self.meter.spent() + guessed.max(LEAST_PROOF)),
            };
            let before = self.meter.spent();
            let at_most = proofs_left.map(|left| before.saturating_add(left));
            let enough = enough.into_iter().chain(at_most).min();
            let closing = Closing::new(moves, fresh, self.root.1, self.aim, tries, ends)
                .with_threads(self.request.options.threads.get())
                .sharing(proofs_left)
                .leaving_at(self.meter.last_before_lines())
                .until(enough);
            self.on_every_thread(|_| {
                closing.work(mechanics, stage.arena, self.meter);
            })?;
            let spent = self.meter.spent() - before;
            proofs_left = proofs_left.map(|left| left.saturating_sub(spent));
            outcome.oracle_hits += closing.oracle_hits();
            outcome.is_blocked = closing.is_blocked();
            ends = closing.ends();
            let mut is_done = closing.is_done(self.meter);
            drop(closing);
            if outcome.is_blocked && !self.is_layer_played && !self.meter.is_spent() {
                self.is_layer_played = true;
                let request = &self.request;
                let known: (&dyn Oracle, _) = (&oracle, None);
                let price = play_layer(request, mechanics, known, fresh, moves, self.meter);
                self.meter.charge(price.unwrap_or(0));
                is_done |= moves.iter().all(RootMove::is_exact)
                    || (self.aim == Aim::Best && has_proved_best(moves, fresh));
            }
            // With a depth to go to, the proofs have what the guesses took.
            if is_done || self.meter.is_spent() || (is_deep && limits.depth_plies.is_some()) {
                break;
            }
            portion <<= GROWTH;
            tries += 1;
        }
        outcome.depth_plies = u16::try_from(guesses.depth).unwrap_or(u16::MAX);
        Ok(outcome)
    }

    /// Room in the tables for what there will be after a stage of so many guesses, and about as
    /// many nodes of proofs; `for_layers` left nothing there.
    fn make_room(&mut self, portion: u64, for_layers: u64) {
        let spent = self.meter.spent() - for_layers;
        let nodes = spent + portion.min(self.meter.left());
        let all = self.nodes_before + nodes;
        self.guesses.grow(all);
        self.lasting.grow(FACTS_PER_NODE * all);
        // One for each player to move at a board of the layer is all that there can be.
        let most = 2 * Layer::of(self.root.0).boards();
        self.passing.grow((FACTS_PER_NODE * nodes).min(most));
    }

    /// Guesses of so many moves, before anything was searched.
    fn no_guesses(&self, moves: usize) -> Guesses {
        Guesses::new(moves, self.request.options.every_move, self.generation)
    }

    /// Which part of the guesses' nodes goes into proofs when only a move is wanted: near
    /// what is known they are cheap, and spare the rest of the game.
    fn share_of_proofs(&self, oracle: &dyn Oracle) -> u64 {
        if self.root.0.seeds() <= oracle.reach() + NEAR {
            2
        } else {
            16
        }
    }

    /// Runs `work` on as many threads as were asked for, this one included.
    fn on_every_thread(&self, work: impl Fn(usize) + Sync) -> io::Result<()> {
        std::thread::scope(|scope| {
            for thread in 1..self.request.options.threads.get() {
                let work = &work;
                Builder::new()
                    .name(format!("solve-{thread}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || work(thread))?;
            }
            work(0);
            Ok(())
        })
    }
}

/// Nodes that all proofs together may cost where so many plies were asked for: in proportion
/// to what so deep a look costs by itself, and none to speak of at the usual depths.
fn proofs_at_depth(depth_plies: u16) -> u64 {
    LEAST_PROOF << depth_plies.min(40)
}

/// One stage, in which the oracle stays as it is.
struct Stage<'a, M> {
    stages: &'a Stages<'a>,
    arena: &'a Arena<'a>,
    mechanics: M,
    deepest: i32,
    fresh: Option<Bounds<Net>>,
}

impl<M: Mechanics> Stage<'_, M> {
    /// Deepens the guesses until they have cost `portion` nodes.
    fn guess(
        &self,
        moves: &mut [RootMove],
        guesses: &mut Guesses,
        portion: u64,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        let Self {
            stages,
            arena,
            mechanics,
            deepest,
            ..
        } = *self;
        let is_over = AtomicBool::new(false);
        let enough = stages.meter.spent().saturating_add(portion);
        let crowd = (stages.request.options.threads.get() > 1).then(Crowd::new);
        let (first, read) = (
            std::sync::Mutex::new((&mut *guesses, &mut outcome.oracle_hits)),
            &*moves,
        );
        let known = first.lock().map_or_else(
            |_| stages.no_guesses(read.len()),
            |guesses| guesses.0.clone(),
        );
        stages.on_every_thread(|thread| {
            let mut estimator = Estimator::new(
                mechanics,
                arena,
                stages.guesses,
                stages.root,
                stages.meter,
                &is_over,
            )
            .taking(stages.request.options.shortcuts)
            .among(crowd.as_ref());
            if thread == 0 {
                let Ok(mut first) = first.lock() else { return };
                while first.0.depth < deepest && first.0.deepen(read, &mut estimator) {
                    self.tell(read, first.0, &estimator);
                    if stages.meter.spent() >= enough {
                        break;
                    }
                }
                *first.1 += estimator.oracle_hits;
                is_over.store(true, Ordering::Relaxed);
            } else {
                // The others fill the common table.
                let mut ahead = known.clone();
                while ahead.depth < deepest && ahead.deepen(read, &mut estimator) {}
            }
        })?;
        for (index, root) in moves.iter_mut().enumerate() {
            if guesses.depth > 0 {
                root.estimate = Some(guesses.net(index).seeds());
                root.is_given = false;
                if stages.request.options.every_move {
                    root.settle(u16::try_from(guesses.depth).unwrap_or(u16::MAX));
                }
            }
        }
        Ok(())
    }

    /// Tells whoever watches of a depth that was completed.
    fn tell(&self, moves: &[RootMove], guesses: &Guesses, estimator: &Estimator<'_, M>) {
        let Self { stages, arena, .. } = *self;
        let Some(&first) = guesses.order.first() else {
            return;
        };
        let follower = Follower {
            mechanics: self.mechanics,
            rules: stages.rules,
            root: stages.root,
            guide: None,
            reach: arena.oracle.reach(),
        };
        let most = |bound: fn(&RootMove) -> i8| moves.iter().map(bound).max().unwrap_or(0);
        let least = self.fresh.map_or(i8::MIN, |bounds| bounds.lower.seeds());
        let (lower, upper) = (most(|root| root.lower).max(least), most(|root| root.upper));
        let position = stages.request.game.position();
        let score = |net: i8| position.score(Net::new(net));
        (stages.request.watch)(&Deepened {
            depth_plies: u16::try_from(guesses.depth).unwrap_or(u16::MAX),
            value: score(guesses.net(first).seeds().clamp(lower, upper)),
            bounds: Bounds {
                lower: score(lower),
                upper: score(upper),
            },
            nodes: stages.meter.spent(),
            pv: follower.guessed(&moves[first].child, estimator),
        });
    }
}
