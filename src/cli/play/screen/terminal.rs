//! Taking the terminal over and giving it back, whatever happens: at the end, on an error,
//! on a panic, when signals end the process at once, and while it is stopped by Ctrl-Z.

use std::io::{self, Stdout, Write};
use std::sync::Once;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::super::super::interrupt;

/// The terminal while the game fills it; it is given back when this is dropped.
#[derive(Debug)]
pub(super) struct FullScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl FullScreen {
    /// Takes the terminal over.
    ///
    /// # Errors
    ///
    /// When it cannot do what a full screen needs; it is then as it was.
    pub(super) fn enter() -> io::Result<Self> {
        give_back_on_panic();
        interrupt::before_ending(give_back_from_elsewhere);
        take_over()?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        terminal
            .map(|terminal| Self { terminal })
            .inspect_err(|_| give_back())
    }

    /// What is drawn on.
    pub(super) fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }

    /// Stops the program, as Ctrl-Z does elsewhere, until it is told to go on.
    ///
    /// # Errors
    ///
    /// When the terminal cannot be had back.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop()?;
        take_over()?;
        // What is on the screen now is the shell's.
        self.terminal.clear()
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| give_back())
}

/// As far as it goes: there is nobody to tell of a terminal that is gone.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// The same from another thread than that of the face, which may hold stdout and would be
/// waited for.
fn give_back_from_elsewhere() {
    let _ = disable_raw_mode();
    let _ = execute!(
        io::stderr(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
}

/// A panic must be read on the shell's screen, not lost with the other.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        let face = std::thread::current().id();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().id() == face {
                give_back();
            } else {
                give_back_from_elsewhere();
            }
            before(panic);
        }));
    });
}

#[cfg(unix)]
fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
fn stop() -> io::Result<()> {
    Ok(())
}
