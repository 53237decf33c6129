//! The C ABI. It checks pointers, sizes and finiteness, finds the world or the asset of a handle, and calls the safe
//! API. It decides nothing.
//!
//! # Safety
//!
//! The caller of a C function keeps one promise about every pointer. It is NULL, where the function's description
//! allows that, or it points to as many bytes as its size, count and stride say. They are readable, or writable for
//! outputs, and no other thread touches them until the call returns. Alignment does not matter.

// The promise is the same for every function, so it stands once.
#![allow(clippy::missing_safety_doc)]

#[macro_use]
mod guard;
#[macro_use]
mod layout;
#[cfg(feature = "cook")]
mod cooking;
#[cfg(not(feature = "cook"))]
#[path = "cooking_absent.rs"]
mod cooking;
mod pointer;
mod registry;
mod shared;

pub mod api;
pub mod asset;
pub mod attachment;
pub mod body;
pub mod ccd;
pub mod collider;
pub mod error;
pub mod frame;
pub mod log;
pub mod map;
pub mod materials;
pub mod model;
pub mod points;
pub mod prepare;
pub mod query;
pub mod shape;
pub mod sheet;
pub mod skin;
pub mod structs;
pub mod surface;
pub mod table;
pub mod version;
pub mod world;

#[cfg(test)]
mod log_tests;
#[cfg(test)]
mod tests;
