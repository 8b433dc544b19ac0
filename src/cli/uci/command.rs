//! Reading what a client sends: one line, one [`Command`], or a word about what is wrong.
//!
//! Reference: the protocol page of this project, which follows Aalina and Aualé, and the
//! UCI specification of 2006 where that page is silent. South is the side that UCI calls
//! white. Nothing here fails: a word that means nothing is skipped and remarked on.

use std::fmt;
use std::time::Duration;

/// A line from the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: String,
        moves: String,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// A debugging switch or a registration, which this engine has no use for.
    Nothing,
}

/// What a search is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) move_time: Option<Duration>,
    pub(super) depth_plies: Option<u16>,
    pub(super) nodes: Option<u64>,
    pub(super) is_infinite: bool,
    pub(super) is_ponder: bool,
    /// South's and North's time left.
    pub(super) left: [Option<Duration>; 2],
    /// South's and North's increment.
    pub(super) increment: [Duration; 2],
    /// What was not understood.
    pub(super) remarks: Vec<Remark>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Remark {
    #[error("unknown command {}", Quoted(.0))]
    UnknownCommand(String),
    #[error("'setoption' needs 'name NAME', as in: setoption name Level value 3")]
    NoOptionName,
    #[error("'position' needs 'startpos' or 'fen POSITION', as in: position startpos moves DbEc")]
    NoPosition,
    #[error("'go' knows no {}", Quoted(.0))]
    UnknownLimit(String),
    #[error("'go {limit}' needs a number, not {}", Quoted(.found))]
    NotANumber { limit: String, found: String },
}

/// Foreign text, shortened, and safe to print within one line.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_CHARS: usize = 60;
        let shown: String = self.0.chars().take(MOST_CHARS).collect();
        let more = if shown.len() < self.0.len() {
            "…"
        } else {
            ""
        };
        write!(f, "'{}{more}'", shown.escape_debug())
    }
}

/// Reads a line; `None` for a blank one.
pub(super) fn read(line: &str) -> Option<Result<Command, Remark>> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    Some(Ok(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Nothing,
        "setoption" => return Some(option(words)),
        "position" => return Some(position(words)),
        "go" => Command::Go(go(words)),
        _ => return Some(Err(Remark::UnknownCommand(line.trim().to_owned()))),
    }))
}

/// `name N… [value V…]`; both may hold spaces.
fn option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, Remark> {
    if words.next() != Some("name") {
        return Err(Remark::NoOptionName);
    }
    let words: Vec<&str> = words.collect();
    let (name, value) = match words.iter().position(|&word| word == "value") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    if name.is_empty() {
        return Err(Remark::NoOptionName);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

/// `startpos|fen POSITION [moves …]`; positions of some programs hold spaces.
fn position<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, Remark> {
    let words: Vec<&str> = words.collect();
    let (start, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match start {
        ["fen", position @ ..] if !position.is_empty() => position,
        [word] if word.starts_with("startpos") => start,
        _ => return Err(Remark::NoPosition),
    };
    Ok(Command::Position {
        start: start.join(" "),
        moves: moves.join(" "),
    })
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            "ponder" => go.is_ponder = true,
            "movetime" | "depth" | "nodes" | "wtime" | "btime" | "winc" | "binc" => {
                let Some(number) = words.peek().and_then(|found| number(found)) else {
                    go.remarks.push(Remark::NotANumber {
                        limit: word.to_owned(),
                        found: words.peek().copied().unwrap_or_default().to_owned(),
                    });
                    continue;
                };
                words.next();
                go.limit(word, number);
            }
            _ => go.remarks.push(Remark::UnknownLimit(word.to_owned())),
        }
    }
    go
}

/// A whole number. Some clients send a clock that has run out as a negative number, which
/// is no time at all; one beyond all bounds is as good as the largest.
fn number(text: &str) -> Option<u64> {
    let number: i128 = text.parse().ok()?;
    Some(u64::try_from(number.max(0)).unwrap_or(u64::MAX))
}

impl Go {
    fn limit(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number);
        match word {
            "movetime" => self.move_time = Some(time),
            "depth" => self.depth_plies = Some(u16::try_from(number.max(1)).unwrap_or(u16::MAX)),
            "nodes" => self.nodes = Some(number.max(1)),
            "wtime" => self.left[0] = Some(time),
            "btime" => self.left[1] = Some(time),
            "winc" => self.increment[0] = time,
            _ => self.increment[1] = time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        read(line).unwrap().unwrap()
    }

    #[test]
    fn options_and_positions_may_hold_spaces() {
        assert_eq!(
            command("setoption name DbPath value /a b/c"),
            Command::SetOption {
                name: "DbPath".to_owned(),
                value: "/a b/c".to_owned()
            }
        );
        assert_eq!(
            command("setoption name Clear Hash"),
            Command::SetOption {
                name: "Clear Hash".to_owned(),
                value: String::new()
            }
        );
        assert_eq!(
            command(" position  fen 0 | 0 0 | 4 4 moves Db Ec\tF "),
            Command::Position {
                start: "0 | 0 0 | 4 4".to_owned(),
                moves: "Db Ec F".to_owned()
            }
        );
        assert_eq!(
            command("position startpos"),
            Command::Position {
                start: "startpos".to_owned(),
                moves: String::new()
            }
        );
    }

    #[test]
    fn limits_combine_and_nonsense_is_remarked_on() {
        let Command::Go(go) = command(
            "go ponder wtime 1000 btime -5 winc 10 binc 20 movetime x depth 0 nodes 99999999999999999999 mate 3",
        ) else {
            panic!("a search");
        };
        assert!(go.is_ponder && !go.is_infinite);
        let ms = Duration::from_millis;
        assert_eq!(go.left, [Some(ms(1000)), Some(ms(0))]);
        assert_eq!(go.increment, [ms(10), ms(20)]);
        assert_eq!((go.depth_plies, go.nodes), (Some(1), Some(u64::MAX)));
        assert_eq!(go.move_time, None);
        let remarks: Vec<String> = go.remarks.iter().map(Remark::to_string).collect();
        assert_eq!(
            remarks,
            [
                "'go movetime' needs a number, not 'x'",
                "'go' knows no 'x'",
                "'go' knows no 'mate'",
                "'go' knows no '3'"
            ]
        );
    }

    #[test]
    fn nonsense_is_quoted_within_a_line() {
        assert!(read("  \t ").is_none());
        let long = format!("\u{7}{}", "x".repeat(1_000));
        let error = read(&long).unwrap().unwrap_err().to_string();
        assert!(
            error.contains("\\u{7}xxx") && error.ends_with("…'"),
            "{error}"
        );
        for line in [
            "position",
            "position fen",
            "position moves Db",
            "setoption Level 3",
        ] {
            assert!(read(line).unwrap().is_err(), "{line}");
        }
    }
}
