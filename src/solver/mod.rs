//! Which kernels run on which bodies in a step.

mod banks;
mod budget;
mod class;
mod method;
mod near;
pub mod pack;
mod record;
mod rounds;
mod schedule;
mod vbd;
mod verlet;
mod work;

pub use class::{can_be_resident, workgroup};
pub use method::solver_of;
pub use near::lay_out;
pub use schedule::{is_resident, schedule};
pub use work::{Meets, Scheduled, Work};
