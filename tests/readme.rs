//! Every command that the README shows is run, and must print what is shown there; times,
//! rates and what the machine has free are masked.

use std::path::Path;
use std::process::Command;

/// How the README calls the program before it is installed.
const UNINSTALLED: &str = "cargo run --release --quiet -- ";

#[test]
fn commands_of_the_readme_print_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let work = tempfile::tempdir().unwrap();
    let mut runs = 0;
    for block in blocks(&readme, "console") {
        for (command, expected) in commands(&block) {
            let found = run(command, work.path());
            assert!(
                mask(&found) == mask(&expected),
                "{command}\n--- the README shows\n{expected}\n--- printed\n{found}"
            );
            runs += 1;
        }
    }
    assert!(runs >= 6, "{runs} commands");
}

#[test]
fn first_block_sets_everything_up_in_two_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let first = blocks(&readme, "sh").remove(0);
    let lines: Vec<_> = first.lines().collect();
    let [solve, check] = lines[..] else {
        panic!("not two commands:\n{first}");
    };
    assert!(solve.starts_with(UNINSTALLED), "{solve}");
    let answer = run(solve, root);
    assert!(answer.contains("exact"), "{answer}");
    // The other runs this test.
    assert_eq!(check, "scripts/check.sh");
    assert!(root.join(check).is_file());
}

/// The fenced blocks in this language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    text.split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

/// Each command after a `$ ` with the lines that follow it.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command, String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    found
}

/// What the command prints on stdout, then on stderr.
fn run(command: &str, dir: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_oware"));
    let command = command.replace(UNINSTALLED, "oware ");
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let output = Command::new("bash")
        .args(["-c", &command])
        .current_dir(dir)
        .env("PATH", path)
        .env("XDG_DATA_HOME", dir.join("no-data"))
        // It shows English, whoever runs the test.
        .env("LC_ALL", "C")
        .env_remove("OWARE_DB")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    text(output.stdout) + &text(output.stderr)
}

/// Takes out what differs from run to run: a number before a unit of time or rate, and
/// what is free. Runs of spaces count as one, since columns move with the figures.
fn mask(text: &str) -> String {
    const UNITS: [&str; 6] = ["s", "ms", "min", "M", "k", "G"];
    let mask_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &str| {
            let digits = word.trim_start_matches(['(', ',']);
            digits.starts_with(|c: char| c.is_ascii_digit()) && digits.parse::<f64>().is_ok()
        };
        let masked: Vec<&str> = words
            .iter()
            .enumerate()
            .map(|(index, word)| {
                let unit = words
                    .get(index + 1)
                    .map(|unit| unit.trim_end_matches([',', ';']));
                let is_measured = unit.is_some_and(|unit| UNITS.contains(&unit));
                let is_free = index > 0 && words[index - 1] == "(free";
                let is_unit = index > 0 && is_number(words[index - 1]);
                match word.trim_end_matches([',', ';']) {
                    _ if is_number(word) && (is_measured || is_free) => "#",
                    // 0.1 s and 99 ms are the same to a reader.
                    unit if is_unit && UNITS.contains(&unit) => "#",
                    _ => word,
                }
            })
            .collect();
        masked.join(" ")
    };
    text.lines().map(mask_line).collect::<Vec<_>>().join("\n")
}

#[test]
fn mask_hides_measurements_and_nothing_else() {
    assert_eq!(
        mask("built 20 in 1.1 s, 2.6 M positions/s (free 81 GB), 20 seeds"),
        "built 20 in # # # # positions/s (free # GB), 20 seeds"
    );
    assert_ne!(mask("24-24 exact"), mask("22-26 exact"));
}
