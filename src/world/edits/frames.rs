//! Edits of frames.

use super::Applied;
use crate::error::Result;
use crate::ids::PliantFrameId;
use crate::math::PliantPose;
use crate::world::World;
use crate::world::scene::Frame;

impl World {
    pub(super) fn add_frame(&mut self, pose: &PliantPose, user_data: u64) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        self.reserve_frames(1)?;
        let id = self.scene.add_frame(Frame {
            pose,
            goal: pose,
            user_data,
        })?;
        Ok(Applied::Frame(id))
    }

    pub(super) fn move_frame(
        &mut self,
        id: PliantFrameId,
        pose: &PliantPose,
        teleport: bool,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        let frame = self.scene.frame_mut(id)?;
        frame.goal = pose;
        if teleport {
            frame.pose = pose;
        }
        Ok(Applied::Done)
    }

    pub(super) fn remove_frame(&mut self, id: PliantFrameId) -> Result<Applied> {
        self.scene.frame(id)?;
        let held = self.scene.attachments_to(id);
        for attachment in held {
            self.release(attachment)?;
        }
        self.scene.remove_frame(id)?;
        self.planner.change_plan();
        Ok(Applied::Done)
    }

    /// Makes room on the GPU for so many more frames.
    pub(super) fn reserve_frames(&mut self, more: usize) -> Result<()> {
        self.planner.change_plan();
        self.store.reserve_frames(&self.scene, more)
    }
}
