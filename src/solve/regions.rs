//! [`Regions`]: who can force what in a layer, kept for every game that comes to it.
//!
//! Retrograde analysis of a layer at one threshold decides most of its positions, one after
//! the other, each by positions decided before it, or together with others as a set in which
//! the winner keeps the play and none of whose positions is bad for him. That is argument 1
//! of `endgame::loop_game`, and it speaks of games without history. A running game has
//! positions whose next visit ends it. Where that suits the winner it does no harm; the
//! others are *spoilt*, and so is, for the winner W,
//!
//! * a position of W's opponent with a move to a spoilt one;
//! * a position of W's, not won by a capture or an end at once, none of whose moves leads to
//!   a sound one that was decided for W before it. (In a set that keeps the play, where some
//!   have no such move, one spoilt successor is enough.)
//!
//! *A position that is not spoilt is still W's, whatever was visited*: from there he has a
//! move to a sound position, decided before or in the same set, and his opponent only has
//! such moves; so no spoilt position is met, and the play ends at a capture or an end as W
//! wants, or comes back to a position of a set, none of which is bad for him. Nor does it
//! matter what a search has visited on the way, if it searches spoilt and undecided
//! positions only, for none of them is met again. These are few.
//!
//! The order of a layer at a threshold takes some hundredths of a second to find and holds
//! for all games under the same rules, so a workspace keeps it.

use std::collections::hash_map::Entry;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ground::Ground;
use crate::endgame::{Arena, Layer, Place, Rank, Vertex, regions_in_order};
use crate::game::{Mechanics, Player};
use crate::progress::Progress;
use crate::search::{Meter, Seat};

/// The most seeds of a layer whose regions are kept.
const MOST_SEEDS: u8 = 10;
/// The most positions of all orders kept; each takes eight bytes.
const MOST_ORDERED: usize = 1 << 23;
const _: () = assert!(size_of::<Option<Decided>>() == 8);
/// What a position takes when a layer is looked at, and when it is put in order.
const POSITION: Duration = Duration::from_nanos(200);
/// Positions between two looks at whether the work is still wanted.
const SEATS_BETWEEN_LOOKS: usize = 1 << 12;

/// The regions of layers, as far as they were asked for.
#[derive(Default)]
pub(super) struct Regions {
    /// By seeds; `None` where some capture has no known value.
    layers: FxHashMap<u8, Option<WholeLayer>>,
}

/// A layer as a graph, both sides to move.
struct WholeLayer {
    spots: Vec<Spot>,
    next: Vec<Vertex>,
    /// The positions with a quiet move to each, one after the other,
    sources: Vec<Vertex>,
    /// and where those of each end.
    source_ends: Vec<u32>,
    /// By what South gets at least.
    orders: FxHashMap<i8, Option<Order>>,
}

/// A position of a layer; values are South's.
struct Spot {
    mover: Player,
    /// The value where play ends, or of the mover's best capture.
    pays: Option<i8>,
    is_end: bool,
    repetition: Option<i8>,
    /// Where its quiet moves end in the list of all.
    next_end: u32,
}

/// When each position of a layer was decided at a threshold, and for whom.
pub(super) struct Order {
    layer: Layer,
    decided: Vec<Option<Decided>>,
}

#[derive(Clone, Copy)]
struct Decided {
    place: u32,
    winner: Player,
}

/// The positions whose winner no visit of a running game can change.
pub(super) struct Settled<'a> {
    order: &'a Order,
    spoilt: FxHashSet<Vertex>,
}

impl Regions {
    /// Whether the regions of a layer can be found at all.
    pub(super) const fn can_hold(seeds: u8) -> bool {
        seeds <= MOST_SEEDS
    }

    /// Whether the order at a threshold, seen by the player to move at the root, was found
    /// before.
    pub(super) fn holds<M: Mechanics>(&self, ground: &Ground<'_, M>, threshold: i8) -> bool {
        let layer = self.layers.get(&ground.root.0.seeds());
        layer.is_some_and(|layer| match layer {
            Some(layer) => layer.orders.contains_key(&souths(ground, threshold)),
            None => true,
        })
    }

    /// The positions of all orders.
    fn ordered(&self) -> usize {
        let layers = self.layers.values().flatten();
        layers
            .map(|layer| layer.spots.len() * layer.orders.len())
            .sum()
    }

    /// Whether what is not known yet can be found before the deadline; the work on a layer
    /// cannot be broken off everywhere.
    fn has_time<M: Mechanics>(
        &self,
        ground: &Ground<'_, M>,
        threshold: i8,
        meter: &Meter<'_>,
    ) -> bool {
        let seeds = ground.root.0.seeds();
        let positions = 2 * Layer::new(seeds).boards();
        let time = POSITION * u32::try_from(positions).unwrap_or(u32::MAX);
        let parts = match self.layers.contains_key(&seeds) {
            true => u32::from(!self.holds(ground, threshold)),
            false => 2,
        };
        meter.time_left().is_none_or(|left| left >= time * parts)
    }

    /// What is settled at a threshold, seen by the player to move at the root; `None` when
    /// captures have no known value or the work is cancelled.
    pub(super) fn settled<M: Mechanics>(
        &mut self,
        ground: &Ground<'_, M>,
        threshold: i8,
        meter: &Meter<'_>,
    ) -> Option<Settled<'_>> {
        let seeds = ground.root.0.seeds();
        if !Self::can_hold(seeds) || !self.has_time(ground, threshold, meter) {
            return None;
        }
        if !self.holds(ground, threshold) && self.ordered() > MOST_ORDERED {
            self.layers.clear();
        }
        let layer = match self.layers.entry(seeds) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let layer = WholeLayer::of(Layer::new(seeds), ground, meter);
                if meter.is_cancelled() {
                    return None;
                }
                free.insert(layer)
            }
        };
        let souths = souths(ground, threshold);
        let layer = layer.as_mut()?;
        layer.prepare(Layer::new(seeds), souths);
        let order = layer.orders[&souths].as_ref()?;
        let mut bad = Vec::new();
        for seat in ground.ends() {
            if let Some(decided) = order.decided(seat)
                && let Some(pays) = ground.repetition(*seat)
                && (pays >= threshold) != (decided.winner == ground.root.1)
            {
                bad.push(vertex(order.layer, seat));
            }
        }
        let spoilt = layer.spoilt(order, bad, souths);
        Some(Settled { order, spoilt })
    }
}

/// The threshold for South that says the same as one for the player to move at the root.
fn souths<M: Mechanics>(ground: &Ground<'_, M>, threshold: i8) -> i8 {
    match ground.root.1 {
        Player::South => threshold,
        // North gets t or more unless South gets 1 − t or more.
        Player::North => 1 - threshold,
    }
}

impl WholeLayer {
    fn of<M: Mechanics>(
        layer: Layer,
        ground: &Ground<'_, M>,
        progress: &dyn Progress,
    ) -> Option<Self> {
        let ground = ground.without_history(Player::South);
        let mut spots = Vec::with_capacity(2 * layer.boards() as usize);
        let mut all = Vec::new();
        let mut next = Vec::new();
        for rank in 0..layer.boards() {
            if (rank as usize).is_multiple_of(SEATS_BETWEEN_LOOKS) && progress.is_cancelled() {
                return None;
            }
            let board = layer.unrank(Rank::new(rank));
            for mover in Player::ALL {
                let seat = (board, mover);
                let found = ground.look(seat, &mut next)?;
                let pays = found.end.or(found.exit);
                if pays.is_some_and(|range| !range.is_exact()) {
                    return None;
                }
                all.extend(next.iter().map(|seat| vertex(layer, seat)));
                spots.push(Spot {
                    mover,
                    pays: pays.map(|range| range.least),
                    is_end: found.end.is_some(),
                    repetition: ground.repetition(seat),
                    next_end: u32::try_from(all.len()).ok()?,
                });
            }
        }
        let mut source_ends = vec![0_u32; spots.len()];
        for &to in &all {
            source_ends[to as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut source_ends {
            sum += *end;
            *end = sum - *end;
        }
        let mut sources = vec![0; all.len()];
        let mut first = 0;
        for (vertex, spot) in (0..).zip(&spots) {
            for &to in &all[first..spot.next_end as usize] {
                let free = &mut source_ends[to as usize];
                sources[*free as usize] = vertex;
                *free += 1;
            }
            first = spot.next_end as usize;
        }
        Some(Self {
            spots,
            next: all,
            sources,
            source_ends,
            orders: FxHashMap::default(),
        })
    }

    /// Finds the order at a threshold, unless it is known; none where a play need never end.
    fn prepare(&mut self, layer: Layer, threshold: i8) {
        if !self.orders.contains_key(&threshold) {
            let order = self.find_order(layer, threshold);
            self.orders.insert(threshold, order);
        }
    }

    fn next(&self, vertex: Vertex) -> &[Vertex] {
        let at = vertex as usize;
        let first = at.checked_sub(1).map_or(0, |at| self.spots[at].next_end);
        &self.next[first as usize..self.spots[at].next_end as usize]
    }

    fn sources(&self, vertex: Vertex) -> &[Vertex] {
        let at = vertex as usize;
        let first = at.checked_sub(1).map_or(0, |at| self.source_ends[at]);
        &self.sources[first as usize..self.source_ends[at] as usize]
    }

    /// Whether a position is decided by its end or by a capture.
    fn is_given(&self, vertex: Vertex, threshold: i8) -> bool {
        let spot = &self.spots[vertex as usize];
        spot.pays
            .is_some_and(|pays| spot.is_end || winner(pays, threshold) == spot.mover)
    }

    /// The positions that are spoilt when these are bad for their winners.
    fn spoilt(&self, order: &Order, bad: Vec<Vertex>, threshold: i8) -> FxHashSet<Vertex> {
        let mut spoilt: FxHashSet<Vertex> = bad.iter().copied().collect();
        let mut open = bad;
        while let Some(vertex) = open.pop() {
            let Some(Decided { winner, .. }) = order.decided[vertex as usize] else {
                continue;
            };
            for &source in self.sources(vertex) {
                let decided = order.decided[source as usize].filter(|it| it.winner == winner);
                let Some(Decided { place, .. }) = decided else {
                    continue;
                };
                if spoilt.contains(&source) || self.is_given(source, threshold) {
                    continue;
                }
                let is_sound = |next: &Vertex| {
                    order.decided[*next as usize]
                        .is_some_and(|it| it.winner == winner && it.place < place)
                        && !spoilt.contains(next)
                };
                let is_his = self.spots[source as usize].mover == winner;
                if !(is_his && self.next(source).iter().any(is_sound)) {
                    spoilt.insert(source);
                    open.push(source);
                }
            }
        }
        spoilt
    }

    fn find_order(&self, layer: Layer, threshold: i8) -> Option<Order> {
        let winner = |pays| winner(pays, threshold);
        let mut known = Vec::new();
        let mut places = Vec::with_capacity(self.spots.len());
        let mut edges = Vec::with_capacity(self.spots.len());
        for (vertex, spot) in (0..).zip(&self.spots) {
            let mut next = self.next(vertex);
            if let Some(pays) = spot.pays
                && self.is_given(vertex, threshold)
            {
                known.push((vertex, winner(pays)));
                next = &[];
            }
            places.push(Place {
                mover: spot.mover,
                repetition: spot.repetition.map(winner),
            });
            edges.push(next.iter().copied());
        }
        let arena = Arena::new(places, edges);
        let mut decided = vec![None; arena.len()];
        let list = regions_in_order(&arena, known).ok()?;
        for (place, (vertex, winner)) in (0..).zip(list) {
            decided[vertex as usize] = Some(Decided { place, winner });
        }
        Some(Order { layer, decided })
    }
}

impl Order {
    fn decided(&self, seat: &Seat) -> Option<Decided> {
        self.decided[vertex(self.layer, seat) as usize]
    }
}

impl Settled<'_> {
    /// Who wins from a position, whatever the running game has visited; `None` where that
    /// may matter.
    pub(super) fn winner(&self, seat: &Seat) -> Option<Player> {
        let at = vertex(self.order.layer, seat);
        let decided = self.order.decided[at as usize]?;
        (!self.spoilt.contains(&at)).then_some(decided.winner)
    }
}

/// Who gets his way where South gets so much.
const fn winner(souths: i8, threshold: i8) -> Player {
    if souths >= threshold {
        Player::South
    } else {
        Player::North
    }
}

/// The number of a position among all of its layer.
fn vertex(layer: Layer, (board, side): &Seat) -> Vertex {
    let rank = layer.rank(*board).get();
    Vertex::try_from(2 * rank + *side as u64).expect("layers of so few seeds are small")
}
