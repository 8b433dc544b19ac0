//! [`Head`]: all that comes before the blocks of a table, to bytes and back.
//!
//! A head is made of the checksums of the blocks and of nothing else that depends on the
//! values, and its length is known before them: so a table larger than memory is written
//! block after block behind a gap of [`Head::length`] bytes, and the head last.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::packed::pack;
use super::packing::Packing;
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
    /// What a packed table has besides, and no other.
    pub(in crate::endgame) packing: Option<Packing>,
}

impl Head {
    /// The head for blocks with these checksums, each by [`Head::checksum`], in a coding
    /// that gives every board as many bytes.
    pub(in crate::endgame) fn new(
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
        checksums: Box<[u64]>,
    ) -> Result<Self, FormatError> {
        expect_field("blocks", coding.blocks(layer), checksums.len() as u64)?;
        debug_assert!(coding != Coding::Packed);
        Ok(Self {
            layer,
            rules,
            coding,
            checksums,
            packing: None,
        })
    }

    /// The head for the values of a whole layer in such a coding.
    pub(in crate::endgame) fn of(
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
        values: &[u8],
    ) -> Result<Self, FormatError> {
        let (Some(board), Some(block)) = (coding.board_bytes(), coding.block_bytes()) else {
            return Err(FormatError::UnknownCoding {
                field: "value coding",
                found: coding.number(),
            });
        };
        expect_field("boards", layer.boards(), (values.len() / board) as u64)?;
        let checksums: Vec<u64> = values.par_chunks(block).map(Self::checksum).collect();
        Self::new(layer, rules, coding, checksums.into())
    }

    /// The head and the blocks for the values of a whole layer, packed.
    pub(in crate::endgame) fn packed(
        layer: Layer,
        rules: ValueRules,
        values: &[u8],
    ) -> (Self, Vec<Vec<u8>>) {
        let (packing, blocks) = Packing::of(pack(layer, values));
        let head = Self {
            layer,
            rules,
            coding: Coding::Packed,
            checksums: blocks.iter().map(|block| Self::checksum(block)).collect(),
            packing: Some(packing),
        };
        (head, blocks)
    }

    /// The checksum of the bytes of a block.
    pub(in crate::endgame) fn checksum(block: &[u8]) -> u64 {
        xxh3_64(block)
    }

    /// The bytes from the start of the file to the first block of a table that may not be
    /// there yet, in a coding that gives every board as many bytes.
    pub(in crate::endgame) fn length(
        layer: Layer,
        rules: &ValueRules,
        coding: Coding,
    ) -> Result<usize, FormatError> {
        Self::length_with(layer, rules, coding, 0)
    }

    /// The number of bytes from the start of the file to the first block.
    pub(in crate::endgame) fn encoded_length(&self) -> usize {
        let (layer, coding) = (self.layer, self.coding);
        match &self.packing {
            None => Self::length(layer, &self.rules, coding),
            Some(packing) => {
                Self::length_with(layer, &self.rules, coding, packing.encoded_length())
            }
        }
        .expect("the checksums, which are most of it, are in memory")
    }

    fn length_with(
        layer: Layer,
        rules: &ValueRules,
        coding: Coding,
        packing_bytes: usize,
    ) -> Result<usize, FormatError> {
        let header = Header::of(layer, rules, coding).encode();
        blocks_start(header.len(), layer, coding, packing_bytes)
    }

    /// The length of all blocks.
    pub(in crate::endgame) fn blocks_length(&self) -> u64 {
        match (&self.packing, self.coding.board_bytes()) {
            (Some(packing), _) => packing.bytes(),
            (None, bytes) => self.layer.boards() * bytes.unwrap_or(1) as u64,
        }
    }

    /// Where a block lies among all of them.
    pub(in crate::endgame) fn block_range(&self, block: usize) -> Range<usize> {
        // The blocks are in memory or mapped into it, so their places are addresses.
        match (&self.packing, self.coding.block_bytes()) {
            (Some(packing), _) => {
                let (start, end) = packing.range(block);
                start as usize..end as usize
            }
            (None, bytes) => {
                let bytes = bytes.unwrap_or(1);
                let end = self.blocks_length().min(((block + 1) * bytes) as u64);
                block * bytes..end as usize
            }
        }
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
        if let Some(packing) = &self.packing {
            packing.encode(&mut head);
        }
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
        expect_field("blocks", blocks, header.blocks)?;
        let after_header = &head[PREFIX_BYTES + header_bytes..head.len() - CHECKSUM_BYTES];
        let too_few = FormatError::Inconsistent {
            field: "start of the blocks",
            expected: blocks_start(header_bytes, layer, coding, 0)? as u64,
            found: head.len() as u64,
        };
        let (sums, rest) = usize::try_from(blocks)
            .ok()
            .and_then(|blocks| after_header.split_at_checked(blocks * CHECKSUM_BYTES))
            .ok_or(too_few)?;
        let packing = match coding {
            Coding::Packed => Some(Packing::decode(layer.seeds(), blocks as usize, rest)?),
            Coding::Net8 | Coding::Bounds8 => None,
        };
        let packing_bytes = packing.as_ref().map_or(0, Packing::encoded_length);
        let start = blocks_start(header_bytes, layer, coding, packing_bytes)?;
        expect_field("start of the blocks", start as u64, head.len() as u64)?;
        let padding = rest[packing_bytes..].iter();
        let stray = padding.copied().find(|&byte| byte != 0);
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
            packing,
        };
        Ok((head, start))
    }

    /// Checks that a file whose blocks begin at `start` ends with the last of them.
    pub(in crate::endgame) fn check_length(
        &self,
        start: usize,
        found: usize,
    ) -> Result<(), FormatError> {
        let expected = (start as u64).saturating_add(self.blocks_length());
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

/// At most 65 536; 0 where the blocks differ.
const fn block_bytes_field(coding: Coding) -> u32 {
    match coding.block_bytes() {
        Some(bytes) => bytes as u32,
        None => 0,
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
fn blocks_start(
    header_bytes: usize,
    layer: Layer,
    coding: Coding,
    packing_bytes: usize,
) -> Result<usize, FormatError> {
    usize::try_from(coding.blocks(layer))
        .ok()
        .and_then(|blocks| blocks.checked_mul(CHECKSUM_BYTES))
        .and_then(|sums| {
            (PREFIX_BYTES + header_bytes + CHECKSUM_BYTES)
                .checked_add(sums)?
                .checked_add(packing_bytes)?
                .checked_next_multiple_of(ALIGNMENT)
        })
        .ok_or(FormatError::TooLarge {
            boards: layer.boards(),
        })
}
