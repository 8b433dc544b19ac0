//! Oware (awalé, awari): the rules, move counts, endgame tables and exact values.
//!
//! # The map
//!
//! Each module uses only modules above it in this table; `tests/layering.rs` holds that.
//!
//! | module | owns |
//! | --- | --- |
//! | [`progress`] | how long work reports and is stopped |
//! | [`game`] | the rules: boards, moves, positions, games, their text |
//! | [`record`] | game records: reading, checking, writing |
//! | [`perft`](mod@perft) | counting move sequences |
//! | [`endgame`] | tables of the value of every board of a few seeds |
//! | [`search`] | proof search: what a board is worth, by looking ahead |
//! | [`solve`](mod@solve) | the value of every move of a game, and how far it is proved |

pub mod progress;

pub mod game;

pub mod record;

pub mod perft;

pub mod endgame;

pub mod search;

pub mod solve;
