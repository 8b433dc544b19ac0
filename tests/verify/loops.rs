//! Values that support themselves round a loop pass the first check and fail the second.

use super::*;
use oware::endgame::{Rank, WrongValue};
use oware::game::{Board, Move, effect, legal_moves};

/// The board after a move that takes nothing, seen by the next mover.
fn quiet_after(board: Board, played: Move, rules: ValueRules) -> Option<Board> {
    match played {
        Move::Pass => Some(board.rotated()),
        Move::Sow(pit) => {
            let effect = effect(board, pit, rules);
            (effect.captured == 0 && effect.conceded == 0).then(|| effect.board.rotated())
        }
    }
}

/// Two seeds opposite each other run in a circle for ever: forced moves, worth 0.
pub(super) fn circle(rules: ValueRules) -> Vec<Board> {
    let start = Board::new([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]);
    let mut boards = vec![start];
    loop {
        let board = *boards.last().unwrap();
        let played = legal_moves(board, rules).next().unwrap();
        let next = quiet_after(board, played, rules).unwrap();
        if next == start {
            return boards;
        }
        boards.push(next);
    }
}

#[test]
fn a_planted_loop_of_two_seeds_passes_the_first_check_and_fails_the_second() {
    let text = "abapa+settle=even";
    let rules = values(text);
    let mut layers = built(text, 2);
    let boards = circle(rules);
    assert_eq!(boards.len() % 2, 0, "both sides meet it always alike");
    let layer = Layer::new(2);
    for (ply, board) in boards.iter().enumerate() {
        let rank = layer.rank(*board).get() as usize;
        assert_eq!(layers[2][rank], 0);
        layers[2][rank] = (if ply % 2 == 0 { 2_i8 } else { -2 }).cast_unsigned();
    }

    settled_wrongly(&rules, &mut layers, 2);
    let planted = |board: &Board| layers[2][layer.rank(*board).get() as usize].cast_signed();
    assert!(boards.iter().all(|board| planted(board).abs() == 2));

    // The first check alone finds nothing: each value is the best over its moves.
    let sampled = with_known(&rules, &layers, |known| {
        check_sample(known, &rules, 10_000, 7)
    });
    assert!(sampled.is_empty(), "{sampled:?}");

    let faults = checked(&rules, &layers);
    assert!(faults.count() >= boards.len() as u64);
    for fault in faults.first() {
        assert_eq!(fault.wrong, WrongValue::Unsupported);
        assert!(!fault.moves.is_empty());
    }
    let message = faults.first()[0].to_string();
    assert!(
        message.contains("-0-0-S (board ") && message.contains("which only a loop supports"),
        "{message}"
    );
}

/// From a layer made wrong at one value, takes the best over the moves again and again
/// until that changes nothing: what is still wrong then passes the first check everywhere.
pub(super) fn settled_wrongly(rules: &ValueRules, layers: &mut [Vec<u8>], seeds: usize) {
    let layer = Layer::new(seeds as u8);
    for _ in 0..100 {
        let mut changed = false;
        for rank in 0..layer.boards() {
            let board = layer.unrank(Rank::new(rank));
            let value = |board: Board| {
                let layer = Layer::of(board);
                layers[usize::from(layer.seeds())][layer.rank(board).get() as usize].cast_signed()
            };
            if board.seeds() <= rules.few_seeds {
                continue;
            }
            let best = legal_moves(board, *rules)
                .map(|played| match played {
                    Move::Pass => -value(board.rotated()),
                    Move::Sow(pit) => {
                        let effect = effect(board, pit, *rules);
                        effect.captured.cast_signed()
                            - effect.conceded.cast_signed()
                            - value(effect.board.rotated())
                    }
                })
                .max();
            if let Some(best) = best.filter(|&best| best != value(board)) {
                layers[seeds][rank as usize] = best.cast_unsigned();
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

#[test]
fn wrong_values_that_settle_round_loops_are_found_under_all_rules() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut planted = 0;
    for text in LOOPS_COUNT_0 {
        let rules = values(text);
        let right = built(text, 4);
        for seeds in 2..=4_usize {
            // Small layers settle on wrong values more often, and sooner.
            for _ in 0..[40, 10, 3][seeds - 2] {
                let mut layers = right[..=seeds].to_vec();
                // Wrong values everywhere at first, so that some keep each other up.
                let most = seeds as i8;
                for value in &mut layers[seeds] {
                    *value = random.i8(-most..=most).cast_unsigned();
                }
                settled_wrongly(&rules, &mut layers, seeds);
                let differs = layers[seeds] != right[seeds];
                let sampled = with_known(&rules, &layers, |known| {
                    check_sample(known, &rules, 10_000, 1)
                });
                planted += u32::from(differs && sampled.is_empty());
                let faults = checked(&rules, &layers);
                assert_eq!(!faults.is_empty(), differs, "{text}, {seeds} seeds");
            }
        }
    }
    assert!(planted > 5, "only {planted} passed the first check");
}
