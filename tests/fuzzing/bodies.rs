//! What is done with bytes of unknown origin, for the fuzzer and for the gate alike.
//!
//! Whatever the bytes, nothing panics, nothing is read out of bounds, no memory is asked
//! for beyond what the bytes justify, and what was read is the same when it is written and
//! read again. Each body is one public function from bytes to nothing.

use std::sync::OnceLock;

use oware::endgame::{
    Boards, Coding, FormatError, Layer, Origin, Rank, Table, TableError, file_name, histogram,
    write_table,
};
use oware::game::{Board, Player, Position, Rules, ValueRules, parse_moves, read_position};
use oware::record::{Form, ReadOptions, read, read_bytes, write};
use xxhash_rust::xxh3::xxh3_64;

/// A body and its name.
pub(crate) type Body = (&'static str, fn(&[u8]));

/// All of them.
#[allow(dead_code, reason = "the gate runs all, each fuzz target one")]
pub(crate) const ALL: [Body; 5] = [
    ("table", table),
    ("damaged_table", damaged_table),
    ("position", position),
    ("moves", moves),
    ("record", record),
];

/// Any bytes as a table file.
pub(crate) fn table(bytes: &[u8]) {
    if let Ok(table) = Table::from_storage(bytes.to_vec().into(), Origin::Memory) {
        assert_eq!(
            table.size_bytes(),
            bytes.len() as u64,
            "every byte belongs to it"
        );
        use_table(&table);
    }
}

/// A good file, damaged as the bytes say; half of the time with the checksums made right
/// again, so that what lies behind them is reached.
pub(crate) fn damaged_table(bytes: &[u8]) {
    let Some((&choice, edits)) = bytes.split_first() else {
        return;
    };
    let files = good_files();
    let good = &files[usize::from(choice >> 1) % files.len()];
    let mut file = good.clone();
    edit(&mut file, edits);
    if choice & 1 == 1 {
        sign(&mut file);
        sign_blocks(&mut file);
    }
    let is_good = file == *good;
    match Table::from_storage(file.into(), Origin::Memory) {
        Ok(table) => {
            use_table(&table);
            if is_good {
                table.check_all_blocks().expect("a good file");
            }
        }
        Err(_) => assert!(!is_good, "a good file opens"),
    }
}

/// Every way of reading a table, which must agree with each other.
fn use_table(table: &Table) {
    let boards = table.layer().boards();
    let damaged: Vec<bool> = (0..table.blocks())
        .map(|block| table.damage_in(block).is_some())
        .collect();
    let is_whole = !damaged.contains(&true);
    assert_eq!(table.check_all_blocks().is_ok(), is_whole);
    for rank in [0, boards / 3, boards / 2, boards - 1].map(Rank::new) {
        match table.get(rank) {
            Ok(bounds) => {
                let most = table.layer().seeds().cast_signed();
                assert!(bounds.lower <= bounds.upper);
                assert!(bounds.lower.seeds() >= -most && bounds.upper.seeds() <= most);
            }
            Err(error) => assert!(!is_whole, "whole, and yet {error:?} at {rank:?}"),
        }
    }
    assert_eq!(table.bounds().is_ok(), is_whole);
    assert_eq!(table.values().is_ok(), is_whole && table.is_exact());
    if let Ok(counted) = histogram(table, Boards::All) {
        // Boards with bounds have no one value.
        assert!(is_whole && counted.boards() <= boards);
        assert!(counted.boards() == boards || !table.is_exact());
    }
    let _ = table.content_xxh3();
}

/// Files of several layers, rules and codings, the largest of two blocks.
fn good_files() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a directory for temporary files");
        let mut files = Vec::new();
        for (seeds, rules) in [(0, "awari"), (3, "abapa"), (3, "jedisjeux"), (8, "awari")] {
            for coding in Coding::ALL {
                let layer = Layer::new(seeds);
                let table = invented(layer, rules, coding);
                write_table(dir.path(), &table).expect("it can be written");
                let path = dir.path().join(file_name(layer));
                files.push(std::fs::read(path).expect("it was written"));
            }
        }
        files
    })
}

/// Values or bounds in a pattern: the format does not know the game.
fn invented(layer: Layer, rules: &str, coding: Coding) -> Table {
    let rules: ValueRules = rules.parse::<Rules>().expect("a rule set").value_rules();
    let most = i64::from(layer.seeds());
    let values: Vec<u8> = (0..layer.boards().cast_signed())
        .map(|board| ((board * board % 1009 % (2 * most + 1) - most) as i8).cast_unsigned())
        .collect();
    let plain = |values| Table::from_values(layer, rules, values).expect("possible values");
    match coding {
        Coding::Bounds8 => {
            let upper = vec![layer.seeds(); values.len()];
            Table::from_bounds(layer, rules, values, upper).expect("possible bounds")
        }
        Coding::Net8 => plain(values),
        Coding::Packed => {
            let table = plain(values);
            let packed = table.packed().expect("a whole table");
            packed.unwrap_or(table)
        }
    }
}

/// Five bytes an edit: where, what kind, and two of what.
fn edit(file: &mut Vec<u8>, edits: &[u8]) {
    for edit in edits.as_chunks::<5>().0 {
        let [low, high, kind, a, b] = *edit;
        // Mostly in the head, which is where there is something to understand.
        let reach = if kind & 0x80 == 0 {
            192.min(file.len())
        } else {
            file.len()
        };
        let at = usize::from(u16::from_le_bytes([low, high])) * 5 % (reach + 1);
        match kind % 6 {
            0 if at < file.len() => file[at] ^= 1 << (a % 8),
            1 if at < file.len() => file[at] = a,
            2 => file.truncate(at),
            3 => file.insert(at, a),
            4 => file.extend(std::iter::repeat_n(a, usize::from(b))),
            _ => {
                let word = [
                    0,
                    1,
                    128,
                    192,
                    u64::MAX,
                    1 << 63,
                    1 << 31,
                    u64::from(u32::MAX),
                ];
                let word = word[usize::from(a) % word.len()].to_le_bytes();
                let length = [1, 2, 4, 8][usize::from(b) % 4];
                for (byte, new) in file.iter_mut().skip(at).zip(&word[..length]) {
                    *byte = *new;
                }
            }
        }
    }
}

/// Makes the checksum of the head right again, if there is a place for it.
fn sign(file: &mut [u8]) {
    let Some(start) = file.get(10..14).and_then(|bytes| bytes.try_into().ok()) else {
        return;
    };
    let start = u32::from_le_bytes(start) as usize;
    if start < 22 || start > file.len() {
        return;
    }
    let sum = xxh3_64(&file[..start - 8]);
    file[start - 8..start].copy_from_slice(&sum.to_le_bytes());
}

/// Puts what the blocks hash to in place of what they should, wherever that lies in the
/// head, so that even what is behind the checksums of the blocks is reached.
fn sign_blocks(file: &mut [u8]) {
    let Ok(table) = Table::from_storage(file.to_vec().into(), Origin::Memory) else {
        return;
    };
    for block in 0..table.blocks() {
        if let Some(TableError::Format {
            source: FormatError::DamagedBlock {
                expected, found, ..
            },
            ..
        }) = table.damage_in(block)
        {
            let old = expected.to_le_bytes();
            if let Some(at) = file.windows(8).position(|bytes| bytes == old) {
                file[at..at + 8].copy_from_slice(&found.to_le_bytes());
            }
        }
    }
    sign(file);
}

/// Text as a position, and as rules.
pub(crate) fn position(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    if let Ok(found) = read_position(text) {
        let printed = found.position.to_string();
        assert_eq!(printed.parse(), Ok(found.position), "{text:?}");
        assert!((1..=48).contains(&found.position.total()));
    }
    if let Ok(position) = text.parse::<Position>() {
        let board: Board = position.board();
        assert!(board.seeds() <= position.total());
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules), "{text:?}");
    }
}

/// Text as a line of moves.
pub(crate) fn moves(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for first in Player::ALL {
        let Ok(moves) = parse_moves(text, first) else {
            continue;
        };
        let mut mover = first;
        let mut printed = String::new();
        for played in &moves {
            printed.push(played.letter(mover));
            mover = mover.opposite();
        }
        assert_eq!(parse_moves(&printed, first), Ok(moves), "{text:?}");
    }
}

/// Bytes as a file of game records in any form.
pub(crate) fn record(bytes: &[u8]) {
    let Ok(found) = read_bytes(bytes, &ReadOptions::default()) else {
        return;
    };
    for game in found.games.into_iter().flatten() {
        for form in Form::ALL {
            let Ok(written) = write(&game.checked, form) else {
                continue;
            };
            let options = ReadOptions {
                rules: Some(game.checked.rules()),
                ..ReadOptions::default()
            };
            let again = read(&written, &options)
                .unwrap_or_else(|error| panic!("{error}\nin {written:?}\nfrom {bytes:?}"));
            assert_eq!(again.games.len(), 1, "{written:?}\nfrom {bytes:?}");
        }
    }
}
