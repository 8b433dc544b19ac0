//! [`Extension`]: layers above the tables of a database, solved in memory.
//!
//! A layer of a dozen seeds takes less time to solve than to search around in. So a search
//! that stands just above its tables has the next layers solved as a whole, by the same
//! code that builds directories, and keeps them for as long as it likes; nothing is written.

use super::build_start::BuildError;
use super::database::Database;
use super::index::Layer;
use super::layer_below::LayerBelow;
use super::memory::memory_needed;
use super::own_rows::{USUAL_EFFORT, is_supported, solve_own_rows};
use super::propagate::{Below, Stopped};
use super::retrograde::solve_layer;
use super::table::{Table, TableError};
use super::terms::Terms;
use crate::game::{Board, Bounds, Loops, MAX_SEEDS, Net, ValueRules};
use crate::progress::Progress;

/// Consecutive layers in memory, the smallest of them right above a database or the empty
/// board's.
#[derive(Debug)]
pub struct Extension {
    rules: ValueRules,
    /// The seeds of the smallest layer.
    first: u8,
    tables: Vec<Table>,
}

impl Extension {
    /// No layers yet, above those of `base`; `None` when no tables can be built for the
    /// rules.
    #[must_use]
    pub fn above(base: Option<&Database>, rules: &ValueRules) -> Option<Self> {
        is_supported(rules).then(|| Self {
            rules: *rules,
            first: base.map_or(0, |base| base.seeds() + 1),
            tables: Vec::new(),
        })
    }

    /// Whether these layers stand above those of `base` and are of the same rules.
    #[must_use]
    pub fn fits(&self, base: Option<&Database>, rules: &ValueRules) -> bool {
        self.rules == *rules && self.first == base.map_or(0, |base| base.seeds() + 1)
    }

    /// The layer that would come next; `None` when there is no larger one.
    #[must_use]
    pub fn next_layer(&self) -> Option<Layer> {
        let next = usize::from(self.first) + self.tables.len();
        (next <= usize::from(MAX_SEEDS)).then(|| Layer::new(next as u8))
    }

    /// The most seeds of a board that is known, here or in the database beneath.
    #[must_use]
    pub fn reach(&self) -> Option<u8> {
        match self.next_layer() {
            Some(layer) => layer.seeds().checked_sub(1),
            None => Some(MAX_SEEDS),
        }
    }

    /// Bytes of the values held.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        self.tables.iter().map(Table::size_bytes).sum()
    }

    /// Solves the next layer, on the threads of the current rayon pool. `base` is what the
    /// layers were put above. `progress` hears of boards surveyed and settled.
    ///
    /// # Errors
    ///
    /// When the work was cancelled, the memory is not to be had, or a table of `base` is
    /// damaged. The layers are then as before.
    ///
    /// # Panics
    ///
    /// When these layers do not [fit](Self::fits) above `base`, or there is no next layer.
    pub fn grow(
        &mut self,
        base: Option<&Database>,
        progress: &dyn Progress,
    ) -> Result<(), BuildError> {
        assert!(self.fits(base, &self.rules), "layers above other tables");
        let layer = self.next_layer().expect("there is a next layer");
        let below: Vec<&Table> = base
            .map_or(&[][..], Database::tables)
            .iter()
            .chain(&self.tables)
            .collect();
        let table = solve(layer, &self.rules, &below, progress).map_err(|error| match error {
            Unfinished::Table(error) => error.into(),
            Unfinished::Stopped(Stopped::Cancelled) => BuildError::Cancelled { layer },
            Unfinished::Stopped(Stopped::OutOfMemory) => BuildError::OutOfMemory {
                layer,
                size_bytes: memory_needed(layer, &self.rules).least_bytes,
            },
        })?;
        self.tables.push(table);
        Ok(())
    }

    /// What is known of a board with as many seeds as one of these layers.
    #[inline]
    #[must_use]
    pub fn probe(&self, board: Board) -> Option<Bounds<Net>> {
        let layer = Layer::of(board);
        let place = layer.seeds().checked_sub(self.first)?;
        let table = self.tables.get(usize::from(place))?;
        // Every block was checked when the table was made, and none can change.
        table.get(layer.rank(board)).ok()
    }
}

enum Unfinished {
    Stopped(Stopped),
    Table(TableError),
}

impl From<Stopped> for Unfinished {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<TableError> for Unfinished {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// Solves a layer from all those beneath it.
fn solve(
    layer: Layer,
    rules: &ValueRules,
    tables: &[&Table],
    progress: &dyn Progress,
) -> Result<Table, Unfinished> {
    // No capture takes a single seed, so the layer right beneath is not read.
    let read = &tables[..tables.len().saturating_sub(1)];
    let below = read
        .iter()
        .map(|table| LayerBelow::of(table))
        .collect::<Result<Vec<_>, TableError>>()?;
    let mut lower: Vec<&[u8]> = below.iter().map(LayerBelow::lower).collect();
    lower.resize(tables.len(), &[]);
    let mut upper: Vec<&[u8]> = below.iter().map(LayerBelow::upper).collect();
    upper.resize(tables.len(), &[]);
    let mut bytes = Vec::new();
    let is_exact = match rules.loops {
        Loops::Zero => {
            solve_layer(layer, rules, &lower, &Terms::plain(progress), |part| {
                bytes.extend_from_slice(part);
                Ok::<(), Unfinished>(())
            })?;
            true
        }
        Loops::OwnRows { .. } => {
            let below = if read.iter().all(|table| table.is_exact()) {
                Below::exact(&lower)
            } else {
                Below::bounds(&lower, &upper)
            };
            let terms = Terms::plain(progress);
            let solved = solve_own_rows(layer, rules, below, USUAL_EFFORT, &terms)?;
            solved.write(terms.slab, |part| {
                bytes.extend_from_slice(part);
                Ok::<(), Unfinished>(())
            })?;
            solved.is_exact()
        }
    };
    Ok(if is_exact {
        Table::from_values(layer, *rules, bytes)?
    } else {
        let pairs = bytes.as_chunks::<2>().0.iter();
        let (lower, upper) = pairs.map(|[lower, upper]| (lower, upper)).unzip();
        Table::from_bounds(layer, *rules, lower, upper)?
    })
}

#[cfg(test)]
mod tests {
    use super::super::index::Rank;
    use super::*;
    use crate::game::Rules;
    use crate::progress::Silent;

    fn value_rules(text: &str) -> ValueRules {
        text.parse::<Rules>().unwrap().value_rules()
    }

    #[test]
    fn layers_from_nothing_equal_the_embedded_ones() {
        for name in ["awari", "abapa"] {
            let rules = value_rules(name);
            let embedded = Database::embedded(&rules).unwrap().unwrap();
            let mut grown = Extension::above(None, &rules).unwrap();
            assert_eq!(grown.reach(), None);
            for table in &embedded.tables()[..=7] {
                assert_eq!(grown.next_layer(), Some(table.layer()));
                grown.grow(None, &Silent).unwrap();
                for rank in (0..table.layer().boards()).map(Rank::new) {
                    let board = table.layer().unrank(rank);
                    let known = Some(table.get(rank).unwrap());
                    assert_eq!(grown.probe(board), known, "{name} {board:?}");
                }
            }
            assert_eq!(grown.reach(), Some(7));
        }
    }

    #[test]
    fn layers_above_a_database_equal_those_from_nothing() {
        let rules = value_rules("awari");
        let embedded = Database::embedded(&rules).unwrap();
        let mut above = Extension::above(embedded.as_ref(), &rules).unwrap();
        let mut whole = Extension::above(None, &rules).unwrap();
        assert!(above.fits(embedded.as_ref(), &rules) && !above.fits(None, &rules));
        above.grow(embedded.as_ref(), &Silent).unwrap();
        for _ in 0..=9 {
            whole.grow(None, &Silent).unwrap();
        }
        let layer = Layer::new(9);
        assert!(
            (0..layer.boards())
                .map(|rank| layer.unrank(Rank::new(rank)))
                .all(|board| above.probe(board) == whole.probe(board)
                    && above.probe(board).is_some())
        );
        assert_eq!(above.probe(Layer::new(8).unrank(Rank::new(0))), None);
    }

    #[test]
    fn cancelled_growth_leaves_what_was_there() {
        struct Cancelled;
        impl Progress for Cancelled {
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let rules = value_rules("abapa");
        let embedded = Database::embedded(&rules).unwrap();
        let mut grown = Extension::above(embedded.as_ref(), &rules).unwrap();
        let stopped = grown.grow(embedded.as_ref(), &Cancelled);
        assert!(matches!(stopped, Err(BuildError::Cancelled { layer }) if layer.seeds() == 9));
        assert_eq!(grown.reach(), Some(8));
    }
}
