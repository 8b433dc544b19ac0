//! What a record says twice, against what happened: captures, where last seeds fell,
//! totals, the result, how the game ended.
//!
//! A count that one move has and others lack is a claim that they captured nothing. Two
//! customs are no faults: what a player gathers from his own row at the end may be counted
//! as captured by the last move, and the result of a game that was broken off may or may
//! not give each player his own row.

use super::game_record::Termination;
use super::replay::{CheckedRecord, Step, is_ended_by_players};
use super::warning::WarningKind;

/// Where in a record a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultAt {
    /// The ply with this index.
    Ply(usize),
    Result,
    Termination,
}

/// Every fault of a game, in no order.
pub(crate) fn faults(checked: &CheckedRecord) -> Vec<(FaultAt, WarningKind)> {
    let mut faults = Vec::new();
    check_plies(checked, &mut faults);
    check_end(checked, &mut faults);
    faults
}

/// What is wrong with the end that a record claims: its result, how it came about, and moves
/// that follow.
#[must_use]
pub fn end_faults(checked: &CheckedRecord) -> Vec<WarningKind> {
    let mut faults = Vec::new();
    check_end(checked, &mut faults);
    faults.into_iter().map(|(_, kind)| kind).collect()
}

fn check_plies(checked: &CheckedRecord, faults: &mut Vec<(FaultAt, WarningKind)>) {
    let by_rules = checked.end_by_rules();
    let plies = &checked.record().plies;
    let has_captures = plies.iter().any(|ply| ply.claims.captured.is_some());
    let has_totals = plies.iter().any(|ply| ply.claims.total.is_some());
    for (index, (ply, step)) in plies.iter().zip(checked.steps()).enumerate() {
        let Step {
            mover, captured, ..
        } = *step;
        let (number, letter) = (index + 1, ply.played.letter(mover));
        let total = step.position.store(mover);
        // Some programs count what the player gathers from his own row at the end as
        // captured by the last move.
        let gathered = by_rules
            .filter(|_| number == checked.game().moves().len())
            .and_then(|end| end.seeds[mover as usize].as_whole());
        let is_total = |claimed: u32, before: u8| {
            gathered.is_some_and(|all| claimed.saturating_add(u32::from(before)) == u32::from(all))
        };
        let mut fault = |kind| faults.push((FaultAt::Ply(index), kind));
        let claimed = ply.claims.captured.or(has_captures.then_some(0));
        if let Some(claimed) = claimed
            && claimed != u32::from(captured)
            && !is_total(claimed, total - captured)
        {
            fault(WarningKind::WrongCapture {
                ply: number,
                letter,
                claimed,
                captured,
            });
        }
        let claimed = ply.claims.total;
        let is_wrong = match claimed {
            Some(claimed) => claimed != u32::from(total) && !is_total(claimed, 0),
            None => has_totals && captured > 0,
        };
        if is_wrong {
            fault(WarningKind::WrongTotal {
                ply: number,
                letter,
                claimed,
                total,
            });
        }
        if let (Some(claimed), Some(landed)) = (ply.claims.landing, step.landing)
            && (claimed.pit != landed.0 || claimed.row.is_some_and(|row| row != landed.1))
        {
            fault(WarningKind::WrongLanding {
                ply: number,
                letter,
                claimed,
                landed,
            });
        }
    }
}

fn check_end(checked: &CheckedRecord, faults: &mut Vec<(FaultAt, WarningKind)>) {
    let by_rules = checked.end_by_rules();
    let record = checked.record();
    let more = checked.moves_after_end();
    if let Some(end) = by_rules
        && more > 0
    {
        let ply = checked.game().moves().len();
        let kind = WarningKind::GoesOn {
            ply,
            reason: end.reason,
            more,
        };
        faults.push((FaultAt::Ply(ply), kind));
    }
    let found = by_rules.map(|end| end.reason);
    let is_explained = record.termination.is_some();
    if let Some(Termination::Known(claimed)) = record.termination {
        let is_right = match found {
            None => is_ended_by_players(claimed),
            Some(found) => found == claimed || more > 0,
        };
        if !is_right {
            let kind = WarningKind::WrongTermination { claimed, found };
            faults.push((FaultAt::Termination, kind));
        }
    }
    if let Some(claimed) = record.result {
        match checked.fault_of(claimed) {
            Some(kind) => faults.push((FaultAt::Result, kind)),
            None if found.is_none() && !is_explained => {
                let rules = checked.rules();
                let kind = WarningKind::NotOver { claimed, rules };
                faults.push((FaultAt::Result, kind));
            }
            None => {}
        }
    }
}
