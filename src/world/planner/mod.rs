//! What the next step runs: its program and bind groups, and what has changed since they were made.

mod compiled;
mod kernels;
mod plan;
mod prepare;
mod scheduled;

pub use prepare::PrepareOptions;

use crate::desc::WorldOptions;
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::run::{Groups, Program};
use crate::world::scene::Scene;
use compiled::Compiled;
use std::sync::Arc;

/// What to write again before the next step.
#[derive(Clone, Copy, Debug, Default)]
struct Dirty {
    plan: bool,
    bodies: bool,
    /// Gravity has changed or a collider has appeared, so energies are compared anew.
    scene: bool,
}

/// The plan of a world's steps.
pub struct Planner {
    context: Arc<Context>,
    options: Arc<WorldOptions>,
    /// The number of the world.
    number: u32,
    program: Option<Arc<Program>>,
    /// Bind groups, and what the buffers were when they were made.
    groups: Option<(u64, Arc<Groups>)>,
    dirty: Dirty,
    /// The step length that substeps were chosen for, if nothing changed since.
    chosen_for: Option<f32>,
    compiled: Compiled,
    /// Body slots of the plan, in handle order.
    planned: Vec<u32>,
    /// Those in the resident executor, ascending.
    resident: Vec<u32>,
}

impl Planner {
    pub fn new(context: &Arc<Context>, options: &Arc<WorldOptions>, number: u32) -> Self {
        Self {
            context: context.clone(),
            options: options.clone(),
            number,
            program: None,
            groups: None,
            dirty: Dirty {
                plan: true,
                bodies: true,
                scene: false,
            },
            chosen_for: None,
            compiled: Compiled::default(),
            planned: Vec::new(),
            resident: Vec::new(),
        }
    }

    /// Takes over what the world that this one replaces knew of its kernels.
    pub fn follow(&mut self, later: &mut Planner) {
        self.compiled = later.compiled.restored();
    }

    /// The plan no longer fits the world.
    pub fn change_plan(&mut self) {
        self.dirty.plan = true;
    }

    /// Records of bodies no longer fit the world.
    pub fn change_bodies(&mut self) {
        self.dirty.bodies = true;
    }

    /// Energies of bodies are compared anew in the next step.
    pub fn disturb(&mut self) {
        self.dirty.scene = true;
    }

    pub fn is_disturbed(&self) -> bool {
        self.dirty.scene
    }

    pub fn wants_plan(&self) -> bool {
        self.dirty.plan
    }

    pub fn wants_bodies(&self) -> bool {
        self.dirty.bodies
    }

    /// The records of bodies have been written.
    pub fn bodies_are_written(&mut self) {
        self.dirty.bodies = false;
    }

    /// A step has been queued.
    pub fn end_step(&mut self) {
        self.dirty.scene = false;
    }

    /// Chooses substeps for a step of this length.
    pub fn choose_substeps(&mut self, scene: &mut Scene, dt: f32) {
        let is_clean = !self.dirty.plan && !self.dirty.bodies;
        if is_clean && self.chosen_for == Some(dt) {
            return; // visiting thousands of bodies would take longer than the rest of the call
        }
        self.dirty.plan |= scene.choose_substeps(dt, self.options.epochs);
        self.chosen_for = Some(dt);
    }

    /// Substeps must be chosen again where bodies have changed.
    pub fn forget_choice(&mut self) {
        if self.dirty.plan || self.dirty.bodies {
            self.chosen_for = None;
        }
    }

    pub fn program(&self) -> Option<&Arc<Program>> {
        self.program.as_ref()
    }

    /// The bind groups. Fails if nothing is bound.
    pub fn groups(&self) -> Result<&Arc<Groups>> {
        let groups = self.groups.as_ref().map(|(_, groups)| groups);
        groups.ok_or_else(|| Error::new(Status::Internal, "nothing is bound"))
    }

    /// Body slots of the plan, in handle order.
    pub fn planned(&self) -> &[u32] {
        &self.planned
    }

    /// Whether the body in this slot runs in the resident executor.
    pub fn is_resident(&self, slot: u32) -> bool {
        self.resident.binary_search(&slot).is_ok()
    }

    /// The passes of the plan as text.
    pub fn to_text(&self) -> String {
        let program = self.program.as_ref();
        program.map(|p| p.plan.to_text()).unwrap_or_default()
    }

    /// A step begins.
    pub fn begin_step(&mut self) {
        self.compiled.begin();
    }

    /// Counts the kernels that a step had to wait for. Returns whether it had a new plan.
    pub fn count_late_kernels(&mut self, step: u64) -> bool {
        self.compiled.end(step)
    }

    /// Kernels that all steps had to wait for.
    pub fn late_kernels(&self) -> u64 {
        self.compiled.late
    }
}
