//! [`Packing`]: what the head of a packed table has besides the checksums.

use super::packed::{Model, Packed};
use super::{Coding, FormatError};

/// Bytes of a block's length, and of the length of the model.
const LENGTH_BYTES: usize = 4;

/// Where the blocks of a packed table end, and the model that decodes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::endgame) struct Packing {
    /// For each block, counted from the start of the first.
    ends: Box<[u64]>,
    pub(in crate::endgame) model: Model,
}

impl Packing {
    /// For blocks in memory.
    pub(super) fn of(packed: Packed) -> (Self, Vec<Vec<u8>>) {
        let lengths = packed.blocks.iter().map(|block| block.len() as u64);
        let packing = Self {
            ends: ends(lengths),
            model: packed.model,
        };
        (packing, packed.blocks)
    }

    /// Where a block begins and ends.
    pub(super) fn range(&self, block: usize) -> (u64, u64) {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        (start, self.ends[block])
    }

    /// The bytes of all blocks.
    pub(super) fn bytes(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The length of what [`encode`](Self::encode) writes.
    pub(super) fn encoded_length(&self) -> usize {
        (self.ends.len() + 1) * LENGTH_BYTES + self.model.as_bytes().len()
    }

    /// The lengths of the blocks, the length of the model, the model.
    pub(super) fn encode(&self, head: &mut Vec<u8>) {
        let mut start = 0;
        for &end in &self.ends {
            let length = u32::try_from(end - start).expect("a block has at most 98 432 bytes");
            head.extend(length.to_le_bytes());
            start = end;
        }
        let model = self.model.as_bytes();
        let length = u32::try_from(model.len()).expect("a model of 48 seeds has at most 1.2 MB");
        head.extend(length.to_le_bytes());
        head.extend(model);
    }

    /// Reads what [`encode`](Self::encode) wrote at the start of `bytes`, for so many blocks.
    pub(super) fn decode(seeds: u8, blocks: usize, bytes: &[u8]) -> Result<Self, FormatError> {
        let missing = |expected: usize| FormatError::Inconsistent {
            field: "bytes of the head",
            expected: expected as u64,
            found: bytes.len() as u64,
        };
        let lengths = blocks * LENGTH_BYTES;
        let (lengths, rest) = bytes
            .split_at_checked(lengths)
            .ok_or(missing(lengths + LENGTH_BYTES))?;
        let (model_length, rest) = rest
            .split_first_chunk()
            .ok_or(missing(lengths.len() + LENGTH_BYTES))?;
        let model_length = u32::from_le_bytes(*model_length) as usize;
        let model = rest
            .get(..model_length)
            .ok_or(missing(lengths.len() + LENGTH_BYTES + model_length))?;
        let model =
            Model::parse(seeds, model).map_err(|impossible| FormatError::ImpossibleModel {
                context: impossible.context as u64,
            })?;
        let lengths = lengths.as_chunks().0.iter();
        Ok(Self {
            ends: ends(lengths.map(|&length| u64::from(u32::from_le_bytes(length)))),
            model,
        })
    }
}

/// Sums of 2^22 lengths below 2^32 at most.
fn ends(lengths: impl Iterator<Item = u64>) -> Box<[u64]> {
    lengths
        .scan(0, |end, length| {
            *end += length;
            Some(*end)
        })
        .collect()
}

const _: () = assert!(matches!(Coding::Packed.block_boards(), 65_536));
