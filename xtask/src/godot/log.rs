//! What a run of the engine printed: numbers with bounds, and errors.

use crate::shell::{Failure, Result};
use std::collections::BTreeMap;

/// A number that a check prints as `number KEY VALUE`, and where it must lie.
pub struct Bound {
    /// `check.what`.
    pub key: &'static str,
    /// From and to.
    pub within: [f64; 2],
    /// What is wrong when it does not.
    pub otherwise: &'static str,
}

/// Errors that the engine itself prints on this kind of machine.
const KNOWN: &[&str] = &[];
/// How lines begin, or what they hold, that must not be in a log.
const SIGNS: &[&str] = &[
    "ERROR:",
    "leaked at exit",
    "still in use at exit",
    "handle_crash",
    "panicked at",
];

/// What a log holds.
#[derive(Debug, Default)]
pub struct Log {
    /// The values of the keys.
    pub numbers: BTreeMap<String, f64>,
    lines: Vec<String>,
}

impl Log {
    /// Takes the next line.
    pub fn read(&mut self, line: &str) {
        let line = plain(line);
        let mut words = line.split_whitespace();
        if words.next() == Some("number")
            && let (Some(key), Some(value)) = (words.next(), words.next())
        {
            self.numbers
                .insert(key.into(), value.parse().unwrap_or(f64::NAN));
        }
        self.lines.push(line);
    }

    /// Fails with the first errors, if there are any.
    pub fn check_errors(&self) -> Result {
        let mut errors = String::new();
        for (index, line) in self.lines.iter().enumerate() {
            let is_known = |line: &str| KNOWN.iter().any(|known| line.contains(known));
            if SIGNS.iter().any(|sign| line.contains(sign))
                && !is_known(line)
                && errors.len() < 2000
            {
                // The next line says where.
                let place = self.lines.get(index + 1).map_or("", |line| line.trim());
                errors += &format!("\n  {line} ({place})");
            }
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(Failure::new(format!(
                "the engine's log has errors:{errors}"
            ))),
        }
    }

    /// Fails when a number is missing or out of its bounds, and names them all.
    pub fn check(&self, bounds: &[Bound]) -> Result {
        let mut faults = String::new();
        for Bound {
            key,
            within: [low, high],
            otherwise,
        } in bounds
        {
            match self.numbers.get(*key) {
                Some(value) if value >= low && value <= high => {}
                Some(value) => {
                    faults +=
                        &format!("\n  {key} is {value}, not within {low} and {high}: {otherwise}")
                }
                None => {
                    faults +=
                        &format!("\n  {key} was not printed: its check did not run to the end")
                }
            }
        }
        match faults.is_empty() {
            true => Ok(()),
            false => Err(Failure::new(format!(
                "not as it should be in Godot:{faults}"
            ))),
        }
    }

    /// Whether a line is this one.
    pub fn has(&self, wanted: &str) -> bool {
        self.lines.iter().any(|line| line == wanted)
    }
}

/// A line without the terminal's colours.
fn plain(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        text += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(text: &str) -> Log {
        let mut log = Log::default();
        text.lines().for_each(|line| log.read(line));
        log
    }

    const BOUND: Bound = Bound {
        key: "a.b",
        within: [0.0, 1.0],
        otherwise: "b is off",
    };

    #[test]
    fn numbers_are_held_to_their_bounds() {
        assert!(log("number a.b 0.5").check(&[BOUND]).is_ok());
        for (text, expected) in [
            ("number a.b 2", "a.b is 2, not within 0 and 1: b is off"),
            ("number a.b nan", "a.b is NaN"),
            ("number a.c 0", "a.b was not printed"),
        ] {
            let failure = log(text).check(&[BOUND]).expect_err("out of bounds");
            assert!(failure.to_string().contains(expected), "{failure}");
        }
    }

    #[test]
    fn errors_are_seen_through_colours_and_named_with_their_place() {
        assert!(log("fine\nWARNING: slow").check_errors().is_ok());
        let colours = "\u{1b}[1;31mERROR:\u{1b}[0;91m it broke\u{1b}[0m\n   at: here (a.cpp:1)";
        let failure = log(colours).check_errors().expect_err("an error");
        assert!(
            failure
                .to_string()
                .contains("ERROR: it broke (at: here (a.cpp:1))"),
            "{failure}"
        );
        for text in [
            "SCRIPT ERROR: x",
            "WARNING: 3 ObjectDB instances leaked at exit",
            "thread panicked at a.rs",
        ] {
            assert!(log(text).check_errors().is_err(), "{text}");
        }
    }
}
