//! Handling of Ctrl-C.

use crate::file;
use crate::report::{Failure, Result, Voice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long to wait for the last message to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether `end` is running.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Whether the work should stop.
pub fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Installs the Ctrl-C handler. If the work polls [`is_pressed`] (`looks`), the first Ctrl-C asks it to stop and the
/// second ends the program. Otherwise the first ends it.
pub fn watch(voice: Voice, looks: bool) -> Result {
    let handler = move || {
        if PRESSED.swap(true, Ordering::Relaxed) || !looks {
            end(voice);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|cause| Failure::io(format!("cannot handle Ctrl-C: {cause}")))
}

/// Waits for ever if an interrupt is already ending the program.
pub fn give_way() {
    while ENDING.load(Ordering::Relaxed) {
        std::thread::park();
    }
}

/// Ends the program while other threads still work. A plain `exit` would run destructors of GPU drivers beneath them.
fn end(voice: Voice) {
    ENDING.store(true, Ordering::Relaxed);
    let stopped = Failure::stopped(file::abandon());
    let code = stopped.code();
    // Writing may block: standard output can be a full pipe.
    let telling = Builder::new().spawn(move || voice.fail(&stopped));
    let since = Instant::now();
    while telling.as_ref().is_ok_and(|thread| !thread.is_finished()) && since.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
    }
    signal_hook::low_level::exit(code.into());
}
