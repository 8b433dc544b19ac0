//! The lines about a search: `info` and `bestmove`.

use std::io::{self, Write};
use std::time::Duration;

use oware::game::{Move, Player, Score};
use oware::opponent::Choice;
use oware::solve::Deepened;

/// Hundredths of a seed in a seed: what the protocol calls `cp`.
const CENTI_SEEDS: i32 = 100;

/// Writes what a search knows after one more ply.
pub(super) fn depth(
    out: &mut dyn Write,
    found: &Deepened,
    mover: Player,
    elapsed: Duration,
) -> io::Result<()> {
    Line {
        depth_plies: found.depth_plies,
        value: Some(found.value),
        nodes: found.nodes,
        table_hits: None,
        pv: &found.pv,
    }
    .write(out, mover, elapsed)
}

/// Writes what it knows in the end.
pub(super) fn end(
    out: &mut dyn Write,
    choice: &Choice,
    mover: Player,
    elapsed: Duration,
) -> io::Result<()> {
    Line {
        depth_plies: choice.depth_plies,
        value: choice.value,
        nodes: choice.nodes,
        table_hits: Some(choice.table_hits),
        pv: &choice.pv,
    }
    .write(out, mover, elapsed)
}

/// Writes the answer: the first move of a line, and the reply that is expected.
pub(super) fn best_move(out: &mut dyn Write, line: &[Move], mover: Player) -> io::Result<()> {
    let Some(played) = line.first() else {
        return writeln!(out, "bestmove 0000");
    };
    write!(out, "bestmove {}", played.letter(mover))?;
    if let Some(reply) = line.get(1) {
        write!(out, " ponder {}", reply.letter(mover.opposite()))?;
    }
    writeln!(out)
}

/// What an `info` line says.
struct Line<'a> {
    depth_plies: u16,
    value: Option<Score>,
    nodes: u64,
    table_hits: Option<u64>,
    pv: &'a [Move],
}

impl Line<'_> {
    fn write(&self, out: &mut dyn Write, mover: Player, elapsed: Duration) -> io::Result<()> {
        let per_second = u128::from(self.nodes) * 1_000_000 / elapsed.as_micros().max(1);
        write!(out, "info depth {}", self.depth_plies)?;
        if let Some(value) = self.value {
            write!(out, " score cp {}", i32::from(value.seeds()) * CENTI_SEEDS)?;
        }
        write!(out, " nodes {} nps {per_second}", self.nodes)?;
        write!(out, " time {}", elapsed.as_millis())?;
        if let Some(hits) = self.table_hits {
            write!(out, " tbhits {hits}")?;
        }
        if !self.pv.is_empty() {
            write!(out, " pv {}", letters(self.pv, mover))?;
        }
        writeln!(out)
    }
}

/// A line of play, glued, the first move by `mover`.
fn letters(line: &[Move], mover: Player) -> String {
    let players = [mover, mover.opposite()].into_iter().cycle();
    let letters = line.iter().zip(players);
    letters
        .map(|(played, player)| played.letter(player))
        .collect()
}
