//! Positions as other programs write them: the FEN of PlayStrategy, the state of OpenSpiel.
//!
//! The FEN is `7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3`: North's row first, both rows as South
//! sees them, `13S` a pit and a bare number a run of empty pits; then South's store,
//! North's store, the side to move and the number of the move, which may be missing. The
//! state is `0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4`: side, stores, pits in sowing order from `A`.

use super::pit::{PITS_PER_ROW, Player};
use super::position::Position;
use super::position_fields::{
    Fields, PositionError, PositionForm, seeds, set_up, side_to_move, words,
};
use super::setup::Setup;

impl Position {
    /// The FEN that PlayStrategy writes, with 1 as the number of the move.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut north = self.row(Player::North);
        north.reverse();
        format!(
            "{}/{} {} {} {} 1",
            fen_row(north),
            fen_row(self.row(Player::South)),
            self.store(Player::South),
            self.store(Player::North),
            self.to_move().letter(),
        )
    }

    /// The state string of OpenSpiel.
    #[must_use]
    pub fn to_openspiel(&self) -> String {
        let pits: Vec<String> = Player::ALL
            .iter()
            .flat_map(|&player| self.row(player))
            .map(|seeds| seeds.to_string())
            .collect();
        format!(
            "{} | {} {} | {}",
            self.to_move() as u8,
            self.store(Player::South),
            self.store(Player::North),
            pits.join(" "),
        )
    }
}

fn fen_row(pits: [u8; PITS_PER_ROW]) -> String {
    let mut fields = Vec::new();
    for pits in pits.chunk_by(|&left, &right| left == 0 && right == 0) {
        match pits {
            [0, ..] => fields.push(pits.len().to_string()),
            _ => fields.extend(pits.iter().map(|seeds| format!("{seeds}S"))),
        }
    }
    fields.join(",")
}

pub(super) fn read_fen(text: &str) -> Result<Setup, PositionError> {
    let mut fields = Fields {
        form: PositionForm::Fen,
        words: words(text, 1).into_iter(),
    };
    let board_column = fields.words.as_slice().first().map_or(1, |word| word.0);
    let board = fields.next("the two rows of pits, with a '/' between", |word| {
        word.split_once('/')
            .filter(|(_, south)| !south.contains('/'))
            .map(|(north, south)| [south.to_owned(), north.to_owned()])
    })?;
    let [south, north] = board;
    let south_column = board_column + north.chars().count() + 1;
    let mut rows = [
        read_fen_row(&south, south_column, Player::South)?,
        read_fen_row(&north, board_column, Player::North)?,
    ];
    rows[Player::North as usize].reverse();
    let stores = [
        fields.next("South's store", seeds)?,
        fields.next("North's store", seeds)?,
    ];
    let to_move = fields.next("a side to move, S or N", side_to_move)?;
    if !fields.words.as_slice().is_empty() {
        fields.next("the number of the move", seeds)?;
    }
    fields.end()?;
    Ok(Setup {
        rows,
        stores,
        to_move,
    })
}

/// The pits of a row as South sees it.
fn read_fen_row(
    row: &str,
    mut column: usize,
    owner: Player,
) -> Result<[u32; PITS_PER_ROW], PositionError> {
    let mut pits = Vec::new();
    for field in row.split(',') {
        let bad = || PositionError::BadField {
            form: PositionForm::Fen,
            field: field.to_owned(),
            column,
            expected: "a pit like 4S or a number of empty pits",
        };
        match field.strip_suffix(['S', 's']) {
            Some(number) => pits.push(seeds(number).ok_or_else(bad)?),
            None => {
                let run = seeds(field)
                    .and_then(|run| usize::try_from(run).ok())
                    .filter(|run| (1..=PITS_PER_ROW).contains(run))
                    .ok_or_else(bad)?;
                pits.extend(std::iter::repeat_n(0, run));
            }
        }
        column += field.chars().count() + 1;
    }
    let found = pits.len();
    pits.try_into()
        .map_err(|_| PositionError::WrongRow { owner, found })
}

pub(super) fn read_openspiel(text: &str) -> Result<Setup, PositionError> {
    // The bars may touch their neighbours.
    let mut words_found = Vec::new();
    let mut column = 1;
    for (index, piece) in text.split('|').enumerate() {
        if index > 0 {
            words_found.push((column - 1, "|"));
        }
        words_found.extend(words(piece, column));
        column += piece.chars().count() + 1;
    }
    let mut fields = Fields {
        form: PositionForm::OpenSpiel,
        words: words_found.into_iter(),
    };
    let bar = |word: &str| (word == "|").then_some(());
    let to_move = fields.next("the side to move, 0 or 1", |word| match word {
        "0" => Some(Player::South),
        "1" => Some(Player::North),
        _ => None,
    })?;
    fields.next("a '|'", bar)?;
    let stores = [
        fields.next("South's store", seeds)?,
        fields.next("North's store", seeds)?,
    ];
    fields.next("a '|'", bar)?;
    let mut pits = [0; 12];
    for pit in &mut pits {
        *pit = fields.next("a number of seeds", seeds)?;
    }
    fields.end()?;
    Ok(set_up(&pits, stores, to_move))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_has_the_top_row_first_and_runs_of_empty_pits() {
        let text = "7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 3";
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), "6-5-5-0-0-0-7-2-1-8-7-7-0-0-N");
        assert_eq!(position.to_fen(), "7S,7S,8S,1S,2S,7S/6S,5S,5S,3 0 0 N 1");
        let spread: Position = "0-13-0-0-1-0-0-0-0-0-0-0-20-14-N".parse().unwrap();
        assert_eq!(spread.to_fen(), "6/1,13S,2,1S,1 20 14 N 1");
    }

    #[test]
    fn openspiel_numbers_the_sides_from_south() {
        let position: Position = "1 | 2 3 | 1 0 0 0 0 0 0 0 0 0 0 4".parse().unwrap();
        assert_eq!(position.to_string(), "1-0-0-0-0-0-0-0-0-0-0-4-2-3-N");
    }

    #[test]
    fn faults_of_other_programs_forms_are_told_in_their_words() {
        for (text, message) in [
            (
                "4S,4S/4S,4S,4S,4S,4S,4S 0 0 S",
                "North's row of the FEN has 2 pits; a row has 6",
            ),
            (
                "6/4S,x,4 0 0 S",
                "'x' at column 6 of the FEN is not a pit like 4S or a number of empty pits",
            ),
            (
                "6/7 0 0 S",
                "'7' at column 3 of the FEN is not a pit like 4S or a number of empty pits",
            ),
            ("6/6 0 0", "the FEN lacks a side to move, S or N"),
            (
                "6/6 0 z S",
                "'z' at column 7 of the FEN is not North's store",
            ),
            (
                "6/1S,5 0 0 S 1 2",
                "'2' at column 16 of the FEN is not part of it: it ends before",
            ),
            (
                "2 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4",
                "'2' at column 1 of the state of OpenSpiel is not the side to move, 0 or 1",
            ),
            (
                "0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4",
                "the state of OpenSpiel lacks a number of seeds",
            ),
            (
                "0 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4",
                "'0' at column 3 of the state of OpenSpiel is not a '|'",
            ),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message);
        }
    }
}
