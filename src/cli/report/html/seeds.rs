//! Where the seeds lie in a pit and in a store, as SVG path data.
//!
//! A heap is one path of points: a stroke with round caps draws them all, so that the heaps
//! of a whole game weigh a few kilobytes and a board is a handful of references to them.
//! Few seeds lie in a ring as a player would put them down; many lie as the seeds of a
//! sunflower, which fills a round pit evenly (H. Vogel, "A better way to construct the
//! sunflower head", Mathematical Biosciences 44, 1979). A store fills from its middle on a
//! hexagonal grid, where what lay there before stays in its place.

use std::fmt::Write as _;

use serde::Serialize;

/// How wide a seed is drawn at most, in the units of the board.
const SEED_WIDTH: f64 = 13.0;
/// How far from the middle of its pit the centre of a seed may lie.
const PIT_REACH: f64 = 26.0;
/// Between the centres of two seeds in a store.
const STORE_SPACING: f64 = 11.8;
/// Half the width and half the height that a store's seeds fill.
const STORE_REACH: [f64; 2] = [29.0, 70.0];

/// Seeds that lie together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Heap {
    /// How many.
    seeds: u8,
    /// A point for each, round the middle of the pit.
    path: String,
    /// How wide each is drawn.
    width: f64,
}

impl Heap {
    /// Seeds in a pit.
    pub(crate) fn in_pit(seeds: u8) -> Self {
        let crowded = 1.62 * PIT_REACH / f64::from(seeds.max(1)).sqrt();
        let width = if seeds <= 8 { SEED_WIDTH } else { crowded };
        Self {
            seeds,
            path: path(&pit_points(seeds)),
            width: (width.min(SEED_WIDTH) * 10.0).round() / 10.0,
        }
    }

    /// Seeds in a store.
    pub(crate) fn in_store(seeds: u8) -> Self {
        Self {
            seeds,
            path: path(&store_points(seeds)),
            width: 11.5,
        }
    }
}

fn pit_points(seeds: u8) -> Vec<[f64; 2]> {
    match seeds {
        0 => Vec::new(),
        1 => vec![[0.0, 0.0]],
        2..=5 => ring(seeds, 5.0 + 2.0 * f64::from(seeds)),
        6..=8 => {
            let mut points = ring(seeds - 1, 10.0 + f64::from(seeds));
            points.push([0.0, 0.0]);
            points
        }
        _ => {
            let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
            (0..seeds)
                .map(|index| {
                    let share = (f64::from(index) + 0.5) / f64::from(seeds);
                    polar(PIT_REACH * share.sqrt(), golden * f64::from(index))
                })
                .collect()
        }
    }
}

fn ring(seeds: u8, radius: f64) -> Vec<[f64; 2]> {
    let step = std::f64::consts::TAU / f64::from(seeds);
    // Not quite upright, as nobody lays seeds down with a ruler.
    (0..seeds)
        .map(|index| polar(radius, step * f64::from(index) - 1.2))
        .collect()
}

fn polar(radius: f64, angle: f64) -> [f64; 2] {
    [radius * angle.cos(), radius * angle.sin()]
}

fn store_points(seeds: u8) -> Vec<[f64; 2]> {
    let [width, height] = STORE_REACH;
    let mut points: Vec<[f64; 2]> = Vec::new();
    for row in -6_i8..=6 {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        for column in -3_i8..=3 {
            let x = (f64::from(column) + shift) * STORE_SPACING;
            let y = f64::from(row) * STORE_SPACING * 0.866;
            if x.abs() <= width {
                points.push([x, y]);
            }
        }
    }
    let far = |[x, y]: [f64; 2]| (x / width).powi(2) + (y / height).powi(2);
    points.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
    points.truncate(usize::from(seeds));
    points
}

fn path(points: &[[f64; 2]]) -> String {
    let mut path = String::new();
    for [x, y] in points {
        // A line of no length; its round caps are the seed. Writing to a string cannot fail.
        let _ = write!(path, "M{x:.0} {y:.0}h0");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_has_a_place_of_its_own_within_its_pit() {
        for seeds in 0..=48 {
            let heap = Heap::in_pit(seeds);
            let points = pit_points(seeds);
            assert_eq!(points.len(), usize::from(seeds));
            for (index, &[x, y]) in points.iter().enumerate() {
                assert!(x.hypot(y) + heap.width / 2.0 <= 34.0, "{seeds}");
                for &[a, b] in &points[..index] {
                    let apart = (x - a).hypot(y - b);
                    assert!(apart >= 0.85 * heap.width, "{seeds}: {apart} {heap:?}");
                }
            }
        }
    }

    #[test]
    fn store_holds_every_seed_there_is_and_keeps_the_places_of_those_in_it() {
        let all = store_points(48);
        assert_eq!(all.len(), 48);
        for seeds in 0..48 {
            assert_eq!(store_points(seeds), all[..usize::from(seeds)]);
        }
        assert!(all.iter().all(|[x, y]| x.abs() < 31.0 && y.abs() < 72.0));
    }
}
