//! The interface of a solver to the world and the schedule.

use super::constants::{Body, Constants, Units};
use super::pack::{Packed, Packing, Tables};
use crate::asset::Asset;
use crate::element::Terms;
use crate::error::Result;
use crate::executor::loop_passes::{self, MOST_PASSES};
use crate::executor::size_class::class_of;
use crate::executor::{
    ContactFeatures, Epochs, Row, Scheduled, SolverKernel, Work, resident, wide,
};
use crate::gpu::context::Context;
use crate::state::Kept;

/// Makes the dispatches that step bodies, for `Work::epochs` epochs, and adds their work lists.
type Build = fn(&Context, &mut Work, &[&Scheduled]) -> Result<Epochs>;

/// Estimates the loop passes of a thread of a resident body in a step; see `executor/loop_passes.rs`. The flag: many bodies
/// suit whole vertices.
type LoopPasses = fn(&Context, &Scheduled, bool, ContactFeatures) -> u64;

/// Packs an asset's tables for the arena.
type Pack = fn(&Packing) -> Result<Packed>;

/// Writes a solver's words of a body's record.
type Describe = fn(&Body, &Units) -> Constants;

/// Writes arena rows for values without room in the record.
type Rows = fn(&Body, &Units) -> Vec<Row>;

/// The values of a body with these tables that a solver keeps from step to step.
type Keep = fn(&Tables) -> Vec<Kept>;

/// A solver, as the world and the schedule see it.
#[derive(Debug)]
pub struct Solver {
    /// The terms of the bodies that it solves.
    pub terms: Terms,
    /// Substeps of an epoch by default; an explicit solver takes as many as stability needs.
    pub substeps: u32,
    /// Iterations of a substep by default; `None`: the world's choice.
    pub iterations: Option<u32>,
    /// Tables of an asset.
    pub pack: Pack,
    /// Words of a body's record.
    pub constants: Describe,
    /// Arena rows from `constant_row` on: the constants of each group.
    pub rows: Rows,
    /// Values of a body from step to step.
    pub kept: Keep,
    /// Names of the stages of its resident bodies and of its wide ones.
    pub stages: [&'static str; 2],
    pub executors: Executors,
}

/// The executors of a solver's bodies.
#[derive(Clone, Copy, Debug)]
pub enum Executors {
    /// The loops of `shaders/executor/`, in these kernels. Without a kernel for resident bodies all bodies are wide.
    Driven {
        resident: Option<&'static SolverKernel>,
        wide: &'static SolverKernel,
    },
    /// The solver's own dispatches.
    Own {
        resident: Build,
        wide: Build,
        /// Loop passes of a thread of a resident body in a step.
        loop_passes: LoopPasses,
    },
}

impl Solver {
    /// Whether a body with this asset can be resident.
    pub fn can_be_resident(&self, context: &Context, asset: &Asset) -> bool {
        let has_kernel = !matches!(self.executors, Executors::Driven { resident: None, .. });
        has_kernel && class_of(context, asset, false).is_some()
    }

    /// The dispatches of some bodies of the solver: resident or wide.
    pub fn dispatches(
        &self,
        context: &Context,
        work: &mut Work,
        bodies: &[&Scheduled],
        is_resident: bool,
    ) -> Result<Epochs> {
        match (self.executors, is_resident) {
            (
                Executors::Driven {
                    resident: Some(kernel),
                    ..
                },
                true,
            ) => resident::driven(context, work, bodies, kernel),
            (Executors::Driven { wide: kernel, .. }, _) => {
                wide::driven(context, work, bodies, kernel)
            }
            (Executors::Own { resident, .. }, true) => resident(context, work, bodies),
            (Executors::Own { wide, .. }, false) => wide(context, work, bodies),
        }
    }

    /// Whether Mesa's software drivers can finish a resident body. `crowd`: many bodies suit whole vertices.
    pub fn can_finish(
        &self,
        context: &Context,
        body: &Scheduled,
        crowd: bool,
        features: ContactFeatures,
    ) -> bool {
        let passes = match self.executors {
            Executors::Driven { .. } => loop_passes::driven(context, body, features),
            Executors::Own { loop_passes, .. } => loop_passes(context, body, crowd, features),
        };
        passes <= MOST_PASSES
    }
}
