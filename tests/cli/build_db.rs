//! `oware build-db` under bad conditions: killed, with little memory, on a disk that is
//! full, read-only or gone. Finished layers stay, and the next build ends with the bytes of
//! one that nothing happened to.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::harness::{Call, fields, oware_with};

/// Takes about a second, of which the last layer takes half.
const SEEDS: u8 = 11;

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn build(seeds: u8, out: &Path) -> Call {
    let seeds = seeds.to_string();
    oware_with(&[
        "build-db",
        "--rules",
        "awari",
        "--seeds",
        &seeds,
        "--out",
        text(out),
    ])
}

fn with(mut call: Call, arguments: &[&str]) -> Call {
    call.command().args(arguments);
    call
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[track_caller]
fn assert_same_tables(seeds: u8, found: &Path, expected: &Path) {
    for layer in 0..=seeds {
        let read = |dir: &Path| std::fs::read(dir.join(format!("layer-{layer:02}.oware"))).unwrap();
        assert!(read(found) == read(expected), "layer {layer}");
    }
    let strange = names(found).into_iter().find(|name| {
        !name.starts_with("layer-") && ![".lock", ".build-log.jsonl"].contains(&name.as_str())
    });
    assert_eq!(strange, None);
}

#[test]
fn build_that_is_killed_at_ten_moments_ends_with_the_same_bytes() {
    let (whole, killed) = (dir(), dir());
    let start = std::time::Instant::now();
    with(build(SEEDS, whole.path()), &["--checkpoint-every", "0"])
        .run()
        .exits(0);
    let whole_time = start.elapsed();
    let mut random = fastrand::Rng::with_seed(4);
    let mut resumed = 0;
    for _ in 0..10 {
        let mut call = with(build(SEEDS, killed.path()), &["--checkpoint-every", "0"]);
        let mut child = call
            .command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(whole_time.mul_f64(0.05 + 0.4 * random.f64()));
        // SIGKILL on Unix: nothing is told and nothing cleared up.
        child.kill().unwrap();
        child.wait().unwrap();
        resumed += usize::from(
            names(killed.path())
                .iter()
                .any(|n| n.ends_with(".checkpoint")),
        );
    }
    build(SEEDS, killed.path()).run().exits(0).says_nothing();
    assert_same_tables(SEEDS, killed.path(), whole.path());
    // None is left when every kill came between two layers, which ten never do.
    assert!(resumed > 0, "no kill met a layer at work");
}

#[test]
fn little_memory_gives_the_same_bytes() {
    let (whole, little) = (dir(), dir());
    build(SEEDS, whole.path()).run().exits(0);
    let call = with(build(SEEDS, little.path()), &["--memory", "300M"]);
    call.run().exits(0).says_nothing();
    assert_same_tables(SEEDS, little.path(), whole.path());
    let tight = dir();
    let call = with(build(SEEDS, tight.path()), &["--memory", "64M"]);
    call.run().exits(0);
    assert_same_tables(SEEDS, tight.path(), whole.path());
}

#[test]
fn too_little_memory_is_refused_before_the_first_byte() {
    let dir = dir();
    let out = dir.path().join("tables");
    with(build(20, &out), &["--memory", "150M"])
        .run()
        .exits(1)
        .prints("")
        .complains("of memory, of which 157 MB are allowed", "--seeds 19 fits");
    assert!(!out.exists());
    with(build(20, &out), &["--memory", "much"])
        .run()
        .exits(2)
        .complains("much", "write 512K, 64M or 2G");
}

#[test]
fn dry_run_prints_the_plan_and_does_nothing() {
    let dir = dir();
    let out = dir.path().join("tables");
    let run = with(build(9, &out), &["--dry-run", "--threads", "2"])
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert!(lines[0].starts_with("plan   layers 0-9, 293930 positions; disk 294 kB"));
    assert_eq!(lines[1], "found  nothing");
    assert!(lines[2].starts_with("build  layers 0-9, 293930 positions, at least "));
    assert!(lines[3].ends_with(" on 2 threads, an estimate from 7 M positions/s a thread"));
    assert!(!out.exists());
    build(4, &out).run().exits(0);
    let arguments = ["--dry-run", "--memory", "300M", "--format", "json"];
    let plan = with(build(9, &out), &arguments).run().exits(0).json();
    assert_eq!(
        fields(&plan),
        [
            "schema",
            "rules",
            "seeds",
            "out",
            "found",
            "layers",
            "positions",
            "positions_to_build",
            "disk_bytes",
            "free_disk_bytes",
            "memory_bytes",
            "page_bytes",
            "least_memory_bytes",
            "free_memory_bytes",
            "memory_limit_bytes",
            "threads",
            "estimated_seconds",
        ]
    );
    assert_eq!(plan["found"], serde_json::json!([0, 1, 2, 3, 4]));
    assert_eq!(plan["layers"][0]["seeds"], 5);
    assert_eq!(plan["memory_limit_bytes"], 300 << 20);
    assert_eq!(plan["positions_to_build"], 293_930 - 1_820);
    assert!(!out.join("layer-05.oware").exists());
}

#[test]
fn damaged_checkpoint_is_reported_and_removed() {
    let dir = dir();
    build(5, dir.path()).run().exits(0);
    let checkpoint = dir.path().join(".layer-06.checkpoint");
    std::fs::write(&checkpoint, b"OWARECKP but no more").unwrap();
    std::fs::write(
        dir.path().join(".layer-03.checkpoint"),
        b"of a finished layer",
    )
    .unwrap();
    let run = build(6, dir.path()).run().exits(0);
    assert!(
        run.err.starts_with("warning: ") && run.err.contains(".layer-06.checkpoint"),
        "{}",
        run.err
    );
    assert_eq!(run.err.lines().count(), 1);
    assert!(
        names(dir.path())
            .iter()
            .all(|n| !n.ends_with(".checkpoint"))
    );
}

#[test]
fn packed_directory_goes_on() {
    let (whole, packed) = (dir(), dir());
    build(9, whole.path()).run().exits(0);
    build(8, packed.path()).run().exits(0);
    oware_with(&["db", "pack", text(packed.path())])
        .run()
        .exits(0);
    build(9, packed.path()).run().exits(0);
    let read = |dir: &Path| std::fs::read(dir.join("layer-09.oware")).unwrap();
    assert!(read(packed.path()) == read(whole.path()));
}

#[cfg(unix)]
#[allow(
    clippy::print_stderr,
    reason = "whoever reads the log should see what was not tested"
)]
#[test]
fn directory_that_vanishes_or_is_read_only_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let dir = dir();
    let out = dir.path().join("tables");
    let mut call = build(16, &out);
    let child = call
        .command()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !out.join("layer-06.oware").exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    // Files that appear meanwhile are removed too.
    while std::fs::remove_dir_all(&out).is_err() {}
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    // As it happens a file cannot be written, or one that was there cannot be read.
    assert!(matches!(output.status.code(), Some(1 | 4)), "{err}");
    assert!(err.contains("error: ") && err.contains(text(&out)), "{err}");

    std::fs::create_dir(&out).unwrap();
    build(4, &out).run().exits(0);
    let set = |mode| std::fs::set_permissions(&out, std::fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    let is_root = std::fs::File::create(out.join(".probe")).is_ok();
    if is_root {
        eprintln!("skipped: root may write into a read-only directory");
    } else {
        build(5, &out)
            .run()
            .exits(1)
            .complains(text(&out), "--out DIR");
    }
    set(0o755);
    let _ = std::fs::remove_file(out.join(".probe"));
    build(5, &out).run().exits(0);
}

#[test]
fn second_build_is_refused_and_a_killed_one_leaves_no_lock() {
    let dir = dir();
    let mut first = build(16, dir.path());
    let mut child = first
        .command()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !dir.path().join("layer-03.oware").exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    build(3, dir.path())
        .run()
        .exits(1)
        .complains("another build is writing", "wait until it has ended");
    child.kill().unwrap();
    child.wait().unwrap();
    build(3, dir.path()).run().exits(0);
}
