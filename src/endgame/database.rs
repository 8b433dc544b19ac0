//! [`Database`]: the tables of one rule set, from a directory or embedded, as one thing to
//! probe.
//!
//! A database is complete from the empty board up to its largest layer; a gap is an error
//! when it is opened, because every value above the gap was derived through it. "Not in
//! the database" is `Ok(None)`; "the database is damaged" is an error. The two are never
//! blurred.

use std::fmt;
use std::path::{Path, PathBuf};

use super::directory::{file_name, layers_in};
use super::embedded;
use super::index::Layer;
use super::storage::Access;
use super::table::{Table, TableError};
use crate::game::{Board, Bounds, Net, ValueRules};

/// All layers from 0 seeds up to some number, for one set of rules.
#[derive(Debug)]
pub struct Database {
    rules: ValueRules,
    /// Index k holds layer k.
    tables: Vec<Table>,
    source: Source,
}

/// Where a database comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A directory of table files.
    Directory(PathBuf),
    /// The program itself.
    Embedded,
}

impl fmt::Display for Source {
    /// The path, or the word `embedded`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(path) => path.display().fmt(f),
            Self::Embedded => f.pad("embedded"),
        }
    }
}

/// Why a directory cannot serve as a database.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// No table is in it.
    #[error("no tables in {}", dir.display())]
    NoTables {
        /// The directory.
        dir: PathBuf,
    },
    /// A layer is missing beneath another.
    #[error(
        "{} is missing in {}, which holds layers up to {largest} seeds",
        file_name(*.missing), dir.display()
    )]
    MissingLayer {
        /// The directory.
        dir: PathBuf,
        /// The layer without a file.
        missing: Layer,
        /// The seeds of the largest layer there is.
        largest: u8,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Database {
    /// Opens the tables in a directory, which must be for these rules.
    ///
    /// Headers and lengths are checked now, values when they are first used. Choosing
    /// [`Access::Map`] is a promise; see there.
    ///
    /// # Errors
    ///
    /// When there is no table, a layer is missing beneath another, or a table cannot be
    /// read, is damaged or is of other rules.
    pub fn open(dir: &Path, rules: &ValueRules, access: Access) -> Result<Self, DatabaseError> {
        Self::open_checked(dir, |path, layer| Table::open(path, access, rules, layer))
            .map(|tables| Self::new(*rules, tables, Source::Directory(dir.to_owned())))
    }

    /// Opens the tables in a directory, whatever rules they are for; they must all be for
    /// the same.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), the rules of the smallest layer being those expected of
    /// the rest.
    pub fn open_any(dir: &Path, access: Access) -> Result<Self, DatabaseError> {
        let mut rules = None;
        let tables = Self::open_checked(dir, |path, layer| match rules {
            Some(rules) => Table::open(path, access, &rules, layer),
            None => {
                let found = *Table::open_any(path, access)?.rules();
                rules = Some(found);
                Table::open(path, access, &found, layer)
            }
        })?;
        let rules = *tables[0].rules();
        Ok(Self::new(rules, tables, Source::Directory(dir.to_owned())))
    }

    /// At least one table, without a gap.
    fn open_checked(
        dir: &Path,
        mut open: impl FnMut(&Path, Layer) -> Result<Table, TableError>,
    ) -> Result<Vec<Table>, DatabaseError> {
        let layers = layers_in(dir)?;
        let Some(largest) = layers.last() else {
            return Err(DatabaseError::NoTables {
                dir: dir.to_owned(),
            });
        };
        Layer::up_to(largest.seeds())
            .map(|layer| {
                if !layers.contains(&layer) {
                    return Err(DatabaseError::MissingLayer {
                        dir: dir.to_owned(),
                        missing: layer,
                        largest: largest.seeds(),
                    });
                }
                Ok(open(&dir.join(file_name(layer)), layer)?)
            })
            .collect()
    }

    /// The tables that are part of the program; `None` when these rules have none.
    ///
    /// # Errors
    ///
    /// When the program's own bytes are damaged.
    pub fn embedded(rules: &ValueRules) -> Result<Option<Self>, DatabaseError> {
        let tables = embedded::tables(rules)?;
        Ok((!tables.is_empty()).then(|| Self::new(*rules, tables, Source::Embedded)))
    }

    fn new(rules: ValueRules, mut tables: Vec<Table>, source: Source) -> Self {
        Table::share_cache(&mut tables);
        Self {
            rules,
            tables,
            source,
        }
    }

    /// The rules the values are for.
    #[must_use]
    pub const fn rules(&self) -> &ValueRules {
        &self.rules
    }

    /// Where the tables come from.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The seeds of the largest layer; every smaller one is there too.
    #[must_use]
    pub fn seeds(&self) -> u8 {
        // `open` and `embedded` make no database without a table.
        u8::try_from(self.tables.len() - 1).expect("a game has at most 48 seeds")
    }

    /// The tables, fewest seeds first.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The tables by themselves, fewest seeds first.
    #[must_use]
    pub fn into_tables(self) -> Vec<Table> {
        self.tables
    }

    /// What is proved of a board without history, in seeds still to come for its mover;
    /// `None` when it has more seeds than the tables.
    ///
    /// # Errors
    ///
    /// When the table is damaged where the value lies.
    #[inline]
    pub fn probe(&self, board: Board) -> Result<Option<Bounds<Net>>, TableError> {
        let layer = Layer::of(board);
        match self.tables.get(usize::from(layer.seeds())) {
            Some(table) => table.get(layer.rank(board)).map(Some),
            None => Ok(None),
        }
    }
}
