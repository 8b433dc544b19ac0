//! What all commands share: closed pipes, full disks, wrong usage, colour, interrupts.

use std::process::Stdio;

use crate::harness::{Run, fields, oware, oware_with};

#[test]
fn wrong_usage_is_a_document_where_json_is_asked_for() {
    for line in [
        "perft --format json",
        "perft x --format=json",
        "moves --bogus --format json",
    ] {
        let error = oware(line).run().exits(2).says_nothing().json();
        assert_eq!(fields(&error), ["schema", "kind", "message", "hint"]);
        assert_eq!(
            (&error["schema"], &error["kind"]),
            (&"oware.error/1".into(), &"usage".into())
        );
        assert!(
            error["hint"].as_str().unwrap().contains("--help"),
            "{error}"
        );
    }
}

#[test]
fn wrong_usage_names_the_argument_and_the_way_out() {
    oware("perf 3")
        .run()
        .exits(2)
        .prints("")
        .complains("'perf'", "'perft'");
    oware("moves --frmat json")
        .run()
        .exits(2)
        .complains("'--frmat'", "'--format'");
    oware("moves --format yaml")
        .run()
        .exits(2)
        .complains("'yaml'", "'oware moves --help'");
    oware("moves a b")
        .run()
        .exits(2)
        .complains("'b'", "usage: oware moves");
}

#[cfg(unix)]
#[test]
fn closed_pipe_ends_quietly() {
    for line in [
        "perft 3 --divide",
        "moves --format json",
        "--help",
        "moves -",
        "convert - -q --to ogn",
    ] {
        let mut call = oware(line);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = call
            .command()
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let lines = "startpos\n".repeat(1_000);
        // The binary may end before it has read all of it.
        let _ = std::io::Write::write_all(&mut stdin, lines.as_bytes());
        drop(stdin);
        Run::new(child.wait_with_output().unwrap())
            .exits(0)
            .says_nothing();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_a_failure_told_on_stderr() {
    for line in ["perft 3", "moves --format json", "--version"] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut call = oware(line);
        let output = call
            .command()
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        Run::new(output)
            .exits(1)
            .complains("cannot write the result: No space left", "free some space");
    }
}

/// The text without escape sequences for colour.
fn plain(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').expect("a sequence ends in m").1);
    }
    plain
}

#[test]
fn colour_changes_nothing_but_colour() {
    for line in ["moves", "moves bad", "moves --help"] {
        let coloured = oware(&format!("{line} --color always")).run();
        let uncoloured = oware(&format!("{line} --color never")).run();
        let all = format!("{}{}", coloured.out, coloured.err);
        assert!(all.contains("\u{1b}["), "{all}");
        assert_eq!(plain(&coloured.out), uncoloured.out);
        assert_eq!(plain(&coloured.err), uncoloured.err);
        for call in [
            oware(line),
            oware(line).with_env("NO_COLOR", "1"),
            oware(line).with_env("TERM", "dumb"),
        ] {
            let run = call.run();
            assert_eq!(
                (run.out, run.err),
                (uncoloured.out.clone(), uncoloured.err.clone())
            );
        }
    }
}

#[cfg(unix)]
mod interrupts {
    use std::io::{Read, Write};
    use std::process::{Child, Command};
    use std::time::{Duration, Instant};

    use super::*;

    /// A position that is over: it is answered at once, whatever is asked about it.
    const FINISHED: &str = "1-1-0-0-1-0-0-0-0-0-0-0-22-23-S";

    fn spawn(line: &str) -> Child {
        let mut call = oware(line);
        let command = call.command();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Starts a command that reads positions, and has it answer a first one: then it is
    /// known to listen for signals.
    fn start(line: &str) -> Child {
        let mut child = spawn(line);
        ask(&mut child, FINISHED);
        skip_line(&mut child);
        child
    }

    /// Waits for a line and takes it away; byte by byte, so that what follows is left.
    fn skip_line(child: &mut Child) {
        let stdout = child.stdout.as_mut().unwrap();
        let mut byte = [0];
        while byte != *b"\n" {
            stdout.read_exact(&mut byte).unwrap();
        }
    }

    fn ask(child: &mut Child, position: &str) {
        writeln!(child.stdin.as_mut().unwrap(), "{position}").unwrap();
    }

    fn signal(child: &Child, name: &str) {
        let id = child.id().to_string();
        let status = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(status.success());
    }

    fn end(mut child: Child) -> Run {
        // It must end although more input could come, so stdin stays open.
        let _stdin = child.stdin.take();
        let start = Instant::now();
        let run = Run::new(child.wait_with_output().unwrap());
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "it did not stop when asked to"
        );
        run
    }

    /// Has the start counted to a depth that takes years, and interrupts that.
    fn interrupted(line: &str, name: &str) -> Run {
        let mut child = start(line);
        ask(&mut child, "startpos");
        // Enough for a first portion, which takes milliseconds.
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, name);
        end(child).exits(130)
    }

    #[test]
    fn interrupted_count_prints_what_it_has() {
        for name in ["-INT", "-TERM"] {
            let run = interrupted("perft 40 --divide --position -", name);
            let last = run.out.lines().last().unwrap();
            assert!(last.starts_with("interrupted after 0 %: "), "{}", run.out);
            assert!(run.out.starts_with("A "), "{}", run.out);
        }
    }

    #[test]
    fn interrupted_document_says_so() {
        let run = interrupted("perft 40 --format json --position -", "-INT");
        let document = run.json();
        assert_eq!(document["interrupted"], true);
        assert!(document["leaves"].as_u64().unwrap() > 0);
    }

    #[test]
    fn interrupted_suite_says_how_far_it_came() {
        let suite = "abapa\tstartpos\t1\t6\t0\nabapa\tstartpos\t40\t1\t0\n";
        let mut child = spawn("perft --suite -");
        write!(child.stdin.take().unwrap(), "{suite}").unwrap();
        skip_line(&mut child);
        signal(&child, "-INT");
        end(child)
            .exits(130)
            .prints("interrupted after 1 of 2 lines: 1 of 1 agree\n");
    }

    #[test]
    fn waiting_for_another_program_is_interrupted_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let begun = directory.path().join("begun");
        let command = format!("exec 1>&- 2>&-; touch '{}'; exec sleep 20", begun.display());
        let mut call = oware_with(&["perft", "3", "--against", &command]);
        let command = call.command();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        while !begun.exists() {
            assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, "-TERM");
        end(child).exits(130);
    }

    #[test]
    fn waiting_for_input_is_interrupted_at_once() {
        let child = start("moves -");
        signal(&child, "-INT");
        end(child).exits(130).prints("");
    }
}
