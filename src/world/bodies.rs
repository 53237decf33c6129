//! Edits of bodies.

use super::commands::VertexChange;
use super::partner::Partner;
use super::physical;
use super::scene::{Body, BodyData};
use super::{Applied, World};
use crate::asset::{Asset, EMPTY};
use crate::desc::{
    BodyOptions, PLIANT_EXECUTOR_RESIDENT, PLIANT_TELEPORT_PINS_DROP, PLIANT_TELEPORT_PINS_FOLLOW,
    check_teleport_pins,
};
use crate::error::{Error, Result, Status};
use crate::ids::{PliantAttachmentId, PliantBodyId};
use crate::math::{self, PliantPose, finite};
use crate::share::{
    self, REPORT_BOUNDS_CELL, REPORT_CELL, REPORT_HIGH, REPORT_LOW, REPORT_SPEED, REPORT_WORDS,
};
use crate::solver;
use crate::state::Channel;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    pub(super) fn add_body(
        &mut self,
        asset: Arc<Asset>,
        desc: &BodyOptions,
    ) -> Result<PliantBodyId> {
        let desc = desc.checked()?;
        self.scene.bodies.check_room()?;
        let data = BodyData {
            desc,
            inverse_masses: BTreeMap::new(),
            jumped: self.frame + 1,
        };
        let body = self.make_body(asset, data)?;
        let (pose, linear, angular) = (&desc.pose, desc.linear_velocity, desc.angular_velocity);
        let kept = self.keep_results();
        if let Err(e) = kept.and_then(|()| self.place(&body, pose, linear, angular, &[])) {
            self.give_room(&body);
            return Err(e);
        }
        self.scene.bodies.insert(body)
    }

    /// Reserves GPU space for a body. Its state is not written yet.
    pub(super) fn make_body(&mut self, asset: Arc<Asset>, data: BodyData) -> Result<Body> {
        let most = self.context.limits.max_compute_workgroups_per_dimension as usize;
        if self.scene.bodies.len() >= most {
            return Err(Error::new(
                Status::Capacity,
                format!("a world holds at most {most} bodies on this adapter"),
            ));
        }
        let count = asset.rest_positions.len() as u32;
        if data.desc.executor == PLIANT_EXECUTOR_RESIDENT
            && !solver::can_be_resident(&self.context, &asset)
        {
            let message = format!(
                "executor is PLIANT_EXECUTOR_RESIDENT, but a body of {count} vertices does not fit it on this adapter; use PLIANT_EXECUTOR_DEFAULT"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        let model = data.desc.model;
        let solver = physical::solver(&asset, &model)?;
        physical::check_inertia(&asset, &data.desc, self.options.length_unit_m)?;
        self.check_schedule(&model, data.desc.substeps, data.desc.iterations)?;
        let tables = self.share_asset(&asset, &model)?;
        let (index, first_vertex) = match self.take_room(asset.rest_positions.len() as u32) {
            Ok(room) => room,
            Err(e) => {
                self.drop_asset(&asset, &model);
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
        let unit = self.options.length_unit_m;
        body.stable_step = physical::stable_step(&body, unit);
        body.mass = physical::mass(&body.asset, &body.data.desc, unit);
        body.size = physical::diagonal(&body.asset) * body.data.desc.scale;
        self.dirty.plan = true;
        Ok(body)
    }

    /// Takes a body slot and a range of vertices.
    pub(super) fn take_room(&mut self, vertices: u32) -> Result<(u32, u32)> {
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
    fn give_room(&mut self, body: &Body) {
        let count = body.asset.rest_positions.len() as u32;
        self.state.vertex_ranges.give(body.first_vertex, count);
        self.state.body_ranges.give(body.index, 1);
        self.drop_asset(&body.asset, &body.data.desc.model);
        self.drop_coarse(body.coarse.clone());
        self.drop_surface(body.surface);
        self.dirty.plan = true;
    }

    /// Writes an active body's state: its rest shape at a pose. The world holds the vertices `pins` there.
    fn place(
        &self,
        body: &Body,
        pose: &PliantPose,
        linear: [f32; 3],
        angular: [f32; 3],
        pins: &[u32],
    ) -> Result<()> {
        let desc = &body.data.desc;
        let (positions, velocities) =
            physical::placed(&body.asset, desc.scale, pose, linear, angular);
        let inverse = physical::inverse_masses(&body.asset, &body.data, self.options.length_unit_m);
        let (low, high) = bounds(&positions);
        let cell = share::cell_of(0.5 * (low + high));
        let inside = |x: DVec3| (x - share::corner(cell)).as_vec3();
        let rows: Vec<[f32; 4]> = positions
            .iter()
            .zip(&inverse)
            .map(|(x, w)| inside(*x).extend(*w).to_array())
            .collect();
        let write = |channel, rows: &[[f32; 4]]| {
            let vertices = &self.state.vertices;
            vertices.write(&self.context, channel, body.first_vertex, rows)
        };
        write(Channel::POSITION, &rows)?;
        for run in pins.chunk_by(|a, b| a + 1 == *b) {
            let rows: Vec<[f32; 4]> = run
                .iter()
                .map(|v| inside(positions[*v as usize]).extend(1.0).to_array())
                .collect();
            let (vertices, first) = (&self.state.vertices, body.first_vertex + run[0]);
            vertices.write(&self.context, Channel::ANCHOR, first, &rows)?;
        }
        write(Channel::CARRY, &vec![[0.0; 4]; rows.len()])?;
        // The fourth number is the part of gravity the vertex last felt: all of it, as in free fall.
        let held = |w: &f32| if *w > 0.0 { 1.0 } else { 0.0 };
        let rows: Vec<[f32; 4]> = velocities
            .iter()
            .zip(&inverse)
            .map(|(v, w)| (*v * held(w)).extend(1.0).to_array())
            .collect();
        write(Channel::VELOCITY, &rows)?;
        let speed = velocities.iter().map(|v| v.length()).fold(0.0, f32::max);
        let mut words = [0u32; REPORT_WORDS as usize];
        let (low, high) = (inside(low), inside(high));
        for axis in 0..3 {
            words[REPORT_LOW as usize + axis] = super::query::ordered(low[axis]);
            words[REPORT_HIGH as usize + axis] = super::query::ordered(high[axis]);
            words[REPORT_CELL as usize + axis] = cell[axis] as u32;
            words[REPORT_BOUNDS_CELL as usize + axis] = cell[axis] as u32;
        }
        words[REPORT_SPEED as usize] = speed.to_bits();
        self.state
            .report
            .write(&self.context, body.index, &[words])?;
        self.forget_touch(body.index)
    }

    pub(super) fn remove_body(&mut self, id: PliantBodyId) -> Result<Applied> {
        let body = self.scene.bodies.get(id)?;
        // Pending commands must not reach the next owner of this slot. They are dropped, not applied: applying needs a
        // plan, and a body that breaks the plan must still be removable.
        self.commands.forget(body.index, body.vertices());
        self.remove_skins(id)?;
        let body = self.scene.remove_body(id)?;
        self.forget_ignored(Partner::Body(id));
        self.stopped.remove(&body.index);
        self.give_room(&body);
        Ok(Applied::Done)
    }

    pub(super) fn teleport_body(
        &mut self,
        id: PliantBodyId,
        pose: &PliantPose,
        linear: [f32; 3],
        angular: [f32; 3],
        pins: u32,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        check_teleport_pins(pins)?;
        finite(&linear, "linear_velocity")?;
        finite(&angular, "angular_velocity")?;
        let body = self.scene.bodies.get(id)?;
        let (index, vertices) = (body.index, body.vertices());
        self.keep_results()?;
        if self.commands.anchors(vertices.clone()) {
            // An anchor may capture a vertex where it was before the jump.
            self.flush_commands()?;
        } else {
            // The placement overwrites everything that is pending.
            self.commands.forget(index, vertices);
        }
        let jumped = self.frame + 1;
        self.scene.bodies.get_mut(id)?.data.jumped = jumped;
        self.stopped.remove(&index);
        let pinned = self.pins_of(id);
        if pins == PLIANT_TELEPORT_PINS_DROP {
            for (pin, _) in &pinned {
                self.release(*pin)?;
            }
        }
        let follow = pinned
            .iter()
            .filter(|_| pins == PLIANT_TELEPORT_PINS_FOLLOW);
        let follow: Vec<u32> = follow.flat_map(|(_, held)| held.iter().copied()).collect();
        let body = self.scene.bodies.get(id)?;
        if let Err(e) = self.place(body, &pose, linear, angular, &follow) {
            // Part of the state may already be written.
            let lost = format!("{}; the body is half moved: destroy the world", e.message);
            let lost = Error::new(e.status, lost);
            self.fault = Some(lost.clone());
            return Err(lost);
        }
        body.skins
            .iter()
            .for_each(|skin| self.skins.jump(skin.index, jumped as u32));
        Ok(Applied::Done)
    }

    /// The attachments of a body to the world, and the vertices they hold.
    fn pins_of(&self, id: PliantBodyId) -> Vec<(PliantAttachmentId, Vec<u32>)> {
        let all = self.scene.attachments_of(id);
        let pins = all.filter(|(_, attachment)| attachment.frame.is_none());
        pins.map(|(pin, attachment)| (pin, attachment.vertices.clone()))
            .collect()
    }

    pub(super) fn impulse_body(
        &mut self,
        id: PliantBodyId,
        impulse: [f32; 3],
        point: Option<[f64; 3]>,
    ) -> Result<Applied> {
        finite(&impulse, "impulse")?;
        math::place(&point.unwrap_or_default(), "point")?;
        let index = self.scene.bodies.get(id)?.index;
        self.make_room(1)?;
        self.commands.push(index, impulse, point);
        Ok(Applied::Done)
    }

    pub(super) fn set_inverse_masses(
        &mut self,
        id: PliantBodyId,
        vertices: &[u32],
        values: &[f32],
    ) -> Result<Applied> {
        finite(values, "inverse_masses")?;
        let internal = internal_vertices(&self.scene.bodies.get(id)?.asset, vertices)?;
        self.make_room(internal.len())?;
        let body = self.scene.bodies.get_mut(id)?;
        for (vertex, value) in internal.iter().zip(values) {
            if *value < 0.0 {
                body.data.inverse_masses.remove(vertex);
            } else {
                body.data.inverse_masses.insert(*vertex, *value);
            }
        }
        self.send_masses(id, &internal)?;
        self.forget_energy(self.scene.bodies.get(id)?.index)?;
        self.refresh_stable_step(id)?;
        self.dirty.plan = true; // a body with a fixed vertex is not free
        Ok(Applied::Done)
    }

    /// Queues new masses for these vertices of a body.
    pub(super) fn send_masses(&mut self, id: PliantBodyId, vertices: &[u32]) -> Result<()> {
        let body = self.scene.bodies.get(id)?;
        let inverse = physical::inverse_masses(&body.asset, &body.data, self.options.length_unit_m);
        for vertex in vertices {
            let change = VertexChange::Mass(inverse[*vertex as usize]);
            let place = body.first_vertex + vertex;
            self.commands.change(body.index, place, change, None);
        }
        Ok(())
    }

    pub(super) fn refresh_stable_step(&mut self, id: PliantBodyId) -> Result<()> {
        let unit = self.options.length_unit_m;
        let body = self.scene.bodies.get_mut(id)?;
        body.stable_step = physical::stable_step(body, unit);
        Ok(())
    }
}

/// The box around points.
fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    let none = (DVec3::MAX, DVec3::MIN);
    points
        .iter()
        .fold(none, |(low, high), p| (low.min(*p), high.max(*p)))
}

/// Internal indices of vertices given by user index.
pub fn internal_vertices(asset: &Asset, vertices: &[u32]) -> Result<Vec<u32>> {
    let count = asset.internal_from_user.len();
    vertices
        .iter()
        .enumerate()
        .map(
            |(i, user)| match asset.internal_from_user.get(*user as usize) {
                Some(internal) if *internal != EMPTY => Ok(*internal),
                Some(_) => Err(Error::argument(format!(
                    "vertices[{i}] is {user}, which belongs to no tetrahedron and was dropped"
                ))),
                None => Err(Error::argument(format!(
                    "vertices[{i}] is {user}, expected below {count}, the number of vertices of the mesh"
                ))),
            },
        )
        .collect()
}
