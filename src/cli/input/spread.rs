//! A stream of positions spread over threads, the answers in the order of the lines.
//!
//! One thread reads, some work, and the caller writes; so a program that asks line by line
//! has each answer as soon as it can be known, and a file keeps every thread busy. No more
//! lines are taken than the threads need, whatever the length of the file.

use std::collections::VecDeque;
use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, never, select, unbounded};
use oware::game::Game;

use super::lines::{Line, Lines};
use crate::cli::exit::Exit;
use crate::cli::interrupt;

/// Lines in hand for each thread, so that none waits for the next.
const LINES_PER_THREAD: usize = 4;

/// What came of one line.
type Done<T> = anyhow::Result<(Game, T)>;

/// The same, or nothing if the user interrupted before it was begun.
type Outcome<T> = Option<Done<T>>;

/// Works on the lines of stdin on so many threads, and hands what came of each to `write`, in
/// order, with the line's number. The worst status of all is the result.
///
/// A line that `read` refuses is written in its place. When the user interrupts, what was begun
/// is finished, which is soon, and nothing else is.
pub(super) fn spread<T: Send>(
    threads: NonZeroUsize,
    out: &mut dyn Write,
    read: impl Fn(&str) -> anyhow::Result<Game>,
    work: impl Fn(&Game) -> anyhow::Result<T> + Sync,
    mut write: impl FnMut(u64, Done<T>, &mut dyn Write) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let lines = read_ahead();
    let (jobs, to_do) = unbounded::<(u64, Game)>();
    let (done, results) = unbounded::<(u64, Outcome<T>)>();
    thread::scope(|scope| {
        for thread in 0..threads.get() {
            let (to_do, done, work) = (to_do.clone(), done.clone(), &work);
            thread::Builder::new()
                .name(format!("stream-{thread}"))
                .spawn_scoped(scope, move || {
                    for (number, game) in to_do {
                        let is_wanted = !interrupt::is_requested();
                        let result = is_wanted.then(|| work(&game).map(|found| (game, found)));
                        if done.send((number, result)).is_err() {
                            return;
                        }
                    }
                })?;
        }
        let mut worst = Exit::Done;
        let mut row = Row {
            jobs,
            slots: VecDeque::new(),
            busy: 0,
        };
        let mut lines = Some(lines);
        loop {
            while let Some((number, result)) = row.first_done() {
                let Some(result) = result else {
                    return Ok(worst);
                };
                worst = worst.max(stopping(write(number, result, out))?);
            }
            if interrupt::is_requested() {
                lines = None;
            }
            let is_full = row.slots.len() >= threads.get() * LINES_PER_THREAD;
            if row.busy == 0 {
                // Nothing is in hand that a signal could spoil.
                let Some(source) = &lines else { break };
                stopping(out.flush())?;
                match interrupt::while_waiting(|| source.recv()) {
                    Ok(line) => row.take(stopping(line)?, &read),
                    Err(_) => lines = None,
                }
                continue;
            }
            if results.is_empty() {
                stopping(out.flush())?;
            }
            let no_more = never();
            let source = lines.as_ref().filter(|_| !is_full).unwrap_or(&no_more);
            select! {
                recv(results) -> result => {
                    let (number, result) = result.expect("a sender is kept here");
                    row.put(number, result);
                }
                recv(source) -> line => match line {
                    Ok(line) => row.take(stopping(line)?, &read),
                    Err(_) => lines = None,
                },
            }
        }
        Ok(worst)
    })
}

/// A failure ends everything, so what is in hand stops too instead of being waited for.
fn stopping<T, E>(result: Result<T, E>) -> Result<T, E> {
    result.inspect_err(|_| interrupt::request())
}

/// Reads stdin on a thread that nobody waits for: it may stay for ever in a read.
fn read_ahead() -> Receiver<anyhow::Result<Line>> {
    let (sender, receiver) = bounded(1);
    thread::spawn(move || {
        let mut lines = Lines::new();
        while let Some(line) = lines.next().transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// The lines in hand, the oldest first.
struct Row<T> {
    jobs: Sender<(u64, Game)>,
    slots: VecDeque<(u64, Option<Outcome<T>>)>,
    /// How many of them are being worked on.
    busy: usize,
}

impl<T> Row<T> {
    /// Takes a line in hand.
    fn take(&mut self, (number, line): Line, read: impl Fn(&str) -> anyhow::Result<Game>) {
        match line.and_then(|line| read(&line)) {
            Ok(game) => {
                self.jobs
                    .send((number, game))
                    .expect("the threads work until this sender is gone");
                self.slots.push_back((number, None));
                self.busy += 1;
            }
            Err(error) => self.slots.push_back((number, Some(Some(Err(error))))),
        }
    }

    /// Notes what came of a line.
    fn put(&mut self, number: u64, result: Outcome<T>) {
        self.busy -= 1;
        if let Some((_, slot)) = self.slots.iter_mut().find(|(other, _)| *other == number) {
            *slot = Some(result);
        }
    }

    /// What came of the oldest line, if it is known.
    fn first_done(&mut self) -> Option<(u64, Outcome<T>)> {
        self.slots.front()?.1.as_ref()?;
        let (number, result) = self.slots.pop_front()?;
        Some((number, result?))
    }
}
