//! The course of a game: what each of its positions is worth to South.

use oware::analysis::{JudgedGame, JudgedPly};
use oware::game::{Player, Score};

/// What a position is worth to South.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) south: Score,
    pub(crate) is_exact: bool,
}

impl Value {
    /// As a number to draw.
    pub(crate) fn seeds(self) -> f64 {
        f64::from(self.south.seeds())
    }

    fn before(ply: &JudgedPly) -> Option<Self> {
        let value = ply.value?;
        Some(Self {
            south: match ply.side {
                Player::South => value,
                Player::North => -value,
            },
            is_exact: ply.bounds.is_exact(),
        })
    }
}

/// The value before each judged ply and after the last, as far as there is one.
pub(crate) fn course(judged: &JudgedGame) -> Vec<Option<Value>> {
    // Those of the beginning may be unknown, too: that is a gap, and not the end.
    let last = judged.plies.iter().rposition(|ply| !ply.was_over());
    let alive = &judged.plies[..last.map_or(0, |last| last + 1)];
    let end = judged.end_value.map(|south| Value {
        south,
        is_exact: judged.end_bounds.is_exact(),
    });
    alive.iter().map(Value::before).chain([end]).collect()
}
