//! What a reader is told: the settings as sentences, and what happened in an example.
//!
//! The sentences about an example are made from the game that was played, so the seeds,
//! the pits and the result in them are the program's, never a writer's.

use oware::game::{
    Clock, End, EndReason, IllegalMove, IllegalReason, Move, PitSet, Player, Rules, Trace,
};

use super::super::messages::Lang;
use super::catalogue::Catalogue;
use super::played::Played;

/// Longer lines are shown by their beginning.
const LETTERS_SHOWN: usize = 240;
/// Letters in a group, so that a line can be broken and counted.
const GROUP: usize = 12;

/// What a player is called.
pub(super) const fn name(catalogue: &Catalogue, player: Player) -> &'static str {
    catalogue.lang.diagram_words().players[player as usize]
}

/// The sentence for one setting: `say.KEY.VALUE`, or `say.KEY.n` for a number.
pub(super) fn setting(catalogue: &Catalogue, rules: Rules, key: &str, value: &str) -> String {
    let exact = format!("say.{key}.{value}");
    let text = match catalogue.find(&exact) {
        Some(_) => exact,
        None => format!("say.{key}.n"),
    };
    let clock = rules
        .clock()
        .map(|given| clock(catalogue, given))
        .unwrap_or_default();
    let ends = match (rules.repetition() > 0, rules.quiet_limit() > 0) {
        (true, false) => "ends.repetition",
        (false, true) => "ends.quiet",
        _ => "ends.both",
    };
    let number = value.parse().unwrap_or_default();
    catalogue.fill(
        &text,
        &[
            ("n", value),
            ("nth", &catalogue.ordinal(rules.repetition())),
            ("clock", &clock),
            ("ends", catalogue.text(ends)),
            ("plies", &catalogue.count("ply", number)),
            ("seeds", &catalogue.count("seed", number)),
        ],
    )
}

/// The value of a setting; settings are known by name.
pub(super) fn value(rules: Rules, key: &str) -> String {
    rules
        .settings()
        .find(|(known, _)| *known == key)
        .map(|(_, value)| value)
        .unwrap_or_default()
}

/// The sentence for a setting as it stands.
pub(super) fn say(catalogue: &Catalogue, rules: Rules, key: &str) -> String {
    setting(catalogue, rules, key, &value(rules, key))
}

fn clock(catalogue: &Catalogue, clock: Clock) -> String {
    let time = |seconds: u64| match seconds {
        seconds if seconds > 0 && seconds % 3600 == 0 => catalogue.count("hour", seconds / 3600),
        seconds if seconds > 0 && seconds % 60 == 0 => catalogue.count("minute", seconds / 60),
        seconds => catalogue.count("second", seconds),
    };
    let base = time(clock.base.as_secs());
    match clock.increment.as_secs() {
        0 => base,
        more => catalogue.fill("clock.increment", &[("base", &base), ("more", &time(more))]),
    }
}

/// What happened in an example, in a few sentences.
pub(super) fn caption(catalogue: &Catalogue, played: &Played) -> String {
    let mut sentences = Vec::new();
    if played.line.len() > 1 {
        sentences.push(line(catalogue, played));
    }
    if let Some(refused) = played.refused {
        sentences.push(refusal(catalogue, &refused));
        sentences.push(choice(
            catalogue,
            refused.position.to_move(),
            refused.legal,
            refused.must_pass,
        ));
    } else if played.line.len() == 1 && !played.game.moves().is_empty() {
        match &played.trace {
            Some(trace) => sentences.extend(deeds(catalogue, trace)),
            None => sentences.push(catalogue.fill(
                "cap.passes",
                &[("who", name(catalogue, played.before.to_move()))],
            )),
        }
    }
    match played.end() {
        Some(end) => sentences.push(over(catalogue, &end, played.game.position().to_move())),
        None if played.line.is_empty() => {
            let to_move = played.start().to_move();
            sentences.push(catalogue.fill("cap.to-move", &[("who", name(catalogue, to_move))]));
            sentences.push(choice(
                catalogue,
                to_move,
                played.legal(),
                played.must_pass(),
            ));
        }
        None if played.line.len() > 1 && played.refused.is_none() => {
            sentences.push(catalogue.text("cap.goes-on").to_owned());
        }
        None => {}
    }
    sentences.join(" ")
}

fn line(catalogue: &Catalogue, played: &Played) -> String {
    let letters: String = played
        .letters()
        .chars()
        .take(played.game.moves().len())
        .collect();
    // Letters are ASCII, one byte each.
    let whole = letters.len() <= LETTERS_SHOWN;
    let shown = &letters.as_bytes()[..letters.len().min(LETTERS_SHOWN)];
    let groups: Vec<_> = shown.chunks(GROUP).map(String::from_utf8_lossy).collect();
    let plies = |count: usize| catalogue.count("ply", u64::try_from(count).unwrap_or(u64::MAX));
    let done = played.game.moves().len();
    let key = if whole { "cap.line" } else { "cap.line-part" };
    let moves = groups.join(" ");
    catalogue.fill(key, &[("plies", &plies(done)), ("moves", &moves)])
}

fn deeds(catalogue: &Catalogue, trace: &Trace) -> Vec<String> {
    let who = name(catalogue, trace.mover);
    let other = name(catalogue, trace.mover.opposite());
    let seeds = |count: u8| catalogue.count("seed", u64::from(count));
    let (owner, last) = trace.last;
    let mut sentences = vec![catalogue.fill(
        "cap.plays",
        &[
            ("who", who),
            ("pit", &trace.pit.letter(trace.mover).to_string()),
            ("seeds", &seeds(trace.seeds)),
            ("last", &last.letter(owner).to_string()),
        ],
    )];
    match (trace.effect.is_grand_slam, trace.captured()) {
        (true, 0) => sentences.push(catalogue.text("cap.slam-nothing").to_owned()),
        (true, _) => sentences.push(catalogue.text("cap.slam").to_owned()),
        (false, _) => {}
    }
    sentences.extend(harvest(catalogue, trace));
    if trace.effect.conceded > 0 {
        let rest = seeds(trace.effect.conceded);
        sentences.push(catalogue.fill("cap.conceded", &[("who", other), ("seeds", &rest)]));
    }
    sentences
}

/// The pits taken in the order in which a player looks at them: from the last seed back.
fn harvest(catalogue: &Catalogue, trace: &Trace) -> Option<String> {
    let owner = trace.mover.opposite();
    let taken: Vec<(char, u8)> = oware::game::Pit::ALL
        .into_iter()
        .rev()
        .map(|pit| (pit.letter(owner), trace.taken[pit.index()]))
        .filter(|&(_, seeds)| seeds > 0)
        .collect();
    let who = name(catalogue, trace.mover);
    let seeds = catalogue.count("seed", u64::from(trace.captured()));
    match taken.as_slice() {
        [] => None,
        [(pit, _)] => Some(catalogue.fill(
            "cap.takes-one",
            &[("who", who), ("seeds", &seeds), ("pit", &pit.to_string())],
        )),
        [firsts @ .., last] => {
            let each = |&(pit, seeds): &(char, u8)| {
                let (pit, seeds) = (pit.to_string(), seeds.to_string());
                catalogue.fill("cap.takes-pit", &[("n", &seeds), ("pit", &pit)])
            };
            let firsts: Vec<_> = firsts.iter().map(each).collect();
            let and = catalogue.text("cap.takes-and");
            let list = format!("{} {and} {}", firsts.join(", "), each(last));
            Some(catalogue.fill(
                "cap.takes-many",
                &[("who", who), ("list", &list), ("seeds", &seeds)],
            ))
        }
    }
}

fn refusal(catalogue: &Catalogue, refused: &IllegalMove) -> String {
    let mover = refused.position.to_move();
    let reason = match refused.reason {
        IllegalReason::EmptyPit => "cap.refused-empty",
        IllegalReason::DoesNotFeed => "cap.refused-feed",
        IllegalReason::GrandSlam => "cap.refused-slam",
        IllegalReason::NoPass => "cap.refused-pass",
    };
    let reason = catalogue.fill(reason, &[("who", name(catalogue, mover.opposite()))]);
    catalogue.fill(
        "cap.refused",
        &[
            ("who", name(catalogue, mover)),
            ("pit", &refused.tried.letter(mover).to_string()),
            ("reason", &reason),
        ],
    )
}

fn choice(catalogue: &Catalogue, to_move: Player, legal: PitSet, must_pass: bool) -> String {
    let letters: Vec<String> = legal
        .map(|pit| Move::Sow(pit).letter(to_move).to_string())
        .collect();
    let key = match letters.len() {
        0 if must_pass => "cap.legal-pass",
        0 => "cap.legal-none",
        1 => "cap.legal-one",
        _ => "cap.legal-many",
    };
    let list = letters.join(", ");
    catalogue.fill(key, &[("list", &list), ("who", name(catalogue, to_move))])
}

/// The reason of a refusal as the documents name it.
pub(super) const fn reason_word(reason: IllegalReason) -> &'static str {
    match reason {
        IllegalReason::EmptyPit => "empty-pit",
        IllegalReason::DoesNotFeed => "does-not-feed",
        IllegalReason::GrandSlam => "grand-slam",
        IllegalReason::NoPass => "no-pass",
    }
}

/// How the game ended.
pub(super) fn over(catalogue: &Catalogue, end: &End, to_move: Player) -> String {
    let [south, north] = end.seeds.map(|seeds| match catalogue.lang {
        Lang::En => seeds.to_string(),
        Lang::Fr => seeds.to_string().replace('.', ","),
    });
    let score = format!("{south}-{north}");
    let result = match end.winner {
        Some(winner) => catalogue.fill(
            "cap.wins",
            &[("who", name(catalogue, winner)), ("score", &score)],
        ),
        None => catalogue.fill("cap.draw", &[("score", &score)]),
    };
    let why = catalogue.fill(why(end.reason), &[("who", name(catalogue, to_move))]);
    catalogue.fill("cap.over", &[("result", &result), ("why", &why)])
}

const fn why(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Target => "why.target",
        EndReason::NoMove => "why.no-move",
        EndReason::NoSeeds => "why.no-seeds",
        EndReason::FewSeeds => "why.few-seeds",
        EndReason::Repetition => "why.repetition",
        EndReason::QuietLimit => "why.quiet-limit",
        EndReason::PlyLimit => "why.ply-limit",
        EndReason::Resigned => "why.resigned",
        EndReason::Time => "why.time",
        EndReason::Agreed => "why.agreed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::game::{Feeding, GrandSlam, Position, RepetitionRows, Settle, Stuck};

    /// Every value of every setting, numbers by a few.
    fn values() -> Vec<(&'static str, Vec<&'static str>)> {
        let settle: Vec<_> = Settle::ALL.iter().map(|value| value.word()).collect();
        vec![
            ("target", vec!["majority", "20"]),
            (
                "grand-slam",
                GrandSlam::ALL.iter().map(|value| value.word()).collect(),
            ),
            (
                "feeding",
                Feeding::ALL.iter().map(|value| value.word()).collect(),
            ),
            (
                "stuck",
                Stuck::ALL.iter().map(|value| value.word()).collect(),
            ),
            ("repetition", vec!["0", "2", "3", "4"]),
            (
                "repetition-rows",
                RepetitionRows::ALL
                    .iter()
                    .map(|value| value.word())
                    .collect(),
            ),
            ("quiet-limit", vec!["0", "1", "50"]),
            ("ply-limit", vec!["0", "1", "50"]),
            ("few-seeds", vec!["0", "1", "5"]),
            ("few-settle", settle.clone()),
            ("settle", settle),
            ("clock", vec!["none", "1s", "90s", "10m", "2h", "5m+3s"]),
        ]
    }

    #[test]
    fn every_value_of_every_setting_is_a_sentence_in_both_languages() {
        let known: Vec<_> = Rules::default().settings().map(|(key, _)| key).collect();
        assert!(values().iter().map(|(key, _)| *key).eq(known));
        for catalogue in [Lang::En, Lang::Fr].map(Catalogue::new) {
            for (key, values) in values() {
                assert!(catalogue.find(&format!("name.{key}")).is_some(), "{key}");
                for value in values {
                    let rules = Rules::default().with(key, value).unwrap();
                    let sentence = say(&catalogue, rules, key);
                    assert!(
                        sentence.ends_with('.') && !sentence.contains('{'),
                        "{sentence}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_end_and_every_refusal_has_words() {
        for catalogue in [Lang::En, Lang::Fr].map(Catalogue::new) {
            for reason in EndReason::ALL {
                let end = Position::START.end_as_it_stands(reason);
                let told = over(&catalogue, &end, Player::North);
                assert!(told.contains("0-0") && !told.contains('{'), "{told}");
            }
            for (position, tried) in [
                ("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", "A"),
                ("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", "C"),
                ("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", "-"),
                ("0-3-0-0-4-0-1-2-1-0-0-0-19-18-S", "E"),
            ] {
                let (start, line) = super::super::lines::read(position, tried);
                let played = Played::new(start, &line, "marquoir".parse().unwrap());
                let told = caption(&catalogue, &played);
                assert!(played.refused.is_some() && !told.contains('{'), "{told}");
            }
        }
    }

    #[test]
    fn half_seeds_are_written_as_the_language_does() {
        let odd: Position = "1-0-0-0-0-1-1-0-0-0-0-0-20-25-S".parse().unwrap();
        let end = odd.end_settled(EndReason::Repetition, Settle::Even);
        let told = |lang| over(&Catalogue::new(lang), &end, Player::South);
        assert!(told(Lang::En).contains("21.5-26.5"));
        assert!(told(Lang::Fr).contains("21,5-26,5"));
    }
}
