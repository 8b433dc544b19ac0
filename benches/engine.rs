//! The engine's speed: playing, counting, legal moves, rank and unrank. Each benchmark
//! asserts its answer: a fast wrong number is not a measurement.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use oware::endgame::{Layer, Rank};
use oware::game::{Board, Game, Move, Position, Rules, legal};
use oware::perft::{LastPly, perft};

fn main() {
    divan::main();
}

fn rules(name: &str) -> Rules {
    name.parse().expect("the benchmark names rules that exist")
}

/// Plies of a fixed pseudo-random game, which every platform plays the same.
fn game_moves(rules: Rules) -> Vec<Move> {
    let mut game = Game::new(Position::START, rules);
    let mut state = 1_u32;
    while game.end().is_none() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let legal = game.position().legal(rules);
        let choice = (state >> 16) as usize % legal.len();
        let pit = { legal }
            .nth(choice)
            .expect("the choice is below the number of moves");
        game.play(Move::Sow(pit)).expect("the move is legal");
    }
    game.moves().to_vec()
}

/// A whole game with its history: repetition and limits are looked at after every ply.
#[divan::bench]
fn play_a_game(bencher: Bencher) {
    let moves = game_moves(Rules::default());
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let mut game = Game::new(Position::START, Rules::default());
        for &played in black_box(&moves) {
            game.play(played).expect("the moves are those of a game");
        }
        assert!(game.end().is_some());
        game
    });
}

/// Every leaf played, one thread. Items are moves, inner ones too.
#[divan::bench(args = ["abapa", "awari", "marquoir"])]
fn perft_8_played(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let moves: u64 = [6, 36, 190, 1_014, 5_219, 27_332, 139_157, 711_414]
        .into_iter()
        .sum();
    let pool = one_thread();
    bencher.counter(ItemsCount::new(moves)).bench(|| {
        let count = pool.install(|| perft(&Position::START, rules, 8, LastPly::Played));
        assert_eq!(count.leaves, 711_414);
    });
}

/// The last ply counted, one thread. Items are leaves.
#[divan::bench(args = ["abapa", "awari", "marquoir"])]
fn perft_9_counted(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let pool = one_thread();
    bencher.counter(ItemsCount::new(3_592_872_u64)).bench(|| {
        let count = pool.install(|| perft(&Position::START, rules, 9, LastPly::Counted));
        assert_eq!(count.leaves, 3_592_872);
    });
}

/// Boards spread evenly over the layer of 24 seeds.
fn boards(layer: Layer) -> Vec<Board> {
    let step = layer.boards() / BOARDS as u64;
    (0..BOARDS as u64)
        .map(|index| layer.unrank(Rank::new(index * step)))
        .collect()
}

const BOARDS: usize = 10_000;
const LAYER: Layer = Layer::new(24);

#[divan::bench]
fn rank_boards(bencher: Bencher) {
    let boards = boards(LAYER);
    let step = LAYER.boards() / BOARDS as u64;
    let expected = step * (BOARDS as u64 * (BOARDS as u64 - 1) / 2);
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        let sum: u64 = black_box(&boards)
            .iter()
            .map(|&board| LAYER.rank(board).get())
            .sum();
        assert_eq!(sum, expected);
    });
}

#[divan::bench]
fn unrank_boards(bencher: Bencher) {
    let step = LAYER.boards() / BOARDS as u64;
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        let seeds: usize = (0..BOARDS as u64)
            .map(|index| usize::from(LAYER.unrank(black_box(Rank::new(index * step))).seeds()))
            .sum();
        assert_eq!(seeds, BOARDS * usize::from(LAYER.seeds()));
    });
}

#[divan::bench(args = ["abapa", "awari", "marquoir"])]
fn legal_moves(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let boards = boards(LAYER);
    let expected: usize = boards.iter().map(|&board| legal(board, rules).len()).sum();
    assert!(expected > BOARDS);
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        let sum: usize = black_box(&boards)
            .iter()
            .map(|&board| legal(board, rules).len())
            .sum();
        assert_eq!(sum, expected);
    });
}

fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread can be started")
}
