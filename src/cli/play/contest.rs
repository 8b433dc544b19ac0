//! A match between computers: who plays, how many games, and a game that was played.

use std::time::Duration;

use oware::game::{End, Game, Player};
use oware::opponent::{Means, Skill};

/// What all games of a match have in common.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) start: Game,
    /// Who is South in the first game, and who is North.
    pub(super) players: [Skill; 2],
    pub(super) games: u32,
    pub(super) random_plies: u32,
    pub(super) means: Means,
    pub(super) move_time: Option<Duration>,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    /// From 0.
    pub(super) index: u32,
    pub(super) game: Game,
    pub(super) end: End,
}

impl Match {
    /// Which of the players, 0 or 1, sits at a side in a game.
    pub(super) const fn player_at(&self, index: u32, side: Player) -> usize {
        (index as usize + side as usize) % 2
    }

    /// The names of the players; numbered where they are the same.
    pub(super) fn names(&self) -> [String; 2] {
        let [one, two] = self.players;
        if one == two {
            return [format!("{one} (1)"), format!("{two} (2)")];
        }
        [one.to_string(), two.to_string()]
    }
}
