//! What a thread works with on its visits to stretches: lists of cells, and how letters are
//! worked in.
//!
//! Whether a board is fresh and whether a move was its last is as good as random; so the
//! loops here have no branch that depends on it, and sort out what was found afterwards.

use super::cell::{Cell, Closed};
use super::news::{Kind, Letter};
use super::origins::RowOrigins;
use super::survey::RowSurvey;

/// What a thread keeps between visits, to be used again.
#[derive(Debug)]
pub(super) struct Desk {
    /// Cells to which a move lost or won was reported.
    reported: [[u32; BATCH]; 2],
    closed: [u32; BATCH],
    pub(super) exhausted: Vec<u32>,
    pub(super) settled: Vec<Letter>,
    pub(super) origins: Vec<(RowOrigins, Kind)>,
    pub(super) survey: RowSurvey,
}

/// Letters that are worked in together.
pub(super) const BATCH: usize = 128;

impl Default for Desk {
    fn default() -> Self {
        Self {
            reported: [[0; BATCH]; 2],
            closed: [0; BATCH],
            exhausted: Vec::new(),
            settled: Vec::new(),
            origins: Vec::new(),
            survey: RowSurvey::default(),
        }
    }
}

impl Desk {
    /// Works letters into the cells of a stretch, and lists what comes of it.
    #[inline]
    pub(super) fn work_in<C: Cell>(&mut self, letters: &[Letter], cells: &mut [C], level: i8) {
        let [lost, won] = &mut self.reported;
        let (lost, won) = (&mut lost[..letters.len()], &mut won[..letters.len()]);
        let mut won_count = 0;
        for (number, letter) in letters.iter().enumerate() {
            lost[number - won_count] = letter.cell();
            won[won_count] = letter.cell();
            won_count += usize::from(letter.kind() == Kind::Won);
        }
        let (lost, won) = (&lost[..letters.len() - won_count], &won[..won_count]);

        let start = self.settled.len();
        self.settled.resize(start + lost.len(), Letter::default());
        let mut end = start;
        for &cell in lost {
            self.settled[end] = Letter::new(cell, Kind::Won);
            end += usize::from(cells[cell as usize].win(level));
        }
        self.settled.truncate(end);

        let mut end = 0;
        for &cell in won {
            self.closed[end] = cell;
            end += usize::from(cells[cell as usize].close());
        }
        for &cell in &self.closed[..end] {
            match cells[cell as usize].closed(level) {
                Closed::Lost => self.settled.push(Letter::new(cell, Kind::Lost)),
                Closed::Decided => {}
                Closed::Exhausted => self.exhausted.push(cell),
            }
        }
    }
}
