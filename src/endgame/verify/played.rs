//! Boards drawn at random, played out: does the mover get what is promised, by every line of
//! the real game?
//!
//! Where a loop gives each player his own row, a value cannot be compared with those of the
//! moves (see `promises`). So the game itself is searched, from the board set up fresh and
//! with all boards visited since, to exits, whose worth the smaller layers say, and to
//! repetitions. Nothing is remembered and nothing is cut but what cannot matter; the stored
//! values only say which move to try first. Many boards take too long; what is found of the
//! others is a fact.

use super::super::index::Rank;
use super::fault::{Faults, WrongValue};
use super::known::Known;
use super::looks::pits;
use super::plain_rules::{PlainMoves, own_rows};
use super::sample::{board_of, drawn};
use crate::game::{Board, Loops, ValueRules};

/// Boards that may be visited for one promise.
const NODES: u32 = 4_000;

/// Plays `boards` boards of the largest layer in `known`, the same for the same `seed`: what
/// is wrong with them, and how many had both their bounds confirmed.
///
/// # Panics
///
/// When endless lines count 0 under the rules.
#[must_use]
pub fn check_sample_by_play(
    known: &Known<'_>,
    rules: &ValueRules,
    boards: u64,
    seed: u64,
) -> (Faults, u64) {
    let Loops::OwnRows {
        occurrence,
        both_rows,
    } = rules.loops
    else {
        panic!("such loops are for check_sample");
    };
    let layer = known.layer();
    let mut found = Vec::new();
    let mut confirmed = 0;
    for rank in drawn(layer, boards, seed).map(Rank::new) {
        let start = layer.unrank(rank);
        let bounds = known.bounds(start);
        let (lower, upper) = (bounds.lower.seeds(), bounds.upper.seeds());
        let asks = |threshold| {
            Play {
                known,
                rules,
                occurrence,
                both_rows,
                line: vec![start],
                nodes_left: NODES,
            }
            .gets(threshold)
        };
        // Wrong values may be anything; beyond these there is nothing to ask.
        let most = layer.seeds().cast_signed();
        let gets_lower = if lower <= -most {
            Some(true)
        } else {
            asks(lower)
        };
        let gets_more = if upper >= most {
            Some(false)
        } else {
            asks(upper + 1)
        };
        if gets_lower == Some(false) {
            found.push((rank.get(), WrongValue::LowerUnproved));
        }
        if gets_more == Some(true) {
            found.push((rank.get(), WrongValue::UpperUnproved));
        }
        confirmed += u64::from(gets_lower == Some(true) && gets_more == Some(false));
    }
    found.sort_unstable_by_key(|&(rank, _)| rank);
    found.dedup();
    (Faults::from_found(found, known, rules), confirmed)
}

/// A line of play within a layer.
struct Play<'a> {
    known: &'a Known<'a>,
    rules: &'a ValueRules,
    occurrence: u16,
    both_rows: bool,
    /// The boards visited, each seen by its mover; sides take turns.
    line: Vec<Board>,
    nodes_left: u32,
}

impl Play<'_> {
    /// Whether the mover at the end of the line gets `threshold` or more; `None` when that
    /// takes too long, or an exit is not known well enough.
    fn gets(&mut self, threshold: i8) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let board = *self.line.last().expect("a line has a start");
        let moves = PlainMoves::of(&pits(board), self.rules);
        if let Some(over) = moves.over {
            return Some(over >= threshold);
        }
        let mut is_open = false;
        let mut quiet = Vec::new();
        for step in moves.steps() {
            let next = board_of(&step.after);
            let bounds = self.known.bounds(next);
            if next.seeds() == board.seeds() {
                quiet.push((bounds.upper.seeds(), next));
            } else if step.gain - bounds.upper.seeds() >= threshold {
                return Some(true);
            } else {
                is_open |= step.gain - bounds.lower.seeds() >= threshold;
            }
        }
        quiet.sort_unstable_by_key(|&(upper, _)| upper);
        for (_, next) in quiet {
            let gets = if self.ends_at(next) {
                Some(-own_rows(&pits(next)) >= threshold)
            } else {
                self.line.push(next);
                let other = self.gets(1 - threshold);
                self.line.pop();
                other.map(|other| !other)
            };
            match gets {
                Some(true) => return gets,
                Some(false) => {}
                None => is_open = true,
            }
            if self.nodes_left == 0 {
                return None;
            }
        }
        (!is_open).then_some(false)
    }

    /// Whether coming to this board ends the play.
    fn ends_at(&self, next: Board) -> bool {
        // Every other board of the line had the side that is to move next.
        let before = self.line.iter().rev().skip(1).step_by(2);
        let visits = before.filter(|&&board| board == next).count();
        let counts = !self.both_rows || (next.mover_seeds() > 0 && next.opponent_seeds() > 0);
        counts && visits + 1 >= usize::from(self.occurrence)
    }
}
