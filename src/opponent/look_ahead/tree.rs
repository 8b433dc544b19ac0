//! The tree below a position: alpha-beta with a narrow window for all but the first move.
//!
//! Values are exact for the depth, whatever is cut: tables and order of moves decide only
//! how much is looked at.

use crate::game::{
    EndReason, Game, Mechanics, Move, Pit, PitSet, Position, Rules, effect, legal, must_pass,
};
use crate::search::{SEED, evaluate};

use super::super::ending;
use super::memory::{Key, Kind, Known, Memory};
use super::occurred::Occurred;
use super::{INFINITE, Taste, WIN};

/// The most moves of a position.
const MOST_MOVES: usize = 6;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Position,
    /// Plies since the last capture.
    quiet_plies: u32,
    /// Plies of the game.
    plies: u32,
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct Child {
    node: Node,
    played: Move,
    /// How early it is looked at.
    rank: i32,
    /// Seeds the mover took less those he gave away.
    gain: i32,
}

/// Looks ahead in one game.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// The settings that moves depend on, known to the compiler for the usual rules.
    mechanics: M,
    rules: Rules,
    taste: Taste,
    root: Node,
    /// Seeds in a store that end the game.
    target: u8,
    /// Seeds on the board that came since the last capture of the game: with fewer nothing
    /// of it can come again.
    seeds: u8,
    occurred: Occurred,
    quiet_limit: Option<u32>,
    ply_limit: Option<u32>,
    memory: Memory,
    /// Quiet moves that were best before: by who moves and which pit, an order and no value.
    history: [[i32; 6]; 2],
    nodes: u64,
}

impl<M: Mechanics> Tree<M> {
    pub(super) fn new(game: &Game, taste: Taste, mechanics: M) -> Self {
        let rules = game.rules();
        let position = game.position();
        let depth = u32::from(taste.depth_plies);
        let plies = |plies: usize| u32::try_from(plies).unwrap_or(u32::MAX);
        let root = Node {
            position,
            quiet_plies: plies(game.quiet_plies()),
            plies: plies(game.moves().len()),
        };
        let limit = |limit: u32| (taste.keeps_limits && limit > 0).then_some(limit);
        let is_near = |limit: &u32| root.quiet_plies.saturating_add(depth) >= *limit;
        Self {
            mechanics,
            rules,
            taste,
            root,
            target: rules.target().seeds(position.total()),
            seeds: position.board().seeds(),
            occurred: Occurred::of(game),
            quiet_limit: limit(rules.quiet_limit()).filter(is_near),
            ply_limit: limit(rules.ply_limit()),
            memory: Memory::new(),
            history: [[0; 6]; 2],
            nodes: 0,
        }
    }

    /// Positions looked at so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Begins to look to another depth.
    pub(super) fn begin_pass(&mut self) {
        self.memory.begin_pass();
    }

    /// What a move of the game is worth for its mover, who looks `depth` plies ahead, the
    /// move included: right between alpha and beta, a bound outside.
    pub(super) fn value(&mut self, played: Move, depth: u8, window: (i32, i32)) -> i32 {
        let child = self.child(&self.root, played);
        self.descend(&child, depth, window)
    }

    fn child(&self, node: &Node, played: Move) -> Child {
        let position = match played {
            Move::Sow(pit) => node.position.play_unchecked(pit, self.mechanics),
            Move::Pass => node.position.pass_unchecked(),
        };
        let is_quiet = node.position.board().seeds() == position.board().seeds();
        let gain = node.position.store_difference().seeds() + position.store_difference().seeds();
        Child {
            node: Node {
                position,
                quiet_plies: if is_quiet {
                    node.quiet_plies.saturating_add(1)
                } else {
                    0
                },
                plies: node.plies.saturating_add(1),
            },
            played,
            rank: 0,
            gain: -i32::from(gain),
        }
    }

    fn descend(&mut self, child: &Child, depth: u8, (alpha, beta): (i32, i32)) -> i32 {
        // A capture now is worth a little more than the same later.
        let bonus = if self.taste.wants_to_win {
            child.gain * i32::from(depth)
        } else {
            0
        };
        bonus - self.arrive(&child.node, depth - 1, (bonus - beta, bonus - alpha))
    }

    /// Judges a position that was just reached, seen by its mover.
    fn arrive(&mut self, node: &Node, depth: u8, window: (i32, i32)) -> i32 {
        self.nodes += 1;
        if let Some(value) = self.end(node) {
            return value;
        }
        if depth > 0 {
            self.best(node, depth, window)
        } else if self.taste.follows_captures {
            self.captures(node, window)
        } else {
            self.glance(&node.position)
        }
    }

    fn best(&mut self, node: &Node, depth: u8, (alpha, beta): (i32, i32)) -> i32 {
        let quiet_plies = if self.quiet_limit.is_some() {
            node.quiet_plies
        } else {
            0
        };
        let key = Key::new(&node.position, depth, quiet_plies);
        let (known, likely) = if depth > 1 {
            self.memory.recall(&key)
        } else {
            (None, None)
        };
        if let Some(known) = known {
            let is_enough = match known.kind {
                Kind::Exactly => true,
                Kind::AtLeast => known.value >= beta,
                Kind::AtMost => known.value <= alpha,
            };
            if is_enough {
                return known.value;
            }
        }
        let (children, count) = self.children(node, likely, depth);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut floor = alpha;
        for child in &children[..count] {
            let value = if best == -INFINITE {
                self.descend(child, depth, (floor, beta))
            } else {
                let value = self.descend(child, depth, (floor, floor + 1));
                match value > floor && value < beta {
                    true => self.descend(child, depth, (floor, beta)),
                    false => value,
                }
            };
            if value > best {
                best = value;
                best_move = Some(child);
            }
            floor = floor.max(value);
            if floor >= beta {
                break;
            }
        }
        if depth > 1 {
            let pit = best_move.and_then(|child| match child.played {
                Move::Sow(pit) => Some(pit),
                Move::Pass => None,
            });
            if let Some(pit) = pit
                && best >= beta
            {
                let bonus = i32::from(depth) * i32::from(depth);
                self.history[node.position.to_move() as usize][pit.index()] += bonus;
            }
            let kind = match best {
                _ if best >= beta => Kind::AtLeast,
                _ if best <= alpha => Kind::AtMost,
                _ => Kind::Exactly,
            };
            let known = Known {
                value: best,
                kind,
                best: pit,
            };
            self.memory.keep(key, known);
        }
        best
    }

    /// The positions after each move, the likeliest first: what was best before, then large
    /// captures, then quiet moves by what they did elsewhere.
    fn children(
        &self,
        node: &Node,
        likely: Option<Pit>,
        depth: u8,
    ) -> ([Child; MOST_MOVES], usize) {
        let board = node.position.board();
        let pits = legal(board, self.mechanics);
        if pits.is_empty() {
            debug_assert!(must_pass(board, self.mechanics), "the game is not over");
            return ([self.child(node, Move::Pass); MOST_MOVES], 1);
        }
        let history = &self.history[node.position.to_move() as usize];
        let mut sorted = [Child {
            node: *node,
            played: Move::Pass,
            rank: 0,
            gain: 0,
        }; MOST_MOVES];
        let mut count = 0;
        for pit in pits {
            let mut child = self.child(node, Move::Sow(pit));
            child.rank = if likely == Some(pit) {
                i32::MAX
            } else if child.gain > 0 {
                i32::MAX / 2 + child.gain
            } else if depth > 1 {
                history[pit.index()]
            } else {
                0
            };
            let mut place = count;
            while place > 0 && sorted[place - 1].rank < child.rank {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = child;
            count += 1;
        }
        (sorted, count)
    }

    /// Follows captures until none pays; standing still is the other choice.
    fn captures(&mut self, node: &Node, (mut alpha, beta): (i32, i32)) -> i32 {
        let board = node.position.board();
        let mut best = self.glance(&node.position);
        alpha = alpha.max(best);
        for pit in legal(board, self.mechanics) {
            if alpha >= beta {
                break;
            }
            if effect(board, pit, self.mechanics).board.seeds() == board.seeds() {
                continue;
            }
            let child = self.child(node, Move::Sow(pit)).node;
            self.nodes += 1;
            let value = -match self.end(&child) {
                Some(value) => value,
                None => self.captures(&child, (-beta, -alpha)),
            };
            best = best.max(value);
            alpha = alpha.max(value);
        }
        best
    }

    /// What the game pays the mover if it is over here.
    fn end(&self, node: &Node) -> Option<i32> {
        let position = &node.position;
        let rules = self.rules;
        let end = if self.may_be_over(position) {
            position.end(rules)
        } else {
            None
        };
        let end = end
            .or_else(|| {
                let is_old =
                    position.board().seeds() == self.seeds && self.occurred.contains(position);
                is_old.then(|| position.end_settled(EndReason::Repetition, rules.settle()))
            })
            .or_else(|| {
                let is_reached = self
                    .quiet_limit
                    .is_some_and(|limit| node.quiet_plies >= limit);
                is_reached.then(|| position.end_settled(EndReason::QuietLimit, rules.settle()))
            })
            .or_else(|| {
                let is_reached = self.ply_limit.is_some_and(|limit| node.plies >= limit);
                is_reached.then(|| position.end_as_it_stands(EndReason::PlyLimit))
            })?;
        let difference = i32::from(ending::difference(&end, position.to_move()).seeds());
        let win = if self.taste.wants_to_win { WIN } else { 0 };
        Some(difference * SEED + difference.signum() * win)
    }

    /// Whether the rules without history could end the game here. With seeds in both rows
    /// somebody can move, unless moves are forbidden for what they take.
    fn may_be_over(&self, position: &Position) -> bool {
        let board = position.board();
        let most = position
            .store(position.to_move())
            .max(position.store(position.to_move().opposite()));
        most >= self.target
            || board.mover_row() == 0
            || board.opponent_row() == 0
            || board.seeds() <= self.rules.few_seeds()
            || legal(board, self.mechanics) == PitSet::EMPTY
    }

    /// What a position looks worth for its mover.
    fn glance(&self, position: &Position) -> i32 {
        let stores = i32::from(position.store_difference().seeds()) * SEED;
        if self.taste.sees_pits {
            stores + evaluate(position.board())
        } else {
            stores
        }
    }
}
