//! The value of every move of a game, exactly where that can be proved.
//!
//! Each legal move has proved bounds, which begin at *everything or nothing*. Above the
//! tables `stages` alternates between guessing (`guess`) and closing the bounds by force
//! (`closing`), on all threads, and `follow` finds the lines. What loops decide is for
//! `layer_game`: the layer of the game is its `ground`, `near_game` looks at the part of it
//! that matters, with what `regions` keeps of layers, and `near_line` finds the lines. What
//! is left is for tests at growing depth, which `root` drives; `line` follows best play
//! through tables. [`search`](crate::search) says why it is right. `game`
//! decides whether there is anything to search; `last_seed` has seeds counted to the last,
//! `whole_game` has the game played with limits of plies and races to a target; `tables`
//! lets a database serve as the oracle, and `growth` has layers above it solved as a whole.
//! A [`Workspace`] keeps what was found for the next position.
//!
//! All values are final differences seen by the side to move, stores included. Play goes
//! on to the last seed: a target that is a majority stops nobody, while a smaller one is the
//! aim of a race and ends the game (rules page, *What an exact value is*).

mod answer;

mod line;

mod root_move;

mod tables;

mod request;
mod store;

mod growth;

mod closing;

mod guess;

mod root;

mod follow;

mod ground;

mod regions;

mod near_game;

mod near_line;

mod layer_game;

mod stages;

mod last_seed;

mod whole_game;

mod game;

mod workspace;

pub use answer::{
    Deepened, Guess, Limits, MoveSolution, Purpose, Solution, SolveError, SolveOptions, Status,
};
pub use workspace::{Workspace, solve, solve_with_tables};
