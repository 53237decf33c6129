//! Solvers: the kernels that run on each body in a step.

mod banks;
mod coarse;
mod coarse_table;
mod constants;
pub mod energy;
mod interface;
mod lattice;
pub mod pack;
mod palindrome;
pub mod recentre;
pub mod record;
pub mod registry;
pub mod rigid;
mod rounds;
mod shape_matching;
mod shape_table;
mod vbd;
mod verlet;
mod xpbd;

pub use coarse::{Holds, Modes};
pub use coarse_table::{Coarse, CoarseUse, pack as pack_coarse};
pub use constants::{Body, Units};
pub use interface::Solver;
pub use lattice::Lattice;
pub use pack::Packing;
pub use registry::required_solver;
#[cfg(test)]
pub use registry::{IN_PLACE, solver_of};
pub use xpbd::{longest_step as cloth_step, rest_volume};
