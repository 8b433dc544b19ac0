//! The look before the leap: where the seeds of a pit would fall, what they would take,
//! and the reason when the pit may not be played.
//!
//! A beginner learns the rules from refusals, so an illegal pit is shown sown too, beside
//! the law that forbids it.

use oware::game::{
    Feeding, Game, IllegalReason, Move, PITS_PER_ROW, Pit, PlayError, Player, Position, Trace,
};

use super::super::messages::Messages;

/// What a pit would do, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    /// Where its seeds would go; `None` for an empty pit.
    pub(crate) sowing: Option<Sowing>,
    /// Why it may not be played, if so.
    pub(crate) refusal: Option<PlayError>,
}

/// Where the seeds of a pit go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sowing {
    /// The move on the board.
    pub(crate) trace: Trace,
    /// The pit of each seed in the order in which they fall, with its owner.
    pub(crate) path: Vec<(Player, Pit)>,
    /// The game after it, if it is legal.
    pub(crate) after: Option<Box<After>>,
}

/// What a legal move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct After {
    /// The position to show.
    pub(crate) position: Position,
    /// How the game ends by it, if it does.
    pub(crate) end: Option<oware::game::End>,
}

impl Preview {
    /// Looks at the mover's pit in `game`.
    pub(crate) fn new(game: &Game, pit: Pit) -> Self {
        let position = game.position();
        let mut next = game.clone();
        let refusal = next.play(Move::Sow(pit)).err();
        let after = refusal.is_none().then(|| {
            let end = next.end();
            Box::new(After {
                position: end.map_or(next.position(), |end| end.position),
                end,
            })
        });
        let sowing = Trace::new(&position, pit, game.rules()).map(|trace| Sowing {
            path: path(&trace),
            trace,
            after,
        });
        Self { sowing, refusal }
    }
}

impl Sowing {
    /// The seeds that fall into a pit.
    pub(crate) fn falling(&self, owner: Player, pit: Pit) -> usize {
        let path = self.path.iter();
        path.filter(|&&place| place == (owner, pit)).count()
    }
}

/// The pits that the seeds of `trace` fall into, one by one; the emptied pit is passed over.
fn path(trace: &Trace) -> Vec<(Player, Pit)> {
    let lap = 2 * PITS_PER_ROW;
    let holes = (1..).map(|step| (trace.pit.index() + step) % lap);
    holes
        .filter(|&hole| hole != trace.pit.index())
        .take(usize::from(trace.seeds))
        .map(|hole| match Pit::try_from(hole) {
            Ok(pit) => (trace.mover, pit),
            Err(hole) => (trace.mover.opposite(), Pit::ALL[hole - PITS_PER_ROW]),
        })
        .collect()
}

/// Why a move is refused, in the words of a player: "must feed: B does not reach".
pub(crate) fn refusal(messages: &Messages, error: &PlayError, game: &Game) -> String {
    let illegal = match error {
        PlayError::Over { .. } => return messages.text("play-over"),
        PlayError::Illegal(illegal) => illegal,
    };
    let mover = illegal.position.to_move();
    let letter = illegal.tried.letter(mover).to_string();
    let opponent = messages.player(mover.opposite());
    let key = match illegal.reason {
        IllegalReason::EmptyPit if illegal.must_pass => "refused-must-pass",
        IllegalReason::EmptyPit => "refused-empty",
        IllegalReason::DoesNotFeed => "refused-feed",
        // A capture that takes all it feeds breaks the duty to feed, not a law of slams.
        IllegalReason::GrandSlam if is_hungry(&illegal.position, game) => "refused-feed-slam",
        IllegalReason::GrandSlam => "refused-slam",
        IllegalReason::NoPass => "refused-pass",
    };
    messages.fill(key, [("pit", letter.into()), ("opponent", opponent.into())])
}

/// Whether the opponent has nothing and must be fed.
fn is_hungry(position: &Position, game: &Game) -> bool {
    position.board().opponent_seeds() == 0 && game.rules().feeding() == Feeding::MustFeed
}

/// What a sowing does, in words: "E sows 4 as far as c, takes 7 (c 2, b 3, a 2)".
pub(crate) fn describe(messages: &Messages, sowing: &Sowing, game: &Game) -> String {
    let trace = &sowing.trace;
    let opponent = trace.mover.opposite();
    let letter = |(owner, pit): (Player, Pit)| pit.letter(owner).to_string();
    let mut deeds = vec![messages.fill(
        "look-sows",
        [
            ("pit", letter((trace.mover, trace.pit)).into()),
            ("n", trace.seeds.into()),
            ("last", letter(trace.last).into()),
        ],
    )];
    // What a forbidden move would take is said by the refusal, as far as it matters.
    let Some(after) = &sowing.after else {
        return deeds.remove(0);
    };
    let board = game.position().board();
    if board.opponent_seeds() == 0 && trace.effect.board.opponent_seeds() > 0 {
        deeds.push(messages.fill(
            "look-feeds",
            [("opponent", messages.player(opponent).into())],
        ));
    }
    let captured = trace.captured();
    if captured > 0 {
        let pits: Vec<String> = Pit::ALL
            .into_iter()
            .rev()
            .filter(|pit| trace.taken[pit.index()] > 0)
            .map(|pit| format!("{} {}", letter((opponent, pit)), trace.taken[pit.index()]))
            .collect();
        deeds.push(messages.fill(
            "look-takes",
            [("n", captured.into()), ("pits", pits.join(", ").into())],
        ));
    }
    if trace.effect.is_grand_slam {
        deeds.push(match (captured, trace.effect.conceded) {
            (0, _) => messages.text("look-slam-nothing"),
            (_, 0) => messages.text("look-slam"),
            (_, rest) => messages.fill(
                "look-slam-rest",
                [
                    ("opponent", messages.player(opponent).into()),
                    ("n", rest.into()),
                ],
            ),
        });
    }
    if let Some(end) = after.end {
        deeds.push(messages.fill("look-ends", [("end", messages.ending(&end).into())]));
    }
    deeds.join(messages.text("look-join").as_str())
}

#[cfg(test)]
mod tests {
    use super::super::super::messages::Lang;
    use super::*;

    fn game(position: &str, rules: &str) -> Game {
        Game::new(position.parse().unwrap(), rules.parse().unwrap())
    }

    fn told(position: &str, rules: &str, pit: u8) -> String {
        let game = game(position, rules);
        let messages = Messages::new(Lang::En);
        let preview = Preview::new(&game, Pit::new(pit));
        let sown = preview
            .sowing
            .map(|sowing| describe(&messages, &sowing, &game));
        let refused = preview
            .refusal
            .map(|error| refusal(&messages, &error, &game));
        [refused, sown]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" | ")
    }

    #[test]
    fn seeds_fall_one_by_one_and_pass_over_the_emptied_pit() {
        let game = game("0-2-12-0-1-0-3-3-0-0-4-0-11-12-S", "abapa");
        let sowing = Preview::new(&game, Pit::new(2)).sowing.unwrap();
        let letters: String = sowing
            .path
            .iter()
            .map(|&(owner, pit)| pit.letter(owner))
            .collect();
        assert_eq!(letters, "DEFabcdefABD");
        assert_eq!(sowing.falling(Player::South, Pit::new(3)), 2);
        assert_eq!(sowing.falling(Player::South, Pit::new(2)), 0);
    }

    #[test]
    fn captures_and_slams_are_told_before_they_are_played() {
        assert_eq!(
            told("0-3-0-0-4-0-1-2-1-0-0-1-16-18-S", "abapa", 4),
            "E sows 4 seeds as far as c, takes 7 (c 2, b 3, a 2)"
        );
        assert_eq!(
            told("0-3-0-0-4-0-1-2-1-0-0-0-19-18-S", "abapa", 4),
            "E sows 4 seeds as far as c, a grand slam takes nothing"
        );
        assert_eq!(
            told("1-0-0-0-0-1-1-0-2-0-0-0-24-19-S", "abapa", 5),
            "F sows 1 seed as far as a, takes 2 (a 2), ends the game: South wins 26-19, the target is reached"
        );
    }

    #[test]
    fn illegal_pits_have_their_reason() {
        let hungry = "1-1-0-0-2-1-0-0-0-0-0-0-22-21-S";
        assert_eq!(
            told(hungry, "abapa", 1),
            "must feed: B does not reach | B sows 1 seed as far as C"
        );
        assert_eq!(told(hungry, "abapa", 3), "pit D is empty");
        let slam = "0-3-0-0-4-0-1-2-1-0-0-0-19-18-S";
        assert_eq!(
            told(slam, "marquoir", 4),
            "no grand slam: E would take every seed of North | E sows 4 seeds as far as c"
        );
        assert_eq!(
            told("0-0-0-0-0-0-0-4-0-0-5-0-19-20-S", "marquoir-famine", 0),
            "no seeds to sow: pass with -"
        );
    }
}
