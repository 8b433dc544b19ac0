//! The list of the named rule sets, each with what is special about it.

use std::io;

use oware::game::{RuleSet, Rules};

use super::catalogue::Catalogue;
use super::page::Page;
use super::steps::Effective;
use super::words;

/// What sets a rule set apart from the default: the settings that differ and matter.
pub(super) fn special(catalogue: &Catalogue, set: RuleSet) -> String {
    let (rules, default) = (set.rules(), Rules::default());
    if set == default.base() {
        return [
            catalogue.text("special.default").to_owned(),
            words::say(catalogue, rules, "grand-slam"),
            words::say(catalogue, rules, "repetition"),
        ]
        .join(" ");
    }
    let differs: Vec<String> = rules
        .settings()
        .zip(default.settings())
        .filter(|((key, value), (_, usual))| {
            let is_told = Effective(rules).matters(key) || *key == "clock";
            // Who gets the last seeds is asked as soon as they end the game.
            is_told && (value != usual || *key == "few-settle")
        })
        .map(|((key, _), _)| words::say(catalogue, rules, key))
        .collect();
    if differs.is_empty() {
        return catalogue.text("special.same").to_owned();
    }
    differs.join(" ")
}

/// Writes the list.
pub(super) fn write(page: &mut Page<'_>) -> io::Result<()> {
    let catalogue = page.catalogue;
    for set in RuleSet::all() {
        page.heading(&format!("{} ({})", set.name(), set.source()))?;
        page.paragraph("    ", &special(catalogue, set))?;
    }
    page.blank()?;
    page.paragraph("", catalogue.text("list.more"))
}
