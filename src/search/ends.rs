//! What a board pays that is over without history.
//!
//! The order is that of the rules: no seeds, few seeds, no move. The target is left out on
//! purpose: an exact value plays on to the last seed.

use crate::game::{
    Board, Mechanics, Net, ValueRules, legal, must_pass, own_rows_value, stuck_value,
};

/// The net value of a board that is over, seen by the mover; `None` when play goes on.
#[inline]
pub(crate) fn ended<M: Mechanics>(board: Board, rules: &ValueRules, mechanics: M) -> Option<Net> {
    let seeds = board.seeds();
    if seeds == 0 {
        return Some(Net::ZERO);
    }
    if seeds <= rules.few_seeds {
        return Some(if rules.few_to_own_side {
            own_rows_value(board)
        } else {
            // To nobody, or half each: no difference.
            Net::ZERO
        });
    }
    (legal(board, mechanics).is_empty() && !must_pass(board, mechanics))
        .then(|| stuck_value(board, rules.stuck))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn few_seeds_come_before_the_stuck_player() {
        let board = Board::new([0, 0, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0]);
        let value = |rules: &str| {
            let rules: Rules = rules.parse().unwrap();
            ended(board, &rules.value_rules(), rules).map(Net::seeds)
        };
        assert_eq!(value("abapa"), Some(-3));
        assert_eq!(value("jedisjeux"), Some(0));
        assert_eq!(value("jedisjeux+few-seeds=2"), Some(-3));
        assert_eq!(value("marquoir-famine"), None, "he passes");
    }
}
