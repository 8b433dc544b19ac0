//! The import rule: each module uses only what the ordered table lets it use.
//!
//! The compiler holds one boundary, between library and binary; this test reads the
//! sources and holds the rest, so that storage, search and interface can change alone.
//! Besides: no cycles within a row, `unsafe` in two files only, and a map in `src/lib.rs`
//! that names every part.

#[path = "layering/checker.rs"]
mod checker;
#[path = "layering/source.rs"]
mod source;
#[path = "layering/table.rs"]
mod table;

use std::path::Path;

use checker::{Side, Sources, violations};
use table::{BINARY, LIBRARY, May};

/// Every source of the package.
fn sources() -> Sources {
    fn read(root: &Path, folder: &Path, sources: &mut Sources) {
        for entry in std::fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("an entry of src can be read").path();
            if path.is_dir() {
                read(root, &path, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path
                    .strip_prefix(root)
                    .expect("it was found below the root");
                let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
                let text = std::fs::read_to_string(&path).expect("a source is text");
                sources.insert(parts.join("/"), text);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::new();
    read(root, &root.join("src"), &mut sources);
    sources
}

#[test]
fn every_module_imports_only_what_stands_above_it() {
    let sources = sources();
    assert!(sources.contains_key("src/game/board.rs") && sources.contains_key("src/main.rs"));
    assert_eq!(violations(&sources), [""; 0]);
}

#[test]
fn map_in_lib_names_every_part_of_the_library() {
    let sources = sources();
    let map = &sources["src/lib.rs"];
    for part in Side::of(&sources, false).files.keys() {
        if part != "lib" && !part.contains("::") {
            let entry = format!("//! | [`{part}`]");
            assert!(
                map.contains(&entry),
                "the map in src/lib.rs has no row {entry}"
            );
        }
    }
}

#[test]
fn tables_are_ordered() {
    for table in [LIBRARY, BINARY] {
        let mut seen: Vec<&str> = Vec::new();
        for row in table {
            for may in row.may {
                if let May::Use(module) | May::Group(module) = may {
                    assert!(
                        seen.contains(module),
                        "{module} does not stand above {:?}",
                        row.modules
                    );
                }
            }
            for module in row.modules {
                assert!(!seen.contains(module), "{module} stands in two places");
                seen.push(module);
            }
        }
    }
}

/// What the checker says of a small package without fault in which these files are
/// planted or replaced.
fn planted(files: &[(&str, &str)]) -> Vec<String> {
    let plain = [
        (
            "src/lib.rs",
            "pub mod progress; pub mod game; pub mod perft;",
        ),
        ("src/main.rs", "mod cli; use cli::run;"),
        ("src/progress.rs", ""),
        (
            "src/game/mod.rs",
            "mod pit; pub use pit::Pit; pub use self::board::Board;",
        ),
        ("src/game/pit.rs", ""),
        ("src/game/rules.rs", ""),
        ("src/game/board.rs", "use super::pit::Pit;"),
        (
            "src/game/position.rs",
            "use super::{board::Board, rules::Rules};",
        ),
        ("src/game/notation.rs", "use super::position::Position;"),
        ("src/perft.rs", "use crate::game::Board;"),
        ("src/endgame/mod.rs", ""),
        ("src/endgame/index.rs", "use crate::game::Board;"),
        ("src/search/mod.rs", "mod table; use crate::game::Board;"),
        ("src/search/table.rs", "use super::Oracle;"),
        (
            "src/cli/mod.rs",
            "use oware::game::Rules; mod perft; use perft::Args;",
        ),
        ("src/cli/perft.rs", "use super::Exit;"),
    ];
    let sources = plain.iter().chain(files);
    violations(
        &sources
            .map(|&(path, text)| (path.to_owned(), text.to_owned()))
            .collect(),
    )
}

#[test]
fn checker_finds_nothing_in_a_package_without_fault() {
    assert_eq!(planted(&[]), [""; 0]);
}

#[test]
fn checker_catches_each_planted_violation() {
    let cases = [
        (
            "src/game/pit.rs",
            "use super::board::Board;",
            "may not import game::board",
        ),
        (
            "src/game/pit.rs",
            "use super::Board;",
            "may not import game",
        ),
        (
            "src/game/pit.rs",
            "use crate::game::*;",
            "may not import game",
        ),
        (
            "src/game/board.rs",
            "use super::{\n    pit::Pit,\n    rules::{self, Rules},\n};",
            "may not import game::rules",
        ),
        (
            "src/game/board.rs",
            "pub(crate) use crate::game::{pit::{self, Pit as P}, notation as n};",
            "may not import game::notation",
        ),
        (
            "src/game/moves.rs",
            "fn f() { crate::perft::perft() }",
            "may not import perft",
        ),
        (
            "src/game/moves.rs",
            "mod inner { use super::super::position::End; }",
            "may not import game::position",
        ),
        (
            "src/perft.rs",
            "use crate::{game::Rules, oware};",
            "may not import lib",
        ),
        (
            "src/perft.rs",
            "use oware::game::Rules;",
            "names itself `crate`",
        ),
        (
            "src/endgame/index.rs",
            "use crate::progress::Progress;",
            "may not import progress",
        ),
        (
            "src/endgame/predecessors.rs",
            "use super::index::Layer;",
            "may not import endgame::index",
        ),
        (
            "src/search/table.rs",
            "use crate::endgame::Table;",
            "may not import endgame",
        ),
        (
            "src/cli/moves.rs",
            "use super::perft::Args;",
            "may not import cli::perft",
        ),
        (
            "src/cli/moves.rs",
            "use crate::game::Rules;",
            "reaches the library as `oware::`",
        ),
        (
            "src/main.rs",
            "mod cli; mod game;",
            "belongs to the other crate",
        ),
        ("src/lib.rs", "pub mod cli;", "belongs to the other crate"),
        (
            "src/lib.rs",
            "#[path = \"cli/mod.rs\"] pub mod face;",
            "hides where",
        ),
        (
            "src/util.rs",
            "",
            "give it a place in tests/layering/table.rs AND on the map in src/lib.rs",
        ),
        (
            "src/perft.rs",
            "fn f() { unsafe { g() } }",
            "`unsafe` belongs in",
        ),
    ];
    for (path, text, expected) in cases {
        let found = planted(&[(path, text)]);
        assert!(
            found
                .iter()
                .any(|breach| breach.starts_with(path) && breach.contains(expected)),
            "{path} with {text:?} gave {found:?}"
        );
    }
}

#[test]
fn checker_catches_a_cycle_within_a_row() {
    let found = planted(&[
        ("src/search/order.rs", "use super::table::Table;"),
        ("src/search/table.rs", "use super::order::Order;"),
    ]);
    assert_eq!(
        found,
        ["a cycle: search::order -> search::table -> search::order"]
    );
}

#[test]
fn checker_passes_over_comments_literals_and_tests() {
    let text = r####"
//! use crate::perft::Perft;
/* unsafe /* crate::perft */ crate::perft */
pub(in crate::game) fn lifetime<'a>(text: &'a str) -> char {
    let _ = ("use crate::perft;\" unsafe", r#"crate::perft " unsafe"#, b"\\", '"', '\'');
    self::other(text)
}
#[cfg(test)]
mod tests {
    use super::super::notation::parse_moves;
    fn braces() { unsafe {} }
}
use super::pit::Pit;
"####;
    assert_eq!(planted(&[("src/game/board.rs", text)]), [""; 0]);
    let after = format!("{text}use crate::perft::Perft;");
    assert_eq!(planted(&[("src/game/board.rs", &after)]).len(), 1);
}
