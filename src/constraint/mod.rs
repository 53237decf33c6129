//! Constraints: what a solver projects to or holds at zero. How to solve for it is elsewhere.
//!
//! Each kind has a file here and one in `shaders/constraint/`. The formulas are f64; what goes to the GPU is rounded to
//! f32 once, at the end.

mod cluster;
#[cfg(test)]
mod cluster_tests;

pub use cluster::{Deformation, RestShape, rotation};
