//! What the GPU keeps from step to step, by name: channels of every vertex, and kept rows of solvers.

mod channel;
mod kept;

pub use channel::{Channel, KEPT};
pub use kept::{Extent, Kept, KeptPlace, Per, kept_places};
