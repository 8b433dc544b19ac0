//! What all threads of a proof-number search share, whichever claim they work on.

use super::super::Oracle;
use super::super::past::Stops;
use super::super::shared::{Domain, SharedTable, Spot};
use crate::game::{Board, ValueRules};

/// What all threads share.
pub(crate) struct Arena<'a> {
    pub(crate) rules: &'a ValueRules,
    pub(crate) oracle: &'a dyn Oracle,
    pub(crate) stops: &'a Stops,
    /// Facts about boards without history, for any root.
    pub(crate) lasting: SharedTable<'a>,
    /// Facts about the layer of this root, which rest on its stops.
    pub(crate) passing: SharedTable<'a>,
    pub(crate) root_seeds: u8,
    /// Changes from root to root; facts of another one are the first to be lost.
    pub(crate) is_odd_root: bool,
}

impl Arena<'_> {
    fn table(&self, domain: Domain) -> SharedTable<'_> {
        match domain {
            Domain::Fresh => self.lasting,
            Domain::South | Domain::North => self.passing,
        }
    }

    pub(super) fn place(&self, board: Board, domain: Domain) -> (SharedTable<'_>, Spot) {
        let table = self.table(domain);
        (table, table.spot(board, domain))
    }

    /// Asks for what is known of a board ahead of its use.
    pub(super) fn touch(&self, board: Board, domain: Domain) {
        let table = self.table(domain);
        table.touch(table.bucket_of(board));
    }
}
