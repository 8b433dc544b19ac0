//! Positions above the oracle: guessing and proving by force, on one thread and on two.

use std::num::NonZeroUsize;

use super::brute::{Layers, boards};
use super::*;

/// Knows layers up to some seeds of those that another oracle knows.
struct UpTo<'a>(u8, &'a Layers);

impl Oracle for UpTo<'_> {
    fn probe(&self, board: Board) -> Option<oware::game::Bounds<oware::game::Net>> {
        (board.seeds() <= self.0).then(|| self.1.probe(board))?
    }

    fn reach(&self) -> u8 {
        self.0
    }
}

fn above(options: SolveOptions) -> SolveOptions {
    SolveOptions {
        whole_layer_seeds: 0,
        ..options
    }
}

#[test]
fn values_above_the_oracle_are_those_of_whole_layers() {
    for name in ["awari", "board-and-pieces", "abapa+settle=even"] {
        let rules = rules(name);
        let layers = Layers::solve(rules, 7);
        let oracle = UpTo(4, &layers);
        let mut random = Random(11);
        let mut proved = 0;
        for _ in 0..150 {
            let all = boards(5 + random.below(3) as u8);
            let board = all[random.below(all.len())];
            let value = layers.value(board);
            let mut answers = Vec::new();
            for (hash_bytes, threads) in [(1 << 12, 1), (1 << 20, 1), (1 << 20, 2)] {
                let options = SolveOptions {
                    threads: NonZeroUsize::new(threads).unwrap(),
                    ..above(options(Some(200_000), hash_bytes))
                };
                let solution = solved(&set_up(rules, board), &oracle, &options);
                let bounds = solution.bounds;
                assert!(
                    bounds.lower.seeds() <= value && value <= bounds.upper.seeds(),
                    "{name} {board:?} {bounds:?} {value}"
                );
                answers.extend(exact(&solution));
            }
            assert!(answers.iter().all(|&answer| answer == value));
            proved += answers.len();
        }
        // The node limit bites where small layers circle for long.
        assert!(proved > 300, "{name}: {proved} of 450");
    }
}

#[test]
fn running_game_above_the_oracle_counts_its_past() {
    // Random games of few seeds under both kinds of loops, against plain minimax.
    let mut random = Random(23);
    for name in ["awari", "abapa"] {
        let rules = rules(name);
        let all = boards(5);
        let (mut compared, mut proved) = (0, 0);
        while compared < 25 {
            let mut game = set_up(rules, all[random.below(all.len())]);
            for _ in 0..random.below(8) {
                let moves: Vec<Move> =
                    oware::game::legal_moves(game.position().board(), rules).collect();
                if game.end().is_some() || moves.is_empty() {
                    break;
                }
                game.play(moves[random.below(moves.len())]).unwrap();
            }
            if game.end().is_some() {
                continue;
            }
            let visited = game
                .visited()
                .iter()
                .map(|position| (position.board(), position.to_move()))
                .collect();
            let Some(value) = super::brute::Paths::new(rules, visited, 60_000).value(-100, 100)
            else {
                continue;
            };
            compared += 1;
            let solution = solved(&game, &Nothing, &above(options(Some(100_000), 1 << 16)));
            let net = |score: Score| game.position().net(score).seeds();
            assert!(
                net(solution.bounds.lower) <= value && value <= net(solution.bounds.upper),
                "{name} {} {:?}",
                game.position(),
                game.moves()
            );
            proved += usize::from(solution.bounds.is_exact());
        }
        assert!(proved > 8, "{name}: {proved} of {compared}");
    }
}

/// Knows the empty board only, and claims to reach far enough that proofs by force are tried.
struct Nothing;

impl Oracle for Nothing {
    fn probe(&self, _: Board) -> Option<oware::game::Bounds<oware::game::Net>> {
        None
    }

    fn reach(&self) -> u8 {
        4
    }
}
