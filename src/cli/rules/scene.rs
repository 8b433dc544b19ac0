//! The scenes that the pages show, and how a position for each is found.
//!
//! A scene is a claim about rules ("a chain of captures that a full pit stops"), with
//! positions that usually show it. Which one does is decided by playing it under the rules
//! of the page: an override may make the usual position finished before its first move, so
//! each is also tried with empty stores, and if none will do, games played at random from
//! the start are searched. A scene that cannot be shown is left out; its text still holds.

use oware::game::{Move, Pit, Player, Position, Rules, Settle, Setup, Target};

use super::lines::{self, Line, Shuffle};
use super::played::Played;

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// The start of the game.
    Start,
    /// A move into the opponent's row, without a capture.
    Sowing,
    /// One pit is captured.
    Capture,
    /// A chain of two pits or more, stopped by a pit that is neither 2 nor 3.
    Chain,
    /// 12 to 22 seeds.
    Lap,
    /// 23 seeds or more.
    TwoLaps,
    /// A grand slam, played or refused.
    Slam,
    /// Every move leaves the opponent nothing, and may be played.
    SlamForced,
    /// Some moves are refused because they do not feed.
    Feeding,
    /// The player to move passes.
    Pass,
    /// No legal move, each keeps his row.
    Stuck,
    /// No legal move, the opponent takes all.
    StuckTakesAll,
    /// A capture reaches the target.
    Target,
    /// A capture leaves few seeds.
    FewSeeds,
    /// A position comes back.
    Repetition,
    /// Too long without a capture.
    QuietLimit,
    /// Too long a game.
    PlyLimit,
    /// A game that ends in a draw.
    Draw,
    /// The chain ends at the player's own row although that holds 2 or 3.
    OwnRow,
    /// The last pit is no capture, the one before would have been.
    Passed,
    /// The last pit got two seeds in the move and is captured.
    Twice,
    /// A grand slam over a row that was empty.
    SlamAfterEmpty,
    /// All but one pit of the opponent is captured.
    AlmostSlam,
    /// A player gives away his last seed and the game goes on.
    LastSeed,
    /// No move reaches the opponent, whose row is empty.
    NobodyReached,
    /// The row of the player to move is empty.
    EmptyRow,
    /// A capture jumps over the exact target.
    PastTarget,
    /// A grand slam would be the only move and is refused.
    ForcedLoss,
}

impl Scene {
    /// Every scene.
    pub(super) const ALL: [Self; 28] = [
        Self::Start,
        Self::Sowing,
        Self::Capture,
        Self::Chain,
        Self::Lap,
        Self::TwoLaps,
        Self::Slam,
        Self::SlamForced,
        Self::Feeding,
        Self::Pass,
        Self::Stuck,
        Self::StuckTakesAll,
        Self::Target,
        Self::FewSeeds,
        Self::Repetition,
        Self::QuietLimit,
        Self::PlyLimit,
        Self::Draw,
        Self::OwnRow,
        Self::Passed,
        Self::Twice,
        Self::SlamAfterEmpty,
        Self::AlmostSlam,
        Self::LastSeed,
        Self::NobodyReached,
        Self::EmptyRow,
        Self::PastTarget,
        Self::ForcedLoss,
    ];

    /// A position and moves that show the scene under `rules`, if one is found.
    pub(super) fn find(self, rules: Rules) -> Option<Played> {
        let play = |(start, line): Line| Played::new(start, &line, rules);
        let shows = |played: &Played| self.is_shown_by(played);
        let usual = self.usual(rules).into_iter().map(play).find(shows);
        usual.or_else(|| self.searched(rules))
    }

    /// Positions that usually show it.
    fn usual(self, rules: Rules) -> Vec<Line> {
        let unlimited = |key| rules.with(key, "0").unwrap_or(rules);
        match self {
            Self::Target | Self::PastTarget => target_lines(rules.target()),
            Self::FewSeeds => few_seeds_lines(rules.few_seeds()),
            Self::Repetition => {
                let mut lines: Vec<_> = lines::loops(rules.repetition()).collect();
                if rules.settle() != Settle::OwnSide {
                    // The last loop comes back with all seeds in one row, which shows best
                    // that they do not stay there.
                    lines.reverse();
                }
                lines
            }
            Self::Draw => {
                let mut lines = vec![
                    lines::read("1-1-0-0-0-0-0-0-0-0-0-0-22-24-S", ""),
                    lines::read("3-2-2-2-1-0-0-0-0-0-0-0-14-24-S", ""),
                    lines::read("0-0-0-0-0-0-0-2-0-0-3-0-24-19-S", ""),
                ];
                lines.extend(lines::loops(rules.repetition()));
                lines
            }
            Self::QuietLimit => lines::walks(unlimited("quiet-limit"), rules.quiet_limit(), true),
            Self::PlyLimit => lines::walks(unlimited("ply-limit"), rules.ply_limit(), false),
            _ => self
                .known()
                .iter()
                .flat_map(|(position, moves)| {
                    let (start, line) = lines::read(position, moves);
                    // Stores that a low target lets stand, then none.
                    let low = u32::from(rules.target().seeds(start.total())) * 2 / 3;
                    let others = [low, 0]
                        .into_iter()
                        .filter_map(|most| with_stores_below(start, most))
                        .map(|start| (start, line.clone()))
                        .collect::<Vec<_>>();
                    std::iter::once((start, line)).chain(others)
                })
                .collect(),
        }
    }

    /// Every position that scenes know, whatever the rules.
    pub(super) fn positions() -> impl Iterator<Item = Position> {
        let scenes = Self::ALL.into_iter();
        scenes.flat_map(|scene| {
            scene
                .known()
                .iter()
                .map(|(start, _)| lines::read(start, "").0)
        })
    }

    /// The positions of the rule books, and fuller ones for rules that end thin boards.
    const fn known(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Start => &[("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "")],
            Self::Sowing => &[("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "D")],
            Self::Capture => &[
                ("1-0-3-2-2-1-2-4-1-0-5-1-13-13-S", "E"),
                ("4-4-4-4-0-5-1-5-5-4-4-4-2-2-S", "F"),
                ("0-0-1-1-2-1-1-0-0-3-0-0-20-19-S", "E"),
            ],
            Self::Chain => &[
                ("2-0-3-1-0-4-1-4-2-1-0-5-12-13-S", "F"),
                ("0-0-0-4-0-3-1-4-1-2-0-0-16-17-S", "F"),
            ],
            Self::Lap => &[("0-2-12-0-1-0-3-3-0-0-4-0-11-12-S", "C")],
            Self::TwoLaps => &[
                ("23-0-0-0-0-0-0-2-0-1-0-0-11-11-S", "A"),
                ("23-1-2-1-2-0-0-2-4-1-5-0-4-3-S", "A"),
            ],
            Self::Slam => &[
                ("0-3-0-0-4-0-1-2-1-0-0-0-19-18-S", "E"),
                ("5-3-6-2-4-0-1-2-1-0-0-0-12-12-S", "E"),
            ],
            Self::SlamForced => &[
                ("1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", ""),
                ("3-3-2-1-1-0-0-0-0-0-0-0-19-19-S", ""),
            ],
            Self::Feeding => &[
                ("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S", ""),
                ("3-2-3-2-3-1-0-0-0-0-0-0-17-17-S", ""),
            ],
            Self::Pass => &[
                ("0-0-0-0-0-0-0-4-0-0-5-0-19-20-S", "-"),
                ("0-0-0-0-0-0-3-4-2-6-5-1-13-14-S", "-"),
            ],
            Self::Stuck => &[
                ("1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", ""),
                ("3-2-2-2-1-0-0-0-0-0-0-0-18-20-S", ""),
                ("0-0-0-0-0-0-0-2-0-0-3-0-21-22-S", ""),
                ("0-0-0-0-0-0-3-2-2-4-3-1-16-17-S", ""),
            ],
            Self::StuckTakesAll => &[
                ("0-0-0-0-0-5-1-1-1-1-1-0-19-19-S", ""),
                ("0-0-0-0-0-6-2-2-2-2-2-2-15-15-S", ""),
            ],
            Self::OwnRow => &[
                ("0-0-1-1-2-1-1-0-0-3-0-0-20-19-S", "E"),
                ("3-0-4-1-2-1-1-5-0-3-4-0-12-12-S", "E"),
            ],
            Self::Passed => &[
                ("1-0-2-1-3-0-1-3-0-2-4-1-15-15-S", "E"),
                ("1-0-2-1-3-0-1-4-0-2-4-1-15-14-S", "E"),
            ],
            Self::Twice => &[("0-0-0-0-13-0-0-4-0-2-0-5-12-12-S", "E")],
            Self::SlamAfterEmpty => &[("0-0-0-0-0-17-0-0-0-0-0-0-15-16-S", "F")],
            Self::AlmostSlam => &[
                ("0-3-0-0-4-0-1-2-1-0-0-1-18-18-S", "E"),
                ("5-3-6-2-4-0-1-2-1-0-0-1-12-11-S", "E"),
            ],
            Self::LastSeed => &[
                ("0-0-2-0-0-1-0-0-0-0-0-1-22-22-N", "f"),
                ("3-1-4-2-2-1-0-0-0-0-0-1-17-17-N", "f"),
            ],
            Self::NobodyReached => &[
                ("1-1-0-0-1-0-0-0-0-0-0-0-22-23-S", ""),
                ("3-2-2-2-1-0-0-0-0-0-0-0-18-20-S", ""),
            ],
            Self::EmptyRow => &[
                ("0-0-0-0-0-0-0-2-0-0-3-0-21-22-S", ""),
                ("0-0-0-0-0-0-3-2-2-4-3-1-16-17-S", ""),
            ],
            Self::ForcedLoss => &[("0-0-0-0-0-5-1-1-1-1-1-0-19-19-S", "")],
            Self::Target
            | Self::PastTarget
            | Self::FewSeeds
            | Self::Repetition
            | Self::Draw
            | Self::QuietLimit
            | Self::PlyLimit => &[],
        }
    }

    /// Looks for the scene in games played at random from the start.
    fn searched(self, rules: Rules) -> Option<Played> {
        let single_move = matches!(
            self,
            Self::Capture
                | Self::Chain
                | Self::Lap
                | Self::Slam
                | Self::OwnRow
                | Self::Passed
                | Self::AlmostSlam
                | Self::Target
                | Self::PastTarget
                | Self::FewSeeds
        );
        if !single_move {
            return None;
        }
        let mut chance = Shuffle(7);
        for _ in 0..200 {
            let mut position = Position::START;
            for _ in 0..120 {
                let shown = Pit::ALL
                    .into_iter()
                    .map(|pit| Played::new(position, &[Move::Sow(pit)], rules))
                    .find(|played| self.is_shown_by(played));
                if shown.is_some() {
                    return shown;
                }
                let moves: Vec<Pit> = position.legal(rules).collect();
                if moves.is_empty() || position.end(rules).is_some() {
                    break;
                }
                let pit = moves[chance.below(moves.len())];
                position = position.play_unchecked(pit, rules);
            }
        }
        None
    }
}

/// The same board with no more than `most` seeds in each store.
fn with_stores_below(position: Position, most: u32) -> Option<Position> {
    let mut setup = Setup::from(&position);
    setup.stores = setup.stores.map(|store| store.min(most));
    Position::from_setup(&setup).ok()
}

/// Captures that reach a target: exactly, and by jumping over it.
pub(super) fn target_lines(target: Target) -> Vec<Line> {
    let mut lines = Vec::new();
    let boards = [
        ("1-0-0-0-0-1-1-0-2-0-0-0", "F", 2),
        ("1-0-3-2-2-1-2-4-1-0-5-1", "E", 3_u32),
        ("0-3-4-0-1-1-1-0-3-2-5-1", "F", 2),
        // So few that a store may hold nearly all there are.
        ("0-0-0-0-0-1-1-0-0-0-1-0", "F", 2),
    ];
    for (board, played, gain) in boards {
        let (position, line) = lines::read(&format!("{board}-0-0-S"), played);
        let setup = Setup::from(&position);
        let on_board = u32::from(position.total());
        let goal = u32::from(target.seeds(48));
        for over in 0..gain {
            let Some(south) = (goal + over).checked_sub(gain) else {
                continue;
            };
            let rest = 48_u32.saturating_sub(on_board + south);
            for north in [rest, rest.min(goal.saturating_sub(1)), 0] {
                let stores = [south, north];
                if let Ok(start) = Position::from_setup(&Setup { stores, ..setup }) {
                    lines.push((start, line.clone()));
                }
            }
        }
    }
    lines
}

/// Captures of two that leave exactly `few` seeds on the board, shared evenly between the
/// rows and not.
pub(super) fn few_seeds_lines(few: u8) -> Vec<Line> {
    let Some(left) = few.checked_sub(1) else {
        return Vec::new();
    };
    let Some(rest) = 48_u32.checked_sub(u32::from(few) + 2) else {
        return Vec::new();
    };
    let evenly: &[_] = &[
        (0, 2),
        (1, 3),
        (0, 0),
        (1, 1),
        (0, 4),
        (0, 3),
        (0, 1),
        (1, 2),
    ];
    let unevenly: &[_] = &[(0, 2), (0, 0), (0, 4), (0, 3), (0, 1)];
    let line = |places: &[(usize, usize)], stores: [u32; 2]| {
        let mut rows = [[0_u32; 6]; 2];
        // F makes a 2; e stays, or it would be a grand slam.
        (rows[0][5], rows[1][0], rows[1][4]) = (1, 1, 1);
        for turn in 0..usize::from(left) {
            let (row, pit) = places[turn % places.len()];
            rows[row][pit] += 1;
        }
        let setup = Setup {
            rows,
            stores,
            to_move: Player::South,
        };
        let start = Position::from_setup(&setup).ok()?;
        Some((start, vec![Move::Sow(Pit::new(5))]))
    };
    // Empty stores are for a target that the others have reached.
    [[rest / 2, rest - rest / 2], [0, 0]]
        .into_iter()
        .flat_map(|stores| [(evenly, stores), (unevenly, stores)])
        .filter_map(|(places, stores)| line(places, stores))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_shown_under_some_rules() {
        let rules: Vec<Rules> = [
            "abapa",
            "awari",
            "marquoir",
            "marquoir-famine",
            "jedisjeux",
            "codingame",
            "abapa+quiet-limit=50",
        ]
        .map(|text| text.parse().unwrap())
        .into();
        for scene in Scene::ALL {
            assert!(
                rules.iter().any(|&rules| scene.find(rules).is_some()),
                "{scene:?}"
            );
        }
    }

    #[test]
    fn worked_examples_are_used_where_the_rules_let_them() {
        let text = |scene: Scene, rules: &str| {
            let played = scene.find(rules.parse().unwrap()).unwrap();
            played.start().to_string()
        };
        assert_eq!(
            text(Scene::Slam, "abapa"),
            "0-3-0-0-4-0-1-2-1-0-0-0-19-18-S"
        );
        assert_eq!(
            text(Scene::StuckTakesAll, "marquoir"),
            "0-0-0-0-0-5-1-1-1-1-1-0-19-19-S"
        );
        assert_eq!(
            text(Scene::Slam, "abapa+target=5"),
            "0-3-0-0-4-0-1-2-1-0-0-0-3-3-S"
        );
    }

    #[test]
    fn scene_is_searched_for_when_the_usual_boards_are_finished() {
        let rules: Rules = "abapa+few-seeds=35".parse().unwrap();
        let played = Scene::Capture.find(rules).unwrap();
        assert!(played.start().board().seeds() > 35);
    }
}
