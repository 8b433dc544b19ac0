//! Settings by their keys: reading and printing each value.

use std::fmt;
use std::time::Duration;

use super::error::RulesError;
use super::settings::{
    Clock, Feeding, GrandSlam, KEYS, MOST_SEEDS, RepetitionRows, Settings, Settle, Stuck, Target,
};

impl Settings {
    /// Sets the value of `KEYS[key]`.
    pub(super) fn set(&mut self, key: usize, value: &str) -> Result<(), RulesError> {
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
                        bad("none, or a time like 10m or 5m+3s (ms, s, m or h)".into())
                    })?),
                };
            }
        }
        Ok(())
    }

    /// The value of `KEYS[key]` as text.
    pub(super) fn value(&self, key: usize) -> String {
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
        let is_digit = |c: char| c.is_ascii_digit();
        let unit = text.trim_start_matches(is_digit);
        let millis = match unit {
            "ms" => 1,
            "" | "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        let count = number(&text[..text.len() - unit.len()], 0..=u32::MAX)?;
        Some(Duration::from_millis(u64::from(count) * millis))
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
            _ if time.subsec_millis() > 0 => format!("{}ms", time.as_millis()),
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

pub(super) fn index_of(key: &str) -> Result<usize, RulesError> {
    KEYS.iter()
        .position(|&known| known == key)
        .ok_or_else(|| RulesError::UnknownSetting {
            key: key.to_owned(),
            near: nearest(key, KEYS.into_iter()),
        })
}

pub(super) fn nearest(
    word: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    known
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|&(likeness, _)| likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
