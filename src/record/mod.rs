//! Game records: reading what people and programs write, checking it, writing it strictly.
//!
//! | file | owns |
//! | --- | --- |
//! | `place` | [`TextPlace`]: line and column, counted only where they are told |
//! | `form` | [`Form`], [`NorthOrder`] |
//! | `game_record` | [`Record`]: a game as it is written, claims and notes included |
//! | `warning`, `error` | [`Warning`], [`RecordError`], [`WriteError`] |
//! | `replay` | [`CheckedRecord`]: the record under the real rules |
//! | `audit` | what is wrong with what it claims |
//! | `draft` | a game while it is read |
//! | `tokens`, `tagged`, `tagged_text` | what the forms with tags have in common |
//! | `ogn`, `letters`, `playstrategy`, `codingame`, `manqala` | one form each |
//! | `recognise` | which form a text has |
//! | `north_order` | which way North's letters run |
//! | `encoding` | [`decode()`]: bytes to text |
//! | `exchange` | [`read()`], [`read_bytes()`] and [`write()`] |
//!
//! Reading is lenient and says what it forgave; writing has one spelling. So printing what
//! was parsed from such a text gives the text, and parsing what was printed gives the game,
//! as far as the form can hold it.

mod form;
mod place;

mod game_record;

mod warning;

mod error;

mod encoding;

mod draft;
mod replay;
mod tokens;

mod audit;

mod tagged;

mod tagged_text;

mod codingame;
mod letters;
mod manqala;
mod ogn;
mod playstrategy;

mod north_order;
mod recognise;

mod exchange;

pub use audit::end_faults;
pub use encoding::{Decoded, decode};
pub use error::{RecordError, RecordErrorKind, WriteError};
pub use exchange::{ReadGame, ReadOptions, ReadText, read, read_bytes, write};
pub use form::{Form, NorthOrder};
pub use game_record::{Claim, Claims, Landing, Note, Ply, Record, Tag, Termination};
pub use place::TextPlace;
pub use recognise::recognise;
pub use replay::{CheckedRecord, FinalResult, Step};
pub use warning::{Warning, WarningKind};
