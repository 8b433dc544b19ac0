//! What every move of a recorded game was worth, as data.
//!
//! [`judge_game`] goes through a record from its end to its start and solves the game as it
//! stood before each move, its real history included, so that what is learnt late sharpens
//! what comes before. A move is judged by one yardstick: both values proved, or both from
//! look ahead of the same depth; where neither is to be had it stays unjudged.
//! [`judge_position`] judges every move of one position the same way.
//!
//! Here are no words for people: reasons, classes and results are data, and how they are
//! said is up to whoever writes a report.
//!
//! | file | owns |
//! | --- | --- |
//! | `thresholds` | [`Thresholds`]: from which loss on a move has a mark |
//! | `judgement` | [`Judgement`]: value before and after, loss, [`Class`], and by which [`Yardstick`] |
//! | `reason` | [`Reason`]: what is worth saying of a move |
//! | `result_check` | [`ResultCheck`]: the result that is claimed against the rules |
//! | `judged_ply` | [`JudgedPly`] |
//! | `summary` | [`SideSummary`], [`TurningPoint`] |
//! | `judged` | [`JudgedGame`] |
//! | `judge` | [`judge_game`], [`judge_position`] |

mod thresholds;

mod judgement;

mod reason;

mod result_check;

mod judged_ply;

mod summary;

mod judged;

mod judge;

pub use judge::{AnalysisOptions, judge_game, judge_position};
pub use judged::JudgedGame;
pub use judged_ply::JudgedPly;
pub use judgement::{Class, Judgement, Worth, Yardstick};
pub use reason::Reason;
pub use result_check::{OtherRules, ResultCheck};
pub use summary::{LEAST_DECISIONS, SideSummary, TurningPoint};
pub use thresholds::{Thresholds, ThresholdsError};
