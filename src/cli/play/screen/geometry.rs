//! Where things are on the screen: the pits, and how large they can be.
//!
//! Drawing and the mouse ask the same geometry, so that a click hits what is seen.

use oware::game::{Orientation, PITS_PER_ROW, Pit, Player};
use ratatui::layout::{Position, Rect};

/// The board within an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    /// The whole board with letters, labels and stores.
    pub(super) area: Rect,
    /// Columns and rows of a pit.
    pub(super) cell: (u16, u16),
    orientation: Orientation,
}

/// Columns for the players' names and an arrow.
pub(super) const LABEL: u16 = 8;
/// Columns for a store.
pub(super) const STORE: u16 = 4;

impl Geometry {
    /// The largest board that fits into `area`, at its top, in the middle.
    pub(super) fn new(area: Rect, orientation: Orientation) -> Self {
        let columns = PITS_PER_ROW as u16;
        let around = LABEL + STORE + 2;
        let width = (area.width.saturating_sub(around) / columns).clamp(4, 8);
        // Letters and frames above, between and below, and half of the area for words.
        let height = match area.height {
            ..=15 => 1,
            16..=21 => 2,
            _ => 3,
        };
        let size = (width * columns + around, height * 2 + 5);
        let left = area.x + area.width.saturating_sub(size.0) / 2;
        Self {
            area: Rect::new(left, area.y, size.0, size.1).intersection(area),
            cell: (width, height),
            orientation,
        }
    }

    /// The first row of the screen below the board.
    pub(super) const fn bottom(&self) -> u16 {
        self.area.y + self.area.height
    }

    /// The first line of a player's row of pits.
    pub(super) fn row_top(&self, player: Player) -> u16 {
        let below = match player == self.orientation.bottom {
            true => self.cell.1 + 1,
            false => 0,
        };
        self.area.y + 2 + below
    }

    /// Where a pit is.
    pub(super) fn pit(&self, owner: Player, pit: Pit) -> Rect {
        let column = self
            .orientation
            .row(owner)
            .position(|other| other == pit)
            .unwrap_or_default() as u16;
        let (width, height) = self.cell;
        let left = self.pits_left() + column * width;
        Rect::new(left, self.row_top(owner), width, height)
    }

    /// The column of the frame to the left of the pits, and of that to their right.
    pub(super) const fn walls(&self) -> (u16, u16) {
        let left = self.area.x + LABEL;
        (left, left + 1 + self.cell.0 * PITS_PER_ROW as u16)
    }

    /// What is at a place of the screen.
    pub(super) fn at(&self, place: Position) -> Option<(Player, Pit)> {
        Player::ALL
            .into_iter()
            .flat_map(|owner| Pit::ALL.map(|pit| (owner, pit)))
            .find(|&(owner, pit)| self.pit(owner, pit).contains(place))
    }

    const fn pits_left(&self) -> u16 {
        self.area.x + LABEL + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pit_is_where_it_is_found_again() {
        for (width, height) in [(80, 24), (40, 24), (40, 12), (200, 60)] {
            for bottom in Player::ALL {
                let orientation = Orientation {
                    bottom,
                    is_clockwise: width == 80,
                };
                let geometry = Geometry::new(Rect::new(0, 1, width, height), orientation);
                assert!(geometry.area.right() <= width, "{width}");
                for owner in Player::ALL {
                    for pit in Pit::ALL {
                        let place = geometry.pit(owner, pit);
                        assert!(place.right() <= width && !place.is_empty());
                        let middle = Position::new(place.x + place.width / 2, place.y);
                        assert_eq!(geometry.at(middle), Some((owner, pit)));
                    }
                }
                assert_eq!(geometry.at(Position::new(0, 0)), None);
            }
        }
    }
}
