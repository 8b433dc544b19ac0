//! The pages as they come out: whole, escaped, small, in both languages.

use std::collections::BTreeSet;
use std::time::Duration;

use oware::analysis::{AnalysisOptions, Thresholds, judge_game, judge_position};
use oware::game::{Game, Rules};
use oware::progress::Silent;
use oware::record::{Form, ReadOptions, read};
use oware::solve::{Limits, SolveOptions};

use super::super::super::messages::{Lang, Messages};
use super::super::GameSource;
use super::super::totals::{BrokenGame, GameRow, Totals};
use super::*;

/// 150 plies of our own, played at random with few captures.
const LONG: &str = "DdAcEdDeFcCdDbAfCeFaCbAfCdFaDdBeBfDdFcAfAaEfAeFbCcFaBeCbDeEaAdFeAdDaEf\
    BcDaBdFbCbBdAeEaAcBaAfEcFcBaEeCeEcAeFaEdBbAdBcDbBeAaCfBaFfAaBcEaDaCaAfAcCeAfBaAd";

fn options() -> AnalysisOptions {
    AnalysisOptions {
        solve: SolveOptions {
            limits: Limits {
                time: None,
                nodes: Some(600),
                depth_plies: Some(3),
            },
            hash_bytes: 1 << 20,
            ..SolveOptions::default()
        },
        thresholds: Thresholds::default(),
    }
}

fn report(text: &str) -> GameReport {
    let mut found = read(text, &ReadOptions::default()).unwrap();
    let game = found.games.remove(0).unwrap();
    GameReport {
        source: GameSource {
            file: "a<b>.ogn".to_owned(),
            number: 2,
            line: 1,
            form: Form::Ogn,
        },
        judged: judge_game(&game.checked, None, &options(), &Silent).unwrap(),
        warnings: game.warnings,
    }
}

/// The values of an attribute, in order.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let found = page.split(start.as_str()).skip(1);
    found.filter_map(|rest| rest.split('"').next()).collect()
}

/// The page without what stands in elements of one kind, which is no markup.
fn without(page: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut parts = page.split(open.as_str());
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once(close.as_str()).expect("it ends").1);
    first + &rest.collect::<String>()
}

fn assert_whole(whole: &str) {
    let page = &without(whole, "script");
    let ids = attributes(page, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id is given twice");
    let links = attributes(page, "href").into_iter();
    let inner = links.filter_map(|link| link.strip_prefix('#'));
    let labelled = ["for", "aria-labelledby"].map(|name| attributes(page, name));
    for id in inner.chain(labelled.into_iter().flatten()) {
        assert!(unique.contains(id), "nothing is called {id}");
    }
    // The style sheet names drawings that only pages with boards have.
    let has_boards = page.contains("class=\"wood\"");
    let styled = if has_boards {
        page
    } else {
        &without(page, "style")
    };
    for rest in styled.split("url(#").skip(1) {
        let id = rest.split(')').next().unwrap();
        assert!(unique.contains(id), "nothing is called {id}");
    }
    for foreign in ["http:", "https:", "@import", " src="] {
        assert!(!whole.contains(foreign), "{foreign} needs the network");
    }
}

#[test]
fn names_notes_and_files_cannot_become_markup() {
    let evil = "</script><script>alert(1)</script>";
    let record = format!(
        "[South \"{evil}\"]\n[North \"<img onerror=x> & 'co'\"]\n[Event \"<b>\"]\n\n\
         1. D b {{a note {evil}}} 2. E c [\n"
    );
    let report = report(&record);
    let page = game(&report, &Messages::new(Lang::En)).unwrap();
    assert_whole(&page);
    // A line that tells that scripts run, the numbers and the script: all ours.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    for markup in ["<img", "<b>&", "<b>\n", "a<b>.ogn"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("&lt;img onerror=x&gt; &amp; &#x27;co&#x27;"));
    assert!(page.contains("a note &lt;&#x2f;script&gt;"));
    assert!(page.contains("a&lt;b&gt;.ogn#2"));
}

#[test]
fn every_ply_of_a_long_game_has_its_row_and_board_within_300_kilobytes() {
    let report = report(LONG);
    assert_eq!(report.judged.plies.len(), 150);
    for lang in [Lang::En, Lang::Fr] {
        let page = game(&report, &Messages::new(lang)).unwrap();
        assert_whole(&page);
        assert!(page.len() <= 300_000, "{} bytes", page.len());
        let ids: BTreeSet<&str> = attributes(&page, "id").into_iter().collect();
        for plies in 0..=150 {
            for kind in ["m", "b"] {
                assert!(ids.contains(format!("{kind}{plies}").as_str()));
            }
        }
        assert!(page.contains(&format!("<html lang=\"{}\">", lang.code())));
    }
}

#[test]
fn page_speaks_the_language_and_has_every_word() {
    for (lang, word) in [(Lang::En, "Legend"), (Lang::Fr, "Légende")] {
        let messages = Messages::new(lang);
        for (name, text) in page::words_of_page(&messages) {
            // A message that is missing shows its key.
            let is_key = ["html-", "column-"]
                .iter()
                .any(|start| text.starts_with(start));
            assert!(!is_key && !text.is_empty(), "{name}: {text}");
        }
        let page = game(&report("DbEc"), &messages).unwrap();
        assert!(page.contains(&format!("<h2>{word}</h2>")));
    }
}

#[test]
fn position_has_a_row_for_each_move_and_no_curve() {
    let start = "1-2-0-3-5-4-2-2-0-0-1-2-14-12-S".parse().unwrap();
    let position_game = Game::new(start, Rules::default());
    let report = PositionReport {
        moves: judge_position(&position_game, None, &options(), &Silent).unwrap(),
        game: position_game,
        thresholds: Thresholds::default(),
    };
    let page = position(&report, &Messages::new(Lang::En)).unwrap();
    assert_whole(&page);
    assert_eq!(page.matches("<tr class=\"ply").count(), 1 + 5);
    assert!(!page.contains("id=\"curve\""));
    assert!(page.contains("\"fan\":true"));
}

#[test]
fn game_without_moves_has_a_page() {
    let page = game(&report("[South \"A\"]\n\n*\n"), &Messages::new(Lang::En)).unwrap();
    assert_whole(&page);
    assert_eq!(page.matches("<tr class=\"ply").count(), 1);
}

#[test]
fn index_leads_to_every_report_and_names_what_is_broken() {
    let report = report("[South \"<Ann>\"]\n[North \"Léa\"]\n\n1. D b 2. E c\n");
    let names = ["one.html", "long game#1 100%.html"];
    let rows = names.map(|name| GameRow::new(&report, Some(name.to_owned())));
    let mut totals = Totals::default();
    for row in &rows {
        totals.add(row);
    }
    let error = anyhow::anyhow!("bad.ogn:1:4: A<B> is no move");
    let broken = BrokenGame::new("bad.ogn".to_owned(), 1, &error);
    totals.broken.push(broken);
    let found = Index {
        totals: &totals,
        thresholds: Thresholds::default(),
        out: Some("out"),
        rows: &rows,
        elapsed: Duration::ZERO,
        is_interrupted: false,
    };
    let page = index(&found, &Messages::new(Lang::Fr)).unwrap();
    assert_whole(&page);
    let links = attributes(&page, "href");
    assert!(links.contains(&"one.html"), "{links:?}");
    assert!(
        links.contains(&"long%20game%231%20100%25.html"),
        "{links:?}"
    );
    assert_eq!(page.matches("&lt;Ann&gt; – Léa").count(), 2);
    assert!(page.contains("bad.ogn:1:4: A&lt;B&gt; is no move"));
}
