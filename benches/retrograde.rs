//! The speed of building and probing tables. Each benchmark asserts its answer.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use oware::endgame::{Access, Database, Layer, Rank, build};
use oware::game::{Board, Rules, ValueRules};
use oware::progress::Silent;

/// Seeds of the largest layer built here.
const SEEDS: u8 = 10;
/// xxh3 of the file of that layer for awari, as `oware db info` prints it; it changes only
/// with the format version.
const AWARI_10_XXH3: u64 = 0xcb23_fb99_7d20_e5f8;

fn main() {
    divan::main();
}

fn awari() -> ValueRules {
    "awari"
        .parse::<Rules>()
        .expect("awari is a rule set")
        .value_rules()
}

/// All layers to 10 seeds, written to disk. Items are boards.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn build_awari_10(bencher: Bencher, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads can be started");
    let boards: u64 = Layer::up_to(SEEDS).map(Layer::boards).sum();
    bencher
        .counter(ItemsCount::new(boards))
        .with_inputs(|| tempfile::tempdir().expect("a temporary directory can be made"))
        .bench_values(|dir| {
            let layers = pool
                .install(|| build(dir.path(), &awari(), SEEDS, &Silent))
                .expect("a fresh directory takes tables");
            assert_eq!(layers.last().map(|layer| layer.xxh3), Some(AWARI_10_XXH3));
            dir
        });
}

/// Boards scattered over the layer by a fixed stride.
fn scattered(layer: Layer, count: u64) -> Vec<Board> {
    // Coprime to the layer's size, so that no board comes twice.
    const STRIDE: u64 = 1_000_003;
    (0..count)
        .map(|index| layer.unrank(Rank::new(index * STRIDE % layer.boards())))
        .collect()
}

#[divan::bench(args = [Access::Map, Access::Read])]
fn probe_awari_10(bencher: Bencher, access: Access) {
    const PROBES: u64 = 100_000;
    let dir = tempfile::tempdir().expect("a temporary directory can be made");
    build(dir.path(), &awari(), SEEDS, &Silent).expect("a fresh directory takes tables");
    let database =
        Database::open(dir.path(), &awari(), access).expect("the tables were just built");
    let boards = scattered(Layer::new(SEEDS), PROBES);
    let value = |board| {
        let bounds = database.probe(board).expect("the tables are whole");
        i64::from(bounds.expect("the layer is there").lower.seeds())
    };
    let expected = SUM_OF_PROBES;
    bencher.counter(ItemsCount::new(PROBES)).bench(|| {
        let sum: i64 = black_box(&boards).iter().map(|&board| value(board)).sum();
        assert_eq!(sum, expected);
    });
}

/// The values of the boards probed, added up; from the first build.
const SUM_OF_PROBES: i64 = 110_331;
