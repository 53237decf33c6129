//! Messages of the library. They come on any thread, and Godot prints on its main thread, so they wait here.

use pliant::ffi::log::{PLIANT_LOG_WARN, PliantLogMessage, pliant_log_set};
use std::ffi::c_void;
use std::sync::Mutex;

/// More messages than a game reads; further ones are dropped.
const MOST: usize = 256;

static WAITING: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "C" fn keep(message: *const PliantLogMessage, _: *mut c_void) {
    // SAFETY: the library hands over a message that is valid during the call; its text has `text_size` bytes.
    let text = unsafe {
        let message = &*message;
        std::slice::from_raw_parts(message.text.cast::<u8>(), message.text_size as usize)
    };
    if let Ok(mut waiting) = WAITING.lock()
        && waiting.len() < MOST
    {
        waiting.push(String::from_utf8_lossy(text).into_owned());
    }
}

/// Begins to collect warnings and errors.
pub fn start() {
    // SAFETY: the function lives as long as the library, and keeps no pointer.
    unsafe { pliant_log_set(Some(keep), std::ptr::null_mut(), PLIANT_LOG_WARN) };
}

/// Collects no more.
pub fn stop() {
    // SAFETY: no function is set.
    unsafe { pliant_log_set(None, std::ptr::null_mut(), PLIANT_LOG_WARN) };
}

/// Hands over each message that came since the last call. It costs a lock if there is none.
pub fn drain(mut each: impl FnMut(&str)) {
    let messages = match WAITING.lock() {
        Ok(mut waiting) if !waiting.is_empty() => std::mem::take(&mut *waiting),
        _ => return,
    };
    messages.iter().for_each(|text| each(text));
}
