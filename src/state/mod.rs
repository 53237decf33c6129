//! What the GPU keeps of every vertex, by name.

mod channel;

pub use channel::{Channel, KEPT};
