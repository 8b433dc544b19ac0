//! What a position of a running game is worth, from the near part of its layer alone.
//!
//! To prove that a player gets so much, it is enough to know some moves for him and all of
//! his opponent's, as far as his plan leads. So a graph is grown around the position, nearest
//! first, and what lies beyond it counts as lost for the player who claims: a claim that
//! holds there holds in the whole layer, since a plan that wins never leaves what was looked
//! at. (The same argument as for lower layers with intervals in `endgame::loop_game`, with
//! everything beyond as the worst of intervals.) Most claims that are true need some dozens
//! of positions out of a hundred thousand; what they leave open is for `layer_game`.
//!
//! For the player who claims only those moves are looked at that keep his claim at a board
//! set up afresh, if there are any. That is a guess and steers: a move left out can only be
//! missing from a plan.

use rustc_hash::FxHashMap;

use super::ground::{Ground, Range};
use super::regions::{Regions, Settled};
use super::root_move::{RootMove, wanted};
use crate::endgame::{Arena, Layer, Place, Running, Vertex};
use crate::game::{Mechanics, Player};
use crate::progress::Progress;
use crate::search::{Meter, Seat};

/// Positions looked at for a claim, one try after the other, with moves chosen.
const TRIES: [usize; 2] = [1 << 7, 1 << 10];
/// The most positions when nothing is left out.
const MOST: u64 = 1 << 19;
/// Steps of search for each position of a graph, and for a graph where nothing is left out.
const STEPS_PER_SEAT: u64 = 4;
const STEPS: u64 = 1 << 20;
/// Positions between two looks at whether the work is still wanted.
const SEATS_BETWEEN_LOOKS: usize = 1 << 10;
/// Positions that take the time of a node,
pub(super) const SEATS_PER_NODE: u64 = 8;
/// and how many nodes take that of a step.
pub(super) const NODES_PER_STEP: u64 = 4;

/// Closes the bounds of the quiet moves as far as near games do; gives the price in nodes.
pub(super) fn close_near<M: Mechanics>(
    ground: &Ground<'_, M>,
    mut regions: Option<&mut Regions>,
    moves: &mut [RootMove],
    only_best: bool,
    meter: &Meter<'_>,
) -> u64 {
    let mut near = NearGame::on(ground);
    let side = ground.root.1;
    for root in moves.iter_mut().filter(|root| !root.is_exact()) {
        if let Some(paid) = ground.paid_after(&root.child, side.opposite()) {
            (root.lower, root.upper) = (root.child.gain + paid, root.child.gain + paid);
        }
    }
    let guess = |root: &RootMove| {
        let fresh = ground.fresh(&(root.child.board, side.opposite()));
        let fresh = fresh.filter(|fresh| fresh.is_exact());
        fresh
            .map(|fresh| fresh.least + root.child.gain)
            .or(root.value())
    };
    let mut likeliest: Vec<(usize, Option<i8>)> = (0..moves.len())
        .map(|index| (index, guess(&moves[index])))
        .collect();
    likeliest.sort_by_key(|&(_, guess)| std::cmp::Reverse(guess));
    for (index, guess) in likeliest {
        while wanted(moves, only_best).any(|open| open == index) && !meter.is_cancelled() {
            let best_other = moves.iter().map(|root| root.lower).max().unwrap_or(i8::MIN);
            let root = &moves[index];
            let (lower, upper) = (root.lower, root.upper);
            let guess = guess.unwrap_or(lower + (upper - lower) / 2);
            let threshold = if only_best && guess <= best_other && lower < best_other {
                best_other + 1
            } else {
                guess.clamp(lower + 1, upper)
            };
            let likely = if threshold <= guess {
                side
            } else {
                side.opposite()
            };
            let question = Question {
                seat: (root.child.board, side.opposite()),
                threshold,
                likely,
            };
            let Some(winner) = near.answer(question, regions.as_deref_mut(), meter) else {
                break;
            };
            ground.note(&mut moves[index], threshold, winner == side);
        }
    }
    near.price()
}

/// Whether the play that now comes to a position is worth so much to the player to move at
/// the root.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) seat: Seat,
    pub(super) threshold: i8,
    /// Who is likely to get his way.
    pub(super) likely: Player,
}

/// How much of a graph is looked at.
#[derive(Clone, Copy)]
struct Extent {
    /// The most positions.
    most: usize,
    /// Whether the claimant's less hopeful moves are left out.
    is_choosy: bool,
    /// Steps of search.
    steps: u64,
}

/// Proofs by graphs that are grown around positions.
pub(super) struct NearGame<'a, M> {
    ground: &'a Ground<'a, M>,
    /// Positions looked at in all,
    looked_at: u64,
    /// and steps of search.
    steps: u64,
    numbers: FxHashMap<Seat, Vertex>,
    seats: Vec<Seat>,
    next: Vec<Seat>,
    /// Whether nothing was left out of the graph in hand, and no value is unsure.
    is_whole: bool,
}

/// A claim: whoever gets it, the player to move at the root is worth so much at least, or he
/// is not.
#[derive(Clone, Copy)]
struct Claim {
    threshold: i8,
    claimant: Player,
    root_side: Player,
}

impl Claim {
    /// Who gets his way with a value.
    const fn winner(self, value: i8) -> Player {
        if value >= self.threshold {
            self.root_side
        } else {
            self.root_side.opposite()
        }
    }

    /// The same, where the claimant fears what is not known.
    fn feared(self, range: Range) -> Player {
        self.winner(if self.claimant == self.root_side {
            range.least
        } else {
            range.most
        })
    }

    /// Whether a value may be what the claimant wants.
    fn is_hoped(self, range: Range) -> bool {
        self.winner(if self.claimant == self.root_side {
            range.most
        } else {
            range.least
        }) == self.claimant
    }
}

impl<'a, M: Mechanics> NearGame<'a, M> {
    pub(super) fn on(ground: &'a Ground<'a, M>) -> Self {
        Self {
            ground,
            looked_at: 0,
            steps: 0,
            numbers: FxHashMap::default(),
            seats: Vec::new(),
            next: Vec::new(),
            is_whole: true,
        }
    }

    /// What was looked at, in nodes.
    pub(super) const fn price(&self) -> u64 {
        self.looked_at.div_ceil(SEATS_PER_NODE) + NODES_PER_STEP * self.steps
    }

    /// Who gets his way, if that is found.
    pub(super) fn answer(
        &mut self,
        question: Question,
        regions: Option<&mut Regions>,
        meter: &Meter<'_>,
    ) -> Option<Player> {
        let ground = self.ground;
        let (likely, other) = (question.likely, question.likely.opposite());
        let mut regions = regions.filter(|_| Regions::can_hold(ground.root.0.seeds()));
        let threshold = question.threshold;
        let settled = regions
            .take_if(|regions| regions.holds(ground, threshold))
            .and_then(|regions| regions.settled(ground, threshold, meter));
        if let Some(settled) = &settled
            && let Some(winner) = settled.winner(&question.seat)
        {
            return Some(winner);
        }
        // Where nothing is settled yet, a look around may be enough.
        let tries = if settled.is_some() {
            &[][..]
        } else {
            &TRIES[..]
        };
        for &most in tries {
            let extent = Extent {
                most,
                is_choosy: true,
                steps: STEPS_PER_SEAT * most as u64,
            };
            for claimant in [likely, other] {
                let found = self.winner(question, claimant, extent, settled.as_ref(), meter);
                if found.is_some() {
                    return found;
                }
            }
        }
        let settled = match (settled, regions) {
            (Some(settled), _) => settled,
            (None, Some(regions)) => {
                let price = Layer::new(ground.root.0.seeds()).boards();
                if meter.left() < self.price() + price / SEATS_PER_NODE {
                    return None;
                }
                self.looked_at += price;
                regions.settled(ground, threshold, meter)?
            }
            (None, None) => return None,
        };
        if let Some(winner) = settled.winner(&question.seat) {
            return Some(winner);
        }
        let left = meter.left().saturating_sub(self.price());
        let most = left.saturating_mul(SEATS_PER_NODE).min(MOST);
        let extent = Extent {
            most: most as usize,
            is_choosy: false,
            steps: STEPS,
        };
        self.winner(question, likely, extent, Some(&settled), meter)
    }

    /// The same by one graph in which all that is unsure counts against `claimant`.
    fn winner(
        &mut self,
        question: Question,
        claimant: Player,
        extent: Extent,
        settled: Option<&Settled<'_>>,
        meter: &Meter<'_>,
    ) -> Option<Player> {
        if meter.left() < self.price() + (extent.most as u64).div_ceil(SEATS_PER_NODE) {
            return None;
        }
        let claim = Claim {
            threshold: question.threshold,
            claimant,
            root_side: self.ground.root.1,
        };
        self.numbers.clear();
        self.seats.clear();
        self.is_whole = true;
        self.number(question.seat);
        let mut edges: Vec<Vec<Vertex>> = Vec::new();
        let mut known: Vec<(Vertex, Player)> = Vec::new();
        let mut visits: Vec<(Vertex, u16)> = Vec::new();
        while edges.len() < self.seats.len().min(extent.most) {
            if edges.len() % SEATS_BETWEEN_LOOKS == SEATS_BETWEEN_LOOKS - 1 && meter.is_cancelled()
            {
                return None;
            }
            let vertex = edges.len() as Vertex;
            let seat = self.seats[edges.len()];
            let (winner, next) = match settled.and_then(|settled| settled.winner(&seat)) {
                Some(winner) => (Some(winner), Vec::new()),
                None => self.look(seat, claim, extent.is_choosy)?,
            };
            known.extend(winner.map(|winner| (vertex, winner)));
            edges.push(next);
            let before = self.ground.visits(&seat);
            if before > 0 {
                visits.push((vertex, before));
            }
        }
        self.looked_at += edges.len() as u64;
        // Beyond, all is lost.
        for vertex in edges.len()..self.seats.len() {
            self.is_whole = false;
            known.push((vertex as Vertex, claimant.opposite()));
        }
        edges.resize_with(self.seats.len(), Vec::new);
        let place = |&seat: &Seat| Place {
            mover: seat.1,
            repetition: self.ground.repetition(seat).map(|pays| claim.winner(pays)),
        };
        let arena = Arena::new(self.seats.iter().map(place).collect(), edges);
        let occurrence = self.ground.occurrence();
        let mut game = Running::new(&arena, occurrence, known, visits).ok()?;
        let left = meter.left().saturating_sub(self.price());
        let winner = game.winner(0, extent.steps.min(left / NODES_PER_STEP), meter);
        self.steps += game.steps();
        let winner = winner?;
        (winner == claimant || self.is_whole).then_some(winner)
    }

    /// Who wins at a position, if that is known at once, and where it leads to; `None` when
    /// the oracle does not know what a capture is worth.
    fn look(
        &mut self,
        seat: Seat,
        claim: Claim,
        is_choosy: bool,
    ) -> Option<(Option<Player>, Vec<Vertex>)> {
        let mut next = std::mem::take(&mut self.next);
        let spot = self.ground.look(seat, &mut next)?;
        let is_sure = |range: Option<Range>| range.is_none_or(Range::is_exact);
        self.is_whole &= is_sure(spot.end) && is_sure(spot.exit);
        let winner = match (spot.end, spot.exit) {
            (Some(end), _) => Some(claim.feared(end)),
            (None, Some(exit)) if claim.feared(exit) == seat.1 => Some(seat.1),
            _ => None,
        };
        let mut edges = Vec::new();
        if winner.is_none() {
            if is_choosy && seat.1 == claim.claimant {
                let keeps = |seat: &Seat| {
                    let fresh = self.ground.fresh(seat);
                    fresh.is_none_or(|fresh| claim.is_hoped(fresh))
                };
                let kept: Vec<Seat> = next.iter().copied().filter(keeps).collect();
                if !kept.is_empty() && kept.len() < next.len() {
                    self.is_whole = false;
                    next = kept;
                }
            }
            edges.extend(next.iter().map(|&seat| self.number(seat)));
        }
        self.next = next;
        Some((winner, edges))
    }

    fn number(&mut self, seat: Seat) -> Vertex {
        let seats = &mut self.seats;
        *self.numbers.entry(seat).or_insert_with(|| {
            seats.push(seat);
            (seats.len() - 1) as Vertex
        })
    }
}
