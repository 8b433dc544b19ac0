//! `oware solve`: values, documents, tables, and what it refuses; its limits stand in `solve_limits`.

use ::oware::game::{Game, Position, Rules, parse_moves};

use crate::harness::{fields, oware, oware_with};

const TWO_MOVES: &str = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";

#[test]
fn small_endgame_under_tournament_rules_is_exact() {
    let run = oware(&format!("solve {TWO_MOVES}"))
        .run()
        .exits(0)
        .says_nothing();
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines[0], "move  final  margin    kind   line");
    assert_eq!(
        lines[1],
        "E     24-24  draw      exact  1. E a  2. F+2        North cannot move"
    );
    assert!(
        lines[2].starts_with("F     22-26  North +4  exact  1. F a"),
        "{}",
        lines[2]
    );
    assert!(
        lines[2].contains("grand slam: takes nothing"),
        "{}",
        lines[2]
    );
    assert_eq!(lines[3], "best  E   draw");
    assert!(
        lines[4].starts_with("      proved by search ("),
        "{}",
        lines[4]
    );
}

#[test]
fn document_has_the_promised_fields() {
    let document = oware(&format!("solve {TWO_MOVES} --format json"))
        .run()
        .exits(0)
        .json();
    assert_eq!(
        fields(&document),
        [
            "schema", "position", "rules", "status", "exact", "lower", "upper", "value", "score",
            "best", "moves", "pv", "over", "nodes", "depth", "seconds", "db"
        ]
    );
    assert_eq!(document["schema"], "oware.solve/1");
    assert_eq!(document["status"], "exact");
    assert_eq!(document["score"], serde_json::json!([24, 24]));
    assert_eq!(document["best"], serde_json::json!(["E"]));
    assert_eq!(document["pv"], serde_json::json!(["E", "a", "F"]));
    assert_eq!(document["db"]["path"], "embedded");
    assert_eq!(document["db"]["seeds"], 8);
    let slam = &document["moves"][1];
    assert_eq!(
        fields(slam),
        [
            "move", "lower", "upper", "value", "exact", "captured", "slam", "pv"
        ]
    );
    assert_eq!(
        (&slam["value"], &slam["slam"], &slam["captured"]),
        (&(-4).into(), &true.into(), &0.into())
    );
}

#[test]
fn score_is_south_first_whoever_moves() {
    let north = "1-0-0-0-0-0-0-0-0-0-1-1-23-22-N";
    let document = oware(&format!("solve {north} --format json"))
        .run()
        .exits(0)
        .json();
    let value = document["value"].as_i64().unwrap();
    let score = document["score"].as_array().unwrap();
    assert_eq!(
        score[1].as_i64().unwrap() - score[0].as_i64().unwrap(),
        value
    );
}

#[test]
fn embedded_tables_answer_for_awari_and_are_named() {
    let call = "solve --rules awari 1-0-2-0-1-0-0-2-0-1-1-0-18-22-S --format json";
    let document = oware(call).run().exits(0).json();
    assert_eq!(document["exact"], true);
    assert_eq!(document["db"]["path"], "embedded");
    assert_eq!(document["db"]["seeds"], 8);
    assert!(document["db"]["hits"].as_u64().unwrap() > 0);
}

#[test]
fn values_of_a_fresh_position_are_those_that_db_probe_gives() {
    // Every move, too: without history a move is worth what the board after it is worth.
    for board in [
        "0-2-0-1-1-0-0-1-0-1-2-0",
        "1-0-2-0-1-0-0-2-0-1-1-0",
        "0-1-1-2-0-0-0-1-0-2-0-1",
    ] {
        let answer = |command: &str| {
            oware(&format!("{command} --rules awari {board} --format json"))
                .run()
                .exits(0)
                .json()
        };
        let (solved, probed) = (answer("solve"), answer("db probe"));
        let moves = |document: &serde_json::Value| -> Vec<(String, i64, i64)> {
            let number = |value: &serde_json::Value| value.as_i64().unwrap();
            document["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| {
                    (
                        m["move"].to_string(),
                        number(&m["lower"]),
                        number(&m["upper"]),
                    )
                })
                .collect()
        };
        assert_eq!(solved["lower"], probed["lower"], "{board}");
        assert_eq!(moves(&solved), moves(&probed), "{board}");
        assert_eq!(solved["nodes"], 0, "all of it stands in the tables");
    }
}

#[test]
fn loop_that_decides_is_shown_to_the_repetition() {
    let start = "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S";
    let solved = oware(&format!("solve --format json {start}"))
        .run()
        .exits(0)
        .json();
    assert_eq!(solved["best"], serde_json::json!(["F"]));
    let of = |index: usize| {
        let one = &solved["moves"][index];
        (one["exact"].clone(), one["value"].clone())
    };
    assert_eq!(of(0), (true.into(), (-4).into()), "A: 22-26");
    assert_eq!(of(1), (true.into(), (-2).into()), "F: 23-25");
    let letters: Vec<&str> = solved["pv"]
        .as_array()
        .expect("a line")
        .iter()
        .map(|letter| letter.as_str().expect("a letter"))
        .collect();
    let mut position: Position = start.parse().expect("the start");
    let rules = Rules::default();
    let mut game = Game::new(position, rules);
    let mut visited = vec![position];
    for (ply, letter) in letters.iter().enumerate() {
        assert!(game.end().is_none(), "ply {ply}");
        let played = parse_moves(letter, position.to_move()).expect("a move");
        game.play(played[0]).expect("legal");
        position = game.position();
        visited.push(position);
    }
    let last = visited.pop().expect("the end of the line");
    assert!(visited.contains(&last), "{letters:?}");
    let end = game.end().expect("the repetition ends it");
    assert_eq!(end.seeds.map(|seeds| seeds.halves()), [46, 50]);
}

#[test]
fn history_counts_in_a_running_game() {
    // The worked examples of the rules page: the fresh boards are worth 23-25 and +3.
    let value = |line: &str| oware(line).run().exits(0).json()["value"].clone();
    let abapa = "solve --format json 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCcDdEeF";
    assert_eq!(value(abapa), 0);
    assert_eq!(
        value("solve --format json 0-0-0-0-0-0-1-0-0-0-0-1-23-23-N"),
        2
    );
    let awari = "--rules awari --format json";
    let running = "0-0-0-0-1-1-0-0-0-0-0-1-22-23-S --moves FaEfAbBcCdD";
    assert_eq!(
        value(&format!("solve {awari} {running}")),
        1,
        "North's store is one ahead"
    );
    let reached = oware(&format!("moves {awari} {running}"))
        .run()
        .exits(0)
        .json();
    let fresh = reached["position"].as_str().unwrap();
    assert_eq!(
        value(&format!("solve {awari} {fresh}")),
        4,
        "and three are still to come"
    );
}

#[test]
fn half_seeds_are_told_where_a_loop_halves_an_odd_board() {
    let call =
        "solve --rules awari --format json 0-0-0-0-1-1-0-0-0-0-0-1-22-23-S --moves FaEfAbBcCdD";
    let document = oware(call).run().exits(0).json();
    assert_eq!(document["score"], serde_json::json!([23.5, 24.5]));
}

#[test]
fn finished_game_is_exact_without_moves() {
    let document = oware("solve --format json 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S")
        .run()
        .exits(0)
        .json();
    assert_eq!(
        (&document["exact"], &document["value"]),
        (&true.into(), &2.into())
    );
    assert_eq!(document["moves"], serde_json::json!([]));
    assert_eq!(document["over"]["reason"], "no-move");
    // Past the target, play goes on for the seeds.
    let decided = oware("solve --format json 0-0-0-0-1-1-1-0-0-0-0-0-26-19-S")
        .run()
        .exits(0)
        .json();
    assert_eq!(decided["over"]["reason"], "target");
    assert_eq!(decided["moves"].as_array().unwrap().len(), 2);
    oware("solve 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S")
        .run()
        .exits(0)
        .prints("over  no-move: 25-23, South wins\n");
}

#[test]
fn stream_keeps_its_lines_and_goes_on_after_a_bad_one() {
    let stream = format!("{TWO_MOVES}\n13\n\n1-0-0-0-0-0-0-0-0-0-0-1\n");
    let run = oware("solve - --format json")
        .reading(stream)
        .run()
        .exits(3);
    let schemas: Vec<_> = run
        .documents()
        .iter()
        .map(|d| d["schema"].to_string())
        .collect();
    let (solved, error) = ("\"oware.solve/1\"", "\"oware.error/1\"");
    assert_eq!(schemas, [solved, error, error, solved]);
}

#[test]
fn stream_is_answered_in_order_whatever_the_threads() {
    let hard = "0-0-1-0-0-1-0-2-1-1-1-1-20-20-S";
    let lines = [
        hard, TWO_MOVES, "nonsense", TWO_MOVES, hard, hard, TWO_MOVES, "13",
    ];
    let answers = |threads: usize| {
        let run = oware(&format!(
            "solve - --rules awari --format json --threads {threads}"
        ))
        .reading(lines.join("\n"))
        .run()
        .exits(3);
        let facts = |document: &serde_json::Value| {
            ["schema", "position", "value", "lower", "upper", "message"]
                .map(|field| document[field].to_string())
        };
        run.documents().iter().map(facts).collect::<Vec<_>>()
    };
    let alone = answers(1);
    assert_eq!(alone.len(), lines.len());
    assert!(alone[0][1].contains(hard) && alone[1][1].contains(TWO_MOVES));
    assert!(alone[2][5].contains("line 3"), "{:?}", alone[2]);
    assert_eq!(alone, answers(2));
    assert_eq!(alone, answers(5));
}

#[test]
fn program_that_asks_line_by_line_has_each_answer_before_it_asks_again() {
    use std::io::{BufRead, BufReader, Write};
    let mut call = oware("solve - --format json --threads 2");
    let mut child = call
        .command()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut asked = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for position in [TWO_MOVES, "13", TWO_MOVES] {
        writeln!(asked, "{position}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.contains(position), "{answer}");
    }
    drop(asked);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn answers_of_a_stream_do_not_wait_for_the_next() {
    use std::io::{BufRead, BufReader, Write};
    let mut call = oware("solve - --exact --format json --threads 1");
    let mut child = call
        .command()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut asked = child.stdin.take().unwrap();
    // The start alone is not solved in the time of a test.
    writeln!(asked, "{TWO_MOVES}\nstartpos").unwrap();
    let mut answer = String::new();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_line(&mut answer).unwrap();
    assert!(answer.contains(TWO_MOVES), "{answer}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn interrupted_stream_answers_what_it_has_in_hand() {
    use std::io::Write;
    let mut call = oware("solve - --exact --format json --threads 2");
    let mut child = call
        .command()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut asked = child.stdin.take().unwrap();
    // The input stays open, as that of a program that has more to ask.
    writeln!(asked, "{TWO_MOVES}\nstartpos\nstartpos\nstartpos").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(2_000));
    let kill = std::process::Command::new("kill")
        .arg(child.id().to_string())
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(asked);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let statuses: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["status"].to_string())
        .collect();
    // Two were begun when the signal came.
    assert_eq!(statuses, ["\"exact\"", "\"estimate\"", "\"estimate\""]);
}

#[test]
fn limits_of_plies_and_races_are_solved_as_they_are_played() {
    let document = oware(&format!(
        "solve --rules dream-games {TWO_MOVES} --format json"
    ))
    .run()
    .exits(0)
    .json();
    assert_eq!(
        (&document["exact"], &document["value"]),
        (&true.into(), &0.into())
    );
    let race = "solve --rules marquoir+target=20 --format json 0-0-0-0-0-1-1-4-3-2-1-0-19-17-S";
    let document = oware(race).run().exits(0).json();
    assert_eq!(document["best"], serde_json::json!(["F"]));
    // What is left on the board counts for nobody.
    assert_eq!(document["score"], serde_json::json!([21, 17]));
    // The plies run out after F, and two seeds stay on the board.
    let cut = "solve --rules codingame+ply-limit=1 --format json 0-0-0-0-0-1-1-0-0-0-0-1-22-23-S";
    let document = oware(cut).run().exits(0).json();
    assert_eq!(document["score"], serde_json::json!([24, 23]));
    let far = oware("solve --rules dream-games startpos --nodes 4000 --format json")
        .run()
        .exits(0)
        .json();
    assert_eq!(far["status"], "estimate");
}

#[test]
fn tables_that_are_damaged_or_of_other_rules_give_no_answer() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_str().unwrap();
    oware_with(&[
        "build-db", "--rules", "awari", "--seeds", "4", "--out", path,
    ])
    .run()
    .exits(0);
    oware_with(&["solve", TWO_MOVES, "--db", path])
        .run()
        .exits(4)
        .prints("")
        .complains("made for other rules", "--rules awari");
    let file = dir.path().join("layer-03.oware");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    oware_with(&["solve", TWO_MOVES, "--rules", "awari", "--db", path])
        .run()
        .exits(4)
        .prints("")
        .complains("layer-03.oware: block 0", "build it again");
    oware_with(&["solve", TWO_MOVES, "--db", "no-such-directory"])
        .run()
        .exits(4)
        .complains("no-such-directory", "build-db");
}

#[test]
fn exact_value_has_its_score_where_the_line_ends_though_seeds_can_count_for_nobody() {
    let rules = "abapa+grand-slam=opponent-takes-rest+repetition=0";
    let finished = format!("solve 0-2-0-1-4-0-0-0-0-0-0-0-34-7-N --rules {rules} --format json");
    let document = oware(&finished).run().exits(0).json();
    assert_eq!(document["value"], -34);
    assert_eq!(document["score"], serde_json::json!([41, 7]));
    // The line passes the target on its way to the last seed.
    let call = "solve 0-0-0-0-1-1-1-0-0-0-0-0-24-20-S --rules abapa+repetition=0 --format json";
    let document = oware(call).run().exits(0).json();
    let value = document["value"].as_i64().unwrap();
    let score = document["score"].as_array().unwrap();
    assert_eq!(
        score[0].as_i64().unwrap() - score[1].as_i64().unwrap(),
        value
    );
    assert_eq!(score[0].as_i64().unwrap() + score[1].as_i64().unwrap(), 47);
}
