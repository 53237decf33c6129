//! What Ctrl-C does.

use crate::file;
use crate::report::{Failure, Result, Voice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the end waits for its sentence to be written.
const PATIENCE: Duration = Duration::from_millis(200);

/// Whether somebody has pressed Ctrl-C.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether the work is asked to stop.
pub fn is_pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Watches for Ctrl-C. Work that looks at [`is_pressed`] is asked to stop by the first one and ended by the second; other work is ended
/// by the first.
pub fn watch(voice: Voice, looks: bool) -> Result {
    let handler = move || {
        if PRESSED.swap(true, Ordering::Relaxed) || !looks {
            let stopped = Failure::stopped(file::abandon());
            let code = stopped.code();
            // Standard output may be a full pipe that the work itself waits for.
            let told = std::thread::spawn(move || voice.fail(&stopped));
            let since = Instant::now();
            while !told.is_finished() && since.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::process::exit(code.into());
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|cause| Failure::io(format!("Ctrl-C cannot be watched: {cause}")))
}
