//! Games that a limit of plies or the aim of a race can end: compared with plain minimax
//! over the games themselves.

use std::collections::HashMap;

use oware::game::{End, EndReason, Target};
use oware::solve::Status;

use super::brute::boards;
use super::*;

fn difference(end: &End, to_move: oware::game::Player) -> i8 {
    let halves = |side: usize| i32::from(end.seeds[side].halves());
    let (own, other) = (to_move as usize, to_move.opposite() as usize);
    i8::try_from((halves(own) - halves(other)) / 2).unwrap()
}

/// The final difference for the side to move within a window, by playing every game out;
/// `None` when more than `left` positions would be needed.
fn played_out(game: &Game, alpha: i8, beta: i8, left: &mut u32) -> Option<i8> {
    *left = left.checked_sub(1)?;
    if let Some(end) = game.end() {
        return Some(difference(&end, game.position().to_move()));
    }
    let mut best = -100;
    for played in oware::game::legal_moves(game.position().board(), game.rules()) {
        let mut next = game.clone();
        next.play(played).unwrap();
        best = best.max(-played_out(&next, -beta, -alpha.max(best), left)?);
        if best >= beta {
            break;
        }
    }
    Some(best)
}

fn values_played_out(game: &Game) -> Option<Vec<i8>> {
    let mut left = 20_000;
    oware::game::legal_moves(game.position().board(), game.rules())
        .map(|played| {
            let mut next = game.clone();
            next.play(played).unwrap();
            played_out(&next, -100, 100, &mut left).map(|value| -value)
        })
        .collect()
}

/// How the games to compare begin.
struct Sample {
    /// Seeds on the board.
    seeds: std::ops::RangeInclusive<u8>,
    /// The stores, of which one may hold one seed less.
    stores: [u8; 2],
    /// The most random moves before the question is asked.
    longest_past: usize,
    count: usize,
}

/// A game that is not over, after random moves.
fn random_game(rules: Rules, sample: &Sample, random: &mut Random) -> Game {
    let span = usize::from(sample.seeds.end() - sample.seeds.start()) + 1;
    loop {
        let seeds = sample.seeds.start() + u8::try_from(random.below(span)).unwrap();
        let all = boards(seeds);
        let mut setup =
            oware::game::Setup::from(&Position::from_board(all[random.below(all.len())]).unwrap());
        setup.stores = sample.stores.map(u32::from);
        if let Some(store) = setup.stores.get_mut(random.below(3)) {
            *store -= 1;
        }
        let start = Position::from_setup(&setup).unwrap();
        let target = rules.target().seeds(start.total());
        if target < 48 && target >= Target::Majority.seeds(start.total()) {
            // No race, and no end of a count to the last seed.
            continue;
        }
        let mut game = Game::new(start, rules);
        for _ in 0..random.below(sample.longest_past + 1) {
            let moves: Vec<Move> =
                oware::game::legal_moves(game.position().board(), rules).collect();
            if game.end().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// Whether every move is exact; that each lies within its bounds is required.
fn is_proved_right(game: &Game, values: &[i8], nodes: u64) -> bool {
    let solution = solved(game, &NoOracle, &options(Some(nodes), 1 << 17));
    let context = format!("{} {} {:?}", game.rules(), game.start(), game.moves());
    assert!(solution.nodes <= nodes, "{context}");
    let is_exact = solution.status == Status::Exact;
    assert_eq!(solution.bounds.is_exact(), is_exact, "{context}");
    let best = values.iter().max().copied();
    assert!(!is_exact || exact(&solution) == best, "{context}");
    for (known, value) in solution.moves.iter().zip(values) {
        let (lower, upper) = (known.bounds.lower.seeds(), known.bounds.upper.seeds());
        assert!(
            (lower..=upper).contains(value),
            "{context}: {value} not in {lower}..{upper} for {:?}",
            known.played
        );
    }
    solution.moves.iter().all(MoveSolution::is_exact)
}

/// Every move is exact with nodes enough, and within its bounds with few.
fn agree_with_games_played_out(rules_text: &str, sample: &Sample) {
    let rules = rules(rules_text);
    let mut random = Random(0xBEEF);
    let mut compared = 0;
    for _ in 0..sample.count {
        let game = random_game(rules, sample, &mut random);
        let Some(values) = values_played_out(&game) else {
            continue;
        };
        compared += 1;
        for nodes in [0, 1, 10, 100, 1000] {
            is_proved_right(&game, &values, nodes);
        }
        assert!(
            is_proved_right(&game, &values, 400_000),
            "{rules} {} {:?} is not proved",
            game.start(),
            game.moves()
        );
        // A quarter does not do, so that the value without the limit takes the lead. It is
        // often wrong here, and must not keep the truth from being proved.
        let needed = solved(&game, &NoOracle, &options(Some(400_000), 1 << 17)).nodes;
        if needed > 1 {
            assert!(
                is_proved_right(&game, &values, 4 * needed - 4),
                "{rules} {} {:?} {needed}",
                game.start(),
                game.moves()
            );
        }
    }
    assert!(compared > 20, "only {compared} games could be compared");
}

/// Set-ups and running games of a few seeds.
const FEW: Sample = Sample {
    seeds: 2..=4,
    stores: [3, 2],
    longest_past: 8,
    count: 60,
};

#[test]
fn games_with_a_quiet_limit_agree_with_games_played_out() {
    agree_with_games_played_out("dream-games+quiet-limit=6+target=48", &FEW);
    agree_with_games_played_out("abapa+quiet-limit=5+settle=even+target=48", &FEW);
    agree_with_games_played_out("awale-africa+quiet-limit=7+target=48", &FEW);
    agree_with_games_played_out("playstrategy+quiet-limit=6+settle=nobody+target=48", &FEW);
    agree_with_games_played_out("board-and-pieces+quiet-limit=6+target=48", &FEW);
}

#[test]
fn long_running_games_with_a_quiet_limit_agree_with_games_played_out() {
    // Long enough for positions to come back.
    let long = Sample {
        seeds: 2..=3,
        longest_past: 20,
        count: 150,
        ..FEW
    };
    agree_with_games_played_out("dream-games+quiet-limit=22+target=48", &long);
    agree_with_games_played_out("abapa+quiet-limit=22+settle=even+target=48", &long);
    agree_with_games_played_out("awale-africa+quiet-limit=26+target=48", &long);
}

/// All that a value depends on where no position is counted.
type Memory = HashMap<(Position, usize, usize), i8>;

/// As [`played_out`], remembering values under all that they depend on.
fn remembered(game: &Game, memory: &mut Memory) -> i8 {
    assert_eq!(game.rules().repetition(), 0);
    let key = (game.position(), game.quiet_plies(), game.moves().len());
    if let Some(&value) = memory.get(&key) {
        return value;
    }
    let value = match game.end() {
        Some(end) => difference(&end, game.position().to_move()),
        None => oware::game::legal_moves(game.position().board(), game.rules())
            .map(|played| {
                let mut next = game.clone();
                next.play(played).unwrap();
                -remembered(&next, memory)
            })
            .max()
            .unwrap(),
    };
    memory.insert(key, value);
    value
}

#[test]
fn games_without_repetition_agree_with_games_played_out_to_larger_limits() {
    let sample = Sample {
        seeds: 3..=5,
        stores: [3, 3],
        longest_past: 8,
        count: 25,
    };
    for text in [
        "codingame+ply-limit=25+target=48",
        "board-and-pieces+quiet-limit=15+target=48",
        "marquoir+target=5+repetition=0+ply-limit=23",
        "marquoir-famine+target=5+repetition=0+quiet-limit=12",
    ] {
        let mut random = Random(0xFACADE);
        for _ in 0..sample.count {
            let game = random_game(rules(text), &sample, &mut random);
            let mut memory = Memory::new();
            let values: Vec<i8> = oware::game::legal_moves(game.position().board(), game.rules())
                .map(|played| {
                    let mut next = game.clone();
                    next.play(played).unwrap();
                    -remembered(&next, &mut memory)
                })
                .collect();
            assert!(is_proved_right(&game, &values, 1_000_000), "{text}");
        }
    }
}

#[test]
fn games_with_a_ply_limit_agree_with_games_played_out() {
    agree_with_games_played_out("codingame+ply-limit=7+target=48", &FEW);
    agree_with_games_played_out("jedisjeux+ply-limit=9+few-seeds=0+target=48", &FEW);
    agree_with_games_played_out("marquoir-famine+ply-limit=8+target=48", &FEW);
}

#[test]
fn races_agree_with_games_played_out() {
    let near_the_aim = Sample {
        seeds: 2..=3,
        stores: [19, 19],
        longest_past: 6,
        count: 160,
    };
    let early = Sample {
        seeds: 4..=6,
        stores: [3, 3],
        longest_past: 4,
        count: 60,
    };
    for rules in ["marquoir", "marquoir-famine"] {
        agree_with_games_played_out(&format!("{rules}+target=20"), &near_the_aim);
        agree_with_games_played_out(&format!("{rules}+target=20+quiet-limit=9"), &near_the_aim);
        agree_with_games_played_out(&format!("{rules}+target=5+quiet-limit=8"), &early);
    }
    agree_with_games_played_out("abapa+target=5+ply-limit=9", &early);
}

#[test]
fn long_game_near_its_ply_limit_agrees_with_games_played_out() {
    let rules = rules("codingame");
    let mut random = Random(7);
    let all = boards(3);
    let mut compared = 0;
    for _ in 0..400 {
        // Quiet moves only, 193 of them; then six are left with captures or without.
        let mut setup =
            oware::game::Setup::from(&Position::from_board(all[random.below(all.len())]).unwrap());
        setup.stores = [20, 20];
        let mut game = Game::new(Position::from_setup(&setup).unwrap(), rules);
        while game.moves().len() < 193 && game.end().is_none() {
            let quiet: Vec<Game> = oware::game::legal_moves(game.position().board(), rules)
                .filter_map(|played| {
                    let mut next = game.clone();
                    next.play(played).ok()?;
                    (next.end().is_none() && next.quiet_plies() > 0).then_some(next)
                })
                .collect();
            if quiet.is_empty() {
                break;
            }
            game = quiet[random.below(quiet.len())].clone();
        }
        if game.moves().len() < 193 || game.end().is_some() {
            continue;
        }
        compared += 1;
        let solution = without_oracle(&game);
        let found: Vec<Option<i8>> = move_values(&game, &solution)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        let values = values_played_out(&game).unwrap();
        assert_eq!(found, values.into_iter().map(Some).collect::<Vec<_>>());
    }
    assert!(compared > 30, "only {compared} games came so far");
}

#[test]
fn endgame_far_from_its_limit_is_exact_where_the_proof_is_short() {
    let two_moves = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";
    let game = game("dream-games", two_moves, "");
    let solution = without_oracle(&game);
    assert_eq!(
        move_values(&game, &solution),
        [('E', Some(0)), ('F', Some(-4))]
    );
    assert_eq!(solution.status, Status::Exact);
    assert_eq!(solution.best, [solution.moves[0].played]);
}

#[test]
fn seeds_left_on_the_board_at_the_ply_limit_count_for_nobody() {
    // Set up, 23-25; here the circle goes on until the plies run out.
    let round = "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N";
    assert_eq!(exact(&without_oracle(&game("abapa", round, ""))), Some(2));
    let near = game("codingame+ply-limit=12", round, "");
    let values = values_played_out(&near).unwrap();
    assert_eq!(
        exact(&without_oracle(&near)),
        values.iter().max().copied(),
        "{values:?}"
    );
}

#[test]
fn start_gets_an_estimate_within_bounds_that_prove_nothing_false() {
    for rules in ["dream-games", "codingame", "marquoir+target=20"] {
        let game = game(rules, "startpos", "");
        let answer = || solved(&game, &NoOracle, &options(Some(20_000), 1 << 20));
        let solution = answer();
        assert_eq!(solution.status, Status::Estimate, "{rules}");
        assert_eq!(solution.nodes, 20_000, "{rules}");
        assert!(solution.bounds.lower < solution.bounds.upper);
        assert!(!solution.best.is_empty() && !solution.pv.is_empty());
        assert_eq!(answer(), solution, "{rules}: nodes are reproducible");
    }
}

#[test]
fn value_without_the_limit_is_a_guess_and_no_proof() {
    // Without its limit the endgame is worth 0 to the mover; two plies prove nothing.
    let game = game("dream-games", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "");
    let mut shallow = options(None, 1 << 20);
    shallow.limits.depth_plies = Some(1);
    let solution = solved(&game, &NoOracle, &shallow);
    assert_eq!(solution.status, Status::Estimate);
    assert_eq!(solution.value.map(Score::seeds), Some(0));
    assert!(solution.bounds.lower.seeds() < 0 && solution.bounds.upper.seeds() >= 0);
}

#[test]
fn race_is_won_by_the_first_to_the_target_whatever_is_left() {
    let start = "0-0-0-0-0-1-1-4-3-2-1-0-19-17-S";
    let game = game("marquoir+target=20", start, "");
    let solution = without_oracle(&game);
    assert_eq!(move_values(&game, &solution), [('F', Some(4))]);
    let mut won = game.clone();
    won.play(solution.best[0]).unwrap();
    let over = without_oracle(&won);
    assert_eq!(over.over.map(|end| end.reason), Some(EndReason::Target));
    assert_eq!(exact(&over), Some(-4), "seen by the player who lost");
    assert!(over.moves.is_empty());
}

#[test]
fn target_that_is_a_majority_stops_nobody_under_a_limit() {
    // 26 are enough to win, but the seeds are counted to the last.
    let game = game("dream-games", "0-0-0-0-1-1-1-0-0-0-0-0-26-19-S", "");
    let solution = without_oracle(&game);
    assert_eq!(solution.over.map(|end| end.reason), Some(EndReason::Target));
    assert_eq!(
        move_values(&game, &solution),
        [('E', Some(8)), ('F', Some(4))]
    );
}
