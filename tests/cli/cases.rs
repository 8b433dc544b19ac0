//! The computed cases of every rule set, asked of the built binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::harness::{oware, oware_with};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name)
}

/// The records of a file, by their rules.
fn records(name: &str) -> BTreeMap<String, Vec<Value>> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    let mut by_rules: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let rules = record["rules"].as_str().unwrap().to_owned();
        by_rules.entry(rules).or_default().push(record);
    }
    by_rules
}

/// The end of a game in the form of the cases.
fn ended(over: &Value) -> Value {
    json!({ "reason": over["reason"], "stores": over["score"] })
}

#[test]
fn moves_of_every_recorded_position_are_those_recorded() {
    let mut checked = 0;
    for (rules, records) in records("cases/moves.jsonl") {
        let positions: Vec<&str> = records
            .iter()
            .map(|record| record["position"].as_str().unwrap())
            .collect();
        let run = oware_with(&["moves", "-", "--format", "json", "--rules", &rules])
            .reading(positions.join("\n"))
            .run()
            .exits(0);
        let documents = run.documents();
        assert_eq!(documents.len(), records.len());
        for (record, document) in records.iter().zip(documents) {
            let mut found = json!({ "rules": rules, "position": document["position"] });
            if document["over"].is_null() {
                let mut moves = serde_json::Map::new();
                for played in document["moves"].as_array().unwrap() {
                    let mut entry = json!({ "position": played["position"] });
                    if !played["over"].is_null() {
                        entry["ended"] = ended(&played["over"]);
                    }
                    moves.insert(played["move"].as_str().unwrap().to_owned(), entry);
                }
                found["moves"] = Value::Object(moves);
            } else {
                // The position is shown gathered; the case shows it as it was given.
                found["position"] = record["position"].clone();
                found["ended"] = ended(&document["over"]);
            }
            assert_eq!(&found, record);
            checked += 1;
        }
    }
    assert_eq!(checked, 465);
}

#[test]
fn every_recorded_game_ends_as_recorded() {
    let mut checked = 0;
    for (rules, records) in records("cases/games.jsonl") {
        for record in records {
            let moves: String = record["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| m.as_str().unwrap())
                .collect();
            let call = [
                "moves", "startpos", "--moves", &moves, "--rules", &rules, "--format", "json",
            ];
            let document = oware_with(&call).run().exits(0).json();
            assert_eq!(document["position"], record["final"], "{rules} {moves}");
            if record["reason"].is_null() {
                assert!(document["over"].is_null());
            } else {
                assert_eq!(
                    document["over"]["reason"], record["reason"],
                    "{rules} {moves}"
                );
                assert_eq!(
                    document["over"]["score"], record["stores"],
                    "{rules} {moves}"
                );
                assert_eq!(
                    document["over"]["ply"],
                    record["moves"].as_array().unwrap().len()
                );
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 120);
}

#[test]
fn every_recorded_count_holds() {
    let path = data("perft/perft.tsv");
    let run = oware_with(&["perft", "--suite", path.to_str().unwrap()])
        .run()
        .exits(0);
    assert!(
        run.out.ends_with("680 of 680 agree\n"),
        "{}",
        run.out.lines().last().unwrap()
    );
    let path = data("perft/start.tsv");
    oware(&format!("perft --suite {}", path.to_str().unwrap()))
        .run()
        .exits(0);
}
