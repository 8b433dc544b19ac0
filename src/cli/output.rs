//! Writing: results to stdout, failures to where the format wants them, colour or none.
//!
//! Every command gets a `&mut dyn Write` that [`Results`] made, so that a failed write is
//! known as a failed write of the result, and a pipe closed by its reader ends the run
//! quietly, as ripgrep does it.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use oware::game::{End, HalfSeeds, Player};
use serde::Serialize;

use super::args::{ColorWhen, Format, GlobalArgs};
use super::exit::{Failure, Kind};

/// Standard output, buffered; its errors say that they are.
#[derive(Debug)]
pub(crate) struct Results<W: Write>(BufWriter<W>);

/// A failure to write the result.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the result: {0}")]
struct ResultsError(io::Error);

impl<W: Write> Results<W> {
    /// Buffers `writer`.
    pub(crate) fn new(writer: W) -> Self {
        Self(BufWriter::new(writer))
    }
}

impl<W: Write> Write for Results<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), ResultsError(error))
}

/// Whether `error` says that the reader of the results went away.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| {
            error.kind() == io::ErrorKind::BrokenPipe
                && error
                    .get_ref()
                    .is_some_and(|inner| inner.is::<ResultsError>())
        })
    })
}

/// What the user wants to see on his terminal, and can.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// No progress, no notes.
    pub(crate) quiet: bool,
    /// More notes.
    pub(crate) verbose: bool,
    /// Whether stderr is a terminal.
    pub(crate) stderr_is_terminal: bool,
    /// Whether that terminal can move its cursor.
    pub(crate) is_dumb: bool,
    /// Whether results are coloured.
    pub(crate) colour_out: bool,
    colour_err: bool,
}

impl Console {
    /// Looks at the arguments, the terminal and the environment.
    pub(crate) fn new(args: GlobalArgs) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = |is_terminal| match args.color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => is_terminal && !is_dumb && !no_colour,
        };
        let stderr_is_terminal = io::stderr().is_terminal();
        Self {
            quiet: args.quiet,
            verbose: args.verbose,
            stderr_is_terminal,
            is_dumb,
            colour_out: colour(io::stdout().is_terminal()),
            colour_err: colour(stderr_is_terminal),
        }
    }

    /// The same for results that go into a file.
    pub(crate) const fn without_colour(self) -> Self {
        Self {
            colour_out: false,
            ..self
        }
    }

    /// The console for a command line that did not parse.
    pub(crate) fn unparsed(color: ColorWhen) -> Self {
        Self::new(GlobalArgs {
            color,
            quiet: false,
            verbose: false,
        })
    }

    /// Says something on stderr, unless told to be quiet.
    pub(crate) fn note(&self, text: impl fmt::Display) {
        if !self.quiet {
            // Nobody can be told that stderr does not work.
            let _ = writeln!(io::stderr(), "{}", Printable(&text.to_string()));
        }
    }

    /// Warns on stderr of something in the input that was put right; also when quiet,
    /// because the answer may not be to what the user meant.
    pub(crate) fn warn(&self, text: impl fmt::Display) {
        let label = Painted {
            text: "warning:",
            code: "1;33",
            on: self.colour_err,
        };
        let text = text.to_string();
        // Nobody can be told that stderr does not work.
        let _ = writeln!(io::stderr(), "{label} {}", Printable(&text));
    }

    /// Reports a failure: a document among the results for JSON, else two lines on stderr.
    pub(crate) fn report(
        &self,
        error: &anyhow::Error,
        format: Format,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match format {
            Format::Json => document(out, &ErrorDocument::new(error)),
            Format::Text => {
                self.report_as_text(error);
                Ok(())
            }
        }
    }

    /// Reports a failure on stderr.
    pub(crate) fn report_as_text(&self, error: &anyhow::Error) {
        let label = |name, colour| Painted {
            text: name,
            code: colour,
            on: self.colour_err,
        };
        let (error_label, help_label) = (label("error:", "1;31"), label("help:", "1;36"));
        let message = format!("{error:#}");
        let text = format!(
            "{error_label} {}\n{help_label} {}\n",
            Printable(&message),
            Printable(&way_out(error))
        );
        // Nobody can be told that stderr does not work.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// `text` in bold when results are coloured.
    pub(crate) const fn bold<T>(&self, text: T) -> Painted<T> {
        Painted {
            text,
            code: "1",
            on: self.colour_out,
        }
    }
}

/// Text without the power to move the cursor or colour the screen: what a user or a file
/// wrote is quoted in messages, and may hold anything.
struct Printable<'a>(&'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            c if c.is_control() && c != '\n' => write!(f, "{}", c.escape_debug()),
            c => write!(f, "{c}"),
        })
    }
}

/// Text that may carry a colour. The width of a format applies to the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painted<T> {
    text: T,
    code: &'static str,
    on: bool,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.on {
            return self.text.fmt(f);
        }
        write!(f, "\x1b[{}m", self.code)?;
        self.text.fmt(f)?;
        f.write_str("\x1b[0m")
    }
}

/// Writes one JSON document on one line.
pub(crate) fn document(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

#[derive(Serialize)]
struct ErrorDocument {
    schema: &'static str,
    kind: &'static str,
    message: String,
    hint: String,
}

impl ErrorDocument {
    fn new(error: &anyhow::Error) -> Self {
        let kind = Failure::in_chain(error).map_or(Kind::Io, |failure| failure.kind);
        Self {
            schema: "oware.error/1",
            kind: kind.word(),
            message: format!("{error:#}"),
            hint: way_out(error),
        }
    }
}

/// What the user can do about `error`.
fn way_out(error: &anyhow::Error) -> String {
    if let Some(failure) = Failure::in_chain(error) {
        return failure.hint.clone();
    }
    let cause = error.chain().find_map(|cause| cause.downcast_ref());
    match cause.map(io::Error::kind) {
        Some(io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge) => {
            "free some space, or write somewhere else"
        }
        Some(io::ErrorKind::NotFound) => "check that the path exists",
        Some(io::ErrorKind::PermissionDenied) => "check the permissions of the path",
        Some(io::ErrorKind::OutOfMemory) => "close other programs, or ask for less",
        _ => "check the device and its permissions, then run it again",
    }
    .to_owned()
}

/// The end of a game, as the documents of several commands show it.
#[derive(Debug, Serialize)]
pub(crate) struct Over {
    reason: &'static str,
    /// South's and North's final seeds.
    score: [serde_json::Number; 2],
    winner: Option<&'static str>,
    /// Plies played when it ended, where moves led to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

impl Over {
    /// `plies` is the number of moves that led to the end, if any did.
    pub(crate) fn new(end: &End, plies: Option<usize>) -> Self {
        Self {
            reason: end.reason.word(),
            score: end.seeds.map(half_seeds),
            winner: end.winner.map(Player::name),
            ply: plies,
        }
    }
}

/// Whole seeds as an integer, others with `.5`.
pub(crate) fn half_seeds(seeds: HalfSeeds) -> serde_json::Number {
    match seeds.as_whole() {
        Some(whole) => whole.into(),
        None => serde_json::Number::from_f64(f64::from(seeds.halves()) / 2.0)
            .expect("half of a small integer is finite"),
    }
}

/// Seconds to the microsecond.
pub(crate) fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn only_a_closed_result_pipe_is_quiet() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_closed_pipe(&anyhow::Error::from(named(broken()))));
        assert!(!is_closed_pipe(&anyhow::Error::from(broken())));
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert!(!is_closed_pipe(&anyhow::Error::from(named(full))));
    }

    #[test]
    fn failed_write_through_json_is_still_known() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Results(BufWriter::with_capacity(0, Closed));
        let error = document(&mut out, &[1]).unwrap_err();
        assert!(is_closed_pipe(&anyhow!(error).context("perft")));
    }

    #[test]
    fn half_seeds_are_numbers_with_a_half() {
        let end = "1-0-0-0-0-1-1-0-0-0-0-0-20-25-S"
            .parse::<oware::game::Position>()
            .unwrap()
            .end_settled(
                oware::game::EndReason::Repetition,
                oware::game::Settle::Even,
            );
        let over = serde_json::to_string(&Over::new(&end, Some(3))).unwrap();
        assert_eq!(
            over,
            r#"{"reason":"repetition","score":[21.5,26.5],"winner":"north","ply":3}"#
        );
    }
}
