//! The registry of solvers.

use super::work::Solver;
use super::{vbd, verlet};
use crate::material::Method;

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
