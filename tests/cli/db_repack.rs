//! `oware db pack` and `db unpack`: what they print, what they leave, and that every
//! command reads packed tables.

use std::path::Path;

use crate::harness::{fields, oware, oware_with};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn built(rules: &str, seeds: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    oware(&format!(
        "build-db --rules {rules} --seeds {seeds} --out {}",
        text(dir.path())
    ))
    .run()
    .exits(0);
    dir
}

/// The tables of a directory by name.
fn tables(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut tables: Vec<_> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    tables.sort();
    tables
}

#[test]
fn packing_and_unpacking_give_the_same_files_back() {
    let dir = built("awari", "8");
    let before = tables(dir.path());
    let run = oware(&format!("db pack {}", text(dir.path())))
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 1 + 9 + 1);
    assert!(lines[1].ends_with("1032.00  net8  kept"), "{}", lines[1]);
    assert!(lines[9].ends_with("2.61  packed"), "{}", lines[9]);
    let packed = tables(dir.path());
    assert_eq!(packed.len(), before.len());
    assert!(packed[8].1.len() * 3 < before[8].1.len());

    // What is packed is kept, and so is what is unpacked.
    let again = oware(&format!("db pack {}", text(dir.path())))
        .run()
        .exits(0);
    assert_eq!(again.out.matches("kept").count(), 9);
    assert_eq!(tables(dir.path()), packed);
    for _ in 0..2 {
        oware(&format!("db unpack {}", text(dir.path())))
            .run()
            .exits(0)
            .says_nothing();
        assert_eq!(tables(dir.path()), before);
    }
}

#[test]
fn packed_layers_count_in_the_memory_of_a_build_above_them() {
    let dir = built("awari", "8");
    let least_bytes = || {
        let plan = oware(&format!(
            "build-db --rules awari --seeds 10 --dry-run --format json --out {}",
            text(dir.path())
        ));
        let plan = plan.run().exits(0).json();
        let least = |name: &str| plan[name].as_u64().unwrap();
        (least("least_memory_bytes"), least("memory_bytes"))
    };
    let before = least_bytes();
    oware(&format!("db pack {}", text(dir.path())))
        .run()
        .exits(0);
    let small = tables(dir.path());
    // Those that would not shrink stay as they are, and are mapped as before.
    let decoded: u64 = (0_u64..)
        .zip([1, 12, 78, 364, 1_365, 4_368, 12_376, 31_824, 75_582])
        .filter(|&(seeds, boards)| (small[seeds as usize].1.len() as u64) < boards)
        .map(|(_, boards)| boards)
        .sum();
    assert!(decoded > 100_000);
    let after = least_bytes();
    assert_eq!(after, (before.0 + decoded, before.1 + decoded));
    // Told to stay below that, a build says so before it begins.
    oware(&format!(
        "build-db --rules awari --seeds 10 --memory {}K --out {}",
        (after.0 - 1) / 1024,
        text(dir.path())
    ))
    .run()
    .exits(1)
    .prints("")
    .complains("of memory, of which", "fits");
    assert!(!dir.path().join("layer-09.oware").exists());
}

#[test]
fn document_has_its_fields() {
    let dir = built("jedisjeux", "6");
    let run = oware(&format!("db pack --format json {}", text(dir.path())))
        .run()
        .exits(0);
    let document = run.json();
    assert_eq!(
        fields(&document),
        [
            "schema",
            "rules",
            "path",
            "layers",
            "positions",
            "bytes_before",
            "bytes",
            "bits_per_position",
            "seconds"
        ]
    );
    assert_eq!(document["schema"], "oware.db-pack/1");
    assert_eq!(document["positions"], 18_564);
    let layer = &document["layers"][6];
    assert_eq!(
        fields(layer),
        [
            "seeds",
            "positions",
            "coding",
            "bytes_before",
            "bytes",
            "bits_per_position",
            "xxh3",
            "changed"
        ]
    );
    assert_eq!(layer["coding"], "packed");
    assert_eq!(layer["changed"], true);
    let run = oware(&format!("db unpack --format json {}", text(dir.path())))
        .run()
        .exits(0);
    assert_eq!(run.json()["schema"], "oware.db-unpack/1");
}

#[test]
fn every_command_reads_packed_tables_like_others() {
    let dir = built("awari", "7");
    let path = text(dir.path());
    let lines = [
        "db stats --histogram",
        "db probe 0-0-0-0-1-1-1-0-0-0-0-0 --db",
        "solve --rules awari 1-0-2-0-0-0-0-2-0-1-0-0 --format json --db",
    ];
    // Times differ from run to run.
    let answers = || {
        lines.map(|line| {
            let run = oware(&format!("{line} {path}")).run().exits(0);
            let out = run.out.split("\"seconds\"").next().unwrap().to_owned();
            assert!(!out.is_empty());
            out
        })
    };
    let before = answers();
    oware(&format!("db pack {path}")).run().exits(0);
    assert_eq!(answers(), before);

    // A build goes on from them, with the same bytes as from others.
    oware(&format!("build-db --rules awari --seeds 8 --out {path}"))
        .run()
        .exits(0);
    let whole = built("awari", "8");
    let name = "layer-08.oware";
    let read = |dir: &Path| std::fs::read(dir.join(name)).unwrap();
    assert_eq!(read(dir.path()), read(whole.path()));
}

#[test]
fn damage_stops_the_packing_and_leaves_the_file() {
    let dir = built("awari", "6");
    let path = dir.path().join("layer-05.oware");
    let mut file = std::fs::read(&path).unwrap();
    file[1000] ^= 1;
    std::fs::write(&path, &file).unwrap();
    oware(&format!("db pack {}", text(dir.path())))
        .run()
        .exits(4)
        .complains("layer-05.oware: block 0 is damaged", "build-db");
    assert_eq!(std::fs::read(&path).unwrap(), file);
}

#[test]
fn packing_needs_a_directory_of_its_own() {
    oware("db pack --rules awari")
        .run()
        .exits(2)
        .complains("embedded tables", "oware db pack DIR");
    oware_with(&["db", "unpack", "no-such-directory"])
        .run()
        .exits(4)
        .complains("no-such-directory", "build-db");
    assert!(!Path::new("no-such-directory").exists());
}

/// While a build or another packing holds the directory, this one is refused.
#[test]
fn locked_directory_is_not_packed() {
    let dir = built("awari", "3");
    let lock = std::fs::File::options()
        .write(true)
        .open(dir.path().join(".lock"))
        .unwrap();
    lock.lock().unwrap();
    oware(&format!("db pack {}", text(dir.path())))
        .run()
        .exits(1)
        .complains("another build is writing", "wait");
}
