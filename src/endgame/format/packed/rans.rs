//! The entropy coder: range asymmetric numeral systems, 32 bits of state, 16-bit words.
//!
//! A symbol with frequency f of 4096 multiplies the state by 4096/f, and what exceeds the
//! state leaves it in words; decoding undoes that from the last symbol coded, so encoding
//! runs backwards over the boards and decoding forwards (J. Duda, arXiv:1311.2540; the
//! form with words is F. Giesen's `rans_word`, arXiv:1402.3392). It decodes with one
//! multiplication and no division, and unlike a Huffman code spends fractions of a bit,
//! which matters when most values cost less than two.

/// Frequencies are parts of `1 << SCALE_BITS`.
pub(super) const SCALE_BITS: u32 = 12;
/// The sum of the frequencies of a context.
pub(super) const SCALE: u32 = 1 << SCALE_BITS;

/// The state before the first symbol is coded, and after the last is decoded; between two
/// symbols it is never less.
const START: u32 = 1 << 16;

/// A part of the scale: where it begins and how long it is.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) first: u32,
    pub(super) frequency: u32,
}

/// Codes the shares so that they decode in their order; appends the bytes to `bytes`.
pub(super) fn encode(shares: &[Share], bytes: &mut Vec<u8>) {
    let mut state = START;
    let mut words = Vec::with_capacity(shares.len());
    for share in shares.iter().rev() {
        let Share { first, frequency } = *share;
        // The state must stay below 2^32 when it is multiplied.
        if u64::from(state) >= u64::from(frequency) << (32 - SCALE_BITS) {
            words.push(state as u16);
            state >>= 16;
        }
        state = ((state / frequency) << SCALE_BITS) + state % frequency + first;
    }
    bytes.extend(state.to_le_bytes());
    bytes.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
}

/// Reads shares back.
pub(super) struct Decoder<'a> {
    state: u32,
    words: std::slice::Iter<'a, [u8; 2]>,
    is_odd: bool,
}

impl<'a> Decoder<'a> {
    /// A decoder of bytes by [`encode`]; `None` when they are too few.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let (state, words) = bytes.split_first_chunk()?;
        let (words, rest) = words.as_chunks();
        Some(Self {
            state: u32::from_le_bytes(*state),
            words: words.iter(),
            is_odd: !rest.is_empty(),
        })
    }

    /// The place on the scale that the next share covers.
    #[inline]
    pub(super) fn place(&self) -> u32 {
        self.state % SCALE
    }

    /// Takes the share that covers [`place`](Self::place).
    #[inline]
    pub(super) fn take(&mut self, share: Share) {
        // Of bytes that were never encoded the state may be anything: nothing here
        // overflows, since the quotient times the frequency is at most the state.
        self.state =
            share.frequency * (self.state >> SCALE_BITS) + (self.state % SCALE - share.first);
        if self.state < START
            && let Some(&word) = self.words.next()
        {
            self.state = self.state << 16 | u32::from(u16::from_le_bytes(word));
        }
    }

    /// Whether all was read and nothing else was there.
    pub(super) fn is_at_end(&self) -> bool {
        self.state == START && self.words.len() == 0 && !self.is_odd
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RARE: Share = Share {
        first: 0,
        frequency: 1,
    };
    const COMMON: Share = Share {
        first: 1,
        frequency: SCALE - 1,
    };
    const CERTAIN: Share = Share {
        first: 0,
        frequency: SCALE,
    };

    fn decode(bytes: &[u8], shares: &[Share]) -> bool {
        let mut decoder = Decoder::new(bytes).unwrap();
        for share in shares {
            let place = decoder.place();
            if !(share.first..share.first + share.frequency).contains(&place) {
                return false;
            }
            decoder.take(*share);
        }
        decoder.is_at_end()
    }

    #[test]
    fn decoding_gives_the_shares_in_their_order() {
        let shares: Vec<Share> = (0..5000_u32)
            .map(|i| match i * i % 11 {
                0 => RARE,
                1 => CERTAIN,
                k => Share {
                    first: 100 * k,
                    frequency: 100 * k + 1,
                },
            })
            .collect();
        for length in [0, 1, 2, 17, 5000] {
            let mut bytes = Vec::new();
            encode(&shares[..length], &mut bytes);
            assert!(decode(&bytes, &shares[..length]), "{length}");
            for cut in [1, 2, 3] {
                let short = &bytes[..bytes.len() - cut];
                assert!(short.len() < 4 || !decode(short, &shares[..length]));
            }
            bytes.push(0);
            assert!(!decode(&bytes, &shares[..length]));
            bytes.push(0);
            assert!(!decode(&bytes, &shares[..length]));
        }
    }

    #[test]
    fn certainty_costs_nothing_and_rarity_twelve_bits() {
        let cost = |share| {
            let mut bytes = Vec::new();
            encode(&[share; 4000], &mut bytes);
            bytes.len() - 4
        };
        assert_eq!(cost(CERTAIN), 0);
        assert!(cost(COMMON) <= 2);
        assert_eq!(cost(RARE), 4000 * 12 / 8);
    }
}
