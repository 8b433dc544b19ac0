//! What a board pays that is over without history.
//!
//! The order is that of the rules: no seeds, few seeds, no move. The target is left out on
//! purpose: an exact value plays on to the last seed.

use crate::game::{
    Board, Mechanics, Net, PITS_PER_ROW, ValueRules, legal, must_pass, own_rows_value, stuck_value,
};

/// The fewest plies after which a board can come back with the same player to move.
///
/// Round a cycle as many seeds pass into a pit as out of it, so as many pass every border
/// between neighbours, and more than none. A pit that is never sown from keeps one seed of
/// every sowing that passes it, and only grows. So every pit is sown from, one a ply.
pub(crate) const SHORTEST_CYCLE_PLIES: usize = 2 * PITS_PER_ROW;

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
    use crate::game::{Rules, effect};

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

    /// The boards after one quiet move.
    fn after(board: Board, rules: Rules) -> Vec<Board> {
        if must_pass(board, rules) {
            return vec![board.rotated()];
        }
        legal(board, rules)
            .map(|pit| effect(board, pit, rules))
            .filter(|effect| effect.captured == 0 && effect.conceded == 0)
            .map(|effect| effect.board.rotated())
            .collect()
    }

    #[test]
    fn no_board_comes_back_before_every_pit_was_sown_from() {
        let mut least = usize::MAX;
        for text in ["abapa", "awari", "marquoir-famine", "playstrategy"] {
            let rules: Rules = text.parse().unwrap();
            for (mover, opponent) in [
                ([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
                ([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]),
                ([0, 0, 1, 0, 1, 0], [0, 1, 0, 0, 0, 0]),
                ([0, 0, 0, 0, 0, 2], [2, 0, 0, 1, 0, 0]),
                ([0, 15, 0, 0, 0, 0], [0, 0, 0, 0, 0, 14]),
            ] {
                let start = Board::new(mover, opponent);
                let mut reached = vec![start];
                for ply in 1..=SHORTEST_CYCLE_PLIES {
                    reached = reached
                        .into_iter()
                        .flat_map(|board| after(board, rules))
                        .collect();
                    reached.sort_unstable_by_key(|board| (board.mover_row(), board.opponent_row()));
                    reached.dedup();
                    if ply % 2 == 0 && reached.contains(&start) {
                        least = least.min(ply);
                    }
                }
            }
        }
        assert_eq!(least, SHORTEST_CYCLE_PLIES, "and not later either");
    }
}
