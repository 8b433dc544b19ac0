//! The speed of a look-up at random boards: a byte a board, packed with and without the
//! cache. Each benchmark asserts its answers.
//!
//! The tables are those of the directory that `OWARE_BENCH_DB` names, of any rules and
//! size, or freshly built ones of awari to 10 seeds, which fit in a processor's cache: the
//! figures of the README are for 20 seeds.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use oware::endgame::{
    Access, Coding, Database, Layer, Rank, Repacker, Repacking, build, file_name,
};
use oware::game::{Board, Rules};
use oware::progress::Silent;

/// Seeds of the largest layer when tables are built here.
const SEEDS: u8 = 10;
const PROBES: u64 = 100_000;

fn main() {
    divan::main();
}

/// The directories of the tables in both codings, and boards with the sum of their values.
struct Probed {
    unpacked: PathBuf,
    packed: PathBuf,
    boards: Vec<Board>,
    sum: i64,
    /// Only held: the directories go with them.
    _temporary: Vec<tempfile::TempDir>,
}

fn probed() -> &'static Probed {
    static PROBED: OnceLock<Probed> = OnceLock::new();
    PROBED.get_or_init(|| {
        let mut temporary = vec![tempdir(), tempdir()];
        let unpacked = match std::env::var_os("OWARE_BENCH_DB") {
            Some(dir) => PathBuf::from(dir),
            None => {
                let rules = "awari".parse::<Rules>().expect("awari is a rule set");
                let dir = temporary[0].path().to_owned();
                build(&dir, &rules.value_rules(), SEEDS, &Silent).expect("it was empty");
                dir
            }
        };
        let packed = temporary[1].path().to_owned();
        pack(&unpacked, &packed);
        let database = open(&unpacked, Access::Map);
        let table = database.tables().last().expect("there is one at least");
        let values = table.values().expect("the table is whole and exact");
        let ranks = scattered(table.layer());
        let sum = ranks
            .iter()
            .map(|&rank| i64::from(values.get(rank).seeds()))
            .sum();
        let boards = ranks
            .iter()
            .map(|&rank| table.layer().unrank(rank))
            .collect();
        drop(values);
        temporary.retain(|dir| dir.path().exists());
        Probed {
            unpacked,
            packed,
            boards,
            sum,
            _temporary: temporary,
        }
    })
}

fn tempdir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory can be made")
}

/// Packs the tables of `from` into `to`.
fn pack(from: &Path, to: &Path) {
    let database = open(from, Access::Map);
    for table in database.tables() {
        let name = file_name(table.layer());
        std::fs::copy(from.join(&name), to.join(&name)).expect("there is room");
    }
    let mut repacker =
        Repacker::new(to, database.rules(), Repacking::Pack).expect("nobody else is there");
    while let Some(report) = repacker.next_layer(&Silent).expect("the tables are whole") {
        black_box(report);
    }
}

fn open(dir: &Path, access: Access) -> Database {
    Database::open_any(dir, access).expect("the directory holds tables")
}

/// Ranks scattered over a layer by a fixed stride.
fn scattered(layer: Layer) -> Vec<Rank> {
    // Coprime to the layer's size, so that no board comes twice before all have come.
    const STRIDE: u64 = 15_485_863;
    (0..PROBES)
        .map(|index| Rank::new(index * STRIDE % layer.boards()))
        .collect()
}

fn sum_of_values(database: &Database, boards: &[Board]) -> i64 {
    let value = |&board| {
        let bounds = database.probe(board).expect("the tables are whole");
        i64::from(bounds.expect("the layer is there").lower.seeds())
    };
    boards.iter().map(value).sum()
}

/// A byte a board.
#[divan::bench(args = [Access::Map, Access::Read])]
fn unpacked(bencher: Bencher, access: Access) {
    let probed = probed();
    let database = open(&probed.unpacked, access);
    assert_eq!(sum_of_values(&database, &probed.boards), probed.sum);
    bencher.counter(ItemsCount::new(PROBES)).bench(|| {
        let sum = sum_of_values(black_box(&database), &probed.boards);
        assert_eq!(sum, probed.sum);
    });
}

/// Packed, after the same boards were looked up once.
#[divan::bench]
fn packed_cached(bencher: Bencher) {
    let probed = probed();
    let database = open(&probed.packed, Access::Map);
    let coding = database.tables().last().map(|table| table.coding());
    assert_eq!(coding, Some(Coding::Packed));
    assert_eq!(sum_of_values(&database, &probed.boards), probed.sum);
    bencher.counter(ItemsCount::new(PROBES)).bench(|| {
        let sum = sum_of_values(black_box(&database), &probed.boards);
        assert_eq!(sum, probed.sum);
    });
}

/// Packed, each board in a chunk that was not decoded before. Few samples: each begins with a
/// check of all of the table.
#[divan::bench(sample_count = 10)]
fn packed_cold(bencher: Bencher) {
    const COLD: usize = 300;
    let probed = probed();
    let boards = &probed.boards[..COLD];
    let expected = sum_of_values(&open(&probed.unpacked, Access::Map), boards);
    bencher
        .counter(ItemsCount::new(COLD))
        .with_inputs(|| {
            let database = open(&probed.packed, Access::Map);
            // The checksums are not what is measured.
            let table = database.tables().last().expect("there is one at least");
            table.check_all_blocks().expect("the table is whole");
            database
        })
        .bench_refs(|database| assert_eq!(sum_of_values(database, boards), expected));
}
