//! Tables are not believed: right ones pass, and no wrong value does, whatever the rules.

#[path = "verify/loops.rs"]
mod loops;
#[path = "verify/mutations.rs"]
mod mutations;
#[path = "verify/own_rows.rs"]
mod own_rows;

use oware::endgame::{
    Access, Database, Faults, Known, Layer, Table, VerifyError, build, check_sample, check_values,
};
use oware::game::{Net, Rules, ValueRules};
use oware::progress::{Progress, Silent};

/// Every kind of rule set whose endless lines count 0.
const LOOPS_COUNT_0: [&str; 14] = [
    "awari",
    "jedisjeux",
    "jedisjeux+few-settle=own-side",
    "abapa+settle=even",
    "marquoir+settle=even",
    "marquoir+settle=even+stuck=own-side",
    "marquoir-famine+repetition=0",
    "marquoir-famine+settle=nobody+stuck=opponent",
    "marquoir-famine+repetition=0+grand-slam=forbidden",
    "abapa+settle=even+few-seeds=3",
    "abapa+settle=even+grand-slam=keep-first",
    "abapa+settle=even+grand-slam=keep-last",
    "abapa+settle=even+grand-slam=opponent-takes-rest",
    "abapa+settle=even+grand-slam=capture",
];

fn values(rules: &str) -> ValueRules {
    rules.parse::<Rules>().unwrap().value_rules()
}

/// The values of the layers from 0 up, as bytes.
fn built(rules: &str, seeds: u8) -> Vec<Vec<u8>> {
    let dir = tempfile::tempdir().unwrap();
    build(dir.path(), &values(rules), seeds, &Silent).unwrap();
    let database = Database::open(dir.path(), &values(rules), Access::Read).unwrap();
    let tables = database.tables().iter();
    tables
        .map(|table| {
            table
                .values()
                .unwrap()
                .iter()
                .map(|net| net.seeds().cast_unsigned())
                .collect()
        })
        .collect()
}

/// Runs `check` on the values of these layers.
fn with_known<T>(rules: &ValueRules, layers: &[Vec<u8>], check: impl FnOnce(&Known<'_>) -> T) -> T {
    let tables: Vec<_> = Layer::up_to((layers.len() - 1) as u8)
        .zip(layers)
        .map(|(layer, values)| Table::from_values(layer, *rules, values.clone()).unwrap())
        .collect();
    let values: Vec<_> = tables.iter().map(|table| table.bounds().unwrap()).collect();
    check(&Known::new(&values))
}

/// What the deep check says of the largest of these layers.
fn checked(rules: &ValueRules, layers: &[Vec<u8>]) -> Faults {
    with_known(rules, layers, |known| {
        check_values(known, rules, &Silent).unwrap()
    })
}

#[test]
fn right_tables_pass_under_all_rules() {
    for text in LOOPS_COUNT_0 {
        let layers = built(text, 9);
        for upto in 1..=layers.len() {
            let faults = checked(&values(text), &layers[..upto]);
            assert!(faults.is_empty(), "{text}: {faults:?}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let rules = values("awari");
    let mut layers = built("awari", 9);
    // Some hundred wrong values.
    for value in layers[9].iter_mut().step_by(997) {
        *value = 2;
    }
    let found: Vec<_> = [1, 2, 5]
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| checked(&rules, &layers))
        })
        .into();
    assert!(found[0].count() > 100);
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn progress_ends_at_the_boards_of_the_layer_and_cancelling_stops() {
    use std::sync::atomic::{AtomicU64, Ordering};
    struct Count {
        done: AtomicU64,
        most: u64,
    }
    impl Progress for Count {
        fn advance(&self, units: u64) {
            self.done.fetch_add(units, Ordering::Relaxed);
        }
        fn is_cancelled(&self) -> bool {
            self.done.load(Ordering::Relaxed) > self.most
        }
    }
    let rules = values("awari");
    let layers = built("awari", 9);
    let run = |most| {
        let count = Count {
            done: 0.into(),
            most,
        };
        let result = with_known(&rules, &layers, |known| check_values(known, &rules, &count));
        (result, count.done.into_inner())
    };
    let boards = Layer::new(9).boards();
    let (result, done) = run(u64::MAX);
    assert!(result.unwrap().is_empty());
    assert!(done <= boards && done > boards - 100, "{done} of {boards}");
    assert_eq!(run(boards / 10).0.unwrap_err(), VerifyError::Cancelled);
    assert_eq!(run(boards * 8 / 10).0.unwrap_err(), VerifyError::Cancelled);
}

#[test]
fn sample_is_the_same_for_the_same_seed_and_finds_what_it_meets() {
    let rules = values("awari");
    let mut layers = built("awari", 7);
    let sampled = |layers: &[Vec<u8>], boards, seed| {
        with_known(&rules, layers, |known| {
            check_sample(known, &rules, boards, seed)
        })
    };
    assert!(sampled(&layers, 5_000, 0).is_empty());
    for value in &mut layers[7] {
        *value = if value.cast_signed() == 7 { 5 } else { *value };
    }
    let found = sampled(&layers, 5_000, 1);
    assert!(found.count() > 100, "{}", found.count());
    assert_eq!(found, sampled(&layers, 5_000, 1));
    assert_ne!(found, sampled(&layers, 5_000, 2));
    for fault in found.first() {
        assert!(fault.stored.upper <= Net::new(7) && !fault.moves.is_empty());
    }
}
