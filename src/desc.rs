//! What callers pass: creation structs with units, ranges and defaults. They are the C ABI's structs and the
//! Rust API's at once, so a fact stands here only.
//!
//! Every struct starts with `struct_size`. All zeros apart from it is valid: where zero has no meaning of its own
//! (a count, a mode, a density) it means "choose for me" and the default in the field's doc is taken.

use crate::math::PliantPose;
use serde::{Deserialize, Serialize};

/// World flag: computes a 64-bit hash of all positions and velocities after each step.
pub const PLIANT_WORLD_HASH: u32 = 1;
/// World flag: measures GPU time per pass where the adapter can.
pub const PLIANT_WORLD_TIMESTAMPS: u32 = 2;

/// Adapter choice: the fastest one, then any.
pub const PLIANT_POWER_DEFAULT: u32 = 0;
/// Adapter choice: prefer integrated, low-power adapters.
pub const PLIANT_POWER_LOW: u32 = 1;
/// Adapter choice: prefer discrete adapters.
pub const PLIANT_POWER_HIGH: u32 = 2;
/// Adapter choice: only a software adapter (for tests and machines without a GPU).
pub const PLIANT_POWER_SOFTWARE: u32 = 3;

/// Simulation method: choose for me (vertex block descent).
pub const PLIANT_METHOD_DEFAULT: u32 = 0;
/// Simulation method: stable neo-Hookean solid, implicit, vertex block descent.
pub const PLIANT_METHOD_NEO_HOOKEAN: u32 = 1;
/// Simulation method: mass-spring system on the tet edges with a volume force, explicit Verlet.
pub const PLIANT_METHOD_MASS_SPRING: u32 = 2;

/// Executor: choose by size and by what the adapter can hold.
pub const PLIANT_EXECUTOR_DEFAULT: u32 = 0;
/// Executor: one workgroup owns the body and runs a whole frame in one dispatch.
pub const PLIANT_EXECUTOR_RESIDENT: u32 = 1;
/// Executor: the body shares wide dispatches with all other large bodies.
pub const PLIANT_EXECUTOR_WIDE: u32 = 2;

/// Collider shape: half-space below the plane y = 0 of the collider's frame (its local +y is outside).
pub const PLIANT_SHAPE_PLANE: u32 = 1;
/// Collider shape: sphere; `size[0]` is the radius.
pub const PLIANT_SHAPE_SPHERE: u32 = 2;
/// Collider shape: capsule along local y; `size[0]` is the radius, `size[1]` the half height between the cap centres.
pub const PLIANT_SHAPE_CAPSULE: u32 = 3;
/// Collider shape: cuboid; `size` holds the half extents.
pub const PLIANT_SHAPE_CUBOID: u32 = 4;

/// Map mode: wait until the newest submitted frame is there.
pub const PLIANT_MAP_WAIT: u32 = 0;
/// Map mode: the newest submitted frame if it is there, else `PLIANT_NOT_READY`.
pub const PLIANT_MAP_NO_WAIT: u32 = 1;
/// Map mode: the newest finished frame, however old; `PLIANT_NOT_READY` only before the first.
pub const PLIANT_MAP_LATEST: u32 = 2;

/// Body state: simulated.
pub const PLIANT_BODY_ACTIVE: u32 = 0;
/// Body state: stopped at its last finite state because a position or velocity stopped being finite.
pub const PLIANT_BODY_NOT_FINITE: u32 = 1;

/// How to create a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantWorldDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_WORLD_…` bits. Default 0.
    pub flags: u32,
    /// Metres in one length unit of the caller: 1 for Unity, 0.01 for Unreal. Range (0, 1e6]. Default 1.
    /// Positions, sizes and velocities are in this unit; moduli stay in Pa and densities in kg/m³.
    pub length_unit_m: f32,
    /// Gravity [length unit/s²]. Default (`pliant_world_desc_init`): 9.81 m/s² towards -y. Zero means none.
    pub gravity: [f32; 3],
    /// `PLIANT_POWER_…`. Default: the fastest adapter.
    pub power_preference: u32,
    /// Substeps a step for bodies that do not say; more gives less numerical damping and costs time in proportion.
    /// Range 1 to 64. Default 4.
    pub substeps: u32,
    /// Iterations a substep for bodies that do not say; more gives the right stiffness sooner. Range 1 to 256. Default 5.
    pub iterations: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Part of an adapter's name, UTF-8, case ignored; NULL for any. Not kept.
    pub adapter_name: *const core::ffi::c_char,
    /// PCI bus id such as `0000:65:00.0` of the wanted adapter; NULL for any. Not kept.
    pub adapter_pci_bus_id: *const core::ffi::c_char,
    /// Returned with log messages of this world.
    pub user_data: u64,
}

/// The elastic material of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PliantMaterialDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_METHOD_…`. Default: neo-Hookean. Cannot change while the body lives.
    pub method: u32,
    /// Young's modulus E [Pa]: more is stiffer and needs more iterations. Range 1 to 1e12. Default 1e6.
    pub young_modulus: f32,
    /// Poisson's ratio ν [1]: 0 squeezes without bulging, 0.49 nearly keeps volume. Range 0 to 0.495.
    /// Default of `pliant_material_desc_init` 0.3.
    pub poisson_ratio: f32,
    /// Mass density [kg/m³]. Range 1e-3 to 1e6. Default 1000.
    pub density: f32,
    /// Rate at which deforming motion dies away [1/s]; falling and turning as a whole are not damped. Range 0 to 1e4. Default 0.
    pub damping: f32,
    /// Mass-spring only: volume stiffness D_v as a multiple of the springs' modulus [1]. Range 0 to 100.
    /// Default of `pliant_material_desc_init` 1.
    pub volume_stiffness: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// How to add a body to a world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PliantBodyDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_EXECUTOR_…`. Default: choose.
    pub executor: u32,
    /// World from body at the start.
    pub pose: PliantPose,
    /// Velocity at the start [length unit/s].
    pub linear_velocity: [f32; 3],
    /// Angular velocity at the start [rad/s], about the body's centre of mass.
    pub angular_velocity: [f32; 3],
    /// Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default 1.
    pub scale: f32,
    /// Substeps a step. Range 1 to 64 (mass-spring: 1 to 65535). Default: the world's, or, for mass-spring, what its stability limit asks for.
    pub substeps: u32,
    /// Iterations a substep. Range 1 to 256. Default: the world's. Mass-spring has none.
    pub iterations: u32,
    /// Friction coefficient against colliders [1], multiplied with the collider's by a geometric mean. Range 0 to 10. Default of the init function 0.5.
    pub friction: f32,
    /// Bounciness against colliders [1], the larger of body and collider counts. Range 0 to 1. Default 0.
    pub restitution: f32,
    /// The layers this body is on, one bit each. Default (0): bit 0.
    pub layers: u32,
    /// The collider layers this body touches. Default (0): all.
    pub mask: u32,
    /// 1 to copy particle positions and velocities back each step for `pliant_body_map_particles`. Default 0.
    pub readback_particles: u32,
    /// What it is made of.
    pub material: PliantMaterialDesc,
    /// Returned with whatever names this body.
    pub user_data: u64,
}

/// How to add a collider. Colliders are never moved by bodies.
#[repr(C)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PliantColliderDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`; required.
    pub shape: u32,
    /// World from collider.
    pub pose: PliantPose,
    /// Meaning by shape, see `PLIANT_SHAPE_…` [length unit], each used one above zero.
    pub size: [f32; 3],
    /// Friction coefficient [1]. Range 0 to 10. Default of the init function 0.5.
    pub friction: f32,
    /// Bounciness [1]. Range 0 to 1. Default 0.
    pub restitution: f32,
    /// The layers this collider is on. Default (0): bit 0.
    pub layers: u32,
    /// The body layers this collider touches. Default (0): all.
    pub mask: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Returned with whatever names this collider.
    pub user_data: u64,
}

/// How to hold vertices of a body. Either `vertex_count` vertices by index, or (0 vertices) the surface triangle
/// nearest to `surface_point`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAttachmentDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many entries `vertices` has; 0 to attach by `surface_point`.
    pub vertex_count: u32,
    /// Indices into the mesh as it was given to the asset. Not kept. May be NULL when `vertex_count` is 0.
    pub vertices: *const u32,
    /// A point on or near the body's surface in its rest pose [length unit, asset coordinates before scale].
    pub surface_point: [f32; 3],
    /// Spring stiffness a vertex [N/m]; 0 holds rigidly. Range 0 to 1e12.
    pub stiffness: f32,
    /// The frame that carries the vertices; the null handle holds them where they are in the world.
    pub frame: crate::ids::PliantFrameId,
    /// 1: the attached point goes to `target` (a world point, or a point of the frame); 0: the vertices keep their
    /// present offset from the frame or the world.
    pub use_target: u32,
    /// Where the attached point goes [length unit]; used if `use_target` is 1.
    pub target: [f32; 3],
    /// Returned with whatever names this attachment.
    pub user_data: u64,
}

/// Where skinning writes each attribute of a vertex. Offsets and stride are multiples of 4; `PLIANT_ABSENT` leaves an attribute out.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PliantVertexLayout {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Bytes from one vertex to the next. Range 12 to 2048. Default (0): what the present attributes need.
    pub stride: u32,
    /// Offset of three floats, position [length unit, world].
    pub position_offset: u32,
    /// Offset of three floats, unit normal, or `PLIANT_ABSENT`.
    pub normal_offset: u32,
    /// Offset of four floats, unit tangent and handedness, or `PLIANT_ABSENT`.
    pub tangent_offset: u32,
    /// Offset of three floats, the position one step before, for motion vectors, or `PLIANT_ABSENT`.
    pub previous_position_offset: u32,
}

/// An attribute that is not wanted.
pub const PLIANT_ABSENT: u32 = 0xFFFF_FFFF;

/// A render mesh, to be bound to an asset. Arrays are pointer + count + stride, in the asset's coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantSkinAssetDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many vertices. Range 1 to 16,777,215.
    pub vertex_count: u32,
    /// Three floats a vertex. Required. Not kept.
    pub positions: *const f32,
    /// Bytes between positions. Default (0): 12.
    pub position_stride: u32,
    /// Bytes between normals. Default (0): 12.
    pub normal_stride: u32,
    /// Three floats a vertex, or NULL to compute smooth ones (seams that share a position share the normal).
    pub normals: *const f32,
    /// Four floats a vertex (unit tangent, handedness ±1), or NULL to derive any tangent perpendicular to the normal.
    pub tangents: *const f32,
    /// Bytes between tangents. Default (0): 16.
    pub tangent_stride: u32,
    /// How many indices, three a triangle. Range 3 to 100,000,000.
    pub index_count: u32,
    /// Triangle indices. Required. Not kept.
    pub indices: *const u32,
}

/// A tetrahedral mesh, to be cooked. Arrays are pointer + count + stride.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAssetDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// How many vertices.
    pub vertex_count: u32,
    /// Three floats a vertex [length unit]. Required. Not kept.
    pub positions: *const f32,
    /// Bytes between positions. Default (0): 12.
    pub position_stride: u32,
    /// How many tetrahedra.
    pub tet_count: u32,
    /// Four indices a tetrahedron; a mesh whose tetrahedra all have negative volume is mirrored engine data and is flipped. Required. Not kept.
    pub tets: *const u32,
    /// One stiffness factor a tetrahedron [1], each in 1e-3 to 1e3, or NULL for 1. Not kept.
    pub tet_stiffness: *const f32,
    /// 1 drops vertices that belong to no tetrahedron instead of refusing the mesh. Default 0.
    pub drop_unreferenced: u32,
    /// Reserved, zero.
    pub reserved: u32,
}
