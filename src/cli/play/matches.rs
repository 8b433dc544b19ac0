//! Computer against computer: many games with alternate sides, and what they show.
//!
//! Games are shared out over the threads, and each search then has one thread, so that
//! players who think by time are not robbed by their own helpers. Games are told in their
//! order whichever ends first, and a game depends on its number and the seed alone.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use oware::game::{Game, Move, Player, legal_moves};
use oware::opponent::{Allowance, ClockState, Means, Opponent};
use oware::progress::Progress;
use oware::record::{CheckedRecord, Form, Record, write};

use super::super::args::Format;
use super::super::exit::Exit;
use super::super::interrupt;
use super::super::messages::Messages;
use super::super::out_file::{self, Existing};
use super::super::output::{Console, document};
use super::contest::{Finished, Match};
use super::match_report::{MatchDocument, Tally, game_line, header, summary_lines};
use super::options::PlayArgs;
use super::save;
use super::session::{Control, Refusal, Session};
use super::sitting::CONTENT_OCCURRENCES;

/// Plays the match that is asked for.
pub(super) fn run(args: &PlayArgs, console: &Console, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (start, _) = args.start(console)?;
    let rules = start.rules();
    let games = args.games.unwrap_or(1);
    let players = args
        .seats()
        .map(|seat| seat.skill().expect("a match is between computers"));
    let mut means = args.means(rules, console)?;
    let workers = match games {
        1 => NonZeroUsize::MIN,
        _ => std::mem::replace(&mut means.threads, NonZeroUsize::MIN),
    };
    let match_ = Match {
        start,
        players,
        games,
        random_plies: args.random_plies(),
        means,
        move_time: args.move_time(rules),
    };
    let messages = args.messages();
    let is_text = args.format.format == Format::Text;
    if is_text {
        writeln!(out, "{}", console.bold(header(&match_, &messages)))?;
        out.flush()?;
    }
    let mut told: Vec<Finished> = Vec::new();
    play_all(&match_, workers, |finished| {
        if is_text {
            writeln!(out, "{}", game_line(&match_, &finished, &messages))?;
            out.flush()?;
        }
        told.push(finished);
        // A long match is not written anew for each of its games.
        let often = (games as usize / 100).max(1);
        let is_due = |told: usize| told.is_multiple_of(often) || told == games as usize;
        match &args.save {
            Some(path) if is_due(told.len()) => save_all(&match_, &told, path, told.len() > often),
            _ => Ok(()),
        }
    })?;
    let tally = Tally::new(&match_, &told);
    if is_text {
        for line in summary_lines(&match_, &tally, &messages) {
            writeln!(out, "{line}")?;
        }
    } else {
        document(out, &MatchDocument::new(&match_, &told, &tally))?;
    }
    if let Some(path) = args.save.as_ref().filter(|_| is_text && !told.is_empty()) {
        note_saved(path, &messages, console);
    }
    Ok(match interrupt::is_requested() {
        true => Exit::Interrupted,
        false => Exit::Done,
    })
}

fn note_saved(path: &Path, messages: &Messages, console: &Console) {
    let file = path.display().to_string();
    console.note(messages.fill("saved", [("file", file.into())]));
}

/// Plays every game, `workers` at a time, and tells each in its order.
fn play_all(
    match_: &Match,
    workers: NonZeroUsize,
    mut tell: impl FnMut(Finished) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicU32::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers.get().min(match_.games as usize) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    // A number is taken once; nothing else depends on the order.
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= match_.games || interrupt::is_requested() {
                        return;
                    }
                    let result = play_one(match_, index);
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for result in results {
            let Some(finished) = result.inspect_err(|_| stop(&next, match_))? else {
                continue;
            };
            waiting.insert(finished.index, finished);
            while let Some(finished) = waiting.remove(&due) {
                due += 1;
                tell(finished).inspect_err(|_| stop(&next, match_))?;
            }
        }
        // After an interrupt some games are missing; those after them count too.
        waiting.into_values().try_for_each(tell)
    })
}

/// Lets no further game begin.
fn stop(next: &AtomicU32, match_: &Match) {
    next.store(match_.games, Ordering::Relaxed);
}

/// Asks a search to stop when the user does.
struct UntilInterrupted;

impl Progress for UntilInterrupted {
    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }
}

/// Plays a game to its end; `None` when it was interrupted.
fn play_one(match_: &Match, index: u32) -> anyhow::Result<Option<Finished>> {
    let seed = match_.means.seed.wrapping_add(u64::from(index));
    let mut players = match_.players.map(|skill| {
        let means = Means {
            seed,
            ..match_.means.clone()
        };
        Opponent::new(skill, means)
    });
    let clock = match_.start.rules().clock();
    let opening = opening(match_, index);
    let mut session = Session::new(opening, [Control::Computer; 2], clock);
    while session.end().is_none() {
        let mover = session.to_move();
        if session.occurrences() >= CONTENT_OCCURRENCES {
            session
                .offer_share(mover)
                .and_then(|()| session.answer_offer(true))?;
            break;
        }
        let began = Instant::now();
        let allowance = Allowance {
            move_time: match_.move_time,
            clock: session.clocks().map(|clocks| ClockState {
                left: clocks.left(mover),
                increment: clocks.increment(),
            }),
            ..Allowance::default()
        };
        let player = &mut players[match_.player_at(index, mover)];
        let choice = player
            .choose(session.game(), &allowance, &UntilInterrupted)
            .with_context(|| format!("game {}, {}", index + 1, player.skill()))?;
        if interrupt::is_requested() {
            return Ok(None);
        }
        match session.play(choice.played, began.elapsed()) {
            Ok(()) | Err(Refusal::TimeUp(_)) => {}
            Err(refusal) => return Err(anyhow!(refusal).context("the engine chose badly")),
        }
    }
    let end = session.end().expect("the loop ends with the game");
    Ok(Some(Finished {
        index,
        game: session.game().clone(),
        end,
    }))
}

/// The game to begin with: the same for both games of a pair.
fn opening(match_: &Match, index: u32) -> Game {
    let pair = u64::from(index / 2);
    let mut dice = fastrand::Rng::with_seed(match_.means.seed ^ pair.rotate_left(32));
    let mut game = match_.start.clone();
    for _ in 0..match_.random_plies {
        let moves: Vec<Move> = legal_moves(game.position().board(), game.rules()).collect();
        let Some(&played) = dice.choice(&moves) else {
            break;
        };
        let before = game.clone();
        if game.play(played).is_err() || game.end().is_some() {
            return before;
        }
    }
    game
}

/// Writes all games into one file.
fn save_all(match_: &Match, told: &[Finished], path: &Path, is_own: bool) -> anyhow::Result<()> {
    let names = match_.names();
    let mut text = String::new();
    for finished in told {
        let name = |side| &names[match_.player_at(finished.index, side)];
        let mut notes = Record::new(finished.game.start());
        notes.tags = save::tags(name(Player::South), name(Player::North));
        notes.tags.push(oware::record::Tag {
            name: "Round".to_owned(),
            value: (finished.index + 1).to_string(),
        });
        let checked = CheckedRecord::from_game(&finished.game).with_notes_of(&notes);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&write(&checked, Form::Ogn)?);
    }
    let existing = match is_own {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    out_file::write(path, &text, existing)
        .with_context(|| format!("cannot write {}", path.display()))
}
