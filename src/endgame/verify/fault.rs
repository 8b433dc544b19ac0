//! What can be wrong with a stored value, with all that is needed to see it by hand.

use std::fmt;

use crate::game::{Board, Bounds, Move, Net, Player, ValueRules};

use super::super::index::{Layer, Rank};
use super::known::Known;
use super::moves::for_each_step;

/// Faults of a layer that are kept; the others are only counted.
const KEPT: usize = 10;

/// A board whose value fails a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFault {
    /// The board, seen by its mover.
    pub board: Board,
    /// Its number in its layer.
    pub rank: Rank,
    /// What the table says.
    pub stored: Bounds<Net>,
    /// What is wrong with it.
    pub wrong: WrongValue,
    /// What each move pays, by the values in the tables; empty where the game is over.
    pub moves: Vec<MoveWorth>,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongValue {
    /// The moves, or the end of the game, pay something else at best.
    NotTheBest {
        /// The best.
        best: Net,
    },
    /// It rests on itself: every move that should support it leads round in a loop.
    Unsupported,
    /// A move out of the layer may pay more than the board is said to be worth.
    PaidMore {
        /// What it may pay.
        exit: Net,
    },
    /// Nothing shows that the mover gets so much.
    LowerUnproved,
    /// Nothing shows that the mover gets no more.
    UpperUnproved,
    /// The engine and the plain rules list different moves: a fault of this program.
    MovesDisagree,
}

/// A rank and what is wrong there.
pub(super) type Found = (u64, WrongValue);

/// A move and what it pays its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveWorth {
    /// The move.
    pub played: Move,
    /// Seeds won by it, less the stored value of the board it leads to.
    pub worth: Net,
}

impl ValueFault {
    pub(super) fn new(
        rank: Rank,
        wrong: WrongValue,
        known: &Known<'_>,
        rules: &ValueRules,
    ) -> Self {
        let layer = known.layer();
        let board = layer.unrank(rank);
        let mut moves = Vec::new();
        for_each_step(board, rules, *rules, |step| {
            let after = known.bounds(step.after).lower.seeds();
            moves.push(MoveWorth {
                played: step.played,
                // Damaged values may add up to more than there is.
                worth: clamped(step.gain.saturating_sub(after)),
            });
        });
        Self {
            board,
            rank,
            stored: known.bounds(board),
            wrong,
            moves,
        }
    }
}

/// A difference of seeds that may come from wrong values.
pub(super) fn clamped(seeds: i8) -> Net {
    Net::new(seeds.clamp(Net::MIN.seeds(), Net::MAX.seeds()))
}

impl fmt::Display for ValueFault {
    /// The board's rows, what is stored, what is wrong, and the moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            board,
            rank,
            stored,
            wrong,
            moves,
        } = self;
        for seeds in board.mover().into_iter().chain(board.opponent()) {
            write!(f, "{seeds}-")?;
        }
        write!(f, "0-0-S (board {}): ", rank.get())?;
        let stored = Said(*stored);
        match wrong {
            WrongValue::NotTheBest { best } => {
                write!(
                    f,
                    "expected {best}, the best over its moves, found {stored}"
                )?;
            }
            WrongValue::Unsupported => {
                write!(f, "found {stored}, which only a loop supports")?;
            }
            WrongValue::PaidMore { exit } => {
                write!(
                    f,
                    "expected {exit} or more, which a move pays, found {stored}"
                )?;
            }
            WrongValue::LowerUnproved => {
                write!(
                    f,
                    "found {stored}, and nothing shows that the mover gets so much"
                )?;
            }
            WrongValue::UpperUnproved => {
                write!(
                    f,
                    "found {stored}, and nothing shows that the mover gets no more"
                )?;
            }
            WrongValue::MovesDisagree => {
                f.write_str("the engine and the plain rules disagree about its moves")?;
            }
        }
        for (index, MoveWorth { played, worth }) in moves.iter().enumerate() {
            let before = if index == 0 { "; moves" } else { "," };
            write!(f, "{before} {} {worth}", played.letter(Player::South))?;
        }
        Ok(())
    }
}

/// Bounds as a person writes them: one number where they meet.
struct Said(Bounds<Net>);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.value() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{} to {}", self.0.lower, self.0.upper),
        }
    }
}

/// The faults of a layer: all counted, the first of them kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    first: Vec<ValueFault>,
    count: u64,
}

impl Faults {
    /// The first faults, ten at most of each check.
    #[must_use]
    pub fn first(&self) -> &[ValueFault] {
        &self.first
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Whether every value passed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// From the ranks and what is wrong there, in any order.
    pub(super) fn from_found(mut found: Vec<Found>, known: &Known<'_>, rules: &ValueRules) -> Self {
        found.sort_unstable_by_key(|&(rank, _)| rank);
        Self {
            count: found.len() as u64,
            first: found
                .into_iter()
                .take(KEPT)
                .map(|(rank, wrong)| ValueFault::new(Rank::new(rank), wrong, known, rules))
                .collect(),
        }
    }

    /// Adds those of another check of the same layer.
    pub(super) fn append(&mut self, mut other: Self) {
        self.first.append(&mut other.first);
        self.count += other.count;
    }

    /// The layer that the kept faults are of; `None` without any.
    #[must_use]
    pub fn layer(&self) -> Option<Layer> {
        self.first.first().map(|fault| Layer::of(fault.board))
    }
}
