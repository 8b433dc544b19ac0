//! The table of the named sets.

use std::time::Duration;

use super::settings::{Clock, Feeding, GrandSlam, RepetitionRows, Settings, Settle, Stuck, Target};

/// One row of the table of named sets.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) source: &'static str,
    pub(super) settings: Settings,
}

const ABAPA: Settings = Settings {
    target: Target::Majority,
    grand_slam: GrandSlam::NoCapture,
    feeding: Feeding::MustFeed,
    stuck: Stuck::OwnSide,
    repetition: 2,
    repetition_rows: RepetitionRows::Any,
    quiet_limit: 0,
    ply_limit: 0,
    few_seeds: 0,
    few_settle: Settle::Nobody,
    settle: Settle::OwnSide,
    clock: None,
};

pub(super) const NAMED: &[Named] = &[
    Named {
        name: "abapa",
        source: "international tournament rules",
        settings: ABAPA,
    },
    Named {
        name: "board-and-pieces",
        source: "Board & Pieces rules page",
        settings: Settings {
            grand_slam: GrandSlam::UnlessForced,
            repetition: 0,
            ..ABAPA
        },
    },
    Named {
        name: "jedisjeux",
        source: "Jedisjeux / French Wikipedia",
        settings: Settings {
            repetition: 0,
            few_seeds: 6,
            ..ABAPA
        },
    },
    Named {
        name: "marquoir",
        source: "Marquoir, tournament setting",
        settings: Settings {
            grand_slam: GrandSlam::Forbidden,
            stuck: Stuck::Opponent,
            ..ABAPA
        },
    },
    Named {
        name: "marquoir-famine",
        source: "Marquoir, \"famine allowed\"",
        settings: Settings {
            grand_slam: GrandSlam::Capture,
            feeding: Feeding::Pass,
            ..ABAPA
        },
    },
    Named {
        name: "dream-games",
        source: "Dream Games (Ayò)",
        settings: Settings {
            quiet_limit: 100,
            clock: Some(Clock {
                base: Duration::from_secs(600),
                increment: Duration::ZERO,
            }),
            ..ABAPA
        },
    },
    Named {
        name: "awale-africa",
        source: "awale-africa.online",
        settings: Settings {
            repetition: 3,
            ..ABAPA
        },
    },
    Named {
        name: "awari",
        source: "Allis/Lincke, Romein & Bal: the solved game",
        settings: Settings {
            grand_slam: GrandSlam::UnlessForced,
            settle: Settle::Even,
            ..ABAPA
        },
    },
    Named {
        name: "codingame",
        source: "CodinGame \"Oware Abapa\"",
        settings: Settings {
            repetition: 0,
            ply_limit: 200,
            ..ABAPA
        },
    },
    Named {
        name: "openspiel",
        source: "OpenSpiel `oware`",
        settings: ABAPA,
    },
    Named {
        name: "playstrategy",
        source: "PlayStrategy since 2024",
        settings: Settings {
            repetition_rows: RepetitionRows::Both,
            ..ABAPA
        },
    },
];
