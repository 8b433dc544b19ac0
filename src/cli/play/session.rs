//! A game between people, or a person and the computer: moves, undo and redo, clocks,
//! offers to share, and every way to end.
//!
//! There is no terminal, no thread and no clock here, so that both faces of `oware play`
//! do the same, and each rule of conduct is tested by a few calls. A face says what a
//! player does and how long he took; the session says what came of it.

use std::time::Duration;

use oware::game::{Clock, End, EndReason, Game, Move, PlayError, Player, Position};

use super::clock::Clocks;

/// Who decides the moves of a side, as far as the conduct of the game depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// A person, whose decisions undo goes back to.
    Person,
    /// The computer, which moves by itself.
    Computer,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    game: Game,
    control: [Control; 2],
    /// The clocks when the turn began.
    clocks: Option<Clocks>,
    /// The clocks before each ply.
    clocks_before: Vec<Option<Clocks>>,
    /// What undo took back, the next to redo last.
    undone: Vec<Undone>,
    /// Who offered to share and has no answer yet.
    offer: Option<Player>,
    /// Plies played when an offer was last declined.
    declined_at: Option<usize>,
}

/// Something that undo took back, and the clocks after it.
#[derive(Clone, Copy, Debug)]
struct Undone {
    event: Event,
    clocks: Option<Clocks>,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Move(Move),
    Resigned(Player),
    Time(Player),
    Agreed,
}

/// Why something cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The rules forbid the move, or the game is over.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// His time was up before he moved; the game is over now.
    #[error("the time of {0} is up")]
    TimeUp(Player),
    /// There is no earlier decision of a person.
    #[error("nothing to undo")]
    NothingToUndo,
    /// Nothing was undone.
    #[error("nothing to redo")]
    NothingToRedo,
    /// Somebody offered to share and waits for the answer.
    #[error("an offer to share is waiting for its answer")]
    OfferWaits,
    /// The offer was declined in this very position.
    #[error("the offer to share was declined in this position")]
    JustDeclined,
    /// Nobody offered to share.
    #[error("nobody offered to share")]
    NoOffer,
}

impl Session {
    /// A session that goes on from `game`, whose moves can be undone like any other.
    pub(crate) fn new(game: Game, control: [Control; 2], clock: Option<Clock>) -> Self {
        let clocks = clock.map(Clocks::new);
        Self {
            clocks_before: vec![clocks; game.moves().len()],
            game,
            control,
            clocks,
            undone: Vec::new(),
            offer: None,
            declined_at: None,
        }
    }

    /// The game so far.
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// How the game ended, if it did.
    pub(crate) const fn end(&self) -> Option<End> {
        self.game.end()
    }

    /// The side to move.
    pub(crate) const fn to_move(&self) -> Player {
        self.game.position().to_move()
    }

    /// The position as it is shown: after an end by sharing, with the seeds gathered.
    pub(crate) fn shown(&self) -> Position {
        self.end().map_or(self.game.position(), |end| end.position)
    }

    /// Whether a person plays for `player`.
    pub(crate) const fn is_person(&self, player: Player) -> bool {
        matches!(self.control[player as usize], Control::Person)
    }

    /// Whether the game waits for the decision of a person.
    pub(crate) const fn awaits_person(&self) -> bool {
        self.end().is_none() && self.is_person(self.to_move())
    }

    /// The clocks when the turn began; at an end on time, the loser's is at zero.
    pub(crate) fn clocks(&self) -> Option<Clocks> {
        let late = self
            .end()
            .filter(|end| end.reason == EndReason::Time)
            .and_then(|end| end.winner)
            .map(Player::opposite);
        match late {
            Some(loser) => self.clocks.map(|clocks| clocks.flagged(loser)),
            None => self.clocks,
        }
    }

    /// The position before the last move, and that move.
    pub(crate) fn last_move(&self) -> Option<(Position, Move)> {
        let (&last, before) = self.game.moves().split_last()?;
        Some((self.replayed(before.len()).position(), last))
    }

    /// Plays the move of the side to move, which took `spent`.
    ///
    /// # Errors
    ///
    /// When the rules forbid the move or the game is over: then nothing changes. When the
    /// time was up, the game ends by it.
    pub(crate) fn play(&mut self, played: Move, spent: Duration) -> Result<(), Refusal> {
        let mover = self.to_move();
        let mut next = self.game.clone();
        next.play(played)?;
        self.check_time(spent)?;
        let before = self.clocks;
        self.clocks = before.and_then(|clocks| clocks.after_move(mover, spent));
        self.clocks_before.push(before);
        self.game = next;
        self.undone.clear();
        self.offer = None;
        Ok(())
    }

    /// Ends the game if the side to move has used up its time by thinking for `spent`.
    ///
    /// # Errors
    ///
    /// When it has.
    pub(crate) fn check_time(&mut self, spent: Duration) -> Result<(), Refusal> {
        let mover = self.to_move();
        let Some(clocks) = self.clocks.filter(|_| self.end().is_none()) else {
            return Ok(());
        };
        if clocks.left_after(mover, spent).is_some() {
            return Ok(());
        }
        self.game.lose_on_time(mover);
        self.offer = None;
        self.undone.clear();
        Err(Refusal::TimeUp(mover))
    }

    /// `player` gives up.
    ///
    /// # Errors
    ///
    /// When the game is over.
    pub(crate) fn resign(&mut self, player: Player) -> Result<(), Refusal> {
        self.demand_running()?;
        self.game.resign(player);
        self.offer = None;
        self.undone.clear();
        Ok(())
    }

    /// `player` offers to share: each keeps his row, or what else the rules settle.
    ///
    /// # Errors
    ///
    /// When the game is over, an offer waits, or one was just declined here.
    pub(crate) fn offer_share(&mut self, player: Player) -> Result<(), Refusal> {
        self.demand_running()?;
        if self.offer.is_some() {
            return Err(Refusal::OfferWaits);
        }
        if self.declined_at == Some(self.game.moves().len()) {
            return Err(Refusal::JustDeclined);
        }
        self.offer = Some(player);
        Ok(())
    }

    /// Who offered to share and waits for the answer of the other.
    pub(crate) const fn offer(&self) -> Option<Player> {
        self.offer
    }

    /// The answer to the offer; to accept ends the game.
    ///
    /// # Errors
    ///
    /// When there is no offer.
    pub(crate) fn answer_offer(&mut self, accepted: bool) -> Result<(), Refusal> {
        self.offer.take().ok_or(Refusal::NoOffer)?;
        if accepted {
            self.game.agree();
            self.undone.clear();
        } else {
            self.declined_at = Some(self.game.moves().len());
        }
        Ok(())
    }

    /// What sharing now would give.
    pub(crate) fn share(&self) -> End {
        let settle = self.game.rules().settle();
        self.game.position().end_settled(EndReason::Agreed, settle)
    }

    /// How often the position on the board has occurred since the last capture.
    pub(crate) fn occurrences(&self) -> usize {
        let now = self.game.position();
        let visited = self.game.visited().iter();
        visited.filter(|&&position| position == now).count()
    }

    /// Whether sharing should be suggested now: the position came back, or a few seeds
    /// have been going round for a while.
    pub(crate) fn goes_in_circles(&self) -> bool {
        const FEW_SEEDS: u8 = 10;
        const QUIET_PLIES: usize = 20;
        if self.end().is_some() || self.offer.is_some() {
            return false;
        }
        let quiet = self.game.quiet_plies();
        let is_few = self.game.position().board().seeds() <= FEW_SEEDS;
        let is_slow = is_few && quiet > 0 && quiet.is_multiple_of(QUIET_PLIES);
        is_slow || self.occurrences() > 1
    }

    /// Goes back to the last decision of a person before this one; an end that players
    /// declared is taken back too.
    ///
    /// # Errors
    ///
    /// When there is none: then nothing changes.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        let plies = self.game.moves().len();
        let declared = self.declared_end();
        let target = match declared {
            Some(_) if self.is_person(self.player_after(plies)) => Some(plies),
            _ => (0..plies)
                .rev()
                .find(|&earlier| self.is_person(self.player_after(earlier))),
        };
        let target = target.ok_or(Refusal::NothingToUndo)?;
        let mut clocks = self.clocks;
        if let Some(event) = declared {
            self.undone.push(Undone { event, clocks });
        }
        for ply in (target..plies).rev() {
            let event = Event::Move(self.game.moves()[ply]);
            self.undone.push(Undone { event, clocks });
            clocks = self.clocks_before[ply];
        }
        self.clocks = clocks;
        self.game = self.replayed(target);
        self.clocks_before.truncate(target);
        self.offer = None;
        self.declined_at = None;
        Ok(())
    }

    /// Plays again what the last undo took back.
    ///
    /// # Errors
    ///
    /// When nothing was undone, or something was played since.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        if self.undone.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        while let Some(Undone { event, clocks }) = self.undone.pop() {
            let before = self.clocks;
            self.clocks = clocks;
            match event {
                Event::Move(played) => {
                    self.game.play(played)?;
                    self.clocks_before.push(before);
                }
                Event::Resigned(player) => self.game.resign(player),
                Event::Time(player) => self.game.lose_on_time(player),
                Event::Agreed => self.game.agree(),
            }
            if self.awaits_person() {
                break;
            }
        }
        self.offer = None;
        Ok(())
    }

    fn demand_running(&self) -> Result<(), Refusal> {
        self.end().map_or(Ok(()), |_| Err(Refusal::Over))
    }

    /// Who is to move after so many plies.
    fn player_after(&self, plies: usize) -> Player {
        let first = self.game.start().to_move();
        match plies % 2 {
            0 => first,
            _ => first.opposite(),
        }
    }

    /// The end that players declared, if the game ended so.
    fn declared_end(&self) -> Option<Event> {
        let end = self.end()?;
        let loser = end.winner.map(Player::opposite);
        match (end.reason, loser) {
            (EndReason::Resigned, Some(loser)) => Some(Event::Resigned(loser)),
            (EndReason::Time, Some(loser)) => Some(Event::Time(loser)),
            (EndReason::Agreed, _) => Some(Event::Agreed),
            _ => None,
        }
    }

    /// The game after its first `plies` moves.
    fn replayed(&self, plies: usize) -> Game {
        let mut game = Game::new(self.game.start(), self.game.rules());
        for &played in &self.game.moves()[..plies] {
            game.play(played)
                .expect("the moves of a game are legal in their order");
        }
        game
    }
}

#[cfg(test)]
mod tests;
