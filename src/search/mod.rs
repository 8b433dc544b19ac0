//! Search over the game: what is a board probably worth, and does the mover get so many
//! seeds for certain?
//!
//! The playing search in `estimate` guesses, `numbers` proves by force what a guess
//! suggests, and `proof` proves what depends on loops. Everything exact in this project that is not a table comes from here, so this page
//! holds the argument why the answers are right. Reference for what a value is: the rules
//! page, *What an exact value is*; for the trouble that loops make in a transposition
//! table ("graph-history interaction"): Kishimoto & Müller, AAAI 2004.
//!
//! | file | owns |
//! | --- | --- |
//! | `mod` | [`Oracle`], and the argument below |
//! | `children` | the moves of a board as the search sees them, and their order |
//! | `ends` | what a board pays that is over without history |
//! | `reach` | the boards that quiet moves reach from here |
//! | `past` | which positions of a running game still matter |
//! | `path` | the positions from the last capture on, repetition, keys |
//! | `verdict` | what a test is for and what it answers |
//! | `table` | the transposition table |
//! | `budget` | nodes, time, cancelling |
//! | `region` | a small layer as a graph, and who wins where in it |
//! | `loops` | small layers solved as a whole |
//! | `judge` | what the driver asks of a test |
//! | `proof` | the test itself |
//! | `line` | a line of play with all that ends it: limits, races, repetition |
//! | `whole_game` | the test where limits or a race end the game |
//! | `meter` | what several threads may spend together |
//! | `shared` | a hash table for all threads |
//! | `evaluate`, `weights` | what a board looks worth at a glance |
//! | `clock` | [`Allowance`]: what a move may take of the time left |
//! | `order` | which moves to try first |
//! | `estimate` | the playing search: guesses, never proofs |
//! | `numbers` | proof-number search by force (argument 5) |
//!
//! # The test
//!
//! A test asks of a board *is the net value at least t?* and is answered *proved*, *refuted*
//! or *not decided at this depth*. Only ends of the game, repetitions, oracle values and
//! table entries decide; the frontier never does. So whatever a test claims rests on a
//! finite tree whose leaves are facts.
//!
//! # Loops that count 0
//!
//! Let `v` be the value where an endless line is worth 0 from its last capture on.
//!
//! 1. *The occurrence that ends the game does not matter.* A player with `v > 0` has a
//!    strategy by board alone that never lets a position come back (if one did, the
//!    opponent could go round for ever and get 0). He plays it under `repetition=2`, `3` or
//!    none and meets no repetition. A player with `v = 0` only needs to avoid less than 0,
//!    and a repetition pays him 0. So the search may call the *second* occurrence on its
//!    path 0 under all of them.
//! 2. *True values may stand at any leaf.* Take the tree of a proof that the mover gets at
//!    least `t`. If `t > 0` no leaf of it is a repetition, for that pays 0; so it is an
//!    ordinary finite proof. If `t ≤ 0`, the mover follows the tree; at a repetition he goes
//!    on from the earlier node of the same position, and if that never ends he has his
//!    0 ≥ `t`; at an oracle or table leaf he changes to the strategy behind that value. The
//!    refutation is the same proof for the opponent with `1 − t`.
//! 3. *What may be stored.* A result whose tree uses a repetition with a position *above*
//!    the node is a fact about that path only, and is not stored. A repetition with the node
//!    itself or with a node below it is inside the tree, and argument 2 needs nothing else:
//!    such a result is a fact about the board. (Storing the others is the classical error;
//!    `tests/solve.rs` holds games that it answers wrongly.)
//! 4. *The game's own past.* A position without history is answered as tables answer it: a
//!    move is worth what the board after it is worth when set up, and the best of them is
//!    what the position is worth. In a running game the positions whose next occurrence
//!    would end it are ends that pay 0: under `repetition=2` every position since the last
//!    capture, the root included. They are the same all through the search, so arguments 1 to 3 hold for the
//!    game with these ends added. Positions with fewer occurrences do not matter: by
//!    argument 1 nobody needs to meet any position twice. In the layer of the root, entries
//!    of the table are then keyed by the side too, since the ends belong to a side, and the
//!    oracle is believed outright only where no such end can be reached by quiet moves;
//!    elsewhere `Tilt` in `past` says what is left of its word. So
//!    in a running game the value of a move is what the game pays after it, in which the
//!    position before it cannot be met again.
//!
//! # Loops that give each player his own row
//!
//! What a position is worth depends on the positions visited since the last capture, and
//! the search carries them. A result is a function of the board, the side and that
//! multiset, so it is stored under a 128-bit key of the three: two independent 64-bit sums
//! of mixed positions. A search of 2⁴⁰ entries meets an accidental equality with
//! probability under 2⁻⁴⁸. Straight after a capture, and at a root whose past cannot be met
//! again, the multiset is the board itself: there the entry is keyed by the board, and the
//! oracle, whose values are without history, may be asked.
//!
//! # Proofs by rank, whatever a loop counts
//!
//! 5. *A proof that uses no repetition needs no history.* `numbers` derives facts of the form
//!    *the mover of this board gets at least t* (or less than t) from ends of the game, from
//!    values behind a capture, and from facts about the boards that moves lead to which were
//!    derived *before*. Number the facts in the order in which they were found, by whatever
//!    thread: a player who always makes the move behind the fact he relies on comes to facts
//!    of ever smaller number, so in his play no position comes twice, and after finitely many
//!    plies the play is at an end or behind a capture. Hence no occurrence rule ever
//!    applies, and what the fact promises is what the game pays, under `repetition=2`, `3`
//!    or none, and whatever a loop is worth. A position of the line in hand is simply not
//!    decided, so nothing that is stored depends on the line.
//!
//!    What remains is the past of the game at the root. Positions whose next occurrence ends
//!    the game are ends that pay what the rules say (`Stops` in `past`); the root is one of
//!    them where a loop gives each his own row, since values of moves count it. They lie in
//!    the layer of the root and belong to a side, so facts about that layer are stored by
//!    side and apart from those about boards without history, and the oracle is not asked
//!    there. Facts about smaller layers rest on no past, for a capture wipes it out.
//!
//!    Inside a layer the oracle's values may stand at any board only where loops count 0
//!    (argument 2); under own rows they hold where a capture has just led, and only there
//!    they are used.
//!
//!    Not everything can be forced. What cannot is handed to the tests above.

mod budget;
mod children;
mod clock;
mod ends;
mod estimate;
mod evaluate;
mod judge;
mod line;
mod loops;
mod meter;
mod numbers;
mod order;
mod past;
mod path;
mod proof;
mod reach;
mod region;
mod shared;
mod table;
mod verdict;
mod weights;
mod whole_game;

pub(crate) use budget::{Budget, with_overtime};
pub(crate) use children::{Child, Children, children};
pub use clock::{Allowance, ClockState};
pub(crate) use ends::ended;
pub(crate) use estimate::Estimator;
pub use estimate::Shortcuts;
pub(crate) use evaluate::{SEED, evaluate};
pub(crate) use judge::Judge;
pub(crate) use line::{Line, race_target};
pub(crate) use loops::{LoopSolver, SmallLayers};
pub(crate) use meter::Meter;
pub(crate) use numbers::{Answer, Arena, Crowd, NumberProver};
pub(crate) use past::{Past, Stops};
pub(crate) use proof::{DEEPEST_PLIES, Prover};
pub(crate) use reach::Seat;
pub(crate) use shared::{Memory, SharedTable};
pub(crate) use table::Table;
pub(crate) use verdict::Goal;
pub(crate) use whole_game::WholeGame;

use crate::game::{Board, Bounds, MAX_SEEDS, Net};

/// Knows values of boards without history, such as tables do.
pub trait Oracle: Sync {
    /// What is proved of the board's value, seen by the mover, as if it had just been set
    /// up; `None` when nothing is known.
    fn probe(&self, board: Board) -> Option<Bounds<Net>>;

    /// The most seeds of a board of which something may be known, so that larger ones need
    /// not be asked about.
    fn reach(&self) -> u8 {
        MAX_SEEDS
    }
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn probe(&self, _: Board) -> Option<Bounds<Net>> {
        None
    }

    fn reach(&self) -> u8 {
        0
    }
}
