//! The number of nodes that solving a fixed suite takes. A change of this number is a
//! change of the search: it is deliberate, and the commit that makes it names it.

use oware::endgame::Database;
use oware::game::{Game, Rules};
use oware::progress::Silent;
use oware::solve::{Limits, SolveOptions, solve_with_tables};

/// Nodes of the whole suite.
const SIGNATURE: u64 = 2_387_010;

/// Openings, middle games and endgames, each searched to a fixed depth.
const SUITE: [(&str, &str); 12] = [
    ("abapa", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"),
    ("abapa", "2-1-1-1-2-0-8-8-11-0-7-7-0-0-S"),
    ("abapa", "1-0-3-0-1-1-2-2-1-1-0-0-24-12-S"),
    ("abapa", "0-0-1-1-2-1-1-0-0-3-0-0-20-19-S"),
    ("abapa", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S"),
    ("marquoir", "0-0-2-0-1-3-0-1-0-1-0-0-20-20-N"),
    ("awari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"),
    ("awari", "4-5-2-1-1-4-1-0-0-0-0-2-15-13-S"),
    ("awari", "1-1-0-3-1-2-0-3-2-1-1-1-16-16-S"),
    ("awari", "0-0-1-0-0-1-0-2-1-1-1-1-20-20-S"),
    ("awari", "1-0-2-0-1-0-0-2-0-1-1-0-18-22-S"),
    ("jedisjeux", "0-1-2-0-0-1-3-0-1-0-0-2-18-20-S"),
];

#[test]
fn suite_takes_exactly_the_known_number_of_nodes() {
    let options = SolveOptions {
        limits: Limits {
            depth_plies: Some(7),
            ..Limits::default()
        },
        hash_bytes: 1 << 20,
        ..SolveOptions::default()
    };
    let mut counts = Vec::new();
    for (rules, position) in SUITE {
        let rules: Rules = rules.parse().unwrap();
        let game = Game::new(position.parse().unwrap(), rules);
        let tables = Database::embedded(&rules.value_rules()).unwrap();
        let solution = solve_with_tables(&game, tables.as_ref(), &options, &Silent).unwrap();
        counts.push(solution.nodes);
    }
    assert_eq!(counts.iter().sum::<u64>(), SIGNATURE, "{counts:?}");
}
