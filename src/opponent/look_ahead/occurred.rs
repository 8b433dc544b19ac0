//! Which positions of the game would end it if they came again.
//!
//! Within the look ahead nothing repeats itself: sowing moves seeds one way only, so a board
//! that comes again has had every seed that was sown carried on round the board, and each
//! pit that was sown into was sown from in its turn. All twelve pits are, one a ply, so that
//! twelve plies lie between two occurrences at least. What can come again within fewer plies
//! are positions of the game itself, and whether they do does not depend on the way there.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::game::{Board, Game, Player, Position, RepetitionRows};

/// Plies between two occurrences of a position, at least.
pub(super) const SHORTEST_LOOP_PLIES: u8 = 12;

/// The positions that end the game by repetition when they are met.
#[derive(Debug)]
pub(super) struct Occurred {
    seats: HashSet<(Board, Player)>,
}

impl Occurred {
    /// Those of a game that occurred as often as its rules allow. Without a rule of
    /// repetition nothing is gained by going round, so there a second time is an end too.
    pub(super) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let allowed = rules.repetition().max(2) - 1;
        let needs_both = rules.repetition_rows() == RepetitionRows::Both;
        let mut counts: HashMap<(Board, Player), u16> = HashMap::new();
        let mut seats = HashSet::new();
        // Those of the last plies cannot come again within the look ahead, but do no harm.
        for position in game.visited() {
            let board = position.board();
            if needs_both && (board.mover_row() == 0 || board.opponent_row() == 0) {
                continue;
            }
            let seat = (board, position.to_move());
            let count = counts.entry(seat).or_insert(0);
            *count = count.saturating_add(1);
            if *count >= allowed {
                seats.insert(seat);
            }
        }
        Self { seats }
    }

    /// Whether the game is over when it comes to a position.
    pub(super) fn contains(&self, position: &Position) -> bool {
        self.seats.contains(&(position.board(), position.to_move()))
    }
}
