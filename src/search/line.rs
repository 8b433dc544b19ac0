//! A line of play with everything that can end it: stores, counts of plies, visited positions.
//!
//! `path` carries what the value of play to the last seed depends on. Here a race to a
//! target, a limit of quiet plies and a limit of plies end the game too, in the order of
//! `Game`, and a key names all that the rules in question look at.

use crate::game::{
    Board, Game, Mechanics, Net, Player, Position, RepetitionRows, Rules, Settle, Target,
    ValueRules, own_rows_value,
};

use super::children::Child;
use super::ends::ended;
use super::path::{both_rows_hold, mixed, sum_after};
use super::table::{Key, mix};

/// A position of the line.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) board: Board,
    side: Player,
    /// The mover's store, then the opponent's.
    stores: [u8; 2],
    /// Plies since the last capture.
    quiet_plies: usize,
    /// Plies since the game began.
    plies: usize,
    /// Sum over the positions since the last capture that repetition counts, this included.
    sum: [u64; 2],
}

/// The positions since the last capture before the root, the root, and what was played on.
pub(crate) struct Line<M> {
    mechanics: M,
    rules: Rules,
    value_rules: ValueRules,
    /// The store that ends a race; `None` when play goes on to the last seed.
    race: Option<u8>,
    steps: Vec<Step>,
}

/// The store that ends a game as a race; `None` when the target is a majority, which stops
/// nobody where seeds are counted.
pub(crate) fn race_target(rules: Rules, total: u8) -> Option<u8> {
    match rules.target() {
        Target::Seeds(seeds) if seeds < Target::Majority.seeds(total) => Some(seeds),
        Target::Seeds(_) | Target::Majority => None,
    }
}

impl<M: Mechanics> Line<M> {
    /// The game so far, as far as its rules look back.
    pub(crate) fn of(game: &Game, mechanics: M) -> Self {
        let rules = game.rules();
        let visited = game.visited();
        let mut line = Self {
            mechanics,
            rules,
            value_rules: rules.value_rules(),
            race: race_target(rules, game.position().total()),
            steps: Vec::with_capacity(visited.len()),
        };
        let before = game.moves().len() - game.quiet_plies();
        for (quiet_plies, position) in visited.iter().enumerate() {
            let step = line.step(position, quiet_plies, before + quiet_plies);
            line.steps.push(step);
        }
        line
    }

    fn step(&self, position: &Position, quiet_plies: usize, plies: usize) -> Step {
        let (board, side) = (position.board(), position.to_move());
        Step {
            board,
            side,
            stores: position.stores_from_mover(),
            quiet_plies,
            plies,
            sum: self.sum_with(board, side, quiet_plies > 0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Where the line has come to; never empty.
    pub(crate) fn last(&self) -> &Step {
        self.steps.last().expect("a line holds at least its root")
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The position after a move in the last one.
    pub(crate) fn after(&self, child: &Child) -> Step {
        let last = self.last();
        let side = last.side.opposite();
        let conceded = (child.captured.cast_signed() - child.gain).cast_unsigned();
        Step {
            board: child.board,
            side,
            stores: [last.stores[1] + conceded, last.stores[0] + child.captured],
            quiet_plies: if child.is_quiet {
                last.quiet_plies + 1
            } else {
                0
            },
            plies: last.plies + 1,
            sum: self.sum_with(child.board, side, child.is_quiet),
        }
    }

    fn sum_with(&self, board: Board, side: Player, is_quiet: bool) -> [u64; 2] {
        let before = match self.steps.last() {
            Some(last) if is_quiet => last.sum,
            _ => [0; 2],
        };
        if !self.counts(board) {
            return before;
        }
        sum_after(before, board, side)
    }

    /// Whether repetition counts an occurrence of this board.
    fn counts(&self, board: Board) -> bool {
        self.rules.repetition() > 0
            && (self.rules.repetition_rows() == RepetitionRows::Any || both_rows_hold(board))
    }

    /// What a position pays net if the game ends there, seen by the player to move. `step`
    /// is the last of the line, or follows it.
    pub(crate) fn end(&self, step: &Step) -> Option<i8> {
        if let Some(target) = self.race
            && step.stores.iter().any(|&store| store >= target)
        {
            return Some(0);
        }
        if let Some(net) = ended(step.board, &self.value_rules, self.mechanics) {
            return Some(net.seeds());
        }
        let reached = |limit: u32, plies: usize| {
            limit > 0 && usize::try_from(limit).is_ok_and(|limit| plies >= limit)
        };
        if self.is_repeated(step) || reached(self.rules.quiet_limit(), step.quiet_plies) {
            return Some(match self.rules.settle() {
                Settle::OwnSide => own_rows_value(step.board).seeds(),
                Settle::Even | Settle::Nobody => Net::ZERO.seeds(),
            });
        }
        // The seeds on the board count for nobody.
        reached(self.rules.ply_limit(), step.plies).then_some(0)
    }

    fn is_repeated(&self, step: &Step) -> bool {
        if !self.counts(step.board) {
            return false;
        }
        // Those before it since the last capture; it may stand at the end of them itself.
        let is_last = self
            .steps
            .last()
            .is_some_and(|last| last.plies == step.plies);
        let before = self.steps.len() - usize::from(is_last);
        let occurrences = self.steps[before - step.quiet_plies..before]
            .iter()
            .filter(|earlier| (earlier.board, earlier.side) == (step.board, step.side))
            .count()
            + 1;
        occurrences >= usize::from(self.rules.repetition())
    }

    /// A key of everything that the value of a position depends on under the rules.
    ///
    /// The position enters the sum of the visited ones a second time, with a factor that no
    /// count of occurrences reaches, so that the same set met at different places differs.
    pub(crate) fn key(&self, step: &Step) -> Key {
        const HERE: u64 = 0x9E37_79B9_7F4A_7C15;
        const HALVES: [u64; 2] = [0x8CB9_2BA7_2F3D_8DD7, 0xD6E8_FEB8_6659_FD93];
        let relevant = |limit: u32, plies: usize| if limit > 0 { plies as u64 } else { 0 };
        let quiet_plies = relevant(self.rules.quiet_limit(), step.quiet_plies);
        let plies = relevant(self.rules.ply_limit(), step.plies);
        let stores = self.race.map_or([0; 2], |_| step.stores);
        let own = mixed(step.board, step.side);
        Key::Past([0, 1].map(|half| {
            let counts = mix(mix(mix(plies ^ HALVES[half]).wrapping_add(quiet_plies))
                .wrapping_add(u64::from(u16::from_le_bytes(stores))));
            step.sum[half]
                .wrapping_add(own[half].wrapping_mul(HERE))
                .wrapping_add(counts)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::children::children;

    fn line(rules: &str, start: &str, plies: usize) -> Line<Rules> {
        let rules: Rules = rules.parse().unwrap();
        let game = Game::new(start.parse().unwrap(), rules);
        let mut line = Line::of(&game, rules);
        for _ in 0..plies {
            let board = line.last().board;
            let child = *children(board, rules, None).iter().next().unwrap();
            let step = line.after(&child);
            line.push(step);
        }
        line
    }

    /// Twelve forced plies lead round the board and back.
    const ROUND: &str = "1-0-0-0-0-0-1-0-0-0-0-0-20-20-S";

    #[test]
    fn limits_and_repetition_end_the_line_where_they_end_a_game() {
        for (rules, plies) in [
            ("abapa+target=21", 12),
            ("awale-africa+target=21", 24),
            ("abapa+quiet-limit=5+target=21", 5),
            ("codingame+ply-limit=7", 7),
        ] {
            let ends = |plies| {
                let line = line(rules, ROUND, plies);
                line.end(line.last())
            };
            assert_eq!(ends(plies - 1), None, "{rules}");
            assert!(ends(plies).is_some(), "{rules}");
        }
    }

    #[test]
    fn keys_hold_what_the_rules_look_at_and_nothing_else() {
        let key = |rules: &str, start: &str, plies| {
            let line = line(rules, start, plies);
            line.key(line.last())
        };
        // Round the board once, the board is the same.
        let differs = |rules| key(rules, ROUND, 0) != key(rules, ROUND, 12);
        assert!(!differs("codingame+ply-limit=0"));
        assert!(differs("codingame"));
        assert!(differs("codingame+ply-limit=0+quiet-limit=100"));
        assert!(differs("awale-africa"));
        let other_stores = "1-0-0-0-0-0-1-0-0-0-0-0-19-21-S";
        let differs = |rules| key(rules, ROUND, 0) != key(rules, other_stores, 0);
        assert!(!differs("dream-games"));
        assert!(differs("marquoir+target=20"));
    }
}
