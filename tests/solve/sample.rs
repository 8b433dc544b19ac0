//! Random positions and tables for whoever compares answers, the same on every machine, and
//! what `scripts/check-search.sh` says about how much to compare.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use oware::endgame::{Access, Database, Layer, Rank, build};
use oware::search::Oracle;

use super::*;

/// A number from the environment.
pub(crate) fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|error| panic!("{name}={text}: {error}"))
    })
}

/// The rounds to do: so many from `OWARE_FIRST` on, which a run that was broken off goes on
/// from.
pub(crate) fn rounds(count: usize) -> Range<usize> {
    let first = setting("OWARE_FIRST", 0);
    first..first.max(count)
}

/// The rounds in parts that are told of one after the other, so that little is lost when a run
/// is broken off.
pub(crate) fn parts(rounds: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let part = setting("OWARE_PART", 500);
    let end = rounds.end;
    rounds
        .step_by(part)
        .map(move |first| first..end.min(first + part))
}

/// Whether `OWARE_RULES` names a set of rules, or none at all.
pub(crate) fn is_chosen(name: &str) -> bool {
    let chosen = std::env::var("OWARE_RULES").unwrap_or_default();
    let mut names = chosen.split_whitespace().peekable();
    names.peek().is_none() || names.any(|chosen| chosen == name)
}

/// Does the work of these rounds on `OWARE_THREADS` threads, or on all; each thread makes ready
/// once.
pub(crate) fn on_all_threads<T>(
    rounds: Range<usize>,
    ready: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, usize) + Sync,
) {
    let all = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(rounds.start);
    std::thread::scope(|scope| {
        for _ in 0..setting("OWARE_THREADS", all) {
            scope.spawn(|| {
                let mut means = ready();
                loop {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= rounds.end {
                        break;
                    }
                    work(&mut means, round);
                }
            });
        }
    });
}

/// The numbers behind a round, which no other round shares.
pub(crate) fn random_of(round: usize) -> Random {
    Random((round as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// The rules by which play goes on to the last seed.
pub(crate) fn without_target(name: &str) -> Rules {
    rules(&format!("{name}+target=48"))
}

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
/// dozen plies without a capture; of the fewest with which play goes on, where so few end it.
pub(crate) fn random_game(rules: Rules, seeds: u8, random: &mut Random) -> Game {
    let seeds = seeds.max(rules.few_seeds() + 1);
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
