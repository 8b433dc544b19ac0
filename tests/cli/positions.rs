//! Positions, moves and rules as arguments: every way they can be wrong, through `moves`
//! and `perft` alike.

use crate::harness::{oware, oware_with};

/// Position and what the message must quote.
const BAD_POSITIONS: [(&str, &str); 9] = [
    (
        "1-2-3-4-5-6-7-8-9-10-11-12-13",
        "'1-2-3-4-5-6-7-8-9-10-11-12-13': 13 numbers",
    ),
    ("4-4-4-4x-4-4-4-4-4-4-4-4-0-0-S", "'4x' at column 7"),
    ("4-4-300-4-4-4-4-4-4-4-4-4-0-0-S", "pit C holds 300 seeds"),
    ("4-4-4-4-4-4-4-4-4-4-4-4-0-0", "the side to move is missing"),
    ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "'X' at column 29"),
    ("5-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "49 seeds in all"),
    ("0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", "no seeds"),
    ("startpos:5", "startpos:5"),
    ("", "the text is empty"),
];

#[test]
fn malformed_position_is_quoted_with_its_fault() {
    for (position, fault) in BAD_POSITIONS {
        oware_with(&["moves", position])
            .run()
            .exits(3)
            .prints("")
            .complains(fault, "startpos");
        oware_with(&["perft", "3", "--position", position])
            .run()
            .exits(3)
            .prints("")
            .complains(fault, "startpos");
    }
}

#[test]
fn malformed_position_is_a_document_under_json() {
    for (position, fault) in BAD_POSITIONS {
        let run = oware_with(&["moves", position, "--format", "json"])
            .run()
            .exits(3)
            .says_nothing();
        let error = run.json();
        assert_eq!(error["schema"], "oware.error/1");
        assert_eq!(error["kind"], "input");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(fault), "{message}");
        assert!(error["hint"].as_str().unwrap().contains("startpos"));
    }
}

#[test]
fn every_form_of_the_start_is_the_start() {
    let start = oware("moves").run().exits(0).out;
    for form in [
        "startpos",
        "startpos:4",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        "4 4 4 4 4 4 4 4 4 4 4 4",
        "4,4,4,4,4,4,4,4,4,4,4,4",
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1",
        "0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4",
    ] {
        oware_with(&["moves", form]).run().exits(0).prints(&start);
    }
}

#[test]
fn form_of_a_position_is_told_to_those_who_ask_for_detail() {
    let form = |text: &str| oware_with(&["moves", text, "-v"]).run().exits(0).err;
    assert_eq!(
        form("6/1S,4,1S 22 23 S"),
        "note: '6/1S,4,1S 22 23 S' is a FEN\n"
    );
    assert_eq!(
        form("4 4 4 4 4 4 4 4 4 4 4 4"),
        "note: '4 4 4 4 4 4 4 4 4 4 4 4' is a list of twelve pits\n"
    );
    assert_eq!(form("startpos"), "");
}

#[test]
fn fen_that_counts_seeds_twice_is_taken_with_a_warning() {
    let run = oware_with(&["moves", "1S,5/5,1S 25 23 S 40"])
        .run()
        .exits(0);
    assert_eq!(
        run.err,
        "warning: position '1S,5/5,1S 25 23 S 40': 50 seeds in all, more than the 48 of a game: \
         the stores are final, so the 2 on the board are taken off\n"
    );
    assert!(
        run.out
            .starts_with("0-0-0-0-0-0-0-0-0-0-0-0-25-23-S  abapa, over"),
        "{}",
        run.out
    );
}

#[test]
fn illegal_move_names_ply_position_and_what_is_legal() {
    oware("moves 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S --moves A")
        .run()
        .exits(3)
        .prints("")
        .complains(
            "--moves: ply 1, A in 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S: A does not feed the opponent; legal are E, F",
            "'oware moves 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S --rules abapa'",
        );
    oware("perft 2 --moves DbD").run().exits(3).complains(
        "ply 3, D in 5-4-4-0-5-5-5-0-5-5-5-5-0-0-S: D is empty; legal are A, B, C, E, F",
        "oware moves",
    );
}

#[test]
fn text_that_is_no_move_names_its_column() {
    oware("moves --moves DbX")
        .run()
        .exits(3)
        .complains("--moves 'DbX': 'X' at column 3", "South from A-F");
    oware("moves --moves Dd").run().exits(0);
    oware("moves --moves DE").run().exits(3).complains(
        "E at column 2 is South's pit, but North is to move",
        "in turn",
    );
}

#[test]
fn moves_past_the_end_name_ply_and_reason() {
    oware("moves 1-0-0-0-0-1-1-0-2-0-0-0-24-19-S --moves FcA")
        .run()
        .exits(3)
        .complains("--moves: ply 2, c in 1-0-0-0-0-0-0-0-2-0-0-0-26-19-N: the game is over after ply 1 (target)", "after ply 1");
    oware("moves 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S --moves AaBbCcDdEeFfA")
        .run()
        .exits(3)
        .complains("the game is over after ply 12 (repetition)", "after ply 12");
    oware("moves 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S --moves A")
        .run()
        .exits(3)
        .complains(
            "the game is over after ply 0 (no-move)",
            "leave out --moves",
        );
}

#[test]
fn forced_pass_may_begin_the_moves() {
    oware("moves 0-0-0-0-0-0-0-4-0-0-5-0-19-20-S --rules marquoir-famine --moves -b")
        .run()
        .exits(0)
        .says_nothing();
}

#[test]
fn unknown_rules_are_wrong_usage_and_name_the_near_miss() {
    for command in ["moves", "perft 2"] {
        let call = |rules: &str| oware(&format!("{command} --rules {rules}")).run().exits(2);
        call("abapaa").complains(
            "'abapaa' for '--rules <RULES>': unknown rule set 'abapaa', did you mean 'abapa'?",
            "the rule sets are abapa, board-and-pieces",
        );
        call("abapa+repetitions=3").complains(
            "unknown setting 'repetitions', did you mean 'repetition'?",
            "abapa+repetition=3",
        );
        call("abapa+repetition=1").complains("repetition cannot be '1'", "abapa+repetition=3");
        call("awari+feeding=pass").complains("contradicts", "only one of them");
    }
}

#[test]
fn control_characters_of_the_input_do_not_reach_the_terminal() {
    for arguments in [["moves", "\u{1b}[31mX"], ["db", "\u{1b}[31mX"]] {
        let run = oware_with(&arguments).run();
        assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
        assert!(run.err.contains("X"), "{}", run.err);
    }
    let run = oware_with(&["db", "info", "\u{1b}[31mX"]).run().exits(4);
    assert!(run.err.contains(r"\u{1b}[31mX"), "{:?}", run.err);
}

#[test]
fn number_too_long_to_count_is_not_quoted_as_another() {
    oware("moves 99999999999999999999999-0-0-0-0-0-0-0-0-0-0-0")
        .run()
        .exits(3)
        .complains("pit A holds billions of seeds", "4-4-4");
}

#[test]
fn stream_may_begin_with_a_byte_order_mark() {
    let stream = "\u{feff}startpos\nstartpos:1\n";
    let run = oware("moves - --format json")
        .reading(stream)
        .run()
        .exits(0);
    assert_eq!(run.documents().len(), 2);
}
