//! [`Table`]: the values of one layer, complete and immutable, wherever the bytes lie.
//!
//! Opening checks the header and the length, which costs the same for a kilobyte and a
//! gigabyte; a block is checked when it is first used, so that a probe into a large mapped
//! table reads 64 KiB and not all of it, and a flipped bit is still found before it can be
//! taken for a value. Which blocks are known to be good is a bitmap of one bit a block:
//! from then on a probe costs one more load.

mod checked_blocks;
mod chunk_cache;
mod error;
mod packed;
mod values;

use std::borrow::Cow;
use std::iter;
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::game::{Bounds, Net, ValueRules};

use super::format::{Coding, FormatError, Head, bounds_of};
use super::index::{Layer, Rank};
use super::storage::{Access, Storage};
use checked_blocks::CheckedBlocks;
use packed::Chunks;
use values::Layout;

pub use error::{Origin, TableError};
pub use values::{BoundsSlice, Values};

/// What is written and hashed at a time.
const PART_BYTES: usize = 1 << 16;

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
    /// Where decoded values are kept, of a packed table.
    chunks: Option<Chunks>,
    origin: Origin,
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
                chunks: Chunks::of(&head),
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
        Self::from_coded(layer, rules, Coding::Net8, values)
    }

    /// A table of bounds just computed, in the order of the ranks, each a signed number as
    /// for [`Table::from_values`]. When all bounds meet it is a table of values.
    ///
    /// # Errors
    ///
    /// When there are not as many bounds as boards, one is larger than the layer allows, or
    /// a lower one is above the upper.
    pub fn from_bounds(
        layer: Layer,
        rules: ValueRules,
        lower: Vec<u8>,
        upper: Vec<u8>,
    ) -> Result<Self, TableError> {
        if lower.len() != upper.len() {
            return Err(TableError::Format {
                origin: Origin::Memory,
                source: FormatError::Inconsistent {
                    field: "upper bounds",
                    expected: lower.len() as u64,
                    found: upper.len() as u64,
                },
            });
        }
        if lower == upper {
            drop(upper);
            return Self::from_values(layer, rules, lower);
        }
        Self::from_coded(layer, rules, Coding::Bounds8, side_by_side(lower, upper))
    }

    fn from_coded(
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
        bytes: Vec<u8>,
    ) -> Result<Self, TableError> {
        let origin = Origin::Memory;
        let head = match Head::of(layer, rules, coding, &bytes) {
            Ok(head) => head,
            Err(source) => return Err(TableError::Format { origin, source }),
        };
        let table = Self {
            checked: CheckedBlocks::none_of(head.checksums.len()),
            chunks: None,
            head,
            storage: bytes.into(),
            start: 0,
            origin,
        };
        table.check_blocks(|_| true)?;
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
        let (coding, boards) = (self.head.coding, self.head.layer.boards());
        assert!(
            rank.get() < boards,
            "a board of another layer: number {} of {boards}",
            rank.get()
        );
        let block = (rank.get() / coding.block_boards()) as usize;
        if !self.checked.contains(block) {
            self.check_block(block)?;
        }
        let board = rank.get() as usize;
        let bytes = self.unchecked_bytes();
        let exact = |value| Bounds::exact(Net::new(value));
        match (&self.head.packing, &self.chunks) {
            (Some(packing), Some(chunks)) => self.packed_value(packing, chunks, rank).map(exact),
            _ if coding == Coding::Bounds8 => Ok(bounds_of(bytes.as_chunks().0[board])),
            _ => Ok(exact(bytes[board].cast_signed())),
        }
    }

    /// The values of all boards, after checking each block that was not used before; those
    /// of a packed table are decoded into memory.
    ///
    /// # Errors
    ///
    /// When a block is damaged; the first one is named. When decoded values do not fit in
    /// memory. When the table is not
    /// [exact](Table::is_exact).
    pub fn values(&self) -> Result<Values<'_>, TableError> {
        if !self.is_exact() {
            return Err(TableError::NotExact {
                origin: self.origin.clone(),
            });
        }
        self.check_blocks(|block| !self.checked.contains(block))?;
        Ok(Values(match &self.head.packing {
            Some(packing) => self.unpack(packing)?.into(),
            None => self.unchecked_bytes().into(),
        }))
    }

    /// The bounds of all boards, exact or not, after checking each block that was not used
    /// before.
    ///
    /// # Errors
    ///
    /// When a block is damaged; the first one is named.
    pub fn bounds(&self) -> Result<BoundsSlice<'_>, TableError> {
        if self.is_exact() {
            return Ok(BoundsSlice(Layout::Exact(self.values()?)));
        }
        self.check_blocks(|block| !self.checked.contains(block))?;
        Ok(BoundsSlice(Layout::Pairs(self.unchecked_bytes().into())))
    }

    /// What is proved of the boards of one block, after checking it if it was not used
    /// before. Block k begins with rank k × [`block_boards`](Coding::block_boards).
    ///
    /// # Errors
    ///
    /// When the block is damaged.
    ///
    /// # Panics
    ///
    /// When the table has no such block.
    pub fn block_bounds(&self, block: u64) -> Result<BoundsSlice<'_>, TableError> {
        let number = usize::try_from(block).expect("blocks are in memory or mapped into it");
        if !self.checked.contains(number) {
            self.check_block(number)?;
        }
        let bytes = self.block(number);
        Ok(BoundsSlice(match (&self.head.packing, self.coding()) {
            (Some(packing), _) => Layout::Exact(Values(self.unpack_block(packing, block)?.into())),
            (None, Coding::Bounds8) => Layout::Pairs(bytes.into()),
            (None, _) => Layout::Exact(Values(bytes.into())),
        }))
    }

    /// Checks every block once more, also those found good before.
    ///
    /// # Errors
    ///
    /// When a block is damaged; the first one is named.
    pub fn check_all_blocks(&self) -> Result<(), TableError> {
        let damaged = (0..self.blocks())
            .into_par_iter()
            .find_map_first(|block| self.damage_in(block));
        damaged.map_or(Ok(()), Err)
    }

    /// What is wrong with a block, which is checked once more even if it was found good
    /// before.
    ///
    /// # Panics
    ///
    /// When the table has no block of this number.
    #[must_use]
    pub fn damage_in(&self, block: u64) -> Option<TableError> {
        assert!(block < self.blocks(), "a block of another table");
        if let Err(error) = self.check_block(block as usize) {
            return Some(error);
        }
        // A block that was packed wrongly has the right checksum all the same.
        let packing = self.head.packing.as_ref()?;
        self.unpack_block(packing, block).err()
    }

    /// Lets the system take back the memory of a mapped file; it is read anew when needed.
    pub(super) fn release(&self) {
        self.storage.release();
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

    /// How the values are stored.
    #[must_use]
    pub fn coding(&self) -> Coding {
        self.head.coding
    }

    /// Whether there is one value for every board, so that [`values`](Table::values) gives
    /// them.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match self.head.coding {
            Coding::Net8 | Coding::Packed => true,
            Coding::Bounds8 => false,
        }
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
        (self.head.encoded_length() + self.unchecked_bytes().len()) as u64
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

    /// The bytes of the file in order: the head, then the values in pieces.
    pub(super) fn file_parts(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let blocks = self.unchecked_bytes().chunks(PART_BYTES);
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

    /// The blocks, checked or not.
    #[inline]
    fn unchecked_bytes(&self) -> &[u8] {
        &self.storage.as_bytes()[self.start..]
    }

    /// The bytes of one block, checked or not.
    fn block(&self, block: usize) -> &[u8] {
        &self.unchecked_bytes()[self.head.block_range(block)]
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
        match self.head.check_block(block, self.block(block)) {
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

/// The two bounds of every board in a vector, with no more memory than the three need.
fn side_by_side(lower: Vec<u8>, upper: Vec<u8>) -> Vec<u8> {
    let boards = lower.len();
    let mut pairs = lower;
    pairs.resize(2 * boards, 0);
    // From the end, where a pair overwrites no lower bound that is still to be moved.
    for board in (0..boards).rev() {
        pairs[2 * board] = pairs[board];
        pairs[2 * board + 1] = upper[board];
    }
    pairs
}
