//! `oware bench`: a fixed suite of positions, how fast they are searched and proved.
//!
//! The suite has two parts: positions that are searched to a depth, and positions that are
//! proved. The node counts of the first on one thread depend on nothing but the search:
//! `--signature` prints their sum.

mod suite;

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use oware::endgame::Database;
use oware::game::Game;
use oware::solve::{Limits, Solution, SolveOptions, solve_with_tables};
use serde::Serialize;

use super::args::{Format, FormatArg, OUTPUT, Size, ThreadsArg, size_in_megabytes};
use super::exit::{Exit, Failure, Kind, STATUSES};
use super::interrupt;
use super::output::{Console, document, seconds};
use super::progress::Reporter;
use suite::Entry;

/// Measures the search on a fixed suite of positions
///
/// Openings, middle games and endgames of several rule sets, each searched to a fixed
/// depth with the tables that are part of the program; then positions whose value is
/// proved. With one thread the nodes are the same on every machine. An answer other than
/// the known one ends it with status 4.
#[derive(Args, Debug)]
#[command(after_long_help = after_help())]
pub(crate) struct BenchArgs {
    /// Print only the sum of the nodes searched to a depth, with one thread
    #[arg(long, conflicts_with_all = ["threads", "scaling"], help_heading = OUTPUT)]
    signature: bool,

    /// Run everything with one thread first, and say how much faster all are
    #[arg(long, help_heading = OUTPUT)]
    scaling: bool,

    /// Plies added to every depth
    #[arg(long, value_name = "PLIES", default_value_t = 0, help_heading = OUTPUT)]
    deeper: u16,

    /// Memory for the transposition table, such as 64M or 2G; a bare number is MB
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size_in_megabytes, help_heading = OUTPUT)]
    hash: Size,

    #[command(flatten)]
    pub(super) format: FormatArg,

    #[command(flatten)]
    threads: ThreadsArg,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  oware bench --threads 1
      how many nodes a second this machine searches
  oware bench --threads 2 --scaling
      how much faster two threads are than one
  oware bench --deeper 4 --hash 256M --format json
      longer, for programs
  oware bench --signature
      one number that changes when the search does

{STATUSES}"
    )
}

/// Values are for the side to move, in seeds.
#[derive(Serialize)]
struct BenchDocument {
    schema: &'static str,
    rules: Vec<String>,
    positions: Vec<DepthDocument>,
    proofs: Vec<ProofDocument>,
    threads: usize,
    /// Of the positions that were searched to a depth, like the two that follow.
    nodes: u64,
    seconds: f64,
    nodes_per_second: u128,
    proof_nodes: u64,
    proof_seconds: f64,
    /// The same with one thread, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_thread: Option<OneThread>,
}

#[derive(Serialize)]
struct DepthDocument {
    rules: String,
    position: String,
    depth: u16,
    status: &'static str,
    value: Option<i8>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ProofDocument {
    rules: String,
    position: String,
    value: Option<i8>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct OneThread {
    seconds: f64,
    proof_seconds: f64,
    /// Time with one thread by time with all.
    speedup: f64,
    proof_speedup: f64,
}

/// What `--signature` prints for programs.
#[derive(Serialize)]
struct SignatureDocument {
    schema: &'static str,
    rules: Vec<String>,
    nodes: u64,
}

/// A position of the suite, what was found, and the time that took.
type Answered = (Entry, Solution, Duration);

/// The rule sets of answers, each once.
fn rules_of<'a>(answers: impl IntoIterator<Item = &'a Answered>) -> Vec<String> {
    let rules: BTreeSet<_> = answers
        .into_iter()
        .map(|(entry, ..)| entry.rules.to_string())
        .collect();
    rules.into_iter().collect()
}

/// Positions that were searched, and the time for all.
struct Part {
    answers: Vec<Answered>,
    elapsed: Duration,
}

impl Part {
    fn nodes(&self) -> u64 {
        self.answers.iter().map(|(_, found, _)| found.nodes).sum()
    }

    fn rate(&self) -> u128 {
        u128::from(self.nodes()) * 1_000_000 / self.elapsed.as_micros().max(1)
    }

    fn speedup_over(&self, other: &Self) -> f64 {
        other.elapsed.as_secs_f64() / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// Runs the suite.
pub(crate) fn run(
    args: &BenchArgs,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let bench = Bench { args, console };
    if args.signature {
        let part = bench.part(&suite::depths()?, NonZeroUsize::MIN, &mut |_, _, _| Ok(()))?;
        let Some(part) = part else {
            return Ok(Exit::Interrupted);
        };
        match args.format.format {
            Format::Text => writeln!(out, "{}", part.nodes())?,
            Format::Json => {
                let report = SignatureDocument {
                    schema: "oware.bench-signature/1",
                    rules: rules_of(&part.answers),
                    nodes: part.nodes(),
                };
                document(out, &report)?;
            }
        }
        return Ok(Exit::Done);
    }
    let threads = args.threads.count();
    let is_text = args.format.format == Format::Text;
    let Some(one) = (match args.scaling {
        true => bench.both(NonZeroUsize::MIN, is_text, out)?.map(Some),
        false => Some(None),
    }) else {
        return Ok(Exit::Interrupted);
    };
    let Some((depths, proofs)) = bench.both(threads, is_text, out)? else {
        return Ok(Exit::Interrupted);
    };
    let one_thread = one.map(|(one_depths, one_proofs)| OneThread {
        seconds: seconds(one_depths.elapsed),
        proof_seconds: seconds(one_proofs.elapsed),
        speedup: depths.speedup_over(&one_depths),
        proof_speedup: proofs.speedup_over(&one_proofs),
    });
    if is_text {
        if let Some(one) = &one_thread {
            writeln!(
                out,
                "{threads} threads against one: {:.2} times as fast to the depths, {:.2} to the \
                 proofs",
                one.speedup, one.proof_speedup
            )?;
        }
        return Ok(Exit::Done);
    }
    let report = BenchDocument {
        schema: "oware.bench/1",
        rules: rules_of(depths.answers.iter().chain(&proofs.answers)),
        positions: depths.answers.iter().map(depth_document).collect(),
        proofs: proofs.answers.iter().map(proof_document).collect(),
        threads: threads.get(),
        nodes: depths.nodes(),
        seconds: seconds(depths.elapsed),
        nodes_per_second: depths.rate(),
        proof_nodes: proofs.nodes(),
        proof_seconds: seconds(proofs.elapsed),
        one_thread,
    };
    document(out, &report)?;
    Ok(Exit::Done)
}

/// Tells of a position that was searched.
type Tell<'a> = &'a mut dyn FnMut(&Entry, &Solution, Duration) -> anyhow::Result<()>;

/// How the suite is run.
struct Bench<'a> {
    args: &'a BenchArgs,
    console: &'a Console,
}

impl Bench<'_> {
    /// Both parts of the suite; `None` when the user interrupts.
    fn both(
        &self,
        threads: NonZeroUsize,
        is_text: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<(Part, Part)>> {
        if is_text {
            writeln!(
                out,
                "rules             depth  status        nodes   seconds   position"
            )?;
        }
        let depths = self.part(&suite::depths()?, threads, &mut |entry, found, elapsed| {
            if is_text {
                write_answer(out, entry, found, elapsed)?;
            }
            Ok(())
        })?;
        let Some(depths) = depths else {
            return Ok(None);
        };
        if is_text {
            writeln!(
                out,
                "total {} nodes in {:.3} s, {} nodes/s, {threads} threads\n",
                depths.nodes(),
                depths.elapsed.as_secs_f64(),
                depths.rate()
            )?;
            writeln!(
                out,
                "rules             value  status        nodes   seconds   position"
            )?;
        }
        let proofs = self.part(&suite::proofs()?, threads, &mut |entry, found, elapsed| {
            if is_text {
                write_answer(out, entry, found, elapsed)?;
            }
            Ok(())
        })?;
        let Some(proofs) = proofs else {
            return Ok(None);
        };
        if is_text {
            writeln!(
                out,
                "proved {} values with {} nodes in {:.3} s, {threads} threads\n",
                proofs.answers.len(),
                proofs.nodes(),
                proofs.elapsed.as_secs_f64()
            )?;
        }
        Ok(Some((depths, proofs)))
    }

    /// One part of the suite; `None` when the user interrupts.
    fn part(
        &self,
        entries: &[Entry],
        threads: NonZeroUsize,
        tell: Tell<'_>,
    ) -> anyhow::Result<Option<Part>> {
        let start = Instant::now();
        let mut answers = Vec::new();
        for entry in entries {
            let begun = Instant::now();
            let solution = self.search(entry, threads)?;
            if solution.interrupted || interrupt::is_requested() {
                return Ok(None);
            }
            check(entry, &solution)?;
            let elapsed = begun.elapsed();
            tell(entry, &solution, elapsed)?;
            answers.push((*entry, solution, elapsed));
        }
        Ok(Some(Part {
            answers,
            elapsed: start.elapsed(),
        }))
    }

    fn search(&self, entry: &Entry, threads: NonZeroUsize) -> anyhow::Result<Solution> {
        let tables = Database::embedded(&entry.rules.value_rules())?;
        let deeper = self.args.deeper;
        let options = SolveOptions {
            limits: Limits {
                depth_plies: entry.depth_plies.map(|depth| depth.saturating_add(deeper)),
                ..Limits::default()
            },
            hash_bytes: usize::try_from(self.args.hash.bytes).unwrap_or(usize::MAX),
            threads,
            ..SolveOptions::default()
        };
        let game = Game::new(entry.position, entry.rules);
        let reporter = Reporter::new(self.console, "nodes");
        solve_with_tables(&game, tables.as_ref(), &options, &reporter).map_err(|error| {
            let hint = "ask for a smaller table, such as --hash 16M";
            Failure::new(Kind::Io, anyhow::Error::from(error), hint).into()
        })
    }
}

/// A wrong answer, or none where a proof is wanted, is a fault of this program.
fn check(entry: &Entry, solution: &Solution) -> anyhow::Result<()> {
    let is_proved = entry.depth_plies.is_some() || solution.bounds.is_exact();
    if is_proved && entry.agrees_with(solution.bounds) {
        return Ok(());
    }
    let error = anyhow!(
        "{} under {} is worth {}, and {} to {} was found",
        entry.position,
        entry.rules,
        entry.value().unwrap_or_default(),
        solution.bounds.lower.seeds(),
        solution.bounds.upper.seeds()
    );
    Err(Failure::new(
        Kind::Check,
        error,
        "tell the authors; no figure of this run counts",
    )
    .into())
}

fn write_answer(
    out: &mut dyn Write,
    entry: &Entry,
    found: &Solution,
    elapsed: Duration,
) -> anyhow::Result<()> {
    let column = match entry.depth_plies {
        Some(_) => found.depth_plies.to_string(),
        None => found
            .value
            .map_or_else(String::new, |value| value.seeds().to_string()),
    };
    writeln!(
        out,
        "{:<17} {column:>5}  {:<8} {:>10}  {:>8.3}   {}",
        entry.rules.to_string(),
        found.status.word(),
        found.nodes,
        elapsed.as_secs_f64(),
        entry.position
    )?;
    // Whoever watches sees each as it comes.
    out.flush()?;
    Ok(())
}

fn depth_document((entry, found, elapsed): &Answered) -> DepthDocument {
    DepthDocument {
        rules: entry.rules.to_string(),
        position: entry.position.to_string(),
        depth: found.depth_plies,
        status: found.status.word(),
        value: found.value.map(|score| score.seeds()),
        nodes: found.nodes,
        seconds: seconds(*elapsed),
    }
}

fn proof_document((entry, found, elapsed): &Answered) -> ProofDocument {
    ProofDocument {
        rules: entry.rules.to_string(),
        position: entry.position.to_string(),
        value: found.value.map(|score| score.seeds()),
        nodes: found.nodes,
        seconds: seconds(*elapsed),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::super::args::ColorWhen;
    use super::*;

    /// How a run over one position ends.
    fn exit_of(entry: Entry) -> Result<usize, Exit> {
        let matches = BenchArgs::augment_args(Command::new("bench")).get_matches_from(["bench"]);
        let args = BenchArgs::from_arg_matches(&matches).unwrap();
        let console = Console::unparsed(ColorWhen::Never);
        let bench = Bench {
            args: &args,
            console: &console,
        };
        bench
            .part(&[entry], NonZeroUsize::MIN, &mut |_, _, _| Ok(()))
            .map(|part| part.map_or(0, |part| part.answers.len()))
            .map_err(|error| Failure::exit_of(&error))
    }

    #[test]
    fn answer_that_contradicts_the_known_value_ends_with_status_4() {
        let entry = Entry::of_known_value("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", None, 0);
        assert_eq!(exit_of(entry), Ok(1));
        for wrong in [-1, 1] {
            let planted =
                Entry::of_known_value("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", None, wrong);
            assert_eq!(exit_of(planted), Err(Exit::CheckFailed), "{wrong}");
            let planted =
                Entry::of_known_value("abapa", "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", Some(8), wrong);
            assert_eq!(
                exit_of(planted),
                Err(Exit::CheckFailed),
                "{wrong}, to a depth"
            );
        }
    }

    #[test]
    fn bounds_that_do_not_contradict_the_known_value_are_enough_to_a_depth_alone() {
        let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
        assert_eq!(
            exit_of(Entry::of_known_value("abapa", start, Some(2), 0)),
            Ok(1)
        );
    }
}
