//! The end of the playing search: captures followed until none pays.

use crate::game::{Board, Mechanics, PITS_PER_ROW, effect, legal, must_pass, stuck_value};

use super::step::{NO_STEP, Step, pick};
use super::{Estimator, SEED, evaluate};

impl<M: Mechanics> Estimator<'_, M> {
    /// Follows captures until none pays; standing still is the other choice.
    pub(super) fn captures(&mut self, board: Board, mut alpha: i32, beta: i32) -> i32 {
        if !self.spend() {
            return 0;
        }
        if let Some(value) = self.known(board) {
            return value;
        }
        let mut best = evaluate(board);
        // What ends at once is no matter of a glance.
        let has_moves = board.mover_row() != 0 && board.opponent_row() != 0;
        if best >= beta && has_moves {
            return best;
        }
        let moves = legal(board, self.mechanics);
        if moves.is_empty() && !must_pass(board, self.mechanics) {
            return i32::from(stuck_value(board, self.rules.stuck).seeds()) * SEED;
        }
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut steps = [NO_STEP; PITS_PER_ROW];
        let mut count = 0;
        for pit in moves.intersection(board.threatening()) {
            let effect = effect(board, pit, self.mechanics);
            if effect.captured > effect.conceded {
                steps[count] = Step {
                    board: effect.board.rotated(),
                    order: i32::from(effect.captured),
                    gain: effect.captured.cast_signed() - effect.conceded.cast_signed(),
                    ..NO_STEP
                };
                count += 1;
            }
        }
        for index in 0..count {
            pick(&mut steps, index, count);
            let step = steps[index];
            let gain = i32::from(step.gain) * SEED;
            let value = gain - self.captures(step.board, gain - beta, gain - alpha);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
