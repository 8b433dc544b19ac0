//! Judged games: their values are those of solving, from one yardstick, with the history
//! that the game really has.

use std::sync::atomic::{AtomicU64, Ordering};

use oware::analysis::{
    AnalysisOptions, Class, JudgedGame, Reason, Thresholds, Yardstick, judge_game, judge_position,
};
use oware::endgame::Database;
use oware::game::{Game, Outcome, Player, Rules, Score, legal_moves, parse_moves};
use oware::progress::{Progress, Silent};
use oware::record::{CheckedRecord, ReadOptions, read};
use oware::solve::{Limits, SolveOptions, solve_with_tables};

/// Looking so far ahead, with small memory; what tables and proofs know is exact anyway.
fn options(depth_plies: u16) -> AnalysisOptions {
    AnalysisOptions {
        solve: SolveOptions {
            limits: Limits {
                depth_plies: Some(depth_plies),
                ..Limits::default()
            },
            hash_bytes: 1 << 20,
            ..SolveOptions::default()
        },
        thresholds: Thresholds::default(),
    }
}

fn judge(checked: &CheckedRecord, options: &AnalysisOptions) -> JudgedGame {
    let tables = Database::embedded(&checked.rules().value_rules()).unwrap();
    judge_game(checked, tables.as_ref(), options, &Silent).unwrap()
}

/// A record in letters or OGN.
fn record(text: &str, rules: &str) -> CheckedRecord {
    let options = ReadOptions {
        rules: Some(rules.parse().unwrap()),
        ..ReadOptions::default()
    };
    let mut read = read(text, &options).unwrap();
    read.games.remove(0).unwrap().checked
}

/// A game of random moves.
fn random_game(start: &str, rules: &str, seed: u64, longest: usize) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(start.parse().unwrap(), rules.parse().unwrap());
    while game.end().is_none() && game.moves().len() < longest {
        let moves: Vec<_> = legal_moves(game.position().board(), game.rules()).collect();
        game.play(*random.choice(&moves).unwrap()).unwrap();
    }
    game
}

/// What must hold of every judged game.
fn check(judged: &JudgedGame) {
    let mut decisions = [0; 2];
    for ply in &judged.plies {
        let judgement = ply.judgement;
        let (before, after) = (judgement.before, judgement.after);
        if let (Some(loss), Some(from), Some(to)) = (judgement.loss, before.value, after.value) {
            assert_eq!(before.is_exact, after.is_exact, "{ply:?}");
            assert_eq!(
                i32::from(loss),
                i32::from(from.seeds() - to.seeds()),
                "{ply:?}"
            );
            assert!(
                ply.bounds.lower <= from && from <= ply.bounds.upper,
                "{ply:?}"
            );
        }
        match judgement.yardstick {
            Yardstick::Exact => {
                assert!(before.is_exact && ply.bounds.is_exact());
                let is_best = ply.best.contains(&ply.played);
                assert_eq!(is_best, judgement.loss == Some(0), "{ply:?}");
            }
            Yardstick::Depth(depth) => assert!(depth > 0 && !before.is_exact),
            Yardstick::None => assert!(judgement.class.mark().is_some() || ply.is_forced()),
        }
        if ply.is_forced() {
            assert_eq!(judgement.class, Class::Forced);
        }
        decisions[ply.side as usize] +=
            usize::from(!matches!(judgement.class, Class::Forced | Class::Unjudged));
        assert_eq!(
            ply.before.play(ply.played, judged.rules()).unwrap(),
            ply.after
        );
    }
    for side in Player::ALL {
        let summary = judged.summary_of(side);
        assert_eq!(summary.decisions, decisions[side as usize]);
        let marked = summary.inaccuracies + summary.mistakes + summary.blunders;
        assert_eq!(summary.best + summary.good + marked, summary.decisions);
        assert_eq!(summary.best_share().is_some(), summary.decisions >= 5);
    }
}

#[test]
fn values_within_the_tables_are_those_of_solving_at_every_ply() {
    let mut judged_plies = 0;
    let mut after_captures = 0;
    for (rules, start) in [
        ("abapa", "0-2-0-1-0-0-0-1-0-0-1-1-21-21-S"),
        ("abapa", "1-0-0-1-0-0-1-0-0-1-0-1-21-22-N"),
        ("awari", "0-2-0-1-1-0-0-1-0-1-1-1-20-20-S"),
        ("awari", "1-0-1-0-1-1-0-0-2-0-1-0-20-21-N"),
        ("board-and-pieces", "1-0-1-0-1-0-0-0-2-0-1-0-21-21-S"),
    ] {
        for seed in 0..1 {
            let game = random_game(start, rules, seed, 40);
            let rules = game.rules();
            let tables = Database::embedded(&rules.value_rules()).unwrap();
            let exact = AnalysisOptions {
                solve: SolveOptions {
                    limits: Limits::default(),
                    whole_layer_seeds: 8,
                    ..options(1).solve
                },
                ..options(1)
            };
            let checked = CheckedRecord::from_game(&game);
            let judged = judge_game(&checked, tables.as_ref(), &exact, &Silent).unwrap();
            check(&judged);
            let mut replay = Game::new(game.start(), rules);
            for ply in &judged.plies {
                let solve = |game: &Game| {
                    let solved =
                        solve_with_tables(game, tables.as_ref(), &exact.solve, &Silent).unwrap();
                    solved.bounds.value().expect("tables and search prove it")
                };
                assert_eq!(ply.judgement.before.value, Some(solve(&replay)), "{ply:?}");
                if replay.quiet_plies() == 0
                    && let Some(tables) = &tables
                {
                    let net = tables.probe(ply.before.board()).unwrap().unwrap();
                    let score = ply.before.score(net.value().unwrap());
                    assert_eq!(ply.judgement.before.value, Some(score), "{ply:?}");
                    after_captures += 1;
                }
                replay.play(ply.played).unwrap();
                assert_eq!(ply.judgement.after.value, Some(-solve(&replay)), "{ply:?}");
                assert_eq!(ply.judgement.yardstick, Yardstick::Exact);
                judged_plies += 1;
            }
            assert_eq!(judged.exact_from(), Some(1));
        }
    }
    assert!(
        judged_plies > 40 && after_captures > 5,
        "{judged_plies} {after_captures}"
    );
}

#[test]
fn what_a_move_leaves_is_what_the_next_ply_begins_with() {
    // Only what tables know of layers: none is solved for these games.
    let options = AnalysisOptions {
        solve: SolveOptions {
            whole_layer_seeds: 8,
            ..options(2).solve
        },
        ..options(2)
    };
    let mut games: Vec<CheckedRecord> = Vec::new();
    for entry in std::fs::read_dir("data/games").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "md") {
            let text = std::fs::read_to_string(path).unwrap();
            let found = read(&text, &ReadOptions::default()).unwrap().games;
            games.extend(found.into_iter().map(|game| game.unwrap().checked));
        }
    }
    let samples = games.len();
    for (rules, start) in [
        ("awari", "1-0-1-0-1-1-0-0-2-0-1-1-20-20-S"),
        ("awari", "0-0-0-0-1-1-0-0-0-0-0-1-22-23-S"),
        ("abapa", "1-0-1-0-1-1-0-0-2-0-0-0-21-21-S"),
        ("jedisjeux", "1-0-1-0-1-1-0-0-2-0-1-1-20-20-S"),
    ] {
        for seed in 0..3 {
            let game = random_game(start, rules, seed, 30);
            games.push(CheckedRecord::from_game(&game));
        }
    }
    let (mut of_samples, mut of_others) = (0, 0);
    for (number, checked) in games.iter().enumerate() {
        let judged = judge(checked, &options);
        check(&judged);
        let pairs = if number < samples {
            &mut of_samples
        } else {
            &mut of_others
        };
        for plies in judged.plies.windows(2) {
            let (after, before) = (plies[0].judgement.after, plies[1].judgement.before);
            if after.is_exact && before.is_exact {
                assert_eq!(after.value, before.value.map(|value| -value), "{plies:?}");
                *pairs += 1;
            }
            // What a table knows is known, whatever was visited.
            if number >= samples && checked.rules() != "jedisjeux".parse().unwrap() {
                assert!(after.is_exact && before.is_exact, "{plies:?}");
            }
        }
    }
    assert!(
        of_samples >= 8 && of_others >= 60,
        "{of_samples} {of_others}"
    );
}

#[test]
fn visited_positions_count_as_they_do_in_the_game() {
    // One line is left, to 24-24 by repetition; the board at its end, set up, is 23-25.
    let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let judged = judge(
        &record(&format!("{start} moves AaBbCcDdEeFf"), "abapa"),
        &options(2),
    );
    check(&judged);
    let last = judged.plies.last().unwrap();
    assert_eq!(last.judgement.before.value, Some(Score::ZERO));
    assert!(last.judgement.before.is_exact);
    let set_up = format!("{} moves f", last.before);
    let judged = judge(&record(&set_up, "abapa"), &options(2));
    assert_eq!(judged.plies[0].judgement.before.value, Some(Score::new(2)));
}

#[test]
fn thresholds_change_the_marks() {
    let checked = record(
        "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S moves F",
        "awari+grand-slam=no-capture",
    );
    let class = |thresholds: &str| {
        let options = AnalysisOptions {
            thresholds: thresholds.parse().unwrap(),
            ..options(2)
        };
        judge(&checked, &options).plies[0].class()
    };
    // It turns a draw into 22-26: four seeds and half a point.
    assert_eq!(class("2,5,10"), Class::Mistake);
    assert_eq!(class("2,3,4"), Class::Blunder);
    // Far behind, the same move loses seeds alone.
    let checked = record("0-0-0-0-1-1-1-0-0-0-0-0-10-35-S moves F", "abapa");
    let class = |thresholds: &str| {
        let options = AnalysisOptions {
            thresholds: thresholds.parse().unwrap(),
            ..options(2)
        };
        judge(&checked, &options).plies[0].class()
    };
    assert_eq!(class("2,5,10"), Class::Inaccuracy);
    assert_eq!(class("5,6,10"), Class::Good);
    assert_eq!(class("2,4,10"), Class::Mistake);
    assert_eq!(class("2,3,4"), Class::Blunder);
}

#[test]
fn random_games_by_every_rule_set_are_judged_by_one_yardstick() {
    for rules in oware::game::RuleSet::all() {
        let game = random_game("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", rules.name(), 7, 24);
        let judged = judge(&CheckedRecord::from_game(&game), &options(3));
        check(&judged);
        let measured = judged
            .plies
            .iter()
            .filter(|ply| ply.judgement.loss.is_some());
        assert_eq!(measured.count(), judged.plies.len(), "{}", rules.name());
    }
}

#[test]
fn reasons_say_what_the_rules_did() {
    let judged = judge(
        &record("0-0-0-0-1-1-1-0-0-0-0-0-22-23-S moves F", "abapa"),
        &options(2),
    );
    assert!(
        judged.plies[0]
            .reasons
            .contains(&Reason::GrandSlam { captured: 0 })
    );
    let turn = judged.turning_point.unwrap();
    assert_eq!(
        (turn.ply, turn.before, turn.after),
        (1, Outcome::Draw, Outcome::Loss)
    );
}

#[test]
fn play_after_the_target_is_judged_to_the_last_seed() {
    // South has won after ply 1; both play on, and both are judged.
    let checked = record("1-0-0-0-0-1-1-0-2-0-0-0-24-19-S moves FcA", "abapa");
    assert_eq!(checked.moves_after_end(), 2);
    let judged = judge(&checked, &options(2));
    check(&judged);
    assert!(judged.plies.iter().all(|ply| ply.judgement.loss.is_some()));
    // After an end that leaves nothing to play for there is nothing to judge.
    let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let checked = record(&format!("{start} moves AaBbCcDdEeFfAa"), "abapa");
    let judged = judge(&checked, &options(2));
    check(&judged);
    let after: Vec<_> = judged.plies[12..].iter().collect();
    assert_eq!(after.len(), 2);
    assert!(
        after
            .iter()
            .all(|ply| ply.was_over() && ply.class() == Class::Unjudged)
    );
    assert!(matches!(after[0].reasons[..], [Reason::WasOver { .. }]));
}

#[test]
fn result_that_other_rules_give_names_them() {
    let start = "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N";
    let text = |result: &str| {
        format!(
            "[FEN \"{start}\"]\n[SetUp \"1\"]\n[Result \"{result}\"]\n\n1... f 2. A a 3. B b 4. C c 5. D d 6. E e 7. F {result}\n"
        )
    };
    let right = judge(&record(&text("23-25"), "abapa"), &options(1));
    assert_eq!(right.result.is_right, Some(true));
    assert!(right.result.right_by.is_empty());
    let wrong = judge(&record(&text("24-24"), "abapa"), &options(1));
    assert_eq!(wrong.result.is_right, Some(false));
    let names: Vec<_> = wrong
        .result
        .right_by
        .iter()
        .map(|other| other.rules.to_string())
        .collect();
    assert_eq!(names, ["awari"]);
}

#[test]
fn cancelled_work_keeps_the_plies_that_were_judged() {
    struct After(AtomicU64);
    impl Progress for After {
        fn advance(&self, units: u64) {
            self.0.fetch_add(units, Ordering::Relaxed);
        }

        fn is_cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) >= 3
        }
    }
    let game = random_game("0-2-0-1-0-0-0-1-0-0-1-1-21-21-S", "abapa", 1, 12);
    let checked = CheckedRecord::from_game(&game);
    let tables = Database::embedded(&checked.rules().value_rules()).unwrap();
    let progress = After(AtomicU64::new(0));
    let judged = judge_game(&checked, tables.as_ref(), &options(2), &progress).unwrap();
    assert!(judged.is_interrupted);
    assert_eq!(judged.plies.len(), game.moves().len());
    assert!(judged.plies.last().unwrap().judgement.loss.is_some());
    assert_eq!(judged.plies[0].class(), Class::Unjudged);
}

#[test]
fn position_is_judged_move_by_move() {
    let rules = Rules::default();
    let mut game = Game::new("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S".parse().unwrap(), rules);
    let tables = Database::embedded(&rules.value_rules()).unwrap();
    for played in parse_moves("AaBbCcDdEe", Player::South).unwrap() {
        game.play(played).unwrap();
    }
    let moves = judge_position(&game, tables.as_ref(), &options(2), &Silent).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].number, 11);
    let start = Game::new("0-0-0-0-1-1-1-0-0-0-0-0-22-23-S".parse().unwrap(), rules);
    let moves = judge_position(&start, tables.as_ref(), &options(2), &Silent).unwrap();
    let losses: Vec<_> = moves.iter().map(|ply| ply.judgement.loss).collect();
    assert_eq!(losses, [Some(0), Some(4)]);
    let over = Game::new("1-1-0-0-1-0-0-0-0-0-0-0-22-23-S".parse().unwrap(), rules);
    assert!(
        judge_position(&over, tables.as_ref(), &options(2), &Silent)
            .unwrap()
            .is_empty()
    );
}

/// Counts how often work asks whether to go on: at every root and every few hundred nodes.
struct Questions(AtomicU64);

impl Progress for Questions {
    fn is_cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

#[test]
fn record_of_five_thousand_plies_takes_work_in_proportion() {
    // Without a rule of repetition a game can go round for ever, and each ply has all those
    // before it as its past.
    let work = |rounds: usize| {
        let moves = "AaBbCcDdEeFf".repeat(rounds);
        let text = format!("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves {moves}");
        let checked = record(&text, "board-and-pieces");
        let tables = Database::embedded(&checked.rules().value_rules()).unwrap();
        let questions = Questions(AtomicU64::new(0));
        let judged = judge_game(&checked, tables.as_ref(), &options(2), &questions).unwrap();
        assert_eq!(judged.plies.len(), 12 * rounds);
        questions.0.into_inner()
    };
    let (short, long) = (work(42), work(420));
    assert!(short > 504, "{short} questions for 504 plies");
    assert!(long <= 11 * short, "{long} against {short} for a tenth");
}
