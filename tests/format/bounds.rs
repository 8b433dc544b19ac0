//! Tables of two bounds a board: what is stored, what is refused, what is named.

use oware::endgame::Coding;

use super::*;

/// Bytes before the blocks of a table of three seeds.
const HEAD: usize = 128;

/// Bounds around the values of [`values`], some of which meet.
fn bounds(layer: Layer) -> (Vec<i8>, Vec<i8>) {
    let seeds = layer.seeds().cast_signed();
    let lower = values(layer);
    let upper = lower
        .iter()
        .enumerate()
        .map(|(board, &lower)| seeds.min(lower + (board % 3) as i8))
        .collect();
    (lower, upper)
}

fn bytes(values: &[i8]) -> Vec<u8> {
    values.iter().map(|value| value.cast_unsigned()).collect()
}

fn bounds_table(layer: Layer) -> Table {
    let (lower, upper) = bounds(layer);
    made(layer, &lower, &upper).unwrap()
}

fn made(layer: Layer, lower: &[i8], upper: &[i8]) -> Result<Table, FormatError> {
    Table::from_bounds(layer, awari(), bytes(lower), bytes(upper))
        .map_err(|error| format_error(error, &Origin::Memory))
}

#[test]
fn every_way_of_opening_gives_the_bounds_that_were_written() {
    for seeds in [1, 3, 8] {
        let layer = Layer::new(seeds);
        let (lower, upper) = bounds(layer);
        let in_memory = bounds_table(layer);
        let file = file_of(&in_memory);
        let mut tables = open(&file, &awari(), layer).unwrap();
        tables.push(in_memory);
        for table in tables {
            assert_eq!(table.coding(), Coding::Bounds8);
            assert!(!table.is_exact());
            let whole = table.bounds().unwrap();
            assert_eq!(whole.boards(), layer.boards());
            assert_eq!(whole.iter().len() as u64, layer.boards());
            for (board, found) in whole.iter().enumerate() {
                let expected = Bounds {
                    lower: Net::new(lower[board]),
                    upper: Net::new(upper[board]),
                };
                assert_eq!(found, expected);
                let rank = Rank::new(board as u64);
                assert_eq!(whole.get(rank), expected);
                assert_eq!(table.get(rank).unwrap(), expected);
            }
            assert_eq!(table.size_bytes(), file.len() as u64);
            assert_eq!(table.content_xxh3(), xxh3_64(&file));
        }
    }
}

#[test]
fn bounds_that_all_meet_are_stored_like_values() {
    for seeds in [0, 3, 8] {
        let layer = Layer::new(seeds);
        let values = values(layer);
        let from_bounds = made(layer, &values, &values).unwrap();
        assert_eq!(from_bounds.coding(), Coding::Net8);
        assert!(from_bounds.is_exact());
        assert_eq!(file_of(&from_bounds), file_of(&table(layer)));
    }
}

#[test]
fn exact_tables_give_bounds_that_meet() {
    let table = table(SMALL);
    let found: Vec<_> = table.bounds().unwrap().iter().collect();
    let expected: Vec<_> = values(SMALL)
        .into_iter()
        .map(|value| Bounds::exact(Net::new(value)))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn values_are_not_to_be_had_from_bounds() {
    let table = bounds_table(SMALL);
    let error = table.values().unwrap_err();
    assert!(
        matches!(
            error,
            TableError::NotExact {
                origin: Origin::Memory
            }
        ),
        "{error:?}"
    );
    assert_eq!(
        table.values().unwrap_err().to_string(),
        "table in memory holds bounds, not exact values"
    );
}

/// The layout in figures: only what differs from the table of values that `GOLDEN` pins.
#[test]
fn bytes_of_a_small_table_of_bounds_are_those_of_the_specification() {
    let layer = Layer::new(1);
    let lower = [-1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1];
    let upper = [-1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1];
    let file = file_of(&made(layer, &lower, &upper).unwrap());
    assert_eq!(file.len(), HEAD + 24);
    assert_eq!(file[VALUE_CODING..VALUE_CODING + 4], [1, 0, 0, 0]);
    assert_eq!(file[BLOCK_BOARDS..BLOCK_BOARDS + 4], [0, 0x80, 0, 0]);
    assert_eq!(file[BLOCK_BYTES..BLOCK_BYTES + 4], [0, 0, 1, 0]);
    assert_eq!(file[BLOCKS..BLOCKS + 8], [1, 0, 0, 0, 0, 0, 0, 0]);
    let pairs = [
        [0xff, 0xff],
        [0, 0],
        [1, 1],
        [0xff, 0],
        [0, 1],
        [1, 1],
        [0xff, 1],
        [0, 1],
        [1, 1],
        [0xff, 1],
        [0, 0],
        [1, 1],
    ];
    assert_eq!(file[HEAD..], *pairs.as_flattened());
}

#[test]
fn every_flipped_bit_of_bounds_is_found() {
    let intact = file_of(&bounds_table(SMALL));
    for place in 0..intact.len() {
        for bit in 0..8 {
            let mut file = intact.clone();
            file[place] ^= 1 << bit;
            let Ok(table) = from_bytes(file) else {
                continue;
            };
            assert!(place >= HEAD, "byte {place} of the head may be flipped");
            for board in 0..SMALL.boards() {
                table.get(Rank::new(board)).unwrap_err();
            }
            table.check_all_blocks().unwrap_err();
            table.bounds().unwrap_err();
        }
    }
}

#[test]
fn damage_in_one_block_of_bounds_spares_the_others() {
    let layer = Layer::new(8);
    let mut file = file_of(&bounds_table(layer));
    *file.last_mut().unwrap() ^= 1;
    let table = from_bytes(file).unwrap();
    assert_eq!(table.blocks(), 3);
    for board in [0, 32_767, 32_768, 65_535] {
        table.get(Rank::new(board)).unwrap();
    }
    for board in [65_536, layer.boards() - 1] {
        let error = format_error(table.get(Rank::new(board)).unwrap_err(), &Origin::Memory);
        assert!(
            matches!(error, FormatError::DamagedBlock { block: 2, .. }),
            "{error}"
        );
    }
}

#[test]
fn truncated_and_overlong_tables_of_bounds_are_named() {
    let file = file_of(&bounds_table(SMALL));
    let expected = file.len() as u64;
    assert_eq!(expected, 128 + 2 * 364);
    for found in [expected - 1, expected - 364, 128] {
        assert_eq!(
            open_error(&file[..found as usize]),
            FormatError::Truncated { expected, found }
        );
    }
    let mut longer = file;
    longer.push(0);
    let found = expected + 1;
    assert_eq!(
        open_error(&longer),
        FormatError::TrailingBytes { expected, found }
    );
}

/// A table of values whose coding says bounds, or the other way round.
#[test]
fn a_coding_that_does_not_fit_the_blocks_is_named() {
    let coding = |file, number: u32| with(file, VALUE_CODING, &number.to_le_bytes());
    let error = open_error(&signed(coding(small(), 1)));
    let field = "block size in boards";
    let found = 65_536;
    assert_eq!(error, FormatError::UnknownCoding { field, found });
    let half = 32_768_u32.to_le_bytes();
    let error = open_error(&signed(with(coding(small(), 1), BLOCK_BOARDS, &half)));
    assert!(matches!(error, FormatError::Truncated { .. }), "{error}");
}

#[test]
fn impossible_bounds_are_named_even_under_right_checksums() {
    let crossed = |lower, upper| FormatError::CrossedBounds {
        block: 0,
        board: 200,
        lower,
        upper,
    };
    let impossible = |found| FormatError::ImpossibleValue {
        block: 0,
        board: 200,
        seeds: 3,
        found,
    };
    for (pair, expected) in [
        ([1, 0], crossed(1, 0)),
        ([3, -3], crossed(3, -3)),
        ([-4, 0], impossible(-4)),
        ([0, 4], impossible(4)),
        ([i8::MIN, i8::MAX], impossible(i8::MIN)),
    ] {
        let pair = pair.map(i8::cast_unsigned);
        let mut file = with(file_of(&bounds_table(SMALL)), HEAD + 400, &pair);
        let sum = xxh3_64(&file[HEAD..]);
        file = signed(with(file, FIRST_CHECKSUM, &sum.to_le_bytes()));
        let table = from_bytes(file).unwrap();
        for error in [
            table.get(Rank::new(0)).unwrap_err(),
            table.bounds().unwrap_err(),
        ] {
            assert_eq!(format_error(error, &Origin::Memory), expected);
        }
    }
}

#[test]
fn bounds_that_are_no_layer_make_no_table() {
    let zeros = vec![0; 364];
    assert_eq!(
        made(SMALL, &zeros, &zeros[1..]).unwrap_err(),
        FormatError::Inconsistent {
            field: "upper bounds",
            expected: 364,
            found: 363
        }
    );
    let ones = vec![1; 363];
    assert_eq!(
        made(SMALL, &zeros[1..], &ones).unwrap_err(),
        FormatError::Inconsistent {
            field: "boards",
            expected: 364,
            found: 363
        }
    );
    let mut crossed = zeros.clone();
    crossed[363] = -1;
    assert_eq!(
        made(SMALL, &zeros, &crossed).unwrap_err(),
        FormatError::CrossedBounds {
            block: 0,
            board: 363,
            lower: 0,
            upper: -1
        }
    );
}
