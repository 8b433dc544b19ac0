//! Replaying a record under the real rules: what happened against what is claimed.
//!
//! People and programs play on after a game is decided, so a record may go on past the end
//! that the rules see, as long as each move is legal; the rest of the checks then take the
//! claims of either point. What is wrong with the claims is found in `audit`.

use crate::game::{
    End, EndReason, Game, HalfSeeds, IllegalMove, Move, PITS_PER_ROW, Pit, PlayError, Player,
    Position, Rules, Settle,
};

use super::game_record::{Claim, Record, Termination, is_decided_by_players, more_seeds};
use super::warning::WarningKind;

/// A record whose moves are legal, with what they do.
#[derive(Clone, Debug)]
pub struct CheckedRecord {
    record: Record,
    steps: Vec<Step>,
    game: Game,
    result: Option<FinalResult>,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who moved.
    pub mover: Player,
    /// Seeds captured.
    pub captured: u8,
    /// The pit where the last seed fell, and whose it is; `None` for a pass.
    pub landing: Option<(Pit, Player)>,
    /// The position after it, seeds not gathered.
    pub position: Position,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalResult {
    /// South's and North's seeds.
    pub seeds: [HalfSeeds; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IllegalPly {
    /// Its index.
    pub(crate) index: usize,
    pub(crate) source: IllegalMove,
    /// When and why the game was over already.
    pub(crate) over: Option<(usize, EndReason)>,
}

impl CheckedRecord {
    /// A game that was played here: it has no faults.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let record = Record::from_game(game);
        let mut position = game.start();
        let steps = game.moves().iter().map(|&played| {
            let before = position;
            position = before
                .play(played, game.rules())
                .expect("a game holds only legal moves");
            Step::new(before, played, position)
        });
        Self {
            steps: steps.collect(),
            game: game.clone(),
            result: game.end().map(FinalResult::from),
            record,
        }
    }

    /// The same game with the tags of `notes`, and with its notes as far as both have the
    /// same moves.
    #[must_use]
    pub fn with_notes_of(mut self, notes: &Record) -> Self {
        self.record.tags.clone_from(&notes.tags);
        self.record.before.clone_from(&notes.before);
        let pairs = self.record.plies.iter_mut().zip(&notes.plies);
        for (ply, noted) in pairs.take_while(|(ply, noted)| ply.played == noted.played) {
            ply.notes.clone_from(&noted.notes);
        }
        self
    }

    /// The same record replayed by other rules; `None` where they forbid a move of it.
    #[must_use]
    pub fn by_rules(&self, rules: Rules) -> Option<Self> {
        let record = Record {
            rules: Some(rules),
            ..self.record.clone()
        };
        replay(record, rules).ok()
    }

    /// The record as it was read.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What each move did.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The game as far as the rules let it go; the record may hold more moves.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The rules that it was replayed by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// The result: by the rules, or the players' own where they ended the game; `None`
    /// when it is not over.
    #[must_use]
    pub const fn result(&self) -> Option<FinalResult> {
        self.result
    }

    /// How it ended, for writing: as the rules see it, else as the record says.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        match self.game.end() {
            Some(end) if self.moves_after_end() == 0 => Some(Termination::Known(end.reason)),
            _ => self.record.termination.clone(),
        }
    }

    /// Moves that follow after the game was over.
    #[must_use]
    pub fn moves_after_end(&self) -> usize {
        self.steps.len() - self.game.moves().len()
    }

    /// The last position, seeds not gathered.
    #[must_use]
    pub fn last_position(&self) -> Position {
        self.steps
            .last()
            .map_or(self.record.start, |step| step.position)
    }

    /// The end of the game that the rules see, whatever the players agreed on.
    pub(crate) fn end_by_rules(&self) -> Option<End> {
        self.game
            .end()
            .filter(|end| !is_ended_by_players(end.reason))
    }

    /// What is wrong with `claim` as the result of this game.
    pub(crate) fn fault_of(&self, claim: Claim) -> Option<WarningKind> {
        if self.is_accepted(claim) {
            return None;
        }
        let end = self.game.end();
        let seeds = end.map_or_else(|| stored(&self.last_position()), |end| end.seeds);
        let found = match (claim, end) {
            (Claim::Winner(_), Some(end)) => Claim::Winner(end.winner),
            _ => Claim::Seeds(seeds),
        };
        Some(WarningKind::WrongResult {
            claimed: claim,
            found,
            reason: end.map(|end| end.reason),
        })
    }

    fn is_accepted(&self, claim: Claim) -> bool {
        match claim {
            Claim::Seeds(seeds) => {
                self.acceptable_seeds().contains(&seeds)
                    || as_outcome(seeds).is_some_and(|outcome| self.is_accepted(outcome))
            }
            Claim::Winner(winner) => match self.game.end() {
                None => true,
                // What players agree on need not be what the seeds say.
                Some(end) if end.reason == EndReason::Agreed => true,
                Some(end) if self.moves_after_end() == 0 => winner == end.winner,
                Some(end) => {
                    let [south, north] = stored(&self.last_position());
                    winner == end.winner || winner == more_seeds(south, north)
                }
            },
        }
    }

    /// The counts that may stand as the result: what the rules give, and where the game
    /// went on or was broken off, the stores then, with or without each player's own row.
    fn acceptable_seeds(&self) -> Vec<[HalfSeeds; 2]> {
        let by_rules = self.game.end();
        let mut seeds: Vec<_> = by_rules.map(|end| end.seeds).into_iter().collect();
        let is_broken_off = by_rules
            .is_none_or(|end| is_decided_by_players(&end) || end.reason == EndReason::Agreed);
        if is_broken_off || self.moves_after_end() > 0 {
            let last = self.last_position();
            seeds.push(stored(&last));
            seeds.push(last.end_settled(EndReason::Agreed, Settle::OwnSide).seeds);
            seeds.extend(last.end(self.rules()).map(|end| end.seeds));
        }
        seeds
    }
}

/// Replays `record` under `rules`.
pub(crate) fn replay(record: Record, rules: Rules) -> Result<CheckedRecord, IllegalPly> {
    let mut game = Game::new(record.start, rules);
    let mut position = record.start;
    let mut steps = Vec::with_capacity(record.plies.len());
    for (index, ply) in record.plies.iter().enumerate() {
        let before = position;
        let next = match game.play(ply.played) {
            Ok(()) => Ok(game.position()),
            Err(PlayError::Over { .. }) => before.play(ply.played, rules),
            Err(PlayError::Illegal(source)) => Err(source),
        };
        position = next.map_err(|source| IllegalPly {
            index,
            source,
            over: game.end().map(|end| (game.moves().len(), end.reason)),
        })?;
        steps.push(Step::new(before, ply.played, position));
    }
    end_as_said(&mut game, &record);
    let mut checked = CheckedRecord {
        record,
        steps,
        game,
        result: None,
    };
    checked.result = final_result(&checked);
    Ok(checked)
}

impl Step {
    fn new(before: Position, played: Move, after: Position) -> Self {
        let mover = before.to_move();
        let landing = match played {
            Move::Pass => None,
            Move::Sow(pit) => Some(landing(pit, before.board().seeds_in(pit), mover)),
        };
        Self {
            mover,
            captured: after.store(mover) - before.store(mover),
            landing,
            position: after,
        }
    }
}

/// Where the last of `seeds` seeds from `pit` falls. A lap is eleven pits, because the
/// emptied one is skipped.
fn landing(pit: Pit, seeds: u8, mover: Player) -> (Pit, Player) {
    let lap = 2 * PITS_PER_ROW - 1;
    let steps = (usize::from(seeds) + lap - 1) % lap + 1;
    let hole = (pit.index() + steps) % (2 * PITS_PER_ROW);
    match Pit::try_from(hole) {
        Ok(pit) => (pit, mover),
        Err(hole) => (Pit::ALL[hole - PITS_PER_ROW], mover.opposite()),
    }
}

impl FinalResult {
    /// As a form with seeds writes it: the seeds, except for a draw that they do not show.
    #[must_use]
    pub fn claim(self) -> Claim {
        let [south, north] = self.seeds;
        match self.winner {
            None if south != north => Claim::Winner(None),
            _ => Claim::Seeds(self.seeds),
        }
    }
}

impl From<End> for FinalResult {
    fn from(end: End) -> Self {
        Self {
            seeds: end.seeds,
            winner: end.winner,
        }
    }
}

/// Whether players end a game so, not the rules.
pub(crate) const fn is_ended_by_players(reason: EndReason) -> bool {
    matches!(
        reason,
        EndReason::Resigned | EndReason::Time | EndReason::Agreed
    )
}

fn stored(position: &Position) -> [HalfSeeds; 2] {
    Player::ALL.map(|player| HalfSeeds::whole(position.store(player)))
}

/// `1-0` and `0-1` are rarely seeds: many write outcomes so.
fn as_outcome(seeds: [HalfSeeds; 2]) -> Option<Claim> {
    let [south, north] = seeds;
    (south.halves() + north.halves() == 2 && south != north)
        .then(|| Claim::Winner(more_seeds(south, north)))
}

/// Ends a game that the rules leave open as the record says that it ended.
fn end_as_said(game: &mut Game, record: &Record) {
    let winner = record
        .winner
        .or_else(|| record.result.and_then(Claim::winner));
    match (&record.termination, winner) {
        (Some(Termination::Known(EndReason::Agreed)), _) => game.agree(),
        (Some(Termination::Known(EndReason::Resigned)), Some(winner)) => {
            game.resign(winner.opposite());
        }
        (Some(Termination::Known(EndReason::Time)), Some(winner)) => {
            game.lose_on_time(winner.opposite());
        }
        _ => {}
    }
}

fn final_result(checked: &CheckedRecord) -> Option<FinalResult> {
    let end = checked.game.end();
    let claim = checked.record.result;
    let accepted = claim.filter(|&claim| checked.is_accepted(claim));
    let said = checked
        .record
        .winner
        .or_else(|| accepted.and_then(Claim::winner));
    match (accepted, end) {
        (Some(Claim::Seeds(seeds)), end) if checked.acceptable_seeds().contains(&seeds) => {
            let judged = end.filter(|end| end.reason != EndReason::Agreed);
            Some(FinalResult {
                seeds,
                winner: judged.map_or(said, |end| end.winner),
            })
        }
        (Some(_), Some(end)) if end.reason == EndReason::Agreed => Some(FinalResult {
            seeds: end.seeds,
            winner: said,
        }),
        (_, Some(end)) => Some(end.into()),
        (Some(_), None) => Some(FinalResult {
            seeds: stored(&checked.last_position()),
            winner: said,
        }),
        (None, None) => None,
    }
}
