//! `oware analyse` on many games: reports in order, totals, directories that go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use oware::game::{Game, Rules, legal_moves};
use oware::record::{CheckedRecord, Form, write};
use serde_json::Value;

use crate::analyse::{EXAMPLE, analyse, csv_rows};
use crate::harness::{oware, oware_with};

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
        // With few seeds a ply is judged in a millisecond or two.
        (0..3 + number % 2).for_each(|_| pits[random.usize(..12)] += 1);
        let pits = pits.map(|seeds: u8| seeds.to_string()).join("-");
        let mut game = Game::new(format!("{pits}-22-22-S").parse().unwrap(), rules);
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
    while done() < 60 && patience.elapsed() < Duration::from_secs(60) {
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
    assert!(lost > 0, "nobody errs in random games");
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
        "analyse {EXAMPLE} --nodes 300 --format json --out {}",
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

#[test]
fn several_reports_do_not_go_into_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.json");
    fs::write(&path, "mine").unwrap();
    let line = format!("analyse {EXAMPLE} {EXAMPLE} --out {}", path.display());
    let run = oware(&line).run().exits(2);
    run.complains("is a file, and several reports need a directory", "--out");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn tables_of_other_rules_serve_the_games_they_are_for_and_stop_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let tables = dir.path().join("tables");
    let tables = tables.to_str().unwrap();
    oware(&format!(
        "build-db --rules awari --seeds 3 --out {tables} -q"
    ))
    .run()
    .exits(0);
    let games = "\
[Rules \"abapa\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-1-22-23-S\"]\n[SetUp \"1\"]\n\n1. F *\n\n\
[Rules \"awari\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-1-22-23-S\"]\n[SetUp \"1\"]\n\n1. F *\n";
    let run = analyse(&format!("--db {tables} --format json"), games).exits(0);
    let documents = run.documents();
    let rules: Vec<_> = documents.iter().map(|line| &line["rules"]).collect();
    assert_eq!(rules[..2], ["abapa", "awari"]);
    for document in &documents[..2] {
        assert_eq!(document["moves"][0]["before"]["exact"], true, "{document}");
    }
    assert!(
        run.err
            .contains("are for awari and do not serve games by abapa"),
        "{}",
        run.err
    );
    // Who asks for rules and names tables for others has made a mistake.
    let asked = analyse(&format!("--db {tables} --rules abapa --format json"), games);
    assert_eq!(asked.exits(4).documents()[0]["kind"], "database");
}

#[test]
fn damaged_reports_are_made_anew_and_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join("out").join(name);
    let games = dir.path().join("games.txt");
    fs::write(&games, "DbEc\nDbEcFf\nDbEcFfDe\n").unwrap();
    let line = format!(
        "analyse {} --nodes 100 --threads 1 --format json --out {}",
        games.display(),
        dir.path().join("out").display()
    );
    oware(&line).run().exits(0);
    let whole = fs::read_to_string(path("games-2.json")).unwrap();
    fs::write(path("games-2.json"), &whole[..whole.len() / 2]).unwrap();
    fs::remove_file(path("games-3.json")).unwrap();
    let run = oware(&line).run().exits(0);
    assert!(
        run.err.contains("games-2.json was not as it was made") && !run.err.contains("games-3"),
        "{}",
        run.err
    );
    assert_eq!(run.documents().last().unwrap()["kept"], 1);
    assert_eq!(fs::read_to_string(path("games-2.json")).unwrap(), whole);
    assert!(path("games-3.json").is_file());
    let kept = fs::read_to_string(path("games-2.json~")).unwrap();
    assert_eq!(kept, whole[..whole.len() / 2]);
    let again = oware(&line).run().exits(0).says_nothing().documents();
    assert_eq!(again.last().unwrap()["kept"], 3);
}

#[test]
fn files_of_the_user_in_the_place_of_an_index_are_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("index.html"), "mine").unwrap();
    let line = format!(
        "analyse {EXAMPLE} --nodes 100 --format html --out {}/",
        out.display()
    );
    let run = oware(&line).run().exits(1);
    run.complains("index.html exists already", "--force");
    assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "mine");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
}
