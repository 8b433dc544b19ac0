//! `oware play` when it is told to stop while it waits for a line.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::harness::{Run, oware_with};

#[test]
fn signal_at_the_plain_prompt_names_the_saved_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.ogn");
    let file = path.to_str().unwrap();
    let players = ["--south", "human", "--north", "human"];
    let mut call = oware_with(&[&["play", "--plain", "--save", file], &players[..]].concat());
    let mut child = call
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Held open: the prompt waits for the next line.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"A\n").unwrap();
    let is_saved = || std::fs::read_to_string(&path).is_ok_and(|text| text.contains("1. A"));
    for _ in 0..3_000 {
        if is_saved() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_saved(), "the move is saved when it is played");
    let kill = Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.unwrap().success());
    let run = Run::new(child.wait_with_output().unwrap()).exits(130);
    drop(input);
    let said = format!("{}{}", run.out, run.err);
    assert!(said.contains(&format!("saved as {file}")), "{said}");
}
