//! Oware (awalé, awari): the rules, move counts, endgame tables and exact values.
//!
//! One bitpacked engine serves everything. A [`Board`](game::Board) is two machine words,
//! always seen by the player to move; rule sets differ by data ([`Rules`](game::Rules)),
//! never by copied code. What is exact says so, and what is only bounded or guessed does too.
//!
//! # The map
//!
//! Each module uses only modules above it in this table; `tests/layering.rs` holds that,
//! file by file. To change how something *behaves*, go to the row that owns it; each
//! module's own page divides it further.
//!
//! | module | owns |
//! | --- | --- |
//! | [`progress`] | how long work reports and is stopped |
//! | [`prefetch`](#the-map) | asking for memory ahead of its use; for the crate alone |
//! | [`pages`](#the-map) | large arrays in large pages of memory; for the crate alone |
//! | [`game`] | the rules: boards, moves, positions, games with history, their text |
//! | [`record`] | game records: recognising, reading, checking, writing |
//! | [`perft`](mod@perft) | counting move sequences |
//! | [`endgame`] | tables of the value of every board of a few seeds: index, files, building, probing |
//! | [`search`] | looking ahead: guesses, proofs, and why these are sound |
//! | [`solve`](mod@solve) | the value of every move of a game, and how far it is proved; joins tables and search |
//! | [`opponent`] | the computer as a player: levels, a move for a game and a clock |
//! | [`analysis`] | every move of a recorded game judged, as data |
//!
//! `endgame` and `search` do not know each other. The binary (`src/cli/`, a file or a folder
//! for each command) reaches the library from outside, as `oware::…`. The library never
//! prints, exits or panics on bad input.
//!
//! # Where to begin
//!
//! | to change | begin in |
//! | --- | --- |
//! | a rule setting | `game/rules/` (`settings`, `keys`, `sets`); what it does is in `game/moves` (legality, captures), `game/position` and `game/match_play` (ends); if it can change a value it belongs to [`ValueRules`](game::ValueRules), which `endgame/retrograde` and `search/ends` read; its words are in `cli/rules/` |
//! | a record format | `record/`: a file of its own, `form` and `recognise` to know it, `exchange` to read and write it |
//! | the table format | `endgame/format.rs`, with its version; `table` reads it, `directory` writes it |
//! | what a command prints | `cli/`, the file or folder of its name |
//!
//! # Examples
//!
//! Play a game and see how it ends:
//!
//! ```
//! use oware::game::{EndReason, Game, Rules, parse_moves};
//!
//! let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S".parse()?;
//! let mut game = Game::new(start, Rules::default());
//! for played in parse_moves("AaBbCcDdEeFf", game.position().to_move())? {
//!     game.play(played)?;
//! }
//! let end = game.end().expect("the first position came back");
//! assert_eq!(end.reason, EndReason::Repetition);
//! assert_eq!(end.winner, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve an endgame with the tables that are part of the program:
//!
//! ```
//! use oware::endgame::Database;
//! use oware::game::{Game, Rules, Score};
//! use oware::progress::Silent;
//! use oware::solve::{SolveOptions, Status, solve_with_tables};
//!
//! let rules: Rules = "awari".parse()?;
//! let tables = Database::embedded(&rules.value_rules())?;
//! let game = Game::new("1-0-2-0-1-0-0-2-0-1-1-0-18-22-S".parse()?, rules);
//! let solution = solve_with_tables(&game, tables.as_ref(), &SolveOptions::default(), &Silent)?;
//! assert_eq!(solution.status, Status::Exact);
//! assert_eq!(solution.value, Some(Score::new(-4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod progress;

mod prefetch;

mod pages;

pub mod game;

pub mod record;

pub mod perft;

pub mod endgame;

pub mod search;

pub mod solve;

pub mod opponent;

pub mod analysis;

/// The README's Rust is compiled and run like the examples of this page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
