//! Tables: published figures, a second method that must agree, the same bytes whatever
//! happens to a build.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use oware::endgame::{
    Access, Boards, BuildError, BuildOptions, Builder, Database, DatabaseError, EMBEDDED_SEEDS,
    FormatError, Layer, Rank, Source, TableError, build, file_name, histogram, memory_needed,
};
use oware::game::{
    Board, Net, Rules, ValueRules, effect, legal, must_pass, own_rows_value, stuck_value,
};
use oware::progress::{Progress, Silent};

fn values(rules: &str) -> ValueRules {
    rules.parse::<Rules>().unwrap().value_rules()
}

fn built(rules: &str, seeds: u8) -> (tempfile::TempDir, Database) {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path(), &values(rules), seeds, &Silent).unwrap();
    let database = Database::open(dir.path(), &values(rules), Access::Map).unwrap();
    (dir, database)
}

fn bytes_of(dir: &Path, seeds: u8) -> Vec<Vec<u8>> {
    Layer::up_to(seeds)
        .map(|layer| std::fs::read(dir.join(file_name(layer))).unwrap())
        .collect()
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

/// A value by forward moves alone: the best over the moves, given the values around.
fn best_over_the_moves(board: Board, rules: &ValueRules, value: impl Fn(Board) -> i8) -> i8 {
    if board.seeds() <= rules.few_seeds {
        return match rules.few_to_own_side {
            true => own_rows_value(board).seeds(),
            false => 0,
        };
    }
    let sown = legal(board, *rules).map(|pit| {
        let effect = effect(board, pit, *rules);
        let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
        gain - value(effect.board.rotated())
    });
    let passed = must_pass(board, *rules).then(|| -value(board.rotated()));
    let best = sown.chain(passed).max();
    best.unwrap_or_else(|| stuck_value(board, rules.stuck).seeds())
}

/// The layers by value iteration: from 0 everywhere, each board takes the best over its
/// moves, until nothing changes. A value n plies from its proof is right after n rounds,
/// and a board on an endless line keeps its 0, so no loop can support a value by itself.
fn by_value_iteration(rules: &ValueRules, seeds: u8) -> Vec<Vec<i8>> {
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for layer in Layer::up_to(seeds) {
        let mut known = vec![0; layer.boards() as usize];
        loop {
            let next: Vec<i8> = (0..layer.boards())
                .map(|rank| {
                    best_over_the_moves(layer.unrank(Rank::new(rank)), rules, |after| {
                        let below = Layer::of(after);
                        let values = layers.get(usize::from(below.seeds())).unwrap_or(&known);
                        values[below.rank(after).get() as usize]
                    })
                })
                .collect();
            let is_stable = next == known;
            known = next;
            if is_stable {
                break;
            }
        }
        layers.push(known);
    }
    layers
}

/// Every kind of rule set whose endless lines count 0.
const LOOPS_COUNT_0: [&str; 13] = [
    "awari",
    "jedisjeux",
    "jedisjeux+few-settle=own-side",
    "codingame",
    "abapa+settle=even",
    "marquoir+settle=even",
    "marquoir+settle=even+stuck=own-side",
    "marquoir-famine+repetition=0",
    "marquoir-famine+settle=nobody+stuck=opponent",
    "abapa+settle=even+grand-slam=keep-first",
    "abapa+settle=even+grand-slam=keep-last",
    "abapa+settle=even+grand-slam=opponent-takes-rest",
    "abapa+settle=even+grand-slam=capture",
];

#[test]
fn histograms_are_the_published_ones() {
    let (_dir, database) = built("awari", 12);
    let text = include_str!("../data/checksums/awari-histograms.tsv");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), database.tables().len());
    for (line, table) in lines.iter().zip(database.tables()) {
        let mut figures = line
            .split_whitespace()
            .map(|figure| figure.parse::<u64>().unwrap());
        assert_eq!(figures.next(), Some(u64::from(table.layer().seeds())));
        let counted = histogram(table, Boards::All).unwrap();
        let found: Vec<u64> = counted.iter().map(|(_, boards)| boards).collect();
        assert_eq!(found, figures.collect::<Vec<_>>(), "{:?}", table.layer());
    }
}

#[test]
fn slam_that_takes_nothing_gives_the_known_figures_at_12_seeds() {
    // From an independent experiment under the same rules: boards whose mover has a seed.
    let (_dir, database) = built("abapa+settle=even", 12);
    let table = &database.tables()[12];
    let layer = table.layer();
    let (mut ahead, mut equal) = (0, 0);
    for rank in (0..layer.boards()).map(Rank::new) {
        if layer.unrank(rank).mover_seeds() > 0 {
            let net = table.get(rank).unwrap().value().unwrap();
            ahead += u32::from(net > Net::ZERO);
            equal += u32::from(net == Net::ZERO);
        }
    }
    assert_eq!((ahead, equal), (714_572, 197_753));
}

#[test]
fn value_iteration_agrees_on_every_board_for_every_kind_of_rules() {
    for rules in LOOPS_COUNT_0 {
        let (_dir, database) = built(rules, 6);
        for (table, expected) in database
            .tables()
            .iter()
            .zip(by_value_iteration(&values(rules), 6))
        {
            let found: Vec<i8> = table.values().unwrap().iter().map(Net::seeds).collect();
            assert_eq!(found, expected, "{rules}, {:?}", table.layer());
        }
    }
}

#[test]
fn every_value_is_the_best_over_its_moves_in_a_larger_layer() {
    for rules in ["awari", "jedisjeux", "marquoir-famine+repetition=0"] {
        let (_dir, database) = built(rules, 10);
        let value = |board| {
            database
                .probe(board)
                .unwrap()
                .unwrap()
                .value()
                .unwrap()
                .seeds()
        };
        let layer = Layer::new(10);
        for rank in (0..layer.boards()).map(Rank::new) {
            let board = layer.unrank(rank);
            let expected = best_over_the_moves(board, &values(rules), value);
            assert_eq!(value(board), expected, "{rules} {board:?}");
        }
    }
}

#[test]
fn one_thread_and_several_write_the_same_bytes() {
    let dirs = [1, 2, 7].map(|threads| {
        let dir = tempfile::tempdir().unwrap();
        with_threads(threads, || {
            build(dir.path(), &values("awari"), 10, &Silent).unwrap();
        });
        dir
    });
    let expected = bytes_of(dirs[0].path(), 10);
    for dir in &dirs[1..] {
        assert!(bytes_of(dir.path(), 10) == expected);
    }
}

#[test]
fn embedded_tables_are_those_of_a_fresh_build() {
    // Rule sets that share the tables of awari and of abapa.
    for (rules, sharing) in [("awari", "board-and-pieces"), ("abapa", "dream-games")] {
        let (_dir, fresh) = built(rules, EMBEDDED_SEEDS);
        let embedded = Database::embedded(&values(sharing)).unwrap().unwrap();
        assert_eq!(
            (embedded.seeds(), embedded.source()),
            (EMBEDDED_SEEDS, &Source::Embedded)
        );
        for (table, fresh) in embedded.tables().iter().zip(fresh.tables()) {
            assert_eq!(table.content_xxh3(), fresh.content_xxh3(), "{rules}");
        }
    }
    assert!(Database::embedded(&values("jedisjeux")).unwrap().is_none());
}

#[test]
fn build_goes_on_where_it_was_left_and_ends_with_the_same_bytes() {
    let (whole, _) = built("awari", 8);
    let dir = tempfile::tempdir().unwrap();
    build(dir.path(), &values("awari"), 5, &Silent).unwrap();
    std::fs::write(dir.path().join(".layer-06.oware.abc.tmp"), b"half a table").unwrap();
    let layers = build(dir.path(), &values("awari"), 8, &Silent).unwrap();
    let found: Vec<_> = layers.iter().map(|layer| layer.found).collect();
    assert_eq!(
        found,
        [true, true, true, true, true, true, false, false, false]
    );
    assert!(bytes_of(dir.path(), 8) == bytes_of(whole.path(), 8));
    let leftovers = std::fs::read_dir(dir.path()).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .ends_with(".tmp")
    });
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn cancelled_build_keeps_what_is_finished() {
    let dir = tempfile::tempdir().unwrap();
    // Somewhere in layer 7.
    let error = build(dir.path(), &values("awari"), 8, &StopAfter::new(30_000)).unwrap_err();
    assert!(
        matches!(error, BuildError::Cancelled { layer } if layer == Layer::new(7)),
        "{error}"
    );
    let database = Database::open(dir.path(), &values("awari"), Access::Read).unwrap();
    assert_eq!(database.seeds(), 6);
}

/// Holds layer 7 up as long as the draft of layer 6 is there, and counts what it advances.
struct AfterLayerSix<'a>(&'a Path, AtomicU64);

impl AfterLayerSix<'_> {
    fn has_draft(&self, seeds: u8) -> bool {
        std::fs::read_dir(self.0).unwrap().any(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.starts_with(&format!(".layer-{seeds:02}")) && name.ends_with(".tmp")
        })
    }
}

impl Progress for AfterLayerSix<'_> {
    fn advance(&self, units: u64) {
        if !self.has_draft(7) {
            return;
        }
        for _ in 0..1_000 {
            if !self.has_draft(6) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // The draft goes a moment before the failure is known.
        std::thread::sleep(Duration::from_millis(50));
        self.1.fetch_add(units, Ordering::Relaxed);
    }
}

#[test]
fn layer_that_cannot_be_written_stops_the_one_that_is_solved_meanwhile() {
    let dir = tempfile::tempdir().unwrap();
    let mut builder = Builder::new(dir.path(), &values("awari"), 8).unwrap();
    std::fs::create_dir(dir.path().join("layer-06.oware")).unwrap();
    let progress = AfterLayerSix(dir.path(), AtomicU64::new(0));
    let error = with_threads(2, || {
        loop {
            if let Err(error) = builder.next_layer(&progress) {
                return error;
            }
        }
    });
    assert!(error.to_string().contains("layer-06.oware"), "{error}");
    assert!(!progress.has_draft(6) && !progress.has_draft(7));
    let advanced = progress.1.into_inner();
    assert!(advanced < 20_000, "{advanced} of 31824");
}

#[test]
fn second_build_into_a_directory_is_refused_while_the_first_runs() {
    let dir = tempfile::tempdir().unwrap();
    let first = Builder::new(dir.path(), &values("awari"), 3).unwrap();
    let second = Builder::new(dir.path(), &values("awari"), 3);
    assert!(matches!(second.unwrap_err(), BuildError::Locked { .. }));
    drop(first);
    assert!(Builder::new(dir.path(), &values("awari"), 3).is_ok());
}

#[test]
fn build_refuses_other_rules_damage_gaps_and_rules_with_endless_loops() {
    let (dir, _) = built("awari", 4);
    let error = |rules: &str| build(dir.path(), &values(rules), 5, &Silent).unwrap_err();
    assert!(matches!(
        error("jedisjeux"),
        BuildError::Database(DatabaseError::Table(TableError::Format {
            source: FormatError::WrongRules { .. },
            ..
        }))
    ));
    assert!(matches!(
        error("marquoir-famine+repetition-rows=both"),
        BuildError::UnsupportedLoops { .. }
    ));

    let file = dir.path().join(file_name(Layer::new(3)));
    let good = std::fs::read(&file).unwrap();
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &bad).unwrap();
    assert!(matches!(
        error("awari"),
        BuildError::Database(DatabaseError::Table(TableError::Format {
            source: FormatError::DamagedBlock { .. },
            ..
        }))
    ));
    assert_eq!(
        std::fs::read(&file).unwrap(),
        bad,
        "nobody's file is overwritten"
    );

    std::fs::remove_file(&file).unwrap();
    assert!(matches!(
        error("awari"),
        BuildError::Database(DatabaseError::MissingLayer { missing, .. })
            if missing == Layer::new(3)
    ));
}

#[test]
fn database_says_none_above_its_layers_and_fails_on_damage() {
    let (dir, database) = built("awari", 4);
    let above = Board::new([1, 1, 1, 1, 1, 0], [0; 6]);
    assert!(database.probe(above).unwrap().is_none());
    let file = dir.path().join(file_name(Layer::new(4)));
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    // By a new file in its place, since the old one is mapped.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, bytes).unwrap();
    for access in [Access::Map, Access::Read] {
        let damaged = Database::open(dir.path(), &values("awari"), access).unwrap();
        assert!(
            damaged
                .probe(Board::new([4, 0, 0, 0, 0, 0], [0; 6]))
                .is_err()
        );
        assert!(
            damaged
                .probe(Board::new([3, 0, 0, 0, 0, 0], [0; 6]))
                .is_ok()
        );
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(matches!(
        Database::open_any(empty.path(), Access::Map).unwrap_err(),
        DatabaseError::NoTables { .. }
    ));
}

/// Stops the work after so many boards.
struct StopAfter {
    limit: u64,
    done: std::sync::atomic::AtomicU64,
}

impl StopAfter {
    fn new(limit: u64) -> Self {
        Self {
            limit,
            done: 0.into(),
        }
    }
}

impl Progress for StopAfter {
    fn advance(&self, boards: u64) {
        self.done
            .fetch_add(boards, std::sync::atomic::Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.done.load(std::sync::atomic::Ordering::Relaxed) > self.limit
    }
}

#[test]
fn stopped_layer_goes_on_from_its_checkpoint_to_the_same_bytes() {
    let (whole, _) = built("awari", 9);
    let dir = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        checkpoint_every: std::time::Duration::ZERO,
        ..BuildOptions::default()
    };
    build(dir.path(), &values("awari"), 8, &Silent).unwrap();
    let layer = Layer::new(9);
    let next = |progress: &dyn Progress| {
        let mut builder = Builder::with_options(dir.path(), &values("awari"), 9, options).unwrap();
        loop {
            match builder.next_layer(progress) {
                Ok(Some(report)) if report.layer == layer => break Some(report),
                Ok(_) => {}
                Err(BuildError::Cancelled { layer: stopped }) => {
                    assert_eq!(stopped, layer);
                    break None;
                }
                Err(error) => panic!("{error}"),
            }
        }
    };
    let checkpoint = dir.path().join(".layer-09.checkpoint");
    // Work that was done counts as done once more when it is taken up again.
    for tenth in 2..10 {
        let progress = StopAfter::new(layer.boards() * tenth / 10);
        assert!(next(&progress).is_none(), "{tenth} tenths");
        assert!(checkpoint.exists(), "{tenth} tenths");
    }
    let progress = StopAfter::new(u64::MAX);
    let report = next(&progress).unwrap();
    assert!(report.resumed && !report.found);
    assert_eq!(progress.done.into_inner(), layer.boards());
    assert!(!checkpoint.exists());
    assert!(bytes_of(dir.path(), 9) == bytes_of(whole.path(), 9));
}

#[test]
fn build_that_does_not_fit_into_the_memory_allowed_is_refused_with_the_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let limit = memory_needed(Layer::new(15), &values("awari")).least_bytes;
    let with = |seeds| {
        let options = BuildOptions {
            memory_bytes: Some(limit),
            ..BuildOptions::default()
        };
        Builder::with_options(dir.path(), &values("awari"), seeds, options)
    };
    assert!(with(15).is_ok());
    let error = with(17).unwrap_err();
    assert!(
        matches!(error, BuildError::MemoryLimit { layer, needed_bytes, limit_bytes }
            if layer == Layer::new(16) && limit_bytes == limit && needed_bytes > limit),
        "{error}"
    );
}
