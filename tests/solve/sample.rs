//! Random positions and tables for whoever compares answers, the same on every machine.

use std::path::Path;

use oware::endgame::{Access, Database, Layer, Rank, build};
use oware::search::Oracle;

use super::*;

/// A board with so many seeds, each as likely as any other.
pub(crate) fn random_board(seeds: u8, random: &mut Random) -> Board {
    let layer = Layer::new(seeds);
    layer.unrank(Rank::new(random.below(layer.boards() as usize) as u64))
}

/// A position with 48 seeds in all, so many of them on the board.
pub(crate) fn with_stores(board: Board, own: u8) -> Position {
    let pits = board.mover().into_iter().chain(board.opponent());
    let pits: Vec<String> = pits.map(|pit| pit.to_string()).collect();
    let other = 48 - board.seeds() - own;
    format!("{}-{own}-{other}-S", pits.join("-"))
        .parse()
        .unwrap()
}

/// A random position of so many seeds that is not over, every fourth of them after up to a
/// dozen plies without a capture.
pub(crate) fn random_game(rules: Rules, seeds: u8, random: &mut Random) -> Game {
    let plies = if random.below(4) == 0 {
        random.below(13)
    } else {
        0
    };
    loop {
        let board = random_board(seeds, random);
        let half = (48 - seeds) / 2;
        let mut game = Game::new(with_stores(board, half), rules);
        if game.end().is_some() {
            continue;
        }
        for _ in 0..plies {
            let quiet = quiet_moves(&game);
            if quiet.is_empty() {
                break;
            }
            game.play(quiet[random.below(quiet.len())]).unwrap();
        }
        return game;
    }
}

/// The moves that neither capture nor end the game.
fn quiet_moves(game: &Game) -> Vec<Move> {
    let goes_on = |&played: &Move| {
        let mut next = game.clone();
        next.play(played).unwrap();
        next.end().is_none() && next.quiet_plies() > game.quiet_plies()
    };
    oware::game::legal_moves(game.position().board(), game.rules())
        .filter(goes_on)
        .collect()
}

/// The tables for some rules up to so many seeds, built in a directory on top of those
/// that are there.
pub(crate) fn tables(rules: Rules, seeds: u8, dir: &Path) -> Database {
    let rules = rules.value_rules();
    build(dir, &rules, seeds, &Silent).unwrap();
    Database::open(dir, &rules, Access::Map).unwrap()
}

/// What tables know of boards of up to so many seeds.
pub(crate) struct UpTo<'a>(pub(crate) &'a Database, pub(crate) u8);

impl Oracle for UpTo<'_> {
    fn probe(&self, board: Board) -> Option<oware::game::Bounds<oware::game::Net>> {
        (board.seeds() <= self.1)
            .then(|| self.0.probe(board).unwrap())
            .flatten()
    }

    fn reach(&self) -> u8 {
        self.1
    }
}
