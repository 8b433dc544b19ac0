//! The index of many judged games: `oware.analyse-summary/1`, a row a game for
//! spreadsheets, and the totals for people.

use std::io::{self, Write};
use std::time::Duration;

use oware::analysis::Thresholds;
use oware::game::Player;
use serde::Serialize;

use super::super::messages::Messages;
use super::super::output::{Console, seconds};
use super::csv::foreign;
use super::json::{SideDocument, losses};
use super::text::summary_table;
use super::totals::{BrokenGame, GameRow, SideRow, Totals};

/// The columns of a game in `summary.csv`, before those of each side. Stable: new ones
/// come last.
const COLUMNS: [&str; 13] = [
    "report",
    "file",
    "game",
    "line",
    "south",
    "north",
    "rules",
    "result",
    "result_ok",
    "plies",
    "exact_from",
    "turning_point",
    "warnings",
];
/// The columns of each side, behind its name.
const SIDE_COLUMNS: [&str; 10] = [
    "decisions",
    "forced",
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
    "unjudged",
    "lost",
    "exact",
];

/// What was judged in one run, and by an earlier one into the same directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index<'a> {
    pub(crate) totals: &'a Totals,
    pub(crate) thresholds: Thresholds,
    /// The directory of the reports.
    pub(crate) out: Option<&'a str>,
    /// A row for each report, where there is a directory.
    pub(crate) rows: &'a [GameRow],
    pub(crate) elapsed: Duration,
    pub(crate) is_interrupted: bool,
}

/// The `oware.analyse-summary/1` document.
#[derive(Serialize)]
pub(crate) struct SummaryDocument<'a> {
    schema: &'static str,
    /// `null` where the games have different rules.
    rules: Option<&'a str>,
    thresholds: [u8; 3],
    games: usize,
    /// Those of `games` that an earlier run into the same directory has judged.
    kept: usize,
    plies: usize,
    marks: MarksDocument,
    south: SideDocument,
    north: SideDocument,
    players: Vec<PlayerDocument<'a>>,
    errors: &'a [BrokenGame],
    interrupted: bool,
    seconds: f64,
    out: Option<&'a str>,
    reports: &'a [GameRow],
}

#[derive(Serialize)]
struct MarksDocument {
    #[serde(rename = "?!")]
    inaccuracy: usize,
    #[serde(rename = "?")]
    mistake: usize,
    #[serde(rename = "??")]
    blunder: usize,
    #[serde(rename = "~")]
    unjudged: usize,
}

#[derive(Serialize)]
struct PlayerDocument<'a> {
    name: &'a str,
    games: usize,
    #[serde(flatten)]
    moves: SideDocument,
}

impl<'a> SummaryDocument<'a> {
    pub(crate) fn new(index: &Index<'a>) -> Self {
        let totals = index.totals;
        let all = totals.all();
        let [south, north] = &totals.sides;
        Self {
            schema: "oware.analyse-summary/1",
            rules: totals.rules.as_deref(),
            thresholds: losses(index.thresholds),
            games: totals.games,
            kept: totals.kept,
            plies: totals.plies,
            marks: MarksDocument {
                inaccuracy: all.inaccuracies,
                mistake: all.mistakes,
                blunder: all.blunders,
                unjudged: all.unjudged,
            },
            south: SideDocument::new(south),
            north: SideDocument::new(north),
            players: totals
                .players
                .iter()
                .map(|(name, (games, moves))| PlayerDocument {
                    name,
                    games: *games,
                    moves: SideDocument::new(moves),
                })
                .collect(),
            errors: &totals.broken,
            interrupted: index.is_interrupted,
            seconds: seconds(index.elapsed),
            out: index.out,
            reports: index.rows,
        }
    }
}

/// The text of `summary.csv`.
pub(crate) fn csv(rows: &[GameRow]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let sides = Player::ALL.map(Player::name);
    let of_sides = sides
        .iter()
        .flat_map(|side| SIDE_COLUMNS.map(|column| format!("{side}_{column}")));
    writer.write_record(COLUMNS.map(str::to_owned).into_iter().chain(of_sides))?;
    for row in rows {
        let number = |number: Option<usize>| number.map_or_else(String::new, |n| n.to_string());
        let cells = [
            row.report.clone().unwrap_or_default(),
            row.file.clone(),
            row.game.to_string(),
            row.line.to_string(),
            foreign(&row.south),
            foreign(&row.north),
            row.rules.clone(),
            row.result.clone().unwrap_or_default(),
            row.result_ok.map_or_else(String::new, |ok| ok.to_string()),
            row.plies.to_string(),
            number(row.exact_from),
            number(row.turning_point),
            row.warnings.to_string(),
        ];
        let of_sides = row.sides.iter().flat_map(side_cells);
        writer.write_record(cells.into_iter().chain(of_sides))?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}

fn side_cells(side: &SideRow) -> [String; 10] {
    let lost = usize::try_from(side.lost).unwrap_or(usize::MAX);
    [
        side.decisions,
        side.forced,
        side.best,
        side.good,
        side.inaccuracy,
        side.mistake,
        side.blunder,
        side.unjudged,
        lost,
        side.exact,
    ]
    .map(|count| count.to_string())
}

/// Writes the totals for people.
pub(crate) fn text(
    index: &Index<'_>,
    messages: &Messages,
    console: &Console,
    out: &mut dyn Write,
) -> io::Result<()> {
    let totals = index.totals;
    let count = |key: &str, n: usize| messages.fill(key, [("n", n.into())]);
    let mut head = count("totals-reports", totals.games);
    if totals.kept > 0 {
        head = format!("{head}, {}", count("totals-kept", totals.kept));
    }
    if !totals.broken.is_empty() {
        let broken = count("totals-errors", totals.broken.len());
        head = format!("{head}; {broken}");
    }
    if let Some(place) = index.out {
        head = format!("{head}  {place}");
    }
    writeln!(out, "{}", console.bold(head))?;
    if totals.games == 0 {
        return Ok(());
    }
    let sides = Player::ALL.map(|side| {
        let name = messages.player(side).to_owned();
        (name, Some(totals.games), totals.sides[side as usize])
    });
    let players = totals
        .players
        .iter()
        .map(|(name, (games, moves))| (name.clone(), Some(*games), *moves));
    let rows: Vec<_> = sides.into_iter().chain(players).collect();
    writeln!(out)?;
    summary_table(&rows, messages).write(out, console)
}
