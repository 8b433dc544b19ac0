//! `oware play` between computers: games, tallies, documents, records.

use serde_json::json;

use crate::harness::{fields, oware, oware_with};

const MATCH: &str = "play --south level:1 --north level:2 --games 4 --seed 5 --threads 2";

#[test]
fn match_is_told_game_by_game_and_summed_up() {
    let run = oware(MATCH).with_env("LC_ALL", "C").run().exits(0);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 7, "{}", run.out);
    assert!(lines[0].contains("South") && lines[0].contains("winner"));
    let south: Vec<_> = lines[1..5]
        .iter()
        .map(|line| line.split_whitespace().nth(1).unwrap())
        .collect();
    assert_eq!(south, ["level:1", "level:2", "level:1", "level:2"]);
    for (line, name) in lines[5..].iter().zip(["level:1", "level:2"]) {
        assert!(line.starts_with(name), "{line}");
        assert!(line.contains("95 % interval"), "{line}");
    }
}

#[test]
fn document_has_every_game_and_does_not_depend_on_threads() {
    let line = format!("{MATCH} --format json");
    let document = oware(&line).run().exits(0).says_nothing().json();
    let names = fields(&document);
    assert_eq!(
        names,
        ["schema", "rules", "players", "seed", "games", "summary"]
    );
    assert_eq!(document["schema"], "oware.play/1");
    assert_eq!(document["seed"], 5);
    let games = document["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    for game in games {
        // Each game is legal and ends as it is said.
        let moves = game["moves"].as_str().unwrap();
        let start = game["start"].as_str().unwrap();
        let replayed = oware_with(&["moves", start, "--moves", moves, "--format", "json"])
            .run()
            .exits(0)
            .json();
        assert_eq!(replayed["over"], game["over"]);
        assert_eq!(replayed["position"], game["position"]);
        assert_eq!(game["plies"], moves.len());
    }
    let [one, two] = [0, 1].map(|player| &document["summary"]["players"][player]);
    assert_eq!(one["won"], two["lost"]);
    assert_eq!(one["drawn"], two["drawn"]);
    let sum = ["won", "drawn", "lost"].map(|count| one[count].as_u64().unwrap());
    assert_eq!(sum.iter().sum::<u64>(), 4);
    let alone = oware(&line.replace("--threads 2", "--threads 1")).run();
    assert_eq!(alone.exits(0).json(), document);
}

#[test]
fn pairs_of_games_share_their_random_opening() {
    let line = "play --south simple --north simple --games 4 --random-plies 6 --max-plies 7 --seed 1 --format json";
    let document = oware(line).run().exits(0).json();
    let openings: Vec<String> = document["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["moves"].as_str().unwrap()[..6].to_owned())
        .collect();
    assert_eq!(openings[0], openings[1]);
    assert_eq!(openings[2], openings[3]);
    assert_ne!(openings[0], openings[2]);
    assert_eq!(
        document["players"],
        json!(["simple (1)", "simple (2)"]),
        "equal players are told apart"
    );
}

#[test]
fn games_of_a_match_are_saved_in_one_file() {
    let dir = tempfile::tempdir().unwrap();
    let mut call = oware(&format!("{MATCH} --max-plies 10 --save all.ogn -q"));
    call.command().current_dir(dir.path());
    call.run().exits(0).says_nothing();
    let file = dir.path().join("all.ogn");
    let file = file.to_str().unwrap();
    let read = oware_with(&["convert", "-q", "--to", "json", file]).run();
    assert_eq!(read.exits(0).documents().len(), 4);
    let mut again = oware(&format!("{MATCH} --max-plies 10 --save all.ogn"));
    again.command().current_dir(dir.path());
    again.run().exits(1).complains("all.ogn", "");
}

#[test]
fn computers_share_where_no_rule_ends_a_circle() {
    let line = "play --south level:1 --north level:1 --games 1 --rules board-and-pieces --position 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --format json";
    let document = oware(line).run().exits(0).json();
    assert_eq!(document["games"][0]["over"]["reason"], "agreed");
}

#[test]
fn single_game_between_computers_can_be_watched_line_by_line() {
    let line = "play --plain --south level:1 --north simple --max-plies 4 --seed 1 --no-save";
    let run = oware(line).with_env("LC_ALL", "C").run().exits(0);
    assert_eq!(run.out.matches(" sows ").count(), 4, "{}", run.out);
    assert!(
        run.out.contains("the limit of plies is reached"),
        "{}",
        run.out
    );
}

#[test]
fn script_that_measures_the_levels_calls_play_as_it_is() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/measure-levels.sh");
    let script = std::fs::read_to_string(script).unwrap();
    let (_, rest) = script.split_once("local command=\"").unwrap();
    let (command, _) = rest.split_once('"').unwrap();
    let line = ["level:1", "level:2", "1s"].iter().zip(1..).fold(
        command.replace("$games", "2").replace("$rules", "abapa"),
        |line, (value, number)| line.replace(&format!("${number}"), value),
    );
    let document = oware(&format!("{line} --format json"))
        .run()
        .exits(0)
        .json();
    assert_eq!(document["summary"]["players"][0]["player"], "level:1");
    let interval = &document["summary"]["players"][0]["interval"];
    assert!(interval[0].is_number() && interval[1].is_number());
}
