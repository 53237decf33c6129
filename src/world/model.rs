//! Edits of a body's model and schedule, and the tables that bodies of one asset and model share.

use super::physical;
use super::scene::Body;
use super::{Applied, PackedAsset, World};
use crate::asset::Asset;
use crate::desc::{BodyOptions, Model, check_schedule};
use crate::error::{Error, Result};
use crate::gpu::buffer;
use crate::ids::PliantBodyId;
use crate::material::Hook;
use crate::share::{REPORT_ENERGY_STAGE, REPORT_IMPACT, REPORT_IMPACT_WORDS, REPORT_WORDS};
use crate::solver::pack::Tables;
use crate::state::Channel;

impl World {
    /// The arena tables of an asset for a model, packed on first use.
    pub(super) fn share_asset(&mut self, asset: &Asset, model: &Model) -> Result<Tables> {
        let key = (asset.content_hash, model.number());
        if let Some(packed) = self.packed.get_mut(&key) {
            packed.users += 1;
            return Ok(packed.tables);
        }
        let solver = physical::solver(asset, model)?;
        let material = model.material(self.options.length_unit_m);
        let edges = material.map(|(material, _)| physical::edge_values(asset, material));
        let packed = (solver.pack)(&self.context, asset, &edges.unwrap_or_default())?;
        let first = self.state.store(&self.context, &packed.rows)?;
        let tables = packed.tables.at(first);
        let packed = PackedAsset {
            first,
            rows: packed.rows.len() as u32,
            tables,
            users: 1,
        };
        self.packed.insert(key, packed);
        Ok(tables)
    }

    /// Undoes `share_asset`.
    pub(super) fn drop_asset(&mut self, asset: &Asset, model: &Model) {
        let key = (asset.content_hash, model.number());
        let Some(packed) = self.packed.get_mut(&key) else {
            return;
        };
        packed.users -= 1;
        if packed.users == 0 {
            self.state.arena_ranges.give(packed.first, packed.rows);
            self.packed.remove(&key);
        }
    }

    pub(super) fn set_model(&mut self, id: PliantBodyId, model: &Model) -> Result<Applied> {
        let model = model.checked()?;
        let body = self.scene.bodies.get(id)?;
        let desc = &body.data.desc;
        physical::solver(&body.asset, &model)?;
        let changed = BodyOptions { model, ..*desc };
        physical::check_inertia(&body.asset, &changed, self.options.length_unit_m)?;
        self.check_schedule(&model, desc.substeps, desc.iterations)
            .map_err(|e| {
                let why = e.message;
                Error::argument(format!(
                    "the body's own schedule does not suit {}: {why}; call pliant_body_set_schedule first",
                    model.shown()
                ))
            })?;
        self.make_room(body.asset.rest_positions.len())?;
        let old = self.scene.bodies.get(id)?.data.desc.model;
        self.forget_energy(self.scene.bodies.get(id)?.index)?;
        if model.number() != old.number() {
            self.change_solver(id, &model)?;
        }
        let unit = self.options.length_unit_m;
        self.dirty.plan |= (old.damping() > 0.0) != (model.damping() > 0.0);
        self.dirty.bodies = true;
        self.scene.bodies.get_mut(id)?.data.desc.model = model;
        self.dirty.plan |= self.needs_other_coarse(id)?;
        let body = self.scene.bodies.get_mut(id)?;
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
    /// the body keeps its place and its momentum.
    fn change_solver(&mut self, id: PliantBodyId, model: &Model) -> Result<()> {
        let body = self.scene.bodies.get(id)?;
        let (asset, index) = (body.asset.clone(), body.index);
        let solver = physical::solver(&asset, model)?;
        let kept = [body.solver, solver].iter().any(|s| s.needs == Hook::Rigid);
        let tables = self.share_asset(&asset, model)?;
        let carry = |world: &Self| if kept { world.forget_carry(id) } else { Ok(()) };
        if let Err(e) = self.forget_impact(index).and_then(|()| carry(self)) {
            self.drop_asset(&asset, model);
            return Err(e);
        }
        let body: &mut Body = self.scene.bodies.get_mut(id)?;
        let old = body.data.desc.model;
        (body.solver, body.tables) = (solver, tables);
        self.drop_asset(&asset, &old);
        self.dirty.plan = true;
        Ok(())
    }

    /// Lets the energy of a body be compared anew: an edit has changed it.
    pub(super) fn forget_energy(&self, index: u32) -> Result<()> {
        let at = 4 * u64::from(REPORT_WORDS * index + REPORT_ENERGY_STAGE);
        buffer::write(
            &self.context,
            "reports",
            &self.state.report.buffer,
            at,
            &[0; 4],
        )
    }

    /// Forgets what was carried from move to move: rigid bodies keep friction there.
    fn forget_carry(&self, id: PliantBodyId) -> Result<()> {
        let body = self.scene.bodies.get(id)?;
        let rows = vec![[0.0; 4]; body.asset.rest_positions.len()];
        let (vertices, first) = (&self.state.vertices, body.first_vertex);
        vertices.write(&self.context, Channel::CARRY, first, &rows)
    }

    /// Ends an impact that is not over: another solver would count its touches anew.
    fn forget_impact(&self, index: u32) -> Result<()> {
        let words = [0_u32; REPORT_IMPACT_WORDS as usize];
        let at = 4 * u64::from(REPORT_WORDS * index + REPORT_IMPACT);
        let bytes = bytemuck::cast_slice(&words);
        buffer::write(
            &self.context,
            "reports",
            &self.state.report.buffer,
            at,
            bytes,
        )
    }

    /// Fails if a step would have more substeps than the model takes.
    pub(super) fn check_schedule(
        &self,
        model: &Model,
        substeps: u32,
        iterations: u32,
    ) -> Result<()> {
        check_schedule(model, substeps, iterations)?;
        let (epochs, most) = (self.options.epochs, model.most_substeps());
        if substeps.saturating_mul(epochs) > most {
            return Err(Error::argument(format!(
                "substeps is {substeps} in each of {epochs} epochs, expected at most {most} in a step"
            )));
        }
        Ok(())
    }

    pub(super) fn set_schedule(
        &mut self,
        id: PliantBodyId,
        substeps: u32,
        iterations: u32,
    ) -> Result<Applied> {
        let model = self.scene.bodies.get(id)?.data.desc.model;
        self.check_schedule(&model, substeps, iterations)?;
        let least = substeps.max(1) * self.options.epochs;
        let body = self.scene.bodies.get_mut(id)?;
        body.substeps = body.substeps.min(least); // an explicit body keeps more only if it needs them
        body.data.desc.substeps = substeps;
        body.data.desc.iterations = iterations;
        self.dirty.plan = true;
        Ok(Applied::Done)
    }
}
