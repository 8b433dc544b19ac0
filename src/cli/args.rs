//! Argument types that several commands share, and how their values are read.
//!
//! Arguments become library values while they are parsed, except positions: a malformed
//! position is bad input, not wrong usage, and may come from a stream, so `input` reads
//! those. An [`ArgError`] carries the way out, which `usage` finds again in clap's error.

use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};
use oware::game::{BoardStyle, RuleSet, Rules, RulesError};

use super::exit::{Failure, Kind};

/// Heading of the arguments that say what is asked about.
pub(crate) const INPUT: &str = "Position and rules";
/// Heading of the arguments that say how it is answered.
pub(crate) const OUTPUT: &str = "Output";

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct GlobalArgs {
    /// Colour: auto, always or never
    ///
    /// With auto, on a terminal that can show it, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_short_help = true,
        display_order = 900
    )]
    pub(crate) color: ColorWhen,

    /// No progress and no notes on stderr
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "verbose",
        hide_short_help = true,
        display_order = 901
    )]
    pub(crate) quiet: bool,

    /// More detail on stderr, such as times and rates
    #[arg(
        short,
        long,
        global = true,
        hide_short_help = true,
        display_order = 902
    )]
    pub(crate) verbose: bool,
}

/// The value of `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal that can show it, unless NO_COLOR is set
    Auto,
    /// Also into files and pipes
    Always,
    /// Nowhere
    Never,
}

/// The value of `--format` for commands that report as text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one document, or one line for each line of a stream
    Json,
}

/// How the result is written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FormatArg {
    /// text for people, json for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT, hide_possible_values = true)]
    pub(crate) format: Format,
}

/// The rules asked for.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RulesArg {
    /// Rule set, with overrides as NAME+key=value [default: abapa]
    ///
    /// For example awari, or abapa+repetition=3.
    #[arg(id = "rules", long = "rules", value_name = "RULES", value_parser = rules, help_heading = INPUT)]
    pub(crate) given: Option<Rules>,
}

impl RulesArg {
    /// The rules given, or `abapa`.
    pub(crate) fn rules(self) -> Rules {
        self.given.unwrap_or_default()
    }
}

/// The moves to play before looking.
#[derive(Args, Clone, Debug)]
pub(crate) struct MovesArg {
    /// Play these moves first, such as DbEc; '-' is a forced pass
    ///
    /// They count as the history of the game, which repetition and limits look at.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = INPUT)]
    pub(crate) moves: Option<String>,
}

/// How boards are drawn.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArg {
    /// How boards are drawn: unicode, ascii, or text for screen readers
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "unicode",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = OUTPUT
    )]
    board: Board,
}

/// The value of `--board`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Board {
    /// With a frame of box characters
    Unicode,
    /// With a frame of ASCII characters
    Ascii,
    /// One line, for screen readers
    Text,
}

impl BoardArg {
    /// The style asked for.
    pub(crate) const fn style(self) -> BoardStyle {
        match self.board {
            Board::Unicode => BoardStyle::Unicode,
            Board::Ascii => BoardStyle::Ascii,
            Board::Text => BoardStyle::Text,
        }
    }
}

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadsArg {
    /// Threads to work with [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = OUTPUT)]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// The number asked for.
    pub(crate) const fn given(self) -> Option<u16> {
        self.threads
    }

    /// The number asked for, or one for each core.
    pub(crate) fn count(self) -> NonZeroUsize {
        let given = self.threads.map(usize::from).and_then(NonZeroUsize::new);
        given
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// A pool of as many threads as were asked for.
    pub(crate) fn pool(self) -> anyhow::Result<rayon::ThreadPool> {
        // Zero threads means one a core to rayon.
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .map_err(|error| {
                let error = anyhow::Error::from(error).context("cannot start the threads");
                Failure::new(Kind::Io, error, "ask for fewer with --threads N").into()
            })
    }
}

/// Why the value of an argument is refused, with the way out.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ArgError {
    message: String,
    /// What the user can write instead, a lower-case fragment.
    pub(crate) hint: String,
}

impl ArgError {
    /// `message` is what is wrong, `hint` the way out.
    pub(crate) fn new(message: impl ToString, hint: impl Into<String>) -> Self {
        Self {
            message: message.to_string(),
            hint: hint.into(),
        }
    }
}

/// Reads a rule set.
pub(crate) fn rules(text: &str) -> Result<Rules, ArgError> {
    text.parse::<Rules>().map_err(|error| {
        let hint = match &error {
            RulesError::UnknownSet { .. } => {
                let names: Vec<_> = RuleSet::all().map(RuleSet::name).collect();
                format!("the rule sets are {}", names.join(", "))
            }
            RulesError::PassUnlessForced => {
                "set only one of them, for example feeding=pass with grand-slam=capture".to_owned()
            }
            _ => "write NAME+key=value+key=value, for example abapa+repetition=3".to_owned(),
        };
        ArgError::new(error, hint)
    })
}

/// Reads `500ms`, `2s`, `10m`, `1h`, or a bare number of seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, ArgError> {
    let (number, unit) = split_unit(text);
    let unit_secs = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    decimal(number)
        .and_then(|number| Duration::try_from_secs_f64(number * unit_secs).ok())
        .ok_or_else(|| {
            ArgError::new(
                "not a duration",
                "write 500ms, 2s, 10m or 1h; a bare number is seconds",
            )
        })
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size {
    pub(crate) bytes: u64,
}

/// As it can be given again: a whole number of the largest unit that leaves no rest.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
        let whole =
            |&(shift, _): &(u32, &str)| self.bytes > 0 && self.bytes.trailing_zeros() >= shift;
        match units.into_iter().find(whole) {
            Some((shift, unit)) => write!(f, "{}{unit}", self.bytes >> shift),
            None => write!(f, "{}B", self.bytes),
        }
    }
}

/// Reads a size whose bare number is megabytes, as chess engines have it for a hash table.
pub(crate) fn size_in_megabytes(text: &str) -> Result<Size, ArgError> {
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "B" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "" | "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        "T" | "TB" | "TIB" => Some(40),
        _ => None,
    };
    number
        .parse::<u64>()
        .ok()
        .zip(shift)
        .and_then(|(number, shift)| number.checked_mul(1 << shift))
        .map(|bytes| Size { bytes })
        .ok_or_else(|| {
            ArgError::new(
                "not a size",
                "write 512K, 64M or 2G; a bare number is megabytes",
            )
        })
}

/// The leading number and what follows it.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// A number without sign or exponent.
fn decimal(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text != ".")
}

/// What must be known of the command line when it cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Early {
    /// How to report the error.
    pub(crate) format: Format,
    /// Whether to colour it.
    pub(crate) color: ColorWhen,
}

impl Early {
    /// Looks for `--format` and `--color` without understanding the rest.
    pub(crate) fn scan(words: &[OsString]) -> Self {
        let words: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
        let options = words.split(|word| *word == "--").next().unwrap_or_default();
        let last = |name: &str| {
            options.iter().enumerate().rev().find_map(|(at, word)| {
                match word.strip_prefix(name)?.strip_prefix('=') {
                    None if *word == name => options.get(at + 1).copied(),
                    value => value,
                }
            })
        };
        Self {
            format: last("--format")
                .and_then(|value| Format::from_str(value, false).ok())
                .unwrap_or(Format::Text),
            color: last("--color")
                .and_then(|value| ColorWhen::from_str(value, false).ok())
                .unwrap_or(ColorWhen::Auto),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_and_bare_numbers_are_seconds() {
        let read = |text| duration(text).map(|time| time.as_millis()).ok();
        for (text, millis) in [
            ("500ms", 500),
            ("2s", 2_000),
            ("2", 2_000),
            ("0.25", 250),
            ("10m", 600_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(read(text), Some(millis), "{text}");
        }
        for text in [
            "",
            "s",
            "-1",
            "1x",
            "1 s",
            "1e3",
            ".",
            "1.2.3",
            "99999999999999999999h",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024_and_can_be_read_again() {
        let bytes = |text| size_in_megabytes(text).map(|size| size.bytes).ok();
        assert_eq!(bytes("512K"), Some(512 << 10));
        assert_eq!(bytes("64M"), Some(64 << 20));
        assert_eq!(bytes("2g"), Some(2 << 30));
        assert_eq!(bytes("16"), Some(16 << 20));
        for text in ["", "M", "-1M", "1.5G", "1X", "18014398509481985K"] {
            assert_eq!(bytes(text), None, "{text}");
        }
        for text in ["0B", "1000B", "5K", "1023K", "300M", "3G", "2048T"] {
            assert_eq!(size_in_megabytes(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn format_and_colour_are_found_in_a_line_that_does_not_parse() {
        let scan =
            |line: &str| Early::scan(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(scan("perft x --format json").format, Format::Json);
        assert_eq!(scan("--bad --format=json").format, Format::Json);
        assert_eq!(scan("perft -- --format json").format, Format::Text);
        assert_eq!(scan("perft --formats json").format, Format::Text);
        assert_eq!(scan("perft --format").format, Format::Text);
        assert_eq!(scan("--color never --format json").color, ColorWhen::Never);
    }
}
