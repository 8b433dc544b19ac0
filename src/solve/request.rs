//! [`Request`]: what is to be solved and by what means, as the parts of solving hand it on.

use super::answer::{Deepened, SolveOptions};
use super::tables::Tables;
use crate::game::Game;
use crate::progress::Progress;
use crate::search::Oracle;

/// What is to be solved, and by what means.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) game: &'a Game,
    /// What is known of boards without history.
    pub(super) oracle: &'a dyn Oracle,
    /// The tables behind the oracle, if it is tables.
    pub(super) tables: Option<&'a Tables<'a>>,
    pub(super) options: &'a SolveOptions,
    pub(super) progress: &'a dyn Progress,
    pub(super) watch: &'a (dyn Fn(&Deepened) + Sync),
}
