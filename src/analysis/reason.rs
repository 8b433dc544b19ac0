//! [`Reason`]: what is worth saying of a move beside its values.
//!
//! A number says that a move was bad and not why. What can be said without guessing are
//! facts of the next ply or two: what the reply takes, what was left lying, a slam that
//! takes nothing, a duty to feed. Plans are left to the reader and the best line.

use crate::game::{EndReason, Move, Pit, PitSet, Position, Rules, Trace};

/// A fact about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is a grand slam, and takes so many seeds: none by most rules.
    GrandSlam {
        /// Seeds taken.
        captured: u8,
    },
    /// The opponent's row was empty, so that only moves that reach it were legal.
    MustFeed {
        /// The pits that hold seeds and could not be played.
        refused: PitSet,
    },
    /// The best reply takes seeds, more than it could after the best move.
    LetsTake {
        /// Seeds that it takes.
        seeds: u8,
        /// The reply.
        reply: Move,
        /// The pit, of the player who moved, where the last seed of the reply falls.
        at: Pit,
    },
    /// The best move takes more.
    MissesCapture {
        /// The best move.
        best: Move,
        /// Seeds that it takes.
        seeds: u8,
    },
    /// It ends the game.
    EndsGame {
        /// By which rule.
        reason: EndReason,
    },
    /// The game was over already and there was nothing to play for.
    WasOver {
        /// By which rule.
        reason: EndReason,
    },
}

/// A move in its position, with what is known of the best play around it.
pub(super) struct Occasion<'a> {
    pub(super) rules: Rules,
    pub(super) before: &'a Position,
    pub(super) played: Move,
    pub(super) after: &'a Position,
    /// Best play from the position.
    pub(super) best_line: &'a [Move],
    /// Best play after the move.
    pub(super) reply_line: &'a [Move],
    /// Whether the move is worth less than the best.
    pub(super) loses: bool,
    /// How the move ended the game, if it did.
    pub(super) end: Option<EndReason>,
}

impl Occasion<'_> {
    /// What there is to say, the rules first.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let played = trace(self.before, self.played, self.rules);
        let mut reasons = Vec::new();
        if let Some(trace) = played
            && trace.effect.is_grand_slam
        {
            let captured = trace.captured();
            reasons.push(Reason::GrandSlam { captured });
        }
        reasons.extend(self.must_feed());
        if self.loses {
            reasons.extend(self.missed(played.map_or(0, |trace| trace.captured())));
            reasons.extend(self.lets_take());
        }
        if let Some(reason) = self.end {
            reasons.push(Reason::EndsGame { reason });
        }
        reasons
    }

    fn must_feed(&self) -> Option<Reason> {
        let board = self.before.board();
        let refused = board.non_empty().without(self.before.legal(self.rules));
        let is_hungry = board.opponent_seeds() == 0 && board.mover_seeds() > 0;
        (is_hungry && !refused.is_empty()).then_some(Reason::MustFeed { refused })
    }

    fn missed(&self, taken: u8) -> Option<Reason> {
        let best = *self.best_line.first()?;
        let seeds = trace(self.before, best, self.rules)?.captured();
        (seeds > taken).then_some(Reason::MissesCapture { best, seeds })
    }

    fn lets_take(&self) -> Option<Reason> {
        let reply = *self.reply_line.first()?;
        let reply_trace = trace(self.after, reply, self.rules)?;
        let seeds = reply_trace.captured();
        let spared = match *self.best_line {
            [first, second, ..] => {
                let position = self.before.play(first, self.rules).ok()?;
                trace(&position, second, self.rules).map_or(0, |trace| trace.captured())
            }
            _ => 0,
        };
        (seeds > spared).then_some(Reason::LetsTake {
            seeds,
            reply,
            at: reply_trace.last.1,
        })
    }
}

fn trace(position: &Position, played: Move, rules: Rules) -> Option<Trace> {
    match played {
        Move::Sow(pit) => Trace::new(position, pit, rules),
        Move::Pass => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::parse_moves;

    fn reasons(position: &str, played: &str, best: &str, reply: &str) -> Vec<Reason> {
        let rules = Rules::default();
        let before: Position = position.parse().unwrap();
        let moves = |text: &str, side| parse_moves(text, side).unwrap();
        let played = moves(played, before.to_move())[0];
        let after = before.play(played, rules).unwrap();
        Occasion {
            rules,
            before: &before,
            played,
            after: &after,
            best_line: &moves(best, before.to_move()),
            reply_line: &moves(reply, after.to_move()),
            loses: true,
            end: None,
        }
        .reasons()
    }

    #[test]
    fn slam_that_takes_nothing_is_a_reason() {
        let found = reasons("0-0-0-0-1-1-1-0-0-0-0-0-22-23-S", "F", "Ea", "a");
        assert_eq!(found[0], Reason::GrandSlam { captured: 0 });
    }

    #[test]
    fn what_the_reply_takes_counts_only_if_the_best_move_prevents_it() {
        // North's f takes the two in A; South's A moves them out of the way.
        let position = "1-0-0-0-1-4-0-0-0-0-0-1-20-21-S";
        let found = reasons(position, "E", "Af", "f");
        let expected = Reason::LetsTake {
            seeds: 2,
            reply: Move::Sow(Pit::new(5)),
            at: Pit::new(0),
        };
        assert_eq!(found, [expected]);
        assert_eq!(reasons(position, "E", "Ff", "f"), []);
    }

    #[test]
    fn duty_to_feed_names_the_pits_that_do_not_reach() {
        let found = reasons("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", "E", "F", "");
        let refused = [Pit::new(0), Pit::new(1)].into_iter().collect();
        assert_eq!(found, [Reason::MustFeed { refused }]);
    }
}
