//! A game while it is read: the record so far, the places of its parts, its faults.
//!
//! Readers of all forms fill a [`Draft`] move by move. They know whose turn it is, but not
//! what is legal; that is found out when the draft is replayed. The first fault that ends
//! the reading of a game is kept, and what follows it in the same game is passed over.

use crate::game::{Move, PITS_PER_ROW, Player, Position, Rules, RulesError, Setup};

use super::error::RecordErrorKind;
use super::game_record::{Claim, Claims, Note, Ply, Record, Termination};
use super::place::Offset;
use super::warning::{WarningKind, Warnings};

/// A game while it is read.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// What was read; its rules and result are in the fields below.
    pub(crate) record: Record,
    /// Whether the text says where the game starts.
    pub(crate) has_start: bool,
    /// Where the game begins in the text.
    pub(crate) offset: Offset,
    /// The places of the plies.
    pub(crate) plies: Vec<Offset>,
    /// Every result that is given, the one after the moves last.
    pub(crate) results: Vec<(Claim, Offset)>,
    /// The place of the termination.
    pub(crate) termination: Offset,
    /// The rules as they are named, and what they are.
    pub(crate) rules: Option<NamedRules>,
    /// A pit of the wrong player, which ends the reading.
    pub(crate) wrong_side: Option<(char, Player, Offset)>,
    /// What ends the reading.
    pub(crate) error: Option<(Offset, RecordErrorKind)>,
    pub(crate) warnings: Warnings,
}

/// The rules that a record names.
#[derive(Clone, Debug)]
pub(crate) struct NamedRules {
    pub(crate) name: String,
    pub(crate) rules: Result<Rules, RulesError>,
    pub(crate) offset: Offset,
}

impl Draft {
    /// A game that begins at `offset`, from the usual start if nothing else is said.
    pub(crate) fn new(offset: Offset) -> Self {
        Self {
            record: Record::new(Position::START),
            has_start: false,
            offset,
            plies: Vec::new(),
            results: Vec::new(),
            termination: offset,
            rules: None,
            wrong_side: None,
            error: None,
            warnings: Warnings::default(),
        }
    }

    /// Says where the game starts.
    pub(crate) fn start_from(&mut self, start: Position) {
        self.record.start = start;
        self.has_start = true;
    }

    /// The side whose move comes next.
    pub(crate) fn to_move(&self) -> Player {
        let first = self.record.start.to_move();
        if self.plies.len().is_multiple_of(2) {
            first
        } else {
            first.opposite()
        }
    }

    /// Whether nothing more of this game can be read.
    pub(crate) const fn is_broken(&self) -> bool {
        self.error.is_some() || self.wrong_side.is_some()
    }

    /// Adds a move, by `owner` if the form names the player.
    pub(crate) fn play(
        &mut self,
        played: Move,
        owner: Option<Player>,
        claims: Claims,
        offset: Offset,
    ) {
        if self.is_broken() {
            return;
        }
        if let Some(owner) = owner {
            // Where nothing says how the game starts, a first move by North says it.
            if owner == Player::North && self.plies.is_empty() && !self.has_start {
                self.start_from(north_starts());
            }
            if owner != self.to_move() {
                self.wrong_side = Some((played.letter(owner), owner, offset));
                return;
            }
        }
        self.record.plies.push(Ply {
            claims,
            ..Ply::new(played)
        });
        self.plies.push(offset);
    }

    /// Adds a note to the last move, or before the first.
    pub(crate) fn note(&mut self, note: Note) {
        if self.is_broken() {
            return;
        }
        match self.record.plies.last_mut() {
            Some(ply) => ply.notes.push(note),
            None => self.record.before.push(note),
        }
    }

    /// Adds a result.
    pub(crate) fn claim(&mut self, claim: Claim, offset: Offset) {
        self.results.push((claim, offset));
        self.record.result = Some(claim);
    }

    /// Says how the game ended.
    pub(crate) fn terminate(&mut self, termination: Termination, offset: Offset) {
        self.record.termination = Some(termination);
        self.termination = offset;
    }

    /// Ends the reading of a list that holds words instead of moves.
    pub(crate) fn demand_moves(&mut self, expected: &'static str) {
        if self.plies.is_empty()
            && !self.has_start
            && !self.is_broken()
            && let Some((offset, word)) = self.warnings.first_word()
        {
            self.error = Some((offset, RecordErrorKind::NotAMove { word, expected }));
        }
    }

    /// Ends the reading of this game.
    pub(crate) fn fail(&mut self, offset: Offset, kind: RecordErrorKind) {
        self.error.get_or_insert((offset, kind));
    }

    /// Notes a fault that does not end the reading.
    pub(crate) fn warn(&mut self, offset: Offset, kind: WarningKind) {
        if !self.is_broken() {
            self.warnings.add(offset, kind);
        }
    }
}

/// The usual start with North to move.
pub(crate) fn north_starts() -> Position {
    let four = u32::from(Position::START.board().seeds_in(crate::game::Pit::ALL[0]));
    Position::from_setup(&Setup {
        rows: [[four; PITS_PER_ROW]; 2],
        stores: [0, 0],
        to_move: Player::North,
    })
    .expect("the usual start is legal whoever moves")
}
