//! What callers pass: creation structs with units, ranges and defaults, shared by the C ABI and the Rust API.
//!
//! Every struct starts with `struct_size`. All zeros apart from it is valid. Where zero makes no sense as a value (a
//! count, a mode, a density) it means "choose for me" and takes the default in the field's doc.
//!
//! `Default` equals the C init function. `checked` fills in defaults and refuses what is out of range. It is
//! idempotent, so everyone who takes a description calls it.

mod attachment;
mod balloon;
mod balloon_filling;
mod body;
mod ccd;
mod cloth;
mod cloth_thickness;
mod collider;
mod event;
mod layout;
mod mass_spring;
mod mesh;
mod model;
mod models;
mod neo_hookean;
mod points;
mod prepare;
mod query;
mod rigid;
mod rigid_inertia;
mod shape;
mod shape_deformation;
mod shape_matching;
mod sheet;
mod surface;
mod world;

#[cfg(test)]
mod solid_tests;

pub use attachment::*;
pub use balloon::*;
pub use body::*;
pub use ccd::*;
pub use cloth::*;
pub use collider::*;
pub use event::*;
pub use layout::*;
pub use mass_spring::*;
pub use mesh::*;
pub use model::*;
pub use models::*;
pub use neo_hookean::*;
pub use points::*;
pub use prepare::*;
pub use query::*;
pub use rigid::*;
pub use shape::*;
pub use shape_deformation::*;
pub use shape_matching::*;
pub use sheet::*;
pub use surface::*;
pub use world::*;

use crate::error::{Error, Result, any_of, number};

/// The value, or the default when the caller wrote zero.
fn or_default<T: PartialEq + Default>(value: T, default: T) -> T {
    if value == T::default() {
        default
    } else {
        value
    }
}

/// Fails when the value is NaN or outside `low..=high`; `name` goes into the message.
fn in_range<T: PartialOrd + Copy + Into<f64>>(name: &str, value: T, low: T, high: T) -> Result<()> {
    // NaN fails this comparison too.
    if value >= low && value <= high {
        return Ok(());
    }
    let [value, low, high] = [value, low, high].map(number);
    Err(Error::argument(format!(
        "{name} is {value}, expected {low} to {high}"
    )))
}

/// Fails when the value is NaN or outside `low..=high` without `low`.
fn above_to(name: &str, value: f32, low: f32, high: f32) -> Result<()> {
    if value > low && value <= high {
        return Ok(());
    }
    let [value, low, high] = [value, low, high].map(number);
    Err(Error::argument(format!(
        "{name} is {value}, expected a number above {low}, at most {high}"
    )))
}

/// Fails when the value is NaN, or neither 0 nor in `low..=high`.
fn zero_or_in_range(name: &str, value: f32, low: f32, high: f32) -> Result<()> {
    if value == 0.0 || (value >= low && value <= high) {
        return Ok(());
    }
    let [value, low, high] = [value, low, high].map(number);
    Err(Error::argument(format!(
        "{name} is {value}, expected 0, or {low} to {high}"
    )))
}

/// Fails unless the value is a finite number above zero.
fn above_zero(name: &str, value: f32) -> Result<()> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    let value = number(value);
    Err(Error::argument(format!(
        "{name} is {value}, expected a finite number above 0"
    )))
}

/// Fails unless the value is 0 or 1.
pub(crate) fn flag(name: &str, value: u32) -> Result<()> {
    match value {
        0 | 1 => Ok(()),
        _ => Err(Error::argument(format!(
            "{name} is {value}, expected 0 or 1"
        ))),
    }
}

/// Values of a choice, each with its C name.
macro_rules! choices {
    ($($name:ident),* $(,)?) => {
        &[$(($name, stringify!($name))),*]
    };
}
pub(crate) use choices;

/// Fails unless the value is one of the choices.
pub(crate) fn one_of(name: &str, value: u32, choices: &[(u32, &str)]) -> Result<()> {
    if choices.iter().any(|(known, _)| *known == value) {
        return Ok(());
    }
    let all = any_of(choices);
    Err(Error::argument(format!(
        "{name} is {value}, expected {all}"
    )))
}

/// Fails when an unknown bit is set.
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

/// Fails when a reserved field is not zero.
fn reserved(name: &str, value: u32) -> Result<()> {
    match value {
        0 => Ok(()),
        _ => Err(Error::argument(format!("{name} is {value}, expected 0"))),
    }
}
