//! `oware uci` through real pipes, as a client drives it. Times are generous: what is tested
//! is that an answer comes, not how soon a loaded machine gives it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer can take.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that runs, and all that it said.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Engine {
    /// With one thread and little memory, so that tests do not get in each other's way.
    fn start(arguments: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oware"));
        command.args(["uci", "--threads", "1", "--hash", "4"]);
        command.args(arguments.split_whitespace());
        command.env_remove("OWARE_DB").env(
            "XDG_DATA_HOME",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/no-data"),
        );
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("stdout is UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
            said: Vec::new(),
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// What comes until a line that begins so, which is the last of it.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("no '{start}' in\n{}", self.said.join("\n"));
            };
            assert!(!line.trim().is_empty(), "an empty line is death to Aualé");
            self.said.push(line.clone());
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The line that begins so.
    #[track_caller]
    fn hears(&mut self, start: &str) -> String {
        self.until(start).pop().expect("the line was found")
    }

    /// Sends a line and waits until the engine has read it.
    #[track_caller]
    fn obeys(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The move after `bestmove`.
    #[track_caller]
    fn best_move(&mut self) -> String {
        word_after(&self.hears("bestmove"), "bestmove").expect("a move follows")
    }

    /// Waits for its end and demands status 0.
    #[track_caller]
    fn ends(mut self) {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                assert_eq!(status.code(), Some(0));
                return;
            }
            assert!(Instant::now() < end, "still running after its end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    fn quits(mut self) {
        self.send("quit");
        self.ends();
    }
}

impl Drop for Engine {
    /// A test that failed leaves no engine behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn word_after(line: &str, word: &str) -> Option<String> {
    let mut words = line.split_whitespace().skip_while(|other| *other != word);
    words.nth(1).map(str::to_owned)
}

fn number_after(line: &str, word: &str) -> i64 {
    let number = word_after(line, word).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number after {word} in: {line}"))
}

#[test]
fn handshake_names_every_option_and_set_options_are_obeyed() {
    let mut engine = Engine::start("");
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name oware "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "Hash type spin default 4 min 1 max 65536",
        "Threads type spin default 1 min 1 max 1024",
        "OwnBook type check default false",
        "Ponder type check default false",
        "DbPath type string default <empty>",
        "Rules type string default abapa",
        "Level type spin default 6 min 1 max 6",
    ] {
        let line = format!("option name {option}");
        assert!(lines.contains(&line), "no '{line}' in {lines:?}");
    }
    for quiet in [
        "setoption name Hash value 8",
        "setoption name threads value 2",
        "setoption name Ponder value true",
        "setoption name OwnBook value true",
        "setoption name OwnBook value false",
        "setoption name Level value 3",
        "setoption name Rules value awari",
        "setoption name Rules value abapa+repetition=3",
        "setoption name DbPath value <empty>",
        "setoption name UCI_Chess960 value true",
        "ucinewgame",
        "debug on",
        "",
        "   ",
    ] {
        assert_eq!(engine.obeys(quiet), [""; 0], "{quiet}");
    }
    for (wrong, part) in [
        ("setoption name Hash value 0", "from 1 to 65536, not '0'"),
        ("setoption name Level value 7", "did you mean '6'"),
        ("setoption name Rules value abpa", "did you mean 'abapa'"),
        ("setoption name Ponder value maybe", "true or false"),
        ("setoption name OwnBook value yes", "true or false"),
        (
            "setoption name DbPath value /no/such/place",
            "/no/such/place",
        ),
        ("setoption Level 3", "setoption name Level value 3"),
    ] {
        let lines = engine.obeys(wrong);
        assert_eq!(lines.len(), 1, "{wrong}: {lines:?}");
        assert!(
            lines[0].starts_with("info string ") && lines[0].contains(part),
            "{wrong}: {lines:?}"
        );
    }
    engine.quits();
}

#[test]
fn book_answers_at_once_where_it_is_asked_for_and_nobody_analyses() {
    let mut engine = Engine::start("");
    engine.send("position startpos");
    engine.send("go nodes 2000");
    let searched = engine.until("bestmove");
    assert!(
        !searched.iter().any(|line| line.contains("book")),
        "{searched:?}"
    );
    engine.send("setoption name OwnBook value true");
    engine.send("go nodes 2000");
    let known = engine.until("bestmove");
    assert!(known[0].contains(" nodes 0 "), "{known:?}");
    assert!(known[1].contains("book of openings"), "{known:?}");
    engine.send("go infinite");
    engine.send("stop");
    let analysed = engine.until("bestmove");
    assert!(
        !analysed.iter().any(|line| line.contains("book")),
        "{analysed:?}"
    );
    engine.quits();
}

#[test]
fn each_limit_ends_the_search_and_limits_combine() {
    let mut engine = Engine::start("");
    for go in [
        "go movetime 50",
        "go depth 4",
        "go nodes 20000",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 1000 btime 0",
        "go depth 60 nodes 20000 movetime 60000",
        "go movetime 50 depth 100 wtime 60000 btime 60000",
    ] {
        engine.send("position startpos moves DbEc");
        engine.send(go);
        let lines = engine.until("bestmove");
        let [info @ .., best] = lines.as_slice() else {
            panic!("nothing");
        };
        let played = word_after(best, "bestmove").unwrap();
        assert!("ABCDEF".contains(&played) && played.len() == 1, "{best}");
        let last = info.last().expect("a search reports");
        let pv = word_after(last, "pv").unwrap();
        assert!(pv.starts_with(&played), "{last} against {best}");
        for word in ["depth", "nodes", "nps", "time", "tbhits"] {
            assert!(number_after(last, word) >= 0, "{last}");
        }
        if go == "go depth 4" {
            assert_eq!(number_after(last, "depth"), 4);
        }
        if go.contains("nodes 20000") {
            assert!(number_after(last, "nodes") <= 20_000, "{last}");
        }
    }
    engine.quits();
}

#[test]
fn proved_value_is_shown_in_hundredths_of_a_seed() {
    let mut engine = Engine::start("");
    engine.send("position fen 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S");
    engine.send("go depth 20");
    let lines = engine.until("bestmove E");
    assert!(
        lines.iter().any(|line| line.contains(" score cp 0 ")),
        "{lines:?}"
    );
    engine.send("setoption name Rules value awari");
    engine.send("position fen 1-0-2-0-1-0-0-2-0-1-1-0-18-22-S");
    engine.send("go movetime 10000");
    let lines = engine.until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains(" score cp -400 ")),
        "{lines:?}"
    );
    engine.quits();
}

#[test]
fn endless_search_answers_meanwhile_and_stops_when_told() {
    let mut engine = Engine::start("");
    engine.send("position startpos");
    engine.send("go infinite");
    for _ in 0..3 {
        let lines = engine.obeys("nonsense");
        assert!(
            lines.iter().all(|line| line.starts_with("info ")),
            "{lines:?}"
        );
    }
    let told = Instant::now();
    engine.send("stop");
    engine.best_move();
    assert!(
        told.elapsed() < Duration::from_secs(10),
        "well within a second when idle"
    );
    // A second stop has nothing to stop.
    assert_eq!(engine.obeys("stop"), [""; 0]);
    engine.quits();
}

#[test]
fn answer_is_held_back_until_stop_even_when_all_is_proved() {
    let mut engine = Engine::start("");
    for go in ["go infinite", "go ponder movetime 1", "go infinite depth 1"] {
        engine.send("position fen 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S");
        engine.send(go);
        engine.hears("info depth");
        let held = engine.obeys("isready");
        assert!(
            held.iter().all(|line| !line.starts_with("bestmove")),
            "{held:?}"
        );
        engine.send("stop");
        assert_eq!(engine.best_move(), "E");
    }
    engine.quits();
}

#[test]
fn ponder_hit_starts_the_clock() {
    let mut engine = Engine::start("");
    engine.send("position startpos moves F");
    engine.send("go ponder wtime 500 btime 500");
    let held = engine.obeys("isready");
    assert!(
        held.iter().all(|line| !line.starts_with("bestmove")),
        "{held:?}"
    );
    engine.send("ponderhit");
    let played = engine.best_move();
    assert!("abcdef".contains(&played), "{played}");
    // When the pondering was for nothing, stop ends it and the next search is another.
    engine.send("go ponder movetime 20");
    engine.send("stop");
    engine.best_move();
    engine.send("position startpos moves Fa");
    engine.send("go movetime 20");
    assert!("ABCDEF".contains(&engine.best_move()));
    engine.quits();
}

#[test]
fn commands_in_a_hurry_are_answered_in_order() {
    let mut engine = Engine::start("");
    for line in [
        "position startpos",
        "go infinite",
        "position startpos moves D",
        "go infinite",
        "stop",
        "position fen 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S",
        "go depth 3",
    ] {
        engine.send(line);
    }
    assert!(
        "ABCDEF".contains(&engine.best_move()),
        "the first gives way"
    );
    assert!(
        "abcdef".contains(&engine.best_move()),
        "the second was stopped"
    );
    assert_eq!(engine.best_move(), "E");
    engine.quits();
}

#[test]
fn moves_may_be_glued_or_spaced_and_bad_ones_leave_the_position_alone() {
    let mut engine = Engine::start("");
    let forced = "position fen 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves";
    for moves in ["AaBbCcDdEe", "Aa Bb Cc Dd Ee", "A a B b C c D d E e"] {
        assert_eq!(engine.obeys(&format!("{forced} {moves}")), [""; 0]);
        for (wrong, part) in [
            ("position startpos moves Dd Xx", "'X' at column 4"),
            ("position startpos moves DD", "South's pit"),
            (
                "position fen 0-0-2-0-0-1-0-0-0-0-0-1-22-22-N moves a",
                "a is empty",
            ),
            ("position fen 4-4", "position '4-4'"),
            ("position", "startpos"),
            ("go movetime", "needs a number"),
            ("play the best move", "unknown command"),
        ] {
            engine.send(wrong);
            let line = engine.hears("info string ");
            assert!(line.contains(part), "{wrong}: {line}");
            if wrong.starts_with("go") {
                engine.send("stop");
                assert_eq!(engine.best_move(), "F");
            }
        }
        engine.send("go depth 2");
        assert_eq!(engine.best_move(), "F", "only F is left after {moves}");
    }
    engine.quits();
}

#[test]
fn game_that_is_over_has_no_move_and_can_be_played_past_its_end() {
    let mut engine = Engine::start("");
    for position in [
        "fen 1-1-0-0-1-0-0-0-0-0-0-0-22-23-S",
        "fen 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves AaBbCcDdEeFf",
    ] {
        engine.send(&format!("position {position}"));
        engine.send("go movetime 50");
        assert!(engine.hears("info string").contains("the game is over"));
        assert_eq!(engine.best_move(), "0000");
        // Held back, as any answer to these is.
        for (go, end) in [("go infinite", "stop"), ("go ponder", "ponderhit")] {
            let lines = engine.obeys(go);
            assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
            engine.send(end);
            assert_eq!(engine.best_move(), "0000");
        }
    }
    engine.send("position fen 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves AaBbCcDdEeFfAa");
    assert!(engine.hears("info string").contains("goes on as a set-up"));
    engine.send("go depth 2");
    assert_eq!(engine.best_move(), "B");
    // A forced pass is a move.
    engine.send("setoption name Rules value marquoir-famine");
    engine.send("position fen 0-0-0-0-0-0-0-4-0-0-5-0-19-20-S");
    engine.send("go depth 2");
    assert_eq!(engine.best_move(), "-");
    engine.quits();
}

#[test]
fn every_level_answers() {
    for level in 1..=6 {
        let mut engine = Engine::start(&format!("--level {level}"));
        engine.send("position startpos moves DbEc");
        engine.send("go movetime 20");
        assert!("ABCDEF".contains(&engine.best_move()));
        engine.send("go infinite");
        engine.send("stop");
        assert!("ABCDEF".contains(&engine.best_move()));
        engine.quits();
    }
}

#[test]
fn quit_and_end_of_input_end_it_also_while_it_searches() {
    for search in ["isready", "go infinite", "go ponder movetime 10"] {
        let mut engine = Engine::start("");
        engine.send(search);
        engine.quits();
        let mut engine = Engine::start("");
        engine.send(search);
        engine.input = None;
        engine.ends();
    }
}

#[test]
fn client_that_stops_reading_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oware"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("stdin is piped");
    // The engine may be gone before it reads all.
    let _ = input.write_all(&b"isready\n".repeat(10));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn unknown_level_and_rules_are_wrong_usage() {
    use super::harness::oware;
    oware("uci --level 9")
        .run()
        .exits(2)
        .complains("did you mean '6'", "");
    oware("uci --rules abpa")
        .run()
        .exits(2)
        .complains("did you mean 'abapa'", "");
}
