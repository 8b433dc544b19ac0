//! Whether there is anything to search: a game that is over has its value, and the rest goes
//! to the solver for its kind of ends.

use super::answer::{Solution, SolveError, Status};
use super::last_seed::Work;
use super::request::Request;
use super::store::Store;
use super::whole_game::{Played, has_other_ends};
use crate::game::{Bounds, End, EndReason, Net, Score, specialise};
use crate::search::{Line, Table, ended, race_target};

/// Room for the deepest recursion: 3000 plies of well under 8 KiB each, debug builds included.
const STACK_BYTES: usize = 64 << 20;

/// Solves with what `store` knows, and leaves there what is found.
pub(super) fn answer(request: Request<'_>, store: &mut Store) -> Result<Solution, SolveError> {
    let game = request.game;
    let rules = game.rules();
    let position = game.position();
    // Below the majority the target is the aim of a race, and reaching it the end.
    let is_race = race_target(rules, position.total()).is_some();
    if let Some(end) = game.end()
        && (end.reason != EndReason::Target || is_race)
    {
        return Ok(finished(final_difference(&end), Some(end)));
    }
    let has_other_ends = has_other_ends(rules, position.total());
    // Past the target the game may be over for another reason, too.
    let other_end = if has_other_ends {
        let line = Line::of(game, rules);
        line.end(line.last()).map(Net::new)
    } else {
        ended(position.board(), &rules.value_rules(), rules)
    };
    if let Some(net) = other_end {
        return Ok(finished(position.score(net), game.end()));
    }
    let hash_bytes = request.options.hash_bytes;
    std::thread::scope(|scope| {
        let searching = std::thread::Builder::new()
            .name("solve".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || {
                // Asked here, where the stack of this thread is taken already.
                Table::fits_in_memory(hash_bytes).then(|| {
                    let work = Work { request, store };
                    if has_other_ends {
                        specialise(rules, Played(work))
                    } else {
                        specialise(rules, work)
                    }
                })
            })?;
        match searching.join() {
            Ok(solution) => solution.ok_or(SolveError::OutOfMemory { hash_bytes }),
            // A bug in the search: let it surface where it was called.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn finished(value: Score, over: Option<End>) -> Solution {
    Solution {
        bounds: Bounds::exact(value),
        value: Some(value),
        status: Status::Exact,
        moves: Vec::new(),
        best: Vec::new(),
        pv: Vec::new(),
        over,
        nodes: 0,
        depth_plies: 0,
        oracle_hits: 0,
        interrupted: false,
    }
}

/// Seen by the side to move. Half seeds come in pairs, so the difference is whole.
fn final_difference(end: &End) -> Score {
    let to_move = end.position.to_move();
    let own = end.seeds[to_move as usize].halves();
    let other = end.seeds[to_move.opposite() as usize].halves();
    let difference = (i32::from(own) - i32::from(other)) / 2;
    Score::new(i8::try_from(difference).expect("a game has at most 48 seeds"))
}
