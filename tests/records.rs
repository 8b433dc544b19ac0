//! Game records: the example in every form, lenient reading with its warnings, strict
//! writing, and round trips on random games of all rule sets.

#[path = "records/example.rs"]
mod example;
#[path = "records/faults.rs"]
mod faults;
#[path = "records/leniency.rs"]
mod leniency;
#[path = "records/mangled.rs"]
mod mangled;
#[path = "records/round_trips.rs"]
mod round_trips;

use oware::record::{Form, ReadGame, ReadOptions, ReadText, RecordError, read, write};

/// Every game of a text, read without being told how.
#[track_caller]
fn games(text: &str) -> ReadText {
    read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\nin {text}"))
}

/// The only game of a text, or why it cannot be read.
#[track_caller]
fn game(text: &str) -> Result<ReadGame, RecordError> {
    let mut text = games(text);
    assert_eq!(text.games.len(), 1, "one game");
    text.games.remove(0)
}

/// The only game of a text, in another form.
#[track_caller]
fn converted(text: &str, form: Form) -> String {
    write(&game(text).unwrap().checked, form).unwrap()
}

/// The warnings of the only game of a text, as a person reads them.
#[track_caller]
fn warnings(text: &str) -> Vec<String> {
    let game = game(text).unwrap();
    let told = game
        .warnings
        .iter()
        .map(|warning| format!("{}: {warning}", warning.place));
    told.collect()
}

/// Why the only game of a text cannot be read.
#[track_caller]
fn error(text: &str) -> String {
    let error = game(text).expect_err("it cannot be read");
    format!("{}: {error}", error.place)
}
