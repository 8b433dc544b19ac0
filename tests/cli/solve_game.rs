//! `oware solve --game`: positions of a recorded game, with what was played before.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::harness::{Call, oware_with};

const START: &str = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";

/// Solves a position of this record.
fn solve(record: &str, options: &[&str]) -> (TempDir, Call) {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("game.txt");
    fs::write(&file, record).unwrap();
    let mut arguments = vec!["solve", "--format", "json", "--game"];
    arguments.push(file.to_str().unwrap());
    arguments.extend(options);
    let call = oware_with(&arguments);
    (directory, call)
}

#[test]
fn ply_of_a_game_is_solved_in_the_position_it_was_played_in_with_its_history() {
    let record = format!("{START} moves AaBbCcDdEe");
    let (_directory, call) = solve(&record, &["--ply", "10"]);
    let solved = call.run().exits(0).json();
    let moves = "AaBbCcDdE";
    let by_moves = oware_with(&["solve", START, "--moves", moves, "--format", "json"])
        .run()
        .exits(0)
        .json();
    for field in ["position", "status", "lower", "upper", "best", "pv", "over"] {
        assert_eq!(solved[field], by_moves[field], "{field}");
    }
    assert_eq!(solved["score"], json!([24, 24]), "the repetition counts");
}

#[test]
fn without_a_ply_it_is_the_position_after_the_last_move() {
    let record = format!("{START} moves AaBbCcDdEeF");
    let (_directory, call) = solve(&record, &[]);
    let solved = call.run().exits(0).json();
    assert_eq!(solved["position"], "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N");
    assert_eq!(
        solved["score"],
        json!([24, 24]),
        "the same board set up is worth 23-25"
    );
}

#[test]
fn rules_are_those_of_the_record_unless_others_are_asked_for() {
    let record = "[Rules \"awari\"]\n\n1. D b 2. E c";
    for (options, rules) in [(&[][..], "awari"), (&["--rules", "marquoir"], "marquoir")] {
        let options = [&["--nodes", "100"], options].concat();
        let (_directory, call) = solve(record, &options);
        assert_eq!(call.run().exits(0).json()["rules"], rules);
    }
}

#[test]
fn ply_that_the_game_does_not_have_is_refused() {
    let (_directory, call) = solve("DbEc", &["--ply", "6"]);
    let error = call.run().exits(3).json();
    let message = error["message"].as_str().unwrap();
    assert!(
        message.ends_with("there is no ply 6 in a game of 4"),
        "{message}"
    );
    let (_directory, call) = solve("DbEc", &["--ply", "5", "--nodes", "10"]);
    call.run().exits(0);
    let (_directory, call) = solve("DbEc", &["--moves", "F"]);
    call.run().exits(2);
    oware_with(&["solve", "--ply", "5"]).run().exits(2);
}
