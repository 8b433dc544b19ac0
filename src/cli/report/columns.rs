//! [`Table`]: columns as wide as what is in them.

use std::io::{self, Write};

use super::super::output::Console;

/// Which side of its column a cell keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a head.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    aligns: Vec<Align>,
    /// The head first.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(columns: impl IntoIterator<Item = (String, Align)>) -> Self {
        let (head, aligns) = columns.into_iter().unzip();
        Self {
            aligns,
            rows: vec![head],
        }
    }

    /// Adds a row, a cell for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the head in bold and a line for each row.
    pub(crate) fn write(&self, out: &mut dyn Write, console: &Console) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.aligns.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        for (index, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).zip(&self.aligns);
            let cells: Vec<String> = cells
                .map(|((cell, &width), align)| match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                })
                .collect();
            let line = cells.join("  ");
            let line = line.trim_end();
            match index {
                0 => writeln!(out, "{}", console.bold(line))?,
                _ => writeln!(out, "{line}")?,
            }
        }
        Ok(())
    }
}
