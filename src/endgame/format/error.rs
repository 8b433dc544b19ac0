//! [`FormatError`]: each way in which the bytes of a table can be wrong.
//!
//! One variant a fault, with what was expected and what was found, because "corrupt file"
//! helps nobody to tell a cut-off download from a table of other rules. Which file it is
//! does not stand here: the format knows bytes only, and `TableError` adds the name.

use super::MAGIC;
use crate::endgame::index::Layer;
use crate::game::ValueRules;

/// What is wrong with the bytes of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Something else altogether.
    #[error("not an endgame table: starts with \"{}\", expected \"{}\"", found.escape_ascii(), MAGIC.escape_ascii())]
    NotATable {
        /// The first bytes, eight at most.
        found: Vec<u8>,
    },
    /// A layout from after this library.
    #[error("written in format {found} by a newer version; this one reads formats up to {known}")]
    NewerVersion {
        /// The version in the file.
        found: u16,
        /// The latest that is read here.
        known: u16,
    },
    /// The place where the blocks start cannot be one.
    #[error(
        "damaged header: blocks cannot start at byte {found}, expected a multiple of 64 up to {limit}"
    )]
    DamagedLength {
        /// The place that the file states.
        found: u32,
        /// The last place possible.
        limit: u32,
    },
    /// Bytes are missing at the end.
    #[error("truncated: expected {expected} bytes or more, found {found}")]
    Truncated {
        /// The length of the file, or of the part that was looked for.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// Bytes after the end.
    #[error("bytes after the end of the table: expected {expected} bytes, found {found}")]
    TrailingBytes {
        /// The length that the header gives.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// The header differs from what was written.
    #[error("damaged header: expected checksum {expected:016x}, found {found:016x}")]
    DamagedHeader {
        /// The checksum in the file.
        expected: u64,
        /// That of the bytes.
        found: u64,
    },
    /// The header is as written, but does not read.
    #[error(
        "unreadable header, perhaps made by a newer version for rules unknown to this one: {reason}"
    )]
    UnreadableHeader {
        /// What the decoder says.
        reason: String,
    },
    /// The header is as written, but names a way of storing that is not known here.
    #[error("made by a newer version: {field} {found} is not known to this one")]
    UnknownCoding {
        /// What is unknown, such as "value coding".
        field: &'static str,
        /// Its number.
        found: u32,
    },
    /// The header is as written, but contradicts itself.
    #[error("inconsistent header: expected {field} {expected}, found {found}")]
    Inconsistent {
        /// The field.
        field: &'static str,
        /// What the other fields ask for.
        expected: u64,
        /// What it holds.
        found: u64,
    },
    /// A table, but for other rules.
    #[error("made for other rules: expected {expected}, found {found}")]
    WrongRules {
        /// The rules asked for.
        expected: ValueRules,
        /// Those of the table.
        found: ValueRules,
    },
    /// A table, but of another number of seeds.
    #[error("another layer under this name: expected {} seeds, found {}", expected.seeds(), found.seeds())]
    WrongLayer {
        /// The layer asked for.
        expected: Layer,
        /// That of the table.
        found: Layer,
    },
    /// The values of a block differ from what was written.
    #[error("block {block} is damaged: expected checksum {expected:016x}, found {found:016x}")]
    DamagedBlock {
        /// The number of the block, from 0.
        block: u64,
        /// The checksum in the header.
        expected: u64,
        /// That of the bytes.
        found: u64,
    },
    /// A block is as written, but no values come out of it.
    #[error(
        "block {block} does not decode: expected the end of chunk {chunk} where it is, found another"
    )]
    UndecodableBlock {
        /// The number of the block, from 0.
        block: u64,
        /// The number of the chunk in the block.
        chunk: u64,
    },
    /// The header is as written, but the frequencies of a packed table cannot be.
    #[error(
        "impossible frequencies: context {context} expected a sum of 4096 over the values of the layer"
    )]
    ImpossibleModel {
        /// The number of the context; the number of contexts when bytes follow the last.
        context: u64,
    },
    /// A lower bound above the upper one.
    #[error(
        "impossible bounds in block {block}: board {board} expected lower ≤ upper, found {lower} and {upper}"
    )]
    CrossedBounds {
        /// The number of the block, from 0.
        block: u64,
        /// The number of the board.
        board: u64,
        /// The lower bound.
        lower: i8,
        /// The upper bound.
        upper: i8,
    },
    /// A value or bound that no board of the layer can have.
    #[error(
        "impossible value in block {block}: board {board} expected from -{seeds} to {seeds}, found {found}"
    )]
    ImpossibleValue {
        /// The number of the block, from 0.
        block: u64,
        /// The number of the board.
        board: u64,
        /// The seeds on it.
        seeds: u8,
        /// The value.
        found: i8,
    },
    /// More bytes than this machine can address.
    #[error("a layer of {boards} boards is too large for this machine")]
    TooLarge {
        /// The boards of the layer.
        boards: u64,
    },
}
