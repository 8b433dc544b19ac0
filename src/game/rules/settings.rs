//! The settings one by one: the values each can take and their words.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most seeds a game is played with. Stated a second time because this file imports
/// nothing of the others; `position` asserts that it is the one of `pit`.
pub(in crate::game) const MOST_SEEDS: u8 = 48;

/// Text for an enum of settings: one list serves reading, printing and error messages.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// Every value, in the order of the rules page.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that the rules text uses.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            pub(super) fn read(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }

            pub(super) fn words() -> String {
                Self::ALL.iter().map(|value| value.word()).collect::<Vec<_>>().join(", ")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

setting! {
    /// What becomes of a capture that would take every seed in the opponent's row.
    GrandSlam {
        /// Legal; the seeds are sown and stay where they fell.
        NoCapture = "no-capture",
        /// Not a legal move.
        Forbidden = "forbidden",
        /// A move that leaves the opponent's row empty is illegal while some other move leaves a seed.
        UnlessForced = "unless-forced",
        /// Legal, captures everything.
        Capture = "capture",
        /// Legal, captures; the seeds still on the board go to the opponent and the game is over.
        OpponentTakesRest = "opponent-takes-rest",
        /// Legal; the pit where the last seed fell is not captured.
        KeepFirst = "keep-first",
        /// Legal; the last pit of the chain is not captured.
        KeepLast = "keep-last",
    }
}

setting! {
    /// The duty towards a player whose row is empty.
    Feeding {
        /// Only moves that give him a seed are legal.
        MustFeed = "must-feed",
        /// No duty: he passes.
        Pass = "pass",
    }
}

setting! {
    /// Who gets the seeds when the mover has no legal move.
    Stuck {
        /// Each player keeps those of his own row.
        OwnSide = "own-side",
        /// The opponent takes all, unless his row is empty.
        Opponent = "opponent",
    }
}

setting! {
    /// Which occurrences of a position can end the game.
    RepetitionRows {
        /// Every one.
        Any = "any",
        /// Only those where both rows hold seeds.
        Both = "both",
    }
}

setting! {
    /// Who gets the seeds on the board when the game is ended from outside.
    Settle {
        /// Each player keeps those of his own row.
        OwnSide = "own-side",
        /// Half each.
        Even = "even",
        /// Nobody.
        Nobody = "nobody",
    }
}

/// How many captured seeds end the game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// More than half of all seeds in play.
    Majority,
    /// This many seeds or more.
    Seeds(u8),
}

impl Target {
    /// The number of stored seeds that ends a game of `total` seeds.
    #[must_use]
    pub const fn seeds(self, total: u8) -> u8 {
        match self {
            Self::Majority => total / 2 + 1,
            Self::Seeds(seeds) => seeds,
        }
    }
}

/// The clock that a game starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Time for the whole game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// What a line of play that never ends is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loops {
    /// Nothing to either player: one number per board.
    Zero,
    /// Each player his own row at the given occurrence: the value depends on history.
    OwnRows {
        /// The occurrence that ends the game, 2 or more.
        occurrence: u16,
        /// Whether a repetition counts only while both rows hold seeds.
        both_rows: bool,
    },
}

/// Every setting, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Settings {
    pub(super) target: Target,
    pub(super) grand_slam: GrandSlam,
    pub(super) feeding: Feeding,
    pub(super) stuck: Stuck,
    pub(super) repetition: u16,
    pub(super) repetition_rows: RepetitionRows,
    pub(super) quiet_limit: u32,
    pub(super) ply_limit: u32,
    pub(super) few_seeds: u8,
    pub(super) few_settle: Settle,
    pub(super) settle: Settle,
    pub(super) clock: Option<Clock>,
}

/// The keys of the settings, in the order in which overrides are printed.
pub(super) const KEYS: [&str; 12] = [
    "target",
    "grand-slam",
    "feeding",
    "stuck",
    "repetition",
    "repetition-rows",
    "quiet-limit",
    "ply-limit",
    "few-seeds",
    "few-settle",
    "settle",
    "clock",
];
