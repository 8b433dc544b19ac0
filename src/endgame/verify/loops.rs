//! Promises that rest on loops: the boards that `promises` leaves, one threshold at a time.
//!
//! At a threshold s the question is whether South gets s or more, of his mover's boards and
//! of North's. What is supported answers it for nearly all boards; the *open* ones are the
//! vertices of a graph, made by forward moves. `regions` sweeps over it for what can be
//! forced, or kept up for ever among vertices that are good enough (step 2 of the own-row
//! values). What is open even then is a pure loop game: [`loop_game`](super::super::loop_game)
//! plays it on this graph, which owes nothing to the builder's, and `replay` plays a sample
//! of its starts once more, plainly, with no code in common.
//!
//! By symmetry the thresholds from 1 up are enough: that North gets s or more is that South
//! does not get 1 - s.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::game::{Board, Loops, Mechanics, Player, own_rows_value};

use super::super::index::Rank;
use super::super::loop_game::{Arena, Effort, LoopGameError, Place, solve};
use super::fault::{Found, WrongValue};
use super::moves::for_each_step;
use super::promises::{EACH, Promise};
use super::regions::{Vertex, regions};
use super::replay::Replay;
use super::state::State;
use super::{Checker, VerifyError};

/// Starts of each loop game that are played once more.
const REPLAYED: usize = 24;
/// Vertices that the replay of a start may look at, some hundredths of a second. Of the starts
/// with 8 seeds, the hardest, many take more.
const REPLAY_STEPS: u64 = 1 << 21;

/// How much of a layer rests on loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopsChecked {
    /// Bounds that no exit alone enforces.
    pub open: u64,
    /// Those among them that only the loop game shows.
    pub played: u64,
    /// Those of them that were played once more by the plain rules of the game, to the end.
    pub replayed: u64,
}

impl LoopsChecked {
    const fn and(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            played: self.played + other.played,
            replayed: self.replayed + other.replayed,
        }
    }
}

/// A board that is not settled by what is supported.
struct OpenBoard {
    rank: u64,
    bounds: (i8, i8),
    /// Whether the lower and the upper promise are supported.
    supported: (bool, bool),
    sure: Option<i8>,
    possible: Option<i8>,
    own_rows: i8,
    /// Whether a repetition here ends the game.
    counts: bool,
    /// The ranks of the boards that quiet moves lead to.
    quiet: Vec<u64>,
}

/// A promise that is to be shown.
struct Claim {
    /// The number of the open board.
    board: u32,
    promise: Promise,
}

impl Claim {
    /// The threshold at which the promise is decided, the mover of the board there, and who
    /// has to win. See the head of this file.
    fn test(&self, (lower, upper): (i8, i8)) -> (i8, Player, Player) {
        match self.promise {
            Promise::Lower if lower > 0 => (lower, Player::South, Player::South),
            Promise::Lower => (1 - lower, Player::North, Player::North),
            Promise::Upper if upper >= 0 => (upper + 1, Player::South, Player::North),
            Promise::Upper => (-upper, Player::North, Player::South),
        }
    }

    fn wrong(&self) -> WrongValue {
        match self.promise {
            Promise::Lower => WrongValue::LowerUnproved,
            Promise::Upper => WrongValue::UpperUnproved,
        }
    }
}

/// What exits into layers with bounds are taken to pay. `One` where these are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    One,
    /// To South the least: where he wins, he wins.
    South,
    /// To North the least.
    North,
}

impl<M: Mechanics> Checker<'_, M> {
    /// Shows the promises that are not supported, or says which cannot be shown.
    pub(super) fn check_loops(
        &self,
        states: &[State],
    ) -> Result<(LoopsChecked, Vec<Found>), VerifyError> {
        let open = self.open_boards(states);
        let mut claims: HashMap<i8, Vec<Claim>> = HashMap::new();
        for (number, board) in (0..).zip(&open) {
            let promises = [
                (Promise::Lower, board.supported.0),
                (Promise::Upper, board.supported.1),
            ];
            for (promise, is_supported) in promises {
                if !is_supported {
                    let claim = Claim {
                        board: number,
                        promise,
                    };
                    let (threshold, ..) = claim.test(board.bounds);
                    claims.entry(threshold).or_default().push(claim);
                }
            }
        }
        let numbers: HashMap<u64, u32> = (0..)
            .zip(&open)
            .map(|(number, board)| (board.rank, number))
            .collect();
        let games: Vec<_> = claims
            .par_iter()
            .map(|(&threshold, claims)| {
                self.go_on()?;
                let game = Game {
                    open: &open,
                    numbers: &numbers,
                    threshold,
                    is_supported: |rank: u64| {
                        let rank = rank as usize;
                        (
                            states[EACH * rank].is_supported(),
                            states[EACH * rank + 1].is_supported(),
                        )
                    },
                    bounds: |rank| self.known.bounds_at(self.layer().seeds(), Rank::new(rank)),
                };
                self.check_claims(&game, claims)
            })
            .collect::<Result<_, VerifyError>>()?;
        let mut loops = LoopsChecked::default();
        let mut found = Vec::new();
        for (of_game, faults) in games {
            loops = loops.and(of_game);
            found.extend(faults);
        }
        Ok((loops, found))
    }

    /// The boards with a promise that is not supported, or with bounds that do not meet.
    fn open_boards(&self, states: &[State]) -> Vec<OpenBoard> {
        let seeds = self.layer().seeds();
        let has_gaps = !self.known.is_exact();
        states
            .par_chunks_exact(EACH)
            .enumerate()
            .filter_map(|(rank, pair)| {
                let supported = (pair[0].is_supported(), pair[1].is_supported());
                let bounds = || self.known.bounds_at(seeds, Rank::new(rank as u64));
                let is_settled =
                    supported == (true, true) && (!has_gaps || bounds().0 == bounds().1);
                (!is_settled).then(|| {
                    let rank = Rank::new(rank as u64);
                    self.open_board(self.layer().unrank(rank), rank, supported)
                })
            })
            .collect()
    }

    fn open_board(&self, board: Board, rank: Rank, supported: (bool, bool)) -> OpenBoard {
        let Loops::OwnRows { both_rows, .. } = self.rules.loops else {
            unreachable!("asserted at the start");
        };
        let mut open = OpenBoard {
            rank: rank.get(),
            bounds: self.known.bounds_at(board.seeds(), rank),
            supported,
            sure: None,
            possible: None,
            own_rows: own_rows_value(board).seeds(),
            counts: !both_rows || (board.mover_seeds() > 0 && board.opponent_seeds() > 0),
            quiet: Vec::new(),
        };
        let over = for_each_step(board, self.rules, self.mechanics, |step| {
            if step.is_quiet {
                open.quiet.push(self.layer().rank(step.after).get());
            } else {
                let bounds = self.known.bounds(step.after);
                let pays = |after: i8| Some(step.gain.saturating_sub(after));
                open.sure = open.sure.max(pays(bounds.upper.seeds()));
                open.possible = open.possible.max(pays(bounds.lower.seeds()));
            }
        });
        if let Some(over) = over {
            open.sure = Some(over.seeds());
            open.possible = open.sure;
        }
        open
    }

    fn check_claims<S, B>(
        &self,
        game: &Game<'_, S, B>,
        claims: &[Claim],
    ) -> Result<(LoopsChecked, Vec<Found>), VerifyError>
    where
        S: Fn(u64) -> (bool, bool) + Sync,
        B: Fn(u64) -> (i8, i8) + Sync,
    {
        let is_exact_below = self.known.is_exact_below();
        let views: &[View] = if is_exact_below {
            &[View::One]
        } else {
            &[View::South, View::North]
        };
        let mut loops = LoopsChecked {
            open: claims.len() as u64,
            ..LoopsChecked::default()
        };
        let mut found = Vec::new();
        for &view in views {
            let graph = game.graph(view);
            let mut winners = regions(&graph.vertices);
            let tests = || {
                claims.iter().filter_map(|claim| {
                    let (_, mover, winner) = claim.test(game.open[claim.board as usize].bounds);
                    let is_of_view = match view {
                        View::One => true,
                        View::South => winner == Player::South,
                        View::North => winner == Player::North,
                    };
                    let vertex = is_of_view.then(|| graph.numbers[&(claim.board, mover)])?;
                    Some((claim, vertex as usize, winner))
                })
            };
            if is_exact_below && tests().any(|(_, vertex, _)| winners[vertex].is_none()) {
                let played: Vec<usize> = tests()
                    .map(|(_, vertex, _)| vertex)
                    .filter(|&vertex| winners[vertex].is_none())
                    .collect();
                loops.played += played.len() as u64;
                let (solved, replayed) = self.play_loops(&graph.vertices, &winners, &played)?;
                loops.replayed += replayed;
                winners = solved;
            }
            for (claim, vertex, winner) in tests() {
                if winners[vertex] != Some(winner) {
                    found.push((game.open[claim.board as usize].rank, claim.wrong()));
                }
            }
        }
        Ok((loops, found))
    }

    /// Plays the loop game of the vertices without a winner, and some of the `played` ones
    /// once more. A start of which the two say different things has no winner.
    fn play_loops(
        &self,
        vertices: &[Vertex],
        winners: &[Option<Player>],
        played: &[usize],
    ) -> Result<(Vec<Option<Player>>, u64), VerifyError> {
        let Loops::OwnRows { occurrence, .. } = self.rules.loops else {
            unreachable!("asserted at the start");
        };
        let undecided: Vec<usize> = (0..vertices.len())
            .filter(|&vertex| winners[vertex].is_none())
            .collect();
        let number = |vertex: u32| undecided.binary_search(&(vertex as usize)).ok();
        let edges = |vertex: usize| {
            let next = vertices[vertex].next.iter();
            next.filter_map(|&to| number(to)).map(|to| to as u32)
        };
        let places = undecided.iter().map(|&vertex| Place {
            mover: vertices[vertex].mover,
            repetition: vertices[vertex].repetition,
        });
        let arena = Arena::new(
            places.collect(),
            undecided.iter().map(|&vertex| edges(vertex)),
        );
        let solution = solve(&arena, occurrence, Effort::USUAL, self.progress).map_err(
            |error| match error {
                LoopGameError::Cancelled => VerifyError::Cancelled,
                LoopGameError::Endless { .. } => unreachable!("such rules have no tables"),
            },
        )?;
        let mut winners = winners.to_vec();
        for (&vertex, winner) in undecided.iter().zip(solution.winners) {
            winners[vertex] = winner;
        }
        let plain: Vec<Vertex> = undecided
            .iter()
            .map(|&vertex| Vertex {
                next: edges(vertex).collect(),
                ..vertices[vertex].clone()
            })
            .collect();
        let mut replayed = 0;
        let step = played.len().div_ceil(REPLAYED).max(1);
        for &vertex in played.iter().step_by(step) {
            self.go_on()?;
            let start = undecided.binary_search(&vertex).expect("it has no winner");
            let mut replay = Replay::new(&plain, occurrence, REPLAY_STEPS);
            if let Some(winner) = replay.winner(start as u32) {
                replayed += 1;
                if winners[vertex] != Some(winner) {
                    winners[vertex] = None;
                }
            }
        }
        Ok((winners, replayed))
    }
}

/// The question of one threshold.
struct Game<'a, S, B> {
    open: &'a [OpenBoard],
    numbers: &'a HashMap<u64, u32>,
    threshold: i8,
    is_supported: S,
    bounds: B,
}

/// The vertices of a threshold that are not settled.
struct Graph {
    vertices: Vec<Vertex>,
    /// The vertex of an open board and its mover.
    numbers: HashMap<(u32, Player), u32>,
}

impl<S: Fn(u64) -> (bool, bool), B: Fn(u64) -> (i8, i8)> Game<'_, S, B> {
    /// Who wins with this board before this mover, by what is supported.
    fn settled(
        &self,
        (lower, upper): (i8, i8),
        supported: (bool, bool),
        mover: Player,
    ) -> Option<Player> {
        let s = self.threshold;
        // What the mover needs, and what he must not get for the other to win.
        let needed = match mover {
            Player::South => s,
            Player::North => 1 - s,
        };
        if supported.0 && lower >= needed {
            Some(mover)
        } else if supported.1 && upper < needed {
            Some(mover.opposite())
        } else {
            None
        }
    }

    fn graph(&self, view: View) -> Graph {
        let mut vertices = Vec::new();
        let mut numbers = HashMap::new();
        for (number, board) in (0..).zip(self.open) {
            for mover in Player::ALL {
                if self.settled(board.bounds, board.supported, mover).is_none() {
                    numbers.insert((number, mover), vertices.len() as u32);
                    vertices.push((number, mover));
                }
            }
        }
        let vertices = vertices
            .iter()
            .map(|&(number, mover)| self.vertex(number, mover, view, &numbers))
            .collect();
        Graph { vertices, numbers }
    }

    fn vertex(
        &self,
        number: u32,
        mover: Player,
        view: View,
        numbers: &HashMap<(u32, Player), u32>,
    ) -> Vertex {
        let board = &self.open[number as usize];
        let (s, other) = (self.threshold, mover.opposite());
        let (needed, own_rows_of_south) = match mover {
            Player::South => (s, board.own_rows),
            Player::North => (1 - s, -board.own_rows),
        };
        let pays_least = match view {
            View::One => true,
            View::South => mover == Player::South,
            View::North => mover == Player::North,
        };
        let exit = if pays_least {
            board.sure
        } else {
            board.possible
        };
        let mut wins = exit.is_some_and(|exit| exit >= needed);
        let mut next = Vec::new();
        for &rank in &board.quiet {
            match self.numbers.get(&rank) {
                Some(&to) => match numbers.get(&(to, other)) {
                    Some(&vertex) => next.push(vertex),
                    None => {
                        let to = &self.open[to as usize];
                        wins |= self.settled(to.bounds, to.supported, other) == Some(mover);
                    }
                },
                None => {
                    let settled =
                        self.settled((self.bounds)(rank), (self.is_supported)(rank), other);
                    wins |= settled == Some(mover);
                }
            }
        }
        let good_for = if own_rows_of_south >= s {
            Player::South
        } else {
            Player::North
        };
        Vertex {
            mover,
            repetition: board.counts.then_some(good_for),
            wins,
            next,
        }
    }
}
