//! `oware play` line by line: whole games from scripts, and everything a person can get
//! wrong.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::harness::{Call, Run, oware, oware_with};

/// A game that reads `script`, in English and without a trace outside of `dir`.
fn play(arguments: &str, dir: &Path, script: &str) -> Run {
    call(arguments, dir).reading(script).run()
}

fn call(arguments: &str, dir: &Path) -> Call {
    let mut call = oware(&format!("play --plain {arguments}"))
        .with_env("LC_ALL", "C")
        .with_env("XDG_DATA_HOME", dir.join("data").to_str().unwrap());
    call.command().current_dir(dir);
    call
}

const PEOPLE: &str = "--south human --north human";

/// The moves of a file, as letters.
#[track_caller]
fn letters(file: &Path) -> String {
    let file = file.to_str().unwrap();
    let run = oware_with(&["convert", "-q", "--to", "letters", file]).run();
    run.exits(0).says_nothing().out.trim().to_owned()
}

#[test]
fn scripted_game_of_two_people_is_played_to_its_end_and_reads_back() {
    let dir = tempfile::tempdir().unwrap();
    let script = "\
?D
D
# North answers from his own left
b
E\nc\nF\nf\nD
undo
D
e\nA\n?d\nd\nC\na
?A
B
a
?F
F
save end.ogn
quit
";
    let run = play(PEOPLE, dir.path(), script).exits(0).says_nothing();
    for line in [
        "abapa: South is a person, North is a person.",
        "D sows 4 seeds as far as b",
        "South: D sows 4 seeds as far as b",
        "North: b sows 5 seeds as far as A",
        "d sows 8 seeds as far as F, takes 7 (F 2, E 2, D 3)",
        "The game is over: South wins 25-16, the target is reached.",
        "saved as end.ogn",
    ] {
        let said = run.out.lines().any(|said| said == line);
        assert!(said, "{line}\n{}", run.out);
    }
    assert_eq!(letters(&dir.path().join("end.ogn")), "DbEcFfDeAdCaBaF");
}

#[test]
fn illegal_choices_get_their_reason_and_the_game_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let hungry = "--no-save --position 1-1-0-0-2-1-0-0-0-0-0-0-22-21-S";
    let script = "B\nD\n-\n?B\nxyzzy\nhlep\nE\n";
    let run = play(&format!("{PEOPLE} {hungry}"), dir.path(), script).exits(0);
    let said: Vec<_> = run.out.lines().filter(|line| !line.contains('│')).collect();
    for line in [
        "South to move: E F",
        "must feed: B does not reach",
        "pit D is empty",
        "no pass: there is a move to make",
        "'xyzzy' is not a command; help lists them",
        "'hlep' is not a command, did you mean 'help'?",
        "South: E sows 2 seeds as far as a, feeds North",
    ] {
        assert!(said.contains(&line), "{line}\n{}", run.out);
    }
}

#[test]
fn end_of_input_ends_in_good_order_and_nothing_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let run = play(&format!("{PEOPLE} --save game.ogn"), dir.path(), "D\nb\nE").exits(0);
    assert!(run.out.contains("The input ends here"), "{}", run.out);
    assert!(run.out.ends_with("saved as game.ogn\n"), "{}", run.out);
    assert_eq!(letters(&dir.path().join("game.ogn")), "DbE");
    play(PEOPLE, dir.path(), "").exits(0);
    assert!(!dir.path().join("data").exists(), "a look leaves no trace");
}

#[test]
fn game_without_a_file_goes_into_the_data_directory() {
    let dir = tempfile::tempdir().unwrap();
    play(PEOPLE, dir.path(), "D\n").exits(0);
    let games = dir.path().join("data/oware/games");
    let files: Vec<_> = std::fs::read_dir(&games).unwrap().collect();
    assert_eq!(files.len(), 1);
    assert_eq!(letters(&files[0].as_ref().unwrap().path()), "D");
    play(&format!("{PEOPLE} --no-save"), dir.path(), "D\n").exits(0);
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 1);
}

#[test]
fn whole_game_against_the_computer_ends_by_the_rules() {
    let dir = tempfile::tempdir().unwrap();
    // Whatever is not legal is refused; some pit always is.
    let script = "A\nB\nC\nD\nE\nF\n".repeat(100);
    let run = play("--level 1 --seed 7 --save game.ogn", dir.path(), &script).exits(0);
    assert!(run.out.contains("The game is over: "), "{}", run.out);
    let file = std::fs::read_to_string(dir.path().join("game.ogn")).unwrap();
    assert!(file.contains("[North \"level:1\"]"), "{file}");
    assert!(file.contains("[Termination "), "{file}");
    let again = play("--level 1 --seed 7 --no-save", dir.path(), &script).exits(0);
    let moves = |run: &Run| {
        let lines = run.out.lines();
        lines
            .filter(|line| line.contains(" sows "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&run), moves(&again), "the same seed, the same game");
}

#[test]
fn hint_gives_the_best_move_its_value_and_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let lost = "--no-save --position 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S";
    let run = play(&format!("{PEOPLE} {lost}"), dir.path(), "hint\n").exits(0);
    let hint = "hint: E, a draw (exact); ";
    assert!(run.out.contains(hint), "{}", run.out);
}

#[test]
fn undo_goes_back_to_the_persons_own_decision() {
    let dir = tempfile::tempdir().unwrap();
    let script = "D\nundo\nundo\nredo\nredo\nmoves\n";
    let run = play("--level 1 --seed 1 --no-save", dir.path(), script).exits(0);
    assert_eq!(run.out.matches("nothing to undo").count(), 1, "{}", run.out);
    assert_eq!(run.out.matches("nothing to redo").count(), 1, "{}", run.out);
    assert!(run.out.contains("so far: 1. D "), "{}", run.out);
    let run = play("--south level:1 --no-save", dir.path(), "undo\n").exits(0);
    assert!(run.out.contains("nothing to undo"), "{}", run.out);
}

#[test]
fn two_people_share_when_both_agree() {
    let dir = tempfile::tempdir().unwrap();
    let quiet = "--no-save --position 1-0-0-0-0-0-1-0-0-0-0-1-23-22-S";
    let script = "yes\nshare\nno\nshare\nA\nshare\nyes\n";
    let run = play(&format!("{PEOPLE} {quiet}"), dir.path(), script).exits(0);
    let said: Vec<_> = run
        .out
        .lines()
        .filter(|line| line.contains("share") || line.contains("accept") || line.contains("decl"))
        .filter(|line| !line.starts_with('>') && !line.contains("did you"))
        .collect();
    assert_eq!(
        said[..6],
        [
            "nobody offered to share",
            "South offers to end here and share: 24-24.",
            "North, do you accept (yes or no)?",
            "North declines.",
            "the offer to share was declined in this position; play on first",
            "North offers to end here and share: 24-24.",
        ]
    );
    assert!(
        run.out.contains("a draw, 24-24, by agreement"),
        "{}",
        run.out
    );
}

#[test]
fn computer_shares_when_its_share_is_worth_its_value() {
    let dir = tempfile::tempdir().unwrap();
    // A cycle that nobody can leave: the value is the share.
    let even = "--no-save --move-time 1s --position 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let run = play(even, dir.path(), "share\n").exits(0);
    assert!(run.out.contains("North accepts."), "{}", run.out);
    // South must feed him soon: to share now would leave those seeds to South.
    let better = "--no-save --move-time 1s --position 0-0-0-0-0-5-1-0-0-0-0-0-20-22-S";
    let run = play(better, dir.path(), "share\n").exits(0);
    assert!(run.out.contains("North declines."), "{}", run.out);
}

#[test]
fn circles_are_pointed_out_and_the_computer_offers_to_end_them() {
    let dir = tempfile::tempdir().unwrap();
    let endless =
        "--no-save --rules codingame --level 1 --position 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let script = "A\nB\nC\nD\nE\nF\n".repeat(2) + "A\nyes\n";
    let run = play(endless, dir.path(), &script).exits(0);
    assert!(run.out.contains("Play goes in circles"), "{}", run.out);
    assert!(
        run.out.contains("a draw, 24-24, by agreement"),
        "{}",
        run.out
    );
}

#[test]
fn late_move_loses_on_time_even_when_ahead() {
    let dir = tempfile::tempdir().unwrap();
    let mut call = call(&format!("{PEOPLE} --clock 1s --save game.ogn"), dir.path());
    let mut child = call
        .command()
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"D\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_200));
    std::io::Write::write_all(&mut stdin, b"b\n").unwrap();
    drop(stdin);
    let run = Run::new(child.wait_with_output().unwrap()).exits(0);
    assert!(run.out.contains("the time of North is up"), "{}", run.out);
    assert!(run.out.contains("South wins on time (0-0)"), "{}", run.out);
    let file = std::fs::read_to_string(dir.path().join("game.ogn")).unwrap();
    for tag in ["[Termination \"time\"]", "[Winner \"South\"]"] {
        assert!(file.contains(tag), "{file}");
    }
}

#[test]
fn loaded_game_goes_on_with_its_tags_and_comments() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("club.ogn");
    let record = "[Event \"Club\"]\n[South \"Awa\"]\n[North \"Kofi\"]\n\n1. D {calm} b *\n";
    std::fs::write(&file, record).unwrap();
    let run = play(
        &format!("{PEOPLE} --load club.ogn --save club.ogn"),
        dir.path(),
        "moves\nE\n",
    );
    let run = run.exits(0);
    assert!(run.out.contains("so far: 1. D b"), "{}", run.out);
    let saved = std::fs::read_to_string(&file).unwrap();
    for part in ["\"Club\"", "\"Awa\"", "\"Kofi\"", "1. D {calm} b 2. E *"] {
        assert!(saved.contains(part), "{saved}");
    }
}

#[test]
fn resigned_game_is_loaded_as_it_ended_and_undo_reopens_it() {
    let dir = tempfile::tempdir().unwrap();
    let first = play(
        &format!("{PEOPLE} --save game.ogn"),
        dir.path(),
        "D\nresign\n",
    );
    assert!(
        first
            .exits(0)
            .out
            .contains("South wins by resignation (0-0)")
    );
    let again = format!("{PEOPLE} --no-save --load game.ogn");
    let run = play(&again, dir.path(), "undo\nb\n").exits(0);
    assert!(run.out.contains("by resignation"), "{}", run.out);
    assert!(run.out.contains("North: b sows 5 seeds"), "{}", run.out);
}

#[test]
fn broken_record_is_refused_with_place_and_reason() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad.ogn"), "1. D b 2. D c").unwrap();
    play("--load bad.ogn", dir.path(), "")
        .exits(3)
        .complains("bad.ogn:1:11", "correct the move");
    play("--load missing.ogn", dir.path(), "")
        .exits(1)
        .complains("missing.ogn", "path exists");
}

#[test]
fn file_that_is_somebody_elses_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("diary.txt");
    std::fs::write(&file, "mine").unwrap();
    play("--save diary.txt", dir.path(), "D\n")
        .exits(1)
        .complains("diary.txt exists already", "--load diary.txt");
    let script = "D\nsave diary.txt\nsave other.ogn\nb\nsave other.ogn\n";
    let run = play(&format!("{PEOPLE} --no-save"), dir.path(), script).exits(0);
    let refused = "not saved: diary.txt exists already";
    assert!(run.out.contains(refused), "{}", run.out);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(letters(&dir.path().join("other.ogn")), "Db");
}

#[test]
fn path_that_cannot_be_written_is_told_and_the_game_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = format!("{PEOPLE} --save nowhere/game.ogn");
    let run = play(&arguments, dir.path(), "D\nb\nmoves\n").exits(0);
    let told = "not saved: cannot write nowhere/game.ogn";
    assert_eq!(run.out.matches(told).count(), 1, "{}", run.out);
    assert!(run.out.contains("the game goes on"), "{}", run.out);
    assert!(run.out.contains("so far: 1. D b"), "{}", run.out);
}

#[test]
fn unknown_players_and_rules_suggest_what_was_meant() {
    for (arguments, error, help) in [
        ("--south humen", "'human'", "level:1 to level:6"),
        ("--level 7", "'6'", "1 to 6"),
        ("--level meduim", "'medium'", "easy, medium"),
        ("--north level:0", "'1'", "level:1"),
        ("--rules abbapa", "'abapa'", "the rule sets are"),
        ("--clock 5x", "clock", "5m+3s"),
        ("--games 3", "--games", "--south level:2"),
        ("--format json", "--format json", "level:3"),
        ("--position 4-4-x", "'4-4-x'", "write the pits"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let run = play(arguments, dir.path(), "");
        let status = if arguments.contains("position") { 3 } else { 2 };
        let run = run.exits(status);
        if arguments.contains("json") {
            let document = run.json();
            assert!(document["message"].as_str().unwrap().contains(error));
            assert!(document["hint"].as_str().unwrap().contains(help));
        } else {
            run.complains(error, help);
        }
    }
}

#[test]
fn game_is_spoken_in_french_where_the_locale_or_the_option_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let script = "?a\nabandonner\n";
    let option = play(&format!("{PEOPLE} --no-save --lang fr"), dir.path(), script);
    let locale = call(&format!("{PEOPLE} --no-save"), dir.path())
        .with_env("LC_ALL", "fr_FR.UTF-8")
        .reading(script)
        .run();
    let option = option.exits(0);
    assert_eq!(option.out, locale.exits(0).out);
    for line in [
        "Trait à Sud : A B C D E F",
        "A sème 4 graines jusqu'en E",
        "Nord gagne par abandon (0-0)",
    ] {
        assert!(option.out.contains(line), "{line}\n{}", option.out);
    }
}

#[test]
fn number_keys_count_from_the_movers_left_whatever_the_view() {
    let dir = tempfile::tempdir().unwrap();
    let script = "flip\n2\n2\nmoves\n";
    let run = play(&format!("{PEOPLE} --no-save"), dir.path(), script).exits(0);
    assert!(run.out.contains("so far: 1. B b"), "{}", run.out);
    assert!(run.out.contains("  F   E   D   C   B   A"), "{}", run.out);
    let clockwise = format!("{PEOPLE} --no-save --direction clockwise");
    let run = play(&clockwise, dir.path(), "2\nB\n").exits(0);
    assert!(run.out.contains("South: E sows 4"), "{}", run.out);
    assert!(run.out.contains("North: b sows"), "{}", run.out);
    assert!(run.out.contains("  a   b   c   d   e   f"), "{}", run.out);
}

#[test]
fn screen_readers_get_one_line_for_a_board() {
    let dir = tempfile::tempdir().unwrap();
    let run = play(&format!("{PEOPLE} --no-save --board text"), dir.path(), "");
    let board = "North f-a 4 4 4 4 4 4, store 0; South A-F 4 4 4 4 4 4, store 0; South to move";
    assert!(run.exits(0).out.contains(board));
}

#[test]
fn north_may_open_and_a_limit_of_plies_ends_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = format!("{PEOPLE} --save game.ogn --first north --max-plies 3");
    let run = play(&arguments, dir.path(), "a\nA\nb\nB\n").exits(0);
    assert!(run.out.contains("North: a sows"), "{}", run.out);
    let end = "a draw, 0-0, the limit of plies is reached";
    assert!(run.out.contains(end), "{}", run.out);
    assert_eq!(letters(&dir.path().join("game.ogn")), "aAb");
    let sides: Vec<bool> = (0..8)
        .map(|seed| {
            let arguments = format!("{PEOPLE} --no-save --first random --seed {seed}");
            play(&arguments, dir.path(), "")
                .out
                .contains("North to move")
        })
        .collect();
    assert!(sides.contains(&true) && sides.contains(&false));
}

#[test]
fn strange_input_is_survived() {
    let dir = tempfile::tempdir().unwrap();
    let mut script = b"\xff\xfe\n\x1b[2J\n\n".to_vec();
    script.extend(vec![b'A'; 100_000]);
    script.extend(b"\nD\n");
    let run = call(&format!("{PEOPLE} --no-save"), dir.path())
        .reading(script)
        .run()
        .exits(0);
    assert!(run.out.contains("South: D sows 4"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no escape comes back");
}

#[test]
fn first_move_comes_from_the_book_at_once_unless_it_is_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let took = |options: &str| {
        let start = Instant::now();
        let players = "--south hard --north human --no-save";
        let run = play(&format!("{players} {options}"), dir.path(), "quit\n").exits(0);
        assert!(run.out.contains("South: "), "{}", run.out);
        start.elapsed()
    };
    // Nothing is proved of the start in such a time, so a search takes all of it.
    let searched = took("--no-book --move-time 700ms");
    assert!(searched >= Duration::from_millis(700), "{searched:?}");
    let looked_up = took("--move-time 5m");
    assert!(looked_up < Duration::from_mins(2), "{looked_up:?}");
}
