//! Pliant: GPU deformable bodies for game engines.

pub mod asset;
pub mod desc;
pub mod error;
mod gpu;
pub mod ids;
pub mod math;
mod share;
pub mod slots;
pub mod view;
