//! The registry of solvers.

use super::pack::EdgeForm;
use super::schedule::{Scheduled, Work};
use super::{vbd, verlet};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::plan::Dispatch;
use crate::material::Method;

/// Makes the dispatches that step bodies, and adds their work lists.
type Build = fn(&Context, &mut Work, &[&Scheduled]) -> Result<Vec<Dispatch>>;

/// What the world and the schedule need of a solver.
pub struct Solver {
    /// Whether it is for explicit methods.
    pub explicit: bool,
    /// Layout of edge records in the arena.
    pub form: EdgeForm,
    /// Name and passes of resident bodies.
    pub resident: (&'static str, Build),
    /// Name and passes of wide bodies.
    pub wide: (&'static str, Build),
}

/// The registry: one line per solver, in execution order.
pub const SOLVERS: [&Solver; 2] = [&vbd::SOLVER, &verlet::SOLVER];

pub fn solver_of(method: Method) -> &'static Solver {
    let fits = |solver: &&&Solver| solver.explicit == method.is_explicit();
    SOLVERS.iter().find(fits).unwrap_or(&SOLVERS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_solver_of_its_own_sort() {
        for method in Method::ALL {
            assert_eq!(solver_of(method).explicit, method.is_explicit());
        }
        let sorts = SOLVERS.map(|solver| solver.explicit);
        assert_eq!(sorts, [false, true]);
    }
}
