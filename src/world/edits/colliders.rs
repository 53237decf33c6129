//! Edits of colliders, and of the pairs that do not touch.

use super::Applied;
use crate::asset::shape::ShapeAsset;
use crate::desc::PliantColliderDesc;
use crate::error::Result;
use crate::ids::PliantColliderId;
use crate::math::PliantPose;
use crate::world::World;
use crate::world::scene::{Collider, Pair};
use std::sync::Arc;

impl World {
    pub(super) fn add_collider(
        &mut self,
        desc: &PliantColliderDesc,
        shape: Option<Arc<ShapeAsset>>,
    ) -> Result<Applied> {
        let mut collider = Collider::new(desc.checked()?, shape)?;
        self.scene.collider_slots().check_room()?;
        self.reserve_frames(collider.parts.len())?;
        self.store
            .make_kinematic_surfaces(&mut collider, self.queue.step() + 1)?;
        self.planner.disturb();
        let id = self.scene.add_collider(collider)?;
        Ok(Applied::Collider(id))
    }

    pub(super) fn move_collider(
        &mut self,
        id: PliantColliderId,
        pose: &PliantPose,
        teleport: bool,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        let collider = self.scene.collider_mut(id)?;
        collider.goal = pose;
        collider
            .kinematic_surfaces
            .iter_mut()
            .for_each(|c| c.rests = false);
        if teleport {
            collider.desc.pose = pose;
            self.planner.disturb();
            let slots: Vec<u32> = collider
                .kinematic_surfaces
                .iter()
                .map(|c| c.index)
                .collect();
            slots
                .into_iter()
                .try_for_each(|slot| self.store.forget_contacts(slot))?;
        }
        Ok(Applied::Done)
    }

    pub(super) fn remove_collider(&mut self, id: PliantColliderId) -> Result<Applied> {
        let collider = self.scene.remove_collider(id)?;
        self.store.drop_kinematic_surfaces(&collider);
        self.planner.change_plan(); // the colliders behind it get new indices
        Ok(Applied::Done)
    }

    /// Lets a body pass through another body or a collider, or touch it again.
    pub(super) fn ignore(&mut self, pair: Pair, ignored: bool) -> Result<Applied> {
        if self.scene.ignore(pair, ignored)? {
            self.planner.change_plan();
        }
        Ok(Applied::Done)
    }
}
