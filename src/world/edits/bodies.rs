//! Edits of bodies.

use super::Applied;
use crate::asset::{Asset, EMPTY};
use crate::desc::{
    BodyOptions, PLIANT_TELEPORT_PINS_DROP, PLIANT_TELEPORT_PINS_FOLLOW, check_teleport_pins,
};
use crate::error::{Error, Result, Status};
use crate::ids::{PliantAttachmentId, PliantBodyId};
use crate::math::{self, PliantPose, finite};
use crate::world::World;
use crate::world::queue::VertexChange;
use crate::world::scene::{Body, BodyData, physical};
use crate::world::store::Store;
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    pub(super) fn add_body(
        &mut self,
        asset: Arc<Asset>,
        desc: &BodyOptions,
    ) -> Result<PliantBodyId> {
        let desc = desc.checked()?;
        self.scene.body_slots().check_room()?;
        let data = BodyData {
            desc,
            inverse_masses: BTreeMap::new(),
            jumped: self.queue.step() + 1,
        };
        let body = self.make_body(asset, data)?;
        let (pose, linear, angular) = (&desc.pose, desc.linear_velocity, desc.angular_velocity);
        let kept = self.keep_results();
        let place = |store: &Store| store.place(&body, pose, linear, angular, &[]);
        if let Err(e) = kept.and_then(|()| place(&self.store)) {
            self.store.give_room(&body, self.queue.step());
            return Err(e);
        }
        self.scene.add_body(body)
    }

    /// Reserves GPU space for a body. Its state is not written yet.
    pub(super) fn make_body(&mut self, asset: Arc<Asset>, data: BodyData) -> Result<Body> {
        let most = self
            .id
            .context()
            .limits
            .max_compute_workgroups_per_dimension as usize;
        if self.scene.body_slots().len() >= most {
            return Err(Error::new(
                Status::Capacity,
                format!("a world holds at most {most} bodies on this adapter"),
            ));
        }
        let body = self.store.make_body(asset, data, self.queue.step())?;
        self.planner.change_plan();
        Ok(body)
    }

    pub(super) fn remove_body(&mut self, id: PliantBodyId) -> Result<Applied> {
        let body = self.scene.body(id)?;
        // Pending commands must not reach the next owner of this slot. They are dropped, not applied: applying needs a
        // plan, and a body that breaks the plan must still be removable.
        self.queue
            .commands_mut()
            .forget(body.index, body.vertices());
        self.remove_skins(id)?;
        let body = self.scene.remove_body(id)?;
        self.results.forget_stopped(body.index);
        self.store.give_room(&body, self.queue.step());
        self.planner.change_plan();
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
        let body = self.scene.body(id)?;
        let (index, vertices) = (body.index, body.vertices());
        self.keep_results()?;
        if self.queue.commands().anchors(vertices.clone()) {
            // An anchor may capture a vertex where it was before the jump.
            self.flush_commands()?;
        } else {
            // The placement overwrites everything that is pending.
            self.queue.commands_mut().forget(index, vertices);
        }
        let jumped = self.queue.step() + 1;
        self.scene.body_mut(id)?.data.jumped = jumped;
        self.results.forget_stopped(index);
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
        let body = self.scene.body(id)?;
        if let Err(e) = self.store.place(body, &pose, linear, angular, &follow) {
            // Part of the state may already be written.
            let lost = format!("{}; the body is half moved: destroy the world", e.message);
            let lost = Error::new(e.status, lost);
            self.id.break_with(&lost);
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
        let index = self.scene.body(id)?.index;
        self.make_room(1)?;
        self.queue.commands_mut().push(index, impulse, point);
        Ok(Applied::Done)
    }

    pub(super) fn set_inverse_masses(
        &mut self,
        id: PliantBodyId,
        vertices: &[u32],
        values: &[f32],
    ) -> Result<Applied> {
        finite(values, "inverse_masses")?;
        let internal = internal_vertices(&self.scene.body(id)?.asset, vertices)?;
        self.make_room(internal.len())?;
        let body = self.scene.body_mut(id)?;
        for (vertex, value) in internal.iter().zip(values) {
            if *value < 0.0 {
                body.data.inverse_masses.remove(vertex);
            } else {
                body.data.inverse_masses.insert(*vertex, *value);
            }
        }
        self.send_masses(id, &internal)?;
        self.store.forget_energy(self.scene.body(id)?.index)?;
        self.refresh_stable_step(id)?;
        self.planner.change_plan(); // a body with a fixed vertex is not free
        Ok(Applied::Done)
    }

    /// Metres in one length unit [m].
    pub(super) fn unit(&self) -> f32 {
        self.id.options().length_unit_m
    }

    /// Queues new masses for these vertices of a body.
    pub(super) fn send_masses(&mut self, id: PliantBodyId, vertices: &[u32]) -> Result<()> {
        let body = self.scene.body(id)?;
        let inverse = physical::inverse_masses(&body.asset, &body.data, self.unit());
        let commands = self.queue.commands_mut();
        for vertex in vertices {
            let change = VertexChange::Mass(inverse[*vertex as usize]);
            let place = body.first_vertex + vertex;
            commands.change(body.index, place, change, None);
        }
        Ok(())
    }

    pub(super) fn refresh_stable_step(&mut self, id: PliantBodyId) -> Result<()> {
        let unit = self.unit();
        let body = self.scene.body_mut(id)?;
        body.stable_step = physical::stable_step(body, unit);
        Ok(())
    }
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
