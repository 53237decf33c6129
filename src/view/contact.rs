//! Shapes, and what colliders get.

use crate::ids::{PliantBodyId, PliantColliderId};

/// What bodies gave a collider in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantColliderImpulse {
    /// The collider.
    pub collider: PliantColliderId,
    /// As given when the collider was added.
    pub user_data: u64,
    /// Impulse on it [N s]. Over the length of the step it is the mean force.
    pub impulse: [f32; 3],
    /// Angular impulse on it about its origin [N m s].
    pub angular_impulse: [f32; 3],
    /// 1 if something is missing: a body that fixed vertices or attachments hold touched it, or one that touched more
    /// than four colliders.
    pub dropped: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// What bodies gave colliders in a step. It ends with the next step or the next call that writes one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantImpulseView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of colliders: all that the world had in the step, in the order of their slots.
    pub count: u32,
    /// The step.
    pub frame: u64,
    /// What each got, `stride` bytes apart.
    pub impulses: *const PliantColliderImpulse,
    /// Bytes from one to the next.
    pub stride: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Properties of a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantShapeInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`, from `PLIANT_SHAPE_MESH` on.
    pub kind: u32,
    /// Vertices of a mesh, convex hull or heightfield that belong to a triangle.
    pub vertex_count: u32,
    /// Its triangles that have an area.
    pub triangle_count: u32,
    /// Points of the grid of an SDF along x, y and z.
    pub grid_counts: [u32; 3],
    /// Parts of a compound, of which none is a compound.
    pub part_count: u32,
    /// Low corner of the box around it [length unit]; infinite if a half-space is part of it.
    pub low: [f32; 3],
    /// High corner.
    pub high: [f32; 3],
    /// Hash of its contents.
    pub content_hash: u64,
}

/// Flag of an event: the collider is a sensor. Point, normal and impulse are zero.
pub const PLIANT_EVENT_SENSOR: u32 = 1;
/// Flag of an event: the impulse is not known, because attachments or fixed vertices hold the body.
pub const PLIANT_EVENT_NO_IMPULSE: u32 = 2;

/// A pair that begins, goes on or ends to touch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantEvent {
    /// `PLIANT_EVENT_BEGIN`, `PLIANT_EVENT_STAY` or `PLIANT_EVENT_END`.
    pub kind: u32,
    /// `PLIANT_EVENT_SENSOR` and `PLIANT_EVENT_NO_IMPULSE`.
    pub flags: u32,
    /// A body. After an end it may have been removed.
    pub body: PliantBodyId,
    /// The other body, which may be the same; null if it is a collider. Of two bodies the first has the lower handle.
    pub other_body: PliantBodyId,
    /// The collider; null if it is a body.
    pub collider: PliantColliderId,
    /// As given when the body was added.
    pub user_data: u64,
    /// As given when the other side was added.
    pub other_user_data: u64,
    /// The mean place of the contact, by the impulses there [length unit, world]. At an end, where it was last.
    pub point: [f64; 3],
    /// The mean normal, from the other side to the body.
    pub normal: [f32; 3],
    /// Impulse on the body in the step [N s]. Over the length of the step it is the mean force. The other side got the
    /// opposite. Zero at an end.
    pub impulse: [f32; 3],
}

/// The events of a step. It ends with the next step or the next call that writes one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantEventView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of events, sorted by their handles.
    pub count: u32,
    /// The step.
    pub frame: u64,
    /// The events, `stride` bytes apart.
    pub events: *const PliantEvent,
    /// Bytes from one to the next.
    pub stride: u32,
    /// Pairs of bodies that touched and found no room (`PliantWorldDesc.event_capacity`). Which ones is the same in each
    /// run. If they were told before, an end is told of them.
    pub dropped_count: u32,
    /// Steps between the one that was told last and this one: nobody looked at what touched in them alone.
    pub skipped_step_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
}
