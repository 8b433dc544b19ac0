//! [`Book`]: moves of the opening that were found by long searches beforehand.
//!
//! A book saves the time of the first moves and nothing else: its values are guesses of a
//! search, longer than a game would allow, and it never says more of a move than that. A
//! board is looked up as its mover sees it, so one entry serves both players; stores and
//! history make no difference as early in the game as a book reaches.
//!
//! The text is a line for each board, after lines that begin with `#` and say how it was made:
//! the twelve pits from the mover's first one on, his move, what the search made of it as the
//! difference of seeds still to come, and the depth in plies that it completed, with tabs
//! between them.
//!
//! The books that are part of the program stand under `data/book/`, made by `oware build-book`
//! from nothing but the search. The command stands in a file's head; it gives the same bytes for
//! any number of threads, as long as the search itself is the same.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::game::{Board, Game, Net, PITS_PER_ROW, Pit, Player, Rules, legal};

/// The rule sets that have a book.
static EMBEDDED: [(&str, &str); 2] = [
    ("abapa", include_str!("../../data/book/abapa.tsv")),
    ("awari", include_str!("../../data/book/awari.tsv")),
];

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let read = |&(name, text): &(&str, &str)| {
        let rules = name.parse().expect("the name of a rule set");
        Book::parse(text, rules).expect("a test reads the books of the program")
    };
    EMBEDDED.iter().map(read).collect()
});

/// What a book says of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub pit: Pit,
    /// What the search made of it: seeds still to come, mover's less opponent's.
    pub value: Net,
    /// The depth that the search completed.
    pub depth_plies: u16,
}

/// Moves for boards of the opening under one set of rules.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    moves: HashMap<Board, BookMove>,
}

/// What is wrong with the text of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BookError {
    /// From 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: BookFault,
}

/// What is wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// Not as many columns as it should have.
    #[error("{found} columns; there are four: board, move, value, depth")]
    Columns {
        /// How many there are.
        found: usize,
    },
    /// The first column is no board.
    #[error("'{0}' is not twelve numbers of seeds, 48 at most in all, joined by '-'")]
    Board(String),
    /// The second column is no move that the board allows.
    #[error("'{0}' is not a legal move of the board; moves are A to F")]
    Move(String),
    /// The third or fourth column is no number, or one out of range.
    #[error("'{0}' is not a number of seeds or plies")]
    Number(String),
    /// The board stands in an earlier line.
    #[error("the board {0} is there twice")]
    Twice(String),
}

impl Book {
    /// A book without moves.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            moves: HashMap::new(),
        }
    }

    /// The book of the program for these rules, if it has one.
    #[must_use]
    pub fn embedded(rules: &Rules) -> Option<&'static Self> {
        let wanted = rules.value_rules();
        BOOKS.iter().find(|book| book.rules.value_rules() == wanted)
    }

    /// Reads the text of a book.
    ///
    /// # Errors
    ///
    /// The first line that is not as it should be.
    pub fn parse(text: &str, rules: Rules) -> Result<Self, BookError> {
        let mut book = Self::new(rules);
        for (line, number) in text.lines().zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |fault| BookError {
                line: number,
                fault,
            };
            let (board, known) = entry(line, rules).map_err(fault)?;
            if book.moves.insert(board, known).is_some() {
                return Err(fault(BookFault::Twice(pits(board))));
            }
        }
        Ok(book)
    }

    /// Notes a move for a board, in place of another.
    pub fn insert(&mut self, board: Board, known: BookMove) {
        self.moves.insert(board, known);
    }

    /// What it says of a board as the mover sees it.
    #[must_use]
    pub fn get(&self, board: Board) -> Option<BookMove> {
        self.moves.get(&board).copied()
    }

    /// Its move for a game, whose rules it must be made for.
    #[must_use]
    pub fn find(&self, game: &Game) -> Option<BookMove> {
        let is_for = game.rules().value_rules() == self.rules.value_rules();
        is_for.then(|| self.get(game.position().board())).flatten()
    }

    /// How many boards it has a move for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The lines without a head, in an order that depends on nothing but the moves.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: Vec<_> = self.moves.iter().collect();
        lines.sort_unstable_by_key(|&(board, _)| *board);
        for (&board, known) in lines {
            let BookMove {
                pit,
                value,
                depth_plies,
            } = known;
            let (board, letter) = (pits(board), pit.letter(Player::South));
            writeln!(f, "{board}\t{letter}\t{}\t{depth_plies}", value.seeds())?;
        }
        Ok(())
    }
}

/// The twelve pits of a board, from the mover's first one on.
fn pits(board: Board) -> String {
    let rows = [board, board.rotated()];
    let seeds = rows
        .iter()
        .flat_map(|row| Pit::ALL.map(|pit| row.seeds_in(pit).to_string()));
    seeds.collect::<Vec<_>>().join("-")
}

fn entry(line: &str, rules: Rules) -> Result<(Board, BookMove), BookFault> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [board_text, move_text, value, depth] = columns[..] else {
        return Err(BookFault::Columns {
            found: columns.len(),
        });
    };
    let board = board_of(board_text).ok_or_else(|| BookFault::Board(board_text.to_owned()))?;
    let pit = one_letter(move_text)
        .and_then(Pit::from_letter)
        .filter(|&(pit, owner)| owner == Player::South && legal(board, rules).contains(pit))
        .ok_or_else(|| BookFault::Move(move_text.to_owned()))?
        .0;
    let number = |text: &str| BookFault::Number(text.to_owned());
    let known = BookMove {
        pit,
        value: value
            .parse()
            .ok()
            .filter(|net: &i8| net.unsigned_abs() <= board.seeds())
            .map(Net::new)
            .ok_or_else(|| number(value))?,
        depth_plies: depth.parse().map_err(|_| number(depth))?,
    };
    Ok((board, known))
}

fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn board_of(text: &str) -> Option<Board> {
    let seeds: Vec<u8> = text
        .split('-')
        .map(|pit| pit.parse().ok())
        .collect::<Option<_>>()?;
    let sum: u32 = seeds.iter().map(|&pit| u32::from(pit)).sum();
    let (mover, opponent) = seeds.split_at_checked(PITS_PER_ROW)?;
    (sum <= 48).then_some(())?;
    Some(Board::new(
        mover.try_into().ok()?,
        opponent.try_into().ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;

    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4";

    #[test]
    fn books_of_the_program_know_the_start_and_read_back() {
        for (name, text) in EMBEDDED {
            let rules: Rules = name.parse().unwrap();
            let book = Book::embedded(&rules).unwrap();
            assert!(book.find(&Game::new(Position::START, rules)).is_some());
            assert!(book.len() > 50, "{name}: {}", book.len());
            let head: String = text
                .lines()
                .filter(|line| line.starts_with('#'))
                .map(|line| format!("{line}\n"))
                .collect();
            assert_eq!(
                format!("{head}{book}"),
                text,
                "{name} as build-book writes it"
            );
        }
    }

    #[test]
    fn book_of_other_rules_is_not_asked() {
        let book = Book::embedded(&"abapa".parse().unwrap()).unwrap();
        let game = |rules: &str| Game::new(Position::START, rules.parse().unwrap());
        assert!(book.find(&game("abapa")).is_some());
        assert!(book.find(&game("abapa+grand-slam=forbidden")).is_none());
        assert!(Book::embedded(&"playstrategy".parse().unwrap()).is_none());
    }

    #[test]
    fn faulty_lines_are_named() {
        let fault = |line: &str| {
            let text = format!("# head\n\n{line}");
            let error = Book::parse(&text, Rules::default()).unwrap_err();
            assert_eq!(error.line, 3);
            error.fault
        };
        assert_eq!(fault("4-4"), BookFault::Columns { found: 1 });
        for board in ["4-4", "5-4-4-4-4-4-4-4-4-4-4-4", "x-4-4-4-4-4-4-4-4-4-4-4"] {
            let line = format!("{board}\tA\t0\t9");
            assert_eq!(fault(&line), BookFault::Board(board.to_owned()));
        }
        for played in ["a", "G", "AB", ""] {
            let line = format!("{START}\t{played}\t0\t9");
            assert_eq!(fault(&line), BookFault::Move(played.to_owned()));
        }
        let empty_pit = "0-4-4-4-4-4-4-4-4-4-4-4\tA\t0\t9";
        assert_eq!(fault(empty_pit), BookFault::Move("A".to_owned()));
        for (value, depth, wrong) in [("49", "9", "49"), ("x", "9", "x"), ("0", "-1", "-1")] {
            let line = format!("{START}\tA\t{value}\t{depth}");
            assert_eq!(fault(&line), BookFault::Number(wrong.to_owned()));
        }
        let twice = format!("{START}\tA\t0\t9");
        let error = Book::parse(&format!("{twice}\n{twice}"), Rules::default()).unwrap_err();
        assert_eq!(
            (error.line, error.fault),
            (2, BookFault::Twice(START.to_owned()))
        );
    }
}
