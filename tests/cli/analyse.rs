//! `oware analyse`: every form of report, every form of record.

use std::collections::BTreeMap;
use std::fs;

use oware::record::{Form, ReadOptions, read, write};
use serde_json::Value;

use crate::harness::{Run, fields, oware};

pub(crate) const EXAMPLE: &str = "data/games/example.ogn";

/// Judges the games of a text, two plies ahead.
pub(crate) fn analyse(arguments: &str, text: &str) -> Run {
    oware(&format!("analyse - --depth 2 --threads 1 {arguments}"))
        .reading(text)
        .run()
}

#[test]
fn document_has_the_fields_that_are_promised() {
    let run = oware(&format!(
        "analyse {EXAMPLE} --depth 3 --format json --threads 1"
    ))
    .run();
    let document = run.exits(0).says_nothing().json();
    assert_eq!(document["schema"], "oware.analyse/1");
    for field in [
        "game",
        "rules",
        "thresholds",
        "moves",
        "summary",
        "warnings",
    ] {
        assert!(fields(&document).contains(&field), "{field}");
    }
    let game = &document["game"];
    assert_eq!(
        fields(game)[..5],
        ["tags", "plies", "result", "result_ok", "source"]
    );
    assert_eq!(
        (&game["plies"], &game["result_ok"]),
        (&15.into(), &true.into())
    );
    assert_eq!(game["tags"]["North"], "Léa");
    assert_eq!(document["thresholds"], serde_json::json!([2, 5, 10]));
    let moves = document["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 15);
    assert_eq!(
        fields(&moves[0])[..12],
        [
            "ply", "side", "move", "position", "forced", "before", "after", "loss", "best", "pv",
            "mark", "class"
        ]
    );
    assert_eq!(moves[0]["position"], "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    for ply in moves {
        assert_eq!(fields(&ply["before"]), ["value", "exact"]);
        let value = |at: &str| ply[at]["value"].as_i64().unwrap();
        assert_eq!(ply["loss"].as_i64(), Some(value("before") - value("after")));
    }
    let last = &moves[14];
    assert_eq!(
        last["before"],
        serde_json::json!({"value": 16, "exact": true})
    );
    for side in ["south", "north"] {
        for field in [
            "decisions",
            "forced",
            "best",
            "inaccuracy",
            "mistake",
            "blunder",
            "lost",
        ] {
            assert!(document["summary"][side][field].is_u64(), "{side} {field}");
        }
    }
}

#[test]
fn every_form_exists_for_every_sample_game() {
    for entry in fs::read_dir("data/games").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            continue;
        }
        let file = path.to_str().unwrap();
        let run = |form: &str| {
            let line = format!("analyse {file} --nodes 300 --threads 1 --format {form}");
            oware(&line).run().exits(0)
        };
        let plies = run("json").json()["game"]["plies"].as_u64().unwrap();
        let text = run("text").out;
        assert!(text.contains("\nply  move  before  after  loss"), "{text}");
        assert_eq!(csv_rows(&run("csv").out).len() as u64, plies, "{file}");
        let annotated = run("ogn").out;
        assert_eq!(
            letters(&annotated),
            letters(&fs::read_to_string(&path).unwrap()),
            "{file}"
        );
    }
}

/// The moves of the first game of a text.
fn letters(text: &str) -> String {
    let game = read(text, &ReadOptions::default())
        .unwrap()
        .games
        .remove(0)
        .unwrap();
    let bare = write(&game.checked, Form::Letters).unwrap();
    bare.trim().to_owned()
}

/// The rows of a table with their columns by name.
pub(crate) fn csv_rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn table_holds_what_the_document_holds() {
    let text = "[South \"Ann, \"\"A\"\"\"]\n1. D b 2. E c 3. F f 4. D e+5";
    let document = analyse("--format json", text).exits(0).json();
    let rows = csv_rows(&analyse("--format csv", text).exits(0).out);
    let moves = document["moves"].as_array().unwrap();
    assert_eq!(rows.len(), moves.len());
    for (row, ply) in rows.iter().zip(moves) {
        assert_eq!(row["file"], "stdin");
        assert_eq!(row["position"], ply["position"]);
        assert_eq!(row["loss"], ply["loss"].to_string());
        assert_eq!(row["before"], ply["before"]["value"].to_string());
        assert_eq!(row["mark"], ply["mark"].as_str().unwrap_or_default());
        assert_eq!(row["class"], ply["class"]);
        let pv: String = ply["pv"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(row["pv"], pv);
    }
}

#[test]
fn annotated_game_reads_back_and_does_not_grow() {
    let source = "[Event \"A {quiet} game\"]\n\n{before} 1. D {mine} b 2. E c 3. F f 4. D e+5 5. A+5 d+7 6. C+5 a+4 *";
    let first = analyse("--format ogn", source).exits(0).out;
    assert!(
        first.contains("{before}") && first.contains("{mine}"),
        "{first}"
    );
    assert!(
        first.contains("a+4??") && first.contains("(6... "),
        "{first}"
    );
    let second = analyse("--format ogn", &first).exits(0).says_nothing().out;
    assert_eq!(first, second);
    assert_eq!(letters(&first), letters(source));
}

#[test]
fn position_is_judged_in_every_form() {
    let position = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";
    oware(&format!("analyse --position {position}"))
        .run()
        .exits(0)
        .says_nothing()
        .prints(
            "\
0-0-0-0-1-1-1-0-0-0-0-0-22-23-S  abapa, South to move
move  after  loss  mark  kind   notes
E         0     0        exact  1. E a 2. F+2
F        -4     4  ?     exact  1. F a 2. E c 3. F; grand slam: takes nothing
",
        );
    let json = oware(&format!("analyse --position {position} --format json"))
        .run()
        .json();
    assert_eq!(json["moves"][1]["mark"], "?");
    let rows = csv_rows(
        &oware(&format!("analyse --position {position} --format csv"))
            .run()
            .out,
    );
    assert_eq!(rows[1]["after"], "-4");
    let ogn = oware(&format!("analyse --position {position} --format ogn"))
        .run()
        .exits(0)
        .out;
    assert!(
        ogn.contains("(1. F a 2. E c 3. F {-4, exact; ?; grand slam: takes nothing})"),
        "{ogn}"
    );
    let over = "0-0-0-0-0-0-0-2-0-0-3-0-21-22-S";
    let over = oware(&format!("analyse --position {over} --format json")).run();
    let end = over.exits(0).json()["end"].clone();
    assert_eq!((&end["south"], &end["exact"]), (&(-6).into(), &true.into()));
    let after = oware("analyse --position startpos:1 --moves A --depth 1 --format json").run();
    assert_eq!(after.exits(0).json()["moves"][0]["side"], "north");
    let stream = oware("analyse --position - --depth 1 --format json")
        .reading("startpos:1\nnonsense\n0-0-0-0-1-1-1-0-0-0-0-0-22-23-S\n")
        .run()
        .exits(3)
        .documents();
    let schemas: Vec<_> = stream
        .iter()
        .map(|line| line["schema"].as_str().unwrap())
        .collect();
    assert_eq!(
        schemas,
        ["oware.analyse/1", "oware.error/1", "oware.analyse/1"]
    );
}

#[test]
fn records_as_the_public_writes_them_are_judged() {
    let marked = |text: &str, rules: &str| {
        let run = analyse(&format!("--format json --rules {rules}"), text).exits(0);
        let document = run.json();
        let kinds: Vec<String> = document["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|warning| warning["kind"].as_str().unwrap().to_owned())
            .collect();
        (document, kinds)
    };
    // A wrong capture count.
    let (_, kinds) = marked("1. D b 2. E c 3. F f 4. D e+6", "abapa");
    assert_eq!(kinds, ["wrong-capture"]);
    // North's letters the other way round: the example of data/games, mirrored.
    let mirrored = "1. D e 2. E d 3. F a 4. D b+5 5. A+5 c+7 6. C+5 f+4 7. B+13 f 8. F+2 25-16";
    let (document, _) = marked(mirrored, "abapa");
    assert_eq!(document["moves"][1]["move"], "b");
    assert_eq!(document["game"]["result_ok"], true);
    // Play goes on after 25.
    let (document, kinds) = marked("1-0-0-0-0-1-1-0-2-0-0-0-24-19-S moves FcA", "abapa");
    assert_eq!(kinds, ["goes-on"]);
    assert_eq!(document["moves"][2]["class"], "forced");
    // A set-up as PlayStrategy writes it.
    let fen = "[FEN \"7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3\"]\n[SetUp \"1\"]\n\n3... d2c2 1-0";
    let (document, _) = marked(fen, "playstrategy");
    assert_eq!(
        document["moves"][0]["position"],
        "6-5-5-0-0-0-7-2-1-8-7-7-0-0-N"
    );
    // The list of CodinGame and the pairs of Manqala.
    assert_eq!(marked("3 1 4 2 5 5 3 4", "codingame").0["game"]["plies"], 8);
    assert_eq!(
        marked("42 21 54 33 66 61 45 56 (5)", "abapa").0["game"]["plies"],
        8
    );
    // A game that ends by repetition under other rules.
    let circle = "[FEN \"0-0-0-0-0-0-1-0-0-0-0-1-23-23-N\"]\n[SetUp \"1\"]\n\n1... f 2. A a 3. B b 4. C c 5. D d 6. E e 7. F 24-24";
    let (document, _) = marked(circle, "abapa");
    assert_eq!(document["game"]["result_ok"], false);
    assert_eq!(document["game"]["right_by"][0]["rules"], "awari");
    let text = analyse("", circle).exits(0).out;
    assert!(text.contains("it ends 24-24 under awari"), "{text}");
}

#[test]
fn thresholds_move_the_marks_and_nonsense_is_refused() {
    let mark = |thresholds: &str| {
        let line = format!("--format json --thresholds {thresholds}");
        let text = "0-0-0-0-1-1-1-0-0-0-0-0-10-35-S moves F";
        analyse(&line, text).exits(0).json()["moves"][0]["mark"].clone()
    };
    assert_eq!(
        [mark("2,5,10"), mark("2,4,10"), mark("1,2,3")],
        ["?!", "?", "??"]
    );
    assert_eq!(mark("5,6,7"), Value::Null);
    let wrong = oware("analyse x.ogn --thresholds 5,2,1").run().exits(2);
    wrong.complains("5,2,1 do not rise", "such as 2,5,10");
    oware("analyse").run().exits(2);
    oware(&format!("analyse {EXAMPLE} --moves D"))
        .run()
        .exits(2)
        .complains("--moves belongs to --position", "its own moves");
}

#[test]
fn text_speaks_french_too() {
    let text = analyse("--lang fr --legend", "1. D b 2. E c 3. F f")
        .exits(0)
        .out;
    assert!(
        text.contains("Nord") && text.contains("perte : avant moins après"),
        "{text}"
    );
}

#[test]
fn move_that_is_named_as_the_best_loses_nothing() {
    let games = [
        ("abapa", "0-0-1-1-0-1-0-1-2-1-1-0-20-20-N moves bCcDeF\n"),
        ("awari", "2-0-0-0-1-1-0-2-2-0-0-0-20-20-N moves bAcB\n"),
    ];
    let mut named = 0;
    for (rules, record) in games {
        let line = format!("analyse - --rules {rules} --depth 4 --threads 1 --format json");
        let document = oware(&line).reading(record).run().exits(0).json();
        for ply in document["moves"].as_array().unwrap() {
            let best = ply["best"].as_array().unwrap();
            if best.contains(&ply["move"]) {
                named += 1;
                assert!(ply["loss"].as_u64().unwrap_or(0) == 0, "{rules}: {ply}");
            }
        }
    }
    assert!(named > 4, "{named}");
}

#[test]
fn what_tables_know_is_exact_at_any_depth() {
    let starts = [
        "0-2-0-1-0-0-0-1-1-0-1-1-20-21-S moves DcBfDeEbCaAcDbBfCdFfDcEd",
        "1-0-1-0-1-1-0-0-2-0-1-0-20-21-N moves eCcFeEfBaAdFaCbEcDdFfAbE",
    ];
    for record in starts {
        for rules in ["abapa", "awari"] {
            let line = format!("analyse - --rules {rules} --depth 1 --threads 1 --format json");
            let document = oware(&line).reading(record).run().exits(0).json();
            assert_eq!(document["game"]["exact_from"], 1, "{rules}: {record}");
            for ply in document["moves"].as_array().unwrap() {
                assert_eq!(ply["before"]["exact"], true, "{rules}: {ply}");
                assert_eq!(ply["after"]["exact"], true, "{rules}: {ply}");
            }
            let (position, _) = record.split_once(' ').unwrap();
            let line = format!("analyse --position {position} --rules {rules} --depth 1");
            let text = oware(&line).run().exits(0).out;
            assert!(!text.contains("depth 1"), "{text}");
        }
    }
}
