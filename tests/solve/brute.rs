//! Slow, obvious solvers that share nothing with the search: value iteration over whole
//! layers where loops count 0, and plain minimax over paths under the real repetition rule.

use std::sync::LazyLock;

use oware::game::{
    Board, Bounds, Loops, Move, Net, Player, RepetitionRows, Rules, Settle, ValueRules, effect,
    legal_moves, own_rows_value, stuck_value,
};
use oware::search::Oracle;

/// Every board with so many seeds.
pub(crate) fn boards(seeds: u8) -> Vec<Board> {
    fn fill(pits: &mut [u8; 12], pit: usize, left: u8, all: &mut Vec<Board>) {
        if pit == 11 {
            pits[11] = left;
            let (mover, opponent) = pits.split_at(6);
            all.push(Board::new(
                mover.try_into().unwrap(),
                opponent.try_into().unwrap(),
            ));
            return;
        }
        for seeds in 0..=left {
            pits[pit] = seeds;
            fill(pits, pit + 1, left - seeds, all);
        }
    }
    let mut all = Vec::new();
    fill(&mut [0; 12], 0, seeds, &mut all);
    all
}

/// `(next board, gain)` of every move.
fn moves(board: Board, rules: Rules) -> Vec<(Move, Board, i8)> {
    legal_moves(board, rules)
        .map(|played| match played {
            Move::Sow(pit) => {
                let effect = effect(board, pit, rules);
                let gain =
                    i8::try_from(effect.captured).unwrap() - i8::try_from(effect.conceded).unwrap();
                (played, effect.board.rotated(), gain)
            }
            Move::Pass => (played, board.rotated(), 0),
        })
        .collect()
}

fn ended(board: Board, rules: Rules) -> Option<i8> {
    if board.seeds() == 0 {
        return Some(0);
    }
    if board.seeds() <= rules.few_seeds() {
        return Some(match rules.few_settle() {
            Settle::OwnSide => own_rows_value(board).seeds(),
            Settle::Even | Settle::Nobody => 0,
        });
    }
    moves(board, rules)
        .is_empty()
        .then(|| stuck_value(board, rules.stuck()).seeds())
}

/// The values of all boards of some layers where an endless line counts 0.
pub(crate) struct Layers {
    /// By seeds, then by number within the layer.
    values: Vec<Vec<i8>>,
}

/// A move: the layer and number of the board it leads to, and its gain.
type Step = (usize, usize, i8);

/// Ways to put `seeds` into `pits`.
fn ways(seeds: usize, pits: usize) -> usize {
    (0..seeds).fold(1, |ways, n| ways * (pits + n) / (n + 1))
}

/// The place of a board in [`boards`].
fn number(board: Board) -> usize {
    static TABLE: LazyLock<Vec<[usize; 13]>> = LazyLock::new(|| {
        (0..=48)
            .map(|seeds| std::array::from_fn(|pits| ways(seeds, pits)))
            .collect()
    });
    let mut left = usize::from(board.seeds());
    let mut number = 0;
    for (pit, seeds) in board
        .mover()
        .into_iter()
        .chain(board.opponent())
        .enumerate()
        .take(11)
    {
        // Boards with fewer seeds in this pit: all of the rest, less those left for more.
        let rest = 11 - pit;
        number += TABLE[left][rest + 1];
        left -= usize::from(seeds);
        number -= TABLE[left][rest + 1];
    }
    number
}

impl Layers {
    /// All layers up to `seeds`, by value iteration from 0.
    pub(crate) fn solve(rules: Rules, seeds: u8) -> Self {
        let ValueRules { loops, .. } = rules.value_rules();
        assert_eq!(loops, Loops::Zero);
        let mut layers = Self { values: Vec::new() };
        for n in 0..=seeds {
            let all = boards(n);
            let start = all.iter().map(|&board| ended(board, rules).unwrap_or(0));
            layers.values.push(start.collect());
            // A move leads to (layer, number) and gains something.
            let open: Vec<(usize, Vec<Step>)> = all
                .iter()
                .enumerate()
                .filter(|(_, board)| ended(**board, rules).is_none())
                .map(|(place, board)| {
                    let moves = moves(*board, rules)
                        .into_iter()
                        .map(|(_, after, gain)| (usize::from(after.seeds()), number(after), gain));
                    (place, moves.collect())
                })
                .collect();
            loop {
                let mut next = layers.values[usize::from(n)].clone();
                for (place, moves) in &open {
                    next[*place] = moves
                        .iter()
                        .map(|&(layer, after, gain)| gain - layers.values[layer][after])
                        .max()
                        .unwrap();
                }
                if std::mem::replace(&mut layers.values[usize::from(n)], next.clone()) == next {
                    break;
                }
            }
        }
        layers
    }

    pub(crate) fn value(&self, board: Board) -> i8 {
        self.values[usize::from(board.seeds())][number(board)]
    }
}

impl Oracle for Layers {
    fn probe(&self, board: Board) -> Option<Bounds<Net>> {
        (usize::from(board.seeds()) < self.values.len())
            .then(|| Bounds::exact(Net::new(self.value(board))))
    }
}

/// Plain minimax with the history and without any memory of boards.
pub(crate) struct Paths {
    rules: Rules,
    /// Positions since the last capture, the one to judge last.
    visited: Vec<(Board, Player)>,
    /// Positions still to be looked at before giving up.
    left: u64,
}

impl Paths {
    pub(crate) fn new(rules: Rules, visited: Vec<(Board, Player)>, limit: u64) -> Self {
        Self {
            rules,
            visited,
            left: limit,
        }
    }

    fn is_repeated(&self) -> bool {
        let now = *self.visited.last().unwrap();
        let both = now.0.mover_seeds() > 0 && now.0.opponent_seeds() > 0;
        let times = self.visited.iter().filter(|&&seat| seat == now).count();
        (self.rules.repetition_rows() == RepetitionRows::Any || both)
            && self.rules.repetition() > 0
            && times >= usize::from(self.rules.repetition())
    }

    /// The value of the last position within a window; `None` when the limit is passed.
    pub(crate) fn value(&mut self, alpha: i8, beta: i8) -> Option<i8> {
        self.left = self.left.checked_sub(1)?;
        let (board, side) = *self.visited.last().unwrap();
        if let Some(net) = ended(board, self.rules) {
            return Some(net);
        }
        if self.is_repeated() {
            return Some(match self.rules.settle() {
                Settle::OwnSide => own_rows_value(board).seeds(),
                Settle::Even | Settle::Nobody => 0,
            });
        }
        let mut best = i8::MIN;
        for (_, after, gain) in moves(board, self.rules) {
            best = best.max(self.after(after, side, gain, alpha.max(best), beta)?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The exact value of each move, best or not.
    pub(crate) fn move_values(&mut self) -> Option<Vec<(Move, i8)>> {
        let (board, side) = *self.visited.last().unwrap();
        moves(board, self.rules)
            .into_iter()
            .map(|(played, after, gain)| {
                self.after(after, side, gain, -100, 100)
                    .map(|value| (played, value))
            })
            .collect()
    }

    fn after(&mut self, after: Board, side: Player, gain: i8, alpha: i8, beta: i8) -> Option<i8> {
        let seat = (after, side.opposite());
        let captured = after.seeds() < self.visited.last().unwrap().0.seeds();
        let reply = if captured {
            let before = std::mem::replace(&mut self.visited, vec![seat]);
            let reply = self.value(gain - beta, gain - alpha);
            self.visited = before;
            reply
        } else {
            self.visited.push(seat);
            let reply = self.value(gain - beta, gain - alpha);
            self.visited.pop();
            reply
        };
        Some(gain - reply?)
    }
}
