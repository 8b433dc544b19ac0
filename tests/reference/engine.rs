//! The reference engine: twelve integers in an array, absolute sides, no cleverness.
//!
//! Written from the rule page alone, one sentence a line where that is possible, so that
//! it can be checked by reading. Pits 0..5 are South's `A`..`F`, 6..11 North's `a`..`f`;
//! South is player 0. It knows nothing of the library.

use crate::settings::Settings;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) pits: [u32; 12],
    pub(crate) stores: [u32; 2],
    pub(crate) player: usize,
}

/// A move: `Some` pit of the twelve, or `None` for a pass.
pub(crate) type Action = Option<usize>;

/// What sowing from a pit leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) after: State,
    pub(crate) is_slam: bool,
    /// Seeds the mover took.
    pub(crate) captured: u32,
    /// Seeds the opponent was given.
    pub(crate) conceded: u32,
}

/// Why and how a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) reason: &'static str,
    /// Final seeds times two, South's first, because halving an odd board gives half seeds.
    pub(crate) halves: [u32; 2],
    /// The position to show.
    pub(crate) shown: State,
}

/// The player who owns a pit.
fn owner(pit: usize) -> usize {
    pit / 6
}

impl State {
    pub(crate) fn opponent(&self) -> usize {
        1 - self.player
    }

    pub(crate) fn row_seeds(&self, player: usize) -> u32 {
        (0..12)
            .filter(|&pit| owner(pit) == player)
            .map(|pit| self.pits[pit])
            .sum()
    }

    pub(crate) fn board_seeds(&self) -> u32 {
        self.pits.iter().sum()
    }

    /// Sows from a pit of the mover that holds a seed, whether or not that is legal.
    pub(crate) fn sow(&self, pit: usize, settings: &Settings) -> Played {
        let (mover, opponent) = (self.player, self.opponent());
        let mut after = *self;
        after.player = opponent;

        // One by one into the pits that follow, skipping the emptied pit on every lap.
        after.pits[pit] = 0;
        let mut last = pit;
        for _ in 0..self.pits[pit] {
            last = (last + 1) % 12;
            if last == pit {
                last = (last + 1) % 12;
            }
            after.pits[last] += 1;
        }

        // The pit of the last seed, then the pits before it, while opposing and 2 or 3.
        let mut chain = Vec::new();
        let mut at = last;
        while owner(at) == opponent && [2, 3].contains(&after.pits[at]) {
            chain.push(at);
            if at == 0 {
                break;
            }
            at -= 1;
        }

        let would_take: u32 = chain.iter().map(|&taken| after.pits[taken]).sum();
        let is_slam = !chain.is_empty() && would_take == after.row_seeds(opponent);
        if is_slam {
            match settings.grand_slam.as_str() {
                "no-capture" => chain.clear(),
                "keep-first" => {
                    chain.remove(0);
                }
                "keep-last" => {
                    chain.pop();
                }
                "capture" | "opponent-takes-rest" | "unless-forced" | "forbidden" => {}
                other => panic!("no grand-slam value {other}"),
            }
        }
        let mut captured = 0;
        for taken in chain {
            captured += after.pits[taken];
            after.pits[taken] = 0;
        }
        after.stores[mover] += captured;

        let mut conceded = 0;
        if is_slam && settings.grand_slam == "opponent-takes-rest" {
            conceded = after.board_seeds();
            after.pits = [0; 12];
            after.stores[opponent] += conceded;
        }
        Played {
            after,
            is_slam,
            captured,
            conceded,
        }
    }

    /// The legal moves, in the order of the pits.
    pub(crate) fn legal(&self, settings: &Settings) -> Vec<Action> {
        let (mover, opponent) = (self.player, self.opponent());
        if settings.feeding == "pass" && self.row_seeds(mover) == 0 {
            return vec![None];
        }
        let mut pits: Vec<usize> = (0..12)
            .filter(|&pit| owner(pit) == mover && self.pits[pit] > 0)
            .collect();
        let leaves_a_seed = |&pit: &usize| self.sow(pit, settings).after.row_seeds(opponent) > 0;
        match settings.grand_slam.as_str() {
            "forbidden" => pits.retain(|&pit| !self.sow(pit, settings).is_slam),
            "unless-forced" if pits.iter().any(leaves_a_seed) => pits.retain(leaves_a_seed),
            _ => {}
        }
        if settings.feeding == "must-feed"
            && settings.grand_slam != "unless-forced"
            && self.row_seeds(opponent) == 0
        {
            pits.retain(leaves_a_seed);
        }
        pits.into_iter().map(Some).collect()
    }

    /// The position after a legal move.
    pub(crate) fn play(&self, action: Action, settings: &Settings) -> Self {
        match action {
            Some(pit) => self.sow(pit, settings).after,
            None => Self {
                player: self.opponent(),
                ..*self
            },
        }
    }

    /// The first end that needs no history: target, no seeds, few seeds, no legal move.
    pub(crate) fn ending(&self, settings: &Settings) -> Option<Ending> {
        let in_play = self.board_seeds() + self.stores[0] + self.stores[1];
        let reached = |store: u32| match settings.target {
            None => 2 * store > in_play,
            Some(seeds) => store >= seeds,
        };
        if reached(self.stores[0]) || reached(self.stores[1]) {
            return Some(self.settled("target", "nobody"));
        }
        if self.board_seeds() == 0 {
            return Some(self.settled("no-seeds", "nobody"));
        }
        if self.board_seeds() <= settings.few_seeds {
            return Some(self.settled("few-seeds", &settings.few_settle));
        }
        if self.legal(settings).is_empty() {
            let opponent = self.opponent();
            if settings.stuck == "opponent" && self.row_seeds(opponent) > 0 {
                let mut shown = *self;
                shown.stores[opponent] += self.board_seeds();
                shown.pits = [0; 12];
                return Some(shown.settled("no-move", "nobody"));
            }
            return Some(self.settled("no-move", "own-side"));
        }
        None
    }

    /// Ends the game; `settle` says who gets the seeds on the board.
    fn settled(&self, reason: &'static str, settle: &str) -> Ending {
        let mut halves = self.stores.map(|store| 2 * store);
        let mut shown = *self;
        match settle {
            "nobody" => {}
            "own-side" => {
                halves[0] += 2 * self.row_seeds(0);
                halves[1] += 2 * self.row_seeds(1);
            }
            "even" => {
                halves[0] += self.board_seeds();
                halves[1] += self.board_seeds();
            }
            other => panic!("no settle value {other}"),
        }
        let whole = halves.iter().all(|half| half % 2 == 0);
        if settle != "nobody" && whole {
            shown.pits = [0; 12];
            shown.stores = halves.map(|half| half / 2);
        }
        Ending {
            reason,
            halves,
            shown,
        }
    }
}

/// A game with its history.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) state: State,
    pub(crate) ending: Option<Ending>,
    plies: usize,
    /// The positions since the last capture, the present one included.
    since_capture: Vec<State>,
}

impl Match {
    pub(crate) fn new(state: State, settings: &Settings) -> Self {
        let mut game = Self {
            state,
            ending: None,
            plies: 0,
            since_capture: vec![state],
        };
        game.ending = game.find_ending(settings);
        game
    }

    /// Plays a legal move in a game that is not over.
    pub(crate) fn play(&mut self, action: Action, settings: &Settings) {
        let before = self.state;
        self.state = before.play(action, settings);
        self.plies += 1;
        if self.state.stores != before.stores {
            self.since_capture.clear();
        }
        self.since_capture.push(self.state);
        self.ending = self.find_ending(settings);
    }

    fn find_ending(&self, settings: &Settings) -> Option<Ending> {
        let state = &self.state;
        if let Some(ending) = state.ending(settings) {
            return Some(ending);
        }
        let both_rows = state.row_seeds(0) > 0 && state.row_seeds(1) > 0;
        if settings.repetition > 0 && (settings.repetition_rows == "any" || both_rows) {
            let occurrences = self.since_capture.iter().filter(|&seen| seen == state);
            if occurrences.count() >= settings.repetition {
                return Some(state.settled("repetition", &settings.settle));
            }
        }
        let quiet_plies = self.since_capture.len() - 1;
        if settings.quiet_limit > 0 && quiet_plies >= settings.quiet_limit {
            return Some(state.settled("quiet-limit", &settings.settle));
        }
        if settings.ply_limit > 0 && self.plies >= settings.ply_limit {
            return Some(state.settled("ply-limit", "nobody"));
        }
        None
    }
}
