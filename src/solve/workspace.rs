//! [`Workspace`]: what one solving knows, kept for the next.
//!
//! Whoever solves one position of a game after another meets most of the tree again. Kept
//! are what holds of boards without history, whatever the root: proved bounds, layers solved
//! as a whole, and guesses, which steer and never count as proof. What rests on the past of
//! one root, under which visited positions are ends of the game, is forgotten with it: such
//! facts stand in a part of the memory of their own, which every root gets anew. Other rules
//! make other facts, so with them everything is forgotten.

use super::answer::{Deepened, Solution, SolveError, SolveOptions};
use super::game::answer;
use super::regions::Regions;
use super::request::Request;
use super::store::Store;
use super::tables::Tables;
use crate::endgame::{Database, Extension};
use crate::game::{Game, ValueRules};
use crate::progress::Progress;
use crate::search::{Memory, NoOracle, Oracle, SmallLayers};

/// Solves the game from where it stands, its history included.
///
/// # Errors
///
/// When the system gives no thread or not the memory for the table.
///
/// # Examples
///
/// ```
/// use oware::game::{Game, Rules, Score};
/// use oware::progress::Silent;
/// use oware::search::NoOracle;
/// use oware::solve::{SolveOptions, solve};
///
/// let game = Game::new("0-0-0-0-1-1-1-0-0-0-0-0-22-23-S".parse()?, Rules::default());
/// let solution = solve(&game, &NoOracle, &SolveOptions::default(), &Silent)?;
/// assert_eq!(solution.bounds.value(), Some(Score::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    game: &Game,
    oracle: &dyn Oracle,
    options: &SolveOptions,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    Workspace::new(options.hash_bytes)?.solve_with_oracle(game, oracle, options, progress)
}

/// Solves a game with the help of tables for its rules, if there are any.
///
/// # Errors
///
/// As [`solve`], and when a table turns out to be damaged: then there is no
/// answer, rather than one that rests on part of the tables.
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
    Workspace::new(options.hash_bytes)?.solve(game, tables, options, progress)
}

/// Memory for solving one position after another, each with what is known from those before.
///
/// # Examples
///
/// ```
/// use oware::endgame::Database;
/// use oware::game::{Game, Rules};
/// use oware::progress::Silent;
/// use oware::solve::{SolveOptions, Workspace};
///
/// let rules: Rules = "awari".parse()?;
/// let tables = Database::embedded(&rules.value_rules())?;
/// let mut game = Game::new("0-0-1-0-0-1-0-2-1-1-1-1-20-20-S".parse()?, rules);
/// let mut workspace = Workspace::new(16 << 20)?;
/// while game.end().is_none() {
///     let options = SolveOptions::default();
///     let solution = workspace.solve(&game, tables.as_ref(), &options, &Silent)?;
///     game.play(solution.best[0])?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Workspace {
    hash_bytes: usize,
    store: Store,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace")
            .field("hash_bytes", &self.hash_bytes)
            .field("rules", &self.store.rules)
            .finish_non_exhaustive()
    }
}

impl Workspace {
    /// A workspace with so many bytes for positions; layers solved as a whole may take up to
    /// as many again. The memory is taken when it is first used.
    ///
    /// # Errors
    ///
    /// When the system does not give so much.
    pub fn new(hash_bytes: usize) -> Result<Self, SolveError> {
        let part = |share: usize| {
            Memory::new(hash_bytes / share).map_err(|_| SolveError::OutOfMemory { hash_bytes })
        };
        Ok(Self {
            hash_bytes,
            store: Store {
                guesses: part(2)?,
                lasting: part(4)?,
                passing: part(4)?,
                nodes: 0,
                is_passing_fresh: true,
                layers: None,
                regions: Regions::default(),
                small: SmallLayers::default(),
                rules: None,
                generation: 0,
                is_odd_root: false,
            },
        })
    }

    /// Takes all the memory from the system now instead of when it is first used, so that
    /// the first answer comes as soon as the others.
    pub fn prepare(&self) {
        let store = &self.store;
        for part in [&store.guesses, &store.lasting, &store.passing] {
            part.take();
        }
    }

    /// Forgets everything, as for a new game that is to be played as if it were the first.
    ///
    /// # Errors
    ///
    /// When the system does not give fresh memory.
    pub fn clear(&mut self) -> Result<(), SolveError> {
        *self = Self::new(self.hash_bytes)?;
        Ok(())
    }

    /// Solves the game from where it stands, its history included, with the help of tables
    /// for its rules, if there are any, and of what was found before.
    ///
    /// # Errors
    ///
    /// When a table turns out to be damaged: then there is no answer, rather than one that
    /// rests on part of the tables. When the system gives no thread.
    ///
    /// # Panics
    ///
    /// When the tables are for rules under which boards have other values.
    pub fn solve(
        &mut self,
        game: &Game,
        tables: Option<&Database>,
        options: &SolveOptions,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        self.solve_watched(game, tables, options, progress, &|_| {})
    }

    /// The same, telling `watch` of each depth that was completed, on whatever thread and in
    /// order.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    ///
    /// # Panics
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_watched(
        &mut self,
        game: &Game,
        tables: Option<&Database>,
        options: &SolveOptions,
        progress: &dyn Progress,
        watch: &(dyn Fn(&Deepened) + Sync),
    ) -> Result<Solution, SolveError> {
        let rules = game.rules().value_rules();
        assert!(
            tables.is_none_or(|database| *database.rules() == rules),
            "tables of other rules than the game's"
        );
        let tables = tables.map(Tables::new);
        let oracle: &dyn Oracle = match &tables {
            Some(tables) => tables,
            None => &NoOracle,
        };
        self.turn_to(&rules, tables.as_ref().map(|tables| tables.database))?;
        let request = Request {
            game,
            oracle,
            tables: tables.as_ref(),
            options: &SolveOptions {
                hash_bytes: self.hash_bytes,
                ..*options
            },
            progress,
            watch,
        };
        let solution = answer(request, &mut self.store);
        match tables.and_then(Tables::into_damage) {
            Some(damage) => Err(SolveError::Tables(damage)),
            None => solution,
        }
    }

    /// The same with any oracle, above which no layers are solved unless it knows nothing.
    pub(super) fn solve_with_oracle(
        &mut self,
        game: &Game,
        oracle: &dyn Oracle,
        options: &SolveOptions,
        progress: &dyn Progress,
    ) -> Result<Solution, SolveError> {
        let rules = game.rules().value_rules();
        self.turn_to(&rules, None)?;
        // Another oracle may say other things.
        self.store.regions = Regions::default();
        if oracle.reach() > 0 {
            self.store.layers = None;
        }
        let request = Request {
            game,
            oracle,
            tables: None,
            options,
            progress,
            watch: &|_| {},
        };
        answer(request, &mut self.store)
    }

    /// Makes ready for a root under these rules.
    fn turn_to(
        &mut self,
        rules: &ValueRules,
        database: Option<&Database>,
    ) -> Result<(), SolveError> {
        let hash_bytes = self.hash_bytes;
        let out_of_memory = |_| SolveError::OutOfMemory { hash_bytes };
        let store = &mut self.store;
        if store.rules.is_some_and(|known| known != *rules) {
            store.guesses.renew().map_err(out_of_memory)?;
            store.lasting.renew().map_err(out_of_memory)?;
            store.nodes = 0;
            store.regions = Regions::default();
            store.small = SmallLayers::default();
        }
        store.rules = Some(*rules);
        if !std::mem::take(&mut store.is_passing_fresh) {
            store.passing.renew().map_err(out_of_memory)?;
        }
        store.is_odd_root = !store.is_odd_root;
        if !store
            .layers
            .as_ref()
            .is_some_and(|layers| layers.fits(database, rules))
        {
            store.layers = Extension::above(database, rules);
            store.regions = Regions::default();
        }
        Ok(())
    }
}
