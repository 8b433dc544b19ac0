//! `oware analyse`: every form of report, every form of record, many games at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use oware::game::{Game, Rules, legal_moves};
use oware::record::{CheckedRecord, Form, ReadOptions, read, write};
use serde_json::Value;

use crate::harness::{Run, fields, oware, oware_with};

const EXAMPLE: &str = "data/games/example.ogn";

fn analyse(arguments: &str, text: &str) -> Run {
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
            let line = format!("analyse {file} --depth 1 --threads 1 --format {form}");
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
fn csv_rows(text: &str) -> Vec<BTreeMap<String, String>> {
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

/// Writes 200 short games, five of them broken each in its own way; gives their plies.
fn write_games(dir: &Path) -> usize {
    let mut random = fastrand::Rng::with_seed(8);
    let rules: Rules = "awari".parse().unwrap();
    let mut plies = 0;
    for number in 0..200 {
        let broken = match number {
            17 => Some("[Rules \"awari\"]\n\n1. D b 2. E c 3. A A 4. B a".as_bytes()),
            58 => Some("[Rules \"chess\"]\n\n1. D b".as_bytes()),
            99 => Some("[FEN \"4-4-4\"]\n[SetUp \"1\"]\n\n1. D b".as_bytes()),
            120 => Some(&[0xFF, 0xFE, b'D', 0][..]),
            187 => Some(&b""[..]),
            _ => None,
        };
        let path = dir.join(format!("game-{number:03}.ogn"));
        if let Some(bytes) = broken {
            fs::write(path, bytes).unwrap();
            continue;
        }
        let mut pits = [0; 12];
        (0..7).for_each(|_| pits[random.usize(..12)] += 1);
        let pits = pits.map(|seeds: u8| seeds.to_string()).join("-");
        let mut game = Game::new(format!("{pits}-20-21-S").parse().unwrap(), rules);
        while game.end().is_none() && game.moves().len() < 12 {
            let moves: Vec<_> = legal_moves(game.position().board(), rules).collect();
            game.play(*random.choice(&moves).unwrap()).unwrap();
        }
        plies += game.moves().len();
        let text = write(&CheckedRecord::from_game(&game), Form::Ogn).unwrap();
        let players = ["Ann", "Bob", "Céu"];
        let (south, north) = (players[number % 3], players[(number + 1) % 3]);
        fs::write(
            path,
            format!("[South \"{south}\"]\n[North \"{north}\"]\n{text}"),
        )
        .unwrap();
    }
    plies
}

#[test]
fn two_hundred_games_of_which_five_are_broken_are_judged_and_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("games");
    fs::create_dir(&games).unwrap();
    let plies = write_games(&games);
    let out = dir.path().join("out");
    let (games, out_text) = (games.to_str().unwrap(), out.to_str().unwrap());
    let arguments = [
        "analyse",
        games,
        "--depth",
        "2",
        "--threads",
        "1",
        "--hash",
        "1",
        "--format",
        "json",
        "--out",
        out_text,
    ];
    let journal = out.join(".oware-analyse");
    let done = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_oware"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now();
    while done() < 40 && patience.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let reports = || {
        let entries = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let names = entries.filter(|name| name.to_string_lossy().starts_with("game-"));
        names.count()
    };
    let before = reports();
    assert!(
        (39..195).contains(&before),
        "{before} reports when it was killed"
    );
    let first_report = out.join("game-000.json");
    let written = fs::metadata(&first_report).unwrap().modified().unwrap();

    let run = oware_with(&arguments).run().exits(3);
    assert_eq!(reports(), 195);
    assert_eq!(
        fs::metadata(&first_report).unwrap().modified().unwrap(),
        written
    );
    let documents = run.documents();
    let errors: Vec<_> = documents
        .iter()
        .filter(|line| line["schema"] == "oware.error/1")
        .collect();
    let messages: Vec<&str> = errors
        .iter()
        .map(|line| line["message"].as_str().unwrap())
        .collect();
    let expected = [
        ("game-017.ogn:3:", "ply 6"),
        ("game-058.ogn:1:", "unknown rule set 'chess'"),
        ("game-099.ogn:1:", "the start of the game"),
        ("game-120.ogn:1:1", "UTF-16"),
        ("game-187.ogn:1:1", "the file is empty"),
    ];
    assert_eq!(messages.len(), expected.len(), "{messages:?}");
    for (message, (place, what)) in messages.iter().zip(expected) {
        assert!(
            message.contains(place) && message.contains(what),
            "{message}"
        );
    }
    let summary = documents.last().unwrap();
    assert_eq!(summary["schema"], "oware.analyse-summary/1");
    assert_eq!(
        (&summary["games"], &summary["rules"]),
        (&195.into(), &"awari".into())
    );
    assert_eq!(summary["plies"], plies);
    let kept = summary["kept"].as_u64().unwrap();
    assert!((39..=before as u64).contains(&kept), "{kept} of {before}");
    assert_eq!(summary["errors"].as_array().unwrap().len(), 5);
    // Totals are the sums of the reports.
    let count = |value: &Value, field: &str| value[field].as_u64().unwrap();
    let mut marks: BTreeMap<String, u64> = BTreeMap::new();
    let mut lost = 0;
    for row in summary["reports"].as_array().unwrap() {
        let report = fs::read_to_string(out.join(row["report"].as_str().unwrap())).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        for ply in report["moves"].as_array().unwrap() {
            if let Some(mark) = ply["mark"].as_str() {
                *marks.entry(mark.to_owned()).or_default() += 1;
            }
            lost += ply["loss"]
                .as_u64()
                .filter(|_| ply["forced"] == false)
                .unwrap_or(0);
        }
    }
    for mark in ["?!", "?", "??", "~"] {
        assert_eq!(
            count(&summary["marks"], mark),
            marks.get(mark).copied().unwrap_or(0),
            "{mark}"
        );
    }
    assert_eq!(
        count(&summary["south"], "lost") + count(&summary["north"], "lost"),
        lost
    );
    let players = summary["players"].as_array().unwrap();
    let names: Vec<_> = players
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Ann", "Bob", "Céu"]);
    assert_eq!(
        players
            .iter()
            .map(|player| count(player, "games"))
            .sum::<u64>(),
        2 * 195
    );
    assert_eq!(
        players
            .iter()
            .map(|player| count(player, "lost"))
            .sum::<u64>(),
        lost
    );
    // The index files say the same.
    let index: Value =
        serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
    assert_eq!(index["marks"], summary["marks"]);
    let rows = csv_rows(&fs::read_to_string(out.join("summary.csv")).unwrap());
    assert_eq!(rows.len(), 195);
    assert_eq!(
        rows.iter()
            .map(|row| row["plies"].parse::<usize>().unwrap())
            .sum::<usize>(),
        plies
    );

    // Nothing is left to do, and other settings are refused.
    let again = oware_with(&arguments).run().exits(3).documents();
    assert_eq!(again.last().unwrap()["kept"], 195);
    let mut others = arguments;
    others[3] = "3";
    let refused = oware_with(&others).run().exits(2).json();
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("other settings")
    );
}

#[test]
fn many_games_are_told_in_order_and_added_up() {
    let text = "DbEcFf\nDbAA\nDbEcFfDe\n";
    let documents = analyse("--format json", text).exits(3).documents();
    let schemas: Vec<_> = documents
        .iter()
        .map(|line| line["schema"].as_str().unwrap())
        .collect();
    assert_eq!(
        schemas,
        [
            "oware.analyse/1",
            "oware.error/1",
            "oware.analyse/1",
            "oware.analyse-summary/1"
        ]
    );
    assert_eq!(documents[2]["game"]["source"]["game"], 3);
    assert_eq!(documents[3]["games"], 2);
    let run = analyse("", text).exits(3);
    assert!(
        run.out.contains("2 games judged; 1 game cannot be read"),
        "{}",
        run.out
    );
    assert!(run.err.contains("stdin:2:"), "{}", run.err);
    let rows = csv_rows(&analyse("--format csv", text).exits(3).out);
    assert_eq!(rows.len(), 14);
    let strict = analyse("--strict --format json", text).exits(3).documents();
    assert_eq!(strict.last().unwrap()["schema"], "oware.error/1");
    assert_eq!(strict.len(), 2);
}

#[test]
fn one_report_goes_into_a_file_that_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.json");
    let line = format!(
        "analyse {EXAMPLE} --depth 1 --format json --out {}",
        path.display()
    );
    oware(&line).run().exits(0).prints("");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(r#"{"schema":"oware.analyse/1""#));
    let message = oware(&line).run().exits(1).json()["message"].clone();
    assert!(
        message.as_str().unwrap().contains("exists already"),
        "{message}"
    );
    oware(&format!("{line} --force")).run().exits(0);
    let missing = oware("analyse no-such-game.ogn").run().exits(1);
    missing.complains("cannot read no-such-game.ogn", "check that the path exists");
}
