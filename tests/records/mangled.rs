//! Texts damaged at random: nothing panics, and whatever can still be read is written so
//! that it reads back without fault of form and prints the same.

use oware::record::{Form, ReadOptions, read, write};

use crate::round_trips::Random;

const SEEDS: [&str; 6] = [
    include_str!("../../data/games/example.ogn"),
    include_str!("../../data/games/example.letters.txt"),
    include_str!("../../data/games/example.playstrategy.pgn"),
    include_str!("../../data/games/example.codingame.txt"),
    include_str!("../../data/games/example.manqala.txt"),
    "[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-N\"]\n[Rules \"awari\"]\n[Termination \"time\"]\n{x} 1... a! (1... b) 2. A $3 ; y\n b+2 24-24\n",
];
const PIECES: [&str; 30] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    ";",
    "#",
    "%",
    "\n",
    "\r\n",
    "+",
    "-",
    "1.",
    "*",
    "é",
    "\u{FEFF}",
    "\u{A0}",
    "99999999999",
    "25-16",
    "1-0",
    "½",
    "A",
    "f",
    " moves ",
    "$1",
    "!?",
    "[Result \"x\"]\n",
];

fn damage(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        match random.below(3) {
            0 => {
                let piece = PIECES[random.below(PIECES.len())].chars();
                text.splice(at..at, piece);
            }
            1 => {
                let end = (at + random.below(6)).min(text.len());
                text.drain(at..end);
            }
            _ => {
                let other: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
                let start = random.below(other.len());
                let end = (start + random.below(12)).min(other.len());
                text.splice(at..at, other[start..end].iter().copied());
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn damaged_texts_are_read_or_refused_and_written_once_and_for_all() {
    let mut random = Random(7);
    let (mut kept, mut refused) = (0, 0);
    for round in 0..20_000 {
        let text = damage(SEEDS[round % SEEDS.len()], &mut random);
        let Ok(found) = read(&text, &ReadOptions::default()) else {
            refused += 1;
            continue;
        };
        for game in found.games {
            let Ok(game) = game else {
                refused += 1;
                continue;
            };
            kept += 1;
            for form in Form::ALL {
                let Ok(written) = write(&game.checked, form) else {
                    continue;
                };
                let options = ReadOptions {
                    rules: Some(game.checked.rules()),
                    ..ReadOptions::default()
                };
                let mut again = read(&written, &options)
                    .unwrap_or_else(|error| panic!("{error}\nin {written}\nfrom {text}"));
                assert_eq!(again.games.len(), 1, "{written}\nfrom {text}");
                let again = again.games.remove(0).unwrap_or_else(|error| {
                    panic!("{}: {error}\nin {written}\nfrom {text}", error.place)
                });
                let plies = &game.checked.record().plies;
                assert_eq!(again.checked.record().plies.len(), plies.len(), "{written}");
                if plies.len() > 1 {
                    assert_eq!(write(&again.checked, form).unwrap(), written, "from {text}");
                }
            }
        }
    }
    assert!(
        kept > 3_000 && refused > 3_000,
        "{kept} kept, {refused} refused"
    );
}
