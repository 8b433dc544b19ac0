//! `oware perft`: counts as text and as documents.

use crate::harness::{fields, oware};

/// The counts behind the opening moves at depth 6, as published with the golden counts.
const DIVIDE_6: &str = "\
A 5043
B 4850
C 4573
D 4351
E 4165
F 4350
total 27332
";

#[test]
fn divide_prints_a_line_a_move_and_the_total() {
    oware("perft 6 --divide")
        .run()
        .exits(0)
        .says_nothing()
        .prints(DIVIDE_6);
}

#[test]
fn count_alone_is_one_number() {
    for (depth, leaves) in [
        (0, 1),
        (1, 6),
        (2, 36),
        (3, 190),
        (4, 1014),
        (5, 5219),
        (9, 3_592_872),
    ] {
        oware(&format!("perft {depth}"))
            .run()
            .exits(0)
            .says_nothing()
            .prints(&format!("{leaves}\n"));
    }
}

#[test]
fn threads_and_playing_the_last_ply_change_no_figure() {
    for options in ["--threads 1", "--threads 3", "--no-bulk"] {
        oware(&format!("perft 6 --divide {options}"))
            .run()
            .exits(0)
            .prints(DIVIDE_6);
        oware(&format!("perft 9 {options}"))
            .run()
            .exits(0)
            .prints("3592872\n");
    }
}

#[test]
fn norths_moves_are_small_letters() {
    // South's D is empty, and only four seeds from f reach it.
    oware("perft 2 --divide --moves D")
        .run()
        .exits(0)
        .prints("a 5\nb 5\nc 5\nd 5\ne 5\nf 6\ntotal 31\n");
}

#[test]
fn document_has_the_promised_fields() {
    let document = oware("perft 6 --format json --threads 2")
        .run()
        .exits(0)
        .says_nothing()
        .json();
    assert_eq!(
        fields(&document),
        [
            "schema", "position", "rules", "depth", "leaves", "ended", "divide", "threads",
            "seconds"
        ]
    );
    assert_eq!(document["schema"], "oware.perft/1");
    assert_eq!(document["position"], "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    assert_eq!(document["rules"], "abapa");
    assert_eq!(
        (&document["depth"], &document["threads"]),
        (&6.into(), &2.into())
    );
    assert_eq!(
        (&document["leaves"], &document["ended"]),
        (&27_332.into(), &0.into())
    );
    assert!(document["seconds"].is_f64());
    let divide = document["divide"].as_array().unwrap();
    assert_eq!(
        divide[0],
        serde_json::json!({"move": "A", "leaves": 5043, "ended": 0})
    );
    assert_eq!(divide.len(), 6);
}

#[test]
fn finished_root_has_no_leaf_and_one_ended_game() {
    let run = oware("perft 4 --position 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S --format json").run();
    let document = run.exits(0).json();
    assert_eq!(
        (&document["leaves"], &document["ended"]),
        (&0.into(), &1.into())
    );
    assert_eq!(document["divide"], serde_json::json!([]));
}

#[test]
fn games_that_end_early_are_counted_apart() {
    // From the computed cases: `abapa`, this position, depth 6: 361 leaves, 3 ended.
    let run = oware("perft 6 --position 0-3-0-0-4-0-1-2-1-0-0-0-19-18-S --format json").run();
    let document = run.exits(0).json();
    assert_eq!(
        (&document["leaves"], &document["ended"]),
        (&361.into(), &3.into())
    );
}

#[test]
fn repetition_and_limits_are_left_aside() {
    let counts = |rules: &str| {
        let line = format!("perft 14 --position 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --rules {rules}");
        oware(&line).run().exits(0).out
    };
    assert_eq!(counts("abapa"), counts("abapa+repetition=0"));
    assert_eq!(counts("abapa"), counts("abapa+ply-limit=3+quiet-limit=2"));
}

#[test]
fn stream_of_positions_has_a_document_a_line() {
    let run = oware("perft 2 --position - --format json")
        .reading("startpos\nnonsense\nstartpos:1\n")
        .run()
        .exits(3);
    let documents = run.documents();
    assert_eq!(documents[0]["leaves"], 36);
    assert_eq!(documents[1]["schema"], "oware.error/1");
    assert_eq!(documents[2]["position"], "1-1-1-1-1-1-1-1-1-1-1-1-0-0-S");
}

#[test]
fn detail_goes_to_stderr_alone() {
    let run = oware("perft 5 -v").run().exits(0).prints("5219\n");
    assert!(
        run.err.starts_with("5219 leaves, 0 ended games, "),
        "{}",
        run.err
    );
    oware("perft 5 -q").run().exits(0).says_nothing();
}

#[test]
fn depth_out_of_range_or_missing_is_wrong_usage() {
    oware("perft")
        .run()
        .exits(2)
        .complains("<DEPTH>", "'oware perft --help'");
    for depth in ["65", "x", "1.5", "99999999999999"] {
        oware(&format!("perft {depth}"))
            .run()
            .exits(2)
            .complains(&format!("'{depth}' for '[DEPTH]'"), "'oware perft --help'");
    }
    oware("perft 3 --threads 0")
        .run()
        .exits(2)
        .complains("'0' for '--threads <N>'", "--help");
}

#[test]
fn finished_root_has_no_leaf_at_any_depth() {
    for depth in [0, 1, 5] {
        let call =
            format!("perft {depth} --format json --position 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S");
        let document = oware(&call).run().exits(0).json();
        assert_eq!(
            (&document["leaves"], &document["ended"]),
            (&0.into(), &1.into()),
            "{depth}"
        );
    }
}
