//! The value of every move of a game, exactly where that can be proved.
//!
//! Each legal move has proved bounds, which begin at *everything or nothing* and are closed
//! by tests at growing depth: `root` drives the tests, and [`search`](crate::search) says
//! what a test is and why it is right; `line` follows best play through tables. `game`
//! decides whether there is anything to search; `last_seed` has seeds counted to the last,
//! `whole_game` has the game played with limits of plies and races to a target; `tables`
//! lets a database serve as the oracle.
//!
//! All values are final differences seen by the side to move, stores included. Play goes
//! on to the last seed: a target that is a majority stops nobody, while a smaller one is the
//! aim of a race and ends the game (rules page, *What an exact value is*).

mod answer;

mod line;

mod root_move;

mod root;

mod last_seed;

mod whole_game;

mod game;

mod tables;

pub use answer::{Limits, MoveSolution, Solution, SolveError, SolveOptions, Status};
pub use game::solve;
pub use tables::solve_with_tables;
