//! `oware perft` as a check: `--expect`, `--suite`, `--against`.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::harness::{oware, oware_with};

#[test]
fn wrong_count_fails_the_check_and_names_both() {
    oware("perft 6 --expect 27332")
        .run()
        .exits(0)
        .says_nothing()
        .prints("27332\n");
    oware("perft 6 --expect 27331")
        .run()
        .exits(4)
        .prints("27332\n")
        .complains("counts 27332 leaves, expected 27331", "--against CMD");
    let error = oware("perft 6 --expect 27331 --format json")
        .run()
        .exits(4)
        .says_nothing()
        .json();
    assert_eq!(
        (&error["schema"], &error["kind"]),
        (&"oware.error/1".into(), &"check".into())
    );
}

const SUITE: &str = "\
# rules, position, depth, leaves, ended

abapa\tstartpos\t4\t1014\t0
awari\t4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\t5\t5219\t0
abapa\t0-3-0-0-4-0-1-2-1-0-0-0-19-18-S\t6\t361\t3
";

fn suite_file(directory: &TempDir, text: &str) -> PathBuf {
    let path = directory.path().join("suite.tsv");
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn suite_prints_a_line_each_and_a_count() {
    let directory = TempDir::new().unwrap();
    let file = suite_file(&directory, SUITE);
    let expected = "\
abapa  4-4-4-4-4-4-4-4-4-4-4-4-0-0-S  4  1014  0  ok
awari  4-4-4-4-4-4-4-4-4-4-4-4-0-0-S  5  5219  0  ok
abapa  0-3-0-0-4-0-1-2-1-0-0-0-19-18-S  6  361  3  ok
3 of 3 agree
";
    oware_with(&["perft", "--suite", text(&file)])
        .run()
        .exits(0)
        .says_nothing()
        .prints(expected);
    oware("perft --suite -")
        .reading(SUITE)
        .run()
        .exits(0)
        .prints(expected);
}

#[test]
fn suite_checks_only_the_lines_of_the_rules_given() {
    let run = oware("perft --suite - --rules awari")
        .reading(SUITE)
        .run()
        .exits(0);
    assert!(run.out.ends_with("1 of 1 agree\n"), "{}", run.out);
    oware("perft --suite - --rules marquoir")
        .reading(SUITE)
        .run()
        .exits(3)
        .complains("stdin: no line for marquoir to check", "rules TAB position");
}

#[test]
fn suite_with_a_wrong_line_fails_but_goes_on() {
    for (right, wrong) in [("\t1014\t0", "\t1015\t0"), ("\t361\t3", "\t361\t4")] {
        let run = oware("perft --suite -")
            .reading(SUITE.replace(right, wrong))
            .run()
            .exits(4);
        assert_eq!(
            run.out.matches("DIFFERS, expected").count(),
            1,
            "{}",
            run.out
        );
        assert!(run.out.ends_with("2 of 3 agree\n"), "{}", run.out);
        run.complains("stdin: 1 of 3 counts differ", "--divide");
    }
}

#[test]
fn suite_documents_say_what_agrees_and_end_in_a_summary() {
    let run = oware("perft --suite - --format json")
        .reading(SUITE.replace("1014", "1015"))
        .run();
    let documents = run.exits(4).says_nothing().documents();
    let schemas: Vec<_> = documents
        .iter()
        .map(|document| document["schema"].as_str().unwrap())
        .collect();
    assert_eq!(
        schemas,
        [
            "oware.perft/1",
            "oware.perft/1",
            "oware.perft/1",
            "oware.perft-suite/1",
            "oware.error/1"
        ]
    );
    assert_eq!(
        (&documents[0]["agrees"], &documents[1]["agrees"]),
        (&false.into(), &true.into())
    );
    assert_eq!(
        documents[0]["expected"],
        serde_json::json!({"leaves": 1015, "ended": 0})
    );
    assert_eq!(
        documents[3],
        serde_json::json!({"schema": "oware.perft-suite/1", "rules": ["abapa", "awari"], "lines": 3, "agree": 2, "differ": 1})
    );
}

#[test]
fn malformed_suite_line_names_file_and_line_before_counting() {
    let directory = TempDir::new().unwrap();
    let file = suite_file(
        &directory,
        &format!("{SUITE}abapa\tstartpos\tthree\t190\t0\n"),
    );
    oware_with(&["perft", "--suite", text(&file)])
        .run()
        .exits(3)
        .prints("")
        .complains(
            &format!("{}:6: depth 'three' is not a number", text(&file)),
            "rules TAB position",
        );
    oware("perft --suite -")
        .reading("abapa startpos 3 190 0\n")
        .run()
        .exits(3)
        .complains("stdin:1: 1 fields instead of 5", "TAB");
    oware("perft --suite -")
        .reading("# nothing\n")
        .run()
        .exits(3)
        .complains("no line to check", "TAB");
}

#[test]
fn suite_that_cannot_be_read_is_named() {
    oware("perft --suite no/such/file")
        .run()
        .exits(1)
        .complains("cannot read no/such/file", "path exists");
    oware("perft 3 --suite x")
        .run()
        .exits(2)
        .complains("cannot be used with", "--help");
}

/// The other program: a shell script that answers with `oware` and then lies.
#[cfg(unix)]
fn other_program(directory: &TempDir, lie: &str) -> String {
    let path = directory.path().join("other.sh");
    let script = format!(
        "position=$1 depth=$2\n\"{}\" perft \"$depth\" --position \"$position\" --divide | {lie}\n",
        env!("CARGO_BIN_EXE_oware")
    );
    fs::write(&path, script).unwrap();
    format!("sh '{}' {{position}} {{depth}}", text(&path))
}

#[cfg(unix)]
#[test]
fn honest_program_agrees() {
    let directory = TempDir::new().unwrap();
    let command = other_program(&directory, "cat");
    oware_with(&["perft", "4", "--against", &command])
        .run()
        .exits(0)
        .says_nothing()
        .prints("1014\n");
}

#[cfg(unix)]
#[test]
fn difference_is_followed_to_the_first_position_with_other_moves() {
    let directory = TempDir::new().unwrap();
    // After D b it denies the move F, and its counts above follow from that.
    let after_db = oware("moves --moves Db --format json")
        .run()
        .exits(0)
        .json();
    let denied = after_db["position"].as_str().unwrap();
    let count = |line: &str| {
        oware(line)
            .run()
            .exits(0)
            .out
            .trim()
            .parse::<u64>()
            .unwrap()
    };
    let lost = count("perft 1 --moves DbF");
    let (d, b) = (count("perft 3 --moves D"), count("perft 2 --moves Db"));
    let (d_lie, b_lie) = (d - lost, b - lost);
    let lie = format!(
        "case \"$position $depth\" in *-0-0-S\\ 4) sed 's/^D {d}$/D {d_lie}/';; *-0-0-N\\ 3) sed 's/^b {b}$/b {b_lie}/';; {denied}*) grep -v ^F;; *) cat;; esac"
    );
    let command = other_program(&directory, &lie);
    let run = oware_with(&["perft", "4", "--against", &command])
        .run()
        .exits(4);
    run.complains(
        &format!("differ at {denied} (after Db from 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S): moves are A B C E F here, A B C E there"),
        &format!("'oware moves {denied} --rules abapa'"),
    );
}

#[cfg(unix)]
#[test]
fn difference_at_the_root_and_contradictions_are_told() {
    let directory = TempDir::new().unwrap();
    let command = other_program(&directory, "grep -v ^C");
    let error = oware_with(&["perft", "3", "--against", &command, "--format", "json"])
        .run()
        .exits(4)
        .json();
    assert_eq!(error["kind"], "check");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("moves are A B C D E F here, A B D E F there"),
        "{message}"
    );

    let command = other_program(
        &directory,
        "if [ $depth = 3 ]; then sed 's/^A .*/A 7/'; else cat; fi",
    );
    oware_with(&["perft", "3", "--against", &command])
        .run()
        .exits(4)
        .complains("no difference at depth 2", "oware moves");
}

#[cfg(unix)]
#[test]
fn program_that_fails_or_babbles_is_an_error_of_its_own() {
    let against = |command: &str| {
        oware_with(&["perft", "2", "--against", command])
            .run()
            .exits(1)
    };
    against("exit 7").complains("'exit 7' failed with exit status: 7", "MOVE COUNT");
    against("no-such-program {depth}").complains("'no-such-program 2' failed", "by itself");
    against("echo A many").complains("printed 'A many'", "A 5043");
    // On either pipe, and without an end.
    against("yes").complains("printed more than 1048576 bytes", "MOVE COUNT");
    let quoted = against("cat /dev/zero >&2; exit 3");
    assert!(quoted.err.len() < 2_000, "{} bytes", quoted.err.len());
    quoted.complains("failed with exit status: 3", "MOVE COUNT");
}

#[test]
fn line_of_a_suite_that_is_no_text_is_named() {
    oware("perft --suite -")
        .reading(b"# known\nabapa\tstartpos\t1\t6\t0\nawari\t\xE9\n".to_vec())
        .run()
        .exits(3)
        .complains("stdin:3: not UTF-8 text", "rules TAB position");
}
