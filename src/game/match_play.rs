//! A game in progress: a position with the history that the rules look at.
//!
//! Repetition counts from the last capture, because a capture can never be undone: the
//! positions before it cannot come back. So the history that matters, [`Game::visited`],
//! is short, and its first entry is the position after the last capture, the start or the
//! set-up.

use std::collections::HashMap;

use super::board::Board;
use super::end::EndReason;
use super::pit::{Move, Player};
use super::position::{End, IllegalMove, Position};
use super::rules::{RepetitionRows, Rules};

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Positions since the last capture, the current one included.
    visited: Vec<Position>,
    /// How often each of them occurred.
    occurrences: HashMap<(Board, Player), u16>,
    end: Option<End>,
}

/// Why a move cannot be added to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game was over before it.
    #[error("the game is over after ply {ply} ({})", .reason.word())]
    Over {
        /// Plies played when it ended.
        ply: usize,
        /// Why it ended.
        reason: EndReason,
    },
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Game {
    /// A game that begins in `start`, which may be a finished position.
    #[must_use]
    pub fn new(start: Position, rules: Rules) -> Self {
        let mut game = Self {
            rules,
            start,
            moves: Vec::new(),
            position: start,
            visited: Vec::new(),
            occurrences: HashMap::new(),
            end: None,
        };
        game.arrive(start, true);
        game
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now. After an end by sharing the seeds are still in the pits here;
    /// [`End::position`] shows them gathered.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The positions since the last capture (or the start) in order, the current one last.
    #[must_use]
    pub fn visited(&self) -> &[Position] {
        &self.visited
    }

    /// Plies since the last capture.
    #[must_use]
    pub fn quiet_plies(&self) -> usize {
        self.visited.len() - 1
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the game is over or the rules forbid the move; the game is then unchanged.
    pub fn play(&mut self, played: Move) -> Result<(), PlayError> {
        if let Some(End { reason, .. }) = self.end {
            return Err(PlayError::Over {
                ply: self.moves.len(),
                reason,
            });
        }
        let next = self.position.play(played, self.rules)?;
        self.moves.push(played);
        // Only captured seeds leave the board.
        let captured = next.board().seeds() < self.position.board().seeds();
        self.arrive(next, captured);
        Ok(())
    }

    /// Takes the last move back, and whatever end came with it or after it; gives that move,
    /// or `None` at the start.
    ///
    /// Taking back a capture brings the history before it back, which is replayed; a game
    /// has few captures, so that going back through all of it takes linear time.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.end = None;
        if self.visited.len() > 1 {
            let left = (self.position.board(), self.position.to_move());
            if let Some(occurrences) = self.occurrences.get_mut(&left) {
                *occurrences -= 1;
            }
            self.visited.pop();
            self.position = self.visited[self.visited.len() - 1];
        } else {
            let moves = std::mem::take(&mut self.moves);
            *self = Self::new(self.start, self.rules);
            for &played in &moves {
                self.play(played).expect("it was played before");
            }
        }
        Some(last)
    }

    /// Ends the game by agreement; the seeds on the board go where `settle` says.
    /// Nothing happens when it is over already.
    pub fn agree(&mut self) {
        let settled = self
            .position
            .end_settled(EndReason::Agreed, self.rules.settle());
        self.end.get_or_insert(settled);
    }

    /// Ends the game because `player` gives up: he loses whatever the stores say.
    /// Nothing happens when it is over already.
    pub fn resign(&mut self, player: Player) {
        self.lose(player, EndReason::Resigned);
    }

    /// Ends the game because the time of `player` ran out: he loses even when ahead.
    /// Nothing happens when it is over already.
    pub fn lose_on_time(&mut self, player: Player) {
        self.lose(player, EndReason::Time);
    }

    fn lose(&mut self, player: Player, reason: EndReason) {
        let lost = End {
            winner: Some(player.opposite()),
            ..self.position.end_as_it_stands(reason)
        };
        self.end.get_or_insert(lost);
    }

    fn arrive(&mut self, position: Position, forgets: bool) {
        if forgets {
            self.visited.clear();
            self.occurrences.clear();
        }
        self.position = position;
        self.visited.push(position);
        let occurrence = self
            .occurrences
            .entry((position.board(), position.to_move()))
            .or_insert(0);
        *occurrence = occurrence.saturating_add(1);
        let occurrence = *occurrence;
        self.end = position
            .end(self.rules)
            .or_else(|| self.end_by_history(occurrence));
    }

    /// Repetition, quiet limit, ply limit, in this order.
    fn end_by_history(&self, occurrence: u16) -> Option<End> {
        let rules = self.rules;
        let position = &self.position;
        let counts = rules.repetition_rows() == RepetitionRows::Any
            || (position.board().mover_seeds() > 0 && position.board().opponent_seeds() > 0);
        if counts && rules.repetition() > 0 && occurrence >= rules.repetition() {
            return Some(position.end_settled(EndReason::Repetition, rules.settle()));
        }
        let reached = |limit: u32, plies: usize| {
            limit > 0 && usize::try_from(limit).is_ok_and(|limit| plies >= limit)
        };
        if reached(rules.quiet_limit(), self.quiet_plies()) {
            return Some(position.end_settled(EndReason::QuietLimit, rules.settle()));
        }
        if reached(rules.ply_limit(), self.moves.len()) {
            return Some(position.end_as_it_stands(EndReason::PlyLimit));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_moves;
    use super::*;

    fn game(rules: &str, start: &str, moves: &str) -> Game {
        let mut game = Game::new(start.parse().unwrap(), rules.parse().unwrap());
        for played in parse_moves(moves, game.position().to_move()).unwrap() {
            game.play(played).unwrap();
        }
        game
    }

    #[test]
    fn second_occurrence_ends_the_game_and_each_keeps_his_row() {
        let game = game("abapa", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf");
        let end = game.end().unwrap();
        assert_eq!(end.reason, EndReason::Repetition);
        assert_eq!(end.seeds.map(|seeds| seeds.to_string()), ["24", "24"]);
        assert_eq!(
            game.position().to_string(),
            "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"
        );
    }

    #[test]
    fn capture_starts_the_count_anew() {
        let game = game("abapa", "0-0-0-0-0-2-1-1-0-0-1-3-20-20-S", "F");
        assert_eq!(game.quiet_plies(), 0);
        assert_eq!(game.visited().len(), 1);
    }

    #[test]
    fn over_game_takes_no_move_and_says_when_it_ended() {
        let mut game = game("abapa", "1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", "F");
        assert_eq!(game.end().unwrap().reason, EndReason::Target);
        let error = game.play(Move::Pass).unwrap_err();
        assert_eq!(error.to_string(), "the game is over after ply 1 (target)");
    }

    #[test]
    fn undoing_gives_every_earlier_game_back() {
        let start = "1-0-2-0-1-0-0-2-0-1-1-0-18-22-S".parse().unwrap();
        let mut game = Game::new(start, Rules::default());
        let mut earlier = Vec::new();
        while game.end().is_none() {
            earlier.push(game.clone());
            let board = game.position().board();
            let played = crate::game::legal_moves(board, game.rules())
                .last()
                .unwrap();
            game.play(played).unwrap();
        }
        assert!(earlier.len() > 10, "{}", earlier.len());
        while let Some(expected) = earlier.pop() {
            assert!(game.undo().is_some());
            assert_eq!(game.moves(), expected.moves());
            assert_eq!(game.visited(), expected.visited());
            assert_eq!(game.end(), None);
            let counts = |game: &Game| {
                let counted = game.occurrences.iter().filter(|(_, count)| **count > 0);
                counted
                    .map(|(seat, count)| (*seat, *count))
                    .collect::<HashMap<_, _>>()
            };
            assert_eq!(counts(&game), counts(&expected));
        }
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn resignation_loses_even_when_ahead() {
        let mut game = game("abapa", "1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", "");
        game.resign(Player::South);
        assert_eq!(game.end().unwrap().winner, Some(Player::North));
    }
}
