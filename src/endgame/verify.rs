//! Re-derives every value of a layer by forward moves alone, so that a table need not be
//! believed because the program that built it is.
//!
//! The builder works backwards from the ends. Here nothing goes backwards: two properties
//! of the finished numbers are checked, and together they leave no other numbers possible.
//!
//! Let V be the values stored for a layer whose endless lines count 0, the layers below
//! being right. A move out of the layer (a capture, or the end of the game) pays what it
//! wins less the value of the board it leads to; a quiet move pays minus the value of its
//! board, of the same layer.
//!
//! * **(a)** Each V(b) is the most that a move of b pays.
//! * **(b)** Each V(b) other than 0 is *supported*. A board worth v > 0 is supported when a
//!   move out of the layer pays v, or a quiet move leads to a supported board worth −v. A
//!   board worth v < 0 is supported when each of its quiet moves leads to a supported
//!   board. Only what follows from these rules in finitely many steps is supported, so no
//!   loop can support itself.
//!
//! **Then V is right.** Let W(b) be the true value.
//!
//! 1. *A supported v > 0 can be had, a supported v < 0 not be escaped*: W(b) ≥ v, and
//!    W(b) ≤ v. By induction on the steps: the winner plays the move that supports him and
//!    either has v at once or meets, for his opponent, a board worth −v that was supported
//!    before; the loser's moves out of the layer pay at most v, by (a), and his quiet moves
//!    lead to boards worth at least −v for the opponent, by (a), that were supported before.
//! 2. *Nobody gets more than V*: for V(b) ≥ 0, W(b) ≤ V(b). The opponent plays by (a) a
//!    move that pays him V where his board is worth 0 or less, and as in 1 where it is worth
//!    more. By (a) no move of either side takes the line to a board worth more for the
//!    mover of b than V(b). If the line leaves the layer it pays at most V(b); if it never
//!    does it pays 0, which is not more.
//! 3. By the same argument for the other side W(b) ≥ V(b) for V(b) ≤ 0: the mover of b
//!    keeps V(b), and an endless line pays 0.
//!
//! 1 and 2 give W = V for v > 0, 1 and 3 for v < 0, 2 and 3 for v = 0. ∎
//!
//! (a) alone is not enough: two boards of two seeds that lead to each other for ever
//! may claim +2 and −2, each the best over its moves, and only (b) finds them out.
//!
//! Where a loop gives each player his own row all this is different; there `promises`
//! checks what exits alone enforce, and `loops` what rests on loops, with its `regions` and
//! a `replay` of a sample of its loop games.
//!
//! `moves` lists the moves of a board by the engine, and (a) compares them, one by one,
//! with `plain_rules`, which sows seed by seed and shares nothing with the engine but the
//! names of the settings. `best` checks (a), `support` (b), `sample` (a) for boards drawn
//! at random, `played` such boards by every line of the game. The memory is a byte a board of the layer, two under own rows.

mod best;
mod fault;
mod known;
mod looks;
mod loops;
mod moves;
mod plain_rules;
mod played;
mod promises;
mod regions;
mod replay;
mod sample;
mod state;
mod support;

use std::collections::HashSet;

use crate::game::{ForMechanics, Loops, Mechanics, ValueRules, specialise};
use crate::progress::Progress;

use super::index::Layer;

pub use fault::{Faults, MoveWorth, ValueFault, WrongValue};
pub use known::Known;
pub use loops::LoopsChecked;
pub use played::check_sample_by_play;
pub use sample::check_sample;

/// Why values were not checked to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The work was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// There is no memory for a byte or two a board.
    #[error(
        "checking a layer of {boards} boards needs a byte or two a board of memory, which is not to be had"
    )]
    OutOfMemory {
        /// The boards of the layer.
        boards: u64,
    },
}

/// Checks the values of the largest layer in `known`, given those beneath it, which are
/// taken for right: what (a) and (b) of the head of this file say is wrong.
///
/// Progress advances by the boards of the layer.
///
/// # Errors
///
/// When the work was cancelled, or a byte a board is not to be had.
///
/// # Panics
///
/// When an endless line is worth something under the rules, or bounds do not meet.
pub fn check_values(
    known: &Known<'_>,
    rules: &ValueRules,
    progress: &dyn Progress,
) -> Result<Faults, VerifyError> {
    assert!(rules.loops == Loops::Zero, "endless lines must count 0");
    assert!(known.is_exact(), "such rules give each board one value");
    specialise(
        *rules,
        CheckValues {
            known,
            rules,
            progress,
        },
    )
}

/// Checks the bounds of the largest layer in `known` under rules that give each player his
/// own row when a position comes back, given those beneath it, which are taken for right:
/// which of them cannot be shown, and how many rest on loops. See `promises` and `loops`.
///
/// Progress advances by the boards of the layer.
///
/// # Errors
///
/// When the work was cancelled, or two bytes a board are not to be had.
///
/// # Panics
///
/// When endless lines count 0 under the rules.
pub fn check_bounds(
    known: &Known<'_>,
    rules: &ValueRules,
    progress: &dyn Progress,
) -> Result<(Faults, LoopsChecked), VerifyError> {
    assert!(
        rules.loops != Loops::Zero,
        "such loops are for check_values"
    );
    specialise(
        *rules,
        CheckBounds(CheckValues {
            known,
            rules,
            progress,
        }),
    )
}

struct CheckBounds<'a>(CheckValues<'a>);

impl ForMechanics for CheckBounds<'_> {
    type Output = Result<(Faults, LoopsChecked), VerifyError>;

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let checker = self.0.checker(mechanics);
        let (states, mut found) = checker.support_promises()?;
        let told: HashSet<u64> = found.iter().map(|&(rank, _)| rank).collect();
        let (loops, unproved) = checker.check_loops(&states)?;
        checker.advance::<{ promises::EACH }>(loops.open as usize);
        let more = unproved.into_iter();
        found.extend(more.filter(|(rank, _)| !told.contains(rank)));
        Ok((
            Faults::from_found(found, checker.known, checker.rules),
            loops,
        ))
    }
}

struct CheckValues<'a> {
    known: &'a Known<'a>,
    rules: &'a ValueRules,
    progress: &'a dyn Progress,
}

impl<'a> CheckValues<'a> {
    fn checker<M: Mechanics>(self, mechanics: M) -> Checker<'a, M> {
        Checker {
            known: self.known,
            rules: self.rules,
            progress: self.progress,
            mechanics,
        }
    }
}

impl ForMechanics for CheckValues<'_> {
    type Output = Result<Faults, VerifyError>;

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let checker = self.checker(mechanics);
        let (states, mut faults) = checker.best_over_the_moves()?;
        faults.append(checker.no_loop_supports_itself(&states)?);
        Ok(faults)
    }
}

/// What is only read while a layer is checked.
struct Checker<'a, M> {
    known: &'a Known<'a>,
    rules: &'a ValueRules,
    progress: &'a dyn Progress,
    mechanics: M,
}

impl<M> Checker<'_, M> {
    fn layer(&self) -> Layer {
        self.known.layer()
    }

    fn go_on(&self) -> Result<(), VerifyError> {
        if self.progress.is_cancelled() {
            Err(VerifyError::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// Boards that one task checks.
const BOARDS_PER_TASK: usize = 1 << 15;
/// Boards whose values are read together: the reads are independent, so the processor
/// overlaps their cache misses.
const BATCH: usize = 32;
