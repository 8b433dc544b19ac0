//! [`ChunkCache`]: chunks of packed tables that were decoded lately, shared by all threads.
//!
//! A chunk costs some twenty microseconds to decode and the answer is one byte of it, but a
//! search asks for boards that lie together again and again. The cache is bounded, and a
//! slot takes memory only when something is first put there. Reading takes no lock: a slot
//! has a number that is odd while it is written and greater afterwards, and what was read
//! counts only if the number was even and is still the same (a *seqlock*; H.-J. Boehm, "Can
//! seqlocks get along with programming language memory models?", MSPC 2012). Everything in
//! a slot is atomic, so a reader that loses the race sees nonsense and drops it, nothing
//! worse. Where two want to write into a slot, the second goes without.
//!
//! A chunk has one slot only, its number modulo their number, so that a database that fits
//! has no conflicts at all and finding a slot costs one division.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use crate::endgame::format::CHUNK_BOARDS;

/// Most memory for decoded chunks.
const LIMIT_BYTES: u64 = 256 << 20;
const WORD_BYTES: usize = size_of::<u64>();
const WORDS: usize = CHUNK_BOARDS / WORD_BYTES;

/// Decoded chunks by number.
pub(in crate::endgame) struct ChunkCache {
    slots: Box<[OnceLock<Box<Slot>>]>,
}

struct Slot {
    /// Odd while the rest is being written.
    version: AtomicU64,
    /// The number of the chunk.
    chunk: AtomicU64,
    /// Its values, eight to a word, the first lowest.
    words: [AtomicU64; WORDS],
}

impl ChunkCache {
    /// An empty cache for chunks numbered from 0 to `chunks`.
    pub(in crate::endgame) fn for_chunks(chunks: u64) -> Self {
        let slots = chunks.clamp(1, LIMIT_BYTES / CHUNK_BOARDS as u64);
        Self {
            slots: (0..slots).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The value at `place` of a chunk, if the chunk is here.
    #[inline]
    pub(super) fn get(&self, chunk: u64, place: usize) -> Option<u8> {
        let slot = self.slot(chunk).get()?;
        // Acquire: what is read below was written no earlier than this version.
        let before = slot.version.load(Ordering::Acquire);
        let holds = slot.chunk.load(Ordering::Relaxed);
        let word = slot.words[place / WORD_BYTES].load(Ordering::Relaxed);
        // If any of these loads saw a write of a later version, then by this fence and the
        // writer's the load below sees that version, or its odd number, too.
        fence(Ordering::Acquire);
        let after = slot.version.load(Ordering::Relaxed);
        let is_whole = before.is_multiple_of(2) && before == after;
        (is_whole && holds == chunk).then_some(word.to_le_bytes()[place % WORD_BYTES])
    }

    /// Puts the values of a chunk in place of what its slot holds.
    pub(super) fn put(&self, chunk: u64, values: &[u8; CHUNK_BOARDS]) {
        let slot = self.slot(chunk);
        let Some(slot) = slot.get() else {
            // Whoever comes second has decoded the same chunk, or loses to another one.
            let _ = slot.set(Box::new(Slot::of(chunk, values)));
            return;
        };
        let version = slot.version.load(Ordering::Relaxed);
        // Acquire: the writes below stay behind those of the writer before.
        let is_mine = version.is_multiple_of(2)
            && slot
                .version
                .compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok();
        if !is_mine {
            return;
        }
        // Who sees one of the writes below sees the odd version, too.
        fence(Ordering::Release);
        slot.chunk.store(chunk, Ordering::Relaxed);
        for (word, bytes) in slot.words.iter().zip(values.as_chunks().0) {
            word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
        }
        slot.version.store(version + 2, Ordering::Release);
    }

    #[inline]
    fn slot(&self, chunk: u64) -> &OnceLock<Box<Slot>> {
        &self.slots[(chunk % self.slots.len() as u64) as usize]
    }
}

impl Slot {
    fn of(chunk: u64, values: &[u8; CHUNK_BOARDS]) -> Self {
        let words = values.as_chunks().0;
        Self {
            version: AtomicU64::new(0),
            chunk: AtomicU64::new(chunk),
            words: std::array::from_fn(|word| AtomicU64::new(u64::from_le_bytes(words[word]))),
        }
    }
}

impl std::fmt::Debug for ChunkCache {
    /// The number of slots, not their megabytes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ChunkCache({} slots)", self.slots.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(chunk: u64) -> [u8; CHUNK_BOARDS] {
        std::array::from_fn(|place| (chunk as usize * 31 + place) as u8)
    }

    #[test]
    fn what_was_put_is_found_until_another_takes_its_place() {
        let cache = ChunkCache {
            slots: (0..4).map(|_| OnceLock::new()).collect(),
        };
        assert_eq!(cache.get(5, 0), None);
        for chunk in [5, 9, 5, 2] {
            cache.put(chunk, &values(chunk));
            for place in 0..CHUNK_BOARDS {
                assert_eq!(cache.get(chunk, place), Some(values(chunk)[place]));
            }
        }
        assert_eq!(cache.get(9, 0), None, "5 and 9 share a slot");
        assert_eq!(cache.get(5, 1023), Some(values(5)[1023]));
    }

    #[test]
    fn size_is_bounded() {
        assert_eq!(ChunkCache::for_chunks(0).slots.len(), 1);
        assert_eq!(ChunkCache::for_chunks(1000).slots.len(), 1000);
        assert_eq!(ChunkCache::for_chunks(u64::MAX).slots.len(), 1 << 18);
    }

    /// Threads that write different chunks into one slot while they read never see a value
    /// of another chunk.
    #[test]
    fn races_give_the_right_value_or_none() {
        let cache = ChunkCache {
            slots: [OnceLock::new()].into(),
        };
        let (mut hits, mut misses) = (0, 0);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4_u64)
                .map(|thread| {
                    let cache = &cache;
                    scope.spawn(move || {
                        let mut random = fastrand::Rng::with_seed(thread);
                        let (mut hits, mut misses) = (0, 0);
                        for _ in 0..20_000 {
                            let chunk = random.u64(..4);
                            let place = random.usize(..CHUNK_BOARDS);
                            match cache.get(chunk, place) {
                                Some(value) => {
                                    assert_eq!(value, values(chunk)[place]);
                                    hits += 1;
                                }
                                None => {
                                    cache.put(chunk, &values(chunk));
                                    misses += 1;
                                }
                            }
                        }
                        (hits, misses)
                    })
                })
                .collect();
            for thread in threads {
                let counted: (u32, u32) = thread.join().unwrap();
                hits += counted.0;
                misses += counted.1;
            }
        });
        assert!(hits > 100 && misses > 100, "{hits} hits, {misses} misses");
    }
}
