//! [`TableError`] and [`Origin`]: which table cannot be used, and why.

use std::path::PathBuf;
use std::{fmt, io};

use crate::endgame::format::FormatError;

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
    /// Values were asked of a table that has intervals for some boards.
    #[error("{origin} holds bounds, not exact values")]
    NotExact {
        /// The table.
        origin: Origin,
    },
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
