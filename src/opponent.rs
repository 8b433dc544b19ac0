//! The computer as a player: a move for a game, at a level, within a time.
//!
//! Six levels and one fixed yardstick. The best level asks [`solve`](crate::solve) with tables
//! and plays the best move it knows; the others look a few plies ahead and err, so that they
//! can be beaten and cost next to nothing. Hints and the answer to an offer to share are
//! always given at full strength, whoever plays.
//!
//! | file | owns |
//! | --- | --- |
//! | `level` | [`Skill`], [`Level`] and their words |
//! | `choice` | [`Choice`], [`ChoiceError`] |
//! | `reason` | [`Reason`]: what speaks for a move at a glance |
//! | `ending` | what an end pays a player |
//! | `look_ahead` | the plain look ahead of all but the best |
//! | `simple` | the fixed simple opponent |
//! | `erring` | levels 1 to 5 |
//! | `best` | level 6, and progress among equal moves |
//! | `book` | [`Book`]: moves of the opening found beforehand |
//! | `sharing` | [`Offer`]: whether to end the game by agreement |

mod level;

mod reason;

mod choice;

mod ending;

mod look_ahead;

mod simple;

mod erring;

mod best;

mod book;

mod sharing;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::endgame::Database;
use crate::game::{Bounds, Game, Move, Player, Score, legal_moves};
use crate::progress::Progress;
use crate::solve::{
    Deepened, Limits, Purpose, Solution, SolveError, SolveOptions, Status, Workspace,
};

pub use crate::search::{Allowance, ClockState};
pub use book::{Book, BookError, BookFault, BookMove};
pub use choice::{Choice, ChoiceError};
pub use level::{Level, Skill, SkillError};
pub use reason::Reason;
pub use sharing::Offer;

use erring::Frailty;
use look_ahead::{Valued, to_score};

/// The most time for a move that is the only one: enough to say what it is worth.
const TIME_FOR_ONLY_MOVE: Duration = Duration::from_millis(50);

/// What a player has to think with.
#[derive(Clone, Debug)]
pub struct Means {
    /// Tables; they are used in games whose rules they are for, and ignored in others.
    pub tables: Option<Arc<Database>>,
    /// Threads that search together.
    pub threads: NonZeroUsize,
    /// Memory for the search, in bytes.
    pub hash_bytes: usize,
    /// Decides the errors of the levels below the best: the same seed plays the same game.
    pub seed: u64,
    /// Whether full strength takes its first moves from the [`Book`] of the program, if there
    /// is one for the rules. Hints are searched all the same.
    pub uses_book: bool,
}

impl Default for Means {
    /// No tables, one thread, 64 MiB, seed 0, no book.
    fn default() -> Self {
        Self {
            tables: None,
            threads: NonZeroUsize::MIN,
            hash_bytes: 64 << 20,
            seed: 0,
            uses_book: false,
        }
    }
}

/// A player.
#[derive(Debug)]
pub struct Opponent {
    skill: Skill,
    means: Means,
    /// What full strength saw at earlier moves; made when it is first needed.
    workspace: Option<Workspace>,
}

impl Opponent {
    /// A player of this skill.
    #[must_use]
    pub fn new(skill: Skill, means: Means) -> Self {
        Self {
            skill,
            means,
            workspace: None,
        }
    }

    /// Takes the memory that full strength needs now instead of at the first move.
    ///
    /// # Errors
    ///
    /// When the system does not give it.
    pub fn prepare(&mut self) -> Result<(), ChoiceError> {
        if matches!(self.skill, Skill::Level(level) if Frailty::of(level).is_none()) {
            self.workspace()?.prepare();
        }
        Ok(())
    }

    fn workspace(&mut self) -> Result<&mut Workspace, SolveError> {
        match &mut self.workspace {
            Some(workspace) => Ok(workspace),
            none => Ok(none.insert(Workspace::new(self.means.hash_bytes)?)),
        }
    }

    /// How well it plays.
    #[must_use]
    pub const fn skill(&self) -> Skill {
        self.skill
    }

    /// Forgets what it saw, as before a new game.
    pub fn forget(&mut self) {
        self.workspace = None;
    }

    /// Chooses a move for the side to move.
    ///
    /// Only full strength needs time. The other levels and the simple opponent look ahead as
    /// far as they always do, or as `allowance` says if that is less, and answer at once.
    /// Work that is cancelled gives the best move known by then.
    ///
    /// # Errors
    ///
    /// When the game is over, a table is damaged, or the system has no memory or thread.
    ///
    /// # Examples
    ///
    /// ```
    /// use oware::game::{Game, Position, Rules};
    /// use oware::opponent::{Allowance, Level, Means, Opponent};
    /// use oware::progress::Silent;
    ///
    /// let mut game = Game::new(Position::START, Rules::default());
    /// let mut opponent = Opponent::new(Level::USUAL.into(), Means::default());
    /// let choice = opponent.choose(&game, &Allowance::default(), &Silent)?;
    /// game.play(choice.played)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        progress: &dyn Progress,
    ) -> Result<Choice, ChoiceError> {
        self.choose_watched(game, allowance, progress, &|_| {})
    }

    /// The same, telling `watch` of each depth that full strength has completed, on whatever
    /// thread and in order.
    ///
    /// # Errors
    ///
    /// As [`choose`](Self::choose).
    pub fn choose_watched(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        progress: &dyn Progress,
        watch: &(dyn Fn(&Deepened) + Sync),
    ) -> Result<Choice, ChoiceError> {
        if let Some(over) = ChoiceError::of_finished(game) {
            return Err(over);
        }
        let within = |plies: u8| match allowance.depth_plies {
            Some(limit) => u8::try_from(limit.max(1)).map_or(plies, |limit| plies.min(limit)),
            None => plies,
        };
        let (depth_plies, (chosen, nodes)) = match self.skill {
            Skill::Simple => (simple::DEPTH_PLIES, simple::choose(game)),
            Skill::Level(level) => {
                let Some(frailty) = Frailty::of(level) else {
                    if let Some(known) = self.in_book(game) {
                        return Ok(from_book(game, known));
                    }
                    return self.best(game, allowance, progress, watch);
                };
                let depth = within(frailty.depth_plies());
                (depth, frailty.choose(game, depth, self.means.seed))
            }
        };
        let chosen = chosen.expect("a game that is not over has a move");
        Ok(looked_ahead(game, chosen, nodes, depth_plies))
    }

    /// What the book says of a game, if there is one and it is used.
    fn in_book(&self, game: &Game) -> Option<BookMove> {
        let book = Book::embedded(&game.rules()).filter(|_| self.means.uses_book)?;
        book.find(game)
    }

    /// Says whether the book is used from now on.
    pub const fn use_book(&mut self, uses_book: bool) {
        self.means.uses_book = uses_book;
    }

    /// The best move for the side to move, at full strength whatever the skill.
    ///
    /// # Errors
    ///
    /// As [`choose`](Self::choose).
    pub fn hint(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        progress: &dyn Progress,
    ) -> Result<Choice, ChoiceError> {
        if let Some(over) = ChoiceError::of_finished(game) {
            return Err(over);
        }
        self.best(game, allowance, progress, &|_| {})
    }

    /// A move for the side to move after a glance of a few plies, whatever the skill: when
    /// there is no time for more.
    ///
    /// # Errors
    ///
    /// When the game is over.
    pub fn at_sight(game: &Game) -> Result<Choice, ChoiceError> {
        if let Some(over) = ChoiceError::of_finished(game) {
            return Err(over);
        }
        let glance = best::glance(game).expect("a game that is not over has a move");
        Ok(looked_ahead(game, glance, 0, best::GLANCE_PLIES))
    }

    /// What an offer to share means for `player`, who may be either side; at full strength.
    ///
    /// # Errors
    ///
    /// As [`choose`](Self::choose).
    pub fn consider_sharing(
        &mut self,
        game: &Game,
        player: Player,
        allowance: &Allowance,
        progress: &dyn Progress,
    ) -> Result<Offer, ChoiceError> {
        if let Some(over) = ChoiceError::of_finished(game) {
            return Err(over);
        }
        let limits = limits(game, allowance);
        let solution = self.solve(game, limits, progress, &|_| {})?;
        Ok(Offer::to(player, game, &solution))
    }

    /// Full strength, in a game that is not over.
    fn best(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        progress: &dyn Progress,
        watch: &(dyn Fn(&Deepened) + Sync),
    ) -> Result<Choice, ChoiceError> {
        let mut limits = limits(game, allowance);
        if legal_moves(game.position().board(), game.rules()).count() == 1 {
            limits.time = limits.time.map(|time| time.min(TIME_FOR_ONLY_MOVE));
        }
        let last = Mutex::new(None);
        let solution = self.solve(game, limits, progress, &|deepened| {
            // Whatever a thread that panicked had noted is whole.
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(deepened.clone());
            watch(deepened);
        })?;
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let likeliest = last
            .as_ref()
            .and_then(|deepened: &Deepened| deepened.pv.first());
        let played = best::choose(game, &solution, likeliest.copied())
            .expect("a game that is not over has a move");
        Ok(described(game, played, &solution, last.as_ref()))
    }

    fn solve(
        &mut self,
        game: &Game,
        limits: Limits,
        progress: &dyn Progress,
        watch: &(dyn Fn(&Deepened) + Sync),
    ) -> Result<Solution, SolveError> {
        let tables = self.means.tables.clone();
        let fitting = tables
            .as_deref()
            .filter(|tables| *tables.rules() == game.rules().value_rules());
        let options = SolveOptions {
            limits,
            purpose: Purpose::Move,
            hash_bytes: self.means.hash_bytes,
            threads: self.means.threads,
            ..SolveOptions::default()
        };
        self.workspace()?
            .solve_watched(game, fitting, &options, progress, watch)
    }
}

fn limits(game: &Game, allowance: &Allowance) -> Limits {
    Limits {
        time: allowance.time(game.position().board()),
        nodes: allowance.nodes,
        depth_plies: allowance.depth_plies,
    }
}

/// What is known of the final difference without looking.
fn everything_or_nothing(game: &Game) -> Bounds<Score> {
    let position = game.position();
    let stores = position.store_difference().seeds();
    let seeds = position.board().seeds().cast_signed();
    Bounds {
        lower: Score::new(stores - seeds),
        upper: Score::new(stores + seeds),
    }
}

/// A move that a look ahead chose.
fn looked_ahead(game: &Game, chosen: Valued, nodes: u64, depth_plies: u8) -> Choice {
    let Valued { played, value } = chosen;
    Choice {
        played,
        value: Some(to_score(value, &game.position())),
        bounds: everything_or_nothing(game),
        status: Status::Estimate,
        reason: Reason::of(game, played),
        pv: vec![played],
        nodes,
        depth_plies: depth_plies.into(),
        table_hits: 0,
        is_from_book: false,
    }
}

/// A move that the book has.
fn from_book(game: &Game, known: BookMove) -> Choice {
    let played = Move::Sow(known.pit);
    Choice {
        played,
        value: Some(game.position().score(known.value)),
        bounds: everything_or_nothing(game),
        status: Status::Estimate,
        reason: Reason::of(game, played),
        pv: vec![played],
        nodes: 0,
        depth_plies: known.depth_plies,
        table_hits: 0,
        is_from_book: true,
    }
}

/// A move with all that a solution says of it, or the last depth that was completed.
fn described(game: &Game, played: Move, solution: &Solution, last: Option<&Deepened>) -> Choice {
    let known = solution.moves.iter().find(|known| known.played == played);
    let bounds = known.map_or_else(|| everything_or_nothing(game), |known| known.bounds);
    let value = known.and_then(|known| known.value);
    let mut pv = known.map_or_else(Vec::new, |known| known.pv.clone());
    if let Some(last) = last.filter(|last| last.pv.first() == Some(&played))
        && last.pv.len() > pv.len()
        && !bounds.is_exact()
    {
        pv.clone_from(&last.pv);
    }
    if pv.is_empty() {
        pv.push(played);
    }
    Choice {
        played,
        value,
        bounds,
        status: match value {
            Some(_) if bounds.is_exact() => Status::Exact,
            Some(_) => Status::Estimate,
            None => Status::Bounds,
        },
        reason: Reason::of(game, played),
        pv,
        nodes: solution.nodes,
        depth_plies: solution.depth_plies,
        table_hits: solution.oracle_hits,
        is_from_book: false,
    }
}
