//! Limits: whatever ends the work, what is said is true.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use oware::endgame::Database;
use oware::progress::Progress;
use oware::solve::{Status, solve_with_tables};

use super::brute::{Layers, boards};
use super::*;

#[test]
fn small_node_limit_gives_bounds_around_the_value_and_no_false_proof() {
    let layers = Layers::solve(rules("awari"), 5);
    let all = boards(5);
    let mut random = Random(3);
    let mut unproved = 0;
    for _ in 0..60 {
        let board = all[random.below(all.len())];
        let value = layers.value(board);
        for nodes in [0, 1, 10, 100, 1000] {
            let options = SolveOptions {
                whole_layer_seeds: 0,
                ..options(Some(nodes), 1 << 16)
            };
            let solution = solved(&set_up(rules("awari"), board), &NoOracle, &options);
            let bounds = solution.bounds;
            assert!(bounds.lower.seeds() <= value && value <= bounds.upper.seeds());
            assert_eq!(bounds.is_exact(), solution.status == Status::Exact);
            assert!(solution.nodes <= nodes);
            unproved += usize::from(!bounds.is_exact());
        }
    }
    assert!(unproved > 60, "the limits were meant to bite");
}

#[test]
fn same_node_limit_gives_the_same_answer() {
    let game = game("abapa", "startpos", "");
    let answer = || solved(&game, &NoOracle, &options(Some(20_000), 1 << 20));
    assert_eq!(answer(), answer());
    assert_eq!(answer().nodes, 20_000);
    assert_eq!(answer().status, Status::Estimate);
}

/// Positions of all kinds: known to tables, above them, with layers and without, with a past,
/// with a limit of plies.
const OF_ALL_KINDS: [(&str, &str, &str); 7] = [
    ("abapa", "0-0-0-0-1-1-0-0-0-1-0-2-21-22-S", ""),
    ("abapa", "2-0-0-1-0-0-0-1-1-0-2-1-20-20-S", ""),
    ("awari", "0-0-2-3-1-1-0-0-1-0-0-0-20-20-S", ""),
    ("awari", "1-0-1-2-1-1-1-0-0-0-2-1-19-19-S", ""),
    ("abapa", "0-2-1-2-0-1-1-1-1-1-0-0-19-19-S", "B"),
    ("marquoir", "0-1-0-0-1-2-0-0-0-0-0-1-21-22-S", ""),
    ("dream-games", "1-1-0-0-2-1-0-1-0-1-0-1-20-20-S", ""),
];

#[test]
fn node_limit_bounds_all_work_the_lines_included() {
    let mut shorter = 0;
    for (name, start, moves) in OF_ALL_KINDS {
        let game = game(&format!("{name}+target=48"), start, moves);
        let tables = Database::embedded(&game.rules().value_rules()).unwrap();
        let plies = |nodes: u64| {
            let options = options(Some(nodes), 1 << 20);
            let solution = solve_with_tables(&game, tables.as_ref(), &options, &Silent).unwrap();
            check(&game, &solution);
            assert!(
                solution.nodes <= nodes,
                "{name} {start}: {}",
                solution.nodes
            );
            (
                solution.bounds.is_exact(),
                solution
                    .moves
                    .iter()
                    .map(|known| known.pv.len())
                    .sum::<usize>(),
            )
        };
        let (_, long) = plies(60_000);
        for nodes in [0, 1, 10, 100, 1_000] {
            let (is_exact, short) = plies(nodes);
            shorter += usize::from(is_exact && short < long);
        }
    }
    assert!(shorter >= 6, "{shorter}: lines were meant to be cut short");
}

#[test]
fn some_nodes_are_kept_for_the_line_of_a_known_value() {
    // Half of what proves all moves: enough for the value.
    let game = game("marquoir", "3-0-1-0-1-1-2-0-1-0-0-1-19-19-S", "");
    let solution = solved(&game, &NoOracle, &options(Some(159_376), 1 << 21));
    assert_eq!(solution.status, Status::Exact);
    assert!(solution.pv.len() > 6, "{:?}", solution.pv);
    assert!(solution.nodes <= 159_376);
}

#[test]
fn shallow_depth_costs_in_proportion() {
    for name in ["abapa", "awari"] {
        let game = game(name, "startpos", "");
        for depth in 1..=4 {
            let mut options = options(None, 1 << 20);
            options.limits.depth_plies = Some(depth);
            let solution = solved(&game, &NoOracle, &options);
            assert_eq!(solution.depth_plies, depth);
            assert!(
                solution.nodes <= 5_000 << depth,
                "{depth}: {}",
                solution.nodes
            );
        }
    }
}

#[test]
fn small_layers_full_of_loops_do_not_outweigh_the_depth() {
    // Players pass until seeds come round, and no board with a loop is ever decided alone.
    for start in [
        "0-0-0-0-0-0-3-0-1-1-0-1-8-34-N",
        "1-1-0-1-1-0-1-0-1-0-0-0-35-7-N",
    ] {
        let game = game("abapa+feeding=pass", start, "");
        for depth in [1, 8] {
            let mut options = options(None, 1 << 20);
            options.limits.depth_plies = Some(depth);
            let solution = solved(&game, &NoOracle, &options);
            let nodes = solution.nodes;
            assert!(nodes <= 3 << 18, "{start}, depth {depth}: {nodes}");
        }
    }
}

#[test]
fn depth_limit_is_kept_and_time_limit_ends_the_work() {
    let game = game("awari", "startpos", "");
    let mut shallow = options(None, 1 << 20);
    shallow.limits.depth_plies = Some(3);
    let solution = solved(&game, &NoOracle, &shallow);
    assert_eq!(
        (solution.depth_plies, solution.status),
        (3, Status::Estimate)
    );
    let mut brief = options(None, 1 << 20);
    brief.limits.time = Some(Duration::from_millis(50));
    let solution = solved(&game, &NoOracle, &brief);
    assert!(!solution.interrupted && solution.status == Status::Estimate);
}

#[test]
fn cancelled_work_returns_what_it_has() {
    struct Impatient(AtomicUsize);
    impl Progress for Impatient {
        fn is_cancelled(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) > 5
        }
    }
    let game = game("awari", "startpos", "");
    let impatient = Impatient(AtomicUsize::new(0));
    let solution = solve(&game, &NoOracle, &options(None, 1 << 20), &impatient).unwrap();
    check(&game, &solution);
    assert!(solution.interrupted && solution.status == Status::Estimate);
}

#[test]
fn quiet_paths_of_hundreds_of_plies_do_not_overflow() {
    // One seed each, far apart, and captures impossible for long: the depth goes to its end.
    let game = game("awale-africa", "1-0-1-0-0-0-1-0-1-0-0-1-21-22-S", "");
    let deep = options(Some(300_000), 1 << 20);
    let solution = solved(&game, &NoOracle, &deep);
    assert!(solution.bounds.lower <= solution.bounds.upper);
}
