//! How a run ends: the exit statuses, and failures that know their status and the way out.
//!
//! Commands return `anyhow::Result<Exit>`. An error that should be more than "failed while
//! running" carries a [`Failure`] somewhere in its chain, under any number of contexts; it
//! says what kind of failure this is and what the user can do.

use std::fmt;

/// The exit statuses of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// Failed while running: input or output, memory.
    Failed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Bad input data.
    BadInput = 3,
    /// A check failed.
    CheckFailed = 4,
    /// A limit was reached without the proof that was asked for.
    LimitReached = 5,
    /// Interrupted; the result so far was printed.
    Interrupted = 130,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        (exit as u8).into()
    }
}

/// The last lines of every `--help`.
pub(crate) const STATUSES: &str = "\
Exit status:
    0  done
    1  failed while running (input or output, out of memory)
    2  wrong usage
    3  bad input: malformed position, illegal move, broken record
    4  a check failed: counts differ, a database is damaged or of other rules
    5  a limit was reached without the proof that was asked for
  130  interrupted; the result so far was printed";

/// What kind of failure an `oware.error` document reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The arguments make no sense.
    Usage,
    /// The data given is malformed or breaks the rules.
    Input,
    /// A check failed.
    Check,
    /// A database is damaged, missing or of other rules.
    Database,
    /// Reading, writing or running failed.
    Io,
}

impl Kind {
    /// The word that the error document uses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Input => "input",
            Self::Check => "check",
            Self::Database => "database",
            Self::Io => "io",
        }
    }

    /// The status a failure of this kind ends with.
    const fn exit(self) -> Exit {
        match self {
            Self::Usage => Exit::Usage,
            Self::Input => Exit::BadInput,
            Self::Check | Self::Database => Exit::CheckFailed,
            Self::Io => Exit::Failed,
        }
    }
}

/// An error with its kind and the way out. It prints as the error it holds.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    /// What the user can do, a lower-case fragment.
    pub(crate) hint: String,
    error: anyhow::Error,
}

impl Failure {
    /// `error` is the message, with its causes as sources; `hint` is the way out.
    pub(crate) fn new(
        kind: Kind,
        error: impl Into<anyhow::Error>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            hint: hint.into(),
            error: error.into(),
        }
    }

    /// The status that `error` ends the run with.
    pub(crate) fn exit_of(error: &anyhow::Error) -> Exit {
        Self::in_chain(error).map_or(Exit::Failed, |failure| failure.kind.exit())
    }

    /// The failure that `error` carries.
    pub(crate) fn in_chain(error: &anyhow::Error) -> Option<&Self> {
        error.chain().find_map(|cause| cause.downcast_ref())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};

    #[test]
    fn failure_keeps_its_kind_under_any_context() {
        let cause = anyhow!("'x' is no number").context("position '4-x'");
        let error = Err::<(), _>(Failure::new(Kind::Input, cause, "write a number"))
            .context("line 3")
            .unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "line 3: position '4-x': 'x' is no number"
        );
        assert_eq!(Failure::exit_of(&error), Exit::BadInput);
        assert_eq!(Failure::in_chain(&error).unwrap().hint, "write a number");
    }

    #[test]
    fn other_errors_are_failures_while_running() {
        assert_eq!(Failure::exit_of(&anyhow!("no memory")), Exit::Failed);
    }
}
