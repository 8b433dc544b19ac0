//! A block of the packed coding: its chunks, one after the other, and where each begins.
//!
//! ```text
//!   2 bytes a chunk: its length in bytes
//!   the chunks: 4 bytes of state, then words of 2 bytes, see `rans.rs`
//! ```

use super::model::{Counts, Encoder, Model};
use super::prediction::Predictor;
use super::rans::{Decoder, Share, encode as encode_shares};
use super::{BLOCK_BOARDS, CHUNK_BOARDS};
use crate::endgame::format::FormatError;
use crate::endgame::index::{Layer, Rank};

/// Bytes of a chunk's length.
const LENGTH_BYTES: usize = 2;

/// Counts the values of a block by context.
pub(super) fn count(layer: Layer, block: u64, values: &[u8], counts: &mut Counts) {
    for (chunk, values) in values.chunks(CHUNK_BOARDS).enumerate() {
        let mut predictor = Predictor::new(layer, first_board(block, chunk));
        for value in values.iter().map(|value| value.cast_signed()) {
            let expected = predictor.expect();
            counts.add(expected.context, value);
            predictor.learn(expected, value);
        }
    }
}

/// The bytes of a block whose values were counted.
pub(super) fn encode(layer: Layer, block: u64, values: &[u8], encoder: &Encoder) -> Vec<u8> {
    let chunks = values.len().div_ceil(CHUNK_BOARDS);
    let mut bytes = vec![0; chunks * LENGTH_BYTES];
    let mut shares: Vec<Share> = Vec::with_capacity(CHUNK_BOARDS);
    for (chunk, values) in values.chunks(CHUNK_BOARDS).enumerate() {
        let mut predictor = Predictor::new(layer, first_board(block, chunk));
        shares.clear();
        shares.extend(values.iter().map(|value| {
            let value = value.cast_signed();
            let expected = predictor.expect();
            predictor.learn(expected, value);
            encoder.share(expected.context, value)
        }));
        let start = bytes.len();
        encode_shares(&shares, &mut bytes);
        let length = u16::try_from(bytes.len() - start).expect("a value costs at most 12 bits");
        bytes[chunk * LENGTH_BYTES..][..LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    }
    bytes
}

/// The bytes of a block whose chunks fit together.
pub(in crate::endgame) struct PackedBlock<'a> {
    block: u64,
    lengths: &'a [[u8; LENGTH_BYTES]],
    chunks: &'a [u8],
}

impl<'a> PackedBlock<'a> {
    /// The block with number `block` of a layer, with so many boards.
    pub(in crate::endgame) fn new(
        block: u64,
        bytes: &'a [u8],
        boards: usize,
    ) -> Result<Self, FormatError> {
        let wrong = |found| FormatError::UndecodableBlock {
            block,
            chunk: found,
        };
        let chunks = boards.div_ceil(CHUNK_BOARDS);
        let (lengths, rest) = bytes
            .split_at_checked(chunks * LENGTH_BYTES)
            .ok_or(wrong(0))?;
        let lengths = lengths.as_chunks().0;
        let total: usize = lengths.iter().map(|&length| length_of(length)).sum();
        if total != rest.len() {
            return Err(wrong(chunks as u64 - 1));
        }
        Ok(Self {
            block,
            lengths,
            chunks: rest,
        })
    }

    /// Decodes a chunk of the block, by its number there, into as many values as it has.
    pub(in crate::endgame) fn decode_chunk(
        &self,
        layer: Layer,
        model: &Model,
        chunk: usize,
        values: &mut [u8],
    ) -> Result<(), FormatError> {
        let before = self.lengths[..chunk].iter();
        let start: usize = before.map(|&length| length_of(length)).sum();
        let bytes = &self.chunks[start..start + length_of(self.lengths[chunk])];
        let first = first_board(self.block, chunk);
        decode(layer, model, first, bytes, values).ok_or(FormatError::UndecodableBlock {
            block: self.block,
            chunk: chunk as u64,
        })
    }
}

/// Decodes the chunk that begins with `first`; `None` when it is not one.
fn decode(layer: Layer, model: &Model, first: Rank, bytes: &[u8], values: &mut [u8]) -> Option<()> {
    let mut decoder = Decoder::new(bytes)?;
    let mut predictor = Predictor::new(layer, first);
    for slot in values {
        let expected = predictor.expect();
        let (value, share) = model.find(expected.context, decoder.place());
        decoder.take(share);
        predictor.learn(expected, value);
        *slot = value.cast_unsigned();
    }
    decoder.is_at_end().then_some(())
}

fn first_board(block: u64, chunk: usize) -> Rank {
    Rank::new(block * BLOCK_BOARDS as u64 + (chunk * CHUNK_BOARDS) as u64)
}

fn length_of(length: [u8; LENGTH_BYTES]) -> usize {
    usize::from(u16::from_le_bytes(length))
}
