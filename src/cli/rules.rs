//! `oware rules`: the rule sets in plain words, and where two of them differ.
//!
//! | file | owns |
//! | --- | --- |
//! | `catalogue` | the texts in English and French, from text files |
//! | `played` | a position and a line that the program plays: every example |
//! | `lines` | loops and long walks made to measure |
//! | `scene`, `claim` | what an example shows, how it is found, and the proof that it does |
//! | `words` | settings and what happened in an example, as sentences |
//! | `steps`, `questions` | the explanation, assembled from the settings |
//! | `page`, `list`, `document` | text and JSON |
//! | `witness`, `compare` | where two sets differ, each with a position that shows it |

mod catalogue;
mod claim;
mod compare;
mod document;
mod lines;
mod list;
mod page;
mod played;
mod questions;
mod scene;
mod steps;
mod witness;
mod words;

use std::io::Write;

use clap::Args;
use oware::game::Rules;

use super::args::{self, BoardArg, Format, FormatArg, INPUT, OUTPUT};
use super::exit::{Exit, STATUSES};
use super::messages::Lang;
use super::output::{Console, document};
use catalogue::Catalogue;
use page::Page;

/// Explains the rule sets in plain words, and where two differ
///
/// Without a name, lists the named sets. With one, explains it as to somebody who sits
/// down for the first time: each step with a position that is played under these very
/// rules, then a short form, questions, and what the source leaves open.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct RulesArgs {
    /// The rule set to explain, with overrides as NAME+key=value
    #[arg(value_name = "NAME", value_parser = args::rules)]
    name: Option<Rules>,

    /// Say where two rule sets differ, each time with a position
    #[arg(
        long,
        num_args = 2,
        value_names = ["A", "B"],
        value_parser = args::rules,
        conflicts_with = "name",
        help_heading = INPUT
    )]
    compare: Option<Vec<Rules>>,

    /// Language: en for English, fr for French
    #[arg(
        long,
        value_name = "LANG",
        default_value = "en",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    lang: Lang,

    #[command(flatten)]
    board: BoardArg,

    #[command(flatten)]
    pub(super) format: FormatArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware rules
      the named sets and what is special about each
  oware rules abapa
      the tournament rules from the first move on
  oware rules marquoir-famine --lang fr
      the rules with famine allowed, in French
  oware rules abapa+repetition=3
      a set with a setting of your own
  oware rules --compare abapa marquoir
      what to settle before you sit down

{STATUSES}"
    )
}

/// Lists, explains or compares.
pub(crate) fn run(
    args: &RulesArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let catalogue = Catalogue::new(args.lang);
    let compared: Option<[Rules; 2]> = args
        .compare
        .as_deref()
        .and_then(|pair| pair.try_into().ok());
    if args.format.format == Format::Json {
        match (compared, args.name) {
            (Some(pair), _) => compare::write_json(&catalogue, pair, out)?,
            (_, Some(rules)) => document(out, &document::PageDocument::new(&catalogue, rules))?,
            _ => document(out, &document::ListDocument::new(&catalogue))?,
        }
        return Ok(Exit::Done);
    }
    let mut page = Page {
        catalogue: &catalogue,
        board: args.board.style(),
        console,
        out,
    };
    match (compared, args.name) {
        (Some(pair), _) => compare::write(&mut page, pair)?,
        (_, Some(rules)) => page.explanation(rules)?,
        _ => list::write(&mut page)?,
    }
    Ok(Exit::Done)
}
