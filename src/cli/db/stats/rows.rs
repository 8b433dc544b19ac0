//! The counts in lines: for people, and as CSV.

use std::io::{self, Write};

use super::Counted;

/// A line a layer; where bounds are, also how many boards are exact and how wide the bounds.
pub(super) fn write_summary(
    rules: &str,
    layers: &[Counted],
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_bounds = layers
        .iter()
        .any(|counted| counted.statistics.intervals.is_some());
    writeln!(out, "rules  {rules}")?;
    write!(
        out,
        "layer        positions              win             draw             loss   mean"
    )?;
    let more = if has_bounds { "    exact  width" } else { "" };
    writeln!(out, "{more}")?;
    for Counted { layer, statistics } in layers {
        let exact = &statistics.exact;
        let mean = exact
            .mean()
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:+.2}"));
        write!(
            out,
            "{:>5}  {:>15}  {:>15}  {:>15}  {:>15}  {mean:>5}",
            layer.seeds(),
            statistics.boards,
            exact.wins(),
            exact.draws(),
            exact.losses()
        )?;
        if has_bounds {
            let intervals = statistics.intervals.as_ref();
            let width = intervals.and_then(|intervals| intervals.mean_width());
            write!(
                out,
                "  {:>5.1} %  {:>5.2}",
                percent(exact.boards(), statistics.boards),
                width.unwrap_or(0.0)
            )?;
        }
        writeln!(out)?;
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
