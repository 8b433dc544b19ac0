//! The packed coding of exact values: less than 3 bits a board, each 1024 boards on their own.
//!
//! Boards that differ by one seed one pit further have values close to each other, and in
//! the order of the index such a neighbour lies a known distance back. So each value is
//! predicted from its neighbours ([`prediction`]), the table says how often each value
//! follows each prediction ([`model`]), and an entropy coder spends on a value what that
//! frequency makes it worth ([`rans`]). Everything is integer arithmetic on what stands
//! before in the same chunk, so a chunk decodes alike on every machine and without the rest.
//!
//! # Why chunks of 1024 in blocks of 65 536
//!
//! A probe into a cold table decodes one chunk, which takes the time of some 25 boards a
//! microsecond, and the first boards of a chunk lack neighbours. Measured for awari with 18
//! seeds: chunks of 1024 cost 2.72 bits a board, of 2048 2.69, of 4096 2.67; the smallest
//! halves the time of a cold probe each time for one part in a hundred. A checksum and a
//! length for each chunk would cost 0.09 bits a board, so the block of 65 536 boards has
//! one checksum, and two bytes of length a chunk.
//!
//! # What was tried
//!
//! Bits a board for awari with 16 seeds, by the empirical entropy: no context 3.95; the
//! value before 3.31; the mean of the neighbours in the mover's row 2.84; with the best
//! capture of the mover taken off before the mean and added after it 2.73; with the
//! recent errors of the neighbours 2.64, which is what stands here. With the spread of the
//! neighbours as well 2.61, with the opponent's best threat 2.60, at three times the number
//! of contexts each; least-squares weights for the neighbours gain less than 0.01.

mod block;
mod model;
mod prediction;
mod rans;

use rayon::prelude::*;

use super::FormatError;
use crate::endgame::index::Layer;
use crate::game::MAX_SEEDS;

pub(in crate::endgame) use block::PackedBlock;
pub(in crate::endgame) use model::Model;

/// Boards of a chunk, the least that is decoded.
pub(in crate::endgame) const CHUNK_BOARDS: usize = 1024;
/// Boards of a block.
pub(super) const BLOCK_BOARDS: usize = 1 << 16;
/// Chunks of a block.
pub(in crate::endgame) const BLOCK_CHUNKS: usize = BLOCK_BOARDS / CHUNK_BOARDS;

/// A block decoded, a byte a board, fits a chunk's lengths: a value costs at most 12 bits.
const _: () = assert!(CHUNK_BOARDS * 12 / 8 + 4 < 1 << 16);
const _: () = assert!(2 * (MAX_SEEDS as usize) < 1 << model::SYMBOL_BITS);

/// A layer packed: the model and the bytes of each block.
pub(in crate::endgame) struct Packed {
    pub(in crate::endgame) model: Model,
    pub(in crate::endgame) blocks: Vec<Vec<u8>>,
}

/// Packs the values of a layer, each possible, on the threads of the current rayon pool.
/// The bytes do not depend on the threads.
pub(in crate::endgame) fn pack(layer: Layer, values: &[u8]) -> Packed {
    let counts = || model::Counts::none(layer.seeds());
    let counts = values
        .par_chunks(BLOCK_BOARDS)
        .enumerate()
        .fold(counts, |mut counts, (block, values)| {
            block::count(layer, block as u64, values, &mut counts);
            counts
        })
        .reduce(counts, model::Counts::merge);
    let model = counts.into_model();
    let encoder = model.encoder();
    let blocks = values
        .par_chunks(BLOCK_BOARDS)
        .enumerate()
        .map(|(block, values)| block::encode(layer, block as u64, values, &encoder))
        .collect();
    Packed { model, blocks }
}

/// Decodes block number `block` into `values`, which has a byte for each of its boards.
pub(in crate::endgame) fn unpack_block(
    layer: Layer,
    model: &Model,
    block: u64,
    bytes: &[u8],
    values: &mut [u8],
) -> Result<(), FormatError> {
    let packed = PackedBlock::new(block, bytes, values.len())?;
    for (chunk, values) in values.chunks_mut(CHUNK_BOARDS).enumerate() {
        packed.decode_chunk(layer, model, chunk, values)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
