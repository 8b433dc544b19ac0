//! The bodies of the fuzz targets on stable, for half a minute in all.
//!
//! `tests/fuzz/` is the crate for `cargo fuzz`, which needs a nightly compiler and goes on
//! for as long as one likes; here the same bodies meet inputs made by proptest: bytes at
//! random, and good texts cut up and stuck together. Other inputs every time; a failure
//! prints the smallest input that it was narrowed down to.

#[path = "fuzzing/bodies.rs"]
mod bodies;

use std::alloc::System;
use std::time::{Duration, Instant};

use cap::Cap;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// An input that claims gigabytes must not get them: beyond this an allocation fails, and
/// with it the test.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, 512 << 20);

/// For each body; there are five.
const TIME: Duration = Duration::from_secs(6);
/// No input of these sizes needs nearly as long, even on a machine that is busy.
const LONGEST: Duration = Duration::from_secs(5);

fn fuzz(name: &str, inputs: impl Strategy<Value = Vec<u8>>) {
    let (_, body) = bodies::ALL.iter().find(|body| body.0 == name).unwrap();
    let config = Config {
        cases: 64,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed() < TIME {
        let result = runner.run(&inputs, |bytes| {
            let start = Instant::now();
            body(&bytes);
            prop_assert!(start.elapsed() < LONGEST, "hangs");
            Ok(())
        });
        if let Err(error) = result {
            panic!("{name}: {error}");
        }
        rounds += 1;
    }
    assert!(rounds > 0);
}

fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..longest)
}

/// Good texts, cut up and stuck together with pieces that mean something.
fn texts(
    good: &'static [&'static str],
    pieces: &'static [&'static str],
) -> impl Strategy<Value = Vec<u8>> {
    let cut = (0..good.len(), any::<prop::sample::Index>(), 0..40_usize).prop_map(
        move |(which, start, length)| {
            let text = good[which].as_bytes();
            let start = start.index(text.len());
            text[start..text.len().min(start + length)].to_vec()
        },
    );
    let whole = (0..good.len()).prop_map(move |which| good[which].as_bytes().to_vec());
    let piece = (0..pieces.len()).prop_map(move |which| pieces[which].as_bytes().to_vec());
    let any_char = any::<char>().prop_map(|c| c.to_string().into_bytes());
    let part = prop_oneof![4 => cut, 1 => whole, 4 => piece, 1 => any_char, 1 => bytes(4)];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

#[test]
fn any_bytes_as_a_table_are_refused_or_read_in_bounds() {
    let with_magic = bytes(400).prop_map(|bytes| [b"\x89OWARE\r\n\x01\0", &bytes[..]].concat());
    fuzz("table", prop_oneof![bytes(400), with_magic]);
}

#[test]
fn damaged_tables_are_refused_or_read_in_bounds() {
    fuzz("damaged_table", bytes(40));
}

#[test]
fn any_text_as_a_position_or_rules_is_refused_or_reads_back() {
    fuzz(
        "position",
        texts(
            &[
                "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
                "7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3",
                "0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4",
                "startpos:7",
                "1,2,3,4,5,6,0,0,0,0,0,0",
                "dream-games+clock=5m+3s+settle=even+target=20",
                "abapa+few-seeds=3+few-settle=own-side+repetition-rows=both",
            ],
            &[
                "-",
                ",",
                " ",
                "|",
                "/",
                "S",
                "N",
                "48",
                "0",
                "99999999999999999999",
                "+",
                "=",
                "grand-slam=",
                "clock=",
                "quiet-limit=4294967296",
                "½",
                "\u{FEFF}",
                "13S",
            ],
        ),
    );
}

#[test]
fn any_text_as_moves_is_refused_or_reads_back() {
    fuzz(
        "moves",
        texts(
            &["DbEcFfDeAdCaBaF", "A - B b", "AaBbCcDdEeFf"],
            &["A", "b", "-", " ", "G", "\n", "é", "\u{A0}"],
        ),
    );
}

#[test]
fn any_bytes_as_records_are_refused_or_read_back() {
    fuzz(
        "record",
        texts(
            &[
                include_str!("../data/games/example.ogn"),
                include_str!("../data/games/example.letters.txt"),
                include_str!("../data/games/example.playstrategy.pgn"),
                include_str!("../data/games/example.codingame.txt"),
                include_str!("../data/games/example.manqala.txt"),
            ],
            &[
                "{",
                "}",
                "(",
                ")",
                "[",
                "]",
                "\"",
                "\\",
                ";",
                "\n",
                "\r\n",
                "1.",
                "*",
                "+9",
                "25-16",
                "½",
                "[Result \"x\"]\n",
                "[FEN \"0-0-1\"]\n",
                "[Rules \"awari\"]\n",
                "$1",
                " moves ",
                "99999999999",
                "\u{FEFF}",
            ],
        ),
    );
}
