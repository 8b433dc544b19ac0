//! The moves of a board by the engine, divided into those that stay in the layer and those
//! that leave it.

use crate::game::{
    Board, Mechanics, Move, Net, ValueRules, effect, legal, must_pass, own_rows_value, stuck_value,
};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) played: Move,
    /// Seeds won by the move itself, less those given away.
    pub(super) gain: i8,
    /// The board after it, seen by the opponent, who moves next.
    pub(super) after: Board,
    /// Whether the move leaves all seeds on the board, and so stays in the layer.
    pub(super) is_quiet: bool,
}

/// What a board pays when the game ends there at once, as it does before the first move.
/// A board without a move is not among these: see [`for_each_step`].
pub(super) fn over(board: Board, rules: &ValueRules) -> Option<Net> {
    (board.seeds() <= rules.few_seeds).then(|| match rules.few_to_own_side {
        true => own_rows_value(board),
        false => Net::ZERO,
    })
}

/// Tells `found` each legal move, the lowest pit first; when there is none, gives what the
/// board pays.
#[inline]
pub(super) fn for_each_step<M: Mechanics>(
    board: Board,
    rules: &ValueRules,
    mechanics: M,
    mut found: impl FnMut(Step),
) -> Option<Net> {
    if let Some(net) = over(board, rules) {
        return Some(net);
    }
    let legal = legal(board, mechanics);
    if legal.is_empty() {
        if !must_pass(board, mechanics) {
            return Some(stuck_value(board, rules.stuck));
        }
        found(Step {
            played: Move::Pass,
            gain: 0,
            after: board.rotated(),
            is_quiet: true,
        });
        return None;
    }
    for pit in legal {
        let effect = effect(board, pit, mechanics);
        found(Step {
            played: Move::Sow(pit),
            gain: effect.captured.cast_signed() - effect.conceded.cast_signed(),
            after: effect.board.rotated(),
            is_quiet: effect.captured == 0 && effect.conceded == 0,
        });
    }
    None
}
