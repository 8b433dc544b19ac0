//! [`Skill`]: who plays — one of six levels, or the fixed simple opponent — and its words.

use std::fmt;
use std::str::FromStr;

/// A playing level, 1 for beginners to 6 for the best that the engine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];
    /// The level that the word `easy` stands for.
    pub const EASY: Self = Self(2);
    /// The level that the word `medium` stands for.
    pub const MEDIUM: Self = Self(4);
    /// The level that the word `hard` stands for: full strength.
    pub const HARD: Self = Self(6);
    /// The level that a person meets who chose none.
    pub const USUAL: Self = Self(3);

    /// The number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::USUAL
    }
}

impl fmt::Display for Level {
    /// The number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Level {
    type Error = SkillError;

    fn try_from(number: u8) -> Result<Self, SkillError> {
        let level = Self::ALL.iter().find(|level| level.0 == number);
        level
            .copied()
            .ok_or_else(|| SkillError::unknown(&number.to_string()))
    }
}

impl FromStr for Level {
    type Err = SkillError;

    /// Reads `1` to `6`, `easy`, `medium` or `hard`, with or without `level:` in front.
    fn from_str(text: &str) -> Result<Self, SkillError> {
        let word = text.strip_prefix("level:").unwrap_or(text);
        match word {
            "easy" => Ok(Self::EASY),
            "medium" => Ok(Self::MEDIUM),
            "hard" => Ok(Self::HARD),
            _ => {
                let level = Self::ALL.iter().find(|level| level.to_string() == word);
                level.copied().ok_or_else(|| SkillError::Unknown {
                    given: text.to_owned(),
                    // The simple opponent is a skill and no level.
                    near: near(text).filter(|&near| near != SIMPLE),
                })
            }
        }
    }
}

/// The word for the simple opponent.
const SIMPLE: &str = "simple";

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// The fixed yardstick for matches: eight plies, stores only, lowest pit on ties.
    Simple,
    /// A level.
    Level(Level),
}

impl Skill {
    /// Full strength.
    pub const BEST: Self = Self::Level(Level::HARD);
}

impl From<Level> for Skill {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl fmt::Display for Skill {
    /// As it reads back: `simple` or `level:N`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simple => f.pad(SIMPLE),
            Self::Level(level) => f.pad(&format!("level:{level}")),
        }
    }
}

impl FromStr for Skill {
    type Err = SkillError;

    /// Reads `simple`, and whatever is a [`Level`].
    fn from_str(text: &str) -> Result<Self, SkillError> {
        match text {
            SIMPLE => Ok(Self::Simple),
            _ => {
                let level = text.parse().map(Self::Level);
                level.map_err(|_: SkillError| SkillError::unknown(text))
            }
        }
    }
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkillError {
    /// No level has this name.
    #[error(
        "unknown level '{given}'{}; levels are 1 to 6, easy, medium and hard",
        did_you_mean(.near)
    )]
    Unknown {
        /// What was given.
        given: String,
        /// The nearest word there is, if one is near.
        near: Option<&'static str>,
    },
}

impl SkillError {
    fn unknown(given: &str) -> Self {
        Self::Unknown {
            given: given.to_owned(),
            near: near(given),
        }
    }
}

fn did_you_mean(near: &Option<&'static str>) -> String {
    near.map(|near| format!(", did you mean '{near}'?"))
        .unwrap_or_default()
}

/// The word that was probably meant.
fn near(given: &str) -> Option<&'static str> {
    const WORDS: [&str; 4] = ["easy", "medium", "hard", SIMPLE];
    let given = given.trim().to_ascii_lowercase();
    let word = given
        .trim_start_matches("level")
        .trim_start_matches([':', '=', ' ']);
    // A number beyond the levels means the weakest or the strongest.
    if let Ok(number) = word.parse::<i64>() {
        return Some(match number {
            ..=1 => "1",
            2 => "2",
            3 => "3",
            4 => "4",
            5 => "5",
            6.. => "6",
        });
    }
    let (near, distance) = WORDS
        .map(|known| (known, strsim::damerau_levenshtein(known, word)))
        .into_iter()
        .min_by_key(|&(_, distance)| distance)?;
    (distance <= word.len() / 2).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skill_reads_back() {
        let levels = Level::ALL.map(Skill::Level);
        for skill in levels.into_iter().chain([Skill::Simple]) {
            assert_eq!(skill.to_string().parse(), Ok(skill));
        }
        for (word, level) in [("easy", 2), ("medium", 4), ("hard", 6), ("level:hard", 6)] {
            assert_eq!(word.parse::<Level>().map(Level::number), Ok(level));
            assert_eq!(Level::try_from(level), word.parse());
        }
    }

    #[test]
    fn unknown_level_is_refused_with_the_nearest_word() {
        for (given, near) in [
            ("7", Some("6")),
            ("0", Some("1")),
            ("level:9", Some("6")),
            ("Level 3", Some("3")),
            ("Hard", Some("hard")),
            ("esy", Some("easy")),
            ("meduim", Some("medium")),
            ("simpel", Some("simple")),
            ("grandmaster", None),
            ("", None),
        ] {
            let Err(SkillError::Unknown { near: found, .. }) = given.parse::<Skill>() else {
                panic!("{given} is no level");
            };
            assert_eq!(found, near, "{given}");
        }
        let error = "hrd".parse::<Level>().unwrap_err().to_string();
        assert!(error.contains("'hrd', did you mean 'hard'?"), "{error}");
        let error = "simple".parse::<Level>().unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
        assert!(Level::try_from(0).is_err() && Level::try_from(7).is_err());
    }
}
