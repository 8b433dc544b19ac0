//! What is known of boards without history: a [`Database`] as the oracle of the search, and
//! the layers that were solved in memory above it.

use std::sync::OnceLock;

use crate::endgame::{Database, Extension, TableError};
use crate::game::{Board, Bounds, Net};
use crate::search::Oracle;

/// Answers from tables, and remembers the first damage that it met.
pub(super) struct Tables<'a> {
    pub(super) database: &'a Database,
    damage: OnceLock<TableError>,
}

impl<'a> Tables<'a> {
    pub(super) const fn new(database: &'a Database) -> Self {
        Self {
            database,
            damage: OnceLock::new(),
        }
    }

    /// Remembers a damage; a later one says nothing that the first did not.
    pub(super) fn note(&self, damage: TableError) {
        let _ = self.damage.set(damage);
    }

    /// The first damage that was met.
    pub(super) fn into_damage(self) -> Option<TableError> {
        self.damage.into_inner()
    }
}

impl Oracle for Tables<'_> {
    fn probe(&self, board: Board) -> Option<Bounds<Net>> {
        match self.database.probe(board) {
            Ok(bounds) => bounds,
            Err(error) => {
                self.note(error);
                None
            }
        }
    }

    fn reach(&self) -> u8 {
        self.database.seeds()
    }
}

/// An oracle with layers above it.
pub(super) struct Extended<'a> {
    base: &'a dyn Oracle,
    layers: Option<&'a Extension>,
    reach: u8,
}

impl<'a> Extended<'a> {
    pub(super) fn new(base: &'a dyn Oracle, layers: Option<&'a Extension>) -> Self {
        let grown = layers.and_then(Extension::reach);
        Self {
            base,
            layers,
            reach: grown.unwrap_or(0).max(base.reach()),
        }
    }
}

impl Oracle for Extended<'_> {
    fn probe(&self, board: Board) -> Option<Bounds<Net>> {
        let seeds = board.seeds();
        if seeds > self.reach {
            return None;
        }
        if seeds <= self.base.reach()
            && let Some(bounds) = self.base.probe(board)
        {
            return Some(bounds);
        }
        self.layers?.probe(board)
    }

    fn reach(&self) -> u8 {
        self.reach
    }
}
