//! Shapes, and what colliders get.

use crate::ids::{PliantBodyId, PliantColliderId};

/// The impulse of all bodies on a collider in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantColliderImpulse {
    /// The collider.
    pub collider: PliantColliderId,
    /// `PliantColliderDesc.user_data` of the collider.
    pub user_data: u64,
    /// Impulse on the collider [N s]. The impulse divided by the length of the step is the mean force.
    pub impulse: [f32; 3],
    /// Angular impulse on the collider, about the collider's origin [N m s].
    pub angular_impulse: [f32; 3],
    /// 1 if the impulse is incomplete: the collider touched a body that fixed vertices or attachments hold, or a body that
    /// touched more than four colliders.
    pub dropped: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Impulses of bodies on colliders in a step. The view is valid until the next step or the next
/// `pliant_world_impulses`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantImpulseView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of impulses: one for each collider of the world in the step, in the order of the colliders' slots.
    pub count: u32,
    /// The step to which the impulses belong.
    pub frame: u64,
    /// The impulses, `stride` bytes apart.
    pub impulses: *const PliantColliderImpulse,
    /// Bytes from one impulse to the next.
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
    /// Triangles with an area.
    pub triangle_count: u32,
    /// Points of the grid of an SDF along x, y and z.
    pub grid_counts: [u32; 3],
    /// Parts of a compound. No part is itself a compound.
    pub part_count: u32,
    /// Lower corner of the bounds [length unit]; infinite for a compound with a half-space.
    pub low: [f32; 3],
    /// Upper corner of the bounds [length unit].
    pub high: [f32; 3],
    /// Hash of the content.
    pub content_hash: u64,
}

/// Flag of an event: the collider is a sensor. Point, normal and impulse are zero.
pub const PLIANT_EVENT_SENSOR: u32 = 1;
/// Flag of an event: the impulse is unknown, because attachments or fixed vertices hold the body.
pub const PLIANT_EVENT_NO_IMPULSE: u32 = 2;

/// A pair that begins to touch, still touches, or no longer touches.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantEvent {
    /// `PLIANT_EVENT_BEGIN`, `PLIANT_EVENT_STAY` or `PLIANT_EVENT_END`.
    pub kind: u32,
    /// Bits: `PLIANT_EVENT_SENSOR` and `PLIANT_EVENT_NO_IMPULSE`.
    pub flags: u32,
    /// A body. At `PLIANT_EVENT_END`, the body may have been removed.
    pub body: PliantBodyId,
    /// The other body, or the same body where a body touches itself; null if the other side is a collider. Of two
    /// bodies, `body` has the lower handle.
    pub other_body: PliantBodyId,
    /// The collider; null if the other side is a body.
    pub collider: PliantColliderId,
    /// `PliantBodyDesc.user_data` of the body.
    pub user_data: u64,
    /// `user_data` of the other side.
    pub other_user_data: u64,
    /// Mean position of the contact, weighted by impulse [length unit, world]. At `PLIANT_EVENT_END`: the last position.
    pub point: [f64; 3],
    /// Mean normal [1], from the other side to the body.
    pub normal: [f32; 3],
    /// Impulse on the body in the step [N s]. The impulse divided by the length of the step is the mean force. The
    /// other side gets the opposite impulse. Zero at `PLIANT_EVENT_END`.
    pub impulse: [f32; 3],
}

/// The events of a step. The view is valid until the next step or the next `pliant_world_events`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantEventView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of events. The events are sorted by handles.
    pub count: u32,
    /// The step to which the events belong.
    pub frame: u64,
    /// The events, `stride` bytes apart.
    pub events: *const PliantEvent,
    /// Bytes from one event to the next.
    pub stride: u32,
    /// Touching pairs of bodies that got no event, because there were more than `PliantWorldDesc.event_capacity`. Equal
    /// runs drop the same pairs. A dropped pair that was reported before gets an end event.
    pub dropped_count: u32,
    /// Steps between the last reported step and this step. Contacts that existed only in the steps between are not reported.
    pub skipped_step_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
}
