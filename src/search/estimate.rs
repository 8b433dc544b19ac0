//! The playing search: what a board is probably worth, as deep as the time allows.
//!
//! Principal variation search (Marsland & Campbell 1982) with a window that is nearly
//! always empty, late moves looked at less deeply, and captures followed to their end.
//! Nothing of it is a proof; proofs are the business of `numbers` and `proof`, which take
//! its values as the guesses to try.
//!
//! A value that rests on a repetition with a position above is good for this line only
//! and is not stored: [`Found::rests_on`] says how high up it reaches.

mod captures;
mod entry;
mod reductions;
mod shortcuts;
mod step;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{
    Board, Loops, Mechanics, Move, PITS_PER_ROW, Pit, Player, ValueRules, own_rows_value,
    stuck_value,
};

use super::ends::SHORTEST_CYCLE_PLIES;
use super::evaluate::{SEED, evaluate};
use super::meter::{Meter, Purse};
use super::numbers::{Arena, Crowd};
use super::order::{LONGEST, Memory, Tried};
use super::shared::{Bucket, Domain, SharedTable, Spot};
use entry::{Bound, Entry};
use reductions::reductions;
pub use shortcuts::Shortcuts;
use step::{NO_STEP, Step, arrange, pick, steps};

/// The least depth at which the table is asked: below, a look costs more than it saves.
const LEAST_STORED: i32 = 2;
/// How often to ask whether the search is still wanted.
const NODES_BETWEEN_LOOKS: u32 = 1 << 9;
/// The greatest depth at which a glance may stand for a search,
const GLANCE_PLIES: i32 = 4;
/// if it is beyond the window by so many parts of a seed,
const GLANCE_MARGIN: i32 = 40;
/// and so many more for each ply.
const GLANCE_MARGIN_PER_PLY: i32 = 90;
/// From this depth on, a board without a move from the table is searched a ply less.
const UNKNOWN_PLIES: i32 = 5;
/// From this depth on, a move that another thread is looking into waits for the others.
const PARTED_PLIES: i32 = 4;
/// Beyond every value.
const INFINITE: i32 = 49 * SEED;
/// Rests on nothing above.
const NOTHING: u32 = u32::MAX;

/// A value and the highest place of the line that it repeats.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: i32,
    rests_on: u32,
}

impl Found {
    const fn free(value: i32) -> Self {
        Self {
            value,
            rests_on: NOTHING,
        }
    }
}

/// One thread's search.
pub(crate) struct Estimator<'a, M> {
    mechanics: M,
    arena: &'a Arena<'a>,
    table: SharedTable<'a>,
    rules: ValueRules,
    reach: u8,
    /// Whether visited positions are ends of the game in the layer of the root.
    has_stops: bool,
    root_seeds: u8,
    root_side: Player,
    purse: Purse<'a>,
    is_stopped: bool,
    /// Set by others when this search is no longer wanted.
    is_over: &'a AtomicBool,
    /// Nodes until that is asked again.
    patience: u32,
    line: Box<[Board; LONGEST + 2]>,
    memory: Memory,
    /// Where the threads meet, if there are several.
    crowd: Option<&'a Crowd>,
    reductions: [[u8; 8]; 64],
    glance_plies: i32,
    unknown_plies: i32,
    pub(crate) oracle_hits: u64,
    generation: u16,
}

impl<'a, M: Mechanics> Estimator<'a, M> {
    pub(crate) fn new(
        mechanics: M,
        arena: &'a Arena<'a>,
        table: SharedTable<'a>,
        root: (Board, Player),
        meter: &'a Meter<'a>,
        is_over: &'a AtomicBool,
    ) -> Self {
        let mut line = Box::new([Board::EMPTY; LONGEST + 2]);
        line[0] = root.0;
        Self {
            mechanics,
            arena,
            table,
            rules: *arena.rules,
            reach: arena.oracle.reach(),
            has_stops: !arena.stops.is_empty(),
            root_seeds: arena.root_seeds,
            root_side: root.1,
            purse: meter.purse(),
            is_stopped: false,
            is_over,
            patience: NODES_BETWEEN_LOOKS,
            line,
            memory: Memory::new(),
            crowd: None,
            reductions: reductions(),
            glance_plies: GLANCE_PLIES,
            unknown_plies: UNKNOWN_PLIES,
            oracle_hits: 0,
            generation: 0,
        }
    }

    /// The same with other shortcuts than all of them.
    pub(crate) const fn taking(mut self, shortcuts: Shortcuts) -> Self {
        if !shortcuts.late_moves {
            self.reductions = [[0; 8]; 64];
        }
        if !shortcuts.glances {
            self.glance_plies = 0;
        }
        if !shortcuts.unknown_boards {
            self.unknown_plies = i32::MAX;
        }
        self
    }

    /// The same as one of several threads.
    pub(crate) const fn among(mut self, crowd: Option<&'a Crowd>) -> Self {
        self.crowd = crowd;
        self
    }

    pub(crate) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// What a move of the root is worth within a window, searched `depth` plies in all;
    /// meaningless once the search is stopped.
    pub(crate) fn after(
        &mut self,
        child: Board,
        is_quiet: bool,
        gain: i8,
        (alpha, beta): (i32, i32),
        depth: i32,
    ) -> i32 {
        let gain = i32::from(gain) * SEED;
        let step = Step {
            board: child,
            is_quiet,
            bucket: self.table.bucket_of(child),
            ..NO_STEP
        };
        gain - self
            .visit(&step, gain - beta, gain - alpha, depth - 1, 0, 0)
            .value
    }

    #[inline]
    fn spend(&mut self) -> bool {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = NODES_BETWEEN_LOOKS;
            self.is_stopped |= self.is_over.load(Ordering::Relaxed);
        }
        self.is_stopped |= !self.purse.spend();
        !self.is_stopped
    }

    /// Judges the board after a step from place `ply` of the line.
    #[inline]
    fn visit(
        &mut self,
        step: &Step,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        segment: usize,
    ) -> Found {
        let board = step.board;
        let mut below = ply + 1;
        if step.is_quiet {
            below = segment;
            if let Some(found) = self.repeated(board, ply, segment) {
                return found;
            }
        }
        if depth <= 0 || ply + 1 >= LONGEST {
            return Found::free(self.captures(board, alpha, beta));
        }
        self.search(board, step.bucket, (alpha, beta), depth, ply + 1, below)
    }

    /// The value of a board, reached by a quiet move from place `ply` of the line, that was
    /// met before.
    #[inline]
    fn repeated(&self, board: Board, ply: usize, segment: usize) -> Option<Found> {
        if self.has_stops && board.seeds() == self.root_seeds {
            let side = if ply.is_multiple_of(2) {
                self.root_side.opposite()
            } else {
                self.root_side
            };
            if let Some(net) = self.arena.stops.value_at(board, side) {
                return Some(Found {
                    value: i32::from(net) * SEED,
                    rests_on: 0,
                });
            }
        }
        let mut place = (ply + 3).checked_sub(SHORTEST_CYCLE_PLIES)?;
        while place >= segment + 2 {
            place -= 2;
            if self.line[place] == board {
                let net = match self.rules.loops {
                    Loops::Zero => 0,
                    Loops::OwnRows { .. } => own_rows_value(board).seeds(),
                };
                return Some(Found {
                    value: i32::from(net) * SEED,
                    rests_on: place as u32,
                });
            }
        }
        None
    }

    /// What is worth knowing before any move is looked at.
    #[inline]
    fn known(&mut self, board: Board) -> Option<i32> {
        let seeds = board.seeds();
        if seeds <= self.rules.few_seeds || seeds == 0 {
            let net = if self.rules.few_to_own_side {
                own_rows_value(board).seeds()
            } else {
                0
            };
            return Some(i32::from(net) * SEED);
        }
        if seeds <= self.reach
            && (seeds < self.root_seeds || !self.has_stops)
            && let Some(net) = self
                .arena
                .oracle
                .probe(board)
                .and_then(|bounds| bounds.value())
        {
            self.oracle_hits += 1;
            return Some(i32::from(net.seeds()) * SEED);
        }
        None
    }

    fn search(
        &mut self,
        board: Board,
        bucket: Bucket,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        segment: usize,
    ) -> Found {
        if !self.spend() {
            return Found::free(0);
        }
        let most = i32::from(board.seeds()) * SEED;
        if alpha >= most {
            return Found::free(most);
        }
        if beta <= -most {
            return Found::free(-most);
        }
        if let Some(value) = self.known(board) {
            return Found::free(value);
        }
        let is_null = beta - alpha == 1;
        // What ends at once is no matter of a glance.
        let has_moves = board.mover_row() != 0 && board.opponent_row() != 0;
        if is_null && depth <= self.glance_plies && has_moves {
            let value = evaluate(board) - GLANCE_MARGIN_PER_PLY * depth - GLANCE_MARGIN;
            if value >= beta {
                return Found::free(value);
            }
        }
        let uses_table = depth >= LEAST_STORED;
        let spot = self.table.spot_in(bucket, board, Domain::Fresh);
        let mut first = None;
        if uses_table && let Some(entry) = self.table.find(spot).next().map(Entry::unpack) {
            first = Some(entry.best);
            // An exact value that another thread found keeps both at the same windows.
            let is_enough = is_null || (self.crowd.is_some() && entry.bound == Bound::Exact);
            if i32::from(entry.depth) >= depth && is_enough {
                let value = entry.value;
                match entry.bound {
                    Bound::Exact => return Found::free(value),
                    Bound::Lower if value >= beta => return Found::free(value),
                    Bound::Upper if value <= alpha => return Found::free(value),
                    _ => {}
                }
            }
        }
        self.line[ply] = board;
        let (mut steps, count) = match steps(board, self.mechanics) {
            Some(steps) => steps,
            None => {
                let net = stuck_value(board, self.rules.stuck).seeds();
                return Found::free(i32::from(net) * SEED);
            }
        };
        // The only move is not counted as a ply.
        if depth > LEAST_STORED || count == 1 {
            for step in &mut steps[..count] {
                step.bucket = self.table.bucket_of(step.board);
                self.table.touch(step.bucket);
            }
        }
        arrange(&mut steps[..count], first, &self.memory, ply);
        let mut depth = depth;
        if first.is_none() && depth >= self.unknown_plies {
            depth -= 1;
        }
        let below = if count == 1 { depth } else { depth - 1 };
        let start = alpha;
        let mut best = Found {
            value: -INFINITE,
            rests_on: NOTHING,
        };
        let mut best_move = steps[0].played;
        let mut rests_on = NOTHING;
        let crowd = self.crowd.filter(|_| depth >= PARTED_PLIES);
        // After all moves come those that another thread was looking into.
        let (mut later, mut late, mut turn) = ([0; PITS_PER_ROW], 0, 0);
        while turn < count + late {
            let index = if turn < count {
                pick(&mut steps, turn, count);
                turn
            } else {
                later[turn - count]
            };
            turn += 1;
            let step = steps[index];
            if let Some(crowd) = crowd
                && index > 0
            {
                if turn <= count && crowd.is_at(step.board, depth as i8) {
                    later[late] = index;
                    late += 1;
                    continue;
                }
                crowd.enter(step.board, depth as i8);
            }
            let gain = i32::from(step.gain) * SEED;
            let (low, high) = (gain - beta, gain - alpha);
            let mut found;
            if index == 0 {
                found = self.visit(&step, low, high, below, ply, segment);
            } else {
                let mut reduced = below;
                if depth >= 3 && step.is_quiet {
                    reduced -=
                        i32::from(self.reductions[depth.unsigned_abs().min(63) as usize][index]);
                    reduced = reduced.max(0);
                }
                found = self.visit(&step, high - 1, high, reduced, ply, segment);
                if reduced < below && found.value < high && !self.is_stopped {
                    found = self.visit(&step, high - 1, high, below, ply, segment);
                }
                if !is_null && found.value < high && found.value > low && !self.is_stopped {
                    found = self.visit(&step, low, high, below, ply, segment);
                }
            }
            if let Some(crowd) = crowd
                && index > 0
            {
                crowd.leave(step.board, depth as i8);
            }
            if self.is_stopped {
                return Found::free(0);
            }
            let value = gain - found.value;
            rests_on = rests_on.min(found.rests_on);
            if value > best.value {
                best = Found {
                    value,
                    rests_on: found.rests_on,
                };
                best_move = step.played;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        if step.is_quiet {
                            self.memory.reward(
                                ply,
                                Tried::new(step.played, step.seeds),
                                depth,
                                steps[..index]
                                    .iter()
                                    .filter(|step| step.is_quiet)
                                    .map(|step| Tried::new(step.played, step.seeds)),
                            );
                        }
                        break;
                    }
                }
            }
        }
        let bound = if best.value >= beta {
            // Only the move that cuts matters.
            rests_on = best.rests_on;
            Bound::Lower
        } else if best.value > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if rests_on as usize >= ply {
            rests_on = NOTHING;
            if uses_table {
                self.store(
                    spot,
                    Entry {
                        value: best.value,
                        depth: depth.unsigned_abs().min(255) as u8,
                        best: best_move,
                        bound,
                        generation: self.generation,
                    },
                );
            }
        }
        Found {
            value: best.value,
            rests_on,
        }
    }

    fn store(&self, spot: Spot, entry: Entry) {
        // Another thread may have looked deeper meanwhile.
        if self.crowd.is_some()
            && entry.bound != Bound::Exact
            && let Some(old) = self.table.find(spot).next().map(Entry::unpack)
            && old.depth > entry.depth
        {
            return;
        }
        let generation = entry.generation;
        self.table.put(spot, entry.pack(), |cell| match cell {
            Some((_, true)) => 0,
            None => 1,
            Some((data, false)) => {
                let old = Entry::unpack(data);
                let age = u32::from(generation.wrapping_sub(old.generation));
                2 + (256 + u32::from(old.depth)).saturating_sub(8 * age)
            }
        });
    }

    /// Begins a new root or iteration; older entries count less from now on.
    pub(crate) const fn set_generation(&mut self, generation: u16) {
        self.generation = generation;
    }

    /// The move that was found best in a board.
    pub(crate) fn best_in(&self, board: Board) -> Option<Move> {
        let spot = self.table.spot(board, Domain::Fresh);
        let entry = self.table.find(spot).next().map(Entry::unpack)?;
        Some(Pit::try_from(usize::from(entry.best)).map_or(Move::Pass, Move::Sow))
    }
}
