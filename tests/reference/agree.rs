//! The bridge: the library's words beside the reference's, and the demand that they agree.

use oware::game::{
    End, ForMechanics, Game, IllegalReason, Mechanics, Move, Pit, PitSet, Player, Position, Rules,
    Setup, effect, legal, legal_moves, specialise,
};

use crate::battery::check_position;
use crate::engine::{Action, Ending, Match, State};
use crate::settings::Settings;

/// A rule set as both sides read it.
pub(crate) struct RulePair {
    pub(crate) rules: Rules,
    pub(crate) settings: Settings,
}

impl RulePair {
    pub(crate) fn read(text: &str) -> Self {
        Self {
            rules: text
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}")),
            settings: Settings::read(text),
        }
    }
}

/// The same position for the library.
pub(crate) fn to_position(state: &State) -> Position {
    let setup = Setup {
        rows: [0, 6].map(|first| std::array::from_fn(|pit| state.pits[first + pit])),
        stores: state.stores,
        to_move: Player::ALL[state.player],
    };
    Position::from_setup(&setup).unwrap_or_else(|error| panic!("{state:?}: {error}"))
}

/// The same position for the reference.
fn to_state(position: &Position) -> State {
    let setup = Setup::from(position);
    let mut pits = [0; 12];
    pits.copy_from_slice(setup.rows.as_flattened());
    State {
        pits,
        stores: setup.stores,
        player: position.to_move() as usize,
    }
}

fn to_move(action: Action) -> Move {
    action.map_or(Move::Pass, |pit| Move::Sow(Pit::new((pit % 6) as u8)))
}

/// Both games side by side.
pub(crate) struct Duel<'a> {
    pair: &'a RulePair,
    game: Game,
    reference: Match,
}

impl<'a> Duel<'a> {
    pub(crate) fn new(state: State, pair: &'a RulePair) -> Self {
        let duel = Self {
            pair,
            game: Game::new(to_position(&state), pair.rules),
            reference: Match::new(state, &pair.settings),
        };
        duel.assert_agreement();
        duel
    }

    /// The legal moves; none when the game is over.
    pub(crate) fn choices(&self) -> Vec<Action> {
        if self.reference.ending.is_some() {
            return Vec::new();
        }
        self.reference.state.legal(&self.pair.settings)
    }

    pub(crate) fn play(&mut self, action: Action) {
        self.reference.play(action, &self.pair.settings);
        self.game
            .play(to_move(action))
            .unwrap_or_else(|error| panic!("{}: {error}", self.pair.rules));
        self.assert_agreement();
    }

    fn assert_agreement(&self) {
        let position = self.game.position();
        check_position(&position, self.pair.rules);
        let place = || {
            format!(
                "{position} under {} after {:?}",
                self.pair.rules,
                self.game.moves()
            )
        };
        assert_eq!(to_state(&position), self.reference.state, "{}", place());
        assert_ends_agree(self.game.end(), self.reference.ending, &place);
    }
}

fn assert_ends_agree(end: Option<End>, ending: Option<Ending>, place: &dyn Fn() -> String) {
    let words = end.map(|end| Ending {
        reason: end.reason.word(),
        halves: end.seeds.map(|seeds| u32::from(seeds.halves())),
        shown: to_state(&end.position),
    });
    assert_eq!(words, ending, "{}", place());
    let Some(end) = end else { return };
    let [south, north] = end.seeds;
    let winner = match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Player::South),
        std::cmp::Ordering::Less => Some(Player::North),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(end.winner, winner, "{}", place());
}

/// Asserts that both agree on one position without history: legal moves, the effect of
/// each, the reason why the others are refused, and the end.
pub(crate) fn assert_position_agrees(state: &State, pair: &RulePair) {
    let position = to_position(state);
    let place = || format!("{position} under {}", pair.rules);
    check_position(&position, pair.rules);
    assert_ends_agree(
        position.end(pair.rules),
        state.ending(&pair.settings),
        &place,
    );
    if state.board_seeds() == 0 {
        // The reference asks for moves only while there is something to move.
        return;
    }

    let actions = state.legal(&pair.settings);
    let listed: Vec<Move> = legal_moves(position.board(), pair.rules).collect();
    let expected: Vec<Move> = actions.iter().copied().map(to_move).collect();
    assert_eq!(listed, expected, "{}", place());

    let compiled = specialise(pair.rules, Compiled(position));
    assert_eq!(
        compiled.legal,
        legal(position.board(), pair.rules),
        "{}",
        place()
    );
    let first = 6 * state.player;
    for pit in Pit::ALL {
        let number = first + pit.index();
        if state.pits[number] == 0 {
            continue;
        }
        let played = state.sow(number, &pair.settings);
        let effect = effect(position.board(), pit, pair.rules);
        let is_legal = actions.contains(&Some(number));
        assert_eq!(effect.is_grand_slam, played.is_slam, "{pit:?} {}", place());
        if is_legal {
            assert_eq!(
                u32::from(effect.captured),
                played.captured,
                "{pit:?} {}",
                place()
            );
            assert_eq!(
                u32::from(effect.conceded),
                played.conceded,
                "{pit:?} {}",
                place()
            );
            let after = position.play_unchecked(pit, pair.rules);
            assert_eq!(to_state(&after), played.after, "{pit:?} {}", place());
            assert_eq!(
                compiled.after[pit.index()],
                Some(after),
                "{pit:?} {}",
                place()
            );
        } else {
            let refused = position.play(Move::Sow(pit), pair.rules).unwrap_err();
            let slam = refused.reason == IllegalReason::GrandSlam;
            assert_eq!(slam, played.is_slam, "{pit:?} {}", place());
        }
    }
}

/// What the compiled form of the mechanics makes of a position.
struct Compiled(Position);

struct CompiledMoves {
    legal: PitSet,
    after: [Option<Position>; 6],
}

impl ForMechanics for Compiled {
    type Output = CompiledMoves;

    fn run<M: Mechanics>(self, mechanics: M) -> CompiledMoves {
        let legal = self.0.legal(mechanics);
        CompiledMoves {
            legal,
            after: Pit::ALL.map(|pit| {
                legal
                    .contains(pit)
                    .then(|| self.0.play_unchecked(pit, mechanics))
            }),
        }
    }
}
