//! `oware rules --compare`: every difference that can change a game is shown by a line
//! that goes differently under the two sets, which is played again here.

use oware::game::{RuleSet, Rules};
use serde_json::{Value, json};

use crate::harness::{fields, oware};
use crate::rules::holds;

fn compared(a: &str, b: &str) -> Value {
    oware(&format!("rules --compare {a} {b} --format json"))
        .run()
        .exits(0)
        .says_nothing()
        .json()
}

/// The examples of a difference, which hold and do differ.
#[track_caller]
fn differs(difference: &Value, pair: [&str; 2]) {
    let place = format!("{pair:?}: {difference}");
    let examples = difference["examples"].as_array();
    let examples = examples.unwrap_or_else(|| panic!("no example for {place}"));
    for (example, name) in examples.iter().zip(pair) {
        holds(example, name.parse().unwrap(), name);
    }
    let bare = |example: &Value| {
        ["after", "plies", "refused", "legal", "over", "captured"].map(|key| example[key].clone())
    };
    assert_ne!(bare(&examples[0]), bare(&examples[1]), "{place}");
    for key in ["position", "move"] {
        assert_eq!(examples[0][key], examples[1][key], "{place}");
    }
}

#[test]
fn every_pair_of_named_sets_differs_where_it_is_said_to() {
    let names: Vec<_> = RuleSet::all().map(RuleSet::name).collect();
    for (index, a) in names.iter().enumerate() {
        for b in &names[index + 1..] {
            let document = compared(a, b);
            assert_eq!(document["rules"], json!([a, b]));
            let differences = document["differences"].as_array().unwrap();
            for difference in differences {
                if difference["effect"] == json!("play") {
                    differs(difference, [a, b]);
                } else {
                    assert!(difference["remark"].is_string(), "{difference}");
                }
            }
            let plays = differences
                .iter()
                .any(|each| each["effect"] == json!("play"));
            assert_eq!(document["same"], json!(!plays), "{a} {b}");
            assert_eq!(
                document["same"] == json!(true),
                [*a, *b] == ["abapa", "openspiel"]
            );
        }
    }
}

#[test]
fn every_setting_is_shown_by_a_line_that_it_changes() {
    for (base, settings) in [
        (
            "abapa",
            "target=20 target=26 target=25 target=48 repetition=3 repetition=0 repetition=7",
        ),
        (
            "abapa",
            "grand-slam=forbidden grand-slam=unless-forced grand-slam=capture",
        ),
        (
            "abapa",
            "grand-slam=opponent-takes-rest grand-slam=keep-first grand-slam=keep-last",
        ),
        (
            "abapa",
            "feeding=pass repetition-rows=both settle=even settle=nobody",
        ),
        (
            "abapa",
            "quiet-limit=10 quiet-limit=100 quiet-limit=300 ply-limit=1 ply-limit=200",
        ),
        ("abapa", "few-seeds=1 few-seeds=6 few-seeds=20 few-seeds=46"),
        (
            "jedisjeux",
            "few-settle=even few-settle=own-side repetition=2 few-seeds=8 few-seeds=0",
        ),
        (
            "marquoir",
            "stuck=own-side feeding=pass grand-slam=unless-forced",
        ),
        (
            "marquoir-famine",
            "feeding=must-feed grand-slam=opponent-takes-rest",
        ),
        ("dream-games", "settle=even quiet-limit=50"),
        ("codingame", "ply-limit=100 ply-limit=0"),
    ] {
        for setting in settings.split_whitespace() {
            let changed = format!("{base}+{setting}");
            let document = compared(base, &changed);
            let differences = document["differences"].as_array().unwrap();
            assert_eq!(differences.len(), 1, "{changed}");
            assert_eq!(differences[0]["effect"], json!("play"), "{changed}");
            differs(&differences[0], [base, &changed]);
        }
    }
}

#[test]
fn neighbouring_numbers_are_told_apart() {
    for (a, b) in [
        ("abapa+target=48", "abapa+target=47"),
        ("abapa+target=2", "abapa+target=3"),
        ("abapa+few-seeds=6", "abapa+few-seeds=7"),
        ("abapa+repetition=3", "abapa+repetition=4"),
        ("abapa+quiet-limit=99", "abapa+quiet-limit=100"),
        ("abapa+ply-limit=199", "abapa+ply-limit=200"),
    ] {
        differs(&compared(a, b)["differences"][0], [a, b]);
    }
}

#[test]
fn settings_that_never_come_up_are_said_to_be_idle() {
    for (a, b) in [
        ("abapa", "abapa+stuck=opponent"),
        ("abapa", "abapa+few-settle=even"),
        ("jedisjeux", "jedisjeux+settle=even"),
        ("jedisjeux", "jedisjeux+repetition-rows=both"),
        ("abapa", "abapa+clock=10m"),
    ] {
        let document = compared(a, b);
        assert_eq!(document["same"], json!(true), "{b}");
        let difference = &document["differences"][0];
        assert_eq!(difference["effect"], json!("none"), "{b}");
        assert!(difference["examples"].is_null(), "{b}");
    }
}

#[test]
fn sharing_is_said_to_come_up_by_agreement_where_nothing_else_shares() {
    let document = compared("jedisjeux", "jedisjeux+settle=even");
    let remark = document["differences"][0]["remark"].as_str().unwrap();
    assert!(remark.contains("agree to share"), "{remark}");
    let told = |rules: &str| oware(&format!("rules {rules}")).run().exits(0).out;
    assert!(told("jedisjeux").contains("takes the seeds of his own"));
    assert!(told("jedisjeux+settle=even").contains("then takes half"));
}

#[test]
fn same_game_under_two_names_is_called_so() {
    oware("rules --compare abapa openspiel")
        .run()
        .exits(0)
        .says_nothing()
        .prints("abapa and openspiel are the same game. They have all settings in common.\n");
    let text = oware("rules --compare abapa openspiel+clock=5m")
        .run()
        .exits(0)
        .out;
    assert!(
        text.starts_with("abapa and openspiel+clock=5m are the same game."),
        "{text}"
    );
    assert!(text.contains("it matters only in a timed game"), "{text}");
}

#[test]
fn difference_is_told_in_plain_words_with_a_position() {
    oware("rules --compare abapa abapa+grand-slam=forbidden --board ascii")
        .run()
        .exits(0)
        .says_nothing()
        .prints(
            "\
abapa and abapa+grand-slam=forbidden

Grand slam (grand-slam)
- abapa: A grand slam is legal but takes nothing: the seeds stay where they
  fell.
- abapa+grand-slam=forbidden: A grand slam is not a legal move, not even as the
  only one.

           f   e   d   c   b   a
        +------------------------+
  North |  0   0   0   1   2   1 | 18
  South |  0   3   0   0  [4]  0 | 19
        +------------------------+
           A   B   C   D   E   F
  Position: 0-3-0-0-4-0-1-2-1-0-0-0-19-18-S
  abapa: South plays E: 4 seeds, the last one into c. It is a grand slam, and
    nothing is taken.
  abapa+grand-slam=forbidden: South may not play E: it would take every seed
    of North. Only B is legal.
",
        );
}

#[test]
fn comparisons_fit_eighty_columns_in_both_languages() {
    let names: Vec<_> = RuleSet::all().map(RuleSet::name).collect();
    for pair in names.windows(2) {
        for lang in ["en", "fr"] {
            let line = format!("rules --compare {} {} --lang {lang}", pair[0], pair[1]);
            let text = oware(&line).run().exits(0).says_nothing().out;
            for row in text.lines() {
                assert!(row.chars().count() <= 80, "{line}: {row}");
                assert!(!row.contains('{'), "{line}: a blank is left in {row}");
            }
        }
    }
}

#[test]
fn comparison_has_the_promised_fields() {
    let document = compared("abapa", "marquoir");
    assert_eq!(
        fields(&document),
        ["schema", "rules", "same", "differences"]
    );
    assert_eq!(document["schema"], json!("oware.rules-compare/1"));
    let keys: Vec<_> = document["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["setting"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(keys, ["grand-slam", "stuck"]);
    let rules: Rules = "marquoir".parse().unwrap();
    let stuck = &document["differences"][1]["examples"][1];
    holds(stuck, rules, "marquoir");
    assert_eq!(stuck["over"]["reason"], json!("no-move"));
}

#[test]
fn comparing_takes_two_sets_and_no_name() {
    oware("rules --compare abapa")
        .run()
        .exits(2)
        .complains("--compare", "oware rules --help");
    oware("rules awari --compare abapa marquoir")
        .run()
        .exits(2)
        .complains("cannot be used with", "--help");
    oware("rules --compare abapa marqoir")
        .run()
        .exits(2)
        .complains("'marquoir'", "the rule sets are");
}
