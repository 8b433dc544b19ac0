//! The points in which rule sets differ, as data, and their text `name+key=value`.
//!
//! A rule set is a row of settings. The named sets are one table here; anything else is a
//! named set with overrides, and prints as such, so that every [`Rules`] reads back. What
//! the settings *do* is in `moves` (legality and captures), `position` and `match_play`
//! (ends of the game); this file only says what they are.
//!
//! Sources of the named sets are given in [`RuleSet::source`].

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most seeds a game is played with. Stated a second time because this file imports
/// nothing of the others; `position` asserts that it is the one of `pit`.
pub(super) const MOST_SEEDS: u8 = 48;

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

            fn read(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }

            fn words() -> String {
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

/// The settings that can change the value of a board: what a table is made for.
///
/// Two rule sets with equal `ValueRules` share their tables, whatever they are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueRules {
    /// What a grand slam does.
    pub grand_slam: GrandSlam,
    /// The duty to feed.
    pub feeding: Feeding,
    /// Who gets the board when the mover is stuck.
    pub stuck: Stuck,
    /// What an endless line is worth.
    pub loops: Loops,
    /// The game ends with this many seeds or fewer on the board; 0 for never.
    pub few_seeds: u8,
    /// Whether those seeds go to their own side; otherwise they change no difference.
    pub few_to_own_side: bool,
}

/// The rule sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(u8);

/// One row of the table of named sets.
#[derive(Debug)]
struct Named {
    name: &'static str,
    source: &'static str,
    settings: Settings,
}

/// Every setting, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Settings {
    target: Target,
    grand_slam: GrandSlam,
    feeding: Feeding,
    stuck: Stuck,
    repetition: u16,
    repetition_rows: RepetitionRows,
    quiet_limit: u32,
    ply_limit: u32,
    few_seeds: u8,
    few_settle: Settle,
    settle: Settle,
    clock: Option<Clock>,
}

const ABAPA: Settings = Settings {
    target: Target::Majority,
    grand_slam: GrandSlam::NoCapture,
    feeding: Feeding::MustFeed,
    stuck: Stuck::OwnSide,
    repetition: 2,
    repetition_rows: RepetitionRows::Any,
    quiet_limit: 0,
    ply_limit: 0,
    few_seeds: 0,
    few_settle: Settle::Nobody,
    settle: Settle::OwnSide,
    clock: None,
};

const NAMED: &[Named] = &[
    Named {
        name: "abapa",
        source: "international tournament rules",
        settings: ABAPA,
    },
    Named {
        name: "board-and-pieces",
        source: "Board & Pieces rules page",
        settings: Settings {
            grand_slam: GrandSlam::UnlessForced,
            repetition: 0,
            ..ABAPA
        },
    },
    Named {
        name: "jedisjeux",
        source: "Jedisjeux / French Wikipedia",
        settings: Settings {
            repetition: 0,
            few_seeds: 6,
            ..ABAPA
        },
    },
    Named {
        name: "marquoir",
        source: "Marquoir, tournament setting",
        settings: Settings {
            grand_slam: GrandSlam::Forbidden,
            stuck: Stuck::Opponent,
            ..ABAPA
        },
    },
    Named {
        name: "marquoir-famine",
        source: "Marquoir, \"famine allowed\"",
        settings: Settings {
            grand_slam: GrandSlam::Capture,
            feeding: Feeding::Pass,
            ..ABAPA
        },
    },
    Named {
        name: "dream-games",
        source: "Dream Games (Ayò)",
        settings: Settings {
            quiet_limit: 100,
            clock: Some(Clock {
                base: Duration::from_secs(600),
                increment: Duration::ZERO,
            }),
            ..ABAPA
        },
    },
    Named {
        name: "awale-africa",
        source: "awale-africa.online",
        settings: Settings {
            repetition: 3,
            ..ABAPA
        },
    },
    Named {
        name: "awari",
        source: "Allis/Lincke, Romein & Bal: the solved game",
        settings: Settings {
            grand_slam: GrandSlam::UnlessForced,
            settle: Settle::Even,
            ..ABAPA
        },
    },
    Named {
        name: "codingame",
        source: "CodinGame \"Oware Abapa\"",
        settings: Settings {
            repetition: 0,
            ply_limit: 200,
            ..ABAPA
        },
    },
    Named {
        name: "openspiel",
        source: "OpenSpiel `oware`",
        settings: ABAPA,
    },
    Named {
        name: "playstrategy",
        source: "PlayStrategy since 2024",
        settings: Settings {
            repetition_rows: RepetitionRows::Both,
            ..ABAPA
        },
    },
];

impl RuleSet {
    /// Every named set, `abapa` first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..NAMED.len() as u8).map(Self)
    }

    fn row(self) -> &'static Named {
        &NAMED[self.0 as usize]
    }

    /// The name, as `--rules` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Where the set comes from.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// The set as it stands, without overrides.
    #[must_use]
    pub fn rules(self) -> Rules {
        Rules {
            base: self,
            settings: self.row().settings,
        }
    }
}

/// A complete set of rules: a named set and the settings that were overridden.
///
/// ```
/// use oware::game::Rules;
///
/// let rules: Rules = "abapa+repetition=3".parse()?;
/// assert_eq!(rules.repetition(), 3);
/// assert_eq!(rules.to_string(), "abapa+repetition=3");
/// # Ok::<(), oware::game::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    base: RuleSet,
    settings: Settings,
}

impl Rules {
    /// The named set that the overrides start from.
    #[must_use]
    pub const fn base(self) -> RuleSet {
        self.base
    }

    /// When a store ends the game.
    #[must_use]
    pub const fn target(self) -> Target {
        self.settings.target
    }

    /// What a grand slam does.
    #[must_use]
    pub const fn grand_slam(self) -> GrandSlam {
        self.settings.grand_slam
    }

    /// The duty to feed.
    #[must_use]
    pub const fn feeding(self) -> Feeding {
        self.settings.feeding
    }

    /// Who gets the board when the mover is stuck.
    #[must_use]
    pub const fn stuck(self) -> Stuck {
        self.settings.stuck
    }

    /// The occurrence of a position that ends the game; 0 for never.
    #[must_use]
    pub const fn repetition(self) -> u16 {
        self.settings.repetition
    }

    /// Which occurrences can end the game.
    #[must_use]
    pub const fn repetition_rows(self) -> RepetitionRows {
        self.settings.repetition_rows
    }

    /// Plies without a capture that end the game; 0 for no limit.
    #[must_use]
    pub const fn quiet_limit(self) -> u32 {
        self.settings.quiet_limit
    }

    /// Plies in all that end the game; 0 for no limit.
    #[must_use]
    pub const fn ply_limit(self) -> u32 {
        self.settings.ply_limit
    }

    /// The game ends with this many seeds or fewer on the board; 0 for never.
    #[must_use]
    pub const fn few_seeds(self) -> u8 {
        self.settings.few_seeds
    }

    /// Who gets those few seeds.
    #[must_use]
    pub const fn few_settle(self) -> Settle {
        self.settings.few_settle
    }

    /// Who gets the board when repetition or the quiet limit ends the game.
    #[must_use]
    pub const fn settle(self) -> Settle {
        self.settings.settle
    }

    /// The clock `play` starts with.
    #[must_use]
    pub const fn clock(self) -> Option<Clock> {
        self.settings.clock
    }

    /// Every setting with its value as text, in the order in which overrides are printed.
    pub fn settings(self) -> impl Iterator<Item = (&'static str, String)> {
        (0..KEYS.len()).map(move |key| (KEYS[key], self.settings.value(key)))
    }

    /// The same rules with one setting changed.
    ///
    /// # Errors
    ///
    /// When there is no such setting, it does not take the value, or another setting
    /// contradicts it.
    pub fn with(self, key: &str, value: &str) -> Result<Self, RulesError> {
        let mut settings = self.settings;
        settings.set(index_of(key)?, value)?;
        Self {
            settings,
            base: self.base,
        }
        .checked()
    }

    /// Refuses settings that contradict each other.
    fn checked(self) -> Result<Self, RulesError> {
        match (self.settings.feeding, self.settings.grand_slam) {
            (Feeding::Pass, GrandSlam::UnlessForced) => Err(RulesError::PassUnlessForced),
            _ => Ok(self),
        }
    }

    /// What an endless line is worth under these rules, limits left aside.
    #[must_use]
    pub fn loops(self) -> Loops {
        match (self.settings.repetition, self.settings.settle) {
            (0, _) | (_, Settle::Even | Settle::Nobody) => Loops::Zero,
            (occurrence, Settle::OwnSide) => Loops::OwnRows {
                occurrence,
                both_rows: self.settings.repetition_rows == RepetitionRows::Both,
            },
        }
    }

    /// The settings that can change the value of a board.
    #[must_use]
    pub fn value_rules(self) -> ValueRules {
        let few_seeds = self.settings.few_seeds;
        ValueRules {
            grand_slam: self.settings.grand_slam,
            feeding: self.settings.feeding,
            stuck: self.settings.stuck,
            loops: self.loops(),
            few_seeds,
            few_to_own_side: few_seeds > 0 && self.settings.few_settle == Settle::OwnSide,
        }
    }
}

impl Default for Rules {
    /// `abapa`.
    fn default() -> Self {
        RuleSet(0).rules()
    }
}

impl From<ValueRules> for Rules {
    /// Rules to name a table by: a named set if one has these values (`abapa` and `awari`
    /// before their relatives), else `abapa` with what it takes.
    fn from(values: ValueRules) -> Self {
        let first = ["abapa", "awari"];
        let (known, others): (Vec<_>, Vec<_>) =
            RuleSet::all().partition(|set| first.contains(&set.name()));
        let named = known.into_iter().chain(others).map(RuleSet::rules);
        if let Some(rules) = named
            .into_iter()
            .find(|rules| rules.value_rules() == values)
        {
            return rules;
        }
        let mut rules = Self::default();
        rules.settings.grand_slam = values.grand_slam;
        rules.settings.feeding = values.feeding;
        rules.settings.stuck = values.stuck;
        match values.loops {
            Loops::Zero => rules.settings.settle = Settle::Even,
            Loops::OwnRows {
                occurrence,
                both_rows,
            } => {
                rules.settings.repetition = occurrence;
                if both_rows {
                    rules.settings.repetition_rows = RepetitionRows::Both;
                }
            }
        }
        rules.settings.few_seeds = values.few_seeds;
        if values.few_to_own_side {
            rules.settings.few_settle = Settle::OwnSide;
        }
        rules
    }
}

impl fmt::Display for ValueRules {
    /// `key=value` pairs, for messages that compare two tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "grand-slam={} feeding={} stuck={}",
            self.grand_slam, self.feeding, self.stuck
        )?;
        match self.loops {
            Loops::Zero => f.write_str(" loops=0")?,
            Loops::OwnRows {
                occurrence,
                both_rows,
            } => {
                write!(f, " repetition={occurrence} settle=own-side")?;
                if both_rows {
                    f.write_str(" repetition-rows=both")?;
                }
            }
        }
        if self.few_seeds > 0 {
            write!(f, " few-seeds={}", self.few_seeds)?;
            if self.few_to_own_side {
                f.write_str(" few-settle=own-side")?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No set has this name.
    #[error("unknown rule set '{name}'{}", did_you_mean(.near))]
    UnknownSet {
        /// The name given.
        name: String,
        /// The nearest name there is, if one is near.
        near: Option<&'static str>,
    },
    /// No setting has this key.
    #[error("unknown setting '{key}'{}; settings are {}", did_you_mean(.near), KEYS.join(", "))]
    UnknownSetting {
        /// The key given.
        key: String,
        /// The nearest key there is, if one is near.
        near: Option<&'static str>,
    },
    /// A part of the text is not `key=value`.
    #[error("'{part}' is not a setting of the form key=value")]
    NoValue {
        /// The part.
        part: String,
    },
    /// The setting does not take this value.
    #[error("{key} cannot be '{value}'; it takes {expected}")]
    BadValue {
        /// The setting.
        key: &'static str,
        /// The value given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// The setting is given twice.
    #[error("{key} is set twice")]
    Twice {
        /// The setting.
        key: &'static str,
    },
    /// `feeding=pass` together with `grand-slam=unless-forced`.
    #[error(
        "feeding=pass contradicts grand-slam=unless-forced: the first lets a player starve the other, the second forbids it"
    )]
    PassUnlessForced,
}

fn did_you_mean(near: &Option<&'static str>) -> String {
    near.map(|near| format!(", did you mean '{near}'?"))
        .unwrap_or_default()
}

/// The keys of the settings, in the order in which overrides are printed.
const KEYS: [&str; 12] = [
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

impl Settings {
    /// Sets the value of `KEYS[key]`.
    fn set(&mut self, key: usize, value: &str) -> Result<(), RulesError> {
        let bad = |expected: String| RulesError::BadValue {
            key: KEYS[key],
            value: value.to_owned(),
            expected,
        };
        let word = |known: Option<()>, words: String| known.ok_or_else(|| bad(words));
        match KEYS[key] {
            "target" => {
                self.target = match value {
                    "majority" => Target::Majority,
                    _ => Target::Seeds(
                        number(value, 1..=u32::from(MOST_SEEDS))
                            .and_then(|seeds| u8::try_from(seeds).ok())
                            .ok_or_else(|| bad("majority or a number from 1 to 48".into()))?,
                    ),
                };
            }
            "grand-slam" => word(
                GrandSlam::read(value).map(|slam| self.grand_slam = slam),
                GrandSlam::words(),
            )?,
            "feeding" => word(
                Feeding::read(value).map(|feeding| self.feeding = feeding),
                Feeding::words(),
            )?,
            "stuck" => word(
                Stuck::read(value).map(|stuck| self.stuck = stuck),
                Stuck::words(),
            )?,
            "repetition" => {
                self.repetition = number(value, 0..=u32::from(u16::MAX))
                    .filter(|&times| times != 1)
                    .and_then(|times| u16::try_from(times).ok())
                    .ok_or_else(|| bad("0 for never, or a number from 2 to 65535".into()))?;
            }
            "repetition-rows" => word(
                RepetitionRows::read(value).map(|rows| self.repetition_rows = rows),
                RepetitionRows::words(),
            )?,
            "quiet-limit" | "ply-limit" => {
                let plies = number(value, 0..=u32::MAX)
                    .ok_or_else(|| bad("0 for no limit, or a number of plies".into()))?;
                if KEYS[key] == "quiet-limit" {
                    self.quiet_limit = plies;
                } else {
                    self.ply_limit = plies;
                }
            }
            "few-seeds" => {
                self.few_seeds = number(value, 0..=u32::from(MOST_SEEDS))
                    .and_then(|seeds| u8::try_from(seeds).ok())
                    .ok_or_else(|| bad("0 for never, or a number of seeds up to 48".into()))?;
            }
            "few-settle" => word(
                Settle::read(value).map(|settle| self.few_settle = settle),
                Settle::words(),
            )?,
            "settle" => word(
                Settle::read(value).map(|settle| self.settle = settle),
                Settle::words(),
            )?,
            _ => {
                self.clock = match value {
                    "none" => None,
                    _ => Some(read_clock(value).ok_or_else(|| {
                        bad("none, or a time like 10m or 5m+3s (s, m or h)".into())
                    })?),
                };
            }
        }
        Ok(())
    }

    /// The value of `KEYS[key]` as text.
    fn value(&self, key: usize) -> String {
        match KEYS[key] {
            "target" => match self.target {
                Target::Majority => "majority".to_owned(),
                Target::Seeds(seeds) => seeds.to_string(),
            },
            "grand-slam" => self.grand_slam.to_string(),
            "feeding" => self.feeding.to_string(),
            "stuck" => self.stuck.to_string(),
            "repetition" => self.repetition.to_string(),
            "repetition-rows" => self.repetition_rows.to_string(),
            "quiet-limit" => self.quiet_limit.to_string(),
            "ply-limit" => self.ply_limit.to_string(),
            "few-seeds" => self.few_seeds.to_string(),
            "few-settle" => self.few_settle.to_string(),
            "settle" => self.settle.to_string(),
            _ => self
                .clock
                .map_or_else(|| "none".to_owned(), |clock| clock.to_string()),
        }
    }
}

fn number(text: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    // `parse` would take a leading plus sign, which separates settings here.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|number| digits && range.contains(number))
}

fn read_clock(text: &str) -> Option<Clock> {
    let time = |text: &str| {
        let unit = text.chars().last().filter(char::is_ascii_alphabetic);
        let digits = unit.map_or(text, |_| &text[..text.len() - 1]);
        let seconds = match unit {
            None | Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3600,
            Some(_) => return None,
        };
        let count = number(digits, 0..=u32::MAX)?;
        Some(Duration::from_secs(u64::from(count) * seconds))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let clock = Clock {
        base: time(base)?,
        increment: time(increment)?,
    };
    (clock.base > Duration::ZERO).then_some(clock)
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |time: Duration| match time.as_secs() {
            seconds if seconds % 3600 == 0 && seconds > 0 => format!("{}h", seconds / 3600),
            seconds if seconds % 60 == 0 && seconds > 0 => format!("{}m", seconds / 60),
            seconds => format!("{seconds}s"),
        };
        f.write_str(&time(self.base))?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", time(self.increment))?;
        }
        Ok(())
    }
}

impl fmt::Display for Rules {
    /// The base name and the overrides that differ from it, in a fixed order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.name())?;
        let base = self.base.row().settings;
        for (key, name) in KEYS.iter().enumerate() {
            let value = self.settings.value(key);
            if value != base.value(key) {
                write!(f, "+{name}={value}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut parts = text.split('+').peekable();
        let name = parts.next().unwrap_or_default();
        let base = RuleSet::all()
            .find(|set| set.name() == name)
            .ok_or_else(|| RulesError::UnknownSet {
                name: name.to_owned(),
                near: nearest(name, RuleSet::all().map(RuleSet::name)),
            })?;
        let mut settings = base.row().settings;
        let mut given = [false; KEYS.len()];
        while let Some(part) = parts.next() {
            let (key, value) = part.split_once('=').ok_or_else(|| RulesError::NoValue {
                part: part.to_owned(),
            })?;
            let index = index_of(key)?;
            if std::mem::replace(&mut given[index], true) {
                return Err(RulesError::Twice { key: KEYS[index] });
            }
            let mut value = value.to_owned();
            // The plus sign of `clock=5m+3s` belongs to the clock.
            if key == "clock"
                && let Some(increment) = parts.next_if(|part| !part.contains('='))
            {
                value = format!("{value}+{increment}");
            }
            settings.set(index, &value)?;
        }
        Self { base, settings }.checked()
    }
}

/// The place of a setting in `KEYS`.
fn index_of(key: &str) -> Result<usize, RulesError> {
    KEYS.iter()
        .position(|&known| known == key)
        .ok_or_else(|| RulesError::UnknownSetting {
            key: key.to_owned(),
            near: nearest(key, KEYS.into_iter()),
        })
}

fn nearest(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    known
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|&(likeness, _)| likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_set_reads_back() {
        for set in RuleSet::all() {
            assert_eq!(set.name().parse(), Ok(set.rules()));
            assert_eq!(set.rules().to_string(), set.name());
        }
    }

    #[test]
    fn overrides_print_in_one_order_and_read_back() {
        let text = "dream-games+clock=5m+3s+settle=even+target=20";
        let rules: Rules = text.parse().unwrap();
        let printed = rules.to_string();
        assert_eq!(printed, "dream-games+target=20+settle=even+clock=5m+3s");
        assert_eq!(printed.parse(), Ok(rules));
    }

    #[test]
    fn settings_with_their_values_make_the_same_rules() {
        for set in RuleSet::all() {
            let copied = set
                .rules()
                .settings()
                .try_fold(Rules::default(), |rules, (key, value)| {
                    rules.with(key, &value)
                });
            assert!(copied.unwrap().settings().eq(set.rules().settings()));
        }
        let awari: Rules = "awari".parse().unwrap();
        assert_eq!(
            awari.with("feeding", "pass"),
            Err(RulesError::PassUnlessForced)
        );
    }

    #[test]
    fn override_equal_to_the_base_is_not_printed() {
        let rules: Rules = "awari+settle=even".parse().unwrap();
        assert_eq!(rules.to_string(), "awari");
    }

    #[test]
    fn values_are_named_by_rules_that_have_them() {
        for (text, name) in [
            ("board-and-pieces", "awari"),
            ("openspiel", "abapa"),
            ("jedisjeux", "jedisjeux"),
            (
                "marquoir-famine+repetition=0+target=20",
                "abapa+grand-slam=capture+feeding=pass+settle=even",
            ),
            (
                "playstrategy+few-seeds=3+few-settle=own-side",
                "abapa+repetition-rows=both+few-seeds=3+few-settle=own-side",
            ),
        ] {
            let values = text.parse::<Rules>().unwrap().value_rules();
            let rules = Rules::from(values);
            assert_eq!(rules.to_string(), name);
            assert_eq!(rules.value_rules(), values);
        }
    }

    #[test]
    fn wrong_text_meets_its_own_error() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err();
        assert!(matches!(
            error("abapaa"),
            RulesError::UnknownSet {
                near: Some("abapa"),
                ..
            }
        ));
        assert!(matches!(
            error("abapa+repetitions=3"),
            RulesError::UnknownSetting {
                near: Some("repetition"),
                ..
            }
        ));
        assert!(matches!(error("abapa+"), RulesError::NoValue { .. }));
        assert!(matches!(
            error("abapa+repetition=1"),
            RulesError::BadValue {
                key: "repetition",
                ..
            }
        ));
        assert!(matches!(
            error("abapa+repetition=2+repetition=3"),
            RulesError::Twice { key: "repetition" }
        ));
        assert_eq!(error("awari+feeding=pass"), RulesError::PassUnlessForced);
        for clock in [
            "abapa+clock=5x",
            "abapa+clock=",
            "abapa+clock=0",
            "abapa+clock=5m+",
        ] {
            assert!(matches!(
                error(clock),
                RulesError::BadValue { key: "clock", .. }
            ));
        }
    }

    #[test]
    fn sets_that_differ_in_name_target_clock_or_limits_share_tables() {
        let value = |text: &str| text.parse::<Rules>().unwrap().value_rules();
        assert_eq!(value("abapa"), value("openspiel"));
        assert_eq!(value("abapa"), value("dream-games+target=20"));
        assert_eq!(value("awari"), value("board-and-pieces"));
        assert_eq!(value("abapa+settle=even"), value("codingame"));
        assert_ne!(value("abapa"), value("playstrategy"));
        assert_ne!(value("abapa"), value("awale-africa"));
        assert_ne!(value("jedisjeux"), value("codingame"));
    }
}
