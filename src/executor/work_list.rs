//! The work lists of a step, and kernels by the contact features of a world.

use super::contact_features::{ContactFeatures, SurfaceContact};
use super::scheduled::ScheduledSurface;
use super::step_requests::StepRequests;
use crate::gpu::context::Context;
use crate::gpu::kernel::{ContactBodies, ContactColliders, Kernel, KernelFamily};
use crate::gpu::plan::Dispatch;
use std::sync::Arc;

/// A row of the arena.
pub type Row = [u32; 4];

/// The dispatches of each epoch of a step.
pub type Epochs = Vec<Vec<Dispatch>>;

/// A kernel of a solver, with a text for each choice of contact with colliders and bodies.
pub type SolverKernel = KernelFamily<(ContactColliders, ContactBodies)>;

/// Work lists under construction; offsets become arena rows once stored.
#[derive(Default)]
pub struct Work {
    /// All lists, concatenated.
    pub rows: Vec<Row>,
    /// State rows for sums over vertices, and for rigid corrections.
    pub partials: [u32; 2],
    pub features: ContactFeatures,
    /// Surfaces of colliders.
    pub kinematic: Vec<ScheduledSurface>,
    /// Results that the world requests at the end of a step.
    pub requests: StepRequests,
    /// Parts of the step in the plan: the world's epochs, or one if bodies need not wait for each other.
    pub epochs: u32,
}

/// The label of the entry point with this name in a file of `shaders/executor/`.
pub fn label(family: &'static SolverKernel, name: &str) -> &'static str {
    let mut entries = family.texts[0].entry_points.iter();
    entries
        .find(|entry| entry.name == name)
        .map_or("", |entry| entry.label)
}

impl Work {
    pub fn new(features: ContactFeatures, epochs: u32) -> Self {
        Self {
            features,
            epochs,
            ..Self::default()
        }
    }

    /// Constants of kernels: the features of contact without a text of their own.
    pub fn constants(&self) -> [(&'static str, u32); 3] {
        let touches = self.features.touches;
        let is_driven = touches == SurfaceContact::Surfaces;
        [
            ("SOLID_DISTANCE_GRIDS", u32::from(self.features.grids > 0)),
            ("FILTER_DRIVEN", u32::from(is_driven)),
            ("REACTION_BODIES", u32::from(touches.any())),
        ]
    }

    /// A kernel of a solver for the world's contact features, with these constants beside those of contact.
    pub fn solver_kernel(
        &self,
        context: &Context,
        family: &SolverKernel,
        entry: &'static str,
        constants: &[(&'static str, u32)],
    ) -> Arc<Kernel> {
        let constants = [&self.constants()[..], constants].concat();
        context.kernel(family.text(self.features.texts()), entry, &constants)
    }

    /// Adds a list and returns its first row and length.
    pub fn list(&mut self, rows: impl IntoIterator<Item = Row>) -> (u32, u32) {
        let first = self.rows.len() as u32;
        self.rows.extend(rows);
        (first, self.rows.len() as u32 - first)
    }
}
