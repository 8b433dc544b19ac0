//! Search against retrograde analysis, two roads to the same values: without any table on
//! every board of a few seeds, and with the tables of fewer seeds on boards of more, up to
//! the largest there are. `scripts/check-search.sh` compares a hundred thousand.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use oware::endgame::{Access, Database};
use oware::game::{Bounds, Net};
use oware::solve::Workspace;

use super::brute::boards;
use super::sample::{
    UpTo, is_chosen, on_all_threads, parts, random_board, random_of, rounds, setting, tables,
    without_target,
};
use super::*;

/// How many values of how many were proved; every bound contained what the table says.
#[derive(Clone, Copy, Debug, Default)]
struct Proved {
    exact: usize,
    of: usize,
}

impl Proved {
    fn note(&mut self, is_exact: bool) {
        self.exact += usize::from(is_exact);
        self.of += 1;
    }
}

/// Compares an answer with what a table says of the board; whether it is exact.
fn compare(game: &Game, solution: &Solution, table: Bounds<Net>, how: &str) -> bool {
    check(game, solution);
    let position = game.position();
    let Bounds { lower, upper } = solution.bounds;
    let (least, most) = (position.net(lower), position.net(upper));
    assert!(
        least <= table.upper && table.lower <= most,
        "{position} under {}: {least:?} to {most:?} by search {how}, {table:?} by table",
        game.rules()
    );
    solution.bounds.is_exact()
}

/// Every board of so many seeds, searched without tables, with small layers looked at as a
/// whole or line by line only.
fn every_board(
    rules: Rules,
    seeds: std::ops::RangeInclusive<u8>,
    truth: &Database,
    by_layers: bool,
    nodes: u64,
) -> Proved {
    let all: Vec<Board> = seeds.flat_map(boards).collect();
    let proved = Mutex::new(Proved::default());
    let options = SolveOptions {
        whole_layer_seeds: if by_layers { 48 } else { 0 },
        ..options(Some(nodes), 1 << 18)
    };
    let work = |workspace: &mut Workspace, number: usize| {
        let game = set_up(rules, all[number]);
        let solution = workspace.solve(&game, None, &options, &Silent).unwrap();
        let table = truth.probe(all[number]).unwrap().unwrap();
        let is_exact = compare(&game, &solution, table, "without tables");
        proved.lock().unwrap().note(is_exact);
    };
    on_all_threads(0..all.len(), || Workspace::new(1 << 18).unwrap(), work);
    proved.into_inner().unwrap()
}

/// Random boards searched with tables of one to four seeds less; by that many.
fn random_boards(
    rules: Rules,
    seeds: std::ops::RangeInclusive<u8>,
    truth: &Database,
    rounds: Range<usize>,
    nodes: u64,
) -> BTreeMap<u8, Proved> {
    let proved = Mutex::new(BTreeMap::new());
    let work = |&mut (): &mut (), round: usize| {
        let mut random = random_of(round);
        let (least, most) = (*seeds.start(), *seeds.end());
        let board = random_board(
            least + random.below(usize::from(most - least) + 1) as u8,
            &mut random,
        );
        let fewer = 1 + random.below(4) as u8;
        let reach = board.seeds() - fewer;
        let options = SolveOptions {
            whole_layer_seeds: if random.below(2) == 0 { 48 } else { 0 },
            ..options(Some(nodes), 1 << 22)
        };
        let game = set_up(rules, board);
        let solution = solve(&game, &UpTo(truth, reach), &options, &Silent).unwrap();
        let table = truth.probe(board).unwrap().unwrap();
        let how = format!("with tables of {reach} seeds");
        let is_exact = compare(&game, &solution, table, &how);
        let mut proved = proved.lock().unwrap();
        let of_fewer: &mut Proved = proved.entry(fewer).or_default();
        of_fewer.note(is_exact);
    };
    on_all_threads(rounds, || (), work);
    proved.into_inner().unwrap()
}

#[test]
fn search_agrees_with_tables_a_few_seeds_above_what_it_may_read() {
    for name in ["awari", "abapa"] {
        let rules = without_target(name);
        let truth = Database::embedded(&rules.value_rules()).unwrap().unwrap();
        let proved = random_boards(rules, 6..=8, &truth, 0..40, 60_000);
        let exact: usize = proved.values().map(|proved| proved.exact).sum();
        assert!(exact >= 20, "{name}: {proved:?}");
    }
}

#[test]
#[ignore = "long: scripts/check-search.sh runs it"]
#[expect(clippy::print_stdout, reason = "the script shows what was compared")]
fn search_agrees_with_tables_on_many_boards() {
    let rounds = rounds(setting("OWARE_BOARDS", 2_000));
    for name in ["awari", "abapa"] {
        if !is_chosen(name) {
            continue;
        }
        let rules = without_target(name);
        let dir = tempfile::tempdir().unwrap();
        let given = std::env::var(format!("OWARE_{}_TABLES", name.to_uppercase()));
        let truth = match given.map(PathBuf::from) {
            Ok(dir) => Database::open(&dir, &rules.value_rules(), Access::Map).unwrap(),
            Err(_) => tables(rules, 14, dir.path()),
        };
        let by_layers = every_board(rules, 1..=6, &truth, true, u64::MAX);
        println!(
            "{name}: every board of 1 to 6 seeds without tables: {} of {} proved, all as the \
             table says",
            by_layers.exact, by_layers.of
        );
        assert_eq!(by_layers.exact, by_layers.of);
        let by_lines = every_board(rules, 1..=5, &truth, false, 2_000);
        println!(
            "{name}: those of 1 to 5 seeds by lines alone, 2 000 nodes each: {} of {} proved, all bounds \
             around the table's value",
            by_lines.exact, by_lines.of
        );
        let largest = truth.seeds();
        for part in parts(rounds.clone()) {
            let start = Instant::now();
            let (from, to) = (part.start + 1, part.end);
            let all = random_boards(rules, 7..=largest, &truth, part, 16_000);
            let time = start.elapsed().as_secs_f64();
            println!(
                "{name}: random boards {from} to {to} of 7 to {largest} seeds: all bounds around \
                 the table's value; {time:.0} s"
            );
            for (fewer, proved) in all {
                println!(
                    "    {} of {} proved with tables of {fewer} seeds less",
                    proved.exact, proved.of
                );
            }
        }
    }
}
