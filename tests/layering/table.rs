//! The ordered table of modules: what each may import. The map in `src/lib.rs` is its
//! short form; a new module goes into both.

/// What a module may import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum May {
    /// One module.
    Use(&'static str),
    /// A whole group through its face or file by file, from outside the group.
    Group(&'static str),
    /// The modules of the own group that stand above.
    Above(&'static str),
    /// Whatever stands above.
    AllAbove,
    /// The first row: what all commands share.
    Shared,
}
use May::{Above, AllAbove, Group, Shared, Use};

/// Modules that stand in one place; those of one row form one thing and may use each other.
pub(crate) struct Row {
    pub(crate) modules: &'static [&'static str],
    pub(crate) may: &'static [May],
}

const fn row(modules: &'static [&'static str], may: &'static [May]) -> Row {
    Row { modules, may }
}

/// The library, in order. `lib` is `src/lib.rs`, a group's own name its `mod.rs`.
pub(crate) const LIBRARY: &[Row] = &[
    row(&["game::pit"], &[]),
    row(&["game::score"], &[Use("game::pit")]),
    row(&["game::rules::settings"], &[]),
    row(&["game::rules::values"], &[Above("game::rules")]),
    row(&["game::rules::sets"], &[Above("game::rules")]),
    row(&["game::rules::error"], &[Above("game::rules")]),
    row(&["game::rules::keys"], &[Above("game::rules")]),
    row(&["game::rules"], &[Above("game::rules")]),
    row(&["progress"], &[]),
    row(&["prefetch"], &[]),
    row(&["pages"], &[]),
    row(&["game::board"], &[Use("game::pit")]),
    row(&["game::moves"], &[Above("game"), Use("progress")]),
    row(&["game::setup"], &[Use("game::pit")]),
    row(&["game::end"], &[]),
    row(&["game::position"], &[Above("game"), Use("progress")]),
    row(&["game::match_play"], &[Above("game")]),
    row(&["game::position_fields"], &[Above("game")]),
    row(&["game::foreign_position"], &[Above("game")]),
    row(&["game::position_text"], &[Above("game")]),
    row(&["game::notation"], &[Above("game")]),
    // The board diagram, which would make a long file of `notation`.
    row(&["game::diagram"], &[Above("game")]),
    row(&["game"], &[Above("game")]),
    row(
        &[
            "record",
            "record::audit",
            "record::codingame",
            "record::draft",
            "record::encoding",
            "record::error",
            "record::exchange",
            "record::form",
            "record::game_record",
            "record::letters",
            "record::manqala",
            "record::north_order",
            "record::ogn",
            "record::place",
            "record::playstrategy",
            "record::recognise",
            "record::replay",
            "record::tagged",
            "record::tagged_text",
            "record::tokens",
            "record::warning",
        ],
        &[Group("game")],
    ),
    row(&["perft"], &[Group("game")]),
    row(&["endgame::index"], &[Group("game")]),
    row(&["endgame::storage"], &[]),
    row(
        &[
            "endgame::format",
            "endgame::format::coding",
            "endgame::format::error",
            "endgame::format::head",
            "endgame::format::packed",
            "endgame::format::packed::block",
            "endgame::format::packed::model",
            "endgame::format::packed::prediction",
            "endgame::format::packed::rans",
            "endgame::format::packed::tests",
            "endgame::format::packing",
        ],
        &[Group("game"), Use("endgame::index")],
    ),
    row(
        &[
            "endgame::table",
            "endgame::table::chunk_cache",
            "endgame::table::checked_blocks",
            "endgame::table::error",
            "endgame::table::packed",
            "endgame::table::values",
        ],
        &[Group("game"), Above("endgame")],
    ),
    // The histogram of a table, as data.
    row(&["endgame::statistics"], &[Group("game"), Above("endgame")]),
    row(&["endgame::predecessors"], &[Group("game")]),
    // Solving a layer by rows: the parts that `retrograde` and `own_rows` share.
    row(&["endgame::news"], &[]),
    row(&["endgame::cell"], &[Group("game"), Above("endgame")]),
    row(&["endgame::crossing"], &[Group("game"), Above("endgame")]),
    row(&["endgame::row_number"], &[Group("game"), Above("endgame")]),
    row(&["endgame::grid"], &[Group("game"), Above("endgame")]),
    row(&["endgame::origins"], &[Group("game"), Above("endgame")]),
    row(&["endgame::survey"], &[Group("game"), Above("endgame")]),
    row(&["endgame::terms"], &[Use("progress")]),
    row(&["endgame::desk"], &[Above("endgame")]),
    row(
        &["endgame::propagate", "endgame::tell"],
        &[
            Group("game"),
            Above("endgame"),
            Use("pages"),
            Use("prefetch"),
            Use("progress"),
        ],
    ),
    row(&["endgame::collect"], &[Group("game"), Above("endgame")]),
    row(&["endgame::retrograde"], SOLVER),
    // A graph and nothing of oware; `brute` and `reference` are for its tests.
    row(&["endgame::loop_game::arena"], LOOP_GAME),
    row(&["endgame::loop_game::sources"], LOOP_GAME),
    row(&["endgame::loop_game::components"], LOOP_GAME),
    row(&["endgame::loop_game::key"], LOOP_GAME),
    row(&["endgame::loop_game::field"], LOOP_GAME),
    row(&["endgame::loop_game::search"], LOOP_GAME),
    row(&["endgame::loop_game::solver"], LOOP_GAME),
    row(&["endgame::loop_game::running"], LOOP_GAME),
    row(&["endgame::loop_game::brute"], LOOP_GAME),
    row(&["endgame::loop_game::reference"], SOLVER),
    row(&["endgame::loop_game"], LOOP_GAME),
    row(
        &["endgame::bounds_cell"],
        &[Group("game"), Above("endgame")],
    ),
    row(&["endgame::open_boards"], SOLVER),
    row(
        &["endgame::own_rows"],
        &[
            Group("game"),
            Above("endgame"),
            Use("pages"),
            Use("progress"),
        ],
    ),
    row(
        &[
            "endgame::verify",
            "endgame::verify::best",
            "endgame::verify::fault",
            "endgame::verify::known",
            "endgame::verify::looks",
            "endgame::verify::loops",
            "endgame::verify::moves",
            "endgame::verify::plain_rules",
            "endgame::verify::played",
            "endgame::verify::promises",
            "endgame::verify::regions",
            "endgame::verify::replay",
            "endgame::verify::sample",
            "endgame::verify::state",
            "endgame::verify::support",
        ],
        &[
            Group("game"),
            Use("endgame::index"),
            Use("endgame::loop_game"),
            Use("endgame::table"),
            Use("progress"),
        ],
    ),
    // Three parts of `database`: the files of a directory, the tables in the binary, and
    // the building of what is missing.
    row(&["endgame::draft"], &[]),
    row(&["endgame::directory"], SOLVER),
    row(&["endgame::table_writer"], SOLVER),
    row(&["endgame::checkpoint"], SOLVER),
    row(&["endgame::memory"], SOLVER),
    // All that is wrong with a directory, where `database` stops at the first fault.
    row(&["endgame::audit"], SOLVER),
    row(&["endgame::embedded"], SOLVER),
    row(&["endgame::database"], SOLVER),
    row(&["endgame::build_log"], &[Use("endgame::index")]),
    row(
        &["endgame::layer_below"],
        &[Group("game"), Above("endgame")],
    ),
    row(&["endgame::build_start"], SOLVER),
    row(&["endgame::alarm"], &[Use("progress")]),
    row(&["endgame::build"], SOLVER),
    row(&["endgame::extension"], SOLVER),
    row(&["endgame::repack"], SOLVER),
    row(&["endgame"], &[Above("endgame")]),
    row(
        &[
            "search",
            "search::book",
            "search::budget",
            "search::children",
            "search::clock",
            "search::ends",
            "search::estimate",
            "search::estimate::captures",
            "search::estimate::entry",
            "search::estimate::reductions",
            "search::estimate::shortcuts",
            "search::estimate::step",
            "search::evaluate",
            "search::judge",
            "search::line",
            "search::loops",
            "search::meter",
            "search::numbers",
            "search::numbers::arena",
            "search::numbers::claim",
            "search::numbers::crowd",
            "search::numbers::entry",
            "search::order",
            "search::past",
            "search::path",
            "search::proof",
            "search::reach",
            "search::region",
            "search::shared",
            "search::table",
            "search::verdict",
            "search::weights",
            "search::whole_game",
        ],
        &[
            Group("game"),
            Use("pages"),
            Use("prefetch"),
            Use("progress"),
        ],
    ),
    row(&["solve::answer"], &[AllAbove]),
    row(&["solve::line"], &[AllAbove]),
    row(&["solve::root_move"], &[AllAbove]),
    row(&["solve::tables"], &[AllAbove]),
    row(&["solve::request"], &[AllAbove]),
    row(&["solve::ground"], &[AllAbove]),
    row(&["solve::regions"], &[AllAbove]),
    row(&["solve::store"], &[AllAbove]),
    row(&["solve::growth"], &[AllAbove]),
    row(&["solve::closing"], &[AllAbove]),
    row(&["solve::guess"], &[AllAbove]),
    row(&["solve::root"], &[AllAbove]),
    row(&["solve::follow"], &[AllAbove]),
    row(&["solve::near_game"], &[AllAbove]),
    row(&["solve::near_line"], &[AllAbove]),
    row(&["solve::layer_game"], &[AllAbove]),
    row(&["solve::stages"], &[AllAbove]),
    row(&["solve::last_seed"], &[AllAbove]),
    row(&["solve::whole_game"], &[AllAbove]),
    row(&["solve::game"], &[AllAbove]),
    row(&["solve::workspace"], &[AllAbove]),
    row(&["solve"], &[AllAbove]),
    row(&["opponent::level"], &[AllAbove]),
    row(&["opponent::reason"], &[AllAbove]),
    row(&["opponent::choice"], &[AllAbove]),
    row(&["opponent::ending"], &[AllAbove]),
    row(&["opponent::look_ahead::occurred"], &[AllAbove]),
    row(&["opponent::look_ahead::memory"], &[AllAbove]),
    row(
        &["opponent::look_ahead::tree", "opponent::look_ahead"],
        &[AllAbove],
    ),
    row(&["opponent::simple"], &[AllAbove]),
    row(&["opponent::erring"], &[AllAbove]),
    row(&["opponent::best"], &[AllAbove]),
    row(&["opponent::book"], &[AllAbove]),
    row(&["opponent::sharing"], &[AllAbove]),
    row(&["opponent"], &[AllAbove]),
    row(&["analysis::thresholds"], &[AllAbove]),
    row(&["analysis::judgement"], &[AllAbove]),
    row(&["analysis::reason"], &[AllAbove]),
    row(&["analysis::result_check"], &[AllAbove]),
    row(&["analysis::judged_ply"], &[AllAbove]),
    row(&["analysis::summary"], &[AllAbove]),
    row(&["analysis::judged"], &[AllAbove]),
    row(&["analysis::judge"], &[AllAbove]),
    row(&["analysis"], &[AllAbove]),
    row(&["lib"], &[AllAbove]),
];

const LOOP_GAME: &[May] = &[Group("game"), Above("endgame::loop_game"), Use("progress")];
const SOLVER: &[May] = &[Group("game"), Above("endgame"), Use("progress")];

/// The binary, in order. It reaches the library as `oware::` only, which is not listed.
pub(crate) const BINARY: &[Row] = &[
    row(
        &[
            "cli",
            "cli::args",
            "cli::exit",
            "cli::input",
            "cli::input::lines",
            "cli::input::spread",
            "cli::interrupt",
            "cli::location",
            "cli::messages",
            "cli::out_file",
            "cli::output",
            "cli::progress",
            "cli::records",
            "cli::usage",
        ],
        &[],
    ),
    row(
        &[
            "cli::report",
            "cli::report::columns",
            "cli::report::course",
            "cli::report::text",
            "cli::report::summary",
            "cli::report::totals",
            "cli::report::warnings",
            "cli::report::words",
            "cli::report::json",
            "cli::report::csv",
            "cli::report::ogn",
            "cli::report::html",
            "cli::report::html::board",
            "cli::report::html::curve",
            "cli::report::html::index",
            "cli::report::html::page",
            "cli::report::html::row",
            "cli::report::html::seeds",
            "cli::report::html::tests",
        ],
        SHARED,
    ),
    row(
        &[
            "cli::perft",
            "cli::perft::against",
            "cli::perft::count",
            "cli::perft::suite",
        ],
        COMMAND,
    ),
    row(&["cli::moves"], COMMAND),
    row(
        &["cli::solve", "cli::solve::json", "cli::solve::text"],
        COMMAND,
    ),
    row(&["cli::build_db", "cli::build_db::plan"], COMMAND),
    row(&["cli::build_book"], COMMAND),
    row(&["cli::completions"], COMMAND),
    row(&["cli::man"], COMMAND),
    row(
        &[
            "cli::db",
            "cli::db::export",
            "cli::db::info",
            "cli::db::repack",
            "cli::db::probe",
            "cli::db::stats",
            "cli::db::verify",
            "cli::db::verify::problem",
            "cli::db::verify::report",
            "cli::db::stats::picture",
            "cli::db::stats::rows",
        ],
        COMMAND,
    ),
    row(
        &[
            "cli::analyse",
            "cli::analyse::batch",
            "cli::analyse::crew",
            "cli::analyse::files",
            "cli::analyse::folder",
            "cli::analyse::jobs",
        ],
        COMMAND,
    ),
    row(
        &[
            "cli::convert",
            "cli::convert::destination",
            "cli::convert::document",
        ],
        COMMAND,
    ),
    row(
        &[
            "cli::uci",
            "cli::uci::command",
            "cli::uci::control",
            "cli::uci::report",
            "cli::uci::run",
            "cli::uci::session",
            "cli::uci::settings",
        ],
        COMMAND,
    ),
    row(
        &[
            "cli::rules",
            "cli::rules::catalogue",
            "cli::rules::claim",
            "cli::rules::compare",
            "cli::rules::document",
            "cli::rules::lines",
            "cli::rules::list",
            "cli::rules::page",
            "cli::rules::played",
            "cli::rules::questions",
            "cli::rules::scene",
            "cli::rules::steps",
            "cli::rules::witness",
            "cli::rules::words",
        ],
        COMMAND,
    ),
    row(&["cli::bench", "cli::bench::suite"], COMMAND),
    row(
        &[
            "cli::play",
            "cli::play::clock",
            "cli::play::command",
            "cli::play::contest",
            "cli::play::engine",
            "cli::play::match_report",
            "cli::play::matches",
            "cli::play::options",
            "cli::play::plain",
            "cli::play::plain::answers",
            "cli::play::preview",
            "cli::play::save",
            "cli::play::screen",
            "cli::play::screen::geometry",
            "cli::play::screen::palette",
            "cli::play::screen::state",
            "cli::play::screen::state::keys",
            "cli::play::screen::terminal",
            "cli::play::screen::tests",
            "cli::play::screen::view",
            "cli::play::seat",
            "cli::play::session",
            "cli::play::session::tests",
            "cli::play::sitting",
        ],
        COMMAND,
    ),
    row(&["main"], &[Use("cli")]),
];

const SHARED: &[May] = &[Shared];
const COMMAND: &[May] = &[Shared, Group("cli::report")];

/// The place of a module in a table.
pub(crate) fn place(table: &[Row], module: &str) -> Option<usize> {
    table.iter().position(|row| row.modules.contains(&module))
}

/// Whether `target` is the group itself or one of its modules.
pub(crate) fn is_in(group: &str, target: &str) -> bool {
    target
        .strip_prefix(group)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Whether the table lets `importer` use `target`, both of which it lists.
pub(crate) fn allows(table: &[Row], importer: &str, target: &str) -> bool {
    let (Some(own), Some(other)) = (place(table, importer), place(table, target)) else {
        return false;
    };
    // A parent holds its children, whatever their order.
    own == other
        || is_in(importer, target)
        || table[own].may.iter().any(|may| match *may {
            Use(module) => module == target,
            Group(group) => is_in(group, target),
            Above(group) => other < own && is_in(group, target),
            AllAbove => other < own,
            Shared => other == 0,
        })
}
