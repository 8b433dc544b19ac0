//! The styles of the screen. Without colour nothing is lost: weight, underline and reverse
//! say the same.

use ratatui::style::{Color, Modifier, Style};

/// How each kind of thing looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Palette {
    is_coloured: bool,
}

impl Palette {
    /// With colours or without.
    pub(super) const fn new(is_coloured: bool) -> Self {
        Self { is_coloured }
    }

    const fn with(self, colour: Color) -> Style {
        match self.is_coloured {
            true => Style::new().fg(colour),
            false => Style::new(),
        }
    }

    /// A pit that may be played.
    pub(super) const fn legal(self) -> Style {
        self.with(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// The pit that is chosen.
    pub(super) const fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED.union(Modifier::BOLD))
    }

    /// Seeds that fall.
    pub(super) const fn falling(self) -> Style {
        self.with(Color::Green)
    }

    /// Seeds that are taken.
    pub(super) const fn taken(self) -> Style {
        self.with(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// The pit of the last seed.
    pub(super) const fn last(self) -> Style {
        self.with(Color::Yellow).add_modifier(Modifier::UNDERLINED)
    }

    /// Frames and what is less important.
    pub(super) const fn faint(self) -> Style {
        self.with(Color::DarkGray)
    }

    /// What is said to the player.
    pub(super) const fn note(self) -> Style {
        self.with(Color::Yellow)
    }

    /// Whose turn it is, and how the game ended.
    pub(super) const fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
