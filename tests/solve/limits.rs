//! Limits: whatever ends the work, what is said is true.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use oware::progress::Progress;
use oware::solve::Status;

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
