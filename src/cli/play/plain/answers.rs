//! What a person gets who asks: a look at a pit, advice, the moves, an answer to an offer, a
//! saved file.

use std::path::Path;

use oware::game::{HalfSeeds, Pit, Player};

use super::super::engine::{Answer, Question};
use super::super::preview::{self, Preview};
use super::super::session::Refusal;
use super::Dialogue;

impl Dialogue<'_> {
    pub(super) fn look(&mut self, pit: Pit) -> anyhow::Result<()> {
        let game = self.sitting.session.game();
        let messages = &self.sitting.messages;
        let look = Preview::new(game, pit);
        let mut lines: Vec<String> = Vec::new();
        if let Some(error) = &look.refusal {
            lines.push(preview::refusal(messages, error, game));
        }
        if let (Some(sowing), None) = (&look.sowing, game.end()) {
            lines.push(preview::describe(messages, sowing, game));
            if let Some(after) = &sowing.after {
                let drawing = self.sitting.draw(after.position);
                // Gathered seeds leave nothing to mark.
                let drawing = match after.position.board().seeds() {
                    0 => drawing,
                    _ => drawing.after(sowing.trace),
                };
                lines.extend(drawing.lines());
            }
        }
        lines.iter().try_for_each(|line| self.say(line))
    }

    pub(super) fn hint(&mut self) -> anyhow::Result<()> {
        if self.sitting.session.end().is_some() {
            let text = self.sitting.refusal(&Refusal::Over);
            return self.say(&text);
        }
        match self.ask(Question::Hint)? {
            Answer::Hint(choice) => {
                let text = self.sitting.advice(&choice);
                self.say(&text)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn list_moves(&mut self) -> anyhow::Result<()> {
        let game = self.sitting.session.game();
        if game.end().is_none() {
            let moves = oware::game::legal_moves(game.position().board(), game.rules());
            let lines: Vec<String> = moves.map(|played| self.told(played)).collect();
            lines
                .iter()
                .try_for_each(|line| self.say(&format!("  {line}")))?;
        }
        let text = match self.sitting.session.game().moves() {
            [] => self.sitting.messages.text("no-moves-yet"),
            _ => {
                let moves = self.sitting.written_moves();
                self.sitting
                    .messages
                    .fill("moves-so-far", [("moves", moves.into())])
            }
        };
        self.say(&text)
    }

    pub(super) fn offer_share(&mut self) -> anyhow::Result<()> {
        let player = self.speaker();
        let share = self.sitting.session.share();
        match self.sitting.session.offer_share(player) {
            Ok(()) => self.tell_offer(player, share.seeds),
            Err(refusal) => {
                let text = self.sitting.refusal(&refusal);
                self.say(&text)
            }
        }
    }

    pub(super) fn tell_offer(&mut self, by: Player, seeds: [HalfSeeds; 2]) -> anyhow::Result<()> {
        let messages = &self.sitting.messages;
        let text = messages.fill(
            "offer-made",
            [
                ("by", messages.player(by).into()),
                ("score", messages.score(seeds).into()),
            ],
        );
        self.say(&text)
    }

    pub(super) fn answer_offer(&mut self, accepted: bool) -> anyhow::Result<()> {
        let offered = self.sitting.session.offer();
        match self.sitting.session.answer_offer(accepted) {
            Ok(()) => {
                let by = offered.unwrap_or_else(|| self.sitting.session.to_move());
                let key = match accepted {
                    true => "offer-accepted",
                    false => "offer-declined",
                };
                let name = self.sitting.messages.player(by.opposite());
                let text = self.sitting.messages.fill(key, [("player", name.into())]);
                self.say(&text)?;
                match accepted {
                    true => self.changed(),
                    false => Ok(()),
                }
            }
            Err(refusal) => {
                let text = self.sitting.refusal(&refusal);
                self.say(&text)
            }
        }
    }

    /// The computer's answer to an offer, or an offer of its own; whether there was one.
    pub(super) fn answer_for_the_computer(&mut self) -> anyhow::Result<bool> {
        let session = &self.sitting.session;
        let mover = session.to_move();
        if let Some(by) = session.offer() {
            let asked = by.opposite();
            if session.is_person(asked) {
                return Ok(false);
            }
            let is_content = self.sitting.is_content(asked);
            let accepted = is_content
                || match self.ask(Question::Share(asked))? {
                    Answer::Share(offer) => offer.is_acceptable(),
                    _ => false,
                };
            self.answer_offer(accepted)?;
            return Ok(true);
        }
        let share = self.sitting.session.share();
        if self.sitting.is_content(mover) && self.sitting.session.offer_share(mover).is_ok() {
            self.tell_offer(mover, share.seeds)?;
            return Ok(true);
        }
        Ok(false)
    }

    pub(super) fn suggest_sharing(&mut self) -> anyhow::Result<()> {
        let session = &self.sitting.session;
        let plies = session.game().moves().len();
        if !session.goes_in_circles() || self.suggested_at == Some(plies) {
            return Ok(());
        }
        self.suggested_at = Some(plies);
        let score = self.sitting.messages.score(session.share().seeds);
        let text = self
            .sitting
            .messages
            .fill("share-suggested", [("score", score.into())]);
        self.say(&text)
    }

    pub(super) fn save(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        let game = self.sitting.session.game();
        let saved = match path {
            Some(path) => self
                .sitting
                .saver
                .save_as(game, path)
                .map(|()| path.to_owned()),
            None => self.sitting.saver.save(game),
        };
        let text = match saved {
            Ok(path) => self
                .sitting
                .messages
                .fill("saved", [("file", path.display().to_string().into())]),
            Err(error) => self
                .sitting
                .messages
                .fill("save-failed", [("error", error.to_string().into())]),
        };
        self.say(&text)
    }
}
