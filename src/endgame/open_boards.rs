//! The boards of a layer whose bounds do not meet, and the loop games that decide them: one
//! for each threshold, and two where the layers below hold bounds.

use std::collections::HashMap;

use rayon::prelude::*;

use super::bounds_cell::BoundsCell;
use super::loop_game::{Arena, Effort, LoopGameError, Place, Report, Vertex, regions, solve};
use super::propagate::{Propagation, Stopped};
use crate::game::{
    Board, Loops, Mechanics, Player, ValueRules, effect, legal, must_pass, own_rows_value,
};
use crate::progress::Progress;

/// What the loops of a layer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopReport {
    /// Boards whose value only a loop decides.
    pub boards: u64,
    /// Boards and sides of all thresholds that are played as loop games.
    pub vertices: u64,
    /// Those of the largest strongly connected part that was searched.
    pub largest_component: u64,
    /// Nodes of the searches.
    pub nodes: u64,
    /// Results remembered.
    pub remembered: u64,
    /// Moves of the longest play that was looked at.
    pub deepest: u32,
    /// Boards whose bounds do not meet in the end.
    pub inexact: u64,
}

/// The boards whose bounds do not meet, and the quiet moves among them.
pub(super) struct OpenBoards {
    seeds: i8,
    pub(super) boards: Vec<OpenBoard>,
}

pub(super) struct OpenBoard {
    pub(super) cell: usize,
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// What the best exit may be worth.
    possible_exit: Option<i8>,
    own_rows: i8,
    has_empty_row: bool,
    /// The open boards that quiet moves lead to.
    next: Vec<u32>,
}

impl OpenBoards {
    pub(super) fn of<M: Mechanics>(
        propagation: &Propagation<'_, M, BoundsCell>,
        mechanics: M,
    ) -> Self {
        let seeds = propagation.seeds();
        let found: Vec<(usize, Board)> = propagation.find(|cell| {
            let (lower, upper) = cell.bounds(seeds);
            lower < upper
        });
        let numbers: HashMap<Board, u32> = (0..)
            .zip(&found)
            .map(|(number, &(_, board))| (board, number))
            .collect();
        let boards = found
            .into_par_iter()
            .map(|(cell, board)| {
                let state = propagation.cells[cell];
                let (lower, upper) = state.bounds(seeds);
                let after = |next: Board| numbers.get(&next.rotated()).copied();
                let sown = legal(board, mechanics).filter_map(|pit| {
                    let effect = effect(board, pit, mechanics);
                    (effect.captured == 0 && effect.conceded == 0)
                        .then_some(effect.board)
                        .and_then(after)
                });
                let passed = must_pass(board, mechanics).then(|| after(board)).flatten();
                OpenBoard {
                    cell,
                    lower,
                    upper,
                    possible_exit: state.possible_exit(),
                    own_rows: own_rows_value(board).seeds(),
                    has_empty_row: board.mover_seeds() == 0 || board.opponent_seeds() == 0,
                    next: sown.chain(passed).collect(),
                }
            })
            .collect();
        Self {
            seeds: seeds.cast_signed(),
            boards,
        }
    }

    /// Plays the loop games of all thresholds and narrows the bounds.
    pub(super) fn play(
        &mut self,
        rules: &ValueRules,
        below_is_exact: bool,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<LoopReport, Stopped> {
        let Loops::OwnRows {
            occurrence,
            both_rows,
        } = rules.loops
        else {
            unreachable!("asserted at the start");
        };
        // All seeds go to somebody, so that every value has the parity of the layer; unless
        // the rules take the last few away.
        let has_parity = rules.few_seeds == 0 || rules.few_to_own_side;
        let is_possible = |net: i8| !has_parity || (net - self.seeds) % 2 == 0;
        // At threshold s South gets s or more. What it decides with the players exchanged is
        // the threshold 1 - s, so these are enough.
        let thresholds: Vec<i8> = (1..=self.seeds).filter(|&s| is_possible(s)).collect();
        let games: Vec<(Vec<BoundsFound>, Report)> = thresholds
            .par_iter()
            .map(|&threshold| {
                let regions_of = |view| {
                    let game = Game::new(self, threshold, both_rows, view);
                    let winners = regions(&game.arena)?;
                    Ok(game.outcome(winners, view))
                };
                if !below_is_exact {
                    let games = [View::Pessimistic, View::Optimistic].map(regions_of);
                    return Ok((
                        games.into_iter().collect::<Result<_, _>>()?,
                        Report::default(),
                    ));
                }
                let game = Game::new(self, threshold, both_rows, View::Exact);
                if game.vertices.is_empty() {
                    return Ok((Vec::new(), Report::default()));
                }
                let solution = solve(&game.arena, occurrence, effort, progress)?;
                let found = game.outcome(solution.winners, View::Exact);
                Ok((vec![regions_of(View::Exact)?, found], solution.report))
            })
            .collect::<Result<_, LoopGameError>>()
            .map_err(|error| match error {
                LoopGameError::Cancelled => Stopped::Cancelled,
                LoopGameError::Endless { .. } => unreachable!("such rules are not supported"),
            })?;
        let mut report = Report::default();
        for (found, of_game) in games {
            report = report.and(of_game);
            for (number, lower, upper) in found.into_iter().flatten() {
                let board = &mut self.boards[number as usize];
                board.lower = board.lower.max(lower);
                board.upper = board.upper.min(upper);
            }
        }
        let is_possible = |net: i8| !has_parity || (net - self.seeds) % 2 == 0;
        let mut inexact = 0;
        for board in &mut self.boards {
            board.lower += i8::from(!is_possible(board.lower));
            board.upper -= i8::from(!is_possible(board.upper));
            assert!(
                board.lower <= board.upper,
                "bounds that contradict each other"
            );
            inexact += u64::from(board.lower < board.upper);
        }
        Ok(LoopReport {
            boards: self.boards.len() as u64,
            vertices: report.vertices,
            largest_component: report.largest_component,
            nodes: report.nodes,
            remembered: report.remembered,
            deepest: report.deepest,
            inexact,
        })
    }
}

/// What exits into layers with bounds are taken to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// The layers below are exact.
    Exact,
    /// To South the least that they may be worth: where he wins, he wins.
    Pessimistic,
    /// The most: where he loses, he loses.
    Optimistic,
}

/// The loop game of one threshold: whether South gets so much or more.
struct Game {
    arena: Arena,
    threshold: i8,
    /// Board and mover of each vertex but the last, at which South or North has lost.
    vertices: Vec<(u32, Player)>,
}

/// What a game says: for boards, by number, what their mover gets at least and at most.
type BoundsFound = Vec<(u32, i8, i8)>;

impl Game {
    fn new(open: &OpenBoards, threshold: i8, both_rows: bool, view: View) -> Self {
        let mut vertices = Vec::new();
        let mut numbers: HashMap<(u32, Player), Vertex> = HashMap::new();
        for (number, board) in (0..).zip(&open.boards) {
            let is_open_to_south = board.lower < threshold && threshold <= board.upper;
            let is_open_to_north = board.lower <= -threshold && -threshold < board.upper;
            for (player, is_open) in [
                (Player::South, is_open_to_south),
                (Player::North, is_open_to_north),
            ] {
                if is_open {
                    numbers.insert((number, player), vertices.len() as Vertex);
                    vertices.push((number, player));
                }
            }
        }
        let mut places: Vec<Place> = vertices
            .iter()
            .map(|&(number, mover)| {
                let board = &open.boards[number as usize];
                let is_good = match mover {
                    Player::South => board.own_rows >= threshold,
                    Player::North => board.own_rows <= -threshold,
                };
                let winner = if is_good {
                    Player::South
                } else {
                    Player::North
                };
                Place {
                    mover,
                    repetition: (!both_rows || !board.has_empty_row).then_some(winner),
                }
            })
            .collect();
        // A vertex without moves is lost for its mover: where an exit wins leads there.
        let lost = vertices.len() as Vertex;
        places.push(Place {
            mover: match view {
                View::Optimistic => Player::North,
                View::Exact | View::Pessimistic => Player::South,
            },
            repetition: Some(Player::North),
        });
        let exit_wins = |board: &OpenBoard, mover| match (view, mover) {
            (View::Pessimistic, Player::North) => {
                board.possible_exit.is_some_and(|exit| exit > -threshold)
            }
            (View::Optimistic, Player::South) => {
                board.possible_exit.is_some_and(|exit| exit >= threshold)
            }
            // Certain exits that win have decided the board.
            _ => false,
        };
        let edges = vertices.iter().map(|&(number, mover)| {
            let board = &open.boards[number as usize];
            let other = mover.opposite();
            let quiet = board.next.iter();
            let inside = quiet.filter_map(|&next| numbers.get(&(next, other)).copied());
            let exit = exit_wins(board, mover).then_some(lost);
            inside.chain(exit).collect::<Vec<_>>()
        });
        let arena = Arena::new(places, edges.chain([Vec::new()]));
        Self {
            arena,
            threshold,
            vertices,
        }
    }

    fn outcome(&self, winners: Vec<Option<Player>>, view: View) -> BoundsFound {
        let s = self.threshold;
        self.vertices
            .iter()
            .zip(winners)
            .filter_map(|(&(number, mover), winner)| {
                let winner = winner?;
                let is_believed = match view {
                    View::Exact => true,
                    View::Pessimistic => winner == Player::South,
                    View::Optimistic => winner == Player::North,
                };
                let (lower, upper) = match (mover, winner) {
                    (Player::South, Player::South) => (s, i8::MAX),
                    (Player::South, Player::North) => (i8::MIN, s - 1),
                    (Player::North, Player::South) => (i8::MIN, -s),
                    (Player::North, Player::North) => (1 - s, i8::MAX),
                };
                is_believed.then_some((number, lower, upper))
            })
            .collect()
    }
}
