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
mod world;

pub use attachment::*;
pub use body::*;
pub use collider::*;
pub use layout::*;
pub use material::*;
pub use mesh::*;
pub use world::*;

use crate::error::{Error, Result};

/// The value, or what to take where the caller wrote zero for "choose for me".
fn or_default<T: PartialEq + Default>(value: T, default: T) -> T {
    if value == T::default() {
        default
    } else {
        value
    }
}

/// Fails when the value is outside `low..=high` or not a number; `name` is the argument's name in the message.
fn in_range<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    low: T,
    high: T,
) -> Result<()> {
    // Written so that NaN fails too.
    if value >= low && value <= high {
        return Ok(());
    }
    Err(Error::argument(format!(
        "{name} is {value}, expected {low} to {high}"
    )))
}

/// Fails when a bit is set that this version gives no meaning.
fn known_bits(name: &str, value: u32, known: u32) -> Result<()> {
    match value & !known {
        0 => Ok(()),
        unknown => Err(Error::argument(format!(
            "{name} has unknown bits {unknown:#x}"
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
