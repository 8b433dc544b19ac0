//! What each scene claims, as a test on the line that was played.
//!
//! The texts of a page say what an example shows; here the game that was played is asked
//! whether it does. An example that fails its claim is never printed.

use oware::game::{
    EndReason, GrandSlam, IllegalReason, Move, Pit, Player, Position, Target, Trace,
};

use super::played::Played;
use super::scene::Scene;

impl Scene {
    /// Whether the line as it was played shows what the scene claims.
    pub(super) fn is_shown_by(self, played: &Played) -> bool {
        let rules = played.rules();
        let board = played.start().board();
        let end = played.end();
        let ended = |reason| played.is_complete() && end.is_some_and(|end| end.reason == reason);
        let sown = |test: fn(&Trace) -> bool| {
            played.is_complete() && played.trace.as_ref().is_some_and(test)
        };
        match self {
            Self::Start => played.start() == Position::START && end.is_none(),
            Self::Sowing => {
                sown(|trace| {
                    trace.captured() == 0 && trace.seeds > 2 && trace.last.0 != trace.mover
                }) && end.is_none()
            }
            Self::Capture => sown(|trace| pits_taken(trace) == 1 && !trace.effect.is_grand_slam),
            Self::Chain => sown(|trace| {
                pits_taken(trace) > 1 && !trace.effect.is_grand_slam && first_taken(trace) > 0
            }),
            Self::Lap => sown(|trace| (12..=22).contains(&trace.seeds)),
            Self::TwoLaps => sown(|trace| trace.seeds >= 23),
            Self::Slam | Self::SlamAfterEmpty => {
                let refused = played
                    .refused
                    .is_some_and(|refused| refused.reason == IllegalReason::GrandSlam);
                let is_legal = !matches!(
                    rules.grand_slam(),
                    GrandSlam::Forbidden | GrandSlam::UnlessForced
                );
                let is_slam = sown(|trace| trace.effect.is_grand_slam);
                match self {
                    Self::Slam if is_legal => is_slam,
                    Self::Slam => refused,
                    _ => board.opponent_seeds() == 0 && (is_slam || refused || stuck(played)),
                }
            }
            Self::SlamForced => {
                end.is_none()
                    && rules.grand_slam() == GrandSlam::UnlessForced
                    && moves_that_feed(played).is_empty()
                    && !played.legal().is_empty()
            }
            Self::Feeding => {
                let hungry = end.is_none() && board.opponent_seeds() == 0;
                hungry
                    && !played.legal().is_empty()
                    && played.legal().len() < board.non_empty().len()
            }
            Self::Pass => played.is_complete() && played.line == [Move::Pass] && end.is_none(),
            Self::Stuck => ended(EndReason::NoMove) && stores_take_rows(played),
            Self::StuckTakesAll => {
                ended(EndReason::NoMove) && board.mover_seeds() > 0 && !stores_take_rows(played)
            }
            Self::Target => ended(EndReason::Target),
            Self::PastTarget => {
                let target = rules.target().seeds(played.start().total());
                let mover = played.before.to_move();
                let (before, after) = (played.before.store(mover), played.shown().store(mover));
                // The question about the majority is asked by a player with just half.
                let is_asked = rules.target() != Target::Majority || before == 24;
                ended(EndReason::Target) && after > target && is_asked
            }
            Self::FewSeeds => ended(EndReason::FewSeeds) && played.captured() > 0,
            Self::Repetition => ended(EndReason::Repetition),
            Self::QuietLimit => ended(EndReason::QuietLimit),
            Self::PlyLimit => ended(EndReason::PlyLimit),
            Self::Draw => played.is_complete() && end.is_some_and(|end| end.winner.is_none()),
            Self::OwnRow => {
                let edge = |trace: &Trace| {
                    let row = trace.effect.board.mover();
                    trace.taken[0] > 0 && !trace.effect.is_grand_slam && matches!(row[5], 2 | 3)
                };
                played.is_complete() && played.trace.as_ref().is_some_and(edge)
            }
            Self::Passed => sown(|trace| {
                let row = trace.effect.board.opponent();
                let place = trace.last.1.index();
                trace.last.0 != trace.mover && place > 0 && (row[place - 1], row[place]) == (2, 4)
            }),
            Self::Twice => sown(|trace| trace.seeds > 11 && trace.captured() > 0),
            Self::AlmostSlam => sown(|trace| {
                let left = trace.effect.board.opponent();
                trace.captured() > 3 && left.iter().sum::<u8>() == 1
            }),
            Self::LastSeed => {
                played.is_complete()
                    && !played.line.is_empty()
                    && end.is_none()
                    && board.mover_seeds() == 1
                    && played.game.position().board().opponent_seeds() == 0
            }
            Self::NobodyReached => {
                board.opponent_seeds() == 0
                    && moves_that_feed(played).is_empty()
                    && end.is_none_or(|end| end.reason == EndReason::NoMove)
            }
            Self::EmptyRow => board.mover_seeds() == 0 && (stuck(played) || played.must_pass()),
            Self::ForcedLoss => {
                ended(EndReason::NoMove) && board.mover_seeds() > 0 && board.opponent_seeds() > 0
            }
        }
    }
}

fn pits_taken(trace: &Trace) -> usize {
    trace.taken.iter().filter(|&&seeds| seeds > 0).count()
}

/// The lowest pit taken: where the chain ended. 0 means the end of the row.
fn first_taken(trace: &Trace) -> usize {
    let first = trace.taken.iter().position(|&seeds| seeds > 0);
    first.unwrap_or_default()
}

fn moves_that_feed(played: &Played) -> Vec<Pit> {
    let position = played.start();
    let feeds = |&pit: &Pit| {
        let trace = Trace::new(&position, pit, played.rules());
        trace.is_some_and(|trace| trace.effect.board.opponent_seeds() > 0)
    };
    position.board().non_empty().filter(feeds).collect()
}

fn stuck(played: &Played) -> bool {
    played
        .end()
        .is_some_and(|end| end.reason == EndReason::NoMove)
}

/// Whether each player's store got the seeds of his own row, and no more.
fn stores_take_rows(played: &Played) -> bool {
    let last = played.game.position();
    Player::ALL.into_iter().all(|player| {
        let row: u8 = last.row(player).iter().sum();
        played.shown().store(player) == last.store(player) + row
    })
}
