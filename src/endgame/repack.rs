//! Changes the coding of the tables of a directory in place, layer after layer.
//!
//! A layer is read, coded anew, decoded again and compared before the new file takes the
//! name of the old one, by the same write-synchronise-rename as in a build: so whenever the
//! work is killed, each layer is there once, in the one coding or the other, and the next
//! run goes on with the rest. The directory is locked as for a build, because both write
//! under the same names.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::build_start::{BuildError, lock};
use super::directory::{Written, file_name, layers_in, remove_leftovers, write_table};
use super::format::Coding;
use super::index::Layer;
use super::storage::Access;
use super::table::Table;
use crate::game::ValueRules;
use crate::progress::Progress;

/// The way of a change between codings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repacking {
    /// From a byte a board to the packed coding, where that is smaller.
    Pack,
    /// Back.
    Unpack,
}

/// What became of a layer.
#[derive(Clone, Copy, Debug)]
pub struct RepackReport {
    /// The layer.
    pub layer: Layer,
    /// The coding that it has now.
    pub coding: Coding,
    /// The length of its file before.
    pub bytes_before: u64,
    /// The length of its file now.
    pub bytes: u64,
    /// xxh3-64 of its file now.
    pub xxh3: u64,
    /// Whether the file was replaced.
    pub is_changed: bool,
}

/// A change of codings in progress, and the lock on the directory.
#[derive(Debug)]
pub struct Repacker {
    dir: PathBuf,
    rules: ValueRules,
    way: Repacking,
    /// Layers still to be looked at, most seeds first.
    rest: Vec<Layer>,
    _lock: File,
}

impl Repacker {
    /// Locks `dir`, which must hold tables for `rules`.
    ///
    /// # Errors
    ///
    /// When the directory cannot be read or is locked.
    pub fn new(dir: &Path, rules: &ValueRules, way: Repacking) -> Result<Self, BuildError> {
        // First, since locking would make a directory that is not there.
        let mut rest = layers_in(dir)?;
        rest.reverse();
        let lock = lock(dir)?;
        remove_leftovers(dir)?;
        Ok(Self {
            dir: dir.to_owned(),
            rules: *rules,
            way,
            rest,
            _lock: lock,
        })
    }

    /// Boards of the layers still to be looked at.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.rest.iter().map(|layer| layer.boards()).sum()
    }

    /// Recodes the next layer, on the threads of the current rayon pool; `None` when all are
    /// done. Progress advances by its boards, and a cancellation is noticed before it begins.
    ///
    /// # Errors
    ///
    /// When the work is cancelled, or the table is damaged or of other rules, or cannot be
    /// written; then its file is as before.
    pub fn next_layer(
        &mut self,
        progress: &dyn Progress,
    ) -> Result<Option<RepackReport>, BuildError> {
        let Some(&layer) = self.rest.last() else {
            return Ok(None);
        };
        if progress.is_cancelled() {
            return Err(BuildError::Cancelled { layer });
        }
        let path = self.dir.join(file_name(layer));
        let table = Table::open(&path, Access::Map, &self.rules, layer)?;
        let recoded = match self.way {
            Repacking::Pack => table.packed()?,
            Repacking::Unpack => table.unpacked()?,
        };
        let written = match &recoded {
            Some(recoded) => write_table(&self.dir, recoded)?,
            None => Written {
                size_bytes: table.size_bytes(),
                xxh3: table.content_xxh3(),
            },
        };
        progress.advance(layer.boards());
        self.rest.pop();
        Ok(Some(RepackReport {
            layer,
            coding: recoded.as_ref().unwrap_or(&table).coding(),
            bytes_before: table.size_bytes(),
            bytes: written.size_bytes,
            xxh3: written.xxh3,
            is_changed: recoded.is_some(),
        }))
    }
}
