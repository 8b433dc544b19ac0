//! [`Ground`]: what can be played at a position of a layer, while a game runs.
//!
//! Until the next capture a game stays among boards with the seeds of its root, and what it
//! visited since the last one can end it. Everything here is seen by the player to move at
//! the root, and where the oracle only has bounds a value is a [`Range`]: whoever wants to
//! prove something for one player reads it as that player fears.

use rustc_hash::FxHashMap;

use super::root_move::RootMove;
use crate::game::{
    Board, Bounds, Game, Loops, Mechanics, Player, RepetitionRows, ValueRules, own_rows_value,
};
use crate::search::{Child, Children, Oracle, Seat, children, ended};

/// What is known of a value, seen by the player to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i8,
    pub(super) most: i8,
}

/// What a position of the layer pays, where it pays anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The value, where play ends.
    pub(super) end: Option<Range>,
    /// The best capture for the player to move here.
    pub(super) exit: Option<Range>,
}

/// The layer of a running game.
#[derive(Clone)]
pub(super) struct Ground<'a, M> {
    pub(super) rules: &'a ValueRules,
    pub(super) oracle: &'a dyn Oracle,
    pub(super) root: Seat,
    mechanics: M,
    /// How often each position was visited since the last capture, where that counts.
    past: FxHashMap<Seat, u16>,
    /// Whether a repetition counts only while both rows hold seeds.
    needs_both_rows: bool,
    /// The occurrence of a position that ends the game.
    limit: u16,
}

impl Range {
    /// Whether nothing is left open.
    pub(super) const fn is_exact(self) -> bool {
        self.least == self.most
    }

    const fn exactly(value: i8) -> Self {
        Self {
            least: value,
            most: value,
        }
    }
}

impl<'a, M: Mechanics> Ground<'a, M> {
    /// Where the game stands.
    pub(super) fn of(
        game: &Game,
        rules: &'a ValueRules,
        mechanics: M,
        oracle: &'a dyn Oracle,
    ) -> Self {
        let position = game.position();
        let needs_both_rows = game.rules().repetition_rows() == RepetitionRows::Both;
        Self {
            rules,
            oracle,
            root: (position.board(), position.to_move()),
            mechanics,
            past: occurrences(game, needs_both_rows),
            needs_both_rows,
            limit: game.rules().repetition(),
        }
    }

    /// The same layer for a game that begins anew, seen by `side`.
    pub(super) fn without_history(&self, side: Player) -> Self {
        Self {
            root: (self.root.0, side),
            past: FxHashMap::default(),
            ..*self
        }
    }

    /// Plays on to a position, by a capture or not.
    pub(super) fn advance(&mut self, seat: Seat, is_quiet: bool) {
        if !is_quiet {
            self.past.clear();
        }
        if counts(self.needs_both_rows, seat.0) {
            *self.past.entry(seat).or_insert(0) += 1;
        }
        self.root.0 = seat.0;
    }

    /// Whether the game ends by coming to a position.
    pub(super) fn is_over_at(&self, seat: &Seat, is_quiet: bool) -> bool {
        let is_met = is_quiet && self.ends().any(|end| end == seat);
        is_met || ended(seat.0, self.rules, self.mechanics).is_some()
    }

    /// The moves of a board.
    pub(super) fn children(&self, board: Board) -> Children {
        children(board, self.mechanics, None)
    }

    /// What is still to come after a capture, which `side` has to answer; `None` after a
    /// quiet move, or where it is not known.
    pub(super) fn paid_after(&self, child: &Child, side: Player) -> Option<i8> {
        if child.is_quiet {
            return None;
        }
        let range = match ended(child.board, self.rules, self.mechanics) {
            Some(net) => self.at_root(side, net.seeds(), net.seeds()),
            None => self.fresh(&(child.board, side))?,
        };
        range.is_exact().then_some(range.least)
    }

    /// The occurrence that ends a play where `visits` are counted.
    pub(super) const fn occurrence(&self) -> u16 {
        match self.rules.loops {
            // Argument 1 of `search`: any occurrence pays the same.
            Loops::Zero => 2,
            Loops::OwnRows { occurrence, .. } => occurrence,
        }
    }

    /// Whether every value is odd or even as the number of seeds is.
    fn has_parity(&self) -> bool {
        self.rules.loops != Loops::Zero && (self.rules.few_seeds == 0 || self.rules.few_to_own_side)
    }

    /// How often a position was visited; 0 where one more visit ends the game.
    pub(super) fn visits(&self, seat: &Seat) -> u16 {
        match self.rules.loops {
            Loops::Zero => 0,
            Loops::OwnRows { .. } => match self.past.get(seat) {
                Some(&count) if count + 1 < self.limit => count,
                _ => 0,
            },
        }
    }

    /// The positions visited before.
    pub(super) fn visited(&self) -> impl Iterator<Item = &Seat> {
        self.past.keys()
    }

    /// The positions visited before at which one more visit ends the game.
    pub(super) fn ends(&self) -> impl Iterator<Item = &Seat> {
        let last = self.limit.saturating_sub(1);
        self.past
            .iter()
            .filter(move |&(_, &count)| count >= last)
            .map(|(seat, _)| seat)
    }

    /// The range that a value seen by the player to move at a seat is at the root.
    pub(super) fn at_root(&self, side: Player, least: i8, most: i8) -> Range {
        if side == self.root.1 {
            Range { least, most }
        } else {
            Range {
                least: -most,
                most: -least,
            }
        }
    }

    /// What the oracle says of a position set up afresh.
    pub(super) fn fresh(&self, seat: &Seat) -> Option<Range> {
        let Bounds { lower, upper } = self.oracle.probe(seat.0)?;
        Some(self.at_root(seat.1, lower.seeds(), upper.seeds()))
    }

    /// What a repetition at a position pays; `None` where it counts for nothing.
    pub(super) fn repetition(&self, (board, side): Seat) -> Option<i8> {
        match self.rules.loops {
            Loops::Zero => Some(0),
            Loops::OwnRows { both_rows, .. } => {
                let is_free =
                    both_rows && (board.mover_seeds() == 0 || board.opponent_seeds() == 0);
                (!is_free).then(|| {
                    let pays = own_rows_value(board).seeds();
                    if side == self.root.1 { pays } else { -pays }
                })
            }
        }
    }

    /// Notes whether a move is worth a threshold.
    pub(super) fn note(&self, root: &mut RootMove, threshold: i8, is_worth_it: bool) {
        let seeds = self.root.0.seeds().cast_signed();
        let is_possible = |net: i8| !self.has_parity() || (net - seeds) % 2 == 0;
        if is_worth_it {
            root.lower = threshold + i8::from(!is_possible(threshold));
        } else {
            let below = threshold - 1;
            root.upper = below - i8::from(!is_possible(below));
        }
    }

    /// Finds out what can be played from a position, and puts where quiet moves lead into
    /// `next`. `None` when the oracle does not know what a capture is worth.
    pub(super) fn look(&self, seat: Seat, next: &mut Vec<Seat>) -> Option<Spot> {
        let (board, side) = seat;
        next.clear();
        if let Some(&count) = self.past.get(&seat)
            && count + 1 >= self.limit
        {
            return Some(Spot {
                end: self.repetition(seat).map(Range::exactly),
                exit: None,
            });
        }
        if let Some(net) = ended(board, self.rules, self.mechanics) {
            return Some(Spot {
                end: Some(self.at_root(side, net.seeds(), net.seeds())),
                exit: None,
            });
        }
        let mut exit: Option<(i8, i8)> = None;
        for child in children(board, self.mechanics, None).iter() {
            if child.is_quiet {
                next.push((child.board, side.opposite()));
                continue;
            }
            let reply = match ended(child.board, self.rules, self.mechanics) {
                Some(net) => Bounds::exact(net),
                None => self.oracle.probe(child.board)?,
            };
            let (least, most) = (
                child.gain - reply.upper.seeds(),
                child.gain - reply.lower.seeds(),
            );
            let best = exit.unwrap_or((i8::MIN, i8::MIN));
            exit = Some((best.0.max(least), best.1.max(most)));
        }
        Some(Spot {
            end: None,
            exit: exit.map(|(least, most)| self.at_root(side, least, most)),
        })
    }
}

/// How often each position was visited since the last capture, where that counts.
fn occurrences(game: &Game, needs_both_rows: bool) -> FxHashMap<Seat, u16> {
    let mut occurrences = FxHashMap::default();
    for position in game.visited() {
        let board: Board = position.board();
        if counts(needs_both_rows, board) {
            *occurrences.entry((board, position.to_move())).or_insert(0) += 1;
        }
    }
    occurrences
}

/// Whether a visit of a board counts.
fn counts(needs_both_rows: bool, board: Board) -> bool {
    !needs_both_rows || (board.mover_seeds() > 0 && board.opponent_seeds() > 0)
}
