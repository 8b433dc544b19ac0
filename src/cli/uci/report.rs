//! The lines about a search: `info` and `bestmove`.

use std::io::{self, Write};
use std::time::Duration;

use oware::game::{Move, Player};
use oware::opponent::Choice;

/// Hundredths of a seed in a seed: what the protocol calls `cp`.
const CENTI_SEEDS: i32 = 100;

/// Writes what a search found so far.
pub(super) fn line(
    out: &mut dyn Write,
    choice: &Choice,
    mover: Player,
    elapsed: Duration,
) -> io::Result<()> {
    let millis = elapsed.as_millis();
    let per_second = u128::from(choice.nodes) * 1_000_000 / elapsed.as_micros().max(1);
    write!(out, "info depth {}", choice.depth_plies)?;
    if let Some(value) = choice.value {
        write!(out, " score cp {}", i32::from(value.seeds()) * CENTI_SEEDS)?;
    }
    writeln!(
        out,
        " nodes {} nps {per_second} time {millis} tbhits {} pv {}",
        choice.nodes,
        choice.table_hits,
        letters(&choice.pv, mover)
    )
}

/// Writes the answer.
pub(super) fn best_move(out: &mut dyn Write, choice: &Choice, mover: Player) -> io::Result<()> {
    write!(out, "bestmove {}", choice.played.letter(mover))?;
    if let Some(reply) = choice.expected_reply() {
        write!(out, " ponder {}", reply.letter(mover.opposite()))?;
    }
    writeln!(out)
}

/// A line of play, glued, the first move by `mover`.
fn letters(line: &[Move], mover: Player) -> String {
    let players = [mover, mover.opposite()].into_iter().cycle();
    let letters = line.iter().zip(players);
    letters
        .map(|(played, player)| played.letter(player))
        .collect()
}
