//! An explanation as a list of steps, assembled from the settings of the rules.
//!
//! There is no page for a rule set, only steps that ask the settings what to say; so the
//! text is right for any override. What matters where is decided by [`Effective`], which
//! `compare` asks too.

use oware::game::{Feeding, GrandSlam, RepetitionRows, Rules, Settle, Stuck, Target};

use super::catalogue::Catalogue;
use super::played::Played;
use super::scene::Scene;
use super::words::say;

/// A step of an explanation.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) example: Option<Played>,
}

/// A question with its answer.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) question: String,
    pub(super) answer: String,
    pub(super) example: Option<Played>,
}

/// Which settings can matter at all, given the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effective(pub(super) Rules);

impl Effective {
    /// Whether the setting named `key` can change what happens in a game.
    pub(super) fn matters(self, key: &str) -> bool {
        let rules = self.0;
        match key {
            "feeding" => rules.grand_slam() != GrandSlam::UnlessForced,
            // Otherwise whoever is stuck has an empty row, or faces one, and both values agree.
            "stuck" => rules.grand_slam() == GrandSlam::Forbidden,
            "repetition-rows" => rules.repetition() > 0,
            "few-settle" => rules.few_seeds() > 0,
            "settle" => rules.repetition() > 0 || rules.quiet_limit() > 0,
            "clock" => false,
            _ => true,
        }
    }

    /// Whether a player can be without a move, passing aside.
    fn can_be_stuck(self) -> bool {
        self.0.feeding() == Feeding::MustFeed || self.0.grand_slam() == GrandSlam::Forbidden
    }
}

/// The steps in the order in which somebody learns them.
pub(super) fn steps(catalogue: &Catalogue, rules: Rules) -> Vec<Step> {
    let mut steps = vec![
        step(
            catalogue,
            rules,
            "aim",
            &aim(catalogue, rules),
            Scene::Target,
        ),
        step(
            catalogue,
            rules,
            "board",
            &[text(catalogue, "board.text")],
            Scene::Start,
        ),
        step(
            catalogue,
            rules,
            "sowing",
            &[text(catalogue, "sowing.text")],
            Scene::Sowing,
        ),
        step(
            catalogue,
            rules,
            "capture",
            &[text(catalogue, "capture.text")],
            Scene::Capture,
        ),
        step(
            catalogue,
            rules,
            "chain",
            &[text(catalogue, "chain.text")],
            Scene::Chain,
        ),
        step(
            catalogue,
            rules,
            "lap",
            &[text(catalogue, "lap.text")],
            Scene::Lap,
        ),
        step(
            catalogue,
            rules,
            "two-laps",
            &[text(catalogue, "two-laps.text")],
            Scene::TwoLaps,
        ),
        step(
            catalogue,
            rules,
            "slam",
            &[
                text(catalogue, "slam.text"),
                say(catalogue, rules, "grand-slam"),
            ],
            Scene::Slam,
        ),
    ];
    if rules.grand_slam() == GrandSlam::UnlessForced {
        let forced = [text(catalogue, "slam-forced.text")];
        steps.push(step(
            catalogue,
            rules,
            "slam-forced",
            &forced,
            Scene::SlamForced,
        ));
    }
    let (feeding, scene) = feeding(catalogue, rules);
    steps.push(step(catalogue, rules, "feeding", &[feeding], scene));
    let (stuck, scene) = stuck(catalogue, rules);
    steps.push(step(catalogue, rules, "stuck", &stuck, scene));
    steps.extend(ends(catalogue, rules));
    let mut ties = vec![text(catalogue, "ties.text")];
    if rules.clock().is_some() {
        ties.push(text(catalogue, "ties.time"));
    }
    steps.push(step(catalogue, rules, "ties", &ties, Scene::Draw));
    if rules.clock().is_some() {
        steps.push(Step {
            title: text(catalogue, "clock"),
            text: say(catalogue, rules, "clock"),
            example: None,
        });
    }
    steps
}

fn text(catalogue: &Catalogue, key: &str) -> String {
    catalogue.text(&format!("step.{key}")).to_owned()
}

fn step(catalogue: &Catalogue, rules: Rules, key: &str, texts: &[String], scene: Scene) -> Step {
    Step {
        title: text(catalogue, key),
        text: texts.join(" "),
        example: scene.find(rules),
    }
}

fn aim(catalogue: &Catalogue, rules: Rules) -> Vec<String> {
    match rules.target() {
        Target::Majority => vec![text(catalogue, "aim.majority")],
        Target::Seeds(seeds) => {
            let number = seeds.to_string();
            let mut texts = vec![catalogue.fill("step.aim.n", &[("n", &number)])];
            if seeds <= 24 {
                texts.push(text(catalogue, "aim.race"));
            }
            texts
        }
    }
}

fn feeding(catalogue: &Catalogue, rules: Rules) -> (String, Scene) {
    match (rules.feeding(), rules.grand_slam()) {
        (Feeding::Pass, _) => (text(catalogue, "feeding.pass"), Scene::Pass),
        (_, GrandSlam::UnlessForced) => (text(catalogue, "feeding.unless-forced"), Scene::Feeding),
        _ => (text(catalogue, "feeding.must-feed"), Scene::Feeding),
    }
}

fn stuck(catalogue: &Catalogue, rules: Rules) -> (Vec<String>, Scene) {
    if !Effective(rules).can_be_stuck() {
        return (vec![text(catalogue, "stuck.never")], Scene::NobodyReached);
    }
    let takes_all = rules.stuck() == Stuck::Opponent && Effective(rules).matters("stuck");
    let (key, scene) = match takes_all {
        true => ("stuck.opponent", Scene::StuckTakesAll),
        false => ("stuck.own-side", Scene::Stuck),
    };
    let mut texts = vec![text(catalogue, key)];
    if rules.grand_slam() == GrandSlam::UnlessForced {
        texts.push(text(catalogue, "stuck.row-empty"));
    }
    (texts, scene)
}

/// The ends that not every rule set has.
fn ends(catalogue: &Catalogue, rules: Rules) -> Vec<Step> {
    let mut steps = Vec::new();
    if rules.few_seeds() > 0 {
        let seeds = catalogue.count("seed", u64::from(rules.few_seeds()));
        let few = catalogue.fill("step.few.text", &[("seeds", &seeds)]);
        let texts = [few, say(catalogue, rules, "few-settle")];
        steps.push(step(catalogue, rules, "few", &texts, Scene::FewSeeds));
    }
    let limited = rules.quiet_limit() > 0 || rules.ply_limit() > 0;
    if rules.repetition() > 0 {
        let mut texts = vec![say(catalogue, rules, "repetition")];
        if rules.repetition_rows() == RepetitionRows::Both {
            texts.push(say(catalogue, rules, "repetition-rows"));
        }
        texts.push(say(catalogue, rules, "settle"));
        texts.push(text(catalogue, "loops.count"));
        let slam_may_fail = matches!(
            rules.grand_slam(),
            GrandSlam::NoCapture | GrandSlam::KeepFirst | GrandSlam::KeepLast
        );
        if slam_may_fail {
            texts.push(text(catalogue, "loops.slam"));
        }
        steps.push(step(catalogue, rules, "loops", &texts, Scene::Repetition));
    } else {
        let texts = match limited {
            true => vec![text(catalogue, "loops.limited")],
            false => vec![text(catalogue, "loops.endless"), shares(catalogue, rules)],
        };
        steps.push(Step {
            title: text(catalogue, "loops"),
            text: texts.join(" "),
            example: None,
        });
    }
    if rules.quiet_limit() > 0 {
        let mut texts = vec![say(catalogue, rules, "quiet-limit")];
        texts.push(say(catalogue, rules, "settle"));
        if rules.feeding() == Feeding::Pass {
            texts.push(text(catalogue, "quiet.pass"));
        }
        steps.push(step(catalogue, rules, "quiet", &texts, Scene::QuietLimit));
    }
    if rules.ply_limit() > 0 {
        let texts = [say(catalogue, rules, "ply-limit")];
        steps.push(step(catalogue, rules, "plies", &texts, Scene::PlyLimit));
    }
    if rules.base().name() == "awale-africa" {
        steps.push(Step {
            title: text(catalogue, "agree"),
            text: [text(catalogue, "agree.text"), shares(catalogue, rules)].join(" "),
            example: None,
        });
    }
    steps
}

/// Who gets what when the players agree to share.
fn shares(catalogue: &Catalogue, rules: Rules) -> String {
    text(
        catalogue,
        match rules.settle() {
            Settle::OwnSide => "agree.own-side",
            Settle::Even => "agree.even",
            Settle::Nobody => "agree.nobody",
        },
    )
}

/// The whole set in a few lines.
pub(super) fn short(catalogue: &Catalogue, rules: Rules) -> Vec<String> {
    let says = |key| say(catalogue, rules, key);
    let mut lines = ["board", "sow", "capture"]
        .map(|key| catalogue.text(&format!("short.{key}")).to_owned())
        .to_vec();
    lines.push(says("grand-slam"));
    let effective = Effective(rules);
    if effective.matters("feeding") {
        lines.push(says("feeding"));
    }
    lines.push(match effective.can_be_stuck() {
        true if effective.matters("stuck") => says("stuck"),
        true => super::words::setting(catalogue, rules, "stuck", "own-side"),
        false => catalogue.text("short.board-empty").to_owned(),
    });
    if rules.few_seeds() > 0 {
        lines.push([says("few-seeds"), says("few-settle")].join(" "));
    }
    let mut repetition = vec![says("repetition")];
    if rules.repetition() > 0 && rules.repetition_rows() == RepetitionRows::Both {
        repetition.push(says("repetition-rows"));
    }
    lines.push(repetition.join(" "));
    if rules.quiet_limit() > 0 {
        lines.push(says("quiet-limit"));
    }
    if effective.matters("settle")
        && let Some(last) = lines.last_mut()
    {
        *last = [last.as_str(), &says("settle")].join(" ");
    }
    if rules.ply_limit() > 0 {
        lines.push(says("ply-limit"));
    }
    let winning = [says("target"), catalogue.text("short.more").to_owned()];
    if lines.len() < 8 {
        lines.extend(winning);
    } else {
        lines.push(winning.join(" "));
    }
    if rules.clock().is_some() {
        lines.push(says("clock"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use oware::game::{Game, Position, RepetitionRows, legal_moves};

    use super::super::lines::Shuffle;
    use super::*;

    /// Plays the same moves under both rule sets; they must agree at every ply.
    fn agree(rules: [Rules; 2], start: Position, chance: &mut Shuffle) {
        let [mut one, mut other] = rules.map(|rules| Game::new(start, rules));
        loop {
            assert_eq!(one.end(), other.end(), "{} and {}", rules[0], rules[1]);
            let board = one.position().board();
            let moves: Vec<_> = legal_moves(board, rules[0]).collect();
            if one.end().is_none() {
                assert!(legal_moves(board, rules[1]).eq(moves.iter().copied()));
            }
            if one.end().is_some() || one.moves().len() == 150 {
                return;
            }
            let played = moves[chance.below(moves.len())];
            one.play(played).unwrap();
            other.play(played).unwrap();
        }
    }

    #[test]
    fn setting_that_is_said_not_to_matter_changes_no_game() {
        let settle = Settle::ALL.iter().map(|value| value.word());
        let stuck = Stuck::ALL.iter().map(|value| value.word());
        let rows = RepetitionRows::ALL.iter().map(|value| value.word());
        let feeding = Feeding::ALL.iter().map(|value| value.word());
        let values: [(&str, Vec<_>); 5] = [
            ("feeding", feeding.collect()),
            ("stuck", stuck.collect()),
            ("repetition-rows", rows.collect()),
            ("few-settle", settle.clone().collect()),
            ("settle", settle.collect()),
        ];
        let mut chance = Shuffle(3);
        let mut tried = 0;
        for slam in GrandSlam::ALL {
            for rest in ["", "+feeding=pass", "+repetition=0", "+few-seeds=5"] {
                let text = format!("abapa+grand-slam={slam}{rest}");
                let Ok(rules) = text.parse::<Rules>() else {
                    continue;
                };
                for (key, values) in &values {
                    if Effective(rules).matters(key) {
                        continue;
                    }
                    for changed in values
                        .iter()
                        .filter_map(|value| rules.with(key, value).ok())
                    {
                        for seeds in [1_usize, 2, 3, 5, 8, 12, 20, 48].repeat(12) {
                            tried += 1;
                            agree([rules, changed], scattered(seeds, &mut chance), &mut chance);
                        }
                    }
                }
            }
        }
        assert!(tried > 5_000, "{tried}");
    }

    fn scattered(seeds: usize, chance: &mut Shuffle) -> Position {
        let mut pits = [0_usize; 12];
        (0..seeds).for_each(|_| pits[chance.below(12)] += 1);
        let pits = pits.map(|seeds| seeds.to_string()).join("-");
        let rest = 48 - seeds;
        format!("{pits}-{}-{}-S", rest / 2, rest - rest / 2)
            .parse()
            .unwrap()
    }
}
