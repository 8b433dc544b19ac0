//! The tables that are part of the program, so that a first command answers exactly
//! without any files.
//!
//! They are the tool's own output, made by `scripts/build-embedded-tables.sh` and kept
//! under `data/tables/`; a test compares them with a fresh build. Each file is in the form
//! of `format`, checksums included, so the embedded bytes are checked like any others.

use super::index::Layer;
use super::table::{Table, TableError};
use crate::game::{RuleSet, ValueRules};

/// The most seeds of an embedded table.
pub const EMBEDDED_SEEDS: u8 = 8;

macro_rules! layers {
    ($folder:literal) => {
        [
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-00.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-01.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-02.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-03.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-04.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-05.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-06.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-07.oware")),
            include_bytes!(concat!("../../data/tables/", $folder, "/layer-08.oware")),
        ]
    };
}

/// The rule sets that have embedded tables, and the files of their layers.
static EMBEDDED: [(&str, [&[u8]; EMBEDDED_SEEDS as usize + 1]); 2] =
    [("abapa", layers!("abapa")), ("awari", layers!("awari"))];

/// The embedded layers for these rules, fewest seeds first; none if the rules have none.
pub(super) fn tables(rules: &ValueRules) -> Result<Vec<Table>, TableError> {
    let files = EMBEDDED.iter().find(|(name, _)| {
        RuleSet::all().any(|set| set.name() == *name && set.rules().value_rules() == *rules)
    });
    let Some((_, files)) = files else {
        return Ok(Vec::new());
    };
    Layer::up_to(EMBEDDED_SEEDS)
        .zip(files)
        .map(|(layer, bytes)| Table::from_static(bytes, rules, layer))
        .collect()
}
