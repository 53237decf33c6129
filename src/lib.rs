//! Pliant: GPU deformable bodies for game engines.

pub mod asset;
pub mod desc;
pub mod error;
pub mod ids;
pub mod material;
pub mod math;
pub mod reference;
pub mod slots;
