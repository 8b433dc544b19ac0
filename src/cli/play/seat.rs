//! Who sits at a side: a person, or the computer at some level.

use std::fmt;
use std::str::FromStr;

use oware::opponent::{Level, Skill};

use super::super::args::ArgError;
use super::super::messages::Messages;
use super::session::Control;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// A person at this keyboard.
    Human,
    /// The computer.
    Computer(Skill),
}

/// A player as he is named on the command line, where the level may stand elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatArg {
    /// `human`
    Human,
    /// `computer`: at the level of `--level`.
    Computer,
    /// `level:N`, `easy`, `simple` and so on.
    Skill(Skill),
}

impl SeatArg {
    /// The player, with the level of `--level`.
    pub(crate) const fn seat(self, level: Level) -> Seat {
        match self {
            Self::Human => Seat::Human,
            Self::Computer => Seat::Computer(Skill::Level(level)),
            Self::Skill(skill) => Seat::Computer(skill),
        }
    }
}

impl FromStr for SeatArg {
    type Err = ArgError;

    fn from_str(text: &str) -> Result<Self, ArgError> {
        const WAY_OUT: &str =
            "write human, level:1 to level:6, easy, medium, hard, or simple for the yardstick";
        match text {
            "human" => return Ok(Self::Human),
            "computer" => return Ok(Self::Computer),
            _ => {}
        }
        let near = ["human", "computer"]
            .into_iter()
            .find(|word| strsim::damerau_levenshtein(word, &text.to_lowercase()) <= 2);
        match (text.parse(), near) {
            (Ok(skill), _) => Ok(Self::Skill(skill)),
            (Err(_), Some(near)) => {
                let message = format!("no such player, did you mean '{near}'?");
                Err(ArgError::new(message, WAY_OUT))
            }
            (Err(error), None) => Err(ArgError::new(error, WAY_OUT)),
        }
    }
}

/// Reads the value of `--level`.
pub(crate) fn level(text: &str) -> Result<Level, ArgError> {
    text.parse()
        .map_err(|error| ArgError::new(error, "write 1 to 6, easy, medium or hard"))
}

impl Seat {
    /// Who decides its moves.
    pub(crate) const fn control(self) -> Control {
        match self {
            Self::Human => Control::Person,
            Self::Computer(_) => Control::Computer,
        }
    }

    /// The skill, if it is the computer.
    pub(crate) const fn skill(self) -> Option<Skill> {
        match self {
            Self::Human => None,
            Self::Computer(skill) => Some(skill),
        }
    }

    /// What the player is called.
    pub(crate) fn name(self, messages: &Messages) -> String {
        match self {
            Self::Human => messages.text("seat-human"),
            Self::Computer(Skill::Simple) => messages.text("seat-simple"),
            Self::Computer(Skill::Level(level)) => {
                messages.fill("seat-level", [("level", level.number().into())])
            }
        }
    }
}

impl fmt::Display for Seat {
    /// As it reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Computer(skill) => skill.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_near_misses_are_suggested() {
        let read = |text: &str| {
            text.parse::<SeatArg>()
                .map(|arg| arg.seat(Level::USUAL).to_string())
                .map_err(|error| error.to_string())
        };
        for (text, seat) in [
            ("human", "human"),
            ("computer", "level:3"),
            ("level:5", "level:5"),
            ("hard", "level:6"),
            ("simple", "simple"),
        ] {
            assert_eq!(read(text), Ok(seat.to_owned()));
        }
        for (text, near) in [("humen", "'human'"), ("level:9", "'6'"), ("esy", "'easy'")] {
            let error = read(text).unwrap_err();
            assert!(error.contains(near), "{error}");
        }
    }
}
