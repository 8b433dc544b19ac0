//! What is proved does not depend on how it was looked for: with and without tables, with
//! little memory and much, with one thread and two, with each shortcut of the guesses left
//! out, by layers or by lines. `scripts/check-search.sh` compares thousands of positions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use oware::endgame::Database;
use oware::game::Bounds;
use oware::search::Shortcuts;
use oware::solve::Workspace;

use super::sample::{
    is_chosen, on_all_threads, parts, random_game, random_of, rounds, setting, tables,
    without_target,
};
use super::*;

/// A way to look for the value of a position.
struct Way {
    name: &'static str,
    has_tables: bool,
    /// Whether layers above the tables may be solved as a whole.
    has_layers: bool,
    hash_bytes: usize,
    threads: usize,
    shortcuts: Shortcuts,
    /// By how much its nodes are divided, where more would seldom prove more.
    thrift: u64,
}

/// The usual way, from which every other differs in one thing.
const USUAL: Way = Way {
    name: "tables",
    has_tables: true,
    has_layers: false,
    hash_bytes: 16 << 20,
    threads: 1,
    shortcuts: Shortcuts {
        late_moves: true,
        glances: true,
        unknown_boards: true,
    },
    thrift: 1,
};

const WAYS: [Way; 10] = [
    USUAL,
    Way {
        name: "1 MB",
        hash_bytes: 1 << 20,
        ..USUAL
    },
    Way {
        name: "1 GB",
        hash_bytes: 1 << 30,
        ..USUAL
    },
    Way {
        name: "2 threads",
        threads: 2,
        ..USUAL
    },
    Way {
        name: "late moves in full",
        shortcuts: Shortcuts {
            late_moves: false,
            ..USUAL.shortcuts
        },
        ..USUAL
    },
    Way {
        name: "no glances",
        shortcuts: Shortcuts {
            glances: false,
            ..USUAL.shortcuts
        },
        ..USUAL
    },
    Way {
        name: "unknown boards in full",
        shortcuts: Shortcuts {
            unknown_boards: false,
            ..USUAL.shortcuts
        },
        ..USUAL
    },
    Way {
        name: "layers above tables",
        has_layers: true,
        ..USUAL
    },
    Way {
        name: "no tables",
        has_tables: false,
        has_layers: true,
        ..USUAL
    },
    Way {
        name: "no tables, no layers",
        has_tables: false,
        thrift: 3,
        ..USUAL
    },
];

/// What is compared under some rules.
struct Comparison<'a> {
    rules: Rules,
    /// The tables that the ways have.
    small: &'a Database,
    /// Larger ones that none of them has; what they say is true.
    large: Option<&'a Database>,
    seeds: std::ops::RangeInclusive<u8>,
    rounds: Range<usize>,
    nodes: u64,
    /// By how much the memory of every way is divided.
    shrink: usize,
}

/// How many values were proved by each way, and how many positions were compared with
/// larger tables.
#[derive(Default)]
struct Tally {
    exact: BTreeMap<usize, usize>,
    time: BTreeMap<usize, Duration>,
    by_all: usize,
    with_truth: usize,
    with_history: usize,
}

impl Comparison<'_> {
    fn run(&self) -> Tally {
        let tally = Mutex::new(Tally::default());
        let ready = || {
            let workspace = |way: &Way| Workspace::new(way.hash_bytes / self.shrink).unwrap();
            WAYS.iter().map(workspace).collect::<Vec<Workspace>>()
        };
        on_all_threads(self.rounds.clone(), ready, |workspaces, round| {
            self.compare(round, workspaces, &tally);
        });
        tally.into_inner().unwrap()
    }

    fn compare(&self, round: usize, workspaces: &mut [Workspace], tally: &Mutex<Tally>) {
        let mut random = random_of(round);
        let (least, most) = (*self.seeds.start(), *self.seeds.end());
        let seeds = least + random.below(usize::from(most - least) + 1) as u8;
        let game = random_game(self.rules, seeds, &mut random);
        let name = format!("{} {} {:?}", self.rules, game.start(), game.moves());
        let truth = self.truth(&game);
        let mut all = truth.unwrap_or(Bounds {
            lower: Score::new(-48),
            upper: Score::new(48),
        });
        let mut of_moves: Vec<Bounds<Score>> = Vec::new();
        let mut exact = Vec::new();
        let mut times = Vec::new();
        for ((number, way), workspace) in WAYS.iter().enumerate().zip(workspaces) {
            let start = Instant::now();
            let tables = way.has_tables.then_some(self.small);
            let options = self.options(way);
            let solution = workspace.solve(&game, tables, &options, &Silent).unwrap();
            times.push(start.elapsed());
            check(&game, &solution);
            let name = format!("{name}: {}", way.name);
            assert!(
                options
                    .limits
                    .nodes
                    .is_some_and(|most| solution.nodes <= most),
                "{name}: {} nodes",
                solution.nodes
            );
            all = narrowed(all, solution.bounds, &name);
            if of_moves.is_empty() {
                of_moves = solution.moves.iter().map(|known| known.bounds).collect();
            }
            for (of_move, known) in of_moves.iter_mut().zip(&solution.moves) {
                *of_move = narrowed(*of_move, known.bounds, &name);
            }
            if solution.bounds.is_exact() {
                exact.push(number);
            }
        }
        let mut tally = tally.lock().unwrap();
        tally.by_all += usize::from(exact.len() == WAYS.len());
        tally.with_truth += usize::from(truth.is_some());
        tally.with_history += usize::from(!game.moves().is_empty());
        for number in exact {
            *tally.exact.entry(number).or_default() += 1;
        }
        for (number, time) in times.into_iter().enumerate() {
            *tally.time.entry(number).or_default() += time;
        }
    }

    /// What the larger tables prove of a position without history.
    fn truth(&self, game: &Game) -> Option<Bounds<Score>> {
        let rules = self.rules;
        if !game.moves().is_empty() || rules.quiet_limit() > 0 || rules.ply_limit() > 0 {
            return None;
        }
        let position = game.position();
        let known = self.large?.probe(position.board()).unwrap()?;
        Some(Bounds {
            lower: position.score(known.lower),
            upper: position.score(known.upper),
        })
    }

    fn options(&self, way: &Way) -> SolveOptions {
        SolveOptions {
            whole_layer_seeds: if way.has_layers { 48 } else { 0 },
            threads: NonZeroUsize::new(way.threads).unwrap(),
            shortcuts: way.shortcuts,
            ..options(Some(self.nodes / way.thrift), way.hash_bytes / self.shrink)
        }
    }
}

/// What two proofs say together, which must not contradict each other.
fn narrowed(one: Bounds<Score>, other: Bounds<Score>, name: &str) -> Bounds<Score> {
    let bounds = Bounds {
        lower: one.lower.max(other.lower),
        upper: one.upper.min(other.upper),
    };
    assert!(
        bounds.lower <= bounds.upper,
        "{name}: {one:?} by the ways before, {other:?} now"
    );
    bounds
}

/// Every named set of rules; three have the values of `abapa` and other ends or names.
const ALL_RULES: [&str; 11] = [
    "abapa",
    "awale-africa",
    "awari",
    "board-and-pieces",
    "codingame",
    "dream-games",
    "jedisjeux",
    "marquoir",
    "marquoir-famine",
    "openspiel",
    "playstrategy",
];

/// Whether solving asks nothing of the rules that `abapa` does not say: only ends by a target
/// and names differ.
fn is_like_abapa(rules: Rules) -> bool {
    let abapa = without_target("abapa");
    rules.value_rules() == abapa.value_rules() && rules.quiet_limit() == 0 && rules.ply_limit() == 0
}

#[test]
fn ways_to_look_for_a_value_agree() {
    for name in ["awari", "abapa", "marquoir"] {
        let dir = tempfile::tempdir().unwrap();
        let rules = without_target(name);
        let small = tables(rules, 6, dir.path());
        let tally = Comparison {
            rules,
            small: &small,
            large: None,
            seeds: 1..=7,
            rounds: 0..6,
            nodes: 40_000,
            shrink: 32,
        }
        .run();
        let by_usual = tally.exact.get(&0).copied().unwrap_or(0);
        assert!(by_usual >= 4, "{name}: {by_usual} of 6 by tables");
    }
}

#[test]
fn sample_of_few_seeds_goes_on_where_few_end_the_game() {
    let rules = without_target("jedisjeux");
    let game = random_game(rules, 1, &mut random_of(0));
    assert_eq!(game.position().board().seeds(), rules.few_seeds() + 1);
}

#[test]
#[ignore = "long: scripts/check-search.sh runs it"]
#[expect(clippy::print_stdout, reason = "the script shows what was compared")]
fn ways_to_look_for_a_value_agree_on_many_positions() {
    let positions = setting("OWARE_POSITIONS", 100);
    for name in ALL_RULES {
        if !is_chosen(name) {
            continue;
        }
        let rules = without_target(name);
        // The same values again are worth a tenth of the work, on other positions.
        let is_repeated = name != "abapa" && is_like_abapa(rules);
        let (first, count) = if is_repeated {
            println!("{name}: a tenth of the positions, for it has the values of abapa");
            (positions, positions.div_ceil(10))
        } else {
            (0, positions)
        };
        let dir = tempfile::tempdir().unwrap();
        let small = tables(rules, 8, dir.path());
        let large = tables(rules, 14, dir.path());
        for part in parts(rounds(count)) {
            let start = Instant::now();
            let tally = Comparison {
                rules,
                small: &small,
                large: Some(&large),
                seeds: 1..=14,
                rounds: first + part.start..first + part.end,
                nodes: 24_000,
                shrink: 1,
            }
            .run();
            println!(
                "{name}: positions {} to {} of {count} agree, {} with history, {} with tables of \
                 14 seeds; {} proved by every way; {:.0} s",
                part.start + 1,
                part.end,
                tally.with_history,
                tally.with_truth,
                tally.by_all,
                start.elapsed().as_secs_f64()
            );
            for (number, way) in WAYS.iter().enumerate() {
                let exact = tally.exact.get(&number).copied().unwrap_or(0);
                let time = tally.time.get(&number).copied().unwrap_or_default();
                println!(
                    "    {exact:>6} proved {:>6.1} s  {}",
                    time.as_secs_f64(),
                    way.name
                );
            }
        }
    }
}
