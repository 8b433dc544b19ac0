//! [`TableWriter`]: a table written block after block, as its values come.
//!
//! A layer that was just solved fills memory with its cells, and a second copy of its
//! values may have no room beside them. So the blocks are written as they come, behind a gap for
//! the head, which is known with the last checksum. The checksum of the whole file begins
//! with the head; it is taken last, by reading the file once more, most of which the
//! system still has in memory.

use std::fmt;
use std::io::{self, Read, SeekFrom};
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::directory::{Written, file_name, write_error};
use super::draft::Draft;
use super::format::{Coding, FormatError, Head};
use super::index::Layer;
use super::table::{Origin, TableError};
use crate::game::ValueRules;

/// What is read at a time for the checksum of the file.
const READ_BYTES: usize = 1 << 18;

/// A table of which some blocks are written.
pub(super) struct TableWriter {
    draft: Draft,
    layer: Layer,
    rules: ValueRules,
    coding: Coding,
    block_bytes: usize,
    /// Of the blocks that are written.
    checksums: Vec<u64>,
    /// The start of the block that is not complete yet.
    rest: Vec<u8>,
}

impl fmt::Debug for TableWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableWriter")
            .field("path", &self.draft.path())
            .finish_non_exhaustive()
    }
}

impl TableWriter {
    /// Begins a table in `dir`, in a coding that gives every board as many bytes.
    ///
    /// # Errors
    ///
    /// When the directory cannot be written to.
    pub(super) fn new(
        dir: &Path,
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
    ) -> Result<Self, TableError> {
        let name = file_name(layer);
        let draft =
            Draft::new(dir, &name).map_err(|source| write_error(&dir.join(&name), source))?;
        Self::with_draft(draft, layer, rules, coding)
    }

    fn with_draft(
        draft: Draft,
        layer: Layer,
        rules: ValueRules,
        coding: Coding,
    ) -> Result<Self, TableError> {
        let gap = Head::length(layer, &rules, coding).map_err(format_error)?;
        let mut this = Self {
            draft,
            layer,
            rules,
            coding,
            block_bytes: coding.block_bytes().unwrap_or(1),
            checksums: Vec::new(),
            rest: Vec::new(),
        };
        // Written and not left out, so that the room for the head is taken.
        let zeros = io::copy(&mut io::repeat(0).take(gap as u64), this.draft.file());
        zeros.map_err(|source| this.failed(source))?;
        Ok(this)
    }

    /// The bytes of the next boards in the order of the ranks, as many as there are.
    ///
    /// # Errors
    ///
    /// When a value is impossible in the layer, or the system refuses to write.
    pub(super) fn append(&mut self, mut bytes: &[u8]) -> Result<(), TableError> {
        if !self.rest.is_empty() {
            let missing = bytes.len().min(self.block_bytes - self.rest.len());
            let (start, others) = bytes.split_at(missing);
            self.rest.extend_from_slice(start);
            bytes = others;
            if self.rest.len() < self.block_bytes {
                return Ok(());
            }
            let block = std::mem::take(&mut self.rest);
            self.write_blocks(&block)?;
        }
        let whole = bytes.len() - bytes.len() % self.block_bytes;
        self.write_blocks(&bytes[..whole])?;
        self.rest.extend_from_slice(&bytes[whole..]);
        Ok(())
    }

    /// Checks and writes whole blocks, or the last one.
    fn write_blocks(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let first = self.checksums.len();
        let (coding, layer) = (self.coding, self.layer);
        let blocks = bytes.par_chunks(self.block_bytes).enumerate();
        let checked: Result<Vec<u64>, FormatError> = blocks
            .map(|(block, bytes)| {
                coding.check_values(layer, (first + block) as u64, bytes)?;
                Ok(Head::checksum(bytes))
            })
            .collect();
        self.checksums.extend(checked.map_err(format_error)?);
        let written = self.draft.file().write_all(bytes);
        written.map_err(|source| self.failed(source))
    }

    /// Writes the last block, after which there is nothing more to append. This is done by
    /// the threads that compute, while [`finish`](Self::finish) mostly waits for the disk
    /// and may be left to another.
    pub(super) fn end(&mut self) -> Result<(), TableError> {
        let block = std::mem::take(&mut self.rest);
        self.write_blocks(&block)
    }

    /// Writes what is missing, and puts the table under its name once it is on disk.
    ///
    /// # Errors
    ///
    /// When there were not as many bytes as the layer needs, or the system refuses to
    /// write; then the directory is as before, but for a failure to synchronise it after
    /// the rename.
    pub(super) fn finish(mut self) -> Result<Written, TableError> {
        if !self.rest.is_empty() {
            self.end()?;
        }
        let checksums = std::mem::take(&mut self.checksums).into();
        let head =
            Head::new(self.layer, self.rules, self.coding, checksums).map_err(format_error)?;
        let written = self.write_head(&head);
        let written = written.map_err(|source| self.failed(source))?;
        // A last block that is too short or too long is one more or less in no count.
        let expected = head.encoded_length() as u64 + head.blocks_length();
        if written.size_bytes != expected {
            return Err(format_error(FormatError::Inconsistent {
                field: "length",
                expected,
                found: written.size_bytes,
            }));
        }
        let path = self.draft.path().to_owned();
        let published = self.draft.publish();
        published.map_err(|source| write_error(&path, source))?;
        Ok(written)
    }

    fn write_head(&mut self, head: &Head) -> io::Result<Written> {
        let file = self.draft.file();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&head.encode())?;
        file.flush()?;
        file.seek(SeekFrom::Start(0))?;
        let mut hash = Xxh3::new();
        let mut size_bytes = 0;
        let mut buffer = vec![0; READ_BYTES];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                count => {
                    hash.update(&buffer[..count]);
                    size_bytes += count as u64;
                }
            }
        }
        Ok(Written {
            size_bytes,
            xxh3: hash.digest(),
        })
    }

    fn failed(&self, source: io::Error) -> TableError {
        write_error(self.draft.path(), source)
    }
}

fn format_error(source: FormatError) -> TableError {
    TableError::Format {
        origin: Origin::Memory,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::directory::{names_in, write_table};
    use super::super::draft::device::{Fault, on_device};
    use super::super::table::Table;
    use super::*;
    use crate::game::Rules;

    fn rules() -> ValueRules {
        Rules::default().value_rules()
    }

    fn values(layer: Layer) -> Vec<u8> {
        // Distinct blocks, so that a swap would show.
        (0..layer.boards())
            .map(|rank| (rank >> 13 & 7) as u8)
            .collect()
    }

    fn write(dir: &Path, values: &[u8], step: usize) -> Result<Written, TableError> {
        let mut writer = TableWriter::new(dir, Layer::new(8), rules(), Coding::Net8)?;
        for part in values.chunks(step) {
            writer.append(part)?;
        }
        writer.finish()
    }

    #[test]
    fn pieces_of_any_size_give_the_file_of_the_whole() {
        let layer = Layer::new(8);
        let values = values(layer);
        let [whole, pieces] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let table = Table::from_values(layer, rules(), values.clone()).unwrap();
        let expected = write_table(whole.path(), &table).unwrap();
        let read = |dir: &Path| std::fs::read(dir.join("layer-08.oware")).unwrap();
        for step in [1_000, 65_535, 65_536, 65_537, 75_582] {
            assert_eq!(write(pieces.path(), &values, step).unwrap(), expected);
            assert!(read(pieces.path()) == read(whole.path()), "step {step}");
        }
    }

    #[test]
    fn too_few_or_impossible_values_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let mut values = values(Layer::new(8));
        for length in [75_581, 65_536, 0] {
            let error = write(dir.path(), &values[..length], 4_096).unwrap_err();
            assert!(matches!(error, TableError::Format { .. }), "{error}");
        }
        values.push(0);
        assert!(write(dir.path(), &values, 4_096).is_err());
        values.pop();
        values[70_000] = 9;
        assert!(matches!(
            write(dir.path(), &values, 4_096).unwrap_err(),
            TableError::Format {
                source: FormatError::ImpossibleValue {
                    block: 1,
                    board: 70_000,
                    ..
                },
                ..
            }
        ));
        assert_eq!(names_in(dir.path()).unwrap(), [""; 0]);
    }

    #[test]
    fn full_disk_leaves_nothing_wherever_it_strikes() {
        let dir = tempfile::tempdir().unwrap();
        let layer = Layer::new(8);
        let values = values(layer);
        let size = write(dir.path(), &values, 75_582).unwrap().size_bytes;
        std::fs::remove_file(dir.path().join("layer-08.oware")).unwrap();
        for (room, fault) in [
            (0, Fault::None),
            (100, Fault::None),
            (size - 1, Fault::None),
            (size - 10_046, Fault::None),
            (size, Fault::Flush),
            (size, Fault::Sync),
        ] {
            let draft = Draft::new(dir.path(), "layer-08.oware").unwrap();
            let draft = on_device(draft, room, fault);
            let outcome = TableWriter::with_draft(draft, layer, rules(), Coding::Net8).and_then(
                |mut writer| {
                    writer.append(&values)?;
                    writer.finish()
                },
            );
            assert!(
                matches!(outcome, Err(TableError::Write { ref source, .. })
                    if source.kind() == io::ErrorKind::StorageFull),
                "room {room}, {fault:?}: {outcome:?}"
            );
            assert_eq!(names_in(dir.path()).unwrap(), [""; 0], "room {room}");
        }
    }
}
