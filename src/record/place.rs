//! Places in a text: byte offsets while reading, line and column for people.
//!
//! Counting columns costs time in proportion to the line, and a game of fifty thousand
//! plies can be one line. So readers carry [`Offset`]s, which are free, and only the few
//! places that a warning or an error names are ever counted out.

use std::fmt;

/// A place in a text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A place in a text as the number of bytes before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Offset(pub(crate) usize);

/// A text with the places where its lines begin.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Lines end in a line feed, with or without a carriage return before it.
    pub(crate) fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// Where people find `offset`.
    pub(crate) fn place(&self, Offset(offset): Offset) -> TextPlace {
        // The first line begins at 0, so at least one line begins at or before any offset.
        let line = self.starts.partition_point(|&start| start <= offset);
        let before = &self.text[self.starts[line - 1]..offset];
        TextPlace {
            line,
            column: before.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_either_way() {
        let text = "é b\r\nc\n\nd";
        let lines = Lines::new(text);
        let place = |word: &str| lines.place(Offset(text.find(word).unwrap())).to_string();
        assert_eq!(["b", "c", "d"].map(place), ["1:3", "2:1", "4:1"]);
        assert_eq!(lines.place(Offset(text.len())).to_string(), "4:2");
    }
}
