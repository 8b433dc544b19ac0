//! `oware convert`: the example through every form, faults with their places, files, bad
//! input.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{Run, fields, oware, oware_with};

const FORMS: [(&str, &str); 5] = [
    ("ogn", "example.ogn"),
    ("letters", "example.letters.txt"),
    ("playstrategy", "example.playstrategy.pgn"),
    ("codingame", "example.codingame.txt"),
    ("manqala", "example.manqala.txt"),
];

fn data(name: &str) -> String {
    format!("{}/data/games/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text_of(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap()
}

/// Converts what is on stdin, without notes.
fn convert(text: impl Into<Vec<u8>>, options: &str) -> Run {
    oware(&format!("convert - -q {options}"))
        .reading(text)
        .run()
}

#[test]
fn example_becomes_each_form_and_comes_back() {
    let original = text_of("example.ogn");
    for (form, file) in FORMS {
        let there = oware_with(&["convert", &data("example.ogn"), "--to", form])
            .run()
            .exits(0)
            .prints(&text_of(file));
        assert_eq!(
            there.err.lines().count(),
            if there.out.contains('[') { 1 } else { 2 }
        );
        let back = convert(there.out, "--to ogn").exits(0).says_nothing();
        let moves = |text: &str| text.split_once("[Result").unwrap().1.to_owned();
        match form {
            "ogn" | "playstrategy" => assert_eq!(back.out, original),
            _ => assert_eq!(moves(&back.out), moves(&original)),
        }
    }
}

#[test]
fn form_that_was_recognised_is_told() {
    let run = oware_with(&["convert", &data("example.ogn"), "--to", "letters"]).run();
    let name = data("example.ogn");
    assert_eq!(
        run.exits(0).err,
        format!(
            "note: {name}: OGN, 1 game\nnote: {name}:1:1: game 1: the letters form has no place for 7 tags, the result\n"
        )
    );
}

#[test]
fn each_fault_is_one_warning_with_its_place_and_strict_refuses_it() {
    let ogn = text_of("example.ogn");
    let playstrategy = text_of("example.playstrategy.pgn");
    for (text, warning) in [
        (
            ogn.replace("e+5", "e+6"),
            "stdin:12:27: ply 8, e captures 5, but the record says 6",
        ),
        (
            playstrategy.replace("d2c1", "d2d1"),
            "stdin:12:22: ply 4, the last seed of c falls into C, but the record says D",
        ),
        (
            ogn.replace("F+2 25-16", "F+2 25-17"),
            "stdin:12:70: the game ends 25-16 (target), but the record says 25-17",
        ),
    ] {
        let lenient = convert(text.clone(), "--to letters")
            .exits(0)
            .prints("DbEcFfDeAdCaBaF\n");
        assert_eq!(lenient.err, format!("warning: {warning}\n"));
        let strict = convert(text.clone(), "--to letters --strict")
            .exits(3)
            .prints("");
        assert_eq!(
            strict.err,
            format!(
                "warning: {warning}\nerror: stdin:1:1: game 1 has 1 warning, and --strict takes none\nhelp: correct the record, or leave --strict out\n"
            )
        );
        let json = convert(text, "--to letters --strict --format json").exits(3);
        let error = json.says_nothing().json();
        assert_eq!(error["kind"], "input");
        assert_eq!(error["message"], format!("refused by --strict: {warning}"));
    }
}

#[test]
fn document_has_every_position_and_the_warnings() {
    let text = text_of("example.ogn")
        .replace("D b 2.", "D {one} b?! 2.")
        .replace("e+5", "e+6");
    let run = convert(text, "--to json").exits(0);
    let document = run.json();
    assert_eq!(
        fields(&document),
        [
            "schema",
            "rules",
            "source",
            "form",
            "north_order",
            "tags",
            "start",
            "notes",
            "plies",
            "moves",
            "position",
            "result",
            "termination",
            "over",
            "warnings"
        ]
    );
    assert_eq!(document["schema"], "oware.convert/1");
    assert_eq!(document["rules"], "abapa");
    assert_eq!(document["tags"]["North"], "Léa");
    assert_eq!(
        document["source"],
        json!({"file": "stdin", "game": 1, "line": 1})
    );
    assert_eq!(document["position"], "2-0-2-1-1-0-1-0-0-0-0-0-25-16-N");
    assert_eq!(document["result"], "25-16");
    assert_eq!(
        document["over"],
        json!({"reason": "target", "score": [25, 16], "winner": "south", "ply": 15})
    );
    assert_eq!(
        document["moves"][7],
        json!({
            "ply": 8, "side": "north", "move": "e",
            "position": "8-7-7-1-0-0-8-2-1-8-0-1-0-5-S", "captured": 5, "notes": []
        })
    );
    assert_eq!(document["moves"][0]["notes"], json!([{"comment": "one"}]));
    assert_eq!(document["moves"][1]["notes"], json!([{"mark": "?!"}]));
    assert_eq!(
        document["warnings"],
        json!([{
            "line": 12, "column": 35, "kind": "wrong-capture",
            "message": "ply 8, e captures 5, but the record says 6", "count": 1
        }])
    );
}

#[test]
fn report_of_a_conversion_carries_the_text() {
    let run = convert("DbEc", "--to ogn --format json")
        .exits(0)
        .says_nothing();
    let document = run.json();
    assert_eq!(document["form"], "letters");
    assert_eq!(document["to"], "ogn");
    assert_eq!(
        document["text"],
        "[Result \"*\"]\n[Rules \"abapa\"]\n\n1. D b 2. E c *\n"
    );
    assert_eq!(document["result"], Value::Null);
}

#[test]
fn broken_game_of_a_stream_has_its_error_in_its_place() {
    let run = convert("DbEc\nDD\nAaBb\n", "--to codingame --format json").exits(3);
    let documents = run.says_nothing().documents();
    let schemas: Vec<_> = documents
        .iter()
        .map(|document| &document["schema"])
        .collect();
    assert_eq!(
        schemas,
        ["oware.convert/1", "oware.error/1", "oware.convert/1"]
    );
    let run = convert("DbEc\nDbDb\nAaBb\n", "--to codingame").exits(3);
    assert_eq!(run.out, "3 1 4 2\n0 0 1 1\n");
    run.complains(
        "stdin:2:3: ply 3, D in 5-4-4-0-5-5-5-0-5-5-5-5-0-0-S: D is empty; legal are A, B, C, E, F",
        "--north-order mirrored",
    );
}

#[test]
fn rules_asked_for_override_those_named_with_a_warning() {
    let text = "[Rules \"awari\"]\n\n1. D b *\n";
    let run = convert(text, "--to ogn --rules abapa").exits(0);
    assert!(run.out.contains("[Rules \"abapa\"]"), "{}", run.out);
    assert_eq!(
        run.err,
        "warning: stdin:1:1: the record names the rules 'awari', but is read by abapa, as asked\n"
    );
    convert(text, "--to ogn --rules awari")
        .exits(0)
        .says_nothing();
    convert("[Rules \"awarii\"]\n1. D b", "--to ogn")
        .exits(3)
        .complains(
            "stdin:1:1: the rules of the game: unknown rule set 'awarii', did you mean 'awari'?",
            "--rules RULES",
        );
    convert("Db", "--to ogn --rules awarii")
        .exits(2)
        .complains("'awari'", "abapa");
}

#[test]
fn order_of_norths_letters_is_found_or_forced() {
    let mirrored = "1. D e 2. E d 3. F a 4. D b+5 5. A+5 c+7 6. C+5 f+4 7. B+13 f 8. F+2 25-16";
    let run = oware("convert - --to letters").reading(mirrored).run();
    let run = run.exits(0).prints("DbEcFfDeAdCaBaF\n");
    assert!(
        run.err.contains("North's letters are read with a above A"),
        "{}",
        run.err
    );
    convert(mirrored, "--to letters --north-order sowing").exits(3);
    convert("De", "--to letters --north-order mirrored")
        .exits(0)
        .prints("Db\n");
}

#[test]
fn pass_is_refused_where_there_is_no_sign_for_it() {
    let text = "0-0-0-0-0-0-0-4-0-0-5-0-19-20-S moves -b";
    let options = "--rules marquoir-famine --to";
    convert(text, &format!("{options} letters"))
        .exits(0)
        .prints(&format!("{text}\n"));
    for form in ["playstrategy", "codingame", "manqala"] {
        let run = convert(text, &format!("{options} {form}"))
            .exits(3)
            .prints("");
        assert!(run.err.contains("stdin:1:1: the "), "{}", run.err);
    }
    convert(text, &format!("{options} playstrategy")).complains(
        "the player to move passes at ply 1, which the PlayStrategy form cannot write",
        "ogn, letters or json",
    );
}

#[test]
fn bad_files_are_named_with_their_fault() {
    for (bytes, fault) in [
        (&b""[..], "stdin:1:1: the file is empty"),
        (b" \r\n", "the file is empty"),
        (b"\x7fELF\0\0", "stdin:1:1: this is not a text file"),
        (b"\xFF\xFEDb", "UTF-16"),
        (
            b"Dear all, the game was nice",
            "stdin:1:1: this is no game record",
        ),
    ] {
        let run = convert(bytes, "--to ogn").exits(3).prints("");
        run.complains(fault, "");
        let json = convert(bytes, "--to ogn --format json")
            .exits(3)
            .says_nothing();
        assert_eq!(json.json()["kind"], "input");
    }
    oware("convert data --to ogn")
        .run()
        .exits(3)
        .complains("data is a directory", "files in it");
    oware("convert no-such-file --to ogn")
        .run()
        .exits(1)
        .complains("no-such-file", "exists");
}

#[test]
fn latin_1_is_read_with_a_warning_and_written_as_utf_8() {
    let text = &b"[South \"Zo\xE9\"]\n\n1. D b"[..];
    let run = convert(text, "--to ogn").exits(0);
    assert!(run.out.starts_with("[South \"Zoé\"]\n"), "{}", run.out);
    let told = "warning: stdin:1:11: the byte E9 is not UTF-8: read as 'é', as in Windows-1252";
    assert!(run.err.contains(told), "{}", run.err);
    convert(text, "--to ogn --strict").exits(3).prints("");
    let utf_16 = &b"\xFF\xFED\0b\0"[..];
    convert(utf_16, "--to ogn").complains(
        "stdin:1:1: this is not UTF-8 text, but UTF-16",
        "iconv -f UTF-16",
    );
}

#[test]
fn byte_order_mark_and_line_ends_change_nothing() {
    let text = format!("\u{FEFF}{}", text_of("example.ogn").replace('\n', "\r\n"));
    convert(text, "--to ogn")
        .exits(0)
        .says_nothing()
        .prints(&text_of("example.ogn"));
}

#[test]
fn several_games_of_a_file_stay_apart() {
    let example = text_of("example.ogn");
    let two = format!("{example}\n{example}");
    convert(two.clone(), "--to ogn").exits(0).prints(&two);
    convert(two.clone(), "--to letters")
        .exits(0)
        .prints("DbEcFfDeAdCaBaF\nDbEcFfDeAdCaBaF\n");
    let manqala = convert(two, "--to manqala").exits(0).out;
    let back = convert(manqala, "--to letters").exits(0);
    assert_eq!(back.out, "DbEcFfDeAdCaBaF\nDbEcFfDeAdCaBaF\n");
}

fn call(dir: &Path, line: &str) -> Run {
    let mut call = oware(line);
    call.command().current_dir(dir);
    call.run()
}

#[test]
fn file_is_written_whole_and_not_over_another() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.txt"), "DbEc\n").unwrap();
    call(dir, "convert in.txt --to ogn --out out.ogn -q")
        .exits(0)
        .says_nothing()
        .prints("");
    let written = fs::read_to_string(dir.join("out.ogn")).unwrap();
    assert!(written.ends_with("\n1. D b 2. E c *\n"), "{written}");
    fs::write(dir.join("out.ogn"), "mine").unwrap();
    call(dir, "convert in.txt --to ogn --out out.ogn")
        .exits(1)
        .complains("out.ogn exists already", "--force");
    assert_eq!(fs::read_to_string(dir.join("out.ogn")).unwrap(), "mine");
    call(dir, "convert in.txt --to ogn --out out.ogn --force -q")
        .exits(0)
        .says_nothing();
    assert_eq!(fs::read_to_string(dir.join("out.ogn")).unwrap(), written);
    let left: Vec<_> = fs::read_dir(dir).unwrap().collect();
    assert_eq!(left.len(), 2, "no temporary file is left: {left:?}");
}

#[test]
fn several_files_go_into_a_directory_and_a_broken_one_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("a.txt"), "DbEc\n").unwrap();
    fs::write(dir.join("b.txt"), "DbEc\nDbDb\n").unwrap();
    fs::write(dir.join("c.txt"), "3 1 4\n").unwrap();
    let run = call(dir, "convert a.txt b.txt c.txt --to ogn --out games").exits(3);
    assert!(run.err.contains("error: b.txt:2:3: ply 3"), "{}", run.err);
    assert!(
        run.err.contains("games/b.ogn is not written"),
        "{}",
        run.err
    );
    let mut names: Vec<_> = fs::read_dir(dir.join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["a.ogn", "c.ogn"]);
    fs::create_dir(dir.join("d")).unwrap();
    fs::write(dir.join("d/a.txt"), "AaBb\n").unwrap();
    call(dir, "convert a.txt d/a.txt --to json --out other")
        .exits(2)
        .complains(
            "a.txt and d/a.txt would both be written to other/a.json",
            "one by one",
        );
}

#[cfg(unix)]
#[test]
fn written_file_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.txt"), "DbEc\n").unwrap();
    call(dir, "convert in.txt --to ogn --out out.ogn").exits(0);
    let mode = |name: &str| fs::metadata(dir.join(name)).unwrap().permissions().mode();
    assert_eq!(mode("out.ogn"), mode("in.txt"));
}

#[test]
fn long_game_is_converted_in_good_time() {
    let text = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves ".to_owned() + &"AaBbCcDdEeFf".repeat(4_167);
    let start = std::time::Instant::now();
    let ogn = convert(text.clone(), "--to ogn --rules board-and-pieces").exits(0);
    let ogn = ogn.says_nothing().out;
    convert(ogn, "--to letters")
        .exits(0)
        .says_nothing()
        .prints(&format!("{text}\n"));
    assert!(start.elapsed() < std::time::Duration::from_secs(5));
}
