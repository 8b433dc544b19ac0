//! Small layers by plain sweeps: real arenas for the tests, and a second builder that must
//! agree with the one in `own_rows`.
//!
//! Nothing here is clever. A layer is a list of boards in rank order; a seat is a board with
//! its side to move, South on even numbers; the regions of a threshold are swept over until
//! nothing changes. From the rest of the program it takes the moves and the ranks.

use super::arena::{Arena, Place};
use super::solver::{Effort, solve};
use crate::endgame::index::{Layer, Rank};
use crate::game::{
    Board, Loops, Move, Player, Rules, effect, legal_moves, own_rows_value, stuck_value,
};
use crate::progress::Silent;

/// A board seen by its mover.
struct Node {
    end: Option<i8>,
    /// The value of the best capture.
    exit: Option<i8>,
    own_rows: i8,
    /// Whether a repetition here ends the game.
    counts: bool,
    quiet: Vec<usize>,
}

pub(crate) struct PlainLayer {
    seeds: i8,
    /// The occurrence that ends the game.
    occurrence: u16,
    nodes: Vec<Node>,
}

/// The values of every layer from 0 to `seeds`, in rank order.
pub(crate) fn values_up_to(seeds: u8, rules: &Rules) -> Vec<Vec<i8>> {
    let mut values = Vec::new();
    for layer in Layer::up_to(seeds) {
        let plain = PlainLayer::new(layer, rules, &values);
        values.push(plain.values());
    }
    values
}

impl PlainLayer {
    pub(crate) fn new(layer: Layer, rules: &Rules, below: &[Vec<i8>]) -> Self {
        let Loops::OwnRows {
            occurrence,
            both_rows,
        } = rules.value_rules().loops
        else {
            panic!("loops must give each his own row");
        };
        let node = |rank| {
            let board = layer.unrank(Rank::new(rank));
            let mut node = Node {
                end: None,
                exit: None,
                own_rows: own_rows_value(board).seeds(),
                counts: !both_rows || (board.mover_seeds() > 0 && board.opponent_seeds() > 0),
                quiet: Vec::new(),
            };
            let mut moves = 0;
            for played in legal_moves(board, *rules) {
                moves += 1;
                let (next, gain) = match played {
                    Move::Pass => (board.rotated(), 0),
                    Move::Sow(pit) => {
                        let effect = effect(board, pit, *rules);
                        let gain = effect.captured.cast_signed() - effect.conceded.cast_signed();
                        (effect.board.rotated(), gain)
                    }
                };
                let below_rank = Layer::of(next).rank(next).get() as usize;
                if next.seeds() == board.seeds() {
                    node.quiet.push(below_rank);
                } else {
                    let value = gain - below[usize::from(next.seeds())][below_rank];
                    node.exit = node.exit.max(Some(value));
                }
            }
            if board.seeds() == 0 {
                node.end = Some(0);
            } else if moves == 0 {
                node.end = Some(stuck_value(board, rules.stuck()).seeds());
            }
            node
        };
        Self {
            seeds: layer.seeds().cast_signed(),
            occurrence,
            nodes: (0..layer.boards()).map(node).collect(),
        }
    }

    /// The thresholds at which something is to be decided.
    pub(crate) fn thresholds(&self) -> impl Iterator<Item = i8> + use<> {
        (-self.seeds..=self.seeds).step_by(2).skip(1)
    }

    /// The value of every board, from the bounds and the loop games of all thresholds.
    pub(crate) fn values(&self) -> Vec<i8> {
        let mut values = vec![-self.seeds; self.nodes.len()];
        for threshold in self.thresholds() {
            let mut winners = self.bounds(threshold);
            let (arena, seats) = self.arena(&winners, threshold);
            let solution = solve(&arena, self.occurrence, Effort::UNLIMITED, &Silent)
                .expect("every loop counts");
            for (vertex, &seat) in seats.iter().enumerate() {
                winners[seat] = solution.winners[vertex];
            }
            for (board, value) in values.iter_mut().enumerate() {
                let [south, north] = [0, 1].map(|side| {
                    winners[2 * board + side].expect("the effort suffices for every seat")
                });
                // Whoever gets at least a threshold gets at least every lower one.
                if south == Player::South {
                    assert_eq!(*value, threshold - 2, "{board} at {threshold}");
                    *value = threshold;
                }
                assert!(north == Player::South || -threshold < self.seeds);
            }
        }
        values
    }

    fn mover(seat: usize) -> Player {
        Player::ALL[seat % 2]
    }

    fn next(&self, seat: usize) -> impl Iterator<Item = usize> {
        let nodes = &self.nodes[seat / 2];
        nodes.quiet.iter().map(move |to| 2 * to + (seat + 1) % 2)
    }

    /// South if a value seen by the mover of the seat gives South the threshold.
    fn winner(seat: usize, value: i8, threshold: i8) -> Player {
        let south = if seat.is_multiple_of(2) {
            value
        } else {
            -value
        };
        if south >= threshold {
            Player::South
        } else {
            Player::North
        }
    }

    fn repetition(&self, seat: usize, threshold: i8) -> Option<Player> {
        let node = &self.nodes[seat / 2];
        node.counts
            .then(|| Self::winner(seat, node.own_rows, threshold))
    }

    /// Who wins at each seat without history, as far as forcing an end, or keeping the play
    /// among good seats, decides it.
    pub(crate) fn bounds(&self, threshold: i8) -> Vec<Option<Player>> {
        let seats = 2 * self.nodes.len();
        let mut winners: Vec<Option<Player>> = vec![None; seats];
        loop {
            while self.sweep(&mut winners, threshold) {}
            let mut grown = false;
            for player in Player::ALL {
                let stay = self.stay(&winners, threshold, player);
                for seat in (0..seats).filter(|&seat| stay[seat]) {
                    winners[seat] = Some(player);
                    grown = true;
                }
                while self.sweep(&mut winners, threshold) {}
            }
            if !grown {
                return winners;
            }
        }
    }

    /// Decides the seats from which one move decides; whether there were any.
    fn sweep(&self, winners: &mut [Option<Player>], threshold: i8) -> bool {
        let mut changed = false;
        for seat in 0..winners.len() {
            if winners[seat].is_some() {
                continue;
            }
            let node = &self.nodes[seat / 2];
            let mover = Self::mover(seat);
            let exit = node.exit.map(|value| Self::winner(seat, value, threshold));
            let decided = if let Some(end) = node.end {
                Some(Self::winner(seat, end, threshold))
            } else if exit == Some(mover)
                || self.next(seat).any(|next| winners[next] == Some(mover))
            {
                Some(mover)
            } else {
                self.next(seat)
                    .all(|next| winners[next].is_some())
                    .then_some(mover.opposite())
            };
            winners[seat] = decided;
            changed |= decided.is_some();
        }
        changed
    }

    /// The undecided seats where `player` can keep the play for ever without a repetition
    /// that is bad for him.
    fn stay(&self, winners: &[Option<Player>], threshold: i8, player: Player) -> Vec<bool> {
        let mut stay: Vec<bool> = (0..winners.len())
            .map(|seat| {
                winners[seat].is_none()
                    && self.repetition(seat, threshold) != Some(player.opposite())
            })
            .collect();
        loop {
            let mut changed = false;
            for seat in 0..stay.len() {
                if !stay[seat] {
                    continue;
                }
                let holds = |next: usize| stay[next] || winners[next] == Some(player);
                let keeps = if Self::mover(seat) == player {
                    self.next(seat).any(holds)
                } else {
                    self.next(seat).all(holds)
                };
                stay[seat] = keeps;
                changed |= !keeps;
            }
            if !changed {
                return stay;
            }
        }
    }

    /// The undecided seats as an arena, and the seat of each vertex.
    pub(crate) fn arena(&self, winners: &[Option<Player>], threshold: i8) -> (Arena, Vec<usize>) {
        let seats: Vec<usize> = (0..winners.len())
            .filter(|&seat| winners[seat].is_none())
            .collect();
        let places = seats
            .iter()
            .map(|&seat| Place {
                mover: Self::mover(seat),
                repetition: self.repetition(seat, threshold),
            })
            .collect();
        let edges = seats.iter().map(|&seat| {
            self.next(seat)
                .filter_map(|next| seats.binary_search(&next).ok())
                .map(|vertex| vertex as u32)
                .collect::<Vec<_>>()
        });
        (Arena::new(places, edges), seats)
    }
}

/// The board of a seat and whether South moves, for messages.
pub(crate) fn board_of(layer: Layer, seat: usize) -> (Board, Player) {
    (
        layer.unrank(Rank::new(seat as u64 / 2)),
        PlainLayer::mover(seat),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn rules(text: &str) -> Rules {
        text.parse().expect("the tests know the rules")
    }

    fn histogram(values: &[i8], seeds: i8) -> Vec<usize> {
        (-seeds..=seeds)
            .step_by(2)
            .map(|net| values.iter().filter(|&&value| value == net).count())
            .collect()
    }

    #[test]
    fn small_layers_have_the_known_histograms() {
        // The specification of own-row values, section 6.
        let values = values_up_to(6, &rules("abapa"));
        assert_eq!(histogram(&values[2], 2), [41, 12, 25]);
        assert_eq!(histogram(&values[3], 3), [178, 30, 40, 116]);
        assert_eq!(histogram(&values[4], 4), [534, 96, 184, 135, 416]);
        assert_eq!(histogram(&values[5], 5), [1891, 52, 266, 198, 123, 1838]);
        assert_eq!(
            histogram(&values[6], 6),
            [4247, 96, 759, 1562, 636, 276, 4800]
        );
    }

    #[test]
    fn every_board_of_up_to_four_seeds_has_the_computed_value() {
        let values = values_up_to(4, &rules("abapa"));
        let cases = include_str!("../../../data/positions/abapa-values.tsv");
        let mut boards = 0;
        for line in cases.lines().filter(|line| !line.starts_with('#')) {
            let (board, value) = line.split_once('\t').expect("two columns");
            let pits: Vec<u8> = board.split('-').map(|pit| pit.parse().unwrap()).collect();
            let row = |first: usize| std::array::from_fn(|pit| pits[first + pit]);
            let board = Board::new(row(0), row(6));
            let layer = Layer::of(board);
            let rank = layer.rank(board).get() as usize;
            assert_eq!(
                values[usize::from(layer.seeds())][rank].to_string(),
                value,
                "{board:?}"
            );
            boards += 1;
        }
        assert_eq!(boards, 12 + 78 + 364 + 1365);
    }

    /// Plays out every line of the real game, with alpha-beta as the only pruning.
    struct Lines {
        rules: Rules,
        fresh: HashMap<Board, i8>,
    }

    impl Lines {
        /// Whether the game ends when `next` follows on `play`.
        fn is_end(&self, play: &[Board], next: Board) -> bool {
            let Loops::OwnRows {
                occurrence,
                both_rows,
            } = self.rules.value_rules().loops
            else {
                panic!("loops must give each his own row");
            };
            let counts = !both_rows || next.mover_seeds() > 0 && next.opponent_seeds() > 0;
            // The boards of the side that is to move in `next`.
            let same_side = play.iter().rev().skip(1).step_by(2);
            let before = same_side.filter(|&&old| old == next).count();
            counts && before + 1 >= usize::from(occurrence)
        }

        fn fresh(&mut self, board: Board) -> i8 {
            if let Some(&value) = self.fresh.get(&board) {
                return value;
            }
            let value = self.value(&mut vec![board], -49, 49);
            self.fresh.insert(board, value);
            value
        }

        /// `play` holds the boards since the last capture, which tell the side by their number.
        fn value(&mut self, play: &mut Vec<Board>, mut alpha: i8, beta: i8) -> i8 {
            let board = *play.last().expect("a play has a board");
            if board.seeds() == 0 {
                return 0;
            }
            let mut best = None;
            for played in legal_moves(board, self.rules) {
                let (next, gain) = match played {
                    Move::Pass => (board.rotated(), 0),
                    Move::Sow(pit) => {
                        let effect = effect(board, pit, self.rules);
                        (effect.board.rotated(), effect.captured.cast_signed())
                    }
                };
                let value = if next.seeds() < board.seeds() {
                    gain - self.fresh(next)
                } else if self.is_end(play, next) {
                    -own_rows_value(next).seeds()
                } else {
                    play.push(next);
                    let value = -self.value(play, -beta, -alpha);
                    play.pop();
                    value
                };
                best = best.max(Some(value));
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
            best.unwrap_or_else(|| stuck_value(board, self.rules.stuck()).seeds())
        }
    }

    #[test]
    fn every_line_of_the_game_agrees_on_boards_of_up_to_three_seeds() {
        // With the third occurrence the lines of three seeds are too many.
        for (name, seeds) in [
            ("abapa", 3),
            ("playstrategy", 3),
            ("marquoir", 3),
            ("awale-africa", 2),
        ] {
            let rules = rules(name);
            let values = values_up_to(seeds, &rules);
            let mut lines = Lines {
                rules,
                fresh: HashMap::new(),
            };
            for layer in Layer::up_to(seeds) {
                for rank in 0..layer.boards() {
                    let board = layer.unrank(Rank::new(rank));
                    assert_eq!(
                        values[usize::from(layer.seeds())][rank as usize],
                        lines.fresh(board),
                        "{name} {board:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn thresholds_mirror_each_other() {
        let rules = rules("abapa");
        let values = values_up_to(5, &rules);
        let layer = Layer::up_to(6).last().expect("layer 6");
        let plain = PlainLayer::new(layer, &rules, &values);
        for threshold in plain.thresholds() {
            let here = plain.bounds(threshold);
            let there = plain.bounds(2 - threshold);
            for (seat, winner) in here.iter().enumerate() {
                assert_eq!(
                    winner.map(Player::opposite),
                    there[seat ^ 1],
                    "{:?} at {threshold}",
                    board_of(layer, seat)
                );
            }
        }
    }
}
