//! [`Checkpoint`]: the state of a layer that is being solved, in a dot-file.
//!
//! At a moment when no news waits the cells and the [`Stage`] are all there is to know.
//! They are written now and then, spaced so that it costs little of the time, and a build
//! that was killed goes on from the last ones. The threads wait only until the system has the
//! bytes; a thread beside them waits until the disk has, and then gives the file its name. With
//! gigabytes that is most of the time. Nothing depends on them: a file that is
//! damaged, of other rules or of another version is reported and removed, and the layer
//! begins anew; one that cannot be written (a full disk) is reported and left.
//!
//! ```text
//!   8        magic "OWARECKP"
//!   4        length of the header
//!   header   JSON: format, rules, seeds, coding of the cells, stage
//!   8        xxh3 of all before
//!   pieces   8 bytes xxh3, seeded with the number of the piece, then 2^20 cells
//! ```
//!
//! Numbers are little-endian. The file appears when it is complete ([`draft`](super::draft)).

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::bounds_cell::BoundsCell;
use super::cell::ZeroCell;
use super::directory::layer_of;
use super::draft::Draft;
use super::index::Layer;
use super::terms::{Keeper, Stage};
use crate::game::ValueRules;
use crate::progress::Progress;

const MAGIC: [u8; 8] = *b"OWARECKP";
const FORMAT: u32 = 1;
const PIECE_CELLS: usize = 1 << 20;
/// No header is longer.
const HEADER_LIMIT: u32 = 1 << 16;
/// Work that may be lost to a stop without a word, and after which it is kept first.
const WORTH_KEEPING: Duration = Duration::from_secs(3);
/// Checkpoints take a twentieth of the time.
const SHARE: u32 = 20;
/// But no more work than this is lost.
const LONGEST: Duration = Duration::from_secs(60);
/// Bytes that a slow disk takes in a second: what the first checkpoint is taken to cost, so
/// that a layer which is done in a minute is not held up by one.
const SLOW_DISK: u64 = 100_000_000;

/// A cell that can be kept in a file, as the bytes that it is.
pub(super) trait StoredCell: Copy + Sync + FromBytes + IntoBytes + Immutable {
    /// Changes whenever the meaning of the bytes does.
    const CODING: u32;
}

impl StoredCell for ZeroCell {
    const CODING: u32 = 1;
}

impl StoredCell for BoundsCell {
    const CODING: u32 = 2;
}

/// The checkpoint of one layer.
pub(super) struct Checkpoint<'a> {
    dir: PathBuf,
    layer: Layer,
    rules: ValueRules,
    every: Duration,
    progress: &'a dyn Progress,
    clock: Mutex<Clock>,
    /// The file that is on its way to the disk.
    publishing: Mutex<Option<JoinHandle<io::Result<()>>>>,
}

/// When the state was kept last, and what that took or is expected to take.
struct Clock {
    last: Instant,
    cost: Duration,
    restored: bool,
}

#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    format: u32,
    rules: ValueRules,
    seeds: u8,
    cells: u64,
    coding: u32,
    cell_bytes: u64,
    surveyed: Option<u64>,
    level: Option<i8>,
}

/// The name of a layer's checkpoint in a directory of tables.
pub(super) fn checkpoint_name(layer: Layer) -> String {
    format!(".layer-{:02}.checkpoint", layer.seeds())
}

/// Removes the checkpoints of layers that are finished.
pub(super) fn remove_outdated(dir: &Path, names: &[String]) {
    for name in names {
        let outdated = layer_of(name).map(|layer| dir.join(checkpoint_name(layer)));
        if let Some(path) = outdated {
            // There is none as a rule, and one that stays does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl<'a> Checkpoint<'a> {
    /// The checkpoint of `layer` in `dir`, to be written when so much time has gone by.
    pub(super) fn new(
        dir: &Path,
        layer: Layer,
        rules: &ValueRules,
        every: Duration,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            dir: dir.to_owned(),
            layer,
            rules: *rules,
            every,
            progress,
            clock: Mutex::new(Clock {
                last: Instant::now(),
                cost: Duration::from_millis(1_000 * layer.boards() / SLOW_DISK),
                restored: false,
            }),
            publishing: Mutex::default(),
        }
    }

    /// Whether the layer went on from it.
    pub(super) fn was_restored(&self) -> bool {
        self.clock().restored
    }

    /// Removes it, when the layer is finished.
    pub(super) fn remove(&self) {
        self.end_publishing();
        // There is none as a rule, and one that stays is removed by the next build.
        let _ = std::fs::remove_file(self.path());
    }

    fn path(&self) -> PathBuf {
        self.dir.join(checkpoint_name(self.layer))
    }

    fn clock(&self) -> std::sync::MutexGuard<'_, Clock> {
        // A panic elsewhere leaves nothing half done in here.
        self.clock
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn header<C: StoredCell>(&self, stage: Stage) -> Header {
        let (surveyed, level) = match stage {
            Stage::Survey(cells) => (Some(cells as u64), None),
            Stage::Level(level) => (None, Some(level)),
        };
        Header {
            format: FORMAT,
            rules: self.rules,
            seeds: self.layer.seeds(),
            cells: self.layer.boards(),
            coding: C::CODING,
            cell_bytes: size_of::<C>() as u64,
            surveyed,
            level,
        }
    }

    /// Waits until the last state is under its name.
    fn end_publishing(&self) {
        // A panic elsewhere leaves nothing half done in here.
        let mut publishing = self
            .publishing
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(thread) = publishing.take() {
            let published = thread.join().expect("a writer does not panic");
            self.report(published);
        }
    }

    /// Says what failed of keeping the state.
    fn report(&self, kept: io::Result<()>) {
        if let Err(error) = kept {
            self.progress.warn(&format!(
                "cannot write {}: {error}; the build goes on without",
                self.path().display()
            ));
        }
    }

    /// Writes the state and has it appear when it is on disk.
    fn keep<C: StoredCell>(&self, stage: Stage, cells: &[C]) -> io::Result<()> {
        let draft = self.write(stage, cells)?;
        let thread = std::thread::Builder::new().spawn(move || draft.publish())?;
        *self
            .publishing
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(thread);
        Ok(())
    }

    fn write<C: StoredCell>(&self, stage: Stage, cells: &[C]) -> io::Result<Draft> {
        let mut draft = Draft::new(&self.dir, &checkpoint_name(self.layer))?;
        let file = draft.file();
        let header = serde_json::to_vec(&self.header::<C>(stage))?;
        let mut head = MAGIC.to_vec();
        head.extend((header.len() as u32).to_le_bytes());
        head.extend(header);
        head.extend(xxh3_64(&head).to_le_bytes());
        file.write_all(&head)?;
        // The threads have nothing else to do, and what takes time is that the system finds
        // pages for so many bytes.
        let threads = rayon::current_num_threads();
        let path = draft.temporary();
        let share = cells.len().div_ceil(PIECE_CELLS).div_ceil(threads).max(1);
        cells
            .par_chunks(share * PIECE_CELLS)
            .enumerate()
            .try_for_each(|(part, cells)| {
                let first = part * share;
                let mut file = File::options().write(true).open(path)?;
                let start = head.len() + first * piece_bytes::<C>();
                file.seek(SeekFrom::Start(start as u64))?;
                for (number, piece) in (first as u64..).zip(cells.chunks(PIECE_CELLS)) {
                    let bytes = piece.as_bytes();
                    file.write_all(&xxh3_64_with_seed(bytes, number).to_le_bytes())?;
                    file.write_all(bytes)?;
                }
                Ok::<(), io::Error>(())
            })?;
        Ok(draft)
    }

    /// The stage of the file, whose cells go into `cells`; why it cannot be used otherwise.
    fn read<C: StoredCell>(&self, file: File, cells: &mut [C]) -> Result<Stage, String> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => "it is too short".to_owned(),
            _ => error.to_string(),
        };
        let mut file = BufReader::new(file);
        let mut head = vec![0; MAGIC.len() + 4];
        file.read_exact(&mut head).map_err(failed)?;
        let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if head[..MAGIC.len()] != MAGIC || length > HEADER_LIMIT {
            return Err("it is no checkpoint".to_owned());
        }
        let start = head.len();
        head.resize(start + length as usize, 0);
        file.read_exact(&mut head[start..]).map_err(failed)?;
        if read_number(&mut file).map_err(failed)? != xxh3_64(&head) {
            return Err("its header is damaged".to_owned());
        }
        let header: Header =
            serde_json::from_slice(&head[start..]).map_err(|error| error.to_string())?;
        let stage = match (header.surveyed, header.level) {
            (Some(surveyed), None) if surveyed <= header.cells => Stage::Survey(surveyed as usize),
            (None, Some(level)) => Stage::Level(level),
            _ => return Err("its header contradicts itself".to_owned()),
        };
        if header != self.header::<C>(stage) {
            return Err("it is of other rules or another version".to_owned());
        }
        for (number, piece) in (0..).zip(cells.chunks_mut(PIECE_CELLS)) {
            let expected = read_number(&mut file).map_err(failed)?;
            let bytes = piece.as_mut_bytes();
            file.read_exact(bytes).map_err(failed)?;
            if xxh3_64_with_seed(bytes, number) != expected {
                return Err(format!("piece {number} is damaged"));
            }
        }
        match file.read(&mut [0]).map_err(failed)? {
            0 => Ok(stage),
            _ => Err("it is too long".to_owned()),
        }
    }
}

/// The length of a whole piece in the file.
const fn piece_bytes<C>() -> usize {
    size_of::<u64>() + PIECE_CELLS * size_of::<C>()
}

fn read_number(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

impl<C: StoredCell> Keeper<C> for Checkpoint<'_> {
    fn restore(&self, cells: &mut [C]) -> Option<Stage> {
        let file = File::open(self.path()).ok()?;
        match self.read(file, cells) {
            Ok(stage) => {
                self.clock().restored = true;
                Some(stage)
            }
            Err(reason) => {
                self.progress.warn(&format!(
                    "{} is not used: {reason}; the layer begins anew",
                    self.path().display()
                ));
                self.remove();
                None
            }
        }
    }

    fn is_wanted_before_a_stop(&self) -> bool {
        self.every.is_zero() || self.clock().last.elapsed() > WORTH_KEEPING
    }

    fn offer(&self, stage: Stage, cells: &[C], is_last: bool) {
        let pause = {
            let clock = self.clock();
            (clock.cost * SHARE).min(LONGEST).max(self.every)
        };
        let is_due = self.every.is_zero() || self.clock().last.elapsed() >= pause;
        let is_needed_now = is_last && Keeper::<C>::is_wanted_before_a_stop(self);
        if !(is_due || is_needed_now) {
            return;
        }
        let start = Instant::now();
        self.end_publishing();
        let kept = self.keep(stage, cells);
        self.report(kept);
        if is_last || self.every.is_zero() {
            self.end_publishing();
        }
        let mut clock = self.clock();
        clock.last = Instant::now();
        clock.cost = clock.last - start;
    }
}

impl Drop for Checkpoint<'_> {
    fn drop(&mut self) {
        self.end_publishing();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::progress::Silent;

    struct Warnings(Mutex<Vec<String>>);

    impl Progress for Warnings {
        fn warn(&self, message: &str) {
            self.0.lock().unwrap().push(message.to_owned());
        }
    }

    fn cells(layer: Layer) -> Vec<ZeroCell> {
        (0..layer.boards()).map(|n| ZeroCell(n as u8)).collect()
    }

    fn rules() -> ValueRules {
        "awari".parse::<Rules>().unwrap().value_rules()
    }

    #[test]
    fn state_comes_back_as_it_was_kept() {
        let dir = tempfile::tempdir().unwrap();
        // 1 144 066 cells: two pieces.
        let layer = Layer::new(12);
        let cells = cells(layer);
        for stage in [Stage::Survey(70_000), Stage::Level(0), Stage::Level(12)] {
            let kept = Checkpoint::new(dir.path(), layer, &rules(), Duration::ZERO, &Silent);
            kept.offer(stage, &cells, false);
            let mut found = vec![ZeroCell(0); cells.len()];
            assert_eq!(kept.restore(&mut found), Some(stage));
            assert!(found == cells && kept.was_restored());
            kept.remove();
            assert_eq!(kept.restore(&mut found), None);
        }
    }

    #[test]
    fn damaged_and_foreign_checkpoints_are_reported_and_removed() {
        let dir = tempfile::tempdir().unwrap();
        let layer = Layer::new(4);
        let kept = Checkpoint::new(dir.path(), layer, &rules(), Duration::ZERO, &Silent);
        kept.offer(Stage::Level(3), &cells(layer), false);
        let path = dir.path().join(".layer-04.checkpoint");
        let good = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8], rules: &ValueRules| {
            std::fs::write(&path, bytes).unwrap();
            let warnings = Warnings(Mutex::default());
            let kept = Checkpoint::new(dir.path(), layer, rules, Duration::ZERO, &warnings);
            assert_eq!(kept.restore(&mut cells(layer)), None);
            assert!(!path.exists() && !kept.was_restored());
            drop(kept);
            let warnings = warnings.0.into_inner().unwrap();
            assert_eq!(warnings.len(), 1);
            assert!(warnings[0].contains(".layer-04.checkpoint"), "{warnings:?}");
        };
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 4;
            refused(&bad, &rules());
            refused(&good[..place], &rules());
        }
        refused(&[&good[..], b"x"].concat(), &rules());
        refused(&good, &"jedisjeux".parse::<Rules>().unwrap().value_rules());
    }

    #[test]
    fn state_is_kept_when_it_is_due_or_before_a_stop_after_some_work() {
        let dir = tempfile::tempdir().unwrap();
        let layer = Layer::new(2);
        let path = dir.path().join(".layer-02.checkpoint");
        let every = Duration::from_secs(30);
        let kept = Checkpoint::new(dir.path(), layer, &rules(), every, &Silent);
        kept.offer(Stage::Level(2), &cells(layer), false);
        kept.offer(Stage::Level(2), &cells(layer), true);
        assert!(!path.exists(), "nothing to lose yet");
        kept.clock().last -= Duration::from_secs(4);
        kept.offer(Stage::Level(2), &cells(layer), false);
        assert!(!path.exists(), "not due");
        kept.offer(Stage::Level(2), &cells(layer), true);
        assert!(path.exists());
        kept.remove();
        assert!(!path.exists());
        kept.clock().last -= Duration::from_secs(31);
        kept.offer(Stage::Level(2), &cells(layer), false);
        drop(kept);
        assert!(path.exists(), "it is waited for");
    }

    #[test]
    fn checkpoint_that_cannot_be_written_is_reported_and_no_error() {
        let dir = tempfile::tempdir().unwrap();
        let gone = dir.path().join("gone");
        let warnings = Warnings(Mutex::default());
        let layer = Layer::new(2);
        let kept = Checkpoint::new(&gone, layer, &rules(), Duration::ZERO, &warnings);
        kept.offer(Stage::Level(2), &cells(layer), false);
        drop(kept);
        assert_eq!(warnings.0.into_inner().unwrap().len(), 1);
    }
}
