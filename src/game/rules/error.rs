//! What can be wrong with the text of a rule set.

use super::settings::KEYS;

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
