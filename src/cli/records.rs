//! Files of game records: reading them, and telling what is wrong with them.
//!
//! A record is told of as compilers tell of sources, `file:line:column`, so that editors
//! jump there. A game that cannot be read is a failure of that game alone.

use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use oware::game::RuleSet;
use oware::record::{
    Form, ReadGame, ReadOptions, ReadText, RecordError, RecordErrorKind, read_bytes,
};

use super::exit::{Failure, Kind};
use super::input::STREAM;
use super::interrupt;
use super::output::Console;

/// A file, or standard input.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name to tell of it under.
    pub(crate) name: String,
    bytes: Vec<u8>,
}

impl Source {
    /// Reads the whole of a file, or of standard input for `-`.
    pub(crate) fn load(path: &Path) -> anyhow::Result<Self> {
        if path.as_os_str() == STREAM {
            let mut bytes = Vec::new();
            interrupt::while_waiting(|| io::stdin().read_to_end(&mut bytes))
                .context("cannot read stdin")?;
            let name = "stdin".to_owned();
            return Ok(Self { name, bytes });
        }
        let name = path.display().to_string();
        if path.is_dir() {
            let error = anyhow!("{name} is a directory");
            return Err(Failure::new(Kind::Input, error, "name the files in it").into());
        }
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Self { name, bytes })
    }

    /// The games in it.
    pub(crate) fn games(&self, options: &ReadOptions) -> anyhow::Result<ReadText> {
        read_bytes(&self.bytes, options).map_err(|error| self.failure(error, None).into())
    }

    /// The first game in it, with what is to be told of it on stderr.
    pub(crate) fn first_game(
        &self,
        options: &ReadOptions,
        console: &Console,
    ) -> anyhow::Result<ReadGame> {
        let text = self.games(options)?;
        let count = text.games.len();
        let first = text.games.into_iter().next().ok_or_else(|| {
            let error = anyhow!("{} holds no game", self.name);
            Failure::new(Kind::Input, error, "name the record of a game")
        })?;
        let read = first.map_err(|error| self.failure(error, Some(text.form)))?;
        self.warn(&read, console);
        if count > 1 {
            console.note(format_args!(
                "note: {} holds {count} games; this is the first",
                self.name
            ));
        }
        Ok(read)
    }

    /// The failure that `error` is.
    pub(crate) fn failure(&self, error: RecordError, form: Option<Form>) -> Failure {
        let hint = way_out(&error.kind, form);
        let place = format!("{}:{}", self.name, error.place);
        Failure::new(Kind::Input, anyhow::Error::from(error).context(place), hint)
    }

    /// Tells the warnings of a game on stderr.
    pub(crate) fn warn(&self, game: &ReadGame, console: &Console) {
        for warning in &game.warnings {
            console.warn(format_args!("{}:{}: {warning}", self.name, warning.place));
        }
    }
}

fn way_out(error: &RecordErrorKind, form: Option<Form>) -> String {
    match error {
        RecordErrorKind::Empty => {
            "a record holds moves, such as 'DbEc' or '1. D b 2. E c'".to_owned()
        }
        RecordErrorKind::Binary => "name a text file".to_owned(),
        RecordErrorKind::Utf16 => {
            "save it as UTF-8, or convert it with 'iconv -f UTF-16 -t UTF-8 FILE'".to_owned()
        }
        RecordErrorKind::Unrecognised => {
            let forms = Form::ALL.map(|form| form.to_string()).join(", ");
            format!("the forms are {forms}; 'oware convert --help' shows each")
        }
        RecordErrorKind::Illegal { .. } | RecordErrorKind::WrongSide { .. } => {
            let order = match form {
                Some(form) if form.has_letters() => {
                    ", or with --north-order mirrored if it has North's a above South's A"
                }
                _ => "",
            };
            format!("correct the move, or read it by other rules with --rules RULES{order}")
        }
        RecordErrorKind::NotAMove { .. } => "correct the move, or take it out".to_owned(),
        RecordErrorKind::Start { .. } => {
            "write it as 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S or as a FEN of PlayStrategy".to_owned()
        }
        RecordErrorKind::Rules { .. } => {
            let names: Vec<_> = RuleSet::all().map(RuleSet::name).collect();
            format!(
                "read it by rules of your own with --rules RULES; the rule sets are {}",
                names.join(", ")
            )
        }
    }
}
