//! The layout of a table file, so exactly that a reader can be written in any language.
//!
//! One file holds one layer: the value of every board with the same number of seeds, for
//! one set of value rules. Its bytes depend on nothing else, neither on time nor on the
//! number of threads, so two builds can be compared by one checksum. Values lie in fixed
//! blocks with a checksum each, because a reader that maps gigabytes can afford to check
//! what it touches and nothing more; and every byte of the file is under some checksum.
//!
//! # The file
//!
//! Integers are little endian; offsets and lengths count bytes. *xxh3* is the 64-bit XXH3
//! hash with seed 0 (<https://xxhash.com>).
//!
//! | offset | bytes | field |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `89 4F 57 41 52 45 0D 0A`, that is `\x89OWARE\r\n`: no text file starts so, and a transfer that mends line ends breaks it |
//! | 8 | 2 | format version, 1 |
//! | 10 | 4 | *S*, where the blocks start: a multiple of 64 |
//! | 14 | *H* | header, below: 51 bytes, or 54 for loops of kind 1 |
//! | 14 + *H* | 8 *B* | xxh3 of each block, in order |
//! | 14 + *H* + 8 *B* | *P* | only for `Packed`: 4 bytes a block, its length; 4 bytes, the length of the model; the model |
//! | 14 + *H* + 8 *B* + *P* | 0 to 63 | zeros, up to *S* − 8 |
//! | *S* − 8 | 8 | xxh3 of the bytes 0 to *S* − 9: all the above |
//! | *S* | *N* | the blocks; the file ends with the last |
//!
//! *S* is the least multiple of 64 that leaves room. Blocks start on a cache line, not on
//! a page, which would make the smallest tables forty times as long.
//!
//! # The header
//!
//! Written by bincode 2 through serde, with fixed-width little-endian integers, which comes
//! down to the fields one after the other without padding. A choice is a number of 4 bytes,
//! which is *the place of the variant in its declaration*: variants of the types below may
//! be appended, never moved. A yes-or-no is a byte, 1 or 0.
//!
//! | bytes | field | values |
//! | --- | --- | --- |
//! | 4 | grand slam | 0 `no-capture`, 1 `forbidden`, 2 `unless-forced`, 3 `capture`, 4 `opponent-takes-rest`, 5 `keep-first`, 6 `keep-last` |
//! | 4 | feeding | 0 `must-feed`, 1 `pass` |
//! | 4 | stuck | 0 `own-side`, 1 `opponent` |
//! | 4 | loops | 0 an endless line is worth nothing, 1 each player gets his own row |
//! | 2 | only for loops 1: the occurrence that ends the game | 2 or more |
//! | 1 | only for loops 1: whether a repetition counts only while both rows hold seeds | |
//! | 1 | few seeds: the game ends with so many or fewer on the board | 0 for never |
//! | 1 | whether those seeds go to their own side | |
//! | 1 | seeds on each board of the layer, *n* | 0 to 48 |
//! | 8 | *N*, boards of the layer | C(*n* + 11, 11) |
//! | 4 | index scheme: which board has which number | 0: combinatorial number system over partial sums, as `index.rs` describes |
//! | 4 | value coding | 0 `Net8`, 1 `Bounds8`, 2 `Packed`, all below |
//! | 4 | *K*, boards in each block but the last, which may have fewer | `Bounds8`: 32 768, else 65 536 |
//! | 4 | bytes in each block but the last | `Packed`: 0, for they differ; else 65 536 |
//! | 8 | *B*, blocks | *N* / *K*, rounded up |
//!
//! The words are those of the rules text (`oware rules`).
//!
//! # The values
//!
//! `Net8`: the byte of board number *r* lies at *S* + *r*. It is a signed number in two's
//! complement, the seeds that the player to move will yet win minus those he will yet
//! lose, from −*n* to *n*.
//!
//! `Bounds8`: the two bytes of board number *r* lie at *S* + 2*r*, first what the player to
//! move can be sure of, then what he cannot surpass, each a signed number as above, the
//! first not larger than the second. They lie side by side because a probe wants both.
//! A layer all of whose bounds meet is stored as `Net8`.
//!
//! `Packed`: values as in `Net8`, each coded in the bits that the boards before it in its
//! chunk of 1024 leave uncertain. A block is made of 2 bytes for each of its chunks, the
//! length of it, and the chunks. `packed.rs` and the files under it describe the rest: what
//! is expected of a board (`prediction.rs`), the model, which says how often each value
//! follows what is expected (`model.rs`), and the bits (`rans.rs`).
//!
//! # Versions
//!
//! | version | what changed |
//! | --- | --- |
//! | 1 | the first; value codings 1 and 2 were added later, in numbers that readers without them refuse |
//!
//! A later index scheme, value coding or block size is a new number in its field when the
//! rest of the layout stays, and a new version when it does not. A reader refuses numbers
//! that it does not know.

mod coding;
mod error;
mod head;
mod packed;
mod packing;

use crate::game::MAX_SEEDS;

use super::index::Layer;

pub use coding::Coding;
pub(super) use coding::bounds_of;
pub use error::FormatError;
pub(super) use head::Head;
pub(super) use packed::{BLOCK_CHUNKS, CHUNK_BOARDS, PackedBlock, unpack_block};
pub(super) use packing::Packing;

/// The version of the layout that this library writes, and the latest that it reads.
pub const FORMAT_VERSION: u16 = 1;

const MAGIC: [u8; 8] = *b"\x89OWARE\r\n";
/// Magic, version and the start of the blocks.
const PREFIX_BYTES: usize = 14;
const CHECKSUM_BYTES: usize = 8;
const ALIGNMENT: usize = 64;

/// Longest header that is decoded. Version 1 needs 54 bytes.
const HEADER_LIMIT: usize = 1024;
/// No table has more before its blocks: this is what 48 seeds ask for, and some.
const HEAD_LIMIT: usize = {
    let blocks = Layer::new(MAX_SEEDS)
        .boards()
        .div_ceil(Coding::Bounds8.block_boards()) as usize;
    (HEADER_LIMIT + blocks * CHECKSUM_BYTES).next_multiple_of(ALIGNMENT)
};
