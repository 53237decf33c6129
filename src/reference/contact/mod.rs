//! Contact in f64: what a stage of a step must do to one pair of features, to the bodies of an island, to two bodies that hit.

mod closest;
mod force;
mod half_space;
mod impact;
mod island;

pub use closest::nearest;
pub use force::{Force, force};
pub use half_space::Pair;
pub use impact::{Impact, impulse};
pub use island::{Motion, Sets, motion};
