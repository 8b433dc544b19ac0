//! Parse after print is the identity, and print after parse, on random games of all rule
//! sets, finished or broken off, from the start or from set-ups.

use oware::game::{Game, Move, Player, Position, RuleSet, Rules, legal_moves};
use oware::record::{CheckedRecord, Form, Note, ReadOptions, Record, Tag, WriteError, read, write};

const GAMES_A_SET: u64 = 60;
const MOST_PLIES: usize = 400;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 up to, but without, `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((word ^ (word >> 31)) % bound as u64).expect("a usize bounds it")
    }
}

fn random_game(rules: Rules, random: &mut Random) -> Game {
    let starts = [
        "startpos",
        "startpos",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N",
        "startpos:2",
        "0-0-0-0-0-0-0-4-0-0-5-0-19-20-S",
        "0-1-2-0-3-0-1-0-0-2-1-1-18-19-N",
    ];
    let start = starts[random.below(starts.len())].parse().unwrap();
    let mut game = Game::new(start, rules);
    let plies = random.below(MOST_PLIES);
    while game.end().is_none() && game.moves().len() < plies {
        let moves: Vec<_> = legal_moves(game.position().board(), rules).collect();
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    match random.below(6) {
        0 => game.agree(),
        1 => game.resign(Player::ALL[random.below(2)]),
        2 => game.lose_on_time(Player::ALL[random.below(2)]),
        _ => {}
    }
    game
}

fn each_game(mut examine: impl FnMut(&Game, &mut Random)) {
    let mut random = Random(1);
    for set in RuleSet::all() {
        for _ in 0..GAMES_A_SET {
            let game = random_game(set.rules(), &mut random);
            examine(&game, &mut random);
        }
    }
}

/// The record in `text`, which must have no fault.
#[track_caller]
fn read_back(text: &str, rules: Option<Rules>) -> (CheckedRecord, Form) {
    let options = ReadOptions {
        rules,
        ..ReadOptions::default()
    };
    let mut read = read(text, &options).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(read.games.len(), 1, "{text}");
    let game = read.games.remove(0);
    let game = game.unwrap_or_else(|error| panic!("{}: {error} in\n{text}", error.place));
    assert_eq!(game.warnings, [], "{text}");
    (game.checked, read.form)
}

#[test]
fn ogn_holds_the_whole_game() {
    each_game(|game, _| {
        let text = write(&CheckedRecord::from_game(game), Form::Ogn).unwrap();
        let (checked, form) = read_back(&text, None);
        assert_eq!(form, Form::Ogn);
        assert_eq!(
            checked.record().clone().without_claims(),
            Record::from_game(game),
            "{text}"
        );
        assert_eq!(checked.game().end(), game.end(), "{text}");
        assert_eq!(write(&checked, Form::Ogn).unwrap(), text);
    });
}

#[test]
fn playstrategy_holds_everything_but_seeds_and_passes() {
    each_game(|game, _| {
        let text = match write(&CheckedRecord::from_game(game), Form::PlayStrategy) {
            Ok(text) => text,
            Err(error) => {
                assert!(matches!(error, WriteError::Pass { .. }), "{error}");
                assert!(game.moves().contains(&Move::Pass));
                return;
            }
        };
        let (checked, _) = read_back(&text, None);
        assert_eq!(checked.game().moves(), game.moves(), "{text}");
        assert_eq!(checked.game().start(), game.start());
        assert_eq!(checked.rules(), game.rules());
        let ends =
            [checked.game().end(), game.end()].map(|end| end.map(|end| (end.reason, end.winner)));
        assert_eq!(ends[0], ends[1], "{text}");
        assert_eq!(write(&checked, Form::PlayStrategy).unwrap(), text);
    });
}

#[test]
fn lists_hold_the_moves() {
    let mut written = 0;
    each_game(|game, _| {
        for form in [Form::Letters, Form::CodinGame, Form::Manqala] {
            let text = match write(&CheckedRecord::from_game(game), form) {
                Ok(text) => text,
                Err(error) => {
                    let is_so = match error {
                        WriteError::Pass { .. } => game.moves().contains(&Move::Pass),
                        WriteError::Start { .. } => game.start() != Position::START,
                        WriteError::TooLong { .. } => game.moves().len() > 200,
                        WriteError::NoMoves { .. } => game.moves().is_empty(),
                    };
                    assert!(is_so && form != Form::Letters, "{error}");
                    continue;
                }
            };
            written += 1;
            let (checked, found) = read_back(&text, Some(game.rules()));
            assert_eq!(checked.game().moves(), game.moves(), "{text}");
            assert_eq!(checked.game().start(), game.start(), "{text}");
            // A single letter, digit or pair is a game of any form.
            if game.moves().len() > 1 {
                assert_eq!(found, form, "{text}");
            }
            assert_eq!(write(&checked, form).unwrap(), text);
        }
    });
    assert!(written > 500, "{written}");
}

#[test]
fn notes_and_tags_of_any_kind_read_back() {
    let notes = [
        Note::Comment("a [b] (c) D e+5 \"d\" ; é".into()),
        Note::Comment(String::new()),
        Note::Variation("1. D {a ) here} (2. E)".into()),
        Note::Glyph("?!".into()),
        Note::Glyph("$14".into()),
    ];
    let mut seen = 0;
    each_game(|game, random| {
        let text = write(&CheckedRecord::from_game(game), Form::Ogn).unwrap();
        let (checked, _) = read_back(&text, None);
        let mut tagged = checked.record().clone();
        let mut text = String::new();
        for (name, value) in [("Event", "a \"b\" \\"), ("Extra", "{x} [y]"), ("Empty", "")] {
            tagged.tags.push(Tag {
                name: name.into(),
                value: value.into(),
            });
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        let mut put = |notes_of: &mut Vec<Note>, text: &mut String| {
            let note = notes[random.below(notes.len())].clone();
            let shown = match &note {
                Note::Comment(inner) => format!("{{{inner}}}"),
                Note::Variation(inner) => format!("({inner})"),
                Note::Glyph(glyph) => glyph.clone(),
            };
            text.push_str(&format!(" {shown} "));
            notes_of.push(note);
        };
        text.push_str(&format!(
            "[Rules \"{}\"]\n[FEN \"{}\"]\n",
            game.rules(),
            game.start()
        ));
        put(&mut tagged.before, &mut text);
        let mut mover = game.start().to_move();
        for ply in &mut tagged.plies {
            text.push_str(&format!(" {} ", ply.played.letter(mover)));
            put(&mut ply.notes, &mut text);
            mover = mover.opposite();
        }
        let (checked, _) = read_back(&text, None);
        let written = write(&checked, Form::Ogn).unwrap();
        let (again, _) = read_back(&written, None);
        let found = again.record();
        assert_eq!(found.tags, tagged.tags, "{written}");
        assert_eq!(found.before, tagged.before, "{written}");
        let [found, expected] = [&found.plies, &tagged.plies]
            .map(|plies| plies.iter().map(|ply| &ply.notes).collect::<Vec<_>>());
        assert_eq!(found, expected, "{written}");
        assert_eq!(write(&again, Form::Ogn).unwrap(), written);
        seen += 1;
    });
    assert!(seen > 0);
}
