//! Room for bodies: slots, vertices, tables and kept rows.

use super::Store;
use crate::asset::Asset;
use crate::desc::PLIANT_EXECUTOR_RESIDENT;
use crate::error::{Error, Result, Status};
use crate::world::scene::{Body, BodyData, check_schedule, physical};
use std::sync::Arc;

impl Store {
    /// Reserves GPU space for a body at the step `now`. Its state is not written yet.
    pub fn make_body(&mut self, asset: Arc<Asset>, data: BodyData, now: u64) -> Result<Body> {
        let count = asset.rest_positions.len() as u32;
        let model = data.desc.model;
        let solver = physical::solver(&asset, &model)?;
        if data.desc.executor == PLIANT_EXECUTOR_RESIDENT
            && !solver.can_be_resident(&self.context, &asset)
        {
            let message = format!(
                "executor is PLIANT_EXECUTOR_RESIDENT, but a body of {count} vertices does not fit it on this adapter; use PLIANT_EXECUTOR_DEFAULT"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        physical::check_closed(&asset, &model)?;
        physical::check_inertia(&asset, &data.desc, self.options.length_unit_m)?;
        check_schedule(
            &model,
            self.options.epochs,
            data.desc.substeps,
            data.desc.iterations,
        )?;
        let tables = self.share_asset(&asset, &model)?;
        let (index, first_vertex) = match self.take_room(asset.rest_positions.len() as u32) {
            Ok(room) => room,
            Err(e) => {
                self.drop_asset(&asset, &model, now);
                return Err(e);
            }
        };
        let mut body = Body {
            asset,
            data,
            index,
            first_vertex,
            solver,
            tables,
            kept: (0, 0),
            coarse: None,
            surface: None,
            stable_step: f64::INFINITY,
            substeps: 1,
            is_too_stiff: false,
            skins: Vec::new(),
            attachments: Vec::new(),
            mass: 0.0,
            size: 0.0,
        };
        let kept = self.take_kept(&body.asset, solver, &tables);
        body.kept = kept.inspect_err(|_| self.give_room(&body, now))?;
        let unit = self.options.length_unit_m;
        body.stable_step = physical::stable_step(&body, unit);
        body.mass = physical::mass(&body.asset, &body.data.desc, unit);
        body.size = physical::diagonal(&body.asset) * body.data.desc.scale;
        Ok(body)
    }

    /// Takes a body slot and a range of vertices.
    pub fn take_room(&mut self, vertices: u32) -> Result<(u32, u32)> {
        let mut slots = self.state.body_ranges.clone();
        let full = || Error::new(Status::Capacity, "no body index left (32 bits)");
        let claimed = self
            .restored
            .claims
            .pop_front()
            .filter(|slot| slots.claim(*slot));
        let index = claimed.or_else(|| slots.take(1)).ok_or_else(full)?;
        self.state.bodies.reserve(&self.context, slots.end())?;
        self.state.report.reserve(&self.context, slots.end())?;
        let bodies = slots.end();
        let first_vertex = self.state.take_vertices(&self.context, vertices, bodies)?;
        self.state.body_ranges = slots;
        Ok((index, first_vertex))
    }

    /// Undoes `make_body`.
    pub fn give_room(&mut self, body: &Body, now: u64) {
        let count = body.asset.rest_positions.len() as u32;
        self.state.vertex_ranges.give(body.first_vertex, count);
        self.state.body_ranges.give(body.index, 1);
        self.drop_kept(body.kept);
        self.drop_asset(&body.asset, &body.data.desc.model, now);
        self.drop_coarse(body.coarse.clone(), now);
        self.drop_surface(body.surface);
    }
}
