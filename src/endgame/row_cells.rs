//! The boards with one mover's row while news is worked into them.
//!
//! Whether a board is fresh, and whether a move was its last, is as good as random; so the
//! loops here have no branch that depends on it, and sort out what was found afterwards.

use super::cell::{Cell, Closed};
use super::survey::RowSurvey;
use crate::game::Row;

/// What a task of a round keeps between rows, to be used again: opponent's rows by their
/// places.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) before: Vec<u32>,
    pub(super) won: Vec<u32>,
    pub(super) lost: Vec<u32>,
    pub(super) closed: Vec<u32>,
    pub(super) exhausted: Vec<u32>,
    pub(super) survey: RowSurvey,
}

/// The boards with one mover's row, by the places of their opponent's rows.
pub(super) struct RowCells<'r, C> {
    pub(super) mover: Row,
    pub(super) mover_seeds: u8,
    pub(super) opponent_seeds: u8,
    pub(super) cells: &'r mut [C],
    pub(super) level: i8,
}

impl<C: Cell> RowCells<'_, C> {
    #[inline]
    pub(super) fn win(&mut self, opponents: &[u32], won: &mut Vec<u32>) {
        let mut end = won.len();
        won.resize(end + opponents.len(), 0);
        for &opponent in opponents {
            won[end] = opponent;
            end += usize::from(self.cells[opponent as usize].win(self.level));
        }
        won.truncate(end);
    }

    #[inline]
    pub(super) fn close(&mut self, opponents: &[u32], desk: &mut Desk) {
        let mut end = 0;
        desk.closed.clear();
        desk.closed.resize(opponents.len(), 0);
        for &opponent in opponents {
            desk.closed[end] = opponent;
            end += usize::from(self.cells[opponent as usize].close());
        }
        for &opponent in &desk.closed[..end] {
            match self.cells[opponent as usize].closed(self.level) {
                Closed::Lost => desk.lost.push(opponent),
                Closed::Decided => {}
                Closed::Exhausted => desk.exhausted.push(opponent),
            }
        }
    }
}
