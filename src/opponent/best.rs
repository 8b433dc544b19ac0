//! Full strength: all that tables and search can tell within what the move may take.
//!
//! Where the best moves are proved equal the search has no more to say, and a player who
//! always took the first of them could go in circles for as long as the rules allow. So
//! among equals the one ahead plays what comes soonest to a capture or the end, and the one
//! behind what comes latest. Values are those of the game with its past, so no choice among
//! equals can ever cost anything.

use crate::game::{Game, Move, Score};
use crate::solve::{MoveSolution, Solution, Status};

use super::look_ahead::{Taste, Valued, values};

/// Plies by which a tie of guesses is broken, and a move is found when there was no time.
pub(super) const GLANCE_PLIES: u8 = 4;

/// The move to play, given what is known of a game and which move the search had in front
/// when it ended; `None` when there is no legal move.
pub(super) fn choose(game: &Game, solution: &Solution, front: Option<Move>) -> Option<Move> {
    if solution.best.is_empty() {
        return front.or_else(|| glance(game).map(|valued| valued.played));
    }
    if let [only] = solution.best[..] {
        return Some(only);
    }
    if solution.status == Status::Exact && solution.is_best_proved() {
        return progressing(game, solution);
    }
    // Guesses are rounded to seeds in a solution; the search knows them better.
    front
        .filter(|front| solution.best.contains(front))
        .or_else(|| likeliest(game, &solution.best))
}

/// Of the moves proved best, the one that gets on with it.
fn progressing(game: &Game, solution: &Solution) -> Option<Move> {
    let is_behind = solution.value < Some(Score::ZERO);
    let best = solution
        .moves
        .iter()
        .filter(|known| solution.best.contains(&known.played));
    let plies = |known: &&MoveSolution| plies_to_capture(game, &known.pv);
    // The first of equals both ways, so that the choice is the same everywhere.
    let chosen = if is_behind {
        best.min_by_key(|known| std::cmp::Reverse(plies(known)))
    } else {
        best.min_by_key(plies)
    };
    chosen.map(|known| known.played)
}

/// Plies of a line until seeds leave the board or the game ends; a line that does neither
/// counts as endless.
fn plies_to_capture(game: &Game, line: &[Move]) -> usize {
    let seeds = game.position().board().seeds();
    let mut game = game.clone();
    for (&played, ply) in line.iter().zip(1..) {
        if game.play(played).is_err() {
            break;
        }
        if game.end().is_some() || game.position().board().seeds() < seeds {
            return ply;
        }
    }
    usize::MAX
}

/// Of moves that a search could not tell apart, the one that looks best.
fn likeliest(game: &Game, candidates: &[Move]) -> Option<Move> {
    let known = looked_at(game);
    let known = known
        .iter()
        .filter(|valued| candidates.contains(&valued.played));
    best_of(known).map(|valued| valued.played)
}

/// The move that looks best after a glance.
pub(super) fn glance(game: &Game) -> Option<Valued> {
    best_of(looked_at(game).iter())
}

fn looked_at(game: &Game) -> Vec<Valued> {
    let taste = Taste {
        depth_plies: GLANCE_PLIES,
        follows_captures: true,
        sees_pits: true,
        wants_to_win: true,
        keeps_limits: true,
    };
    values(game, taste, i32::from(i16::MAX)).0
}

/// The first of the largest.
fn best_of<'a>(known: impl DoubleEndedIterator<Item = &'a Valued>) -> Option<Valued> {
    known.rev().max_by_key(|valued| valued.value).copied()
}
