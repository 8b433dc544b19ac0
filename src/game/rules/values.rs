//! [`ValueRules`]: what of the rules a table depends on.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::settings::{Feeding, GrandSlam, Loops, Stuck};

/// The settings that can change the value of a board: what a table is made for.
///
/// Two rule sets with equal `ValueRules` share their tables, whatever they are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueRules {
    /// What a grand slam does.
    pub grand_slam: GrandSlam,
    /// The duty to feed.
    pub feeding: Feeding,
    /// Who gets the board when the mover is stuck.
    pub stuck: Stuck,
    /// What an endless line is worth.
    pub loops: Loops,
    /// The game ends with this many seeds or fewer on the board; 0 for never.
    pub few_seeds: u8,
    /// Whether those seeds go to their own side; otherwise they change no difference.
    pub few_to_own_side: bool,
}

impl fmt::Display for ValueRules {
    /// `key=value` pairs, for messages that compare two tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "grand-slam={} feeding={} stuck={}",
            self.grand_slam, self.feeding, self.stuck
        )?;
        match self.loops {
            Loops::Zero => f.write_str(" loops=0")?,
            Loops::OwnRows {
                occurrence,
                both_rows,
            } => {
                write!(f, " repetition={occurrence} settle=own-side")?;
                if both_rows {
                    f.write_str(" repetition-rows=both")?;
                }
            }
        }
        if self.few_seeds > 0 {
            write!(f, " few-seeds={}", self.few_seeds)?;
            if self.few_to_own_side {
                f.write_str(" few-settle=own-side")?;
            }
        }
        Ok(())
    }
}
