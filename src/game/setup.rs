//! A position before anybody checked it, and the laws it can break.

use std::fmt;

use super::pit::{MAX_SEEDS, PITS_PER_ROW, Pit, Player};

/// What a text or a program says a position is, before anybody checked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Seeds in `A`..`F`, then in `a`..`f`.
    pub rows: [[u32; PITS_PER_ROW]; 2],
    /// South's store, then North's.
    pub stores: [u32; 2],
    /// The side to move.
    pub to_move: Player,
}

/// The law that a set-up breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A pit or store holds more than a game has.
    #[error("{place} holds {} seeds, more than the {MAX_SEEDS} of a game", count(*.seeds))]
    TooManyInOnePlace {
        /// `pit A`..`pit f`, or whose store.
        place: Place,
        /// The seeds there; `u32::MAX` stands for any larger number, too.
        seeds: u32,
    },
    /// Pits and stores hold more than a game has.
    #[error("{seeds} seeds in all, more than the {MAX_SEEDS} of a game")]
    TooManySeeds {
        /// The seeds in pits and stores.
        seeds: u32,
    },
    /// Pits and stores are empty.
    #[error("no seeds in the pits or stores")]
    NoSeeds,
}

fn count(seeds: u32) -> String {
    match seeds {
        u32::MAX => "billions of".to_owned(),
        _ => seeds.to_string(),
    }
}

/// A pit or a store, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A pit and its owner.
    Pit(Pit, Player),
    /// A player's store.
    Store(Player),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pit(pit, owner) => write!(f, "pit {}", pit.letter(*owner)),
            Self::Store(owner) => write!(f, "{owner}'s store"),
        }
    }
}
