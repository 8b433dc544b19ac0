//! What a match showed: a line for each game, the tally with its confidence interval, and
//! the document with all of it.

use oware::game::Player;
use serde::Serialize;

use super::super::messages::Messages;
use super::super::output::Over;
use super::contest::{Finished, Match};

/// What one player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

/// The counts of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    counts: [Count; 2],
    /// Games that the side won that opened.
    opener_won: u32,
}

impl Tally {
    /// Counts the games.
    pub(super) fn new(match_: &Match, told: &[Finished]) -> Self {
        let mut tally = Self {
            counts: [Count::default(); 2],
            opener_won: 0,
        };
        for finished in told {
            match finished.end.winner {
                None => tally.counts.iter_mut().for_each(|count| count.drawn += 1),
                Some(winner) => {
                    let player = match_.player_at(finished.index, winner);
                    tally.counts[player].won += 1;
                    tally.counts[1 - player].lost += 1;
                    tally.opener_won += u32::from(winner == finished.game.start().to_move());
                }
            }
        }
        tally
    }
}

impl Count {
    const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The part of the points that was made, a draw being half a point; `None` without games.
    fn score(self) -> Option<f64> {
        let games = f64::from(self.games());
        (games > 0.0).then(|| (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games)
    }

    /// The 95 % confidence interval of the score after Wilson (1927), which stays within 0
    /// and 1 and holds for few games and lopsided scores too. Draws make it wider than it
    /// need be.
    fn interval(self) -> Option<[f64; 2]> {
        const Z: f64 = 1.959_964;
        let score = self.score()?;
        let games = f64::from(self.games());
        let square = Z * Z;
        let centre = (score + square / (2.0 * games)) / (1.0 + square / games);
        let variance = score * (1.0 - score) / games + square / (4.0 * games * games);
        let half = Z * variance.sqrt() / (1.0 + square / games);
        Some([(centre - half).max(0.0), (centre + half).min(1.0)])
    }
}

/// The width of the players' names.
fn name_width(names: &[String; 2]) -> usize {
    let [one, two] = names.each_ref().map(|name| name.chars().count());
    one.max(two).max(6)
}

/// The line above the games.
pub(super) fn header(match_: &Match, messages: &Messages) -> String {
    let width = name_width(&match_.names());
    let [south, north] = Player::ALL.map(|player| messages.player(player));
    format!(
        "{:>6}  {south:width$}  {north:width$}  {:>9}  {:width$}  {:>5}  {}",
        messages.text("match-game"),
        messages.text("match-score"),
        messages.text("match-winner"),
        messages.text("match-plies"),
        messages.text("match-end"),
    )
}

/// The line of a game.
pub(super) fn game_line(match_: &Match, finished: &Finished, messages: &Messages) -> String {
    let names = match_.names();
    let width = name_width(&names);
    let name = |side| &names[match_.player_at(finished.index, side)];
    let winner = finished
        .end
        .winner
        .map_or_else(|| messages.text("match-draw"), |side| name(side).clone());
    format!(
        "{:>6}  {:width$}  {:width$}  {:>9}  {winner:width$}  {:>5}  {}",
        finished.index + 1,
        name(Player::South),
        name(Player::North),
        messages.score(finished.end.seeds),
        finished.game.moves().len(),
        messages.text(&format!("end-{}", finished.end.reason.word())),
    )
}

/// The lines below the games.
pub(super) fn summary_lines(match_: &Match, tally: &Tally, messages: &Messages) -> Vec<String> {
    let names = match_.names();
    let width = name_width(&names);
    let players = names.iter().zip(tally.counts);
    let mut lines: Vec<String> = players
        .filter_map(|(name, count)| {
            let percent = |part: f64| messages.decimal(format_args!("{:.1}", 100.0 * part));
            let [lower, upper] = count.interval()?;
            let text = messages.fill(
                "match-tally",
                [
                    ("won", count.won.into()),
                    ("drawn", count.drawn.into()),
                    ("lost", count.lost.into()),
                    ("score", percent(count.score()?).into()),
                    ("lower", percent(lower).into()),
                    ("upper", percent(upper).into()),
                ],
            );
            Some(format!("{name:width$}  {text}"))
        })
        .collect();
    if lines.is_empty() {
        lines.push(messages.text("match-nothing"));
    }
    lines
}

/// The document of a match.
#[derive(Serialize)]
pub(super) struct MatchDocument {
    schema: &'static str,
    rules: String,
    players: [String; 2],
    seed: u64,
    games: Vec<GameDocument>,
    summary: SummaryDocument,
}

#[derive(Serialize)]
struct GameDocument {
    game: u32,
    south: String,
    north: String,
    start: String,
    moves: String,
    plies: usize,
    position: String,
    over: Over,
}

#[derive(Serialize)]
struct SummaryDocument {
    games: u32,
    /// Games won by the side that opened.
    opener_won: u32,
    players: [PlayerDocument; 2],
}

#[derive(Serialize)]
struct PlayerDocument {
    player: String,
    won: u32,
    drawn: u32,
    lost: u32,
    score: Option<f64>,
    interval: Option<[f64; 2]>,
}

impl MatchDocument {
    /// Puts everything together.
    pub(super) fn new(match_: &Match, told: &[Finished], tally: &Tally) -> Self {
        let names = match_.names();
        let games = told.iter().map(|finished| {
            let name = |side| names[match_.player_at(finished.index, side)].clone();
            let game = &finished.game;
            let mut mover = game.start().to_move();
            let letters = game.moves().iter().map(|played| {
                let letter = played.letter(mover);
                mover = mover.opposite();
                letter
            });
            GameDocument {
                game: finished.index + 1,
                south: name(Player::South),
                north: name(Player::North),
                start: game.start().to_string(),
                moves: letters.collect(),
                plies: game.moves().len(),
                position: finished.end.position.to_string(),
                over: Over::new(&finished.end, Some(game.moves().len())),
            }
        });
        let round = |part: f64| (part * 1e4).round() / 1e4;
        let player = |index: usize| PlayerDocument {
            player: names[index].clone(),
            won: tally.counts[index].won,
            drawn: tally.counts[index].drawn,
            lost: tally.counts[index].lost,
            score: tally.counts[index].score().map(round),
            interval: tally.counts[index]
                .interval()
                .map(|interval| interval.map(round)),
        };
        Self {
            schema: "oware.play/1",
            rules: match_.start.rules().to_string(),
            players: names.clone(),
            seed: match_.means.seed,
            games: games.collect(),
            summary: SummaryDocument {
                games: tally.counts[0].games(),
                opener_won: tally.opener_won,
                players: [player(0), player(1)],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_is_that_of_wilson() {
        let close = |count: Count, [lower, upper]: [f64; 2]| {
            let found = count.interval().unwrap();
            assert!((found[0] - lower).abs() < 5e-4, "{found:?}");
            assert!((found[1] - upper).abs() < 5e-4, "{found:?}");
        };
        let count = |won, drawn, lost| Count { won, drawn, lost };
        // Worked out by hand from the formula; 0 of 10 and 8 of 10 stand in textbooks.
        close(count(0, 0, 10), [0.0, 0.2775]);
        close(count(8, 0, 2), [0.4902, 0.9433]);
        close(count(7, 2, 1), [0.4902, 0.9433]);
        assert_eq!(Count::default().interval(), None);
    }
}
