//! The page of many games: where each report is, what the players' moves come to, and what
//! could not be read.

use std::collections::BTreeMap;

use oware::game::Player;
use serde::Serialize;

use super::super::super::messages::Messages;
use super::super::summary::Index;
use super::super::totals::{GameRow, SideRow};
use super::super::words::plain;
use super::page::{PlayerRow, legend, words_of_page};

/// The page.
#[derive(Debug, Serialize)]
pub(crate) struct IndexPage {
    lang: &'static str,
    version: &'static str,
    words: BTreeMap<String, String>,
    title: String,
    sides: [&'static str; 2],
    facts: Vec<String>,
    games: Vec<Game>,
    /// Both sides, then the players by name.
    players: Vec<PlayerRow>,
    broken: Vec<Broken>,
    legend: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Game {
    /// The name of its report.
    report: Option<String>,
    file: String,
    names: [String; 2],
    rules: String,
    result: String,
    is_wrong: bool,
    plies: usize,
    turning_point: Option<usize>,
    warnings: usize,
    /// South's moves and North's.
    sides: [SideRow; 2],
}

#[derive(Debug, Serialize)]
struct Broken {
    message: String,
    hint: String,
}

impl IndexPage {
    /// The page of an index.
    pub(crate) fn new(index: &Index<'_>, messages: &Messages) -> Self {
        let totals = index.totals;
        let count = |key: &'static str, n: usize| messages.fill(key, [("n", n.into())]);
        let mut facts = vec![count("totals-reports", totals.games)];
        if !totals.broken.is_empty() {
            facts.push(count("totals-errors", totals.broken.len()));
        }
        let sides = Player::ALL.map(|side| {
            let name = messages.player(side).to_owned();
            let moves = &totals.sides[side as usize];
            PlayerRow::new(name, Some(totals.games), moves, messages)
        });
        let players = totals.players.iter().map(|(name, (games, moves))| {
            PlayerRow::new(plain(name), Some(*games), moves, messages)
        });
        Self {
            lang: messages.lang().code(),
            version: env!("CARGO_PKG_VERSION"),
            words: words_of_page(messages),
            title: messages.text("html-index-title"),
            sides: Player::ALL.map(|side| messages.player(side)),
            facts,
            games: index
                .rows
                .iter()
                .map(|row| Game::new(row, messages))
                .collect(),
            players: sides.into_iter().chain(players).collect(),
            broken: totals
                .broken
                .iter()
                .map(|game| Broken {
                    message: plain(&game.message),
                    hint: game.hint.as_deref().map(plain).unwrap_or_default(),
                })
                .collect(),
            legend: legend(index.thresholds, messages),
        }
    }
}

impl Game {
    fn new(row: &GameRow, messages: &Messages) -> Self {
        let file = match row.game {
            1 => row.file.clone(),
            number => format!("{}#{number}", row.file),
        };
        Self {
            report: row.report.clone(),
            file: plain(&file),
            names: [&row.south, &row.north].map(|name| match name.as_str() {
                "" => messages.text("head-unknown"),
                name => plain(name),
            }),
            rules: row.rules.clone(),
            result: row.result.as_deref().map(plain).unwrap_or_default(),
            is_wrong: row.result_ok == Some(false),
            plies: row.plies,
            turning_point: row.turning_point,
            warnings: row.warnings,
            sides: row.sides,
        }
    }
}
