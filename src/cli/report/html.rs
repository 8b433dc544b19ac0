//! Reports for a browser: one file that needs no network, and no scripts to be read.
//!
//! The page is complete without its script: the curve, every move with its values and,
//! beneath each move, its board, which a link opens. The script adds one large board to
//! step through the game on, and the seeds that run over it. The filters are style sheets
//! alone. The template escapes everything; only the style sheet, the script and the numbers
//! that the script needs are put in as they are, and none of them holds text of a record.
//!
//! | file | owns |
//! | --- | --- |
//! | `seeds` | where seeds lie in a heap |
//! | `board` | a board and what the last sowing did to it |
//! | `curve` | the course of the value |
//! | `row` | a move |
//! | `page` | the page of a game or a position |
//! | `index` | the page of many games |
//! | `report.html`, `index.html` | how they are laid out; `head.html`, `sides.html`, `legend.html` what both hold |
//! | `page.css`, `report.js` | how they look and move |

mod board;
mod curve;
mod index;
mod page;
mod row;
mod seeds;

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Serialize;

use super::super::messages::Messages;
use super::summary::Index;
use super::{GameReport, PositionReport};
use index::IndexPage;
use page::Page;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/report.js");

/// The templates, read once for however many games.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .expect("the usual delimiters differ from each other");
    templates.set_syntax(syntax);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    let sources = [
        ("report", include_str!("html/report.html")),
        ("index", include_str!("html/index.html")),
        ("head", include_str!("html/head.html")),
        ("sides", include_str!("html/sides.html")),
        ("legend", include_str!("html/legend.html")),
    ];
    for (name, source) in sources {
        templates
            .add_template(name, source)
            .expect("the templates are well formed, as the tests show");
    }
    templates
});

/// The page of a game.
///
/// # Errors
///
/// When the template names what is not there.
pub(crate) fn game(report: &GameReport, messages: &Messages) -> anyhow::Result<String> {
    rendered("report", &Page::of_game(report, messages)?)
}

/// The page of a position: each move as a step from it.
///
/// # Errors
///
/// As [`game`].
pub(crate) fn position(report: &PositionReport, messages: &Messages) -> anyhow::Result<String> {
    rendered("report", &Page::of_position(report, messages)?)
}

/// The page that leads to the reports of a directory.
///
/// # Errors
///
/// As [`game`].
pub(crate) fn index(index: &Index<'_>, messages: &Messages) -> anyhow::Result<String> {
    rendered("index", &IndexPage::new(index, messages))
}

fn rendered(name: &str, page: &impl Serialize) -> anyhow::Result<String> {
    let template = TEMPLATES.get_template(name)?;
    Ok(template.render(context! {
        page => Serde(page),
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(SCRIPT.to_owned()),
    })?)
}

#[cfg(test)]
mod tests;
