//! Wrong usage: clap's errors in the form that all other errors have.
//!
//! clap renders a message, tips and the usage as paragraphs of one text. Here the message
//! becomes one line and the rest the way out, so that text and JSON can report it alike.

use std::error::Error;

use anyhow::anyhow;

use super::args::ArgError;
use super::exit::{Failure, Kind};

/// The failure that `error` is, for the command named `command` (as in `oware perft`).
pub(crate) fn failure(error: &clap::Error, command: &str) -> Failure {
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n").map(one_line);
    let message = paragraphs.next().unwrap_or_default();
    let message = message
        .strip_prefix("error: ")
        .unwrap_or(&message)
        .to_owned();
    let mut ways_out: Vec<String> = error
        .source()
        .and_then(|source| source.downcast_ref::<ArgError>())
        .map(|refused| refused.hint.clone())
        .into_iter()
        .collect();
    ways_out.extend(paragraphs.filter_map(|paragraph| {
        let tip = paragraph.strip_prefix("tip: ").map(str::to_owned);
        tip.or_else(|| {
            paragraph
                .strip_prefix("Usage: ")
                .map(|usage| format!("usage: {usage}"))
        })
    }));
    ways_out.push(format!("see '{command} --help'"));
    Failure::new(Kind::Usage, anyhow!(message), ways_out.join("; "))
}

fn one_line(paragraph: &str) -> String {
    let lines: Vec<_> = paragraph.lines().map(str::trim).collect();
    lines.join(" ").trim().to_owned()
}
