//! Every computed case of `data/cases` holds, under every rule set, through [`Game`].
//!
//! The cases were made by another program, so they catch what a reader of the rules can
//! misread once and for all; the reference of `tests/reference.rs` catches the rest. The
//! record format and the source are in `data/README.md`.

mod battery;

use std::collections::BTreeMap;

use battery::check_position;
use oware::game::{End, Game, Position, Rules, legal_moves, parse_moves};
use serde::Deserialize;

const MOVES: &str = include_str!("../data/cases/moves.jsonl");
const GAMES: &str = include_str!("../data/cases/games.jsonl");

/// A position, and either how it is over or what each legal move leads to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesCase {
    rules: String,
    position: String,
    ended: Option<Ended>,
    moves: Option<BTreeMap<char, After>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    position: String,
    ended: Option<Ended>,
}

/// Final seeds can end in a half.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ended {
    reason: String,
    stores: [f64; 2],
}

/// A game from the start; `reason` is missing when it was left unfinished.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameCase {
    rules: String,
    moves: Vec<String>,
    reason: Option<String>,
    stores: [f64; 2],
    r#final: String,
}

fn records<'a, T: Deserialize<'a>>(text: &'a str) -> Vec<T> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn seeds(end: End) -> [f64; 2] {
    end.seeds.map(|seeds| f64::from(seeds.halves()) / 2.0)
}

fn ended(game: &Game) -> Option<Ended> {
    game.end().map(|end| Ended {
        reason: end.reason.word().to_owned(),
        stores: seeds(end),
    })
}

/// What is shown: after sharing, the gathered stores.
fn shown(game: &Game) -> Position {
    game.end().map_or(game.position(), |end| end.position)
}

/// Plays a move given by its letter.
fn play(game: &mut Game, letter: &str) {
    let place = format!("{letter} in {} under {}", game.position(), game.rules());
    let moves =
        parse_moves(letter, game.position().to_move()).unwrap_or_else(|e| panic!("{place}: {e}"));
    let [played] = moves[..] else {
        panic!("{place}: not one move")
    };
    game.play(played).unwrap_or_else(|e| panic!("{place}: {e}"));
    check_position(&game.position(), game.rules());
}

#[test]
fn every_recorded_position_has_its_moves_and_end() {
    let cases: Vec<MovesCase> = records(MOVES);
    assert_eq!(cases.len(), 465);
    for case in cases {
        let place = format!("{} under {}", case.position, case.rules);
        let position: Position = case
            .position
            .parse()
            .unwrap_or_else(|e| panic!("{place}: {e}"));
        let game = Game::new(position, rules(&case.rules));
        check_position(&position, game.rules());
        assert_eq!(ended(&game), case.ended, "{place}");
        let Some(moves) = case.moves else {
            assert!(case.ended.is_some(), "{place}: the record says nothing");
            continue;
        };
        let legal: Vec<char> = legal_moves(position.board(), game.rules())
            .map(|legal| legal.letter(position.to_move()))
            .collect();
        assert_eq!(legal, moves.keys().copied().collect::<Vec<_>>(), "{place}");
        for (letter, after) in moves {
            let mut game = game.clone();
            play(&mut game, &letter.to_string());
            assert_eq!(
                shown(&game).to_string(),
                after.position,
                "{letter} in {place}"
            );
            assert_eq!(ended(&game), after.ended, "{letter} in {place}");
        }
    }
}

#[test]
fn every_recorded_game_ends_as_recorded() {
    let cases: Vec<GameCase> = records(GAMES);
    assert_eq!(cases.len(), 120);
    for case in cases {
        let mut game = Game::new(Position::START, rules(&case.rules));
        for letter in &case.moves {
            play(&mut game, letter);
        }
        let place = format!("{} under {}", case.moves.concat(), case.rules);
        let reason = game.end().map(|end| end.reason.word().to_owned());
        assert_eq!(reason, case.reason, "{place}");
        let stores = game.end().map_or_else(
            || {
                seeds(
                    game.position()
                        .end_as_it_stands(oware::game::EndReason::Agreed),
                )
            },
            seeds,
        );
        assert_eq!(stores, case.stores, "{place}");
        assert_eq!(shown(&game).to_string(), case.r#final, "{place}");
    }
}
