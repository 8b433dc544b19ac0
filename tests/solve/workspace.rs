//! A workspace keeps what it found from position to position, and nothing of it is wrong in
//! the next one: not what rested on another past, nor on other rules.

use std::sync::Mutex;

use oware::endgame::Database;
use oware::solve::{Deepened, Purpose, Workspace};

use super::brute::boards;
use super::*;

/// A game of random moves from a random board, and the games that it was after each ply.
fn random_plies(rules: Rules, seeds: u8, plies: usize, random: &mut Random) -> Vec<Game> {
    let all = boards(seeds);
    let mut game = set_up(rules, all[random.below(all.len())]);
    let mut games = Vec::new();
    while game.end().is_none() && games.len() < plies {
        games.push(game.clone());
        let moves: Vec<Move> = oware::game::legal_moves(game.position().board(), rules).collect();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    games
}

#[test]
fn plies_of_games_in_any_order_are_worth_what_fresh_solving_says() {
    let mut random = Random(0x5EED);
    let (mut compared, mut exact_count) = (0, 0);
    // One workspace for all games and rules, in turn.
    let mut workspace = Workspace::new(1 << 18).unwrap();
    for round in 0..12 {
        let text = ["awari", "abapa", "marquoir-famine"][round % 3];
        let rules = rules(&format!("{text}+target=48"));
        let tables = Database::embedded(&rules.value_rules()).unwrap();
        let seeds = [7, 9, 5][round % 3];
        let mut games = random_plies(rules, seeds, 16, &mut random);
        if round % 2 == 0 {
            games.reverse();
        }
        let options = options(Some(60_000), 1 << 18);
        for game in &games {
            let kept = workspace
                .solve(game, tables.as_ref(), &options, &Silent)
                .unwrap();
            check(game, &kept);
            let fresh =
                oware::solve::solve_with_tables(game, tables.as_ref(), &options, &Silent).unwrap();
            let name = format!("{text} {} {:?}", game.start(), game.moves());
            assert!(
                kept.bounds.lower <= fresh.bounds.upper && fresh.bounds.lower <= kept.bounds.upper,
                "{name}: {:?} and {:?}",
                kept.bounds,
                fresh.bounds
            );
            for (kept, fresh) in kept.moves.iter().zip(&fresh.moves) {
                assert!(
                    kept.bounds.lower <= fresh.bounds.upper
                        && fresh.bounds.lower <= kept.bounds.upper,
                    "{name}: {kept:?} and {fresh:?}"
                );
            }
            compared += 1;
            exact_count += usize::from(kept.bounds.is_exact() && fresh.bounds.is_exact());
        }
    }
    assert!(
        compared > 60 && exact_count * 10 > compared * 8,
        "{exact_count} of {compared}"
    );
}

#[test]
fn knowledge_spares_work_until_it_is_cleared() {
    let game = game("awari", "1-1-0-3-1-2-0-3-2-1-1-1-16-16-S", "");
    let tables = Database::embedded(&game.rules().value_rules()).unwrap();
    let mut workspace = Workspace::new(1 << 22).unwrap();
    let mut options = SolveOptions {
        purpose: Purpose::Move,
        whole_layer_seeds: 0,
        ..options(None, 1 << 22)
    };
    options.limits.depth_plies = Some(21);
    let nodes = |workspace: &mut Workspace| {
        workspace
            .solve(&game, tables.as_ref(), &options, &Silent)
            .unwrap()
            .nodes
    };
    let first = nodes(&mut workspace);
    let second = nodes(&mut workspace);
    assert!(
        second < first / 2,
        "by now most is known: {second} of {first}"
    );
    workspace.clear().unwrap();
    assert_eq!(nodes(&mut workspace), first);
}

#[test]
fn depths_are_told_in_order_with_lines_that_can_be_played() {
    let game = game("abapa", "startpos", "DbEc");
    let told: Mutex<Vec<Deepened>> = Mutex::new(Vec::new());
    let solution = Workspace::new(1 << 22)
        .unwrap()
        .solve_watched(
            &game,
            None,
            &options(Some(60_000), 1 << 22),
            &Silent,
            &|deepened| {
                told.lock().unwrap().push(deepened.clone());
            },
        )
        .unwrap();
    let told = told.into_inner().unwrap();
    let depths: Vec<u16> = told.iter().map(|deepened| deepened.depth_plies).collect();
    let expected: Vec<u16> = (1..=solution.depth_plies).collect();
    assert_eq!(depths, expected);
    for deepened in &told {
        assert!(!deepened.pv.is_empty());
        check_line(&game, &deepened.pv, None);
        assert!(deepened.bounds.lower <= deepened.value && deepened.value <= deepened.bounds.upper);
    }
    assert!(told.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
}
