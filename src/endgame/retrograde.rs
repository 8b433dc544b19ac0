//! Solves one layer from the layers beneath it, where an endless line counts 0.
//!
//! A capture leads to a smaller layer, whose values are known; the moves that take nothing
//! stay inside the layer and may run in circles. So the layer is solved backwards:
//!
//! 1. *initialise*: for each board the best capture and the number of open (quiet) moves;
//! 2. *propagate*: for each value v from high to low, the boards worth v are those where a
//!    capture wins v or a quiet move leads to a board worth −v; those worth −v have no open
//!    move left and nothing better than −v. Each board that settles tells its predecessors;
//! 3. *collect*: what never settled can be kept going for ever, and is worth 0.
//!
//! Each board settles once and each quiet move is looked at once, so the work is linear.
//! The values are a least fixpoint: the order in which boards settle within a level, and
//! so the number of threads, cannot change them.
//!
//! Reference: T. R. Lincke and A. Marzetta, Large endgame databases with limited memory
//! space, ICGA Journal 23(3), 2000; J. W. Romein and H. E. Bal, Solving awari with parallel
//! retrograde analysis, IEEE Computer 36(10), 2003.

use rayon::prelude::*;

use super::cell::{Cell, State};
use super::index::{Cursor, Layer, Rank};
use super::predecessors::for_each_predecessor;
use crate::game::{
    Board, ForMechanics, Loops, Mechanics, Net, ValueRules, effect, legal, must_pass,
    own_rows_value, specialise, stuck_value,
};
use crate::progress::Progress;

/// Boards that one task initialises or scans.
const BOARDS_PER_TASK: usize = 1 << 15;
/// Boards whose captures are looked up, or whose predecessors are updated, together: their
/// memory accesses are independent, so the processor overlaps the cache misses.
const BATCH: usize = 32;
/// Waiting boards at which a task gives half of them to another thread.
const SHARE: usize = 1 << 13;

/// Solves a layer. `below[k]` holds the values of layer k, in rank order, for every k
/// less than the layer's seeds; each is one signed byte, the net for the side to move.
///
/// # Errors
///
/// When the work was cancelled, or a byte a board is not to be had.
///
/// # Panics
///
/// When `rules` are such that an endless line does not count 0, or a layer below is
/// missing or has the wrong length.
pub(crate) fn solve_layer(
    layer: Layer,
    rules: &ValueRules,
    below: &[&[u8]],
    progress: &dyn Progress,
) -> Result<Vec<u8>, Stopped> {
    assert!(rules.loops == Loops::Zero, "endless lines must count 0");
    assert!(
        Layer::up_to(layer.seeds())
            .zip(0..layer.seeds())
            .all(|(lower, k)| below[usize::from(k)].len() as u64 == lower.boards()),
        "every layer below must be complete"
    );
    specialise(
        *rules,
        SolveLayer {
            layer,
            rules,
            below,
            progress,
        },
    )
}

/// Why a layer was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The work was cancelled.
    Cancelled,
    /// There is no memory for a byte a board.
    OutOfMemory,
}

struct SolveLayer<'a> {
    layer: Layer,
    rules: &'a ValueRules,
    below: &'a [&'a [u8]],
    progress: &'a dyn Progress,
}

impl ForMechanics for SolveLayer<'_> {
    type Output = Result<Vec<u8>, Stopped>;

    fn run<M: Mechanics>(self, mechanics: M) -> Result<Vec<u8>, Stopped> {
        let solver = Solver {
            layer: self.layer,
            rules: self.rules,
            below: self.below,
            progress: self.progress,
            mechanics,
        };
        let cells = solver.initialise()?;
        for level in (1..=self.layer.seeds()).rev() {
            solver.propagate(level, &cells)?;
        }
        Ok(collect(cells))
    }
}

/// The layer and everything that is only read while it is solved.
struct Solver<'a, M> {
    layer: Layer,
    rules: &'a ValueRules,
    below: &'a [&'a [u8]],
    progress: &'a dyn Progress,
    mechanics: M,
}

/// A capture that waits for the value of the board it leads to.
#[derive(Clone, Copy)]
struct Exit {
    /// Which board of the batch it belongs to.
    slot: usize,
    /// Seeds won by the move itself.
    gain: i8,
    /// Seeds left on the board.
    seeds: u8,
    rank: Rank,
}

/// The moves of a board, divided into those that leave the layer and those that stay.
#[derive(Clone, Copy)]
struct Survey {
    /// The best that a move out of the layer, or the end of the game, pays so far.
    best: Option<i8>,
    /// Quiet moves.
    open: u8,
}

impl<M: Mechanics> Solver<'_, M> {
    fn initialise(&self) -> Result<Vec<Cell>, Stopped> {
        let boards = usize::try_from(self.layer.boards()).map_err(|_| Stopped::OutOfMemory)?;
        let mut cells: Vec<Cell> = Vec::new();
        cells
            .try_reserve_exact(boards)
            .map_err(|_| Stopped::OutOfMemory)?;
        (0..boards)
            .into_par_iter()
            .with_min_len(BOARDS_PER_TASK)
            .map(|_| Cell::new(State::Open(0)))
            .collect_into_vec(&mut cells);
        cells
            .par_chunks(BOARDS_PER_TASK)
            .enumerate()
            .try_for_each(|(chunk, cells)| {
                if self.progress.is_cancelled() {
                    return Err(Stopped::Cancelled);
                }
                let mut rank = (chunk * BOARDS_PER_TASK) as u64;
                let mut cursor = Cursor::new(self.layer, Rank::new(rank));
                let mut exits = Vec::new();
                for batch in cells.chunks(BATCH) {
                    let mut surveys = [Survey {
                        best: None,
                        open: 0,
                    }; BATCH];
                    for (slot, survey) in surveys[..batch.len()].iter_mut().enumerate() {
                        *survey = self.survey(cursor.board(rank), slot, &mut exits);
                        rank += 1;
                    }
                    self.look_up(&mut exits, &mut surveys);
                    for (cell, survey) in batch.iter().zip(surveys) {
                        cell.set(survey.state());
                    }
                }
                self.advance(cells.len(), 0..self.initial_passes());
                Ok(())
            })?;
        Ok(cells)
    }

    /// Counts the quiet moves and notes the captures.
    #[inline]
    fn survey(&self, board: Board, slot: usize, exits: &mut Vec<Exit>) -> Survey {
        let over = |net: Net| Survey {
            best: Some(net.seeds()),
            open: 0,
        };
        if board.seeds() <= self.rules.few_seeds {
            return over(if self.rules.few_to_own_side {
                own_rows_value(board)
            } else {
                Net::ZERO
            });
        }
        let legal = legal(board, self.mechanics);
        if legal.is_empty() {
            if must_pass(board, self.mechanics) {
                return Survey {
                    best: None,
                    open: 1,
                };
            }
            return over(stuck_value(board, self.rules.stuck));
        }
        let mut survey = Survey {
            best: None,
            open: 0,
        };
        for pit in legal {
            let effect = effect(board, pit, self.mechanics);
            if effect.captured == 0 && effect.conceded == 0 {
                survey.open += 1;
                continue;
            }
            let seeds = board.seeds() - effect.captured - effect.conceded;
            let after = effect.board.rotated();
            exits.push(Exit {
                slot,
                gain: effect.captured.cast_signed() - effect.conceded.cast_signed(),
                seeds,
                rank: Layer::new(seeds).rank(after),
            });
        }
        survey
    }

    /// Reads the values behind the captures and empties the list.
    fn look_up(&self, exits: &mut Vec<Exit>, surveys: &mut [Survey]) {
        for exit in exits.drain(..) {
            let after = self.below[usize::from(exit.seeds)][exit.rank.get() as usize].cast_signed();
            let worth = exit.gain - after;
            let best = &mut surveys[exit.slot].best;
            *best = Some(best.map_or(worth, |best| best.max(worth)));
        }
    }

    /// Settles the boards worth `level` and `-level`.
    fn propagate(&self, level: u8, cells: &[Cell]) -> Result<(), Stopped> {
        let wins = State::Wins(level).byte();
        let loses = State::Loses(level).byte();
        let value = Net::new(level.cast_signed());
        cells
            .par_chunks(BOARDS_PER_TASK)
            .enumerate()
            .try_for_each(|(chunk, part)| {
                if self.progress.is_cancelled() {
                    return Err(Stopped::Cancelled);
                }
                let first = (chunk * BOARDS_PER_TASK) as u64;
                let mut cursor = Cursor::new(self.layer, Rank::new(first));
                let mut wave = Wave::default();
                for (rank, cell) in (first..).zip(part) {
                    let byte = cell.byte();
                    if byte == wins && cell.settle(value) {
                        wave.won.push(cursor.board(rank));
                    } else if byte == loses && cell.settle(-value) {
                        wave.lost.push(cursor.board(rank));
                    }
                }
                self.spread(value, cells, wave);
                let pass = self.initial_passes() + u64::from(self.layer.seeds() - level);
                self.advance(part.len(), pass..pass + 1);
                Ok(())
            })
    }

    /// Passes over the layer that its initialisation is about worth.
    fn initial_passes(&self) -> u64 {
        u64::from(self.layer.seeds() / 2 + 1)
    }

    /// Reports so many boards as done with these of all passes, so that a board counts
    /// once when all its passes are over.
    fn advance(&self, boards: usize, passes: std::ops::Range<u64>) {
        let all = self.initial_passes() + u64::from(self.layer.seeds());
        let share = |pass: u64| boards as u64 * pass / all;
        self.progress
            .advance(share(passes.end) - share(passes.start));
    }

    /// Tells the predecessors of the settled boards, and theirs, until nothing changes.
    fn spread(&self, value: Net, cells: &[Cell], mut wave: Wave) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut told: Vec<(Board, usize)> = Vec::new();
        loop {
            if wave.won.len() + wave.lost.len() > SHARE {
                let other = wave.split_half();
                rayon::join(
                    || self.spread(value, cells, wave),
                    || self.spread(value, cells, other),
                );
                return;
            }
            // Boards that lose make their predecessors win, which needs no counting.
            let lost = !wave.lost.is_empty();
            let waiting = if lost { &mut wave.lost } else { &mut wave.won };
            if waiting.is_empty() {
                return;
            }
            batch.extend(waiting.drain(waiting.len().saturating_sub(BATCH)..));
            for board in batch.drain(..) {
                for_each_predecessor(board, self.mechanics, |before| {
                    told.push((before, self.layer.rank(before).get() as usize));
                });
            }
            // A pass of plain reads first: they overlap, while the locked updates would
            // each wait for their own cache miss.
            let mut touched = 0;
            for &(_, rank) in &told {
                touched ^= cells[rank].byte();
            }
            std::hint::black_box(touched);
            for (before, rank) in told.drain(..) {
                let cell = &cells[rank];
                if lost {
                    if cell.settle(value) {
                        wave.won.push(before);
                    }
                } else if cell.close_move() && self.settle_closed(before, -value, cell) {
                    wave.lost.push(before);
                }
            }
        }
    }

    /// A board whose last open move turned out to be worth `quiet` for its mover; whether
    /// its value is that, so that its predecessors must hear now.
    fn settle_closed(&self, board: Board, quiet: Net, cell: &Cell) -> bool {
        let mut exits = Vec::new();
        let mut surveys = [self.survey(board, 0, &mut exits)];
        self.look_up(&mut exits, &mut surveys);
        match surveys[0].best {
            Some(best) if best > quiet.seeds() => {
                cell.set(State::known(Net::new(best)));
                false
            }
            _ => cell.settle(quiet),
        }
    }
}

impl Survey {
    fn state(self) -> State {
        match self.best {
            Some(best @ 1..) => State::Wins(best.cast_unsigned()),
            Some(best) if self.open == 0 => State::known(Net::new(best)),
            _ => State::Open(self.open),
        }
    }
}

/// Boards that settled at the current level and whose predecessors do not know yet.
#[derive(Default)]
struct Wave {
    won: Vec<Board>,
    lost: Vec<Board>,
}

impl Wave {
    fn split_half(&mut self) -> Self {
        Self {
            won: self.won.split_off(self.won.len() / 2),
            lost: self.lost.split_off(self.lost.len() / 2),
        }
    }
}

fn collect(cells: Vec<Cell>) -> Vec<u8> {
    cells
        .into_iter()
        .map(|cell| cell.into_value().seeds().cast_unsigned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::progress::Silent;

    fn layers(rules: &str, seeds: u8) -> Vec<Vec<u8>> {
        let rules = rules.parse::<Rules>().unwrap().value_rules();
        let mut done: Vec<Vec<u8>> = Vec::new();
        for layer in Layer::up_to(seeds) {
            let below: Vec<&[u8]> = done.iter().map(Vec::as_slice).collect();
            let values = solve_layer(layer, &rules, &below, &Silent).unwrap();
            done.push(values);
        }
        done
    }

    fn histogram(values: &[u8], seeds: i8) -> Vec<usize> {
        (-seeds..=seeds)
            .map(|net| values.iter().filter(|v| v.cast_signed() == net).count())
            .collect()
    }

    #[test]
    fn small_layers_of_awari_have_the_published_histograms() {
        // T. R. Lincke, Diss. ETH 14701 (2002), appendix B; all layers to 12 seeds are
        // compared in tests/endgame.rs.
        let layers = layers("awari", 3);
        assert_eq!(histogram(&layers[2], 2), [40, 0, 13, 0, 25]);
        assert_eq!(histogram(&layers[3], 3), [177, 0, 1, 63, 7, 0, 116]);
    }

    #[test]
    fn every_value_is_the_best_over_the_moves() {
        for rules in [
            "awari",
            "jedisjeux",
            "abapa+settle=even",
            "marquoir-famine+repetition=0",
        ] {
            let layers = layers(rules, 7);
            let rules: Rules = rules.parse().unwrap();
            let value = |board: Board| {
                let layer = Layer::of(board);
                layers[usize::from(layer.seeds())][layer.rank(board).get() as usize].cast_signed()
            };
            for layer in Layer::up_to(7).skip(1) {
                if layer.seeds() <= rules.few_seeds() {
                    continue;
                }
                for rank in 0..layer.boards() {
                    let board = layer.unrank(Rank::new(rank));
                    let sown = legal(board, rules).map(|pit| {
                        let effect = effect(board, pit, rules);
                        effect.captured.cast_signed() - value(effect.board.rotated())
                    });
                    let passed = must_pass(board, rules).then(|| -value(board.rotated()));
                    let best = sown.chain(passed).max();
                    let expected =
                        best.unwrap_or_else(|| stuck_value(board, rules.stuck()).seeds());
                    assert_eq!(value(board), expected, "{rules} {board:?}");
                }
            }
        }
    }
}
