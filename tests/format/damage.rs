//! Bytes that are wrong: damaged, cut short, of something else, or of another version.

use oware::endgame::FORMAT_VERSION;

use super::*;

#[test]
fn every_flipped_bit_is_found() {
    let intact = small();
    let values = values(SMALL);
    for place in 0..intact.len() {
        for bit in 0..8 {
            let mut file = intact.clone();
            file[place] ^= 1 << bit;
            let Ok(table) = from_bytes(file) else {
                continue;
            };
            assert!(place >= 128, "byte {place} of the head may be flipped");
            // One block, so no board may be answered for, and least of all wrongly.
            for board in 0..values.len() as u64 {
                get(&table, board).unwrap_err();
            }
            table.check_all_blocks().unwrap_err();
            table.values().unwrap_err();
        }
    }
}

#[test]
fn every_way_of_opening_finds_a_flipped_bit_in_each_part() {
    let flipped = |place: usize| {
        let file = small();
        let byte = file[place] ^ 0x10;
        with(file, place, &[byte])
    };
    for place in [GRAND_SLAM, BLOCKS, FIRST_CHECKSUM, 119, 120, 127] {
        let error = open_error(&flipped(place));
        assert!(
            matches!(error, FormatError::DamagedHeader { .. }),
            "{error}"
        );
    }
    for place in [128, 300, 491] {
        for table in open(&flipped(place), &awari(), SMALL).unwrap() {
            let error = get(&table, place as u64 - 128).unwrap_err();
            assert!(
                matches!(error, FormatError::DamagedBlock { block: 0, .. }),
                "{error}"
            );
        }
    }
}

#[test]
fn damage_in_one_block_spares_the_others() {
    let layer = Layer::new(8);
    let mut file = file_of(&table(layer));
    *file.last_mut().unwrap() ^= 1;
    let values = values(layer);
    for table in open(&file, &awari(), layer).unwrap() {
        assert_eq!(table.blocks(), 2);
        assert_eq!(get(&table, 0), Ok(values[0]));
        assert_eq!(get(&table, 65_535), Ok(values[65_535]));
        for board in [65_536, layer.boards() - 1] {
            let error = get(&table, board).unwrap_err();
            assert!(
                matches!(error, FormatError::DamagedBlock { block: 1, .. }),
                "{error}"
            );
        }
        for error in [
            table.check_all_blocks().unwrap_err(),
            table.values().unwrap_err(),
        ] {
            let error = format_error(error, table.origin());
            assert!(
                matches!(error, FormatError::DamagedBlock { block: 1, .. }),
                "{error}"
            );
        }
        let dir = tempfile::tempdir().unwrap();
        write_table(dir.path(), &table).unwrap_err();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

#[test]
fn every_truncation_is_named() {
    let file = small();
    for length in 0..file.len() {
        let expected = match length {
            0..14 => 14,
            14..128 => 128,
            _ => file.len() as u64,
        };
        let found = length as u64;
        assert_eq!(
            open_error(&file[..length]),
            FormatError::Truncated { expected, found }
        );
    }
}

#[test]
fn trailing_bytes_are_named() {
    let mut file = small();
    file.push(0);
    assert_eq!(
        open_error(&file),
        FormatError::TrailingBytes {
            expected: 492,
            found: 493
        }
    );
}

#[test]
fn something_else_is_not_a_table() {
    for (bytes, quoted) in [
        (
            &b"\x89PNG\r\n\x1a\n and so on"[..],
            r#""\x89PNG\r\n\x1a\n""#,
        ),
        // What mending the line ends of a table makes of it.
        (b"\x89OWARE\n\x01\0", r#""\x89OWARE\n\x01""#),
        (b"PK", r#""PK""#),
    ] {
        let error = open_error(bytes);
        assert!(matches!(error, FormatError::NotATable { .. }), "{error}");
        assert!(error.to_string().contains(quoted), "{error}");
    }
}

#[test]
fn newer_version_is_named_whatever_follows() {
    let newer = FORMAT_VERSION + 1;
    for file in [small(), small()[..20].to_vec()] {
        assert_eq!(
            open_error(&with(file, VERSION, &newer.to_le_bytes())),
            FormatError::NewerVersion { found: 2, known: 1 }
        );
    }
}

#[test]
fn impossible_starts_of_the_blocks_are_named() {
    for found in [0, 63, 65, 1 << 27, u32::MAX, u32::MAX - 63] {
        let error = open_error(&with(small(), START, &found.to_le_bytes()));
        assert!(
            matches!(error, FormatError::DamagedLength { found: f, .. } if f == found),
            "{error}"
        );
    }
    // Possible for some table, but beyond this file.
    let start = 1_u32 << 25;
    assert_eq!(
        open_error(&with(small(), START, &start.to_le_bytes())),
        FormatError::Truncated {
            expected: 1 << 25,
            found: 492
        }
    );
}

#[test]
fn other_rules_are_named() {
    let error = open(&small(), &value_rules("abapa"), SMALL)
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "made for other rules: expected grand-slam=no-capture feeding=must-feed stuck=own-side \
         repetition=2 settle=own-side, found grand-slam=unless-forced feeding=must-feed \
         stuck=own-side loops=0"
    );
}

#[test]
fn another_layer_under_the_name_is_named() {
    let error = open(&small(), &awari(), Layer::new(4))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        error,
        FormatError::WrongLayer {
            expected: Layer::new(4),
            found: SMALL
        }
    );
}

#[test]
fn unknown_codings_are_named_as_newer() {
    for (offset, field) in [
        (INDEX_SCHEME, "index scheme"),
        (VALUE_CODING, "value coding"),
        (BLOCK_BOARDS, "block size in boards"),
        (BLOCK_BYTES, "block size in bytes"),
    ] {
        let error = open_error(&signed(with(small(), offset, &7_u32.to_le_bytes())));
        assert_eq!(error, FormatError::UnknownCoding { field, found: 7 });
        assert!(error.to_string().contains("newer version"), "{error}");
    }
    let error = open_error(&signed(with(small(), SEEDS, &[49])));
    let field = "number of seeds";
    assert_eq!(error, FormatError::UnknownCoding { field, found: 49 });
}

#[test]
fn unknown_rules_are_named_as_unreadable() {
    for offset in [GRAND_SLAM, FEEDING, STUCK, LOOPS] {
        let error = open_error(&signed(with(small(), offset, &99_u32.to_le_bytes())));
        assert!(
            matches!(error, FormatError::UnreadableHeader { .. }),
            "{error}"
        );
    }
}

#[test]
fn contradictions_under_a_right_checksum_are_named() {
    for (offset, bytes, field) in [
        (VERSION, &0_u16.to_le_bytes()[..], "format version"),
        (SEEDS, &[4], "boards"),
        (BOARDS, &u64::MAX.to_le_bytes(), "boards"),
        (BLOCKS, &u64::MAX.to_le_bytes(), "blocks"),
        (BLOCKS, &0_u64.to_le_bytes(), "blocks"),
        (FIRST_CHECKSUM + 8, &[1], "padding"),
        (119, &[1], "padding"),
    ] {
        let error = open_error(&signed(with(small(), offset, bytes)));
        assert!(
            matches!(error, FormatError::Inconsistent { field: f, .. } if f == field),
            "{error}"
        );
    }
    // A head longer and one shorter than need be: 64 bytes of values become head.
    for start in [64_u32, 192] {
        let error = open_error(&signed(with(small(), START, &start.to_le_bytes())));
        let expected = if start == 64 {
            matches!(error, FormatError::UnreadableHeader { .. })
        } else {
            matches!(
                error,
                FormatError::Inconsistent {
                    field: "start of the blocks",
                    ..
                }
            )
        };
        assert!(expected, "{error}");
    }
}

#[test]
fn impossible_values_are_named_even_under_right_checksums() {
    for value in [4, -4, i8::MIN, i8::MAX] {
        let mut file = with(small(), 128 + 200, &[value.cast_unsigned()]);
        let sum = xxh3_64(&file[128..]);
        file = signed(with(file, FIRST_CHECKSUM, &sum.to_le_bytes()));
        let expected = FormatError::ImpossibleValue {
            block: 0,
            board: 200,
            seeds: 3,
            found: value,
        };
        for table in open(&file, &awari(), SMALL).unwrap() {
            assert_eq!(get(&table, 0), Err(expected.clone()));
        }
    }
}

#[test]
fn values_that_are_no_layer_make_no_table() {
    let made = |values| {
        let made = table_of(SMALL, awari(), values).map(|_| ());
        made.map_err(|error| format_error(error, &Origin::Memory))
    };
    assert!(matches!(
        made(vec![0; 363]),
        Err(FormatError::Inconsistent {
            field: "boards",
            expected: 364,
            found: 363
        })
    ));
    let mut values = vec![0; 364];
    values[363] = 4;
    assert!(matches!(
        made(values),
        Err(FormatError::ImpossibleValue {
            board: 363,
            found: 4,
            ..
        })
    ));
}

#[test]
#[should_panic(expected = "a board of another layer: number 364 of 364")]
fn board_beyond_the_layer_panics_as_documented() {
    let _ = table(SMALL).get(Rank::new(364));
}
