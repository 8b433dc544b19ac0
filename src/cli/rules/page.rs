//! Text for people: paragraphs of 80 columns, drawings, lists.

use std::io::{self, Write};

use oware::game::{BoardStyle, Diagram, Rules};

use super::super::output::Console;
use super::catalogue::Catalogue;
use super::played::Played;
use super::{questions, steps, words};

/// The widest line.
const WIDTH: usize = 80;

/// Where and how text is written.
pub(super) struct Page<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) board: BoardStyle,
    pub(super) console: &'a Console,
    pub(super) out: &'a mut dyn Write,
}

impl Page<'_> {
    /// The explanation of one rule set.
    pub(super) fn explanation(&mut self, rules: Rules) -> io::Result<()> {
        let catalogue = self.catalogue;
        self.heading(&rules.to_string())?;
        let source = catalogue.fill("page.source", &[("source", rules.base().source())]);
        self.paragraph("", &source)?;
        if self.board != BoardStyle::Text {
            self.paragraph("", catalogue.text("page.legend"))?;
        }
        for (index, step) in steps::steps(catalogue, rules).into_iter().enumerate() {
            self.blank()?;
            self.heading(&format!("{}. {}", index + 1, step.title))?;
            self.paragraph("", &step.text)?;
            if let Some(example) = &step.example {
                self.blank()?;
                self.drawing(example)?;
                self.paragraph("  ", &words::caption(catalogue, example))?;
            }
        }
        self.blank()?;
        self.heading(catalogue.text("page.short"))?;
        self.list(&steps::short(catalogue, rules))?;
        self.blank()?;
        self.heading(catalogue.text("page.questions"))?;
        for (index, asked) in questions::questions(catalogue, rules).iter().enumerate() {
            if index > 0 {
                self.blank()?;
            }
            self.paragraph("", &asked.question)?;
            self.paragraph("  ", &asked.answer)?;
            if let Some(example) = &asked.example {
                self.paragraph("  ", &command(example))?;
                self.paragraph("  ", &words::caption(catalogue, example))?;
            }
        }
        self.blank()?;
        self.heading(catalogue.text("page.open"))?;
        self.list(&questions::open_points(catalogue, rules))
    }

    /// The board before the moves of an example and after them, side by side; in text
    /// style, line after line.
    pub(super) fn drawing(&mut self, example: &Played) -> io::Result<()> {
        let draw = |position| {
            Diagram::new(position, self.board).with_words(self.catalogue.lang.diagram_words())
        };
        let is_single = example.line.len() == 1;
        let mut before = draw(example.start());
        let mut after = draw(example.game.position());
        if let (true, Some(trace)) = (is_single, example.trace) {
            before = before.before(trace);
            after = after.after(trace);
        }
        let has_after = !example.game.moves().is_empty();
        if self.board == BoardStyle::Text {
            self.paragraph("  ", &before.to_string())?;
            if has_after {
                let after = after.to_string();
                let after = self.catalogue.fill("cap.after", &[("position", &after)]);
                self.paragraph("  ", &after)?;
            }
            return Ok(());
        }
        let right = match has_after {
            true => after.lines(),
            false => Vec::new(),
        };
        for (index, left) in before.lines().iter().enumerate() {
            let right = right.get(index).map(String::as_str).unwrap_or_default();
            let width = before.width();
            let line = format!("  {left:width$}   {right}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The board that a line begins from, with the pit of its only move marked.
    pub(super) fn before(&mut self, example: &Played) -> io::Result<()> {
        let words = self.catalogue.lang.diagram_words();
        let mut board = Diagram::new(example.start(), self.board).with_words(words);
        if let (true, Some(trace)) = (example.line.len() == 1, example.trace) {
            board = board.before(trace);
        }
        if self.board == BoardStyle::Text {
            return self.paragraph("  ", &board.to_string());
        }
        for line in board.lines() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    /// A heading.
    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.console.bold(text))
    }

    /// An empty line.
    pub(super) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A paragraph, each line after `indent`.
    pub(super) fn paragraph(&mut self, indent: &str, text: &str) -> io::Result<()> {
        self.hanging(indent, indent, text)
    }

    /// A list, each item after a dash.
    pub(super) fn list(&mut self, items: &[String]) -> io::Result<()> {
        for item in items {
            self.hanging("- ", "  ", item)?;
        }
        Ok(())
    }

    /// A paragraph that begins after `first` and goes on after `indent`.
    pub(super) fn hanging(&mut self, first: &str, indent: &str, text: &str) -> io::Result<()> {
        let mut lead = first;
        for line in wrap(
            text,
            WIDTH - indent.chars().count().max(first.chars().count()),
        ) {
            writeln!(self.out, "{lead}{line}")?;
            lead = indent;
        }
        Ok(())
    }
}

/// An example as the user can ask for it.
fn command(example: &Played) -> String {
    match example.letters() {
        letters if letters.is_empty() => example.start().to_string(),
        letters => format!("{} {letters}", example.start()),
    }
}

/// Lines of at most `width` columns, broken at spaces (not at those that bind). A word
/// that is wider stands alone on its line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_count_characters() {
        assert_eq!(wrap("été été été", 7), ["été été", "été"]);
        assert_eq!(wrap("a\u{a0}: bcdef", 5), ["a\u{a0}:", "bcdef"]);
    }
}
