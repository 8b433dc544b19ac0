//! Finds every breach of the import rule in a set of sources: resolves each path to the
//! module it leads into and asks the table.

use std::collections::BTreeMap;

use crate::source::{Mention, Token, mentions, tokens};
use crate::table::{BINARY, LIBRARY, Row, allows, is_in, place};

/// The only files that may say `unsafe`.
const UNSAFE_FILES: [&str; 2] = ["src/endgame/storage.rs", "src/prefetch.rs"];

/// Sources by path from the package root, with `/` between the parts.
pub(crate) type Sources = BTreeMap<String, String>;

/// One of the two crates of the package.
pub(crate) struct Side {
    /// Its root module, `lib` or `main`.
    root: &'static str,
    table: &'static [Row],
    /// Module name to path.
    pub(crate) files: BTreeMap<String, String>,
}

fn is_binary(path: &str) -> bool {
    path == "src/main.rs" || path == "src/cli.rs" || path.starts_with("src/cli/")
}

/// `src/game/pit.rs` is `game::pit`, `src/game/mod.rs` is `game`.
fn module_name(path: &str) -> String {
    let name = path.trim_start_matches("src/").trim_end_matches(".rs");
    name.trim_end_matches("/mod").replace('/', "::")
}

impl Side {
    pub(crate) fn of(sources: &Sources, binary: bool) -> Self {
        let own = sources.keys().filter(|path| is_binary(path) == binary);
        Self {
            root: if binary { "main" } else { "lib" },
            table: if binary { BINARY } else { LIBRARY },
            files: own.map(|path| (module_name(path), path.clone())).collect(),
        }
    }

    /// The module that a path mentioned in `module` leads into; `None` for another crate.
    fn target(&self, module: &str, mention: &Mention) -> Option<String> {
        let mut here: Vec<&str> = if module == self.root {
            Vec::new()
        } else {
            module.split("::").collect()
        };
        here.extend(mention.inside.iter().map(String::as_str));
        for (index, segment) in mention.segments.iter().enumerate() {
            match segment.as_str() {
                "oware" if index == 0 => return None,
                "crate" if index == 0 => here.clear(),
                "self" => {}
                "super" => {
                    here.pop();
                }
                name => here.push(name),
            }
        }
        while !here.is_empty() && !self.files.contains_key(&here.join("::")) {
            here.pop();
        }
        Some(if here.is_empty() {
            self.root.to_owned()
        } else {
            here.join("::")
        })
    }
}

/// Every breach of the rule, as a sentence with its place.
pub(crate) fn violations(sources: &Sources) -> Vec<String> {
    let mut found = Vec::new();
    for binary in [false, true] {
        let side = Side::of(sources, binary);
        let mut imports: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (module, path) in &side.files {
            let tokens = tokens(&sources[path]);
            check_words(path, &tokens, &mut found);
            if place(side.table, module).is_none() {
                found.push(format!(
                    "{path}: `{module}` stands nowhere: give it a place in tests/layering/table.rs AND on the map in src/lib.rs"
                ));
                continue;
            }
            let targets = check_imports(&side, module, &tokens, &mut found);
            imports.insert(module, targets);
        }
        found.extend(cycle(&imports));
    }
    found
}

/// `unsafe`, files put elsewhere by `#[path]`, and modules declared in the wrong crate.
fn check_words(path: &str, tokens: &[Token], found: &mut Vec<String>) {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    for (index, Token { line, .. }) in tokens.iter().enumerate() {
        if text(index) == "unsafe" && !UNSAFE_FILES.contains(&path) {
            found.push(format!(
                "{path}:{line}: `unsafe` belongs in {} only",
                UNSAFE_FILES.join(" and ")
            ));
        }
        if [text(index), text(index + 1), text(index + 2)] == ["[", "path", "="] {
            found.push(format!(
                "{path}:{line}: `#[path]` hides where a module stands"
            ));
        }
        let declared = text(index) == "mod" && text(index + 2) == ";";
        let foreign = match path {
            "src/main.rs" => text(index + 1) != "cli",
            "src/lib.rs" => text(index + 1) == "cli",
            _ => false,
        };
        if declared && foreign {
            let name = text(index + 1);
            found.push(format!(
                "{path}:{line}: `mod {name}` belongs to the other crate"
            ));
        }
    }
}

/// Checks the imports of one module and gives back those that could make a cycle.
fn check_imports(
    side: &Side,
    module: &str,
    tokens: &[Token],
    found: &mut Vec<String>,
) -> Vec<String> {
    let path = &side.files[module];
    let mut targets = Vec::new();
    for mention in mentions(tokens) {
        let line = mention.line;
        let written = mention.segments.join("::");
        let Some(target) = side.target(module, &mention) else {
            if side.root == "lib" {
                found.push(format!(
                    "{path}:{line}: `{written}`: the library names itself `crate`"
                ));
            }
            continue;
        };
        if target == module || (is_in(module, &target) && module != side.root) {
            // Itself, or a parent that holds its children.
            continue;
        }
        if target == "main" {
            found.push(format!(
                "{path}:{line}: `{written}`: the binary reaches the library as `oware::`"
            ));
        } else if place(side.table, &target).is_some() && !allows(side.table, module, &target) {
            found.push(format!(
                "{path}:{line}: `{written}`: {module} may not import {target}"
            ));
        }
        targets.push(target);
    }
    targets
}

/// The first cycle among the modules, if there is one.
fn cycle(imports: &BTreeMap<&str, Vec<String>>) -> Option<String> {
    fn visit<'a>(
        module: &'a str,
        imports: &'a BTreeMap<&str, Vec<String>>,
        path: &mut Vec<&'a str>,
        done: &mut Vec<&'a str>,
    ) -> Option<String> {
        if let Some(start) = path.iter().position(|&seen| seen == module) {
            return Some(format!(
                "a cycle: {} -> {module}",
                path[start..].join(" -> ")
            ));
        }
        if done.contains(&module) {
            return None;
        }
        path.push(module);
        let found = imports
            .get(module)
            .into_iter()
            .flatten()
            .find_map(|target| visit(target, imports, path, done));
        path.pop();
        done.push(module);
        found
    }
    let mut done = Vec::new();
    imports
        .keys()
        .find_map(|module| visit(module, imports, &mut Vec::new(), &mut done))
}
