//! Structs shared with the GPU, one a file, mirrored by `shaders/share/`. A mismatch fails the build.

mod attachment;
mod body;
mod carrier;
mod cell;
mod collider;
mod command;
mod frame;
mod near;
mod params;
mod query;
mod reaction;
mod report;
mod sensor;
mod skin;
mod state;
mod surface;
mod touch;
mod world;

pub use attachment::*;
pub use body::*;
pub use carrier::*;
pub use cell::*;
pub use collider::*;
pub use command::*;
pub use frame::*;
pub use near::*;
pub use params::*;
pub use query::*;
pub use reaction::*;
pub use report::*;
pub use sensor::*;
pub use skin::*;
pub use state::*;
pub use surface::*;
pub use touch::*;
pub use world::*;
