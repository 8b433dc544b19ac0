//! A whole arena: its components from the bottom up, every vertex a start.

use super::arena::{Arena, Vertex};
use super::components::components;
use super::field::Field;
use super::search::{Found, Search};
use crate::game::Player;
use crate::progress::Progress;

/// How much work each component may take, in steps: a node of the search is one, and
/// finding what a visit can reach takes one for each 256 vertices. A step takes some
/// microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effort(u64);

impl Effort {
    /// Two hundred times what the hardest component of `abapa` takes, that of 8 seeds. A
    /// component that takes more gets a minute or so, and up to a gigabyte.
    pub(crate) const USUAL: Self = Self(1 << 24);

    /// As much as it takes.
    #[cfg(test)]
    pub(crate) const UNLIMITED: Self = Self(u64::MAX);

    /// So many steps for each component.
    pub(crate) const fn steps(steps: u64) -> Self {
        Self(steps)
    }

    /// The number of steps.
    pub(crate) const fn get(self) -> u64 {
        self.0
    }
}

/// The steps that each start gets in the first round; far more than any known start takes.
const FIRST_ROUND: u64 = 1 << 16;
/// How many times as much it gets in the next.
const NEXT_ROUND: u64 = 8;

/// Who wins from each vertex, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// For each vertex as a start without history: its winner, or `None` where the effort did
    /// not suffice.
    pub(crate) winners: Vec<Option<Player>>,
    /// What it took.
    pub(crate) report: Report,
}

/// The size of one or more loop games and of the searches for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Vertices of the arenas.
    pub(crate) vertices: u64,
    /// Vertices of the largest component that had to be searched.
    pub(crate) largest_component: u64,
    /// Nodes of the searches.
    pub(crate) nodes: u64,
    /// Results remembered, over all components.
    pub(crate) remembered: u64,
    /// Moves of the longest play that was looked at.
    pub(crate) deepest: u32,
    /// Starts that stayed undecided.
    pub(crate) undecided: u64,
}

impl Report {
    /// The report on both games.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            vertices: self.vertices + other.vertices,
            largest_component: self.largest_component.max(other.largest_component),
            nodes: self.nodes + other.nodes,
            remembered: self.remembered + other.remembered,
            deepest: self.deepest.max(other.deepest),
            undecided: self.undecided + other.undecided,
        }
    }
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LoopGameError {
    /// The work was stopped on request.
    #[error("cancelled")]
    Cancelled,
    /// A play can run in a circle where no repetition counts, so it need never end.
    #[error("a loop of {boards} boards, none of which counts as a repetition, never ends")]
    Endless {
        /// Vertices of such a loop.
        boards: usize,
    },
}

/// Finds the winner from every vertex of the arena, when coming to a vertex for the
/// `occurrence`-th time (the start is its first) ends the play.
///
/// The same arena gives the same solution and report on any machine. More effort never
/// loses a winner.
///
/// # Errors
///
/// When the work was cancelled, or a play need never end.
///
/// # Panics
///
/// When `occurrence` is less than 2.
pub(crate) fn solve(
    arena: &Arena,
    occurrence: u16,
    effort: Effort,
    progress: &dyn Progress,
) -> Result<Solution, LoopGameError> {
    assert!(occurrence >= 2, "the first occurrence is no repetition");
    refuse_endless(arena)?;
    let mut solver = Solver {
        arena,
        winners: vec![None; arena.len()],
        report: Report {
            vertices: arena.len() as u64,
            ..Report::default()
        },
        locals: vec![None; arena.len()],
    };
    let all: Vec<Vertex> = (0..arena.len() as Vertex).collect();
    // Those at the end come first, so the bottom has to be there.
    let mut parts = components(arena, &all);
    parts.reverse();
    while let Some(part) = parts.pop() {
        let before = parts.len();
        for smaller in solver.solve_part(&part, occurrence, effort, progress)? {
            parts.push(smaller);
        }
        parts[before..].reverse();
    }
    let undecided = solver.winners.iter().filter(|winner| winner.is_none());
    solver.report.undecided = undecided.count() as u64;
    Ok(Solution {
        winners: solver.winners,
        report: solver.report,
    })
}

/// The winners that need no search: where a player can force an exit that wins, or keep the
/// play for ever where repetitions are his. Fewer than [`solve`] finds with enough effort,
/// but never fewer when exits pay a player more, which with a bounded search cannot be said.
///
/// # Errors
///
/// When a play need never end.
pub(crate) fn regions(arena: &Arena) -> Result<Vec<Option<Player>>, LoopGameError> {
    refuse_endless(arena)?;
    let field = Field::new(arena, []);
    let vertices = 0..arena.len() as Vertex;
    Ok(vertices.map(|vertex| field.winner(vertex)).collect())
}

/// What [`regions`] finds where the winners at `known` vertices are given, in the order in
/// which it is decided: by point 1 of the folder a winner has a plan that from a vertex on
/// the list meets only vertices that are before it, or that are not bad for him.
///
/// # Errors
///
/// When a play need never end.
pub(crate) fn regions_in_order(
    arena: &Arena,
    known: impl IntoIterator<Item = (Vertex, Player)>,
) -> Result<Vec<(Vertex, Player)>, LoopGameError> {
    refuse_endless(arena)?;
    Ok(Field::new(arena, known).in_order().collect())
}

/// A loop among vertices where no repetition counts would break the argument.
pub(super) fn refuse_endless(arena: &Arena) -> Result<(), LoopGameError> {
    let free: Vec<Vertex> = (0..arena.len() as Vertex)
        .filter(|&vertex| arena.place(vertex).repetition.is_none())
        .collect();
    if free.is_empty() {
        return Ok(());
    }
    let loops = components(arena, &free)
        .into_iter()
        .find(|part| part.len() > 1 || arena.next(part[0]).contains(&part[0]));
    match loops {
        Some(part) => Err(LoopGameError::Endless { boards: part.len() }),
        None => Ok(()),
    }
}

struct Solver<'a> {
    arena: &'a Arena,
    winners: Vec<Option<Player>>,
    report: Report,
    /// The number of a vertex within the part in hand.
    locals: Vec<Option<Vertex>>,
}

impl Solver<'_> {
    /// Solves a part of a component below which all is solved; or decides some of it, and
    /// gives the components of the rest, the bottom first. Leaves alone what has a way out
    /// to an undecided start.
    fn solve_part(
        &mut self,
        part: &[Vertex],
        occurrence: u16,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<Vertex>>, LoopGameError> {
        if let [vertex] = *part
            && !self.arena.next(vertex).contains(&vertex)
        {
            self.winners[vertex as usize] = self.winner_by_exits(vertex);
            return Ok(Vec::new());
        }
        let Some((arena, known)) = self.cut_out(part) else {
            return Ok(Vec::new());
        };
        let field = Field::new(&arena, known);
        let locals = 0..arena.len() as Vertex;
        let rest: Vec<Vertex> = locals
            .filter(|&local| field.winner(local).is_none())
            .collect();
        if rest.len() < part.len() {
            for (local, &vertex) in (0..).zip(part) {
                self.winners[vertex as usize] = field.winner(local);
            }
            let global = |component: Vec<Vertex>| {
                let vertices = component.iter().map(|&local| part[local as usize]);
                vertices.collect()
            };
            let smaller = components(&arena, &rest);
            return Ok(smaller.into_iter().map(global).collect());
        }
        let mut search = Search::new(field, occurrence);
        let mut round = FIRST_ROUND;
        let mut open: Vec<(Vertex, Vertex)> = (0..).zip(part.iter().copied()).collect();
        while !open.is_empty() && search.work().steps() < effort.0 {
            let mut left = Vec::new();
            for (local, vertex) in open {
                let limit = search.work().steps().saturating_add(round).min(effort.0);
                match search.winner(local, limit, progress) {
                    Found::Winner(winner) => self.winners[vertex as usize] = Some(winner),
                    Found::OutOfSteps => left.push((local, vertex)),
                    Found::Cancelled => return Err(LoopGameError::Cancelled),
                }
            }
            open = left;
            round = round.saturating_mul(NEXT_ROUND);
        }
        self.report = self.report.and(Report {
            largest_component: part.len() as u64,
            nodes: search.work().nodes,
            remembered: search.remembered() as u64,
            deepest: search.work().deepest,
            ..Report::default()
        });
        Ok(Vec::new())
    }

    /// The winner at a vertex all of whose moves lead to other components.
    fn winner_by_exits(&self, vertex: Vertex) -> Option<Player> {
        let mover = self.arena.place(vertex).mover;
        let mut winner = Some(mover.opposite());
        for &next in self.arena.next(vertex) {
            match self.winners[next as usize] {
                Some(player) if player == mover => return Some(mover),
                Some(_) => {}
                None => winner = None,
            }
        }
        winner
    }

    /// A part as an arena of its own, and the vertices from which a move out of it wins.
    /// `None` if the winner at the end of such a move is not known.
    fn cut_out(&mut self, part: &[Vertex]) -> Option<(Arena, Vec<(Vertex, Player)>)> {
        for (local, &vertex) in (0..).zip(part) {
            self.locals[vertex as usize] = Some(local);
        }
        let mut known = Vec::new();
        let mut places = Vec::with_capacity(part.len());
        let mut edges = Vec::with_capacity(part.len());
        let mut is_bounded = true;
        for (local, &vertex) in (0..).zip(part) {
            let place = self.arena.place(vertex);
            let mut wins = false;
            let mut inside = Vec::new();
            for &next in self.arena.next(vertex) {
                match (self.locals[next as usize], self.winners[next as usize]) {
                    (Some(next), _) => inside.push(next),
                    (None, Some(winner)) => wins |= winner == place.mover,
                    (None, None) => is_bounded = false,
                }
            }
            if wins {
                known.push((local, place.mover));
            }
            places.push(place);
            edges.push(inside);
        }
        for &vertex in part {
            self.locals[vertex as usize] = None;
        }
        is_bounded.then(|| (Arena::new(places, edges), known))
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::Place;
    use super::super::brute::tangled_arena;
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn more_effort_never_loses_a_winner() {
        let mut random = fastrand::Rng::with_seed(17);
        let mut partial = 0;
        for round in 0..300 {
            let arena = tangled_arena(&mut random, 10 + 2 * (round % 40));
            let mut before: Option<Solution> = None;
            for steps in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 200, 1_000_000] {
                let now = solve(&arena, 2, Effort::steps(steps), &Silent).unwrap();
                if let Some(before) = before {
                    for (was, is) in before.winners.iter().zip(&now.winners) {
                        assert!(was.is_none() || was == is, "{steps} steps: {arena:?}");
                    }
                    partial += u32::from(before.report.undecided > now.report.undecided);
                }
                before = Some(now);
            }
            assert_eq!(before.map(|last| last.report.undecided), Some(0));
        }
        assert!(partial > 300, "the effort mattered {partial} times only");
    }

    #[test]
    fn stopped_work_gives_no_solution() {
        struct Stop;
        impl Progress for Stop {
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let mut random = fastrand::Rng::with_seed(2);
        let results: Vec<_> = (0..20)
            .map(|_| tangled_arena(&mut random, 20))
            .map(|arena| solve(&arena, 2, Effort::UNLIMITED, &Stop))
            .collect();
        assert!(results.contains(&Err(LoopGameError::Cancelled)));
    }

    #[test]
    fn loop_where_no_repetition_counts_is_refused() {
        let free = |mover| Place {
            mover,
            repetition: None,
        };
        let places = vec![free(Player::South), free(Player::North)];
        let endless = Arena::new(places.clone(), [[1], [0]]);
        let refused = solve(&endless, 2, Effort::UNLIMITED, &Silent);
        assert_eq!(refused, Err(LoopGameError::Endless { boards: 2 }));
        let ending = Arena::new(places, [vec![1], vec![]]);
        let solution = solve(&ending, 2, Effort::UNLIMITED, &Silent).unwrap();
        assert_eq!(solution.winners, [Some(Player::South); 2]);
    }

    #[test]
    fn long_plays_do_not_overflow_the_stack() {
        // One circle: from each start the play is forced round to it.
        let circle = 5_000;
        let places = (0..circle)
            .map(|vertex| Place {
                mover: Player::ALL[vertex as usize % 2],
                repetition: Some(Player::ALL[(vertex / 3) as usize % 2]),
            })
            .collect();
        let edges = (0..circle).map(|vertex| [(vertex + 1) % circle]);
        let arena = Arena::new(places, edges);
        let solution = solve(&arena, 3, Effort::UNLIMITED, &Silent).unwrap();
        for (vertex, winner) in (0..circle).zip(&solution.winners) {
            assert_eq!(*winner, arena.place(vertex).repetition);
        }
        assert!(solution.report.deepest >= circle);
    }
}
