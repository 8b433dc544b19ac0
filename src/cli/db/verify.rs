//! `oware db verify`: whether a directory's tables are whole, and right.
//!
//! All findings are reported, layer by layer as they come, and not only the first: whoever
//! has to mend a directory wants the list. A finding ends the run with status 4, or with 1
//! when all that happened is that the system refused to read.

mod problem;
mod report;

use std::io::Write;
use std::sync::OnceLock;
use std::time::Instant;

use clap::Args;
use oware::endgame::{
    AuditedLayer, BoundsSlice, Database, Faults, FileFault, Known, Table, VerifyError, audit,
    check_bounds, check_sample, check_sample_by_play, check_values, damaged_blocks,
};
use oware::game::{Loops, Rules, ValueRules};
use oware::progress::Progress;

use super::WhichTables;
use crate::cli::args::{Format, FormatArg, ThreadsArg};
use crate::cli::exit::{Exit, Failure, Kind, STATUSES};
use crate::cli::location::{dir_for_inspection, failure, open_for_inspection};
use crate::cli::output::{Console, seconds};
use crate::cli::progress::Reporter;
use problem::Problem;
use report::{LayerDocument, LoopsDocument, Outcome, VerifyDocument, write_problems};

/// Checks tables: checksums, files, and with --deep every value
///
/// Every block of every file is read and compared with its checksum; layers that are
/// missing, files of other rules, of newer versions or that are no tables at all are named,
/// all of them. With --deep every value is derived once more by moves forward alone:
/// each can be had and no more, and none rests on itself round a loop.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    tables: WhichTables,

    /// Derive every value once more, by forward moves alone
    ///
    /// Takes some times as long as building the tables, and a byte or two a board of the
    /// largest layer in memory.
    #[arg(long, help_heading = CHECKS)]
    deep: bool,

    /// Check N boards of each layer, drawn at random, or all, against their moves [default: 0]
    ///
    /// Where a loop gives each player his own row, the boards are played out by every line
    /// instead, as far as that ends soon.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = CHECKS)]
    sample: u64,

    /// Draw other boards: the seed of the random numbers [default: 0]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = CHECKS)]
    seed: u64,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

const CHECKS: &str = "Checks";

impl VerifyArgs {
    const fn asks_for_values(&self) -> bool {
        self.deep || self.sample > 0
    }
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware db verify tables
      every checksum, at the speed of the disk
  oware db verify tables --sample 10000
      also that 10 000 values of each layer are the best over their moves
  oware db verify tables --deep
      also that every value is, and that none rests on itself round a loop

{STATUSES}"
    )
}

/// Checks and reports.
pub(super) fn run(
    args: &VerifyArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let given = args.tables.rules.given;
    let found = Found::open(args, console)?;
    let is_text = args.format.format == Format::Text;
    let rules_text = found
        .rules
        .map(|rules| given.unwrap_or_else(|| Rules::from(rules)).to_string());
    if is_text {
        writeln!(out, "tables  {}", found.path)?;
        writeln!(
            out,
            "rules   {}",
            rules_text.as_deref().unwrap_or("unknown")
        )?;
        writeln!(
            out,
            "layer        positions  checksums  deep       sampled  time"
        )?;
        out.flush()?;
    }
    let mut report = VerifyDocument {
        schema: "oware.db-verify/1",
        rules: rules_text,
        path: found.path,
        layers: Vec::new(),
        problems: found.strays.iter().map(Problem::of_file).collect(),
        interrupted: false,
        ok: false,
        seconds: 0.0,
    };
    if is_text {
        write_problems(&report.problems, out)?;
    }
    let checks = Checks {
        args,
        rules: found.rules,
        reporter: Reporter::new(console, "boards"),
    };
    let boards = found.layers.iter().map(|layer| layer.layer.boards()).sum();
    checks.reporter.begin("verify", boards);
    let pool = args.threads.pool()?;
    // A packed table is unpacked once, for its own layer and all above. Index k holds the
    // values of layer k as long as all tables so far are good.
    let slots: Vec<OnceLock<Table>> = found.layers.iter().map(|_| OnceLock::new()).collect();
    let mut values: Vec<BoundsSlice<'_>> = Vec::new();
    for (audited, slot) in found.layers.into_iter().zip(&slots) {
        let Some(layer) = pool.install(|| checks.layer(audited, slot, &mut values))? else {
            report.interrupted = true;
            break;
        };
        if is_text {
            layer.write_text(out)?;
            out.flush()?;
        }
        report.layers.push(layer);
    }
    checks.reporter.finish();
    report.seconds = seconds(start.elapsed());
    report.ok = !report.interrupted && report.all_problems().next().is_none();
    report.conclude(args.format.format, out)
}

/// What there is to check.
struct Found {
    path: String,
    rules: Option<ValueRules>,
    layers: Vec<AuditedLayer>,
    strays: Vec<FileFault>,
}

impl Found {
    fn open(args: &VerifyArgs, console: &Console) -> anyhow::Result<Self> {
        let given = args.tables.rules.given;
        let dir = args.tables.dir.as_deref();
        let Some(dir) = dir_for_inspection(dir, given) else {
            let database = open_for_inspection(dir, given, console)?;
            return Ok(Self::embedded(database));
        };
        let expected = given.map(Rules::value_rules);
        let audit = audit(&dir, expected.as_ref()).map_err(|error| failure(error.into()))?;
        if audit.layers.is_empty() {
            let no_tables = oware::endgame::DatabaseError::NoTables { dir };
            return Err(failure(no_tables).into());
        }
        Ok(Self {
            path: dir.display().to_string(),
            rules: audit.rules,
            layers: audit.layers,
            strays: audit.strays,
        })
    }

    fn embedded(database: Database) -> Self {
        Self {
            path: database.source().to_string(),
            rules: Some(*database.rules()),
            layers: database
                .into_tables()
                .into_iter()
                .map(|table| AuditedLayer {
                    layer: table.layer(),
                    table: Ok(table),
                })
                .collect(),
            strays: Vec::new(),
        }
    }
}

struct Checks<'a> {
    args: &'a VerifyArgs,
    rules: Option<ValueRules>,
    reporter: Reporter,
}

impl Checks<'_> {
    /// Checks a layer; `None` when interrupted. The table goes into its slot, its values to
    /// those beneath the layers to come.
    fn layer<'t>(
        &self,
        audited: AuditedLayer,
        slot: &'t OnceLock<Table>,
        values: &mut Vec<BoundsSlice<'t>>,
    ) -> anyhow::Result<Option<LayerDocument>> {
        let start = Instant::now();
        let layer = audited.layer;
        let mut report = LayerDocument {
            seeds: layer.seeds(),
            positions: layer.boards(),
            checksums: Outcome::Ok,
            deep: if self.args.deep {
                Outcome::Skipped
            } else {
                Outcome::No
            },
            sampled: 0,
            played_out: None,
            loops: None,
            seconds: 0.0,
            problems: Vec::new(),
        };
        match audited.table {
            Err(fault) => report.problems.push(Problem::of_file(&fault)),
            Ok(table) => {
                let Some(damaged) = damaged_blocks(&table, &self.checksum_progress()) else {
                    return Ok(None);
                };
                for error in damaged {
                    report.problems.push(Problem::of_file(&error.into()));
                }
                let table = slot.get_or_init(|| table);
                let is_next = values.len() == usize::from(layer.seeds());
                if report.problems.is_empty()
                    && is_next
                    && !self.values(table, values, &mut report)?
                {
                    return Ok(None);
                }
            }
        }
        if report
            .problems
            .iter()
            .any(|problem| !problem.is_about_values())
        {
            report.checksums = Outcome::Failed;
        }
        report.seconds = seconds(start.elapsed());
        Ok(Some(report))
    }

    /// Checks the values of a table as far as was asked for, given those beneath it, to
    /// which they are added; whether that was not interrupted.
    fn values<'t>(
        &self,
        table: &'t Table,
        values: &mut Vec<BoundsSlice<'t>>,
        report: &mut LayerDocument,
    ) -> anyhow::Result<bool> {
        let Some(rules) = self.rules.filter(|_| self.args.asks_for_values()) else {
            return Ok(true);
        };
        values.push(table.bounds().map_err(|error| failure(error.into()))?);
        let known = &Known::new(values);
        let counts_zero = rules.loops == Loops::Zero;
        if self.args.deep {
            match self.deep(known, &rules, report) {
                Ok(faults) => {
                    report.deep = if faults.is_empty() {
                        Outcome::Ok
                    } else {
                        Outcome::Failed
                    };
                    report.problems.extend(Problem::of_values(&faults, table));
                }
                Err(VerifyError::Cancelled) => return Ok(false),
                Err(error @ VerifyError::OutOfMemory { .. }) => {
                    let hint = "check with --sample N, which needs none, or on a larger machine";
                    return Err(Failure::new(Kind::Io, error, hint).into());
                }
            }
        }
        let (sample, seed) = (self.args.sample, self.args.seed);
        let faults = if counts_zero {
            check_sample(known, &rules, sample, seed)
        } else {
            let (faults, confirmed) = check_sample_by_play(known, &rules, sample, seed);
            report.played_out = Some(confirmed);
            faults
        };
        report.sampled = sample.min(table.layer().boards());
        // What --deep has found is not told twice.
        if !self.args.deep {
            report.problems.extend(Problem::of_values(&faults, table));
        }
        Ok(true)
    }

    /// Every value, by the check that the rules ask for.
    fn deep(
        &self,
        known: &Known<'_>,
        rules: &ValueRules,
        report: &mut LayerDocument,
    ) -> Result<Faults, VerifyError> {
        if rules.loops == Loops::Zero {
            return check_values(known, rules, &self.reporter);
        }
        let (faults, loops) = check_bounds(known, rules, &self.reporter)?;
        report.loops = Some(LoopsDocument {
            open: loops.open,
            played: loops.played,
            replayed: loops.replayed,
        });
        Ok(faults)
    }

    /// With --deep the values are what takes the time, and is counted.
    fn checksum_progress(&self) -> ChecksumProgress<'_> {
        ChecksumProgress {
            reporter: &self.reporter,
            counts: !self.args.deep,
        }
    }
}

/// Passes cancellation on, and progress only when nothing slower follows.
struct ChecksumProgress<'a> {
    reporter: &'a Reporter,
    counts: bool,
}

impl Progress for ChecksumProgress<'_> {
    fn advance(&self, units: u64) {
        if self.counts {
            self.reporter.advance(units);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.reporter.is_cancelled()
    }
}
