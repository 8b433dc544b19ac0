//! What many games come to: each game in a row, each player and each mark in total.

use std::collections::BTreeMap;

use oware::analysis::SideSummary;
use oware::game::Player;
use serde::{Deserialize, Serialize};

use super::super::exit::Failure;
use super::GameReport;

/// What is kept of a judged game: a row of `summary.csv`, an entry of `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameRow {
    /// The name of the report in its directory.
    pub(crate) report: Option<String>,
    pub(crate) file: String,
    pub(crate) game: usize,
    pub(crate) line: usize,
    pub(crate) south: String,
    pub(crate) north: String,
    pub(crate) rules: String,
    pub(crate) result: Option<String>,
    pub(crate) result_ok: Option<bool>,
    pub(crate) plies: usize,
    pub(crate) exact_from: Option<usize>,
    pub(crate) turning_point: Option<usize>,
    pub(crate) warnings: usize,
    /// South's moves and North's.
    pub(crate) sides: [SideRow; 2],
}

/// One side's moves by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SideRow {
    pub(crate) decisions: usize,
    pub(crate) forced: usize,
    pub(crate) best: usize,
    pub(crate) good: usize,
    pub(crate) inaccuracy: usize,
    pub(crate) mistake: usize,
    pub(crate) blunder: usize,
    pub(crate) unjudged: usize,
    pub(crate) lost: u32,
    pub(crate) exact: usize,
}

/// A game that could not be judged.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BrokenGame {
    pub(crate) file: String,
    pub(crate) game: usize,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

/// The games so far.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    pub(crate) games: usize,
    /// Those of `games` that an earlier run has judged.
    pub(crate) kept: usize,
    pub(crate) plies: usize,
    pub(crate) sides: [SideSummary; 2],
    /// By name: games and moves.
    pub(crate) players: BTreeMap<String, (usize, SideSummary)>,
    pub(crate) broken: Vec<BrokenGame>,
    /// The rules of all games; `None` once they differ.
    pub(crate) rules: Option<String>,
    has_rules: bool,
}

impl GameRow {
    /// The row of a game whose report has a name.
    pub(crate) fn new(report: &GameReport, name: Option<String>) -> Self {
        let judged = &report.judged;
        let checked = &judged.checked;
        let player = |side: Player| {
            let name = checked.record().tag(&side.to_string());
            name.unwrap_or_default().to_owned()
        };
        Self {
            report: name,
            file: report.source.file.clone(),
            game: report.source.number,
            line: report.source.line,
            south: player(Player::South),
            north: player(Player::North),
            rules: judged.rules().to_string(),
            result: checked.result().map(|result| result.claim().to_string()),
            result_ok: judged.result.is_right,
            plies: judged.plies.len(),
            exact_from: judged.exact_from(),
            turning_point: judged.turning_point.map(|turn| turn.ply),
            warnings: report.warnings.len(),
            sides: Player::ALL.map(|side| judged.summary_of(side).into()),
        }
    }
}

impl BrokenGame {
    /// What `error` says of a game.
    pub(crate) fn new(file: String, game: usize, error: &anyhow::Error) -> Self {
        Self {
            file,
            game,
            message: format!("{error:#}"),
            hint: Failure::in_chain(error).map(|failure| failure.hint.clone()),
        }
    }
}

impl Totals {
    /// Adds a game.
    pub(crate) fn add(&mut self, row: &GameRow) {
        self.games += 1;
        self.plies += row.plies;
        if !self.has_rules {
            self.rules = Some(row.rules.clone());
        } else if self.rules.as_ref() != Some(&row.rules) {
            self.rules = None;
        }
        self.has_rules = true;
        let names = [&row.south, &row.north];
        for ((side, name), total) in row.sides.iter().zip(names).zip(&mut self.sides) {
            let side = SideSummary::from(*side);
            total.add(&side);
            // Who is not named is nobody whose moves could be added up.
            if !matches!(name.as_str(), "" | "?") {
                let player = self.players.entry(name.clone()).or_default();
                player.0 += 1;
                player.1.add(&side);
            }
        }
    }

    /// The moves of both sides.
    pub(crate) fn all(&self) -> SideSummary {
        let [mut all, north] = self.sides;
        all.add(&north);
        all
    }
}

impl From<&SideSummary> for SideRow {
    fn from(side: &SideSummary) -> Self {
        Self {
            decisions: side.decisions,
            forced: side.forced,
            best: side.best,
            good: side.good,
            inaccuracy: side.inaccuracies,
            mistake: side.mistakes,
            blunder: side.blunders,
            unjudged: side.unjudged,
            lost: side.lost,
            exact: side.exact,
        }
    }
}

impl From<SideRow> for SideSummary {
    fn from(row: SideRow) -> Self {
        Self {
            decisions: row.decisions,
            forced: row.forced,
            best: row.best,
            good: row.good,
            inaccuracies: row.inaccuracy,
            mistakes: row.mistake,
            blunders: row.blunder,
            unjudged: row.unjudged,
            lost: row.lost,
            exact: row.exact,
        }
    }
}
