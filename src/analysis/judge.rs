//! Judging games and positions: the way back through a game, one solved position at a time.
//!
//! The game is solved before each of its moves, from the last to the first, as it stands
//! there, with its own history. What a move was worth is what the game after it is worth,
//! so facts pass from each ply to the one before: the game after the move is solved already,
//! and no position is worth less than what one of its moves is proved to get. A second pass,
//! from the start, takes facts the other way: what is proved of a move is proved of the game
//! after it. The workspace carries over what holds whatever the history, and nothing else.
//!
//! A game that is decided goes on here to the last seed, as all values do: a target that is
//! a majority stops nobody.

use super::judged::JudgedGame;
use super::judged_ply::JudgedPly;
use super::judgement::{Judgement, likeliest};
use super::reason::{Occasion, Reason};
use super::result_check::ResultCheck;
use super::summary::{SideSummary, TurningPoint};
use super::thresholds::Thresholds;
use crate::endgame::Database;
use crate::game::{Bounds, EndReason, Game, Loops, Move, Player, Position, Rules, Score};
use crate::progress::Progress;
use crate::record::CheckedRecord;
use crate::search::race_target;
use crate::solve::{MoveSolution, Solution, SolveError, SolveOptions, Workspace};

/// How to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How each position is solved; its limits are for one ply.
    pub solve: SolveOptions,
    /// From which losses on moves are marked.
    pub thresholds: Thresholds,
}

/// Judges every move of a game.
///
/// One unit of `progress` is a ply. When it asks to stop, the plies that were judged so far,
/// which are the last ones, are what comes back.
///
/// # Errors
///
/// When a table is damaged, or there is no memory or thread to solve with.
///
/// # Panics
///
/// When the tables are for rules under which boards have other values.
pub fn judge_game(
    checked: &CheckedRecord,
    tables: Option<&Database>,
    options: &AnalysisOptions,
    progress: &dyn Progress,
) -> Result<JudgedGame, SolveError> {
    let mut solver = Solver {
        tables,
        workspace: Workspace::new(options.solve.hash_bytes)?,
        options: options.solve_every_move(),
        progress,
    };
    let record = checked.record();
    let rules = to_the_last_seed(checked.rules(), record.start.total());
    let mut game = Game::new(record.start, rules);
    let moves = record.plies.iter().map(|ply| ply.played);
    let alive = moves
        .take_while(|&played| game.play(played).is_ok())
        .count();
    progress.begin("analyse", record.plies.len() as u64);
    let end_reason = game.end().map(|end| end.reason);
    let end_to_move = game.position().to_move();
    progress.advance((record.plies.len() - alive) as u64);
    let mut solutions = vec![solver.solve(&game)?];
    for index in (0..alive).rev() {
        if solutions.last().is_some_and(|last| last.interrupted) || game.undo().is_none() {
            break;
        }
        let mut solution = solver.solve(&game)?;
        let after = solutions.last().map(|next| -next.bounds);
        let played = record.plies[index].played;
        if let Some(after) = after {
            learn(&mut solution, played, after, remembers(&game));
        }
        solutions.push(solution);
        progress.advance(1);
    }
    let is_interrupted = solutions.last().is_some_and(|last| last.interrupted);
    if is_interrupted {
        solutions.pop();
    }
    solutions.reverse();
    // The first ply that is solved, unless the work was stopped before the last.
    let first = (alive + 1).saturating_sub(solutions.len());
    let mut game = Game::new(record.start, rules);
    for ply in &record.plies[..first.min(alive)] {
        game.play(ply.played).expect("it was played before");
    }
    let mut plies: Vec<JudgedPly> = (0..first.min(alive))
        .map(|index| JudgedPly::unsolved(checked, index))
        .collect();
    for (index, step) in checked.steps().iter().enumerate().take(alive).skip(first) {
        let played = record.plies[index].played;
        let place = index - first;
        let [solution, next] = &mut solutions[place..place + 2] else {
            break;
        };
        // What the game was worth before a move bounds what it is worth after it.
        let known = learn(solution, played, -next.bounds, remembers(&game));
        bound(next, -known);
        let ply = Solved {
            game: &game,
            played,
            after: step.position,
            // Only the last move can have ended the game.
            end: end_reason.filter(|_| index + 1 == alive),
            next: Some(next),
        }
        .judge(solution, known, options.thresholds);
        plies.push(ply);
        game.play(played).expect("it was played before");
    }
    let last = solutions.last();
    let (end_bounds, end_value) =
        last.map_or((UNKNOWN, None), |last| seen_by_south(last, end_to_move));
    plies.extend((alive..record.plies.len()).map(|index| over_before(checked, index, end_reason)));
    progress.finish();
    let turning_end = end_bounds.value().or(end_value);
    Ok(JudgedGame {
        thresholds: options.thresholds,
        end_bounds,
        end_value,
        summary: Player::ALL.map(|side| SideSummary::of(side, &plies)),
        turning_point: TurningPoint::of(&plies, turning_end),
        result: ResultCheck::of(checked),
        is_interrupted,
        checked: checked.clone(),
        plies,
    })
}

/// Judges every move of the position that a game has come to, each as if it were played
/// next; empty when there is none.
///
/// # Errors
///
/// As [`judge_game`].
///
/// # Panics
///
/// As [`judge_game`].
pub fn judge_position(
    game: &Game,
    tables: Option<&Database>,
    options: &AnalysisOptions,
    progress: &dyn Progress,
) -> Result<Vec<JudgedPly>, SolveError> {
    let mut solver = Solver {
        tables,
        workspace: Workspace::new(options.solve.hash_bytes)?,
        options: options.solve_every_move(),
        progress,
    };
    let solution = solver.solve(game)?;
    let position = game.position();
    let moves = solution.moves.iter().map(|known| {
        let played = known.played;
        let mut next = game.clone();
        let end = next.play(played).ok().and(next.end());
        let solved = Solved {
            game,
            played,
            after: position.play(played, game.rules()).unwrap_or(position),
            end: end.map(|end| end.reason),
            next: None,
        };
        solved.judge(&solution, known.bounds, options.thresholds)
    });
    Ok(moves.collect())
}

impl AnalysisOptions {
    fn solve_every_move(&self) -> SolveOptions {
        SolveOptions {
            every_move: true,
            ..self.solve
        }
    }
}

/// The same rules with a target that nobody reaches before the last seed, unless the target
/// is the aim of a race.
fn to_the_last_seed(rules: Rules, total: u8) -> Rules {
    if race_target(rules, total).is_some() {
        return rules;
    }
    rules.with("target", &total.to_string()).unwrap_or(rules)
}

/// What is proved of any game.
const UNKNOWN: Bounds<Score> = Bounds {
    lower: Score::MIN,
    upper: Score::MAX,
};

/// Solves positions.
struct Solver<'a> {
    tables: Option<&'a Database>,
    /// Of one game: so that a report does not depend on the games before it.
    workspace: Workspace,
    options: SolveOptions,
    progress: &'a dyn Progress,
}

impl Solver<'_> {
    fn solve(&mut self, game: &Game) -> Result<Solution, SolveError> {
        let quiet = Quiet(self.progress);
        self.workspace
            .solve(game, self.tables, &self.options, &quiet)
    }
}

/// Asks whether to stop and says nothing: the plies are what is counted.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn warn(&self, message: &str) {
        self.0.warn(message);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

fn seen_by_south(solution: &Solution, to_move: Player) -> (Bounds<Score>, Option<Score>) {
    match to_move {
        Player::South => (solution.bounds, solution.value),
        Player::North => (-solution.bounds, solution.value.map(|value| -value)),
    }
}

/// A move that was made after the game was over.
fn over_before(checked: &CheckedRecord, index: usize, reason: Option<EndReason>) -> JudgedPly {
    JudgedPly {
        reasons: reason
            .map(|reason| Reason::WasOver { reason })
            .into_iter()
            .collect(),
        ..JudgedPly::unsolved(checked, index)
    }
}

impl JudgedPly {
    /// A move of which nothing is known but that it was made.
    fn unsolved(checked: &CheckedRecord, index: usize) -> Self {
        let steps = checked.steps();
        let step = steps[index];
        let before = match index.checked_sub(1) {
            Some(last) => steps[last].position,
            None => checked.record().start,
        };
        Self {
            number: index + 1,
            side: step.mover,
            played: checked.record().plies[index].played,
            before,
            after: step.position,
            captured: step.captured,
            bounds: UNKNOWN,
            value: None,
            choices: Vec::new(),
            best: Vec::new(),
            best_line: Vec::new(),
            reply_line: Vec::new(),
            judgement: Judgement::NONE,
            reasons: Vec::new(),
        }
    }
}

/// A move of a game that is solved before it and perhaps after it.
struct Solved<'a> {
    /// The game before the move.
    game: &'a Game,
    played: Move,
    /// The position after it.
    after: Position,
    /// How it ended the game.
    end: Option<EndReason>,
    /// The game after it.
    next: Option<&'a Solution>,
}

impl Solved<'_> {
    /// Judges the move, after which `after` is proved.
    fn judge(
        &self,
        solution: &Solution,
        after: Bounds<Score>,
        thresholds: Thresholds,
    ) -> JudgedPly {
        let before = self.game.position();
        let choice = solution
            .moves
            .iter()
            .find(|known| known.played == self.played);
        let best = best(solution);
        let is_best = best.contains(&self.played);
        let judgement = choice.map_or(Judgement::NONE, |choice| {
            Judgement::of(solution, choice, after, is_best, thresholds)
        });
        let reply_line = match (self.next, choice) {
            (Some(next), _) => next.pv.clone(),
            (None, Some(choice)) => choice.pv.iter().skip(1).copied().collect(),
            (None, None) => Vec::new(),
        };
        let best_line = self.best_line(solution, &best, &reply_line);
        let reasons = Occasion {
            rules: self.game.rules(),
            before: &before,
            played: self.played,
            after: &self.after,
            best_line: &best_line,
            reply_line: &reply_line,
            loses: judgement.loss.is_some_and(|loss| loss > 0),
            end: self.end,
        }
        .reasons();
        JudgedPly {
            number: self.game.moves().len() + 1,
            side: before.to_move(),
            played: self.played,
            before,
            after: self.after,
            captured: self.after.store(before.to_move()) - before.store(before.to_move()),
            bounds: solution.bounds,
            value: solution.value,
            choices: solution.moves.clone(),
            best,
            best_line,
            reply_line,
            judgement,
            reasons,
        }
    }

    fn best_line(&self, solution: &Solution, best: &[Move], reply_line: &[Move]) -> Vec<Move> {
        // Where the move is as good as any, the line goes on from it.
        if best.contains(&self.played) && self.next.is_some() {
            return std::iter::once(self.played)
                .chain(reply_line.iter().copied())
                .collect();
        }
        let first = best.first();
        let known = solution
            .moves
            .iter()
            .find(|known| Some(&known.played) == first);
        known.map_or_else(|| solution.pv.clone(), |known| known.pv.clone())
    }
}

/// Whether the value of a move is what the game pays after it. At a position without history
/// a loop that counts 0 has moves valued as boards that were just set up, while the game
/// itself remembers the position.
fn remembers(game: &Game) -> bool {
    game.quiet_plies() > 0 || game.rules().loops() != Loops::Zero
}

/// Adds what is proved of the game after a move to what is known of the move and of the
/// position; gives all that is proved of the move.
fn learn(
    solution: &mut Solution,
    played: Move,
    found: Bounds<Score>,
    remembers: bool,
) -> Bounds<Score> {
    let most = solution.bounds.upper;
    let mut moves = solution.moves.iter_mut();
    let Some(known) = moves.find(|known| known.played == played) else {
        return found;
    };
    let mut after = found;
    if remembers {
        after = both(after, known.bounds);
    }
    after.upper = after.upper.min(most).max(after.lower);
    known.bounds = after;
    known.value = settled(known.value, after);
    let least = Bounds {
        lower: after.lower,
        upper: if solution.moves.len() == 1 {
            after.upper
        } else {
            Score::MAX
        },
    };
    solution.bounds = both(solution.bounds, least);
    solution.value = settled(solution.value, solution.bounds);
    after
}

/// Adds what is proved of a position to what is known of it and of its moves.
fn bound(solution: &mut Solution, found: Bounds<Score>) {
    solution.bounds = both(solution.bounds, found);
    let Bounds { lower, upper } = solution.bounds;
    solution.value = settled(solution.value, solution.bounds);
    // Where only one move can be worth so much, it is.
    let mut able = solution
        .moves
        .iter()
        .filter(|known| known.bounds.upper >= lower);
    let only = match (able.next(), able.next()) {
        (Some(only), None) => Some(only.played),
        _ => None,
    };
    for known in &mut solution.moves {
        let least = if Some(known.played) == only {
            lower
        } else {
            Score::MIN
        };
        let limits = Bounds {
            lower: least,
            upper,
        };
        known.bounds = both(known.bounds, limits);
        known.value = settled(known.value, known.bounds);
    }
}

/// What both of two proofs leave possible.
fn both(known: Bounds<Score>, found: Bounds<Score>) -> Bounds<Score> {
    let both = known.intersect(found);
    debug_assert!(both.lower <= both.upper, "proofs contradict each other");
    if both.lower <= both.upper {
        both
    } else {
        known
    }
}

/// The proved value, or the guess as far as the bounds allow it.
fn settled(value: Option<Score>, bounds: Bounds<Score>) -> Option<Score> {
    let Bounds { lower, upper } = bounds;
    let guess = value.map(|value| value.clamp(lower, upper));
    bounds.value().or(guess)
}

/// The moves that are proved to reach the value, or those of the best guess.
fn best(solution: &Solution) -> Vec<Move> {
    let reach = |is_best: &dyn Fn(&MoveSolution) -> bool| -> Vec<Move> {
        let moves = solution.moves.iter().filter(|known| is_best(known));
        moves.map(|known| known.played).collect()
    };
    let found = if let Some(value) = solution.bounds.value() {
        reach(&|known| known.bounds.lower >= value)
    } else {
        let most = solution.moves.iter().filter_map(likeliest).max();
        reach(&|known| most.is_some() && likeliest(known) == most)
    };
    if found.is_empty() {
        solution.best.clone()
    } else {
        found
    }
}
