//! `oware build-db` and `oware db`: what they print, what they refuse, what they leave.

use std::path::Path;

use crate::harness::{Call, fields, oware, oware_with};

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn build(rules: &str, seeds: &str, out: &Path) -> Call {
    oware_with(&[
        "build-db",
        "--rules",
        rules,
        "--seeds",
        seeds,
        "--out",
        text(out),
    ])
}

/// Names in a directory, sorted.
fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn build_reports_each_layer_and_leaves_only_tables_and_dot_files() {
    let dir = dir();
    let run = build("awari", "3", dir.path())
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert!(
        lines[0].starts_with("plan   layers 0-3, 455 positions; disk 455 bytes"),
        "{}",
        lines[0]
    );
    assert!(
        lines[5].starts_with("    3              364            492  d06e9dc13d401d48  "),
        "{}",
        lines[5]
    );
    assert!(
        lines[6].starts_with("done   455 positions in "),
        "{}",
        lines[6]
    );
    let tables = [
        "layer-00.oware",
        "layer-01.oware",
        "layer-02.oware",
        "layer-03.oware",
    ];
    let dot_files = [".build-log.jsonl", ".lock"];
    assert_eq!(names(dir.path()), [&dot_files[..], &tables[..]].concat());
}

#[test]
fn build_document_has_the_promised_fields_and_says_what_was_found() {
    let dir = dir();
    build("awari", "2", dir.path()).run().exits(0);
    let mut call = build("awari", "4", dir.path());
    call.command().args(["--format", "json", "--threads", "1"]);
    let document = call.run().exits(0).json();
    assert_eq!(
        fields(&document),
        [
            "schema",
            "rules",
            "seeds",
            "out",
            "layers",
            "positions",
            "seconds",
            "positions_per_second",
            "peak_memory_bytes",
            "resumed_from"
        ]
    );
    assert_eq!(document["schema"], "oware.build-db/1");
    assert_eq!(
        (&document["positions"], &document["resumed_from"]),
        (&1_820.into(), &2.into())
    );
    assert_eq!(
        fields(&document["layers"][0]),
        ["seeds", "positions", "bytes", "seconds", "xxh3"]
    );
    assert_eq!(document["layers"][3]["xxh3"], "d06e9dc13d401d48");
}

#[test]
fn any_number_of_threads_writes_the_same_files() {
    let (one, many) = (dir(), dir());
    for (dir, threads) in [(&one, "1"), (&many, "5")] {
        let mut call = build("jedisjeux", "8", dir.path());
        call.command().args(["--threads", threads]);
        call.run().exits(0);
    }
    let tables = names(one.path()).into_iter();
    for name in tables.filter(|name| !name.starts_with('.')) {
        let read = |dir: &Path| std::fs::read(dir.join(&name)).unwrap();
        assert!(read(one.path()) == read(many.path()), "{name}");
    }
}

#[test]
fn build_refuses_what_it_cannot_do_with_the_way_out() {
    let dir = dir();
    build("awari", "3", dir.path()).run().exits(0);
    build("jedisjeux", "3", dir.path())
        .run()
        .exits(4)
        .prints("")
        .complains("layer-00.oware: made for other rules", "--rules awari");
    build("marquoir-famine+repetition-rows=both", "3", dir.path())
        .run()
        .exits(2)
        .complains("no tables for", "feeding=must-feed");
    build("awari", "99", dir.path())
        .run()
        .exits(2)
        .complains("99", "build-db");
    build("awari", "48", dir.path())
        .run()
        .exits(1)
        .complains("layers 0-48 need", "ask for fewer seeds");
    let file = dir.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    build("awari", "3", &file)
        .run()
        .exits(1)
        .complains("as a database directory", "--out DIR");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn damaged_layer_is_named_and_not_overwritten() {
    let dir = dir();
    build("awari", "3", dir.path()).run().exits(0);
    let file = dir.path().join("layer-03.oware");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 4;
    std::fs::write(&file, &bytes).unwrap();
    for line in ["build-db --seeds 4 --rules awari --out", "db stats"] {
        let mut call = oware(line);
        call.command().arg(dir.path());
        call.run()
            .exits(4)
            .complains("layer-03.oware: block 0", "build it again");
    }
    let probe = ["db", "probe", text(dir.path()), "0-0-3-0-0-0-0-0-0-0-0-0"];
    oware_with(&probe)
        .run()
        .exits(4)
        .complains("layer-03.oware: block 0", "build it again");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    std::fs::write(&file, &bytes[..300]).unwrap();
    oware_with(&["db", "info", text(dir.path())])
        .run()
        .exits(4)
        .complains("layer-03.oware", "build it again");
}

#[cfg(unix)]
#[test]
fn file_that_outgrows_its_limit_fails_the_build_and_leaves_no_half_table() {
    let dir = dir();
    let command = format!(
        "ulimit -f 100; exec {} build-db --rules awari --seeds 9 --out {}",
        env!("CARGO_BIN_EXE_oware"),
        text(dir.path())
    );
    let mut call = oware("");
    *call.command() = std::process::Command::new("bash");
    call.command().args(["-c", &command]);
    call.run()
        .exits(1)
        .complains("layer-09.oware", "finished layers are kept");
    assert_eq!(
        names(dir.path()).len(),
        11,
        "layers 0 to 8, the log and the lock"
    );
    assert!(!names(dir.path()).contains(&"layer-09.oware".to_owned()));
    build("awari", "9", dir.path()).run().exits(0);
}

#[cfg(unix)]
#[test]
fn interrupted_build_prints_the_command_that_goes_on() {
    let dir = dir();
    let mut call = build("awari", "16", dir.path());
    // The way on is told also to the quiet.
    let mut child = call
        .command()
        .arg("--quiet")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Layer 9 stands when it is some hundred thousand boards into a build of 30 million.
    while !dir.path().join("layer-09.oware").exists() {
        assert!(
            child.try_wait().unwrap().is_none(),
            "the build ended too soon"
        );
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill")
        .arg(child.id().to_string())
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8(output.stderr).unwrap();
    let command = format!(
        "oware build-db --rules awari --seeds 16 --out {}",
        text(dir.path())
    );
    assert!(err.trim_end().ends_with(&command), "{err}");
    assert!(names(dir.path()).iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn stats_print_histograms_in_order() {
    let dir = dir();
    build("awari", "3", dir.path()).run().exits(0);
    oware_with(&["db", "stats", text(dir.path()), "--histogram"])
        .run()
        .exits(0)
        .prints(
            "\
rules  awari
layer        positions              win             draw             loss   mean    exact  width  widest
    0                1                0                1                0  +0.00  100.0 %   0.00       0
    1               12                5                0                7  -0.17  100.0 %   0.00       0
    2               78               25               13               40  -0.38  100.0 %   0.00       0
    3              364              123               63              178  -0.49  100.0 %   0.00       0

layer  value        positions
    0      0                1
    1     +1                5
    1     -1                7
    2     +2               25
    2      0               13
    2     -2               40
    3     +3              116
    3     +1                7
    3      0               63
    3     -1                1
    3     -3              177
",
        );
    let call = ["db", "stats", text(dir.path()), "--format", "json"];
    let document = oware_with(&call).run().exits(0).json();
    assert_eq!(document["schema"], "oware.db-stats/1");
    assert_eq!(document["rules"], "awari");
    let layer = &document["layers"][3];
    assert_eq!(
        fields(layer),
        [
            "seeds",
            "positions",
            "exact",
            "win",
            "draw",
            "loss",
            "mean",
            "histogram"
        ]
    );
    assert_eq!(
        fields(&layer["histogram"]),
        ["-3", "-2", "-1", "0", "1", "2", "3"]
    );
    assert_eq!(layer["histogram"]["-3"], 177);
}

#[test]
fn reachable_leaves_out_boards_with_no_empty_pit_opposite() {
    let call = "db stats --rules awari --reachable --format json";
    let layers = oware(call).run().exits(0).json()["layers"].clone();
    // C(19, 11) boards of 8 seeds, less C(13, 11).
    assert_eq!(layers[8]["positions"], 75_582 - 78);
}

#[test]
fn probe_answers_in_seeds_to_come_and_null_beyond_the_tables() {
    let run = oware("db probe --rules awari 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S")
        .run()
        .exits(0);
    run.prints(
        "\
value   +1   seeds still to come, without history (embedded)
E       +1
",
    );
    let call = "db probe --rules awari --format json 1-1-1-1-1-2-4-2-3-0-0-0";
    let beyond = oware(call).run().exits(0).json();
    assert_eq!(
        fields(&beyond),
        [
            "schema", "position", "rules", "seeds", "lower", "upper", "exact", "moves"
        ]
    );
    assert_eq!(beyond["schema"], "oware.db-probe/1");
    assert_eq!(
        (&beyond["seeds"], &beyond["exact"]),
        (&16.into(), &false.into())
    );
    assert!(beyond["lower"].is_null() && beyond["moves"][0]["lower"].is_null());
    // The stores do not count.
    let inner = oware("db probe --rules awari --format json 0-0-0-0-0-1-0-0-0-0-1-0-20-25-S");
    let inner = inner.run().exits(0).json();
    assert_eq!(inner["moves"][0]["move"], "F");
    assert_eq!(inner["lower"], inner["moves"][0]["lower"]);
}

#[test]
fn probe_takes_a_directory_first_and_a_stream_of_positions() {
    let dir = dir();
    build("jedisjeux", "7", dir.path()).run().exits(0);
    let stream = "1-0-0-0-0-0-1-0-0-0-0-0\n1-x\n3-0-0-0-0-0-1-0-0-0-0-3\n";
    let run = oware_with(&["db", "probe", text(dir.path()), "-", "--format", "json"])
        .reading(stream)
        .run()
        .exits(3);
    let documents = run.documents();
    assert_eq!(documents.len(), 3);
    // Six seeds or fewer count for nobody.
    assert_eq!(
        (&documents[0]["lower"], &documents[0]["moves"]),
        (&0.into(), &serde_json::json!([]))
    );
    assert_eq!(documents[1]["schema"], "oware.error/1");
    assert_eq!(documents[2]["rules"], "jedisjeux");
}

#[test]
fn wrong_place_for_tables_says_where_it_looked() {
    oware("db info no-such-directory")
        .run()
        .exits(4)
        .complains("no-such-directory", "build-db");
    let empty = dir();
    oware_with(&["db", "stats", text(empty.path())])
        .run()
        .exits(4)
        .complains("no tables in", "build-db");
    oware("db info --rules jedisjeux")
        .with_env("XDG_DATA_HOME", text(empty.path()))
        .run()
        .exits(4)
        .complains("no tables for jedisjeux", "build-db --rules jedisjeux");
    let call = ["db", "info", "--rules", "jedisjeux"];
    let tables = dir();
    build("awari", "2", tables.path()).run().exits(0);
    oware_with(&call)
        .with_env("OWARE_DB", text(tables.path()))
        .run()
        .exits(4)
        .complains("other rules", "--rules awari");
}

#[test]
fn default_place_is_used_by_build_and_found_by_db() {
    let data = dir();
    oware("build-db --rules board-and-pieces --seeds 4")
        .with_env("XDG_DATA_HOME", text(data.path()))
        .run()
        .exits(0);
    // Rule sets that share their tables share their folder.
    let info = oware("db info --rules awari --format json")
        .with_env("XDG_DATA_HOME", text(data.path()))
        .run()
        .exits(0)
        .json();
    assert_eq!(info["path"], text(&data.path().join("oware").join("awari")));
    assert_eq!(info["seeds"], 4);
    assert_eq!(info["layers"][4]["xxh3"], "ca7958f4f59a5b53");
}

#[test]
fn build_says_that_tables_leave_limits_aside() {
    let dir = dir();
    let limited = build("codingame", "2", dir.path()).run().exits(0);
    assert!(
        limited.err.contains("without a limit of plies"),
        "{}",
        limited.err
    );
    build("abapa+settle=even", "2", dir.path())
        .run()
        .exits(0)
        .says_nothing();
}
