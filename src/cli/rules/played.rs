//! A position and a line that the program plays: what every example is made of.
//!
//! Nothing that a page shows is written by hand. A line is played under the rules in
//! question as far as they let it, and what happened (the seeds taken, a refused move, the
//! end of the game) is read off; so an example cannot claim what the rules do not do.

use oware::game::{
    End, Game, IllegalMove, Move, PitSet, PlayError, Position, Rules, Trace, must_pass,
};

/// A line played from a position as far as the rules let it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The line as it was asked for.
    pub(super) line: Vec<Move>,
    /// The game as far as it went.
    pub(super) game: Game,
    /// Where the seeds of the last move went, or would have gone if it was refused.
    pub(super) trace: Option<Trace>,
    /// The position before the move that `trace` follows.
    pub(super) before: Position,
    /// The move that the rules refused.
    pub(super) refused: Option<IllegalMove>,
}

/// What two rule sets must agree on to agree about a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    plies: usize,
    refused: bool,
    end: Option<End>,
    shown: Position,
    legal: PitSet,
    must_pass: bool,
}

impl Outcome {
    /// Whether the rules refused a move of the line.
    pub(super) const fn is_refused(&self) -> bool {
        self.refused
    }
}

impl Played {
    /// Plays `line` from `start` until it is done, refused or the game is over.
    pub(super) fn new(start: Position, line: &[Move], rules: Rules) -> Self {
        let mut played = Self {
            line: line.to_vec(),
            game: Game::new(start, rules),
            trace: None,
            before: start,
            refused: None,
        };
        for &tried in line {
            let before = played.game.position();
            let trace = match tried {
                Move::Sow(pit) => Trace::new(&before, pit, rules),
                Move::Pass => None,
            };
            match played.game.play(tried) {
                Ok(()) => {}
                Err(PlayError::Over { .. }) => break,
                Err(PlayError::Illegal(refused)) => played.refused = Some(refused),
            }
            (played.before, played.trace) = (before, trace);
            if played.refused.is_some() {
                break;
            }
        }
        played
    }

    /// The rules it was played by.
    pub(super) const fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// Where the line began.
    pub(super) const fn start(&self) -> Position {
        self.game.start()
    }

    /// How the game ended, if it did.
    pub(super) const fn end(&self) -> Option<End> {
        self.game.end()
    }

    /// Whether all of the line was played.
    pub(super) fn is_complete(&self) -> bool {
        self.game.moves().len() == self.line.len()
    }

    /// The seeds that the last move took.
    pub(super) fn captured(&self) -> u8 {
        match (self.refused, self.trace) {
            (None, Some(trace)) => trace.captured(),
            _ => 0,
        }
    }

    /// The position to show at the end: after sharing, with the seeds gathered.
    pub(super) fn shown(&self) -> Position {
        self.end().map_or(self.game.position(), |end| end.position)
    }

    /// The pits that may be played now; none once the game is over.
    pub(super) fn legal(&self) -> PitSet {
        match self.end() {
            Some(_) => PitSet::EMPTY,
            None => self.game.position().legal(self.rules()),
        }
    }

    /// Whether a pass is the only move now.
    pub(super) fn must_pass(&self) -> bool {
        self.end().is_none() && must_pass(self.game.position().board(), self.rules())
    }

    /// What there is to compare with the same line under other rules.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome {
            plies: self.game.moves().len(),
            refused: self.refused.is_some(),
            end: self.end(),
            shown: self.shown(),
            legal: self.legal(),
            must_pass: self.must_pass(),
        }
    }

    /// The letters of the line as it was asked for.
    pub(super) fn letters(&self) -> String {
        let mut mover = self.start().to_move();
        let mut letters = String::new();
        for played in &self.line {
            letters.push(played.letter(mover));
            mover = mover.opposite();
        }
        letters
    }
}
