//! Positions whose outcome differs under two rule sets, and why: the setting that does it.
//!
//! A witness for a setting must end differently under the two sets, and the setting must
//! be what does it: taking its value over from the other set, all else left alone, must
//! change the outcome too. Preferred are witnesses where that value alone gives the very
//! outcome of the other set. Candidates are lines made for the setting, then games played
//! at random under the first set.

use oware::game::{Move, Pit, Position, Rules};

use super::lines::{self, Line, Shuffle};
use super::played::{Outcome, Played};
use super::scene::{self, Scene};
use super::words;

/// A line under both rule sets.
#[derive(Debug)]
pub(super) struct Witness {
    pub(super) played: [Played; 2],
}

/// How well a line shows that a setting matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Its value changes the outcome, but other settings have a part in it.
    Partly,
    /// Its value alone turns one outcome into the other.
    Alone,
}

/// Looks for a line that shows what setting `key` does between `pair`.
pub(super) fn find(pair: [Rules; 2], key: &str) -> Option<Witness> {
    let swapped = swapped(pair, key);
    let mut partly = None;
    for line in made_for(pair, key).chain(known()) {
        match strength(pair, swapped, &line) {
            Some(Strength::Alone) => return Some(play(pair, &line)),
            Some(Strength::Partly) if partly.is_none() => partly = Some(line),
            _ => {}
        }
    }
    partly
        .or_else(|| searched(pair, swapped))
        .map(|line| play(pair, &line))
}

/// Each rule set with the other's value of the setting, where that is not contradictory.
fn swapped(pair: [Rules; 2], key: &str) -> [Option<Rules>; 2] {
    let [a, b] = pair;
    [
        a.with(key, &words::value(b, key)).ok(),
        b.with(key, &words::value(a, key)).ok(),
    ]
}

fn play(pair: [Rules; 2], (start, line): &Line) -> Witness {
    Witness {
        played: pair.map(|rules| Played::new(*start, line, rules)),
    }
}

fn strength(pair: [Rules; 2], swapped: [Option<Rules>; 2], line: &Line) -> Option<Strength> {
    let outcome = |rules| Played::new(line.0, &line.1, rules).outcome();
    let outcomes = pair.map(outcome);
    let both_refuse = outcomes.iter().all(Outcome::is_refused);
    if outcomes[0] == outcomes[1] || both_refuse {
        return None;
    }
    let mut best = None;
    for side in [0, 1] {
        let Some(with_other_value) = swapped[side].map(outcome) else {
            // The other value contradicts the rest, so it cannot be judged alone.
            best = best.max(Some(Strength::Partly));
            continue;
        };
        if with_other_value == outcomes[1 - side] {
            return Some(Strength::Alone);
        }
        if with_other_value != outcomes[side] {
            best = Some(Strength::Partly);
        }
    }
    best
}

/// Lines that are likely to show the setting.
fn made_for(pair: [Rules; 2], key: &str) -> Box<dyn Iterator<Item = Line>> {
    let least = |value: fn(Rules) -> u32| {
        let values = pair.into_iter().map(value);
        values.filter(|&value| value > 0).min().unwrap_or_default()
    };
    // Walks for a limit must not be ended by what either set knows besides it.
    let patient = |limit: u32, quiet: bool| {
        let [a, b] = pair.map(|rules| {
            let bare = ["quiet-limit", "ply-limit"]
                .into_iter()
                .try_fold(rules, |rules, key| rules.with(key, "0"));
            bare.unwrap_or(rules)
        });
        let strict = if a.repetition() > 0 { a } else { b };
        let mut lines = lines::walks(strict, limit, quiet);
        lines.extend(lines::walks(a, limit, quiet));
        lines.extend(lines::walks(b, limit, quiet));
        lines
    };
    match key {
        "repetition" | "repetition-rows" | "settle" => {
            let counts = pair.map(|rules| rules.repetition());
            let mut lines: Vec<Line> = Vec::new();
            for count in counts.into_iter().filter(|&count| count > 0) {
                lines.extend(lines::loops(count));
                // Once more round: an occurrence that does not count is followed by one
                // that does, which a set without repetition passes by.
                lines.extend(lines::loops(count.saturating_add(1)));
            }
            let quiet = least(|rules| rules.quiet_limit());
            if key == "settle" && quiet > 0 {
                lines.extend(patient(quiet, true));
            }
            Box::new(lines.into_iter())
        }
        "quiet-limit" => Box::new(patient(least(|rules| rules.quiet_limit()), true).into_iter()),
        "ply-limit" => Box::new(patient(least(|rules| rules.ply_limit()), false).into_iter()),
        "few-seeds" | "few-settle" => {
            let counts = pair.map(|rules| rules.few_seeds());
            Box::new(counts.into_iter().flat_map(scene::few_seeds_lines))
        }
        "target" => {
            let targets = pair.map(|rules| rules.target());
            let made = targets.into_iter().flat_map(scene::target_lines);
            Box::new(made.chain(small_totals()))
        }
        _ => Box::new(std::iter::empty()),
    }
}

/// Captures in set-ups of fewer than 48 seeds, where a majority is less than 25.
fn small_totals() -> impl Iterator<Item = Line> {
    (0..=48_u32).flat_map(|store| {
        let position = format!("0-3-4-0-1-1-1-0-3-2-5-1-{store}-0-S");
        position
            .parse::<Position>()
            .map(|start| (start, vec![Move::Sow(Pit::new(5))]))
    })
}

/// The positions of the scenes: as they are, and after each move.
fn known() -> impl Iterator<Item = Line> {
    Scene::positions().flat_map(|start| {
        let single = Pit::ALL.map(|pit| (start, vec![Move::Sow(pit)]));
        single.into_iter().chain([(start, Vec::new())])
    })
}

/// Looks in games played at random under the first set.
fn searched(pair: [Rules; 2], swapped: [Option<Rules>; 2]) -> Option<Line> {
    let mut chance = Shuffle(11);
    for _ in 0..100 {
        let mut position = Position::START;
        for _ in 0..100 {
            let moves: Vec<Pit> = position.legal(pair[0]).collect();
            if moves.is_empty() || position.end(pair[0]).is_some() {
                break;
            }
            let single = moves.iter().map(|&pit| (position, vec![Move::Sow(pit)]));
            let found = single
                .into_iter()
                .find(|line| strength(pair, swapped, line).is_some());
            if found.is_some() {
                return found;
            }
            position = position.play_unchecked(moves[chance.below(moves.len())], pair[0]);
        }
    }
    None
}
