//! What the host knows of a world. Positions and velocities live only on the GPU.

mod body;
mod collider;
mod features;
mod held;
mod info;
mod origin;
mod partner;
mod parts;
pub mod physical;
mod substeps;

pub use body::{Body, BodyData, Skin};
pub use collider::{
    Collider, KinematicSurface, bounding_radius, grid_of, size_of_part, surface_of,
};
pub use origin::Origin;
pub use partner::{Pair, Partner, ordered};
#[cfg(test)]
pub use substeps::CHOSEN;
pub use substeps::check_schedule;

use crate::error::{Error, Result};
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId, unpack};
use crate::math::PliantPose;
use crate::slots::Slots;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub pose: PliantPose,
    /// Where it will be at the end of the next step.
    pub goal: PliantPose,
    pub user_data: u64,
}

/// Vertices held by a frame or the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    pub body: PliantBodyId,
    /// Internal indices of the vertices.
    pub vertices: Vec<u32>,
    /// The frame that carries them; `None` is the world.
    pub frame: Option<PliantFrameId>,
    /// Spring stiffness of each vertex [N/m], 0 for rigid.
    pub stiffness: f32,
    pub user_data: u64,
}

#[cfg(test)]
thread_local! {
    /// Number of attachments this thread visited.
    pub static LOOKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

fn looked_at(_: &Attachment) {
    #[cfg(test)]
    LOOKS.set(LOOKS.get() + 1);
}

#[derive(Debug)]
pub struct Scene {
    bodies: Slots<Body>,
    colliders: Slots<Collider>,
    frames: Slots<Frame>,
    /// Attachments; each is also in its body's list.
    attachments: Slots<Attachment>,
    /// Pairs that do not touch, as `ordered` has them.
    ignored: BTreeSet<Pair>,
    origin: Origin,
    /// Gravity [length unit/s²].
    gravity: [f32; 3],
    /// Velocity of the air [length unit/s].
    wind: [f32; 3],
}

impl Scene {
    /// An empty scene of the world with this number.
    pub fn new(world: u32, gravity: [f32; 3]) -> Self {
        Self {
            bodies: Slots::new(world),
            colliders: Slots::new(world),
            frames: Slots::new(world),
            attachments: Slots::new(world),
            ignored: BTreeSet::new(),
            origin: Origin::default(),
            gravity,
            wind: [0.0; 3],
        }
    }

    /// See `Slots::follow`.
    pub fn follow(&mut self, later: &Scene) {
        self.bodies.follow(&later.bodies);
        self.colliders.follow(&later.colliders);
        self.frames.follow(&later.frames);
        self.attachments.follow(&later.attachments);
    }

    pub fn gravity(&self) -> [f32; 3] {
        self.gravity
    }

    pub fn set_gravity(&mut self, gravity: [f32; 3]) {
        self.gravity = gravity;
    }

    pub fn wind(&self) -> [f32; 3] {
        self.wind
    }

    pub fn set_wind(&mut self, wind: [f32; 3]) {
        self.wind = wind;
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    pub fn origin_mut(&mut self) -> &mut Origin {
        &mut self.origin
    }

    pub fn body(&self, id: PliantBodyId) -> Result<&Body> {
        self.bodies.get(id)
    }

    pub fn body_mut(&mut self, id: PliantBodyId) -> Result<&mut Body> {
        self.bodies.get_mut(id)
    }

    pub fn body_slots(&self) -> &Slots<Body> {
        &self.bodies
    }

    pub fn bodies_mut(&mut self) -> impl Iterator<Item = (PliantBodyId, &mut Body)> {
        self.bodies.iter_mut()
    }

    pub fn add_body(&mut self, body: Body) -> Result<PliantBodyId> {
        self.bodies.insert(body)
    }

    /// Takes over all bodies of a scene that has none.
    pub fn put_bodies(&mut self, bodies: Slots<Body>) {
        self.bodies = bodies;
    }

    pub fn collider(&self, id: PliantColliderId) -> Result<&Collider> {
        self.colliders.get(id)
    }

    pub fn collider_mut(&mut self, id: PliantColliderId) -> Result<&mut Collider> {
        self.colliders.get_mut(id)
    }

    pub fn colliders(&self) -> impl Iterator<Item = (PliantColliderId, &Collider)> {
        self.colliders.iter()
    }

    pub fn colliders_mut(&mut self) -> impl Iterator<Item = &mut Collider> {
        self.colliders.values_mut()
    }

    pub fn collider_slots(&self) -> &Slots<Collider> {
        &self.colliders
    }

    pub fn add_collider(&mut self, collider: Collider) -> Result<PliantColliderId> {
        self.colliders.insert(collider)
    }

    /// Removes a collider, and the pairs with it that do not touch.
    pub fn remove_collider(&mut self, id: PliantColliderId) -> Result<Collider> {
        let collider = self.colliders.remove(id)?;
        self.forget_ignored(Partner::Collider(id));
        Ok(collider)
    }

    /// Takes over all colliders of a scene that has none.
    pub fn put_colliders(&mut self, colliders: Slots<Collider>) {
        self.colliders = colliders;
    }

    pub fn frame(&self, id: PliantFrameId) -> Result<&Frame> {
        self.frames.get(id)
    }

    pub fn frame_mut(&mut self, id: PliantFrameId) -> Result<&mut Frame> {
        self.frames.get_mut(id)
    }

    pub fn frame_slots(&self) -> &Slots<Frame> {
        &self.frames
    }

    pub fn add_frame(&mut self, frame: Frame) -> Result<PliantFrameId> {
        self.frames.insert(frame)
    }

    pub fn remove_frame(&mut self, id: PliantFrameId) -> Result<Frame> {
        self.frames.remove(id)
    }

    /// Takes over all frames of a scene that has none.
    pub fn put_frames(&mut self, frames: Slots<Frame>) {
        self.frames = frames;
    }

    /// Pairs that do not touch although their layers meet.
    pub fn ignored(&self) -> &BTreeSet<Pair> {
        &self.ignored
    }

    /// Lets a body pass through another body or a collider, or touch it again. Returns whether that changes anything.
    pub fn ignore(&mut self, (body, partner): Pair, ignored: bool) -> Result<bool> {
        self.body(body)?;
        match partner {
            Partner::Body(other) if other == body => {
                let why = "other is the body itself: see PliantBodyDesc.self_contact";
                return Err(Error::argument(why));
            }
            Partner::Body(other) => self.body(other).map(drop)?,
            Partner::Collider(collider) => self.collider(collider).map(drop)?,
        }
        let pair = ordered(body, partner);
        Ok(match ignored {
            true => self.ignored.insert(pair),
            false => self.ignored.remove(&pair),
        })
    }

    fn forget_ignored(&mut self, gone: Partner) {
        let is_gone = |(body, partner): &Pair| *partner == gone || Partner::Body(*body) == gone;
        self.ignored.retain(|pair| !is_gone(pair));
    }

    /// After a step, everything is at its goal.
    pub fn arrive(&mut self) {
        for collider in self.colliders.values_mut() {
            let rests = collider.desc.pose == collider.goal;
            let kinematic_surfaces = collider.kinematic_surfaces.iter_mut();
            kinematic_surfaces.for_each(|kinematic| kinematic.rests = rests);
            collider.desc.pose = collider.goal;
        }
        self.frames.values_mut().for_each(|f| f.pose = f.goal);
        self.origin.arrive();
    }

    pub fn bodies(&self) -> impl Iterator<Item = (PliantBodyId, &Body)> {
        self.bodies.iter()
    }

    /// Attachments of one body with their handles, in slot order.
    pub fn attachments_of(
        &self,
        body: PliantBodyId,
    ) -> impl Iterator<Item = (PliantAttachmentId, &Attachment)> {
        let body = self.bodies.get(body).ok();
        let held = body.map_or(&[][..], |body| &body.attachments);
        held.iter().filter_map(|id| {
            let attachment = self.attachments.get(*id).ok()?;
            looked_at(attachment);
            Some((*id, attachment))
        })
    }

    /// Whether a frame holds a body.
    pub fn is_carried(&self, body: &Body) -> bool {
        let mut held = body.attachments.iter();
        held.any(|id| {
            let attachment = self.attachments.get(*id);
            attachment.is_ok_and(|a| a.frame.is_some())
        })
    }

    /// All bodies with their attachment rows: first and count, zeros if nothing holds the body.
    pub fn bodies_and_attachments(&self) -> impl Iterator<Item = (&Body, (u32, u32))> {
        let mut next = 0;
        self.bodies().map(move |(id, body)| {
            let held = self.attachments_of(id);
            let count: u32 = held.map(|(_, a)| a.vertices.len() as u32).sum();
            let first = if count > 0 { next } else { 0 };
            next += count;
            (body, (first, count))
        })
    }

    /// Handles of the attachments to one frame.
    pub fn attachments_to(&self, frame: PliantFrameId) -> Vec<PliantAttachmentId> {
        let all = self.attachments.iter().inspect(|(_, a)| looked_at(a));
        let held = all.filter(|(_, a)| a.frame == Some(frame));
        held.map(|(id, _)| id).collect()
    }

    pub fn attachments(&self) -> &Slots<Attachment> {
        &self.attachments
    }

    /// Removes a body with its attachments, and the pairs with it that do not touch.
    pub fn remove_body(&mut self, id: PliantBodyId) -> Result<Body> {
        let body = self.bodies.remove(id)?;
        for attachment in &body.attachments {
            self.attachments.remove(*attachment)?;
        }
        self.forget_ignored(Partner::Body(id));
        Ok(body)
    }

    /// Adds an attachment to an existing body.
    pub fn hold(&mut self, attachment: Attachment) -> Result<PliantAttachmentId> {
        let body = self.bodies.get_mut(attachment.body)?;
        let id = self.attachments.insert(attachment)?;
        let slot = |id: &PliantAttachmentId| unpack(id.bits).map(|parts| parts.slot);
        let at = body
            .attachments
            .partition_point(|other| slot(other) < slot(&id));
        body.attachments.insert(at, id);
        Ok(id)
    }

    pub fn let_go(&mut self, id: PliantAttachmentId) -> Result<Attachment> {
        let attachment = self.attachments.remove(id)?;
        let body = self.bodies.get_mut(attachment.body)?;
        body.attachments.retain(|other| *other != id);
        Ok(attachment)
    }

    /// Takes over all attachments of bodies that have none yet.
    pub fn hold_all(&mut self, attachments: Slots<Attachment>) -> Result<()> {
        for (id, attachment) in attachments.iter() {
            let body = self.bodies.get_mut(attachment.body)?;
            body.attachments.push(id);
        }
        self.attachments = attachments;
        Ok(())
    }
}
