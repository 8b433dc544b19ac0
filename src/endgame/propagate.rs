//! Works the news of settled boards into the boards before them, until nothing changes.
//!
//! News goes in rounds, in each of which the threads visit all stretches that have letters;
//! what a visit sends may be read in the same round, where its stretch comes later. `tell`
//! says what a visit does.
//!
//! What was tried before: each mover's row fetched, for each of its pits, the news of the
//! row that the pit leads to, sorted by counting. That needs no letter for each move, but a
//! level settles some twenty boards a row in as many rounds, so that its cost was that of
//! looking at rows and not at boards: letters take a third less time with one thread and
//! half with two, and need no other way for the last rounds of a level.

use std::ops::Range;

use rayon::prelude::*;

use super::cell::Cell;
use super::desk::Desk;
use super::grid::{Grid, Stretch, cut};
use super::index::{Layer, rows_of};
use super::news::Post;
use super::origins::Origins;
use super::row_number::RowNumbers;
use super::survey::{RowSurvey, Surveyor};
use super::terms::{Stage, Terms};
use crate::game::{Board, Mechanics, ValueRules};
use crate::pages::Pages;

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
    pub(super) post: Post<Desk>,
    /// Straight from the system, so that nothing is written before the survey does. In pages of
    /// the usual size: letters keep each visit within a stretch, and large ones were never faster.
    pub(super) cells: Pages<C>,
    pub(super) terms: &'a Terms<'a, C>,
    levels_done: u8,
    /// The level at which the work was taken up again; those above are settled.
    resumed: Option<i8>,
    pub(super) rows: RowNumbers,
    pub(super) origins: Origins,
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
        // The survey writes every cell before it is read, or the keeper does.
        let mut cells = Pages::of_usual_size(boards).map_err(|_| Stopped::OutOfMemory)?;
        let stretches = grid.stretches(size_of::<C>());
        let rows = RowNumbers::new(layer.seeds());
        let this = Self {
            optimist: below.lower.map(|lower| surveyor.with_below(lower)),
            surveyor,
            post: Post::new(stretches.len()),
            origins: Origins::new(&rows, &stretches, mechanics),
            rows,
            grid,
            stretches,
            cells: Pages::default(),
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

    /// The cells; all else that took memory is gone.
    pub(super) fn into_cells(self) -> Pages<C> {
        self.cells
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
            self.work_in(range, &mut cells, level)?;
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

    /// Wakes these stretches, and works in what waits until nothing does.
    fn work_in(
        &mut self,
        mut woken: Range<usize>,
        cells: &mut [C],
        level: i8,
    ) -> Result<(), Stopped> {
        let ear = C::ear(level);
        loop {
            if self.terms.stops_at_once() {
                return Err(Stopped::Cancelled);
            }
            self.stretches
                .par_iter()
                .enumerate()
                .zip(cut(&self.stretches, cells))
                .for_each(|((number, stretch), cells)| {
                    let wakes = woken.contains(&number);
                    if wakes || self.post.has_letters(number) {
                        self.visit(stretch, number, cells, (level, &ear), wakes);
                    }
                });
            woken = 0..0;
            if !self.post.deliver() {
                return Ok(());
            }
        }
    }
}
