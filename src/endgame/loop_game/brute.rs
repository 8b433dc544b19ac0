//! Random arenas, and their winners by trying every play to its end. For tests.

use super::arena::{Arena, Place, Vertex};
use crate::game::Player;

/// A random arena: each place belongs to a random player and is good for a random one, or,
/// in one of `free` cases, for neither (0 for never).
pub(super) fn random_arena(
    random: &mut fastrand::Rng,
    vertices: u32,
    most_edges: usize,
    free: u32,
) -> Arena {
    let player = |random: &mut fastrand::Rng| Player::ALL[random.usize(..2)];
    let mut places = Vec::new();
    let mut edges = Vec::new();
    for _ in 0..vertices {
        let mover = player(random);
        let repetition = player(random);
        places.push(Place {
            mover,
            repetition: (free == 0 || random.u32(..free) > 0).then_some(repetition),
        });
        let count = random.usize(..=most_edges);
        edges.push(
            (0..count)
                .map(|_| random.u32(..vertices))
                .collect::<Vec<_>>(),
        );
    }
    Arena::new(places, edges)
}

/// A random arena in which everybody has a move and no move leads to its own vertex.
pub(super) fn tangled_arena(random: &mut fastrand::Rng, vertices: u32) -> Arena {
    let places = (0..vertices).map(|vertex| Place {
        mover: Player::ALL[vertex as usize % 2],
        repetition: Some(Player::ALL[random.usize(..2)]),
    });
    let places = places.collect();
    let edges: Vec<Vec<Vertex>> = (0..vertices)
        .map(|vertex| {
            // To the other player's places only, as on a board; mostly one or two.
            let count = 1 + random.usize(..6) / 3;
            (0..count)
                .map(|_| 2 * random.u32(..vertices / 2) + (vertex + 1) % 2)
                .collect()
        })
        .collect();
    Arena::new(places, edges)
}

/// Who wins from `start`, by trying every play.
pub(super) fn winner_by_plays(arena: &Arena, start: Vertex, occurrence: u16) -> Player {
    let mut visits = vec![0; arena.len()];
    come_to(arena, start, occurrence, &mut visits)
}

fn come_to(arena: &Arena, vertex: Vertex, occurrence: u16, visits: &mut [u16]) -> Player {
    let place = arena.place(vertex);
    let at = vertex as usize;
    if let Some(winner) = place.repetition
        && visits[at] + 1 == occurrence
    {
        return winner;
    }
    visits[at] += 1;
    let wins = arena
        .next(vertex)
        .iter()
        .any(|&next| come_to(arena, next, occurrence, visits) == place.mover);
    visits[at] -= 1;
    if wins {
        place.mover
    } else {
        place.mover.opposite()
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::{Effort, LoopGameError, solve};
    use super::*;
    use crate::progress::Silent;

    /// Compares every start; whether the arena was one in which each play ends.
    fn check(arena: &Arena, occurrence: u16) -> bool {
        match solve(arena, occurrence, Effort::UNLIMITED, &Silent) {
            Ok(solution) => {
                for start in 0..arena.len() as Vertex {
                    assert_eq!(
                        solution.winners[start as usize],
                        Some(winner_by_plays(arena, start, occurrence)),
                        "from {start}, occurrence {occurrence}: {arena:?}"
                    );
                }
                true
            }
            Err(LoopGameError::Endless { .. }) => false,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn thousands_of_random_arenas_agree_with_every_play() {
        let mut random = fastrand::Rng::with_seed(20_261_130);
        for round in 0..20_000 {
            let vertices = 3 + round % 7;
            let arena = random_arena(&mut random, vertices, 3, 0);
            assert!(check(&arena, 2));
        }
    }

    #[test]
    fn tangled_arenas_agree_with_every_play() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut searched = 0;
        for round in 0..3_000 {
            let arena = tangled_arena(&mut random, 8 + 2 * (round % 6));
            assert!(check(&arena, 2));
            let solution = solve(&arena, 2, Effort::UNLIMITED, &Silent).unwrap();
            searched += u32::from(solution.report.deepest > 4);
        }
        assert!(
            searched > 300,
            "only {searched} arenas needed a long search"
        );
    }

    #[test]
    fn places_where_no_repetition_counts_agree_with_every_play() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut solved = 0;
        for round in 0..10_000 {
            let arena = random_arena(&mut random, 3 + round % 6, 3, 4);
            solved += u32::from(check(&arena, 2));
        }
        assert!(solved > 5_000, "{solved}");
    }

    #[test]
    fn third_and_fourth_occurrence_agree_with_every_play() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..4_000 {
            let arena = random_arena(&mut random, 3 + round % 3, 2, 0);
            check(&arena, 3);
            if arena.len() < 5 {
                check(&arena, 4);
            }
        }
    }

    #[test]
    fn third_occurrence_can_have_another_winner_than_the_second() {
        // Found by trying random arenas; with fewer vertices such are rare, if there are any.
        let (south, north) = (Player::South, Player::North);
        let good = [north, south, north, north, north, south, north, north];
        let places = (0..).zip(good).map(|(vertex, good)| Place {
            mover: Player::ALL[vertex % 2],
            repetition: Some(good),
        });
        let edges: [&[Vertex]; 8] = [&[3, 7], &[0, 4], &[7, 5], &[2], &[1], &[4], &[3, 1], &[6]];
        let edges = edges.map(|next| next.iter().copied());
        let arena = Arena::new(places.collect(), edges);
        for (occurrence, winner) in [(2, north), (3, south)] {
            assert_eq!(winner_by_plays(&arena, 2, occurrence), winner);
            assert!(check(&arena, occurrence));
        }
    }
}
