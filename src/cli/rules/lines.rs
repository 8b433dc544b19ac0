//! Lines of play that are too long to be written down: loops and walks without a capture.
//!
//! Repetition and limits show only after many plies, and how many is a setting, so the
//! lines are made to measure. A walk is a depth-first search that refuses captures, ends
//! and positions already met; its order is shuffled by a fixed seed, which gives the same
//! line on every machine, and its budget keeps it in milliseconds.

use std::collections::HashSet;

use oware::game::{Move, Position, Rules, parse_moves};

/// Boards that come back: where the loop begins and one turn of it. Those of more seeds
/// are for rules that end the game when few are left; the last one passes through boards
/// whose one row is empty.
const LOOPS: [(&str, &str); 6] = [
    ("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf"),
    ("0-0-1-1-0-2-0-0-1-1-0-1-20-21-S", "CcFdDfEaAbBe"),
    ("1-1-1-0-0-2-1-0-2-0-1-0-19-20-S", "AeCcFeBaCbDdEf"),
    ("0-2-0-0-2-3-0-0-0-0-1-4-18-18-S", "EeFaBdDbEfEeAcCeDd"),
    (
        "1-1-1-6-0-3-0-0-2-0-0-1-16-17-S",
        "DaAcEdBbCcEeAdFdBfEcAdCbEaBbCe",
    ),
    ("0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", "fAaBbCcDdEeF"),
];

/// Boards that walks begin from besides the start of the game.
const WALKS: [&str; 3] = [
    "2-1-2-1-2-1-2-1-2-1-2-1-15-15-S",
    "1-1-1-1-1-1-1-1-1-1-1-1-18-18-S",
    "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S",
];

/// No page needs a longer line, and a longer one would take long to find.
const LONGEST: usize = 3_000;

/// A position and a line from it.
pub(super) type Line = (Position, Vec<Move>);

/// Reads `position` and `moves`, which this program wrote.
pub(super) fn read(position: &str, moves: &str) -> Line {
    let position: Position = position
        .parse()
        .expect("the positions of examples are tested");
    let moves = parse_moves(moves, position.to_move()).expect("the moves of examples are tested");
    (position, moves)
}

/// Every loop, played often enough for its first position to occur for the
/// `occurrence`-th time.
pub(super) fn loops(occurrence: u16) -> impl Iterator<Item = Line> {
    let turns = usize::from(occurrence.saturating_sub(1));
    LOOPS.into_iter().filter_map(move |(position, turn)| {
        let (position, turn) = read(position, turn);
        (turn.len() * turns <= LONGEST).then(|| (position, turn.repeat(turns)))
    })
}

/// Lines of `plies` plies that no limit but that number can end: loops where positions
/// may repeat, else walks. With `quiet`, nothing is captured on the way.
pub(super) fn walks(rules: Rules, plies: u32, quiet: bool) -> Vec<Line> {
    let plies = usize::try_from(plies).unwrap_or(usize::MAX);
    if plies > LONGEST {
        return Vec::new();
    }
    let start = (!quiet).then_some(Position::START);
    let boards = WALKS.into_iter().map(|text| read(text, "").0);
    start
        .into_iter()
        .chain(boards)
        .filter_map(|start| Some((start, walk(start, rules, plies, quiet)?)))
        .collect()
}

fn walk(start: Position, rules: Rules, plies: usize, quiet: bool) -> Option<Vec<Move>> {
    let is_open =
        |position: &Position| position.end(rules).is_none() && !position.legal(rules).is_empty();
    if !is_open(&start) {
        return None;
    }
    let may_repeat = rules.repetition() == 0;
    let mut order = Shuffle(1);
    let mut met = HashSet::from([start]);
    let mut line: Vec<Move> = Vec::new();
    let mut path = vec![(start, order.shuffled(start, rules))];
    // A walk without repetition through few boards may not exist; give up in good time.
    for _ in 0..100_000 {
        if line.len() == plies {
            return Some(line);
        }
        let (position, choices) = path.last_mut()?;
        let Some(tried) = choices.pop() else {
            path.pop();
            line.pop();
            continue;
        };
        let Ok(next) = position.play(tried, rules) else {
            continue;
        };
        let captures = next.board().seeds() < position.board().seeds();
        let is_last = line.len() + 1 == plies;
        if quiet && captures || next.end(rules).is_some() || !(is_last || is_open(&next)) {
            continue;
        }
        if may_repeat || met.insert(next) {
            line.push(tried);
            let choices = order.shuffled(next, rules);
            path.push((next, choices));
        }
    }
    None
}

/// A fixed sequence of numbers that looks random (Knuth's MMIX generator).
pub(super) struct Shuffle(pub(super) u64);

impl Shuffle {
    /// A number below `bound`, which is small.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The high bits are the random ones.
        usize::try_from(self.0 >> 40).unwrap_or_default() % bound
    }

    fn shuffled(&mut self, position: Position, rules: Rules) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal(rules).map(Move::Sow).collect();
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.below(last + 1));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::game::{EndReason, Game};

    fn reason((start, line): Line, rules: &str) -> Option<EndReason> {
        let mut game = Game::new(start, rules.parse().unwrap());
        for (ply, &played) in line.iter().enumerate() {
            assert_eq!(game.end().map(|end| (ply, end.reason)), None);
            game.play(played).unwrap();
        }
        game.end().map(|end| end.reason)
    }

    #[test]
    fn every_loop_ends_at_the_occurrence_asked_for() {
        for occurrence in 2..5 {
            for line in loops(occurrence) {
                let rules = format!("abapa+repetition={occurrence}");
                assert_eq!(reason(line, &rules), Some(EndReason::Repetition));
            }
        }
        assert_eq!(loops(u16::MAX).count(), 0);
    }

    #[test]
    fn walk_meets_the_quiet_limit_before_any_position_twice() {
        let lines = walks("abapa".parse().unwrap(), 100, true);
        assert!(!lines.is_empty());
        for line in lines {
            assert_eq!(
                reason(line, "abapa+quiet-limit=100"),
                Some(EndReason::QuietLimit)
            );
        }
    }

    #[test]
    fn walk_of_two_hundred_plies_meets_no_other_end() {
        for rules in ["codingame", "abapa+ply-limit=200"] {
            let bare = rules.parse::<Rules>().unwrap().with("ply-limit", "0");
            let line = walks(bare.unwrap(), 200, false).remove(0);
            assert_eq!(reason(line, rules), Some(EndReason::PlyLimit));
        }
    }
}
