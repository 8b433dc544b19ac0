//! Which way North's letters run, found by replaying.
//!
//! Some programs put `a` above `A`. Read in the wrong order, a real game stays legal for 5
//! to 44 plies, so legality alone proves little; but its first wrong capture count shows
//! within about eight plies. So the other order is taken only where the usual one has
//! faults and the other is borne out: by claims that hold under it and outweigh those that
//! do not, or by more legal plies than chance allows.

use crate::game::{Move, PITS_PER_ROW, Pit, Player, Rules};

use super::audit::{FaultAt, faults};
use super::game_record::Record;
use super::replay::replay;
use super::warning::WarningKind;

/// Plies that a game read in the wrong order does not stay legal.
const BEYOND_CHANCE_PLIES: usize = 60;
/// How many times fewer faults the other order must have.
const CLEARLY_FEWER: usize = 4;

/// The same text with North's letters read in the other order.
pub(crate) fn mirrored(record: &Record) -> Record {
    let mut record = record.clone();
    let mut mover = record.start.to_move();
    for ply in &mut record.plies {
        if let (Player::North, Move::Sow(pit)) = (mover, ply.played) {
            ply.played = Move::Sow(Pit::ALL[PITS_PER_ROW - 1 - pit.index()]);
        }
        mover = mover.opposite();
    }
    record
}

/// Whether North's letters run the other way: `mirrored` is the record read so.
pub(crate) fn is_mirrored(usual: &Record, mirrored: &Record, rules: Rules) -> bool {
    let failing_usual = replay(usual.clone(), rules)
        .ok()
        .map(|checked| claims_that_fail(&faults(&checked)));
    if failing_usual == Some(0) {
        return false;
    }
    let Ok(checked) = replay(mirrored.clone(), rules) else {
        return false;
    };
    let faults_mirrored = faults(&checked);
    let failing = claims_that_fail(&faults_mirrored);
    let given = mirrored
        .plies
        .iter()
        .filter(|ply| ply.claims.captured.is_some())
        .count();
    let right_captures = checked
        .steps()
        .iter()
        .zip(&mirrored.plies)
        .filter(|(step, ply)| ply.claims.captured == Some(u32::from(step.captured)))
        .count();
    let has_right_result = mirrored.result.is_some()
        && checked.game().end().is_some()
        && !faults_mirrored.iter().any(|(at, _)| *at == FaultAt::Result);
    let confirmed = right_captures + usize::from(has_right_result);
    match failing_usual {
        Some(usual) => failing * CLEARLY_FEWER <= usual && confirmed > failing,
        None if given == 0 && !has_right_result => mirrored.plies.len() >= BEYOND_CHANCE_PLIES,
        None => confirmed > failing,
    }
}

/// Faults that the order can explain.
fn claims_that_fail(faults: &[(FaultAt, WarningKind)]) -> usize {
    let explains = |kind: &WarningKind| {
        matches!(
            kind,
            WarningKind::WrongCapture { .. } | WarningKind::WrongResult { .. }
        )
    };
    faults.iter().filter(|(_, kind)| explains(kind)).count()
}
