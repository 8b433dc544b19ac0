//! [`Head`]: all that comes before the blocks of a table, to bytes and back.
//!
//! A head is made of the checksums of the blocks and of nothing else that depends on the
//! values, and its length is known before them: so a table larger than memory is written
//! block after block behind a gap of [`Head::length`] bytes, and the head last.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    ALIGNMENT, CHECKSUM_BYTES, Coding, FORMAT_VERSION, FormatError, HEAD_LIMIT, HEADER_LIMIT,
    MAGIC, PREFIX_BYTES,
};
use crate::endgame::index::Layer;
use crate::game::{MAX_SEEDS, ValueRules};

/// How bincode writes, fixed for all versions of the format.
const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Fixint,
    bincode::config::Limit<HEADER_LIMIT>,
> = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding()
    .with_limit::<HEADER_LIMIT>();

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

/// All that comes before the blocks, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::endgame) struct Head {
    pub(in crate::endgame) layer: Layer,
    pub(in crate::endgame) rules: ValueRules,
    pub(in crate::endgame) coding: Coding,
    /// xxh3 of each block.
    pub(in crate::endgame) checksums: Box<[u64]>,
}

impl Head {
    /// The head for blocks with these checksums, each by [`Head::checksum`].
    pub(in crate::endgame) fn new(
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
        checksums: Box<[u64]>,
    ) -> Result<Self, FormatError> {
        expect_field("blocks", coding.blocks(layer), checksums.len() as u64)?;
        Ok(Self {
            layer,
            rules,
            coding,
            checksums,
        })
    }

    /// The head for the values of a whole layer.
    pub(in crate::endgame) fn of(
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
        values: &[u8],
    ) -> Result<Self, FormatError> {
        let boards = values.len() as u64 / coding.board_bytes() as u64;
        expect_field("boards", layer.boards(), boards)?;
        let blocks = values.par_chunks(coding.block_bytes());
        let checksums: Vec<u64> = blocks.map(Self::checksum).collect();
        Self::new(layer, rules, coding, checksums.into())
    }

    /// The checksum of the bytes of a block.
    pub(in crate::endgame) fn checksum(block: &[u8]) -> u64 {
        xxh3_64(block)
    }

    /// The bytes from the start of the file to the first block of a table that may not be
    /// there yet.
    pub(in crate::endgame) fn length(
        layer: Layer,
        rules: &ValueRules,
        coding: Coding,
    ) -> Result<usize, FormatError> {
        let header = Header::of(layer, rules, coding).encode();
        blocks_start(header.len(), layer, coding)
    }

    /// The number of bytes from the start of the file to the first block.
    pub(in crate::endgame) fn encoded_length(&self) -> usize {
        Self::length(self.layer, &self.rules, self.coding)
            .expect("the checksums, which are most of it, are in memory")
    }

    /// The bytes from the start of the file to the first block.
    pub(in crate::endgame) fn encode(&self) -> Vec<u8> {
        let header = Header::of(self.layer, &self.rules, self.coding).encode();
        let start = self.encoded_length();
        let start_field = u32::try_from(start).expect("the head of 48 seeds has 69 MB");

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
    pub(in crate::endgame) fn decode(file: &[u8]) -> Result<(Self, usize), FormatError> {
        let head = checked_head(file)?;
        let (header, header_bytes) = bincode::serde::decode_from_slice::<Header, _>(
            &head[PREFIX_BYTES..head.len() - CHECKSUM_BYTES],
            BINCODE,
        )
        .map_err(|error| FormatError::UnreadableHeader {
            reason: error.to_string(),
        })?;
        let (layer, coding) = header.checked()?;

        let blocks = coding.blocks(layer);
        let start = blocks_start(header_bytes, layer, coding)?;
        expect_field("blocks", blocks, header.blocks)?;
        expect_field("start of the blocks", start as u64, head.len() as u64)?;

        let sums = &head[PREFIX_BYTES + header_bytes..start - CHECKSUM_BYTES];
        let (sums, padding) = sums.split_at(blocks as usize * CHECKSUM_BYTES);
        let stray = padding.iter().copied().find(|&byte| byte != 0);
        expect_field("padding", 0, u64::from(stray.unwrap_or(0)))?;

        let head = Self {
            layer,
            rules: header.rules,
            coding,
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
    pub(in crate::endgame) fn check_length(
        &self,
        start: usize,
        found: usize,
    ) -> Result<(), FormatError> {
        let expected = start as u64 + self.layer.boards() * self.coding.board_bytes() as u64;
        let found = found as u64;
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => Err(FormatError::Truncated { expected, found }),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(FormatError::TrailingBytes { expected, found }),
        }
    }

    /// Checks the bytes of one block: its checksum, and that each value is possible.
    pub(in crate::endgame) fn check_block(
        &self,
        block: usize,
        bytes: &[u8],
    ) -> Result<(), FormatError> {
        let expected = self.checksums[block];
        let found = Self::checksum(bytes);
        let block = block as u64;
        if found != expected {
            return Err(FormatError::DamagedBlock {
                block,
                expected,
                found,
            });
        }
        self.coding.check_values(self.layer, block, bytes)
    }
}

impl Header {
    fn of(layer: Layer, rules: &ValueRules, coding: Coding) -> Self {
        Self {
            rules: *rules,
            seeds: layer.seeds(),
            boards: layer.boards(),
            index_scheme: COMBINATORIAL,
            value_coding: coding.number(),
            block_boards: block_boards_field(coding),
            block_bytes: block_bytes_field(coding),
            blocks: coding.blocks(layer),
        }
    }

    fn encode(&self) -> Vec<u8> {
        bincode::serde::encode_to_vec(self, BINCODE)
            .expect("numbers and choices always encode, far below the limit")
    }

    /// The layer and the coding, once every field of which this library knows some values
    /// has one of them.
    fn checked(&self) -> Result<(Layer, Coding), FormatError> {
        let unknown = |field, found| FormatError::UnknownCoding { field, found };
        if self.index_scheme != COMBINATORIAL {
            return Err(unknown("index scheme", self.index_scheme));
        }
        let coding = Coding::ALL
            .into_iter()
            .find(|coding| coding.number() == self.value_coding)
            .ok_or(unknown("value coding", self.value_coding))?;
        if self.block_boards != block_boards_field(coding) {
            return Err(unknown("block size in boards", self.block_boards));
        }
        if self.block_bytes != block_bytes_field(coding) {
            return Err(unknown("block size in bytes", self.block_bytes));
        }
        if self.seeds > MAX_SEEDS {
            return Err(unknown("number of seeds", u32::from(self.seeds)));
        }
        let layer = Layer::new(self.seeds);
        expect_field("boards", layer.boards(), self.boards)?;
        Ok((layer, coding))
    }
}

/// At most 65 536.
const fn block_boards_field(coding: Coding) -> u32 {
    coding.block_boards() as u32
}

/// At most 65 536.
const fn block_bytes_field(coding: Coding) -> u32 {
    coding.block_bytes() as u32
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
fn blocks_start(header_bytes: usize, layer: Layer, coding: Coding) -> Result<usize, FormatError> {
    usize::try_from(coding.blocks(layer))
        .ok()
        .and_then(|blocks| blocks.checked_mul(CHECKSUM_BYTES))
        .and_then(|sums| {
            (PREFIX_BYTES + header_bytes + CHECKSUM_BYTES)
                .checked_add(sums)?
                .checked_next_multiple_of(ALIGNMENT)
        })
        .ok_or(FormatError::TooLarge {
            boards: layer.boards(),
        })
}
