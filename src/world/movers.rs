//! Edits of colliders, frames and gravity.

use super::scene::{Collider, Frame};
use super::{Applied, World};
use crate::desc::PliantColliderDesc;
use crate::error::Result;
use crate::ids::{PliantColliderId, PliantFrameId};
use crate::math::{PliantPose, finite};
use crate::share::Mover;
use std::collections::BTreeMap;

impl World {
    pub(super) fn add_collider(&mut self, desc: &PliantColliderDesc) -> Result<PliantColliderId> {
        let desc = desc.checked()?;
        self.reserve_movers()?;
        let id = self.scene.colliders.insert(Collider {
            desc,
            goal: desc.pose,
        })?;
        Ok(id)
    }

    pub(super) fn move_collider(
        &mut self,
        id: PliantColliderId,
        pose: &PliantPose,
        teleport: bool,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        let collider = self.scene.colliders.get_mut(id)?;
        collider.goal = pose;
        if teleport {
            collider.desc.pose = pose;
        }
        Ok(Applied::Done)
    }

    pub(super) fn remove_collider(&mut self, id: PliantColliderId) -> Result<Applied> {
        self.scene.colliders.remove(id)?;
        self.dirty.plan = true; // the movers behind it get new indices
        Ok(Applied::Done)
    }

    pub(super) fn add_frame(&mut self, pose: &PliantPose, user_data: u64) -> Result<PliantFrameId> {
        let pose = pose.checked("pose")?;
        self.reserve_movers()?;
        let id = self.scene.frames.insert(Frame {
            pose,
            goal: pose,
            user_data,
        })?;
        Ok(id)
    }

    pub(super) fn move_frame(&mut self, id: PliantFrameId, pose: &PliantPose) -> Result<Applied> {
        self.scene.frames.get_mut(id)?.goal = pose.checked("pose")?;
        Ok(Applied::Done)
    }

    pub(super) fn remove_frame(&mut self, id: PliantFrameId) -> Result<Applied> {
        self.scene.frames.get(id)?;
        let held = self.scene.attachments_to(id);
        for attachment in held {
            self.release(attachment)?;
        }
        self.scene.frames.remove(id)?;
        self.dirty.plan = true;
        Ok(Applied::Done)
    }

    pub(super) fn set_gravity(&mut self, gravity: [f32; 3]) -> Result<Applied> {
        finite(&gravity, "gravity")?;
        self.scene.gravity = gravity;
        Ok(Applied::Done)
    }

    pub(super) fn set_wind(&mut self, wind: [f32; 3]) -> Result<Applied> {
        finite(&wind, "wind")?;
        self.dirty.bodies |= wind != self.scene.wind;
        self.scene.wind = wind;
        Ok(Applied::Done)
    }

    fn reserve_movers(&mut self) -> Result<()> {
        let count = self.scene.colliders.len() + self.scene.frames.len() + 2;
        self.dirty.plan = true;
        self.state.movers.reserve(&self.context, count as u32)
    }

    /// All movers in GPU order: colliders, frames, then the world's own frame.
    pub(super) fn movers(&self, out: &mut Vec<Mover>) {
        out.clear();
        // Unbounded ones first: only those after them also collide with faces.
        let colliders = || self.scene.colliders.values();
        let bounded = |c: &&Collider| c.bounding_radius().is_some();
        out.extend(colliders().filter(|c| !bounded(c)).map(collider_mover));
        out.extend(colliders().filter(bounded).map(collider_mover));
        out.extend(self.scene.frames.values().map(|f| posed(&f.pose, &f.goal)));
        out.push(posed(&PliantPose::default(), &PliantPose::default()));
    }

    /// The index of a frame, or of the world's own frame, among the movers.
    pub(super) fn mover_places(&self) -> impl Fn(Option<PliantFrameId>) -> u32 {
        let first = self.scene.colliders.len() as u32;
        let frames = self.scene.frames.iter::<PliantFrameId>();
        let places: BTreeMap<_, _> = frames.map(|(id, _)| id).zip(first..).collect();
        let own = first + places.len() as u32;
        move |frame| frame.and_then(|id| places.get(&id)).copied().unwrap_or(own)
    }

    /// After a step, every mover is at its goal.
    pub(super) fn arrive(&mut self) {
        self.scene
            .colliders
            .values_mut()
            .for_each(|c| c.desc.pose = c.goal);
        self.scene.frames.values_mut().for_each(|f| f.pose = f.goal);
    }
}

fn posed(from: &PliantPose, to: &PliantPose) -> Mover {
    Mover {
        position0: from.position,
        rotation0: from.rotation,
        position1: to.position,
        rotation1: to.rotation,
        moves: u32::from(from != to),
        ..Mover::default()
    }
}

fn collider_mover(collider: &Collider) -> Mover {
    let desc = &collider.desc;
    Mover {
        friction: desc.friction,
        restitution: desc.restitution,
        size: desc.size,
        radius: collider.bounding_radius().unwrap_or(-1.0),
        shape: desc.shape,
        layers: desc.layers,
        mask: desc.mask,
        ..posed(&desc.pose, &collider.goal)
    }
}
