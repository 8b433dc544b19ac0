//! What is wrong or strange in a record that can still be read.
//!
//! A slip made once tends to be made everywhere: a program that counts captures otherwise
//! would fill the screen. So a game has at most one warning of each kind, with its first
//! place and how often it came.

use std::fmt;

use crate::game::{EndReason, Pit, Player, PositionWarning, Rules};

use super::game_record::{Claim, Landing};
use super::place::{Offset, TextPlace};

/// The characters of an offending input that a message quotes.
const QUOTED_CHARS: usize = 60;

/// One kind of fault in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where it is first seen.
    pub place: TextPlace,
    /// What it is there.
    pub kind: WarningKind,
    /// How often it is seen in the game.
    pub count: usize,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if self.count > 1 {
            write!(f, " ({} times in this game)", self.count)?;
        }
        Ok(())
    }
}

/// What can be wrong or strange. Plies count from 1; `letter` is the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// A move captured another number of seeds than the record says.
    WrongCapture {
        /// The ply.
        ply: usize,
        /// The move.
        letter: char,
        /// What the record says.
        claimed: u32,
        /// What the rules say.
        captured: u8,
    },
    /// The last seed fell elsewhere.
    WrongLanding {
        /// The ply.
        ply: usize,
        /// The move.
        letter: char,
        /// What the record says.
        claimed: Landing,
        /// Where it fell.
        landed: (Pit, Player),
    },
    /// The mover's store is another.
    WrongTotal {
        /// The ply.
        ply: usize,
        /// The move.
        letter: char,
        /// What the record says, if it says anything.
        claimed: Option<u32>,
        /// What is in the store.
        total: u8,
    },
    /// The game ends otherwise.
    WrongResult {
        /// What the record says.
        claimed: Claim,
        /// The result by the rules.
        found: Claim,
        /// Why it is over, if it is.
        reason: Option<EndReason>,
    },
    /// The game ended for another reason, or not at all.
    WrongTermination {
        /// What the record says.
        claimed: EndReason,
        /// Why it is over, if it is.
        found: Option<EndReason>,
    },
    /// A result is given, but the game goes on and nobody is said to have ended it.
    NotOver {
        /// What the record says.
        claimed: Claim,
        /// The rules by which it goes on.
        rules: Rules,
    },
    /// Moves follow after the game was over.
    GoesOn {
        /// Plies played when it was over.
        ply: usize,
        /// Why it was over.
        reason: EndReason,
        /// Moves that follow.
        more: usize,
    },
    /// A number stands before another move.
    WrongNumber {
        /// The number that is written.
        found: u32,
        /// The number that the move has.
        expected: u32,
    },
    /// The start was put right.
    Start(PositionWarning),
    /// A `SetUp` tag without the `FEN` tag that it announces.
    NoSetUp,
    /// `--rules` says something else than the record.
    OtherRules {
        /// The rules that the record names.
        named: String,
        /// The rules that it is read by.
        used: Rules,
    },
    /// The `Variant` tag names no rules known here.
    UnknownVariant {
        /// What it names.
        name: String,
    },
    /// A word that is no move stands among the moves.
    Word {
        /// The word.
        word: String,
    },
    /// A tag that is not `[Name "value"]`.
    BadTag {
        /// The text.
        text: String,
    },
    /// A tag that is given again with another value.
    TagTwice {
        /// Its name.
        name: String,
    },
    /// A tag of known meaning has a value without meaning.
    BadValue {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// A comment or a variation that never ends.
    Unclosed {
        /// What opens it.
        bracket: char,
    },
    /// A bracket that closes nothing.
    Stray {
        /// The bracket.
        bracket: char,
    },
    /// The text is not UTF-8.
    Encoding {
        /// A byte that is no UTF-8.
        byte: u8,
        /// The character that it stands for in Windows-1252.
        read_as: char,
    },
}

impl WarningKind {
    /// The word for programs.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::WrongCapture { .. } => "wrong-capture",
            Self::WrongLanding { .. } => "wrong-landing",
            Self::WrongTotal { .. } => "wrong-total",
            Self::WrongResult { .. } => "wrong-result",
            Self::WrongTermination { .. } => "wrong-termination",
            Self::NotOver { .. } => "not-over",
            Self::GoesOn { .. } => "goes-on",
            Self::WrongNumber { .. } => "wrong-number",
            Self::Start(_) => "start",
            Self::NoSetUp => "no-set-up",
            Self::OtherRules { .. } => "other-rules",
            Self::UnknownVariant { .. } => "unknown-variant",
            Self::Word { .. } => "word",
            Self::BadTag { .. } => "bad-tag",
            Self::TagTwice { .. } => "tag-twice",
            Self::BadValue { .. } => "bad-value",
            Self::Unclosed { .. } => "unclosed",
            Self::Stray { .. } => "stray",
            Self::Encoding { .. } => "encoding",
        }
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongCapture {
                ply,
                letter,
                claimed,
                captured,
            } => write!(
                f,
                "ply {ply}, {letter} captures {captured}, but the record says {claimed}"
            ),
            Self::WrongLanding {
                ply,
                letter,
                claimed,
                landed: (pit, row),
            } => {
                let last = pit.letter(*row);
                let place = pit.index() + 1;
                match claimed.row {
                    Some(owner) => write!(
                        f,
                        "ply {ply}, the last seed of {letter} falls into {last}, but the record says {}",
                        claimed.pit.letter(owner)
                    ),
                    None => write!(
                        f,
                        "ply {ply}, the last seed of {letter} falls into {last}, pit {place}, but the record says {}",
                        claimed.pit.index() + 1
                    ),
                }
            }
            Self::WrongTotal {
                ply,
                letter,
                claimed,
                total,
            } => {
                write!(
                    f,
                    "ply {ply}, {letter} makes {total} in all, but the record says "
                )?;
                match claimed {
                    Some(claimed) => write!(f, "{claimed}"),
                    None => f.write_str("nothing"),
                }
            }
            Self::WrongResult {
                claimed,
                found,
                reason,
            } => {
                let verb = if reason.is_some() { "ends" } else { "stands" };
                write!(f, "the game {verb} {found}")?;
                if let Some(reason) = reason {
                    write!(f, " ({})", reason.word())?;
                }
                write!(f, ", but the record says {claimed}")
            }
            Self::WrongTermination { claimed, found } => {
                match found {
                    Some(found) => write!(f, "the game ends by {}", found.word())?,
                    None => f.write_str("the game is not over")?,
                }
                write!(f, ", but the record says {}", claimed.word())
            }
            Self::NotOver { claimed, rules } => write!(
                f,
                "the result {claimed} is given, but by {rules} the game is not over and no Termination says who ended it"
            ),
            Self::GoesOn { ply, reason, more } => {
                let decided = match reason {
                    EndReason::Target => "decided",
                    _ => "over",
                };
                write!(
                    f,
                    "the game was {decided} after ply {ply} ({}), but {more} more follow",
                    reason.word()
                )
            }
            Self::WrongNumber { found, expected } => {
                write!(f, "number {found} stands before move {expected}")
            }
            Self::Start(warning) => warning.fmt(f),
            Self::NoSetUp => f.write_str(
                "SetUp announces a set-up, but there is no FEN tag: read from the start",
            ),
            Self::OtherRules { named, used } => write!(
                f,
                "the record names the rules {}, but is read by {used}, as asked",
                Quoted(named)
            ),
            Self::UnknownVariant { name } => {
                write!(f, "the Variant {} is no rule set known here", Quoted(name))
            }
            Self::Word { word } => write!(f, "{} is no move: left out", Quoted(word)),
            Self::BadTag { text } => {
                write!(
                    f,
                    "{} is not a tag like [Event \"…\"]: left out",
                    Quoted(text)
                )
            }
            Self::TagTwice { name } => {
                write!(f, "the tag {name} is given twice: the first one counts")
            }
            Self::BadValue { name, value } => {
                write!(f, "{} says nothing as a {name}: left out", Quoted(value))
            }
            Self::Unclosed { bracket } => write!(f, "the '{bracket}' is never closed"),
            Self::Stray { bracket } => write!(f, "the '{bracket}' closes nothing: left out"),
            Self::Encoding { byte, read_as } => write!(
                f,
                "the byte {byte:02X} is not UTF-8: read as {}, as in Windows-1252",
                Quoted(read_as.encode_utf8(&mut [0; 4]))
            ),
        }
    }
}

/// An offending input in quotes, cut where it gets long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(QUOTED_CHARS) {
            None => write!(f, "'{}'", self.0.escape_debug()),
            Some((end, _)) => write!(f, "'{}…'", self.0[..end].escape_debug()),
        }
    }
}

/// The warnings of one game while it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Warnings(Vec<(Offset, WarningKind, usize)>);

impl Warnings {
    /// Adds one, or counts it when its kind has come before.
    pub(crate) fn add(&mut self, offset: Offset, kind: WarningKind) {
        let same = |found: &&mut (Offset, WarningKind, usize)| {
            std::mem::discriminant(&found.1) == std::mem::discriminant(&kind)
        };
        match self.0.iter_mut().find(same) {
            Some(found) => found.2 += 1,
            None => self.0.push((offset, kind, 1)),
        }
    }

    /// The first word that was left out.
    pub(crate) fn first_word(&self) -> Option<(Offset, String)> {
        self.0.iter().find_map(|(offset, kind, _)| match kind {
            WarningKind::Word { word } => Some((*offset, word.clone())),
            _ => None,
        })
    }

    /// The warnings in the order of their places.
    pub(crate) fn placed(mut self, place: impl Fn(Offset) -> TextPlace) -> Vec<Warning> {
        self.0.sort_by_key(|&(offset, ..)| offset);
        let warnings = self.0.into_iter().map(|(offset, kind, count)| Warning {
            place: place(offset),
            kind,
            count,
        });
        warnings.collect()
    }
}
