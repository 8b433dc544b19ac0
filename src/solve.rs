//! The value of every move of a game, exactly where that can be proved.
//!
//! Each legal move has proved bounds, which begin at *everything or nothing* and are closed
//! by tests at growing depth: `root` drives the tests and `line` follows best play through tables, and [`search`](crate::search) says
//! what a test is and why it is right. `game` decides whether there is anything to search,
//! and `tables` lets a database serve as the oracle.
//!
//! All values are final differences seen by the side to move, stores included. Play goes
//! on to the last seed: the target stops nobody (rules page, *What an exact value is*).

mod answer;

mod line;

mod root;

mod game;

mod tables;

pub use answer::{Limits, MoveSolution, Solution, SolveError, SolveOptions, Status};
pub use game::solve;
pub use tables::solve_with_tables;
