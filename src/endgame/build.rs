//! Builds a directory of tables, layer after layer, and resumes where it left off.
//!
//! The directory is locked while it is built, by the system's lock on a dot-file, which a
//! killed process cannot leave behind. Layers that are there already are checked block by
//! block and kept; nobody's file is overwritten, so a damaged layer or one of other rules
//! is an error that names it. A layer appears under its name only when it is complete and
//! on disk, and a layer that takes long goes on from its last [checkpoint](Checkpoint); the
//! bytes that come out do not depend on how often a build was killed.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::alarm::Alarm;
use super::bounds_cell::BoundsCell;
use super::build_log::BuildRecord;
use super::build_start::{BuildError, check_memory, check_rules_and_gaps, lock};
use super::cell::ZeroCell;
use super::checkpoint::{Checkpoint, remove_outdated};
use super::directory::{file_name, layers_in, names_in, remove_leftovers};
use super::format::Coding;
use super::index::Layer;
use super::layer_below::LayerBelow;
use super::memory::{
    MemoryNeed, PageThrift, decoded_bytes, fit, held_bytes, memory_needed, peak_memory_bytes,
};
use super::open_boards::LoopReport;
use super::own_rows::{USUAL_EFFORT, is_supported, solve_own_rows};
use super::propagate::{Below, Stopped};
use super::retrograde::solve_layer;
use super::storage::Access;
use super::table::{Table, TableError};
use super::table_writer::TableWriter;
use super::terms::{Keeper, Terms};
use crate::game::{Loops, ValueRules};
use crate::progress::Progress;

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
    /// Whether it went on from the checkpoint of an earlier build.
    pub resumed: bool,
    /// What its loops took, where they are worth each player's own row and it was built.
    pub loops: Option<LoopReport>,
}

/// How a build is done. None but the effort can change a byte of what it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// The memory that the process shall not exceed, as far as it can be known before;
    /// without one a build takes what is convenient.
    pub memory_bytes: Option<u64>,
    /// The time between two checkpoints of a layer; they are further apart, up to a minute,
    /// if they would take too much of the time. Zero for one at every opportunity.
    pub checkpoint_every: Duration,
    /// Steps of search for each part of a loop game, where loops are worth each player's own
    /// row: where they do not suffice, bounds stay, and more never widens one.
    pub effort: u64,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            memory_bytes: None,
            checkpoint_every: Duration::from_secs(30),
            effort: USUAL_EFFORT,
        }
    }
}

/// A build in progress: the layers done so far, and the lock on their directory.
#[derive(Debug)]
pub struct Builder {
    dir: PathBuf,
    rules: ValueRules,
    seeds: u8,
    options: BuildOptions,
    /// Layers that were there when the build began.
    found: Vec<Layer>,
    /// What finished layers take of memory beside the one that is built.
    held_bytes: u64,
    /// Layers found good or built, fewest seeds first.
    tables: Vec<Table>,
    /// The layer after these, if it is solved already; or why it could not be.
    ahead: Option<Result<Solved, BuildError>>,
    _lock: File,
}

/// Builds the tables for 0 to `seeds` seeds in `dir`, on the threads of the current rayon
/// pool, and says what was done about each layer. The bytes do not depend on the threads.
///
/// # Errors
///
/// See [`BuildError`]. Finished layers stay.
pub fn build(
    dir: &Path,
    rules: &ValueRules,
    seeds: u8,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, BuildError> {
    let mut builder = Builder::new(dir, rules, seeds)?;
    let mut layers = Vec::new();
    progress.begin("boards", builder.boards_to_build());
    while let Some(layer) = builder.next_layer(progress)? {
        layers.push(layer);
    }
    progress.finish();
    Ok(layers)
}

impl Builder {
    /// Locks `dir`, which is made if it is not there, and looks at what it holds.
    ///
    /// # Errors
    ///
    /// When an endless line is worth something under the rules, the directory cannot be
    /// made or is locked, or it holds tables of other rules, damaged headers or a gap.
    pub fn new(dir: &Path, rules: &ValueRules, seeds: u8) -> Result<Self, BuildError> {
        Self::with_options(dir, rules, seeds, BuildOptions::default())
    }

    /// The same, done as `options` say.
    ///
    /// # Errors
    ///
    /// As [`Builder::new`], and when a layer needs more memory than is allowed.
    pub fn with_options(
        dir: &Path,
        rules: &ValueRules,
        seeds: u8,
        options: BuildOptions,
    ) -> Result<Self, BuildError> {
        if !is_supported(rules) {
            return Err(BuildError::UnsupportedLoops {
                rules: Box::new(*rules),
            });
        }
        let lock = lock(dir)?;
        remove_leftovers(dir)?;
        let found = layers_in(dir)?;
        check_rules_and_gaps(dir, rules, &found)?;
        remove_outdated(dir, &names_in(dir)?);
        let asked = found.len().min(usize::from(seeds) + 1);
        let held_bytes = held_bytes(dir, &found[..asked]);
        let needed = |layer| memory_needed(layer, rules).above_held(held_bytes);
        let missing = Layer::up_to(seeds).skip(found.len());
        check_memory(missing, needed, options.memory_bytes)?;
        Ok(Self {
            dir: dir.to_owned(),
            rules: *rules,
            seeds,
            options,
            found,
            held_bytes,
            tables: Vec::new(),
            ahead: None,
            _lock: lock,
        })
    }

    /// Boards of the layers that are not there yet.
    #[must_use]
    pub fn boards_to_build(&self) -> u64 {
        Layer::up_to(self.seeds)
            .skip(self.found.len())
            .map(Layer::boards)
            .sum()
    }

    /// The largest layer that was there when the build began.
    #[must_use]
    pub fn found_up_to(&self) -> Option<Layer> {
        self.found.last().copied()
    }

    /// The layer that is solved next, here or by [`next_layer`](Self::next_layer); `None` when
    /// none is left, or others that are there are checked first.
    #[must_use]
    pub fn next_to_solve(&self) -> Option<Layer> {
        let done = self.tables.len();
        let solved = done + usize::from(self.ahead.is_some());
        Layer::up_to(self.seeds)
            .nth(solved)
            .filter(|_| done >= self.found.len())
    }

    /// Solves the next layer ahead of [`next_layer`](Self::next_layer), which then solves the
    /// one after it and no other. That changes nothing but when what is solved; nothing
    /// happens where a layer is solved ahead or others are checked first.
    pub fn solve_ahead(&mut self, progress: &dyn Progress) {
        if self.ahead.is_none()
            && let Some(layer) = self.next_to_solve()
        {
            self.ahead = Some(self.solve(layer, progress));
        }
    }

    /// Checks the next layer if it is there, builds it if not; `None` when all are done.
    /// Progress advances by the boards that are built.
    ///
    /// While a layer that was solved goes to the disk, which for a large one takes seconds
    /// in which no thread would compute, the one after it is solved: it does not read it.
    /// So a layer is reported when it is safe and the next one is solved.
    ///
    /// # Errors
    ///
    /// See [`BuildError`]. Finished layers stay. When the layer cannot be written, the one
    /// after it is not solved to the end.
    pub fn next_layer(
        &mut self,
        progress: &dyn Progress,
    ) -> Result<Option<LayerReport>, BuildError> {
        let mut layers = Layer::up_to(self.seeds).skip(self.tables.len());
        let Some(layer) = layers.next() else {
            return Ok(None);
        };
        if self.found.contains(&layer) {
            return Ok(Some(self.check(layer)?));
        }
        let ahead = self.ahead.take();
        let solved = ahead.unwrap_or_else(|| self.solve(layer, progress))?;
        let Solved { writer, .. } = solved;
        let start = Instant::now();
        let alarm = Alarm::new(progress);
        let (written, ahead) = std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                let written = writer.finish().inspect_err(|_| alarm.raise());
                written.map(|written| (written, start.elapsed()))
            });
            let ahead = layers.next().map(|next| self.solve(next, &alarm));
            (writing.join().expect("a writer does not panic"), ahead)
        });
        let (written, elapsed) = written?;
        self.ahead = ahead;
        remove_outdated(&self.dir, &[file_name(layer)]);
        let elapsed_secs = (solved.elapsed + elapsed).as_secs_f64();
        let threads = rayon::current_num_threads() as u32;
        let record = BuildRecord::new(layer, elapsed_secs, threads, peak_memory_bytes());
        if let Err(error) = record.append(&self.dir) {
            progress.warn(&format!("the build log cannot be written: {error}"));
        }
        let table = self.open(layer)?;
        self.held_bytes += decoded_bytes(table.coding(), layer);
        self.keep(table)?;
        Ok(Some(LayerReport {
            layer,
            size_bytes: written.size_bytes,
            xxh3: written.xxh3,
            elapsed_secs,
            found: false,
            resumed: solved.resumed,
            loops: solved.loops,
        }))
    }

    /// Checks a layer that was there.
    fn check(&mut self, layer: Layer) -> Result<LayerReport, BuildError> {
        let start = Instant::now();
        let table = self.open(layer)?;
        table.check_all_blocks()?;
        let report = LayerReport {
            layer,
            size_bytes: table.size_bytes(),
            xxh3: table.content_xxh3(),
            elapsed_secs: start.elapsed().as_secs_f64(),
            found: true,
            resumed: false,
            loops: None,
        };
        self.keep(table)?;
        Ok(report)
    }

    fn open(&self, layer: Layer) -> Result<Table, TableError> {
        let path = self.dir.join(file_name(layer));
        Table::open(&path, Access::Map, &self.rules, layer)
    }

    fn keep(&mut self, table: Table) -> Result<(), TableError> {
        table.release();
        // A packed layer would be decoded again for each layer above it.
        self.tables.push(table.unpacked()?.unwrap_or(table));
        Ok(())
    }

    /// Solves a layer and writes its values, which are not on disk yet.
    fn solve(&self, layer: Layer, progress: &dyn Progress) -> Result<Solved, BuildError> {
        let start = Instant::now();
        // The layer right beneath is not read; each of the others is checked when it is
        // first read, and its pages are given back when the layer is solved.
        let below_count = usize::from(layer.seeds());
        let tables = &self.tables[..below_count.saturating_sub(1)];
        let checked = |table| {
            let values = LayerBelow::of(table);
            // One after the other, lest the checks of all take more memory than the cells.
            table.release();
            values
        };
        let below = tables
            .iter()
            .map(checked)
            .collect::<Result<Vec<_>, TableError>>()?;
        let mut lower: Vec<&[u8]> = below.iter().map(LayerBelow::lower).collect();
        lower.resize(below_count, &[]);
        let mut upper: Vec<&[u8]> = below.iter().map(LayerBelow::upper).collect();
        upper.resize(below_count, &[]);
        let below = if tables.iter().all(Table::is_exact) {
            Below::exact(&lower)
        } else {
            Below::bounds(&lower, &upper)
        };
        let checkpoint = Checkpoint::new(
            &self.dir,
            layer,
            &self.rules,
            self.options.checkpoint_every,
            progress,
        );
        let thrift = PageThrift::new(tables, self.options.memory_bytes);
        let written = match self.rules.loops {
            Loops::Zero => {
                let terms = self.terms(layer, progress, &thrift, &checkpoint);
                self.write_zero(layer, &lower, &terms)
            }
            Loops::OwnRows { .. } => {
                let terms = self.terms(layer, progress, &thrift, &checkpoint);
                self.write_own_rows(layer, below, &terms)
            }
        };
        match written {
            Ok((writer, loops)) => Ok(Solved {
                writer,
                elapsed: start.elapsed(),
                resumed: checkpoint.was_restored(),
                loops,
            }),
            Err(Unfinished::Table(error)) => Err(error.into()),
            Err(Unfinished::Stopped(Stopped::Cancelled)) => Err(BuildError::Cancelled { layer }),
            Err(Unfinished::Stopped(Stopped::OutOfMemory)) => Err(BuildError::OutOfMemory {
                layer,
                size_bytes: self.memory_needed(layer).least_bytes,
            }),
        }
    }

    fn memory_needed(&self, layer: Layer) -> MemoryNeed {
        memory_needed(layer, &self.rules).above_held(self.held_bytes)
    }

    fn terms<'a, C>(
        &self,
        layer: Layer,
        progress: &'a dyn Progress,
        thrift: &'a PageThrift<'a>,
        keeper: &'a dyn Keeper<C>,
    ) -> Terms<'a, C> {
        let mut terms = Terms {
            thrift: Some(thrift),
            keeper: Some(keeper),
            ..Terms::plain(progress)
        };
        if let Some(limit) = self.options.memory_bytes {
            fit(&mut terms, layer, limit.saturating_sub(self.held_bytes));
        }
        terms
    }

    fn write_zero(
        &self,
        layer: Layer,
        below: &[&[u8]],
        terms: &Terms<'_, ZeroCell>,
    ) -> Result<(TableWriter, Option<LoopReport>), Unfinished> {
        let mut writer = TableWriter::new(&self.dir, layer, self.rules, Coding::Net8)?;
        solve_layer(layer, &self.rules, below, terms, |values: &[u8]| {
            Ok::<(), Unfinished>(writer.append(values)?)
        })?;
        writer.end()?;
        Ok((writer, None))
    }

    fn write_own_rows(
        &self,
        layer: Layer,
        below: Below<'_>,
        terms: &Terms<'_, BoundsCell>,
    ) -> Result<(TableWriter, Option<LoopReport>), Unfinished> {
        let solved = solve_own_rows(layer, &self.rules, below, self.options.effort, terms)?;
        let coding = if solved.is_exact() {
            Coding::Net8
        } else {
            Coding::Bounds8
        };
        let mut writer = TableWriter::new(&self.dir, layer, self.rules, coding)?;
        solved.write(terms.slab, |bytes| writer.append(bytes))?;
        writer.end()?;
        Ok((writer, Some(solved.loops())))
    }
}

/// A layer whose values are written.
#[derive(Debug)]
struct Solved {
    writer: TableWriter,
    /// What it took until then.
    elapsed: Duration,
    /// Whether it went on from a checkpoint.
    resumed: bool,
    /// What its loops took.
    loops: Option<LoopReport>,
}

/// Why a layer did not become a file.
enum Unfinished {
    Stopped(Stopped),
    Table(TableError),
}

impl From<TableError> for Unfinished {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Stopped> for Unfinished {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}
