//! The value of every move of a game, exactly where that can be proved.
//!
//! Each legal move has proved bounds, which begin at *everything or nothing*. Above the
//! tables `stages` alternates between guessing (`guess`) and closing the bounds by force
//! (`closing`), on all threads, and `follow` finds the lines. What cannot be forced, and
//! what stands in the tables, is left to tests at growing depth, which `root` drives; `line`
//! follows best play through tables. [`search`](crate::search) says why it is right. `game`
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

mod closing;

mod guess;

mod stages;

mod root;

mod follow;

mod last_seed;

mod whole_game;

mod game;

mod tables;

pub use answer::{Guess, Limits, MoveSolution, Solution, SolveError, SolveOptions, Status};
pub use game::solve;
pub use tables::solve_with_tables;
