//! Ctrl-C and SIGTERM: the first asks the work to stop in good order, the second ends it.
//!
//! The handler only sets a flag, which long work looks at through `Progress`. While a
//! command waits for a line of input there is no work to stop, so there the first signal
//! already ends the process. What must be done all the same before it ends, such as giving
//! the terminal back, is said beforehand with [`before_ending`].

#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::exit::Exit;

// The flags guard no other memory, but the order between them matters: a signal sets one
// and reads the other, a reader the other way round, and one of the two must see the other
// (else the reader would wait for input with nobody to end it). That takes `SeqCst`.
static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// When the first signal came.
static FIRST: Mutex<Option<Instant>> = Mutex::new(None);
/// Signals nearer to each other than this are one: `timeout` sends its own to the process and
/// to the group that it is in.
const ONE_WISH: Duration = Duration::from_millis(200);

/// What is to be done when a signal ends the process.
static LAST_ACT: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Listens for the signals from now on.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        REQUESTED.store(true, Ordering::SeqCst);
        if is_repeated() || WAITING.load(Ordering::SeqCst) {
            end();
        }
    })
    .context("cannot listen for interrupts")?;
    survive_file_size_limit()
}

/// Whether a signal came before, long enough ago for this to be another wish of the user.
fn is_repeated() -> bool {
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    first.get_or_insert_with(Instant::now).elapsed() >= ONE_WISH
}

/// A file that outgrows `ulimit -f` must be an error of the write, which names the file
/// and leaves nothing half done, instead of the end of the process.
#[cfg(unix)]
fn survive_file_size_limit() -> anyhow::Result<()> {
    let seen = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen)
        .context("cannot listen for the file size limit")?;
    Ok(())
}

#[cfg(not(unix))]
fn survive_file_size_limit() -> anyhow::Result<()> {
    Ok(())
}

/// Has something done when a signal ends the process, instead of what was said before; it is
/// done on whatever thread, while the others go on, and must not wait for them.
pub(crate) fn before_ending(act: impl Fn() + Send + 'static) {
    *LAST_ACT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
}

/// Ends the process as interrupted.
pub(crate) fn end() -> ! {
    let act = LAST_ACT
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(act) = act {
        act();
    }
    std::process::exit(Exit::Interrupted as i32);
}

/// Asks the work to stop, as a signal would: nobody wants its results any more.
pub(crate) fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Whether the user asked to stop.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Runs `read`, during which a signal ends the process at once.
pub(crate) fn while_waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if is_requested() {
        end();
    }
    let result = read();
    WAITING.store(false, Ordering::SeqCst);
    result
}
