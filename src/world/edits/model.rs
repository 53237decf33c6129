//! Edits of a body's model and schedule.

use super::Applied;
use crate::desc::{BodyOptions, Model};
use crate::error::{Error, Result};
use crate::ids::PliantBodyId;
use crate::world::World;
use crate::world::scene::{check_schedule, physical};

impl World {
    pub(super) fn set_model(&mut self, id: PliantBodyId, model: &Model) -> Result<Applied> {
        let model = model.checked()?;
        let body = self.scene.body(id)?;
        let desc = &body.data.desc;
        physical::solver(&body.asset, &model)?;
        physical::check_closed(&body.asset, &model)?;
        let changed = BodyOptions { model, ..*desc };
        physical::check_inertia(&body.asset, &changed, self.unit())?;
        check_schedule(&model, self.epochs(), desc.substeps, desc.iterations)
            .map_err(|e| {
                let why = e.message;
                Error::argument(format!(
                    "the body's own schedule does not suit {}: {why}; call pliant_body_set_schedule first",
                    model.shown()
                ))
            })?;
        self.make_room(body.asset.rest_positions.len())?;
        let old = self.scene.body(id)?.data.desc.model;
        self.store.forget_energy(self.scene.body(id)?.index)?;
        if [model.number(), model.kinds()] != [old.number(), old.kinds()] {
            self.change_solver(id, &model)?;
        }
        let unit = self.unit();
        self.planner.change_bodies();
        self.scene.body_mut(id)?.data.desc.model = model;
        let is_damped = |model: &Model| model.damping() > 0.0;
        let needs_other_coarse = self.store.needs_other_coarse(&self.scene, id)?;
        if is_damped(&old) != is_damped(&model) || needs_other_coarse {
            self.planner.change_plan();
        }
        let body = self.scene.body_mut(id)?;
        // A rigid body spreads its mass otherwise, and may be given it and its inertia.
        let weighs = |model: &Model| {
            let rigid = match model {
                Model::Rigid(rigid) => Some((rigid.mass, rigid.inertia, rigid.inertia_products)),
                _ => None,
            };
            let measure = model.mass_per_measure(unit, body.data.desc.scale);
            (rigid, measure)
        };
        if weighs(&old) != weighs(&model) {
            body.mass = physical::mass(&body.asset, &body.data.desc, unit);
            let all: Vec<u32> = (0..body.asset.rest_positions.len() as u32).collect();
            self.send_masses(id, &all)?;
        }
        self.refresh_stable_step(id)?;
        Ok(Applied::Done)
    }

    /// Gives a running body the solver and the tables of another model. Positions and velocities stay on the GPU, so
    /// the body keeps its place and its momentum. What the old solver kept is lost.
    fn change_solver(&mut self, id: PliantBodyId, model: &Model) -> Result<()> {
        let body = self.scene.body_mut(id)?;
        self.store.change_solver(body, model, self.queue.step())?;
        self.planner.change_plan();
        Ok(())
    }

    fn epochs(&self) -> u32 {
        self.id.options().epochs
    }

    pub(super) fn set_schedule(
        &mut self,
        id: PliantBodyId,
        substeps: u32,
        iterations: u32,
    ) -> Result<Applied> {
        let model = self.scene.body(id)?.data.desc.model;
        check_schedule(&model, self.epochs(), substeps, iterations)?;
        let least = substeps.max(1) * self.epochs();
        let body = self.scene.body_mut(id)?;
        body.substeps = body.substeps.min(least); // an explicit body keeps more only if it needs them
        body.data.desc.substeps = substeps;
        body.data.desc.iterations = iterations;
        self.planner.change_plan();
        Ok(Applied::Done)
    }
}
