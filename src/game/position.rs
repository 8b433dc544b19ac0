//! A legal position: board, stores and side to move, and the ends of the game that need
//! no history.
//!
//! Input is a [`Setup`], which may be nonsense; only [`Position::from_setup`] makes a
//! [`Position`], and its error names the law that was broken. Here the relative board
//! meets the absolute players: whatever is printed goes through this file.

use std::fmt;

use super::board::Board;
use super::end::{EndReason, HalfSeeds};
use super::moves::{self, Mechanics};
use super::pit::{MAX_SEEDS, Move, PITS_PER_ROW, Pit, PitSet, Player};
use super::rules::{self, Rules, Settle};
use super::score::{Net, Score};
use super::setup::{Place, Setup, SetupError};

/// A board with its stores and the side to move; 1 to 48 seeds in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// The mover's store, then the opponent's.
    stores: [u8; 2],
    to_move: Player,
}

const _: () = assert!(size_of::<Position>() == 24);
const _: () = assert!(rules::MOST_SEEDS == MAX_SEEDS);

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Why it is over.
    pub reason: EndReason,
    /// South's and North's final seeds.
    pub seeds: [HalfSeeds; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The position to show: after sharing, the gathered stores and empty pits.
    pub position: Position,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {reason}; {}", .tried.letter(.position.to_move()), legal_text(.position, *.legal, *.must_pass))]
pub struct IllegalMove {
    /// The move.
    pub tried: Move,
    /// Where it was tried.
    pub position: Position,
    /// What would have been legal.
    pub legal: PitSet,
    /// Whether only a pass would have been legal.
    pub must_pass: bool,
    /// What forbids it.
    pub reason: IllegalReason,
}

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// The pit holds no seed.
    #[error("is empty")]
    EmptyPit,
    /// The opponent's row is empty and the move leaves it so.
    #[error("does not feed the opponent")]
    DoesNotFeed,
    /// The move would take the opponent's whole row.
    #[error("would take every seed of the opponent")]
    GrandSlam,
    /// Passing is not allowed while there is a move, or by these rules.
    #[error("is a pass, and there is none to make here")]
    NoPass,
}

fn legal_text(position: &Position, legal: PitSet, must_pass: bool) -> String {
    if must_pass {
        return "only a pass '-' is legal".to_owned();
    }
    let letters: Vec<String> = legal
        .map(|pit| pit.letter(position.to_move).to_string())
        .collect();
    match letters.as_slice() {
        [] => "there is no legal move".to_owned(),
        [only] => format!("only {only} is legal"),
        _ => format!("legal are {}", letters.join(", ")),
    }
}

impl Position {
    /// The position in which a game starts: four seeds in each pit, South to move.
    pub const START: Self = Self {
        board: Board::new([4; PITS_PER_ROW], [4; PITS_PER_ROW]),
        stores: [0, 0],
        to_move: Player::South,
    };

    /// Checks a set-up.
    ///
    /// # Errors
    ///
    /// The first law that the set-up breaks: a pit or store with more than 48 seeds, more
    /// than 48 in all, or none at all.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let checked = |seeds: u32, place: Place| match u8::try_from(seeds) {
            Ok(few) if few <= MAX_SEEDS => Ok(few),
            _ => Err(SetupError::TooManyInOnePlace { place, seeds }),
        };
        let mut rows = [[0; PITS_PER_ROW]; 2];
        let mut stores = [0; 2];
        for player in Player::ALL {
            let side = player as usize;
            for pit in Pit::ALL {
                rows[side][pit.index()] =
                    checked(setup.rows[side][pit.index()], Place::Pit(pit, player))?;
            }
            stores[side] = checked(setup.stores[side], Place::Store(player))?;
        }
        match rows
            .iter()
            .flatten()
            .chain(&stores)
            .map(|&n| u32::from(n))
            .sum()
        {
            0 => Err(SetupError::NoSeeds),
            seeds if seeds > u32::from(MAX_SEEDS) => Err(SetupError::TooManySeeds { seeds }),
            _ => Ok(Self::from_sides(rows, stores, setup.to_move)),
        }
    }

    /// `rows` and `stores` with South first.
    fn from_sides(rows: [[u8; PITS_PER_ROW]; 2], stores: [u8; 2], to_move: Player) -> Self {
        let (own, other) = (to_move as usize, to_move.opposite() as usize);
        Self {
            board: Board::new(rows[own], rows[other]),
            stores: [stores[own], stores[other]],
            to_move,
        }
    }

    /// The board with empty stores and South to move; `None` unless it holds 1 to 48 seeds.
    #[must_use]
    pub fn from_board(board: Board) -> Option<Self> {
        (1..=MAX_SEEDS).contains(&board.seeds()).then_some(Self {
            board,
            stores: [0, 0],
            to_move: Player::South,
        })
    }

    /// The pits, seen by the side to move.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// The seeds in a player's pits, from his left.
    #[must_use]
    pub const fn row(&self, player: Player) -> [u8; PITS_PER_ROW] {
        if player as u8 == self.to_move as u8 {
            self.board.mover()
        } else {
            self.board.opponent()
        }
    }

    /// A player's captured seeds.
    #[must_use]
    pub const fn store(&self, player: Player) -> u8 {
        self.stores[if player as u8 == self.to_move as u8 {
            0
        } else {
            1
        }]
    }

    /// The mover's captured seeds minus the opponent's.
    #[must_use]
    pub fn store_difference(&self) -> Score {
        Score::new(moves::difference(self.stores[0], self.stores[1]).seeds())
    }

    /// All seeds in play, pits and stores together.
    #[must_use]
    pub const fn total(&self) -> u8 {
        self.board.seeds() + self.stores[0] + self.stores[1]
    }

    /// The final difference when `net` is still to come: the one way from a table's value to a result.
    #[must_use]
    pub fn score(&self, net: Net) -> Score {
        Score::new(self.store_difference().seeds() + net.seeds())
    }

    /// What is still to come when the final difference is `score`.
    #[must_use]
    pub fn net(&self, score: Score) -> Net {
        Net::new(score.seeds() - self.store_difference().seeds())
    }

    /// The pits that may be sown, ends of the game left aside.
    #[must_use]
    #[inline]
    pub fn legal<M: Mechanics>(&self, mechanics: M) -> PitSet {
        moves::legal(self.board, mechanics)
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// When the rules forbid the move. Ends of the game are not asked: a game goes on in
    /// `Game`, which does.
    pub fn play(&self, played: Move, rules: Rules) -> Result<Self, IllegalMove> {
        let legal = self.legal(rules);
        let must_pass = moves::must_pass(self.board, rules);
        let reason = match played {
            Move::Sow(pit) if legal.contains(pit) => return Ok(self.play_unchecked(pit, rules)),
            Move::Pass if must_pass => return Ok(self.pass_unchecked()),
            Move::Pass => IllegalReason::NoPass,
            Move::Sow(pit) if self.board.seeds_in(pit) == 0 => IllegalReason::EmptyPit,
            Move::Sow(pit) if moves::effect(self.board, pit, rules).is_grand_slam => {
                IllegalReason::GrandSlam
            }
            Move::Sow(_) => IllegalReason::DoesNotFeed,
        };
        Err(IllegalMove {
            tried: played,
            position: *self,
            legal,
            must_pass,
            reason,
        })
    }

    /// The position after sowing from a pit that is known to be legal.
    ///
    /// # Panics
    ///
    /// When debug assertions are on and the pit is not legal.
    #[must_use]
    #[inline]
    pub fn play_unchecked<M: Mechanics>(&self, pit: Pit, mechanics: M) -> Self {
        debug_assert!(self.legal(mechanics).contains(pit));
        let effect = moves::effect(self.board, pit, mechanics);
        Self {
            board: effect.board.rotated(),
            stores: [
                self.stores[1] + effect.conceded,
                self.stores[0] + effect.captured,
            ],
            to_move: self.to_move.opposite(),
        }
    }

    /// The position after a pass.
    #[must_use]
    pub const fn pass_unchecked(&self) -> Self {
        Self {
            board: self.board.rotated(),
            stores: [self.stores[1], self.stores[0]],
            to_move: self.to_move.opposite(),
        }
    }

    /// The mover's and the opponent's store; for loops that know the target in seeds.
    #[inline]
    pub(crate) const fn stores_from_mover(&self) -> [u8; 2] {
        self.stores
    }

    /// The end of the game, as far as it shows without history: target, no seeds, few
    /// seeds, no move, in this order.
    #[must_use]
    pub fn end(&self, rules: Rules) -> Option<End> {
        let target = rules.target().seeds(self.total());
        if self.stores.iter().any(|&store| store >= target) {
            return Some(self.end_as_it_stands(EndReason::Target));
        }
        let seeds = self.board.seeds();
        if seeds == 0 {
            return Some(self.end_as_it_stands(EndReason::NoSeeds));
        }
        if seeds <= rules.few_seeds() {
            return Some(self.end_settled(EndReason::FewSeeds, rules.few_settle()));
        }
        if self.legal(rules).is_empty() && !moves::must_pass(self.board, rules) {
            return Some(self.end_shared(
                EndReason::NoMove,
                moves::stuck_value(self.board, rules.stuck()),
            ));
        }
        None
    }

    /// An end in which the seeds on the board count for nobody.
    #[must_use]
    pub fn end_as_it_stands(&self, reason: EndReason) -> End {
        self.finished(reason, [0, 0], *self)
    }

    /// An end from outside in which `settle` says who gets the seeds on the board.
    #[must_use]
    pub fn end_settled(&self, reason: EndReason, settle: Settle) -> End {
        match settle {
            Settle::Nobody => self.end_as_it_stands(reason),
            Settle::OwnSide => self.end_shared(reason, moves::own_rows_value(self.board)),
            Settle::Even => {
                let half = u16::from(self.board.seeds());
                if half % 2 == 0 {
                    self.end_shared(reason, Net::ZERO)
                } else {
                    self.finished(reason, [half, half], *self)
                }
            }
        }
    }

    /// An end in which all seeds on the board are shared so that the mover gets `net` more.
    fn end_shared(&self, reason: EndReason, net: Net) -> End {
        let seeds = self.board.seeds();
        let mover = (seeds.cast_signed() + net.seeds()).cast_unsigned() / 2;
        let gathered = Self {
            board: Board::EMPTY,
            stores: [self.stores[0] + mover, self.stores[1] + seeds - mover],
            to_move: self.to_move,
        };
        gathered.finished(reason, [0, 0], gathered)
    }

    /// The stores plus these halves, mover first.
    fn finished(&self, reason: EndReason, halves: [u16; 2], shown: Self) -> End {
        let seeds = Player::ALL.map(|player| {
            let relative = usize::from(player != self.to_move);
            HalfSeeds::from_halves(2 * u16::from(self.stores[relative]) + halves[relative])
        });
        let winner = match seeds[0].cmp(&seeds[1]) {
            std::cmp::Ordering::Greater => Some(Player::South),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Player::North),
        };
        End {
            reason,
            seeds,
            winner,
            position: shown,
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            rows: Player::ALL.map(|player| position.row(player).map(u32::from)),
            stores: Player::ALL.map(|player| u32::from(position.store(player))),
            to_move: position.to_move,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn set_up_errors_name_the_law() {
        let mut setup = Setup::from(&Position::START);
        setup.rows[1][2] = 300;
        assert_eq!(
            Position::from_setup(&setup).unwrap_err().to_string(),
            "pit c holds 300 seeds, more than the 48 of a game"
        );
        setup.rows[1][2] = 5;
        assert_eq!(
            Position::from_setup(&setup),
            Err(SetupError::TooManySeeds { seeds: 49 })
        );
        setup.rows = [[0; 6]; 2];
        assert_eq!(Position::from_setup(&setup), Err(SetupError::NoSeeds));
    }

    #[test]
    fn halving_an_odd_board_gives_half_seeds_and_keeps_it() {
        let odd = position("1-0-0-0-0-1-1-0-0-0-0-0-20-25-S");
        let end = odd.end_settled(EndReason::Repetition, Settle::Even);
        assert_eq!(end.seeds.map(|seeds| seeds.to_string()), ["21.5", "26.5"]);
        assert_eq!((end.winner, end.position), (Some(Player::North), odd));
    }

    #[test]
    fn illegal_move_says_why_and_what_is_legal() {
        let hungry = position("1-1-0-0-2-1-0-0-0-0-0-0-22-21-S");
        let error = |pit| {
            hungry
                .play(Move::Sow(Pit::new(pit)), Rules::default())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(error(0), "A does not feed the opponent; legal are E, F");
        assert_eq!(error(2), "C is empty; legal are E, F");
    }
}
