//! Games by the file, judged on all threads, reported in order.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use oware::analysis::judge_game;
use oware::endgame::Database;
use oware::game::ValueRules;
use oware::progress::Progress;
use oware::record::{ReadGame, ReadOptions};

use super::super::exit::{Exit, Failure};
use super::super::location;
use super::super::messages::Messages;
use super::super::output::{Console, document};
use super::super::progress::Reporter;
use super::super::report::html;
use super::super::report::summary::{self, Index, SummaryDocument};
use super::super::report::totals::{BrokenGame, GameRow, Totals};
use super::super::report::{GameReport, GameSource, Renderer, ReportForm};
use super::folder::{Basis, DoneBefore, Fingerprint, Folder};
use super::jobs::{Job, Plan};
use super::{AnalyseArgs, crew, files, unsolved, write_one};

const INDEX_PAGE: &str = "index.html";
const SUMMARY_TABLE: &str = "summary.csv";
const SUMMARY_DOCUMENT: &str = "summary.json";

/// What came of a game.
enum Outcome {
    /// An earlier run has judged it.
    Kept(GameRow),
    Judged {
        report: Vec<u8>,
        row: GameRow,
        basis: Basis,
        /// Each with its place.
        warnings: Vec<String>,
        is_interrupted: bool,
    },
}

struct Done {
    file: String,
    number: usize,
    outcome: anyhow::Result<Outcome>,
}

/// Judges the games of all files.
pub(super) fn run(
    args: &AnalyseArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let read = ReadOptions {
        rules: args.rules.given,
        north_order: args.north_order(),
    };
    let plan = Plan::new(files::expand(&args.files)?, &read);
    let games = plan.games();
    let is_one = games == 1 && !args.out.as_deref().is_some_and(is_directory);
    let threads = args.threads.count();
    let workers = threads.min(NonZeroUsize::new(games).unwrap_or(NonZeroUsize::MIN));
    let for_each = NonZeroUsize::new(threads.get() / workers.get()).unwrap_or(NonZeroUsize::MIN);
    let mut folder = match &args.out {
        Some(path) if !is_one => Some(Folder::open(
            path,
            &settings(args),
            plan.names()
                .map(|name| args.format.file_name(&name))
                .chain(index_files(args.format).map(str::to_owned)),
            args.format.extension(),
            args.force,
        )?),
        _ => None,
    };
    let messages = Messages::new(args.lang.lang());
    let shown_on = match args.out {
        Some(_) => console.without_colour(),
        None => *console,
    };
    let reporter = Reporter::new(console, "plies");
    reporter.begin("analyse", plan.plies());
    let shared = Shared {
        args,
        for_each,
        renderer: args.renderer(&messages, shown_on),
        tables: Tables {
            args,
            console,
            open: Mutex::new(Vec::new()),
        },
        reporter: &reporter,
        is_one,
        first: Mutex::new(true),
    };
    let mut run = Run {
        args,
        console,
        out,
        is_one,
        is_first: true,
        worst: Exit::Done,
        totals: Totals::default(),
        rows: Vec::new(),
    };
    let known = folder.as_ref().map(Folder::done_before);
    let stopped = crew::in_order(
        plan.jobs(&read),
        workers,
        |job| shared.judge(job, known.as_deref()),
        |done| {
            match run.deliver(done, folder.as_mut()) {
                // What is finished is kept, and the first that is not ends the run.
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(exit)) => ControlFlow::Break(Ok(exit)),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        },
    );
    reporter.finish();
    let exit = stopped.transpose()?;
    if !is_one || run.totals.games > 1 {
        let place = args.out.as_ref().map(|path| path.display().to_string());
        let index = Index {
            totals: &run.totals,
            thresholds: args.thresholds,
            out: place.as_deref(),
            rows: &run.rows,
            elapsed: start.elapsed(),
            is_interrupted: exit == Some(Exit::Interrupted),
        };
        if let Some(folder) = &folder {
            write_index(folder, &index, args.format, &messages)?;
        }
        let says_totals = folder.is_some() || args.format == ReportForm::Text;
        match args.format {
            ReportForm::Json => document(run.out, &SummaryDocument::new(&index))?,
            _ if says_totals => {
                if !run.is_first && folder.is_none() {
                    run.out.write_all(b"\n")?;
                }
                summary::text(&index, &messages, console, run.out)?;
            }
            _ => {}
        }
    }
    Ok(exit.unwrap_or(run.worst))
}

/// Whether `--out` names a directory, whatever the number of games.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

/// The files that tell of all reports in a directory.
fn index_files(form: ReportForm) -> impl Iterator<Item = &'static str> {
    let page = (form == ReportForm::Html).then_some(INDEX_PAGE);
    page.into_iter().chain([SUMMARY_TABLE, SUMMARY_DOCUMENT])
}

/// Writes what tells of all reports in a directory.
fn write_index(
    folder: &Folder,
    index: &Index<'_>,
    form: ReportForm,
    messages: &Messages,
) -> anyhow::Result<()> {
    if form == ReportForm::Html {
        let page = html::index(index, messages)?;
        folder.put(INDEX_PAGE, page.as_bytes())?;
    }
    folder.put(SUMMARY_TABLE, &summary::csv(index.rows)?)?;
    let mut text = Vec::new();
    document(&mut text, &SummaryDocument::new(index))?;
    folder.put(SUMMARY_DOCUMENT, &text)
}

/// All that a report depends on beside its game.
fn settings(args: &AnalyseArgs) -> String {
    let db = args
        .tables
        .dir
        .as_ref()
        .map(|dir| dir.display().to_string());
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "format": args.format.extension(),
        "rules": args.rules.given.map(|rules| rules.to_string()),
        "north_order": args.north_order().map(|order| order.word()),
        "thresholds": args.thresholds.to_string(),
        "time_secs": args.time.map(|time| time.as_secs_f64()),
        "depth": args.depth,
        "nodes": args.nodes,
        "db": db,
        "legend": args.legend,
        "lang": args.lang.lang().code(),
    })
    .to_string()
}

/// What the workers share.
struct Shared<'a> {
    args: &'a AnalyseArgs,
    /// Threads for each game.
    for_each: NonZeroUsize,
    renderer: Renderer<'a>,
    tables: Tables<'a>,
    reporter: &'a Reporter,
    is_one: bool,
    /// Whether no report was made so far.
    first: Mutex<bool>,
}

impl Shared<'_> {
    fn judge(&self, job: Job, known: Option<&DoneBefore>) -> Done {
        let Job {
            name,
            file,
            number,
            form,
            game,
        } = job;
        let outcome = game.and_then(|game| {
            let form = form.context("a game that was read has a form")?;
            let tables = self.tables.of(&game.checked.rules().value_rules())?;
            let basis = Basis {
                record: Fingerprint::of(&game.checked),
                table_seeds: (*tables).as_ref().map(Database::seeds),
            };
            if let Some(row) = known.and_then(|before| before.row(&name, basis)) {
                self.reporter.advance(game.checked.steps().len() as u64);
                return Ok(Outcome::Kept(row.clone()));
            }
            let source = GameSource {
                file: file.clone(),
                number,
                line: game.place.line,
                form,
            };
            self.judge_game(*game, source, &name, (*tables).as_ref(), basis)
        });
        Done {
            file,
            number,
            outcome,
        }
    }

    fn judge_game(
        &self,
        game: ReadGame,
        source: GameSource,
        name: &str,
        tables: Option<&Database>,
        basis: Basis,
    ) -> anyhow::Result<Outcome> {
        if !self.is_one {
            let plies = game.checked.steps().len() as u64;
            self.reporter.begin_part(name.to_owned(), plies);
        }
        let progress = Plies(self.reporter);
        let options = self.args.options(super::PLY_TIME, self.for_each, tables);
        let judged = judge_game(&game.checked, tables, &options, &progress).map_err(unsolved)?;
        let warnings = game.warnings.iter().map(|warning| {
            let (file, place) = (&source.file, warning.place);
            format!("{file}:{place}: {warning}")
        });
        let warnings = warnings.collect();
        let is_interrupted = judged.is_interrupted;
        let report = GameReport {
            source,
            warnings: game.warnings,
            judged,
        };
        let has_file = self.args.out.is_some();
        let report_name = (has_file && !self.is_one).then(|| self.args.format.file_name(name));
        // In a stream the names of columns come once.
        let is_first = has_file
            || std::mem::take(&mut *self.first.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Outcome::Judged {
            row: GameRow::new(&report, report_name),
            report: self.renderer.game(&report, is_first)?,
            basis,
            warnings,
            is_interrupted,
        })
    }
}

/// Counts plies and asks whether to stop; the stage is that of all games.
struct Plies<'a>(&'a Reporter);

impl Progress for Plies<'_> {
    fn advance(&self, units: u64) {
        self.0.advance(units);
    }

    fn warn(&self, message: &str) {
        self.0.warn(message);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// The tables of each set of rules that the games are played by, opened when they are met.
struct Tables<'a> {
    args: &'a AnalyseArgs,
    console: &'a Console,
    open: Mutex<Vec<(ValueRules, Arc<Option<Database>>)>>,
}

impl Tables<'_> {
    /// Whether the rules were asked for, and not found in the record.
    const fn has_named_rules(&self) -> bool {
        self.args.rules.given.is_some()
    }

    fn of(&self, rules: &ValueRules) -> anyhow::Result<Arc<Option<Database>>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, database)) = open.iter().find(|(known, _)| known == rules) {
            return Ok(Arc::clone(database));
        }
        let dir = self.args.tables.dir.as_deref();
        let database = Arc::new(location::open_for_a_record(
            dir,
            rules,
            self.has_named_rules(),
            self.console,
        )?);
        open.push((*rules, Arc::clone(&database)));
        Ok(database)
    }
}

/// What becomes of the results, in order.
struct Run<'a> {
    args: &'a AnalyseArgs,
    console: &'a Console,
    out: &'a mut dyn Write,
    is_one: bool,
    /// Whether nothing was written to `out` so far.
    is_first: bool,
    worst: Exit,
    totals: Totals,
    /// The rows of a directory's index.
    rows: Vec<GameRow>,
}

impl Run<'_> {
    /// Reports one game; gives the status if nothing more should be done.
    fn deliver(&mut self, done: Done, folder: Option<&mut Folder>) -> anyhow::Result<Option<Exit>> {
        let Done {
            file,
            number,
            outcome,
        } = done;
        match outcome {
            Err(error) if self.is_one || self.args.strict => Err(error),
            Err(error) => {
                self.console.report(&error, self.args.format(), self.out)?;
                self.worst = self.worst.max(Failure::exit_of(&error));
                self.totals
                    .broken
                    .push(BrokenGame::new(file, number, &error));
                Ok(None)
            }
            Ok(Outcome::Kept(row)) => {
                self.totals.kept += 1;
                self.keep(row);
                Ok(None)
            }
            Ok(Outcome::Judged {
                is_interrupted: true,
                ..
            }) if !self.is_one => Ok(Some(Exit::Interrupted)),
            Ok(Outcome::Judged {
                report,
                row,
                basis,
                warnings,
                is_interrupted,
            }) => {
                for warning in warnings {
                    self.console.warn(warning);
                }
                match (&self.args.out, folder) {
                    (Some(_), Some(folder)) => {
                        if let Some(set_aside) = folder.add(&report, basis, &row)? {
                            self.console.warn(set_aside);
                        }
                    }
                    (Some(path), None) => write_one(path, &report, self.args.force)?,
                    (None, _) => {
                        if !std::mem::take(&mut self.is_first) {
                            let separator = self.args.format.separator();
                            self.out.write_all(separator.as_bytes())?;
                        }
                        self.out.write_all(&report)?;
                        self.out.flush()?;
                    }
                }
                self.keep(row);
                Ok(is_interrupted.then_some(Exit::Interrupted))
            }
        }
    }

    fn keep(&mut self, row: GameRow) {
        self.totals.add(&row);
        if row.report.is_some() {
            self.rows.push(row);
        }
    }
}
