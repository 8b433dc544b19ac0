//! What people write is read: comments anywhere, words, line ends, long games, bad files.

use std::time::{Duration, Instant};

use oware::game::{EndReason, Game, Position, legal_moves};
use oware::record::{
    CheckedRecord, Form, NorthOrder, Note, ReadOptions, RecordErrorKind, decode, read, read_bytes,
    write,
};

use crate::{converted, error, game, games, warnings};

const OGN: &str = include_str!("../../data/games/example.ogn");

#[test]
fn comments_and_nested_variations_are_kept_in_their_places() {
    let text = "{a} {b} 1. D {first\n  move} b! (1... c {not (} (1... d 2. E)) 2. E c?? $3 *";
    let game = game(text).unwrap();
    assert_eq!(game.warnings, []);
    let record = game.checked.record();
    assert_eq!(record.before.len(), 2);
    assert_eq!(record.plies[0].notes, [Note::Comment("first move".into())]);
    assert_eq!(
        record.plies[1].notes,
        [
            Note::Glyph("!".into()),
            Note::Variation("1... c {not (} (1... d 2. E)".into())
        ]
    );
    let written = converted(text, Form::Ogn);
    assert!(
        written.ends_with(
            "\n\n{a} {b} 1. D {first move} b! (1... c {not (} (1... d 2. E)) 2. E c?? $3 *\n"
        ),
        "{written}"
    );
    assert_eq!(converted(&written, Form::Ogn), written);
}

#[test]
fn words_among_the_moves_are_not_moves() {
    assert_eq!(
        warnings("1. D b bad 2. E c face to face"),
        ["1:8: 'bad' is no move: left out (4 times in this game)"]
    );
    assert_eq!(
        warnings("DbEc resigns 0-0")[0],
        "1:6: 'resigns' is no move: left out"
    );
    for text in ["1. D b bad 2. E c", "1 D b 2 E c", "1. Db 2. Ec"] {
        assert_eq!(converted(text, Form::Letters), "DbEc\n", "{text}");
    }
}

#[test]
fn wrong_move_number_is_told_but_any_first_number_is_taken() {
    assert_eq!(
        warnings("1. D b 3. E c"),
        ["1:8: number 3 stands before move 2"]
    );
    assert_eq!(warnings("7. D b 8. E c"), [""; 0]);
}

#[test]
fn unknown_tags_and_names_in_any_script_are_kept() {
    let text =
        "[South \"Adébáyọ̀ \\\"Ayò\\\"\"]\n[Kɔkɔɔ \"é\"]\n[TimeControl \"300+3\"]\n\n1. D b *";
    assert_eq!(warnings(text), [""; 0]);
    let written = converted(text, Form::Ogn);
    for tag in [
        "[South \"Adébáyọ̀ \\\"Ayò\\\"\"]",
        "[Kɔkɔɔ \"é\"]",
        "[TimeControl \"300+3\"]",
    ] {
        assert!(written.contains(tag), "{written}");
    }
    assert_eq!(converted(&written, Form::Ogn), written);
    let there = converted(&written, Form::PlayStrategy);
    assert!(there.contains("[P1 \"Adébáyọ̀ \\\"Ayò\\\"\"]"), "{there}");
    assert_eq!(converted(&there, Form::Ogn), written);
}

#[test]
fn bad_tags_are_left_out_with_a_warning() {
    assert_eq!(
        warnings("[Event x]\n[Round \"1\"]\n[Round \"2\"]\n[Result \"won\"]\n1. D b *"),
        [
            "1:1: '[Event x]' is not a tag like [Event \"…\"]: left out",
            "3:1: the tag Round is given twice: the first one counts",
            "4:1: 'won' says nothing as a Result: left out",
        ]
    );
    assert_eq!(
        warnings("[SetUp \"1\"]\n1. D b {open"),
        [
            "1:1: SetUp announces a set-up, but there is no FEN tag: read from the start",
            "2:8: the '{' is never closed",
        ]
    );
    assert_eq!(
        warnings("1. D b )"),
        ["1:8: the ')' closes nothing: left out"]
    );
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    let crlf = format!("\u{FEFF}{}", OGN.replace('\n', "\r\n"));
    let decoded = decode(crlf.as_bytes()).unwrap();
    let text = decoded.text();
    assert_eq!(warnings(text), [""; 0]);
    assert_eq!(converted(text, Form::Ogn), OGN);
    let wrong = text.replace("e+5", "e+6");
    assert!(warnings(&wrong)[0].starts_with("12:27: "));
}

#[test]
fn several_games_are_read_one_by_one() {
    let text = format!(
        "{OGN}\n{}\n1. D b 0-0 1. E c *\n",
        OGN.replace("B+13", "F+13")
    );
    let read = games(&text);
    let read: Vec<_> = read.games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, false, true, true]);
    let lines = games("# lines of a suite\nDbEc\n\nAaBb\r\nDD\n");
    let read: Vec<_> = lines.games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, true, false]);
    assert_eq!(games("3 1 4\n2 5\n").games.len(), 2);
    assert_eq!(games("42 21\n54\n\n42 21").games.len(), 2);
}

#[test]
fn comment_that_is_not_closed_takes_no_other_game_with_it() {
    let text = format!("[Round \"1\"]\n1. D {{b\n\n{OGN}");
    let read = games(&text);
    assert_eq!(read.games.len(), 2);
    assert_eq!(read.games[1].as_ref().unwrap().warnings, []);
}

#[test]
fn lower_case_first_letter_says_that_north_starts() {
    for text in ["bDcE", "1... b 2. D c", "1. b D", "1. ... b 2. D"] {
        let game = game(text).unwrap();
        let start = game.checked.record().start;
        assert_eq!(start.to_string(), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "{text}");
    }
    assert_eq!(converted("bDcE", Form::Letters), "bDcE\n");
    let ogn = converted("bDcE", Form::Ogn);
    assert!(ogn.contains("[SetUp \"1\"]\n[FEN \"4-4-4-4-4-4-4-4-4-4-4-4-0-0-N\"]\n"));
    assert!(ogn.ends_with("\n1... b 2. D c 3. E *\n"), "{ogn}");
    assert_eq!(converted(&ogn, Form::Letters), "bDcE\n");
}

#[test]
fn order_of_norths_letters_is_found_by_the_captures() {
    let mirror = |text: &str| -> String {
        let turned = text.chars().map(|c| match c {
            'a'..='f' => char::from(b'a' + b'f' - c as u8),
            other => other,
        });
        turned.collect()
    };
    let moves = OGN.split_once("\n\n").unwrap().1;
    let mirrored = game(&mirror(moves)).unwrap();
    assert_eq!(mirrored.north_order, NorthOrder::Mirrored);
    assert_eq!(mirrored.warnings, []);
    assert_eq!(
        write(&mirrored.checked, Form::Letters).unwrap(),
        "DbEcFfDeAdCaBaF\n"
    );
    // One slip does not turn the board round, in either order.
    let slip = game(&moves.replace("d+7", "d+6")).unwrap();
    assert_eq!(
        (slip.north_order, slip.warnings.len()),
        (NorthOrder::Sowing, 1)
    );
    let slip = game(&mirror(moves).replace("c+7", "c+6")).unwrap();
    assert_eq!(
        (slip.north_order, slip.warnings.len()),
        (NorthOrder::Mirrored, 1)
    );
}

#[test]
fn order_of_norths_letters_can_be_forced() {
    let with = |north_order| {
        let options = ReadOptions {
            north_order: Some(north_order),
            ..ReadOptions::default()
        };
        let read = read("DbEc", &options).unwrap();
        write(&read.games[0].as_ref().unwrap().checked, Form::Letters).unwrap()
    };
    assert_eq!(with(NorthOrder::Sowing), "DbEc\n");
    assert_eq!(with(NorthOrder::Mirrored), "DeEd\n");
}

#[test]
fn illegal_move_of_a_short_line_is_not_explained_by_the_other_order() {
    // Legal if `a` lay above `A`, as many short lines are.
    assert!(error("AaA").contains("ply 3, A"));
}

#[test]
fn text_that_is_no_record_is_refused() {
    let options = ReadOptions::default();
    let kind = |bytes: &[u8]| read_bytes(bytes, &options).unwrap_err().kind;
    assert_eq!(kind(b""), RecordErrorKind::Empty);
    assert_eq!(kind(b"\xEF\xBB\xBF \r\n\t"), RecordErrorKind::Empty);
    assert_eq!(kind(b"\x7fELF\0\x01"), RecordErrorKind::Binary);
    assert_eq!(kind(b"\xFF\xFE1\0"), RecordErrorKind::Utf16);
    assert_eq!(kind(b"Dear Sir, hello"), RecordErrorKind::Unrecognised);
}

#[test]
fn names_in_latin_1_are_read_and_told_of_in_their_game() {
    let latin_1 = b"[South \"Zo\xE9\"]\n[North \"L\xE9a\"]\n\n1. D b\n\n\
        [South \"Ann\"]\n\n1. D\n\n[South \"Ann\"]\n\n1. D {\xAB hm \xBB} b";
    let text = read_bytes(latin_1, &ReadOptions::default()).unwrap();
    let games: Vec<_> = text.games.into_iter().map(Result::unwrap).collect();
    let found = games.iter().map(|game| {
        let told = game.warnings.iter();
        told.map(|warning| format!("{}: {warning}", warning.place))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            vec![
                "1:11: the byte E9 is not UTF-8: read as 'é', as in Windows-1252 \
                 (2 times in this game)"
            ],
            vec![],
            vec![
                "12:7: the byte AB is not UTF-8: read as '«', as in Windows-1252 \
                 (2 times in this game)"
            ],
        ]
    );
    let written = write(&games[0].checked, Form::Ogn).unwrap();
    assert!(written.contains("[North \"Léa\"]"), "{written}");
}

/// A game of `plies` plies that goes round without end, by rules that allow it.
fn long_game(plies: usize) -> Game {
    let mut game = Game::new(Position::START, "board-and-pieces".parse().unwrap());
    let mut position: Position = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S".parse().unwrap();
    game = Game::new(position, game.rules());
    for _ in 0..plies {
        let played = legal_moves(position.board(), game.rules()).next().unwrap();
        game.play(played).unwrap();
        position = game.position();
    }
    game
}

#[test]
fn fifty_thousand_plies_take_well_under_a_second() {
    let game = long_game(50_000);
    let checked = CheckedRecord::from_game(&game);
    for form in [Form::Ogn, Form::Letters, Form::PlayStrategy] {
        let start = Instant::now();
        let text = write(&checked, form).unwrap();
        let read = read(
            &text,
            &ReadOptions {
                rules: Some(game.rules()),
                ..ReadOptions::default()
            },
        )
        .unwrap();
        let read = read.games[0].as_ref().unwrap();
        let elapsed = start.elapsed();
        assert_eq!(read.warnings, [], "{form}");
        assert_eq!(read.checked.game().moves(), game.moves());
        // A quadratic reader takes minutes; the margin is for busy machines.
        assert!(elapsed < Duration::from_secs(5), "{form} took {elapsed:?}");
    }
}

#[test]
fn faults_at_every_ply_of_a_long_game_are_counted_in_time() {
    let text = write(&CheckedRecord::from_game(&long_game(50_000)), Form::Ogn).unwrap();
    let (tags, moves) = text.split_once("\n\n").unwrap();
    let moves = moves.replace('\n', " ").replace(" a", " x a+3");
    let start = Instant::now();
    let game = game(&format!("{tags}\n\n{moves}")).unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(game.warnings.len(), 2);
    assert!(game.warnings.iter().all(|warning| warning.count > 4_000));
}

#[test]
fn game_that_the_players_ended_is_over_for_them() {
    let game = game("[Termination \"agreed\"]\n1. D b 23-25").unwrap();
    let end = game.checked.game().end().unwrap();
    assert_eq!(end.reason, EndReason::Agreed);
}
