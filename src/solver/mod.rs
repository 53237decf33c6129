//! Which kernels run on which bodies in a step.

mod banks;
mod budget;
mod class;
mod method;
pub mod pack;
mod rounds;
mod schedule;
mod vbd;
mod verlet;

pub use class::{can_be_resident, workgroup};
pub use method::solver_of;
pub use schedule::{Meets, Scheduled, Work, is_resident, schedule};
