//! Values of a running game's moves, from everything that can happen in its layer.
//!
//! Until the next capture a game runs among the boards of one layer that quiet moves reach,
//! and the positions visited since the last capture are ends of it, the root included. With
//! the values behind captures from an oracle, that is a loop game in progress: one arena for
//! each threshold, decided by `endgame::loop_game`. The bounds that come of it hold for the
//! game as it stands, whatever a loop counts.
//!
//! Nearly always the part of the layer around the root is enough, with what is kept of the
//! layer from game to game; `near_game` answers so. What it leaves open is decided here, on
//! all of the layer.
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

use rustc_hash::FxHashMap;

use super::answer::Purpose;
use super::ground::{Ground, Range};
use super::near_game::{NODES_PER_STEP, SEATS_PER_NODE, close_near};
use super::regions::Regions;
use super::request::Request;
use super::root_move::{RootMove, wanted};
use crate::endgame::{Arena, Layer, Place, Running, Vertex};
use crate::game::{Bounds, Loops, Mechanics, Net, Player};
use crate::progress::Progress;
use crate::search::{Meter, Oracle, Seat};

/// The most positions of an arena; a graph of so many takes about a second.
const MOST_SEATS: usize = 800_000;
/// Steps of search for one question; the hardest known ones take some ten thousand.
const STEPS: u64 = 1 << 20;
/// The most seeds of a layer that is tried.
const MOST_SEEDS: u8 = 14;
/// Positions between two looks at whether the work is still wanted.
const SEATS_BETWEEN_LOOKS: usize = 1 << 10;

/// A position of the layer.
struct Spot {
    seat: Seat,
    /// The value, where play ends or need not be followed.
    end: Option<Range>,
    /// The best capture for the player to move here.
    exit: Option<Range>,
    /// What coming here again pays; `None` where that counts for nothing.
    repetition: Option<i8>,
    next: Vec<Vertex>,
}

/// All that quiet moves reach from a root.
struct LayerGame<'a, M> {
    ground: &'a Ground<'a, M>,
    numbers: FxHashMap<Seat, Vertex>,
    spots: Vec<Spot>,
    /// Positions visited before that do not end the game yet, and how often.
    visits: Vec<(Vertex, u16)>,
    is_exact: bool,
}

/// Whether so many seeds can have too many positions for a game on all of them.
pub(super) fn is_too_large(seeds: u8) -> bool {
    2 * Layer::new(seeds).boards() > MOST_SEATS as u64
}

/// Closes the bounds of the quiet moves of a game by all that can happen in its layer, if
/// that pays; gives its price in nodes, if it was tried. `fresh` is what the position is
/// worth when set up.
pub(super) fn play_layer<M: Mechanics>(
    request: &Request<'_>,
    mechanics: M,
    (oracle, regions): (&dyn Oracle, Option<&mut Regions>),
    fresh: Option<Bounds<Net>>,
    moves: &mut [RootMove],
    meter: &Meter<'_>,
) -> Option<u64> {
    let Request { game, options, .. } = *request;
    let rules = game.rules().value_rules();
    let seeds = game.position().board().seeds();
    let has_past = game.visited().len() > 1 || rules.loops != Loops::Zero;
    let most = MOST_SEEDS
        .min(oracle.reach() + 2)
        .min(options.whole_layer_seeds);
    if !has_past || game.rules().repetition() == 0 || seeds > most {
        return None;
    }
    let only_best = options.purpose == Purpose::Move;
    let ground = Ground::of(game, &rules, mechanics, oracle);
    let mut price = close_near(&ground, regions, moves, only_best, meter);
    let likely_price = 2 * Layer::new(seeds).boards() / SEATS_PER_NODE;
    if wanted(moves, only_best).next().is_none() || meter.left() < price + likely_price {
        return Some(price.min(meter.left()));
    }
    if let Some(layer) = LayerGame::of(&ground, moves, meter) {
        price += layer.spots.len() as u64 / SEATS_PER_NODE;
        let guess = fresh.and_then(Bounds::value).map(Net::seeds);
        let left = meter.left().saturating_sub(price) / NODES_PER_STEP;
        price += NODES_PER_STEP * layer.close(moves, guess, only_best, (left, meter));
    }
    // The last step may cost more than it was to.
    Some(price.min(meter.left()))
}

impl<'a, M: Mechanics> LayerGame<'a, M> {
    /// The layer of the game's position; `None` when it is too large, the oracle does not
    /// know what captures are worth, or the work is cancelled.
    fn of(ground: &'a Ground<'a, M>, moves: &[RootMove], progress: &dyn Progress) -> Option<Self> {
        let mut layer = Self {
            ground,
            numbers: FxHashMap::default(),
            spots: Vec::new(),
            visits: Vec::new(),
            is_exact: true,
        };
        let side = ground.root.1.opposite();
        for root in moves.iter().filter(|root| root.child.is_quiet) {
            layer.number((root.child.board, side));
        }
        let mut place = 0;
        let mut next = Vec::new();
        while place < layer.spots.len() {
            if layer.spots.len() > MOST_SEATS
                || (place.is_multiple_of(SEATS_BETWEEN_LOOKS) && progress.is_cancelled())
            {
                return None;
            }
            let found = ground.look(layer.spots[place].seat, &mut next)?;
            let next = next.iter().map(|&seat| layer.number(seat)).collect();
            let spot = &mut layer.spots[place];
            (spot.end, spot.exit, spot.next) = (found.end, found.exit, next);
            place += 1;
        }
        layer.forget_what_cannot_meet_the_past();
        for (vertex, spot) in (0..).zip(&layer.spots) {
            let visits = ground.visits(&spot.seat);
            if visits > 0 {
                layer.visits.push((vertex, visits));
            }
        }
        layer.is_exact = layer.spots.iter().all(|spot| {
            let is_sure = |range: Option<Range>| range.is_none_or(Range::is_exact);
            is_sure(spot.end) && is_sure(spot.exit)
        });
        Some(layer)
    }

    fn number(&mut self, seat: Seat) -> Vertex {
        let spots = &mut self.spots;
        let ground = self.ground;
        *self.numbers.entry(seat).or_insert_with(|| {
            spots.push(Spot {
                seat,
                end: None,
                exit: None,
                repetition: ground.repetition(seat),
                next: Vec::new(),
            });
            (spots.len() - 1) as Vertex
        })
    }

    /// Ends the play where no position visited before can be met and the oracle knows the
    /// board.
    fn forget_what_cannot_meet_the_past(&mut self) {
        if self.ground.root.0.seeds() > self.ground.oracle.reach() {
            return;
        }
        let mut sources: Vec<Vec<Vertex>> = vec![Vec::new(); self.spots.len()];
        for (vertex, spot) in (0..).zip(&self.spots) {
            for &next in &spot.next {
                sources[next as usize].push(vertex);
            }
        }
        let mut is_live = vec![false; self.spots.len()];
        let mut open: Vec<Vertex> = self
            .ground
            .visited()
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
        for (spot, is_live) in self.spots.iter_mut().zip(is_live) {
            if !is_live
                && spot.end.is_none()
                && let Some(fresh) = self.ground.fresh(&spot.seat)
            {
                spot.end = Some(fresh);
                spot.next.clear();
            }
        }
    }

    /// Closes the bounds of the quiet moves: of all, or as far as that can change which move
    /// is best, or as the steps allow; how many it took.
    fn close(
        &self,
        moves: &mut [RootMove],
        guess: Option<i8>,
        only_best: bool,
        (most_steps, progress): (u64, &dyn Progress),
    ) -> u64 {
        let mut steps = 0;
        let mut first = guess;
        loop {
            let open: Vec<usize> = wanted(moves, only_best).collect();
            let Some(widest) = open
                .iter()
                .map(|&index| &moves[index])
                .max_by_key(|root| (root.upper, root.upper - root.lower))
            else {
                return steps;
            };
            // The likeliest value first, then halves.
            let (lower, upper) = (widest.lower, widest.upper);
            let middle = lower + (upper - lower + 1) / 2;
            let threshold = match first.take() {
                Some(guess) if lower < guess && guess <= upper => guess,
                _ => middle,
            };
            let left = most_steps.saturating_sub(steps);
            let (has_found, taken) = self.decide(threshold, moves, &open, (left, progress));
            steps += taken;
            if !has_found {
                return steps;
            }
        }
    }

    /// Asks of every wanted move whether it is worth a threshold; whether anything was found,
    /// and how many steps it took.
    fn decide(
        &self,
        threshold: i8,
        moves: &mut [RootMove],
        open: &[usize],
        (most_steps, progress): (u64, &dyn Progress),
    ) -> (bool, u64) {
        let mut has_found = false;
        let mut steps = 0;
        let views: &[bool] = if self.is_exact {
            &[true]
        } else {
            &[true, false]
        };
        for &is_pessimist in views {
            let (arena, known) = self.arena(threshold, is_pessimist);
            let visits = self.visits.iter().copied();
            let occurrence = self.ground.occurrence();
            let Ok(mut running) = Running::new(&arena, occurrence, known, visits) else {
                return (has_found, steps);
            };
            let before = steps;
            for &index in open {
                let root = &mut moves[index];
                if !(root.lower < threshold && threshold <= root.upper) {
                    continue;
                }
                let root_side = self.ground.root.1;
                let seat = (root.child.board, root_side.opposite());
                let vertex = self.numbers[&seat];
                let winner = running.winner(
                    vertex,
                    STEPS.min(most_steps.saturating_sub(steps)),
                    progress,
                );
                steps = before + running.steps();
                let Some(winner) = winner else { continue };
                let wins = winner == root_side;
                if !self.is_exact && wins != is_pessimist {
                    continue;
                }
                has_found = true;
                self.ground.note(root, threshold, wins);
            }
        }
        (has_found, steps)
    }

    /// The arena of a threshold, and the winners that are known in it.
    fn arena(&self, threshold: i8, is_pessimist: bool) -> (Arena, Vec<(Vertex, Player)>) {
        let (mine, other) = (self.ground.root.1, self.ground.root.1.opposite());
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
                repetition: spot.repetition.map(winner),
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

#[cfg(test)]
mod tests {
    use super::super::near_game::{NearGame, Question};
    use super::super::root_move::root_moves;
    use super::super::tables::Extended;
    use super::*;
    use crate::endgame::Extension;
    use crate::game::{Game, Position, Rules, legal_moves};
    use crate::progress::Silent;
    use crate::search::NoOracle;

    /// A game of random quiet moves from a random board.
    fn running_game(rules: Rules, seeds: u8, random: &mut fastrand::Rng) -> Game {
        let layer = Layer::new(seeds);
        loop {
            let rank = crate::endgame::Rank::new(random.u64(..layer.boards()));
            let Some(start) = Position::from_board(layer.unrank(rank)) else {
                continue;
            };
            let mut game = Game::new(start, rules);
            for _ in 0..random.usize(..16) {
                let moves = legal_moves(game.position().board(), rules);
                let quiet: Vec<Game> = moves
                    .filter_map(|played| {
                        let mut next = game.clone();
                        next.play(played).ok()?;
                        (next.end().is_none() && next.position().board().seeds() == seeds)
                            .then_some(next)
                    })
                    .collect();
                if quiet.is_empty() {
                    break;
                }
                game = quiet[random.usize(..quiet.len())].clone();
            }
            if game.end().is_none() {
                return game;
            }
        }
    }

    /// Every position that is settled at a threshold, and every move by near games, is worth
    /// what the game on the whole layer says.
    fn check(game: &Game, oracle: &dyn Oracle, regions: &mut Regions) -> (usize, usize) {
        let rules = game.rules().value_rules();
        let ground = Ground::of(game, &rules, game.rules(), oracle);
        let moves = root_moves(game.position().board(), game.rules(), None);
        let whole = LayerGame::of(&ground, &moves, &Silent).expect("captures are known");
        let meter = Meter::new(None, None, &Silent);
        let mut near = NearGame::on(&ground);
        let (mut settled_seats, mut questions) = (0, 0);
        let seeds = game.position().board().seeds().cast_signed();
        for threshold in (1 - seeds..=seeds).step_by(3) {
            let (arena, known) = whole.arena(threshold, true);
            let visits = whole.visits.iter().copied();
            let mut running =
                Running::new(&arena, ground.occurrence(), known, visits).expect("play ends");
            let settled = regions.settled(&ground, threshold, &meter).expect("small");
            for (vertex, spot) in (0..).zip(&whole.spots) {
                if let Some(winner) = settled.winner(&spot.seat)
                    && let Some(found) = running.winner(vertex, 10_000, &Silent)
                {
                    settled_seats += 1;
                    assert_eq!(
                        winner,
                        found,
                        "{:?} {threshold} {:?}",
                        game.moves(),
                        spot.seat
                    );
                }
            }
            for root in moves.iter().filter(|root| root.child.is_quiet) {
                let seat = (root.child.board, ground.root.1.opposite());
                let Some(expected) = running.winner(whole.numbers[&seat], STEPS, &Silent) else {
                    continue;
                };
                for likely in Player::ALL {
                    let question = Question {
                        seat,
                        threshold,
                        likely,
                    };
                    for regions in [None, Some(&mut *regions)] {
                        let is_complete = regions.is_some();
                        let found = near.answer(question, regions, &meter);
                        assert!(found.is_some() || !is_complete, "{threshold}: {seat:?}");
                        assert!(found.is_none_or(|found| found == expected), "{seat:?}");
                        questions += 1;
                    }
                }
            }
        }
        (settled_seats, questions)
    }

    #[test]
    fn near_games_and_settled_positions_say_what_the_whole_layer_says() {
        let mut random = fastrand::Rng::with_seed(55);
        let (mut settled, mut questions) = (0, 0);
        for (text, most) in [("abapa", 5), ("awari", 4), ("abapa+repetition=3", 3)] {
            let rules: Rules = text.parse().expect("it is a rule set");
            let value_rules = rules.value_rules();
            let mut layers = Extension::above(None, &value_rules).expect("it has tables");
            while layers.reach() < Some(most) {
                layers.grow(None, &Silent).expect("it is small");
            }
            let oracle = Extended::new(&NoOracle, Some(&layers));
            for seeds in 2..=most {
                let mut regions = Regions::default();
                for _ in 0..6 {
                    let game = running_game(rules, seeds, &mut random);
                    let found = check(&game, &oracle, &mut regions);
                    settled += found.0;
                    questions += found.1;
                }
            }
        }
        assert!(
            settled > 100_000 && questions > 500,
            "{settled} {questions}"
        );
    }
}
