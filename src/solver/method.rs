//! The registry of solvers.

use super::work::Solver;
use super::{rigid, shape_matching, vbd, verlet, xpbd};
use crate::error::{Error, Result, Status};
use crate::material::Hook;

/// The registry: one line per solver, in execution order.
///
/// `velocity.w` of a vertex is the part of gravity that it last felt, 1 in free fall. A solver leaves it within 0 to 1,
/// and none but vertex block descent reads what another has left. So a body may change its solver between steps.
pub const SOLVERS: [&Solver; 5] = [
    &vbd::SOLVER,
    &verlet::SOLVER,
    &shape_matching::SOLVER,
    &xpbd::SOLVER,
    &rigid::SOLVER,
];

/// The solver of models whose elements have this hook. `None` if there is none yet.
pub fn solver_of(hook: Hook) -> Option<&'static Solver> {
    SOLVERS.into_iter().find(|solver| solver.needs == hook)
}

/// The same. Fails with `InvalidState` if there is none yet; `model` is its name.
pub fn required_solver(hook: Hook, model: impl FnOnce() -> String) -> Result<&'static Solver> {
    let missing = || {
        let message = format!(
            "model is {}, which this version of the library cannot simulate yet: choose another model",
            model()
        );
        Error::new(Status::InvalidState, message)
    };
    solver_of(hook).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;

    #[test]
    fn every_material_has_one_solver_and_explicit_ones_know_their_longest_step() {
        for material in Material::ALL {
            let kind = material.kind();
            let solver = solver_of(kind.hook).unwrap();
            assert_eq!(solver.is_explicit(), kind.longest_step.is_some());
        }
        for (k, solver) in SOLVERS.iter().enumerate() {
            assert!(SOLVERS[..k].iter().all(|other| other.needs != solver.needs));
        }
    }
}
