//! Help: complete, narrow enough, and ending in examples and the exit statuses.

use crate::harness::{Run, oware};

const COMMANDS: [&str; 12] = [
    "rules", "play", "moves", "perft", "solve", "build-db", "db info", "db stats", "db probe",
    "convert", "analyse", "bench",
];
const STATUSES: &str = "\
Exit status:
    0  done
    1  failed while running (input or output, out of memory)
    2  wrong usage
    3  bad input: malformed position, illegal move, broken record
    4  a check failed: counts differ, a database is damaged or of other rules
    5  a limit was reached without the proof that was asked for
  130  interrupted; the result so far was printed
";

#[track_caller]
fn fits(help: &Run, lines: usize) {
    for line in help.out.lines() {
        assert!(line.chars().count() <= 80, "wider than 80: {line}");
    }
    let found = help.out.lines().count();
    assert!(found <= lines, "{found} lines:\n{}", help.out);
}

#[test]
fn long_help_ends_in_examples_and_exit_statuses() {
    for command in COMMANDS {
        let help = oware(&format!("{command} --help"))
            .run()
            .exits(0)
            .says_nothing();
        // These have the most options.
        let is_long = matches!(command, "play" | "analyse" | "solve");
        fits(&help, if is_long { 150 } else { 120 });
        assert!(help.out.contains("\nExamples:\n  oware "), "{}", help.out);
        assert!(help.out.ends_with(STATUSES), "{}", help.out);
    }
    let help = oware("--help").run().exits(0);
    assert!(help.out.ends_with(STATUSES), "{}", help.out);
}

#[test]
fn short_help_fits_a_screen() {
    for command in COMMANDS {
        let lines = if command == "play" { 32 } else { 30 };
        fits(&oware(&format!("{command} -h")).run().exits(0), lines);
    }
    fits(&oware("-h").run().exits(0), 24);
}

#[test]
fn every_option_says_what_it_does() {
    for command in COMMANDS {
        let help = oware(&format!("{command} --help")).run().exits(0).out;
        let lines: Vec<_> = help.lines().collect();
        let is_argument = |line: &str| {
            let name = line.trim_start();
            line.len() - name.len() <= 6 && (name.starts_with('-') || name.starts_with('['))
        };
        let arguments = lines.windows(2).filter(|pair| is_argument(pair[0]));
        let mut count = 0;
        for pair in arguments {
            count += 1;
            let text = pair[1].trim_start();
            assert!(
                text.starts_with(char::is_uppercase) || text.starts_with("text for"),
                "{} is followed by {}",
                pair[0],
                pair[1]
            );
        }
        assert!(count >= 7, "{count} arguments in:\n{help}");
    }
}

#[test]
fn each_example_of_a_command_is_a_valid_command_line() {
    for command in COMMANDS {
        let help = oware(&format!("{command} --help")).run().exits(0).out;
        let (_, examples) = help
            .split_once("\nExamples:\n")
            .expect("there are examples");
        // Those that need a file, a shell or a minute are left out.
        let lines = examples
            .lines()
            .filter_map(|line| line.strip_prefix("  oware "))
            .filter(|line| !line.contains([' ', '<', '\'', '.']) || line.contains("--moves"));
        for line in lines {
            oware(line).run().exits(0).says_nothing();
        }
    }
}

#[test]
fn nothing_to_do_prints_help_and_is_wrong_usage() {
    let help = oware("").run().exits(2).prints("");
    assert!(help.err.contains("Usage: oware [OPTIONS] <COMMAND>"));
}

#[test]
fn wrong_usage_of_an_inner_command_points_to_its_own_help() {
    oware("db export --seeds 99")
        .run()
        .exits(2)
        .complains("'99'", "see 'oware db export --help'");
    oware("--color never solve --depth 0")
        .run()
        .exits(2)
        .complains("'0'", "see 'oware solve --help'");
}

#[test]
fn version_is_that_of_the_package() {
    oware("--version")
        .run()
        .exits(0)
        .prints(concat!("oware ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = oware(&format!("completions {shell}"))
            .run()
            .exits(0)
            .says_nothing()
            .out;
        for word in ["build-db", "no-bulk", "rules"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    oware("completions tcsh")
        .run()
        .exits(2)
        .complains("tcsh", "--help");
}

#[test]
fn manual_pages_are_those_of_the_program_and_of_each_command() {
    for (command, title, option) in [
        ("", ".TH oware 1", "color"),
        ("solve", ".TH oware-solve 1", "exact"),
        ("db probe", ".TH oware-db-probe 1", "rules"),
    ] {
        let page = oware(&format!("man {command}"))
            .run()
            .exits(0)
            .says_nothing()
            .out;
        let version = concat!("\"oware ", env!("CARGO_PKG_VERSION"), "\"");
        let first = page.lines().find(|line| line.starts_with(title));
        assert!(first.is_some_and(|line| line.contains(version)), "{page}");
        assert!(page.contains(&format!("\\fB\\-\\-{option}\\fR")), "{page}");
        assert!(page.contains("Exit status:"), "{page}");
    }
    oware("man db prob")
        .run()
        .exits(2)
        .complains("there is no command 'prob' in 'db'", "info, stats, probe");
    oware("man solve x")
        .run()
        .exits(2)
        .complains("'x'", "leave 'x' out");
}

#[test]
fn help_is_also_a_command() {
    let by_command = oware("help solve").run().exits(0).out;
    assert_eq!(by_command, oware("solve --help").run().exits(0).out);
}
