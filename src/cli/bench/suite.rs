//! The positions of the suite, and what is known of them.
//!
//! They are part of the program, so that a figure names one thing everywhere. Values that
//! are known make an answer that contradicts them a failed check: a fast wrong number is not
//! a measurement.

use oware::game::{Bounds, Position, Rules, Score};

/// Rules, position, depth in plies and value if it is known, tab separated.
const DEPTHS: &str = include_str!("../../../data/positions/bench.tsv");
/// Rules, position and value, tab separated.
const PROOFS: &str = include_str!("../../../data/positions/proofs.tsv");

/// A position of the suite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) rules: Rules,
    pub(super) position: Position,
    /// How deep to look; `None` to go on until the value is proved.
    pub(super) depth_plies: Option<u16>,
    /// The final difference for the side to move with best play, if it is known.
    value: Option<Score>,
}

impl Entry {
    /// Whether proved bounds agree with what is known.
    pub(super) fn agrees_with(&self, bounds: Bounds<Score>) -> bool {
        self.value
            .is_none_or(|value| bounds.lower <= value && value <= bounds.upper)
    }

    /// A position whose value is taken to be `seeds`, right or wrong.
    #[cfg(test)]
    pub(super) fn of_known_value(
        rules: &str,
        position: &str,
        depth_plies: Option<u16>,
        seeds: i8,
    ) -> Self {
        Self {
            rules: rules.parse().expect("the test names rules"),
            position: position.parse().expect("the test names a position"),
            depth_plies,
            value: Some(Score::new(seeds)),
        }
    }

    /// The value, where it is known.
    pub(super) fn value(&self) -> Option<i8> {
        self.value.map(Score::seeds)
    }
}

/// The positions that are searched to a depth.
pub(super) fn depths() -> anyhow::Result<Vec<Entry>> {
    entries(DEPTHS, |fields| match *fields {
        [depth] => Ok((Some(depth.parse()?), None)),
        [depth, value] => Ok((Some(depth.parse()?), Some(value.parse()?))),
        _ => anyhow::bail!("not a depth, or a depth and a value"),
    })
}

/// The positions that are proved.
pub(super) fn proofs() -> anyhow::Result<Vec<Entry>> {
    entries(PROOFS, |fields| match *fields {
        [value] => Ok((None, Some(value.parse()?))),
        _ => anyhow::bail!("not a value"),
    })
}

/// What stands in a line after the rules and the position: depth and value.
type Rest = (Option<u16>, Option<i8>);

/// The lines of a list; one that cannot be read is a fault of this program.
fn entries(
    list: &str,
    rest: impl Fn(&[&str]) -> anyhow::Result<Rest>,
) -> anyhow::Result<Vec<Entry>> {
    list.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [rules, position, ref others @ ..] = fields[..] else {
                anyhow::bail!("the suite's line '{line}' has no rules and position");
            };
            let (depth_plies, value) = rest(others)
                .map_err(|error| error.context(format!("the suite's line '{line}'")))?;
            Ok(Entry {
                rules: rules.parse()?,
                position: position.parse()?,
                depth_plies,
                value: value.map(Score::new),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_every_proof_has_its_value() {
        assert!(
            depths()
                .unwrap()
                .iter()
                .all(|entry| entry.depth_plies.is_some())
        );
        let proofs = proofs().unwrap();
        assert!(proofs.len() >= 10);
        assert!(proofs.iter().all(|entry| entry.value.is_some()));
    }

    #[test]
    fn bounds_beside_the_known_value_are_noticed() {
        let entry = proofs().unwrap()[0];
        let bounds = |lower, upper| Bounds {
            lower: Score::new(lower),
            upper: Score::new(upper),
        };
        assert!(entry.agrees_with(bounds(-48, 48)) && entry.agrees_with(bounds(0, 0)));
        assert!(!entry.agrees_with(bounds(1, 48)) && !entry.agrees_with(bounds(-48, -1)));
    }
}
