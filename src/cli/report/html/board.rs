//! A board as a figure: which heap lies where, and what the last sowing did to it.
//!
//! The figure refers to drawings that the page holds once, so that a board costs a few
//! hundred bytes and every ply of a long game can have its own, without scripts. North's
//! row is on top, `f e d c b a`, South's below, and each store is at its owner's right.

use oware::game::{PITS_PER_ROW, Pit, Player, Position, Rules, Trace};
use serde::Serialize;

use super::super::super::messages::Messages;

/// Pits on the board.
const PLACES: usize = 2 * PITS_PER_ROW;
/// A lap has one pit less, as it leaves out the pit that was sown.
const LAP: usize = PLACES - 1;
/// Between the middles of two pits, in the units of the board.
const PITCH: usize = 80;
/// The middle of the leftmost pits.
const LEFT: usize = 140;
/// The middles of North's row and of South's.
const ROWS: [usize; 2] = [158, 66];
/// The middles of South's store and of North's.
const STORES: [[usize; 2]; 2] = [[630, 112], [50, 112]];

/// Where something lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Spot {
    x: usize,
    y: usize,
}

/// A drawing that lies on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    /// The name of the drawing: `p4` four seeds in a pit, `s4` in a store, `o` the pit that
    /// was sown, `k3` one that three were taken from; `p4a1` four seeds of which one just
    /// fell. A pit is one piece, which keeps long games small.
    id: String,
    #[serde(flatten)]
    spot: Spot,
}

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Figure {
    pieces: Vec<Piece>,
    /// The same in words.
    label: String,
}

/// What a move did, pit by pit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sowing {
    /// The pit that was sown, 0 to 5 for A to F, 6 to 11 for a to f.
    pub(crate) from: usize,
    /// The pits that the seeds fell in, one by one.
    pub(crate) path: Vec<usize>,
    /// The pits that were emptied by capture, with the seeds taken.
    pub(crate) taken: Vec<(usize, u8)>,
}

impl Sowing {
    /// Follows the seeds of `pit`; `None` where there are none.
    pub(crate) fn new(position: &Position, pit: Pit, rules: Rules) -> Option<Self> {
        let trace = Trace::new(position, pit, rules)?;
        let from = place(trace.mover, pit);
        let path = 0..usize::from(trace.seeds);
        let path = path.map(|index| (from + 1 + index % LAP) % PLACES);
        let opponent = trace.mover.opposite();
        let taken = Pit::ALL.into_iter().zip(trace.taken);
        let taken = taken.filter(|&(_, seeds)| seeds > 0);
        let taken = taken.map(|(pit, seeds)| (place(opponent, pit), seeds));
        Some(Self {
            from,
            path: path.collect(),
            taken: taken.collect(),
        })
    }

    /// The way of the seeds in letters: `C → D E F a`.
    pub(crate) fn way(&self) -> String {
        let path: Vec<String> = self.path.iter().map(|&to| letter(to).to_string()).collect();
        format!("{} → {}", letter(self.from), path.join(" "))
    }

    /// What was taken in letters: `a 2, b 3`.
    pub(crate) fn harvest(&self) -> String {
        let taken = self.taken.iter();
        let taken: Vec<String> = taken
            .map(|&(from, seeds)| format!("{} {seeds}", letter(from)))
            .collect();
        taken.join(", ")
    }

    /// How many seeds fell in a pit.
    fn fell_in(&self, to: usize) -> usize {
        self.path.iter().filter(|&&place| place == to).count()
    }
}

impl Figure {
    /// A position and what the move that led to it did.
    pub(crate) fn new(position: &Position, sowing: Option<&Sowing>, messages: &Messages) -> Self {
        let mut pieces = Vec::new();
        for (seeds, index) in heaps(position).into_iter().zip(0..PLACES) {
            let taken = |sowing: &Sowing| {
                let taken = sowing.taken.iter().find(|&&(from, _)| from == index)?;
                Some(taken.1)
            };
            let fell = sowing.map_or(0, |sowing| sowing.fell_in(index));
            let id = match (seeds, fell, sowing.and_then(taken)) {
                (0, _, Some(taken)) => format!("k{taken}"),
                (0, _, None) if sowing.is_some_and(|sowing| sowing.from == index) => "o".to_owned(),
                (0, _, None) => continue,
                (seeds, 0, None) => format!("p{seeds}"),
                (seeds, fell, None) => format!("p{seeds}a{fell}"),
                (seeds, _, Some(taken)) => format!("p{seeds}k{taken}"),
            };
            let spot = spot(index);
            pieces.push(Piece { id, spot });
        }
        for player in Player::ALL {
            let [x, y] = STORES[player as usize];
            pieces.push(Piece {
                id: format!("s{}", position.store(player)),
                spot: Spot { x, y },
            });
        }
        Self {
            pieces,
            label: label(position, messages),
        }
    }

    /// The names of the drawings that it needs.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(|piece| piece.id.as_str())
    }
}

/// The letters of the pits with where they stand: above North's, below South's.
pub(crate) fn letters() -> Vec<(char, Spot)> {
    (0..PLACES)
        .map(|index| {
            let Spot { x, y } = spot(index);
            let y = if y == ROWS[0] { y + 62 } else { y - 54 };
            (letter(index), Spot { x, y })
        })
        .collect()
}

/// The middles of all pits.
pub(crate) fn spots() -> Vec<Spot> {
    (0..PLACES).map(spot).collect()
}

/// The seeds from A to F and from a to f, then in South's store and in North's.
pub(crate) fn counts(position: &Position) -> Vec<u8> {
    let stores = Player::ALL.map(|player| position.store(player));
    heaps(position).into_iter().chain(stores).collect()
}

fn heaps(position: &Position) -> Vec<u8> {
    let rows = Player::ALL.map(|player| position.row(player));
    rows.into_iter().flatten().collect()
}

fn label(position: &Position, messages: &Messages) -> String {
    let words = messages.lang().diagram_words();
    let sides = Player::ALL.map(|player| {
        let row = Pit::ALL.into_iter().zip(position.row(player));
        let row: Vec<String> = row
            .map(|(pit, seeds)| format!("{} {seeds}", pit.letter(player)))
            .collect();
        let store = position.store(player);
        let name = messages.player(player);
        format!("{name} {}, {} {store}", row.join(" "), words.store)
    });
    sides.join("; ")
}

/// The place of a pit in one count round the board.
const fn place(owner: Player, pit: Pit) -> usize {
    owner as usize * PITS_PER_ROW + pit.index()
}

fn owner_and_pit(place: usize) -> (Player, Pit) {
    let owner = if place < PITS_PER_ROW {
        Player::South
    } else {
        Player::North
    };
    (owner, Pit::ALL[place % PITS_PER_ROW])
}

fn letter(place: usize) -> char {
    let (owner, pit) = owner_and_pit(place);
    pit.letter(owner)
}

fn spot(place: usize) -> Spot {
    let (owner, _) = owner_and_pit(place);
    let steps = place % PITS_PER_ROW;
    let x = match owner {
        Player::South => LEFT + PITCH * steps,
        Player::North => LEFT + PITCH * (5 - steps),
    };
    Spot {
        x,
        y: ROWS[owner as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::messages::Lang;
    use super::*;
    use oware::game::Move;

    fn sowing(position: &str, pit: u8) -> Sowing {
        let position: Position = position.parse().unwrap();
        Sowing::new(&position, Pit::new(pit), Rules::default()).unwrap()
    }

    #[test]
    fn long_sowing_leaves_out_the_pit_it_came_from() {
        let found = sowing("0-0-13-0-0-0-1-1-1-1-1-1-14-15-S", 2);
        assert_eq!(found.way(), "C → D E F a b c d e f A B D E");
        assert_eq!(found.fell_in(3), 2);
        assert_eq!(found.fell_in(2), 0);
    }

    #[test]
    fn north_sows_on_into_souths_row_and_takes_there() {
        let found = sowing("1-2-5-0-0-0-0-0-0-0-1-2-18-19-N", 5);
        assert_eq!(found.way(), "f → A B");
        assert_eq!(found.harvest(), "A 2, B 3");
    }

    #[test]
    fn figure_has_a_heap_for_each_pit_with_seeds_and_says_what_fell_where() {
        let messages = Messages::new(Lang::Fr);
        let before: Position = "1-2-5-0-0-0-0-0-0-0-1-2-18-19-N".parse().unwrap();
        let found = sowing("1-2-5-0-0-0-0-0-0-0-1-2-18-19-N", 5);
        let after = before
            .play(Move::Sow(Pit::new(5)), Rules::default())
            .unwrap();
        let figure = Figure::new(&after, Some(&found), &messages);
        let ids: Vec<&str> = figure.ids().collect();
        assert_eq!(ids, ["k2", "k3", "p5", "p1", "o", "s18", "s24"]);
        assert_eq!(
            figure.label,
            "Sud A 0 B 0 C 5 D 0 E 0 F 0, grenier 18; Nord a 0 b 0 c 0 d 0 e 1 f 0, grenier 24"
        );
    }

    #[test]
    fn pit_that_a_seed_fell_in_is_one_piece() {
        let messages = Messages::new(Lang::En);
        let found = sowing("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 0);
        let after = Position::START.play(Move::Sow(Pit::new(0)), Rules::default());
        let figure = Figure::new(&after.unwrap(), Some(&found), &messages);
        let ids: Vec<&str> = figure.ids().collect();
        assert_eq!(ids[..6], ["o", "p5a1", "p5a1", "p5a1", "p5a1", "p4"]);
    }

    #[test]
    fn a_is_opposite_big_f() {
        assert_eq!(spot(5).x, spot(6).x);
        assert_eq!(spot(0).x, spot(11).x);
        assert!(spot(6).y < spot(5).y);
    }
}
