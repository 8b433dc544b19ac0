//! The `oware.solve/1` document.

use oware::endgame::Database;
use oware::game::{Bounds, Game, HalfSeeds, Move, Player, Rules, Score, Settle, Target};
use oware::solve::{MoveSolution, Solution, Status};
use serde::Serialize;

use super::Answer;
use crate::cli::output::{Over, half_seeds, seconds};

/// Values are final differences for the side to move, stores included.
#[derive(Serialize)]
pub(super) struct SolveDocument {
    schema: &'static str,
    position: String,
    rules: String,
    status: &'static str,
    exact: bool,
    /// Proved.
    lower: i8,
    /// Proved.
    upper: i8,
    /// The proved value, or the estimate.
    value: Option<i8>,
    /// South's and North's final seeds at this value.
    score: Option<[serde_json::Number; 2]>,
    /// Empty also where the value is proved and no move to it.
    best: Vec<char>,
    moves: Vec<MoveDocument>,
    pv: Vec<char>,
    over: Option<Over>,
    nodes: u64,
    depth: u16,
    seconds: f64,
    db: Option<DbDocument>,
}

#[derive(Serialize)]
struct MoveDocument {
    #[serde(rename = "move")]
    played: char,
    lower: i8,
    upper: i8,
    value: Option<i8>,
    exact: bool,
    captured: u8,
    slam: bool,
    pv: Vec<char>,
}

#[derive(Serialize)]
struct DbDocument {
    /// The directory, or `embedded`.
    path: String,
    seeds: u8,
    /// Values taken from the tables.
    hits: u64,
}

impl SolveDocument {
    pub(super) fn new(answer: &Answer) -> Self {
        let Answer {
            game,
            solution,
            database,
            elapsed,
        } = *answer;
        let to_move = game.position().to_move();
        let Bounds { lower, upper } = solution.bounds;
        // What is labelled exact names no move that is only a guess; the moves have theirs.
        let is_named = solution.status != Status::Exact || solution.is_best_proved();
        let (best, pv) = if is_named {
            (&solution.best[..], &solution.pv[..])
        } else {
            (&[][..], &[][..])
        };
        Self {
            schema: "oware.solve/1",
            position: game.position().to_string(),
            rules: game.rules().to_string(),
            status: solution.status.word(),
            exact: solution.bounds.is_exact(),
            lower: lower.seeds(),
            upper: upper.seeds(),
            value: solution.value.map(Score::seeds),
            score: final_seeds(game, solution.value, &solution.pv)
                .map(|seeds| seeds.map(half_seeds)),
            best: letters(best, to_move, Turn::Same),
            moves: solution
                .moves
                .iter()
                .map(|solved| MoveDocument::new(solved, to_move))
                .collect(),
            pv: letters(pv, to_move, Turn::Alternating),
            over: over(game, solution),
            nodes: solution.nodes,
            depth: solution.depth_plies,
            seconds: seconds(elapsed),
            db: database.map(|database| DbDocument::new(database, solution)),
        }
    }
}

impl MoveDocument {
    fn new(solved: &MoveSolution, to_move: Player) -> Self {
        Self {
            played: solved.played.letter(to_move),
            lower: solved.bounds.lower.seeds(),
            upper: solved.bounds.upper.seeds(),
            value: solved.value.map(Score::seeds),
            exact: solved.is_exact(),
            captured: solved.captured,
            slam: solved.is_grand_slam,
            pv: letters(&solved.pv, to_move, Turn::Alternating),
        }
    }
}

impl DbDocument {
    fn new(database: &Database, solution: &Solution) -> Self {
        Self {
            path: database.source().to_string(),
            seeds: database.seeds(),
            hits: solution.oracle_hits,
        }
    }
}

fn over(game: &Game, solution: &Solution) -> Option<Over> {
    let plies = game.moves().len();
    solution
        .over
        .map(|end| Over::new(&end, (plies > 0).then_some(plies)))
}

/// Whose letters a list of moves takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// All of the side to move.
    Same,
    /// Of both sides in turn.
    Alternating,
}

fn letters(moves: &[Move], to_move: Player, turn: Turn) -> Vec<char> {
    let sides = match turn {
        Turn::Same => [to_move; 2],
        Turn::Alternating => [to_move, to_move.opposite()],
    };
    moves
        .iter()
        .zip(sides.into_iter().cycle())
        .map(|(played, side)| played.letter(side))
        .collect()
}

/// South's and North's final seeds when the side to move ends `value` ahead.
///
/// Where the rules let seeds count for nobody, only the end of the line can tell, and a
/// value without one has no score.
pub(super) fn final_seeds(
    game: &Game,
    value: Option<Score>,
    line: &[Move],
) -> Option<[HalfSeeds; 2]> {
    let value = i16::from(value?.seeds());
    let rules = game.rules();
    let position = game.position();
    let to_move = position.to_move();
    let in_absolute_order = |mover: u16, opponent: u16| {
        let seeds = [mover, opponent].map(HalfSeeds::from_halves);
        match to_move {
            Player::South => seeds,
            Player::North => [seeds[1], seeds[0]],
        }
    };
    let is_race = matches!(rules.target(), Target::Seeds(seeds)
        if seeds < Target::Majority.seeds(position.total()));
    if shares_every_seed(rules, is_race) {
        let total = i16::from(position.total());
        let halves = |halves: i16| u16::try_from(halves).ok();
        return Some(in_absolute_order(
            halves(total + value)?,
            halves(total - value)?,
        ));
    }
    // Play goes on to the last seed, so the line is followed by rules whose target nobody
    // reaches before that; where a lower target is the aim, it ends the line.
    let to_the_last_seed = match is_race {
        true => rules,
        false => rules.with("target", "48").ok()?,
    };
    let mut followed = Game::new(game.start(), to_the_last_seed);
    for &played in game.moves().iter().chain(line) {
        followed.play(played).ok()?;
    }
    let end = followed.end();
    let seeds = end?.seeds;
    let difference = i32::from(seeds[0].halves()) - i32::from(seeds[1].halves());
    let expected = match to_move {
        Player::South => 2 * i32::from(value),
        Player::North => -2 * i32::from(value),
    };
    (difference == expected).then_some(seeds)
}

/// Whether every end of a game gives all seeds to the players.
fn shares_every_seed(rules: Rules, is_race: bool) -> bool {
    let is_finite = rules.repetition() > 0 || rules.quiet_limit() > 0;
    let loops_share = is_finite && rules.settle() != Settle::Nobody;
    let few_share = rules.few_seeds() == 0 || rules.few_settle() != Settle::Nobody;
    loops_share && few_share && rules.ply_limit() == 0 && !is_race
}
