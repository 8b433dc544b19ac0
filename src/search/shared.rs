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
//!
//! A table begins small and [grows](SharedTable::grow) with the search: spread over all of
//! the memory at once, it would have to be cleared by the system first, and lie in no cache.
//! (With 256 MB, 29 % of the time of one proof of 20 seeds went into clearing pages.) What
//! stood in a bucket stands in the two at twice its number when there are twice as many.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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

/// A table begins with so many buckets, 1 MiB, or up to twice as many.
const FIRST_BUCKETS: usize = 1 << 14;

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
pub(crate) struct Memory {
    pages: Pages<AtomicU64>,
    /// Buckets that the table has, of those there is room for.
    buckets: AtomicUsize,
}

impl Memory {
    /// # Errors
    ///
    /// When the system does not give so much.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        let most = (bytes / BUCKET_BYTES).clamp(1, MOST_BUCKETS);
        // So many times may the first table double.
        let doublings = (most / FIRST_BUCKETS).checked_ilog2().unwrap_or(0);
        let first = most >> doublings;
        Ok(Self {
            pages: Pages::new((first << doublings) * WORDS)?,
            buckets: AtomicUsize::new(first),
        })
    }

    /// Takes all of it from the system now, so that no search has to wait for it.
    pub(crate) fn take(&self) {
        self.pages.take();
    }

    /// The same size of fresh memory.
    ///
    /// # Errors
    ///
    /// When the system does not give it; then the old memory stays as it is.
    pub(crate) fn renew(&mut self) -> io::Result<()> {
        *self = Self::new(self.pages.length() * size_of::<AtomicU64>())?;
        Ok(())
    }
}

/// The table.
#[derive(Clone, Copy)]
pub(crate) struct SharedTable<'a> {
    words: &'a [AtomicU64],
    buckets: usize,
    /// The same for whoever comes next.
    in_memory: &'a AtomicUsize,
}

impl<'a> SharedTable<'a> {
    /// The table in this memory, empty if the memory is fresh.
    pub(crate) fn over(memory: &'a mut Memory) -> Self {
        Self {
            words: memory.pages.items_mut(),
            buckets: *memory.buckets.get_mut(),
            in_memory: &memory.buckets,
        }
    }

    /// Doubles the table until it has room for so many entries, as long as there is memory.
    /// Nothing is lost. Nobody may use a copy of the table that was made before: it would look
    /// where boards were.
    pub(crate) fn grow(&mut self, entries: u64) {
        let most = self.words.len() / WORDS;
        while 2 * self.buckets <= most && ((self.buckets * CELLS) as u64) < entries {
            self.double();
        }
        self.in_memory.store(self.buckets, Ordering::Relaxed);
    }

    /// From the last bucket to the first, so that each is read before it is written over.
    fn double(&mut self) {
        let before = self.buckets;
        self.buckets *= 2;
        for bucket in (0..before).rev() {
            let old = &self.words[bucket * WORDS..][..WORDS];
            let mut new = [[0; WORDS]; 2];
            for (place, cell) in old.chunks_exact(2).enumerate() {
                let [first, second] = [0, 1].map(|word| cell[word].load(Ordering::Relaxed));
                if second != 0 {
                    let Bucket(number) = self.bucket_of(board_of(first ^ second, second));
                    // Twice the old number, or one more.
                    new[number as usize & 1][2 * place..][..2].copy_from_slice(&[first, second]);
                }
            }
            let both = &self.words[2 * bucket * WORDS..];
            for (word, new) in both.iter().zip(new.as_flattened()) {
                word.store(*new, Ordering::Relaxed);
            }
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

/// The board of a cell's key.
const fn board_of(first: u64, second: u64) -> Board {
    Board::from_rows(
        spread(first & ((1 << 36) - 1)),
        spread(first >> 36 | (second & 0xFF) << 28),
    )
}

/// A row from its 36 bits.
const fn spread(packed: u64) -> u64 {
    const EVEN: u64 = 0x003F_003F_003F;
    let pairs = packed & 0xFFF | (packed & 0xFF_F000) << 4 | (packed & 0xF_FF00_0000) << 8;
    pairs & EVEN | (pairs & EVEN << 6) << 2
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
                assert_eq!(spread(seeds << (6 * pit)), seeds << (8 * pit));
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
    fn growing_table_forgets_nothing_and_stays_in_its_memory() {
        let bytes = 5 << 20;
        let mut memory = Memory::new(bytes).unwrap();
        let mut random = fastrand::Rng::with_seed(4);
        let mut pits = |most: u8| std::array::from_fn(|_| random.u8(..=most));
        let boards: Vec<Board> = (0..40_000).map(|_| Board::new(pits(48), pits(3))).collect();
        let mut table = SharedTable::over(&mut memory);
        let of = |number: usize| [Domain::Fresh, Domain::South, Domain::North][number % 3];
        for (number, &board) in boards.iter().enumerate() {
            let loss = |cell: Option<_>| u32::from(cell.is_some());
            table.put(table.spot(board, of(number)), 1 + number as u64, loss);
        }
        let known = |table: &SharedTable<'_>| -> Vec<u64> {
            let all = boards.iter().enumerate();
            all.flat_map(|(number, &board)| table.find(table.spot(board, of(number))))
                .collect()
        };
        let before = known(&table);
        assert!(before.len() > 30_000);
        let small = table.buckets;
        table.grow(1 << 17);
        assert_eq!(table.buckets, 2 * small);
        table.grow(u64::MAX);
        assert_eq!(table.buckets, 4 * small);
        assert!(4 * small * BUCKET_BYTES <= bytes && bytes < 5 * small * BUCKET_BYTES);
        assert_eq!(known(&table), before);
        let next = SharedTable::over(&mut memory);
        assert_eq!(
            known(&next),
            before,
            "and whoever comes next finds all of it"
        );
        memory.renew().unwrap();
        assert_eq!(SharedTable::over(&mut memory).buckets, small);
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
