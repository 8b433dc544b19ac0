//! Rules under which an endless line counts 0, against value iteration over whole layers.

use super::brute::{Layers, boards};
use super::*;

/// Every family of mechanics, with an endless line that counts 0.
const ZERO_LOOP_RULES: [&str; 12] = [
    "awari",
    "jedisjeux+few-seeds=0",
    "jedisjeux+few-seeds=2",
    "jedisjeux+few-seeds=2+few-settle=own-side",
    "board-and-pieces",
    "marquoir+settle=even",
    "marquoir-famine+repetition=0",
    "abapa+settle=nobody+grand-slam=capture",
    "abapa+settle=even+grand-slam=keep-first",
    "abapa+settle=even+grand-slam=keep-last+feeding=pass",
    "abapa+settle=even+grand-slam=opponent-takes-rest",
    "awari+repetition=3+stuck=opponent",
];

fn agree(rules: Rules, layers: &Layers, board: Board, oracle: &dyn Oracle, hash_bytes: usize) {
    let game = set_up(rules, board);
    let solution = solved(&game, oracle, &options(Some(5_000_000), hash_bytes));
    assert_eq!(
        exact(&solution),
        Some(layers.value(board)),
        "{rules} {board:?}"
    );
}

#[test]
fn every_board_of_up_to_three_seeds_agrees_with_value_iteration() {
    for text in ZERO_LOOP_RULES {
        let layers = Layers::solve(rules(text), 3);
        for board in (1..=3).flat_map(boards) {
            agree(rules(text), &layers, board, &NoOracle, 1 << 16);
        }
    }
}

#[test]
fn boards_of_four_to_six_seeds_agree_with_and_without_an_oracle() {
    let mut random = Random(0x9E37_79B9);
    for text in ZERO_LOOP_RULES {
        let layers = Layers::solve(rules(text), 6);
        let samples: Vec<Board> = [(4, 60), (5, 30), (6, 20)]
            .into_iter()
            .flat_map(|(seeds, count)| {
                let all = boards(seeds);
                (0..count)
                    .map(|_| all[random.below(all.len())])
                    .collect::<Vec<_>>()
            })
            .collect();
        for &board in &samples {
            agree(rules(text), &layers, board, &NoOracle, 1 << 18);
        }
        let lower = Layers::solve(rules(text), 4);
        for &board in &samples {
            agree(rules(text), &layers, board, &lower, 1 << 18);
        }
    }
}

#[test]
fn search_by_lines_alone_agrees_on_three_seeds() {
    let lines_only = SolveOptions {
        whole_layer_seeds: 0,
        ..options(Some(100_000), 1 << 18)
    };
    for text in ZERO_LOOP_RULES {
        let layers = Layers::solve(rules(text), 3);
        let mut proved = 0;
        for board in boards(3) {
            let solution = solved(&set_up(rules(text), board), &NoOracle, &lines_only);
            let (bounds, value) = (solution.bounds, layers.value(board));
            assert!(bounds.lower.seeds() <= value && value <= bounds.upper.seeds());
            proved += usize::from(bounds.is_exact());
        }
        assert!(proved > 330, "{text}: only {proved} of 364 were proved");
    }
}

#[test]
fn root_that_the_oracle_knows_is_exact_at_once() {
    let layers = Layers::solve(rules("awari"), 6);
    let mut random = Random(11);
    let all = boards(6);
    for _ in 0..200 {
        let board = all[random.below(all.len())];
        let lines_only = SolveOptions {
            whole_layer_seeds: 0,
            ..options(Some(2_000), 1 << 12)
        };
        let solution = solved(&set_up(rules("awari"), board), &layers, &lines_only);
        assert_eq!(exact(&solution), Some(layers.value(board)), "{board:?}");
    }
}

#[test]
fn size_of_the_table_changes_no_value() {
    let layers = Layers::solve(rules("awari"), 4);
    let mut random = Random(7);
    let all = boards(4);
    for _ in 0..40 {
        let board = all[random.below(all.len())];
        for hash_bytes in [0, 1 << 10, 1 << 22] {
            agree(rules("awari"), &layers, board, &NoOracle, hash_bytes);
        }
    }
}
