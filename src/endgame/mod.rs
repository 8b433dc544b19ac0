//! Endgame tables: the value of every board with few seeds.
//!
//! | file | owns |
//! | --- | --- |
//! | `index` | [`Layer`], [`Rank`]: the bijection between boards and numbers |
//! | `predecessors` | the boards that lead to a board without a capture |
//! | `cell`, `retrograde` | solving a layer from the layers beneath it |

mod index;

mod predecessors;

mod cell;
mod retrograde;

pub use index::{Layer, Rank};
