//! Lines of best play behind what claims have proved or guesses have found.
//!
//! A proved line takes, at every turn, a move that is proved to keep the value; the facts
//! stand in the common table, so that costs little. Where the oracle knows the way it takes
//! over. A guessed line follows the moves that were remembered as best.

use super::root::FindLine;
use crate::game::{Mechanics, Move, Net, ValueRules};
use crate::search::{Answer, Child, Estimator, NumberProver, Seat, children, ended};

/// Nodes for the question whether a move keeps the value.
const NODES_PER_MOVE: u64 = 2_000;
/// Nodes for a whole line.
const NODES_PER_LINE: u64 = 10_000;
/// The most plies of a proved line.
const LONGEST: usize = 300;
/// The most plies of a guessed line.
const LONGEST_GUESS: usize = 24;

/// Follows lines from one root.
pub(super) struct Follower<'a, M> {
    pub(super) mechanics: M,
    pub(super) rules: &'a ValueRules,
    pub(super) root: Seat,
    pub(super) guide: Option<&'a FindLine<'a>>,
    pub(super) reach: u8,
}

impl<M: Mechanics> Follower<'_, M> {
    /// The line of a move after which the opponent gets exactly `net`.
    pub(super) fn proved(
        &self,
        first: &Child,
        net: i8,
        prover: &mut NumberProver<'_, M>,
    ) -> Vec<Move> {
        let mut line = vec![first.played];
        let (mut child, mut net) = (*first, net);
        let mut side = self.root.1.opposite();
        let mut visited: Vec<Seat> = vec![self.root];
        let before = prover.spent();
        while line.len() < LONGEST && ended(child.board, self.rules, self.mechanics).is_none() {
            if !child.is_quiet {
                visited.clear();
                if child.board.seeds() <= self.reach
                    && let Some(guide) = self.guide
                    && line.len() > 1
                {
                    line.pop();
                    if let Some(rest) = guide(&child, net, LONGEST - line.len()) {
                        line.extend(rest);
                    }
                    break;
                }
            }
            visited.push((child.board, side));
            let keeps = |prover: &mut NumberProver<'_, M>, reply: &Child| {
                let seat = (reply.board, side.opposite());
                if reply.is_quiet && visited.contains(&seat) {
                    return false;
                }
                if let Some(end) = ended(reply.board, self.rules, self.mechanics) {
                    return reply.gain - end.seeds() == net;
                }
                let known = prover.bounds(seat, reply.is_quiet);
                known.upper <= Net::new(reply.gain - net)
                    || prover.spent() - before < NODES_PER_LINE
                        && prover.decide(seat, reply.is_quiet, reply.gain - net + 1, NODES_PER_MOVE)
                            == Answer::Fails
            };
            let replies = children(child.board, self.mechanics, None);
            let next = replies
                .iter()
                .find(|reply| keeps(&mut *prover, reply))
                .copied();
            let Some(next) = next else { break };
            net = next.gain - net;
            line.push(next.played);
            child = next;
            side = side.opposite();
        }
        line
    }

    /// The line of a move that is only guessed at.
    pub(super) fn guessed(&self, first: &Child, estimator: &Estimator<'_, M>) -> Vec<Move> {
        let mut line = vec![first.played];
        let mut board = first.board;
        let mut visited = vec![self.root.0, board];
        while line.len() < LONGEST_GUESS && ended(board, self.rules, self.mechanics).is_none() {
            let best = estimator.best_in(board);
            let replies = children(board, self.mechanics, None);
            let next = replies.iter().find(|reply| Some(reply.played) == best);
            let Some(next) = next.filter(|next| !visited.contains(&next.board)) else {
                break;
            };
            board = next.board;
            visited.push(board);
            line.push(next.played);
        }
        line
    }
}
