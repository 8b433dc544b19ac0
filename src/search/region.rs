//! One layer as a graph, and who wins where in it, for one threshold.
//!
//! *South* here is the player to move in the position that is asked about; he wins when he
//! gets at least the threshold. A seat is a board with its side to move. Some seats are
//! *stops*: visited before, so that coming there ends the game. A play holds what is decided:
//!
//! * a player wins where he can force a winning end, exit (capture) or stop;
//! * where loops give each his own row, he also wins where he can keep the play for ever
//!   among seats whose rows are good for him, for then whatever repeats first is good. The
//!   two are alternated until nothing grows (OWN-ROWS, step 2 and 4, in the project's
//!   specification of own-row values);
//! * where loops count 0, what neither can force is a loop.
//!
//! Adding a stop at an undecided seat only lets the decided regions grow, because a winning
//! strategy never passes through an undecided seat. So plays are extended, not recomputed.

use std::collections::HashMap;

use crate::game::{Board, Loops, Mechanics, PITS_PER_ROW, ValueRules, own_rows_value};

use super::children::children;
use super::ends::ended;
use super::table::mix;

/// A seat by number: twice the board's number, plus one when the opponent of the player
/// asked about is to move.
pub(crate) type Seat = u32;

/// What a board is, seen by its mover.
struct Node {
    /// The value if the board is over.
    end: Option<i8>,
    /// The value of the best capture.
    exit: Option<i8>,
    own_rows: i8,
    /// Boards that quiet moves lead to and come from.
    quiet: Vec<u32>,
    sources: Vec<u32>,
}

/// All boards with a number of seeds.
pub(crate) struct Region {
    numbers: HashMap<Board, u32>,
    nodes: Vec<Node>,
    loops: Loops,
}

/// Who wins at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    Undecided,
    South,
    North,
}

impl Winner {
    pub(crate) const fn of(south_wins: bool) -> Self {
        if south_wins { Self::South } else { Self::North }
    }

    /// The player to move at a seat.
    const fn mover(seat: Seat) -> Self {
        Self::of(seat & 1 == 0)
    }
}

/// What is decided for one threshold and some stops.
#[derive(Clone)]
pub(crate) struct Play {
    threshold: i8,
    winner: Vec<Winner>,
    /// Quiet moves of an undecided seat that are not known to lose.
    hopes: Vec<u8>,
}

impl Region {
    /// The layer of `seeds`; `value` gives the exact values of boards in lower layers, and
    /// where it gives none there is no region.
    pub(crate) fn new<M: Mechanics>(
        seeds: u8,
        rules: &ValueRules,
        mechanics: M,
        mut value: impl FnMut(Board) -> Option<i8>,
    ) -> Option<Self> {
        let boards = boards_of(seeds);
        let numbers: HashMap<Board, u32> = boards.iter().copied().zip(0..).collect();
        let mut nodes = Vec::with_capacity(boards.len());
        for &board in &boards {
            let mut node = Node {
                end: ended(board, rules, mechanics).map(|net| net.seeds()),
                exit: None,
                own_rows: own_rows_value(board).seeds(),
                quiet: Vec::new(),
                sources: Vec::new(),
            };
            if node.end.is_none() {
                for child in children(board, mechanics, None).iter() {
                    if child.is_quiet {
                        node.quiet.push(numbers[&child.board]);
                    } else {
                        let reply = value(child.board)?;
                        node.exit = node.exit.max(Some(child.gain - reply));
                    }
                }
            }
            nodes.push(node);
        }
        for number in 0..boards.len() {
            for to in nodes[number].quiet.clone() {
                nodes[to as usize].sources.push(number as u32);
            }
        }
        Some(Self {
            numbers,
            nodes,
            loops: rules.loops,
        })
    }

    pub(crate) fn seat(&self, board: Board, is_south: bool) -> Seat {
        2 * self.numbers[&board] + u32::from(!is_south)
    }

    pub(crate) fn seats(&self) -> usize {
        2 * self.nodes.len()
    }

    const fn node(&self, seat: Seat) -> &Node {
        &self.nodes.as_slice()[seat as usize / 2]
    }

    /// The seats that quiet moves lead to.
    pub(crate) fn next(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let other = (seat & 1) ^ 1;
        self.node(seat).quiet.iter().map(move |to| 2 * to + other)
    }

    fn sources(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let other = (seat & 1) ^ 1;
        self.node(seat)
            .sources
            .iter()
            .map(move |from| 2 * from + other)
    }

    /// Who wins when a value seen by the mover of `seat` is the result.
    const fn winner_of(seat: Seat, value: i8, threshold: i8) -> Winner {
        let south = if seat & 1 == 0 { value } else { -value };
        Winner::of(south >= threshold)
    }

    /// Who wins when the play ends by coming to `seat` again.
    fn winner_of_stop(&self, seat: Seat, threshold: i8) -> Winner {
        let value = match self.loops {
            Loops::Zero => 0,
            Loops::OwnRows { .. } => self.node(seat).own_rows,
        };
        Self::winner_of(seat, value, threshold)
    }

    /// What is decided when these seats were visited before.
    pub(crate) fn play(&self, threshold: i8, stops: &[Seat]) -> Play {
        let mut play = Play {
            threshold,
            winner: vec![Winner::Undecided; self.seats()],
            hopes: (0..self.seats())
                .map(|seat| self.nodes[seat / 2].quiet.len() as u8)
                .collect(),
        };
        let mut fresh = Vec::new();
        for &stop in stops {
            play.winner[stop as usize] = self.winner_of_stop(stop, threshold);
            fresh.push(stop);
        }
        for seat in 0..self.seats() as Seat {
            if play.is_decided(seat) {
                continue;
            }
            let node = self.node(seat);
            let won = |value| Self::winner_of(seat, value, threshold);
            let exit = node.exit.map(won);
            if let Some(end) = node.end {
                play.winner[seat as usize] = won(end);
            } else if exit == Some(Winner::mover(seat)) || node.quiet.is_empty() {
                play.winner[seat as usize] = exit.unwrap_or(Winner::Undecided);
            } else {
                continue;
            }
            fresh.push(seat);
        }
        self.grow(&mut play, fresh);
        play
    }

    /// The play in which an undecided seat was visited, too.
    pub(crate) fn with_stop(&self, play: &Play, seat: Seat) -> Play {
        debug_assert!(!play.is_decided(seat));
        let mut play = play.clone();
        play.winner[seat as usize] = self.winner_of_stop(seat, play.threshold);
        self.grow(&mut play, vec![seat]);
        play
    }

    /// Follows from newly decided seats all that follows.
    fn grow(&self, play: &mut Play, mut fresh: Vec<Seat>) {
        loop {
            self.attract(play, fresh);
            let undecided: Vec<Seat> = play.undecided().collect();
            if self.loops == Loops::Zero {
                let loops = Winner::of(play.threshold <= 0);
                for seat in undecided {
                    play.winner[seat as usize] = loops;
                }
                return;
            }
            fresh = [Winner::South, Winner::North]
                .into_iter()
                .map(|player| self.stay(play, &undecided, player))
                .find(|stay| !stay.is_empty())
                .unwrap_or_default();
            if fresh.is_empty() {
                return;
            }
        }
    }

    fn attract(&self, play: &mut Play, mut fresh: Vec<Seat>) {
        while let Some(seat) = fresh.pop() {
            let winner = play.winner[seat as usize];
            for source in self.sources(seat) {
                if play.is_decided(source) {
                    continue;
                }
                // All hopes gone means lost: a winning exit would have decided the seat.
                if winner != Winner::mover(source) {
                    play.hopes[source as usize] -= 1;
                    if play.hopes[source as usize] > 0 {
                        continue;
                    }
                }
                play.winner[source as usize] = winner;
                fresh.push(source);
            }
        }
    }

    /// Decides for `player` the largest set of undecided seats, all good for him, in which
    /// he can keep the play or let it leave only to where he wins; gives its seats.
    fn stay(&self, play: &mut Play, undecided: &[Seat], player: Winner) -> Vec<Seat> {
        // 0: decided; 1: undecided and out of the set; 2: in it.
        let mut place = vec![0_u8; self.seats()];
        for &seat in undecided {
            let is_good = self.winner_of_stop(seat, play.threshold) == player;
            place[seat as usize] = 1 + u8::from(is_good);
        }
        let mut doubtful: Vec<Seat> = undecided.to_vec();
        while let Some(seat) = doubtful.pop() {
            if place[seat as usize] != 2 {
                continue;
            }
            let holds = |next: Seat| match place[next as usize] {
                0 => play.winner[next as usize] == player,
                state => state == 2,
            };
            let stays = if Winner::mover(seat) == player {
                self.next(seat).any(holds)
            } else {
                self.next(seat).all(holds)
            };
            if !stays {
                place[seat as usize] = 1;
                doubtful.extend(self.sources(seat).filter(|&from| place[from as usize] == 2));
            }
        }
        let stay: Vec<Seat> = undecided
            .iter()
            .copied()
            .filter(|&seat| place[seat as usize] == 2)
            .collect();
        for &seat in &stay {
            play.winner[seat as usize] = player;
        }
        stay
    }
}

impl Play {
    pub(crate) fn winner(&self, seat: Seat) -> Winner {
        self.winner[seat as usize]
    }

    fn is_decided(&self, seat: Seat) -> bool {
        self.winner(seat) != Winner::Undecided
    }

    fn undecided(&self) -> impl Iterator<Item = Seat> {
        (0..)
            .zip(&self.winner)
            .filter(|&(_, winner)| *winner == Winner::Undecided)
            .map(|(seat, _)| seat)
    }

    /// Two independent sums over the undecided seats.
    pub(crate) fn undecided_sum(&self) -> [u64; 2] {
        self.undecided().fold([0; 2], |[a, b], seat| {
            let seat = u64::from(seat) + 1;
            [
                a.wrapping_add(mix(seat)),
                b.wrapping_add(mix(seat ^ 0xD1B5_4A32_D192_ED03)),
            ]
        })
    }
}

/// Every board with so many seeds, in a fixed order.
fn boards_of(seeds: u8) -> Vec<Board> {
    fn fill(pits: &mut [u8; 2 * PITS_PER_ROW], pit: usize, left: u8, all: &mut Vec<Board>) {
        if pit + 1 == pits.len() {
            pits[pit] = left;
            let row = |first: usize| std::array::from_fn(|pit| pits[first + pit]);
            all.push(Board::new(row(0), row(PITS_PER_ROW)));
            return;
        }
        for seeds in 0..=left {
            pits[pit] = seeds;
            fill(pits, pit + 1, left - seeds, all);
        }
    }
    let mut all = Vec::new();
    fill(&mut [0; 2 * PITS_PER_ROW], 0, seeds, &mut all);
    all
}
