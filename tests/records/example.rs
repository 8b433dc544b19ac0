//! The example game converts between all its forms, and each form reads back as written.

use oware::record::{Form, write};

use crate::{converted, game, games};

const OGN: &str = include_str!("../../data/games/example.ogn");
const LETTERS: &str = include_str!("../../data/games/example.letters.txt");
const PLAYSTRATEGY: &str = include_str!("../../data/games/example.playstrategy.pgn");
const CODINGAME: &str = include_str!("../../data/games/example.codingame.txt");
const MANQALA: &str = include_str!("../../data/games/example.manqala.txt");

const ALL: [(Form, &str); 5] = [
    (Form::Ogn, OGN),
    (Form::Letters, LETTERS),
    (Form::PlayStrategy, PLAYSTRATEGY),
    (Form::CodinGame, CODINGAME),
    (Form::Manqala, MANQALA),
];

#[test]
fn every_form_is_recognised_without_warning() {
    for (form, text) in ALL {
        assert_eq!(games(text).form, form);
        let game = game(text).unwrap();
        assert_eq!(game.warnings, [], "{form}");
        assert_eq!(
            game.checked.last_position().to_string(),
            "2-0-2-1-1-0-1-0-0-0-0-0-25-16-N",
            "{form}"
        );
    }
}

#[test]
fn every_form_converts_into_every_form() {
    for (from, text) in ALL {
        for (to, expected) in ALL {
            let converted = converted(text, to);
            if from.has_tags() || !to.has_tags() {
                assert_eq!(converted, expected, "{from} to {to}");
            } else {
                // The names were lost before, the moves, the rules and the end were not.
                let tail = expected.split_once("[Result").unwrap().1;
                let body = converted.split_once("[Result").unwrap().1;
                assert_eq!(body, tail, "{from} to {to}");
            }
        }
    }
}

#[test]
fn shapes_of_other_programs_are_read() {
    for text in [
        "1. D b 2. E c 3. F f 4. D e+5 5. A+5 d+7 6. C+5 a+4 7. B+13 a 8. F+2 25-16",
        "1.D b 2.E c 3.F f 4.D e +5 5.A +5 d+7 6.C+5 a+4 7.B+13 a 8.F+2",
        "startpos moves DbEcFfDeAdCaBaF",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves Db Ec FfDeAdCaBaF",
        "1. d1e2 e2a1 2. e1c2 d2c1 3. f1a2 a2f2 4. d1e1 b2f1 5. a1d2 c2f1 6. c1a2 f2e1 7. b1a2 f2e2 8. f1e2",
        "[3, 1, 4, 2, 5, 5, 3, 4, 0, 3, 2, 0, 1, 0, 5]",
        "3\n1\n4\n2\n5\n5\n3\n4\n0\n3\n2\n0\n1\n0\n5\n",
    ] {
        let game = game(text).unwrap();
        assert_eq!(game.warnings, [], "{text}");
        assert_eq!(write(&game.checked, Form::Letters).unwrap(), LETTERS);
    }
}
