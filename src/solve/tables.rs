//! A [`Database`] as the oracle of the search.

use std::sync::OnceLock;

use super::answer::{Solution, SolveError, SolveOptions};
use super::game::solve;
use crate::endgame::{Database, TableError};
use crate::game::{Board, Bounds, Game, Net};
use crate::progress::Progress;
use crate::search::{NoOracle, Oracle};

/// Solves a game with the help of tables for its rules, if there are any.
///
/// # Errors
///
/// As [`solve`], and when a table turns out to be damaged: then there is no answer, rather
/// than one that rests on part of the tables.
///
/// # Panics
///
/// When the tables are for rules under which boards have other values.
pub fn solve_with_tables(
    game: &Game,
    tables: Option<&Database>,
    options: &SolveOptions,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let Some(database) = tables else {
        return solve(game, &NoOracle, options, progress);
    };
    assert!(
        *database.rules() == game.rules().value_rules(),
        "tables of other rules than the game's"
    );
    let oracle = Tables {
        database,
        damage: OnceLock::new(),
    };
    let solution = solve(game, &oracle, options, progress);
    match oracle.damage.into_inner() {
        Some(damage) => Err(SolveError::Tables(damage)),
        None => solution,
    }
}

/// Answers from tables, and remembers the first damage that it met.
struct Tables<'a> {
    database: &'a Database,
    damage: OnceLock<TableError>,
}

impl Oracle for Tables<'_> {
    fn probe(&self, board: Board) -> Option<Bounds<Net>> {
        match self.database.probe(board) {
            Ok(bounds) => bounds,
            Err(error) => {
                // A later error says nothing that the first did not.
                let _ = self.damage.set(error);
                None
            }
        }
    }

    fn reach(&self) -> u8 {
        self.database.seeds()
    }
}
