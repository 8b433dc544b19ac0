//! What a thread works with on its visits to stretches: lists of cells, and how letters are
//! worked in.
//!
//! Whether a board settles by what it hears is as good as random; so no branch depends on
//! it: what may have come of a letter is written down, and kept or not.

use super::cell::Cell;
use super::news::{Kind, Letter};
use super::origins::RowOrigins;
use super::survey::RowSurvey;

/// What a thread keeps between visits, to be used again.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) exhausted: Vec<u32>,
    pub(super) settled: Vec<Letter>,
    pub(super) origins: Vec<(RowOrigins, Kind)>,
    pub(super) survey: RowSurvey,
}

/// Letters that are worked in together.
pub(super) const BATCH: usize = 128;

impl Desk {
    /// Works letters into the cells of a stretch, and lists what comes of it.
    #[inline]
    pub(super) fn work_in<C: Cell>(&mut self, letters: &[Letter], cells: &mut [C], ear: &C::Ear) {
        let (settled_start, exhausted_start) = (self.settled.len(), self.exhausted.len());
        self.settled
            .resize(settled_start + letters.len(), Letter::default());
        self.exhausted.resize(exhausted_start + letters.len(), 0);
        let settled = &mut self.settled[settled_start..];
        let exhausted = &mut self.exhausted[exhausted_start..];
        let (mut settled_count, mut exhausted_count) = (0, 0);
        for letter in letters {
            let cell = letter.cell();
            let heard = cells[cell as usize].hear(letter.kind(), ear);
            settled[settled_count] = Letter::new(cell, heard.kind());
            settled_count += usize::from(heard.is_settled());
            exhausted[exhausted_count] = cell;
            exhausted_count += usize::from(heard.is_exhausted());
        }
        self.settled.truncate(settled_start + settled_count);
        self.exhausted.truncate(exhausted_start + exhausted_count);
    }
}
