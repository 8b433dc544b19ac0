//! The options that a client can set, what they are when it sets none, and their words.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use oware::endgame::Database;
use oware::game::Rules;
use oware::opponent::{Level, Means, Skill};

use super::super::args;
use super::super::location;
use super::super::output::Console;
use super::command::Quoted;

/// Megabytes of the search's memory that a client may ask for.
const HASH_MB: std::ops::RangeInclusive<usize> = 1..=65_536;
/// Threads that a client may ask for.
const THREADS: std::ops::RangeInclusive<usize> = 1..=1_024;
/// What clients write for a path or a text that is not set.
const EMPTY: &str = "<empty>";

/// The options.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) rules: Rules,
    pub(super) level: Level,
    pub(super) ponders: bool,
    pub(super) uses_book: bool,
    hash_mb: usize,
    threads: NonZeroUsize,
    dir: Option<PathBuf>,
    tables: Option<Arc<Database>>,
    console: Console,
}

/// What setting an option came to.
pub(super) enum Change {
    /// Set, and nothing to say; also an option that is not known, which is ignored.
    Quiet,
    /// The rules are others now.
    Rules,
}

impl Settings {
    /// The options as the command line has them.
    pub(super) fn new(
        rules: Rules,
        level: Level,
        hash_mb: usize,
        threads: NonZeroUsize,
        dir: Option<PathBuf>,
        console: &Console,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            rules,
            level,
            ponders: false,
            uses_book: false,
            hash_mb: hash_mb.clamp(*HASH_MB.start(), *HASH_MB.end()),
            threads,
            tables: location::open(dir.as_deref(), &rules.value_rules(), console)?.map(Arc::new),
            dir,
            console: *console,
        })
    }

    /// Writes the `option` lines of the handshake.
    pub(super) fn describe(&self, out: &mut dyn Write) -> io::Result<()> {
        let spin = |name: &str, default: usize, range: &std::ops::RangeInclusive<usize>| {
            let (least, most) = (range.start(), range.end());
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        writeln!(out, "{}", spin("Hash", self.hash_mb, &HASH_MB))?;
        writeln!(out, "{}", spin("Threads", self.threads.get(), &THREADS))?;
        writeln!(
            out,
            "option name OwnBook type check default {}",
            self.uses_book
        )?;
        writeln!(
            out,
            "option name Ponder type check default {}",
            self.ponders
        )?;
        let dir = self
            .dir
            .as_deref()
            .map_or(EMPTY.into(), Path::to_string_lossy);
        writeln!(out, "option name DbPath type string default {dir}")?;
        writeln!(out, "option name Rules type string default {}", self.rules)?;
        writeln!(
            out,
            "option name Level type spin default {} min {} max {}",
            self.level,
            Level::ALL[0],
            Level::HARD
        )
    }

    /// Sets an option. Names are compared without regard to case, as the specification has
    /// it; one that is not known changes nothing.
    ///
    /// # Errors
    ///
    /// What is wrong with the value; the option is then as it was.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let number = |range: std::ops::RangeInclusive<usize>| {
            let number = value.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                format!(
                    "{name} is a number from {least} to {most}, not {}",
                    Quoted(value)
                )
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash_mb = number(HASH_MB)?,
            "threads" => {
                let threads = number(THREADS)?;
                self.threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            }
            "ponder" => self.ponders = truth(name, value)?,
            "ownbook" => self.uses_book = truth(name, value)?,
            "level" => self.level = value.parse().map_err(|error| format!("{error}"))?,
            "rules" => {
                let rules =
                    args::rules(value).map_err(|error| format!("{error}; {}", error.hint))?;
                self.tables = self.open(self.dir.as_deref(), rules)?;
                self.rules = rules;
                return Ok(Change::Rules);
            }
            "dbpath" => {
                let is_empty = value.is_empty() || value == EMPTY;
                let dir = (!is_empty).then(|| PathBuf::from(value));
                self.tables = self.open(dir.as_deref(), self.rules)?;
                self.dir = dir;
            }
            _ => {}
        }
        Ok(Change::Quiet)
    }

    /// A clock as the time management should see it. With pondering about every third move
    /// is thought out while the opponent thinks, and its time can be spent on the others.
    pub(super) fn budget(&self, left: Duration) -> Duration {
        if self.ponders { left + left / 4 } else { left }
    }

    fn open(&self, dir: Option<&Path>, rules: Rules) -> Result<Option<Arc<Database>>, String> {
        location::open(dir, &rules.value_rules(), &self.console)
            .map(|tables| tables.map(Arc::new))
            .map_err(|error| format!("{error:#}"))
    }

    /// How the engine plays.
    pub(super) fn skill(&self) -> Skill {
        self.level.into()
    }

    /// What it has to think with.
    pub(super) fn means(&self) -> Means {
        Means {
            tables: self.tables.clone(),
            threads: self.threads,
            hash_bytes: self.hash_mb << 20,
            seed: 0,
            uses_book: self.uses_book,
        }
    }
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    let truth = value.to_ascii_lowercase().parse();
    truth.map_err(|_| format!("{name} is true or false, not {}", Quoted(value)))
}
