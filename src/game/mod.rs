//! The rules of the game, one idea a file, each importing only from those above it.
//!
//! | file | owns |
//! | --- | --- |
//! | `pit` | [`Player`], [`Pit`], [`PitSet`], [`Move`] |
//! | `score` | [`Net`], [`Score`], [`Bounds`], [`Outcome`] |
//! | `rules` | [`Rules`], the named [`RuleSet`]s, [`ValueRules`] |
//! | `board` | [`Board`]: two words, a byte a pit |
//! | `moves` | [`legal`] pits and the [`effect`] of a move, for any [`Mechanics`] |
//! | `setup` | [`Setup`]: a position before anybody checked it |
//! | `end` | the words for the end of a game |
//! | `position` | [`Position`]: checked, with the ends that need no history |
//! | `match_play` | [`Game`]: a position with its history |
//! | `position_fields`, `foreign_position`, `position_text` | text for positions, in every form that programs write |
//! | `notation` | text for lines of moves |
//! | `diagram` | the board as it is drawn, and the [`Trace`] of a move on it |

mod pit;
mod score;

mod rules;

mod board;
mod moves;

mod setup;

mod end;

mod position;

mod match_play;

mod position_fields;

mod foreign_position;

mod position_text;

mod notation;

mod diagram;

pub use board::Board;
pub(crate) use board::{Row, Sown, lane, row_seeds};
pub use diagram::{BoardStyle, Diagram, DiagramWords, Orientation, Trace};
pub use end::{EndReason, HalfSeeds};
pub use match_play::{Game, PlayError};
pub use moves::{
    Effect, ForMechanics, Mechanics, TakeNothing, UnlessForced, effect, legal, legal_moves,
    must_pass, own_rows_value, specialise, stuck_value,
};
pub use notation::{NotationError, parse_moves};
pub use pit::{MAX_SEEDS, Move, PITS_PER_ROW, Pit, PitSet, Player};
pub use position::{End, IllegalMove, IllegalReason, Position};
pub use position_fields::{PositionError, PositionForm};
pub use position_text::{PositionWarning, ReadPosition, read_position};
pub use rules::{
    Clock, Feeding, GrandSlam, Loops, RepetitionRows, RuleSet, Rules, RulesError, Settle, Stuck,
    Target, ValueRules,
};
pub use score::{Bounds, Net, Outcome, Score};
pub use setup::{Place, Setup, SetupError};
