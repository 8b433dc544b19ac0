//! [`Shortcuts`]: which boards guesses may look at less deeply than was asked.
//!
//! They make guesses deep and can make them wrong; proofs take none. That they change
//! nothing that is proved is checked by leaving each of them out.

/// The shortcuts that guesses may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Moves that are tried late are looked at less deeply, unless they turn out well.
    pub late_moves: bool,
    /// Near the end of the look ahead a glance stands for a search, if what it sees is far
    /// better than what is needed.
    pub glances: bool,
    /// Boards of which no good move is known are looked at a ply less deeply.
    pub unknown_boards: bool,
}

impl Shortcuts {
    /// Every board is looked at as deeply as was asked.
    pub const NONE: Self = Self {
        late_moves: false,
        glances: false,
        unknown_boards: false,
    };
}

impl Default for Shortcuts {
    /// All of them.
    fn default() -> Self {
        Self {
            late_moves: true,
            glances: true,
            unknown_boards: true,
        }
    }
}
