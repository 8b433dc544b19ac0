//! A visit to a stretch: its boards wake or hear their news, and those that settle tell the
//! boards before them.
//!
//! Looking up where a board can have come from misses the cache, and how many boards that
//! are is seldom foreseen; so it is done in passes over a batch.

use super::cell::Cell;
use super::desk::{BATCH, Desk};
use super::grid::Stretch;
use super::index::{row_index, rows_of};
use super::news::{Kind, Letter, Writer};
use super::origins::RowOrigins;
use super::predecessors::for_each_predecessor;
use super::propagate::Propagation;
use crate::game::{Board, Mechanics, row_seeds};
use crate::prefetch::prefetch;

/// Cells that are looked at together before they are woken one by one.
const WAKE_BLOCK: usize = 32;

impl<M: Mechanics, C: Cell> Propagation<'_, M, C> {
    /// Wakes the boards of a stretch if it `wakes`, and works in the letters that wait.
    pub(super) fn visit(
        &self,
        stretch: &Stretch,
        number: usize,
        cells: &mut [C],
        (level, ear): (i8, &C::Ear),
        wakes: bool,
    ) {
        self.post.with_outbox(|writer, desk| {
            if wakes {
                self.wake(stretch, cells, level, desk, writer);
            }
            let bags = self.post.take(number);
            let mut batches = bags.iter().flat_map(|bag| bag.chunks(BATCH)).peekable();
            if let Some(first) = batches.peek() {
                prefetch_all(first, cells);
            }
            // The cells of a batch are on their way while the one before it is worked in: by
            // two threads that saves an eighth of the time.
            while let Some(letters) = batches.next() {
                if let Some(next) = batches.peek() {
                    prefetch_all(next, cells);
                }
                desk.work_in(letters, cells, ear);
                self.tell(stretch, desk, writer);
            }
            bags.into_iter().for_each(|bag| writer.give_back(bag));
            self.judge_exhausted(stretch, cells, level, desk);
            self.tell(stretch, desk, writer);
        });
    }

    fn wake(
        &self,
        stretch: &Stretch,
        cells: &mut [C],
        level: i8,
        desk: &mut Desk,
        writer: &mut Writer<'_>,
    ) {
        for (block, cells) in cells.chunks_mut(WAKE_BLOCK).enumerate() {
            let mut waking = C::waking(cells, level);
            if waking == 0 {
                continue;
            }
            let mut end = desk.settled.len();
            desk.settled
                .resize(end + 2 * cells.len(), Letter::default());
            while waking != 0 {
                let place = waking.trailing_zeros() as usize;
                waking &= waking - 1;
                let number = (block * WAKE_BLOCK + place) as u32;
                let told = cells[place].wake(level);
                desk.settled[end] = Letter::new(number, Kind::Won);
                end += usize::from(told.won);
                desk.settled[end] = Letter::new(number, Kind::Lost);
                end += usize::from(told.lost);
            }
            desk.settled.truncate(end);
            if end >= BATCH {
                self.tell(stretch, desk, writer);
            }
        }
        self.tell(stretch, desk, writer);
    }

    /// Decides the boards whose quiet moves are used up.
    fn judge_exhausted(&self, stretch: &Stretch, cells: &mut [C], level: i8, desk: &mut Desk) {
        // A survey of the whole row costs about as much as that of so many single boards.
        const BOARDS_PER_SINGLE: usize = 12;
        // And has as much of the layers beneath read into memory as so many neighbours.
        const BOARDS_READ_BY_SINGLE: usize = 256;
        if desk.exhausted.is_empty() {
            return;
        }
        desk.exhausted.sort_unstable();
        let opponents = rows_of(self.seeds() - stretch.mover_seeds);
        for of_row in desk
            .exhausted
            .chunk_by(|&a, &b| stretch.split(a).0 == stretch.split(b).0)
        {
            let row = stretch.split(of_row[0]).0;
            let mover = rows_of(stretch.mover_seeds)[stretch.rows.start + row];
            let whole = of_row.len() * BOARDS_PER_SINGLE > stretch.width;
            self.terms.surveyed(if whole {
                stretch.width
            } else {
                of_row.len() * BOARDS_READ_BY_SINGLE
            });
            if whole {
                self.surveyor
                    .survey_row(mover, stretch.mover_seeds, &mut desk.survey);
            }
            for &cell in of_row {
                let opponent = stretch.split(cell).1;
                let best = if whole {
                    desk.survey.get(opponent).best
                } else {
                    let board = Board::from_rows(mover, opponents[opponent]);
                    self.surveyor.survey_board(board).best
                };
                if cells[cell as usize].exhaust(best, level) {
                    desk.settled.push(Letter::new(cell, Kind::Lost));
                }
            }
        }
        desk.exhausted.clear();
    }

    /// Tells the boards before those of a stretch that settled.
    fn tell(&self, stretch: &Stretch, desk: &mut Desk, writer: &mut Writer<'_>) {
        let opponent_seeds = self.seeds() - stretch.mover_seeds;
        let first_mover = self.rows.number(stretch.mover_seeds, stretch.rows.start);
        let first_opponent = self.rows.number(opponent_seeds, 0);
        let has_empty_row = stretch.mover_seeds == 0 || opponent_seeds == 0;
        if has_empty_row {
            for settled in desk.settled.drain(..) {
                self.tell_by_rules(stretch, settled, writer);
            }
            return;
        }
        // In passes, so that the cache misses of the boards overlap: the last one has a
        // branch for each board that is seldom foreseen.
        desk.origins.clear();
        for &settled in &desk.settled {
            let (row, opponent) = stretch.split(settled.cell());
            let mover = first_mover.plus(row);
            let origins = self.origins.of(mover, first_opponent.plus(opponent));
            if origins.asks() {
                self.tell_by_rules(stretch, settled, writer);
            }
            desk.origins.push((origins, settled.kind()));
        }
        desk.settled.clear();
        let touch = |n, (origins, _): &(RowOrigins, Kind)| n ^ self.origins.touch(*origins);
        std::hint::black_box(desk.origins.iter().fold(0, touch));
        for &(origins, kind) in &desk.origins {
            for (stretch, (cell, is_real)) in self.origins.sources(origins) {
                writer.send(stretch, Letter::new(cell, kind), is_real);
            }
        }
    }

    #[cold]
    fn tell_by_rules(&self, stretch: &Stretch, settled: Letter, writer: &mut Writer<'_>) {
        let (row, opponent) = stretch.split(settled.cell());
        let mover = rows_of(stretch.mover_seeds)[stretch.rows.start + row];
        let opponent = rows_of(self.seeds() - stretch.mover_seeds)[opponent];
        let board = Board::from_rows(mover, opponent);
        for_each_predecessor(board, self.surveyor.mechanics(), |before| {
            let mover = before.mover_row();
            let mover = self.rows.number(row_seeds(mover), row_index(mover));
            let home = self.origins.home(mover);
            let cell = home.first + row_index(before.opponent_row()) as u32;
            let letter = Letter::new(cell, settled.kind());
            writer.send(home.stretch as usize, letter, true);
        });
    }
}

/// Asks for the cells of letters.
#[inline]
fn prefetch_all<C>(letters: &[Letter], cells: &[C]) {
    for letter in letters {
        prefetch(cells, letter.cell() as usize);
    }
}
