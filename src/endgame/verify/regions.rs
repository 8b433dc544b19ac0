//! Who wins where by force, or by staying among vertices that are good for him.
//!
//! By sweeps over the vertices until nothing changes, each looking at moves forward only.

use crate::game::Player;

/// A board and its mover at a threshold.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub(super) mover: Player,
    /// Who wins when the play comes here again; `None` where that does not end it.
    pub(super) repetition: Option<Player>,
    /// Whether the mover has a move that wins, out of the graph.
    pub(super) wins: bool,
    /// The vertices that he can go to. Whatever else he can play loses.
    pub(super) next: Vec<u32>,
}

/// The winners at the vertices where that is decided without regard to the start: from
/// there he can force a move that wins out of the graph, or keep the play for ever among
/// vertices none of which is bad for him, or come to such a vertex.
pub(super) fn regions(vertices: &[Vertex]) -> Vec<Option<Player>> {
    let mut winners = vec![None; vertices.len()];
    extend(vertices, &mut winners);
    winners
}

/// The same where some winners are known.
pub(super) fn extend(vertices: &[Vertex], winners: &mut [Option<Player>]) {
    loop {
        while force(vertices, winners) {}
        let mut has_grown = false;
        for player in Player::ALL {
            for (vertex, stays) in stay(vertices, winners, player).into_iter().enumerate() {
                if stays {
                    winners[vertex] = Some(player);
                    has_grown = true;
                }
            }
            while force(vertices, winners) {}
        }
        if !has_grown {
            return;
        }
    }
}

/// Decides the vertices that one move decides; whether there were any.
fn force(vertices: &[Vertex], winners: &mut [Option<Player>]) -> bool {
    let mut has_grown = false;
    for (number, vertex) in vertices.iter().enumerate() {
        if winners[number].is_some() {
            continue;
        }
        let mover = vertex.mover;
        let wins = vertex.wins
            || vertex
                .next
                .iter()
                .any(|&to| winners[to as usize] == Some(mover));
        let loses = || {
            let other = Some(mover.opposite());
            vertex.next.iter().all(|&to| winners[to as usize] == other)
        };
        winners[number] = if wins {
            Some(mover)
        } else {
            loses().then_some(mover.opposite())
        };
        has_grown |= winners[number].is_some();
    }
    has_grown
}

/// The undecided vertices where `player` can keep the play for ever without a repetition
/// that is bad for him.
fn stay(vertices: &[Vertex], winners: &[Option<Player>], player: Player) -> Vec<bool> {
    let mut stays: Vec<bool> = vertices
        .iter()
        .zip(winners)
        .map(|(vertex, winner)| winner.is_none() && vertex.repetition != Some(player.opposite()))
        .collect();
    loop {
        let mut has_shrunk = false;
        for (number, vertex) in vertices.iter().enumerate() {
            if !stays[number] {
                continue;
            }
            let holds = |&to: &u32| stays[to as usize] || winners[to as usize] == Some(player);
            stays[number] = if vertex.mover == player {
                vertex.next.iter().any(holds)
            } else {
                !vertex.wins && vertex.next.iter().all(holds)
            };
            has_shrunk |= !stays[number];
        }
        if !has_shrunk {
            return stays;
        }
    }
}
