//! What is checked before hours of building, the lock on the directory, and why a build
//! stops.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::database::DatabaseError;
use super::directory::file_name;
use super::index::Layer;
use super::memory::MemoryNeed;
use super::storage::Access;
use super::table::{Table, TableError};
use crate::game::ValueRules;

const LOCK_NAME: &str = ".lock";

/// Why a build stopped. Layers that were finished stay, and a later build goes on from them.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A play may never end under these rules, so that its boards have no value.
    #[error(
        "no tables for {rules}: without a duty to feed, one seed can run round for ever where only \
         boards with seeds in both rows count as repeated"
    )]
    UnsupportedLoops {
        /// The rules.
        rules: Box<ValueRules>,
    },
    /// The directory cannot be made or locked.
    #[error("cannot use {} as a database directory", dir.display())]
    Directory {
        /// The directory.
        dir: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process builds there.
    #[error("another build is writing to {}", dir.display())]
    Locked {
        /// The directory.
        dir: PathBuf,
    },
    /// A layer cannot be built within the memory that was allowed.
    #[error(
        "layer {} needs at least {needed_bytes} bytes of memory, and {limit_bytes} are allowed",
        layer.seeds()
    )]
    MemoryLimit {
        /// The first layer that does not fit.
        layer: Layer,
        /// The least that it needs.
        needed_bytes: u64,
        /// What was allowed.
        limit_bytes: u64,
    },
    /// A layer does not fit in memory.
    #[error("layer {} needs {size_bytes} bytes of memory, which are not to be had", layer.seeds())]
    OutOfMemory {
        /// The layer.
        layer: Layer,
        /// A byte a board.
        size_bytes: u64,
    },
    /// A layer that was found is damaged or of other rules, or one cannot be written.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The work was cancelled.
    #[error("interrupted at layer {}", layer.seeds())]
    Cancelled {
        /// The layer that is not finished.
        layer: Layer,
    },
}

impl From<TableError> for BuildError {
    fn from(error: TableError) -> Self {
        Self::Database(error.into())
    }
}

/// Before hours of work: every table that is there must be of these rules, also those
/// above the layers asked for, and none may be missing beneath another.
pub(super) fn check_rules_and_gaps(
    dir: &Path,
    rules: &ValueRules,
    existing: &[Layer],
) -> Result<(), DatabaseError> {
    for (&layer, expected) in existing.iter().zip(0..) {
        if layer.seeds() != expected {
            return Err(DatabaseError::MissingLayer {
                dir: dir.to_owned(),
                missing: Layer::new(expected),
                largest: existing.last().map_or(0, |layer| layer.seeds()),
            });
        }
        Table::open(&dir.join(file_name(layer)), Access::Map, rules, layer)?;
    }
    Ok(())
}

/// Before hours of work: whether the layers that are not there fit into the memory allowed.
pub(super) fn check_memory(
    mut missing: impl Iterator<Item = Layer>,
    needed: impl Fn(Layer) -> MemoryNeed,
    limit_bytes: Option<u64>,
) -> Result<(), BuildError> {
    let needed = |layer: Layer| needed(layer).least_bytes;
    let too_large = |layer: &Layer| limit_bytes.is_some_and(|limit| needed(*layer) > limit);
    match missing.find(too_large) {
        None => Ok(()),
        Some(layer) => Err(BuildError::MemoryLimit {
            layer,
            needed_bytes: needed(layer),
            limit_bytes: limit_bytes.unwrap_or(u64::MAX),
        }),
    }
}

/// Holds the directory until the file is dropped.
pub(super) fn lock(dir: &Path) -> Result<File, BuildError> {
    let failed = |source| BuildError::Directory {
        dir: dir.to_owned(),
        source,
    };
    std::fs::create_dir_all(dir).map_err(failed)?;
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(dir.join(LOCK_NAME))
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BuildError::Locked {
            dir: dir.to_owned(),
        }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}
