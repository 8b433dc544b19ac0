//! The line that a move begins, kept by near games at every turn.
//!
//! Under own-row repetition a line has a past that grows with it: each position on it may
//! not be met again, or ends the game there. So each reply is asked for in the game as it
//! stands by then, and the line goes on to the end of the game, a repetition or not.

use super::ground::Ground;
use super::near_game::{NearGame, Question};
use super::regions::Regions;
use super::root_move::RootMove;
use crate::game::{Mechanics, Move};
use crate::search::{Child, Meter, Seat};

/// The most plies of a line.
const LONGEST: usize = 300;
/// What a line may cost, in nodes.
const MOST_NODES: u64 = 1 << 15;

/// The line of a move whose value is known: each later move is proved to keep it. It stops
/// where that is not found any more, or not with what is left of the nodes.
pub(super) fn near_line<M: Mechanics>(
    ground: &Ground<'_, M>,
    regions: &mut Regions,
    first: &RootMove,
    meter: &Meter<'_>,
) -> Vec<Move> {
    let side = ground.root.1;
    let mut ground = ground.clone();
    let mut line = vec![first.child.played];
    let mut child = first.child;
    // What is still to come, seen by the player who began the line.
    let mut rest = first.lower - child.gain;
    let mut seat: Seat = (child.board, side.opposite());
    let mut price = 0;
    while line.len() < LONGEST && price < MOST_NODES {
        if ground.is_over_at(&seat, child.is_quiet) {
            break;
        }
        ground.advance(seat, child.is_quiet);
        let mover = seat.1;
        let gain = |reply: &Child| {
            if mover == side {
                reply.gain
            } else {
                -reply.gain
            }
        };
        let mut near = NearGame::on(&ground);
        let mut replies: Vec<Child> = ground.children(seat.0).iter().copied().collect();
        let promises = |reply: &Child| {
            let fresh = ground.fresh(&(reply.board, mover.opposite()));
            fresh.is_some_and(|fresh| fresh.least == rest - gain(reply))
        };
        replies.sort_by_key(|reply| !promises(reply));
        let keeps = |reply: &&Child| {
            let left = rest - gain(reply);
            let seat = (reply.board, mover.opposite());
            if let Some(paid) = ground.paid_after(reply, seat.1) {
                return paid == left;
            }
            // The opponent of the player who began keeps it down, he keeps it up.
            let threshold = if mover == side { left } else { left + 1 };
            let question = Question {
                seat,
                threshold,
                likely: mover,
            };
            near.answer(question, Some(regions), meter) == Some(mover)
        };
        let next = replies.iter().find(keeps).copied();
        price += near.price();
        meter.charge(near.price());
        let Some(next) = next else { break };
        rest -= gain(&next);
        line.push(next.played);
        seat = (next.board, mover.opposite());
        child = next;
    }
    line
}
