//! [`Terms`]: under which terms a layer is solved, apart from its rules: who hears of it,
//! with how much memory, and who keeps its state.

use crate::progress::Progress;

/// Cells that are woken before their news is worked in, so that the news stays small
/// beside the cells. All cells of a layer is best, as then each visit to some cells finds
/// the most news.
const CELLS_AT_ONCE: usize = 1 << 29;
/// Values that are gathered before they are written.
const SLAB: usize = 1 << 24;

/// Under which terms a layer is solved.
pub(super) struct Terms<'a, C> {
    pub(super) progress: &'a dyn Progress,
    /// Cells that are surveyed or woken before what waits is worked in.
    pub(super) cells_at_once: usize,
    /// Values that are gathered before they are written.
    pub(super) slab: usize,
    /// Hears how much was read of the layers beneath, to give it back.
    pub(super) thrift: Option<&'a dyn Thrift>,
    /// Keeps the state.
    pub(super) keeper: Option<&'a dyn Keeper<C>>,
}

/// Gives memory of the layers beneath back in time.
pub(super) trait Thrift: Sync {
    /// The captures of so many boards were looked up.
    fn surveyed(&self, boards: usize);

    /// The layers beneath are not needed for now.
    fn release(&self);
}

/// Where a layer stands at a moment when no news waits: the state is this and the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// So many cells from the first on are surveyed.
    Survey(usize),
    /// All higher levels are settled, and this one perhaps in part.
    Level(i8),
}

/// Keeps the state of a layer, so that its work can be taken up again.
pub(super) trait Keeper<C>: Sync {
    /// Restores the state that was kept, into cells of which nothing is known yet.
    fn restore(&self, cells: &mut [C]) -> Option<Stage>;

    /// Whether so much has been done since the state was kept that whoever stops should
    /// first come to a moment where it can be.
    fn is_wanted_before_a_stop(&self) -> bool;

    /// May keep the state; surely if it is the last moment before a stop and that
    /// [is wanted](Keeper::is_wanted_before_a_stop).
    fn offer(&self, stage: Stage, cells: &[C], is_last: bool);
}

impl<'a, C> Terms<'a, C> {
    /// Memory as is convenient, nothing kept.
    pub(super) fn plain(progress: &'a dyn Progress) -> Self {
        Self {
            progress,
            cells_at_once: CELLS_AT_ONCE,
            slab: SLAB,
            thrift: None,
            keeper: None,
        }
    }

    pub(super) fn surveyed(&self, boards: usize) {
        if let Some(thrift) = self.thrift {
            thrift.surveyed(boards);
        }
    }

    pub(super) fn release(&self) {
        if let Some(thrift) = self.thrift {
            thrift.release();
        }
    }

    /// Whether work that is between two moments where the state can be kept stops there.
    pub(super) fn stops_at_once(&self) -> bool {
        self.progress.is_cancelled()
            && !self
                .keeper
                .is_some_and(|keeper| keeper.is_wanted_before_a_stop())
    }

    /// At a moment when no news waits: offers the state, and says whether to stop.
    pub(super) fn stops_at(&self, stage: Stage, cells: &[C]) -> bool {
        let stops = self.progress.is_cancelled();
        if let Some(keeper) = self.keeper {
            keeper.offer(stage, cells, stops);
        }
        stops
    }
}
