//! Queries of colliders, frames and attachments. The host knows the answers, so the GPU is not asked.

use super::Scene;
use crate::error::{Error, Result, Status};
use crate::ids::{self, Kind, PliantAttachmentId, PliantBodyId, PliantColliderId, PliantFrameId};
use crate::view::{PliantAttachmentInfo, PliantColliderInfo, PliantFrameInfo};

impl Scene {
    /// A collider as it is now.
    pub fn collider_info(&self, id: PliantColliderId) -> Result<PliantColliderInfo> {
        let collider = self.collider(id)?;
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
        let frame = self.frame(id)?;
        Ok(PliantFrameInfo {
            attachment_count: self.attachments_to(id).len() as u32,
            pose: frame.pose,
            goal: frame.goal,
            user_data: frame.user_data,
            ..Default::default()
        })
    }

    /// An attachment as it is now.
    pub fn attachment_info(&self, id: PliantAttachmentId) -> Result<PliantAttachmentInfo> {
        let attachment = self.attachments().get(id)?;
        Ok(PliantAttachmentInfo {
            vertex_count: attachment.vertices.len() as u32,
            body: attachment.body,
            frame: attachment.frame.unwrap_or_default(),
            stiffness: attachment.stiffness,
            user_data: attachment.user_data,
            ..Default::default()
        })
    }

    /// A handle of a saved world in the world with this number, whose scene this is. Fails with `InvalidHandle` if it is not
    /// here, or is no body, collider, frame or attachment.
    pub fn translate(&self, saved: u64, world: u32) -> Result<u64> {
        let kinds = [Kind::Body, Kind::Collider, Kind::Frame, Kind::Attachment];
        let parts = ids::unpack(saved);
        let kind = parts.and_then(|parts| kinds.into_iter().find(|kind| *kind as u8 == parts.kind));
        let (Some(parts), Some(kind)) = (parts, kind) else {
            let message = format!("{saved:#018x} names no body, collider, frame or attachment");
            return Err(Error::new(Status::InvalidHandle, message));
        };
        let bits = ids::pack(ids::Parts { world, ..parts });
        match kind {
            Kind::Body => self.body(PliantBodyId { bits }).map(drop),
            Kind::Collider => self.collider(PliantColliderId { bits }).map(drop),
            Kind::Frame => self.frame(PliantFrameId { bits }).map(drop),
            _ => self
                .attachments()
                .get(PliantAttachmentId { bits })
                .map(drop),
        }?;
        Ok(bits)
    }
}
