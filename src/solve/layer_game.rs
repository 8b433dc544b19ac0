//! Values of a running game's moves, from everything that can happen in its layer.
//!
//! Until the next capture a game runs among the boards of one layer that quiet moves reach,
//! and the positions visited since the last capture are ends of it, the root included. With
//! the values behind captures from an oracle, that is a loop game in progress: one arena for
//! each threshold, decided by `endgame::loop_game`. The bounds that come of it hold for the
//! game as it stands, whatever a loop counts.
//!
//! Two steps keep arenas small. *What cannot meet the past*: call a position live if quiet
//! moves lead from it to one that was visited before. The first move that leaves the live
//! positions comes to one from which no live position is reached, hence none that was
//! visited, neither before the root nor since: there the value is that of the board set up
//! afresh, and an oracle that knows it ends the play. *What need not be asked*: a capture
//! that wins ends the play where it can be made.
//!
//! Where the oracle only has bounds, two games are played and never mixed: in one every
//! unsure value is the least for the player to move at the root, and only what he wins there
//! is believed; in the other it is the most.

use std::collections::HashMap;

use super::answer::Purpose;
use super::request::Request;
use super::root_move::RootMove;
use crate::endgame::{Arena, Layer, Place, Running, Vertex};
use crate::game::{
    Board, Bounds, Game, Loops, Mechanics, Net, Player, RepetitionRows, ValueRules, own_rows_value,
};
use crate::progress::Progress;
use crate::search::{Meter, Oracle, Seat, children, ended};

/// The most positions of an arena; a graph of so many takes about a second.
const MOST_SEATS: usize = 800_000;
/// Steps of search for one question; the hardest known ones take some ten thousand.
const STEPS: u64 = 1 << 20;
/// The most seeds of a layer that is tried.
const MOST_SEEDS: u8 = 14;
/// Positions that take the time of a node.
const SEATS_PER_NODE: u64 = 8;
/// Positions between two looks at whether the work is still wanted.
const SEATS_BETWEEN_LOOKS: usize = 1 << 10;

/// What is known of a value, seen by the player to move at the root.
#[derive(Clone, Copy)]
struct Range {
    least: i8,
    most: i8,
}

/// A position of the layer.
struct Spot {
    seat: Seat,
    /// The value, where play ends or need not be followed.
    end: Option<Range>,
    /// The best capture for the player to move here.
    exit: Option<Range>,
    /// What each player's own row is worth to the player to move at the root.
    own_rows: i8,
    /// Whether coming here again counts for nothing.
    is_free: bool,
    next: Vec<Vertex>,
}

/// All that quiet moves reach from a root.
struct LayerGame<'a> {
    rules: &'a ValueRules,
    root_side: Player,
    seeds: u8,
    numbers: HashMap<Seat, Vertex>,
    spots: Vec<Spot>,
    /// Positions visited before that do not end the game yet, and how often.
    visits: Vec<(Vertex, u16)>,
    is_exact: bool,
    /// Whether every value is odd or even as the number of seeds is.
    has_parity: bool,
}

/// Closes the bounds of the quiet moves of a game by all that can happen in its layer, if
/// that pays; gives its price in nodes. `fresh` is what the position is worth when set up.
pub(super) fn play_layer<M: Mechanics>(
    request: &Request<'_>,
    mechanics: M,
    oracle: &dyn Oracle,
    fresh: Option<Bounds<Net>>,
    moves: &mut [RootMove],
    meter: &Meter<'_>,
) -> u64 {
    let Request { game, options, .. } = *request;
    let rules = game.rules().value_rules();
    let seeds = game.position().board().seeds();
    let has_past = game.visited().len() > 1 || rules.loops != Loops::Zero;
    let most = MOST_SEEDS
        .min(oracle.reach() + 2)
        .min(options.whole_layer_seeds);
    if !has_past || game.rules().repetition() == 0 || seeds > most {
        return 0;
    }
    let likely_price = 2 * Layer::new(seeds).boards() / SEATS_PER_NODE;
    if meter.left() < likely_price {
        return 0;
    }
    let Some(layer) = LayerGame::of(game, &rules, mechanics, oracle, meter) else {
        return 0;
    };
    let price = layer.spots.len() as u64 / SEATS_PER_NODE;
    let only_best = options.purpose == Purpose::Move;
    layer.close(
        moves,
        fresh.and_then(Bounds::value).map(Net::seeds),
        only_best,
        meter,
    );
    price
}

impl<'a> LayerGame<'a> {
    /// The layer of the game's position; `None` when it is too large, the oracle does not
    /// know what captures are worth, or the work is cancelled.
    fn of<M: Mechanics>(
        game: &Game,
        rules: &'a ValueRules,
        mechanics: M,
        oracle: &dyn Oracle,
        progress: &dyn Progress,
    ) -> Option<Self> {
        let position = game.position();
        let root_side = position.to_move();
        let mut layer = Self {
            rules,
            root_side,
            seeds: position.board().seeds(),
            numbers: HashMap::new(),
            spots: Vec::new(),
            visits: Vec::new(),
            is_exact: true,
            has_parity: rules.loops != Loops::Zero
                && (rules.few_seeds == 0 || rules.few_to_own_side),
        };
        let past = occurrences(game);
        let limit = game.rules().repetition();
        for child in children(position.board(), mechanics, None).iter() {
            if child.is_quiet {
                layer.number((child.board, root_side.opposite()));
            }
        }
        let mut place = 0;
        while place < layer.spots.len() {
            if layer.spots.len() > MOST_SEATS
                || (place.is_multiple_of(SEATS_BETWEEN_LOOKS) && progress.is_cancelled())
            {
                return None;
            }
            layer.look(place, mechanics, oracle, (&past, limit))?;
            place += 1;
        }
        layer.forget_what_cannot_meet(&past, oracle);
        for (seat, &count) in &past {
            if count + 1 < limit
                && let Some(&vertex) = layer.numbers.get(seat)
            {
                layer.visits.push((vertex, count));
            }
        }
        layer.is_exact = layer.spots.iter().all(|spot| {
            let is_sure =
                |range: Option<Range>| range.is_none_or(|range| range.least == range.most);
            is_sure(spot.end) && is_sure(spot.exit)
        });
        Some(layer)
    }

    fn number(&mut self, seat: Seat) -> Vertex {
        let spots = &mut self.spots;
        let own_rows = own_rows_value(seat.0).seeds();
        let is_root_side = seat.1 == self.root_side;
        *self.numbers.entry(seat).or_insert_with(|| {
            spots.push(Spot {
                seat,
                end: None,
                exit: None,
                own_rows: if is_root_side { own_rows } else { -own_rows },
                is_free: false,
                next: Vec::new(),
            });
            (spots.len() - 1) as Vertex
        })
    }

    /// The range that a value seen by the player to move at a seat is at the root.
    fn at_root(&self, side: Player, least: i8, most: i8) -> Range {
        if side == self.root_side {
            Range { least, most }
        } else {
            Range {
                least: -most,
                most: -least,
            }
        }
    }

    /// Finds out what can be played from a position.
    fn look<M: Mechanics>(
        &mut self,
        place: usize,
        mechanics: M,
        oracle: &dyn Oracle,
        (past, limit): (&HashMap<Seat, u16>, u16),
    ) -> Option<()> {
        let (board, side) = self.spots[place].seat;
        if past
            .get(&(board, side))
            .is_some_and(|count| count + 1 >= limit)
        {
            let pays = self.repetition_pays(place);
            self.spots[place].end = Some(Range {
                least: pays,
                most: pays,
            });
            return Some(());
        }
        if let Some(net) = ended(board, self.rules, mechanics) {
            self.spots[place].end = Some(self.at_root(side, net.seeds(), net.seeds()));
            return Some(());
        }
        if let Loops::OwnRows {
            both_rows: true, ..
        } = self.rules.loops
        {
            self.spots[place].is_free = board.mover_seeds() == 0 || board.opponent_seeds() == 0;
        }
        let mut exit: Option<(i8, i8)> = None;
        let mut next = Vec::new();
        for child in children(board, mechanics, None).iter() {
            if child.is_quiet {
                next.push(self.number((child.board, side.opposite())));
                continue;
            }
            let reply = match ended(child.board, self.rules, mechanics) {
                Some(net) => Bounds::exact(net),
                None => oracle.probe(child.board)?,
            };
            let (least, most) = (
                child.gain - reply.upper.seeds(),
                child.gain - reply.lower.seeds(),
            );
            let best = exit.unwrap_or((i8::MIN, i8::MIN));
            exit = Some((best.0.max(least), best.1.max(most)));
        }
        self.spots[place].next = next;
        self.spots[place].exit = exit.map(|(least, most)| self.at_root(side, least, most));
        Some(())
    }

    /// What a repetition at a position pays, seen by the player to move at the root.
    fn repetition_pays(&self, place: usize) -> i8 {
        match self.rules.loops {
            Loops::Zero => 0,
            Loops::OwnRows { .. } => self.spots[place].own_rows,
        }
    }

    /// Ends the play where no position visited before can be met and the oracle knows the
    /// board.
    fn forget_what_cannot_meet(&mut self, past: &HashMap<Seat, u16>, oracle: &dyn Oracle) {
        if self.seeds > oracle.reach() {
            return;
        }
        let mut sources: Vec<Vec<Vertex>> = vec![Vec::new(); self.spots.len()];
        for (vertex, spot) in (0..).zip(&self.spots) {
            for &next in &spot.next {
                sources[next as usize].push(vertex);
            }
        }
        let mut is_live = vec![false; self.spots.len()];
        let mut open: Vec<Vertex> = past
            .keys()
            .filter_map(|seat| self.numbers.get(seat).copied())
            .collect();
        for &vertex in &open {
            is_live[vertex as usize] = true;
        }
        while let Some(vertex) = open.pop() {
            for &source in &sources[vertex as usize] {
                if !std::mem::replace(&mut is_live[source as usize], true) {
                    open.push(source);
                }
            }
        }
        for (place, is_live) in is_live.into_iter().enumerate() {
            let Spot { seat, end, .. } = self.spots[place];
            if is_live || end.is_some() {
                continue;
            }
            if let Some(fresh) = oracle.probe(seat.0) {
                let range = self.at_root(seat.1, fresh.lower.seeds(), fresh.upper.seeds());
                let spot = &mut self.spots[place];
                spot.end = Some(range);
                spot.next.clear();
            }
        }
    }

    /// Closes the bounds of the quiet moves: of all, or as far as that can change which move
    /// is best.
    fn close(
        &self,
        moves: &mut [RootMove],
        guess: Option<i8>,
        only_best: bool,
        progress: &dyn Progress,
    ) {
        let mut first = guess;
        loop {
            let most_lower = moves.iter().map(|root| root.lower).max().unwrap_or(i8::MIN);
            let is_wanted = |root: &RootMove| {
                root.child.is_quiet && !root.is_exact() && !(only_best && root.upper <= most_lower)
            };
            let Some(widest) = moves
                .iter()
                .filter(|root| is_wanted(root))
                .max_by_key(|root| (root.upper, root.upper - root.lower))
            else {
                return;
            };
            // The likeliest value first, then halves.
            let (lower, upper) = (widest.lower, widest.upper);
            let middle = lower + (upper - lower + 1) / 2;
            let threshold = match first.take() {
                Some(guess) if lower < guess && guess <= upper => guess,
                _ => middle,
            };
            if !self.decide(threshold, moves, is_wanted, progress) {
                return;
            }
        }
    }

    /// Asks of every wanted move whether it is worth a threshold; whether anything was found.
    fn decide(
        &self,
        threshold: i8,
        moves: &mut [RootMove],
        is_wanted: impl Fn(&RootMove) -> bool,
        progress: &dyn Progress,
    ) -> bool {
        let mut has_found = false;
        let views: &[bool] = if self.is_exact {
            &[true]
        } else {
            &[true, false]
        };
        for &is_pessimist in views {
            let (arena, known) = self.arena(threshold, is_pessimist);
            let occurrence = match self.rules.loops {
                Loops::Zero => 2,
                Loops::OwnRows { occurrence, .. } => occurrence,
            };
            let visits = match self.rules.loops {
                Loops::Zero => &[],
                Loops::OwnRows { .. } => self.visits.as_slice(),
            };
            let Ok(mut running) = Running::new(&arena, occurrence, known, visits.iter().copied())
            else {
                return has_found;
            };
            for root in moves.iter_mut().filter(|root| is_wanted(root)) {
                if !(root.lower < threshold && threshold <= root.upper) {
                    continue;
                }
                let seat = (root.child.board, self.root_side.opposite());
                let vertex = self.numbers[&seat];
                let Some(winner) = running.winner(vertex, STEPS, progress) else {
                    continue;
                };
                let wins = winner == self.root_side;
                if !self.is_exact && wins != is_pessimist {
                    continue;
                }
                has_found = true;
                let is_possible =
                    |net: i8| !self.has_parity || (net - self.seeds.cast_signed()) % 2 == 0;
                if wins {
                    root.lower = threshold + i8::from(!is_possible(threshold));
                } else {
                    let below = threshold - 1;
                    root.upper = below - i8::from(!is_possible(below));
                }
            }
        }
        has_found
    }

    /// The arena of a threshold, and the winners that are known in it.
    fn arena(&self, threshold: i8, is_pessimist: bool) -> (Arena, Vec<(Vertex, Player)>) {
        let (mine, other) = (self.root_side, self.root_side.opposite());
        let winner = |value: i8| if value >= threshold { mine } else { other };
        let value = |range: Range| {
            if is_pessimist {
                range.least
            } else {
                range.most
            }
        };
        let mut places = Vec::with_capacity(self.spots.len());
        let mut known = Vec::new();
        for (place, spot) in self.spots.iter().enumerate() {
            let mover = spot.seat.1;
            places.push(Place {
                mover,
                repetition: (!spot.is_free).then(|| winner(self.repetition_pays(place))),
            });
            if let Some(end) = spot.end {
                known.push((place as Vertex, winner(value(end))));
            } else if let Some(exit) = spot.exit
                && winner(value(exit)) == mover
            {
                known.push((place as Vertex, mover));
            }
        }
        let edges = self.spots.iter().map(|spot| spot.next.iter().copied());
        (Arena::new(places, edges), known)
    }
}

/// How often each position was visited since the last capture, where that counts.
fn occurrences(game: &Game) -> HashMap<Seat, u16> {
    let both = game.rules().repetition_rows() == RepetitionRows::Both;
    let mut occurrences = HashMap::new();
    for position in game.visited() {
        let board: Board = position.board();
        if !both || (board.mover_seeds() > 0 && board.opponent_seeds() > 0) {
            *occurrences.entry((board, position.to_move())).or_insert(0) += 1;
        }
    }
    occurrences
}
