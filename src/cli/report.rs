//! Judged games as people and programs read them: one file a form.
//!
//! What is in a report is decided in the library; here it is put into words, columns and
//! fields. `words` holds the sentences that the forms share, `course` the values from ply to
//! ply, `columns` the tables of the text form, `warnings` what is strange in a record.

pub(crate) mod columns;
pub(crate) mod course;
pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod ogn;
pub(crate) mod summary;
pub(crate) mod text;
pub(crate) mod totals;
pub(crate) mod warnings;
pub(crate) mod words;

use clap::ValueEnum;
use oware::analysis::{JudgedGame, JudgedPly, Thresholds};
use oware::game::Game;
use oware::record::{Form, Warning};

use super::messages::Messages;
use super::output::{Console, document};
use csv::CsvReport;
use json::AnalyseDocument;
use text::TextReport;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A table for people
    Text,
    /// A document for programs
    Json,
    /// A row for each ply
    Csv,
    /// The game with marks, sentences and best lines
    Ogn,
    /// A page for a browser
    Html,
}

/// Where a game was read.
#[derive(Clone, Debug)]
pub(crate) struct GameSource {
    /// The file, or `stdin`.
    pub(crate) file: String,
    /// The number of the game in it, from 1.
    pub(crate) number: usize,
    /// The line it begins in.
    pub(crate) line: usize,
    /// The form it was read in.
    pub(crate) form: Form,
}

/// A judged game with where it came from.
#[derive(Debug)]
pub(crate) struct GameReport {
    pub(crate) source: GameSource,
    /// What was wrong with the record.
    pub(crate) warnings: Vec<Warning>,
    pub(crate) judged: JudgedGame,
}

/// Every move of one position, judged.
#[derive(Debug)]
pub(crate) struct PositionReport {
    /// The game that came to the position.
    pub(crate) game: Game,
    /// Its legal moves, each as if it were played next.
    pub(crate) moves: Vec<JudgedPly>,
    pub(crate) thresholds: Thresholds,
}

/// Makes reports of one form.
#[derive(Debug)]
pub(crate) struct Renderer<'a> {
    pub(crate) form: ReportForm,
    /// The words for people.
    pub(crate) messages: &'a Messages,
    /// Whether there is colour.
    pub(crate) console: Console,
    /// Whether a text says what its columns mean.
    pub(crate) has_legend: bool,
}

impl ReportForm {
    /// The end of a file's name.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Ogn => "ogn",
            Self::Html => "html",
        }
    }

    /// The name of a report's file.
    pub(crate) fn file_name(self, name: &str) -> String {
        format!("{name}.{}", self.extension())
    }

    /// What stands between two reports in one stream.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Text | Self::Ogn => "\n",
            Self::Json | Self::Csv | Self::Html => "",
        }
    }
}

impl Renderer<'_> {
    /// The report of a game. Not the first in a stream, a table needs no names of columns.
    pub(crate) fn game(&self, report: &GameReport, is_first: bool) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.form {
            ReportForm::Text => self.text().game(report, &mut bytes)?,
            ReportForm::Json => document(&mut bytes, &AnalyseDocument::of_game(report))?,
            ReportForm::Csv => CsvReport::new(&mut bytes, is_first)?.game(report)?,
            ReportForm::Ogn => bytes.extend(ogn::game(report, self.messages)?.into_bytes()),
            ReportForm::Html => bytes.extend(html::game(report, self.messages)?.into_bytes()),
        }
        Ok(bytes)
    }

    /// The report of a position.
    pub(crate) fn position(
        &self,
        report: &PositionReport,
        is_first: bool,
    ) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.form {
            ReportForm::Text => self.text().position(report, &mut bytes)?,
            ReportForm::Json => document(&mut bytes, &AnalyseDocument::of_position(report))?,
            ReportForm::Csv => CsvReport::new(&mut bytes, is_first)?.position(report)?,
            ReportForm::Ogn => bytes.extend(ogn::position(report, self.messages)?.into_bytes()),
            ReportForm::Html => bytes.extend(html::position(report, self.messages)?.into_bytes()),
        }
        Ok(bytes)
    }

    const fn text(&self) -> TextReport<'_> {
        TextReport {
            messages: self.messages,
            console: &self.console,
            has_legend: self.has_legend,
        }
    }
}
