//! The layout of a table file, so exactly that a reader can be written in any language.
//!
//! One file holds one layer: the value of every board with the same number of seeds, for
//! one set of value rules. Its bytes depend on nothing else, neither on time nor on the
//! number of threads, so two builds can be compared by one checksum. Values lie in fixed
//! blocks with a checksum each, because a reader that maps gigabytes can afford to check
//! what it touches and nothing more; and every byte of the file is under some checksum.
//!
//! # The file
//!
//! Integers are little endian; offsets and lengths count bytes. *xxh3* is the 64-bit XXH3
//! hash with seed 0 (<https://xxhash.com>).
//!
//! | offset | bytes | field |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `89 4F 57 41 52 45 0D 0A`, that is `\x89OWARE\r\n`: no text file starts so, and a transfer that mends line ends breaks it |
//! | 8 | 2 | format version, 1 |
//! | 10 | 4 | *S*, where the blocks start: a multiple of 64 |
//! | 14 | *H* | header, below: 51 bytes, or 54 for loops of kind 1 |
//! | 14 + *H* | 8 *B* | xxh3 of each block, in order |
//! | 14 + *H* + 8 *B* | 0 to 63 | zeros, up to *S* − 8 |
//! | *S* − 8 | 8 | xxh3 of the bytes 0 to *S* − 9: all the above |
//! | *S* | *N* | the blocks; the file ends with the last |
//!
//! *S* is the least multiple of 64 that leaves room. Blocks start on a cache line, not on
//! a page, which would make the smallest tables forty times as long.
//!
//! # The header
//!
//! Written by bincode 2 through serde, with fixed-width little-endian integers, which comes
//! down to the fields one after the other without padding. A choice is a number of 4 bytes,
//! which is *the place of the variant in its declaration*: variants of the types below may
//! be appended, never moved. A yes-or-no is a byte, 1 or 0.
//!
//! | bytes | field | values |
//! | --- | --- | --- |
//! | 4 | grand slam | 0 `no-capture`, 1 `forbidden`, 2 `unless-forced`, 3 `capture`, 4 `opponent-takes-rest`, 5 `keep-first`, 6 `keep-last` |
//! | 4 | feeding | 0 `must-feed`, 1 `pass` |
//! | 4 | stuck | 0 `own-side`, 1 `opponent` |
//! | 4 | loops | 0 an endless line is worth nothing, 1 each player gets his own row |
//! | 2 | only for loops 1: the occurrence that ends the game | 2 or more |
//! | 1 | only for loops 1: whether a repetition counts only while both rows hold seeds | |
//! | 1 | few seeds: the game ends with so many or fewer on the board | 0 for never |
//! | 1 | whether those seeds go to their own side | |
//! | 1 | seeds on each board of the layer, *n* | 0 to 48 |
//! | 8 | *N*, boards of the layer | C(*n* + 11, 11) |
//! | 4 | index scheme: which board has which number | 0: combinatorial number system over partial sums, as `index.rs` describes |
//! | 4 | value coding | 0: `Net8`, below |
//! | 4 | boards in each block but the last, which may have fewer | 65 536 |
//! | 4 | bytes in each block but the last | 65 536 |
//! | 8 | *B*, blocks | *N* / 65 536, rounded up |
//!
//! The words are those of the rules text (`oware rules`).
//!
//! # The values
//!
//! `Net8`: the byte of board number *r* lies at *S* + *r*. It is a signed number in two's
//! complement, the seeds that the player to move will yet win minus those he will yet
//! lose, from −*n* to *n*.
//!
//! # Versions
//!
//! | version | what changed |
//! | --- | --- |
//! | 1 | the first |
//!
//! A later index scheme, value coding or block size is a new number in its field when the
//! rest of the layout stays, and a new version when it does not. A reader refuses numbers
//! that it does not know.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::{MAX_SEEDS, ValueRules};

use super::index::Layer;

/// The version of the layout that this library writes, and the latest that it reads.
pub const FORMAT_VERSION: u16 = 1;

/// Boards in each block but the last: the unit that is checked at its first use.
pub const BLOCK_BOARDS: u64 = 1 << 16;

const MAGIC: [u8; 8] = *b"\x89OWARE\r\n";
/// Magic, version and the start of the blocks.
const PREFIX_BYTES: usize = 14;
const CHECKSUM_BYTES: usize = 8;
const ALIGNMENT: usize = 64;
const BLOCK_SIZE: u32 = BLOCK_BOARDS as u32;

/// Longest header that is decoded. Version 1 needs 54 bytes.
const HEADER_LIMIT: usize = 1024;
/// No table has more before its blocks: this is what 48 seeds ask for, and some.
const HEAD_LIMIT: usize = {
    let blocks = Layer::new(MAX_SEEDS).boards().div_ceil(BLOCK_BOARDS) as usize;
    (HEADER_LIMIT + blocks * CHECKSUM_BYTES).next_multiple_of(ALIGNMENT)
};

/// How bincode writes, fixed for all versions of the format.
const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Fixint,
    bincode::config::Limit<HEADER_LIMIT>,
> = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding()
    .with_limit::<HEADER_LIMIT>();

/// What is wrong with the bytes of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Something else altogether.
    #[error("not an endgame table: starts with \"{}\", expected \"{}\"", found.escape_ascii(), MAGIC.escape_ascii())]
    NotATable {
        /// The first bytes, eight at most.
        found: Vec<u8>,
    },
    /// A layout from after this library.
    #[error("written in format {found} by a newer version; this one reads formats up to {known}")]
    NewerVersion {
        /// The version in the file.
        found: u16,
        /// The latest that is read here.
        known: u16,
    },
    /// The place where the blocks start cannot be one.
    #[error(
        "damaged header: blocks cannot start at byte {found}, expected a multiple of 64 up to {limit}"
    )]
    DamagedLength {
        /// The place that the file states.
        found: u32,
        /// The last place possible.
        limit: u32,
    },
    /// Bytes are missing at the end.
    #[error("truncated: expected {expected} bytes or more, found {found}")]
    Truncated {
        /// The length of the file, or of the part that was looked for.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// Bytes after the end.
    #[error("bytes after the end of the table: expected {expected} bytes, found {found}")]
    TrailingBytes {
        /// The length that the header gives.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// The header differs from what was written.
    #[error("damaged header: expected checksum {expected:016x}, found {found:016x}")]
    DamagedHeader {
        /// The checksum in the file.
        expected: u64,
        /// That of the bytes.
        found: u64,
    },
    /// The header is as written, but does not read.
    #[error(
        "unreadable header, perhaps made by a newer version for rules unknown to this one: {reason}"
    )]
    UnreadableHeader {
        /// What the decoder says.
        reason: String,
    },
    /// The header is as written, but names a way of storing that is not known here.
    #[error("made by a newer version: {field} {found} is not known to this one")]
    UnknownCoding {
        /// What is unknown, such as "value coding".
        field: &'static str,
        /// Its number.
        found: u32,
    },
    /// The header is as written, but contradicts itself.
    #[error("inconsistent header: expected {field} {expected}, found {found}")]
    Inconsistent {
        /// The field.
        field: &'static str,
        /// What the other fields ask for.
        expected: u64,
        /// What it holds.
        found: u64,
    },
    /// A table, but for other rules.
    #[error("made for other rules: expected {expected}, found {found}")]
    WrongRules {
        /// The rules asked for.
        expected: ValueRules,
        /// Those of the table.
        found: ValueRules,
    },
    /// A table, but of another number of seeds.
    #[error("another layer under this name: expected {} seeds, found {}", expected.seeds(), found.seeds())]
    WrongLayer {
        /// The layer asked for.
        expected: Layer,
        /// That of the table.
        found: Layer,
    },
    /// The values of a block differ from what was written.
    #[error("block {block} is damaged: expected checksum {expected:016x}, found {found:016x}")]
    DamagedBlock {
        /// The number of the block, from 0.
        block: u64,
        /// The checksum in the header.
        expected: u64,
        /// That of the bytes.
        found: u64,
    },
    /// A value that no board of the layer can have.
    #[error(
        "impossible value in block {block}: board {board} expected from -{seeds} to {seeds}, found {found}"
    )]
    ImpossibleValue {
        /// The number of the block, from 0.
        block: u64,
        /// The number of the board.
        board: u64,
        /// The seeds on it.
        seeds: u8,
        /// The value.
        found: i8,
    },
    /// More bytes than this machine can address.
    #[error("a layer of {boards} boards is too large for this machine")]
    TooLarge {
        /// The boards of the layer, a byte each.
        boards: u64,
    },
}

/// The header as it lies in the file.
#[derive(Serialize, Deserialize)]
struct Header {
    rules: ValueRules,
    seeds: u8,
    boards: u64,
    // Numbers here, so that an unknown one is an error of its own.
    index_scheme: u32,
    value_coding: u32,
    block_boards: u32,
    block_bytes: u32,
    blocks: u64,
}

/// The number of the index of `index.rs`.
const COMBINATORIAL: u32 = 0;
/// The number of the coding in one signed byte a board.
const NET8: u32 = 0;

/// All that comes before the blocks, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) layer: Layer,
    pub(super) rules: ValueRules,
    /// xxh3 of each block.
    pub(super) checksums: Box<[u64]>,
}

impl Head {
    /// The head for the values of a whole layer, a byte each.
    pub(super) fn of(layer: Layer, rules: ValueRules, values: &[u8]) -> Result<Self, FormatError> {
        if values.len() as u64 != layer.boards() {
            return Err(FormatError::Inconsistent {
                field: "boards",
                expected: layer.boards(),
                found: values.len() as u64,
            });
        }
        let checksums = values.chunks(BLOCK_BOARDS as usize).map(xxh3_64).collect();
        Ok(Self {
            layer,
            rules,
            checksums,
        })
    }

    /// The bytes from the start of the file to the first block.
    pub(super) fn encode(&self) -> Vec<u8> {
        let header = bincode::serde::encode_to_vec(
            Header {
                rules: self.rules,
                seeds: self.layer.seeds(),
                boards: self.layer.boards(),
                index_scheme: COMBINATORIAL,
                value_coding: NET8,
                block_boards: BLOCK_SIZE,
                block_bytes: BLOCK_SIZE,
                blocks: self.checksums.len() as u64,
            },
            BINCODE,
        )
        .expect("numbers and choices always encode, far below the limit");
        let start = blocks_start(header.len(), self.checksums.len());
        let start_field = u32::try_from(start).expect("the head of 48 seeds has 34 MB");

        let mut head = Vec::with_capacity(start);
        head.extend(MAGIC);
        head.extend(FORMAT_VERSION.to_le_bytes());
        head.extend(start_field.to_le_bytes());
        head.extend(header);
        head.extend(self.checksums.iter().flat_map(|sum| sum.to_le_bytes()));
        head.resize(start - CHECKSUM_BYTES, 0);
        head.extend(xxh3_64(&head).to_le_bytes());
        head
    }

    /// Reads the head of a file and checks it; gives the place of the first block too.
    ///
    /// Nothing in the header is believed, and no memory reserved for it, before its length
    /// fits the file and its checksum is right.
    pub(super) fn decode(file: &[u8]) -> Result<(Self, usize), FormatError> {
        let head = checked_head(file)?;
        let (header, header_bytes) = bincode::serde::decode_from_slice::<Header, _>(
            &head[PREFIX_BYTES..head.len() - CHECKSUM_BYTES],
            BINCODE,
        )
        .map_err(|error| FormatError::UnreadableHeader {
            reason: error.to_string(),
        })?;
        let layer = header.checked_layer()?;

        let blocks = layer.boards().div_ceil(BLOCK_BOARDS);
        let start = usize::try_from(blocks)
            .map(|blocks| blocks_start(header_bytes, blocks))
            .map_err(|_| FormatError::TooLarge {
                boards: layer.boards(),
            })?;
        expect_field("blocks", blocks, header.blocks)?;
        expect_field("start of the blocks", start as u64, head.len() as u64)?;

        let sums = &head[PREFIX_BYTES + header_bytes..start - CHECKSUM_BYTES];
        let (sums, padding) = sums.split_at(blocks as usize * CHECKSUM_BYTES);
        let stray = padding.iter().copied().find(|&byte| byte != 0);
        expect_field("padding", 0, u64::from(stray.unwrap_or(0)))?;

        let head = Self {
            layer,
            rules: header.rules,
            checksums: sums
                .as_chunks()
                .0
                .iter()
                .copied()
                .map(u64::from_le_bytes)
                .collect(),
        };
        Ok((head, start))
    }

    /// Checks that a file whose blocks begin at `start` ends with the last of them.
    pub(super) fn check_length(&self, start: usize, found: usize) -> Result<(), FormatError> {
        let expected = start as u64 + self.layer.boards();
        let found = found as u64;
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => Err(FormatError::Truncated { expected, found }),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(FormatError::TrailingBytes { expected, found }),
        }
    }

    /// Checks the bytes of one block: its checksum, and that each value is possible.
    pub(super) fn check_block(&self, block: usize, values: &[u8]) -> Result<(), FormatError> {
        let expected = self.checksums[block];
        let found = xxh3_64(values);
        let block = block as u64;
        if found != expected {
            return Err(FormatError::DamagedBlock {
                block,
                expected,
                found,
            });
        }
        let seeds = self.layer.seeds();
        let possible = |value: u8| value.cast_signed().unsigned_abs() <= seeds;
        match values.iter().position(|&value| !possible(value)) {
            None => Ok(()),
            Some(place) => Err(FormatError::ImpossibleValue {
                block,
                board: block * BLOCK_BOARDS + place as u64,
                seeds,
                found: values[place].cast_signed(),
            }),
        }
    }
}

impl Header {
    /// The layer, once every field that this library knows one value for has that value.
    fn checked_layer(&self) -> Result<Layer, FormatError> {
        for (field, known, found) in [
            ("index scheme", COMBINATORIAL, self.index_scheme),
            ("value coding", NET8, self.value_coding),
            ("block size in boards", BLOCK_SIZE, self.block_boards),
            ("block size in bytes", BLOCK_SIZE, self.block_bytes),
        ] {
            if found != known {
                return Err(FormatError::UnknownCoding { field, found });
            }
        }
        if self.seeds > MAX_SEEDS {
            return Err(FormatError::UnknownCoding {
                field: "number of seeds",
                found: u32::from(self.seeds),
            });
        }
        let layer = Layer::new(self.seeds);
        expect_field("boards", layer.boards(), self.boards)?;
        Ok(layer)
    }
}

/// The bytes before the first block, when their length is possible and their checksum right.
fn checked_head(file: &[u8]) -> Result<&[u8], FormatError> {
    let found = file.len() as u64;
    let magic = &file[..file.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        return Err(FormatError::NotATable {
            found: magic.to_owned(),
        });
    }
    let Some(&[.., v0, v1, s0, s1, s2, s3]) = file.first_chunk::<PREFIX_BYTES>() else {
        return Err(FormatError::Truncated {
            expected: PREFIX_BYTES as u64,
            found,
        });
    };
    // The version first: a newer one may place all that follows otherwise.
    let version = u16::from_le_bytes([v0, v1]);
    if version > FORMAT_VERSION {
        return Err(FormatError::NewerVersion {
            found: version,
            known: FORMAT_VERSION,
        });
    }
    let start_field = u32::from_le_bytes([s0, s1, s2, s3]);
    let start = start_field as usize;
    if start == 0 || !start.is_multiple_of(ALIGNMENT) || start > HEAD_LIMIT {
        return Err(FormatError::DamagedLength {
            found: start_field,
            limit: HEAD_LIMIT as u32,
        });
    }
    let Some((covered, expected)) = file
        .get(..start)
        .and_then(|head| head.split_last_chunk::<CHECKSUM_BYTES>())
    else {
        return Err(FormatError::Truncated {
            expected: start as u64,
            found,
        });
    };
    let expected = u64::from_le_bytes(*expected);
    let found = xxh3_64(covered);
    if found != expected {
        return Err(FormatError::DamagedHeader { expected, found });
    }
    expect_field(
        "format version",
        u64::from(FORMAT_VERSION),
        u64::from(version),
    )?;
    Ok(&file[..start])
}

fn expect_field(field: &'static str, expected: u64, found: u64) -> Result<(), FormatError> {
    if found == expected {
        Ok(())
    } else {
        Err(FormatError::Inconsistent {
            field,
            expected,
            found,
        })
    }
}

/// The least multiple of the alignment that leaves room for all that comes before.
const fn blocks_start(header_bytes: usize, blocks: usize) -> usize {
    (PREFIX_BYTES + header_bytes + blocks * CHECKSUM_BYTES + CHECKSUM_BYTES)
        .next_multiple_of(ALIGNMENT)
}
