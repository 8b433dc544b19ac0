//! `oware perft --suite`: a file of known counts, checked line by line.
//!
//! The whole file is read before anything is counted, so that a malformed line is known at
//! once and not after an hour.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};
use oware::game::{Position, Rules};
use oware::perft::Perft;
use serde::Serialize;

use super::super::args::{self, Format};
use super::super::exit::{Exit, Failure, Kind};
use super::super::input::STREAM;
use super::super::interrupt;
use super::super::output::document;
use super::PerftDocument;
use super::count::Counter;

/// One line of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    rules: Rules,
    position: Position,
    depth: u32,
    counts: Perft,
}

/// Checks the lines of `file`, or those of them that are for `rules`.
pub(super) fn run(
    file: &Path,
    rules: Option<Rules>,
    format: Format,
    counter: &Counter,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (name, text) = load(file)?;
    let mut suite = read(&name, &text)?;
    suite.retain(|known| rules.is_none_or(|rules| rules == known.rules));
    if suite.is_empty() {
        let of_rules = rules.map_or_else(String::new, |rules| format!(" for {rules}"));
        return Err(Failure::new(
            Kind::Input,
            anyhow!("{name}: no line{of_rules} to check"),
            LINE_HINT,
        )
        .into());
    }
    let mut summary = Summary::default();
    for known in &suite {
        let counts = counter.count(known.position, known.rules, known.depth);
        if !counts.is_complete {
            break;
        }
        let agrees = counts.total == known.counts;
        summary.add(known.rules, agrees);
        match format {
            Format::Text => write_line(known, counts.total, out)?,
            Format::Json => document(
                out,
                &LineDocument {
                    counts: PerftDocument::new(known.position, known.rules, known.depth, &counts),
                    expected: ExpectedDocument {
                        leaves: known.counts.leaves,
                        ended: known.counts.ended,
                    },
                    agrees,
                },
            )?,
        }
        out.flush()?;
    }
    let interrupted = summary.checked < suite.len();
    match format {
        Format::Text => summary.write_text(suite.len(), out)?,
        Format::Json => document(out, &summary.document(interrupted))?,
    }
    match summary.differing {
        _ if interrupted => Ok(Exit::Interrupted),
        0 => Ok(Exit::Done),
        differing => Err(Failure::new(
            Kind::Check,
            anyhow!("{name}: {differing} of {} counts differ", summary.checked),
            "'oware perft DEPTH --position POSITION --divide' shows the count behind each move",
        )
        .into()),
    }
}

const LINE_HINT: &str = "a line is: rules TAB position TAB depth TAB leaves TAB ended";

/// The name to report errors under, and the text.
fn load(file: &Path) -> anyhow::Result<(String, String)> {
    let is_stdin = file.as_os_str() == STREAM;
    let name = if is_stdin {
        "stdin".to_owned()
    } else {
        file.display().to_string()
    };
    let bytes = if is_stdin {
        interrupt::while_waiting(|| {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
        })
    } else {
        std::fs::read(file)
    }
    .with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Failure::new(
            Kind::Input,
            anyhow!("{name}:{line}: not UTF-8 text"),
            LINE_HINT,
        )
    })?;
    Ok((name, text))
}

fn read(name: &str, text: &str) -> anyhow::Result<Vec<Known>> {
    text.lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            read_line(line).map_err(|error| {
                let error = error.context(format!("{name}:{number}"));
                Failure::new(Kind::Input, error, LINE_HINT).into()
            })
        })
        .collect()
}

fn read_line(line: &str) -> anyhow::Result<Known> {
    let fields: Vec<_> = line.split('\t').map(str::trim).collect();
    let [rules, position, depth, leaves, ended] = fields[..] else {
        return Err(anyhow!("{} fields instead of 5 in '{line}'", fields.len()));
    };
    let number = |name: &str, text: &str| {
        text.parse::<u64>()
            .map_err(|_| anyhow!("{name} '{text}' is not a number"))
    };
    Ok(Known {
        rules: args::rules(rules)?,
        position: position
            .parse()
            .with_context(|| format!("position '{position}'"))?,
        depth: u32::try_from(number("depth", depth)?)
            .map_err(|_| anyhow!("depth '{depth}' is beyond all counting"))?,
        counts: Perft {
            leaves: number("leaves", leaves)?,
            ended: number("ended", ended)?,
        },
    })
}

fn write_line(known: &Known, found: Perft, out: &mut dyn Write) -> std::io::Result<()> {
    let Known {
        rules,
        position,
        depth,
        counts,
    } = known;
    write!(
        out,
        "{rules}  {position}  {depth}  {}  {}  ",
        found.leaves, found.ended
    )?;
    if found == *counts {
        writeln!(out, "ok")
    } else {
        writeln!(out, "DIFFERS, expected {}  {}", counts.leaves, counts.ended)
    }
}

/// What came of the lines checked so far.
#[derive(Debug, Default)]
struct Summary {
    rules: Vec<String>,
    checked: usize,
    differing: usize,
}

impl Summary {
    fn add(&mut self, rules: Rules, agrees: bool) {
        let rules = rules.to_string();
        if !self.rules.contains(&rules) {
            self.rules.push(rules);
        }
        self.checked += 1;
        self.differing += usize::from(!agrees);
    }

    fn write_text(&self, lines: usize, out: &mut dyn Write) -> std::io::Result<()> {
        let Self {
            checked, differing, ..
        } = self;
        let agreeing = checked - differing;
        if *checked < lines {
            write!(out, "interrupted after {checked} of {lines} lines: ")?;
        }
        writeln!(out, "{agreeing} of {checked} agree")
    }

    fn document(&self, interrupted: bool) -> SummaryDocument<'_> {
        SummaryDocument {
            schema: "oware.perft-suite/1",
            rules: &self.rules,
            lines: self.checked,
            agree: self.checked - self.differing,
            differ: self.differing,
            interrupted,
        }
    }
}

#[derive(Serialize)]
struct LineDocument {
    #[serde(flatten)]
    counts: PerftDocument,
    expected: ExpectedDocument,
    agrees: bool,
}

#[derive(Serialize)]
struct ExpectedDocument {
    leaves: u64,
    ended: u64,
}

#[derive(Serialize)]
struct SummaryDocument<'a> {
    schema: &'static str,
    rules: &'a [String],
    lines: usize,
    agree: usize,
    differ: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# known counts\n\nabapa\tstartpos\t1\t6\t0\n";

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let suite = read("f", GOOD).unwrap();
        assert_eq!(
            suite,
            [Known {
                rules: Rules::default(),
                position: Position::START,
                depth: 1,
                counts: Perft {
                    leaves: 6,
                    ended: 0
                },
            }]
        );
    }

    #[test]
    fn malformed_line_names_file_line_and_field() {
        let message =
            |line: &str| format!("{:#}", read("f", &format!("{GOOD}{line}\n")).unwrap_err());
        for (line, expected) in [
            (
                "abapa\tstartpos\t1\t6",
                "f:4: 4 fields instead of 5 in 'abapa\tstartpos\t1\t6'",
            ),
            (
                "abapa\tstartpos\t1\t6\tno",
                "f:4: ended 'no' is not a number",
            ),
            (
                "abapa\tstartpos\t-1\t6\t0",
                "f:4: depth '-1' is not a number",
            ),
            (
                "abapaa\tstartpos\t1\t6\t0",
                "f:4: unknown rule set 'abapaa', did you mean 'abapa'?",
            ),
            (
                "abapa\tstart\t1\t6\t0",
                "f:4: position 'start': 'start' at column 1 is not a number of seeds",
            ),
        ] {
            assert_eq!(message(line), expected);
        }
    }
}
