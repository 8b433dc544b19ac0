//! Where two rule sets differ: what two people settle before they sit down.

use std::io::{self, Write};

use oware::game::Rules;
use serde::Serialize;

use super::super::output::document;
use super::catalogue::Catalogue;
use super::document::ExampleDocument;
use super::page::Page;
use super::steps::Effective;
use super::witness::{self, Witness};
use super::words;

/// A setting in which two rule sets differ.
#[derive(Debug)]
struct Difference {
    key: &'static str,
    values: [String; 2],
    effect: Effect,
    witness: Option<Witness>,
}

/// What the setting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// It can change a game under either set.
    Both,
    /// It can change a game under one set; under the other it never comes up.
    /// 0 or 1: where it never comes up.
    NotIn(usize),
    /// It comes up in neither.
    Neither,
    /// It is no part of the moves.
    Clock,
}

impl Effect {
    const fn word(self) -> &'static str {
        match self {
            Self::Both | Self::NotIn(_) => "play",
            Self::Neither | Self::Clock => "none",
        }
    }
}

fn differences(pair: [Rules; 2]) -> Vec<Difference> {
    let [a, b] = pair;
    a.settings()
        .zip(b.settings())
        .filter(|((_, first), (_, second))| first != second)
        .map(|((key, first), (_, second))| {
            let matters = pair.map(|rules| Effective(rules).matters(key));
            let effect = match (key, matters) {
                ("clock", _) => Effect::Clock,
                (_, [false, false]) => Effect::Neither,
                (_, [true, false]) => Effect::NotIn(1),
                (_, [false, true]) => Effect::NotIn(0),
                (_, [true, true]) => Effect::Both,
            };
            let witness = match effect.word() {
                "play" => witness::find(pair, key),
                _ => None,
            };
            Difference {
                key,
                values: [first, second],
                effect,
                witness,
            }
        })
        .collect()
}

fn is_same_game(differences: &[Difference]) -> bool {
    differences
        .iter()
        .all(|difference| difference.effect.word() == "none")
}

/// What is to be said of the effect, if anything.
fn remark(catalogue: &Catalogue, pair: [Rules; 2], difference: &Difference) -> Option<String> {
    match difference.effect {
        Effect::Both if difference.witness.is_none() => {
            Some(catalogue.text("compare.no-example").to_owned())
        }
        Effect::Both => None,
        Effect::NotIn(_) | Effect::Neither if difference.key == "settle" => {
            Some(catalogue.text("compare.settle-agreed").to_owned())
        }
        Effect::NotIn(side) => {
            Some(catalogue.fill("compare.idle-in", &[("name", &pair[side].to_string())]))
        }
        Effect::Neither => Some(catalogue.text("compare.idle").to_owned()),
        Effect::Clock => Some(catalogue.text("compare.clock-effect").to_owned()),
    }
}

/// Writes the comparison for people.
pub(super) fn write(page: &mut Page<'_>, pair: [Rules; 2]) -> io::Result<()> {
    let catalogue = page.catalogue;
    let names = pair.map(|rules| rules.to_string());
    let blanks = [("a", names[0].as_str()), ("b", names[1].as_str())];
    let differences = differences(pair);
    if is_same_game(&differences) {
        let why = match differences.is_empty() {
            true => "compare.same-name",
            false => "compare.same-play",
        };
        let same = catalogue.fill("compare.same", &blanks);
        page.paragraph("", &format!("{same} {}", catalogue.text(why)))?;
    } else {
        page.heading(&catalogue.fill("compare.title", &blanks))?;
    }
    for difference in &differences {
        page.blank()?;
        let title = catalogue.text(&format!("name.{}", difference.key));
        page.heading(&format!("{title} ({})", difference.key))?;
        for (rules, value) in pair.into_iter().zip(&difference.values) {
            let said = words::setting(catalogue, rules, difference.key, value);
            page.hanging("- ", "  ", &catalogue.labelled(&rules.to_string(), &said))?;
        }
        if let Some(remark) = remark(catalogue, pair, difference) {
            page.paragraph("  ", &remark)?;
        }
        if let Some(Witness { played }) = &difference.witness {
            page.blank()?;
            page.before(&played[0])?;
            let position = played[0].start().to_string();
            page.paragraph(
                "  ",
                &catalogue.fill("compare.position", &[("position", &position)]),
            )?;
            for (name, each) in names.iter().zip(played) {
                let told = words::caption(catalogue, each);
                page.hanging("  ", "    ", &catalogue.labelled(name, &told))?;
            }
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct CompareDocument {
    schema: &'static str,
    rules: [String; 2],
    same: bool,
    differences: Vec<DifferenceDocument>,
}

#[derive(Serialize)]
struct DifferenceDocument {
    setting: &'static str,
    title: String,
    values: [String; 2],
    text: [String; 2],
    effect: &'static str,
    remark: Option<String>,
    /// The same line under the first and the second set.
    examples: Option<[ExampleDocument; 2]>,
}

/// Writes the comparison for programs.
pub(super) fn write_json(
    catalogue: &Catalogue,
    pair: [Rules; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    let differences = differences(pair);
    let compared = CompareDocument {
        schema: "oware.rules-compare/1",
        rules: pair.map(|rules| rules.to_string()),
        same: is_same_game(&differences),
        differences: differences
            .iter()
            .map(|difference| DifferenceDocument {
                setting: difference.key,
                title: catalogue
                    .text(&format!("name.{}", difference.key))
                    .to_owned(),
                values: difference.values.clone(),
                text: [0, 1].map(|side| {
                    let value = &difference.values[side];
                    words::setting(catalogue, pair[side], difference.key, value)
                }),
                effect: difference.effect.word(),
                remark: remark(catalogue, pair, difference),
                examples: difference.witness.as_ref().map(|witness| {
                    [0, 1].map(|side| ExampleDocument::new(catalogue, &witness.played[side]))
                }),
            })
            .collect(),
    };
    document(out, &compared)
}
