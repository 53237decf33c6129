//! Which kernels run on which bodies in a step.

mod ahead;
mod banks;
mod budget;
mod class;
mod frame;
mod method;
mod mixed;
mod near;
pub mod pack;
mod palindrome;
mod recentre;
mod record;
mod restitution;
mod rounds;
mod schedule;
mod shape_matching;
mod shape_table;
mod sheet_table;
mod vbd;
mod verlet;
mod work;
mod xpbd;

pub use ahead::KernelClass;
pub use class::can_be_resident;
pub use method::required_solver;
pub use near::{compile as compile_near, lay_out};
pub use restitution::compile as compile_restitution;
pub use schedule::{is_resident, schedule};
pub use shape_matching::constants as shape_constants;
pub use work::{Meets, Scheduled, Solver, Work};
pub use xpbd::{constants as cloth_constants, longest_step as cloth_step};
