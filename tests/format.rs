//! Every way a table file can be wrong meets its own error, and none gives a wrong value.
//!
//! The files here are made of invented values: the format does not know the game. They are
//! tampered with by offsets taken from the specification at the head of `format.rs`, so
//! that these tests also hold the specification. The failing disk is tested beside
//! `directory.rs`, where a writer can be slipped in.

#[path = "format/bounds.rs"]
mod bounds;
#[path = "format/damage.rs"]
mod damage;
#[path = "format/files.rs"]
mod files;
#[path = "format/mangled.rs"]
mod mangled;
#[path = "format/packed.rs"]
mod packed;

use std::fs;

use oware::endgame::{
    Access, FormatError, Layer, Origin, Rank, Storage, Table, TableError, file_name, write_table,
};
use oware::game::{Bounds, Feeding, GrandSlam, Loops, Net, Rules, Stuck, ValueRules};
use xxhash_rust::xxh3::xxh3_64;

/// Offsets for rules without own-row loops, from the tables in `format.rs`.
const VERSION: usize = 8;
const START: usize = 10;
const GRAND_SLAM: usize = 14;
const FEEDING: usize = 18;
const STUCK: usize = 22;
const LOOPS: usize = 26;
const SEEDS: usize = 32;
const BOARDS: usize = 33;
const INDEX_SCHEME: usize = 41;
const VALUE_CODING: usize = 45;
const BLOCK_BOARDS: usize = 49;
const BLOCK_BYTES: usize = 53;
const BLOCKS: usize = 57;
const FIRST_CHECKSUM: usize = 65;

fn value_rules(text: &str) -> ValueRules {
    text.parse::<Rules>().unwrap().value_rules()
}

fn awari() -> ValueRules {
    value_rules("awari")
}

/// Values from −n to n in a pattern that no block repeats.
fn values(layer: Layer) -> Vec<i8> {
    let seeds = i64::from(layer.seeds());
    (0..layer.boards().cast_signed())
        .map(|board| (board * board % 1009 % (2 * seeds + 1) - seeds) as i8)
        .collect()
}

fn table(layer: Layer) -> Table {
    table_of(layer, awari(), values(layer)).unwrap()
}

fn table_of(layer: Layer, rules: ValueRules, values: Vec<i8>) -> Result<Table, TableError> {
    let bytes = values.into_iter().map(i8::cast_unsigned).collect();
    Table::from_values(layer, rules, bytes)
}

fn file_of(table: &Table) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    write_table(dir.path(), table).unwrap();
    fs::read(dir.path().join(file_name(table.layer()))).unwrap()
}

/// A file of three seeds, 364 boards: head of 128 bytes, one block.
fn small() -> Vec<u8> {
    file_of(&table(SMALL))
}

const SMALL: Layer = Layer::new(3);

/// The file with other bytes at `offset`.
fn with(mut file: Vec<u8>, offset: usize, bytes: &[u8]) -> Vec<u8> {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
    file
}

/// The file with the checksum of its head made right again.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let start = u32::from_le_bytes(file[START..START + 4].try_into().unwrap()) as usize;
    let sum = xxh3_64(&file[..start - 8]);
    file[start - 8..start].copy_from_slice(&sum.to_le_bytes());
    file
}

/// The format error behind a table error, which must name `origin`.
fn format_error(error: TableError, expected_origin: &Origin) -> FormatError {
    match error {
        TableError::Format { origin, source } => {
            assert_eq!(origin, *expected_origin);
            source
        }
        error => panic!("{error:?}"),
    }
}

/// Opens the bytes mapped, read and embedded: all three must agree.
fn open(bytes: &[u8], rules: &ValueRules, layer: Layer) -> Result<Vec<Table>, FormatError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table");
    fs::write(&path, bytes).unwrap();
    let mut outcomes: Vec<_> = Access::ALL
        .iter()
        .map(|&access| {
            Table::open(&path, access, rules, layer)
                .map_err(|error| format_error(error, &Origin::File(path.clone())))
        })
        .collect();
    outcomes.push(
        Table::from_static(bytes.to_vec().leak(), rules, layer)
            .map_err(|error| format_error(error, &Origin::Embedded)),
    );
    let errors: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.as_ref().err())
        .collect();
    assert!(
        errors.windows(2).all(|pair| pair[0] == pair[1]),
        "{errors:?}"
    );
    outcomes.into_iter().collect()
}

fn open_error(bytes: &[u8]) -> FormatError {
    open(bytes, &awari(), SMALL).map(|_| ()).unwrap_err()
}

fn from_bytes(bytes: Vec<u8>) -> Result<Table, TableError> {
    Table::from_storage(Storage::from(bytes), Origin::Memory)
}

fn get(table: &Table, board: u64) -> Result<i8, FormatError> {
    table
        .get(Rank::new(board))
        .map(|bounds| bounds.value().unwrap().seeds())
        .map_err(|error| format_error(error, table.origin()))
}

#[test]
fn every_way_of_opening_gives_what_was_written() {
    for seeds in [0, 1, 3, 8] {
        let layer = Layer::new(seeds);
        let values = values(layer);
        let in_memory = table(layer);
        let file = file_of(&in_memory);
        let mut tables = open(&file, &awari(), layer).unwrap();
        tables.push(in_memory);
        for table in tables {
            for (board, &value) in values.iter().enumerate() {
                let found = table.get(Rank::new(board as u64)).unwrap();
                assert_eq!(found, Bounds::exact(Net::new(value)));
            }
            let all: Vec<i8> = table.values().unwrap().iter().map(Net::seeds).collect();
            assert_eq!(all, values);
            table.check_all_blocks().unwrap();
            assert_eq!((table.layer(), *table.rules()), (layer, awari()));
            assert_eq!(table.size_bytes(), file.len() as u64);
            assert_eq!(table.content_xxh3(), xxh3_64(&file));
        }
    }
}

#[test]
fn rewriting_gives_the_same_bytes_and_says_which() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("layer-08.oware");
    let first = write_table(dir.path(), &table(Layer::new(8))).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(
        (first.size_bytes, first.xxh3),
        (bytes.len() as u64, xxh3_64(&bytes))
    );

    // The second time from the file itself, which is open while it is replaced.
    let mapped = Table::open_any(&path, Access::Map).unwrap();
    assert_eq!(write_table(dir.path(), &mapped).unwrap(), first);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

/// The layout in figures: the table of one seed under `awari`, field by field.
///
/// Written down by hand from the specification of version 1, but for the two checksums,
/// which the C implementation of XXH3 confirms. A change here is a new format version.
const GOLDEN: &[(&str, &str)] = &[
    ("magic", "894f574152450d0a"),
    ("format version", "0100"),
    ("start of the blocks", "80000000"),
    ("grand slam unless-forced", "02000000"),
    ("feeding must-feed", "00000000"),
    ("stuck own-side", "00000000"),
    ("loops 0", "00000000"),
    ("few seeds, whether to their own side", "0000"),
    ("seeds", "01"),
    ("boards", "0c00000000000000"),
    ("index scheme", "00000000"),
    ("value coding", "00000000"),
    ("boards in a block", "00000100"),
    ("bytes in a block", "00000100"),
    ("blocks", "0100000000000000"),
    ("xxh3 of the block", "1e8e01a1ece431c8"),
    ("zeros", "0000000000000000000000000000000000000000000000"),
    ("zeros", "000000000000000000000000000000000000000000000000"),
    ("xxh3 of the head", "0e5bcaea8c10555c"),
    ("values", "ff0000ff0000ff0000ff0000"),
];

#[test]
fn bytes_of_a_small_table_are_pinned() {
    let golden: String = GOLDEN.iter().map(|(_, hex)| *hex).collect();
    let file = file_of(&table(Layer::new(1)));
    let hex: String = file.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, golden);
}

#[test]
fn choices_have_the_numbers_of_the_specification() {
    let number_at = |offset: usize, rules: ValueRules| {
        let file = file_of(&table_of(Layer::new(0), rules, vec![0]).unwrap());
        u32::from_le_bytes(file[offset..offset + 4].try_into().unwrap())
    };
    let grand_slams = [
        "no-capture",
        "forbidden",
        "unless-forced",
        "capture",
        "opponent-takes-rest",
        "keep-first",
        "keep-last",
    ];
    assert_eq!(grand_slams.len(), GrandSlam::ALL.len());
    for &grand_slam in GrandSlam::ALL {
        let number = number_at(
            GRAND_SLAM,
            ValueRules {
                grand_slam,
                ..awari()
            },
        );
        assert_eq!(grand_slams[number as usize], grand_slam.word());
    }
    for &feeding in Feeding::ALL {
        let number = number_at(FEEDING, ValueRules { feeding, ..awari() });
        assert_eq!(["must-feed", "pass"][number as usize], feeding.word());
    }
    for &stuck in Stuck::ALL {
        let number = number_at(STUCK, ValueRules { stuck, ..awari() });
        assert_eq!(["own-side", "opponent"][number as usize], stuck.word());
    }
    assert_eq!(number_at(LOOPS, awari()), 0);
    assert_eq!(number_at(LOOPS, value_rules("abapa")), 1);
}

#[test]
fn rules_of_every_kind_come_back() {
    for text in [
        "abapa",
        "awale-africa",
        "playstrategy",
        "awari+few-seeds=6",
        "jedisjeux+few-settle=own-side",
        "marquoir-famine+repetition=65535",
    ] {
        let rules = value_rules(text);
        let layer = Layer::new(2);
        let file = file_of(&table_of(layer, rules, values(layer)).unwrap());
        let own_rows = matches!(rules.loops, Loops::OwnRows { .. });
        assert_eq!(file[LOOPS], u8::from(own_rows));
        assert_eq!(*from_bytes(file).unwrap().rules(), rules, "{text}");
    }
}
