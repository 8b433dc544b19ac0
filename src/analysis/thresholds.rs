//! [`Thresholds`]: from which loss on a move has a mark.

use std::fmt;
use std::str::FromStr;

/// The losses from which on a move is called an inaccuracy, a mistake, a blunder.
///
/// A loss is counted in final difference, so that one seed which changes hands counts 2.
/// A lost half point makes a mistake at least, and a win turned into a loss a blunder,
/// whatever the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    inaccuracy: u8,
    mistake: u8,
    blunder: u8,
}

/// Why three numbers are no thresholds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThresholdsError {
    /// They are not three numbers.
    #[error("'{text}' is not three numbers")]
    NotThree {
        /// What was given.
        text: String,
    },
    /// They do not rise from 1 on.
    #[error("{0},{1},{2} do not rise from 1 on", .numbers[0], .numbers[1], .numbers[2])]
    NotRising {
        /// The numbers.
        numbers: [u8; 3],
    },
}

impl Thresholds {
    /// Losses in final difference, which must not fall and be 1 or more; the last two or
    /// all three may be the same, and then the graver name counts.
    ///
    /// # Errors
    ///
    /// When they fall, or the first is 0.
    pub const fn new(inaccuracy: u8, mistake: u8, blunder: u8) -> Result<Self, ThresholdsError> {
        if inaccuracy == 0 || inaccuracy > mistake || mistake > blunder {
            return Err(ThresholdsError::NotRising {
                numbers: [inaccuracy, mistake, blunder],
            });
        }
        Ok(Self {
            inaccuracy,
            mistake,
            blunder,
        })
    }

    /// From which loss on a move is an inaccuracy.
    #[must_use]
    pub const fn inaccuracy(self) -> u8 {
        self.inaccuracy
    }

    /// From which loss on a move is a mistake.
    #[must_use]
    pub const fn mistake(self) -> u8 {
        self.mistake
    }

    /// From which loss on a move is a blunder.
    #[must_use]
    pub const fn blunder(self) -> u8 {
        self.blunder
    }
}

impl Default for Thresholds {
    /// 2, 5 and 10.
    fn default() -> Self {
        Self {
            inaccuracy: 2,
            mistake: 5,
            blunder: 10,
        }
    }
}

impl FromStr for Thresholds {
    type Err = ThresholdsError;

    /// Reads `2,5,10`.
    fn from_str(text: &str) -> Result<Self, ThresholdsError> {
        let numbers: Option<Vec<u8>> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[inaccuracy, mistake, blunder]) => Self::new(inaccuracy, mistake, blunder),
            _ => Err(ThresholdsError::NotThree {
                text: text.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Thresholds {
    /// As they are read: `2,5,10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            inaccuracy,
            mistake,
            blunder,
        } = self;
        write!(f, "{inaccuracy},{mistake},{blunder}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_rising_numbers_read_back() {
        for text in ["2,5,10", "1,1,1", "3,3,48"] {
            assert_eq!(text.parse::<Thresholds>().unwrap().to_string(), text);
        }
        assert_eq!("2, 5, 10".parse(), Ok(Thresholds::default()));
    }

    #[test]
    fn anything_else_is_refused_with_what_was_given() {
        let message = |text: &str| text.parse::<Thresholds>().unwrap_err().to_string();
        assert_eq!(message("2,5"), "'2,5' is not three numbers");
        assert_eq!(message("2,-5,10"), "'2,-5,10' is not three numbers");
        assert_eq!(message("0,5,10"), "0,5,10 do not rise from 1 on");
        assert_eq!(message("2,11,10"), "2,11,10 do not rise from 1 on");
    }
}
