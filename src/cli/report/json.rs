//! The `oware.analyse/1` document, and `oware.analyse-summary/1` after many games.
//!
//! Values of a move are for the player who made it, as final differences; those named
//! `south` are South's seeds minus North's.

use oware::analysis::{
    JudgedGame, JudgedPly, Reason, ResultCheck, SideSummary, Thresholds, TurningPoint, Worth,
    Yardstick,
};
use oware::game::{Bounds, End, Move, Outcome, PitSet, Player, Score};
use oware::record::Warning;
use oware::solve::MoveSolution;
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::output::Over;
use super::totals::SideRow;
use super::{GameReport, PositionReport};

/// A judged game or position.
#[derive(Serialize)]
pub(crate) struct AnalyseDocument {
    schema: &'static str,
    game: GameDocument,
    rules: String,
    /// The losses from which on a move is `?!`, `?`, `??`.
    thresholds: [u8; 3],
    moves: Vec<PlyDocument>,
    summary: Option<SummaryDocument>,
    turning_point: Option<TurningDocument>,
    /// The last position, or the one that was asked about.
    end: EndDocument,
    warnings: Vec<WarningDocument>,
}

#[derive(Serialize)]
struct GameDocument {
    tags: Map<String, Value>,
    plies: usize,
    result: Option<String>,
    result_ok: Option<bool>,
    source: Option<SourceDocument>,
    start: String,
    termination: Option<String>,
    over: Option<Over>,
    /// Other rule sets by which the result would be right.
    right_by: Vec<RightByDocument>,
    /// The ply from which on all values are proved.
    exact_from: Option<usize>,
}

#[derive(Serialize)]
struct SourceDocument {
    file: String,
    game: usize,
    line: usize,
    form: &'static str,
}

#[derive(Serialize)]
struct RightByDocument {
    rules: String,
    over: Over,
}

#[derive(Serialize)]
struct PlyDocument {
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    played: char,
    /// Before the move.
    position: String,
    forced: bool,
    before: WorthDocument,
    after: WorthDocument,
    loss: Option<u8>,
    best: Vec<char>,
    pv: Vec<char>,
    mark: Option<&'static str>,
    class: &'static str,
    captured: u8,
    position_after: String,
    /// What is proved of `position`.
    proved: BoundsDocument,
    /// The depth of both values where they are not proved.
    depth: Option<u16>,
    /// Best play after the move.
    reply: Vec<char>,
    reasons: Vec<ReasonDocument>,
    choices: Vec<ChoiceDocument>,
}

#[derive(Serialize)]
struct WorthDocument {
    value: Option<i8>,
    exact: bool,
}

#[derive(Serialize)]
struct BoundsDocument {
    lower: i8,
    upper: i8,
    exact: bool,
}

#[derive(Serialize)]
struct ChoiceDocument {
    #[serde(rename = "move")]
    played: char,
    lower: i8,
    upper: i8,
    value: Option<i8>,
    exact: bool,
    captured: u8,
    slam: bool,
    pv: Vec<char>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ReasonDocument {
    GrandSlam { captured: u8 },
    MustFeed { refused: Vec<char> },
    LetsTake { seeds: u8, reply: char, at: char },
    MissesCapture { best: char, seeds: u8 },
    EndsGame { reason: &'static str },
    WasOver { reason: &'static str },
}

#[derive(Serialize)]
struct SummaryDocument {
    south: SideDocument,
    north: SideDocument,
}

/// One side's moves by class, and what they come to on average.
#[derive(Serialize)]
pub(crate) struct SideDocument {
    #[serde(flatten)]
    counts: SideRow,
    lost_per_decision: Option<f64>,
    best_share: Option<f64>,
}

#[derive(Serialize)]
struct TurningDocument {
    ply: usize,
    side: &'static str,
    before: &'static str,
    after: &'static str,
    loss: u8,
    exact: bool,
}

#[derive(Serialize)]
struct EndDocument {
    position: String,
    /// The final difference, South's seeds minus North's.
    south: Option<i8>,
    exact: bool,
}

#[derive(Serialize)]
struct WarningDocument {
    line: usize,
    column: usize,
    kind: &'static str,
    message: String,
    count: usize,
}

impl AnalyseDocument {
    /// The document of a game.
    pub(crate) fn of_game(report: &GameReport) -> Self {
        let judged = &report.judged;
        let warnings = report.warnings.iter().map(WarningDocument::new);
        Self {
            schema: "oware.analyse/1",
            game: GameDocument::new(report),
            rules: judged.rules().to_string(),
            thresholds: losses(judged.thresholds),
            moves: judged.plies.iter().map(PlyDocument::new).collect(),
            summary: Some(SummaryDocument {
                south: SideDocument::new(judged.summary_of(Player::South)),
                north: SideDocument::new(judged.summary_of(Player::North)),
            }),
            turning_point: judged.turning_point.map(TurningDocument::new),
            end: EndDocument {
                position: judged.checked.last_position().to_string(),
                south: judged.end_value.map(Score::seeds),
                exact: judged.end_bounds.is_exact(),
            },
            warnings: warnings.collect(),
        }
    }

    /// The document of a position.
    pub(crate) fn of_position(report: &PositionReport) -> Self {
        let PositionReport {
            game,
            moves,
            thresholds,
        } = report;
        let position = game.position();
        let plies = game.moves().len();
        let (south, is_exact) = match (moves.first(), game.end()) {
            (Some(ply), _) => {
                let south = ply.value.map(|value| match position.to_move() {
                    Player::South => value.seeds(),
                    Player::North => -value.seeds(),
                });
                (south, ply.bounds.is_exact())
            }
            (None, Some(end)) => (difference(&end), true),
            (None, None) => (None, false),
        };
        Self {
            schema: "oware.analyse/1",
            game: GameDocument {
                tags: Map::new(),
                plies,
                result: None,
                result_ok: None,
                source: None,
                start: game.start().to_string(),
                termination: None,
                over: game
                    .end()
                    .map(|end| Over::new(&end, (plies > 0).then_some(plies))),
                right_by: Vec::new(),
                exact_from: None,
            },
            rules: game.rules().to_string(),
            thresholds: losses(*thresholds),
            moves: moves.iter().map(PlyDocument::new).collect(),
            summary: None,
            turning_point: None,
            end: EndDocument {
                position: position.to_string(),
                south,
                exact: is_exact,
            },
            warnings: Vec::new(),
        }
    }
}

impl GameDocument {
    fn new(report: &GameReport) -> Self {
        let judged: &JudgedGame = &report.judged;
        let checked = &judged.checked;
        let ResultCheck {
            claimed,
            end,
            is_right,
            right_by,
        } = &judged.result;
        let record = checked.record();
        let played = checked.game().moves().len();
        let after = |plies: usize| (plies > 0).then_some(plies);
        Self {
            tags: record
                .tags
                .iter()
                .map(|tag| (tag.name.clone(), Value::String(tag.value.clone())))
                .collect(),
            plies: record.plies.len(),
            result: claimed
                .map(|claim| claim.to_string())
                .or_else(|| checked.result().map(|result| result.claim().to_string())),
            result_ok: *is_right,
            source: Some(SourceDocument {
                file: report.source.file.clone(),
                game: report.source.number,
                line: report.source.line,
                form: report.source.form.word(),
            }),
            start: record.start.to_string(),
            termination: checked.termination().map(|end| end.text().to_owned()),
            over: end.map(|end| Over::new(&end, after(played))),
            right_by: right_by
                .iter()
                .map(|other| RightByDocument {
                    rules: other.rules.to_string(),
                    over: Over::new(&other.end, after(record.plies.len())),
                })
                .collect(),
            exact_from: judged.exact_from(),
        }
    }
}

impl PlyDocument {
    fn new(ply: &JudgedPly) -> Self {
        let side = ply.side;
        let judgement = &ply.judgement;
        Self {
            ply: ply.number,
            side: side.name(),
            played: ply.played.letter(side),
            position: ply.before.to_string(),
            forced: ply.is_forced(),
            before: WorthDocument::new(judgement.before),
            after: WorthDocument::new(judgement.after),
            loss: judgement.loss,
            best: ply.best.iter().map(|best| best.letter(side)).collect(),
            pv: letters(&ply.best_line, side),
            mark: judgement.class.mark(),
            class: judgement.class.word(),
            captured: ply.captured,
            position_after: ply.after.to_string(),
            proved: BoundsDocument::new(ply.bounds),
            depth: match judgement.yardstick {
                Yardstick::Depth(depth) => Some(depth),
                Yardstick::Exact | Yardstick::None => None,
            },
            reply: letters(&ply.reply_line, side.opposite()),
            reasons: ply
                .reasons
                .iter()
                .map(|&reason| ReasonDocument::new(reason, side))
                .collect(),
            choices: ply
                .choices
                .iter()
                .map(|choice| ChoiceDocument::new(choice, side))
                .collect(),
        }
    }
}

impl WorthDocument {
    fn new(worth: Worth) -> Self {
        Self {
            value: worth.value.map(Score::seeds),
            exact: worth.is_exact,
        }
    }
}

impl BoundsDocument {
    fn new(bounds: Bounds<Score>) -> Self {
        Self {
            lower: bounds.lower.seeds(),
            upper: bounds.upper.seeds(),
            exact: bounds.is_exact(),
        }
    }
}

impl ChoiceDocument {
    fn new(choice: &MoveSolution, side: Player) -> Self {
        Self {
            played: choice.played.letter(side),
            lower: choice.bounds.lower.seeds(),
            upper: choice.bounds.upper.seeds(),
            value: choice.value.map(Score::seeds),
            exact: choice.is_exact(),
            captured: choice.captured,
            slam: choice.is_grand_slam,
            pv: letters(&choice.pv, side),
        }
    }
}

impl ReasonDocument {
    fn new(reason: Reason, side: Player) -> Self {
        let pits = |pits: PitSet| pits.map(|pit| pit.letter(side)).collect();
        match reason {
            Reason::GrandSlam { captured } => Self::GrandSlam { captured },
            Reason::MustFeed { refused } => Self::MustFeed {
                refused: pits(refused),
            },
            Reason::LetsTake { seeds, reply, at } => Self::LetsTake {
                seeds,
                reply: reply.letter(side.opposite()),
                at: at.letter(side),
            },
            Reason::MissesCapture { best, seeds } => Self::MissesCapture {
                best: best.letter(side),
                seeds,
            },
            Reason::EndsGame { reason } => Self::EndsGame {
                reason: reason.word(),
            },
            Reason::WasOver { reason } => Self::WasOver {
                reason: reason.word(),
            },
        }
    }
}

impl SideDocument {
    /// The counts of one side.
    pub(crate) fn new(side: &SideSummary) -> Self {
        Self {
            counts: side.into(),
            lost_per_decision: side.lost_per_decision().map(rounded),
            best_share: side.best_share().map(rounded),
        }
    }
}

impl TurningDocument {
    fn new(turn: TurningPoint) -> Self {
        Self {
            ply: turn.ply,
            side: turn.side.name(),
            before: outcome(turn.before),
            after: outcome(turn.after),
            loss: turn.loss,
            exact: turn.is_exact,
        }
    }
}

impl WarningDocument {
    fn new(warning: &Warning) -> Self {
        Self {
            line: warning.place.line,
            column: warning.place.column,
            kind: warning.kind.word(),
            message: warning.kind.to_string(),
            count: warning.count,
        }
    }
}

/// The losses from which on a move is `?!`, `?`, `??`.
pub(crate) const fn losses(thresholds: Thresholds) -> [u8; 3] {
    [
        thresholds.inaccuracy(),
        thresholds.mistake(),
        thresholds.blunder(),
    ]
}

/// South's final seeds minus North's. Half seeds come in pairs, so it is whole.
fn difference(end: &End) -> Option<i8> {
    let [south, north] = end.seeds.map(|seeds| i32::from(seeds.halves()));
    i8::try_from((south - north) / 2).ok()
}

const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
        Outcome::Win => "win",
    }
}

/// To three places, which is more than so few moves can carry.
fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// The letters of moves that the players make in turn, `side` first.
pub(crate) fn letters(moves: &[Move], side: Player) -> Vec<char> {
    let sides = [side, side.opposite()];
    moves
        .iter()
        .zip(sides.into_iter().cycle())
        .map(|(played, side)| played.letter(side))
        .collect()
}
