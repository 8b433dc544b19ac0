//! What is on the page of a game or of a position: the data that its template lays out.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;
use oware::analysis::{Class, SideSummary, Thresholds};
use oware::game::Player;
use oware::record::Warning;
use serde::Serialize;

use super::super::super::messages::Messages;
use super::super::totals::SideRow;
use super::super::words::plain;
use super::super::{GameReport, PositionReport, warnings, words};
use super::board::{self, Spot};
use super::curve::Curve;
use super::row::{Row, Telling};
use super::seeds::Heap;

/// The words that stand in the templates, without their `html-`.
const WORDS: [&str; 34] = [
    "all-moves",
    "best-line",
    "best-move",
    "board",
    "broken",
    "curve",
    "curve-help",
    "estimated",
    "exact",
    "file",
    "filters",
    "first",
    "follow",
    "game",
    "keys",
    "last",
    "legend",
    "made-by",
    "moves",
    "next",
    "next-mark",
    "north-ahead",
    "plies",
    "previous",
    "previous-mark",
    "record",
    "result",
    "south-ahead",
    "sow",
    "step",
    "summary",
    "tags",
    "turning",
    "view",
];

/// The heads of columns that the page shares with the text report.
const COLUMNS: [&str; 16] = [
    "after",
    "before",
    "best",
    "decisions",
    "each",
    "forced",
    "games",
    "good",
    "kind",
    "loss",
    "lost",
    "move",
    "notes",
    "player",
    "ply",
    "share",
];

/// The order of the filters: what people look for first.
const FILTERS: [Class; 7] = [
    Class::Blunder,
    Class::Mistake,
    Class::Inaccuracy,
    Class::Good,
    Class::Best,
    Class::Forced,
    Class::Unjudged,
];

/// The page of a game or of a position.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    lang: &'static str,
    version: &'static str,
    words: BTreeMap<String, String>,
    title: String,
    /// The players' names, South's first; none for a position.
    names: Vec<String>,
    /// What the players are called, South first.
    sides: [&'static str; 2],
    /// Where the game was read, and its rules.
    place: Vec<String>,
    /// Sentences about the game as a whole.
    facts: Vec<String>,
    turning_point: Option<String>,
    curve: Option<Curve>,
    rows: Vec<Row>,
    filters: Vec<Filter>,
    summary: Vec<PlayerRow>,
    warnings: Vec<WarningRow>,
    tags: Vec<[String; 2]>,
    legend: Vec<String>,
    drawings: Drawings,
    /// What the script needs, which is numbers only.
    data: Value,
}

/// A choice of moves to show.
#[derive(Debug, Serialize)]
struct Filter {
    id: &'static str,
    mark: &'static str,
    word: String,
    count: usize,
}

/// What the moves of one side come to, or those of a player in several games.
#[derive(Debug, Serialize)]
pub(crate) struct PlayerRow {
    name: String,
    games: Option<usize>,
    #[serde(flatten)]
    counts: SideRow,
    each: String,
    share: String,
}

#[derive(Debug, Serialize)]
struct WarningRow {
    place: String,
    text: String,
    count: usize,
}

/// What the boards refer to.
#[derive(Debug, Serialize)]
struct Drawings {
    pits: Vec<Heap>,
    stores: Vec<Heap>,
    /// Numbers of seeds that fell into one pit.
    added: Vec<u8>,
    /// Numbers of seeds that were taken from one pit.
    taken: Vec<u8>,
    /// Drawings that are made of two: a heap and what became of it.
    pairs: Vec<[String; 3]>,
    letters: Vec<(char, Spot)>,
    spots: Vec<Spot>,
}

/// What the script needs to know.
#[derive(Debug, Serialize)]
struct Data {
    boards: Vec<Vec<u8>>,
    /// The pit that each move sowed.
    from: Vec<Option<usize>>,
    /// Whether every move is one from the first position.
    fan: bool,
    spots: Vec<Spot>,
}

impl Page {
    /// The page of a game.
    pub(crate) fn of_game(report: &GameReport, messages: &Messages) -> anyhow::Result<Self> {
        let judged = &report.judged;
        let record = judged.checked.record();
        let telling = Telling {
            rules: judged.rules(),
            first: judged.start().to_move(),
            messages,
        };
        let mut rows = vec![Row::start(&judged.start(), messages)];
        for (ply, noted) in judged.plies.iter().zip(&record.plies) {
            rows.push(telling.row(ply, ply.number, &noted.notes));
        }
        let names = words::names(&judged.checked, messages);
        let versus = words::versus(&names, messages);
        let mut facts = vec![words::result(judged, messages)];
        facts.push(match judged.exact_from() {
            Some(ply) => messages.fill("exact-from", [("ply", ply.into())]),
            None => messages.text("exact-none"),
        });
        if judged.is_interrupted {
            facts.push(messages.text("interrupted"));
        }
        let classes = judged.plies.iter().map(|ply| ply.class());
        let event = ["Event", "Date"].map(|tag| record.tag(tag).map(plain));
        let mut place: Vec<String> = event.into_iter().flatten().collect();
        place.push(words::place(&report.source));
        place.push(judged.rules().to_string());
        place.retain(|part| !part.is_empty() && part != "?");
        Ok(Self {
            title: versus,
            names: names.into(),
            place,
            facts,
            turning_point: Some(words::turning_point(judged, messages)),
            curve: (rows.len() > 1).then(|| Curve::new(judged, messages)),
            filters: filters(classes.collect(), messages),
            summary: Player::ALL
                .map(|side| {
                    let name = messages.player(side).to_owned();
                    PlayerRow::new(name, None, judged.summary_of(side), messages)
                })
                .into(),
            warnings: report
                .warnings
                .iter()
                .map(|found| WarningRow::new(found, messages))
                .collect(),
            tags: record
                .tags
                .iter()
                .map(|tag| [plain(&tag.name), plain(&tag.value)])
                .collect(),
            ..Self::bare(rows, false, judged.thresholds, messages)?
        })
    }

    /// The page of a position.
    pub(crate) fn of_position(
        report: &PositionReport,
        messages: &Messages,
    ) -> anyhow::Result<Self> {
        let game = &report.game;
        let position = game.position();
        let telling = Telling {
            rules: game.rules(),
            first: game.start().to_move(),
            messages,
        };
        let mut rows = vec![Row::start(&position, messages)];
        for (ply, number) in report.moves.iter().zip(1..) {
            rows.push(telling.row(ply, number, &[]));
        }
        let to_move = messages.player(position.to_move());
        let mut facts = vec![messages.fill("to-move", [("player", to_move.into())])];
        if let Some(end) = game.end() {
            let end = messages.ending(&end);
            facts = vec![messages.fill("position-over", [("end", end.into())])];
        }
        let classes = report.moves.iter().map(|ply| ply.class());
        Ok(Self {
            title: messages.text("html-position-title"),
            place: vec![position.to_string(), game.rules().to_string()],
            facts,
            filters: filters(classes.collect(), messages),
            ..Self::bare(rows, true, report.thresholds, messages)?
        })
    }

    /// A page with its moves and nothing about them.
    fn bare(
        rows: Vec<Row>,
        fan: bool,
        thresholds: Thresholds,
        messages: &Messages,
    ) -> anyhow::Result<Self> {
        let data = Data {
            boards: rows.iter().map(|row| row.counts.clone()).collect(),
            from: rows.iter().map(|row| row.from).collect(),
            fan,
            spots: board::spots(),
        };
        let drawings = Drawings::of(&rows);
        Ok(Self {
            lang: messages.lang().code(),
            version: env!("CARGO_PKG_VERSION"),
            words: words_of_page(messages),
            title: String::new(),
            names: Vec::new(),
            sides: Player::ALL.map(|side| messages.player(side)),
            place: Vec::new(),
            facts: Vec::new(),
            turning_point: None,
            curve: None,
            rows,
            filters: Vec::new(),
            summary: Vec::new(),
            warnings: Vec::new(),
            tags: Vec::new(),
            legend: legend(thresholds, messages),
            drawings,
            data: Value::from_safe_string(serde_json::to_string(&data)?),
        })
    }
}

impl PlayerRow {
    /// The counts of one side, or of a player in several games.
    pub(crate) fn new(
        name: String,
        games: Option<usize>,
        side: &SideSummary,
        messages: &Messages,
    ) -> Self {
        let nothing = || "\u{2013}".to_owned();
        Self {
            name,
            games,
            counts: side.into(),
            each: words::each(side, messages).unwrap_or_else(nothing),
            share: words::share(side).unwrap_or_else(nothing),
        }
    }
}

impl WarningRow {
    fn new(warning: &Warning, messages: &Messages) -> Self {
        let place = warning.place;
        Self {
            place: format!("{}:{}", place.line, place.column),
            text: plain(&warnings::warning(&warning.kind, messages)),
            count: warning.count,
        }
    }
}

impl Drawings {
    fn of(rows: &[Row]) -> Self {
        let ids: BTreeSet<&str> = rows.iter().flat_map(Row::ids).collect();
        let pairs = ids.iter().filter_map(|id| {
            let split = id.find(['a', 'k']).filter(|&split| split > 0)?;
            let (heap, fate) = id.split_at(split);
            Some([*id, heap, fate].map(str::to_owned))
        });
        let pairs: Vec<[String; 3]> = pairs.collect();
        let parts = pairs.iter().flat_map(|[_, heap, fate]| [heap, fate]);
        let single: BTreeSet<&str> = ids
            .iter()
            .copied()
            .chain(parts.map(String::as_str))
            .collect();
        let numbers = |kind: char| {
            let found = single.iter().filter_map(move |id| id.strip_prefix(kind));
            let found: BTreeSet<u8> = found.filter_map(|number| number.parse().ok()).collect();
            found
        };
        // A sowing that is shown seed by seed passes through every number on its way, and a
        // pit that is taken from stood as many higher.
        let most = |kind| numbers(kind).last().copied().unwrap_or(0);
        Self {
            pits: (1..=most('p') + most('k')).map(Heap::in_pit).collect(),
            stores: (0..=most('s')).map(Heap::in_store).collect(),
            added: (1..=most('a')).collect(),
            taken: numbers('k').into_iter().collect(),
            pairs,
            letters: board::letters(),
            spots: board::spots(),
        }
    }
}

/// The words that stand in templates.
pub(crate) fn words_of_page(messages: &Messages) -> BTreeMap<String, String> {
    let own = WORDS.map(|name| (name.to_owned(), messages.text(&format!("html-{name}"))));
    let columns = COLUMNS.map(|name| {
        let key = format!("column-{name}");
        (key.clone(), messages.text(&key))
    });
    own.into_iter()
        .chain(columns)
        .map(|(name, text)| (name.replace('-', "_"), text))
        .collect()
}

fn filters(classes: Vec<Class>, messages: &Messages) -> Vec<Filter> {
    let counted = FILTERS.map(|class| Filter {
        id: class.word(),
        mark: class.mark().unwrap_or_default(),
        word: messages.text(&format!("class-{}", class.word())),
        count: classes.iter().filter(|&&other| other == class).count(),
    });
    let mut counted = Vec::from(counted);
    counted.retain(|filter| filter.count > 0);
    counted
}

/// What the signs and columns mean.
pub(crate) fn legend(thresholds: Thresholds, messages: &Messages) -> Vec<String> {
    let mut sentences = words::legend(thresholds, messages);
    sentences.push(messages.text("html-legend-signs"));
    sentences
}
