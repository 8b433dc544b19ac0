//! The worked examples of the rules page.

use super::brute::Layers;
use super::*;

#[test]
fn e_draws_and_the_slam_f_loses_under_abapa() {
    let game = game("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "");
    let solution = without_oracle(&game);
    assert_eq!(
        move_values(&game, &solution),
        [('E', Some(0)), ('F', Some(-4))]
    );
    assert_eq!(exact(&solution), Some(0));
    let best: String = solution
        .best
        .iter()
        .map(|played| played.letter(game.position().to_move()))
        .collect();
    assert_eq!(best, "E");
    assert!(solution.moves[1].is_grand_slam && solution.moves[1].captured == 0);
}

#[test]
fn pit_of_six_is_illegal_and_the_others_lose_in_the_awari_example() {
    // The values are from the rules page; proving both takes tables of more seeds than a
    // test builds, so here they are enclosed, with and without the oracle.
    let board = Board::new([0, 0, 6, 0, 3, 5], [2, 1, 1, 0, 0, 0]);
    let game = set_up(rules("awari"), board);
    let layers = Layers::solve(rules("awari"), 8);
    for oracle in [&NoOracle as &dyn Oracle, &layers] {
        let solution = solved(&game, oracle, &options(Some(150_000), 1 << 22));
        let found: Vec<(char, bool)> = solution
            .moves
            .iter()
            .zip([-2, -6])
            .map(|(known, value)| {
                let bounds = known.bounds;
                (
                    known.played.letter(game.position().to_move()),
                    bounds.lower.seeds() <= value && value <= bounds.upper.seeds(),
                )
            })
            .collect();
        assert_eq!(found, [('E', true), ('F', true)]);
    }
}

#[test]
fn finished_game_is_exact_and_has_no_moves() {
    for (rules, start, moves, score) in [
        ("abapa", "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", "", 2),
        ("abapa", "0-0-0-0-0-0-0-2-0-0-3-0-21-22-S", "", -6),
        (
            "abapa",
            "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S",
            "AaBbCcDdEeFf",
            0,
        ),
        ("marquoir", "0-0-0-0-0-5-1-1-1-1-1-0-19-19-S", "", -10),
        ("jedisjeux", "1-0-0-0-0-1-1-0-2-0-0-0-23-20-S", "", 3),
        ("codingame", "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", "", 2),
    ] {
        let game = game(rules, start, moves);
        let solution = without_oracle(&game);
        assert_eq!(exact(&solution), Some(score), "{rules} {start}");
        assert!(solution.moves.is_empty() && solution.over == game.end());
    }
}

#[test]
fn play_goes_on_past_the_target_to_the_last_seed() {
    let game = game("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-30-15-S", "");
    assert!(game.end().is_some());
    let solution = without_oracle(&game);
    assert_eq!(exact(&solution), Some(16));
    assert_eq!((solution.moves.len(), solution.over), (2, game.end()));
}

#[test]
fn target_that_is_a_majority_is_accepted() {
    let game = game("abapa+target=30", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "");
    assert_eq!(exact(&without_oracle(&game)), Some(0));
}
