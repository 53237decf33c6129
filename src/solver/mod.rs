//! How a step descends: which kernels run on which bodies.

mod banks;
pub mod pack;
mod rounds;
mod schedule;
mod vbd;
mod verlet;

pub use schedule::{Scheduled, Work, can_be_resident, is_resident, schedule, workgroup};
