//! A recorded game as it was written: what somebody claims to have happened.
//!
//! A [`Record`] is not checked: its moves may be illegal and its counts wrong. That is
//! found out by `replay`, which turns it into a `CheckedRecord`. What a form says twice,
//! such as the seeds that a move captured, is kept as a claim beside the move and never
//! trusted.

use crate::game::{End, EndReason, Game, HalfSeeds, Move, Pit, Player, Position, Rules};

/// A game as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What else is said about the game, in order; the fields below are no tags.
    pub tags: Vec<Tag>,
    /// Where the game starts.
    pub start: Position,
    /// The rules that the record names.
    pub rules: Option<Rules>,
    /// What stands before the first move.
    pub before: Vec<Note>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result that the record claims.
    pub result: Option<Claim>,
    /// How the game ended, as the record says it.
    pub termination: Option<Termination>,
    /// Who won, where the seeds do not say it: after resignation or loss on time.
    pub winner: Option<Player>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Such as `Event`.
    pub name: String,
    /// Any text.
    pub value: String,
}

/// A move with what is written beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// What the record claims of it.
    pub claims: Claims,
    /// What follows it, in order.
    pub notes: Vec<Note>,
}

/// Text between the moves. White space in it counts as one space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `{…}`
    Comment(String),
    /// `(…)`, other moves that were possible; kept as text, nested ones included.
    Variation(String),
    /// A judgement of the move: `!`, `?!`, `$3`.
    Glyph(String),
}

/// What a record says of a move although it follows from the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Seeds that the move captured.
    pub captured: Option<u32>,
    /// Where the last seed fell.
    pub landing: Option<Landing>,
    /// Seeds in the mover's store after it.
    pub total: Option<u32>,
}

/// The pit where a last seed fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Counted from its owner's left.
    pub pit: Pit,
    /// Whose pit it is, where the form says so.
    pub row: Option<Player>,
}

/// A result as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// South's and North's seeds.
    Seeds([HalfSeeds; 2]),
    /// Who won; `None` for a draw.
    Winner(Option<Player>),
}

/// How a game ended, as a record says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// One of the ends that the rules and the players know.
    Known(EndReason),
    /// Any other text.
    Other(String),
}

impl Record {
    /// A record without moves that starts in `start`.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            tags: Vec::new(),
            start,
            rules: None,
            before: Vec::new(),
            plies: Vec::new(),
            result: None,
            termination: None,
            winner: None,
        }
    }

    /// The record of a game that was played here.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let end = game.end();
        Self {
            rules: Some(game.rules()),
            plies: game.moves().iter().copied().map(Ply::new).collect(),
            result: end.map(|end| Claim::Seeds(end.seeds)),
            termination: end.map(|end| Termination::Known(end.reason)),
            winner: end.filter(is_decided_by_players).and_then(|end| end.winner),
            ..Self::new(game.start())
        }
    }

    /// The value of a tag, whatever the case of its name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name))
            .map(|tag| tag.value.as_str())
    }

    /// The same game without what follows from the rules, for comparison.
    #[must_use]
    pub fn without_claims(mut self) -> Self {
        for ply in &mut self.plies {
            ply.claims = Claims::default();
        }
        self
    }
}

/// Whether resignation or the clock ended the game, so that the seeds do not say who won.
pub(crate) fn is_decided_by_players(end: &End) -> bool {
    matches!(end.reason, EndReason::Resigned | EndReason::Time)
}

impl Ply {
    /// A move with nothing beside it.
    #[must_use]
    pub fn new(played: Move) -> Self {
        Self {
            played,
            claims: Claims::default(),
            notes: Vec::new(),
        }
    }
}

impl Claim {
    /// Who won by this claim.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Winner(winner) => winner,
            Self::Seeds([south, north]) => more_seeds(south, north),
        }
    }
}

/// Who has more.
pub(crate) fn more_seeds(south: HalfSeeds, north: HalfSeeds) -> Option<Player> {
    match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Player::South),
        std::cmp::Ordering::Less => Some(Player::North),
        std::cmp::Ordering::Equal => None,
    }
}

impl std::fmt::Display for Claim {
    /// As results are written: `25-16`, `1-0`, `1/2-1/2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seeds([south, north]) => write!(f, "{south}-{north}"),
            Self::Winner(winner) => f.write_str(match winner {
                Some(Player::South) => "1-0",
                Some(Player::North) => "0-1",
                None => "1/2-1/2",
            }),
        }
    }
}

impl Termination {
    /// What a text says; words of other programs for the same ends are known too.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let word = text.trim().to_lowercase();
        let known = EndReason::ALL
            .into_iter()
            .find(|reason| reason.word() == word);
        let reason = known.or(match word.as_str() {
            "resign" | "resigns" | "resignation" => Some(EndReason::Resigned),
            "time forfeit" | "timeout" | "outoftime" => Some(EndReason::Time),
            "agreement" | "draw agreed" => Some(EndReason::Agreed),
            _ => None,
        });
        reason.map_or_else(|| Self::Other(text.to_owned()), Self::Known)
    }

    /// The text that a record holds.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Known(reason) => reason.word(),
            Self::Other(text) => text,
        }
    }
}
