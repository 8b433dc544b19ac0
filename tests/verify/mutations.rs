//! Every kind of change of a single value is found, in every layer of every kind of rules.

use super::*;

#[test]
fn every_change_of_one_value_is_found_in_the_smallest_layers() {
    for text in LOOPS_COUNT_0 {
        let rules = values(text);
        let mut layers = built(text, 3);
        for seeds in 0..=3_usize {
            let most = seeds as i8;
            for rank in 0..layers[seeds].len() {
                let right = layers[seeds][rank].cast_signed();
                for wrong in (-most..=most).filter(|&wrong| wrong != right) {
                    layers[seeds][rank] = wrong.cast_unsigned();
                    let faults = checked(&rules, &layers[..=seeds]);
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
fn changes_of_one_value_are_found_in_layers_of_4_to_6_seeds() {
    let mut random = fastrand::Rng::with_seed(4);
    for text in LOOPS_COUNT_0 {
        let rules = values(text);
        let mut layers = built(text, 6);
        for seeds in 4..=6_usize {
            let most = seeds as i8;
            for _ in 0..40 {
                let rank = random.usize(..layers[seeds].len());
                let right = layers[seeds][rank];
                let wrong = random.i8(-most..=most);
                if wrong == right.cast_signed() {
                    continue;
                }
                layers[seeds][rank] = wrong.cast_unsigned();
                let faults = checked(&rules, &layers[..=seeds]);
                assert!(
                    faults
                        .first()
                        .iter()
                        .any(|fault| fault.rank.get() == rank as u64)
                        || faults.count() > 10,
                    "{text}: {seeds} seeds, board {rank} to {wrong}: {faults:?}"
                );
                layers[seeds][rank] = right;
            }
        }
    }
}

/// All values of a layer negated, zeroed, or those of other rules.
#[test]
fn layers_wrong_as_a_whole_are_found() {
    let rules = values("awari");
    let right = built("awari", 6);
    let with_last = |last: Vec<u8>| {
        let mut layers = right.clone();
        layers[6] = last;
        checked(&rules, &layers).count()
    };
    let negated = right[6].iter().map(|value| value.wrapping_neg()).collect();
    assert!(with_last(negated) > 1_000);
    assert!(with_last(vec![0; right[6].len()]) > 1_000);
    assert!(with_last(built("abapa+settle=even", 6).remove(6)) > 0);
    assert_eq!(with_last(right[6].clone()), 0);
}
