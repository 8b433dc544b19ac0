//! Whatever a record says twice is checked, and one fault is one warning with its place.

use oware::record::{Form, ReadOptions, Termination, read};

use crate::{converted, error, game, warnings};

const OGN: &str = include_str!("../../data/games/example.ogn");
const PLAYSTRATEGY: &str = include_str!("../../data/games/example.playstrategy.pgn");
const MANQALA: &str = include_str!("../../data/games/example.manqala.txt");

#[test]
fn wrong_capture_count_is_one_warning_with_its_place() {
    assert_eq!(
        warnings(&OGN.replace("e+5", "e+6")),
        ["12:27: ply 8, e captures 5, but the record says 6"]
    );
    assert_eq!(
        warnings(&OGN.replace("e+5", "e")),
        ["12:27: ply 8, e captures 5, but the record says 0"]
    );
    assert_eq!(
        warnings(&OGN.replace("7. B+13", "7. B+12").replace("C+5", "C+4")),
        ["12:45: ply 11, C captures 5, but the record says 4 (2 times in this game)"]
    );
}

#[test]
fn wrong_landing_pit_is_one_warning_with_its_place() {
    assert_eq!(
        warnings(&PLAYSTRATEGY.replace("d2c1", "d2d1")),
        ["12:22: ply 4, the last seed of c falls into C, but the record says D"]
    );
    assert_eq!(
        warnings(&MANQALA.replace("42 21 54", "42 22 54")),
        ["1:4: ply 2, the last seed of b falls into A, pit 1, but the record says 2"]
    );
}

#[test]
fn wrong_total_is_one_warning_with_its_place() {
    assert_eq!(
        warnings(&MANQALA.replace("(12)", "(7)")),
        ["1:36: ply 10, d makes 12 in all, but the record says 7"]
    );
    assert_eq!(
        warnings(&MANQALA.replace("(12) ", "")),
        ["1:36: ply 10, d makes 12 in all, but the record says nothing"]
    );
}

#[test]
fn wrong_result_is_one_warning_with_its_place() {
    let text = OGN.replace("F+2 25-16", "F+2 26-16");
    assert_eq!(
        warnings(&text),
        ["12:70: the game ends 25-16 (target), but the record says 26-16"]
    );
    assert!(converted(&text, Form::Ogn).ends_with("F+2 25-16\n"));
    assert_eq!(
        warnings(&OGN.replace("Result \"25-16\"", "Result \"16-25\"")),
        ["8:1: the game ends 25-16 (target), but the record says 16-25"]
    );
    assert_eq!(
        warnings(&OGN.replace("25-16", "16-25")),
        ["8:1: the game ends 25-16 (target), but the record says 16-25 (2 times in this game)"]
    );
    assert_eq!(
        warnings(&PLAYSTRATEGY.replace("f1e2 1-0", "f1e2 0-1")),
        ["12:100: the game ends 1-0 (target), but the record says 0-1"]
    );
}

#[test]
fn wrong_termination_is_told() {
    assert_eq!(
        warnings(&OGN.replace("\"target\"", "\"repetition\"")),
        ["10:1: the game ends by target, but the record says repetition"]
    );
    assert_eq!(
        warnings("[Termination \"no-move\"]\n1. D b *"),
        ["1:1: the game is not over, but the record says no-move"]
    );
}

#[test]
fn result_of_a_game_that_goes_on_needs_somebody_who_ended_it() {
    assert_eq!(
        warnings("1. D b 0-0"),
        [
            "1:8: the result 0-0 is given, but by abapa the game is not over and no Termination says who ended it"
        ]
    );
    for text in [
        "[Termination \"agreed\"]\n1. D b 0-0",
        "[Termination \"agreed\"]\n1. D b 23-25",
        "[Termination \"abandoned\"]\n1. D b 0-0",
        "[Termination \"time\"]\n[Winner \"North\"]\n1. D b 0-0",
        "1. D b *",
        "1. D b",
    ] {
        assert_eq!(warnings(text), [""; 0], "{text}");
    }
    assert_eq!(
        warnings("[Termination \"agreed\"]\n1. D b 1-3").len(),
        1,
        "nobody has seeds yet"
    );
}

#[test]
fn loser_on_time_or_by_resignation_may_be_ahead() {
    let text = "[Termination \"resigned\"]\n[Winner \"North\"]\n1. D b 2. E c 3. F f 4. D e+5 5. A+5 d+7 6. C+5 a+4 7. B+13 23-16";
    let game = game(text).unwrap();
    assert_eq!(game.warnings, []);
    let result = game.checked.result().unwrap();
    assert_eq!(result.winner.map(|winner| winner.name()), Some("north"));
    let written = converted(text, Form::Ogn);
    assert!(
        written.contains("[Result \"23-16\"]") && written.contains("[Winner \"North\"]"),
        "{written}"
    );
    assert!(converted(text, Form::PlayStrategy).ends_with(" 0-1\n"));
}

#[test]
fn draw_that_was_agreed_need_not_show_in_the_seeds() {
    let text =
        "[Termination \"agreed\"]\n1. d1e2 e2a1 2. e1c2 d2c1 3. f1a2 a2f2 4. d1e1 b2f1 1/2-1/2";
    assert_eq!(warnings(text), [""; 0]);
    let ogn = converted(text, Form::Ogn);
    assert!(ogn.ends_with(" 4. D e+5 1/2-1/2\n"), "{ogn}");
    assert_eq!(converted(&ogn, Form::Ogn), ogn);
    assert!(converted(&ogn, Form::PlayStrategy).ends_with(" 1/2-1/2\n"));
}

#[test]
fn outcome_in_place_of_seeds_is_taken() {
    assert_eq!(warnings(&OGN.replace("25-16", "1-0")), [""; 0]);
    assert!(converted(&OGN.replace("25-16", "1-0"), Form::Ogn).ends_with("F+2 25-16\n"));
    assert_eq!(warnings(&OGN.replace("25-16", "0-1")).len(), 1);
}

#[test]
fn last_capture_may_include_what_was_gathered() {
    let start = "[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\n";
    let text = format!("{start}1. A a 2. B b 3. C c 4. D d 5. E e 6. F f+1 24-24");
    assert_eq!(warnings(&text), [""; 0]);
    assert!(converted(&text, Form::Ogn).ends_with(" F f 24-24\n"));
    assert_eq!(warnings(&text.replace("f+1", "f+2")).len(), 1);
}

#[test]
fn moves_after_the_decision_are_taken_and_the_decision_is_told() {
    let text = "DbEcFfDeAdCaBaFaAbBcC";
    let told = warnings(text);
    assert_eq!(
        told,
        ["1:16: the game was decided after ply 15 (target), but 6 more follow"]
    );
    assert_eq!(converted(text, Form::Letters), format!("{text}\n"));
    let again = converted(text, Form::Ogn);
    assert_eq!(converted(&again, Form::Ogn), again);
}

#[test]
fn moves_after_a_repetition_are_taken_too() {
    let text = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves AaBbCcDdEeFfAa";
    assert_eq!(
        warnings(text),
        ["1:51: the game was over after ply 12 (repetition), but 2 more follow"]
    );
}

#[test]
fn illegal_move_names_place_and_what_would_have_been_legal() {
    assert_eq!(
        error("1. D b\n2. D c"),
        "2:4: ply 3, D in 5-4-4-0-5-5-5-0-5-5-5-5-0-0-S: D is empty; legal are A, B, C, E, F"
    );
    assert_eq!(
        error("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S moves A"),
        "1:39: ply 1, A in 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S: A does not feed the opponent; legal are E, F"
    );
    assert_eq!(
        error("1. D E"),
        "1:6: ply 2, E in 4-4-4-0-5-5-5-5-4-4-4-4-0-0-N: E is South's pit, but North is to move; legal are a, b, c, d, e, f"
    );
    assert_eq!(
        error("1. D b 2. E -"),
        "1:13: ply 4, - in 5-4-4-0-0-6-6-1-6-6-5-5-0-0-N: - is a pass, and there is none to make here; legal are a, b, c, d, e, f"
    );
    assert_eq!(
        error("3 1 3"),
        "1:5: ply 3, D in 5-4-4-0-5-5-5-0-5-5-5-5-0-0-S: D is empty; legal are A, B, C, E, F"
    );
    assert_eq!(
        error("3 1 9"),
        "1:5: '9' is no move: pits are 0 to 5 from the mover's left"
    );
    assert_eq!(
        error("DbEcFDe"),
        "1:6: ply 6, D in 6-5-5-0-0-0-7-2-1-8-7-7-0-0-N: D is South's pit, but North is to move; legal are a, b, c, d, e, f"
    );
    assert!(error("42 21 57").starts_with("1:7: '57' is no move"));
    assert!(
        error("1-1-0-0-1-0-0-0-0-0-0-0-22-23-S moves A")
            .ends_with("there is no legal move; the game was over after ply 0 (no-move)")
    );
}

#[test]
fn unknown_rules_name_the_near_miss() {
    assert_eq!(
        error("[Rules \"abapaa\"]\n1. D b"),
        "1:1: the rules of the game: unknown rule set 'abapaa', did you mean 'abapa'?"
    );
    assert!(error("[FEN \"4-4-x\"]\n1. D b").starts_with("1:1: the start of the game: 'x'"));
}

#[test]
fn rules_asked_for_override_those_of_the_record_with_a_warning() {
    let options = ReadOptions {
        rules: Some("awari".parse().unwrap()),
        ..ReadOptions::default()
    };
    let read = read(OGN, &options).unwrap();
    let game = read.games[0].as_ref().unwrap();
    assert_eq!(game.checked.rules().to_string(), "awari");
    assert_eq!(game.warnings.len(), 1);
    assert_eq!(
        game.warnings[0].to_string(),
        "the record names the rules 'abapa', but is read by awari, as asked"
    );
}

#[test]
fn rules_of_a_record_come_from_its_tags() {
    for (text, rules) in [
        (
            "[Rules \"awari+settle=own-side\"]\n1. D b",
            "awari+settle=own-side",
        ),
        ("[Variant \"Abapa\"]\n1. D b", "abapa"),
        ("[Variant \"Dream Games\"]\n1. D b", "dream-games"),
        ("[Variant \"Oware\"]\n1. D b", "abapa"),
        ("[Variant \"Oware\"]\n1. d1e2 e2a1", "playstrategy"),
        (
            "[Variant \"Oware\"]\n[Rules \"awari\"]\n1. d1e2 e2a1",
            "awari",
        ),
    ] {
        let game = game(text).unwrap();
        assert_eq!(game.checked.rules().to_string(), rules, "{text}");
        assert_eq!(game.warnings, [], "{text}");
    }
    assert_eq!(
        warnings("[Variant \"Kalah\"]\n1. D b"),
        ["1:1: the Variant 'Kalah' is no rule set known here"]
    );
}

#[test]
fn termination_of_other_programs_is_understood() {
    for (text, known) in [
        ("Time forfeit", true),
        ("resignation", true),
        ("normal", false),
    ] {
        let termination = Termination::read(text);
        assert_eq!(
            matches!(termination, Termination::Known(_)),
            known,
            "{text}"
        );
    }
}
