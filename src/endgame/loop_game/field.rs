//! Who wins where, kept closed while vertices are decided one by one, and undone by a trail.
//!
//! A field is *closed*: an undecided vertex has no move to where its mover wins and has one to
//! an undecided vertex, and neither player can keep the play for ever among undecided
//! vertices none of which is bad for him. Moves are kept up by counters. Keeping the play
//! would cost a pass over the field each time; so the proof that nobody can is stored: for
//! each player his *lure*, an order in which he forces the play, from any undecided vertex,
//! to one where a repetition is his. There the rank is 0. Elsewhere, where he moves, one
//! undecided successor has a lower rank (the *reason*); where his opponent moves, all have.
//!
//! When a vertex is decided, a lure can break only where its reason was. It is mended by
//! another reason of lower rank; else the rank is withdrawn, with all that rest on it,
//! and what can be lured some other way gets new ranks above all others. Whatever
//! cannot is a set in which the opponent keeps the play: it is decided for him. So a node of
//! the search costs as much as it changes, not as much as the field is large.

use super::arena::{Arena, Vertex};
use super::sources::Sources;
use crate::game::Player;

/// The rank where a lure is broken.
const BROKEN: u32 = u32::MAX;

/// How far a field has come, to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    decided: usize,
    overwritten: usize,
    last_rank: u32,
}

/// The state of a loop game.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    arena: &'a Arena,
    sources: Sources,
    winners: Vec<Option<Player>>,
    /// Successors that are undecided.
    open: Vec<u32>,
    /// For South's lure and for North's. Meaningful for undecided vertices.
    ranks: Vec<[u32; 2]>,
    /// Where the mover's own lure goes, unless his rank is 0.
    reasons: Vec<Option<Vertex>>,
    last_rank: u32,
    /// The trail: vertices in the order in which they were decided.
    decided: Vec<Vertex>,
    /// How many of them their sources know of.
    told: usize,
    /// The trail of the lures.
    overwritten: Vec<(Lured, u32, Option<Vertex>)>,
    /// Vertices whose reason was decided or lost its own rank.
    doubtful: Vec<Vertex>,
    broken: Vec<Lured>,
    waiting: Vec<Lured>,
}

/// A vertex in the lure of a player.
#[derive(Clone, Copy, Debug)]
struct Lured {
    vertex: Vertex,
    by: Player,
}

impl<'a> Field<'a> {
    /// The closed field in which the `known` winners are decided.
    pub(super) fn new(arena: &'a Arena, known: impl IntoIterator<Item = (Vertex, Player)>) -> Self {
        let vertices = 0..arena.len() as Vertex;
        let mut field = Self {
            arena,
            sources: Sources::of(arena),
            winners: vec![None; arena.len()],
            open: vertices
                .clone()
                .map(|vertex| arena.next(vertex).len() as u32)
                .collect(),
            ranks: vec![[BROKEN; 2]; arena.len()],
            reasons: vec![None; arena.len()],
            last_rank: 0,
            decided: Vec::new(),
            told: 0,
            overwritten: Vec::new(),
            doubtful: Vec::new(),
            broken: Vec::new(),
            waiting: Vec::new(),
        };
        for (vertex, winner) in known {
            field.decide(vertex, winner);
        }
        for vertex in vertices {
            if field.open(vertex) == 0 && field.winner(vertex).is_none() {
                field.decide(vertex, arena.place(vertex).mover.opposite());
            }
        }
        field.attract();
        for vertex in 0..arena.len() as Vertex {
            if field.winner(vertex).is_some() {
                continue;
            }
            for by in Player::ALL {
                if arena.place(vertex).repetition == Some(by) {
                    field.ranks[vertex as usize][by as usize] = 0;
                } else {
                    field.broken.push(Lured { vertex, by });
                }
            }
        }
        field.mend();
        field.close();
        field
    }

    pub(super) const fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// Who wins at a vertex; `None` if it is undecided.
    pub(super) fn winner(&self, vertex: Vertex) -> Option<Player> {
        self.winners[vertex as usize]
    }

    /// The vertices that are decided, in that order, with their winners.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (Vertex, Player)> {
        let winner = |&vertex: &Vertex| self.winner(vertex).map(|winner| (vertex, winner));
        self.decided.iter().filter_map(winner)
    }

    /// How many successors of a vertex are undecided.
    pub(super) fn open(&self, vertex: Vertex) -> u32 {
        self.open[vertex as usize]
    }

    /// Where the field stands now.
    pub(super) const fn mark(&self) -> Mark {
        Mark {
            decided: self.decided.len(),
            overwritten: self.overwritten.len(),
            last_rank: self.last_rank,
        }
    }

    /// Decides an undecided vertex, and all that follows.
    pub(super) fn settle(&mut self, vertex: Vertex, winner: Player) {
        debug_assert!(self.winner(vertex).is_none());
        self.decide(vertex, winner);
        self.close();
    }

    /// Takes back all that was decided since the mark.
    pub(super) fn undo(&mut self, to: Mark) {
        for vertex in self.decided.drain(to.decided..) {
            self.winners[vertex as usize] = None;
            for &source in self.sources.to(vertex) {
                self.open[source as usize] += 1;
            }
        }
        self.told = to.decided;
        for (lured, rank, reason) in self.overwritten.drain(to.overwritten..).rev() {
            self.ranks[lured.vertex as usize][lured.by as usize] = rank;
            if self.arena.place(lured.vertex).mover == lured.by {
                self.reasons[lured.vertex as usize] = reason;
            }
        }
        self.last_rank = to.last_rank;
    }

    fn decide(&mut self, vertex: Vertex, winner: Player) {
        self.winners[vertex as usize] = Some(winner);
        self.decided.push(vertex);
    }

    fn close(&mut self) {
        self.attract();
        while !self.doubtful.is_empty() {
            self.examine();
            self.mend();
            self.attract();
        }
    }

    /// Tells sources of what was decided, until nothing more follows by single moves.
    fn attract(&mut self) {
        while let Some(&vertex) = self.decided.get(self.told) {
            self.told += 1;
            let winner = self.winners[vertex as usize].expect("the trail lists what is decided");
            for &source in self.sources.to(vertex) {
                let at = source as usize;
                self.open[at] -= 1;
                if self.winners[at].is_some() {
                    continue;
                }
                if self.arena.place(source).mover == winner || self.open[at] == 0 {
                    self.winners[at] = Some(winner);
                    self.decided.push(source);
                } else if self.reasons[at] == Some(vertex) {
                    self.doubtful.push(source);
                }
            }
        }
    }

    fn rank(&self, lured: Lured) -> u32 {
        self.ranks[lured.vertex as usize][lured.by as usize]
    }

    /// Whether a vertex is undecided, and in a player's lure.
    fn holds(&self, lured: Lured) -> bool {
        self.winner(lured.vertex).is_none() && self.rank(lured) != BROKEN
    }

    fn overwrite(&mut self, lured: Lured) {
        let reason = self.reasons[lured.vertex as usize];
        self.overwritten.push((lured, self.rank(lured), reason));
    }

    /// Looks for another reason wherever there is doubt, and withdraws ranks where there is
    /// none.
    fn examine(&mut self) {
        while let Some(vertex) = self.doubtful.pop() {
            let lured = Lured {
                vertex,
                by: self.arena.place(vertex).mover,
            };
            if !self.holds(lured) {
                continue;
            }
            let other = self.arena.next(vertex).iter().copied().find(|&vertex| {
                let next = Lured { vertex, ..lured };
                self.winner(vertex).is_none() && self.rank(next) < self.rank(lured)
            });
            if other.is_some() {
                self.overwrite(lured);
                self.reasons[vertex as usize] = other;
            } else {
                self.withdraw(lured);
            }
        }
    }

    /// Withdraws a rank, and those that rest on it through moves of the opponent. Sources
    /// that gave it as their reason become doubtful.
    fn withdraw(&mut self, lured: Lured) {
        let mut next = self.broken.len();
        self.break_rank(lured);
        while let Some(&Lured { vertex, by }) = self.broken.get(next) {
            next += 1;
            for index in 0..self.sources.to(vertex).len() {
                let source = Lured {
                    vertex: self.sources.to(vertex)[index],
                    by,
                };
                if !self.holds(source) || self.rank(source) == 0 {
                    continue;
                }
                if self.arena.place(source.vertex).mover != by {
                    self.break_rank(source);
                } else if self.reasons[source.vertex as usize] == Some(vertex) {
                    self.doubtful.push(source.vertex);
                }
            }
        }
    }

    fn break_rank(&mut self, lured: Lured) {
        self.overwrite(lured);
        self.ranks[lured.vertex as usize][lured.by as usize] = BROKEN;
        self.broken.push(lured);
    }

    /// Ranks anew what can be lured in another way; where nothing can, the opponent keeps the
    /// play and wins.
    fn mend(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.extend_from_slice(&self.broken);
        while let Some(lured) = waiting.pop() {
            let at = lured.vertex as usize;
            if self.winners[at].is_some() || self.holds(lured) {
                continue;
            }
            let next = self.arena.next(lured.vertex).iter().copied();
            let mut undecided = next.filter(|&next| self.winner(next).is_none());
            let holds = |vertex| self.holds(Lured { vertex, ..lured });
            if self.arena.place(lured.vertex).mover == lured.by {
                let Some(reason) = undecided.find(|&next| holds(next)) else {
                    continue;
                };
                self.reasons[at] = Some(reason);
            } else if !undecided.all(holds) {
                continue;
            }
            self.last_rank += 1;
            self.ranks[at][lured.by as usize] = self.last_rank;
            let sources = self.sources.to(lured.vertex).iter();
            let sources = sources.map(|&vertex| Lured { vertex, ..lured });
            let is_hopeful = |source: &Lured| {
                self.winner(source.vertex).is_none() && self.rank(*source) == BROKEN
            };
            waiting.extend(sources.filter(is_hopeful));
        }
        self.waiting = waiting;
        let mut broken = std::mem::take(&mut self.broken);
        for lured in broken.drain(..) {
            if self.winner(lured.vertex).is_none() && !self.holds(lured) {
                self.decide(lured.vertex, lured.by.opposite());
            }
        }
        self.broken = broken;
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{random_arena, tangled_arena};
    use super::super::solver::refuse_endless;
    use super::*;

    type Snapshot = (
        Vec<Option<Player>>,
        Vec<u32>,
        Vec<[u32; 2]>,
        Vec<Option<Vertex>>,
        u32,
    );

    fn snapshot(field: &Field<'_>) -> Snapshot {
        (
            field.winners.clone(),
            field.open.clone(),
            field.ranks.clone(),
            field.reasons.clone(),
            field.last_rank,
        )
    }

    /// Decides undecided vertices in random order and takes that back in steps.
    fn check(arena: &Arena, random: &mut fastrand::Rng) {
        let mut field = Field::new(arena, []);
        let mut known: Vec<(Vertex, Player)> = Vec::new();
        let mut past = Vec::new();
        let mut order: Vec<Vertex> = (0..arena.len() as Vertex).collect();
        random.shuffle(&mut order);
        for vertex in order {
            let Some(winner) = arena.place(vertex).repetition else {
                continue;
            };
            if field.winner(vertex).is_some() {
                continue;
            }
            past.push((field.mark(), snapshot(&field)));
            field.settle(vertex, winner);
            known.push((vertex, winner));
            let anew = Field::new(arena, known.iter().copied());
            assert_eq!(field.winners, anew.winners, "{known:?} {arena:?}");
            assert_eq!(field.open, anew.open);
        }
        while !past.is_empty() {
            let back = random.usize(..past.len());
            let (mark, expected) = past.drain(back..).next().expect("it was not empty");
            field.undo(mark);
            assert_eq!(snapshot(&field), expected, "{arena:?}");
        }
    }

    #[test]
    fn deciding_step_by_step_is_deciding_at_once_and_undo_forgets_it() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..2_000 {
            let arena = random_arena(&mut random, 3 + round % 20, 4, 8);
            if refuse_endless(&arena).is_ok() {
                check(&arena, &mut random);
            }
            check(
                &tangled_arena(&mut random, 6 + 2 * (round % 20)),
                &mut random,
            );
        }
    }

    #[test]
    fn play_kept_among_good_vertices_is_won() {
        use super::super::arena::Place;
        // 0 and 1 go round; 1 can leave to 2, where North is lost. All is South's.
        let place = |mover, repetition| Place {
            mover,
            repetition: Some(repetition),
        };
        let (south, north) = (Player::South, Player::North);
        let places = vec![
            place(south, south),
            place(north, south),
            place(south, north),
        ];
        let arena = Arena::new(places, [vec![1], vec![0, 2], vec![1]]);
        let field = Field::new(&arena, []);
        assert_eq!(field.winner(0), None, "North leads the play to 2, and back");
        let decided = Field::new(&arena, [(2, south)]);
        assert_eq!(decided.winners, [Some(south); 3]);
    }
}
