//! What Ctrl-C does.

use crate::file;
use crate::report::{Failure, Result, Voice};
use std::sync::atomic::{AtomicBool, Ordering};

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
            voice.fail(&stopped);
            std::process::exit(stopped.code().into());
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|cause| Failure::io(format!("Ctrl-C cannot be watched: {cause}")))
}
