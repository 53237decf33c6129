//! Queries of colliders, frames and attachments. The host knows the answers, so the GPU is not asked.

use super::World;
use crate::error::Result;
use crate::ids::{PliantAttachmentId, PliantColliderId, PliantFrameId};
use crate::view::{PliantAttachmentInfo, PliantColliderInfo, PliantFrameInfo};

impl World {
    /// A collider as it is now.
    pub fn collider_info(&self, id: PliantColliderId) -> Result<PliantColliderInfo> {
        let collider = self.scene.colliders.get(id)?;
        let desc = &collider.desc;
        Ok(PliantColliderInfo {
            shape: desc.shape,
            pose: desc.pose,
            goal: collider.goal,
            size: desc.size,
            scale: desc.scale,
            friction: desc.friction,
            restitution: desc.restitution,
            surface_velocity: desc.surface_velocity,
            layers: desc.layers,
            mask: desc.mask,
            is_sensor: desc.is_sensor,
            user_data: desc.user_data,
            ..Default::default()
        })
    }

    /// A frame as it is now.
    pub fn frame_info(&self, id: PliantFrameId) -> Result<PliantFrameInfo> {
        let frame = self.scene.frames.get(id)?;
        Ok(PliantFrameInfo {
            attachment_count: self.scene.attachments_to(id).len() as u32,
            pose: frame.pose,
            goal: frame.goal,
            user_data: frame.user_data,
            ..Default::default()
        })
    }

    /// An attachment as it is now.
    pub fn attachment_info(&self, id: PliantAttachmentId) -> Result<PliantAttachmentInfo> {
        let attachment = self.scene.attachments().get(id)?;
        Ok(PliantAttachmentInfo {
            vertex_count: attachment.vertices.len() as u32,
            body: attachment.body,
            frame: attachment.frame.unwrap_or_default(),
            stiffness: attachment.stiffness,
            user_data: attachment.user_data,
            ..Default::default()
        })
    }
}
