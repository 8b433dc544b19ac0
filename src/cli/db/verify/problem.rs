//! A finding of `db verify`: what is wrong where, what was expected, and the way out.

use oware::endgame::{Faults, FileFault, FormatError, Table, TableError, ValueFault, WrongValue};
use oware::game::{Player, Position};
use serde::Serialize;

use crate::cli::exit::Kind;
use crate::cli::location::table_hint;

/// A finding.
#[derive(Debug, Serialize)]
pub(super) struct Problem {
    /// What kind it is, in one or two words.
    kind: &'static str,
    file: String,
    /// The damaged block, from 0, where it is one.
    block: Option<u64>,
    /// The board whose value is wrong, where it is one.
    position: Option<String>,
    /// What each move of that board pays.
    moves: Vec<MoveDocument>,
    expected: Option<String>,
    found: Option<String>,
    /// All of the above for people.
    pub(super) message: String,
    pub(super) hint: String,
    #[serde(skip)]
    is_io: bool,
}

#[derive(Debug, Serialize)]
struct MoveDocument {
    #[serde(rename = "move")]
    letter: char,
    value: i8,
}

impl Problem {
    /// What is wrong with a file.
    pub(super) fn of_file(fault: &FileFault) -> Self {
        let mut problem = Self {
            kind: "unreadable",
            file: String::new(),
            block: None,
            position: None,
            moves: Vec::new(),
            expected: None,
            found: None,
            message: fault.to_string(),
            hint: String::new(),
            is_io: false,
        };
        match fault {
            FileFault::Missing { path, .. } => {
                problem.kind = "missing";
                problem.file = path.display().to_string();
                problem.hint = "run 'oware build-db', which builds the layers that are missing; \
                                if it refuses, move the layers above this one away first"
                    .to_owned();
            }
            FileFault::Stray { path } => {
                problem.kind = "foreign";
                problem.file = path.display().to_string();
                problem.hint =
                    "move the file out of the directory; only tables belong there".to_owned();
            }
            FileFault::Table(error) => problem.describe_table(error),
        }
        problem
    }

    fn describe_table(&mut self, error: &TableError) {
        let (kind, hint) = table_hint(error);
        self.is_io = kind == Kind::Io;
        self.hint = hint;
        // The chain on one line, as the program reports errors everywhere.
        let source = std::error::Error::source(error);
        if let Some(source) = source {
            self.message = format!("{error}: {source}");
        }
        match error {
            TableError::Read { path, .. } | TableError::Write { path, .. } => {
                self.file = path.display().to_string();
            }
            TableError::NotExact { origin } => self.file = origin.to_string(),
            TableError::Format { origin, source } => {
                self.file = origin.to_string();
                self.describe_format(source);
            }
        }
    }

    fn describe_format(&mut self, error: &FormatError) {
        let mut differ = |kind, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
            self.kind = kind;
            self.expected = Some(expected.to_string());
            self.found = Some(found.to_string());
        };
        let hexadecimal = |sum: &u64| format!("{sum:016x}");
        match error {
            FormatError::NotATable { found } => {
                differ("foreign", &"an endgame table", &found.escape_ascii());
            }
            FormatError::NewerVersion { found, known } => differ("newer", known, found),
            FormatError::Truncated { expected, found } => differ("truncated", expected, found),
            FormatError::TrailingBytes { expected, found } => differ("too long", expected, found),
            FormatError::DamagedHeader { expected, found } => {
                differ(
                    "damaged header",
                    &hexadecimal(expected),
                    &hexadecimal(found),
                );
            }
            FormatError::WrongRules { expected, found } => differ("rules", expected, found),
            FormatError::WrongLayer { expected, found } => {
                differ("layer", &expected.seeds(), &found.seeds());
            }
            FormatError::DamagedBlock {
                block,
                expected,
                found,
            } => {
                differ("damaged block", &hexadecimal(expected), &hexadecimal(found));
                self.block = Some(*block);
            }
            FormatError::ImpossibleValue {
                block,
                seeds,
                found,
                ..
            } => {
                differ("damaged block", &format!("-{seeds} to {seeds}"), found);
                self.block = Some(*block);
            }
            FormatError::CrossedBounds {
                block,
                lower,
                upper,
                ..
            } => {
                differ("damaged block", &format!("{lower} or more"), upper);
                self.block = Some(*block);
            }
            FormatError::DamagedLength { found, limit } => {
                differ("damaged header", &format!("up to {limit}"), found);
            }
            FormatError::Inconsistent {
                expected, found, ..
            } => {
                differ("damaged header", expected, found);
            }
            FormatError::UnreadableHeader { .. } | FormatError::UnknownCoding { .. } => {
                self.kind = "newer";
            }
            FormatError::UndecodableBlock { block, .. } => {
                self.kind = "damaged block";
                self.block = Some(*block);
            }
            FormatError::ImpossibleModel { .. } => self.kind = "damaged header",
            FormatError::TooLarge { .. } => self.kind = "too large",
        }
    }

    /// The wrong values of a layer: the first of them each, then how many more there are.
    pub(super) fn of_values(faults: &Faults, table: &Table) -> impl Iterator<Item = Self> {
        let file = table.origin().to_string();
        let more = faults.count() - faults.first().len() as u64;
        let rest =
            (more > 0).then(|| Self::of_value_text(&file, format!("{file}: {more} more boards")));
        let block_boards = table.coding().block_boards();
        let each: Vec<_> = faults
            .first()
            .iter()
            .map(|fault| Self::of_value(&file, fault, block_boards))
            .collect();
        each.into_iter().chain(rest)
    }

    fn of_value_text(file: &str, message: String) -> Self {
        Self {
            kind: "value",
            file: file.to_owned(),
            block: None,
            position: None,
            moves: Vec::new(),
            expected: None,
            found: None,
            message,
            hint: "remove the file and those of more seeds, and build them again with 'oware build-db'"
                .to_owned(),
            is_io: false,
        }
    }

    fn of_value(file: &str, fault: &ValueFault, block_boards: u64) -> Self {
        let mut problem = Self::of_value_text(file, format!("{file}: {fault}"));
        problem.block = Some(fault.rank.get() / block_boards);
        problem.position = Position::from_board(fault.board).map(|position| position.to_string());
        problem.moves = fault
            .moves
            .iter()
            .map(|played| MoveDocument {
                letter: played.played.letter(Player::South),
                value: played.worth.seeds(),
            })
            .collect();
        problem.found = Some(match fault.stored.value() {
            Some(value) => value.to_string(),
            None => format!("{} to {}", fault.stored.lower, fault.stored.upper),
        });
        (problem.kind, problem.expected) = match fault.wrong {
            WrongValue::NotTheBest { best } => ("value", Some(best.to_string())),
            WrongValue::PaidMore { exit } => ("value", Some(format!("{exit} or more"))),
            WrongValue::Unsupported | WrongValue::LowerUnproved | WrongValue::UpperUnproved => {
                ("unsupported value", None)
            }
            WrongValue::MovesDisagree => ("moves", None),
        };
        if matches!(fault.wrong, WrongValue::MovesDisagree) {
            problem.hint =
                "this is a fault of the program, not of the table; please report it".to_owned();
        }
        problem
    }

    /// Whether values are wrong in a file that is whole.
    pub(super) fn is_about_values(&self) -> bool {
        matches!(self.kind, "value" | "unsupported value" | "moves")
    }

    /// Whether the system refused, rather than a check failed.
    pub(super) const fn is_io(&self) -> bool {
        self.is_io
    }
}
