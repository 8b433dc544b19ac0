//! Packed tables: one value through the cache, all values at once, and to and fro.

use std::sync::Arc;

use rayon::prelude::*;

use super::checked_blocks::CheckedBlocks;
use super::chunk_cache::ChunkCache;
use super::{Origin, Table, TableError};
use crate::endgame::format::{
    BLOCK_CHUNKS, CHUNK_BOARDS, Coding, FormatError, Head, PackedBlock, Packing, unpack_block,
};
use crate::endgame::index::Rank;
use crate::endgame::storage::Storage;

/// A packed table's part of a cache.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    cache: Arc<ChunkCache>,
    /// The number in the cache of the table's first chunk.
    first: u64,
}

impl Chunks {
    /// A cache for one table alone, if it is packed.
    pub(super) fn of(head: &Head) -> Option<Self> {
        head.packing.as_ref().map(|_| Self {
            cache: Arc::new(ChunkCache::for_chunks(chunks(head))),
            first: 0,
        })
    }
}

impl Table {
    /// This layer packed, in memory; `None` when that would not be smaller, as for layers
    /// of few boards, and when the table is packed already or has bounds.
    ///
    /// It is decoded again and compared before it is given away.
    ///
    /// # Errors
    ///
    /// When a block is damaged.
    pub fn packed(&self) -> Result<Option<Self>, TableError> {
        if self.coding() != Coding::Net8 {
            return Ok(None);
        }
        let values = self.values()?;
        let (head, blocks) = Head::packed(self.layer(), *self.rules(), values.as_bytes());
        let storage = Storage::from(blocks.concat());
        let packed = Self {
            checked: CheckedBlocks::none_of(head.checksums.len()),
            chunks: Chunks::of(&head),
            head,
            storage,
            start: 0,
            origin: Origin::Memory,
        };
        if packed.size_bytes() >= self.size_bytes() {
            return Ok(None);
        }
        packed.check_values(values.as_bytes())?;
        Ok(Some(packed))
    }

    /// Decodes every block of a packed table and compares it with what was packed.
    fn check_values(&self, values: &[u8]) -> Result<(), TableError> {
        let Some(packing) = &self.head.packing else {
            return Ok(());
        };
        let wrong = values
            .par_chunks(BLOCK_CHUNKS * CHUNK_BOARDS)
            .enumerate()
            .find_map_first(|(block, expected)| {
                let mut found = vec![0; expected.len()];
                let bytes = self.block(block);
                let block = block as u64;
                match unpack_block(self.layer(), &packing.model, block, bytes, &mut found) {
                    Err(error) => Some(error),
                    Ok(()) => {
                        let mut pairs = found.iter().zip(expected);
                        let place = pairs.position(|(found, expected)| found != expected)?;
                        let chunk = (place / CHUNK_BOARDS) as u64;
                        Some(FormatError::UndecodableBlock { block, chunk })
                    }
                }
            });
        wrong.map_or(Ok(()), |source| Err(self.error(source)))
    }

    /// This layer with a byte a board, in memory; `None` when it is not packed.
    ///
    /// # Errors
    ///
    /// When a block is damaged, or the values do not fit in memory.
    pub fn unpacked(&self) -> Result<Option<Self>, TableError> {
        if self.coding() != Coding::Packed {
            return Ok(None);
        }
        let values = self.values()?.0.into_owned();
        Self::from_values(self.layer(), *self.rules(), values).map(Some)
    }

    /// The tables of a database share one cache, so that its bound is that of them all.
    pub(in crate::endgame) fn share_cache(tables: &mut [Self]) {
        let all = tables.iter().filter(|table| table.chunks.is_some());
        let total = all.map(|table| chunks(&table.head)).sum();
        let cache = Arc::new(ChunkCache::for_chunks(total));
        let mut first = 0;
        for table in tables {
            if let Some(own) = &mut table.chunks {
                own.cache = Arc::clone(&cache);
                own.first = first;
                first += chunks(&table.head);
            }
        }
    }

    /// The value of a board whose block is checked.
    #[inline]
    pub(super) fn packed_value(
        &self,
        packing: &Packing,
        chunks: &Chunks,
        rank: Rank,
    ) -> Result<i8, TableError> {
        let chunk = rank.get() / CHUNK_BOARDS as u64;
        let place = (rank.get() % CHUNK_BOARDS as u64) as usize;
        let value = match chunks.cache.get(chunks.first + chunk, place) {
            Some(value) => value,
            None => self.decode_chunk(packing, chunks, chunk)?[place],
        };
        Ok(value.cast_signed())
    }

    /// Decodes a chunk and puts it into the cache.
    #[cold]
    fn decode_chunk(
        &self,
        packing: &Packing,
        chunks: &Chunks,
        chunk: u64,
    ) -> Result<[u8; CHUNK_BOARDS], TableError> {
        let layer = self.layer();
        let block = chunk / BLOCK_CHUNKS as u64;
        let in_block = (chunk % BLOCK_CHUNKS as u64) as usize;
        let boards = Coding::Packed.boards_of(layer, block);
        let mut values = [0; CHUNK_BOARDS];
        let used = CHUNK_BOARDS.min(boards - in_block * CHUNK_BOARDS);
        PackedBlock::new(block, self.block(block as usize), boards)
            .and_then(|packed| {
                packed.decode_chunk(layer, &packing.model, in_block, &mut values[..used])
            })
            .map_err(|source| self.error(source))?;
        chunks.cache.put(chunks.first + chunk, &values);
        Ok(values)
    }

    /// The values of a block that is checked.
    pub(super) fn unpack_block(
        &self,
        packing: &Packing,
        block: u64,
    ) -> Result<Vec<u8>, TableError> {
        let layer = self.layer();
        let mut values = vec![0; Coding::Packed.boards_of(layer, block)];
        let bytes = self.block(block as usize);
        unpack_block(layer, &packing.model, block, bytes, &mut values)
            .map_err(|source| self.error(source))?;
        Ok(values)
    }

    /// All values of a packed table whose blocks are checked.
    pub(super) fn unpack(&self, packing: &Packing) -> Result<Vec<u8>, TableError> {
        let layer = self.layer();
        let too_large = || {
            self.error(FormatError::TooLarge {
                boards: layer.boards(),
            })
        };
        let boards = usize::try_from(layer.boards()).map_err(|_| too_large())?;
        let mut values = Vec::new();
        // Asked for in advance, because growing in vain would abort the process.
        values.try_reserve_exact(boards).map_err(|_| too_large())?;
        values.resize(boards, 0);
        let damaged = values
            .par_chunks_mut(BLOCK_CHUNKS * CHUNK_BOARDS)
            .enumerate()
            .find_map_first(|(block, values)| {
                let bytes = self.block(block);
                unpack_block(layer, &packing.model, block as u64, bytes, values).err()
            });
        match damaged {
            None => Ok(values),
            Some(source) => Err(self.error(source)),
        }
    }
}

fn chunks(head: &Head) -> u64 {
    head.layer.boards().div_ceil(CHUNK_BOARDS as u64)
}
