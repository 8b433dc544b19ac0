//! The engine against a slow, obvious one: millions of random plies, every small board.
//!
//! The engine works on machine words, relative sides and compiled mechanics; the reference
//! on an array of twelve integers, absolute sides and the words of the rule page. A fault
//! would have to be made twice, in two so different forms, to pass unnoticed. Seeds of the
//! random numbers are fixed, so a failure repeats. (edax keeps `flip_slow.c` for the same
//! purpose.)

#[path = "reference/agree.rs"]
mod agree;
mod battery;
#[path = "reference/engine.rs"]
mod engine;
#[path = "reference/settings.rs"]
mod settings;

use agree::{Duel, RulePair, assert_position_agrees, to_position};
use battery::check_position;
use engine::State;
use fastrand::Rng;
use oware::game::RuleSet;
use oware::perft::{LastPly, Perft, perft};

/// Every named set, and every value of every setting on top of some set.
const RULES: [&str; 34] = [
    "abapa",
    "board-and-pieces",
    "jedisjeux",
    "marquoir",
    "marquoir-famine",
    "dream-games",
    "awale-africa",
    "awari",
    "codingame",
    "openspiel",
    "playstrategy",
    "marquoir+target=20",
    "marquoir-famine+target=20",
    "abapa+grand-slam=keep-first",
    "abapa+grand-slam=keep-last",
    "abapa+grand-slam=opponent-takes-rest",
    "abapa+grand-slam=capture",
    "abapa+grand-slam=forbidden",
    "abapa+grand-slam=unless-forced",
    "abapa+feeding=pass",
    "marquoir-famine+grand-slam=forbidden+stuck=opponent",
    "marquoir-famine+grand-slam=keep-first",
    "marquoir-famine+grand-slam=keep-last+settle=even",
    "marquoir-famine+grand-slam=opponent-takes-rest",
    "abapa+stuck=opponent",
    "awari+stuck=opponent",
    "abapa+repetition=3+settle=nobody",
    "awari+repetition-rows=both+repetition=4",
    "playstrategy+feeding=pass",
    "dream-games+quiet-limit=7+settle=even",
    "codingame+ply-limit=33+target=10",
    "jedisjeux+few-seeds=9+few-settle=own-side",
    "jedisjeux+few-seeds=11+few-settle=even",
    "abapa+target=48+repetition=0+quiet-limit=40+settle=nobody",
];

/// Sets without a repetition rule may never end; here they stop.
const LONGEST_GAME_PLIES: usize = 400;

const START: State = State {
    pits: [4; 12],
    stores: [0, 0],
    player: 0,
};

/// Plays random moves to the end and gives back the plies played.
fn play_randomly(start: State, pair: &RulePair, rng: &mut Rng) -> usize {
    let mut duel = Duel::new(start, pair);
    for ply in 0..LONGEST_GAME_PLIES {
        let choices = duel.choices();
        if choices.is_empty() {
            return ply;
        }
        // Captures are rare among random moves late in a game and need no help; long
        // quiet runs, in which positions come back, are as rare and come from few seeds.
        duel.play(choices[rng.usize(..choices.len())]);
    }
    LONGEST_GAME_PLIES
}

/// A set-up of 1 to 48 seeds: crowded, sparse or heaped, with stores or without.
fn random_set_up(rng: &mut Rng) -> State {
    let mut state = State {
        pits: [0; 12],
        stores: [0, 0],
        player: rng.usize(..2),
    };
    let in_play = if rng.bool() { 48 } else { rng.u32(1..=48) };
    let on_board = match rng.u8(..3) {
        0 => rng.u32(0..=in_play),
        1 => rng.u32(0..=in_play.min(12)),
        _ => in_play,
    };
    // Heaps make laps; a row that gets few seeds makes feeding and slams matter.
    let heaps = rng.u8(..3) == 0;
    let pits = match rng.u8(..4) {
        0 => 0..6,
        1 => 6..12,
        _ => 0..12,
    };
    let mut left = on_board;
    while left > 0 {
        let pit = if rng.u8(..8) == 0 {
            rng.usize(..12)
        } else {
            rng.usize(pits.clone())
        };
        let seeds = if heaps { rng.u32(1..=left) } else { 1 };
        state.pits[pit] += seeds;
        left -= seeds;
    }
    let stored = in_play - on_board;
    state.stores[0] = if rng.bool() {
        stored / 2
    } else {
        rng.u32(0..=stored)
    };
    state.stores[1] = stored - state.stores[0];
    state
}

#[test]
fn list_names_every_rule_set() {
    for set in RuleSet::all() {
        assert!(RULES.contains(&set.name()), "{} is not tested", set.name());
    }
}

#[test]
fn random_games_from_the_start_agree_move_for_move() {
    let mut plies = 0;
    for (seed, text) in RULES.into_iter().enumerate() {
        let pair = RulePair::read(text);
        let mut rng = Rng::with_seed(seed as u64);
        for _ in 0..400 {
            plies += play_randomly(START, &pair, &mut rng);
        }
    }
    assert!(plies > 1_000_000, "only {plies} plies were compared");
}

#[test]
fn random_games_from_set_ups_agree_move_for_move() {
    let mut plies = 0;
    for (seed, text) in RULES.into_iter().enumerate() {
        let pair = RulePair::read(text);
        let mut rng = Rng::with_seed(1000 + seed as u64);
        for _ in 0..1200 {
            let start = random_set_up(&mut rng);
            plies += play_randomly(start, &pair, &mut rng);
        }
    }
    assert!(plies > 1_000_000, "only {plies} plies were compared");
}

#[test]
fn random_positions_agree_in_every_detail() {
    for (seed, text) in RULES.into_iter().enumerate() {
        let pair = RulePair::read(text);
        let mut rng = Rng::with_seed(2000 + seed as u64);
        for _ in 0..10_000 {
            assert_position_agrees(&random_set_up(&mut rng), &pair);
        }
    }
}

#[test]
fn random_mixtures_of_settings_agree() {
    let mut rng = Rng::with_seed(3000);
    for _ in 0..2000 {
        let text = random_rules(&mut rng);
        let pair = RulePair::read(&text);
        assert_eq!(pair.rules.to_string().parse(), Ok(pair.rules), "{text}");
        for _ in 0..10 {
            let start = random_set_up(&mut rng);
            assert_position_agrees(&start, &pair);
            play_randomly(start, &pair, &mut rng);
        }
    }
}

/// Some settings of some set replaced by random values; never the one refused mixture.
fn random_rules(rng: &mut Rng) -> String {
    let values: [(&str, &[&str]); 11] = [
        ("target", &["majority", "1", "15", "20", "25", "30"]),
        (
            "grand-slam",
            &[
                "no-capture",
                "forbidden",
                "unless-forced",
                "capture",
                "opponent-takes-rest",
                "keep-first",
                "keep-last",
            ],
        ),
        ("feeding", &["must-feed", "pass"]),
        ("stuck", &["own-side", "opponent"]),
        ("repetition", &["0", "2", "3", "5"]),
        ("repetition-rows", &["any", "both"]),
        ("quiet-limit", &["0", "1", "5", "20"]),
        ("ply-limit", &["0", "1", "10", "50"]),
        ("few-seeds", &["0", "3", "6", "10"]),
        ("few-settle", &["nobody", "own-side", "even"]),
        ("settle", &["own-side", "even", "nobody"]),
    ];
    loop {
        let mut text = rng
            .choice(RuleSet::all().collect::<Vec<_>>())
            .expect("there are rule sets")
            .name()
            .to_owned();
        for (key, values) in values {
            if rng.u8(..3) == 0 {
                text += &format!("+{key}={}", values[rng.usize(..values.len())]);
            }
        }
        let settings = settings::Settings::read(&text);
        if settings.feeding != "pass" || settings.grand_slam != "unless-forced" {
            return text;
        }
    }
}

#[test]
fn every_board_of_up_to_six_seeds_agrees() {
    let boards: Vec<[u32; 12]> = (0..=6).flat_map(boards_of).collect();
    // C(18, 12): the boards of 0 to 6 seeds in 12 pits.
    assert_eq!(boards.len(), 18_564);
    for text in RULES {
        let pair = RulePair::read(text);
        for &pits in &boards {
            for player in [0, 1] {
                let state = State {
                    pits,
                    stores: [20, 21],
                    player,
                };
                assert_position_agrees(&state, &pair);
            }
        }
    }
}

/// Every way to lay `seeds` in twelve pits.
fn boards_of(seeds: u32) -> Vec<[u32; 12]> {
    fn fill(pit: usize, left: u32, pits: &mut [u32; 12], found: &mut Vec<[u32; 12]>) {
        if pit == 11 {
            pits[pit] = left;
            found.push(*pits);
            return;
        }
        for seeds in 0..=left {
            pits[pit] = seeds;
            fill(pit + 1, left - seeds, pits, found);
        }
    }
    let mut found = Vec::new();
    fill(0, seeds, &mut [0; 12], &mut found);
    found
}

/// Leaves and games that ended before, as `oware::perft` counts them.
fn slow_perft(state: &State, pair: &RulePair, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, 0);
    }
    if state.ending(&pair.settings).is_some() {
        return (0, 1);
    }
    let actions = state.legal(&pair.settings);
    let below = actions.into_iter().map(|action| {
        let after = state.play(action, &pair.settings);
        slow_perft(&after, pair, depth - 1)
    });
    below.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
}

#[test]
fn perft_agrees_on_random_positions() {
    let mut rng = Rng::with_seed(5000);
    for text in RULES {
        let pair = RulePair::read(text);
        for _ in 0..60 {
            let state = random_set_up(&mut rng);
            let position = to_position(&state);
            check_position(&position, pair.rules);
            for last_ply in [LastPly::Counted, LastPly::Played] {
                let Perft { leaves, ended } = perft(&position, pair.rules, 4, last_ply);
                let slow = slow_perft(&state, &pair, 4);
                assert_eq!((leaves, ended), slow, "{position} under {text}");
            }
        }
    }
}

#[test]
fn mirrored_positions_have_mirrored_moves() {
    let mut rng = Rng::with_seed(4000);
    for text in RULES {
        let pair = RulePair::read(text);
        for _ in 0..500 {
            let state = random_set_up(&mut rng);
            let mut mirrored = state;
            mirrored.pits.rotate_left(6);
            mirrored.stores.reverse();
            mirrored.player = state.opponent();
            let [one, other] = [&state, &mirrored].map(to_position);
            check_position(&one, pair.rules);
            check_position(&other, pair.rules);
            assert_eq!(one.board(), other.board());
            let ends = [one, other].map(|position| position.end(pair.rules));
            if let [Some(end), Some(mirror)] = ends {
                let [south, north] = mirror.seeds;
                assert_eq!((end.reason, end.seeds), (mirror.reason, [north, south]));
            } else {
                assert_eq!(ends, [None, None], "{one} and {other} under {text}");
            }
        }
    }
}
