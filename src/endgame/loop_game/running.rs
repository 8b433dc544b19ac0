//! A loop game in progress: some vertices were visited before, and an arena may be anything
//! that moves without captures reach.
//!
//! In a fresh loop game (`solver`) whoever leaves the arena loses. Here exits that win, ends
//! of the game and positions whose next visit ends it are *known* vertices, and who wins
//! there is given; all other exits lose. That changes nothing in the argument of the folder:
//! points 1 to 4 speak of decided vertices, however they came to be decided, and of visits.

use super::arena::{Arena, Vertex};
use super::field::Field;
use super::search::{Found, Search};
use super::solver::{LoopGameError, refuse_endless};
use crate::game::Player;
use crate::progress::Progress;

/// A game in progress, with what was found of it so far.
pub(crate) struct Running<'a> {
    search: Search<'a>,
}

impl<'a> Running<'a> {
    /// The game in which the winners at `known` vertices are given and the next visits are
    /// counted on top of `visits`; coming to a vertex for the `occurrence`-th time ends it.
    ///
    /// # Errors
    ///
    /// When a play need never end.
    ///
    /// # Panics
    ///
    /// When `occurrence` is less than 2.
    pub(crate) fn new(
        arena: &'a Arena,
        occurrence: u16,
        known: impl IntoIterator<Item = (Vertex, Player)>,
        visits: impl IntoIterator<Item = (Vertex, u16)>,
    ) -> Result<Self, LoopGameError> {
        assert!(occurrence >= 2, "the first occurrence is no repetition");
        refuse_endless(arena)?;
        let field = Field::new(arena, known);
        Ok(Self {
            search: Search::new(field, occurrence).after(visits),
        })
    }

    /// Who wins if the play now comes to `vertex`; `None` when that takes more than so many
    /// steps or the work is cancelled.
    pub(crate) fn winner(
        &mut self,
        vertex: Vertex,
        steps: u64,
        progress: &dyn Progress,
    ) -> Option<Player> {
        let limit = self.search.work().steps() + steps;
        match self.search.winner(vertex, limit, progress) {
            Found::Winner(winner) => Some(winner),
            Found::OutOfSteps | Found::Cancelled => None,
        }
    }

    /// Steps taken so far.
    pub(crate) fn steps(&self) -> u64 {
        self.search.work().steps()
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::Place;
    use super::*;
    use crate::progress::Silent;

    /// 0 and 1 go round; from 1 South can also leave to 2, which is known.
    fn arena() -> Arena {
        let place = |mover, repetition| Place {
            mover,
            repetition: Some(repetition),
        };
        let (south, north) = (Player::South, Player::North);
        Arena::new(
            vec![
                place(north, north),
                place(south, north),
                place(north, south),
            ],
            [vec![1], vec![0, 2], vec![]],
        )
    }

    #[test]
    fn known_vertices_end_the_play_as_they_say() {
        let arena = arena();
        for winner in Player::ALL {
            let mut game = Running::new(&arena, 2, [(2, winner)], []).unwrap();
            assert_eq!(game.winner(0, 1_000, &Silent), Some(winner));
            assert_eq!(game.winner(2, 1_000, &Silent), Some(winner));
        }
    }

    #[test]
    fn visits_before_the_play_count() {
        // Under the third occurrence, 0 was visited once: the next visit but one ends it.
        let place = |mover, repetition| Place {
            mover,
            repetition: Some(repetition),
        };
        let (south, north) = (Player::South, Player::North);
        let round = Arena::new(
            vec![place(south, south), place(north, north)],
            [vec![1], vec![0]],
        );
        let winner = |visits: &[(Vertex, u16)]| {
            Running::new(&round, 3, [], visits.iter().copied())
                .unwrap()
                .winner(1, 1_000, &Silent)
        };
        assert_eq!(winner(&[]), Some(north), "1 is the first to come thrice");
        assert_eq!(winner(&[(0, 1)]), Some(south), "now 0 is");
    }
}
