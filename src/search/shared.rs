//! A hash table of 16-byte cells that any number of threads read and write without locks.
//!
//! A cell is two words. A board needs 72 bits (six a pit), so with ten bits of tag the key
//! is kept in full and two boards are never taken for each other; 54 bits are left for what
//! is known. The first word is stored combined with the second by exclusive or (Hyatt &
//! Mann, ICGA Journal 2002): a cell whose halves were written by two threads then shows
//! another key, unless both wrote the same. Reads and writes are relaxed for that reason.
//!
//! ```text
//! word 1   bits 0..8 the rest of the board, 8..10 domain, 10..64 what is known
//! word 0   the first 64 bits of the board, exclusive-or word 1
//! ```
//!
//! Four cells make a bucket, which is a cache line; a board may stand in any of them, also
//! in several, each with other knowledge. All-zero cells are empty, and fresh memory is
//! zero, so a new table costs nothing before it is used.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Board;
use crate::pages::Pages;
use crate::prefetch::prefetch;

/// Cells of a bucket.
pub(crate) const CELLS: usize = 4;
const WORDS: usize = 2 * CELLS;
const BUCKET_BYTES: usize = 8 * WORDS;
const _: () = assert!(BUCKET_BYTES == 64, "a bucket is a cache line");
/// The most buckets a number has room for: 256 GiB.
const MOST_BUCKETS: usize = 1 << 32;

/// Bits of a word that belong to the key.
const KEY_BITS: u32 = 10;
/// Bits that a cell holds beside its key.
pub(crate) const DATA_BITS: u32 = 64 - KEY_BITS;

/// What kind of fact about a board it is; facts of different domains do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// The board as if it had just been set up.
    Fresh = 0,
    /// The board in the layer of the root, where its past ends lines; South to move.
    South = 1,
    /// The same with North to move.
    North = 2,
}

/// The bucket of a board in a table, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket(u32);

impl Bucket {
    /// Stands for one that was not asked for yet.
    pub(crate) const FIRST: Self = Self(0);
}

/// Where a board stands in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    bucket: Bucket,
    first: u64,
    tag: u64,
}

/// Memory for a table: in large pages, since every look-up goes to another one.
pub(crate) struct Memory(Pages<AtomicU64>);

impl Memory {
    /// # Errors
    ///
    /// When the system does not give so much.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        let buckets = (bytes / BUCKET_BYTES).clamp(1, MOST_BUCKETS);
        Pages::new(buckets * WORDS).map(Self)
    }

    /// Takes all of it from the system now, so that no search has to wait for it.
    pub(crate) fn take(&self) {
        self.0.take();
    }

    /// The same size of fresh memory.
    ///
    /// # Errors
    ///
    /// When the system does not give it; then the old memory stays as it is.
    pub(crate) fn renew(&mut self) -> io::Result<()> {
        self.0 = Pages::new(self.0.length())?;
        Ok(())
    }
}

/// The table.
#[derive(Clone, Copy)]
pub(crate) struct SharedTable<'a> {
    words: &'a [AtomicU64],
    buckets: usize,
}

impl<'a> SharedTable<'a> {
    /// An empty table, if the memory is fresh.
    pub(crate) fn over(memory: &'a mut Memory) -> Self {
        Self::over_part(memory, u64::MAX)
    }

    /// The same in no more of the memory than a table for so many entries needs, with room to
    /// spare: what is not touched costs nothing.
    pub(crate) fn over_part(memory: &'a mut Memory, entries: u64) -> Self {
        let words = memory.0.items_mut();
        let buckets = usize::try_from(entries).unwrap_or(usize::MAX).max(1);
        Self {
            buckets: buckets.min(words.len() / WORDS),
            words,
        }
    }

    /// Where to look for a board.
    #[inline]
    pub(crate) fn spot(&self, board: Board, domain: Domain) -> Spot {
        self.spot_in(self.bucket_of(board), board, domain)
    }

    /// The bucket of a board, whatever the domain.
    #[inline]
    pub(crate) fn bucket_of(&self, board: Board) -> Bucket {
        let (mover, opponent) = (board.mover_row(), board.opponent_row());
        let mixed = mover
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(opponent.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29));
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Bucket(((u128::from(mixed) * self.buckets as u128) >> 64) as u32)
    }

    /// The same when the board's bucket is known.
    #[inline]
    pub(crate) fn spot_in(&self, bucket: Bucket, board: Board, domain: Domain) -> Spot {
        let (mover, opponent) = (packed(board.mover_row()), packed(board.opponent_row()));
        Spot {
            bucket,
            first: mover | opponent << 36,
            tag: opponent >> 28 | (domain as u64) << 8,
        }
    }

    #[inline]
    fn bucket(&self, spot: Spot) -> &[AtomicU64] {
        let first = spot.bucket.0 as usize * WORDS;
        &self.words[first..first + WORDS]
    }

    /// Asks for the bucket ahead of its use.
    #[inline]
    pub(crate) fn touch(&self, bucket: Bucket) {
        prefetch(self.words, bucket.0 as usize * WORDS);
    }

    /// What the cells of the bucket know of the board.
    #[inline]
    pub(crate) fn find(&self, spot: Spot) -> impl Iterator<Item = u64> {
        self.bucket(spot).chunks_exact(2).filter_map(move |cell| {
            let second = cell[1].load(Ordering::Relaxed);
            let first = cell[0].load(Ordering::Relaxed) ^ second;
            (first == spot.first
                && second & ((1 << KEY_BITS) - 1) == spot.tag
                && second >> KEY_BITS != 0)
                .then_some(second >> KEY_BITS)
        })
    }

    /// Writes into the cell of the bucket that `loss` says is cheapest to lose: it is told
    /// what the cell knows and whether that is of the same board; `None` for an empty cell.
    #[inline]
    pub(crate) fn put(&self, spot: Spot, known: u64, loss: impl Fn(Option<(u64, bool)>) -> u32) {
        debug_assert!(known != 0 && known >> DATA_BITS == 0);
        let bucket = self.bucket(spot);
        let mut place = 0;
        let mut least = u32::MAX;
        for (index, cell) in bucket.chunks_exact(2).enumerate() {
            let second = cell[1].load(Ordering::Relaxed);
            let first = cell[0].load(Ordering::Relaxed) ^ second;
            let is_same = first == spot.first && second & ((1 << KEY_BITS) - 1) == spot.tag;
            let price = loss((second != 0).then_some((second >> KEY_BITS, is_same)));
            if price < least {
                (place, least) = (index, price);
            }
        }
        let second = known << KEY_BITS | spot.tag;
        bucket[2 * place].store(spot.first ^ second, Ordering::Relaxed);
        bucket[2 * place + 1].store(second, Ordering::Relaxed);
    }
}

/// A row in 36 bits, six a pit: neighbours are drawn together twice.
#[inline]
const fn packed(row: u64) -> u64 {
    const EVEN: u64 = 0x003F_003F_003F;
    let pairs = row & EVEN | row >> 2 & (EVEN << 6);
    pairs & 0xFFF | pairs >> 4 & 0xFF_F000 | pairs >> 8 & 0xF_FF00_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board::new([48, 0, 1, 2, 3, 4], [5, 6, 7, 0, 32, 31]);

    #[test]
    fn packed_row_keeps_every_pit() {
        for pit in 0..6 {
            for seeds in 0..=48_u64 {
                assert_eq!(packed(seeds << (8 * pit)), seeds << (6 * pit));
            }
        }
    }

    #[test]
    fn board_is_found_under_its_own_domain_only() {
        let mut memory = Memory::new(1 << 12).unwrap();
        let table = SharedTable::over(&mut memory);
        let spot = table.spot(BOARD, Domain::Fresh);
        table.put(spot, 77, |_| 0);
        assert_eq!(table.find(spot).collect::<Vec<_>>(), [77]);
        for (board, domain) in [
            (BOARD, Domain::South),
            (BOARD.rotated(), Domain::Fresh),
            (Board::EMPTY, Domain::Fresh),
        ] {
            assert_eq!(table.find(table.spot(board, domain)).count(), 0);
        }
    }

    #[test]
    fn cheapest_cell_is_lost() {
        let mut memory = Memory::new(0).unwrap();
        let table = SharedTable::over(&mut memory);
        let spots: Vec<Spot> = (1..=6)
            .map(|seeds| table.spot(Board::new([seeds; 6], [0; 6]), Domain::Fresh))
            .collect();
        for (spot, known) in spots.iter().zip([9, 3, 8, 7, 5]) {
            table.put(*spot, known, |cell| {
                cell.map_or(0, |(known, _)| known as u32)
            });
        }
        let known: Vec<u64> = spots.iter().flat_map(|&spot| table.find(spot)).collect();
        assert_eq!(known, [9, 8, 7, 5], "3 made room");
    }
}
