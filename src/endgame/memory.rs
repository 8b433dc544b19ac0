//! What a build needs of memory, and how it stays within a limit.
//!
//! The cells of a layer, a byte a board or four, must be in memory as a whole. Beside them lie the
//! tables over rows, the news of settled boards, and those pages of the layers beneath that
//! were read lately. News is kept small by waking fewer cells at a time. Pages of mapped
//! files are the system's to take back, but it does not before it must; so they are given
//! back as soon as the process has as much as it may. Layers beneath that are not a byte a
//! board in their files are held decoded, and those bytes nobody gives back.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::bounds_cell::BoundsCell;
use super::cell::ZeroCell;
use super::directory::file_name;
use super::format::Coding;
use super::index::{Layer, row_count};
use super::storage::Access;
use super::table::Table;
use super::terms::{Terms, Thrift};
use crate::game::{Loops, ValueRules};

/// Boards surveyed between two looks at the memory of the process.
const BOARDS_BETWEEN_LOOKS: usize = 1 << 20;
/// Bytes for every row of either player: origins and crossings. Measured with 19 seeds, as
/// what follows.
const ROW_BYTES: u64 = 200;
/// Bytes of news for every cell that is woken at a time, at the level that settles most.
const NEWS_BYTES_PER_CELL: u64 = 2;
/// Code, stacks, small tables.
const BASE_BYTES: u64 = 24 << 20;
/// The least for news, slabs and pages of the layers beneath.
const LEAST_ROOM: u64 = 24 << 20;
/// What news and slabs take where there is plenty.
const USUAL_ROOM: u64 = 512 << 20;
const LEAST_CELLS_AT_ONCE: u64 = 1 << 20;
const LEAST_SLAB: u64 = 1 << 20;

/// What building a layer needs of memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// Without which it cannot be done.
    pub least_bytes: u64,
    /// About as much as it takes for itself without a limit.
    pub usual_bytes: u64,
    /// Pages of the finished layers' files that it reads, beside that: the process has them
    /// while there is room, and the system takes them back where others need it.
    pub page_bytes: u64,
}

impl MemoryNeed {
    /// The same above layers that are held decoded in so many bytes, so that their files are
    /// not read any more.
    #[must_use]
    pub const fn above_held(self, held_bytes: u64) -> Self {
        Self {
            least_bytes: self.least_bytes + held_bytes,
            usual_bytes: self.usual_bytes + held_bytes,
            page_bytes: self.page_bytes.saturating_sub(held_bytes),
        }
    }
}

/// What the finished `layers` of a directory take of memory while a build goes on above
/// them: packed ones and those with bounds are decoded as a whole. A file that cannot be read
/// takes nothing, since no build goes on above it.
#[must_use]
pub fn held_bytes(dir: &Path, layers: &[Layer]) -> u64 {
    let held = |&layer: &Layer| {
        Table::open_any(&dir.join(file_name(layer)), Access::Map)
            .map_or(0, |table| decoded_bytes(table.coding(), layer))
    };
    layers.iter().map(held).sum()
}

/// What a layer in this coding takes of memory while layers above it are built.
pub(super) const fn decoded_bytes(coding: Coding, layer: Layer) -> u64 {
    match coding {
        Coding::Net8 => 0,
        Coding::Packed => layer.boards(),
        Coding::Bounds8 => 2 * layer.boards(),
    }
}

/// What building a layer needs, when those beneath are files with a byte a board; what
/// others take comes on [top](MemoryNeed::above_held).
#[must_use]
pub fn memory_needed(layer: Layer, rules: &ValueRules) -> MemoryNeed {
    let fixed = fixed_bytes(layer, cell_bytes(rules));
    let room = USUAL_ROOM.min(NEWS_BYTES_PER_CELL * layer.boards());
    // A capture takes two seeds at least, so the layer right beneath is not read.
    let read = Layer::up_to(layer.seeds()).rev().skip(2);
    MemoryNeed {
        least_bytes: fixed + LEAST_ROOM,
        usual_bytes: fixed + room.max(LEAST_ROOM),
        page_bytes: read.map(Layer::boards).sum(),
    }
}

/// Bytes of a cell: where a loop is worth something, a board has two bounds and its exits.
const fn cell_bytes(rules: &ValueRules) -> u64 {
    match rules.loops {
        Loops::Zero => size_of::<ZeroCell>() as u64,
        Loops::OwnRows { .. } => size_of::<BoundsCell>() as u64,
    }
}

fn fixed_bytes(layer: Layer, cell_bytes: u64) -> u64 {
    let rows: usize = (0..=layer.seeds()).map(row_count).sum();
    BASE_BYTES + cell_bytes * layer.boards() + ROW_BYTES * rows as u64
}

/// Sets the terms of a layer so that it is solved within `limit_bytes`.
pub(super) fn fit<C>(terms: &mut Terms<'_, C>, layer: Layer, limit_bytes: u64) {
    // The allocator keeps a part of what earlier layers gave back: with 20 seeds and 300 MiB
    // a twelfth.
    let usable_bytes = limit_bytes - limit_bytes / 8;
    let room = usable_bytes.saturating_sub(fixed_bytes(layer, size_of::<C>() as u64));
    let clamped = |wanted: u64, least: u64, usual: usize| {
        usual.min(usize::try_from(wanted.max(least)).unwrap_or(usize::MAX))
    };
    terms.cells_at_once = clamped(
        room / 2 / NEWS_BYTES_PER_CELL,
        LEAST_CELLS_AT_ONCE,
        terms.cells_at_once,
    );
    terms.slab = clamped(room / 4, LEAST_SLAB, terms.slab);
}

/// Gives the pages of the layers beneath back when the process has as much as it may.
pub(super) struct PageThrift<'a> {
    tables: &'a [Table],
    limit_bytes: Option<u64>,
    /// Boards since the last look.
    boards: AtomicUsize,
}

impl<'a> PageThrift<'a> {
    pub(super) fn new(tables: &'a [Table], limit_bytes: Option<u64>) -> Self {
        Self {
            tables,
            limit_bytes,
            boards: AtomicUsize::new(0),
        }
    }
}

impl Thrift for PageThrift<'_> {
    fn surveyed(&self, boards: usize) {
        let Some(limit) = self.limit_bytes else {
            return;
        };
        let before = self.boards.fetch_add(boards, Ordering::Relaxed);
        if before / BOARDS_BETWEEN_LOOKS == (before + boards) / BOARDS_BETWEEN_LOOKS {
            return;
        }
        // Where the system does not tell, what was read lately is taken for too much.
        let margin = LEAST_ROOM / 2;
        if resident_bytes().is_none_or(|resident| resident + margin > limit) {
            self.release();
        }
    }

    fn release(&self) {
        self.tables.iter().for_each(Table::release);
    }
}

/// The memory that this process has, as Linux counts it: with pages of mapped files.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

/// The most memory that this process had at a time, as Linux counts it.
#[must_use]
pub fn peak_memory_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

fn status_bytes(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::super::cell::ZeroCell;
    use super::*;
    use crate::game::Rules;

    fn zero() -> ValueRules {
        "awari".parse::<Rules>().unwrap().value_rules()
    }
    use crate::progress::Silent;

    #[test]
    fn pages_of_layers_that_are_read_are_no_need_of_the_build_itself() {
        // Layers 0 to 18 hold C(30, 12) boards.
        let need = memory_needed(Layer::new(20), &zero());
        assert_eq!(need.page_bytes, 86_493_225);
        let held = Layer::new(18).boards();
        let above = need.above_held(held);
        assert_eq!(above.usual_bytes, need.usual_bytes + held);
        assert_eq!(above.page_bytes, need.page_bytes - held);
        for seeds in [0, 1] {
            assert_eq!(memory_needed(Layer::new(seeds), &zero()).page_bytes, 0);
        }
    }

    #[test]
    fn tighter_limits_make_smaller_steps_and_never_none() {
        let layer = Layer::new(20);
        let steps = |limit| {
            let mut terms: Terms<'_, ZeroCell> = Terms::plain(&Silent);
            fit(&mut terms, layer, limit);
            (terms.cells_at_once, terms.slab)
        };
        let need = memory_needed(layer, &zero());
        assert!(need.least_bytes < need.usual_bytes);
        let limits = [0, need.least_bytes, need.usual_bytes, u64::MAX];
        for pair in limits.windows(2) {
            let (tight, wide) = (steps(pair[0]), steps(pair[1]));
            assert!(tight.0 <= wide.0 && tight.1 <= wide.1);
        }
        assert_eq!(steps(0).0 as u64, LEAST_CELLS_AT_ONCE);
    }
}
