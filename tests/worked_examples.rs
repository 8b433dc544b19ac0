//! The worked examples of the rule page, each also with the players exchanged.
//!
//! They are the points where public programs differ from one another, so each stands for
//! a misreading that somebody made. The mirrored form catches a rule that was written for
//! one side only.

mod battery;

use battery::check_position;
use oware::game::{Game, Player, Position, legal_moves, parse_moves};

/// What holds after `line` was played from `position`.
struct Example {
    says: &'static str,
    rules: &'static str,
    position: &'static str,
    line: &'static str,
    /// The position after the line; the gathered stores if that ended by sharing.
    after: &'static str,
    then: Then,
}

/// How the game stands then.
enum Then {
    /// It goes on with exactly these legal moves.
    Legal(&'static str),
    /// It is over: reason, South's seeds, North's seeds.
    Over(&'static str, u16, u16),
}
use Then::{Legal, Over};

#[rustfmt::skip]
const EXAMPLES: [Example; 25] = [
    Example { says: "a grand slam takes nothing", rules: "abapa",
        position: "0-3-0-0-4-0-1-2-1-0-0-0-19-18-S", line: "E",
        after: "0-3-0-0-0-1-2-3-2-0-0-0-19-18-N", then: Legal("abc") },
    Example { says: "one seed left makes it no slam", rules: "abapa",
        position: "0-3-0-0-4-0-1-2-1-0-0-1-18-18-S", line: "E",
        after: "0-3-0-0-0-1-0-0-0-0-0-1-25-18-N", then: Over("target", 25, 18) },
    Example { says: "feeding by a lap and taking all is a slam", rules: "abapa",
        position: "0-0-0-0-0-17-0-0-0-0-0-0-15-16-S", line: "F",
        after: "1-1-1-1-1-0-2-2-2-2-2-2-15-16-N", then: Legal("abcdef") },
    Example { says: "the origin is skipped", rules: "abapa",
        position: "0-2-12-0-1-0-3-3-0-0-4-0-11-12-S", line: "C",
        after: "1-3-0-2-2-1-4-4-1-1-5-1-11-12-N", then: Legal("abcdef") },
    Example { says: "the origin is skipped on both laps", rules: "abapa",
        position: "23-0-0-0-0-0-0-2-0-1-0-0-11-11-S", line: "A",
        after: "0-3-2-2-2-2-2-4-2-3-2-2-11-11-N", then: Legal("abcdef") },
    Example { says: "a pit sown twice in one move is taken", rules: "abapa",
        position: "0-0-0-0-13-0-0-4-0-2-0-5-12-12-S", line: "E",
        after: "1-1-1-1-0-2-0-5-1-3-1-6-14-12-N", then: Legal("bcdef") },
    Example { says: "another count stops the chain", rules: "abapa",
        position: "0-0-0-4-0-3-1-4-1-2-0-0-16-17-S", line: "F",
        after: "0-0-0-4-0-0-2-5-0-2-0-0-18-17-N", then: Legal("abd") },
    Example { says: "the chain stops at the end of the row", rules: "abapa",
        position: "0-0-1-1-2-1-1-0-0-3-0-0-20-19-S", line: "E",
        after: "0-0-1-1-0-2-0-0-0-3-0-0-22-19-N", then: Legal("d") },
    Example { says: "only feeding moves are legal", rules: "abapa",
        position: "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", line: "",
        after: "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", then: Legal("EF") },
    Example { says: "nobody reaches: each keeps his row", rules: "abapa",
        position: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", line: "",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-25-23-S", then: Over("no-move", 25, 23) },
    Example { says: "the last seed may be given away", rules: "abapa",
        position: "0-0-2-0-0-1-0-0-0-0-0-1-22-22-N", line: "f",
        after: "1-0-2-0-0-1-0-0-0-0-0-0-22-22-S", then: Legal("F") },
    Example { says: "a set-up without a move is over", rules: "abapa",
        position: "0-0-0-0-0-0-0-2-0-0-3-0-21-22-S", line: "",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-21-27-S", then: Over("no-move", 21, 27) },
    Example { says: "passing over 25 wins at once", rules: "abapa",
        position: "1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", line: "F",
        after: "1-0-0-0-0-0-0-0-2-0-0-0-26-19-N", then: Over("target", 26, 19) },
    Example { says: "before the twelfth ply the loop goes on", rules: "abapa",
        position: "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", line: "AaBbCcDdEeF",
        after: "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", then: Legal("f") },
    Example { says: "the second occurrence ends it", rules: "abapa",
        position: "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", line: "AaBbCcDdEeFf",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", then: Over("repetition", 24, 24) },
    Example { says: "a small slam is no capture of 2", rules: "abapa",
        position: "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", line: "F",
        after: "0-0-0-0-1-0-2-0-0-0-0-0-22-23-N", then: Legal("a") },
    Example { says: "a forbidden slam leaves no move: North takes all", rules: "marquoir",
        position: "0-0-0-0-0-5-1-1-1-1-1-0-19-19-S", line: "",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-19-29-S", then: Over("no-move", 19, 29) },
    Example { says: "where nothing feeds all is legal", rules: "board-and-pieces",
        position: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", line: "",
        after: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", then: Legal("ABE") },
    Example { says: "and it is over after A", rules: "board-and-pieces",
        position: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", line: "A",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-25-23-N", then: Over("no-move", 25, 23) },
    Example { says: "and it is over after B", rules: "board-and-pieces",
        position: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", line: "B",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-25-23-N", then: Over("no-move", 25, 23) },
    Example { says: "and it is over after E", rules: "board-and-pieces",
        position: "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", line: "E",
        after: "0-0-0-0-0-0-0-0-0-0-0-0-25-23-N", then: Over("no-move", 25, 23) },
    Example { says: "with famine allowed an empty row passes", rules: "marquoir-famine",
        position: "0-0-0-0-0-0-0-4-0-0-5-0-19-20-S", line: "",
        after: "0-0-0-0-0-0-0-4-0-0-5-0-19-20-S", then: Legal("-") },
    Example { says: "the pass hands over the turn", rules: "marquoir-famine",
        position: "0-0-0-0-0-0-0-4-0-0-5-0-19-20-S", line: "-",
        after: "0-0-0-0-0-0-0-4-0-0-5-0-19-20-N", then: Legal("be") },
    Example { says: "the short game is a race", rules: "marquoir+target=20",
        position: "0-0-0-0-0-1-1-4-3-2-1-0-19-17-S", line: "F",
        after: "0-0-0-0-0-0-0-4-3-2-1-0-21-17-N", then: Over("target", 21, 17) },
    Example { says: "a move that leaves nothing is illegal", rules: "awari",
        position: "0-0-6-0-3-5-2-1-1-0-0-0-0-0-S", line: "",
        after: "0-0-6-0-3-5-2-1-1-0-0-0-0-0-S", then: Legal("EF") },
];

/// The position with the players exchanged.
fn mirrored_position(text: &str) -> String {
    let fields: Vec<&str> = text.split('-').collect();
    let side = if fields[14] == "S" { "N" } else { "S" };
    [
        &fields[6..12],
        &fields[..6],
        &[fields[13], fields[12], side],
    ]
    .concat()
    .join("-")
}

/// The letters of the other player.
fn mirrored_letters(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            'A'..='Z' => letter.to_ascii_lowercase(),
            _ => letter.to_ascii_uppercase(),
        })
        .collect()
}

fn play(rules: &str, position: &str, line: &str) -> Game {
    let start: Position = position.parse().unwrap();
    let mut game = Game::new(start, rules.parse().unwrap());
    check_position(&start, game.rules());
    for played in parse_moves(line, start.to_move()).unwrap() {
        game.play(played)
            .unwrap_or_else(|error| panic!("{position} {line}: {error}"));
        check_position(&game.position(), game.rules());
    }
    game
}

fn legal_letters(game: &Game) -> String {
    let position = game.position();
    legal_moves(position.board(), game.rules())
        .map(|legal| legal.letter(position.to_move()))
        .collect()
}

#[test]
fn every_worked_example_holds() {
    for example in EXAMPLES {
        let game = play(example.rules, example.position, example.line);
        assert_stands(&game, &example, example.after, false);
    }
}

#[test]
fn every_worked_example_holds_with_the_players_exchanged() {
    for example in EXAMPLES {
        let position = mirrored_position(example.position);
        let line = mirrored_letters(example.line);
        let game = play(example.rules, &position, &line);
        assert_stands(&game, &example, &mirrored_position(example.after), true);
    }
}

fn assert_stands(game: &Game, example: &Example, after: &str, mirrored: bool) {
    let says = example.says;
    let shown = game.end().map_or(game.position(), |end| end.position);
    assert_eq!(shown.to_string(), after, "{says}");
    match example.then {
        Legal(letters) => {
            let letters = if mirrored {
                mirrored_letters(letters)
            } else {
                letters.to_owned()
            };
            assert_eq!(game.end(), None, "{says}");
            assert_eq!(legal_letters(game), letters, "{says}");
        }
        Over(reason, south, north) => {
            let end = game.end().unwrap_or_else(|| panic!("{says}: not over"));
            let seeds = if mirrored {
                [north, south]
            } else {
                [south, north]
            };
            assert_eq!(end.reason.word(), reason, "{says}");
            assert_eq!(
                end.seeds.map(|seeds| seeds.as_whole()),
                seeds.map(Some),
                "{says}"
            );
        }
    }
}

/// South's final seeds minus North's, in halves, when both play for the most seeds: every
/// line to its end, with the history deciding on repetition.
fn margin_with_best_play(game: &Game) -> i32 {
    if let Some(end) = game.end() {
        let [south, north] = end.seeds.map(|seeds| i32::from(seeds.halves()));
        return south - north;
    }
    let position = game.position();
    let margins = legal_moves(position.board(), game.rules()).map(|next| {
        let mut game = game.clone();
        game.play(next).expect("the move was listed as legal");
        check_position(&game.position(), game.rules());
        margin_with_best_play(&game)
    });
    let best = match position.to_move() {
        Player::South => margins.max(),
        Player::North => margins.min(),
    };
    best.expect("a game that is not over has a legal move")
}

#[test]
fn small_slam_loses_and_the_quiet_move_draws() {
    let position = "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";
    let margin = |position: &str, line: &str| margin_with_best_play(&play("abapa", position, line));
    assert_eq!(margin(position, "E"), 0, "E draws 24-24");
    assert_eq!(margin(position, "F"), 2 * (22 - 26), "F loses 22-26");
    let mirrored = mirrored_position(position);
    assert_eq!(margin(&mirrored, "e"), 0);
    assert_eq!(margin(&mirrored, "f"), 2 * (26 - 22));
}

#[test]
fn history_can_cut_a_win_short() {
    let margin = |rules: &str, position: &str, line: &str| {
        margin_with_best_play(&play(rules, position, line))
    };
    let loop_start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    assert_eq!(
        margin("abapa", loop_start, "AaBbCcDdEeF"),
        0,
        "24-24 by repetition"
    );
    let fresh = "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N";
    assert_eq!(
        margin("abapa", fresh, ""),
        2 * (23 - 25),
        "the same board set up"
    );
    let awari = "0-0-0-0-1-1-0-0-0-0-0-1-22-23-S";
    let line = "FaEfAbBcCdD";
    assert_eq!(
        margin("awari", awari, line),
        2 * (22 - 23),
        "e is forced and repeats: even"
    );
}
