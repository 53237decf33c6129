//! How a step descends: which kernels run on which bodies.

pub mod pack;
mod schedule;
mod verlet;
mod vbd;

pub use schedule::{Scheduled, Work, is_resident, schedule};
