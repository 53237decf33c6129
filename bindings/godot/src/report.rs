//! Errors in the engine's log: each sentence once, however often the call fails.

use godot::global::{godot_error, godot_warn};
use std::cell::RefCell;
use std::collections::HashSet;

thread_local! {
    static SAID: RefCell<HashSet<String>> = RefCell::default();
}

/// More sentences than a person reads; then all may come again.
const MOST: usize = 4096;

fn is_new(sentence: &str) -> bool {
    SAID.with_borrow_mut(|said| {
        if said.len() >= MOST {
            said.clear();
        }
        !said.contains(sentence) && said.insert(sentence.to_owned())
    })
}

/// Prints an error. Tells whether it was a new one.
pub fn error(sentence: &str) -> bool {
    let new = is_new(sentence);
    if new {
        godot_error!("Pliant: {sentence}");
    }
    new
}

/// Prints a warning.
pub fn warn(sentence: &str) {
    warn_about(sentence, "");
}

/// Prints a warning whose `end` differs each time, once for the same beginning.
pub fn warn_about(sentence: &str, end: &str) {
    if is_new(sentence) {
        godot_warn!("Pliant: {sentence}{end}");
    }
}

/// The value, or the default after an error was printed. `doing` says what failed, such as `Ball: impulse`.
pub fn or_default<T: Default>(result: Result<T, String>, doing: impl FnOnce() -> String) -> T {
    result.unwrap_or_else(|why| {
        error(&format!("{}: {why}", doing()));
        T::default()
    })
}
