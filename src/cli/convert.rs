//! `oware convert`: game records from any form into any other.
//!
//! Each game is read, replayed and written on its own, so that a broken game takes no other
//! with it; but a file is written whole or not at all, because half a collection under the
//! name of the whole would be taken for it.

mod destination;
mod document;

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use oware::game::Rules;
use oware::record::{Form, NorthOrder, Note, ReadGame, ReadOptions, ReadText, WriteError, write};

use super::args::{Format, FormatArg, INPUT, OUTPUT, RulesArg};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::interrupt;
use super::output::Console;
use super::records::Source;
use destination::Destination;
use document::ConvertDocument;

/// Converts game records between the forms that programs and people write
///
/// The form of each file is recognised. Every move is replayed: captures, last pits,
/// totals and results that the record gives are compared with what the rules say, and
/// each kind of fault is told once a game with its first place. What is written is strict
/// and complete, and reads back as the same game.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct ConvertArgs {
    /// Files of game records, or '-' for stdin
    ///
    /// A file may hold many games. OGN: 1. D b 2. E c+5. Letters: DbEc, or POSITION
    /// moves DbEc, a game a line. PlayStrategy: 1. d1e2 e2a1. CodinGame: 3 1 4 2, a
    /// game a line. Manqala: 42 21 54 (5), a game a paragraph.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Form: ogn, letters, playstrategy, codingame, manqala or json
    ///
    /// Letters, CodinGame and Manqala hold moves alone; PlayStrategy, CodinGame and
    /// Manqala no pass; CodinGame and Manqala only games from the usual start.
    #[arg(long, value_name = "FORM", help_heading = OUTPUT, hide_possible_values = true)]
    to: Target,

    /// Write here: a file for one FILE, a directory for several
    ///
    /// Without it the games go to stdout. Files appear whole or not at all.
    #[arg(long, value_name = "PATH", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    force: bool,

    /// Refuse games with warnings: exit 3
    #[arg(long, help_heading = INPUT)]
    strict: bool,

    /// North's letters: auto, sowing (a above F) or mirrored (a above A)
    ///
    /// With auto, found by the captures and results that the record gives, for OGN and
    /// letters.
    #[arg(long, value_name = "ORDER", default_value = "auto", help_heading = INPUT, hide_possible_values = true)]
    north_order: Order,

    #[command(flatten)]
    rules: RulesArg,

    #[command(flatten)]
    pub(super) format: FormatArg,
}

/// The value of `--to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// Oware Game Notation, as Aualé reads it
    Ogn,
    /// The letters of the pits
    Letters,
    /// The export of PlayStrategy
    #[value(name = "playstrategy")]
    PlayStrategy,
    /// CodinGame's list of pits
    #[value(name = "codingame")]
    CodinGame,
    /// The Manqala wiki's pairs and totals
    Manqala,
    /// A document with every position
    Json,
}

/// The value of `--north-order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Found out
    Auto,
    /// `a` above `F`
    Sowing,
    /// `a` above `A`
    #[value(alias = "reversed")]
    Mirrored,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware convert game.ogn --to letters
      the moves alone
  oware convert *.pgn --to ogn --out games
      each file into the directory games, as OGN
  oware convert - --to json < lines.txt
      a document for each line of letters
  oware convert old.ogn --to ogn --strict
      exit 3 unless every count and result is right

{STATUSES}"
    )
}

impl Target {
    /// The form; `None` for JSON.
    const fn form(self) -> Option<Form> {
        match self {
            Self::Ogn => Some(Form::Ogn),
            Self::Letters => Some(Form::Letters),
            Self::PlayStrategy => Some(Form::PlayStrategy),
            Self::CodinGame => Some(Form::CodinGame),
            Self::Manqala => Some(Form::Manqala),
            Self::Json => None,
        }
    }

    fn extension(self) -> &'static str {
        self.form().map_or("json", Form::extension)
    }
}

/// Converts every game of every file.
pub(crate) fn run(
    args: &ConvertArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut run = Run {
        args,
        console,
        worst: Exit::Done,
        shown: 0,
    };
    let destination = Destination::new(
        args.out.as_deref(),
        &args.files,
        args.to.extension(),
        args.force,
    )?;
    for (index, path) in args.files.iter().enumerate() {
        if interrupt::is_requested() {
            return Ok(Exit::Interrupted);
        }
        let converted = Source::load(path)
            .and_then(|source| run.convert(&source, destination.path(index), out));
        match converted {
            Ok(Some(text)) => {
                if let Err(error) = destination.write(index, &text) {
                    run.report(&error, out)?;
                }
            }
            Ok(None) => {}
            Err(error) if super::output::is_closed_pipe(&error) => return Err(error),
            Err(error) => run.report(&error, out)?,
        }
    }
    Ok(run.worst)
}

struct Run<'a> {
    args: &'a ConvertArgs,
    console: &'a Console,
    worst: Exit,
    /// Games written to stdout so far.
    shown: usize,
}

impl Run<'_> {
    /// Converts the games of `source`. Gives the text of the file to write, if there is one
    /// to write and no game failed.
    fn convert(
        &mut self,
        source: &Source,
        path: Option<&std::path::Path>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<String>> {
        let options = ReadOptions {
            rules: self.args.rules.given,
            north_order: match self.args.north_order {
                Order::Auto => None,
                Order::Sowing => Some(NorthOrder::Sowing),
                Order::Mirrored => Some(NorthOrder::Mirrored),
            },
        };
        let ReadText { form, games } = source.games(&options)?;
        if self.args.format.format == Format::Text {
            let plural = if games.len() == 1 { "" } else { "s" };
            let count = games.len();
            self.console.note(format_args!(
                "note: {}: {form}, {count} game{plural}",
                source.name
            ));
        }
        let mut file = String::new();
        let mut is_whole = true;
        for (game, number) in games.into_iter().zip(1..) {
            let converted = game
                .map_err(|error| source.failure(error, Some(form)).into())
                .and_then(|game| self.convert_game(source, &game, form, number, path));
            match converted {
                Ok(converted) => {
                    if path.is_some() {
                        separate(&mut file, self.args.to);
                        file.push_str(&converted.text);
                    } else if self.args.format.format == Format::Text && self.shown > 0 {
                        out.write_all(separator(self.args.to).as_bytes())?;
                    }
                    out.write_all(converted.shown.as_bytes())?;
                    self.shown += 1;
                }
                Err(error) => {
                    is_whole = false;
                    self.report(&error, out)?;
                }
            }
        }
        if !is_whole && let Some(path) = path {
            self.console.note(format_args!(
                "note: {}: not every game can be converted, so {} is not written",
                source.name,
                path.display()
            ));
        }
        Ok(path.filter(|_| is_whole).map(|_| file))
    }

    fn convert_game(
        &self,
        source: &Source,
        game: &ReadGame,
        form: Form,
        number: usize,
        path: Option<&std::path::Path>,
    ) -> anyhow::Result<Converted> {
        let is_json = self.args.format.format == Format::Json;
        if !is_json {
            source.warn(game, self.console);
            self.note(source, game, number);
        }
        if self.args.strict && !game.warnings.is_empty() {
            return Err(refused(source, game, number, is_json).into());
        }
        let text = match self.args.to.form() {
            Some(form) => {
                Some(write(&game.checked, form).map_err(|error| unwritable(source, game, error))?)
            }
            None => None,
        };
        let mut document = ConvertDocument::new(game, &source.name, number, form);
        let bare =
            |document: &ConvertDocument| serde_json::to_string(document).map(|text| text + "\n");
        let text = match text {
            Some(text) => text,
            None => bare(&document)?,
        };
        let shown = match (is_json, path) {
            (false, None) => text.clone(),
            (false, Some(_)) => String::new(),
            (true, _) => {
                document.say_what_was_made(self.args.to.form(), &text, path);
                bare(&document)?
            }
        };
        Ok(Converted { text, shown })
    }

    /// Says what was decided in reading and what is lost in writing.
    fn note(&self, source: &Source, game: &ReadGame, number: usize) {
        let place = format!("note: {}:{}: game {number}", source.name, game.place);
        if game.north_order == NorthOrder::Mirrored {
            self.console.note(format_args!(
                "{place}: North's letters are read with a above A"
            ));
        }
        let Some(form) = self.args.to.form() else {
            return;
        };
        let lost = lost(game, form);
        if !lost.is_empty() {
            self.console.note(format_args!(
                "{place}: the {form} form has no place for {}",
                lost.join(", ")
            ));
        }
    }

    /// Reports a failure of one file or game; the rest goes on.
    fn report(&mut self, error: &anyhow::Error, out: &mut dyn Write) -> anyhow::Result<()> {
        self.console.report(error, self.args.format.format, out)?;
        self.worst = self.worst.max(Failure::exit_of(error));
        Ok(())
    }
}

/// A game in its new form.
struct Converted {
    /// For the file.
    text: String,
    /// For stdout.
    shown: String,
}

fn separate(file: &mut String, to: Target) {
    if !file.is_empty() {
        file.push_str(separator(to));
    }
}

/// What stands between games.
fn separator(to: Target) -> &'static str {
    match to.form() {
        // Manqala's games are paragraphs.
        Some(form) if form.has_tags() || form == Form::Manqala => "\n",
        _ => "",
    }
}

/// A document stands alone; on a terminal the warnings were told already.
fn refused(source: &Source, game: &ReadGame, number: usize, is_json: bool) -> Failure {
    let told: Vec<_> = game
        .warnings
        .iter()
        .map(|warning| format!("{}:{}: {warning}", source.name, warning.place))
        .collect();
    let plural = if told.len() == 1 { "" } else { "s" };
    let error = if is_json {
        anyhow!("refused by --strict: {}", told.join("; "))
    } else {
        let (name, place, count) = (&source.name, game.place, told.len());
        anyhow!(
            "{name}:{place}: game {number} has {count} warning{plural}, and --strict takes none"
        )
    };
    let hint = "correct the record, or leave --strict out";
    Failure::new(Kind::Input, error, hint)
}

fn unwritable(source: &Source, game: &ReadGame, error: WriteError) -> Failure {
    let hint = match error {
        WriteError::Pass { .. } => "convert it to ogn, letters or json, which can write a pass",
        WriteError::Start { .. } => "convert it to ogn, letters, playstrategy or json",
        WriteError::TooLong { .. } => "convert it to ogn, letters or json",
        WriteError::NoMoves { .. } => "convert it to ogn or json",
    };
    let place = format!("{}:{}", source.name, game.place);
    Failure::new(Kind::Input, anyhow::Error::from(error).context(place), hint)
}

/// What of a game a form cannot hold.
fn lost(game: &ReadGame, form: Form) -> Vec<String> {
    if form.has_tags() {
        return Vec::new();
    }
    let record = game.checked.record();
    let plies = record.plies.iter().flat_map(|ply| &ply.notes);
    let notes = || record.before.iter().chain(plies.clone());
    let comments = notes()
        .filter(|note| matches!(note, Note::Comment(_)))
        .count();
    let others = notes().count() - comments;
    let counted = [
        (record.tags.len(), "tag"),
        (comments, "comment"),
        (others, "other note"),
    ];
    let mut lost: Vec<_> = counted
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|&(count, name)| match count {
            1 => format!("1 {name}"),
            _ => format!("{count} {name}s"),
        })
        .collect();
    if record.result.is_some() {
        lost.push("the result".to_owned());
    }
    let rules = game.checked.rules();
    if rules != Rules::default() {
        lost.push(format!("the rules {rules}"));
    }
    lost
}
