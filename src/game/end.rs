//! The words for the end of a game: why it is over, and seeds that may be halves.

use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A store reached the target.
    Target,
    /// The side to move has no legal move.
    NoMove,
    /// No seeds are left on the board.
    NoSeeds,
    /// No more seeds are left than `few-seeds` says.
    FewSeeds,
    /// The position occurred as often as `repetition` says.
    Repetition,
    /// Too many plies without a capture.
    QuietLimit,
    /// Too many plies in all.
    PlyLimit,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    Time,
    /// The players agreed to end the game.
    Agreed,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 10] = [
        Self::Target,
        Self::NoMove,
        Self::NoSeeds,
        Self::FewSeeds,
        Self::Repetition,
        Self::QuietLimit,
        Self::PlyLimit,
        Self::Resigned,
        Self::Time,
        Self::Agreed,
    ];

    /// The word that the JSON documents use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::NoMove => "no-move",
            Self::NoSeeds => "no-seeds",
            Self::FewSeeds => "few-seeds",
            Self::Repetition => "repetition",
            Self::QuietLimit => "quiet-limit",
            Self::PlyLimit => "ply-limit",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Agreed => "agreed",
        }
    }
}

/// A number of seeds that may end in a half, when a board with an odd count is halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfSeeds(u16);

impl HalfSeeds {
    /// Whole seeds.
    #[must_use]
    pub const fn whole(seeds: u8) -> Self {
        Self(2 * seeds as u16)
    }

    /// Half of so many seeds.
    #[must_use]
    pub const fn from_halves(halves: u16) -> Self {
        Self(halves)
    }

    /// Twice the number of seeds.
    #[must_use]
    pub const fn halves(self) -> u16 {
        self.0
    }

    /// The number of seeds, if it is whole.
    #[must_use]
    pub const fn as_whole(self) -> Option<u16> {
        if self.0.is_multiple_of(2) {
            Some(self.0 / 2)
        } else {
            None
        }
    }
}

impl fmt::Display for HalfSeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_whole() {
            Some(seeds) => write!(f, "{seeds}"),
            None => write!(f, "{}.5", self.0 / 2),
        }
    }
}
