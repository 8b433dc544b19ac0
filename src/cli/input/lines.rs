//! The lines of stdin as they come, one input each.

use std::io::{self, BufRead, BufReader, Read, StdinLock};

use anyhow::{Context, anyhow};

use super::POSITION_HINT;
use crate::cli::exit::{Failure, Kind};

/// The longest line that can be a position; longer ones are refused unread.
const MAX_LINE_BYTES: u64 = 4_096;

/// A line with its number from 1, or why it cannot be a position.
pub(super) type Line = (u64, anyhow::Result<String>);

/// The lines of stdin, numbered from 1.
pub(super) struct Lines {
    stdin: BufReader<StdinLock<'static>>,
    number: u64,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self {
            stdin: BufReader::new(io::stdin().lock()),
            number: 0,
        }
    }

    /// Whether the next line has to be waited for.
    pub(super) fn is_dry(&self) -> bool {
        self.stdin.buffer().is_empty()
    }

    /// The next line without its end; `None` at the end of the input.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let read = self
            .stdin
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut bytes);
        if read.context("cannot read stdin")? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let refused =
            |what: &str| Err(Failure::new(Kind::Input, anyhow!("{what}"), POSITION_HINT).into());
        let ends = bytes.last() == Some(&b'\n');
        if !ends && bytes.len() as u64 == MAX_LINE_BYTES {
            self.stdin.skip_until(b'\n').context("cannot read stdin")?;
            return Ok(Some((
                self.number,
                refused("the line is too long for a position"),
            )));
        }
        let line = match String::from_utf8(bytes) {
            Ok(line) => {
                // Some editors begin a file with a byte order mark.
                let line = match self.number {
                    1 => line.trim_start_matches('\u{feff}'),
                    _ => &line,
                };
                Ok(line.trim_end_matches(['\n', '\r']).to_owned())
            }
            Err(_) => refused("the line is not UTF-8 text"),
        };
        Ok(Some((self.number, line)))
    }
}
