//! What a build will take, computed and compared with what there is before the first byte.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use oware::endgame::{Layer, MemoryNeed, file_name, held_bytes, memory_needed};
use oware::game::{Loops, ValueRules};
use serde::Serialize;

use crate::cli::exit::{Failure, Kind};
use crate::cli::progress::Span;

/// The part of memory that a build leaves to others.
const SPARE_MEMORY_BYTES: u64 = 64 << 20;
/// Boards a second that one thread builds: an estimate, from builds of 16 to 20 seeds on a
/// shared server.
const BOARDS_PER_SECOND: f64 = 7e6;
/// The same where a loop gives each player his own row.
const OWN_ROWS_BOARDS_PER_SECOND: f64 = 3e6;
/// A layer of fewer boards is finished before its first checkpoint would be due.
const BOARDS_WITHOUT_CHECKPOINT: u64 = 1 << 28;

/// Needs of a build, and what the system offers.
#[derive(Debug)]
pub(super) struct Plan {
    dir: PathBuf,
    rules: ValueRules,
    seeds: u8,
    positions: u64,
    /// Layers that have a file.
    found: Vec<Layer>,
    /// The others.
    missing: Vec<Layer>,
    /// What the layers that have a file take of memory.
    held_bytes: u64,
    free_disk_bytes: Option<u64>,
    free_memory_bytes: Option<u64>,
    /// What the user allows.
    limit_bytes: Option<u64>,
    threads: usize,
}

/// The plan as a document.
#[derive(Serialize)]
pub(super) struct PlanDocument {
    schema: &'static str,
    rules: String,
    seeds: u8,
    out: String,
    /// Layers that are there, by their seeds; they are checked when the build begins.
    found: Vec<u8>,
    layers: Vec<PlannedLayer>,
    positions: u64,
    /// Boards of the layers that are built.
    positions_to_build: u64,
    disk_bytes: u64,
    free_disk_bytes: Option<u64>,
    /// Without a limit, for the build itself.
    memory_bytes: u64,
    /// Pages of finished layers' files beside that, which the system can take back.
    page_bytes: u64,
    /// The least with which it can be done.
    least_memory_bytes: u64,
    free_memory_bytes: Option<u64>,
    memory_limit_bytes: Option<u64>,
    threads: usize,
    /// From a rate measured elsewhere.
    estimated_seconds: f64,
}

#[derive(Serialize)]
struct PlannedLayer {
    seeds: u8,
    positions: u64,
    bytes: u64,
    least_memory_bytes: u64,
}

impl Plan {
    pub(super) fn new(
        dir: &Path,
        rules: &ValueRules,
        seeds: u8,
        limit_bytes: Option<u64>,
        threads: usize,
    ) -> Self {
        let (found, missing): (Vec<_>, Vec<_>) =
            Layer::up_to(seeds).partition(|layer| dir.join(file_name(*layer)).exists());
        Self {
            dir: dir.to_owned(),
            rules: *rules,
            seeds,
            positions: Layer::up_to(seeds).map(Layer::boards).sum(),
            held_bytes: held_bytes(dir, &found),
            found,
            missing,
            free_disk_bytes: free_disk_bytes(dir),
            free_memory_bytes: free_memory_bytes(),
            limit_bytes,
            threads,
        }
    }

    /// Whether disk and memory are enough, where the system tells what there is.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let short = |what: &str, needed: u64, free: u64, which: &str| {
            let error = anyhow!(
                "layers 0-{} need {} of {what}, of which {} are {which}",
                self.seeds,
                Bytes(needed),
                Bytes(free)
            );
            let hint = match (self.seeds_that_fit(), self.limit_bytes) {
                (Some(fits), _) => format!("ask for fewer seeds: --seeds {fits} fits"),
                (None, Some(limit)) if limit < self.least_memory(0) => {
                    // Bare numbers are megabytes of 2^20 bytes.
                    let least = self.least_memory(0).div_ceil(1 << 20);
                    format!("allow more: the smallest tables need --memory {least}M")
                }
                (None, _) => "no tables fit; make room".to_owned(),
            };
            Err(Failure::new(Kind::Io, error, hint).into())
        };
        let (disk, memory) = (self.disk_bytes(self.seeds), self.least_memory(self.seeds));
        match (
            self.free_disk_bytes,
            self.limit_bytes,
            self.memory_to_have(),
        ) {
            (Some(free), _, _) if free < disk => {
                let what = format!("disk in {}", self.dir.display());
                short(&what, disk, free, "free")
            }
            (_, Some(limit), _) if limit < memory => short("memory", memory, limit, "allowed"),
            (_, _, Some(free)) if free < memory => short("memory", memory, free, "free"),
            _ => Ok(()),
        }
    }

    /// The limit of memory under which the build should work, if it needs one.
    pub(super) fn memory_limit(&self) -> Option<u64> {
        self.limit_bytes.or_else(|| {
            self.memory_to_have()
                .filter(|&free| free < self.usual_memory())
        })
    }

    /// The plan as a document.
    pub(super) fn document(&self, rules: String) -> PlanDocument {
        PlanDocument {
            schema: "oware.build-db-plan/1",
            rules,
            seeds: self.seeds,
            out: self.dir.display().to_string(),
            found: self.found.iter().map(|layer| layer.seeds()).collect(),
            layers: self
                .missing
                .iter()
                .map(|&layer| PlannedLayer::new(layer, self.need(layer)))
                .collect(),
            positions: self.positions,
            positions_to_build: self.boards_to_build(),
            disk_bytes: self.disk_bytes(self.seeds),
            free_disk_bytes: self.free_disk_bytes,
            memory_bytes: self.usual_memory(),
            page_bytes: self.pages(),
            least_memory_bytes: self.least_memory(self.seeds),
            free_memory_bytes: self.free_memory_bytes,
            memory_limit_bytes: self.memory_limit(),
            threads: self.threads,
            estimated_seconds: self.estimated_seconds().round(),
        }
    }

    /// The plan with what is there and what is not, a line each.
    pub(super) fn details(&self) -> String {
        let range = |layers: &[Layer]| match (layers.first(), layers.last()) {
            (Some(first), Some(last)) if first == last => format!("layer {}", first.seeds()),
            (Some(first), Some(last)) => format!("layers {}-{}", first.seeds(), last.seeds()),
            _ => "nothing".to_owned(),
        };
        format!(
            "plan   {self}\nfound  {}\nbuild  {}, {} positions, at least {} of memory\n\
             time   about {} on {} threads, an estimate from {:.0} M positions/s a thread",
            range(&self.found),
            range(&self.missing),
            self.boards_to_build(),
            Bytes(self.least_memory(self.seeds)),
            Span(self.estimated_seconds()),
            self.threads,
            self.boards_per_second() / 1e6,
        )
    }

    fn boards_to_build(&self) -> u64 {
        self.missing.iter().copied().map(Layer::boards).sum()
    }

    fn estimated_seconds(&self) -> f64 {
        self.boards_to_build() as f64 / self.boards_per_second() / self.threads as f64
    }

    fn missing_to(&self, seeds: u8) -> impl Iterator<Item = Layer> {
        let missing = self.missing.iter().copied();
        missing.filter(move |layer| layer.seeds() <= seeds)
    }

    /// Bytes that files not there yet will take, a byte a board, with the checkpoint of the
    /// largest.
    fn disk_bytes(&self, seeds: u8) -> u64 {
        let boards: u64 = self.missing_to(seeds).map(Layer::boards).sum();
        let largest = self.missing_to(seeds).last().map_or(0, Layer::boards);
        match largest {
            0..BOARDS_WITHOUT_CHECKPOINT => boards,
            _ => boards + largest,
        }
    }

    fn least_memory(&self, seeds: u8) -> u64 {
        let largest = self.missing_to(seeds).last();
        largest.map_or(0, |layer| self.need(layer).least_bytes)
    }

    fn need(&self, layer: Layer) -> MemoryNeed {
        memory_needed(layer, &self.rules).above_held(self.held_bytes)
    }

    fn boards_per_second(&self) -> f64 {
        match self.rules.loops {
            Loops::Zero => BOARDS_PER_SECOND,
            Loops::OwnRows { .. } => OWN_ROWS_BOARDS_PER_SECOND,
        }
    }

    fn usual_memory(&self) -> u64 {
        let largest = self.missing.last();
        largest.map_or(0, |&layer| self.need(layer).usual_bytes)
    }

    fn pages(&self) -> u64 {
        let largest = self.missing.last();
        largest.map_or(0, |&layer| self.need(layer).page_bytes)
    }

    fn memory_to_have(&self) -> Option<u64> {
        self.free_memory_bytes
            .map(|free| free.saturating_sub(SPARE_MEMORY_BYTES))
    }

    fn seeds_that_fit(&self) -> Option<u8> {
        let disk = self.free_disk_bytes.unwrap_or(u64::MAX);
        let memory = [self.limit_bytes, self.memory_to_have()];
        let memory = memory.into_iter().flatten().min().unwrap_or(u64::MAX);
        (0..=self.seeds)
            .rev()
            .find(|&seeds| self.disk_bytes(seeds) <= disk && self.least_memory(seeds) <= memory)
    }
}

impl PlannedLayer {
    fn new(layer: Layer, need: MemoryNeed) -> Self {
        Self {
            seeds: layer.seeds(),
            positions: layer.boards(),
            bytes: layer.boards(),
            least_memory_bytes: need.least_bytes,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free = |bytes: Option<u64>| {
            bytes.map_or_else(String::new, |bytes| format!(" (free {})", Bytes(bytes)))
        };
        let limit = self.memory_limit().unwrap_or(u64::MAX);
        let memory = (self.usual_memory().min(limit)).max(self.least_memory(self.seeds));
        write!(
            f,
            "layers 0-{}, {} positions; disk {}{}; memory {}, and {} more for pages of finished \
             layers, which the system can take back{}",
            self.seeds,
            self.positions,
            Bytes(self.disk_bytes(self.seeds)),
            free(self.free_disk_bytes),
            Bytes(memory),
            Bytes(self.pages().min(limit - memory)),
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
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::game::Rules;

    fn awari() -> ValueRules {
        "awari".parse::<Rules>().unwrap().value_rules()
    }

    fn plan(disk: Option<u64>, memory: Option<u64>, limit: Option<u64>) -> Plan {
        Plan {
            free_disk_bytes: disk,
            free_memory_bytes: memory,
            ..Plan::new(Path::new("no such directory"), &awari(), 12, limit, 2)
        }
    }

    fn refusal(plan: &Plan) -> (String, String) {
        let error = plan.check().unwrap_err();
        let hint = Failure::in_chain(&error).unwrap().hint.clone();
        (error.to_string(), hint)
    }

    #[test]
    fn too_little_disk_or_memory_is_refused_with_what_fits() {
        let (text, hint) = refusal(&plan(Some(20_000), None, None));
        // All layers to 12 hold C(24, 12) = 2 704 156 boards.
        assert!(text.contains("need 3 MB of disk"), "{text}");
        assert_eq!(hint, "ask for fewer seeds: --seeds 6 fits");
        let least = |seeds| memory_needed(Layer::new(seeds), &awari()).least_bytes;
        let (text, hint) = refusal(&plan(None, Some(SPARE_MEMORY_BYTES + least(10)), None));
        assert!(
            text.contains("of memory") && text.ends_with("free"),
            "{text}"
        );
        assert_eq!(hint, "ask for fewer seeds: --seeds 10 fits");
        let (text, hint) = refusal(&plan(None, None, Some(least(11))));
        assert!(text.ends_with("allowed"), "{text}");
        assert_eq!(hint, "ask for fewer seeds: --seeds 11 fits");
        let (_, hint) = refusal(&plan(None, None, Some(1 << 20)));
        let enough = hint
            .rsplit_once(' ')
            .and_then(|(_, size)| size.strip_suffix('M'));
        let enough: u64 = enough.unwrap().parse().unwrap();
        assert!(least(0) <= enough << 20 && (enough - 1) << 20 < least(0));
        assert!(plan(None, None, None).check().is_ok());
        assert!(plan(None, None, Some(least(12))).check().is_ok());
    }

    #[test]
    fn little_free_memory_becomes_the_limit() {
        let need = memory_needed(Layer::new(20), &awari());
        let free = (need.least_bytes + need.usual_bytes) / 2;
        let limit = |memory, limit| {
            let plan = Plan::new(Path::new("no such directory"), &awari(), 20, limit, 2);
            Plan {
                free_memory_bytes: memory,
                ..plan
            }
            .memory_limit()
        };
        assert_eq!(limit(Some(SPARE_MEMORY_BYTES + free), None), Some(free));
        assert_eq!(limit(Some(u64::MAX), None), None);
        assert_eq!(limit(None, Some(5)), Some(5));
    }

    #[test]
    fn pages_of_finished_layers_are_told_apart_and_fit_into_a_limit() {
        let directory = Path::new("no such directory");
        let told = |limit| {
            Plan {
                free_memory_bytes: None,
                free_disk_bytes: None,
                ..Plan::new(directory, &awari(), 20, limit, 2)
            }
            .to_string()
        };
        assert!(told(None).contains("and 86 MB more for pages"));
        let usual = memory_needed(Layer::new(20), &awari()).usual_bytes;
        assert!(told(Some(usual + 5_000_000)).contains("and 5 MB more for pages"));
        assert!(told(Some(usual - 1)).contains("and 0 bytes more for pages"));
    }

    #[test]
    fn large_layers_need_disk_for_a_checkpoint_too() {
        let plan = |seeds| Plan::new(Path::new("no such directory"), &awari(), seeds, None, 2);
        assert_eq!(plan(20).disk_bytes(20), 225_792_840);
        let (all, largest) = (plan(24).positions, Layer::new(24).boards());
        assert_eq!(plan(24).disk_bytes(24), all + largest);
    }
}
