//! [`Table`]: the values of one layer, complete and immutable, wherever the bytes lie.
//!
//! Opening checks the header and the length, which costs the same for a kilobyte and a
//! gigabyte; a block is checked when it is first used, so that a probe into a large mapped
//! table reads 64 KiB and not all of it, and a flipped bit is still found before it can be
//! taken for a value. Which blocks are known to be good is a bitmap of one bit a block:
//! from then on a probe costs one more load.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{io, iter};

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::game::{Bounds, Net, ValueRules};

use super::format::{BLOCK_BOARDS, FormatError, Head};
use super::index::{Layer, Rank};
use super::storage::{Access, Storage};

const BLOCK: usize = BLOCK_BOARDS as usize;

/// One finished layer.
///
/// ```
/// use oware::endgame::{Layer, Rank, Table};
/// use oware::game::{Bounds, Net, Rules};
///
/// let rules = Rules::default().value_rules();
/// let table = Table::from_values(Layer::new(0), rules, vec![0])?;
/// assert_eq!(table.get(Rank::new(0))?, Bounds::exact(Net::ZERO));
/// # Ok::<(), oware::endgame::TableError>(())
/// ```
#[derive(Debug)]
pub struct Table {
    head: Head,
    storage: Storage,
    /// Where the values begin in the storage.
    start: usize,
    checked: CheckedBlocks,
    origin: Origin,
}

/// Where a table comes from, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// The program itself.
    Embedded,
    /// A computation of this process.
    Memory,
}

/// Why a table cannot be read or written: which one, and in the source, what is wrong.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refuses to read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The system refuses to write. Nothing was left under the name.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are not those of the table that was asked for.
    #[error("{origin}")]
    Format {
        /// The table.
        origin: Origin,
        /// What is wrong with it.
        source: FormatError,
    },
}

impl Table {
    /// Opens the table file at `path`, which must hold `layer` for the rules `expected`.
    ///
    /// Choosing [`Access::Map`] is a promise; see there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is damaged in its header or length, or is of other
    /// rules or another layer. The values are checked later, block by block.
    pub fn open(
        path: &Path,
        access: Access,
        expected: &ValueRules,
        layer: Layer,
    ) -> Result<Self, TableError> {
        Self::open_any(path, access)?.expect_to_be(expected, layer)
    }

    /// Opens the table file at `path`, whatever rules and layer it is for.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is damaged in its header or length.
    pub fn open_any(path: &Path, access: Access) -> Result<Self, TableError> {
        let storage = Storage::open(path, access).map_err(|source| TableError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::from_storage(storage, Origin::File(path.to_owned()))
    }

    /// A table in the form of a file, embedded in the program.
    ///
    /// # Errors
    ///
    /// As [`Table::open`], for damage and for other rules or another layer.
    pub fn from_static(
        bytes: &'static [u8],
        expected: &ValueRules,
        layer: Layer,
    ) -> Result<Self, TableError> {
        Self::from_storage(bytes.into(), Origin::Embedded)?.expect_to_be(expected, layer)
    }

    /// A table in the form of a file, whatever holds its bytes.
    ///
    /// # Errors
    ///
    /// When the header or the length is damaged.
    pub fn from_storage(storage: Storage, origin: Origin) -> Result<Self, TableError> {
        let bytes = storage.as_bytes();
        let checked_head = Head::decode(bytes).and_then(|(head, start)| {
            head.check_length(start, bytes.len())?;
            Ok((head, start))
        });
        match checked_head {
            Ok((head, start)) => Ok(Self {
                checked: CheckedBlocks::none_of(head.checksums.len()),
                head,
                storage,
                start,
                origin,
            }),
            Err(source) => Err(TableError::Format { origin, source }),
        }
    }

    /// A table of values just computed, a byte a board in the order of the ranks: a signed
    /// number (`i8::cast_unsigned`) of seeds still to come for the player to move.
    ///
    /// # Errors
    ///
    /// When there are not as many values as boards, or one is larger than the layer allows.
    pub fn from_values(
        layer: Layer,
        rules: ValueRules,
        values: Vec<u8>,
    ) -> Result<Self, TableError> {
        let origin = Origin::Memory;
        let head = match Head::of(layer, rules, &values) {
            Ok(head) => head,
            Err(source) => return Err(TableError::Format { origin, source }),
        };
        let table = Self {
            checked: CheckedBlocks::none_of(head.checksums.len()),
            head,
            storage: values.into(),
            start: 0,
            origin,
        };
        table.values()?;
        Ok(table)
    }

    /// What is proved of the board with number `rank`, for the player to move, in seeds
    /// still to come.
    ///
    /// # Errors
    ///
    /// When the block that holds the value is damaged.
    ///
    /// # Panics
    ///
    /// When the layer has no board of this number.
    #[inline]
    pub fn get(&self, rank: Rank) -> Result<Bounds<Net>, TableError> {
        let values = self.unchecked_bytes();
        let board = rank.get() as usize;
        assert!(
            rank.get() < values.len() as u64,
            "a board of another layer: number {board} of {}",
            values.len()
        );
        let block = board / BLOCK;
        if !self.checked.contains(block) {
            self.check_block(block)?;
        }
        Ok(Bounds::exact(Net::new(values[board].cast_signed())))
    }

    /// The values of all boards, after checking each block that was not used before.
    ///
    /// # Errors
    ///
    /// When a block is damaged; the first one is named.
    pub fn values(&self) -> Result<Values<'_>, TableError> {
        self.check_blocks(|block| !self.checked.contains(block))?;
        Ok(Values(self.unchecked_bytes()))
    }

    /// Checks every block once more, also those found good before.
    ///
    /// # Errors
    ///
    /// When a block is damaged; the first one is named.
    pub fn check_all_blocks(&self) -> Result<(), TableError> {
        self.check_blocks(|_| true)
    }

    /// The layer.
    #[must_use]
    pub fn layer(&self) -> Layer {
        self.head.layer
    }

    /// The rules that the values are for.
    #[must_use]
    pub fn rules(&self) -> &ValueRules {
        &self.head.rules
    }

    /// Where the table comes from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.head.checksums.len() as u64
    }

    /// The length of the file, also of one that is yet to be written.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        self.file_parts().map(|part| part.len() as u64).sum()
    }

    /// xxh3-64 of the file, also of one that is yet to be written: what tells two builds apart.
    #[must_use]
    pub fn content_xxh3(&self) -> u64 {
        let mut hash = Xxh3::new();
        for part in self.file_parts() {
            hash.update(&part);
        }
        hash.digest()
    }

    /// The bytes of the file in order: the head, then the values in pieces of a block.
    pub(super) fn file_parts(&self) -> impl Iterator<Item = std::borrow::Cow<'_, [u8]>> {
        let blocks = self.unchecked_bytes().chunks(BLOCK);
        iter::once(self.head.encode().into()).chain(blocks.map(Into::into))
    }

    fn expect_to_be(self, rules: &ValueRules, layer: Layer) -> Result<Self, TableError> {
        if self.head.rules != *rules {
            return Err(self.error(FormatError::WrongRules {
                expected: *rules,
                found: self.head.rules,
            }));
        }
        if self.head.layer != layer {
            return Err(self.error(FormatError::WrongLayer {
                expected: layer,
                found: self.head.layer,
            }));
        }
        Ok(self)
    }

    /// A byte a board, checked or not.
    #[inline]
    fn unchecked_bytes(&self) -> &[u8] {
        &self.storage.as_bytes()[self.start..]
    }

    /// Checks the blocks that `wanted` names, on the threads of the current rayon pool.
    fn check_blocks(&self, wanted: impl Fn(usize) -> bool + Sync) -> Result<(), TableError> {
        let damaged = (0..self.head.checksums.len())
            .into_par_iter()
            .filter(|&block| wanted(block))
            .find_map_first(|block| self.check_block(block).err());
        damaged.map_or(Ok(()), Err)
    }

    #[cold]
    fn check_block(&self, block: usize) -> Result<(), TableError> {
        let values = self.unchecked_bytes();
        let range = block_range(block, values.len());
        match self.head.check_block(block, &values[range]) {
            Ok(()) => {
                self.checked.insert(block);
                Ok(())
            }
            Err(source) => Err(self.error(source)),
        }
    }

    fn error(&self, source: FormatError) -> TableError {
        TableError::Format {
            origin: self.origin.clone(),
            source,
        }
    }
}

/// The values of a whole layer, every block checked.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a>(&'a [u8]);

impl<'a> Values<'a> {
    /// The value of the board with number `rank`.
    ///
    /// # Panics
    ///
    /// When the layer has no board of this number.
    #[inline]
    #[must_use]
    pub fn get(self, rank: Rank) -> Net {
        Net::new(self.0[rank.get() as usize].cast_signed())
    }

    /// Every value, in the order of the ranks.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Net> + 'a {
        self.0.iter().map(|byte| Net::new(byte.cast_signed()))
    }

    /// A byte a board in the order of the ranks; `byte.cast_signed()` is the value.
    #[inline]
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }
}

impl fmt::Display for Origin {
    /// The path, or words in its place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Embedded => f.pad("embedded table"),
            Self::Memory => f.pad("table in memory"),
        }
    }
}

/// The blocks known to be good, a bit each.
///
/// Every access is relaxed. The bits guard nothing that is written: the bytes of a table
/// were there before the table was shared and never change, so whoever sees a bit set may
/// read the block whatever else he has not seen yet. Who does not see it yet checks the
/// block once more, which costs some microseconds and is all that a race can do.
#[derive(Debug)]
struct CheckedBlocks(Box<[AtomicU64]>);

impl CheckedBlocks {
    fn none_of(blocks: usize) -> Self {
        let words = blocks.div_ceil(64);
        Self(iter::repeat_with(AtomicU64::default).take(words).collect())
    }

    #[inline]
    fn contains(&self, block: usize) -> bool {
        self.0[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 != 0
    }

    fn insert(&self, block: usize) {
        self.0[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
    }
}

/// Where the values of a block lie among `boards` of them.
fn block_range(block: usize, boards: usize) -> Range<usize> {
    block * BLOCK..boards.min((block + 1) * BLOCK)
}
