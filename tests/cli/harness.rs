//! Runs the binary and says in a diff what it should have printed.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A call of `oware` that is not made yet.
pub(crate) struct Call {
    command: Command,
    stdin: Vec<u8>,
}

/// What a call did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    status: Option<i32>,
}

/// `oware` with arguments that are separated by spaces.
pub(crate) fn oware(line: &str) -> Call {
    oware_with(&line.split_whitespace().collect::<Vec<_>>())
}

/// `oware` with these arguments.
pub(crate) fn oware_with(arguments: &[&str]) -> Call {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oware"));
    command.args(arguments);
    // The tests do not depend on who runs them and where.
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "OWARE_DB", "COLUMNS"] {
        command.env_remove(variable);
    }
    // Nor on the tables that he has built.
    command.env(
        "XDG_DATA_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/no-data"),
    );
    Call {
        command,
        stdin: Vec::new(),
    }
}

impl Call {
    /// Gives it something to read.
    pub(crate) fn reading(mut self, stdin: impl Into<Vec<u8>>) -> Self {
        self.stdin = stdin.into();
        self
    }

    /// Sets an environment variable.
    pub(crate) fn with_env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Changes the command further.
    pub(crate) fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    /// Makes the call and waits for its end.
    #[track_caller]
    pub(crate) fn run(mut self) -> Run {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut pipe = child.stdin.take().expect("stdin is piped");
        let stdin = self.stdin;
        // From a thread: a long input and a long output would wait for each other.
        let writer = std::thread::spawn(move || {
            // A command that does not read its input closes the pipe, which is its right.
            let _ = pipe.write_all(&stdin);
        });
        let output = child.wait_with_output().expect("the binary ends");
        writer.join().expect("the writer does not panic");
        Run::new(output)
    }
}

impl Run {
    pub(crate) fn new(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            err: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
            status: output.status.code(),
        }
    }

    /// Demands an exit status.
    #[track_caller]
    pub(crate) fn exits(self, status: i32) -> Self {
        assert_eq!(
            self.status,
            Some(status),
            "\nstdout:\n{}\nstderr:\n{}",
            self.out,
            self.err
        );
        self
    }

    /// Demands exactly this on stdout.
    #[track_caller]
    pub(crate) fn prints(self, expected: &str) -> Self {
        assert!(self.out == expected, "\n{}", diff(expected, &self.out));
        self
    }

    /// Demands nothing on stderr.
    #[track_caller]
    pub(crate) fn says_nothing(self) -> Self {
        assert_eq!(self.err, "");
        self
    }

    /// Demands an error in two lines on stderr, `error:` and `help:`, with these parts.
    #[track_caller]
    pub(crate) fn complains(self, error: &str, help: &str) -> Self {
        let lines: Vec<_> = self.err.lines().collect();
        let [first, second] = lines[..] else {
            panic!("not an error and its way out:\n{}", self.err);
        };
        assert!(
            first.starts_with("error: ") && first.contains(error),
            "{first}\nwithout: {error}"
        );
        assert!(
            second.starts_with("help: ") && second.contains(help),
            "{second}\nwithout: {help}"
        );
        self
    }

    /// The one document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let mut documents = self.documents();
        assert_eq!(documents.len(), 1, "{}", self.out);
        documents.remove(0)
    }

    /// The documents on stdout, one a line.
    #[track_caller]
    pub(crate) fn documents(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
            })
            .collect()
    }
}

/// The names of the fields of a document, in order.
#[track_caller]
pub(crate) fn fields(document: &Value) -> Vec<&str> {
    let object = document.as_object().expect("a document is an object");
    object.keys().map(String::as_str).collect()
}

/// Lines that are only expected with a minus, lines that are only there with a plus.
fn diff(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let (mut left, mut right) = (expected.as_slice(), found.as_slice());
    let mut text = String::new();
    let mut put = |sign, line: &str| text.push_str(&format!("{sign} {line}\n"));
    while let (Some((a, after_a)), Some((b, after_b))) = (left.split_first(), right.split_first()) {
        if a == b {
            put(' ', a);
            (left, right) = (after_a, after_b);
        } else if after_b.contains(a) && !after_a.contains(b) {
            put('+', b);
            right = after_b;
        } else {
            put('-', a);
            left = after_a;
        }
    }
    left.iter().for_each(|line| put('-', line));
    right.iter().for_each(|line| put('+', line));
    text.push_str("(the texts may differ in line ends alone)\n");
    text
}

#[test]
fn diff_marks_what_is_missing_and_what_is_too_much() {
    let text = diff("a\nb\nc\n", "a\nx\nc\nd\n");
    assert!(text.starts_with("  a\n- b\n+ x\n  c\n+ d\n"), "{text}");
}
