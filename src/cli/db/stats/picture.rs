//! The picture of `oware db stats --format svg`: how the values of each layer are spread.
//!
//! A row for each layer, with a bar for each value; the bars of a row are as high as their
//! share of its boards, against the highest of the same row, since a layer of 48 seeds has
//! many values and none of them a large share. Where a table has bounds, the bars are its
//! exact boards and two lines are the distributions of the bounds.

use anyhow::Context;
use oware::endgame::{Boards, Histogram};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Counted;

const WIDTH: u32 = 960;
/// Height of a layer.
const ROW: u32 = 36;
/// Room for the title, the legend and the lower axis.
const AROUND: u32 = 150;
/// How much of a row its highest bar takes.
const HIGHEST: f64 = 0.86;
/// Half the width of a bar, in seeds.
const HALF_BAR: f64 = 0.42;

const LOSS: RGBColor = RGBColor(0xC0, 0x50, 0x3C);
const DRAW: RGBColor = RGBColor(0x8A, 0x8A, 0x8A);
const WIN: RGBColor = RGBColor(0x2F, 0x7F, 0xA8);
const MEAN: RGBColor = RGBColor(0x20, 0x20, 0x20);
const LOWER: RGBColor = RGBColor(0x8C, 0x2D, 0x1E);
const UPPER: RGBColor = RGBColor(0x15, 0x4C, 0x6B);

/// The picture as a document.
pub(super) fn svg(rules: &str, boards: Boards, layers: &[Counted]) -> anyhow::Result<String> {
    let mut svg = String::new();
    draw(&mut svg, rules, boards, layers).context("cannot draw the picture")?;
    svg.push('\n');
    Ok(svg)
}

fn draw(
    svg: &mut String,
    rules: &str,
    boards: Boards,
    layers: &[Counted],
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let seeds: Vec<u8> = layers.iter().map(|counted| counted.layer.seeds()).collect();
    let most = f64::from(seeds.last().copied().unwrap_or(0));
    let rows = seeds.len() as u32;
    let root = SVGBackend::with_string(svg, (WIDTH, AROUND + ROW * rows)).into_drawing_area();
    root.fill(&WHITE)?;
    let which = match boards {
        Boards::All => "all boards",
        Boards::Reachable => "boards that a move can lead to",
    };
    let title = format!("{rules}: values of {which}, 0 to {most} seeds");
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 22))
        .margin(16)
        .margin_right(28)
        .x_label_area_size(46)
        .y_label_area_size(56)
        .build_cartesian_2d(-most - 1.0..most + 1.0, -0.15..f64::from(rows) + 0.7)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .axis_style(BLACK.mix(0.5))
        .x_labels(13)
        .x_label_formatter(&|value| signed(value.round() as i32))
        .y_labels(0)
        .x_desc("value for the player to move, in seeds still to come")
        .y_desc("seeds on the board")
        .label_style(("sans-serif", 15))
        .draw()?;

    for (counted, base) in layers.iter().zip(0_u32..) {
        let base = f64::from(base);
        let exact = &counted.statistics.exact;
        let intervals = counted.statistics.intervals.as_ref();
        let histograms = intervals.map(|intervals| [&intervals.lower, &intervals.upper]);
        let highest = std::iter::once(exact)
            .chain(histograms.into_iter().flatten())
            .flat_map(|histogram| histogram.iter().map(|(_, boards)| boards))
            .max()
            .unwrap_or(0)
            .max(1) as f64;
        let height = |boards: u64| base + HIGHEST * boards as f64 / highest;
        chart.draw_series([PathElement::new(
            vec![(-most - 1.0, base), (most + 1.0, base)],
            BLACK.mix(0.25),
        )])?;
        chart.draw_series(exact.iter().filter(|&(_, boards)| boards > 0).map(
            |(net, boards)| {
                let value = f64::from(net.seeds());
                let colour = match net.seeds() {
                    ..0 => LOSS,
                    0 => DRAW,
                    1.. => WIN,
                };
                let corners = [(value - HALF_BAR, base), (value + HALF_BAR, height(boards))];
                Rectangle::new(corners, colour.filled())
            },
        ))?;
        for (histogram, colour) in histograms.into_iter().flatten().zip([LOWER, UPPER]) {
            let outline = steps(histogram, &height);
            chart.draw_series([PathElement::new(outline, colour.stroke_width(2))])?;
        }
        if let Some(mean) = exact.mean() {
            chart.draw_series([TriangleMarker::new((mean, base), 5, MEAN.filled())])?;
        }
        let label = ("sans-serif", 15).into_text_style(&root);
        let place = chart.backend_coord(&(-most - 1.0, base + 0.25));
        let label = label.pos(Pos::new(HPos::Right, VPos::Center));
        root.draw(&Text::new(
            counted.layer.seeds().to_string(),
            (place.0 - 8, place.1),
            label,
        ))?;
    }
    draw_legend(&root, layers)?;
    root.present()
}

/// The outline of a histogram over its values that occur, or nearly.
fn steps(histogram: &Histogram, height: &impl Fn(u64) -> f64) -> Vec<(f64, f64)> {
    let values = histogram.iter().filter(|&(_, boards)| boards > 0);
    values
        .map(|(net, boards)| (f64::from(net.seeds()), height(boards)))
        .collect()
}

/// What the colours mean, under the title.
fn draw_legend<DB: DrawingBackend>(
    root: &DrawingArea<DB, plotters::coord::Shift>,
    layers: &[Counted],
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let has_bounds = layers
        .iter()
        .any(|counted| counted.statistics.intervals.is_some());
    // Each with the room that it takes.
    let mut entries = vec![
        (LOSS, "loss", 72),
        (DRAW, "draw", 76),
        (WIN, "win", 70),
        (MEAN, "mean", 80),
    ];
    if has_bounds {
        entries.extend([(LOWER, "lower bounds", 130), (UPPER, "upper bounds", 130)]);
    }
    let style = ("sans-serif", 15).into_text_style(root);
    let style = style.pos(Pos::new(HPos::Left, VPos::Center));
    let mut x = 74;
    for (colour, name, room) in entries {
        let y = 60;
        let is_line = colour == LOWER || colour == UPPER;
        if colour == MEAN {
            root.draw(&TriangleMarker::new((x + 6, y), 6, colour.filled()))?;
        } else if is_line {
            root.draw(&PathElement::new(
                vec![(x, y), (x + 13, y)],
                colour.stroke_width(2),
            ))?;
        } else {
            let corners = [(x, y - 6), (x + 13, y + 6)];
            root.draw(&Rectangle::new(corners, colour.filled()))?;
        }
        root.draw(&Text::new(name, (x + 20, y), style.clone()))?;
        x += room;
    }
    Ok(())
}

/// With a sign, except for zero, and with the minus that is as wide as the plus.
fn signed(value: i32) -> String {
    match value {
        ..0 => format!("\u{2212}{}", value.unsigned_abs()),
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
    }
}
