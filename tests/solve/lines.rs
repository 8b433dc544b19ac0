//! Lines through tables: every move keeps the value, and the play gets somewhere.

use oware::endgame::{Database, Layer, Rank};
use oware::solve::solve_with_tables;

use super::*;

/// Boards spread over a layer.
fn spread(seeds: u8, count: u64) -> impl Iterator<Item = Board> {
    let layer = Layer::new(seeds);
    let step = layer.boards() / count;
    (0..count).map(move |index| layer.unrank(Rank::new(index * step)))
}

#[test]
fn line_of_every_best_move_reaches_the_end_and_pays_its_value() {
    // A newcomer's finding: lines ran in circles, until the repetition cost what they
    // promised, or stopped a ply before it.
    let awari = rules("awari");
    let tables = Database::embedded(&awari.value_rules()).unwrap().unwrap();
    let (mut lines, mut without_end) = (0, 0);
    for seeds in 3..=8 {
        for board in spread(seeds, 60) {
            let game = set_up(awari, board);
            let options = options(Some(1_000), 1 << 16);
            let solution = solve_with_tables(&game, Some(&tables), &options, &Silent).unwrap();
            // Replays each line, and compares what it pays where it ends.
            check(&game, &solution);
            let mut to_the_last_seed = Game::new(game.start(), rules("awari+target=48"));
            for &played in &solution.pv {
                to_the_last_seed.play(played).unwrap();
            }
            lines += u32::from(!solution.pv.is_empty());
            without_end += u32::from(to_the_last_seed.end().is_none());
        }
    }
    assert!(lines > 250, "{lines}");
    assert_eq!(without_end, 0, "lines that stop before the end of the game");
}
