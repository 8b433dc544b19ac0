//! The speed of solving. Each benchmark asserts its answer.

use divan::{Bencher, black_box};
use oware::endgame::Database;
use oware::game::{Game, Rules, Score};
use oware::progress::Silent;
use oware::solve::{Limits, SolveOptions, solve_with_tables};

fn main() {
    divan::main();
}

/// Rules, position, final difference for the side to move.
const EXACT: [(&str, &str, i8); 4] = [
    // The worked example of the rules page.
    ("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", 0),
    // A loop decides it.
    ("abapa", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", -2),
    // A probe for each move.
    ("awari", "1-0-2-0-1-0-0-2-0-1-1-0-18-22-S", -4),
    // One seed more than the tables: its layer is solved as a whole.
    ("awari", "0-2-0-0-3-0-0-1-0-0-3-0-20-19-S", 1),
];

#[divan::bench(args = [0, 1, 2, 3], sample_count = 10)]
fn solve_exactly(bencher: Bencher, index: usize) {
    let (rules, position, value) = EXACT[index];
    let rules: Rules = rules.parse().expect("the benchmark names rules that exist");
    let start = position
        .parse()
        .expect("the benchmark's positions are legal");
    let tables = Database::embedded(&rules.value_rules()).expect("the program's tables are whole");
    let game = Game::new(start, rules);
    bencher.bench(|| {
        let options = SolveOptions {
            hash_bytes: 1 << 20,
            ..SolveOptions::default()
        };
        let solution = solve_with_tables(black_box(&game), tables.as_ref(), &options, &Silent)
            .expect("the rules can be solved");
        assert_eq!(solution.bounds.value(), Some(Score::new(value)));
    });
}

/// Nodes in the middle game, where nothing is proved soon.
#[divan::bench(args = ["abapa", "awari"], sample_count = 10)]
fn search_100_000_nodes(bencher: Bencher, rules: &str) {
    const NODES: u64 = 100_000;
    let rules: Rules = rules.parse().expect("the benchmark names rules that exist");
    let start = "2-1-1-1-2-0-8-8-11-0-7-7-0-0-S"
        .parse()
        .expect("the position is legal");
    let game = Game::new(start, rules);
    bencher
        .counter(divan::counter::ItemsCount::new(NODES))
        .bench(|| {
            let options = SolveOptions {
                limits: Limits {
                    nodes: Some(NODES),
                    ..Limits::default()
                },
                ..SolveOptions::default()
            };
            let solution = solve_with_tables(black_box(&game), None, &options, &Silent)
                .expect("the rules can be solved");
            assert!(solution.nodes >= NODES && solution.bounds.value().is_none());
        });
}
