//! What `solve` promises is what comes of it: when both sides play its best moves, with the
//! real history and on past the target, the game ends with exactly the promised score.
//! `scripts/check-search.sh` plays thousands of games.

use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use oware::endgame::Database;
use oware::game::{EndReason, Player};
use oware::solve::{Purpose, Workspace};

use super::sample::{
    is_chosen, on_all_threads, random_game, random_of, rounds, setting, tables, without_target,
};
use super::*;

/// More plies than any game needs that comes to an end.
const MOST_PLIES: usize = 600;

/// Which games are played.
struct Games<'a> {
    rules: Rules,
    tables: Option<&'a Database>,
    seeds: std::ops::RangeInclusive<u8>,
    rounds: Range<usize>,
    /// For each answer.
    nodes: u64,
}

/// What came of them.
#[derive(Clone, Debug, Default)]
struct Played {
    /// Games whose value was proved at the start, all of which ended with it.
    kept: usize,
    /// Of these: began with more seeds than the tables have.
    above_tables: usize,
    /// Ended by a repetition.
    by_repetition: usize,
    /// Both.
    above_tables_by_repetition: usize,
    /// Went on after a store held more than half of the seeds.
    past_target: usize,
    /// Went on for ever, where the rules let them.
    endless: usize,
    /// Games whose value was not proved at the start.
    unproved: usize,
    /// Games in which it could not be followed up, within the limit of nodes.
    lost_sight: usize,
    plies: usize,
    failures: Vec<String>,
}

impl Games<'_> {
    fn play(&self) -> Played {
        let played = Mutex::new(Played::default());
        on_all_threads(
            self.rounds.clone(),
            // The sides share nothing.
            || Player::ALL.map(|_| Workspace::new(1 << 22).unwrap()),
            |sides, round| self.play_one(round, sides, &played),
        );
        played.into_inner().unwrap()
    }

    /// An answer at little cost, or else with all the nodes that there are: most go into moves
    /// that do not matter.
    fn answer(&self, game: &Game, side: &mut Workspace, options: &SolveOptions) -> Solution {
        let mut solve = |nodes| {
            let mut options = *options;
            options.limits.nodes = Some(nodes);
            side.solve(game, self.tables, &options, &Silent).unwrap()
        };
        let quick = solve(self.nodes / 20);
        if exact(&quick).is_some() && quick.is_best_proved() {
            quick
        } else {
            solve(self.nodes)
        }
    }

    fn play_one(&self, round: usize, sides: &mut [Workspace; 2], played: &Mutex<Played>) {
        let mut random = random_of(round);
        let (least, most) = (*self.seeds.start(), *self.seeds.end());
        let seeds = least + random.below(usize::from(most - least) + 1) as u8;
        let mut game = random_game(self.rules, seeds, &mut random);
        let mut options = SolveOptions {
            whole_layer_seeds: if round.is_multiple_of(2) { 48 } else { 0 },
            ..options(None, 1 << 22)
        };
        // Any best move will do, so half of the games take one at random; the others ask, once
        // they know the value, for a move only.
        let takes_any = round % 4 >= 2;
        let start = format!("{} {} {:?}", self.rules, game.start(), game.moves());
        let side = game.position().to_move();
        let mut promised = None;
        let mut is_in_sight = true;
        let begun = game.moves().len();
        while game.end().is_none() && game.moves().len() < begun + MOST_PLIES {
            let to_move = game.position().to_move();
            let solution = self.answer(&game, &mut sides[to_move as usize], &options);
            let value = exact(&solution).map(|value| if to_move == side { value } else { -value });
            match (promised, value) {
                (None, None) => {
                    played.lock().unwrap().unproved += 1;
                    return;
                }
                (None, Some(_)) => {
                    promised = value;
                    if !takes_any {
                        options.purpose = Purpose::Move;
                    }
                }
                (Some(_), None) => is_in_sight = false,
                (Some(promised), Some(value)) if is_in_sight && value != promised => {
                    played.lock().unwrap().failures.push(format!(
                        "{start}: {promised} promised, {value} proved after {:?}",
                        &game.moves()[begun..]
                    ));
                    return;
                }
                _ => {}
            }
            // What is played now need not keep the value.
            is_in_sight &= solution.is_best_proved();
            let best = &solution.best;
            let choice = if takes_any {
                random.below(best.len())
            } else {
                0
            };
            game.play(best[choice]).unwrap();
        }
        let Some(promised) = promised else { return };
        let mut played = played.lock().unwrap();
        played.plies += game.moves().len() - begun;
        let stores = game.position().store_difference().seeds();
        let (got, reason) = match game.end() {
            Some(end) => (
                (i32::from(end.seeds[side as usize].halves())
                    - i32::from(end.seeds[side.opposite() as usize].halves()))
                    / 2,
                Some(end.reason),
            ),
            None if game.position().to_move() == side => (i32::from(stores), None),
            None => (i32::from(-stores), None),
        };
        if got != i32::from(promised) {
            if is_in_sight {
                played.failures.push(format!(
                    "{start}: {promised} promised, {got} got by {:?}",
                    &game.moves()[begun..]
                ));
            } else {
                played.lost_sight += 1;
            }
            return;
        }
        let is_above = self.tables.is_none_or(|tables| seeds > tables.seeds());
        let is_repetition = reason == Some(EndReason::Repetition);
        played.kept += 1;
        played.above_tables += usize::from(is_above);
        played.by_repetition += usize::from(is_repetition);
        played.above_tables_by_repetition += usize::from(is_above && is_repetition);
        played.past_target += usize::from(goes_past_the_target(&game, begun));
        played.endless += usize::from(reason.is_none());
    }
}

/// Whether play went on after a store held more than half of the seeds.
fn goes_past_the_target(game: &Game, begun: usize) -> bool {
    let mut replay = Game::new(game.start(), game.rules());
    let total = game.start().total();
    let moves = game.moves();
    moves[..moves.len() - 1]
        .iter()
        .enumerate()
        .any(|(ply, &played)| {
            replay.play(played).unwrap();
            let stores = Player::ALL.map(|side| replay.position().store(side));
            ply >= begun && stores.iter().any(|&store| 2 * store > total)
        })
}

impl Played {
    fn check(&self, name: &str) {
        assert!(self.failures.is_empty(), "{name}: {:#?}", self.failures);
    }
}

#[test]
fn games_of_best_moves_end_with_the_promised_score() {
    let mut above_by_repetition = 0;
    for name in ["awari", "abapa"] {
        let dir = tempfile::tempdir().unwrap();
        let rules = without_target(name);
        let tables = tables(rules, 3, dir.path());
        let played = Games {
            rules,
            tables: Some(&tables),
            seeds: 3..=6,
            rounds: 0..16,
            nodes: 40_000,
        }
        .play();
        played.check(name);
        assert!(played.kept >= 8 && played.above_tables >= 4, "{played:?}");
        above_by_repetition += played.above_tables_by_repetition;
    }
    assert!(above_by_repetition > 0);
}

#[test]
#[ignore = "long: scripts/check-search.sh runs it"]
#[expect(clippy::print_stdout, reason = "the script shows what was played")]
fn many_games_of_best_moves_end_with_the_promised_score() {
    let count = setting("OWARE_GAMES", 100);
    let (mut kept, mut above_by_repetition) = (0, 0);
    for (name, with, seeds, share) in [
        ("awari", 8, 1..=14, 5),
        ("abapa", 8, 1..=14, 5),
        ("awari", 4, 5..=9, 5),
        ("abapa", 4, 5..=9, 5),
        ("marquoir", 6, 1..=10, 25),
        ("marquoir-famine", 6, 1..=10, 25),
        ("playstrategy", 6, 1..=10, 25),
        ("board-and-pieces", 6, 1..=10, 25),
        ("jedisjeux", 6, 1..=12, 25),
    ] {
        if !is_chosen(name) {
            continue;
        }
        let rules = without_target(name);
        let dir = tempfile::tempdir().unwrap();
        let tables = tables(rules, with, dir.path());
        let start = Instant::now();
        let played = Games {
            rules,
            tables: Some(&tables),
            seeds: seeds.clone(),
            rounds: rounds(count.div_ceil(share)),
            nodes: 200_000,
        }
        .play();
        println!(
            "{name}, {} to {} seeds, tables of {with}: {} games ended as promised after {} plies; \
             {} began above the tables, {} ended by repetition, {} both, {} went on past the \
             target, {} never end; {} not proved at the start, {} lost sight of, {} failed; \
             {:.0} s",
            seeds.start(),
            seeds.end(),
            played.kept,
            played.plies,
            played.above_tables,
            played.by_repetition,
            played.above_tables_by_repetition,
            played.past_target,
            played.endless,
            played.unproved,
            played.lost_sight,
            played.failures.len(),
            start.elapsed().as_secs_f64(),
        );
        played.check(name);
        above_by_repetition += played.above_tables_by_repetition;
        kept += played.kept;
    }
    assert!(kept < 100 || above_by_repetition > 0);
}
