//! Pliant: GPU deformable bodies for game engines.

pub mod asset;
pub mod collider;
mod contact;
pub mod desc;
pub mod element;
mod executor;
pub mod ffi;
mod gpu;
pub mod ids;
pub mod math;
pub mod reference;
mod schedule;
mod share;
mod skin;
pub mod slots;
mod solver;
mod state;
pub mod view;
pub mod world;

pub use pliant_geometry::error;
