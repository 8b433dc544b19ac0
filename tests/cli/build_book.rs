//! `oware build-book`: the same bytes however many threads, and moves that can be played.

use oware::game::Rules;
use oware::opponent::Book;

use crate::harness::oware;

#[test]
fn book_is_the_same_for_any_number_of_threads_and_reads_back() {
    let call = "build-book --plies 1 --nodes 500 --hash 1M --rules awari --threads";
    let one = oware(&format!("{call} 1"))
        .run()
        .exits(0)
        .says_nothing()
        .out;
    let two = oware(&format!("{call} 2"))
        .run()
        .exits(0)
        .says_nothing()
        .out;
    assert_eq!(one, two);
    let rules: Rules = "awari".parse().unwrap();
    // The start, and what can stand after the first move.
    assert_eq!(Book::parse(&one, rules).unwrap().len(), 7);
    assert!(
        one.lines().nth(1)
            == Some("# oware build-book --rules awari --plies 1 --nodes 500 --hash 1M"),
        "{one}"
    );
}

#[test]
fn books_of_the_program_say_how_they_were_made() {
    for name in ["abapa", "awari"] {
        let path = format!("{}/data/book/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let made_by = text.lines().nth(1).unwrap();
        assert!(
            made_by.starts_with(&format!("# oware build-book --rules {name} --plies ")),
            "{made_by}"
        );
    }
}

#[test]
fn too_few_nodes_for_a_value_are_told_of_with_the_position() {
    oware("build-book --plies 0 --nodes 1")
        .run()
        .exits(2)
        .prints("")
        .complains(
            "--nodes 1: too few to judge 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
            "more with --nodes N",
        );
}
