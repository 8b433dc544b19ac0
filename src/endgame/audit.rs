//! [`audit`]: everything that is wrong with the files of a directory, not only the first.
//!
//! [`Database::open`](super::Database::open) stops at the first fault, as whoever wants
//! an answer should; whoever has to mend a directory wants the list. So each file is
//! opened by itself here, and a fault in one hides none in another.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::game::ValueRules;
use crate::progress::Progress;

use super::directory::{file_name, layer_of, names_in};
use super::format::FormatError;
use super::index::Layer;
use super::storage::Access;
use super::table::{Table, TableError};

/// What was found in a directory.
#[derive(Debug)]
pub struct Audit {
    /// The rules that the tables should be for: those asked for, else those of most of
    /// the tables; `None` when no table can be read.
    pub rules: Option<ValueRules>,
    /// Every layer up to the largest with a file, fewest seeds first.
    pub layers: Vec<AuditedLayer>,
    /// What has no place in the directory, by name.
    pub strays: Vec<FileFault>,
}

/// A layer and the state of its file.
#[derive(Debug)]
pub struct AuditedLayer {
    /// The layer.
    pub layer: Layer,
    /// The table, or why there is none that can be used.
    pub table: Result<Table, FileFault>,
}

/// What is wrong with a file of a directory, or with its absence.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// A layer has no file, though one with more seeds has.
    #[error("{}: missing, expected beneath layer {largest}", path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// The seeds of the largest layer there is.
        largest: u8,
    },
    /// Something other than a table lies in the directory.
    #[error("{}: not a table of this directory, expected only layer-NN.oware and dot-files", path.display())]
    Stray {
        /// Its path.
        path: PathBuf,
    },
    /// A file under the name of a table cannot serve as one.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Looks at every file in `dir`: whether each layer is there, reads as a table, and is of
/// the same rules, which are `expected` if given. Blocks are checked by [`damaged_blocks`].
///
/// # Errors
///
/// When the directory cannot be listed.
pub fn audit(dir: &Path, expected: Option<&ValueRules>) -> Result<Audit, TableError> {
    let mut names = names_in(dir)?;
    names.sort();
    let strays = names
        .iter()
        .filter(|name| !name.starts_with('.') && layer_of(name).is_none())
        .map(|name| FileFault::Stray {
            path: dir.join(name),
        })
        .collect();
    let Some(largest) = names.iter().filter_map(|name| layer_of(name)).max() else {
        return Ok(Audit {
            rules: expected.copied(),
            layers: Vec::new(),
            strays,
        });
    };
    let mut layers: Vec<_> = Layer::up_to(largest.seeds())
        .map(|layer| AuditedLayer {
            layer,
            table: open(dir, layer, &names, largest),
        })
        .collect();
    let rules = expected.copied().or_else(|| most_common_rules(&layers));
    if let Some(rules) = &rules {
        for audited in &mut layers {
            audited.expect_to_be(rules);
        }
    }
    Ok(Audit {
        rules,
        layers,
        strays,
    })
}

fn open(dir: &Path, layer: Layer, names: &[String], largest: Layer) -> Result<Table, FileFault> {
    let name = file_name(layer);
    let path = dir.join(&name);
    if !names.contains(&name) {
        return Err(FileFault::Missing {
            path,
            largest: largest.seeds(),
        });
    }
    Ok(Table::open_any(&path, Access::Map)?)
}

/// Those of the most tables; of the smallest layer among equals.
fn most_common_rules(layers: &[AuditedLayer]) -> Option<ValueRules> {
    let rules: Vec<_> = layers
        .iter()
        .filter_map(|audited| audited.table.as_ref().ok())
        .map(|table| *table.rules())
        .collect();
    let votes = |candidate| rules.iter().filter(|&other| other == candidate).count();
    // The last of equal maxima wins, hence backwards.
    rules
        .iter()
        .rev()
        .max_by_key(|&rules| votes(rules))
        .copied()
}

impl AuditedLayer {
    /// Turns a good table of other rules or another layer into a fault.
    fn expect_to_be(&mut self, rules: &ValueRules) {
        let Ok(table) = &self.table else { return };
        let source = if table.rules() != rules {
            FormatError::WrongRules {
                expected: *rules,
                found: *table.rules(),
            }
        } else if table.layer() != self.layer {
            FormatError::WrongLayer {
                expected: self.layer,
                found: table.layer(),
            }
        } else {
            return;
        };
        let origin = table.origin().clone();
        self.table = Err(TableError::Format { origin, source }.into());
    }
}

/// Checks every block of `table`, on the threads of the current rayon pool, and gives what
/// is wrong with each that is damaged, in order; `None` when the work was cancelled.
/// Progress advances by the boards of the table.
#[must_use]
pub fn damaged_blocks(table: &Table, progress: &dyn Progress) -> Option<Vec<TableError>> {
    let blocks = table.blocks();
    let boards = table.layer().boards();
    let found: Option<Vec<Option<TableError>>> = (0..blocks)
        .into_par_iter()
        .map(|block| {
            let damage = (!progress.is_cancelled()).then(|| table.damage_in(block))?;
            progress.advance(boards * (block + 1) / blocks - boards * block / blocks);
            Some(damage)
        })
        .collect();
    Some(found?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::super::directory::write_table;
    use super::*;
    use crate::game::Rules;

    fn rules(text: &str) -> ValueRules {
        text.parse::<Rules>().unwrap().value_rules()
    }

    fn write(dir: &Path, seeds: u8, text: &str) {
        let layer = Layer::new(seeds);
        let values = vec![0; layer.boards() as usize];
        write_table(
            dir,
            &Table::from_values(layer, rules(text), values).unwrap(),
        )
        .unwrap();
    }

    #[test]
    fn all_faults_of_a_directory_are_found_at_once() {
        let dir = tempfile::tempdir().unwrap();
        for seeds in [0, 1, 2, 4, 5, 6] {
            write(dir.path(), seeds, "awari");
        }
        write(dir.path(), 0, "jedisjeux");
        std::fs::copy(
            dir.path().join("layer-04.oware"),
            dir.path().join("layer-05.oware"),
        )
        .unwrap();
        std::fs::write(dir.path().join("layer-06.oware"), "poem").unwrap();
        std::fs::write(dir.path().join("notes.txt"), "mine").unwrap();
        std::fs::write(dir.path().join(".lock"), "").unwrap();

        let audit = audit(dir.path(), None).unwrap();
        assert_eq!(audit.rules, Some(rules("awari")), "those of most tables");
        let found: Vec<_> = audit
            .layers
            .iter()
            .map(|layer| match &layer.table {
                Ok(_) => "good",
                Err(FileFault::Missing { largest: 6, .. }) => "missing",
                Err(FileFault::Table(TableError::Format { source, .. })) => match source {
                    FormatError::WrongRules { .. } => "rules",
                    FormatError::WrongLayer { .. } => "layer",
                    FormatError::NotATable { .. } => "no table",
                    _ => "other",
                },
                Err(_) => "other",
            })
            .collect();
        assert_eq!(
            found,
            [
                "rules", "good", "good", "missing", "good", "layer", "no table"
            ]
        );
        assert_eq!(audit.strays.len(), 1);
        assert!(audit.strays[0].to_string().contains("notes.txt"));
    }

    #[test]
    fn every_damaged_block_is_named() {
        let dir = tempfile::tempdir().unwrap();
        // 167 960 boards: three blocks.
        write(dir.path(), 9, "awari");
        let path = dir.path().join("layer-09.oware");
        let mut file = std::fs::read(&path).unwrap();
        let start = file.len() - Layer::new(9).boards() as usize;
        file[start] ^= 1;
        *file.last_mut().unwrap() ^= 1;
        std::fs::write(&path, file).unwrap();
        let table = Table::open_any(&path, Access::Map).unwrap();
        let found = damaged_blocks(&table, &crate::progress::Silent).unwrap();
        let blocks: Vec<_> = found
            .iter()
            .map(|error| match error {
                TableError::Format {
                    source: FormatError::DamagedBlock { block, .. },
                    ..
                } => *block,
                _ => panic!("{error:?}"),
            })
            .collect();
        assert_eq!(blocks, [0, 2]);
    }
}
