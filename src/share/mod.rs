//! Structs shared with the GPU, one a file, mirrored by `shaders/share/`. A mismatch fails the build.

mod body;
mod mover;
mod params;
mod report;
mod scratch;
mod skin;

pub use body::*;
pub use mover::*;
pub use params::*;
pub use report::*;
pub use scratch::*;
pub use skin::*;
