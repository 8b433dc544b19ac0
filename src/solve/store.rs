//! [`Store`]: what one solving leaves to the next.

use super::regions::Regions;
use crate::endgame::Extension;
use crate::game::ValueRules;
use crate::search::{Memory, SmallLayers};

/// The parts of a workspace.
pub(super) struct Store {
    /// Guesses, half of the memory.
    pub(super) guesses: Memory,
    /// Proved bounds of boards without history, a quarter.
    pub(super) lasting: Memory,
    /// Proved bounds that rest on the past of a root, a quarter.
    pub(super) passing: Memory,
    /// Nodes of earlier roots, of which guesses and lasting facts may be remembered.
    pub(super) nodes: u64,
    /// Whether nothing was written into what is passing yet.
    pub(super) is_passing_fresh: bool,
    pub(super) layers: Option<Extension>,
    /// Who can force what in small layers that an oracle knows,
    pub(super) regions: Regions,
    /// and what was found of those that none does.
    pub(super) small: SmallLayers,
    /// Under which rules all of it holds.
    pub(super) rules: Option<ValueRules>,
    /// Grows with every root and ply; older guesses are the first to be lost.
    pub(super) generation: u16,
    pub(super) is_odd_root: bool,
}
