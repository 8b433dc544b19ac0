//! `oware rules`: the list and the explanations, whose every example is played again here.
//!
//! The documents say what happens in each example; the library plays it under the rules of
//! the page and has to agree, for every named set, for overrides, and in both languages.

use std::collections::BTreeSet;

use oware::game::{
    Game, IllegalReason, Move, PlayError, Player, Position, RuleSet, Rules, legal_moves,
    parse_moves,
};
use serde_json::{Value, json};

use crate::harness::{fields, oware};

const OVERRIDES: [&str; 20] = [
    "abapa+grand-slam=forbidden",
    "abapa+grand-slam=capture",
    "abapa+grand-slam=opponent-takes-rest",
    "abapa+grand-slam=keep-first",
    "abapa+grand-slam=keep-last",
    "abapa+feeding=pass",
    "marquoir+feeding=pass",
    "marquoir+target=20",
    "marquoir-famine+target=20",
    "abapa+target=1",
    "abapa+target=48",
    "abapa+repetition=5+settle=even",
    "jedisjeux+repetition=2+settle=nobody",
    "playstrategy+few-seeds=3+few-settle=own-side",
    "abapa+few-seeds=11+few-settle=even",
    "abapa+few-seeds=40",
    "abapa+quiet-limit=1",
    "abapa+ply-limit=1",
    "marquoir-famine+quiet-limit=30+clock=5m+3s",
    "abapa+repetition=0",
];

pub(crate) fn every_page() -> impl Iterator<Item = String> {
    let overrides = OVERRIDES.into_iter().map(str::to_owned);
    RuleSet::all()
        .map(|set| set.name().to_owned())
        .chain(overrides)
}

fn page(rules: &str, lang: &str) -> Value {
    oware(&format!("rules {rules} --lang {lang} --format json"))
        .run()
        .exits(0)
        .says_nothing()
        .json()
}

/// The examples of a page, those of the questions included, with what they belong to.
fn examples(page: &Value) -> Vec<(String, Value)> {
    let of = |list: &str, title: &str| -> Vec<(String, Value)> {
        let items = page[list].as_array().unwrap();
        let titled = items.iter().map(|item| {
            (
                item[title].as_str().unwrap().to_owned(),
                item["example"].clone(),
            )
        });
        titled.filter(|(_, example)| !example.is_null()).collect()
    };
    [of("sections", "title"), of("questions", "question")].concat()
}

/// Plays an example of a document and demands that all it says is so.
#[track_caller]
pub(crate) fn holds(example: &Value, rules: Rules, name: &str) {
    let place = format!("{name}: {example}");
    let start: Position = example["position"].as_str().unwrap().parse().unwrap();
    let line = example["move"].as_str().unwrap_or_default();
    let line = parse_moves(line, start.to_move()).unwrap();
    let mut game = Game::new(start, rules);
    let (mut captured, mut refused) = (0, None);
    for &played in &line {
        let (mover, before) = (game.position().to_move(), game.position());
        match game.play(played) {
            Ok(()) => captured = game.position().store(mover) - before.store(mover),
            Err(PlayError::Over { .. }) => break,
            Err(PlayError::Illegal(illegal)) => {
                (captured, refused) = (0, Some(illegal.reason));
                break;
            }
        }
    }
    let reason = refused.map(|reason| match reason {
        IllegalReason::EmptyPit => "empty-pit",
        IllegalReason::DoesNotFeed => "does-not-feed",
        IllegalReason::GrandSlam => "grand-slam",
        IllegalReason::NoPass => "no-pass",
    });
    let end = game.end();
    let shown = end.map_or(game.position(), |end| end.position);
    let to_move = game.position().to_move();
    let legal: Vec<String> = match end {
        Some(_) => Vec::new(),
        None => legal_moves(game.position().board(), rules)
            .map(|each: Move| each.letter(to_move).to_string())
            .collect(),
    };
    assert_eq!(example["plies"], json!(game.moves().len()), "{place}");
    assert_eq!(example["after"], json!(shown.to_string()), "{place}");
    assert_eq!(example["captured"], json!(captured), "{place}");
    assert_eq!(example["refused"], json!(reason), "{place}");
    assert_eq!(example["legal"], json!(legal), "{place}");
    match end {
        None => assert!(example["over"].is_null(), "{place}"),
        Some(end) => {
            assert_eq!(
                example["over"]["reason"],
                json!(end.reason.word()),
                "{place}"
            );
            let winner = end.winner.map(Player::name);
            assert_eq!(example["over"]["winner"], json!(winner), "{place}");
        }
    }
}

#[test]
fn every_example_is_what_the_rules_of_its_page_do() {
    for name in every_page() {
        let rules: Rules = name.parse().unwrap();
        let page = page(&name, "en");
        assert_eq!(page["rules"], json!(name));
        for (_, example) in examples(&page) {
            holds(&example, rules, &name);
        }
    }
}

#[test]
fn both_languages_show_the_same_examples() {
    for name in every_page() {
        let bare = |lang| -> Vec<Value> {
            let mut found = examples(&page(&name, lang));
            found
                .iter_mut()
                .for_each(|(_, example)| example["text"] = Value::Null);
            found.into_iter().map(|(_, example)| example).collect()
        };
        assert_eq!(bare("en"), bare("fr"), "{name}");
    }
}

#[test]
fn every_step_of_a_named_set_is_shown_by_an_example() {
    let bare: BTreeSet<&str> = ["Agreement", "The clock"].into();
    for set in RuleSet::all() {
        let page = page(set.name(), "en");
        let sections = page["sections"].as_array().unwrap();
        for section in sections {
            let title = section["title"].as_str().unwrap();
            let loops_for_ever =
                title == "Positions that come back" && page["settings"]["repetition"] == json!(0);
            assert!(
                !section["example"].is_null() || bare.contains(title) || loops_for_ever,
                "{set:?} {title}"
            );
        }
        let asked = page["questions"].as_array().unwrap();
        let shown = asked
            .iter()
            .filter(|each| !each["example"].is_null())
            .count();
        assert_eq!(
            shown,
            asked.len() - 2,
            "{set:?}: all but two questions have an example"
        );
        let lines = page["short"].as_array().unwrap().len();
        assert!((8..=10).contains(&lines), "{set:?}: {lines} lines");
    }
}

#[test]
fn slam_is_explained_by_what_the_setting_does() {
    for (slam, captured, refused, legal_after) in [
        ("no-capture", 0, Value::Null, true),
        ("forbidden", 0, json!("grand-slam"), true),
        ("unless-forced", 0, json!("grand-slam"), true),
        ("capture", 7, Value::Null, false),
        ("opponent-takes-rest", 7, Value::Null, false),
        ("keep-first", 5, Value::Null, true),
        ("keep-last", 5, Value::Null, true),
    ] {
        let page = page(&format!("abapa+grand-slam={slam}"), "en");
        let (_, example) = examples(&page)
            .into_iter()
            .find(|(title, _)| title == "The grand slam")
            .unwrap();
        assert_eq!(example["slam"], json!(true), "{slam}");
        assert_eq!(example["captured"], json!(captured), "{slam}");
        assert_eq!(example["refused"], refused, "{slam}");
        assert_eq!(example["over"].is_null(), legal_after, "{slam}");
    }
}

#[test]
fn feeding_is_explained_by_moves_that_are_not_legal_or_by_a_pass() {
    let example = |rules: &str| {
        let page = page(rules, "en");
        let found = examples(&page)
            .into_iter()
            .find(|(title, _)| title == "Feeding");
        found.unwrap().1
    };
    assert_eq!(example("abapa")["legal"], json!(["E", "F"]));
    assert_eq!(example("awari")["legal"], json!(["E", "F"]));
    assert_eq!(example("marquoir-famine")["move"], json!("-"));
}

#[test]
fn step_is_drawn_before_and_after_the_move() {
    let text = oware("rules abapa").run().exits(0).says_nothing().out;
    let slam = "\
           f   e   d   c   b   a                 f   e   d   c   b   a
        ╭────────────────────────╮            ╭────────────────────────╮
  North │  0   0   0   1   2   1 │ 18   North │  0   0   0  *2   3   2 │ 18
  South │  0   3   0   0  [4]  0 │ 19   South │  0   3   0   0   0   1 │ 19
        ╰────────────────────────╯            ╰────────────────────────╯
           A   B   C   D   E   F                 A   B   C   D   E   F
  South plays E: 4 seeds, the last one into c. It is a grand slam, and nothing
  is taken.
";
    assert!(text.contains(slam), "{text}");
    let text = oware("rules abapa --board text --lang fr")
        .run()
        .exits(0)
        .out;
    let slam = "
  Nord f-a 0 0 0 1 2 1, grenier 18; Sud A-F 0 3 0 0 4 0, grenier 19; trait à Sud
  Après\u{a0}: Nord f-a 0 0 0 2 3 2, grenier 18; Sud A-F 0 3 0 0 0 1, grenier 19;
  trait à Nord
";
    assert!(text.contains(slam), "{text}");
}

#[test]
fn pages_fit_eighty_columns_in_every_language_and_style() {
    for name in every_page().chain([String::new()]) {
        for lang in ["en", "fr"] {
            for board in ["unicode", "ascii", "text"] {
                let line = format!("rules {name} --lang {lang} --board {board}");
                let text = oware(&line).run().exits(0).says_nothing().out;
                for row in text.lines() {
                    assert!(row.chars().count() <= 80, "{line}: {row}");
                    assert_eq!(row.trim_end(), row, "{line}");
                    assert!(!row.contains('{'), "{line}: a blank is left in {row}");
                    assert!(
                        board == "unicode" || !row.contains(['│', '─']),
                        "{line}: {row}"
                    );
                }
            }
        }
    }
}

#[test]
fn list_has_every_set_with_its_settings() {
    let document = oware("rules --format json")
        .run()
        .exits(0)
        .says_nothing()
        .json();
    assert_eq!(fields(&document), ["schema", "rules"]);
    assert_eq!(document["schema"], json!("oware.rules/1"));
    let sets = document["rules"].as_array().unwrap();
    assert_eq!(sets.len(), RuleSet::all().count());
    for (set, known) in sets.iter().zip(RuleSet::all()) {
        assert_eq!(fields(set), ["name", "source", "special", "settings"]);
        assert_eq!(set["name"], json!(known.name()));
        assert_eq!(set["source"], json!(known.source()));
        let settings = fields(&set["settings"]);
        assert!(
            settings
                .iter()
                .copied()
                .eq(known.rules().settings().map(|(key, _)| key))
        );
    }
    let jedisjeux = &sets[2]["settings"];
    assert_eq!(
        (&jedisjeux["few-seeds"], &jedisjeux["clock"]),
        (&json!(6), &json!("none"))
    );
    let text = oware("rules").run().exits(0).out;
    for set in RuleSet::all() {
        assert!(text.contains(&format!("{} ({})\n", set.name(), set.source())));
    }
}

#[test]
fn page_has_the_promised_fields() {
    let page = page("abapa+repetition=3", "fr");
    assert_eq!(
        fields(&page),
        [
            "schema",
            "rules",
            "name",
            "source",
            "lang",
            "settings",
            "sections",
            "short",
            "questions",
            "open"
        ]
    );
    assert_eq!(page["name"], json!("abapa"));
    assert_eq!(page["lang"], json!("fr"));
    assert_eq!(page["settings"]["repetition"], json!(3));
    assert_eq!(fields(&page["sections"][0]), ["title", "text", "example"]);
}

#[test]
fn open_points_are_told_until_they_are_settled_by_an_override() {
    let open = |rules: &str| page(rules, "en")["open"].to_string();
    assert!(open("jedisjeux").contains("last six seeds"));
    assert!(!open("jedisjeux+few-settle=even").contains("last six seeds"));
    assert!(open("dream-games").contains("100 moves"));
    assert!(open("marquoir").contains("even as the only move"));
    assert!(open("abapa+repetition=3").contains("repetition=3"));
    assert!(open("openspiel").contains("Nothing"));
}

#[test]
fn unknown_rules_are_wrong_usage_with_a_near_miss() {
    oware("rules abappa")
        .run()
        .exits(2)
        .complains("did you mean 'abapa'?", "the rule sets are");
    oware("rules abapa+repetitions=3")
        .run()
        .exits(2)
        .complains("did you mean 'repetition'?", "NAME+key=value");
    oware("rules abapa --lang de")
        .run()
        .exits(2)
        .complains("'de'", "oware rules --help");
    oware("rules awari+feeding=pass")
        .run()
        .exits(2)
        .complains("contradicts", "only one of them");
    let error = oware("rules abappa --format json").run().exits(2).json();
    assert_eq!(error["kind"], json!("usage"));
}
