//! Works the news of settled boards into the boards before them, until nothing changes.
//!
//! News goes in rounds. In a round each mover's row fetches, for each of its pits, what was
//! delivered to the row that the pit leads to, and notes what its own boards came to, which
//! is the news of the next round. When there is so little that going over all rows would
//! cost more, it is told board by board instead.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::cell::Cell;
use super::crossing::{Arrival, Departure, TABULATED, arrival};
use super::departures::{Departures, Exit};
use super::grid::{Grid, Stretch, cut};
use super::index::{Layer, row_index, rows_of};
use super::news::{Depth, Kind, Post};
use super::row_cells::{Desk, RowCells};
use super::row_number::{RowNumber, RowNumbers};
use super::survey::{RowSurvey, Surveyor};
use super::terms::{Stage, Terms};
use crate::game::{Board, Feeding, Mechanics, Pit, Row, ValueRules, effect, legal};

/// Why a layer was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The work was cancelled.
    Cancelled,
    /// There is no memory for the cells.
    OutOfMemory,
}

/// Levels that the survey is worth in time, about.
const SURVEY_PASSES: u64 = 2;
/// Cells that are looked at together before they are woken one by one.
const WAKE_BLOCK: usize = 16;

/// What is known of the layers beneath: for each its values in rank order, a signed byte
/// each, or bounds on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below<'a> {
    /// The most that each board is worth, which is what a move there is sure not to give.
    upper: &'a [&'a [u8]],
    /// The least, where that is not the same for every board.
    lower: Option<&'a [&'a [u8]]>,
}

impl<'a> Below<'a> {
    /// Layers that are exact.
    pub(crate) const fn exact(values: &'a [&'a [u8]]) -> Self {
        Self {
            upper: values,
            lower: None,
        }
    }

    /// Layers some of which hold bounds.
    pub(crate) const fn bounds(lower: &'a [&'a [u8]], upper: &'a [&'a [u8]]) -> Self {
        Self {
            upper,
            lower: Some(lower),
        }
    }

    /// Whether each board has one value.
    pub(crate) const fn is_exact(self) -> bool {
        self.lower.is_none()
    }
}

/// A layer being solved.
pub(super) struct Propagation<'a, M, C> {
    pub(super) surveyor: Surveyor<'a, M>,
    /// Looks at what moves may at best turn out to be worth, where that differs.
    optimist: Option<Surveyor<'a, M>>,
    pub(super) grid: Grid,
    stretches: Vec<Stretch>,
    pub(super) post: Post,
    pub(super) cells: Vec<C>,
    terms: &'a Terms<'a, C>,
    levels_done: u8,
    /// The level at which the work was taken up again; those above are settled.
    resumed: Option<i8>,
    pub(super) rows: RowNumbers,
    pub(super) departures: Departures,
    /// Rows that have a pit which leads to a row with news.
    dirty: Vec<AtomicBool>,
    /// Of each row, the first cell of the boards with it as the mover's.
    pub(super) row_starts: Vec<usize>,
    pub(super) depths: Vec<Depth>,
}

impl<'a, M: Mechanics, C: Cell> Propagation<'a, M, C> {
    /// Surveys every board, or takes up what the keeper of the terms kept.
    pub(super) fn new(
        layer: Layer,
        rules: &'a ValueRules,
        mechanics: M,
        below: Below<'a>,
        terms: &'a Terms<'a, C>,
    ) -> Result<Self, Stopped> {
        let surveyor = Surveyor::new(layer, rules, mechanics, below.upper);
        let grid = Grid::new(layer);
        let boards = usize::try_from(layer.boards()).map_err(|_| Stopped::OutOfMemory)?;
        let mut cells = Vec::new();
        cells
            .try_reserve_exact(boards)
            .map_err(|_| Stopped::OutOfMemory)?;
        cells.resize(boards, C::UNKNOWN);
        let stretches = grid.stretches();
        let rows = RowNumbers::new(layer.seeds());
        let this = Self {
            optimist: below.lower.map(|lower| surveyor.with_below(lower)),
            surveyor,
            post: Post::new(&rows),
            departures: Departures::new(&rows),
            row_starts: (0..=layer.seeds())
                .flat_map(|sum| {
                    let (start, width) = (grid.start(sum), grid.width(sum));
                    (0..rows.of_sum(sum)).map(move |row| start + row * width)
                })
                .collect(),
            depths: (0..=layer.seeds())
                .flat_map(|sum| rows_of(sum).iter().map(|&row| Depth::of(row)))
                .collect(),
            dirty: (0..rows.count()).map(|_| AtomicBool::new(false)).collect(),
            rows,
            grid,
            stretches,
            cells: Vec::new(),
            terms,
            levels_done: 0,
            resumed: None,
        };
        let kept = terms.keeper.and_then(|keeper| keeper.restore(&mut cells));
        match kept {
            None => this.survey(0, &mut cells)?,
            Some(Stage::Survey(surveyed)) => this.survey(surveyed, &mut cells)?,
            Some(Stage::Level(_)) => this.advance(boards, 0..SURVEY_PASSES),
        }
        terms.release();
        let resumed = match kept {
            Some(Stage::Level(level)) => Some(level),
            _ => None,
        };
        Ok(Self {
            cells,
            resumed,
            ..this
        })
    }

    /// The stretches from `first` on that are worked through before the news that comes of
    /// them is.
    fn at_once(&self, first: usize) -> Range<usize> {
        let mut sum = 0;
        let count = self.stretches[first..]
            .iter()
            .take_while(|stretch| {
                sum += stretch.cells();
                sum <= self.terms.cells_at_once
            })
            .count();
        first..first + count.max(1)
    }

    fn survey(&self, surveyed: usize, cells: &mut [C]) -> Result<(), Stopped> {
        let mut first = self
            .stretches
            .partition_point(|stretch| stretch.start + stretch.cells() <= surveyed);
        self.advance(
            self.stretches[..first].iter().map(Stretch::cells).sum(),
            0..SURVEY_PASSES,
        );
        while first < self.stretches.len() {
            let range = self.at_once(first);
            first = range.end;
            let start = self.stretches[range.start].start;
            let stopped = self.survey_stretches(&self.stretches[range], &mut cells[start..]);
            let done = match stopped {
                Ok(()) => self
                    .stretches
                    .get(first)
                    .map_or(cells.len(), |next| next.start),
                // Parts of these are surveyed, and will be once more.
                Err(_) => start,
            };
            if self.terms.stops_at(Stage::Survey(done), cells) {
                return Err(Stopped::Cancelled);
            }
        }
        Ok(())
    }

    fn survey_stretches(&self, stretches: &[Stretch], cells: &mut [C]) -> Result<(), Stopped> {
        stretches
            .par_iter()
            .zip(cut(stretches, cells))
            .try_for_each_init(Default::default, |surveys, (stretch, cells)| {
                let (survey, possible): &mut (RowSurvey, RowSurvey) = surveys;
                if self.terms.progress.is_cancelled() {
                    return Err(Stopped::Cancelled);
                }
                for (mover, _, cells) in stretch.rows(cells) {
                    self.surveyor.survey_row(mover, stretch.mover_seeds, survey);
                    if let Some(optimist) = &self.optimist {
                        optimist.survey_row(mover, stretch.mover_seeds, possible);
                    }
                    for (number, cell) in cells.iter_mut().enumerate() {
                        let survey = survey.get(number);
                        let possible = match self.optimist {
                            Some(_) => possible.get(number).best,
                            None => survey.best,
                        };
                        *cell = C::new(survey, possible);
                    }
                }
                self.advance(stretch.cells(), 0..SURVEY_PASSES);
                self.terms.surveyed(stretch.cells());
                Ok(())
            })
    }

    /// The seeds of the layer.
    pub(super) const fn seeds(&self) -> u8 {
        self.grid.layer().seeds()
    }

    /// The cells that are `wanted`, by their numbers, and their boards.
    pub(super) fn find(&self, wanted: impl Fn(C) -> bool + Sync) -> Vec<(usize, Board)> {
        self.stretches
            .par_iter()
            .flat_map_iter(|stretch| {
                let opponents = rows_of(self.seeds() - stretch.mover_seeds);
                let cells = &self.cells[stretch.start..stretch.start + stretch.cells()];
                let movers = &rows_of(stretch.mover_seeds)[stretch.rows.clone()];
                let wanted = &wanted;
                (stretch.start..)
                    .zip(cells)
                    .filter(move |(_, cell)| wanted(**cell))
                    .map(move |(number, _)| {
                        let place = number - stretch.start;
                        let mover = movers[place / stretch.width];
                        let opponent = opponents[place % stretch.width];
                        (number, Board::from_rows(mover, opponent))
                    })
            })
            .collect()
    }

    /// Settles what is won or lost at this level, once all higher levels are.
    pub(super) fn settle(&mut self, level: i8) -> Result<(), Stopped> {
        let pass = SURVEY_PASSES + u64::from(self.levels_done);
        let mut cells = std::mem::take(&mut self.cells);
        let mut first = 0;
        if self.resumed.is_some_and(|resumed| level > resumed) {
            first = self.stretches.len();
        }
        while first < self.stretches.len() {
            let range = self.at_once(first);
            first = range.end;
            self.wake(range, &mut cells, level);
            self.work_in(&mut cells, level)?;
            let is_done = first == self.stretches.len();
            let stage = Stage::Level(if is_done { level - 1 } else { level });
            if self.terms.stops_at(stage, &cells) {
                return Err(Stopped::Cancelled);
            }
        }
        self.terms.release();
        self.advance(cells.len(), pass..pass + 1);
        self.levels_done += 1;
        self.cells = cells;
        Ok(())
    }

    /// Reports so many boards as done with these of all passes, so that a board counts
    /// once when all its passes are over.
    fn advance(&self, boards: usize, passes: Range<u64>) {
        let all = SURVEY_PASSES + u64::from(C::levels(self.grid.layer().seeds()));
        let share = |pass: u64| boards as u64 * pass / all;
        self.terms
            .progress
            .advance(share(passes.end) - share(passes.start));
    }

    fn wake(&self, stretches: Range<usize>, cells: &mut [C], level: i8) {
        let stretches = &self.stretches[stretches];
        let start = stretches[0].start;
        stretches
            .par_iter()
            .zip(cut(stretches, &mut cells[start..]))
            .for_each(|(stretch, cells)| {
                self.post.with_outbox(|writer| {
                    let seeds = self.grid.layer().seeds() - stretch.mover_seeds;
                    for (mover, place, cells) in stretch.rows(cells) {
                        let depth = Depth::of(mover);
                        for (block, cells) in cells.chunks_mut(WAKE_BLOCK).enumerate() {
                            if !C::any_wakes(cells, level) {
                                continue;
                            }
                            for (number, cell) in (block * WAKE_BLOCK..).zip(cells) {
                                let told = cell.wake(level);
                                if told.won {
                                    writer.send(Kind::Won, depth, seeds, number, place);
                                }
                                if told.lost {
                                    writer.send(Kind::Lost, depth, seeds, number, place);
                                }
                            }
                        }
                    }
                });
            });
    }

    /// Works in all the news that waits, and what comes of it.
    fn work_in(&mut self, cells: &mut [C], level: i8) -> Result<(), Stopped> {
        loop {
            if self.terms.stops_at_once() {
                return Err(Stopped::Cancelled);
            }
            let waiting = self.post.waiting();
            if waiting == 0 {
                return Ok(());
            }
            if waiting < self.bound_for_telling() {
                self.tell(cells, level);
                continue;
            }
            self.dirty.iter_mut().for_each(|row| *row.get_mut() = false);
            let (dirty, departures) = (&self.dirty, &self.departures);
            self.post.deliver(|row| {
                for source in departures.sources(row) {
                    dirty[source.row().get()].store(true, Ordering::Relaxed);
                }
                if row == RowNumber::new(0) {
                    // An empty row may pass.
                    dirty[0].store(true, Ordering::Relaxed);
                }
            });
            self.stretches
                .par_iter()
                .zip(cut(&self.stretches, cells))
                .for_each_init(Desk::default, |desk, (stretch, cells)| {
                    self.post.with_outbox(|writer| {
                        let seeds = self.grid.layer().seeds() - stretch.mover_seeds;
                        let first = self.rows.number(stretch.mover_seeds, 0);
                        for (mover, place, cells) in stretch.rows(cells) {
                            if !self.dirty[first.plus(place).get()].load(Ordering::Relaxed) {
                                continue;
                            }
                            let mut row = RowCells {
                                mover,
                                mover_seeds: stretch.mover_seeds,
                                opponent_seeds: seeds,
                                cells,
                                level,
                            };
                            self.fetch(&mut row, place, desk);
                            self.judge_exhausted(&mut row, desk);
                            let depth = Depth::of(mover);
                            for opponent in desk.won.drain(..) {
                                writer.send(Kind::Won, depth, seeds, opponent as usize, place);
                            }
                            for opponent in desk.lost.drain(..) {
                                writer.send(Kind::Lost, depth, seeds, opponent as usize, place);
                            }
                        }
                    });
                });
        }
    }

    /// Works the news of all pits into the boards of one mover's row, which is at `place`
    /// among those of its sum.
    #[inline]
    fn fetch(&self, row: &mut RowCells<'_, C>, place: usize, desk: &mut Desk) {
        if row.mover_seeds == 0 {
            let own = self.rows.number(0, 0);
            if self.surveyor.mechanics().feeding() == Feeding::Pass
                && row.opponent_seeds > 0
                && self.post.has_news(own)
            {
                // The pass leaves both rows as they are.
                let news = self.post.news(own);
                row.win(news.of(Kind::Lost, 0), &mut desk.won);
                row.close(news.of(Kind::Won, 0), desk);
            }
            return;
        }
        let number = self.rows.number(row.mover_seeds, place);
        let mut before = std::mem::take(&mut desk.before);
        self.departures.of(
            number,
            |own| self.post.has_news(own),
            |exit| {
                let news = self.post.news(exit.own);
                let crossed = exit.crossed.unwrap_or(TABULATED);
                let (lost, won) = (news.of(Kind::Lost, crossed), news.of(Kind::Won, crossed));
                if !lost.is_empty() {
                    row.win(self.trace(row, exit, lost, &mut before), &mut desk.won);
                }
                if !won.is_empty() {
                    row.close(self.trace(row, exit, won, &mut before), desk);
                }
            },
        );
        desk.before = before;
    }

    /// The opponent's rows from which a quiet move leads to those of `after`.
    #[inline]
    fn trace<'t>(
        &self,
        row: &RowCells<'_, C>,
        exit: Exit,
        after: &'t [u32],
        before: &'t mut Vec<u32>,
    ) -> &'t [u32] {
        match exit.crossed {
            Some(0) if row.opponent_seeds > 0 || self.is_quiet(row.mover, 0, exit.pit) => after,
            Some(0) => &[],
            Some(crossed) => {
                let after_seeds = row.opponent_seeds + crossed;
                let sources = self.surveyor.crossings.backward(crossed, after_seeds);
                sources.trace(after, before, |opponent| {
                    let opponent = rows_of(row.opponent_seeds)[opponent as usize];
                    self.is_quiet(row.mover, opponent, exit.pit)
                });
                before
            }
            None => {
                self.trace_others(row, exit.pit, after, before);
                before
            }
        }
    }

    fn trace_others(&self, row: &RowCells<'_, C>, pit: Pit, after: &[u32], before: &mut Vec<u32>) {
        let departure = Departure::new(row.mover, pit);
        let rows = rows_of(row.opponent_seeds + departure.crossed);
        before.clear();
        before.extend(after.iter().filter_map(|&after| {
            let opponent = departure.row_before(rows[after as usize])?;
            let is_quiet = match arrival(Board::from_rows(row.mover, opponent).sow(pit)) {
                Arrival::Quiet(_) => true,
                Arrival::Capture(..) => false,
                Arrival::Slam => self.is_quiet(row.mover, opponent, pit),
            };
            is_quiet.then(|| row_index(opponent) as u32)
        }));
    }

    /// By the whole rules: whether the move is legal and takes nothing.
    fn is_quiet(&self, mover: Row, opponent: Row, pit: Pit) -> bool {
        let board = Board::from_rows(mover, opponent);
        let mechanics = self.surveyor.mechanics();
        legal(board, mechanics).contains(pit) && {
            let effect = effect(board, pit, mechanics);
            effect.captured == 0 && effect.conceded == 0
        }
    }

    /// Decides the boards of a row whose quiet moves are used up.
    fn judge_exhausted(&self, row: &mut RowCells<'_, C>, desk: &mut Desk) {
        // A survey of the whole row costs about as much as that of so many single boards.
        const BOARDS_PER_SINGLE: usize = 12;
        if desk.exhausted.is_empty() {
            return;
        }
        let whole = desk.exhausted.len() * BOARDS_PER_SINGLE > row.cells.len();
        if whole {
            self.surveyor
                .survey_row(row.mover, row.mover_seeds, &mut desk.survey);
        }
        let opponents = rows_of(row.opponent_seeds);
        for opponent in desk.exhausted.drain(..) {
            let number = opponent as usize;
            let best = if whole {
                desk.survey.get(number).best
            } else {
                let board = Board::from_rows(row.mover, opponents[number]);
                self.surveyor.survey_board(board).best
            };
            if row.cells[number].exhaust(best, row.level) {
                desk.lost.push(opponent);
            }
        }
    }
}
