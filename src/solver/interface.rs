//! What the world and the schedule need of a solver.

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

/// Estimates what a thread of a resident body runs through in loops in a step; see `executor/loop_passes.rs`. The flag: many
/// bodies suit whole vertices.
type LoopPasses = fn(&Context, &Scheduled, bool, ContactFeatures) -> u64;

/// Packs an asset's tables for the arena.
type Pack = fn(&Packing) -> Result<Packed>;

/// What a solver says of a body in its record.
type Describe = fn(&Body, &Units) -> Constants;

/// Rows of the arena for what has no room there.
type Rows = fn(&Body, &Units) -> Vec<Row>;

/// What a solver keeps of a body with these tables from step to step.
type Keep = fn(&Tables) -> Vec<Kept>;

/// A solver, as the world and the schedule see it.
#[derive(Debug)]
pub struct Solver {
    /// What the elements of a body are to it.
    pub terms: Terms,
    /// Substeps of an epoch by default; an explicit one takes as many as stability needs.
    pub substeps: u32,
    /// Iterations of a substep by default; `None`: the world's choice.
    pub iterations: Option<u32>,
    /// Tables of an asset.
    pub pack: Pack,
    /// Its words of a body.
    pub constants: Describe,
    /// Those behind `constant_row`: the constants of each group.
    pub rows: Rows,
    /// What it keeps of a body.
    pub kept: Keep,
    /// Names of the stages of its resident bodies and of its wide ones.
    pub stages: [&'static str; 2],
    pub executors: Executors,
}

/// What runs the bodies of a solver.
#[derive(Clone, Copy, Debug)]
pub enum Executors {
    /// The drivers of `shaders/executor/`, with these kernels. Without one for resident bodies all are wide.
    Driven {
        resident: Option<&'static SolverKernel>,
        wide: &'static SolverKernel,
    },
    /// Dispatches of its own.
    Own {
        resident: Build,
        wide: Build,
        /// Passes that a thread of a resident body makes through loops in a step.
        loop_passes: LoopPasses,
    },
}

impl Solver {
    /// Whether one of its bodies can be resident.
    pub fn can_be_resident(&self, context: &Context, asset: &Asset) -> bool {
        let has_kernel = !matches!(self.executors, Executors::Driven { resident: None, .. });
        has_kernel && class_of(context, asset, false).is_some()
    }

    /// The dispatches of some of its bodies: resident ones or wide ones.
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
