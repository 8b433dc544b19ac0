//! The boards that lead to a given board without a capture.
//!
//! Sowing is undone seed by seed: the pit it began in is empty now, and each further seed
//! comes from the next pit round the board, as long as that pit has one to give. Whether
//! the last seed would have captured is seen on the board itself, so hardly a candidate
//! needs its move played again.

use crate::game::{Board, Feeding, GrandSlam, Mechanics, PITS_PER_ROW, Pit, effect, lane, legal};

/// Calls `found` with each board from which a legal move that takes nothing leads to
/// `board`; each is seen by its own mover, who is the opponent here.
#[inline]
pub(crate) fn for_each_predecessor<M: Mechanics>(
    board: Board,
    mechanics: M,
    mut found: impl FnMut(Board),
) {
    // The rows as the player who moved saw them after his move.
    let (own, other) = (board.opponent_row(), board.mover_row());
    if mechanics.feeding() == Feeding::Pass && own == 0 && other != 0 {
        found(board.rotated());
    }
    for origin in Pit::ALL {
        let shift = lane(origin);
        if own >> shift & 0xFF != 0 {
            continue;
        }
        let mut own_before = own;
        let mut other_before = other;
        let mut hole = origin.index();
        loop {
            // The next hole but the origin gives a seed back to the origin.
            hole = (hole + 1) % (2 * PITS_PER_ROW);
            if hole == origin.index() {
                continue;
            }
            let (row, at) = if hole < PITS_PER_ROW {
                (&mut own_before, lane(Pit::ALL[hole]))
            } else {
                (&mut other_before, lane(Pit::ALL[hole - PITS_PER_ROW]))
            };
            if *row >> at & 0xFF == 0 {
                break;
            }
            *row -= 1 << at;
            own_before += 1 << shift;
            let before = Board::from_rows(own_before, other_before);
            let last = if hole < PITS_PER_ROW {
                0
            } else {
                other >> at & 0xFF
            };
            if leads_quietly(before, origin, board, last, mechanics) {
                found(before);
            }
        }
    }
}

/// Whether sowing `origin`, whose last seed made `last` in an opposing pit (0 for an own
/// one), is legal and takes nothing.
#[inline]
fn leads_quietly<M: Mechanics>(
    before: Board,
    origin: Pit,
    after: Board,
    last: u64,
    mechanics: M,
) -> bool {
    if after.mover_row() == 0 {
        // The move leaves the opponent nothing; only the whole rule can tell.
        return legal(before, mechanics).contains(origin);
    }
    if last != 2 && last != 3 {
        return true;
    }
    match mechanics.grand_slam() {
        // These let some slams take nothing.
        GrandSlam::NoCapture | GrandSlam::KeepFirst | GrandSlam::KeepLast => {
            !before.opponent_has_big_pit() && effect(before, origin, mechanics).captured == 0
        }
        GrandSlam::Forbidden
        | GrandSlam::UnlessForced
        | GrandSlam::Capture
        | GrandSlam::OpponentTakesRest => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::index::{Layer, Rank};
    use super::*;
    use crate::game::{Rules, must_pass};

    #[test]
    fn predecessors_and_quiet_successors_invert_each_other() {
        for rules in [
            "abapa",
            "awari",
            "marquoir",
            "marquoir-famine",
            "abapa+grand-slam=keep-first",
            "abapa+grand-slam=keep-last",
            "abapa+grand-slam=opponent-takes-rest",
            "abapa+grand-slam=capture",
        ] {
            let rules: Rules = rules.parse().unwrap();
            for layer in Layer::up_to(6).skip(1) {
                let mut forward = HashSet::new();
                let mut backward = HashSet::new();
                for rank in 0..layer.boards() {
                    let board = layer.unrank(Rank::new(rank));
                    for pit in legal(board, rules) {
                        let effect = effect(board, pit, rules);
                        if effect.captured == 0 && effect.conceded == 0 {
                            assert!(forward.insert((board, effect.board.rotated())));
                        }
                    }
                    if must_pass(board, rules) {
                        assert!(forward.insert((board, board.rotated())));
                    }
                    for_each_predecessor(board, rules, |before| {
                        assert!(backward.insert((before, board)), "found twice");
                    });
                }
                assert_eq!(forward, backward, "{rules}, {} seeds", layer.seeds());
            }
        }
    }
}
