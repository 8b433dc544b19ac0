//! The promise of `solve`: what it calls exact is exact, whatever the rules, the past of
//! the game, the oracle, the size of the table or the limits.

use oware::game::{Board, Game, Move, Position, Rules, Score, parse_moves};
use oware::progress::Silent;
use oware::search::{NoOracle, Oracle};
use oware::solve::{Limits, MoveSolution, Solution, SolveOptions, solve};

mod against_tables;
mod agreement;
mod brute;
mod examples;
mod forcing;
mod history;
mod limited;
mod limits;
mod lines;
mod own_rows;
mod own_rows_games;
mod played_out;
mod sample;
mod workspace;
mod zero_loops;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn game(rules_text: &str, start: &str, moves: &str) -> Game {
    let mut game = Game::new(start.parse().unwrap(), rules(rules_text));
    for played in parse_moves(moves, game.position().to_move()).unwrap() {
        game.play(played).unwrap();
    }
    game
}

fn set_up(rules: Rules, board: Board) -> Game {
    Game::new(Position::from_board(board).unwrap(), rules)
}

/// Small enough that tests of thousands of boards spend no time on clearing tables.
fn options(nodes: Option<u64>, hash_bytes: usize) -> SolveOptions {
    SolveOptions {
        limits: Limits {
            nodes,
            ..Limits::default()
        },
        hash_bytes,
        ..SolveOptions::default()
    }
}

fn solved(game: &Game, oracle: &dyn Oracle, options: &SolveOptions) -> Solution {
    let solution = solve(game, oracle, options, &Silent).unwrap();
    check(game, &solution);
    solution
}

fn without_oracle(game: &Game) -> Solution {
    solved(game, &NoOracle, &options(Some(2_000_000), 1 << 20))
}

/// What holds of every answer: bounds around values, the best moves best, lines that can
/// be played and pay what they promise.
fn check(game: &Game, solution: &Solution) {
    let bounds = solution.bounds;
    assert!(bounds.lower <= bounds.upper, "{solution:?}");
    assert!(
        solution
            .value
            .is_none_or(|value| bounds.lower <= value && value <= bounds.upper)
    );
    if solution.moves.is_empty() {
        assert!(bounds.is_exact());
        return;
    }
    let best = |bound: fn(&MoveSolution) -> Score| solution.moves.iter().map(bound).max().unwrap();
    // An oracle can know more of the root than of its moves.
    assert!(bounds.lower >= best(|known| known.bounds.lower));
    assert_eq!(bounds.upper, best(|known| known.bounds.upper));
    for known in &solution.moves {
        assert!(known.bounds.lower <= known.bounds.upper);
        assert_eq!(known.pv.first(), Some(&known.played));
        let exact = known.bounds.value().map(Score::seeds);
        check_line(game, &known.pv, exact);
    }
    if let Some(first) = solution.best.first() {
        assert_eq!(solution.pv.first(), Some(first));
    }
}

/// Plays a line by the real rules. Only the target must not stop it.
fn check_line(game: &Game, line: &[Move], exact: Option<i8>) {
    let mut text = game.rules().to_string();
    if !text.contains("target=") {
        text += "+target=48";
    }
    let to_move = game.position().to_move();
    let mut replay = Game::new(game.start(), rules(&text));
    for &played in game.moves().iter().chain(line) {
        replay
            .play(played)
            .unwrap_or_else(|error| panic!("{text} {} {line:?}: {error}", game.position()));
    }
    let (Some(end), Some(exact)) = (replay.end(), exact) else {
        return;
    };
    let halves = |side: usize| i32::from(end.seeds[side].halves());
    let [own, other] = [to_move as usize, to_move.opposite() as usize].map(halves);
    assert_eq!(
        (own - other) / 2,
        i32::from(exact),
        "{text} {} {:?} {line:?}",
        game.position(),
        game.moves()
    );
}

/// The exact values of the moves by letter, in the order of the pits.
fn move_values(game: &Game, solution: &Solution) -> Vec<(char, Option<i8>)> {
    solution
        .moves
        .iter()
        .map(|known| {
            (
                known.played.letter(game.position().to_move()),
                known.bounds.value().map(|score| score.seeds()),
            )
        })
        .collect()
}

/// The proved value in seeds.
fn exact(solution: &Solution) -> Option<i8> {
    solution.bounds.value().map(|score| score.seeds())
}

/// A stream of numbers that is the same on every machine (xorshift64, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
