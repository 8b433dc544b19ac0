//! What the command line promises, asked of the built binary: exact output, exit status,
//! errors with the way out. A group of tests for each command, and one for what all share.

#[path = "cli/harness.rs"]
mod harness;

#[path = "cli/analyse.rs"]
mod analyse;
#[path = "cli/analyse_batch.rs"]
mod analyse_batch;
#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/build_book.rs"]
mod build_book;
#[path = "cli/build_db.rs"]
mod build_db;
#[path = "cli/cases.rs"]
mod cases;
#[path = "cli/convert.rs"]
mod convert;
#[path = "cli/db.rs"]
mod db;
#[path = "cli/db_repack.rs"]
mod db_repack;
#[path = "cli/db_report.rs"]
mod db_report;
#[path = "cli/db_verify.rs"]
mod db_verify;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/moves.rs"]
mod moves;
#[path = "cli/perft.rs"]
mod perft;
#[path = "cli/perft_checks.rs"]
mod perft_checks;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/play_matches.rs"]
mod play_matches;
#[cfg(unix)]
#[path = "cli/play_signals.rs"]
mod play_signals;
#[path = "cli/plumbing.rs"]
mod plumbing;
#[path = "cli/positions.rs"]
mod positions;
#[path = "cli/rules.rs"]
mod rules;
#[path = "cli/rules_compare.rs"]
mod rules_compare;
#[path = "cli/solve.rs"]
mod solve;
#[path = "cli/solve_game.rs"]
mod solve_game;
#[path = "cli/solve_limits.rs"]
mod solve_limits;
#[path = "cli/uci.rs"]
mod uci;
