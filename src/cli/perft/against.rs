//! `oware perft --against`: another program's counts, move by move.
//!
//! Both programs count behind each move of a position. Where a count differs the move is
//! played and both are asked again a ply less deep, until their move lists differ: there
//! one of them is wrong about the rules.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::process::{Command, Output, Stdio};
use std::thread;

use anyhow::{Context, anyhow};
use oware::game::{Move, Position, Rules};

use super::super::exit::{Exit, Failure, Kind};
use super::super::interrupt;
use super::count::Counter;

/// The most that is read of another program's answer, which needs some hundred.
const MOST_BYTES: u64 = 1 << 20;

/// Characters of what it says of an error that are quoted.
const MOST_QUOTED: usize = 200;

/// Leaves behind each move, by its letter.
type Divide = BTreeMap<char, u64>;

/// Compares the counts of `command` with ours; a difference is a failed check.
pub(super) fn compare(
    command: &str,
    root: Position,
    rules: Rules,
    depth: u32,
    counter: &Counter,
) -> anyhow::Result<Exit> {
    let mut position = root;
    let mut path = String::new();
    for depth in (1..=depth).rev() {
        let counts = counter.count(position, rules, depth);
        if !counts.is_complete {
            return Ok(Exit::Interrupted);
        }
        let mover = position.to_move();
        let ours: Divide = counts
            .divide
            .iter()
            .map(|(first, count)| (first.letter(mover), count.leaves))
            .collect();
        let theirs = ask(command, position, depth)?;
        let place = Place {
            position,
            path: &path,
            root,
            rules,
        };
        if !ours.keys().eq(theirs.keys()) {
            return Err(place.differs(format!(
                "moves are {} here, {} there",
                letters(&ours),
                letters(&theirs)
            )));
        }
        let differing = counts
            .divide
            .iter()
            .map(|&(first, _)| (first, first.letter(mover)))
            .find(|(_, letter)| ours[letter] != theirs[letter]);
        let Some((first, letter)) = differing else {
            return if path.is_empty() {
                Ok(Exit::Done)
            } else {
                Err(place.differs(format!(
                    "no difference at depth {depth}, though the other program counted otherwise from the ply before"
                )))
            };
        };
        if depth == 1 {
            return Err(place.differs(format!(
                "{letter} counts {} here, {} there, at depth 1",
                ours[&letter], theirs[&letter]
            )));
        }
        path.push(letter);
        position = after(position, first, rules);
    }
    Ok(Exit::Done)
}

fn after(position: Position, first: Move, rules: Rules) -> Position {
    position
        .play(first, rules)
        .expect("the move was generated as legal")
}

/// Where the two programs part.
struct Place<'a> {
    position: Position,
    /// The moves from the root.
    path: &'a str,
    root: Position,
    rules: Rules,
}

impl Place<'_> {
    fn differs(&self, what: String) -> anyhow::Error {
        let Self {
            position,
            path,
            root,
            rules,
        } = self;
        let after = match path.len() {
            0 => String::new(),
            _ => format!(" (after {path} from {root})"),
        };
        Failure::new(
            Kind::Check,
            anyhow!("the programs differ at {position}{after}: {what}"),
            format!("see 'oware moves {position} --rules {rules}' for what each move does"),
        )
        .into()
    }
}

fn letters(divide: &Divide) -> String {
    if divide.is_empty() {
        return "none".to_owned();
    }
    let letters: Vec<_> = divide.keys().map(char::to_string).collect();
    letters.join(" ")
}

/// Runs the other program on one position.
fn ask(command: &str, position: Position, depth: u32) -> anyhow::Result<Divide> {
    let line = command
        .replace("{position}", &position.to_string())
        .replace("{depth}", &depth.to_string());
    // Nothing is at work here meanwhile, and the other program may never end.
    let output = interrupt::while_waiting(|| run(shell(&line)))
        .with_context(|| format!("cannot run '{line}'"))?;
    let failed = |what: String, hint: &str| {
        anyhow::Error::from(Failure::new(Kind::Io, anyhow!("'{line}' {what}"), hint))
    };
    if output.stdout.len() as u64 > MOST_BYTES {
        return Err(failed(
            format!("printed more than {MOST_BYTES} bytes"),
            "it should print a line 'MOVE COUNT' for each move, and end",
        ));
    }
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().map_or_else(String::new, |last| {
            let start: String = last.chars().take(MOST_QUOTED).collect();
            format!(": {start}")
        });
        return Err(failed(
            format!("failed with {}{last}", output.status),
            "run that command by itself; it should print a line 'MOVE COUNT' for each move",
        ));
    }
    read(&String::from_utf8_lossy(&output.stdout)).map_err(|bad| {
        failed(
            format!("printed '{bad}'"),
            "after a move there should be the count of leaves behind it, as in 'A 5043'",
        )
    })
}

/// Runs a command to its end, or until it has printed more than anybody wants to read.
fn run(mut command: Command) -> io::Result<Output> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    // What is printed beyond that meets a closed pipe.
    let errors = thread::spawn(move || read_some(err));
    let stdout = read_some(out)?;
    if stdout.len() as u64 > MOST_BYTES {
        // It may have ended by itself.
        let _ = child.kill();
    }
    let status = child.wait()?;
    let stderr = errors.join().expect("reading does not panic")?;
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

/// All that comes, or a byte more than the most.
fn read_some(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The shell splits and quotes the command as its user expects it.
fn shell(line: &str) -> Command {
    let (program, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut command = Command::new(program);
    command.args([flag, line]);
    command
}

/// The lines `MOVE COUNT`; others, such as a total, are passed over. Gives back a line that
/// begins like one and is none.
fn read(text: &str) -> Result<Divide, String> {
    let mut divide = Divide::new();
    for line in text.lines() {
        let mut words = line.split([' ', '\t', ':']).filter(|word| !word.is_empty());
        let (Some(first), count, rest) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let mut characters = first.chars();
        let (Some(letter @ ('A'..='F' | 'a'..='f' | '-')), None) =
            (characters.next(), characters.next())
        else {
            continue;
        };
        let count = count
            .and_then(|count| count.parse().ok())
            .filter(|_| rest.is_none());
        match count {
            Some(count) if divide.insert(letter, count).is_none() => {}
            _ => return Err(line.to_owned()),
        }
    }
    Ok(divide)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_moves_are_read_and_others_passed_over() {
        let divide = read("divide 2\nA: 6\nb\t7\r\n- 1\n\ntotal 14\n14\n").unwrap();
        assert_eq!(divide, BTreeMap::from([('-', 1), ('A', 6), ('b', 7)]));
    }

    #[test]
    fn move_without_a_count_or_given_twice_is_refused() {
        for bad in ["A", "A x", "A 6 7", "A 1\nA 1"] {
            assert_eq!(read(bad), Err(bad.lines().last().unwrap().to_owned()));
        }
    }
}
