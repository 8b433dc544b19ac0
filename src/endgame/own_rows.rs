//! Solves one layer from the layers beneath it, where a loop gives each player his own row.
//!
//! What a board is worth depends on the boards visited since the last capture, and a
//! capture wipes them out: so the exits of a layer are worth what the layers below say, and
//! all that depends on history happens inside a layer.
//!
//! 1. *Bounds*: for each threshold from high to low, the boards from which a player can
//!    force the game to an exit that is good enough for him, by ordinary retrograde
//!    analysis. A strategy that leads to exits only meets no board twice, so these bounds
//!    hold for a start without history. `bounds_cell` says how both bounds of a board are
//!    found in one pass from high to low.
//! 2. *The loop game*: a board whose bounds do not meet is undecided at some threshold.
//!    Among the undecided boards of one threshold whoever plays an exit loses, so a
//!    repetition decides; [`loop_game`](super::loop_game) finds who can force which, or
//!    leaves the bounds where its effort runs out.
//!
//! If a layer below holds bounds, two games are played and never mixed: in the pessimistic
//! one each exit pays the player who wants the threshold the least that it may be worth, and
//! only what he wins there is believed; in the optimistic one the most, and only what he
//! loses there is. Only the [`regions`] of these games are used, which need no search: they
//! grow when exits are known better, while a bounded search can lose its way in another
//! arena. So more effort never moves a bound outwards, in this layer or above.
//!
//! Nothing depends on the number of threads: the bounds are least fixpoints, each loop game
//! is solved by one thread, and the thresholds do not know of each other.
//!
//! Reference: `OWN-ROWS` in the project's papers; the proofs are in `loop_game`.

use std::collections::HashMap;

use rayon::prelude::*;

use super::bounds_cell::BoundsCell;
use super::collect::collect;
use super::index::Layer;
use super::loop_game::{Arena, Effort, LoopGameError, Place, Report, Vertex, regions, solve};
use super::propagate::{Below, Propagation, Stopped};
use super::terms::Terms;
use crate::game::{
    Board, Feeding, ForMechanics, Loops, Mechanics, Player, ValueRules, effect, legal, must_pass,
    own_rows_value, specialise,
};
use crate::progress::Progress;

/// A layer solved.
#[derive(Debug)]
pub(crate) struct OwnRowsLayer {
    layer: Layer,
    cells: Vec<BoundsCell>,
    loops: LoopReport,
}

impl OwnRowsLayer {
    /// Whether each board's bounds meet.
    pub(crate) const fn is_exact(&self) -> bool {
        self.loops.inexact == 0
    }

    /// What the loops took.
    pub(crate) const fn loops(&self) -> LoopReport {
        self.loops
    }

    /// Gives `write` the values in rank order, piece by piece: signed bytes, in seeds still
    /// to come for the side to move; if they are not [exact](Self::is_exact), two for each
    /// board, the lower bound first. A piece has about `slab` boards.
    pub(super) fn write<E>(
        &self,
        slab: usize,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let bounds = |cell: BoundsCell| {
            let (lower, upper) = cell.bounds(self.layer.seeds());
            [lower, upper].map(i8::cast_unsigned)
        };
        if self.is_exact() {
            let value = |cell| bounds(cell)[0];
            collect(self.layer, &self.cells, slab, value, write)
        } else {
            collect(
                self.layer,
                &self.cells,
                slab,
                bounds,
                |pairs: &[[u8; 2]]| write(pairs.as_flattened()),
            )
        }
    }
}

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

/// Whether tables can be built for these loops: without a duty to feed, one seed can run
/// round alone for ever where only boards with seeds in both rows count.
pub(crate) fn is_supported(rules: &ValueRules) -> bool {
    match rules.loops {
        Loops::Zero => true,
        Loops::OwnRows { both_rows, .. } => !both_rows || rules.feeding == Feeding::MustFeed,
    }
}

/// Solves a layer. `below` holds the bounds of every smaller layer.
///
/// # Errors
///
/// When the work was cancelled, or four bytes a board are not to be had.
///
/// # Panics
///
/// When the rules are not [supported](is_supported) or loops count 0 under them, or a layer
/// below is missing.
pub(super) fn solve_own_rows(
    layer: Layer,
    rules: &ValueRules,
    below: Below<'_>,
    effort: u64,
    terms: &Terms<'_, BoundsCell>,
) -> Result<OwnRowsLayer, Stopped> {
    assert!(
        rules.loops != Loops::Zero,
        "loops that count 0 are solved by retrograde"
    );
    assert!(is_supported(rules), "a loop without end");
    specialise(
        *rules,
        SolveLayer {
            layer,
            rules,
            below,
            effort: Effort::steps(effort),
            terms,
        },
    )
}

/// The effort that proves every board of up to 17 seeds, and some.
pub const USUAL_EFFORT: u64 = Effort::USUAL.get();

struct SolveLayer<'a> {
    layer: Layer,
    rules: &'a ValueRules,
    below: Below<'a>,
    effort: Effort,
    terms: &'a Terms<'a, BoundsCell>,
}

impl ForMechanics for SolveLayer<'_> {
    type Output = Result<OwnRowsLayer, Stopped>;

    fn run<M: Mechanics>(self, mechanics: M) -> Self::Output {
        let most = self.layer.seeds().cast_signed();
        let mut propagation: Propagation<'_, M, BoundsCell> =
            Propagation::new(self.layer, self.rules, mechanics, self.below, self.terms)?;
        for level in (1 - most..=most).rev() {
            propagation.settle(level)?;
        }
        let mut open = OpenBoards::of(&propagation, mechanics);
        let loops = open.play(
            self.rules,
            self.below.is_exact(),
            self.effort,
            self.terms.progress,
        )?;
        let mut cells = propagation.cells;
        for board in &open.boards {
            cells[board.cell].set_bounds(board.lower, board.upper);
        }
        Ok(OwnRowsLayer {
            layer: self.layer,
            cells,
            loops,
        })
    }
}

/// The boards whose bounds do not meet, and the quiet moves among them.
struct OpenBoards {
    seeds: i8,
    boards: Vec<OpenBoard>,
}

struct OpenBoard {
    cell: usize,
    lower: i8,
    upper: i8,
    /// What the best exit may be worth.
    possible_exit: Option<i8>,
    own_rows: i8,
    has_empty_row: bool,
    /// The open boards that quiet moves lead to.
    next: Vec<u32>,
}

impl OpenBoards {
    fn of<M: Mechanics>(propagation: &Propagation<'_, M, BoundsCell>, mechanics: M) -> Self {
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
    fn play(
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

#[cfg(test)]
mod tests {
    use super::super::loop_game::reference;
    use super::*;
    use crate::game::Rules;
    use crate::progress::Silent;

    /// Lower and upper bounds of the layers to `seeds`.
    fn layers(rules: &str, seeds: u8, effort: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
        let rules = rules.parse::<Rules>().unwrap().value_rules();
        let mut done: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for layer in Layer::up_to(seeds) {
            let lower: Vec<&[u8]> = done.iter().map(|layer| &*layer.0).collect();
            let upper: Vec<&[u8]> = done.iter().map(|layer| &*layer.1).collect();
            let below = if lower == upper {
                Below::exact(&lower)
            } else {
                Below::bounds(&lower, &upper)
            };
            let solved =
                solve_own_rows(layer, &rules, below, effort, &Terms::plain(&Silent)).unwrap();
            let mut bytes = Vec::new();
            let written: Result<(), Stopped> = solved.write(1_000, |piece| {
                bytes.extend_from_slice(piece);
                Ok(())
            });
            written.unwrap();
            done.push(if solved.is_exact() {
                (bytes.clone(), bytes)
            } else {
                bytes.chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip()
            });
        }
        done
    }

    fn signed(bytes: &[u8]) -> Vec<i8> {
        bytes.iter().map(|byte| byte.cast_signed()).collect()
    }

    #[test]
    fn layers_agree_with_plain_sweeps() {
        for rules in [
            "abapa",
            "marquoir",
            "marquoir-famine",
            "playstrategy",
            "abapa+grand-slam=capture",
            "abapa+grand-slam=keep-last",
        ] {
            let plain = reference::values_up_to(6, &rules.parse().unwrap());
            for (seeds, (lower, upper)) in layers(rules, 6, USUAL_EFFORT).iter().enumerate() {
                assert_eq!(signed(lower), plain[seeds], "{rules}, {seeds} seeds");
                assert_eq!(lower, upper, "{rules}, {seeds} seeds");
            }
        }
    }

    #[test]
    fn less_effort_gives_wider_bounds_around_the_same_values() {
        let exact = layers("abapa", 7, USUAL_EFFORT);
        let mut widest = u64::MAX;
        for effort in [0, 1, 30, 1_000] {
            let mut width = 0;
            for (bounds, exact) in layers("abapa", 7, effort).iter().zip(&exact) {
                let values = signed(&exact.0);
                for ((lower, upper), value) in signed(&bounds.0)
                    .into_iter()
                    .zip(signed(&bounds.1))
                    .zip(values)
                {
                    assert!(lower <= value && value <= upper, "effort {effort}");
                    width += (upper - lower).unsigned_abs() as u64;
                }
            }
            assert!(width <= widest, "more effort, wider bounds");
            widest = width;
        }
        let none = layers("abapa", 7, 0);
        assert!(none.iter().any(|bounds| bounds.0 != bounds.1));
    }
}
