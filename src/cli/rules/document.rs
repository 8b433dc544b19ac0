//! The JSON of `oware rules`: every setting of a set, and the explanation as data.

use oware::game::{Move, PitSet, RuleSet, Rules};
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::output::Over;
use super::catalogue::Catalogue;
use super::played::Played;
use super::{list, questions, steps, words};

/// All named sets.
#[derive(Serialize)]
pub(super) struct ListDocument {
    schema: &'static str,
    rules: Vec<SetDocument>,
}

#[derive(Serialize)]
struct SetDocument {
    name: &'static str,
    source: &'static str,
    special: String,
    settings: Map<String, Value>,
}

impl ListDocument {
    pub(super) fn new(catalogue: &Catalogue) -> Self {
        let set = |set: RuleSet| SetDocument {
            name: set.name(),
            source: set.source(),
            special: list::special(catalogue, set),
            settings: settings(set.rules()),
        };
        Self {
            schema: "oware.rules/1",
            rules: RuleSet::all().map(set).collect(),
        }
    }
}

/// One rule set, explained.
#[derive(Serialize)]
pub(super) struct PageDocument {
    schema: &'static str,
    rules: String,
    name: &'static str,
    source: &'static str,
    lang: &'static str,
    settings: Map<String, Value>,
    sections: Vec<SectionDocument>,
    short: Vec<String>,
    questions: Vec<QuestionDocument>,
    open: Vec<String>,
}

#[derive(Serialize)]
struct SectionDocument {
    title: String,
    text: String,
    example: Option<ExampleDocument>,
}

#[derive(Serialize)]
struct QuestionDocument {
    question: String,
    answer: String,
    example: Option<ExampleDocument>,
}

/// A position with what was played from it.
#[derive(Serialize)]
pub(super) struct ExampleDocument {
    position: String,
    /// The moves of the line, glued; `null` when the position speaks for itself.
    #[serde(rename = "move")]
    played: Option<String>,
    /// Moves of the line that were played before it was done, refused or over.
    plies: usize,
    /// Why the next move of the line is not legal.
    refused: Option<&'static str>,
    after: String,
    /// Seeds that the last move took.
    captured: u8,
    slam: bool,
    legal: Vec<char>,
    over: Option<Over>,
    text: String,
}

impl ExampleDocument {
    pub(super) fn new(catalogue: &Catalogue, played: &Played) -> Self {
        let letters = played.letters();
        let plies = played.game.moves().len();
        Self {
            position: played.start().to_string(),
            played: (!letters.is_empty()).then_some(letters),
            plies,
            refused: played
                .refused
                .map(|refused| words::reason_word(refused.reason)),
            after: played.shown().to_string(),
            captured: played.captured(),
            slam: played.trace.is_some_and(|trace| trace.effect.is_grand_slam),
            legal: legal(played),
            over: played
                .end()
                .map(|end| Over::new(&end, (plies > 0).then_some(plies))),
            text: words::caption(catalogue, played),
        }
    }
}

fn legal(played: &Played) -> Vec<char> {
    let to_move = played.game.position().to_move();
    let pits: PitSet = played.legal();
    let pass = played.must_pass().then_some(Move::Pass);
    pits.map(Move::Sow)
        .chain(pass)
        .map(|each| each.letter(to_move))
        .collect()
}

impl PageDocument {
    pub(super) fn new(catalogue: &Catalogue, rules: Rules) -> Self {
        let example =
            |played: Option<Played>| played.map(|played| ExampleDocument::new(catalogue, &played));
        Self {
            schema: "oware.rules/1",
            rules: rules.to_string(),
            name: rules.base().name(),
            source: rules.base().source(),
            lang: catalogue.lang.code(),
            settings: settings(rules),
            sections: steps::steps(catalogue, rules)
                .into_iter()
                .map(|step| SectionDocument {
                    title: step.title,
                    text: step.text,
                    example: example(step.example),
                })
                .collect(),
            short: steps::short(catalogue, rules),
            questions: questions::questions(catalogue, rules)
                .into_iter()
                .map(|asked| QuestionDocument {
                    question: asked.question,
                    answer: asked.answer,
                    example: example(asked.example),
                })
                .collect(),
            open: questions::open_points(catalogue, rules),
        }
    }
}

/// Every setting: numbers as numbers, words as words.
fn settings(rules: Rules) -> Map<String, Value> {
    rules
        .settings()
        .map(|(key, value)| {
            let value = match value.parse::<u64>() {
                Ok(number) => number.into(),
                Err(_) => value.into(),
            };
            (key.to_owned(), value)
        })
        .collect()
}
