//! The loop game: who wins where neither player can force anything but a repetition.
//!
//! Under own-row repetition a threshold leaves some boards undecided: whoever plays on to a
//! capture or to an end there, or to a decided board, does not reach his side of it. So
//! both stay among them until a position comes back, and who wins is whose rows are good
//! enough *there* (OWN-ROWS, steps 3 to 5, in the project's specification of own-row
//! values). Nothing of oware is left in that, so this folder knows only a graph: an
//! [`Arena`] of places, each with its mover and with the player for whom a repetition there
//! is good. [`solve`] finds the winner from every vertex as a start without history.
//!
//! | file | owns |
//! | --- | --- |
//! | `arena` | [`Arena`], [`Place`], [`Vertex`] |
//! | `sources` | its edges backwards |
//! | `components` | strongly connected components |
//! | `field` | who wins where while vertices are decided, and back again |
//! | `key` | what a result is remembered under, and why that can be trusted |
//! | `search` | the and/or search from one start |
//! | `running` | [`Running`]: a game in progress, where some vertices were visited |
//! | `solver` | [`solve`]: the components from the bottom up; [`Effort`], [`Report`] |
//! | `reference`, `brute` | for tests: small layers by plain sweeps, arenas by every play |
//!
//! # The game
//!
//! A play begins at a start and goes along edges. A mover without an edge has lost, since
//! whatever else he can play loses. Coming to a vertex for the `occurrence`-th time (the
//! start counts as visited) ends the play, and the vertex says who wins. At a *free*
//! vertex, where a repetition does not count, that never happens; a loop of free vertices
//! only is refused, so each play ends. A vertex is *marked* when the next visit to it ends
//! the play: with the second occurrence, from the first visit on. The game from a vertex
//! depends on the visits so far and on nothing else.
//!
//! # Why it is right
//!
//! 1. *Deciding.* A marked vertex is decided: coming there, its winner wins. Further a
//!    vertex is decided for a player P who moves there if a successor is decided for P, or
//!    who does not if all successors are; and a set X of undecided vertices, none of them
//!    bad for P, is decided for him if in X each of his vertices has a successor in X, and
//!    the other's successors all lie in X or are decided for P. *Claim:* from a vertex
//!    decided for P he wins, if just the marked vertices are marked. By induction on the
//!    order of decision he goes to vertices decided for him before, or stays in X; no play
//!    stays for ever, and the first of X to be met too often is not bad for him, nor free.
//!    So it is his. In all this the play meets vertices decided for P only, and of the
//!    marked ones only those that are good for P.
//! 2. *Marking more.* A strategy of point 1 never comes to an undecided vertex. So when one
//!    of them is marked, all claims stay true, and deciding goes on from where it was:
//!    regions only grow. Visits that do not mark change no claim, since none counts them.
//! 3. *Searching.* The mover of an undecided vertex wins if one of its successors wins for
//!    him in the state in which this visit counts, and loses otherwise: that is the rule of
//!    the game. Each node counts a visit; visits to vertices that are not marked are
//!    bounded, and between two of them a play passes each free vertex at most once, so the
//!    search ends.
//! 4. *Remembering.* Let R be the undecided vertices that v reaches through undecided ones,
//!    itself included. From a vertex of R, each edge out of R leads to a decided vertex,
//!    and not to one decided for the mover, or he would have won; so, by point 1, leaving R
//!    loses. The game from v is therefore the game on the arena R with the visits counted
//!    so far in R, none of whose vertices is marked. It is a function of v, R and those
//!    visits, which a key stands for; how the play came there, from which start, and what
//!    is decided around R do not matter.
//! 5. *Components.* Let a play leave a strongly connected component C of the undecided
//!    vertices to w. Nothing that w reaches reaches C, hence it reaches no vertex of the
//!    play so far: by point 4 the game from w is that of a start without history. The
//!    components are taken from the bottom up, so its winner is known, and an edge out of C
//!    is like an exit: it wins for the mover and decides his vertex, or it can be dropped.
//!    What is left of C after deciding is a smaller arena, by the argument of point 4, and
//!    may fall apart in turn.
//! 6. *Each vertex as a start* has its own search: a winner found for w as a start does not
//!    decide w for the others of its component, whose plays have a history.
//!
//! # Effort
//!
//! `effort` bounds the work in each component, and a component with an edge to an undecided
//! start is not searched at all (one vertex alone may win by a known edge). *More effort
//! never loses a winner*: a component that is searched has only known winners below it, so
//! it is the same arena whatever the effort; and what is done in it, one start after the
//! other and those that took too long once more in the next round, is the same sequence of
//! steps, which more effort carries further.
//!
//! One arena is solved by one thread: the memo is shared from start to start and worth more
//! than a second processor. Different thresholds are different arenas, for as many threads
//! as there are; so nothing depends on their number.
//!
//! # Other repetition rules
//!
//! * `repetition-rows=both`: a repetition counts only while both rows hold seeds. The
//!   boards with an empty row are free vertices, and points 1 to 6 hold as they stand; in
//!   the bounds of step 2 they are bad for nobody. Under `must-feed` no loop is free: a
//!   mover who faces an empty row must cross over; to leave his own row empty he crosses
//!   from a single pit, his last one, and with k seeds leaves one in each of the opponent's
//!   first k pits, from which in turn no single move crosses and empties the row. So of
//!   three boards in a row one counts. With `feeding=pass` one seed runs round alone for
//!   ever, and [`solve`] refuses.
//! * `repetition=3` and more: the points hold as they stand with visits counted. The search
//!   is much larger, because the first visit does not mark a vertex: at its hardest
//!   threshold 4 seeds take 8.6 million nodes instead of 1 298, 7 seeds 2.5 million instead
//!   of 3 809, and with 8 seeds the usual effort leaves 7 510 vertices undecided. They stay
//!   enclosed; what is proved is exact. With the moves of `abapa` every board of up to 7
//!   seeds has the value that it has with `repetition=2`, but that is no law: a test in
//!   `brute` has an arena of eight vertices with another winner.
//! * *Lower layers with intervals*: solve two arenas. In the pessimistic one every exit
//!   pays South its lower bound, and only "South wins" is a fact about the game; in the
//!   optimistic one its upper bound, and only "North wins" is. Neither's results may enter
//!   the other.

mod arena;
#[cfg(test)]
mod brute;
mod components;
mod field;
mod key;
#[cfg(test)]
pub(crate) mod reference;
mod running;
mod search;
mod solver;
mod sources;

pub(crate) use arena::{Arena, Place, Vertex};
pub(crate) use running::Running;
pub(crate) use solver::{Effort, LoopGameError, Report, regions, regions_in_order, solve};
