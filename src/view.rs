//! What callers get back: plain structs shared by the C ABI and the Rust API.
//!
//! A C caller sets `struct_size` before the call; the library writes only that many bytes.

mod query;

pub use query::*;

use crate::ids::{PliantBodyId, PliantFrameId, PliantMapId};
use crate::math::PliantPose;

mod asset;
pub use asset::*;

mod contact;
pub use contact::*;

mod library;
pub use library::*;

mod prepare;
pub use prepare::*;

/// Statistics of a world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantWorldStats {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Bodies in the world.
    pub body_count: u32,
    /// Colliders in the world.
    pub collider_count: u32,
    /// Skins on all bodies.
    pub skin_count: u32,
    /// Simulated vertices of all bodies.
    pub vertex_count: u64,
    /// Tetrahedra of all bodies.
    pub tet_count: u64,
    /// The newest submitted step, counted from 1; 0 before the first.
    pub frame: u64,
    /// The newest step that the GPU has finished.
    pub finished_frame: u64,
    /// GPU dispatches of the last step.
    pub dispatch_count: u32,
    /// Bodies in the state `PLIANT_BODY_NOT_FINITE` after the step `finished_frame`.
    pub stopped_body_count: u32,
    /// Contact planes dropped for lack of room in the last finished step, over all vertices and substeps of running
    /// bodies. A vertex stores 3 planes, or 8 in a world with bounded colliders. A vertex with more planes stops early,
    /// but passes through no collider. Usually 0.
    pub dropped_plane_count: u64,
    /// Steps since the world's creation whose results were not read back, because all slots for results were mapped.
    pub readback_skipped_count: u64,
    /// GPU memory held by this world [byte].
    pub gpu_bytes: u64,
    /// CPU time of the last step call [ns].
    pub step_cpu_ns: u64,
    /// GPU time of the last finished step [ns]; 0 if not measured.
    pub gpu_step_ns: u64,
    /// Bodies that were tested against all colliders in the last finished step, because their list of near colliders
    /// was full. The result is correct, but the step is slow. Usually 0.
    pub unlisted_body_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Feature pairs of bodies dropped for lack of room in the last finished step, plus 1 for each body, patch or
    /// vertex with too many features near. The vertices then stop early or do not move; no surfaces pass through each
    /// other. Usually 0.
    pub dropped_pair_count: u64,
    /// Touching pairs of the last finished step that got no event, because there were more than
    /// `PliantWorldDesc.event_capacity`.
    pub dropped_event_count: u64,
    /// Kernels that steps compiled or waited for, since the world's first step or since `pliant_world_prepare` first
    /// returned OK. Each such kernel can delay a step by seconds. 0 if the world was prepared for all its content. The
    /// log gives the cause.
    pub late_kernel_count: u64,
}

/// GPU time of one stage of a step: all bodies of one solver and executor, or all skinning. Stages run one after the
/// other.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantStageTime {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of stages measured in the step.
    pub stage_count: u32,
    /// The step, counted from 1.
    pub frame: u64,
    /// GPU time of the stage [ns].
    pub nanoseconds: u64,
    /// Name of the stage, UTF-8, zero-terminated.
    pub label: [u8; 64],
}

impl Default for PliantStageTime {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            stage_count: 0,
            frame: 0,
            nanoseconds: 0,
            label: [0; 64],
        }
    }
}

/// Properties and state of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantBodyInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_BODY_…`.
    pub state: u32,
    /// The substep in which the body stopped, for a body in the state `PLIANT_BODY_NOT_FINITE`.
    pub stopped_substep: u32,
    /// Vertices that touch a collider at the end of the step `frame`. Meshes, convex hulls, heightfields and other
    /// bodies do not count.
    pub touching_vertex_count: u32,
    /// Lower corner of the bounds of the body's vertices after the step `frame` [length unit, world].
    pub low: [f64; 3],
    /// Upper corner of the bounds of the body's vertices after the step `frame` [length unit, world].
    pub high: [f64; 3],
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Tetrahedra.
    pub tet_count: u32,
    /// The finished step to which state, contacts and bounds belong; 0 before the first finished step.
    pub frame: u64,
    /// `PliantBodyDesc.user_data` of the body.
    pub user_data: u64,
    /// Substeps per step that the body takes.
    pub substeps: u32,
    /// Iterations per substep that the body takes.
    pub iterations: u32,
    /// Executor of the body: `PLIANT_EXECUTOR_…`.
    pub executor: u32,
    /// Mass [kg].
    pub mass: f32,
    /// Bounded colliders against which the body's vertices and faces were tested in the step `frame`: the colliders
    /// near the body, or all colliders if the body's list of near colliders was full.
    pub near_collider_count: u32,
    /// Model of the body: `PLIANT_MODEL_…`.
    pub model: u32,
    /// Number of times that a neo-Hookean body gained energy by itself. Usually 0; otherwise use more substeps or
    /// iterations. A teleport resets the number.
    ///
    /// The energy of a body is checked in every eighth step if the body is free and away from all colliders. A body
    /// that is held by fixed vertices or pins in the world, or is near planes, is also checked: the energy then
    /// includes gravity's. These planes must be at rest, without surface velocity and without restitution. A body is
    /// not checked while a frame holds the body, a bounded collider is near, or a plane pushes the body out.
    /// Afterwards, and after edits, the comparison begins anew.
    ///
    /// A rise counts above 2.4e-4 of a scale: modulus times volume plus mass times (size/s)². Near planes, or if the
    /// body is held, weight times size is added to the scale. Energy from other bodies counts as a rise.
    pub energy_rise_count: u32,
    /// Contact problem in the step `frame`: `PLIANT_CONTACT_…`. Usually 0: no problem.
    pub contact: u32,
    /// Vertices whose displacement was shortened in the last substep of the step `frame`. Other bodies, meshes, convex
    /// hulls and heightfields shorten displacements; so does the bound of a vertex for the step, even if nothing is
    /// near. Other colliders do not count. If the number stays large, the body moves slower than it should.
    pub clamped_vertex_count: u32,
    /// Pressure inside a balloon minus the pressure outside, after the step `frame` [Pa]. A pressure below 0 pulls the
    /// skin inward. 0 for other models.
    pub pressure: f32,
    /// Volume inside a balloon after the step `frame` [length unit³]; 0 for other models.
    pub volume: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Pose and velocities of a rigid body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantBodyMotion {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// The finished step to which pose and velocities belong, counted from 1.
    pub frame: u64,
    /// Pose: world from the asset at the body's scale.
    pub pose: PliantPose,
    /// Velocity of the body's centre of mass [length unit/s].
    pub linear_velocity: [f32; 3],
    /// Angular velocity [rad/s].
    pub angular_velocity: [f32; 3],
}

/// Properties and state of a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantColliderInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`.
    pub shape: u32,
    /// Pose at the end of the newest step: world from collider.
    pub pose: PliantPose,
    /// Pose at the end of the next step: world from collider.
    pub goal: PliantPose,
    /// Size [length unit], as in `PliantColliderDesc`.
    pub size: [f32; 3],
    /// Scale of the collider's `shape_asset` [1].
    pub scale: [f32; 3],
    /// Friction coefficient [1].
    pub friction: f32,
    /// Restitution [1].
    pub restitution: f32,
    /// Layers that the collider is on.
    pub layers: u32,
    /// Layers of the bodies that the collider touches.
    pub mask: u32,
    /// Velocity of the surface in the collider's frame [length unit/s].
    pub surface_velocity: [f32; 3],
    /// 1 if the collider is a sensor.
    pub is_sensor: u32,
    /// `PliantColliderDesc.user_data` of the collider.
    pub user_data: u64,
}

/// Properties and state of a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantFrameInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of attachments to the frame.
    pub attachment_count: u32,
    /// Pose at the end of the newest step: world from frame.
    pub pose: PliantPose,
    /// Pose at the end of the next step: world from frame.
    pub goal: PliantPose,
    /// The `user_data` given to `pliant_frame_add`.
    pub user_data: u64,
}

/// Properties of an attachment.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAttachmentInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices that the attachment holds.
    pub vertex_count: u32,
    /// The body of the attachment.
    pub body: PliantBodyId,
    /// The frame that the vertices follow; the null handle is the world.
    pub frame: PliantFrameId,
    /// Spring stiffness of each vertex [N/m]; 0 is rigid.
    pub stiffness: f32,
    /// Reserved, zero.
    pub reserved: u32,
    /// `PliantAttachmentDesc.user_data` of the attachment.
    pub user_data: u64,
}

/// Skinned vertices of one finished step, mapped for reading.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantVertexView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Bytes from one vertex to the next.
    pub stride: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// The step to which the vertices belong.
    pub frame: u64,
    /// First vertex, in the skin's layout. Valid until `pliant_unmap`. Read only.
    pub data: *const u8,
    /// Size of `data` [byte].
    pub byte_count: u64,
    /// Origin of all positions of the view [length unit, world]: the world's origin in the step `frame`
    /// (`pliant_world_set_origin`).
    pub origin: [f64; 3],
    /// Lower corner of the bounds of the skin's positions [length unit, from `origin`].
    pub low: [f32; 3],
    /// Upper corner of the bounds of the skin's positions [length unit, from `origin`].
    pub high: [f32; 3],
    /// Handle for `pliant_unmap`.
    pub map: PliantMapId,
}

/// Simulated particles of one finished step, mapped for reading.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantParticleView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of simulated vertices, in internal order.
    pub vertex_count: u32,
    /// The step to which the particles belong.
    pub frame: u64,
    /// Origin of the positions [length unit, world]: a point near the body, which changes as the body moves.
    pub origin: [f64; 3],
    /// Four floats per particle: x y z [length unit, from `origin`], inverse mass [1/kg]. Valid until `pliant_unmap`.
    pub positions: *const f32,
    /// Four floats per particle: x y z [length unit/s], and a private value. Valid until `pliant_unmap`.
    pub velocities: *const f32,
    /// `internal_from_user[u]` is the index of input vertex `u` in the two arrays, or 0xFFFFFFFF if the vertex was
    /// dropped. Valid until `pliant_unmap`.
    pub internal_from_user: *const u32,
    /// Number of vertices of the input mesh.
    pub user_vertex_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Handle for `pliant_unmap`.
    pub map: PliantMapId,
}

/// A GPU, or a software driver that acts as one. Strings are UTF-8 and zero-terminated.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAdapterInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// 0 other, 1 integrated, 2 discrete, 3 virtual, 4 CPU.
    pub device_type: u32,
    /// PCI vendor id.
    pub vendor: u32,
    /// PCI device id.
    pub device: u32,
    /// Name of the adapter.
    pub name: [u8; 128],
    /// Name and version of the driver.
    pub driver: [u8; 128],
    /// PCI bus id such as `0000:65:00.0`; empty if unknown.
    pub pci_bus_id: [u8; 32],
    /// `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: [u8; 16],
    /// Workgroup memory [byte]. This memory limits the size of resident bodies.
    pub max_workgroup_storage_bytes: u32,
    /// 1 if GPU times can be measured.
    pub supports_timestamps: u32,
}

impl Default for PliantAdapterInfo {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            device_type: 0,
            vendor: 0,
            device: 0,
            name: [0; 128],
            driver: [0; 128],
            pci_bus_id: [0; 32],
            backend: [0; 16],
            max_workgroup_storage_bytes: 0,
            supports_timestamps: 0,
        }
    }
}
