//! Running games: positions visited since the last capture are ends of the game.
//!
//! Three wrong searches were tried against these tests, and each fails them: storing a
//! result that rests on a repetition above the node as if it were the board's; asking the
//! oracle in the layer of a root whose past can be met again; keying by the board alone
//! under own-row repetition.

use super::brute::{Layers, Paths, boards};
use super::*;

/// The value of the game after some moves, as it ends or by `solve`.
fn value_after(rules_text: &str, start: &str, moves: &str, oracle: &dyn Oracle) -> Option<i8> {
    let game = game(rules_text, start, moves);
    exact(&solved(&game, oracle, &options(Some(2_000_000), 1 << 20)))
}

#[test]
fn abapa_line_leaves_only_the_repetition_where_the_fresh_board_is_lost() {
    let running = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    assert_eq!(
        value_after("abapa", running, "AaBbCcDdEeF", &NoOracle),
        Some(0)
    );
    let fresh = "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N";
    // 23-25: North, to move, has two more.
    assert_eq!(value_after("abapa", fresh, "", &NoOracle), Some(2));
}

#[test]
fn awari_line_leaves_only_the_repetition_where_the_fresh_board_is_won() {
    let start = "0-0-0-0-1-1-0-0-0-0-0-1-22-23-S";
    let moves = "FaEfAbBcCdD";
    let running = game("awari", start, moves);
    let fresh = Game::new(running.position(), running.rules());
    let layers = Layers::solve(rules("awari"), 3);
    assert_eq!(layers.value(running.position().board()), 3);
    let stores = running.position().store_difference().seeds();
    for oracle in [&NoOracle as &dyn Oracle, &layers] {
        for whole_layer_seeds in [0, 6] {
            let options = SolveOptions {
                whole_layer_seeds,
                ..options(Some(2_000_000), 1 << 20)
            };
            let solution = solved(&running, oracle, &options);
            assert_eq!(move_values(&running, &solution), [('e', Some(stores))]);
            let solution = solved(&fresh, oracle, &options);
            assert_eq!(exact(&solution), Some(stores + 3));
        }
    }
}

/// A game of quiet random moves from a random board, not over yet.
fn random_running_game(rules: Rules, seeds: u8, random: &mut Random) -> Game {
    let all = boards(seeds);
    loop {
        let mut game = set_up(rules, all[random.below(all.len())]);
        for _ in 0..random.below(14) {
            let quiet: Vec<Move> = oware::game::legal_moves(game.position().board(), rules)
                .filter(|&played| {
                    let mut next = game.clone();
                    next.play(played).is_ok()
                        && next.end().is_none()
                        && next.quiet_plies() > game.quiet_plies()
                })
                .collect();
            if quiet.is_empty() {
                break;
            }
            game.play(quiet[random.below(quiet.len())]).unwrap();
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// Compares every move of random running games with minimax over paths.
fn agree_with_paths(rules_text: &str, oracle: &dyn Oracle, counts: &[(u8, usize)]) {
    let rules = rules(&format!("{rules_text}+target=48"));
    let mut random = Random(0xC0FFEE);
    let mut compared = 0;
    for &(seeds, count) in counts {
        for _ in 0..count {
            let game = random_running_game(rules, seeds, &mut random);
            let visited = game
                .visited()
                .iter()
                .map(|position| (position.board(), position.to_move()))
                .collect();
            let Some(values) = Paths::new(rules, visited, 300_000).move_values() else {
                continue;
            };
            compared += 1;
            for whole_layer_seeds in [0, 6] {
                let options = SolveOptions {
                    whole_layer_seeds,
                    ..options(Some(200_000), 1 << 18)
                };
                let solution = solved(&game, oracle, &options);
                let stores = game.position().store_difference().seeds();
                for (known, &(played, value)) in solution.moves.iter().zip(&values) {
                    let context = format!("{rules} {} {:?}", game.start(), game.moves());
                    assert_eq!(known.played, played);
                    let (lower, upper) = (known.bounds.lower.seeds(), known.bounds.upper.seeds());
                    let value = value + stores;
                    assert!(
                        lower <= value && value <= upper,
                        "{context}: {value} not in {lower}..{upper} for {played:?}"
                    );
                    // As a whole everything is proved where the argument covers the rules.
                    let is_covered =
                        rules.repetition() != 3 || oracle.probe(Board::EMPTY).is_some();
                    if whole_layer_seeds > 0 && is_covered {
                        assert_eq!(lower, upper, "{context}: {played:?} is not proved");
                    }
                }
            }
        }
    }
    assert!(compared > 30, "only {compared} games could be compared");
}

const COUNTS: [(u8, usize); 3] = [(2, 60), (3, 120), (4, 60)];

#[test]
fn random_running_games_under_abapa_agree_with_minimax_over_paths() {
    agree_with_paths("abapa", &NoOracle, &COUNTS);
}

#[test]
fn random_running_games_under_other_own_row_rules_agree_with_minimax_over_paths() {
    agree_with_paths("marquoir", &NoOracle, &COUNTS);
    agree_with_paths("playstrategy+repetition=3", &NoOracle, &[(2, 80)]);
    agree_with_paths("awale-africa", &NoOracle, &[(2, 80), (3, 40)]);
}

#[test]
fn random_running_games_under_awari_agree_with_minimax_over_paths() {
    let layers = Layers::solve(rules("awari"), 4);
    agree_with_paths("awari", &layers, &COUNTS);
    agree_with_paths("awari", &NoOracle, &COUNTS);
}

#[test]
fn random_running_games_to_the_third_occurrence_agree_with_minimax_over_paths() {
    let layers = Layers::solve(rules("awari"), 4);
    agree_with_paths("awari+repetition=3", &layers, &[(2, 120), (3, 60)]);
}
