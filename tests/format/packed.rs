//! Packed tables: that they give back what was packed, and every way they can be wrong.
//!
//! The values are the embedded ones of awari, since invented values have nothing that
//! could be packed.

use oware::endgame::{Coding, Database};

use super::*;

/// 1365 boards: one block of two chunks.
const SMALL: u8 = 4;
/// 75 582 boards: two blocks.
const LARGE: u8 = 8;

/// An embedded table of awari.
fn unpacked(seeds: u8) -> Table {
    let file = {
        let database = Database::embedded(&awari()).unwrap().unwrap();
        file_of(&database.tables()[usize::from(seeds)])
    };
    from_bytes(file).unwrap()
}

fn packed(seeds: u8) -> Table {
    unpacked(seeds).packed().unwrap().unwrap()
}

fn all_values(table: &Table) -> Vec<i8> {
    table.values().unwrap().iter().map(Net::seeds).collect()
}

/// Where the parts of a packed file with one block lie.
struct Places {
    block_length: usize,
    model_length: usize,
    model: usize,
    blocks: usize,
}

fn places(file: &[u8]) -> Places {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(file[BLOCKS..BLOCKS + 8], [1, 0, 0, 0, 0, 0, 0, 0]);
    let block_length = FIRST_CHECKSUM + 8;
    Places {
        block_length,
        model_length: block_length + 4,
        model: block_length + 8,
        blocks: word(START),
    }
}

/// The file with the checksums of its one block and of its head made right again.
fn all_signed(file: Vec<u8>) -> Vec<u8> {
    let sum = xxh3_64(&file[places(&file).blocks..]);
    signed(with(file, FIRST_CHECKSUM, &sum.to_le_bytes()))
}

fn opening_error(file: Vec<u8>) -> FormatError {
    let error = from_bytes(file).map(|_| ()).unwrap_err();
    format_error(error, &Origin::Memory)
}

#[test]
fn every_way_of_opening_gives_what_was_packed() {
    for seeds in [SMALL, LARGE] {
        let layer = Layer::new(seeds);
        let original = unpacked(seeds);
        let values = all_values(&original);
        let in_memory = packed(seeds);
        let file = file_of(&in_memory);
        assert!(file.len() < file_of(&original).len());
        let mut tables = open(&file, &awari(), layer).unwrap();
        tables.push(in_memory);
        for table in tables {
            assert_eq!(table.coding(), Coding::Packed);
            assert!(table.is_exact());
            for (board, &value) in values.iter().enumerate() {
                assert_eq!(get(&table, board as u64), Ok(value));
            }
            assert_eq!(all_values(&table), values);
            let bounds = table.bounds().unwrap();
            assert!(bounds.iter().eq(original.bounds().unwrap().iter()));
            assert_eq!(table.size_bytes(), file.len() as u64);
            assert_eq!(table.content_xxh3(), xxh3_64(&file));
            let unpacked = table.unpacked().unwrap().unwrap();
            assert_eq!(file_of(&unpacked), file_of(&original));
        }
    }
}

#[test]
fn boards_asked_for_in_any_order_by_many_threads_have_their_values() {
    let values = all_values(&unpacked(LARGE));
    let table = packed(LARGE);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (values, table) = (&values, &table);
            scope.spawn(move || {
                let mut random = fastrand::Rng::with_seed(thread);
                for _ in 0..20_000 {
                    let board = random.usize(..values.len());
                    assert_eq!(get(table, board as u64), Ok(values[board]));
                }
            });
        }
    });
}

#[test]
fn only_values_are_packed_and_only_where_it_saves_something() {
    assert!(unpacked(1).packed().unwrap().is_none());
    assert!(packed(SMALL).packed().unwrap().is_none());
    assert!(unpacked(SMALL).unpacked().unwrap().is_none());
    let layer = Layer::new(SMALL);
    let boards = layer.boards() as usize;
    let bounds = Table::from_bounds(layer, awari(), vec![0; boards], vec![1; boards]).unwrap();
    assert!(bounds.packed().unwrap().is_none());
    assert!(bounds.unpacked().unwrap().is_none());
}

/// A change of these numbers is a new value coding.
#[test]
fn bytes_of_packed_tables_are_pinned() {
    let sums = [SMALL, LARGE].map(|seeds| format!("{:016x}", packed(seeds).content_xxh3()));
    assert_eq!(sums, GOLDEN_PACKED);
}

/// xxh3 of the packed layers of 4 and 8 seeds of awari, from the first build.
const GOLDEN_PACKED: [&str; 2] = ["28aab960565b98b0", "86f9bd329690dafb"];

#[test]
fn head_of_a_packed_table_is_that_of_the_specification() {
    let file = file_of(&packed(SMALL));
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    assert_eq!(number(VALUE_CODING), 2);
    assert_eq!(number(BLOCK_BOARDS), 65_536);
    assert_eq!(number(BLOCK_BYTES), 0);
    let places = places(&file);
    let block = &file[places.blocks..];
    assert_eq!(number(places.block_length) as usize, block.len());
    let end = places.model + number(places.model_length) as usize;
    assert!(file[end..places.blocks - 8].iter().all(|&byte| byte == 0));
    assert_eq!(places.blocks, (end + 8).next_multiple_of(64));
    // Two chunks, of 1024 and 341 boards.
    let length =
        |chunk: usize| usize::from(u16::from_le_bytes([block[2 * chunk], block[2 * chunk + 1]]));
    assert_eq!(4 + length(0) + length(1), block.len());
}

#[test]
fn every_flipped_bit_of_a_packed_table_is_found() {
    let intact = file_of(&packed(SMALL));
    let blocks = places(&intact).blocks;
    for place in 0..intact.len() {
        for bit in 0..8 {
            let mut file = intact.clone();
            file[place] ^= 1 << bit;
            let Ok(table) = from_bytes(file) else {
                continue;
            };
            assert!(place >= blocks, "byte {place} of the head may be flipped");
            get(&table, 0).unwrap_err();
            get(&table, 1364).unwrap_err();
            table.check_all_blocks().unwrap_err();
            table.values().unwrap_err();
            table.unpacked().unwrap_err();
        }
    }
}

#[test]
fn damage_in_one_packed_block_spares_the_others() {
    let values = all_values(&unpacked(LARGE));
    let mut file = file_of(&packed(LARGE));
    *file.last_mut().unwrap() ^= 1;
    let table = from_bytes(file).unwrap();
    assert_eq!(table.blocks(), 2);
    for board in [0, 65_535] {
        assert_eq!(get(&table, board as u64), Ok(values[board]));
    }
    for board in [65_536, 75_581] {
        let error = get(&table, board).unwrap_err();
        assert!(
            matches!(error, FormatError::DamagedBlock { block: 1, .. }),
            "{error}"
        );
    }
}

#[test]
fn truncated_and_overlong_packed_tables_are_named() {
    let file = file_of(&packed(SMALL));
    let blocks = places(&file).blocks;
    let expected = file.len() as u64;
    for length in [blocks, blocks + 1, file.len() - 1] {
        let found = length as u64;
        assert_eq!(
            opening_error(file[..length].to_vec()),
            FormatError::Truncated { expected, found }
        );
    }
    assert_eq!(
        opening_error([&file[..], &[0]].concat()),
        FormatError::TrailingBytes {
            expected,
            found: expected + 1
        }
    );
}

#[test]
fn a_packed_head_that_contradicts_itself_is_named() {
    let file = file_of(&packed(SMALL));
    let places = places(&file);
    let changed = |at: usize, bytes: &[u8]| opening_error(signed(with(file.clone(), at, bytes)));
    for length in [0_u32, u32::MAX] {
        let error = changed(places.model_length, &length.to_le_bytes());
        let expected = match length {
            0 => matches!(error, FormatError::ImpossibleModel { context: 0 }),
            _ => matches!(
                error,
                FormatError::Inconsistent {
                    field: "bytes of the head",
                    ..
                }
            ),
        };
        assert!(expected, "{error}");
    }
    let longer = changed(places.block_length, &u32::MAX.to_le_bytes());
    assert!(matches!(longer, FormatError::Truncated { .. }), "{longer}");
    // A first context with more values than there are.
    let model = changed(places.model, &[99]);
    assert!(
        matches!(model, FormatError::ImpossibleModel { context: 0 }),
        "{model}"
    );
    let error = changed(BLOCK_BYTES, &65_536_u32.to_le_bytes());
    let field = "block size in bytes";
    assert_eq!(
        error,
        FormatError::UnknownCoding {
            field,
            found: 65_536
        }
    );
    let padding = changed(places.blocks - 9, &[1]);
    assert!(
        matches!(
            padding,
            FormatError::Inconsistent {
                field: "padding",
                ..
            }
        ),
        "{padding}"
    );
}

#[test]
fn blocks_that_do_not_decode_are_named_even_under_right_checksums() {
    let file = file_of(&packed(SMALL));
    let blocks = places(&file).blocks;
    // The length of the first chunk, which then does not end with the block.
    let table = from_bytes(all_signed(with(file.clone(), blocks, &[0, 0]))).unwrap();
    assert_eq!(
        get(&table, 0),
        Err(FormatError::UndecodableBlock { block: 0, chunk: 1 })
    );
    // The state of the first chunk: the second is intact.
    let values = all_values(&unpacked(SMALL));
    let table = from_bytes(all_signed(with(file, blocks + 4, &[0, 0, 0, 0]))).unwrap();
    let damaged = FormatError::UndecodableBlock { block: 0, chunk: 0 };
    assert_eq!(get(&table, 0), Err(damaged.clone()));
    assert_eq!(get(&table, 1024), Ok(values[1024]));
    for error in [table.values().unwrap_err(), table.unpacked().unwrap_err()] {
        assert_eq!(format_error(error, &Origin::Memory), damaged);
    }
}

/// Files mangled at random and signed again: no panic, and no impossible value.
#[test]
fn mangled_packed_files_neither_panic_nor_give_impossible_values() {
    let intact = file_of(&packed(SMALL));
    let blocks = places(&intact).blocks;
    let mut random = fastrand::Rng::with_seed(17);
    let (mut refused, mut opened) = (0, 0);
    for _ in 0..20_000 {
        let mut file = intact.clone();
        // Anywhere but in the place of the blocks, by which signing would go astray, or only
        // in the blocks, since hardly a changed head opens.
        let first = if random.bool() { START + 4 } else { blocks };
        for _ in 0..random.usize(1..4) {
            let place = random.usize(first..file.len());
            file[place] = random.u8(..);
        }
        if random.u8(..8) == 0 {
            file.truncate(random.usize(blocks..=file.len()));
        }
        let sum = xxh3_64(&file[blocks..]);
        let file = signed(with(file, FIRST_CHECKSUM, &sum.to_le_bytes()));
        let Ok(table) = from_bytes(file) else {
            refused += 1;
            continue;
        };
        opened += 1;
        for board in [0, 1000, 1364] {
            if let Ok(value) = get(&table, board) {
                assert!(value.unsigned_abs() <= SMALL);
            }
        }
        let _ = table.values();
    }
    assert!(refused > 1000 && opened > 1000, "{refused} {opened}");
}
