//! News told board by board, when it is too little for a round over whole rows.
//!
//! Late in a level most rows have one piece of news or none. Then each settled board looks
//! up its predecessors in the tables of [`crossing`](super::crossing) and
//! [`departures`](super::departures) and updates their cells, in batches whose cache misses
//! overlap. Each thread has a share of the cells to itself; what concerns the cells of
//! another waits until all have run out of work, so nothing is atomic here either.

use rayon::prelude::*;

use super::cell::{Cell, Closed};
use super::crossing::GrandSlam;
use super::index::{row_index, rows_of};
use super::news::{Depth, Kind};
use super::predecessors::for_each_predecessor;
use super::propagate::Propagation;
use super::row_number::RowNumber;
use crate::game::{Board, Mechanics, row_seeds};

/// Settled boards whose predecessors are updated together.
const BATCH: usize = 48;

impl<M: Mechanics, C: Cell> Propagation<'_, M, C> {
    /// Tells the waiting news board by board; what exceeds the bound for that waits for the
    /// next round.
    ///
    /// Each thread has a share of the cells to itself. What concerns the cells of another
    /// waits until all have run out of work.
    pub(super) fn tell(&mut self, cells: &mut [C], level: i8) {
        let shares = Shares {
            cells: cells.len().div_ceil(rayon::current_num_threads().max(1)),
        };
        let mut settled = Vec::new();
        self.post.take(|kind, depth, opponent, mover| {
            settled.push(Settled {
                kind,
                depth,
                opponent,
                mover,
                mover_seeds: self.grid.layer().seeds() - self.rows.row(opponent).0,
            });
        });
        let mut inboxes = vec![Vec::new(); cells.len().div_ceil(shares.cells)];
        let mut targets = Vec::new();
        for settled in settled {
            self.trace_back(settled, &mut targets);
            shares.sort(&mut targets, &mut inboxes);
        }
        while inboxes.iter().any(|inbox| !inbox.is_empty()) {
            let count = inboxes.len();
            let outboxes: Vec<Vec<Vec<Target>>> = inboxes
                .into_par_iter()
                .zip(cells.par_chunks_mut(shares.cells))
                .enumerate()
                .map(|(share, (inbox, cells))| {
                    let mut outboxes = vec![Vec::new(); count];
                    outboxes[share] = inbox;
                    self.tell_share(share, shares, cells, level, &mut outboxes);
                    outboxes
                })
                .collect();
            inboxes = (0..count)
                .map(|share| {
                    outboxes
                        .iter()
                        .flat_map(|boxes| boxes[share].iter().copied())
                        .collect()
                })
                .collect();
        }
    }

    /// Updates the targets in one share of the cells, which are in its own outbox, and what
    /// follows from that there; leaves the targets elsewhere in the outboxes of the others.
    fn tell_share(
        &self,
        share: usize,
        shares: Shares,
        cells: &mut [C],
        level: i8,
        outboxes: &mut [Vec<Target>],
    ) {
        let first = share * shares.cells;
        let bound = self.bound_for_telling();
        let mut waiting: Vec<Settled> = Vec::new();
        let mut targets = Vec::new();
        loop {
            let own = &mut outboxes[share];
            if own.is_empty() {
                if waiting.is_empty() {
                    return;
                }
                for settled in waiting.drain(waiting.len().saturating_sub(BATCH)..) {
                    self.trace_back(settled, &mut targets);
                }
                shares.sort(&mut targets, outboxes);
                continue;
            }
            // A pass of plain reads: they overlap, while the updates that follow would
            // each wait for their own cache miss.
            let touch = |n, target: &Target| n ^ cells[target.cell - first].touch();
            std::hint::black_box(own.iter().fold(0, touch));
            for target in own.drain(..) {
                let cell = &mut cells[target.cell - first];
                let settled = match target.kind {
                    Kind::Lost => cell.win(level).then_some(Kind::Won),
                    Kind::Won => {
                        (cell.close() && self.is_lost(&target, cell, level)).then_some(Kind::Lost)
                    }
                };
                if let Some(kind) = settled {
                    waiting.push(self.settled(&target, kind));
                }
            }
            if waiting.len() > bound {
                self.post.with_outbox(|writer| {
                    for settled in waiting.drain(..) {
                        let opponent_seeds = self.grid.layer().seeds() - settled.mover_seeds;
                        let first = self.rows.number(opponent_seeds, 0);
                        let place = settled.opponent.get() - first.get();
                        let mover = settled.mover as usize;
                        writer.send(settled.kind, settled.depth, opponent_seeds, place, mover);
                    }
                });
            }
        }
    }

    /// Pieces of news below which telling costs less than a round: measured from an eighth
    /// to twice the number of rows, it makes little difference between half of it and all.
    pub(super) fn bound_for_telling(&self) -> usize {
        self.rows.count()
    }

    /// The boards before a settled one.
    #[inline]
    fn trace_back(&self, settled: Settled, targets: &mut Vec<Target>) {
        let start = targets.len();
        if self.trace_by_tables(settled, targets).is_err() {
            targets.truncate(start);
            self.trace_by_rules(settled, targets);
        }
    }

    /// The same from the tables; an error where the rules must be asked.
    #[inline]
    fn trace_by_tables(
        &self,
        settled: Settled,
        targets: &mut Vec<Target>,
    ) -> Result<(), GrandSlam> {
        if settled.mover_seeds == 0 || settled.opponent == RowNumber::new(0) {
            return Err(GrandSlam);
        }
        for source in self.departures.sources(settled.opponent) {
            let crossed = source.crossed().ok_or(GrandSlam)?;
            if !settled.depth.allows(crossed) {
                break;
            }
            let before = match crossed {
                0 => Some(settled.mover),
                _ => {
                    let crossings = &self.surveyor.crossings;
                    let sources = crossings.backward(crossed, settled.mover_seeds);
                    sources.of(settled.mover as usize)?
                }
            };
            if let Some(opponent) = before {
                targets.push(Target {
                    cell: self.row_starts[source.row().get()] + opponent as usize,
                    kind: settled.kind,
                    mover: source.row(),
                    opponent,
                    opponent_seeds: settled.mover_seeds - crossed,
                });
            }
        }
        Ok(())
    }

    #[cold]
    fn trace_by_rules(&self, settled: Settled, targets: &mut Vec<Target>) {
        let opponent = self.rows.row(settled.opponent).1;
        let mover = rows_of(settled.mover_seeds)[settled.mover as usize];
        let board = Board::from_rows(mover, opponent);
        for_each_predecessor(board, self.surveyor.mechanics(), |before| {
            let mover = before.mover_row();
            targets.push(Target {
                cell: self.grid.cell(before),
                kind: settled.kind,
                mover: self.rows.number(row_seeds(mover), row_index(mover)),
                opponent: row_index(before.opponent_row()) as u32,
                opponent_seeds: before.opponent_seeds(),
            });
        });
    }

    /// Whether a board without open moves is lost at this level.
    fn is_lost(&self, target: &Target, cell: &mut C, level: i8) -> bool {
        match cell.closed(level) {
            Closed::Lost => true,
            Closed::Decided => false,
            Closed::Exhausted => {
                let mover = self.rows.row(target.mover).1;
                let opponent = rows_of(target.opponent_seeds)[target.opponent as usize];
                let board = Board::from_rows(mover, opponent);
                cell.exhaust(self.surveyor.survey_board(board).best, level)
            }
        }
    }

    #[inline]
    fn settled(&self, target: &Target, kind: Kind) -> Settled {
        let mover_seeds = self.grid.layer().seeds() - target.opponent_seeds;
        let first = self.rows.number(mover_seeds, 0);
        Settled {
            kind,
            depth: self.depths[target.mover.get()],
            opponent: self
                .rows
                .number(target.opponent_seeds, target.opponent as usize),
            mover: (target.mover.get() - first.get()) as u32,
            mover_seeds,
        }
    }
}

/// A board that settled.
#[derive(Clone, Copy)]
struct Settled {
    kind: Kind,
    depth: Depth,
    opponent: RowNumber,
    /// The place of the mover's row among those of its sum.
    mover: u32,
    mover_seeds: u8,
}

/// How the cells are divided among the threads.
#[derive(Clone, Copy)]
struct Shares {
    /// Cells of each share but the last.
    cells: usize,
}

impl Shares {
    /// Moves targets into the boxes of the shares that they belong to.
    #[inline]
    fn sort(self, targets: &mut Vec<Target>, boxes: &mut [Vec<Target>]) {
        if let [only] = boxes {
            only.append(targets);
            return;
        }
        for target in targets.drain(..) {
            boxes[target.cell / self.cells].push(target);
        }
    }
}

/// A board that must hear of one that settled.
#[derive(Clone, Copy)]
struct Target {
    cell: usize,
    /// What happened to the board that settled.
    kind: Kind,
    mover: RowNumber,
    /// The place of the opponent's row among those of its sum.
    opponent: u32,
    opponent_seeds: u8,
}
