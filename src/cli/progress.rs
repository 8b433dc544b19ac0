//! Progress on stderr: a bar on a terminal, a plain line every 30 s without one.
//!
//! Both show the same text, made from the clock and two counters, so that a log and a
//! screen never disagree. Work that is over within a second shows nothing. The estimate of
//! the time left supposes that the units still to do take as long as those done.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use oware::endgame::resident_bytes;
use oware::progress::Progress;

use super::interrupt;
use super::output::Console;

/// Between two states of the bar.
const BAR_MILLIS: u64 = 100;
/// Before a bar is drawn at all.
const BAR_DELAY_MILLIS: u64 = 1_000;
/// Between two lines where there is no terminal.
const LINE_MILLIS: u64 = 30_000;

/// Shows the progress of work that is counted in units such as boards or leaves.
#[derive(Debug)]
pub(crate) struct Reporter {
    console: Console,
    view: View,
    unit: &'static str,
    stage: Mutex<Stage>,
    done: AtomicU64,
    total: AtomicU64,
    /// When to show the next state, in milliseconds since the reporter was made.
    next_millis: AtomicU64,
    born: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Nothing,
    Bar,
    Lines,
}

#[derive(Debug)]
struct Stage {
    name: String,
    began: Instant,
    part: Option<Part>,
    bar: Option<ProgressBar>,
}

/// A part of a stage that has an estimate of its own.
#[derive(Debug)]
struct Part {
    name: String,
    /// Units of the stage that were done before.
    before: u64,
    units: u64,
    began: Instant,
}

impl Reporter {
    /// A reporter of units with this name, in the plural.
    pub(crate) fn new(console: &Console, unit: &'static str) -> Self {
        let view = match console {
            Console { quiet: true, .. } => View::Nothing,
            // A terminal that cannot move its cursor cannot redraw a bar.
            Console { is_dumb: true, .. } => View::Lines,
            Console {
                stderr_is_terminal: true,
                ..
            } => View::Bar,
            _ => View::Lines,
        };
        let first_millis = match view {
            View::Bar => BAR_DELAY_MILLIS,
            View::Lines | View::Nothing => LINE_MILLIS,
        };
        let born = Instant::now();
        Self {
            console: *console,
            view,
            unit,
            stage: Mutex::new(Stage {
                name: String::new(),
                began: born,
                part: None,
                bar: None,
            }),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            next_millis: AtomicU64::new(first_millis),
            born,
        }
    }

    /// Corrects the number of units of the stage, where it can only be estimated.
    pub(crate) fn expect(&self, units: u64) {
        self.total.store(units, Ordering::Relaxed);
    }

    /// A part of the stage begins, of so many of its units; it and the memory in use are
    /// shown too.
    pub(crate) fn begin_part(&self, name: String, units: u64) {
        let mut stage = self
            .stage
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        stage.part = Some(Part {
            name,
            before: self.done.load(Ordering::Relaxed),
            units,
            began: Instant::now(),
        });
    }

    /// Whether it is time to show something, which is then the caller's to do.
    fn is_due(&self) -> bool {
        if self.view == View::Nothing {
            return false;
        }
        let now = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        let due = self.next_millis.load(Ordering::Relaxed);
        let pause = match self.view {
            View::Bar => BAR_MILLIS,
            View::Lines | View::Nothing => LINE_MILLIS,
        };
        // The exchange lets one of several threads through.
        now >= due
            && self
                .next_millis
                .compare_exchange(due, now + pause, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    fn show(&self) {
        // A panic elsewhere leaves nothing half done in here.
        let mut stage = self
            .stage
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let done = self.done.load(Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        let mut text = describe(done, total, stage.began.elapsed(), self.unit);
        if let Some(part) = &stage.part {
            let done = done.saturating_sub(part.before);
            let memory = resident_bytes().map_or_else(String::new, |bytes| {
                format!("  {:.0} MB", bytes as f64 / 1e6)
            });
            text = format!(
                "{} {}{memory}  all {text}",
                part.name,
                describe_share(done, part.units, part.began.elapsed())
            );
        }
        if self.view == View::Lines {
            self.console.note(format_args!("{}  {text}", stage.name));
            return;
        }
        let name = stage.name.clone();
        let bar = stage.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{prefix}  {wide_bar}  {msg}")
                .expect("the template is well formed");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_style(style)
                .with_prefix(name)
        });
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(text);
        bar.tick();
    }

    fn clear(&self) {
        let mut stage = self
            .stage
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(bar) = stage.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Reporter {
    fn begin(&self, name: &str, units: u64) {
        self.clear();
        self.done.store(0, Ordering::Relaxed);
        self.expect(units);
        let mut stage = self
            .stage
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        name.clone_into(&mut stage.name);
        stage.began = Instant::now();
        stage.part = None;
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
        if self.is_due() {
            self.show();
        }
    }

    fn finish(&self) {
        self.clear();
    }

    fn warn(&self, message: &str) {
        self.clear();
        self.console.warn(message);
    }

    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Percent, rate and time left.
fn describe(done: u64, total: u64, elapsed: Duration, unit: &str) -> String {
    let (percent, left) = share(done, total, elapsed);
    let rate = Rate::new(done, elapsed);
    format!("{percent:.0} %  {rate} {unit}/s  {left} left")
}

/// Percent and time left.
fn describe_share(done: u64, total: u64, elapsed: Duration) -> String {
    let (percent, left) = share(done, total, elapsed);
    format!("{percent:.0} %  {left} left")
}

fn share(done: u64, total: u64, elapsed: Duration) -> (f64, String) {
    let share = if total == 0 {
        0.0
    } else {
        done as f64 / total as f64
    };
    let left = match share {
        share if share <= 0.0 => "?".to_owned(),
        share => Span(elapsed.as_secs_f64() * (1.0 - share).max(0.0) / share).to_string(),
    };
    ((100.0 * share).min(100.0), left)
}

/// Units a second, to three figures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate(f64);

impl Rate {
    /// So many units in so much time.
    pub(crate) fn new(units: u64, elapsed: Duration) -> Self {
        // The clock may not have moved.
        Self(units as f64 / elapsed.as_secs_f64().max(1e-9))
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            rate if rate >= 1e9 => write!(f, "{:.2} G", rate / 1e9),
            rate if rate >= 1e6 => write!(f, "{:.1} M", rate / 1e6),
            rate if rate >= 1e3 => write!(f, "{:.1} k", rate / 1e3),
            rate if rate >= 1.0 || rate <= 0.0 => write!(f, "{rate:.0}"),
            rate => write!(f, "{rate:.3}"),
        }
    }
}

/// A time in seconds as people read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span(pub(crate) f64);

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            secs if secs < 0.1 => write!(f, "{:.1} ms", secs * 1e3),
            secs if secs < 60.0 => write!(f, "{secs:.1} s"),
            secs if secs < 3_600.0 => write!(
                f,
                "{:.0} min {:.0} s",
                (secs / 60.0).floor(),
                (secs % 60.0).floor()
            ),
            secs if secs < 172_800.0 => write!(
                f,
                "{:.0} h {:.0} min",
                (secs / 3_600.0).floor(),
                (secs % 3_600.0 / 60.0).floor()
            ),
            secs => write!(f, "{:.0} days", secs / 86_400.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_has_percent_rate_and_time_left() {
        let ten_secs = Duration::from_secs(10);
        assert_eq!(
            describe(25_000_000, 100_000_000, ten_secs, "boards"),
            "25 %  2.5 M boards/s  30.0 s left"
        );
        assert_eq!(
            describe(0, 0, ten_secs, "leaves"),
            "0 %  0 leaves/s  ? left"
        );
        assert_eq!(
            describe(12, 10, ten_secs, "leaves"),
            "100 %  1 leaves/s  0.0 ms left"
        );
        assert_eq!(
            describe(2, 10, Duration::from_secs(16), "boards"),
            "20 %  0.125 boards/s  1 min 4 s left",
            "slow work is not told of as none"
        );
    }

    #[test]
    fn part_has_percent_and_time_left() {
        let ten_secs = Duration::from_secs(10);
        assert_eq!(describe_share(1, 4, ten_secs), "25 %  30.0 s left");
        assert_eq!(describe_share(0, 4, ten_secs), "0 %  ? left");
    }

    #[test]
    fn spans_use_the_unit_that_fits() {
        let spans = [0.0123, 1.84, 200.0, 7_380.0, 1e6].map(|secs| Span(secs).to_string());
        assert_eq!(
            spans,
            ["12.3 ms", "1.8 s", "3 min 20 s", "2 h 3 min", "12 days"]
        );
    }

    #[test]
    fn quiet_reporter_is_never_due() {
        let mut console = Console::unparsed(super::super::args::ColorWhen::Never);
        let loud = Reporter::new(&console, "leaves");
        loud.next_millis.store(0, Ordering::Relaxed);
        assert!(loud.is_due());
        assert!(!loud.is_due(), "the next state is a pause away");
        console.quiet = true;
        let quiet = Reporter::new(&console, "leaves");
        quiet.next_millis.store(0, Ordering::Relaxed);
        assert!(!quiet.is_due());
    }
}
