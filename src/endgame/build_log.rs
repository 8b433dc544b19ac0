//! [`BuildLog`]: what building each layer took, kept in a dot-file of the directory.
//!
//! A table does not depend on time, so its file cannot say how long it took. The log is a
//! line of JSON for each layer that was finished, appended when it is; the last line of a
//! layer counts. Nothing depends on it: a log that is missing, torn by a crash or edited
//! loses the lines that do not read and nothing else.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::index::Layer;

const LOG_NAME: &str = ".build-log.jsonl";

/// What building a layer took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuildRecord {
    /// Seeds of the layer.
    pub seeds: u8,
    /// Time on the clock, for solving and writing.
    pub seconds: f64,
    /// Threads that worked.
    pub threads: u32,
    /// The most memory that the process had until then; `None` where the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// The version of this library.
    pub version: String,
}

/// The records of a directory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildLog {
    records: Vec<BuildRecord>,
}

impl BuildRecord {
    /// A record by this version of the library.
    #[must_use]
    pub fn new(layer: Layer, seconds: f64, threads: u32, peak_memory_bytes: Option<u64>) -> Self {
        Self {
            seeds: layer.seeds(),
            seconds,
            threads,
            peak_memory_bytes,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Appends the record to the log of the directory `dir`.
    ///
    /// # Errors
    ///
    /// What the system says. The log is no part of a build: whoever builds can go on.
    pub fn append(&self, dir: &Path) -> io::Result<()> {
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(dir.join(LOG_NAME))?;
        let mut line = serde_json::to_string(self)?;
        line.push('\n');
        // What a crash left of a line must not spoil this one.
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                line.insert(0, '\n');
            }
        }
        file.write_all(line.as_bytes())
    }
}

impl BuildLog {
    /// The log of the directory `dir`, as far as it reads.
    #[must_use]
    pub fn read(dir: &Path) -> Self {
        let bytes = std::fs::read(dir.join(LOG_NAME)).unwrap_or_default();
        let lines = bytes.split(|&byte| byte == b'\n');
        Self {
            records: lines
                .filter_map(|line| serde_json::from_slice(line).ok())
                .collect(),
        }
    }

    /// The last record of a layer.
    #[must_use]
    pub fn layer(&self, layer: Layer) -> Option<&BuildRecord> {
        let mut latest_first = self.records.iter().rev();
        latest_first.find(|record| record.seeds == layer.seeds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(seeds: u8, seconds: f64) -> BuildRecord {
        BuildRecord::new(Layer::new(seeds), seconds, 2, Some(1 << 20))
    }

    #[test]
    fn last_record_of_a_layer_counts() {
        let dir = tempfile::tempdir().unwrap();
        for (seeds, seconds) in [(3, 1.0), (4, 2.5), (3, 0.25)] {
            record(seeds, seconds).append(dir.path()).unwrap();
        }
        let log = BuildLog::read(dir.path());
        assert_eq!(log.layer(Layer::new(3)), Some(&record(3, 0.25)));
        assert_eq!(log.layer(Layer::new(4)), Some(&record(4, 2.5)));
        assert_eq!(log.layer(Layer::new(5)), None);
    }

    #[test]
    fn missing_torn_and_foreign_logs_are_no_error() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(BuildLog::read(dir.path()), BuildLog::default());
        record(3, 1.0).append(dir.path()).unwrap();
        let path = dir.path().join(LOG_NAME);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(b"\xff\n{\"seeds\":4}\n\n{\"seeds\":5,\"seco");
        std::fs::write(&path, &bytes).unwrap();
        record(6, 2.0).append(dir.path()).unwrap();
        let log = BuildLog::read(dir.path());
        let found: Vec<_> = (0..8)
            .filter(|&n| log.layer(Layer::new(n)).is_some())
            .collect();
        assert_eq!(found, [3, 6]);
    }

    #[test]
    fn log_that_cannot_be_written_says_so() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join(LOG_NAME)).unwrap();
        record(3, 1.0).append(dir.path()).unwrap_err();
        assert_eq!(BuildLog::read(dir.path()), BuildLog::default());
    }
}
