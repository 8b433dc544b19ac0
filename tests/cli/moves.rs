//! `oware moves`: what a player reads, and what a program reads.

use crate::harness::{fields, oware};

#[test]
fn table_says_what_each_move_does() {
    oware("moves 0-3-0-0-4-0-1-2-1-0-0-0-19-18-S")
        .run()
        .exits(0)
        .says_nothing()
        .prints(
            "\
0-3-0-0-4-0-1-2-1-0-0-0-19-18-S  abapa, South to move
move  seeds  takes  after                            what it does
B         3      0  0-0-1-1-5-0-1-2-1-0-0-0-19-18-N
E         4      0  0-3-0-0-0-1-2-3-2-0-0-0-19-18-N  grand slam: takes nothing
",
        );
    oware("moves 0-0-2-0-0-1-0-0-0-0-0-1-22-22-N")
        .run()
        .exits(0)
        .prints(
            "\
0-0-2-0-0-1-0-0-0-0-0-1-22-22-N  abapa, North to move
move  seeds  takes  after                            what it does
f         1      0  1-0-2-0-0-1-0-0-0-0-0-0-22-22-S
",
        );
}

#[test]
fn table_says_how_a_move_ends_the_game() {
    oware("moves 0-3-0-0-4-0-1-2-1-0-0-1-18-18-S")
        .run()
        .exits(0)
        .prints("\
0-3-0-0-4-0-1-2-1-0-0-1-18-18-S  abapa, South to move
move  seeds  takes  after                            what it does
B         3      0  0-0-1-1-5-0-1-2-1-0-0-1-18-18-N
E         4      7  0-3-0-0-0-1-0-0-0-0-0-1-25-18-N  captures 7, ends the game: South wins 25-18 by reaching the target
");
}

#[test]
fn finished_position_says_who_won_and_why() {
    oware("moves 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S").run().exits(0).prints(
        "0-0-0-0-0-0-0-0-0-0-0-0-25-23-S  abapa, over: South wins 25-23, the side to move has no move\n",
    );
    oware("moves 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCcDdEeFf").run().exits(0).prints(
        "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S  abapa, over after ply 12: a draw, 24-24, the position is repeated\n",
    );
}

#[test]
fn document_has_the_promised_fields() {
    let run = oware("moves 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S --format json")
        .run()
        .exits(0);
    let document = run.says_nothing().json();
    assert_eq!(
        fields(&document),
        ["schema", "position", "rules", "over", "legal", "moves"]
    );
    assert_eq!(document["schema"], "oware.moves/1");
    assert_eq!(document["position"], "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S");
    assert_eq!(document["rules"], "abapa");
    assert!(document["over"].is_null());
    assert_eq!(document["legal"], serde_json::json!(["E", "F"]));
    assert_eq!(
        document["moves"][1],
        serde_json::json!({
            "move": "F", "position": "1-1-0-0-2-0-1-0-0-0-0-0-22-21-N",
            "captured": 0, "slam": false, "feeds": true, "over": null
        })
    );
    assert_eq!(
        fields(&document["moves"][0]),
        ["move", "position", "captured", "slam", "feeds", "over"]
    );
}

#[test]
fn document_shows_slams_captures_and_ends_of_moves() {
    let moves = |line: &str| {
        oware(&format!("moves {line} --format json"))
            .run()
            .exits(0)
            .json()["moves"]
            .clone()
    };
    let slam = &moves("0-3-0-0-4-0-1-2-1-0-0-0-19-18-S")[1];
    assert_eq!(
        (&slam["slam"], &slam["captured"]),
        (&true.into(), &0.into())
    );
    let winning = &moves("0-3-0-0-4-0-1-2-1-0-0-1-18-18-S")[1];
    assert_eq!(
        (&winning["slam"], &winning["captured"]),
        (&false.into(), &7.into())
    );
    assert_eq!(
        winning["over"],
        serde_json::json!({"reason": "target", "score": [25, 18], "winner": "south"})
    );
}

#[test]
fn finished_document_has_no_moves_and_says_when_it_ended() {
    let document = |line: &str| {
        oware(&format!("moves {line} --format json"))
            .run()
            .exits(0)
            .json()
    };
    let set_up = document("0-0-0-0-0-0-0-2-0-0-3-0-21-22-S");
    assert_eq!(set_up["position"], "0-0-0-0-0-0-0-0-0-0-0-0-21-27-S");
    assert_eq!(
        set_up["over"],
        serde_json::json!({"reason": "no-move", "score": [21, 27], "winner": "north"})
    );
    assert_eq!(
        (&set_up["legal"], &set_up["moves"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    let repeated = document("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCcDdEeFf");
    assert_eq!(
        repeated["over"],
        serde_json::json!({"reason": "repetition", "score": [24, 24], "winner": null, "ply": 12})
    );
}

#[test]
fn history_of_the_moves_decides_what_a_move_does() {
    let last = |line: &str| {
        let run = oware(&format!("moves {line} --format json")).run().exits(0);
        run.json()["moves"][0]["over"].clone()
    };
    let repeating = last("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCcDdEeF");
    assert_eq!(repeating["reason"], "repetition");
    assert!(last("0-0-0-0-0-0-1-0-0-0-0-1-23-23-N").is_null());
}

#[test]
fn half_seeds_are_numbers() {
    let line =
        "moves 1-1-0-0-0-0-1-0-0-0-0-0-22-23-S --rules abapa+settle=even+quiet-limit=1 --moves A";
    let over = oware(&format!("{line} --format json"))
        .run()
        .exits(0)
        .json()["over"]
        .clone();
    assert_eq!(over["reason"], "quiet-limit");
    assert_eq!(over["score"], serde_json::json!([23.5, 24.5]));
}

#[test]
fn forced_pass_is_a_dash() {
    let run =
        oware("moves 0-0-0-0-0-0-0-4-0-0-5-0-19-20-S --rules marquoir-famine --format json").run();
    let document = run.exits(0).json();
    assert_eq!(document["legal"], serde_json::json!(["-"]));
    assert_eq!(
        document["moves"][0]["position"],
        "0-0-0-0-0-0-0-4-0-0-5-0-19-20-N"
    );
}

#[test]
fn bad_line_of_a_stream_has_its_error_in_its_place() {
    let stream = "startpos\n\n4-4-x\n4 4 4 4 4 4 4 4 4 4 4 4\r\n";
    let run = oware("moves - --format json")
        .reading(stream)
        .run()
        .exits(3)
        .says_nothing();
    let documents = run.documents();
    let schemas: Vec<_> = documents
        .iter()
        .map(|document| &document["schema"])
        .collect();
    assert_eq!(
        schemas,
        [
            "oware.moves/1",
            "oware.error/1",
            "oware.error/1",
            "oware.moves/1"
        ]
    );
    assert_eq!(
        documents[1]["message"],
        "line 2: position '': the text is empty"
    );
    assert!(
        documents[2]["message"]
            .as_str()
            .unwrap()
            .starts_with("line 3: position '4-4-x': ")
    );
}

#[test]
fn good_stream_ends_well_and_blocks_are_kept_apart() {
    let run = oware("moves -")
        .reading("startpos\n1-1-0-0-1-0-0-0-0-0-0-0-22-23-S")
        .run();
    let run = run.exits(0).says_nothing();
    assert_eq!(run.out.split("\n\n").count(), 2, "{}", run.out);
    oware("moves -").run().exits(0).prints("");
}

#[test]
fn strange_lines_of_a_stream_are_refused_and_the_rest_goes_on() {
    let mut stream = b"\xff\xfe\n".to_vec();
    stream.extend(vec![b'4'; 100_000]);
    stream.extend(b"\nstartpos\n");
    let documents = oware("moves - --format json")
        .reading(stream)
        .run()
        .exits(3)
        .documents();
    assert_eq!(
        documents[0]["message"],
        "line 1: the line is not UTF-8 text"
    );
    assert_eq!(
        documents[1]["message"],
        "line 2: the line is too long for a position"
    );
    assert_eq!(documents[2]["schema"], "oware.moves/1");
    assert_eq!(documents.len(), 3);
}

#[test]
fn moves_are_played_from_each_line_of_a_stream() {
    let run = oware("moves - --moves D --format json")
        .reading("startpos\nstartpos:1\n")
        .run();
    let legal: Vec<_> = run
        .exits(0)
        .documents()
        .iter()
        .map(|d| d["legal"].clone())
        .collect();
    assert_eq!(
        legal,
        [
            serde_json::json!(["a", "b", "c", "d", "e", "f"]),
            serde_json::json!(["a", "b", "c", "d", "e", "f"])
        ]
    );
}
