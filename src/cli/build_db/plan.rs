//! What a build will take, computed and compared with what there is before the first byte.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use oware::endgame::{Layer, file_name};

use crate::cli::exit::{Failure, Kind};

/// The part of memory that a build leaves to others.
const SPARE_MEMORY_BYTES: u64 = 64 << 20;

/// Needs of a build, and what the system offers.
#[derive(Debug)]
pub(super) struct Plan {
    dir: PathBuf,
    seeds: u8,
    positions: u64,
    /// Bytes that files not there yet will take; a board is a byte.
    disk_bytes: u64,
    free_disk_bytes: Option<u64>,
    /// All layers, a byte a board.
    memory_bytes: u64,
    free_memory_bytes: Option<u64>,
}

impl Plan {
    pub(super) fn new(dir: &Path, seeds: u8) -> Self {
        let boards = |layers: &mut dyn Iterator<Item = Layer>| layers.map(Layer::boards).sum();
        let positions = boards(&mut Layer::up_to(seeds));
        let missing = |layer: &Layer| !dir.join(file_name(*layer)).exists();
        Self {
            dir: dir.to_owned(),
            seeds,
            positions,
            disk_bytes: boards(&mut Layer::up_to(seeds).filter(missing)),
            free_disk_bytes: free_disk_bytes(dir),
            memory_bytes: positions,
            free_memory_bytes: free_memory_bytes(),
        }
    }

    /// Whether disk and memory are enough, where the system tells what there is.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let short = |what: &str, needed: u64, free: u64| {
            let error = anyhow!(
                "layers 0-{} need {} of {what}, of which {} are free",
                self.seeds,
                Bytes(needed),
                Bytes(free)
            );
            let fits = self.seeds_that_fit();
            let hint = format!("ask for fewer seeds: --seeds {fits} fits");
            Err(Failure::new(Kind::Io, error, hint).into())
        };
        match (self.free_disk_bytes, self.free_memory_bytes) {
            (Some(free), _) if free < self.disk_bytes => short(
                &format!("disk in {}", self.dir.display()),
                self.disk_bytes,
                free,
            ),
            (_, Some(free)) if free < self.memory_bytes.saturating_add(SPARE_MEMORY_BYTES) => {
                short("memory", self.memory_bytes, free)
            }
            _ => Ok(()),
        }
    }

    fn seeds_that_fit(&self) -> u8 {
        let disk = self.free_disk_bytes.unwrap_or(u64::MAX);
        let memory = self.free_memory_bytes.unwrap_or(u64::MAX);
        let room = disk.min(memory.saturating_sub(SPARE_MEMORY_BYTES));
        let mut sum = 0;
        Layer::up_to(self.seeds)
            .take_while(|layer| {
                sum += layer.boards();
                sum <= room
            })
            .last()
            .map_or(0, Layer::seeds)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free = |bytes: Option<u64>| {
            bytes.map_or_else(String::new, |bytes| format!(" (free {})", Bytes(bytes)))
        };
        write!(
            f,
            "layers 0-{}, {} positions; disk {}{}; memory {}{}",
            self.seeds,
            self.positions,
            Bytes(self.disk_bytes),
            free(self.free_disk_bytes),
            Bytes(self.memory_bytes),
            free(self.free_memory_bytes),
        )
    }
}

/// A number of bytes as people read it.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Bytes(pub(in crate::cli) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 as f64 {
            bytes if bytes >= 1e10 => write!(f, "{:.0} GB", bytes / 1e9),
            bytes if bytes >= 1e9 => write!(f, "{:.1} GB", bytes / 1e9),
            bytes if bytes >= 1e6 => write!(f, "{:.0} MB", bytes / 1e6),
            bytes if bytes >= 1e3 => write!(f, "{:.0} kB", bytes / 1e3),
            bytes => write!(f, "{bytes:.0} bytes"),
        }
    }
}

/// Free space where `dir` is or will be.
fn free_disk_bytes(dir: &Path) -> Option<u64> {
    let absolute = std::path::absolute(dir).ok()?;
    let existing = absolute.ancestors().find(|path| path.exists())?;
    fs4::available_space(existing).ok()
}

/// What Linux thinks can be had without swapping.
fn free_memory_bytes() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// The most memory this process had at a time, as Linux counts it.
pub(super) fn peak_memory_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

fn kilobytes(file: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(disk: Option<u64>, memory: Option<u64>) -> Plan {
        Plan {
            free_disk_bytes: disk,
            free_memory_bytes: memory,
            ..Plan::new(Path::new("no such directory"), 12)
        }
    }

    #[test]
    fn too_little_disk_or_memory_is_refused_with_what_fits() {
        let message = |plan: Plan| {
            let error = plan.check().unwrap_err();
            let hint = Failure::in_chain(&error).unwrap().hint.clone();
            (error.to_string(), hint)
        };
        let (text, hint) = message(plan(Some(20_000), None));
        // All layers to 12 hold C(24, 12) = 2 704 156 boards.
        assert!(text.contains("need 3 MB of disk"), "{text}");
        assert_eq!(hint, "ask for fewer seeds: --seeds 6 fits");
        let (text, _) = message(plan(None, Some(SPARE_MEMORY_BYTES + 100_000)));
        assert!(text.contains("of memory"), "{text}");
        assert!(plan(None, None).check().is_ok());
    }
}
