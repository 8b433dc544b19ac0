//! Small layers solved as a whole, because their loops defeat a search by lines.
//!
//! With few seeds on the board play circles for long, and a search that follows single
//! lines meets the same loop by every way into it. Here a layer is a graph ([`Region`]),
//! and one threshold at a time its winning regions are grown. Where loops count 0 that
//! decides everything. Under own-row repetition a few seats stay undecided; there the
//! position itself becomes a stop, then the one after it, and so on: a search each of whose
//! nodes decides more (OWN-ROWS, steps 3 to 5). Its results depend only on the seat and the
//! set of seats still undecided, and are remembered under these.

use std::collections::HashMap;

use crate::game::{Board, Loops, Mechanics, PITS_PER_ROW, Player, ValueRules};

use super::Oracle;
use super::budget::Budget;
use super::ends::ended;
use super::region::{Play, Region, Seat, Winner};

/// The largest layer that may be solved as a whole, 353 000 boards: some hundred megabytes.
const LARGEST_LAYER: u8 = 10;
/// How far beyond the layers asked for a long search may go: where loops count 0 a layer
/// costs about as much as searching so many nodes as it has boards.
const LATER_LAYERS_ZERO: u8 = 4;
/// The same under own rows, where the layer of 8 seeds is the hardest of all.
const LATER_LAYERS_OWN_ROWS: u8 = 1;
/// Plays kept for positions with a past; each is some bytes a seat.
const PLAYS_KEPT: usize = 128;
/// Seats of a layer that are worked through in the time of one searched node.
const SEATS_PER_NODE: usize = 32;

/// Results remembered from one position to the next.
const SEEN_KEPT: usize = 1 << 18;

/// Solves small layers on demand.
pub(crate) struct LoopSolver<'a, M> {
    rules: ValueRules,
    mechanics: M,
    oracle: &'a dyn Oracle,
    /// Layers of so many seeds are solved whenever they are met,
    at_once: u8,
    /// and larger ones up to this when the search is long.
    largest: u8,
    /// Nodes that layers may cost yet.
    left: u64,
    small: &'a mut SmallLayers,
}

/// What was found of small layers; it holds under the same rules wherever a game stands.
#[derive(Default)]
pub(crate) struct SmallLayers {
    regions: [Slot; LARGEST_LAYER as usize + 1],
    /// Exact values of boards without history.
    values: HashMap<Board, i8>,
    plays: HashMap<(u8, i8, Vec<Seat>), Play>,
    /// `(seeds, threshold, seat, undecided seats)`: whether South wins.
    seen: HashMap<(u8, i8, Seat, [u64; 2]), bool>,
}

#[derive(Default)]
enum Slot {
    #[default]
    Untried,
    /// The budget ran out, or a lower layer has no exact values.
    Unsolved,
    Solved(Region),
}

impl<'a, M: Mechanics> LoopSolver<'a, M> {
    /// Covers layers of up to `seeds`, at most [`LARGEST_LAYER`], and when the search grows
    /// long some more.
    /// What is found goes into `small`, which is of the same rules.
    pub(crate) fn new(
        rules: ValueRules,
        mechanics: M,
        oracle: &'a dyn Oracle,
        seeds: u8,
        small: &'a mut SmallLayers,
    ) -> Self {
        let at_once = seeds.min(LARGEST_LAYER);
        let later = match rules.loops {
            _ if seeds == 0 => 0,
            Loops::Zero => LATER_LAYERS_ZERO,
            Loops::OwnRows { .. } => LATER_LAYERS_OWN_ROWS,
        };
        small.make_ready(at_once);
        Self {
            rules,
            mechanics,
            oracle,
            at_once,
            largest: LARGEST_LAYER.min(at_once + later),
            left: u64::MAX,
            small,
        }
    }

    /// The same for no more than so many nodes, whatever the search may spend: what a layer
    /// costs has nothing to do with how deep the search is to look.
    pub(crate) fn limited(self, nodes: Option<u64>) -> Self {
        Self {
            left: nodes.unwrap_or(u64::MAX),
            ..self
        }
    }

    /// The rules that it solves by.
    pub(crate) const fn rules(&self) -> (ValueRules, M) {
        (self.rules, self.mechanics)
    }

    /// Whether boards of so many seeds are solved here, after so many nodes of search. The
    /// argument for own rows holds for the second occurrence, where every one counts.
    pub(crate) fn covers(&self, seeds: u8, nodes: u64) -> bool {
        let is_covered = match self.rules.loops {
            Loops::Zero => true,
            Loops::OwnRows {
                occurrence,
                both_rows,
            } => occurrence == 2 && !both_rows,
        };
        is_covered
            && seeds > 0
            && seeds <= self.largest
            && match self.small.regions[usize::from(seeds)] {
                Slot::Unsolved => false,
                Slot::Solved(_) => true,
                // Then the layer at most doubles the work.
                Slot::Untried => seeds <= self.at_once || nodes >= layer_boards(seeds),
            }
    }

    /// Whether the mover of the seat gets at least `threshold`, when the game ends by coming
    /// to one of `stops`; `None` when the budget does not suffice.
    pub(crate) fn decide(
        &mut self,
        (board, side): (Board, Player),
        threshold: i8,
        stops: &[(Board, Player)],
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        let seeds = board.seeds();
        if stops.is_empty()
            && let Some(value) = self.small.values.get(&board)
        {
            return Some(*value >= threshold);
        }
        self.prepare(seeds, budget)?;
        let SmallLayers {
            regions,
            plays,
            seen,
            ..
        } = &mut *self.small;
        let Slot::Solved(region) = &regions[usize::from(seeds)] else {
            return None;
        };
        let seat = region.seat(board, true);
        let mut stops: Vec<Seat> = stops
            .iter()
            .map(|&(board, mover)| region.seat(board, mover == side))
            .collect();
        stops.sort_unstable();
        let key = (seeds, threshold, stops);
        if !plays.contains_key(&key) {
            if !charge(&mut self.left, budget, region.seats() / SEATS_PER_NODE) {
                return None;
            }
            if plays.len() >= PLAYS_KEPT {
                plays.retain(|(_, _, stops), _| stops.is_empty());
            }
            let play = region.play(threshold, &key.2);
            plays.insert(key.clone(), play);
        }
        let mut search = StopSearch {
            region,
            place: (seeds, threshold),
            seen,
            left: &mut self.left,
            budget,
        };
        search.south_wins(seat, &plays[&key])
    }

    /// The exact value of a board without history.
    fn value(&mut self, board: Board, budget: &mut Budget<'_>) -> Option<i8> {
        let known = self.oracle.probe(board).and_then(|bounds| bounds.value());
        if let Some(net) = known {
            return Some(net.seeds());
        }
        if let Some(value) = self.small.values.get(&board) {
            return Some(*value);
        }
        if let Some(net) = ended(board, &self.rules, self.mechanics) {
            return Some(net.seeds());
        }
        let seeds = board.seeds().cast_signed();
        let (mut lower, mut upper) = (-seeds, seeds);
        while lower < upper {
            let middle = lower + (upper - lower + 1) / 2;
            // The side is only a name here.
            if self.decide((board, Player::South), middle, &[], budget)? {
                lower = middle;
            } else {
                upper = middle - 1;
            }
        }
        self.small.values.insert(board, lower);
        Some(lower)
    }

    /// Makes the region of a layer, and of those below it.
    fn prepare(&mut self, seeds: u8, budget: &mut Budget<'_>) -> Option<()> {
        let layer = usize::from(seeds);
        match self.small.regions[layer] {
            Slot::Solved(_) => return Some(()),
            Slot::Unsolved => return None,
            Slot::Untried => {}
        }
        self.small.regions[layer] = Slot::Unsolved;
        let (rules, mechanics) = (self.rules, self.mechanics);
        let region = Region::new(seeds, &rules, mechanics, |board| self.value(board, budget))?;
        if !charge(&mut self.left, budget, region.seats() / SEATS_PER_NODE) {
            return None;
        }
        self.small.regions[layer] = Slot::Solved(region);
        Some(())
    }
}

impl SmallLayers {
    /// For another position, for which layers of up to `seeds` are solved at once: larger
    /// ones would fill the memory, and what one search had no nodes for the next may have.
    fn make_ready(&mut self, seeds: u8) {
        for (layer, slot) in (0..).zip(&mut self.regions) {
            if layer > seeds || matches!(slot, Slot::Unsolved) {
                *slot = Slot::Untried;
            }
        }
        self.plays.retain(|&(layer, ..), _| layer <= seeds);
        self.values.retain(|board, _| board.seeds() <= seeds);
        if self.seen.len() > SEEN_KEPT {
            self.seen.clear();
        }
    }
}

/// Takes a price from what layers may cost and from the budget of the search.
fn charge(left: &mut u64, budget: &mut Budget<'_>, nodes: usize) -> bool {
    let Some(rest) = left.checked_sub(nodes as u64) else {
        *left = 0;
        return false;
    };
    let has_paid = budget.charge(nodes);
    if has_paid {
        *left = rest;
    }
    has_paid
}

/// How many boards have so many seeds.
fn layer_boards(seeds: u8) -> u64 {
    let pits = 2 * PITS_PER_ROW as u64;
    (0..u64::from(seeds)).fold(1, |boards, n| boards * (pits + n) / (n + 1))
}

/// The search among undecided seats.
struct StopSearch<'s, 'b> {
    region: &'s Region,
    place: (u8, i8),
    seen: &'s mut HashMap<(u8, i8, Seat, [u64; 2]), bool>,
    left: &'s mut u64,
    budget: &'s mut Budget<'b>,
}

impl StopSearch<'_, '_> {
    /// Whether South wins from `seat`, which was not visited before.
    fn south_wins(&mut self, seat: Seat, play: &Play) -> Option<bool> {
        match play.winner(seat) {
            Winner::South => return Some(true),
            Winner::North => return Some(false),
            Winner::Undecided => {}
        }
        let (seeds, threshold) = self.place;
        let key = (seeds, threshold, seat, play.undecided_sum());
        if let Some(known) = self.seen.get(&key) {
            return Some(*known);
        }
        let price = 1 + self.region.seats() / (4 * SEATS_PER_NODE);
        if !charge(self.left, self.budget, price) {
            return None;
        }
        let below = self.region.with_stop(play, seat);
        let south_moves = seat.is_multiple_of(2);
        let mine = Winner::of(south_moves);
        let decided = self
            .region
            .next(seat)
            .any(|next| below.winner(next) == mine);
        let mut mover_wins = decided;
        if !decided {
            // Exits lose, or the seat would be decided.
            for next in self.region.next(seat) {
                if below.winner(next) == Winner::Undecided
                    && self.south_wins(next, &below)? == south_moves
                {
                    mover_wins = true;
                    break;
                }
            }
        }
        let south_wins = mover_wins == south_moves;
        self.seen.insert(key, south_wins);
        Some(south_wins)
    }
}
