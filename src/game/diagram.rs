//! The board as it is drawn: North's row on top (`f` to `a`), South's below (`A` to `F`),
//! each store beside its own row.
//!
//! One drawing serves every command that shows a board, so that a player learns it once.
//! A [`Trace`] says where the seeds of a move went; with it the board before a move marks
//! the pit played, `[4]`, and the board after it the pit of the last seed, `*1`, and the
//! seeds that were taken, `-3`. [`BoardStyle::Text`] is one line for screen readers, which
//! read frames and columns aloud as noise.

use std::fmt;

use super::board::Board;
use super::moves::{self, Effect};
use super::pit::{PITS_PER_ROW, Pit, Player};
use super::position::Position;
use super::rules::Rules;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardStyle {
    /// With a frame of box characters.
    Unicode,
    /// With a frame of ASCII characters.
    Ascii,
    /// One line of words, for screen readers.
    Text,
}

/// The words of a diagram, in the language of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramWords {
    /// What South and North are called.
    pub players: [&'static str; 2],
    /// What a store is called.
    pub store: &'static str,
    /// What is said when South, and when North is to move.
    pub to_move: [&'static str; 2],
}

impl DiagramWords {
    /// The words of all commands that speak English.
    pub const ENGLISH: Self = Self {
        players: ["South", "North"],
        store: "store",
        to_move: ["South to move", "North to move"],
    };
}

/// How the rows lie on the page.
///
/// ```
/// use oware::game::{Orientation, Player};
///
/// let north = Orientation { bottom: Player::North, is_clockwise: false };
/// let letters = |player| north.row(player).map(|pit| pit.letter(player)).collect::<String>();
/// assert_eq!([letters(Player::South), letters(Player::North)], ["FEDCBA", "abcdef"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Whose row is below.
    pub bottom: Player,
    /// Whether the seeds go round clockwise, so that a player's first pit is on his right.
    pub is_clockwise: bool,
}

impl Orientation {
    /// South below, the seeds anticlockwise.
    pub const USUAL: Self = Self {
        bottom: Player::South,
        is_clockwise: false,
    };

    /// A player's pits from left to right on the page.
    pub fn row(self, player: Player) -> impl Iterator<Item = Pit> {
        let mut pits = Pit::ALL;
        if (player == self.bottom) == self.is_clockwise {
            pits.reverse();
        }
        pits.into_iter()
    }
}

/// Where the seeds of one move went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Who sowed.
    pub mover: Player,
    /// The pit he sowed from.
    pub pit: Pit,
    /// The seeds he sowed.
    pub seeds: u8,
    /// The owner and the pit of the last seed.
    pub last: (Player, Pit),
    /// The seeds he took out of each of the opponent's pits, from the opponent's left.
    pub taken: [u8; PITS_PER_ROW],
    /// What the move did as a whole.
    pub effect: Effect,
}

impl Trace {
    /// Follows the seeds of `pit`; `None` when it is empty. Whether the rules allow the
    /// move is not asked.
    #[must_use]
    pub fn new(position: &Position, pit: Pit, rules: Rules) -> Option<Self> {
        let board = position.board();
        let seeds = board.seeds_in(pit);
        if seeds == 0 {
            return None;
        }
        let mover = position.to_move();
        let effect = moves::effect(board, pit, rules);
        Some(Self {
            mover,
            pit,
            seeds,
            last: last_pit(mover, pit, seeds),
            taken: taken(board, pit, effect),
            effect,
        })
    }

    /// The seeds that the mover took.
    #[must_use]
    pub const fn captured(&self) -> u8 {
        self.effect.captured
    }
}

/// Sowing skips the emptied pit on every lap, so a lap has one pit less than the board.
fn last_pit(mover: Player, pit: Pit, seeds: u8) -> (Player, Pit) {
    let lap = 2 * PITS_PER_ROW - 1;
    let steps = (usize::from(seeds) - 1) % lap + 1;
    let place = (pit.index() + steps) % (2 * PITS_PER_ROW);
    let owner = if place < PITS_PER_ROW {
        mover
    } else {
        mover.opposite()
    };
    (owner, Pit::ALL[place % PITS_PER_ROW])
}

/// The mover's harvest from each pit: what the sown row has more than the row that is left.
fn taken(board: Board, pit: Pit, effect: Effect) -> [u8; PITS_PER_ROW] {
    if effect.captured == 0 {
        return [0; PITS_PER_ROW];
    }
    let sown = board.sow(pit).board.opponent();
    // A board cleared by a slam is left with nothing here too, so that all of it was taken.
    let left = effect.board.opponent();
    std::array::from_fn(|index| sown[index] - left[index])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    None,
    Played(Trace),
    Result(Trace),
}

/// A board ready to be drawn; it prints without a line end after its last line.
///
/// ```
/// use oware::game::{BoardStyle, Diagram, Position};
///
/// let drawing = Diagram::new(Position::START, BoardStyle::Ascii);
/// assert_eq!(
///     drawing.lines(),
///     [
///         "         f   e   d   c   b   a",
///         "      +------------------------+",
///         "North |  4   4   4   4   4   4 |  0",
///         "South |  4   4   4   4   4   4 |  0",
///         "      +------------------------+",
///         "         A   B   C   D   E   F",
///     ]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    position: Position,
    style: BoardStyle,
    words: DiagramWords,
    orientation: Orientation,
    marks: Marks,
}

impl Diagram {
    /// The board of a position, without marks, in English.
    #[must_use]
    pub const fn new(position: Position, style: BoardStyle) -> Self {
        Self {
            position,
            style,
            words: DiagramWords::ENGLISH,
            orientation: Orientation::USUAL,
            marks: Marks::None,
        }
    }

    /// The same with other words.
    #[must_use]
    pub const fn with_words(mut self, words: DiagramWords) -> Self {
        self.words = words;
        self
    }

    /// The same with its rows lying another way.
    #[must_use]
    pub const fn oriented(mut self, orientation: Orientation) -> Self {
        self.orientation = orientation;
        self
    }

    /// The same with the pit marked that `trace` sows from: for the board before a move.
    #[must_use]
    pub const fn before(mut self, trace: Trace) -> Self {
        self.marks = Marks::Played(trace);
        self
    }

    /// The same with the last seed and the seeds taken marked: for the board after a move.
    #[must_use]
    pub const fn after(mut self, trace: Trace) -> Self {
        self.marks = Marks::Result(trace);
        self
    }

    /// The lines of the drawing: six of one width but for the letters, or the one of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let [corner_top, corner_bottom, wall, bar] = match self.style {
            BoardStyle::Unicode => [["╭", "╮"], ["╰", "╯"], ["│", "│"], ["─", "─"]],
            BoardStyle::Ascii => [["+", "+"], ["+", "+"], ["|", "|"], ["-", "-"]],
            BoardStyle::Text => return vec![self.one_line()],
        };
        let width = self.label_width();
        let indent = " ".repeat(width + 1);
        let frame = |[left, right]: [&str; 2]| {
            format!("{indent}{left}{}{right}", bar[0].repeat(4 * PITS_PER_ROW))
        };
        let letters = |player: Player| {
            let cells: String = self
                .orientation
                .row(player)
                .map(|pit| format!("  {} ", pit.letter(player)))
                .collect();
            format!("{indent} {}", cells.trim_end())
        };
        let row = |player: Player| {
            let label = self.words.players[player as usize];
            let pits = self.orientation.row(player);
            let cells: String = pits.map(|pit| self.cell(player, pit)).collect();
            let store = self.position.store(player);
            format!("{label:width$} {}{cells}{} {store:>2}", wall[0], wall[1])
        };
        let (top, bottom) = (self.orientation.bottom.opposite(), self.orientation.bottom);
        vec![
            letters(top),
            frame(corner_top),
            row(top),
            row(bottom),
            frame(corner_bottom),
            letters(bottom),
        ]
    }

    /// The columns that a drawing with a frame takes up, stores included.
    #[must_use]
    pub fn width(&self) -> usize {
        self.label_width() + 1 + 4 * PITS_PER_ROW + 2 + 3
    }

    fn label_width(&self) -> usize {
        let widths = self.words.players.map(|name| name.chars().count());
        widths[0].max(widths[1])
    }

    /// Four columns; the last digit stands in the third.
    fn cell(&self, owner: Player, pit: Pit) -> String {
        let seeds = self.position.row(owner)[pit.index()];
        match self.marks {
            Marks::Played(trace) if (owner, pit) == (trace.mover, trace.pit) => {
                format!("{:>4}", format!("[{seeds}]"))
            }
            Marks::Result(trace) => {
                let taken = match owner == trace.mover {
                    true => 0,
                    false => trace.taken[pit.index()],
                };
                let number = match taken {
                    0 => seeds.to_string(),
                    taken => format!("-{taken}"),
                };
                let star = if (owner, pit) == trace.last { "*" } else { "" };
                format!("{:>3} ", format!("{star}{number}"))
            }
            _ => format!("{seeds:>3} "),
        }
    }

    fn one_line(&self) -> String {
        let side = |player: Player| {
            let pits: Vec<Pit> = self.orientation.row(player).collect();
            let seeds: Vec<_> = pits
                .iter()
                .map(|pit| self.position.row(player)[pit.index()].to_string())
                .collect();
            let [first, .., last] = pits[..] else {
                unreachable!("a row has six pits")
            };
            format!(
                "{} {}-{} {}, {} {}",
                self.words.players[player as usize],
                first.letter(player),
                last.letter(player),
                seeds.join(" "),
                self.words.store,
                self.position.store(player)
            )
        };
        format!(
            "{}; {}; {}",
            side(self.orientation.bottom.opposite()),
            side(self.orientation.bottom),
            self.words.to_move[self.position.to_move() as usize]
        )
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(position: &str, pit: u8, rules: &str) -> Trace {
        let position: Position = position.parse().unwrap();
        Trace::new(&position, Pit::new(pit), rules.parse().unwrap()).unwrap()
    }

    #[test]
    fn marks_show_the_pit_the_last_seed_and_the_harvest() {
        let before: Position = "0-3-0-0-4-0-1-2-1-0-0-1-18-18-S".parse().unwrap();
        let after: Position = "0-3-0-0-0-1-0-0-0-0-0-1-25-18-N".parse().unwrap();
        let trace = Trace::new(&before, Pit::new(4), Rules::default()).unwrap();
        let rows = |diagram: Diagram| diagram.lines()[2..4].to_vec();
        assert_eq!(
            rows(Diagram::new(before, BoardStyle::Unicode).before(trace)),
            [
                "North │  1   0   0   1   2   1 │ 18",
                "South │  0   3   0   0  [4]  0 │ 18",
            ]
        );
        assert_eq!(
            rows(Diagram::new(after, BoardStyle::Unicode).after(trace)),
            [
                "North │  1   0   0 *-2  -3  -2 │ 18",
                "South │  0   3   0   0   0   1 │ 25",
            ]
        );
    }

    #[test]
    fn rows_are_as_wide_as_promised_with_two_digits_too() {
        let position: Position = "0-0-0-0-0-17-0-0-0-0-0-0-15-16-S".parse().unwrap();
        let trace = trace("0-0-0-0-0-17-0-0-0-0-0-0-15-16-S", 5, "abapa");
        let diagram = Diagram::new(position, BoardStyle::Ascii).before(trace);
        for row in &diagram.lines()[2..4] {
            assert_eq!(row.chars().count(), diagram.width(), "{row}");
        }
        assert!(diagram.to_string().contains("  0 [17]|"), "{diagram}");
    }

    #[test]
    fn text_is_one_line_with_the_side_to_move() {
        let position: Position = "0-3-0-0-4-0-1-2-1-0-0-0-19-18-N".parse().unwrap();
        assert_eq!(
            Diagram::new(position, BoardStyle::Text).to_string(),
            "North f-a 0 0 0 1 2 1, store 18; South A-F 0 3 0 0 4 0, store 19; North to move"
        );
    }

    #[test]
    fn rows_lie_as_asked_and_letters_go_with_them() {
        let position: Position = "1-2-3-4-5-6-1-0-0-0-0-2-0-0-N".parse().unwrap();
        let rows = |bottom, is_clockwise| {
            let orientation = Orientation {
                bottom,
                is_clockwise,
            };
            let diagram = Diagram::new(position, BoardStyle::Ascii).oriented(orientation);
            diagram.lines()[3..]
                .join("|")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let frame = "+------------------------+";
        assert_eq!(
            rows(Player::North, false),
            format!("North | 1 0 0 0 0 2 | 0| {frame}| a b c d e f")
        );
        assert_eq!(
            rows(Player::South, true),
            format!("South | 6 5 4 3 2 1 | 0| {frame}| F E D C B A")
        );
        let text = Diagram::new(position, BoardStyle::Text).oriented(Orientation {
            bottom: Player::North,
            is_clockwise: true,
        });
        assert_eq!(
            text.to_string(),
            "South A-F 1 2 3 4 5 6, store 0; North f-a 2 0 0 0 0 1, store 0; North to move"
        );
    }

    #[test]
    fn last_seed_skips_the_emptied_pit_on_every_lap() {
        let last = |position, pit| {
            let (owner, pit) = trace(position, pit, "abapa").last;
            pit.letter(owner)
        };
        assert_eq!(last("0-2-12-0-1-0-3-3-0-0-4-0-11-12-S", 2), 'D');
        assert_eq!(last("23-0-0-0-0-0-0-2-0-1-0-0-11-11-S", 0), 'B');
        assert_eq!(last("0-0-2-0-0-1-0-0-0-0-0-1-22-22-N", 5), 'A');
    }

    #[test]
    fn harvest_of_a_slam_is_what_the_setting_lets_the_mover_take() {
        let taken = |slam: &str| {
            let rules = format!("abapa+grand-slam={slam}");
            trace("0-3-0-0-4-0-1-2-1-0-0-0-19-18-S", 4, &rules).taken
        };
        assert_eq!(taken("no-capture"), [0; 6]);
        assert_eq!(taken("capture"), [2, 3, 2, 0, 0, 0]);
        assert_eq!(taken("opponent-takes-rest"), [2, 3, 2, 0, 0, 0]);
        assert_eq!(taken("keep-first"), [2, 3, 0, 0, 0, 0]);
        assert_eq!(taken("keep-last"), [0, 3, 2, 0, 0, 0]);
    }
}
