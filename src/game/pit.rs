//! The words for places on the board: who sits where, which pit, which pits.
//!
//! A [`Pit`] is counted from its owner's left, so the same six values serve both
//! players and the engine needs no branch on colour. Letters, which name a side,
//! appear only together with a [`Player`].

use std::fmt;

/// Pits in one player's row.
pub const PITS_PER_ROW: usize = 6;

/// The most seeds a game is played with, and so the most one legal pit can hold.
pub const MAX_SEEDS: u8 = 48;

/// One of the two absolute sides. South opens the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Owns `A`..`F`, the lower row.
    South,
    /// Owns `a`..`f`, the upper row.
    North,
}

impl Player {
    /// Both players, South first.
    pub const ALL: [Self; 2] = [Self::South, Self::North];

    /// The player who sits opposite.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// `S` or `N`, as the position text writes the side to move.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }

    /// `south` or `north`, as the JSON documents write a side.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// One of the six pits of a row, counted from its owner's left in sowing order.
#[doc(alias = "house")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// The six pits in sowing order.
    pub const ALL: [Self; PITS_PER_ROW] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The pit with the given index.
    ///
    /// # Panics
    ///
    /// When `index` is 6 or more; [`Pit::try_from`] is the checked form.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < PITS_PER_ROW as u8, "a row has six pits");
        Self(index)
    }

    /// 0 for the owner's leftmost pit, 5 for the last before the other row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `A`..`F` for South, `a`..`f` for North.
    #[must_use]
    pub const fn letter(self, owner: Player) -> char {
        match owner {
            Player::South => (b'A' + self.0) as char,
            Player::North => (b'a' + self.0) as char,
        }
    }

    /// The pit and owner that a letter names; `None` for any other character.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<(Self, Player)> {
        match letter {
            'A'..='F' => Some((Self(letter as u8 - b'A'), Player::South)),
            'a'..='f' => Some((Self(letter as u8 - b'a'), Player::North)),
            _ => None,
        }
    }
}

impl TryFrom<usize> for Pit {
    type Error = usize;

    /// Gives the index back when it is 6 or more.
    fn try_from(index: usize) -> Result<Self, usize> {
        Self::ALL.get(index).copied().ok_or(index)
    }
}

impl fmt::Debug for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pit({})", self.letter(Player::South))
    }
}

/// A set of pits of one row: a move list is six bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PitSet(u8);

impl PitSet {
    /// No pit.
    pub const EMPTY: Self = Self(0);
    /// The whole row.
    pub const ALL: Self = Self(0b11_1111);

    /// The set whose bit `i` stands for the pit with index `i`; higher bits are dropped.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit `i` stands for the pit with index `i`.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many pits the set holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no pit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `pit` is in the set.
    #[must_use]
    pub const fn contains(self, pit: Pit) -> bool {
        self.0 >> pit.0 & 1 != 0
    }

    /// The pits of this set that `other` does not hold.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The pits that both sets hold.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Adds `pit`.
    pub const fn insert(&mut self, pit: Pit) {
        self.0 |= 1 << pit.0;
    }
}

impl Iterator for PitSet {
    type Item = Pit;

    /// Takes the lowest pit out of the set.
    #[inline]
    fn next(&mut self) -> Option<Pit> {
        if self.0 == 0 {
            return None;
        }
        let pit = Pit(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(pit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl FromIterator<Pit> for PitSet {
    fn from_iter<I: IntoIterator<Item = Pit>>(pits: I) -> Self {
        let mut set = Self::EMPTY;
        pits.into_iter().for_each(|pit| set.insert(pit));
        set
    }
}

impl fmt::Debug for PitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// What a player does on his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Sows from one of his own pits.
    Sow(Pit),
    /// Passes because his row is empty; only under `feeding=pass`.
    Pass,
}

impl Move {
    /// `A`..`F` or `a`..`f` for a pit, `-` for a pass.
    #[must_use]
    pub const fn letter(self, mover: Player) -> char {
        match self {
            Self::Sow(pit) => pit.letter(mover),
            Self::Pass => '-',
        }
    }
}

const _: () = assert!(size_of::<Pit>() == 1 && size_of::<PitSet>() == 1 && size_of::<Move>() <= 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back_for_both_players() {
        for player in Player::ALL {
            for pit in Pit::ALL {
                assert_eq!(Pit::from_letter(pit.letter(player)), Some((pit, player)));
            }
        }
        for letter in ['G', 'g', '@', '`', '-', '1', 'é'] {
            assert_eq!(Pit::from_letter(letter), None);
        }
    }

    #[test]
    fn set_iterates_lowest_pit_first() {
        let set: PitSet = [Pit::new(4), Pit::new(0), Pit::new(5)]
            .into_iter()
            .collect();
        assert_eq!(set.bits(), 0b11_0001);
        assert_eq!(set.map(Pit::index).collect::<Vec<_>>(), [0, 4, 5]);
    }

    #[test]
    fn index_six_is_no_pit() {
        assert_eq!(Pit::try_from(6), Err(6));
        assert_eq!(Pit::try_from(5), Ok(Pit::new(5)));
    }
}
