//! Structs shared with the GPU, one a file, mirrored by `shaders/share/`. A mismatch fails the build.

mod attachment;
mod body;
mod command;
mod mover;
mod params;
mod report;
mod skin;
mod state;

pub use attachment::*;
pub use body::*;
pub use command::*;
pub use mover::*;
pub use params::*;
pub use report::*;
pub use skin::*;
pub use state::*;
