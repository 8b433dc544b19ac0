//! The and/or search from a start, each of whose nodes decides more.
//!
//! To come to a vertex is to visit it; when it was visited so often that the next time ends
//! the play, it is decided in the [`Field`], with all that follows. Then the mover tries the
//! successors that are still undecided. The stack is explicit: plays of two hundred moves
//! occur, and nothing but memory should bound them.
//!
//! The order of trying is what makes it fast (8 seeds: 27 543 nodes instead of 1 156 284 in
//! the order of the edges): first where a repetition is the mover's, for his visit there helps
//! him later; then where the opponent has fewest answers; then the later vertex.

use super::arena::{Arena, Vertex};
use super::field::{Field, Mark};
use super::key::{Key, Memo};
use crate::game::Player;
use crate::progress::Progress;

/// Nodes between two questions whether the work is cancelled.
const NODES_BETWEEN_QUESTIONS: u64 = 1 << 10;
/// Vertices looked at in about the time that the rest of a node takes.
const LOOKS_PER_STEP: u64 = 1 << 8;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Visits to undecided vertices that were not remembered.
    pub(super) nodes: u64,
    /// Vertices looked at to find what a visit can reach.
    pub(super) looked_at: u64,
    /// The longest play looked at, in moves.
    pub(super) deepest: u32,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// With a proof.
    Winner(Player),
    /// The limit came first.
    OutOfSteps,
    /// On request.
    Cancelled,
}

/// A vertex on the play.
struct Frame {
    vertex: Vertex,
    before: Mark,
    /// Where the result is to be remembered; not on the way through a forced move, since
    /// the next vertex with a choice stands for it.
    key: Option<Key>,
    /// The successors to try are `choices[first..]` up to the next frame's.
    first: usize,
    /// The one to try next.
    next: usize,
}

/// Searches in one arena, with one memo for all starts.
pub(super) struct Search<'a> {
    arena: &'a Arena,
    field: Field<'a>,
    memo: Memo,
    work: Work,
    /// Visits after which the next one ends the play.
    last_visit: u16,
    visits: Vec<u16>,
    frames: Vec<Frame>,
    choices: Vec<Vertex>,
    members: Vec<Key>,
    /// The number of the last look that came to a vertex.
    seen: Vec<u64>,
    looks: u64,
    reached: Vec<Vertex>,
}

impl Work {
    /// What effort is measured in, some microseconds each: nodes, and the keys by their size.
    pub(super) const fn steps(self) -> u64 {
        self.nodes + self.looked_at / LOOKS_PER_STEP
    }
}

impl<'a> Search<'a> {
    /// A search in a closed field where nothing was visited and coming to a vertex for the
    /// `occurrence`-th time, 2 or more, ends the play.
    pub(super) fn new(field: Field<'a>, occurrence: u16) -> Self {
        let arena = field.arena();
        Self {
            arena,
            field,
            memo: Memo::default(),
            work: Work::default(),
            last_visit: occurrence - 1,
            visits: vec![0; arena.len()],
            frames: Vec::new(),
            choices: Vec::new(),
            members: (0..arena.len() as Vertex)
                .map(|vertex| Key::member(vertex, 0))
                .collect(),
            seen: vec![0; arena.len()],
            looks: 0,
            reached: Vec::new(),
        }
    }

    /// The same after so many visits to each of these vertices.
    pub(super) fn after(mut self, visits: impl IntoIterator<Item = (Vertex, u16)>) -> Self {
        for (vertex, visits) in visits {
            self.visits[vertex as usize] = visits;
            if visits >= self.last_visit
                && let Some(winner) = self.arena.place(vertex).repetition
                && self.field.winner(vertex).is_none()
            {
                self.field.settle(vertex, winner);
            }
        }
        self
    }

    pub(super) const fn work(&self) -> Work {
        self.work
    }

    /// Results remembered.
    pub(super) fn remembered(&self) -> usize {
        self.memo.len()
    }

    /// Who wins from `start` without history, if that is found before the work of all
    /// searches together comes to `limit` steps.
    pub(super) fn winner(&mut self, start: Vertex, limit: u64, progress: &dyn Progress) -> Found {
        let mut to = start;
        loop {
            if self.work.steps() >= limit {
                self.abandon();
                return Found::OutOfSteps;
            }
            if self.work.nodes.is_multiple_of(NODES_BETWEEN_QUESTIONS) && progress.is_cancelled() {
                self.abandon();
                return Found::Cancelled;
            }
            if let Some(winner) = self.enter(to)
                && self.answer(winner)
            {
                return Found::Winner(winner);
            }
            let frame = self.frames.last_mut().expect("the start is not answered");
            to = self.choices[frame.next];
            frame.next += 1;
        }
    }

    /// Comes to a vertex. Gives its winner if that is known by now; else the vertex is on the
    /// stack, with successors to try.
    fn enter(&mut self, vertex: Vertex) -> Option<Player> {
        if let Some(winner) = self.field.winner(vertex) {
            return Some(winner);
        }
        let key = (self.field.open(vertex) > 1).then(|| self.key(vertex));
        if let Some(key) = key
            && let Some(&winner) = self.memo.get(&key)
        {
            return Some(winner);
        }
        self.work.nodes += 1;
        let place = self.arena.place(vertex);
        let before = self.field.mark();
        if let Some(winner) = place.repetition {
            self.visits[vertex as usize] += 1;
            if self.visits[vertex as usize] == self.last_visit {
                self.field.settle(vertex, winner);
            }
        }
        let first = self.choices.len();
        self.frames.push(Frame {
            vertex,
            before,
            key,
            first,
            next: first,
        });
        self.work.deepest = self.work.deepest.max(self.frames.len() as u32);
        for &next in self.arena.next(vertex) {
            match self.field.winner(next) {
                None => self.choices.push(next),
                Some(winner) if winner == place.mover => {
                    self.leave(winner);
                    return Some(winner);
                }
                Some(_) => {}
            }
        }
        if self.choices.len() == first {
            let winner = place.mover.opposite();
            self.leave(winner);
            return Some(winner);
        }
        let (arena, field) = (self.arena, &self.field);
        self.choices[first..].sort_unstable_by_key(|&next| {
            let is_his = arena.place(next).repetition == Some(place.mover);
            (!is_his, field.open(next), std::cmp::Reverse(next))
        });
        None
    }

    /// Hands a winner back along the play as far as it settles the matter; whether that is
    /// the whole play.
    fn answer(&mut self, winner: Player) -> bool {
        while let Some(frame) = self.frames.last() {
            let is_movers = winner == self.arena.place(frame.vertex).mover;
            if !is_movers && frame.next < self.choices.len() {
                return false;
            }
            self.leave(winner);
        }
        true
    }

    /// Takes the last vertex off the play and remembers who wins there.
    fn leave(&mut self, winner: Player) {
        let frame = self.retreat().expect("only vertices on the play are left");
        if let Some(key) = frame.key {
            self.memo.insert(key, winner);
        }
    }

    fn retreat(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.field.undo(frame.before);
        self.choices.truncate(frame.first);
        if self.arena.place(frame.vertex).repetition.is_some() {
            self.visits[frame.vertex as usize] -= 1;
        }
        Some(frame)
    }

    fn abandon(&mut self) {
        while self.retreat().is_some() {}
    }

    /// What the result of coming to a vertex depends on.
    fn key(&mut self, vertex: Vertex) -> Key {
        let mut key = Key::entry(vertex);
        self.looks += 1;
        self.reached.clear();
        self.reached.push(vertex);
        self.seen[vertex as usize] = self.looks;
        while let Some(from) = self.reached.pop() {
            let member = match self.visits[from as usize] {
                0 => self.members[from as usize],
                visits => Key::member(from, visits),
            };
            key = key.and(member);
            self.work.looked_at += 1;
            for &next in self.arena.next(from) {
                let seen = &mut self.seen[next as usize];
                if *seen != self.looks && self.field.winner(next).is_none() {
                    *seen = self.looks;
                    self.reached.push(next);
                }
            }
        }
        key
    }
}
