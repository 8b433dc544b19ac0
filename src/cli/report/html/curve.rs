//! The course of the value as a drawing: the geometry, in the units of an SVG view box.
//!
//! The value is that of best play from each position on, seen by South, so that the curve
//! is level while nobody errs. What is proved is one kind of line and area, what is
//! estimated another; a stretch between two positions is proved when both ends are.

use oware::analysis::{Class, JudgedGame};
use serde::Serialize;

use super::super::super::messages::Messages;
use super::super::course::{Value, course};
use super::super::words;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 156.0;
const LEFT: f64 = 28.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 22.0;
/// The ends that the scale may have.
const SCALES: [i8; 6] = [6, 12, 18, 24, 36, 48];

/// The drawing.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Curve {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Where a draw lies.
    zero: f64,
    grid: Vec<Label>,
    ticks: Vec<Label>,
    runs: Vec<Run>,
    dots: Vec<Dot>,
    turn: Option<Turn>,
    /// Between two positions.
    step: f64,
    /// A place to click at for each position.
    stops: Vec<Stop>,
}

/// Something written at a place of an axis.
#[derive(Clone, Debug, Serialize)]
struct Label {
    at: f64,
    text: String,
}

/// A stretch that is proved as a whole, or estimated as a whole.
#[derive(Clone, Debug, Serialize)]
struct Run {
    is_exact: bool,
    line: String,
    area: String,
}

/// A move with a mark.
#[derive(Clone, Debug, Serialize)]
struct Dot {
    x: f64,
    y: f64,
    class: &'static str,
}

/// Where the game turned.
#[derive(Clone, Debug, Serialize)]
struct Turn {
    x: f64,
    y: f64,
    /// Which end of the words is at the place.
    anchor: &'static str,
}

/// A position on the curve.
#[derive(Clone, Debug, Serialize)]
struct Stop {
    plies: usize,
    x: f64,
    title: String,
}

/// How positions and values become places.
#[derive(Clone, Copy, Debug)]
struct Scale {
    positions: usize,
    end: f64,
}

impl Curve {
    /// The course of a game.
    pub(crate) fn new(judged: &JudgedGame, messages: &Messages) -> Self {
        let mut values = course(judged);
        // Moves after the end have their places all the same.
        values.resize(judged.plies.len() + 1, None);
        let scale = Scale::of(&values);
        Self {
            width: WIDTH,
            height: HEIGHT,
            left: LEFT,
            right: WIDTH - RIGHT,
            top: TOP,
            bottom: HEIGHT - BOTTOM,
            zero: scale.y(0.0),
            grid: scale.grid(),
            ticks: scale.ticks(),
            runs: runs(&values, scale),
            dots: dots(judged, &values, scale),
            turn: judged.turning_point.and_then(|turn| {
                let value = values.get(turn.ply).copied().flatten()?;
                let x = scale.x(turn.ply);
                Some(Turn {
                    x,
                    y: scale.y(value.seeds()),
                    anchor: if x < WIDTH / 2.0 { "start" } else { "end" },
                })
            }),
            step: tenth(scale.step()).max(0.1),
            stops: stops(judged, &values, scale, messages),
        }
    }
}

impl Scale {
    fn of(values: &[Option<Value>]) -> Self {
        let most = values
            .iter()
            .flatten()
            .map(|value| value.south.seeds().unsigned_abs())
            .max()
            .unwrap_or(0);
        let fits = SCALES.iter().find(|end| end.unsigned_abs() >= most);
        Self {
            positions: values.len(),
            end: f64::from(*fits.unwrap_or(&SCALES[SCALES.len() - 1])),
        }
    }

    fn step(self) -> f64 {
        let steps = self.positions.saturating_sub(1).max(1);
        (WIDTH - LEFT - RIGHT) / steps as f64
    }

    fn x(self, plies: usize) -> f64 {
        tenth(LEFT + self.step() * plies as f64)
    }

    fn y(self, value: f64) -> f64 {
        let height = HEIGHT - TOP - BOTTOM;
        tenth(TOP + height * (self.end - value) / (2.0 * self.end))
    }

    fn grid(self) -> Vec<Label> {
        let label = |share: f64| {
            let seeds = self.end * share;
            let text = match seeds {
                0.0 => "0".to_owned(),
                seeds if seeds > 0.0 => format!("+{seeds}"),
                seeds => format!("\u{2212}{}", -seeds),
            };
            Label {
                at: self.y(seeds),
                text,
            }
        };
        [1.0, 0.5, 0.0, -0.5, -1.0].map(label).into()
    }

    fn ticks(self) -> Vec<Label> {
        let last = self.positions.saturating_sub(1);
        let every = [5, 10, 20, 50, 100, 200, 500, 1_000]
            .into_iter()
            .find(|every| last / every <= 10)
            .unwrap_or(10_000);
        (0..=last)
            .step_by(every)
            .map(|plies| Label {
                at: self.x(plies),
                text: plies.to_string(),
            })
            .collect()
    }
}

fn runs(values: &[Option<Value>], scale: Scale) -> Vec<Run> {
    let mut found: Vec<(bool, Vec<[f64; 2]>)> = Vec::new();
    let mut is_joined = false;
    for (plies, pair) in values.windows(2).enumerate() {
        let [Some(from), Some(to)] = *pair else {
            is_joined = false;
            continue;
        };
        let is_exact = from.is_exact && to.is_exact;
        let start = [scale.x(plies), scale.y(from.seeds())];
        let end = [scale.x(plies + 1), scale.y(to.seeds())];
        match found.last_mut() {
            Some((kind, points)) if is_joined && *kind == is_exact => points.push(end),
            _ => found.push((is_exact, vec![start, end])),
        }
        is_joined = true;
    }
    let zero = scale.y(0.0);
    found
        .into_iter()
        .map(|(is_exact, points)| {
            let joined: Vec<String> = points.iter().map(|[x, y]| format!("{x} {y}")).collect();
            let line = joined.join(" ");
            let [first, last] = [points[0][0], points[points.len() - 1][0]];
            Run {
                is_exact,
                area: format!("M{first} {zero}L{line} {last} {zero}z"),
                line,
            }
        })
        .collect()
}

fn dots(judged: &JudgedGame, values: &[Option<Value>], scale: Scale) -> Vec<Dot> {
    let marked = judged.plies.iter().filter(|ply| ply.class().is_error());
    marked
        .filter_map(|ply| {
            let value = values.get(ply.number).copied().flatten()?;
            Some(Dot {
                x: scale.x(ply.number),
                y: scale.y(value.seeds()),
                class: ply.class().word(),
            })
        })
        .collect()
}

fn stops(
    judged: &JudgedGame,
    values: &[Option<Value>],
    scale: Scale,
    messages: &Messages,
) -> Vec<Stop> {
    let titles = values.iter().enumerate().map(|(plies, value)| {
        let margin = value.map(|value| {
            let margin = words::margin(value.south, messages);
            let sign = if value.is_exact { "" } else { "≈ " };
            format!("{sign}{margin}")
        });
        let played = plies.checked_sub(1).map(|index| {
            let ply = &judged.plies[index];
            let mark = ply.class().mark().unwrap_or_default();
            let mark = if ply.class() == Class::Unjudged {
                ""
            } else {
                mark
            };
            format!("{plies}. {}{mark}", ply.played.letter(ply.side))
        });
        [played, margin].into_iter().flatten().collect::<Vec<_>>()
    });
    titles
        .enumerate()
        .map(|(plies, title)| Stop {
            plies,
            x: scale.x(plies),
            title: title.join("  "),
        })
        .collect()
}

/// A tenth of a unit is finer than a screen shows.
fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::game::Score;

    fn value(south: i8, is_exact: bool) -> Option<Value> {
        let south = Score::new(south);
        Some(Value { south, is_exact })
    }

    #[test]
    fn proved_and_estimated_stretches_are_apart_and_gaps_stay_open() {
        let values = [
            value(2, false),
            value(4, false),
            value(4, true),
            value(4, true),
            None,
            value(0, true),
            value(-6, true),
        ];
        let scale = Scale::of(&values);
        let runs = runs(&values, scale);
        let kinds: Vec<bool> = runs.iter().map(|run| run.is_exact).collect();
        assert_eq!(kinds, [false, true, true]);
        // Three points, two and two.
        let points = runs.iter().map(|run| run.line.split(' ').count() / 2);
        assert_eq!(points.collect::<Vec<_>>(), [3, 2, 2]);
        assert!(
            runs[2]
                .line
                .ends_with(&format!("{} {}", WIDTH - RIGHT, HEIGHT - BOTTOM))
        );
    }

    #[test]
    fn scale_holds_the_greatest_value_and_ticks_stay_few() {
        for (most, end) in [(0, 6.0), (6, 6.0), (7, 12.0), (-25, 36.0), (48, 48.0)] {
            assert_eq!(Scale::of(&[value(most, true)]).end, end);
        }
        for positions in [1, 2, 61, 151, 5_001] {
            let scale = Scale {
                positions,
                end: 6.0,
            };
            let ticks = scale.ticks();
            assert!(ticks.len() <= 12 && ticks[0].text == "0");
            assert!(ticks.iter().all(|tick| tick.at <= WIDTH - RIGHT));
        }
    }
}
