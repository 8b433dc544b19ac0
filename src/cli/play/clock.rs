//! The players' clocks: base time for the whole game, and an increment after each move.
//!
//! No clock is read here. Whoever runs the game says how long a move took, so that the
//! rules of time are tested without waiting, and undo can give the time back.

use std::time::Duration;

use oware::game::{Clock, Player};

/// What each player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    /// Both players begin with the base time.
    pub(crate) const fn new(clock: Clock) -> Self {
        Self {
            left: [clock.base; 2],
            increment: clock.increment,
        }
    }

    /// What `player` has left.
    pub(crate) const fn left(&self, player: Player) -> Duration {
        self.left[player as usize]
    }

    /// What is added after each move.
    pub(crate) const fn increment(&self) -> Duration {
        self.increment
    }

    /// What `player` would have left after thinking for `spent`; `None` when his time is up.
    pub(crate) fn left_after(&self, player: Player, spent: Duration) -> Option<Duration> {
        self.left(player)
            .checked_sub(spent)
            .filter(|left| *left > Duration::ZERO)
    }

    /// The clocks after a move of `player` that took `spent`; `None` when his time was up
    /// before he made it.
    pub(crate) fn after_move(mut self, player: Player, spent: Duration) -> Option<Self> {
        self.left[player as usize] = self.left_after(player, spent)? + self.increment;
        Some(self)
    }

    /// The clocks with the time of `player` used up.
    pub(crate) const fn flagged(mut self, player: Player) -> Self {
        self.left[player as usize] = Duration::ZERO;
        self
    }
}

/// Time as a clock shows it: `9:58`, `1:02:03`, and tenths below twenty seconds: `0:09.7`.
pub(crate) fn face(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match hours {
        0 if seconds < 20 => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
        0 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clocks() -> Clocks {
        Clocks::new(Clock {
            base: 10 * SECOND,
            increment: 3 * SECOND,
        })
    }

    #[test]
    fn increment_comes_after_the_move_and_not_in_time_to_save_it() {
        let after = clocks().after_move(Player::South, 9 * SECOND).unwrap();
        assert_eq!(after.left(Player::South), 4 * SECOND);
        assert_eq!(after.left(Player::North), 10 * SECOND);
        assert_eq!(after.after_move(Player::South, 4 * SECOND), None);
    }

    #[test]
    fn faces_are_those_of_a_clock() {
        for (millis, text) in [
            (0, "0:00.0"),
            (9_750, "0:09.7"),
            (20_000, "0:20"),
            (598_999, "9:58"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(face(Duration::from_millis(millis)), text);
        }
    }
}
