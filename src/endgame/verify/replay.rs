//! The loop game once more, plainly: from one start, with everything found anew at each node.
//!
//! After every move the vertices that can still be reached are listed, what they decide is
//! swept anew from nothing, and each open move is tried. Results are remembered under the
//! whole list, not a hash of it. The reasons are those of `loop_game`; of its code nothing
//! is used, so that the two can be wrong only in different ways.

use std::collections::HashMap;

use crate::game::Player;

use super::regions::{Vertex, extend};

/// A vertex entered, and the open vertices that it reaches with their visits.
type State = (u32, Vec<(u32, u16)>);

/// One start's game.
pub(super) struct Replay<'a> {
    vertices: &'a [Vertex],
    occurrence: u16,
    visits: Vec<u16>,
    known: HashMap<State, Player>,
    steps_left: u64,
}

impl<'a> Replay<'a> {
    /// A game on these vertices, none of which is decided, that ends with so many visits to
    /// one and is given up after looking at `steps` vertices.
    pub(super) fn new(vertices: &'a [Vertex], occurrence: u16, steps: u64) -> Self {
        Self {
            vertices,
            occurrence,
            visits: vec![0; vertices.len()],
            known: HashMap::new(),
            steps_left: steps,
        }
    }

    /// Who wins from a start without history; `None` if that takes too many steps.
    pub(super) fn winner(&mut self, start: u32) -> Option<Player> {
        let all = vec![None; self.vertices.len()];
        self.enter(start, &all)
    }

    /// Who wins when the play comes to an undecided vertex, where `decided` has been decided.
    fn enter(&mut self, vertex: u32, decided: &[Option<Player>]) -> Option<Player> {
        let reached = self.reached_from(vertex, decided);
        let state = (
            vertex,
            reached
                .iter()
                .map(|&to| (to, self.visits[to as usize]))
                .collect(),
        );
        if let Some(&winner) = self.known.get(&state) {
            return Some(winner);
        }
        // The reachable vertices as a graph of their own.
        let number = |to: u32| reached.binary_search(&to).ok();
        let small: Vec<Vertex> = reached
            .iter()
            .map(|&from| {
                let old = &self.vertices[from as usize];
                Vertex {
                    next: old
                        .next
                        .iter()
                        .filter_map(|&to| number(to))
                        .map(|to| to as u32)
                        .collect(),
                    ..old.clone()
                }
            })
            .collect();
        let here = &self.vertices[vertex as usize];
        let mut winners: Vec<Option<Player>> = vec![None; reached.len()];
        self.visits[vertex as usize] += 1;
        if self.visits[vertex as usize] + 1 >= self.occurrence {
            winners[number(vertex).expect("it reaches itself")] = here.repetition;
        }
        extend(&small, &mut winners);
        // Sweeps are few; the vectors that are copied cost less a vertex.
        let steps = 4 * reached.len() + self.vertices.len() / 8;
        self.steps_left = self.steps_left.saturating_sub(steps as u64);
        let mut decided = decided.to_vec();
        for (&to, &winner) in reached.iter().zip(&winners) {
            decided[to as usize] = winner;
        }
        let mut open = Vec::new();
        let mut result = Some(here.mover.opposite());
        for &to in &here.next {
            match number(to).map(|to| winners[to]) {
                Some(Some(winner)) if winner == here.mover => result = Some(here.mover),
                Some(None) => open.push(to),
                // Leaving loses.
                _ => {}
            }
        }
        if result != Some(here.mover) {
            for to in open {
                if self.steps_left == 0 {
                    result = None;
                    break;
                }
                match self.enter(to, &decided) {
                    Some(winner) if winner == here.mover => {
                        result = Some(winner);
                        break;
                    }
                    Some(_) => {}
                    None => {
                        result = None;
                        break;
                    }
                }
            }
        }
        self.visits[vertex as usize] -= 1;
        if let Some(winner) = result {
            self.known.insert(state, winner);
        }
        result
    }

    /// The undecided vertices that a vertex reaches through undecided ones, itself included,
    /// in order.
    fn reached_from(&self, vertex: u32, decided: &[Option<Player>]) -> Vec<u32> {
        let mut is_reached = vec![false; self.vertices.len()];
        is_reached[vertex as usize] = true;
        let mut reached = vec![vertex];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for &to in &self.vertices[from as usize].next {
                if decided[to as usize].is_none() && !is_reached[to as usize] {
                    is_reached[to as usize] = true;
                    reached.push(to);
                }
            }
        }
        reached.sort_unstable();
        reached
    }
}
