//! Golden move counts: every line of `data/perft`, in both ways of counting the last ply.
//!
//! `start-deep.tsv` holds the counts that take too long for a test run; the command line
//! reads it.

mod battery;

use battery::check_position;
use oware::game::{Player, Position, Rules};
use oware::perft::{LastPly, Perft, divide, perft};

const SUITES: [(&str, &str); 2] = [
    ("perft.tsv", include_str!("../data/perft/perft.tsv")),
    ("start.tsv", include_str!("../data/perft/start.tsv")),
];

/// Lines with more leaves than this are counted only, not played: both forms together
/// have to stay a matter of seconds.
const MOST_LEAVES_PLAYED: u64 = 20_000_000;

/// One line of a suite.
struct Golden {
    place: String,
    rules: Rules,
    position: Position,
    depth: u32,
    count: Perft,
}

fn goldens() -> Vec<Golden> {
    SUITES
        .into_iter()
        .flat_map(|(name, text)| {
            text.lines()
                .filter(|line| !line.starts_with('#'))
                .map(move |line| golden(name, line))
        })
        .collect()
}

fn golden(name: &str, line: &str) -> Golden {
    let place = format!("{name}: {line}");
    let [rules, position, depth, leaves, ended] = line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{place}: not five fields")
    };
    let number = |text: &str| -> u64 { text.parse().unwrap_or_else(|e| panic!("{place}: {e}")) };
    Golden {
        rules: rules.parse().unwrap_or_else(|e| panic!("{place}: {e}")),
        position: position.parse().unwrap_or_else(|e| panic!("{place}: {e}")),
        depth: u32::try_from(number(depth)).expect("a depth is small"),
        count: Perft {
            leaves: number(leaves),
            ended: number(ended),
        },
        place,
    }
}

#[test]
fn every_golden_count_holds_with_the_last_ply_counted() {
    let goldens = goldens();
    assert_eq!(goldens.len(), 680 + 11);
    for golden in goldens {
        check_position(&golden.position, golden.rules);
        let count = perft(
            &golden.position,
            golden.rules,
            golden.depth,
            LastPly::Counted,
        );
        assert_eq!(count, golden.count, "{}", golden.place);
    }
}

#[test]
fn every_golden_count_holds_with_the_last_ply_played() {
    for golden in goldens() {
        if golden.count.leaves <= MOST_LEAVES_PLAYED {
            let count = perft(
                &golden.position,
                golden.rules,
                golden.depth,
                LastPly::Played,
            );
            assert_eq!(count, golden.count, "{}", golden.place);
        }
    }
}

#[test]
fn divide_at_six_plies_from_the_start_is_golden() {
    let counts = divide(&Position::START, Rules::default(), 6, LastPly::Counted)
        .into_iter()
        .map(|(first, count)| (first.letter(Player::South), count.leaves, count.ended))
        .collect::<Vec<_>>();
    let golden = [
        ('A', 5043, 0),
        ('B', 4850, 0),
        ('C', 4573, 0),
        ('D', 4351, 0),
        ('E', 4165, 0),
        ('F', 4350, 0),
    ];
    assert_eq!(counts, golden);
}

#[test]
fn divide_adds_up_to_perft_and_is_perft_one_ply_on() {
    for golden in goldens().iter().filter(|golden| golden.depth <= 6) {
        let Golden {
            position, rules, ..
        } = *golden;
        let parts = divide(&position, rules, golden.depth, LastPly::Counted);
        if position.end(rules).is_none() {
            let sum: Perft = parts.iter().map(|&(_, count)| count).sum();
            assert_eq!(sum, golden.count, "{}", golden.place);
        } else {
            assert_eq!(parts, [], "{}", golden.place);
        }
        for (first, count) in parts {
            let after = position
                .play(first, rules)
                .expect("divide lists legal moves");
            check_position(&after, rules);
            let below = perft(&after, rules, golden.depth - 1, LastPly::Counted);
            assert_eq!(count, below, "{first:?} of {}", golden.place);
        }
    }
}

#[test]
fn counts_do_not_depend_on_the_threads() {
    let count = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a small pool can be built")
            .install(|| divide(&Position::START, Rules::default(), 9, LastPly::Counted))
    };
    assert_eq!(count(1), count(3));
}

#[test]
fn no_ply_is_one_leaf_and_a_finished_root_is_one_ended_game() {
    let over: Position = "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S".parse().unwrap();
    let rules = Rules::default();
    check_position(&over, rules);
    for last_ply in [LastPly::Counted, LastPly::Played] {
        let count = |position, depth| {
            let Perft { leaves, ended } = perft(position, rules, depth, last_ply);
            (leaves, ended)
        };
        assert_eq!(count(&Position::START, 0), (1, 0));
        assert_eq!(count(&over, 0), (1, 0));
        assert_eq!(count(&over, 1), (0, 1));
        assert_eq!(count(&over, 9), (0, 1));
    }
}
