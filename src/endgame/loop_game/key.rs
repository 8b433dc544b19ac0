//! What a result is remembered under.
//!
//! A result depends on the vertex entered and on the set of undecided vertices that it can
//! reach (see the head of the folder), and such sets have hundreds of members. A key is 128
//! bits: two 64-bit sums over the members, each of a number that a strong mixer makes of the
//! vertex, and one such number for the vertex entered. Sums, because the members are found
//! in no particular order.
//!
//! Why that can be trusted: the sums of two different sets differ by a signed sum of mixed
//! numbers, which vanishes in one word with probability 2⁻⁶⁴ if the mixer is as good as
//! chance, and in both with 2⁻¹²⁸, since the two mixers are fed different numbers. Among
//! 2⁴⁰ entries, far more than memory holds, some pair is equal by accident with probability
//! below 2⁷⁹ · 2⁻¹²⁸ = 2⁻⁴⁹; the hardest arena known has 2¹³ entries and a risk of 2⁻¹⁰³,
//! much below that of a memory fault. The numbers are fixed, so a result that was checked
//! once stays checked.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::arena::Vertex;
use crate::game::Player;

/// A vertex entered, with the undecided vertices that it can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(u64, u64);

/// The winner wherever a search was completed.
pub(super) type Memo = HashMap<Key, Player, BuildHasherDefault<FirstWord>>;

impl Key {
    /// The part of the vertex entered.
    pub(super) const fn entry(vertex: Vertex) -> Self {
        Self::of(vertex, u32::MAX)
    }

    /// The part of an undecided vertex that was visited so many times.
    pub(super) const fn member(vertex: Vertex, visits: u16) -> Self {
        Self::of(vertex, visits as u32)
    }

    /// Both parts together.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }

    const fn of(vertex: Vertex, kind: u32) -> Self {
        let number = (kind as u64) << 32 | vertex as u64;
        Self(mix(number), mix(number ^ 0xD1B5_4A32_D192_ED03))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
const fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Hashes a key by its words, which are mixed already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstWord(u64);

impl Hasher for FirstWord {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(32) ^ word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_sets_have_different_keys() {
        // Every subset of 14 vertices, each entered at two of them, with and without visits.
        let mut seen = HashSet::new();
        for set in 0..1_u32 << 14 {
            for entered in [0, 5] {
                for visits in [0, 1] {
                    let key = (0..14).filter(|vertex| set >> vertex & 1 == 1).fold(
                        Key::entry(entered),
                        |key, vertex| {
                            key.and(Key::member(vertex, if vertex == 3 { visits } else { 0 }))
                        },
                    );
                    if visits == 0 || set >> 3 & 1 == 1 {
                        assert!(seen.insert(key), "{set:b} {entered} {visits}");
                    }
                }
            }
        }
        for word in [|key: &Key| key.0, |key: &Key| key.1] {
            let words: HashSet<u64> = seen.iter().map(word).collect();
            assert_eq!(words.len(), seen.len(), "each word tells them apart");
        }
    }
}
