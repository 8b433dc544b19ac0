//! Values under own-row loops: right ones pass, and no wrong one does, also where it keeps
//! itself up round a loop, or rests on less effort.

use super::*;
use oware::endgame::{
    BuildOptions, Builder, LoopsChecked, WrongValue, check_bounds, check_sample_by_play,
};
use oware::game::Loops;

const OWN_ROWS: [&str; 9] = [
    "abapa",
    "marquoir",
    "marquoir-famine",
    "playstrategy",
    "awale-africa",
    "abapa+grand-slam=capture",
    "abapa+grand-slam=keep-last",
    "abapa+grand-slam=forbidden",
    "abapa+few-seeds=3",
];

/// What the check says of the largest of these layers.
fn found(rules: &ValueRules, layers: &[Vec<u8>]) -> (Faults, LoopsChecked) {
    assert_ne!(rules.loops, Loops::Zero);
    with_known(rules, layers, |known| {
        check_bounds(known, rules, &Silent).unwrap()
    })
}

/// Up to how many seeds a rule set is checked: the third occurrence takes a thousand times as
/// many visits as the second.
fn most_seeds(text: &str) -> u8 {
    match text {
        "abapa" => 8,
        "awale-africa" => 3,
        _ => 6,
    }
}

#[test]
fn right_tables_pass_and_loop_games_are_played_once_more() {
    let mut all = LoopsChecked::default();
    for text in OWN_ROWS {
        let rules = values(text);
        let layers = built(text, most_seeds(text));
        for upto in 1..=layers.len() {
            let (faults, loops) = found(&rules, &layers[..upto]);
            assert!(faults.is_empty(), "{text}: {faults:?}");
            all.open += loops.open;
            all.played += loops.played;
            all.replayed += loops.replayed;
        }
    }
    assert!(
        all.open > all.played && all.played > all.replayed,
        "{all:?}"
    );
    assert!(all.replayed > 200, "{all:?}");
}

#[test]
fn every_change_of_one_value_is_found_in_the_smallest_layers() {
    for text in OWN_ROWS {
        let rules = values(text);
        // Three seeds make ten times as much work, and one kind of rules shows it.
        let most_seeds = if text == "abapa" { 3 } else { 2 };
        let mut layers = built(text, 3);
        for seeds in 0..=most_seeds {
            let most = seeds as i8;
            for rank in 0..layers[seeds].len() {
                let right = layers[seeds][rank].cast_signed();
                for wrong in (-most..=most).filter(|&wrong| wrong != right) {
                    layers[seeds][rank] = wrong.cast_unsigned();
                    let (faults, _) = found(&rules, &layers[..=seeds]);
                    assert!(
                        !faults.is_empty(),
                        "{text}: {seeds} seeds, board {rank}, {right} to {wrong}"
                    );
                }
                layers[seeds][rank] = right.cast_unsigned();
            }
        }
    }
}

#[test]
fn changes_of_one_value_are_found_in_layers_of_4_to_8_seeds() {
    let mut random = fastrand::Rng::with_seed(4);
    let rules = values("abapa");
    let mut layers = built("abapa", 8);
    for seeds in 4..=8_usize {
        let most = seeds as i8;
        for _ in 0..[30, 20, 10, 3, 1][seeds - 4] {
            let rank = random.usize(..layers[seeds].len());
            let right = layers[seeds][rank];
            let wrong = random.i8(-most..=most);
            if wrong == right.cast_signed() {
                continue;
            }
            layers[seeds][rank] = wrong.cast_unsigned();
            let (faults, _) = found(&rules, &layers[..=seeds]);
            assert!(
                faults.count() > 10
                    || faults
                        .first()
                        .iter()
                        .any(|fault| fault.rank.get() == rank as u64),
                "{seeds} seeds, board {rank} to {wrong}: {faults:?}"
            );
            layers[seeds][rank] = right;
        }
    }
}

#[test]
fn a_planted_loop_that_keeps_itself_up_is_found() {
    // Two seeds opposite each other run in a circle, and each move is forced. Each board of
    // it is worth its rows, 0; that the circle is worth 2 to one side passes any comparison
    // of a value with those of the moves.
    let rules = values("abapa");
    let mut layers = built("abapa", 2);
    let boards = loops::circle(rules);
    let layer = Layer::new(2);
    for (ply, board) in boards.iter().enumerate() {
        let value: i8 = if ply % 2 == 0 { 2 } else { -2 };
        layers[2][layer.rank(*board).get() as usize] = value.cast_unsigned();
    }
    loops::settled_wrongly(&rules, &mut layers, 2);
    let value = |rank: usize| layers[2][rank].cast_signed();
    let planted = |board| value(layer.rank(board).get() as usize).abs() == 2;
    assert!(boards.iter().all(|&board| planted(board)));
    let (faults, _) = found(&rules, &layers);
    assert!(faults.count() >= boards.len() as u64);
    for fault in faults.first() {
        let is_unproved = matches!(
            fault.wrong,
            WrongValue::LowerUnproved | WrongValue::UpperUnproved
        );
        assert!(is_unproved, "{fault}");
    }
    let message = faults.first()[0].to_string();
    assert!(
        message.contains("nothing shows that the mover gets"),
        "{message}"
    );
}

#[test]
fn values_of_other_loops_are_found() {
    // Right where loops count 0, and wrong where they give each player his own row.
    let rules = values("abapa");
    let right = built("abapa", 6);
    let mut layers = right[..6].to_vec();
    layers.push(built("abapa+settle=even", 6).remove(6));
    let differ = right[6]
        .iter()
        .zip(&layers[6])
        .filter(|(a, b)| a != b)
        .count();
    assert!(differ > 0);
    let (faults, _) = found(&rules, &layers);
    assert!(faults.count() >= differ as u64, "{differ}: {faults:?}");
}

/// Lower and upper bounds of each layer, with little effort.
fn bounds(text: &str, seeds: u8, effort: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    let dir = tempfile::tempdir().unwrap();
    let rules = values(text);
    let options = BuildOptions {
        effort,
        ..BuildOptions::default()
    };
    let mut builder = Builder::with_options(dir.path(), &rules, seeds, options).unwrap();
    while builder.next_layer(&Silent).unwrap().is_some() {}
    let database = Database::open(dir.path(), &rules, Access::Read).unwrap();
    let byte = |net: Net| net.seeds().cast_unsigned();
    let tables = database.tables().iter();
    tables
        .map(|table| {
            let bounds = table.bounds().unwrap();
            bounds
                .iter()
                .map(|bounds| (byte(bounds.lower), byte(bounds.upper)))
                .unzip()
        })
        .collect()
}

/// What the check says of the largest of these layers.
fn found_in_bounds(rules: &ValueRules, layers: &[(Vec<u8>, Vec<u8>)]) -> Faults {
    let tables: Vec<_> = Layer::up_to((layers.len() - 1) as u8)
        .zip(layers)
        .map(|(layer, (lower, upper))| {
            Table::from_bounds(layer, *rules, lower.clone(), upper.clone()).unwrap()
        })
        .collect();
    let bounds: Vec<_> = tables.iter().map(|table| table.bounds().unwrap()).collect();
    check_bounds(&Known::new(&bounds), rules, &Silent)
        .unwrap()
        .0
}

#[test]
fn bounds_pass_and_narrower_ones_do_not() {
    let rules = values("abapa");
    let mut gaps = 0;
    for effort in [0, 40, 400] {
        let mut layers = bounds("abapa", 8, effort);
        for upto in 1..=layers.len() {
            let faults = found_in_bounds(&rules, &layers[..upto]);
            assert!(faults.is_empty(), "effort {effort}: {faults:?}");
        }
        // A bound raised into the gap is not shown by anything, when a loop decides it.
        let (lower, upper) = layers.last_mut().unwrap();
        let gap = lower.iter().zip(&*upper).position(|(l, u)| l != u).unwrap();
        lower[gap] = upper[gap];
        gaps += 1;
        let faults = found_in_bounds(&rules, &layers);
        assert!(!faults.is_empty(), "effort {effort}, board {gap}");
        assert_eq!(faults.first()[0].wrong, WrongValue::LowerUnproved);
    }
    assert_eq!(gaps, 3);
}

#[test]
fn progress_ends_at_the_boards_of_the_layer() {
    use std::sync::atomic::{AtomicU64, Ordering};
    struct Count(AtomicU64);
    impl Progress for Count {
        fn advance(&self, units: u64) {
            self.0.fetch_add(units, Ordering::Relaxed);
        }
    }
    let rules = values("abapa");
    let layers = built("abapa", 9);
    let count = Count(0.into());
    with_known(&rules, &layers, |known| {
        check_bounds(known, &rules, &count).unwrap()
    });
    let boards = Layer::new(9).boards();
    let done = count.0.into_inner();
    assert!(
        done <= boards && done > boards - boards / 50,
        "{done} of {boards}"
    );
}

#[test]
fn boards_played_out_by_every_line_have_their_values_and_no_others() {
    for text in OWN_ROWS {
        let rules = values(text);
        let most = most_seeds(text);
        let right = built(text, most);
        let play = |layers: &[Vec<u8>]| {
            with_known(&rules, layers, |known| {
                check_sample_by_play(known, &rules, 60, 3)
            })
        };
        for seeds in (3..=usize::from(most)).step_by(3) {
            let (faults, confirmed) = play(&right[..=seeds]);
            assert!(faults.is_empty(), "{text}: {faults:?}");
            assert!(confirmed > 3, "{text}, {seeds} seeds: {confirmed}");
        }
        // Everything to the mover is wrong for most boards.
        let mut wrong = right.clone();
        wrong[usize::from(most)].fill(most);
        assert!(play(&wrong).0.count() > 5, "{text}");
    }
}
