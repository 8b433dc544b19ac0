//! Frequent questions and pitfalls, and the points that the sources leave open.
//!
//! The questions are those that public programs and players answered wrongly; each is
//! asked only where the rules give it a point, and shown by a position that is played.

use oware::game::{Feeding, GrandSlam, RuleSet, Rules, Settle, Stuck, Target};

use super::catalogue::Catalogue;
use super::scene::Scene;
use super::steps::Question;

/// The questions that make sense under `rules`.
pub(super) fn questions(catalogue: &Catalogue, rules: Rules) -> Vec<Question> {
    let passes = rules.feeding() == Feeding::Pass;
    let unless_forced = rules.grand_slam() == GrandSlam::UnlessForced;
    let ask = |key: &str, variant: &str, scene: Option<Scene>| Question {
        question: catalogue.text(&format!("faq.{key}.q")).to_owned(),
        answer: catalogue.text(&format!("faq.{key}.a{variant}")).to_owned(),
        example: scene.and_then(|scene| scene.find(rules)),
    };
    let mut asked = vec![
        ask("must-capture", "", None),
        ask("own-row", "", Some(Scene::OwnRow)),
        ask("passed", "", Some(Scene::Passed)),
        ask("twice", "", Some(Scene::Twice)),
        ask("almost-slam", "", Some(Scene::AlmostSlam)),
        ask("slam-after-empty", "", Some(Scene::SlamAfterEmpty)),
    ];
    if rules.grand_slam() == GrandSlam::Forbidden {
        asked.push(ask("forced-loss", "", Some(Scene::ForcedLoss)));
    }
    let last_seed = if passes { ".pass" } else { ".must-feed" };
    asked.push(ask("last-seed", last_seed, Some(Scene::LastSeed)));
    let nobody_reached = match (passes, unless_forced) {
        (true, _) => ".pass",
        (_, true) => ".unless-forced",
        _ => ".stuck",
    };
    asked.push(ask(
        "nobody-reached",
        nobody_reached,
        Some(Scene::NobodyReached),
    ));
    let empty_row = if passes { ".pass" } else { ".stuck" };
    asked.push(ask("empty-row", empty_row, Some(Scene::EmptyRow)));
    asked.push(match rules.target() {
        Target::Majority => ask("past-half", "", Some(Scene::PastTarget)),
        Target::Seeds(seeds) => {
            let number = seeds.to_string();
            let fill = |key| catalogue.fill(key, &[("n", &number)]);
            Question {
                question: fill("faq.past-target.q"),
                answer: fill("faq.past-target.a"),
                example: Scene::PastTarget.find(rules),
            }
        }
    });
    asked.push(Question {
        question: catalogue.text("faq.order.q").to_owned(),
        answer: catalogue.fill("faq.order.a", &[("order", &order(catalogue, rules))]),
        example: None,
    });
    asked
}

/// The reasons to end a game that these rules know, in the order of the checks.
fn order(catalogue: &Catalogue, rules: Rules) -> String {
    let reasons = [
        ("target", true),
        ("no-seeds", true),
        ("few-seeds", rules.few_seeds() > 0),
        ("no-move", true),
        ("repetition", rules.repetition() > 0),
        ("quiet-limit", rules.quiet_limit() > 0),
        ("ply-limit", rules.ply_limit() > 0),
    ];
    let known = reasons.into_iter().filter(|(_, is_known)| *is_known);
    let words: Vec<_> = known
        .map(|(reason, _)| catalogue.text(&format!("order.{reason}")))
        .collect();
    words.join(", ")
}

/// What the source leaves open and how it is read here. A point whose setting was
/// overridden is no longer open.
pub(super) fn open_points(catalogue: &Catalogue, rules: Rules) -> Vec<String> {
    let point = |key: &str| catalogue.text(&format!("open.{key}")).to_owned();
    let mut points = Vec::new();
    let changes = overrides(rules);
    if !changes.is_empty() {
        points.push(catalogue.fill(
            "open.changed",
            &[("base", rules.base().name()), ("changes", &changes)],
        ));
    }
    let unchanged = points.len();
    match rules.base().name() {
        "abapa" if rules.repetition() == 2 => points.push(point("abapa-loops")),
        "board-and-pieces" | "codingame" if rules.repetition() == 0 => {
            points.push(point("no-repetition"));
        }
        "jedisjeux" => {
            if rules.few_seeds() == 6 && rules.few_settle() == Settle::Nobody {
                points.push(point("jedisjeux-few"));
            }
            if rules.repetition() == 0 {
                points.push(point("no-repetition"));
            }
        }
        "marquoir" | "marquoir-famine" => {
            if rules.repetition() == 2 {
                points.push(point("marquoir-repetition"));
            }
            if rules.stuck() == Stuck::Opponent {
                points.push(point("marquoir-stuck"));
            }
            match rules.grand_slam() {
                GrandSlam::Forbidden => points.push(point("marquoir-slam")),
                GrandSlam::Capture => points.push(point("marquoir-famine-slam")),
                _ => {}
            }
        }
        "dream-games" if rules.quiet_limit() == 100 => points.push(point("dream-games-quiet")),
        "awale-africa" if rules.repetition() == 3 => points.push(point("awale-africa-third")),
        _ => {}
    }
    if points.len() == unchanged {
        points.push(point("nothing"));
    }
    points
}

/// The settings that differ from the named set, as they are written.
fn overrides(rules: Rules) -> String {
    let named: Rules = RuleSet::rules(rules.base());
    let changed: Vec<_> = rules
        .settings()
        .zip(named.settings())
        .filter(|(now, before)| now != before)
        .map(|((key, value), _)| format!("{key}={value}"))
        .collect();
    changed.join(", ")
}
