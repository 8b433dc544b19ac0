//! The game on a full screen.
//!
//! | file | owns |
//! | --- | --- |
//! | `geometry` | where the pits are |
//! | `palette` | how things look, with colours and without |
//! | `state` | what keys, mouse and time do |
//! | `view` | the drawing |
//! | `terminal` | taking the terminal over and giving it back |
//!
//! The loop here joins them. It never waits for the engine, which thinks in a thread of its
//! own: keys are answered while it does.

mod geometry;
mod palette;
mod state;
mod terminal;
mod view;

#[cfg(test)]
mod tests;

#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use ratatui::crossterm::event::{self, Event};

use super::super::exit::Exit;
use super::super::interrupt;
use super::super::output::Console;
use super::sitting::Sitting;
use palette::Palette;
use state::{Flow, Screen};
use terminal::FullScreen;

/// Between two looks at the clock and the engine while something moves by itself.
const LIVELY: Duration = Duration::from_millis(50);
/// The same when nothing does: signals are looked for.
const QUIET: Duration = Duration::from_millis(200);

/// Plays the sitting on the whole terminal; the sitting comes back to be told of.
pub(super) fn run(sitting: Sitting, console: &Console) -> anyhow::Result<(Sitting, Exit)> {
    let stops = StopRequests::listen()?;
    end_without_terminal()?;
    let mut full = FullScreen::enter().context("cannot use the terminal")?;
    let palette = Palette::new(console.colour_out);
    let mut screen = Screen::new(sitting);
    let exit = loop {
        if interrupt::is_requested() {
            break Exit::Interrupted;
        }
        screen.tick();
        let drawn = full.terminal().draw(|frame| {
            screen.area = frame.area();
            view::draw(frame, &screen, palette);
        });
        drawn.context("cannot draw on the terminal")?;
        let flow = if stops.is_requested() {
            Flow::Suspend
        } else {
            next_event(&mut screen)?
        };
        match flow {
            Flow::GoOn => {}
            Flow::Redraw => full
                .terminal()
                .clear()
                .context("cannot draw on the terminal")?,
            Flow::Suspend => full.suspend().context("cannot use the terminal again")?,
            Flow::Leave => break Exit::Done,
            Flow::Interrupt => break Exit::Interrupted,
        }
    };
    drop(full);
    Ok((screen.into_sitting(), exit))
}

/// How long the screen may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(2);

/// Ends the process when it was told to stop and the screen does not: once its terminal has
/// gone, reading from it never comes back. Each move has been saved when it was played.
fn end_without_terminal() -> anyhow::Result<()> {
    let watch = || {
        while !interrupt::is_requested() {
            std::thread::sleep(QUIET);
        }
        std::thread::sleep(PATIENCE);
        interrupt::end();
    };
    std::thread::Builder::new()
        .name("watch".to_owned())
        .spawn(watch)
        .context("cannot start a thread")?;
    Ok(())
}

/// Waits for a key, the mouse or a moment, and lets the screen do what it brings.
fn next_event(screen: &mut Screen) -> anyhow::Result<Flow> {
    const LOST: &str = "cannot read from the terminal";
    let wait = if screen.is_lively() { LIVELY } else { QUIET };
    if !event::poll(wait).context(LOST)? {
        return Ok(Flow::GoOn);
    }
    Ok(match event::read().context(LOST)? {
        Event::Key(key) => screen.key(key),
        Event::Mouse(mouse) => {
            screen.mouse(mouse);
            Flow::GoOn
        }
        // Drawn anew before the next event in any case.
        _ => Flow::GoOn,
    })
}

/// Requests from outside to stop like Ctrl-Z, which would leave the terminal as it is.
struct StopRequests {
    #[cfg(unix)]
    seen: Arc<AtomicBool>,
    #[cfg(not(unix))]
    seen: AtomicBool,
}

impl StopRequests {
    #[cfg(unix)]
    fn listen() -> anyhow::Result<Self> {
        let seen = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&seen))
            .context("cannot listen for stops")?;
        Ok(Self { seen })
    }

    #[cfg(not(unix))]
    fn listen() -> anyhow::Result<Self> {
        Ok(Self {
            seen: AtomicBool::new(false),
        })
    }

    fn is_requested(&self) -> bool {
        // The flag guards nothing else.
        self.seen.swap(false, Ordering::Relaxed)
    }
}
