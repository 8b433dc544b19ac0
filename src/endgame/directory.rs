//! The files of a database directory: their names, and how a table gets under one.
//!
//! A directory holds one file a layer, `layer-00.oware` to `layer-48.oware`, and otherwise
//! only names that begin with a dot. A table appears under its name when it is complete
//! (see [`draft`]); what an interrupted run leaves is a dot-file that [`remove_leftovers`]
//! knows.

use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::game::MAX_SEEDS;

use super::draft::{self, Draft, Durable};
use super::index::Layer;
use super::table::{Table, TableError};

/// A table that is safely on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The length of the file.
    pub size_bytes: u64,
    /// xxh3-64 of the whole file.
    pub xxh3: u64,
}

/// The name of a layer's file in a database directory.
#[must_use]
pub fn file_name(layer: Layer) -> String {
    format!("layer-{:02}.oware", layer.seeds())
}

/// The layers that have a file in `dir`, fewest seeds first. Says nothing of the contents.
///
/// # Errors
///
/// When the directory cannot be read.
pub fn layers_in(dir: &Path) -> Result<Vec<Layer>, TableError> {
    let mut layers: Vec<Layer> = names_in(dir)?.iter().filter_map(|n| layer_of(n)).collect();
    layers.sort();
    Ok(layers)
}

/// Removes the temporaries of interrupted runs from `dir`; gives the number of them.
///
/// Only for whoever holds the directory alone: a table that is being written would go too.
///
/// # Errors
///
/// When the directory cannot be read or a file not removed.
pub fn remove_leftovers(dir: &Path) -> Result<usize, TableError> {
    let names = names_in(dir)?;
    let leftovers: Vec<PathBuf> = names
        .iter()
        .filter(|name| name.starts_with(draft::PREFIX) && name.ends_with(draft::SUFFIX))
        .map(|name| dir.join(name))
        .collect();
    for path in &leftovers {
        std::fs::remove_file(path).map_err(|source| write_error(path, source))?;
    }
    Ok(leftovers.len())
}

/// Writes `table` into the directory `dir` under the name of its layer, in place of what
/// may be there.
///
/// # Errors
///
/// When a block of the table is damaged or the system refuses to write; then the directory
/// is as before. The one exception is a failure to synchronise the directory itself after
/// the rename: the table is then complete, but might not survive a loss of power.
pub fn write_table(dir: &Path, table: &Table) -> Result<Written, TableError> {
    let name = file_name(table.layer());
    let draft = Draft::new(dir, &name).map_err(|source| write_error(&dir.join(&name), source))?;
    write_draft(draft, table)
}

/// [`write_table`] into a draft, which in tests fails.
fn write_draft(mut draft: Draft, table: &Table) -> Result<Written, TableError> {
    table.check_all_blocks()?;
    let path = draft.path().to_owned();
    let failed = |source| write_error(&path, source);
    let written = write_parts(draft.file(), table).map_err(failed)?;
    draft.publish().map_err(failed)?;
    Ok(written)
}

fn write_parts(file: &mut dyn Durable, table: &Table) -> io::Result<Written> {
    let mut hash = Xxh3::new();
    let mut size_bytes = 0;
    for part in table.file_parts() {
        file.write_all(&part)?;
        hash.update(&part);
        size_bytes += part.len() as u64;
    }
    Ok(Written {
        size_bytes,
        xxh3: hash.digest(),
    })
}

/// The names in a directory that are text. Others are none of ours.
pub(super) fn names_in(dir: &Path) -> Result<Vec<String>, TableError> {
    let failed = |source| TableError::Read {
        path: dir.to_owned(),
        source,
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(failed)? {
        names.extend(entry.map_err(failed)?.file_name().into_string());
    }
    Ok(names)
}

/// The layer whose file has this name.
pub(super) fn layer_of(name: &str) -> Option<Layer> {
    let seeds: u8 = name
        .strip_prefix("layer-")?
        .strip_suffix(".oware")?
        .parse()
        .ok()?;
    // Reading is laxer than writing, with a sign or one digit; only the exact name counts.
    (seeds <= MAX_SEEDS)
        .then(|| Layer::new(seeds))
        .filter(|&layer| file_name(layer) == name)
}

pub(super) fn write_error(path: &Path, source: io::Error) -> TableError {
    TableError::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::device::{Fault, on_device};
    use super::*;
    use crate::game::Rules;

    fn table(layer: Layer) -> Table {
        let rules = Rules::default().value_rules();
        let values = vec![0; usize::try_from(layer.boards()).unwrap()];
        Table::from_values(layer, rules, values).unwrap()
    }

    fn write_to_device(
        dir: &Path,
        table: &Table,
        room: usize,
        fault: Fault,
    ) -> Result<Written, TableError> {
        let draft = Draft::new(dir, &file_name(table.layer())).unwrap();
        write_draft(on_device(draft, room as u64, fault), table)
    }

    #[test]
    fn a_full_disk_leaves_nothing_wherever_it_strikes() {
        let dir = tempfile::tempdir().unwrap();
        let table = table(Layer::new(2));
        let size = usize::try_from(table.size_bytes()).unwrap();
        for room in 0..size {
            let error = write_to_device(dir.path(), &table, room, Fault::None).unwrap_err();
            assert!(
                matches!(&error, TableError::Write { path, source }
                    if path.ends_with("layer-02.oware")
                    && source.kind() == io::ErrorKind::StorageFull),
                "{error:?}"
            );
            assert_eq!(names_in(dir.path()).unwrap(), [""; 0], "room {room}");
        }
        write_to_device(dir.path(), &table, size, Fault::None).unwrap();
        assert_eq!(names_in(dir.path()).unwrap(), ["layer-02.oware"]);
    }

    #[test]
    fn a_full_disk_between_blocks_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        // 75 582 boards: two blocks.
        let table = table(Layer::new(8));
        let size = usize::try_from(table.size_bytes()).unwrap();
        for room in [size - 1, 128 + 65_536 + 1, 128 + 65_536, 128 + 65_535] {
            write_to_device(dir.path(), &table, room, Fault::None).unwrap_err();
            assert_eq!(names_in(dir.path()).unwrap(), [""; 0], "room {room}");
        }
    }

    #[test]
    fn a_failure_to_flush_or_synchronise_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        for fault in [Fault::Flush, Fault::Sync] {
            write_to_device(dir.path(), &table(Layer::new(2)), usize::MAX, fault).unwrap_err();
            assert_eq!(names_in(dir.path()).unwrap(), [""; 0]);
        }
    }

    #[test]
    fn a_failed_rewrite_leaves_the_table_that_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let table = table(Layer::new(2));
        write_table(dir.path(), &table).unwrap();
        let path = dir.path().join("layer-02.oware");
        let before = std::fs::read(&path).unwrap();
        write_to_device(dir.path(), &table, 100, Fault::None).unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn only_exact_names_are_tables() {
        let dir = tempfile::tempdir().unwrap();
        for name in [
            "layer-07.oware",
            "layer-00.oware",
            "layer-48.oware",
            "layer-49.oware",
            "layer-7.oware",
            "layer-+7.oware",
            "layer-007.oware",
            "layer-07.oware.bak",
            ".layer-07.oware.x.tmp",
        ] {
            std::fs::write(dir.path().join(name), b"").unwrap();
        }
        assert_eq!(layers_in(dir.path()).unwrap(), [0, 7, 48].map(Layer::new));
    }

    #[test]
    fn leftovers_go_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let leftover = dir.path().join(".layer-03.oware.Ab3xyz.tmp");
        std::fs::write(&leftover, b"half").unwrap();
        for name in ["layer-03.oware", ".lock", ".checkpoint.tmp"] {
            std::fs::write(dir.path().join(name), b"").unwrap();
        }
        assert_eq!(remove_leftovers(dir.path()).unwrap(), 1);
        assert!(!leftover.exists());
        let mut names = names_in(dir.path()).unwrap();
        names.sort();
        assert_eq!(names, [".checkpoint.tmp", ".lock", "layer-03.oware"]);
    }
}
