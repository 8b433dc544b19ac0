//! `oware db verify`: every way a directory can be wrong ends with status 4 and names the
//! place; what is right passes.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::harness::{Call, Run, fields, oware, oware_with};

/// A directory of tables for `awari`, 0 to 8 seeds.
fn tables() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    oware_with(&["build-db", "--rules", "awari", "--seeds", "8", "--out", out])
        .run()
        .exits(0);
    dir
}

fn verify(dir: &Path, options: &[&str]) -> Call {
    let dir = dir.to_str().unwrap();
    oware_with(&[&["db", "verify", dir], options].concat())
}

fn file(dir: &Path, seeds: u8) -> PathBuf {
    dir.join(format!("layer-{seeds:02}.oware"))
}

/// Changes a file by hand.
fn change(path: &Path, how: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).unwrap();
    how(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}

/// All problems of a document, of layers and of none.
fn problems(document: &Value) -> Vec<&Value> {
    let layers = document["layers"].as_array().unwrap();
    let all = layers.iter().map(|layer| &layer["problems"]);
    all.chain([&document["problems"]])
        .flat_map(|problems| problems.as_array().unwrap())
        .collect()
}

/// The one problem that verifying finds, with both forms of output ending with status 4.
#[track_caller]
fn only_problem(dir: &Path, options: &[&str]) -> (Value, Run) {
    let options = [options, &["--format", "json"]].concat();
    let document = verify(dir, &options).run().exits(4).json();
    assert_eq!(document["ok"], false);
    let found = problems(&document);
    assert_eq!(found.len(), 1, "{document:#}");
    let text = verify(dir, &options[..options.len() - 2]).run().exits(4);
    (found[0].clone(), text)
}

#[test]
fn good_tables_pass_with_the_promised_fields() {
    let dir = tables();
    let document = verify(
        dir.path(),
        &["--deep", "--sample", "50", "--format", "json"],
    )
    .run()
    .exits(0)
    .says_nothing()
    .json();
    assert_eq!(document["schema"], "oware.db-verify/1");
    assert_eq!(
        (&document["rules"], &document["ok"]),
        (&"awari".into(), &true.into())
    );
    let layers = document["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 9);
    assert_eq!(
        fields(&layers[8]),
        [
            "seeds",
            "positions",
            "checksums",
            "deep",
            "sampled",
            "played_out",
            "loops",
            "seconds",
            "problems"
        ]
    );
    for layer in layers {
        // No layer has more boards to draw than there are.
        let boards = layer["positions"].as_u64().unwrap();
        assert_eq!(
            (&layer["checksums"], &layer["deep"], &layer["sampled"]),
            (&"ok".into(), &"ok".into(), &boards.min(50).into())
        );
    }
    let all = verify(dir.path(), &["--sample", "99999999999"]).run();
    assert!(
        all.exits(0)
            .out
            .contains("    8            75582  ok         -            75582  ")
    );
    let text = verify(dir.path(), &[]).run().exits(0).says_nothing();
    assert!(
        text.out
            .contains("    8            75582  ok         -                0  "),
        "{}",
        text.out
    );
    assert!(
        text.out.contains("ok      125970 positions in "),
        "{}",
        text.out
    );
}

#[test]
fn deep_check_of_own_row_loops_counts_what_rests_on_them() {
    let run = oware("db verify --rules abapa --deep --format json")
        .run()
        .exits(0);
    let document = run.json();
    let layers = document["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 9);
    for layer in layers {
        assert_eq!(layer["deep"], "ok");
    }
    let loops = &layers[7]["loops"];
    let count = |key: &str| loops[key].as_u64().unwrap();
    assert!(count("open") >= count("played") && count("played") >= count("replayed"));
    assert!(count("replayed") > 50, "{loops}");
    let run = oware("db verify --rules abapa --sample 100 --format json")
        .run()
        .exits(0);
    let layer = &run.json()["layers"][6];
    assert_eq!(layer["sampled"], 100);
    assert!(layer["played_out"].as_u64().unwrap() > 3, "{layer}");
}

#[test]
fn embedded_tables_pass_without_a_directory() {
    let run = oware("db verify --rules awari --deep").run().exits(0);
    assert!(
        run.out.starts_with("tables  embedded\nrules   awari\n"),
        "{}",
        run.out
    );
}

#[test]
fn flipped_bits_are_found_wherever_they_are() {
    let dir = tables();
    let path = file(dir.path(), 8);
    let whole = std::fs::read(&path).unwrap();
    let values = whole.len() - 75_582;
    // Magic, version, start of the blocks, rules, seeds, a checksum, padding, the head's
    // own checksum.
    for place in [0, 8, 11, 15, 32, 66, values - 20, values - 1] {
        change(&path, |bytes| bytes[place] ^= 0x04);
        let (problem, run) = only_problem(dir.path(), &[]);
        assert_eq!(problem["file"], path.to_str().unwrap(), "byte {place}");
        run.complains("layer-08.oware: ", "");
        std::fs::write(&path, &whole).unwrap();
    }
    // Each of the two blocks at both ends.
    for (place, block) in [(0, 0), (65_535, 0), (65_536, 1), (75_581, 1)] {
        change(&path, |bytes| bytes[values + place] ^= 0x04);
        let (problem, run) = only_problem(dir.path(), &["--deep"]);
        assert_eq!(
            (&problem["kind"], &problem["block"]),
            (&"damaged block".into(), &block.into())
        );
        for side in ["expected", "found"] {
            let sum = problem[side].as_str().unwrap();
            assert!(sum.len() == 16 && run.err.contains(sum), "{}", run.err);
        }
        run.complains(
            &format!("layer-08.oware: block {block} is damaged: expected checksum "),
            "remove the file and build it again with 'oware build-db'",
        );
        std::fs::write(&path, &whole).unwrap();
    }
    verify(dir.path(), &[]).run().exits(0);
}

#[test]
fn truncated_and_lengthened_files_are_found() {
    let dir = tables();
    let path = file(dir.path(), 8);
    let whole = std::fs::read(&path).unwrap();
    let values = whole.len() - 75_582;
    for length in [
        0,
        1,
        13,
        14,
        values - 1,
        values,
        values + 1,
        values + 65_536,
        whole.len() - 1,
    ] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let (problem, _) = only_problem(dir.path(), &[]);
        assert_eq!(problem["kind"], "truncated", "{length} bytes");
        assert_eq!(problem["found"], length.to_string());
    }
    std::fs::write(&path, [&whole[..], b"\0"].concat()).unwrap();
    let (problem, run) = only_problem(dir.path(), &[]);
    assert_eq!(problem["kind"], "too long");
    run.complains("bytes after the end", "build it again");
}

#[test]
fn missing_foreign_and_misplaced_files_are_found() {
    let dir = tables();
    let path = file(dir.path(), 3);
    let layer_3 = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (problem, run) = only_problem(dir.path(), &["--deep"]);
    assert_eq!(problem["kind"], "missing");
    let above = run.out.lines().last().unwrap().to_owned();
    assert!(above.contains("ok         skipped"), "{above}");
    run.complains("layer-03.oware: missing", "build-db");

    std::fs::copy(file(dir.path(), 4), &path).unwrap();
    let (problem, run) = only_problem(dir.path(), &[]);
    assert_eq!(
        (&problem["kind"], &problem["expected"], &problem["found"]),
        (&"layer".into(), &"3".into(), &"4".into())
    );
    run.complains("another layer under this name", "");

    std::fs::write(&path, "a shopping list").unwrap();
    let (problem, run) = only_problem(dir.path(), &[]);
    assert_eq!(problem["kind"], "foreign");
    run.complains("not an endgame table", "move the file out");
    std::fs::write(&path, layer_3).unwrap();

    std::fs::write(dir.path().join("layer-3.oware"), "").unwrap();
    std::fs::write(dir.path().join(".notes"), "").unwrap();
    let (problem, run) = only_problem(dir.path(), &[]);
    assert_eq!(problem["kind"], "foreign");
    run.complains(
        "layer-3.oware: not a table of this directory",
        "move the file out",
    );
}

#[test]
fn tables_of_other_rules_and_newer_versions_are_found() {
    let (dir, other) = (tables(), tempfile::tempdir().unwrap());
    let out = other.path().to_str().unwrap();
    oware_with(&[
        "build-db",
        "--rules",
        "jedisjeux",
        "--seeds",
        "2",
        "--out",
        out,
    ])
    .run()
    .exits(0);
    std::fs::copy(file(other.path(), 0), file(dir.path(), 0)).unwrap();
    let (problem, run) = only_problem(dir.path(), &["--sample", "9"]);
    assert_eq!(
        problem["kind"], "rules",
        "the rules are those of most tables"
    );
    run.complains(
        "made for other rules: expected grand-slam=unless-forced",
        "--rules jedisjeux",
    );
    let document = verify(dir.path(), &["--rules", "jedisjeux", "--format", "json"])
        .run()
        .exits(4)
        .json();
    assert_eq!(
        problems(&document).len(),
        8,
        "all but the one of these rules"
    );

    let dir = tables();
    change(&file(dir.path(), 5), |bytes| bytes[8] = 200);
    let (problem, run) = only_problem(dir.path(), &[]);
    assert_eq!(
        (&problem["kind"], &problem["found"]),
        (&"newer".into(), &"200".into())
    );
    run.complains("format 200", "use the version of oware that made it");
}

#[test]
fn every_fault_is_reported_and_the_first_named_on_stderr() {
    let dir = tables();
    change(&file(dir.path(), 2), |bytes| bytes.truncate(50));
    change(&file(dir.path(), 8), |bytes| {
        *bytes.last_mut().unwrap() ^= 1
    });
    std::fs::remove_file(file(dir.path(), 6)).unwrap();
    let run = verify(dir.path(), &[]).run().exits(4);
    for name in ["layer-02", "layer-06", "layer-08"] {
        assert!(run.out.contains(name), "{}", run.out);
    }
    run.complains("3 problems, the first: ", "build it again");
}

#[test]
fn wrong_value_under_right_checksums_is_found_by_deep_and_by_a_sample() {
    let dir = tables();
    let path = file(dir.path(), 3);
    change(&path, |bytes| {
        let values = bytes.len() - 364;
        for value in &mut bytes[values..] {
            *value = if value.cast_signed() == 3 { 1 } else { *value };
        }
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes[values..]).to_le_bytes();
        bytes[65..73].copy_from_slice(&sum);
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..values - 8]).to_le_bytes();
        bytes[values - 8..values].copy_from_slice(&sum);
    });
    verify(dir.path(), &[]).run().exits(0);
    for options in [&["--deep"][..], &["--sample", "500"]] {
        let options = [options, &["--format", "json"]].concat();
        let document = verify(dir.path(), &options).run().exits(4).json();
        let found = problems(&document);
        assert_eq!(found[0]["kind"], "value");
        let position = found[0]["position"].as_str().unwrap();
        assert!(position.ends_with("-0-0-S"), "{position}");
        assert!(found[0]["expected"].is_string() && found[0]["found"].is_string());
    }
    verify(dir.path(), &["--deep"])
        .run()
        .exits(4)
        .complains("the best over its moves, found ", "build them again");
}

#[test]
fn nothing_to_verify_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    verify(dir.path(), &[])
        .run()
        .exits(4)
        .complains("no tables in", "build-db");
    verify(&dir.path().join("nowhere"), &[])
        .run()
        .exits(4)
        .complains("nowhere", "check the path");
}

/// What the system refuses to read is no damage: status 1. Root reads everything, so there
/// nothing can be tested.
#[cfg(unix)]
#[test]
fn file_that_may_not_be_read_is_a_failure_of_the_system() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tables();
    let path = file(dir.path(), 4);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        return;
    }
    verify(dir.path(), &[])
        .run()
        .exits(1)
        .complains("cannot read", "permissions");
}
