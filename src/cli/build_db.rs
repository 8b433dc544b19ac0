//! `oware build-db`: makes the tables for few seeds, or goes on where an earlier run stopped.

mod plan;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use oware::endgame::{
    BuildError, BuildOptions, Builder, Layer, LayerReport, LoopReport, USUAL_EFFORT,
    peak_memory_bytes,
};
use oware::game::{MAX_SEEDS, Target};
use oware::progress::Progress;
use serde::Serialize;

use super::args::{Format, FormatArg, RulesArg, Size, ThreadsArg, size_in_megabytes};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::location::{self, TABLES};
use super::output::{Console, document, seconds};
use super::progress::{Rate, Reporter, Span};
use plan::Plan;

/// Builds endgame tables for positions with few seeds
///
/// A table holds the exact value of every board with a number of seeds. Layers are built
/// from the empty board up; those that are in the directory already are checked and kept,
/// so the same command goes on where an earlier run was stopped, and adds layers to a
/// finished directory. Values are for boards without history; the files do not depend on
/// the number of threads.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct BuildDbArgs {
    /// Build the tables for 0 to N seeds, N up to 48
    ///
    /// All layers to 12 seeds are 1.4 million boards, to 16 are 30 million, to 20 are
    /// 226 million; a board is a byte on disk, and in memory while its layer is built.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=i64::from(MAX_SEEDS)), help_heading = TABLES)]
    seeds: u8,

    /// Directory of the tables [default: $OWARE_DB, else the data folder]
    #[arg(long, value_name = "DIR", help_heading = TABLES)]
    out: Option<PathBuf>,

    /// Memory to stay within, such as 300M or 2G [default: what is free]
    ///
    /// The cells of the layer at hand, a byte a board, must fit; with little more than that
    /// the work takes smaller steps. A bare number is megabytes.
    #[arg(long, value_name = "LIMIT", value_parser = size_in_megabytes, help_heading = TABLES)]
    memory: Option<Size>,

    /// Print what would be done, with disk, memory and time, and do nothing
    #[arg(long, help_heading = TABLES)]
    dry_run: bool,

    /// Seconds between two checkpoints, 0 for one at every opportunity; for tests
    #[arg(long, value_name = "SECONDS", hide = true)]
    checkpoint_every: Option<u32>,

    #[command(flatten)]
    rules: RulesArg,

    /// Steps of search for each part of a layer that only loops decide
    ///
    /// Matters where a repetition gives each player his own row. Where the effort does not
    /// suffice, a table holds bounds; more effort never widens them. The default was
    /// enough for every board of abapa up to 24 seeds; 0 leaves all such boards with bounds.
    #[arg(long, value_name = "N", default_value_t = USUAL_EFFORT, help_heading = TABLES)]
    effort: u64,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

impl BuildDbArgs {
    fn options(&self, plan: &Plan) -> BuildOptions {
        let mut options = BuildOptions {
            memory_bytes: plan.memory_limit(),
            effort: self.effort,
            ..BuildOptions::default()
        };
        if let Some(seconds) = self.checkpoint_every {
            options.checkpoint_every = Duration::from_secs(seconds.into());
        }
        options
    }
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware build-db --rules awari --seeds 12 --out tables
      a second's work; then: oware solve --rules awari --db tables POSITION
  oware build-db --rules awari --seeds 16
      into the data folder, where solve finds the tables by itself

{STATUSES}"
    )
}

/// Builds what is missing.
pub(crate) fn run(
    args: &BuildDbArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let rules = args.rules.rules();
    let dir = location::output_dir(args.out.as_deref(), &rules.value_rules())?;
    let pool = args.threads.pool()?;
    let failed = |error| failure(error, &dir, args);
    let threads = pool.current_num_threads();
    let limit = args.memory.map(|size| size.bytes);
    let plan = Plan::new(&dir, &rules.value_rules(), args.seeds, limit, threads);
    if args.dry_run {
        match args.format.format {
            Format::Json => document(out, &plan.document(rules.to_string()))?,
            Format::Text => writeln!(out, "{}", plan.details())?,
        }
        plan.check()?;
        return Ok(Exit::Done);
    }
    plan.check()?;
    let start = Instant::now();
    let options = args.options(&plan);
    let mut builder =
        Builder::with_options(&dir, &rules.value_rules(), args.seeds, options).map_err(failed)?;
    let is_text = args.format.format == Format::Text;
    if is_text {
        writeln!(out, "plan   {plan}")?;
        writeln!(
            out,
            "layer        positions          bytes  xxh3              time"
        )?;
        out.flush()?;
    }
    if rules.quiet_limit() > 0 || rules.ply_limit() > 0 || rules.target() != Target::Majority {
        console.note(
            "note: the tables hold values for play to the last seed, without a limit of plies or a lower target",
        );
    }
    let reporter = Reporter::new(console, "boards");
    reporter.begin("build", builder.boards_to_build());
    let mut layers = Vec::new();
    let mut is_ahead = false;
    loop {
        let begin_part = |layer: Layer| {
            reporter.begin_part(format!("layer {}", layer.seeds()), layer.boards());
        };
        if let Some(first) = builder.next_to_solve().filter(|_| !is_ahead) {
            is_ahead = true;
            begin_part(first);
            pool.install(|| builder.solve_ahead(&reporter));
        }
        if let Some(layer) = builder.next_to_solve() {
            begin_part(layer);
        }
        match pool.install(|| builder.next_layer(&reporter)) {
            Ok(Some(layer)) => {
                if is_text {
                    write_layer(out, &layer)?;
                    if let Some(loops) = layer.loops.filter(|_| console.verbose) {
                        write_loops(out, &loops)?;
                    }
                    out.flush()?;
                }
                layers.push(layer);
            }
            Ok(None) => break,
            Err(BuildError::Cancelled { layer }) => {
                reporter.finish();
                // Also when quiet: it is the way on, not progress.
                console.warn(format_args!(
                    "interrupted at layer {}; finished layers are kept, go on with:\n  {}",
                    layer.seeds(),
                    resume_command(args, &dir)
                ));
                if args.format.format == Format::Json {
                    document(
                        out,
                        &BuildDocument::new(args, &dir, &builder, &layers, start),
                    )?;
                }
                return Ok(Exit::Interrupted);
            }
            Err(error) => return Err(failed(error)),
        }
    }
    reporter.finish();
    let report = BuildDocument::new(args, &dir, &builder, &layers, start);
    match args.format.format {
        Format::Json => document(out, &report)?,
        Format::Text => writeln!(out, "done   {report}")?,
    }
    Ok(Exit::Done)
}

fn write_layer(out: &mut dyn Write, report: &LayerReport) -> io::Result<()> {
    let LayerReport {
        layer,
        size_bytes,
        xxh3,
        elapsed_secs,
        found,
        resumed,
        loops: _,
    } = *report;
    writeln!(
        out,
        "{:>5}  {:>15}  {size_bytes:>13}  {xxh3:016x}  {}{}",
        layer.seeds(),
        layer.boards(),
        Span(elapsed_secs),
        match (found, resumed) {
            (true, _) => "  found",
            (_, true) => "  resumed",
            _ => "",
        },
    )
}

/// What the loops of a layer took, for those who want detail.
fn write_loops(out: &mut dyn Write, loops: &LoopReport) -> io::Result<()> {
    writeln!(
        out,
        "       loops decide {} boards: {} vertices, {} in the largest part, {} nodes, \
         {} remembered, {} plies deep; {} boards not exact",
        loops.boards,
        loops.vertices,
        loops.largest_component,
        loops.nodes,
        loops.remembered,
        loops.deepest,
        loops.inexact,
    )
}

fn failure(error: BuildError, dir: &Path, args: &BuildDbArgs) -> anyhow::Error {
    let (kind, hint) = match error {
        BuildError::Database(error) => return location::failure(error).into(),
        BuildError::UnsupportedLoops { .. } => (
            Kind::Usage,
            "with repetition-rows=both, build tables for rules with feeding=must-feed".to_owned(),
        ),
        BuildError::Directory { .. } => (
            Kind::Io,
            "name a directory that can be written to with --out DIR".to_owned(),
        ),
        BuildError::Locked { .. } => (
            Kind::Io,
            "wait until it has ended, or build into another directory".to_owned(),
        ),
        BuildError::OutOfMemory { .. } | BuildError::MemoryLimit { .. } => (
            Kind::Io,
            "ask for fewer seeds; finished layers are kept".to_owned(),
        ),
        BuildError::Cancelled { .. } => (Kind::Io, resume_command(args, dir)),
    };
    Failure::new(kind, error, hint).into()
}

/// The command that goes on where this one stopped.
fn resume_command(args: &BuildDbArgs, dir: &Path) -> String {
    let dir = dir.display().to_string();
    let quoted = if dir
        .chars()
        .all(|c| c.is_alphanumeric() || "/._-+=".contains(c))
    {
        dir
    } else {
        format!("'{}'", dir.replace('\'', r"'\''"))
    };
    let threads = args
        .threads
        .given()
        .map_or_else(String::new, |threads| format!(" --threads {threads}"));
    let memory = args
        .memory
        .map_or_else(String::new, |size| format!(" --memory {size}"));
    let effort = match args.effort {
        USUAL_EFFORT => String::new(),
        effort => format!(" --effort {effort}"),
    };
    format!(
        "oware build-db --rules {} --seeds {} --out {quoted}{threads}{memory}{effort}",
        args.rules.rules(),
        args.seeds,
    )
}

#[derive(Serialize)]
struct BuildDocument {
    schema: &'static str,
    rules: String,
    seeds: u8,
    out: String,
    layers: Vec<LayerDocument>,
    positions: u64,
    seconds: f64,
    positions_per_second: f64,
    /// `null` where the system does not tell.
    peak_memory_bytes: Option<u64>,
    /// Seeds of the largest layer that was there before; `null` for a fresh build.
    resumed_from: Option<u8>,
    /// Boards that this run built.
    #[serde(skip)]
    built: u64,
}

#[derive(Serialize)]
struct LayerDocument {
    seeds: u8,
    positions: u64,
    bytes: u64,
    seconds: f64,
    /// Sixteen hexadecimal digits.
    xxh3: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    loops: Option<LoopsDocument>,
}

/// What the loops of a layer took, where each gets his own row.
#[derive(Serialize)]
struct LoopsDocument {
    /// Boards that only loops decide.
    positions: u64,
    vertices: u64,
    largest_component: u64,
    nodes: u64,
    remembered: u64,
    deepest: u32,
    inexact: u64,
}

impl From<LoopReport> for LoopsDocument {
    fn from(loops: LoopReport) -> Self {
        Self {
            positions: loops.boards,
            vertices: loops.vertices,
            largest_component: loops.largest_component,
            nodes: loops.nodes,
            remembered: loops.remembered,
            deepest: loops.deepest,
            inexact: loops.inexact,
        }
    }
}

impl BuildDocument {
    fn new(
        args: &BuildDbArgs,
        dir: &Path,
        builder: &Builder,
        layers: &[LayerReport],
        start: Instant,
    ) -> Self {
        let elapsed = start.elapsed();
        let built = layers
            .iter()
            .filter(|layer| !layer.found)
            .map(|layer| layer.layer.boards())
            .sum();
        Self {
            schema: "oware.build-db/1",
            rules: args.rules.rules().to_string(),
            seeds: args.seeds,
            out: dir.display().to_string(),
            layers: layers
                .iter()
                .map(|report| LayerDocument {
                    seeds: report.layer.seeds(),
                    positions: report.layer.boards(),
                    bytes: report.size_bytes,
                    seconds: seconds(Duration::from_secs_f64(report.elapsed_secs)),
                    xxh3: format!("{:016x}", report.xxh3),
                    loops: report.loops.map(Into::into),
                })
                .collect(),
            positions: layers.iter().map(|report| report.layer.boards()).sum(),
            seconds: seconds(elapsed),
            positions_per_second: (built as f64 / elapsed.as_secs_f64().max(1e-9)).round(),
            peak_memory_bytes: peak_memory_bytes(),
            resumed_from: builder.found_up_to().map(Layer::seeds),
            built,
        }
    }
}

impl std::fmt::Display for BuildDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} positions in {}", self.positions, self.out)?;
        match self.built {
            0 => write!(f, ", all found"),
            built => {
                let elapsed = Duration::from_secs_f64(self.seconds);
                write!(
                    f,
                    "; built {built} in {}, {} positions/s",
                    Span(self.seconds),
                    Rate::new(built, elapsed)
                )
            }
        }
    }
}
