//! `oware db info`, `db stats` as CSV and picture, and `db export`: what they print.

use std::path::Path;

use oware::endgame::{BuildRecord, Layer, Table, write_table};
use oware::game::Rules;

use crate::harness::{fields, oware};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Tables of awari to 1 seed, and above them one of 2 seeds with bounds on some boards.
fn with_bounds() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    oware(&format!(
        "build-db --rules awari --seeds 1 --out {}",
        text(dir.path())
    ))
    .run()
    .exits(0);
    let rules = "awari".parse::<Rules>().unwrap().value_rules();
    let mut lower = vec![-2_i8; 78];
    let mut upper = vec![-2_i8; 78];
    (lower[0], upper[0]) = (-2, 2);
    (lower[1], upper[1]) = (0, 1);
    (lower[77], upper[77]) = (2, 2);
    let bytes = |bounds: Vec<i8>| bounds.into_iter().map(i8::cast_unsigned).collect();
    let table = Table::from_bounds(Layer::new(2), rules, bytes(lower), bytes(upper)).unwrap();
    write_table(dir.path(), &table).unwrap();
    dir
}

#[test]
fn stats_show_bounds_where_there_are() {
    let dir = with_bounds();
    let run = oware(&format!("db stats --histogram {}", text(dir.path())))
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert!(
        lines[1].ends_with("mean    exact  width  widest"),
        "{}",
        lines[1]
    );
    assert!(
        lines[3].ends_with("  -0.17  100.0 %   0.00       0"),
        "{}",
        lines[3]
    );
    assert!(
        lines[4].ends_with("  -1.95   97.4 %   0.06       4"),
        "{}",
        lines[4]
    );
    assert!(run.out.ends_with(
        "layer  width        positions\n    2      0               76\n    \
         2      1                1\n    2      4                1\n"
    ));

    let document = oware(&format!("db stats --format json {}", text(dir.path())))
        .run()
        .exits(0)
        .json();
    let [one, two] = [1, 2].map(|seeds| &document["layers"][seeds]);
    assert!(one.get("lower").is_none() && one.get("widths").is_none());
    assert_eq!(
        fields(two),
        [
            "seeds",
            "positions",
            "exact",
            "win",
            "draw",
            "loss",
            "mean",
            "histogram",
            "lower",
            "upper",
            "widths"
        ]
    );
    assert_eq!(two["positions"], 78);
    assert_eq!(two["exact"], 76);
    assert_eq!(two["win"], 1);
    let counts = |name: &str| two[name].to_string();
    assert_eq!(counts("histogram"), r#"{"-2":75,"-1":0,"0":0,"1":0,"2":1}"#);
    assert_eq!(counts("lower"), r#"{"-2":76,"-1":0,"0":1,"1":0,"2":1}"#);
    assert_eq!(counts("upper"), r#"{"-2":75,"-1":0,"0":0,"1":1,"2":2}"#);
    assert_eq!(counts("widths"), r#"{"0":76,"1":1,"2":0,"3":0,"4":1}"#);
}

#[test]
fn csv_has_a_line_for_each_layer_and_value() {
    let dir = with_bounds();
    oware(&format!("db stats --format csv {}", text(dir.path())))
        .run()
        .exits(0)
        .says_nothing()
        .prints(
            "seeds,value,exact,lower,upper\n\
             0,0,1,1,1\n\
             1,-1,7,7,7\n1,0,0,0,0\n1,1,5,5,5\n\
             2,-2,75,76,75\n2,-1,0,0,0\n2,0,0,1,0\n2,1,0,0,1\n2,2,1,1,2\n",
        );
}

#[test]
fn picture_has_a_bar_for_each_value_that_occurs() {
    let run = oware("db stats --rules awari --format svg").run().exits(0);
    let svg = &run.out;
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    let document = oware("db stats --rules awari --format json").run().json();
    let occurring: usize = document["layers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|layer| {
            let histogram = layer["histogram"].as_object().unwrap();
            histogram.values().filter(|&boards| *boards != 0).count()
        })
        .sum();
    let bars = ["#C0503C", "#8A8A8A", "#2F7FA8"].map(|colour| svg.matches(colour).count());
    assert_eq!(
        bars.iter().sum::<usize>(),
        occurring + 3,
        "{bars:?} and the legend"
    );
    for words in [
        "awari: values of all boards, 0 to 8 seeds",
        "value for the player to move",
        "seeds on the board",
        "loss",
        "mean",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("lower bounds"));
    let dir = with_bounds();
    let run = oware(&format!("db stats --format svg {}", text(dir.path()))).run();
    assert!(run.exits(0).out.contains("lower bounds"));
}

#[test]
fn info_shows_coding_bits_and_build_time() {
    let dir = with_bounds();
    std::fs::remove_file(dir.path().join(".build-log.jsonl")).unwrap();
    BuildRecord::new(Layer::new(1), 61.0, 2, Some(1 << 20))
        .append(dir.path())
        .unwrap();
    let run = oware(&format!("db info {}", text(dir.path())))
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert!(lines[6].contains("    93.33  net8     "), "{}", lines[6]);
    assert!(lines[6].ends_with("  1 min 1 s"), "{}", lines[6]);
    assert!(
        lines[7].contains("  bounds8  ") && lines[7].ends_with("  -"),
        "{}",
        lines[7]
    );
    let document = oware(&format!("db info --format json {}", text(dir.path())))
        .run()
        .exits(0)
        .json();
    assert_eq!(document["build_seconds"], 61.0);
    let layer = &document["layers"][1];
    assert_eq!(
        fields(layer),
        [
            "seeds",
            "positions",
            "bytes",
            "blocks",
            "coding",
            "bits_per_position",
            "xxh3",
            "build"
        ]
    );
    assert_eq!(
        fields(&layer["build"]),
        ["seconds", "threads", "peak_memory_bytes", "version"]
    );
    assert_eq!(document["layers"][0]["build"], serde_json::Value::Null);
    assert_eq!(document["layers"][2]["coding"], "bounds8");
}

#[test]
fn export_writes_every_board_with_its_bounds() {
    let dir = with_bounds();
    let path = text(dir.path());
    let run = oware(&format!("db export {path} --seeds 2")).run().exits(0);
    let lines: Vec<_> = run.says_nothing().out.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 1 + 78);
    assert_eq!(
        lines[..4],
        [
            "board\tlower\tupper",
            "0-0-0-0-0-0-2-0-0-0-0-0\t-2\t2",
            "0-0-0-0-0-0-1-1-0-0-0-0\t0\t1",
            "0-0-0-0-0-0-1-0-1-0-0-0\t-2\t-2",
        ]
    );
    assert_eq!(lines[78], "0-0-0-0-0-2-0-0-0-0-0-0\t2\t2");
    let all = oware(&format!("db export {path}")).run().exits(0);
    assert_eq!(all.out.lines().count(), 1 + 1 + 12 + 78);

    let file = dir.path().join(".raw");
    oware(&format!(
        "db export {path} --format raw --out {}",
        text(&file)
    ))
    .run()
    .exits(0)
    .prints("")
    .says_nothing();
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(bytes.len(), 1 + 12 + 2 * 78);
    assert_eq!(bytes[..2], [0, 0xFF]);
    assert_eq!(bytes[13..17], [0xFE, 2, 0, 1]);
}

#[test]
fn export_agrees_with_probe_and_with_packed_tables() {
    let dir = tempfile::tempdir().unwrap();
    let path = text(dir.path());
    oware(&format!("build-db --rules awari --seeds 8 --out {path}"))
        .run()
        .exits(0);
    let export = || {
        oware(&format!("db export {path} --seeds 8"))
            .run()
            .exits(0)
            .out
    };
    let unpacked = export();
    assert_eq!(unpacked.lines().count(), 1 + 75_582);
    oware(&format!("db pack {path}")).run().exits(0);
    assert_eq!(export(), unpacked);
    for line in unpacked.lines().skip(1).step_by(7919) {
        let parts: Vec<_> = line.split('\t').collect();
        let probe = oware(&format!("db probe {path} --format json {}", parts[0]))
            .run()
            .exits(0)
            .json();
        assert_eq!(probe["lower"].to_string(), parts[1], "{line}");
        assert_eq!(probe["upper"].to_string(), parts[2], "{line}");
    }
}

#[test]
fn export_that_cannot_be_written_leaves_nothing_and_says_why() {
    oware("db export --rules awari --out no-such-directory/file")
        .run()
        .exits(1);
    oware("db export --rules awari --seeds 9")
        .run()
        .exits(4)
        .complains("no layer of 9 seeds", "8 seeds or fewer");
}
