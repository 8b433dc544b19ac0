//! The points in which rule sets differ, as data, and their text `name+key=value`.
//!
//! A rule set is a row of settings. The named sets are one table here; anything else is a
//! named set with overrides, and prints as such, so that every [`Rules`] reads back. What
//! the settings *do* is in `moves` (legality and captures), `position` and `match_play`
//! (ends of the game); this file only says what they are.
//!
//! Sources of the named sets are given in [`RuleSet::source`].

mod settings;

mod values;

mod sets;

mod error;

mod keys;

use std::fmt;
use std::str::FromStr;

pub use error::RulesError;
use keys::{index_of, nearest};
use sets::{NAMED, Named};
pub(super) use settings::MOST_SEEDS;
pub use settings::{Clock, Feeding, GrandSlam, Loops, RepetitionRows, Settle, Stuck, Target};
use settings::{KEYS, Settings};
pub use values::ValueRules;

/// The rule sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(u8);

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
        let millis = "abapa+clock=1500ms+200ms";
        let rules: Rules = millis.parse().unwrap();
        assert_eq!(rules.to_string(), millis);
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
