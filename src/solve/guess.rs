//! Guesses of what the moves of a root are worth, deeper and deeper.
//!
//! Each iteration searches the likeliest move with a narrow window around its last value
//! and asks of the others only whether they are better. A move that is not better is worth
//! no more than what that question showed, so no shallower look can put it in front again.
//! Of an iteration that is cut short only a move that was better than the likeliest counts.
//! Where moves are to be compared, every move is searched with a window of its own, and an
//! iteration that is cut short leaves no trace.

use super::root_move::RootMove;
use crate::game::{Mechanics, Net};
use crate::search::{Estimator, SEED};

/// The first half-width of the window, in parts of a seed.
const WINDOW: i32 = 30;
const BEYOND: i32 = 49 * SEED;

/// What came of an iteration.
enum Searched {
    /// The best move and its value, within the window or beyond it.
    All(usize, i32),
    /// It was cut short; the best of the moves that proved better than the window's lower end.
    Part(Option<(usize, i32)>),
}

/// The guesses so far.
#[derive(Clone)]
pub(super) struct Guesses {
    /// By move: the last value in parts of a seed.
    pub(super) values: Vec<i32>,
    /// The moves from the likeliest down.
    pub(super) order: Vec<usize>,
    pub(super) depth: i32,
    /// Whether every move gets a value of its own.
    every_move: bool,
    /// The generation of entries of depth 0.
    generation: u16,
}

impl Guesses {
    /// None yet, of so many moves.
    pub(super) fn new(moves: usize, every_move: bool, generation: u16) -> Self {
        Self {
            values: vec![0; moves],
            order: (0..moves).collect(),
            depth: 0,
            every_move,
            generation,
        }
    }

    /// Searches one ply deeper than before; `false` when it was stopped.
    pub(super) fn deepen<M: Mechanics>(
        &mut self,
        moves: &[RootMove],
        estimator: &mut Estimator<'_, M>,
    ) -> bool {
        let depth = self.depth + 1;
        let plies = u16::try_from(depth).unwrap_or(u16::MAX);
        estimator.set_generation(self.generation.wrapping_add(plies));
        if self.every_move {
            return self.deepen_each(moves, estimator, depth);
        }
        let before = self.values.clone();
        let first = self.order[0];
        let centre = self.values[first];
        let mut width = WINDOW;
        let (mut low, mut high) = if depth < 4 {
            (-BEYOND, BEYOND)
        } else {
            (centre - width, centre + width)
        };
        let best = loop {
            let (index, value) = match self.within(moves, estimator, depth, (low, high)) {
                Searched::All(index, value) => (index, value),
                Searched::Part(better) => {
                    self.values = before;
                    if let Some((index, value)) = better {
                        self.prefer(index, value);
                    }
                    return false;
                }
            };
            width *= 3;
            if value <= low && low > -BEYOND {
                low = (value - width).max(-BEYOND);
            } else if value >= high && high < BEYOND {
                high = (value + width).min(BEYOND);
                self.front(index);
            } else {
                break index;
            }
        };
        self.front(best);
        self.depth = depth;
        true
    }

    /// Puts a move in front that is worth so much, and so more than every other.
    fn prefer(&mut self, index: usize, value: i32) {
        for other in &mut self.values {
            *other = (*other).min(value);
        }
        self.values[index] = value;
        self.front(index);
    }

    /// The same for every move on its own.
    fn deepen_each<M: Mechanics>(
        &mut self,
        moves: &[RootMove],
        estimator: &mut Estimator<'_, M>,
        depth: i32,
    ) -> bool {
        let mut values = self.values.clone();
        for &index in &self.order {
            let child = &moves[index].child;
            let centre = values[index];
            let mut width = WINDOW;
            let (mut low, mut high) = if depth < 4 {
                (-BEYOND, BEYOND)
            } else {
                (centre - width, centre + width)
            };
            let value = loop {
                let value =
                    estimator.after(child.board, child.is_quiet, child.gain, (low, high), depth);
                if estimator.is_stopped() {
                    return false;
                }
                width *= 3;
                if value <= low && low > -BEYOND {
                    low = (value - width).max(-BEYOND);
                } else if value >= high && high < BEYOND {
                    high = (value + width).min(BEYOND);
                } else {
                    break value;
                }
            };
            values[index] = value;
        }
        self.values = values;
        self.order
            .sort_by_key(|&index| std::cmp::Reverse(self.values[index]));
        self.depth = depth;
        true
    }

    fn front(&mut self, index: usize) {
        self.order.retain(|&other| other != index);
        self.order.insert(0, index);
    }

    /// Searches all moves within a window, whose lower end rises to the best value found.
    fn within<M: Mechanics>(
        &mut self,
        moves: &[RootMove],
        estimator: &mut Estimator<'_, M>,
        depth: i32,
        (low, high): (i32, i32),
    ) -> Searched {
        let mut alpha = low;
        let mut best = (self.order[0], -BEYOND);
        let mut better = None;
        for (place, &index) in self.order.clone().iter().enumerate() {
            let child = &moves[index].child;
            let mut after =
                |window| estimator.after(child.board, child.is_quiet, child.gain, window, depth);
            let mut value;
            if place == 0 {
                value = after((alpha, high));
            } else {
                value = after((alpha, alpha + 1));
                if value > alpha && value < high {
                    value = after((alpha, high));
                }
            }
            if estimator.is_stopped() {
                return Searched::Part(better);
            }
            if place == 0 || value > alpha {
                self.values[index] = value;
            } else {
                self.values[index] = self.values[index].min(value);
            }
            if value > best.1 {
                best = (index, value);
            }
            if value > alpha {
                alpha = value;
                if place > 0 {
                    better = Some((index, value));
                }
            }
            if alpha >= high {
                break;
            }
        }
        Searched::All(best.0, best.1)
    }

    /// The whole seeds nearest to a move's guess.
    pub(super) fn net(&self, index: usize) -> Net {
        let value = self.values[index];
        let rounded = (value + SEED / 2).div_euclid(SEED);
        Net::new(rounded.clamp(-48, 48) as i8)
    }
}
