//! The counts in lines: for people, and as CSV.

use std::io::{self, Write};

use oware::endgame::Intervals;

use super::Counted;

/// A line a layer: how many boards are won, drawn and lost, and how much of it is proved. A
/// layer of values is all exact, and its intervals have no width; that is shown like any other
/// share, so that nobody has to know which layers could have been otherwise.
pub(super) fn write_summary(
    rules: &str,
    layers: &[Counted],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "rules  {rules}")?;
    writeln!(
        out,
        "layer        positions              win             draw             loss   mean    exact  width  widest"
    )?;
    for Counted { layer, statistics } in layers {
        let exact = &statistics.exact;
        let mean = exact
            .mean()
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:+.2}"));
        let intervals = statistics.intervals.as_ref();
        let width = intervals.and_then(Intervals::mean_width).unwrap_or(0.0);
        let widest = intervals.map_or(0, Intervals::widest);
        writeln!(
            out,
            "{:>5}  {:>15}  {:>15}  {:>15}  {:>15}  {mean:>5}  {:>5.1} %  {width:>5.2}  {widest:>6}",
            layer.seeds(),
            statistics.boards,
            exact.wins(),
            exact.draws(),
            exact.losses(),
            percent(exact.boards(), statistics.boards),
        )?;
    }
    Ok(())
}

/// Rounded down to a tenth, so that 100 % means all.
fn percent(part: u64, whole: u64) -> f64 {
    if part == whole {
        return 100.0;
    }
    (1000.0 * part as f64 / whole as f64).floor() / 10.0
}

/// A line a value, from the best down, with the layers that have boards of it; where bounds
/// are, the boards by width.
pub(super) fn write_histogram(layers: &[Counted], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "layer  value        positions")?;
    for Counted { layer, statistics } in layers {
        let mut values: Vec<_> = statistics.exact.iter().collect();
        values.reverse();
        for (net, boards) in values {
            if boards > 0 {
                writeln!(out, "{:>5}  {net:>5}  {boards:>15}", layer.seeds())?;
            }
        }
    }
    let with_bounds = layers.iter().filter_map(|counted| {
        let intervals = counted.statistics.intervals.as_ref()?;
        Some((counted.layer, intervals))
    });
    for (number, (layer, intervals)) in with_bounds.enumerate() {
        if number == 0 {
            writeln!(out)?;
            writeln!(out, "layer  width        positions")?;
        }
        for (width, &boards) in intervals.widths.iter().enumerate() {
            if boards > 0 {
                writeln!(out, "{:>5}  {width:>5}  {boards:>15}", layer.seeds())?;
            }
        }
    }
    Ok(())
}

/// A line for each layer and value; the columns are promised in the help.
pub(super) fn write_csv(layers: &[Counted], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "seeds,value,exact,lower,upper")?;
    for Counted { layer, statistics } in layers {
        let exact = &statistics.exact;
        let (lower, upper) = match &statistics.intervals {
            Some(intervals) => (&intervals.lower, &intervals.upper),
            None => (exact, exact),
        };
        for (((net, exact), (_, lower)), (_, upper)) in
            exact.iter().zip(lower.iter()).zip(upper.iter())
        {
            writeln!(
                out,
                "{},{},{exact},{lower},{upper}",
                layer.seeds(),
                net.seeds()
            )?;
        }
    }
    Ok(())
}
