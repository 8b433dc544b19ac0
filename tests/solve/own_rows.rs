//! `abapa` and its relatives: a loop gives each player his own row.

use super::*;

/// Board and value, from data/positions/abapa-values.tsv.
fn known_values() -> Vec<(Board, i8)> {
    include_str!("../../data/positions/abapa-values.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (pits, value) = line.split_once('\t').unwrap();
            let pits: Vec<u8> = pits.split('-').map(|pit| pit.parse().unwrap()).collect();
            let (mover, opponent) = pits.split_at(6);
            (
                Board::new(mover.try_into().unwrap(), opponent.try_into().unwrap()),
                value.parse().unwrap(),
            )
        })
        .collect()
}

#[test]
fn every_board_of_up_to_three_seeds_is_exact() {
    let mut count = 0;
    for (board, value) in known_values() {
        if board.seeds() <= 3 {
            let solution = without_oracle(&set_up(rules("abapa"), board));
            assert_eq!(exact(&solution), Some(value), "{board:?}");
            count += 1;
        }
    }
    assert_eq!(count, 12 + 78 + 364);
}

#[test]
fn every_board_of_four_seeds_is_exact() {
    let mut count = 0;
    for (board, value) in known_values() {
        if board.seeds() == 4 {
            let game = set_up(rules("abapa"), board);
            let solution = solved(&game, &NoOracle, &options(Some(200_000), 1 << 12));
            assert_eq!(exact(&solution), Some(value), "{board:?}");
            count += 1;
        }
    }
    assert_eq!(count, 1365);
}

#[test]
fn search_by_lines_alone_encloses_every_third_board_of_four_seeds() {
    let mut proved = 0;
    for (board, value) in known_values().into_iter().step_by(3) {
        if board.seeds() == 4 {
            let lines_only = SolveOptions {
                whole_layer_seeds: 0,
                ..options(Some(5_000), 1 << 17)
            };
            let solution = solved(&set_up(rules("abapa"), board), &NoOracle, &lines_only);
            let bounds = solution.bounds;
            assert!(bounds.lower.seeds() <= value && value <= bounds.upper.seeds());
            proved += usize::from(bounds.is_exact());
        }
    }
    assert!(proved > 200, "only {proved} of 455 were proved");
}

/// Boards per value of a whole layer (OWN-ROWS, step 6 of the specification).
#[test]
fn sample_of_five_and_six_seeds_has_only_values_that_the_layer_has() {
    let mut random = Random(5);
    for (seeds, values) in [
        (5, &[-5, -3, -1, 1, 3, 5][..]),
        (6, &[-6, -4, -2, 0, 2, 4, 6]),
    ] {
        let all = super::brute::boards(seeds);
        for _ in 0..10 {
            let board = all[random.below(all.len())];
            let solution = without_oracle(&set_up(rules("abapa"), board));
            let value = exact(&solution).expect("the layer is solved as a whole");
            assert!(values.contains(&value), "{board:?} {value}");
        }
    }
}

/// The layer is too large to be looked at as a whole, and each move costs a search of its own:
/// that must not go on for ever when the value of the position is known.
#[test]
fn root_in_a_large_layer_that_the_tables_cover_gets_all_its_moves() {
    let dir = tempfile::tempdir().unwrap();
    let tables = super::sample::tables(rules("abapa"), 12, dir.path());
    let game = game("abapa", "startpos:1", "");
    let known = super::sample::UpTo(&tables, 12);
    let solution = solved(&game, &known, &options(None, 16 << 20));
    assert_eq!(exact(&solution), Some(0));
    let nodes = solution.nodes;
    assert!(nodes < 2_000_000, "{nodes} nodes");
    let expected = [
        ('A', 0),
        ('B', -8),
        ('C', -2),
        ('D', -2),
        ('E', -2),
        ('F', 0),
    ];
    let expected = expected.map(|(letter, value)| (letter, Some(value)));
    assert_eq!(move_values(&game, &solution), expected);
}

#[test]
fn moves_that_cannot_be_searched_in_time_are_judged_by_the_tables() {
    let dir = tempfile::tempdir().unwrap();
    let tables = super::sample::tables(rules("abapa"), 10, dir.path());
    let known = super::sample::UpTo(&tables, 10);
    for (start, best) in [
        ("1-1-2-1-1-0-0-1-0-1-0-1-18-21-S", 'E'),
        ("0-2-0-3-2-3-0-0-0-0-0-0-19-19-S", 'F'),
    ] {
        for nodes in [0, 1_000] {
            let game = super::game("abapa", start, "");
            let solution = solved(&game, &known, &options(Some(nodes), 1 << 20));
            let likely: Vec<char> = solution
                .best
                .iter()
                .map(|played| played.letter(game.position().to_move()))
                .collect();
            assert_eq!(likely, [best], "{start}, {nodes} nodes");
        }
    }
}
