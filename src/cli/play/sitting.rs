//! All that lies on the table: the game, who plays, the engine's means, where it is saved,
//! and how the board is seen. Both faces of `oware play` sit at this table.

use std::io;
use std::time::Duration;

use oware::game::{
    BoardStyle, Diagram, Game, Move, Orientation, PITS_PER_ROW, Pit, Player, Position, Trace,
};
use oware::opponent::{Allowance, Choice, ClockState, Reason};
use oware::record::{CheckedRecord, Step};

use super::super::messages::Messages;
use super::engine::{Minds, Question, Thought};
use super::save::Saver;
use super::seat::Seat;
use super::session::{Refusal, Session};

/// Occurrences of a position at which the computer is content to share, whatever the board
/// is worth: without a rule for repetition the game would never end.
pub(crate) const CONTENT_OCCURRENCES: usize = 3;

/// A game with all that surrounds it.
#[derive(Debug)]
pub(crate) struct Sitting {
    pub(crate) session: Session,
    pub(crate) saver: Saver,
    pub(crate) seats: [Seat; 2],
    pub(crate) minds: Minds,
    /// Time for a move of the computer; without one the clock is shared out.
    pub(crate) move_time: Option<Duration>,
    pub(crate) messages: Messages,
    pub(crate) view: View,
}

/// How the board is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) style: BoardStyle,
    /// Whose row is below.
    pub(crate) bottom: Player,
    /// Whether the seeds go round clockwise on the screen.
    pub(crate) is_clockwise: bool,
}

impl View {
    /// How the rows lie.
    pub(crate) const fn orientation(self) -> Orientation {
        Orientation {
            bottom: self.bottom,
            is_clockwise: self.is_clockwise,
        }
    }

    /// The pit of a number key: they count from the owner's left, whatever the view.
    ///
    /// # Panics
    ///
    /// When `number` is not from 1 to 6.
    pub(crate) const fn pit_of_key(self, number: usize) -> Pit {
        let from_left = number - 1;
        Pit::ALL[if self.is_clockwise {
            PITS_PER_ROW - 1 - from_left
        } else {
            from_left
        }]
    }

    /// The other player's side of the board.
    pub(crate) const fn flip(&mut self) {
        self.bottom = self.bottom.opposite();
    }
}

impl Sitting {
    /// Begins to think about the game as it stands, `spent` after the turn began.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub(crate) fn think(&self, question: Question, spent: Duration) -> io::Result<Thought> {
        let allowance = match question {
            Question::Move => self.allowance(spent),
            // Advice and bargaining have a time of their own, in games with a clock too.
            Question::Hint | Question::Share(_) => {
                const ADVICE: Duration = Duration::from_secs(2);
                Allowance::of_time(self.move_time.unwrap_or(ADVICE).min(ADVICE))
            }
        };
        Thought::begin(question, self.session.game(), &self.minds, allowance)
    }

    /// What the move of the side to move may take.
    fn allowance(&self, spent: Duration) -> Allowance {
        let mover = self.session.to_move();
        let clock = self.session.clocks().map(|clocks| ClockState {
            left: clocks.left_after(mover, spent).unwrap_or_default(),
            increment: clocks.increment(),
        });
        Allowance {
            move_time: self.move_time,
            clock,
            ..Allowance::default()
        }
    }

    /// Saves the game after a change; what is to be told if that failed.
    pub(crate) fn keep(&mut self) -> Option<String> {
        let error = self.saver.keep(self.session.game())?;
        let error = error.to_string();
        Some(
            self.messages
                .fill("save-failed-goes-on", [("error", error.into())]),
        )
    }

    /// The drawing of the board as it is shown, the last move marked.
    pub(crate) fn diagram(&self) -> Diagram {
        let drawing = self.draw(self.session.shown());
        match self.last_trace() {
            // Gathered seeds leave nothing to mark.
            Some(trace) if self.session.shown() == self.session.game().position() => {
                drawing.after(trace)
            }
            _ => drawing,
        }
    }

    /// The drawing of a position as this sitting sees boards.
    pub(crate) fn draw(&self, position: Position) -> Diagram {
        Diagram::new(position, self.view.style)
            .with_words(self.messages.lang().diagram_words())
            .oriented(self.view.orientation())
    }

    /// Where the seeds of the last move went; `None` for a pass or before the first.
    pub(crate) fn last_trace(&self) -> Option<Trace> {
        let (before, played) = self.session.last_move()?;
        match played {
            Move::Sow(pit) => Trace::new(&before, pit, self.session.game().rules()),
            Move::Pass => None,
        }
    }

    /// The letters of the legal pits, or the pass.
    pub(crate) fn legal_letters(&self) -> String {
        let game = self.session.game();
        let mover = self.session.to_move();
        let moves = oware::game::legal_moves(game.position().board(), game.rules());
        let letters: Vec<String> = moves
            .map(|played| played.letter(mover).to_string())
            .collect();
        letters.join(" ")
    }

    /// Whether the computer at `player` is content to share without looking.
    pub(crate) fn is_content(&self, player: Player) -> bool {
        !self.session.is_person(player) && self.session.occurrences() >= CONTENT_OCCURRENCES
    }

    /// Advice in words: the pit, its value, and why.
    pub(crate) fn advice(&self, choice: &Choice) -> String {
        let messages = &self.messages;
        let mover = self.session.to_move();
        let value = match choice.value {
            None => messages.text("value-open"),
            Some(value) => {
                let seeds = value.seeds();
                let ahead = if seeds > 0 { mover } else { mover.opposite() };
                let result = match seeds {
                    0 => messages.text("value-draw"),
                    _ => messages.fill(
                        "value-seeds",
                        [
                            ("winner", messages.player(ahead).into()),
                            ("n", seeds.unsigned_abs().into()),
                        ],
                    ),
                };
                let kind = match choice.bounds.is_exact() {
                    true => "value-exact",
                    false => "value-guess",
                };
                messages.fill(kind, [("value", result.into())])
            }
        };
        messages.fill(
            "hint",
            [
                ("pit", choice.played.letter(mover).to_string().into()),
                ("value", value.into()),
                ("reason", self.reason(choice.reason).into()),
            ],
        )
    }

    fn reason(&self, reason: Reason) -> String {
        let messages = &self.messages;
        match reason {
            Reason::OnlyMove => messages.text("reason-only"),
            Reason::Wins => messages.text("reason-wins"),
            Reason::Captures { seeds } => messages.fill("reason-captures", [("n", seeds.into())]),
            Reason::Saves { seeds } => messages.fill("reason-saves", [("n", seeds.into())]),
            Reason::Threatens { seeds } => messages.fill("reason-threatens", [("n", seeds.into())]),
            _ => messages.text("reason-long-run"),
        }
    }

    /// Why something was refused, in words.
    pub(crate) fn refusal(&self, refusal: &Refusal) -> String {
        let messages = &self.messages;
        match refusal {
            Refusal::Move(error) => super::preview::refusal(messages, error, self.session.game()),
            Refusal::Over => messages.text("play-over"),
            Refusal::TimeUp(player) => {
                messages.fill("time-up", [("player", messages.player(*player).into())])
            }
            Refusal::NothingToUndo => messages.text("nothing-to-undo"),
            Refusal::NothingToRedo => messages.text("nothing-to-redo"),
            Refusal::OfferWaits => messages.text("offer-waits"),
            Refusal::JustDeclined => messages.text("offer-just-declined"),
            Refusal::NoOffer => messages.text("offer-none"),
        }
    }

    /// The moves of the game as records write them: `1. D b 2. E+2 c`.
    pub(crate) fn written_moves(&self) -> String {
        written_moves(self.session.game())
    }
}

fn written_moves(game: &Game) -> String {
    let checked = CheckedRecord::from_game(game);
    let first = usize::from(game.start().to_move() == Player::North);
    let steps = checked.steps().iter().zip(game.moves()).enumerate();
    let words = steps.map(|(index, (step, played))| {
        let Step {
            mover, captured, ..
        } = *step;
        let number = (index + first) / 2 + 1;
        let number = match mover {
            Player::South => format!("{number}. "),
            Player::North if index == 0 => format!("{number}... "),
            Player::North => String::new(),
        };
        let gain = match captured {
            0 => String::new(),
            captured => format!("+{captured}"),
        };
        format!("{number}{}{gain}", played.letter(mover))
    });
    words.collect::<Vec<_>>().join(" ")
}
