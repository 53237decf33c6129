//! Structs shared with the GPU, one a file, mirrored by `shaders/share/`. A mismatch fails the build.

mod attachment;
mod body;
mod cell;
mod collider;
mod command;
mod contacts;
mod frame;
mod kinematic_surface;
mod nearby;
mod params;
mod query;
mod reaction;
mod report;
mod sensor;
mod skin;
mod state;
mod surface;
mod world;

pub use attachment::*;
pub use body::*;
pub use cell::*;
pub use collider::*;
pub use command::*;
pub use contacts::*;
pub use frame::*;
pub use kinematic_surface::*;
pub use nearby::*;
pub use params::*;
pub use query::*;
pub use reaction::*;
pub use report::*;
pub use sensor::*;
pub use skin::*;
pub use state::*;
pub use surface::*;
pub use world::*;
