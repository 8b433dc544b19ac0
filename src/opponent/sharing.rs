//! [`Offer`]: what ending the game by agreement would give, against what playing on is worth.

use crate::game::{Bounds, Game, Player, Score};
use crate::solve::Solution;

use super::ending;

/// An offer to end the game and share what is on the board, seen by the player asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The final difference if the game ends now, by the rules of sharing.
    pub share: Score,
    /// What playing on is probably worth; `None` when nothing is known.
    pub worth: Option<Score>,
    /// What is proved of it.
    pub bounds: Bounds<Score>,
}

impl Offer {
    /// What sharing gives `player`.
    pub(super) fn share(game: &Game, player: Player) -> Score {
        let mut shared = game.clone();
        shared.agree();
        let end = shared.end().expect("a game ends by agreement");
        ending::difference(&end, player)
    }

    /// The offer to `player`, given what is known of the game as it stands.
    pub(super) fn to(player: Player, game: &Game, solution: &Solution) -> Self {
        let is_mover = game.position().to_move() == player;
        Self {
            share: Self::share(game, player),
            worth: match is_mover {
                true => solution.value,
                false => solution.value.map(|value| -value),
            },
            bounds: match is_mover {
                true => solution.bounds,
                false => -solution.bounds,
            },
        }
    }

    /// Whether the player asked should take it: his share is worth at least as much as
    /// playing on.
    #[must_use]
    pub fn is_acceptable(&self) -> bool {
        self.share >= self.bounds.upper || self.worth.is_some_and(|worth| self.share >= worth)
    }
}
