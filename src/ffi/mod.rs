//! The C ABI. It checks pointers, sizes and finiteness, finds the world or the asset that a handle names, and calls
//! the safe API; it decides nothing.
//!
//! # Safety
//!
//! One promise holds for every function here, and the caller of the C function keeps it: each pointer is NULL, where
//! the function's description allows that, or points to as many bytes as its size, count and stride say, readable
//! (or writable, for outputs) and left alone by other threads until the call returns. Alignment is not asked for.

// The promise above is the same for every function, so it stands once.
#![allow(clippy::missing_safety_doc)]

#[macro_use]
mod guard;
mod layout;
mod pointer;
mod registry;
mod shared;

pub mod api;
pub mod asset;
pub mod attachment;
pub mod body;
pub mod collider;
pub mod error;
pub mod frame;
pub mod log;
pub mod map;
pub mod skin;
pub mod structs;
pub mod surface;
pub mod version;
pub mod world;

#[cfg(test)]
mod log_tests;
#[cfg(test)]
mod tests;
