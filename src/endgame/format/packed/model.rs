//! How often each value follows each context: counted, rounded, written, looked up.
//!
//! One model serves a layer. It lies in the head and not in each block, where it would be
//! larger than the values. As bytes, for each context in order:
//!
//! ```text
//!   number of values that occur, 0 for a context that does not
//!   for each such value from the least: how many were skipped, then its frequency of 4096
//! ```
//!
//! Numbers are LEB128 of one or two bytes: seven bits, lowest first, the high bit set when
//! more follow. The values run from −n to n; the frequencies of a context add up to 4096.

use super::rans::{SCALE, SCALE_BITS, Share};

/// Classes of the expected error.
pub(super) const CLASSES: usize = 8;
/// Bits for the number of a value, value + n.
pub(super) const SYMBOL_BITS: u32 = 7;

/// Entries are found by the highest bits of the place on the scale.
const BUCKET_BITS: u32 = 6;
const BUCKETS: usize = 1 << BUCKET_BITS;

/// The number of contexts for a layer of `seeds`.
pub(super) const fn contexts(seeds: u8) -> usize {
    (8 * seeds as usize + 1) * CLASSES
}

/// Values that a board of a layer can have.
const fn symbols(seeds: u8) -> usize {
    2 * seeds as usize + 1
}

/// What of a model contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::endgame) struct ImpossibleModel {
    /// The context, from 0; the number of contexts when bytes follow the last.
    pub(in crate::endgame) context: usize,
}

/// The number of boards for each context and value.
pub(super) struct Counts {
    seeds: u8,
    /// By context, then by value + n.
    counts: Vec<u64>,
}

/// The frequencies of a layer, ready to decode with.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::endgame) struct Model {
    seeds: u8,
    bytes: Box<[u8]>,
    /// Where the entries of each context begin.
    starts: Box<[u32]>,
    /// For each context and bucket, how many entries of the context lie before.
    buckets: Box<[[u8; BUCKETS]]>,
    entries: Box<[Entry]>,
}

/// A value and its share of the scale in a word, since a random one is a cache miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry(u32);

const _: () = assert!(SCALE_BITS + SCALE_BITS + 1 + SYMBOL_BITS == u32::BITS);

impl Entry {
    const fn new(symbol: usize, share: Share) -> Self {
        Self((symbol as u32) << (2 * SCALE_BITS + 1) | share.frequency << SCALE_BITS | share.first)
    }

    const fn symbol(self) -> u32 {
        self.0 >> (2 * SCALE_BITS + 1)
    }

    const fn share(self) -> Share {
        Share {
            first: self.0 % SCALE,
            frequency: (self.0 >> SCALE_BITS) % (2 * SCALE),
        }
    }

    const fn end(self) -> u32 {
        let share = self.share();
        share.first + share.frequency
    }
}

impl Counts {
    pub(super) fn none(seeds: u8) -> Self {
        Self {
            seeds,
            counts: vec![0; contexts(seeds) * symbols(seeds)],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, context: usize, value: i8) {
        let symbol = symbol(self.seeds, value);
        self.counts[context * symbols(self.seeds) + symbol] += 1;
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self
    }

    pub(super) fn into_model(self) -> Model {
        let mut bytes = Vec::new();
        for counts in self.counts.chunks(symbols(self.seeds)) {
            let frequencies = frequencies(counts);
            let occurring = frequencies.iter().filter(|&&part| part > 0).count();
            put(&mut bytes, occurring as u32);
            let mut skipped = 0;
            for frequency in frequencies {
                if frequency == 0 {
                    skipped += 1;
                } else {
                    put(&mut bytes, skipped);
                    put(&mut bytes, frequency);
                    skipped = 0;
                }
            }
        }
        Model::parse(self.seeds, &bytes).expect("these bytes are in the form that is read")
    }
}

/// Parts of the scale in proportion to the counts, each that occurs at least 1; all 0 if
/// nothing occurs.
fn frequencies(counts: &[u64]) -> Vec<u32> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return vec![0; counts.len()];
    }
    let mut parts: Vec<u32> = counts
        .iter()
        .map(|&count| match count {
            0 => 0,
            // No layer has 2^52 boards.
            _ => ((count * u64::from(SCALE) / total) as u32).max(1),
        })
        .collect();
    let largest = |parts: &[u32]| {
        let places = (0..parts.len()).rev();
        // The first of the largest: `max_by_key` gives the last.
        places.max_by_key(|&place| parts[place]).unwrap_or(0)
    };
    let sum: u32 = parts.iter().sum();
    let place = largest(&parts);
    parts[place] += SCALE.saturating_sub(sum);
    // Each of the rare ones can have taken one part too many.
    for _ in SCALE..sum {
        let place = largest(&parts);
        parts[place] -= 1;
    }
    parts
}

impl Model {
    /// Reads the bytes of a model; nothing in them is believed.
    pub(in crate::endgame) fn parse(seeds: u8, bytes: &[u8]) -> Result<Self, ImpossibleModel> {
        let contexts = contexts(seeds);
        let mut rest = bytes;
        let mut starts = Vec::with_capacity(contexts);
        let mut buckets = Vec::with_capacity(contexts);
        // Whoever meets a context that does not occur has damaged bytes before him, and is
        // given a value as good as any.
        let mut entries = vec![Entry::new(
            usize::from(seeds),
            Share {
                first: 0,
                frequency: SCALE,
            },
        )];
        for context in 0..contexts {
            let start = entries.len();
            take_context(&mut rest, seeds, &mut entries).ok_or(ImpossibleModel { context })?;
            let start = if entries.len() == start { 0 } else { start };
            starts.push(start as u32);
            buckets.push(bucket_offsets(&entries[start..]));
        }
        if !rest.is_empty() {
            return Err(ImpossibleModel { context: contexts });
        }
        Ok(Self {
            seeds,
            bytes: bytes.into(),
            starts: starts.into(),
            buckets: buckets.into(),
            entries: entries.into(),
        })
    }

    /// The bytes that [`parse`](Self::parse) reads.
    pub(in crate::endgame) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value whose share of the scale covers `place` in a context, and that share.
    #[inline]
    pub(super) fn find(&self, context: usize, place: u32) -> (i8, Share) {
        let bucket = (place >> (SCALE_BITS - BUCKET_BITS)) as usize;
        let skipped = self.buckets[context][bucket % BUCKETS];
        let mut at = self.starts[context] as usize + usize::from(skipped);
        // The last share of a context ends with the scale, which `place` lies below.
        while self.entries[at].end() <= place {
            at += 1;
        }
        let entry = self.entries[at];
        let value = entry.symbol().cast_signed() - i32::from(self.seeds);
        (value as i8, entry.share())
    }

    /// The shares by context and value.
    pub(super) fn encoder(&self) -> Encoder {
        let symbols = symbols(self.seeds);
        let none = Share {
            first: 0,
            frequency: 0,
        };
        let mut shares = vec![none; self.starts.len() * symbols];
        for (context, &start) in self.starts.iter().enumerate() {
            for entry in &self.entries[start as usize..] {
                shares[context * symbols + entry.symbol() as usize] = entry.share();
                if entry.end() == SCALE {
                    break;
                }
            }
        }
        Encoder {
            seeds: self.seeds,
            shares,
        }
    }
}

impl std::fmt::Debug for Model {
    /// The size, not the thousands of frequencies.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Model({} bytes)", self.bytes.len())
    }
}

/// The share of each value in each context.
pub(super) struct Encoder {
    seeds: u8,
    shares: Vec<Share>,
}

impl Encoder {
    /// The share of a value that was counted in this context.
    #[inline]
    pub(super) fn share(&self, context: usize, value: i8) -> Share {
        self.shares[context * symbols(self.seeds) + symbol(self.seeds, value)]
    }
}

/// The number of a value, which is at least −n.
#[inline]
fn symbol(seeds: u8, value: i8) -> usize {
    (i32::from(value) + i32::from(seeds)).cast_unsigned() as usize
}

/// Reads the entries of a context.
fn take_context(rest: &mut &[u8], seeds: u8, entries: &mut Vec<Entry>) -> Option<()> {
    let mut symbol = 0;
    let mut first = 0;
    let occurring = take(rest)?;
    for _ in 0..occurring {
        symbol += take(rest)? as usize;
        let frequency = take(rest)?;
        if symbol >= symbols(seeds) || frequency == 0 || first + frequency > SCALE {
            return None;
        }
        entries.push(Entry::new(symbol, Share { first, frequency }));
        symbol += 1;
        first += frequency;
    }
    (first == SCALE || occurring == 0).then_some(())
}

/// How many of the entries end at or before the start of each bucket.
fn bucket_offsets(entries: &[Entry]) -> [u8; BUCKETS] {
    let mut at = 0;
    std::array::from_fn(|bucket| {
        let place = (bucket as u32) << (SCALE_BITS - BUCKET_BITS);
        while entries[at].end() <= place {
            at += 1;
        }
        // At most 97 values.
        at as u8
    })
}

fn put(bytes: &mut Vec<u8>, number: u32) {
    debug_assert!(number < 1 << 14);
    if number < 0x80 {
        bytes.push(number as u8);
    } else {
        bytes.extend([(number | 0x80) as u8, (number >> 7) as u8]);
    }
}

fn take(rest: &mut &[u8]) -> Option<u32> {
    let (&low, after) = rest.split_first()?;
    *rest = after;
    if low < 0x80 {
        return Some(u32::from(low));
    }
    let (&high, after) = rest.split_first()?;
    *rest = after;
    (high < 0x80).then_some(u32::from(low & 0x7F) | u32::from(high) << 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let mut counts = Counts::none(2);
        for (context, value, times) in [(0, -2, 1), (0, 0, 3), (5, 2, 1000), (5, 1, 1), (135, 0, 9)]
        {
            for _ in 0..times {
                counts.add(context, value);
            }
        }
        counts.into_model()
    }

    #[test]
    fn frequencies_fill_the_scale_and_forget_nothing() {
        for counts in [
            vec![1],
            vec![0, 7, 0],
            vec![1; 97],
            vec![1_000_000_000_000, 1, 1, 0, 1],
            (0..97).collect(),
            [vec![1; 96], vec![1 << 40]].concat(),
        ] {
            let parts = frequencies(&counts);
            assert_eq!(parts.iter().sum::<u32>(), SCALE, "{counts:?}");
            for (part, count) in parts.iter().zip(&counts) {
                assert_eq!(*part > 0, *count > 0, "{counts:?}");
            }
        }
        assert_eq!(frequencies(&[0, 0]), [0, 0]);
    }

    #[test]
    fn every_place_finds_the_share_that_covers_it() {
        let model = model();
        let encoder = model.encoder();
        for context in [0, 5, 135] {
            for place in 0..SCALE {
                let (value, share) = model.find(context, place);
                assert!((share.first..share.first + share.frequency).contains(&place));
                let known = encoder.share(context, value);
                assert_eq!(
                    (known.first, known.frequency),
                    (share.first, share.frequency)
                );
            }
        }
        assert_eq!(encoder.share(0, 0).frequency, 3072);
        assert_eq!(encoder.share(5, 1).frequency, 4);
        let (value, share) = model.find(77, 4095);
        assert_eq!((value, share.frequency), (0, SCALE), "a context unseen");
    }

    #[test]
    fn bytes_are_those_of_the_header() {
        let mut expected = vec![2, 0, 0x80, 8, 1, 0x80, 24];
        expected.extend([0; 4]);
        expected.extend([2, 3, 4, 0, 0xFC, 31]);
        expected.extend([0; 129]);
        expected.extend([1, 2, 0x80, 32]);
        assert_eq!(model().as_bytes(), expected);
        assert_eq!(Model::parse(2, &expected), Ok(model()));
    }

    #[test]
    fn impossible_models_are_refused_with_the_context() {
        let good = model().as_bytes().to_vec();
        let refused = |bytes: &[u8]| Model::parse(2, bytes).unwrap_err().context;
        for length in 0..good.len() {
            assert!(refused(&good[..length]) <= 135);
        }
        assert_eq!(refused(&[&good[..], &[0]].concat()), 136);
        for (place, byte) in [
            (0, 1),    // one value with half the scale
            (0, 3),    // one more than there are
            (1, 4),    // beyond n
            (3, 0),    // frequencies below the scale
            (3, 9),    // above
            (3, 0x80), // a number of three bytes
            (6, 0),
        ] {
            let mut bytes = good.clone();
            bytes[place] = byte;
            assert_eq!(refused(&bytes), 0, "byte {place}");
        }
    }
}
