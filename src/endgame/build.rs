//! Builds a directory of tables, layer after layer, and resumes where it left off.
//!
//! The directory is locked while it is built, by the system's lock on a dot-file, which a
//! killed process cannot leave behind. Layers that are there already are checked block by
//! block and kept; nobody's file is overwritten, so a damaged layer or one of other rules
//! is an error that names it. A layer appears under its name only when it is complete and
//! on disk, so a build that is killed costs the layer it was at, and the bytes that come
//! out do not depend on how often that happened.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::database::DatabaseError;
use super::directory::{Written, file_name, layers_in, remove_leftovers, write_table};
use super::index::Layer;
use super::retrograde::{Stopped, solve_layer};
use super::storage::Access;
use super::table::{Table, TableError};
use crate::game::{Loops, ValueRules};
use crate::progress::Progress;

const LOCK_NAME: &str = ".lock";

/// What a build did.
#[derive(Clone, Debug)]
pub struct BuildReport {
    /// Every layer from 0 seeds up, found or built.
    pub layers: Vec<LayerReport>,
}

/// What a build did about one layer.
#[derive(Clone, Copy, Debug)]
pub struct LayerReport {
    /// The layer.
    pub layer: Layer,
    /// The length of its file.
    pub size_bytes: u64,
    /// xxh3-64 of its file.
    pub xxh3: u64,
    /// Time for solving and writing it, or for checking it when it was there.
    pub elapsed_secs: f64,
    /// Whether it was there already.
    pub found: bool,
}

/// Why a build stopped. Layers that were finished stay, and a later build goes on from them.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A loop is worth something under these rules, and depends on history.
    #[error(
        "tables for rules whose loops give each player his own row ({rules}) are not supported yet"
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

/// Builds the tables for 0 to `seeds` seeds in `dir`, which is made if it is not there, on
/// the threads of the current rayon pool. The bytes do not depend on the threads.
/// `finished` hears of each layer as soon as it is on disk, or was found to be good.
///
/// # Errors
///
/// See [`BuildError`]. Finished layers stay.
pub fn build(
    dir: &Path,
    rules: &ValueRules,
    seeds: u8,
    progress: &dyn Progress,
    finished: &mut dyn FnMut(&LayerReport),
) -> Result<BuildReport, BuildError> {
    if rules.loops != Loops::Zero {
        return Err(BuildError::UnsupportedLoops {
            rules: Box::new(*rules),
        });
    }
    let _lock = lock(dir)?;
    remove_leftovers(dir)?;
    let existing = layers_in(dir)?;
    check_rules_and_gaps(dir, rules, &existing)?;
    let missing = Layer::up_to(seeds).skip(existing.len());
    progress.begin("boards", missing.map(Layer::boards).sum());
    let mut tables: Vec<Table> = Vec::new();
    let mut layers = Vec::new();
    for layer in Layer::up_to(seeds) {
        let start = Instant::now();
        let found = existing.contains(&layer);
        let (table, written) = if found {
            let table = Table::open(&dir.join(file_name(layer)), Access::Map, rules, layer)?;
            table.check_all_blocks()?;
            let written = Written {
                size_bytes: table.size_bytes(),
                xxh3: table.content_xxh3(),
            };
            (table, written)
        } else {
            let table = solve(layer, rules, &tables, progress)?;
            let written = write_table(dir, &table)?;
            (table, written)
        };
        let report = LayerReport {
            layer,
            size_bytes: written.size_bytes,
            xxh3: written.xxh3,
            elapsed_secs: start.elapsed().as_secs_f64(),
            found,
        };
        finished(&report);
        layers.push(report);
        tables.push(table);
    }
    progress.finish();
    Ok(BuildReport { layers })
}

/// Before hours of work: every table that is there must be of these rules, also those
/// above the layers asked for, and none may be missing beneath another.
fn check_rules_and_gaps(
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

fn solve(
    layer: Layer,
    rules: &ValueRules,
    tables: &[Table],
    progress: &dyn Progress,
) -> Result<Table, BuildError> {
    let below = tables
        .iter()
        .map(|table| table.values().map(|values| values.as_bytes()))
        .collect::<Result<Vec<_>, _>>()?;
    let values = solve_layer(layer, rules, &below, progress).map_err(|stopped| match stopped {
        Stopped::Cancelled => BuildError::Cancelled { layer },
        Stopped::OutOfMemory => BuildError::OutOfMemory {
            layer,
            size_bytes: layer.boards(),
        },
    })?;
    Ok(Table::from_values(layer, *rules, values)?)
}

/// Holds the directory until the file is dropped.
fn lock(dir: &Path) -> Result<File, BuildError> {
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
