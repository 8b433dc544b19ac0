//! What an end of the game pays a player, as a final difference.

use crate::game::{End, Player, Score};

/// The seeds of `player` less those of the other.
pub(super) fn difference(end: &End, player: Player) -> Score {
    let halves = |player: Player| i32::from(end.seeds[player as usize].halves());
    // Half seeds come in pairs, so the difference is whole.
    let difference = (halves(player) - halves(player.opposite())) / 2;
    Score::new(i8::try_from(difference).expect("a game has at most 48 seeds"))
}
