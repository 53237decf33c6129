//! What Ctrl-C does.

use crate::file;
use crate::report::{Failure, Result, Voice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long the end waits for its sentence to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether somebody has pressed Ctrl-C.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether the program is being ended.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Whether the work is asked to stop.
pub fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Watches for Ctrl-C. Work that looks at [`is_pressed`] is asked to stop by the first one and ended by the second; other work is ended
/// by the first.
pub fn watch(voice: Voice, looks: bool) -> Result {
    let handler = move || {
        if PRESSED.swap(true, Ordering::Relaxed) || !looks {
            end(voice);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|cause| Failure::io(format!("Ctrl-C cannot be watched: {cause}")))
}

/// Leaves the end to an interrupt that has begun it.
pub fn give_way() {
    while ENDING.load(Ordering::Relaxed) {
        std::thread::park();
    }
}

/// Ends the program beside threads at work, whose drivers' destructors are therefore not run.
fn end(voice: Voice) {
    ENDING.store(true, Ordering::Relaxed);
    let stopped = Failure::stopped(file::abandon());
    let code = stopped.code();
    // Standard output may be a full pipe that the work itself waits for; without a thread nothing is said.
    let telling = Builder::new().spawn(move || voice.fail(&stopped));
    let since = Instant::now();
    while telling.as_ref().is_ok_and(|thread| !thread.is_finished()) && since.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
    }
    signal_hook::low_level::exit(code.into());
}
