//! The forms that games are written in, and what each can hold.

use std::fmt;

/// A way to write games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Oware Game Notation, as Aualé writes it: tags, numbered moves, captures.
    Ogn,
    /// The letters of the pits, `DbEc…`, after a position if it is not the start.
    Letters,
    /// The export of PlayStrategy: tags, moves as two squares, the second where the last seed fell.
    PlayStrategy,
    /// CodinGame's list of pits, 0 to 5 from the mover's left.
    CodinGame,
    /// The Manqala wiki's pairs, pit and end pit from 1 to 6, with totals in brackets.
    Manqala,
}

impl Form {
    /// Every form, the one that holds most first.
    pub const ALL: [Self; 5] = [
        Self::Ogn,
        Self::Letters,
        Self::PlayStrategy,
        Self::CodinGame,
        Self::Manqala,
    ];

    /// The word for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ogn => "ogn",
            Self::Letters => "letters",
            Self::PlayStrategy => "playstrategy",
            Self::CodinGame => "codingame",
            Self::Manqala => "manqala",
        }
    }

    /// How a file of this form is usually named.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ogn => "ogn",
            Self::PlayStrategy => "pgn",
            Self::Letters | Self::CodinGame | Self::Manqala => "txt",
        }
    }

    /// Whether it has tags, and with them names, rules, result and comments.
    #[must_use]
    pub const fn has_tags(self) -> bool {
        matches!(self, Self::Ogn | Self::PlayStrategy)
    }

    /// Whether pits are named by letters, whose order for North programs disagree about.
    #[must_use]
    pub const fn has_letters(self) -> bool {
        matches!(self, Self::Ogn | Self::Letters)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ogn => "OGN",
            Self::Letters => "letters",
            Self::PlayStrategy => "PlayStrategy",
            Self::CodinGame => "CodinGame",
            Self::Manqala => "Manqala",
        })
    }
}

/// Which way North's letters run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NorthOrder {
    /// In sowing order: `a` lies above `F`. The rule of this project and of OGN.
    #[default]
    Sowing,
    /// As South reads them: `a` lies above `A`.
    Mirrored,
}

impl NorthOrder {
    /// The word for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sowing => "sowing",
            Self::Mirrored => "mirrored",
        }
    }
}
