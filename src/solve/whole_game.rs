//! Solving a game that a limit of plies or the aim of a race can end.
//!
//! What is proved is proved of the game as it is played. Where a quarter of the time and
//! nodes is not enough for that, up to a half goes into the same game without limits of
//! plies, which is easier and for which there may be tables. What that finds says what to
//! try to prove with the rest; it serves as a guess and is never called proved.

use std::time::{Duration, Instant};

use super::answer::{Limits, Solution, SolveOptions};
use super::last_seed::Work;
use super::request::Request;
use super::root::Root;
use super::store::Store;
use crate::game::{ForMechanics, Game, Mechanics, Move, Rules};
use crate::search::{Budget, Table, WholeGame, race_target};

/// The part of the time and nodes in which a short proof should be found.
const FIRST_SHARE: u32 = 4;

/// Whether something can end a game under these rules that the count to the last seed
/// knows nothing of.
pub(super) fn has_other_ends(rules: Rules, total: u8) -> bool {
    rules.quiet_limit() > 0 || rules.ply_limit() > 0 || race_target(rules, total).is_some()
}

/// The same moves under the same rules, but for the limits of plies.
fn without_limits(game: &Game) -> Game {
    let rules = ["quiet-limit", "ply-limit"]
        .into_iter()
        .fold(game.rules(), |rules, key| {
            rules.with(key, "0").expect("every limit can be 0")
        });
    let mut free = Game::new(game.start(), rules);
    for &played in game.moves() {
        free.play(played)
            .expect("fewer ends forbid no move that was played");
    }
    free
}

/// A line up to where a limit ends the game.
fn as_far_as_played(game: &Game, line: Vec<Move>) -> Vec<Move> {
    let rules = game.rules();
    // The target stops nobody, and no store holds more than all seeds.
    let all = game.position().total().to_string();
    let rules = rules.with("target", &all).unwrap_or(rules);
    let mut replay = Game::new(game.start(), rules);
    let moves = game.moves().iter().chain(&line);
    let played = moves.take_while(|&&played| replay.play(played).is_ok());
    let count = played.count().saturating_sub(game.moves().len());
    line.into_iter().take(count).collect()
}

/// Work under such rules, on a game that is not over.
pub(super) struct Played<'a>(pub(super) Work<'a>);

impl ForMechanics for Played<'_> {
    type Output = Solution;

    fn run<M: Mechanics>(self, mechanics: M) -> Solution {
        let Work { request, store } = self.0;
        let Request {
            game,
            options,
            progress,
            ..
        } = request;
        let limits = options.limits;
        let start = Instant::now();
        let after = |time: Option<Duration>| time.and_then(|time| start.checked_add(time));
        let is_race = race_target(game.rules(), game.position().total()).is_some();
        // A race is no count of seeds, and without any limit there is time for the proof.
        let wants_guess = !is_race && limits != Limits::default();
        let share = if wants_guess { FIRST_SHARE } else { 1 };
        // Both searches have a table while the guess is made.
        let tables = if wants_guess { 2 } else { 1 };
        let judge = WholeGame::new(
            game,
            mechanics,
            Table::new(Table::bytes_for(limits.nodes).min(options.hash_bytes / tables)),
            Budget::new(
                limits.nodes.map(|nodes| nodes.div_ceil(share.into())),
                after(limits.time.map(|time| time / share)),
                progress,
            ),
        );
        let mut root = Root::new(game.position().board(), judge);
        search(request, &mut root);
        if !wants_guess {
            return root.report(game);
        }
        if root.is_done() {
            root.judge.renew(limits.nodes, after(limits.time));
            return root.report(game);
        }
        let guess = guess(request, store, mechanics);
        let position = game.position();
        root.take_guesses(guess.moves.iter().map(|known| {
            let settled = known
                .guess
                .map(|guess| (position.net(guess.value).seeds(), guess.depth_plies));
            (known.value.map(|score| position.net(score)), settled)
        }));
        root.judge.renew(
            limits.nodes.map(|nodes| nodes - guess.nodes),
            after(limits.time),
        );
        search(request, &mut root);
        let mut solution = root.report(game);
        adopt(&mut solution, guess, game);
        solution
    }
}

fn search<M: Mechanics>(request: Request<'_>, root: &mut Root<'_, WholeGame<'_, M>>) {
    let Request {
        options, progress, ..
    } = request;
    progress.begin("solve", options.limits.nodes.unwrap_or(0));
    root.deepen(options.limits.depth_plies);
    progress.finish();
}

/// What the moves would be worth without the limits.
fn guess<M: Mechanics>(request: Request<'_>, store: &mut Store, mechanics: M) -> Solution {
    let limits = request.options.limits;
    let half = SolveOptions {
        limits: Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            ..limits
        },
        hash_bytes: request.options.hash_bytes / 2,
        ..*request.options
    };
    let request = Request {
        game: &without_limits(request.game),
        options: &half,
        ..request
    };
    Work { request, store }.run(mechanics)
}

/// Takes over what else the guess knows: lines where nothing is proved, and what it cost.
fn adopt(solution: &mut Solution, guess: Solution, game: &Game) {
    solution.nodes += guess.nodes;
    solution.oracle_hits += guess.oracle_hits;
    for (known, guessed) in solution.moves.iter_mut().zip(guess.moves) {
        if guessed.value.is_some() && !known.is_exact() {
            known.pv = as_far_as_played(game, guessed.pv);
        }
    }
    let first = solution.best.first();
    if let Some(known) = solution
        .moves
        .iter()
        .find(|known| Some(&known.played) == first)
    {
        solution.pv.clone_from(&known.pv);
    }
}
