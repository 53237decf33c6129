//! The registry of solvers.

use super::coarse_table::own_rows;
use super::interface::Solver;
use super::{rigid, shape_matching, vbd, verlet, xpbd};
use crate::element::Terms;
use crate::error::{Error, Result, Status};
use crate::executor::Joint;
use crate::gpu::kernel::RESIDENT_MIXED;

/// The registry: one line per solver, in execution order.
///
/// `velocity.w` of a vertex is the part of gravity that last accelerated it, 1 in free fall. Every solver leaves a value
/// from 0 to 1, and only vertex block descent reads the value of another solver. So a body may change its solver between
/// steps.
pub const SOLVERS: [&Solver; 5] = [
    &vbd::SOLVER,
    &verlet::SOLVER,
    &shape_matching::SOLVER,
    &xpbd::SOLVER,
    &rigid::SOLVER,
];

/// The solvers that share dispatches of small bodies.
pub const JOINT: Joint = Joint {
    label: "small bodies, resident",
    terms: [Terms::Blocks, Terms::Forces],
    kernel: &RESIDENT_MIXED,
    entry: "resident_mixed",
    own_rows,
};

#[cfg(test)]
thread_local! {
    /// Replaces the solver with the same terms, for bodies of this thread.
    pub static IN_PLACE: std::cell::Cell<Option<&'static Solver>> = const { std::cell::Cell::new(None) };
}

/// The solver of these terms. `None` if there is none yet.
pub fn solver_of(terms: Terms) -> Option<&'static Solver> {
    #[cfg(test)]
    if let Some(solver) = IN_PLACE.get().filter(|solver| solver.terms == terms) {
        return Some(solver);
    }
    SOLVERS.into_iter().find(|solver| solver.terms == terms)
}

/// The solver of these terms. Fails with `InvalidState` if there is none yet; `model` names the model.
pub fn required_solver(terms: Terms, model: impl FnOnce() -> String) -> Result<&'static Solver> {
    let missing = || {
        let message = format!(
            "model is {}, which this version of the library cannot simulate yet: choose another model",
            model()
        );
        Error::new(Status::InvalidState, message)
    };
    solver_of(terms).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};
    use crate::element::Material;
    use crate::gpu::context::{Selection, acquire};
    use crate::gpu::kernel::WIDE_XPBD;
    use crate::solver::interface::Executors;
    use crate::state::KEPT;
    use std::collections::BTreeSet;

    /// Snapshots hold channels and kept rows of a body by name.
    #[test]
    fn what_a_solver_keeps_has_names_of_its_own() {
        for solver in SOLVERS {
            let kept = (solver.kept)(&Default::default());
            let channels = KEPT.iter().map(|channel| channel.name);
            let names: Vec<_> = channels.chain(kept.iter().map(|k| k.name)).collect();
            let distinct: BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{names:?}");
        }
    }

    /// Bodies of such a solver are wide, and no request makes them resident.
    #[test]
    fn a_solver_without_a_kernel_for_resident_bodies_has_none() {
        let context = acquire(&Selection::default()).unwrap();
        let mesh = beam_lattice([1; 3], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).expect("a lattice").0;
        assert!(xpbd::SOLVER.can_be_resident(&context, &asset));
        let wide_only = Solver {
            executors: Executors::Driven {
                resident: None,
                wide: &WIDE_XPBD,
            },
            ..xpbd::SOLVER
        };
        assert!(!wide_only.can_be_resident(&context, &asset));
    }

    #[test]
    fn every_material_has_one_solver_and_explicit_ones_know_their_longest_step() {
        for material in Material::ALL {
            let kind = material.kind();
            let solver = solver_of(kind.terms).unwrap();
            assert_eq!(solver.terms.is_explicit(), kind.longest_step.is_some());
        }
        for (k, solver) in SOLVERS.iter().enumerate() {
            assert!(SOLVERS[..k].iter().all(|other| other.terms != solver.terms));
        }
    }
}
