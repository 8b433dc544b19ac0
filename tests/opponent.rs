//! The computer as a player: the yardstick that never changes, levels that keep their word,
//! winning play that gets on with it, and offers to share.

use std::num::NonZeroUsize;
use std::sync::Arc;

use oware::endgame::Database;
use oware::game::{EndReason, Game, Move, Player, Position, Rules, Score, parse_moves};
use oware::opponent::{Allowance, Book, ChoiceError, Level, Means, Opponent, Reason, Skill};
use oware::progress::{Progress, Silent};
use oware::solve::{SolveOptions, Status, solve_with_tables};

fn game(rules: &str, position: &str, moves: &str) -> Game {
    let mut game = Game::new(position.parse().unwrap(), rules.parse().unwrap());
    for played in parse_moves(moves, game.position().to_move()).unwrap() {
        game.play(played).unwrap();
    }
    game
}

fn means(rules: Rules, seed: u64) -> Means {
    let tables = Database::embedded(&rules.value_rules()).unwrap();
    Means {
        tables: tables.map(Arc::new),
        hash_bytes: 1 << 20,
        seed,
        ..Means::default()
    }
}

fn nodes(nodes: u64) -> Allowance {
    Allowance {
        nodes: Some(nodes),
        ..Allowance::default()
    }
}

/// Letters of a line that begins with `to_move`.
fn letters(line: &[Move], to_move: Player) -> String {
    let players = [to_move, to_move.opposite()].into_iter().cycle();
    line.iter()
        .zip(players)
        .map(|(played, player)| played.letter(player))
        .collect()
}

/// Plays a game between two players to its end.
fn play_on(mut game: Game, players: &mut [Opponent; 2], allowance: &Allowance) -> Game {
    while game.end().is_none() {
        let side = game.position().to_move() as usize;
        let choice = players[side].choose(&game, allowance, &Silent).unwrap();
        game.play(choice.played).unwrap();
    }
    game
}

/// Figures of matches against the simple opponent are compared over years, so these never
/// change.
#[test]
fn simple_opponent_makes_the_pinned_choices() {
    let rules = Rules::default();
    let mut simple = Opponent::new(Skill::Simple, means(rules, 0));
    for (position, expected) in [
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "A"),
        ("2-1-1-1-2-0-8-8-11-0-7-7-0-0-S", "C"),
        ("1-0-3-0-1-1-2-2-1-1-0-0-24-12-S", "F"),
        ("0-3-0-0-4-0-1-2-1-0-0-1-18-18-S", "E"),
        ("0-0-1-1-2-1-1-0-0-3-0-0-20-19-S", "E"),
        ("5-1-6-0-2-3-1-0-7-2-6-1-6-8-N", "a"),
        ("0-1-9-0-3-2-4-0-0-11-1-2-9-6-N", "f"),
    ] {
        let game = Game::new(position.parse().unwrap(), rules);
        let choice = simple
            .choose(&game, &Allowance::default(), &Silent)
            .unwrap();
        let mover = game.position().to_move();
        assert_eq!(letters(&[choice.played], mover), expected, "{position}");
    }
    let mut players = [0, 0].map(|seed| Opponent::new(Skill::Simple, means(rules, seed)));
    let start = Game::new(Position::START, rules);
    let game = play_on(start, &mut players, &Allowance::default());
    assert_eq!(
        letters(game.moves(), Player::South),
        "AaFaBaCaDaEaAbAaCbDfAdBeBbAaFcFbBcCfAaDaAbBeBfAdAfAeFaEeFbDbFdCaDbAcCdBdFcEaCbFcDaFaEfBe\
         AcDbBdBcCeFbDcF"
    );
}

#[test]
fn level_plays_the_same_game_again_with_the_same_seed() {
    let rules = Rules::default();
    let play = |seed| {
        let mut players = [Level::EASY, Level::USUAL]
            .map(|level| Opponent::new(level.into(), means(rules, seed)));
        let start = Game::new(Position::START, rules);
        letters(
            play_on(start, &mut players, &Allowance::default()).moves(),
            Player::South,
        )
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

/// What a beginner does who takes what he can at once.
fn greedy(game: &Game) -> Move {
    let position = game.position();
    let captured = |played: &Move| {
        let mut next = game.clone();
        next.play(*played).unwrap();
        next.position().store(position.to_move())
    };
    let moves: Vec<Move> = position.legal(game.rules()).map(Move::Sow).collect();
    // The first of the largest.
    *moves
        .iter()
        .rev()
        .max_by_key(|played| captured(played))
        .unwrap()
}

#[test]
fn level_one_loses_to_a_beginner_who_looks_one_move_ahead() {
    let rules = Rules::default();
    let mut lost = 0;
    for seed in 0..100 {
        let beginner = Player::ALL[seed as usize % 2];
        let mut computer = Opponent::new(Level::ALL[0].into(), means(rules, seed));
        let mut game = Game::new(Position::START, rules);
        while game.end().is_none() {
            let played = if game.position().to_move() == beginner {
                greedy(&game)
            } else {
                let choice = computer.choose(&game, &Allowance::default(), &Silent);
                choice.unwrap().played
            };
            game.play(played).unwrap();
        }
        lost += i32::from(game.end().unwrap().winner == Some(beginner));
    }
    assert!(lost >= 70, "a beginner wins {lost} of 100");
}

#[test]
fn each_level_beats_the_one_below() {
    // A short form of what scripts/measure-levels.sh measures, for the levels that cost nothing.
    for pair in Level::ALL[..5].windows(2) {
        let rules = Rules::default();
        let (mut won, mut lost) = (0, 0);
        for seed in 0..40 {
            let mut players =
                [pair[0], pair[1]].map(|level| Opponent::new(level.into(), means(rules, seed)));
            let stronger = Player::ALL[1 - seed as usize % 2];
            if stronger == Player::South {
                players.swap(0, 1);
            }
            let start = Game::new(Position::START, rules);
            let end = play_on(start, &mut players, &Allowance::default()).end();
            match end.and_then(|end| end.winner) {
                Some(winner) if winner == stronger => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
        assert!(
            won >= 2 * lost,
            "{} against {}: {won} won, {lost} lost",
            pair[1],
            pair[0]
        );
    }
}

/// A move that was only known to be no worse than any other used to make room for one whose
/// value was known.
#[test]
fn full_strength_plays_a_move_that_solving_calls_the_best() {
    let mut random = fastrand::Rng::with_seed(0x0BE5);
    let mut compared = 0;
    for rules in ["awari", "board-and-pieces", "marquoir", "abapa"] {
        let rules: Rules = rules.parse().unwrap();
        let tables = Database::embedded(&rules.value_rules()).unwrap();
        let mut player = Opponent::new(Skill::BEST, means(rules, 1));
        for _ in 0..25 {
            let mut pits = [0_u8; 12];
            for _ in 0..random.u8(2..=7) {
                pits[random.usize(..12)] += 1;
            }
            let seeds: u8 = pits.iter().sum();
            let text = pits.map(|seeds| seeds.to_string()).join("-");
            let north = (48 - seeds) / 2;
            let position = format!("{text}-{}-{north}-S", 48 - seeds - north);
            let game = Game::new(position.parse().unwrap(), rules);
            if game.end().is_some() {
                continue;
            }
            let options = SolveOptions {
                hash_bytes: 1 << 20,
                ..SolveOptions::default()
            };
            let solution = solve_with_tables(&game, tables.as_ref(), &options, &Silent).unwrap();
            let is_known = solution.moves.iter().all(|known| known.bounds.is_exact());
            let choice = player.choose(&game, &nodes(20_000), &Silent).unwrap();
            if is_known {
                compared += 1;
                assert!(
                    solution.best.contains(&choice.played),
                    "{rules} {position}: {:?} and not {:?}",
                    choice.played,
                    solution.best
                );
                if choice.status == Status::Exact {
                    assert_eq!(choice.value, solution.value, "{rules} {position}");
                }
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn full_strength_takes_what_tables_promise_and_gets_on_with_it() {
    let positions = [
        ("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S"),
        ("abapa", "0-1-1-0-0-1-0-1-0-0-1-1-20-22-S"),
        ("abapa", "0-2-0-0-1-0-1-0-1-0-0-1-21-21-S"),
        ("awari", "0-1-0-0-0-1-1-0-0-1-0-0-22-22-S"),
        ("awari", "0-2-0-0-1-0-1-0-1-0-0-1-21-21-S"),
    ];
    for (rules, position) in positions {
        let game = game(rules, position, "");
        let mut players = [0, 1].map(|seed| Opponent::new(Skill::BEST, means(game.rules(), seed)));
        let first = players[0].hint(&game, &nodes(200_000), &Silent).unwrap();
        assert_eq!(first.status, Status::Exact, "{rules} {position}");
        let promised = first.value.unwrap();
        let end = play_on(game, &mut players, &nodes(200_000)).end().unwrap();
        let halves = |player: Player| i32::from(end.seeds[player as usize].halves());
        let difference = (halves(Player::South) - halves(Player::North)) / 2;
        // A game that ends at the target leaves seeds on the board uncounted.
        let is_kept = if end.reason == EndReason::Target {
            difference.signum() == i32::from(promised.seeds()).signum()
        } else {
            difference == i32::from(promised.seeds())
        };
        assert!(
            is_kept,
            "{rules} {position}: {promised} promised, {difference} got"
        );
    }
}

#[test]
fn only_move_and_finished_game_are_told_apart() {
    let mut best = Opponent::new(Skill::BEST, means(Rules::default(), 0));
    let forced = game("abapa", "0-0-2-0-0-1-0-0-0-0-0-1-22-22-N", "");
    let choice = best.choose(&forced, &nodes(1_000), &Silent).unwrap();
    assert_eq!(choice.reason, Reason::OnlyMove);
    assert_eq!(choice.played.letter(Player::North), 'f');
    let over = game("abapa", "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", "");
    for skill in [Skill::Simple, Level::USUAL.into(), Skill::BEST] {
        let error = Opponent::new(skill, means(over.rules(), 0))
            .choose(&over, &nodes(1_000), &Silent)
            .unwrap_err();
        let ChoiceError::Over { ply: 0, reason } = error else {
            panic!("{error}");
        };
        assert_eq!(reason, EndReason::NoMove);
    }
}

#[test]
fn cancelled_work_still_gives_a_legal_move() {
    struct Cancelled;
    impl Progress for Cancelled {
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let start = Game::new(Position::START, Rules::default());
    for threads in [1, 2] {
        let mut means = means(start.rules(), 0);
        means.threads = NonZeroUsize::new(threads).unwrap();
        let choice = Opponent::new(Skill::BEST, means)
            .choose(&start, &Allowance::default(), &Cancelled)
            .unwrap();
        assert!(start.clone().play(choice.played).is_ok());
    }
}

#[test]
fn sharing_is_accepted_when_the_share_is_worth_as_much() {
    let mut best = Opponent::new(Skill::BEST, means(Rules::default(), 0));
    let drawn = game("abapa", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "");
    for player in Player::ALL {
        let offer = best
            .consider_sharing(&drawn, player, &nodes(100_000), &Silent)
            .unwrap();
        assert_eq!(offer.share, Score::ZERO);
        assert!(offer.worth.is_some() && offer.bounds.lower <= offer.bounds.upper);
        let is_enough = offer.worth.is_some_and(|worth| worth <= Score::ZERO);
        assert_eq!(offer.is_acceptable(), is_enough, "{player}");
    }
    // One of the two players of a game that is not worth nothing wants to play on.
    let won = game("awari", "0-0-0-0-1-1-0-0-0-0-0-1-22-23-S", "");
    let mut best = Opponent::new(Skill::BEST, means(won.rules(), 0));
    let mut accepts = |player| {
        let offer = best.consider_sharing(&won, player, &nodes(100_000), &Silent);
        offer.unwrap().is_acceptable()
    };
    assert_eq!(
        [accepts(Player::South), accepts(Player::North)],
        [true, false]
    );
}

#[test]
fn book_is_played_at_full_strength_only_and_hints_are_searched() {
    let rules = Rules::default();
    let start = Game::new(Position::START, rules);
    let known = Book::embedded(&rules).unwrap().find(&start).unwrap();
    let means = Means {
        uses_book: true,
        ..means(rules, 1)
    };
    let mut best = Opponent::new(Skill::BEST, means.clone());
    let choice = best.choose(&start, &nodes(500), &Silent).unwrap();
    assert_eq!((choice.played, choice.nodes), (Move::Sow(known.pit), 0));
    assert!(choice.is_from_book && choice.status == Status::Estimate);
    let hint = best.hint(&start, &nodes(500), &Silent).unwrap();
    assert!(!hint.is_from_book && hint.nodes > 0);
    best.use_book(false);
    assert!(
        !best
            .choose(&start, &nodes(500), &Silent)
            .unwrap()
            .is_from_book
    );
    let mut weak = Opponent::new(Level::USUAL.into(), means);
    assert!(
        !weak
            .choose(&start, &nodes(500), &Silent)
            .unwrap()
            .is_from_book
    );
    // Beyond the book and under other rules everybody searches.
    let other: Rules = "playstrategy".parse().unwrap();
    let elsewhere = Game::new(Position::START, other);
    assert!(Book::embedded(&other).is_none());
    best.use_book(true);
    assert!(
        !best
            .choose(&elsewhere, &nodes(500), &Silent)
            .unwrap()
            .is_from_book
    );
}
