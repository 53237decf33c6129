//! What callers pass: creation structs with units, ranges and defaults. They are the C ABI's structs and the
//! Rust API's at once, so a fact stands here only.
//!
//! Every struct starts with `struct_size`. All zeros apart from it is valid: where zero has no meaning of its own
//! (a count, a mode, a density) it means "choose for me" and the default in the field's doc is taken.
//!
//! `Default` gives what the C init function gives. `checked` fills in "choose for me" and refuses what is out of
//! range; whoever takes a description calls it, and calling it twice changes nothing.

mod attachment;
mod body;
mod collider;
mod layout;
mod material;
mod mesh;
mod surface;
mod world;

pub use attachment::*;
pub use body::*;
pub use collider::*;
pub use layout::*;
pub use material::*;
pub use mesh::*;
pub use surface::*;
pub use world::*;

use crate::error::{Error, Result, any_of, number};

/// The value, or what to take where the caller wrote zero for "choose for me".
fn or_default<T: PartialEq + Default>(value: T, default: T) -> T {
    if value == T::default() {
        default
    } else {
        value
    }
}

/// Fails when the value is outside `low..=high` or not a number; `name` is the argument's name in the message.
fn in_range<T: PartialOrd + Copy + Into<f64>>(name: &str, value: T, low: T, high: T) -> Result<()> {
    // Written so that NaN fails too.
    if value >= low && value <= high {
        return Ok(());
    }
    let [value, low, high] = [value, low, high].map(|v| number(v));
    Err(Error::argument(format!(
        "{name} is {value}, expected {low} to {high}"
    )))
}

/// Fails when the value is not a finite number above zero.
fn above_zero(name: &str, value: f32) -> Result<()> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    let value = number(value);
    Err(Error::argument(format!(
        "{name} is {value}, expected a finite number above 0"
    )))
}

/// Fails when a field that says yes or no says neither.
pub(crate) fn flag(name: &str, value: u32) -> Result<()> {
    match value {
        0 | 1 => Ok(()),
        _ => Err(Error::argument(format!(
            "{name} is {value}, expected 0 or 1"
        ))),
    }
}

/// Values of a choice, each with its name in C.
macro_rules! choices {
    ($($name:ident),* $(,)?) => {
        &[$(($name, stringify!($name))),*]
    };
}
pub(crate) use choices;

/// Fails when the value is none of the choices.
pub(crate) fn one_of(name: &str, value: u32, choices: &[(u32, &str)]) -> Result<()> {
    if choices.iter().any(|(known, _)| *known == value) {
        return Ok(());
    }
    let all = any_of(choices);
    Err(Error::argument(format!(
        "{name} is {value}, expected {all}"
    )))
}

/// Fails when a bit is set that this version gives no meaning.
fn known_bits(name: &str, value: u32, known: &[(u32, &str)]) -> Result<()> {
    let meant = known.iter().fold(0, |bits, (bit, _)| bits | bit);
    match value & !meant {
        0 => Ok(()),
        unknown => Err(Error::argument(format!(
            "{name} is {value:#x}, of which the bits {unknown:#x} have no meaning; expected 0 or bits of {}",
            any_of(known)
        ))),
    }
}

/// Fails when a field kept for later is used.
fn reserved(name: &str, value: u32) -> Result<()> {
    match value {
        0 => Ok(()),
        _ => Err(Error::argument(format!("{name} is {value}, expected 0"))),
    }
}
