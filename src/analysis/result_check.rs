//! The result that a record claims, against the rules it is judged by and against others.
//!
//! Sites differ in what ends a game. A result that is wrong by one set of rules may be right
//! by another, and then that is what the reader wants to know.

use crate::game::{End, RuleSet, Rules};
use crate::record::{CheckedRecord, Claim, WarningKind, end_faults};

/// What came of comparing the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCheck {
    /// What the record claims.
    pub claimed: Option<Claim>,
    /// How the game ended by the rules or as the players ended it; `None` while it goes on.
    pub end: Option<End>,
    /// Whether the claim is right; `None` without a claim.
    pub is_right: Option<bool>,
    /// The named rule sets by which a wrong claim, or an end that is too early, would be
    /// right.
    pub right_by: Vec<OtherRules>,
}

/// Other rules by which a record makes sense as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherRules {
    /// The rules.
    pub rules: Rules,
    /// How the game ends by them.
    pub end: End,
}

impl ResultCheck {
    pub(super) fn of(checked: &CheckedRecord) -> Self {
        let claimed = checked.record().result;
        let is_right = claimed.map(|_| !has_fault(checked));
        let is_cut = checked.moves_after_end() > 0 && checked.record().termination.is_none();
        let right_by = match (is_right, claimed) {
            (Some(false), Some(claim)) => explanations(checked, claim),
            (Some(true), Some(claim)) if is_cut => explanations(checked, claim),
            _ => Vec::new(),
        };
        Self {
            claimed,
            end: checked.game().end(),
            is_right,
            right_by,
        }
    }
}

/// Whether what is said of the end is wrong.
fn has_fault(checked: &CheckedRecord) -> bool {
    end_faults(checked).iter().any(|kind| {
        matches!(
            kind,
            WarningKind::WrongResult { .. }
                | WarningKind::WrongTermination { .. }
                | WarningKind::NotOver { .. }
        )
    })
}

/// The rule sets by which the game ends with its last move and as it is claimed. Rules that
/// say the same of this game are named once, by the set that stands first.
fn explanations(checked: &CheckedRecord, claim: Claim) -> Vec<OtherRules> {
    let mut found: Vec<OtherRules> = Vec::new();
    for rules in RuleSet::all().map(RuleSet::rules) {
        if rules == checked.rules() {
            continue;
        }
        let Some(other) = checked.by_rules(rules) else {
            continue;
        };
        let Some(end) = other.game().end() else {
            continue;
        };
        let is_claim = match claim {
            Claim::Seeds(seeds) => end.seeds == seeds,
            Claim::Winner(winner) => end.winner == winner,
        };
        let is_whole = other.moves_after_end() == 0 && end_faults(&other).is_empty();
        if is_claim && is_whole {
            found.push(OtherRules { rules, end });
        }
    }
    found
}
