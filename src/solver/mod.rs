//! How a step descends: which kernels run on which bodies.

pub mod pack;
mod schedule;
mod vbd;
mod verlet;

pub use schedule::{Scheduled, Work, is_resident, schedule};
