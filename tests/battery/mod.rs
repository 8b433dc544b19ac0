//! One battery for every position that a test reaches.
//!
//! A test that looks at one property sees a wrong position pass by unnoticed; a battery
//! that every test calls does not. Add an invariant here, not in a test.

use oware::game::{
    IllegalReason, MAX_SEEDS, Move, Pit, PitSet, Player, Position, Rules, Setup, effect, legal,
    legal_moves, must_pass,
};

/// Asserts every invariant of a position that stands on its own, whatever the history.
///
/// # Panics
///
/// When one does not hold.
pub(crate) fn check_position(position: &Position, rules: Rules) {
    check_seeds(position);
    check_round_trips(position);
    check_moves(position, rules);
    check_end(position, rules);
}

/// What is counted in two ways comes out the same, and a game's seeds are never exceeded.
fn check_seeds(position: &Position) {
    let board = position.board();
    let rows = Player::ALL.map(|player| position.row(player).iter().sum::<u8>());
    let stores = Player::ALL.map(|player| position.store(player));
    let total = position.total();
    assert!((1..=MAX_SEEDS).contains(&total), "{position}");
    assert_eq!(
        total,
        rows[0] + rows[1] + stores[0] + stores[1],
        "{position}"
    );
    assert_eq!(board.seeds(), rows[0] + rows[1], "{position}");
    let mover = position.to_move();
    assert_eq!(board.mover(), position.row(mover), "{position}");
    assert_eq!(
        board.opponent(),
        position.row(mover.opposite()),
        "{position}"
    );
    assert_eq!(board.mover_seeds(), rows[mover as usize], "{position}");
    assert_eq!(
        board.opponent_seeds(),
        rows[mover.opposite() as usize],
        "{position}"
    );
    for pit in Pit::ALL {
        assert_eq!(
            board.seeds_in(pit),
            board.mover()[pit.index()],
            "{position}"
        );
    }
    assert_eq!(board.rotated().rotated(), board, "{position}");
    assert_eq!(board.rotated().mover(), board.opponent(), "{position}");
    let difference =
        i16::from(stores[mover as usize]) - i16::from(stores[mover.opposite() as usize]);
    assert_eq!(
        i16::from(position.store_difference().seeds()),
        difference,
        "{position}"
    );
}

/// Text and set-up both lead back to the position.
fn check_round_trips(position: &Position) {
    let text = position.to_string();
    let setup = Setup::from(position);
    // Text reads as a position by way of this very set-up.
    assert_eq!(text.parse(), Ok(setup), "{text}");
    assert_eq!(Position::from_setup(&setup), Ok(*position), "{text}");
}

/// Only what holds a seed can be sown; each move keeps every seed and hands the turn over;
/// each other move is refused with its reason.
fn check_moves(position: &Position, rules: Rules) {
    let board = position.board();
    let allowed = legal(board, rules);
    let non_empty: PitSet = Pit::ALL
        .into_iter()
        .filter(|&pit| board.seeds_in(pit) > 0)
        .collect();
    assert_eq!(board.non_empty(), non_empty, "{position}");
    assert_eq!(allowed.bits() & !non_empty.bits(), 0, "{position} {rules}");
    let passes = must_pass(board, rules);
    assert!(!passes || non_empty.is_empty(), "{position} {rules}");
    let listed: Vec<Move> = legal_moves(board, rules).collect();
    let expected: Vec<Move> = if passes {
        vec![Move::Pass]
    } else {
        allowed.map(Move::Sow).collect()
    };
    assert_eq!(listed, expected, "{position} {rules}");

    for tried in Pit::ALL.into_iter().map(Move::Sow).chain([Move::Pass]) {
        match position.play(tried, rules) {
            Ok(next) => {
                assert!(listed.contains(&tried), "{position} {rules} {tried:?}");
                check_ply(position, tried, &next, rules);
            }
            Err(error) => {
                assert!(!listed.contains(&tried), "{position} {rules} {tried:?}");
                assert_eq!((error.tried, error.position), (tried, *position));
                assert_eq!((error.legal, error.must_pass), (allowed, passes));
                let empty = matches!(tried, Move::Sow(pit) if !non_empty.contains(pit));
                assert_eq!(error.reason == IllegalReason::EmptyPit, empty, "{position}");
                assert_eq!(error.reason == IllegalReason::NoPass, tried == Move::Pass);
            }
        }
    }
}

/// What every single ply keeps.
fn check_ply(before: &Position, played: Move, after: &Position, rules: Rules) {
    assert_eq!(after.total(), before.total(), "{before} {rules} {played:?}");
    assert_eq!(
        after.to_move(),
        before.to_move().opposite(),
        "{before} {rules}"
    );
    let gained = Player::ALL.map(|player| {
        after
            .store(player)
            .checked_sub(before.store(player))
            .unwrap_or_else(|| panic!("{before} {rules} {played:?}: a store shrank"))
    });
    match played {
        Move::Pass => assert_eq!(gained, [0, 0], "{before} {rules}"),
        Move::Sow(pit) => {
            let effect = effect(before.board(), pit, rules);
            let (own, other) = (before.to_move(), before.to_move().opposite());
            assert_eq!(
                effect.board.rotated(),
                after.board(),
                "{before} {rules} {pit:?}"
            );
            assert_eq!(
                effect.captured, gained[own as usize],
                "{before} {rules} {pit:?}"
            );
            assert_eq!(
                effect.conceded, gained[other as usize],
                "{before} {rules} {pit:?}"
            );
            assert_eq!(
                effect.board.seeds() + effect.captured + effect.conceded,
                before.board().seeds(),
                "{before} {rules} {pit:?}"
            );
            assert_eq!(
                before.score(before.net(-after.store_difference())),
                -after.store_difference()
            );
        }
    }
}

/// A position without a move is over, and an end deals out no seed that is not there.
fn check_end(position: &Position, rules: Rules) {
    let end = position.end(rules);
    if legal_moves(position.board(), rules).next().is_none() {
        assert!(end.is_some(), "{position} {rules}");
    }
    let Some(end) = end else { return };
    let [south, north] = end.seeds.map(|seeds| seeds.halves());
    assert!(
        south + north <= 2 * u16::from(position.total()),
        "{position} {rules}"
    );
    let winner = match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Player::South),
        std::cmp::Ordering::Less => Some(Player::North),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(end.winner, winner, "{position} {rules}");
    check_seeds(&end.position);
    assert_eq!(end.position.total(), position.total(), "{position} {rules}");
}
