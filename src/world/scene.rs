//! What the host knows of a world. Positions and velocities live only on the GPU.

use super::collider::Collider;
use super::partner::Partner;
use crate::asset::{Asset, SkinAsset};
use crate::contact::SurfacePlace;
use crate::desc::{
    BodyOptions, PLIANT_SELF_CONTACT_OFF, PLIANT_SELF_CONTACT_ON, PliantVertexLayout,
};
use crate::error::Result;
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantFrameId, unpack};
use crate::math::PliantPose;
use crate::slots::Slots;
use crate::solver::pack::Tables;
use crate::solver::{Meets, Solver, Touched};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a body's coarse correction depends on, as words: asset, Poisson's ratio, and what holds the body.
pub type CoarseKey = Arc<[u64]>;

#[derive(Clone, Debug)]
pub struct Body {
    pub asset: Arc<Asset>,
    /// The part that snapshots hold.
    pub data: BodyData,
    /// Slot in the GPU's body array.
    pub index: u32,
    /// First vertex in the GPU's state arrays.
    pub first_vertex: u32,
    /// The solver of its model.
    pub solver: &'static Solver,
    /// Arena rows of its tables.
    pub tables: Tables,
    /// Its coarse correction in the current plan.
    pub coarse: Option<CoarseKey>,
    /// Where its surface is, once it may touch something.
    pub surface: Option<SurfacePlace>,
    /// Longest stable step [s] of an explicit solver; infinite for an implicit one.
    pub stable_step: f64,
    /// Substeps in the current plan.
    pub substeps: u32,
    /// Whether a step of the chosen length needs more substeps than the model takes: the body stays where it is.
    pub is_too_stiff: bool,
    pub skins: Vec<Skin>,
    /// Its attachments, in slot order.
    pub attachments: Vec<PliantAttachmentId>,
    /// Its mass [kg].
    pub mass: f32,
    /// Diagonal of its rest shape [length unit].
    pub size: f32,
}

impl Body {
    /// Its range in the GPU's state arrays.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        self.first_vertex..self.first_vertex + self.asset.rest_positions.len() as u32
    }

    /// Whether nothing holds it: no attachment and no fixed vertex.
    pub fn is_free(&self, attachments: u32) -> bool {
        attachments == 0 && self.data.inverse_masses.values().all(|w| *w > 0.0)
    }

    /// Whether it touches itself: by default a sheet does, if it is in layers that it meets.
    pub fn touches_itself(&self) -> bool {
        let desc = &self.data.desc;
        match desc.self_contact {
            PLIANT_SELF_CONTACT_ON => !self.asset.surface_triangles.is_empty(),
            PLIANT_SELF_CONTACT_OFF => false,
            _ => self.asset.sheet.is_some() && desc.layers & desc.mask != 0,
        }
    }

    /// Whether restitution acts on it as a whole. `bouncy`: some colliders have one.
    pub fn bounces(&self, attachments: u32, bouncy: bool) -> bool {
        self.is_free(attachments) && (bouncy || self.data.desc.restitution > 0.0)
    }
}

/// The part of a body that a snapshot holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BodyData {
    /// As added, with later changes.
    pub desc: BodyOptions,
    /// Inverse masses [1/kg] set by the caller, by internal vertex.
    pub inverse_masses: BTreeMap<u32, f32>,
    /// The first step after the body was last placed.
    pub jumped: u64,
}

#[derive(Clone, Debug)]
pub struct Skin {
    pub asset: Arc<SkinAsset>,
    pub layout: PliantVertexLayout,
    /// Its slot among all skins of the world.
    pub index: u32,
}

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

/// The point that render vertices are relative to [length unit].
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub now: [f64; 3],
    /// Where it was in the last step.
    pub before: [f64; 3],
    /// Where it was in older steps whose results may be read: the last of each, in order.
    past: Vec<(u64, [f64; 3])>,
}

/// More steps than are ever in flight.
const REMEMBERED: u64 = 64;

impl Origin {
    /// One that was there in all steps so far.
    pub fn at_rest(origin: [f64; 3]) -> Self {
        Self {
            now: origin,
            before: origin,
            past: Vec::new(),
        }
    }

    /// Moves it, from this step on.
    pub fn move_to(&mut self, origin: [f64; 3], step: u64) {
        if self.past.last().is_none_or(|(last, _)| *last + 1 < step) {
            self.past.push((step - 1, self.now));
        }
        self.past.retain(|(last, _)| *last + REMEMBERED > step);
        self.now = origin;
    }

    /// Where it was in a step.
    pub fn at(&self, step: u64) -> [f64; 3] {
        let then = self.past.iter().find(|(last, _)| step <= *last);
        then.map_or(self.now, |(_, origin)| *origin)
    }

    /// After a step.
    pub fn arrive(&mut self) {
        self.before = self.now;
    }
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
    pub bodies: Slots<Body>,
    pub colliders: Slots<Collider>,
    pub frames: Slots<Frame>,
    /// Attachments; each is also in its body's list.
    attachments: Slots<Attachment>,
    /// Pairs that do not touch, as `ignored::ordered` has them.
    pub ignored: BTreeSet<(PliantBodyId, Partner)>,
    pub origin: Origin,
    /// Gravity [length unit/s²].
    pub gravity: [f32; 3],
    /// Velocity of the air [length unit/s].
    pub wind: [f32; 3],
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

    /// What contact has to handle.
    pub fn meets(&self) -> Meets {
        let all = self.colliders.values().map(Collider::meets);
        let touches = match (self.touches(), self.has_surfaces()) {
            (false, _) => Touched::None,
            (true, false) => Touched::Bodies,
            (true, true) => Touched::Surfaces,
        };
        let none = Meets {
            touches,
            rebounds: touches.any() && self.rebounds(),
            ..Meets::default()
        };
        all.fold(none, |sum, one| Meets {
            colliders: sum.colliders + one.colliders,
            bounded: sum.bounded + one.bounded,
            grids: sum.grids + one.grids,
            ..sum
        })
    }

    /// Whether some collider is triangles.
    fn has_surfaces(&self) -> bool {
        self.colliders.values().any(|c| !c.carriers.is_empty())
    }

    /// Whether bodies may touch each other or themselves.
    fn touches(&self) -> bool {
        let has_surface = |body: &&Body| !body.asset.surface_triangles.is_empty();
        let mut kinds: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for body in self.bodies.values().filter(has_surface) {
            if body.touches_itself() {
                return true;
            }
            let desc = &body.data.desc;
            *kinds.entry((desc.layers, desc.mask)).or_default() += 1;
        }
        let meets = |a: &(u32, u32), b: &(u32, u32)| a.0 & b.1 != 0 && b.0 & a.1 != 0;
        let surfaces = self.colliders.values().filter(|c| !c.carriers.is_empty());
        let mut surfaces = surfaces.map(|c| (c.desc.layers, c.desc.mask));
        if surfaces.any(|surface| kinds.keys().any(|kind| meets(&surface, kind))) {
            return true;
        }
        let mut all = kinds.iter();
        all.any(|(a, count)| {
            let others = kinds.keys().any(|b| a != b && meets(a, b));
            others || (*count > 1 && meets(a, a))
        })
    }

    /// Whether something with a surface has a restitution.
    fn rebounds(&self) -> bool {
        let bodies = self
            .bodies
            .values()
            .filter(|b| !b.asset.surface_triangles.is_empty());
        let colliders = self.colliders.values().filter(|c| !c.carriers.is_empty());
        let mut all = bodies.map(|b| b.data.desc.restitution);
        all.any(|e| e > 0.0) || colliders.map(|c| c.desc.restitution).any(|e| e > 0.0)
    }

    /// Whether any collider has a restitution.
    pub fn has_bouncy_colliders(&self) -> bool {
        self.colliders.values().any(|c| c.desc.restitution > 0.0)
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

    /// Removes a body with its attachments.
    pub fn remove_body(&mut self, id: PliantBodyId) -> Result<Body> {
        let body = self.bodies.remove(id)?;
        for attachment in &body.attachments {
            self.attachments.remove(*attachment)?;
        }
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
