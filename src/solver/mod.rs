//! How a step descends: which kernels run on which bodies.

mod banks;
mod method;
pub mod pack;
mod rounds;
mod schedule;
mod vbd;
mod verlet;

pub use method::solver_of;
pub use schedule::{Meets, Scheduled, Work, can_be_resident, is_resident, schedule, workgroup};
