//! The moves of a board once more, from the rule page alone: twelve small numbers, seeds
//! sown one by one, legality by trying.
//!
//! What the checks say would be worth little if one mistake in the engine's word tricks
//! misled builder and checker alike. This file shares nothing with the engine but the names
//! of the settings, and is meant to be checked by reading it beside the rules.

use crate::game::{Feeding, GrandSlam, PITS_PER_ROW, Stuck, ValueRules};

const PITS: usize = 2 * PITS_PER_ROW;

/// Seeds in the mover's pits from his left, then in the opponent's from the opponent's.
pub(super) type Pits = [u8; PITS];

/// What a move leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlainStep {
    /// The pit, from the mover's left; `None` for a pass.
    pub(super) pit: Option<usize>,
    /// Seeds taken, less those given away.
    pub(super) gain: i8,
    /// The pits after it, seen by the opponent.
    pub(super) after: Pits,
}

/// All moves of a board, or what it pays when there are none.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainMoves {
    steps: [PlainStep; PITS_PER_ROW],
    count: usize,
    /// What the mover gets when the game is over here, less what the opponent gets.
    pub(super) over: Option<i8>,
}

impl PlainMoves {
    /// The moves of the player who owns the first six pits.
    pub(super) fn of(pits: &Pits, rules: &ValueRules) -> Self {
        let mut moves = Self {
            steps: [PlainStep::default(); PITS_PER_ROW],
            count: 0,
            over: None,
        };
        if seeds(pits) <= rules.few_seeds {
            moves.over = Some(match rules.few_to_own_side {
                true => own_rows(pits),
                false => 0,
            });
            return moves;
        }
        if rules.feeding == Feeding::Pass && seeds(own(pits)) == 0 && seeds(other(pits)) > 0 {
            moves.push(PlainStep {
                pit: None,
                gain: 0,
                after: turned(pits),
            });
            return moves;
        }
        let tried = Tried::all(pits, rules);
        let some_leaves_a_seed = tried.sowings().any(|sowing| sowing.leaves_a_seed());
        let must_feed = rules.feeding == Feeding::MustFeed
            && rules.grand_slam != GrandSlam::UnlessForced
            && seeds(other(pits)) == 0;
        for sowing in tried.sowings() {
            let allowed = match rules.grand_slam {
                GrandSlam::Forbidden => !sowing.is_slam,
                GrandSlam::UnlessForced => !some_leaves_a_seed || sowing.leaves_a_seed(),
                _ => true,
            };
            if allowed && (!must_feed || sowing.leaves_a_seed()) {
                moves.push(PlainStep {
                    pit: Some(sowing.pit),
                    gain: sowing.gain,
                    after: turned(&sowing.pits),
                });
            }
        }
        if moves.count == 0 {
            moves.over = Some(match rules.stuck {
                Stuck::Opponent if seeds(other(pits)) > 0 => -seeds(pits).cast_signed(),
                _ => own_rows(pits),
            });
        }
        moves
    }

    /// The moves, the lowest pit first.
    pub(super) fn steps(&self) -> &[PlainStep] {
        &self.steps[..self.count]
    }

    fn push(&mut self, step: PlainStep) {
        self.steps[self.count] = step;
        self.count += 1;
    }
}

/// A pit sown, whether or not that is legal; still seen by the player who sowed.
#[derive(Clone, Copy, Default)]
struct Sowing {
    pit: usize,
    pits: Pits,
    gain: i8,
    is_slam: bool,
}

impl Sowing {
    fn leaves_a_seed(&self) -> bool {
        seeds(other(&self.pits)) > 0
    }
}

/// Every pit that holds a seed, sown.
struct Tried {
    sowings: [Sowing; PITS_PER_ROW],
    count: usize,
}

impl Tried {
    fn all(pits: &Pits, rules: &ValueRules) -> Self {
        let mut tried = Self {
            sowings: [Sowing::default(); PITS_PER_ROW],
            count: 0,
        };
        for pit in 0..PITS_PER_ROW {
            if pits[pit] > 0 {
                tried.sowings[tried.count] = sow(pits, pit, rules.grand_slam);
                tried.count += 1;
            }
        }
        tried
    }

    fn sowings(&self) -> impl Iterator<Item = &Sowing> {
        self.sowings[..self.count].iter()
    }
}

fn sow(before: &Pits, pit: usize, grand_slam: GrandSlam) -> Sowing {
    // One by one into the pits that follow, skipping the emptied pit on every lap.
    let mut pits = *before;
    pits[pit] = 0;
    let mut last = pit;
    for _ in 0..before[pit] {
        last = following(last);
        if last == pit {
            last = following(last);
        }
        pits[last] += 1;
    }

    // The pit of the last seed, then the pits before it, while opposing and 2 or 3.
    let mut first = last + 1;
    while first > PITS_PER_ROW && matches!(pits[first - 1], 2 | 3) {
        first -= 1;
    }
    let would_take: u8 = pits[first..=last].iter().sum();
    let is_slam = would_take > 0 && would_take == seeds(other(&pits));
    let taken = match grand_slam {
        GrandSlam::NoCapture if is_slam => 0..0,
        GrandSlam::KeepFirst if is_slam => first..last,
        GrandSlam::KeepLast if is_slam => first + 1..last + 1,
        _ => first..last + 1,
    };
    let mut gain = 0;
    for taken in taken {
        gain += pits[taken].cast_signed();
        pits[taken] = 0;
    }
    if is_slam && grand_slam == GrandSlam::OpponentTakesRest {
        gain -= seeds(&pits).cast_signed();
        pits = [0; PITS];
    }
    Sowing {
        pit,
        pits,
        gain,
        is_slam,
    }
}

fn following(pit: usize) -> usize {
    if pit + 1 == PITS { 0 } else { pit + 1 }
}

fn own(pits: &Pits) -> &[u8] {
    &pits[..PITS_PER_ROW]
}

fn other(pits: &Pits) -> &[u8] {
    &pits[PITS_PER_ROW..]
}

fn seeds(pits: &[u8]) -> u8 {
    pits.iter().sum()
}

pub(super) fn own_rows(pits: &Pits) -> i8 {
    seeds(own(pits)).cast_signed() - seeds(other(pits)).cast_signed()
}

/// The same pits seen by the other player.
fn turned(pits: &Pits) -> Pits {
    let mut turned = *pits;
    turned.rotate_left(PITS_PER_ROW);
    turned
}

#[cfg(test)]
mod tests {
    use super::super::moves::{Step, for_each_step};
    use super::*;
    use crate::endgame::{Layer, Rank};
    use crate::game::{Board, Move, Rules};

    /// Every grand-slam setting with every duty and every end, where they go together.
    fn every_kind_of_rules() -> Vec<ValueRules> {
        let mut all = Vec::new();
        for slam in GrandSlam::ALL {
            for feeding in Feeding::ALL {
                for stuck in Stuck::ALL {
                    for few in ["0", "4+few-settle=own-side", "5+few-settle=nobody"] {
                        let text = format!(
                            "abapa+settle=even+grand-slam={slam}+feeding={feeding}+stuck={stuck}+few-seeds={few}"
                        );
                        all.extend(text.parse::<Rules>().map(Rules::value_rules));
                    }
                }
            }
        }
        assert_eq!(all.len(), (7 * 2 - 1) * 2 * 3, "all but one contradiction");
        all
    }

    fn agree(board: Board, rules: &ValueRules) {
        let mut steps: Vec<Step> = Vec::new();
        let over = for_each_step(board, rules, *rules, |step| steps.push(step));
        let pits: Pits = [board.mover(), board.opponent()]
            .concat()
            .try_into()
            .unwrap();
        let plain = PlainMoves::of(&pits, rules);
        assert_eq!(plain.over, over.map(|net| net.seeds()), "{board:?} {rules}");
        let expected: Vec<_> = steps
            .iter()
            .map(|step| PlainStep {
                pit: match step.played {
                    Move::Sow(pit) => Some(pit.index()),
                    Move::Pass => None,
                },
                gain: step.gain,
                after: [step.after.mover(), step.after.opponent()]
                    .concat()
                    .try_into()
                    .unwrap(),
            })
            .collect();
        assert_eq!(plain.steps(), expected, "{board:?} {rules}");
    }

    #[test]
    fn plain_rules_and_engine_agree_on_every_small_board_for_all_rules() {
        for rules in every_kind_of_rules() {
            for layer in Layer::up_to(6) {
                for rank in (0..layer.boards()).map(Rank::new) {
                    agree(layer.unrank(rank), &rules);
                }
            }
        }
    }

    #[test]
    fn plain_rules_and_engine_agree_on_a_sample_of_every_larger_layer() {
        let mut random = fastrand::Rng::with_seed(12);
        for rules in every_kind_of_rules() {
            for seeds in 7..=48 {
                let layer = Layer::new(seeds);
                for _ in 0..30 {
                    agree(
                        layer.unrank(Rank::new(random.u64(..layer.boards()))),
                        &rules,
                    );
                }
            }
        }
    }
}
