//! What callers get back: plain structs shared by the C ABI and the Rust API.
//!
//! A C caller sets `struct_size` before the call; the library writes only that many bytes.

mod query;

pub use query::*;

use crate::ids::{PliantBodyId, PliantFrameId, PliantMapId};
use crate::math::PliantPose;
use serde::Serialize;

mod contact;
pub use contact::*;

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
    /// The newest step the GPU has finished.
    pub finished_frame: u64,
    /// GPU dispatches of the last step.
    pub dispatch_count: u32,
    /// Bodies that are `PLIANT_BODY_NOT_FINITE`, as of `finished_frame`.
    pub stopped_body_count: u32,
    /// Contact planes that found no room in the last finished step, over all vertices and substeps of running bodies. A
    /// vertex keeps 3 planes, or 8 in a world with bounded colliders. Nothing passes through a collider for this, but
    /// the vertex stops early. Usually 0.
    pub dropped_plane_count: u64,
    /// Steps since the world's creation whose results were not read back because all slots were mapped.
    pub readback_skipped_count: u64,
    /// GPU memory held by this world [byte].
    pub gpu_bytes: u64,
    /// CPU time of the last step call [ns].
    pub step_cpu_ns: u64,
    /// GPU time of the last finished step [ns]; 0 if not measured.
    pub gpu_step_ns: u64,
    /// Bodies that looked at all colliders in the last finished step, because there was no room for the list of those
    /// near them. Right but slow. Usually 0.
    pub unlisted_body_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Pairs of features of bodies that found no room in the last finished step, and one for each body, patch or vertex that
    /// had too much near it. Nothing crosses for this, but their vertices stop early or stay where they are. Usually 0.
    pub dropped_pair_count: u64,
    /// Pairs that touched in the last finished step and found no room among its events (`PliantWorldDesc.event_capacity`).
    pub dropped_event_count: u64,
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
    /// The substep in which the body was stopped, if it was.
    pub stopped_substep: u32,
    /// Vertices that touch a collider at `frame`, other than a mesh, a convex hull or a heightfield. Other bodies do not
    /// count.
    pub touching_vertex_count: u32,
    /// Lower corner of the bounds of its vertices at `frame` [length unit, world].
    pub low: [f64; 3],
    /// Upper corner of the bounds of its vertices at `frame` [length unit, world].
    pub high: [f64; 3],
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Tetrahedra.
    pub tet_count: u32,
    /// The finished step that state, contacts and bounds belong to; 0 before the first.
    pub frame: u64,
    /// As given when the body was added.
    pub user_data: u64,
    /// Substeps per step in use.
    pub substeps: u32,
    /// Iterations per substep in use.
    pub iterations: u32,
    /// `PLIANT_EXECUTOR_…` in use.
    pub executor: u32,
    /// Mass [kg].
    pub mass: f32,
    /// Colliders with bounds that its vertices and faces looked at in the step `frame`: those that it could reach. All
    /// colliders if the list of those near it had no room.
    pub near_collider_count: u32,
    /// `PLIANT_MODEL_…` in use.
    pub model: u32,
    /// Times that a neo-Hookean body was found to have gained energy by itself. Every eighth step looks, while nothing does
    /// work on it. A
    /// free body is watched away from all colliders. A body that fixed vertices or pins in the world hold, or that is
    /// near planes, is watched with gravity, if those planes are at rest, do not run and do not bounce. A body is not
    /// watched while a frame holds it, while it is near a collider with bounds, or while a plane drives it out. After
    /// edits and such times, the comparison begins anew. A rise counts from 2.4e-4 of what the body's modulus times
    /// its volume, or a motion by its size a second, would be; near planes and where it is held, its weight times its
    /// size is added. Other bodies are not known: what they give counts. A teleport sets it back to 0. Usually 0; else take more substeps or iterations.
    pub energy_rise_count: u32,
    /// What is wrong with its contact in the step `frame`: `PLIANT_CONTACT_…`, or 0 as usual.
    pub contact: u32,
    /// Vertices that other bodies, or mesh, convex hull or heightfield colliders, cut short in the last substep of `frame`, or
    /// that may go no farther in the step, which may be with nothing near. Other colliders do not count. Many of them, for
    /// long: the body is slower than it should be.
    pub clamped_vertex_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// How a rigid body stands and moves.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantBodyMotion {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// The finished step that it belongs to, counted from 1.
    pub frame: u64,
    /// World from the asset, scaled by the body's scale.
    pub pose: PliantPose,
    /// Velocity of its centre of mass [length unit/s].
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
    /// World from collider, at the end of the newest step.
    pub pose: PliantPose,
    /// World from collider, at the end of the next step.
    pub goal: PliantPose,
    /// As given when the collider was added [length unit].
    pub size: [f32; 3],
    /// Scale of its asset [1].
    pub scale: [f32; 3],
    /// Friction coefficient [1].
    pub friction: f32,
    /// Restitution [1].
    pub restitution: f32,
    /// The layers it is on.
    pub layers: u32,
    /// The body layers it touches.
    pub mask: u32,
    /// Velocity of its surface in its own frame [length unit/s].
    pub surface_velocity: [f32; 3],
    /// 1 if it is a sensor.
    pub is_sensor: u32,
    /// As given when the collider was added.
    pub user_data: u64,
}

/// Properties and state of a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantFrameInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of attachments to it.
    pub attachment_count: u32,
    /// World from frame, at the end of the newest step.
    pub pose: PliantPose,
    /// World from frame, at the end of the next step.
    pub goal: PliantPose,
    /// As given when the frame was added.
    pub user_data: u64,
}

/// Properties of an attachment.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAttachmentInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of vertices it holds.
    pub vertex_count: u32,
    /// The body it holds.
    pub body: PliantBodyId,
    /// The frame that carries the vertices; the null handle is the world.
    pub frame: PliantFrameId,
    /// Spring stiffness of each vertex [N/m]; 0 is rigid.
    pub stiffness: f32,
    /// Reserved, zero.
    pub reserved: u32,
    /// As given when the attachment was made.
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
    /// The step these vertices belong to.
    pub frame: u64,
    /// First vertex, in the skin's layout. Valid until `pliant_unmap`. Read only.
    pub data: *const u8,
    /// Size of `data` [byte].
    pub byte_count: u64,
    /// What all positions here are relative to [length unit, world]: the world's origin for render vertices in the step
    /// `frame` (`pliant_world_set_origin`).
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
    /// The step these particles belong to.
    pub frame: u64,
    /// What the positions are relative to [length unit, world]. It is near the body, and another one when the body has
    /// moved on.
    pub origin: [f64; 3],
    /// Four floats per particle: x y z [length unit, from `origin`], inverse mass [1/kg]. Valid until `pliant_unmap`.
    pub positions: *const f32,
    /// Four floats per particle: x y z [length unit/s], and one that is private. Valid until `pliant_unmap`.
    pub velocities: *const f32,
    /// `internal_from_user[u]` is the index of input vertex `u` in the two arrays, or 0xFFFFFFFF if it was dropped.
    /// Valid until `pliant_unmap`.
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
    /// Workgroup memory [byte]. It limits the size of resident bodies.
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

/// Asset kind: tets, from which worlds make bodies.
pub const PLIANT_ASSET_BODY: u32 = 0;
/// Asset kind: triangles without a volume. It is simulated as cloth.
pub const PLIANT_ASSET_SHELL: u32 = 1;

/// Properties of a cooked asset.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAssetInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Vertices of the input mesh, dropped ones included. For a cooked surface: of the tets or of the repaired surface.
    pub user_vertex_count: u32,
    /// Tetrahedra; 0 for a shell.
    pub tet_count: u32,
    /// Edges, each counted once.
    pub edge_count: u32,
    /// Triangles of the boundary, or of the shell.
    pub surface_triangle_count: u32,
    /// Colours: vertices of one colour are solved in parallel.
    pub colour_count: u32,
    /// Volume at rest [length unit³]; 0 for a shell.
    pub volume: f32,
    /// Lower corner of the bounds at rest [length unit].
    pub low: [f32; 3],
    /// Upper corner of the bounds at rest [length unit].
    pub high: [f32; 3],
    /// Centroid at rest [length unit]: of the volume, or of a shell's area.
    pub centroid: [f32; 3],
    /// `PLIANT_ASSET_…`.
    pub kind: u32,
    /// Hash of the content: equal assets have equal hashes.
    pub content_hash: u64,
}

/// What cooking did to a surface and what came out. `pliant_asset_report_text` gives it as text; docs/decisions/0014
/// and 0015 give the rules.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PliantSurfaceReport {
    /// Size of this struct in bytes as the caller knows it.
    #[serde(skip)]
    pub struct_size: u32,
    /// `PLIANT_ASSET_…`.
    pub kind: u32,
    /// Level of detail; 0 is the finest.
    pub level: u32,
    /// Vertices of the input.
    pub given_vertex_count: u32,
    /// Triangles of the input.
    pub given_triangle_count: u32,
    /// Vertices dropped because no triangle uses them.
    pub unreferenced_vertex_count: u32,
    /// Vertices welded to one at the same position.
    pub welded_exactly_count: u32,
    /// Vertices on open edges welded to one within `weld_radius`.
    pub welded_nearly_count: u32,
    /// The farthest that a vertex on an open edge may move [length unit].
    pub weld_radius: f32,
    /// Triangles dropped because two of their corners coincide.
    pub degenerate_triangle_count: u32,
    /// Triangles dropped as duplicates.
    pub duplicate_triangle_count: u32,
    /// Triangles dropped as the back side of another one.
    pub two_sided_triangle_count: u32,
    /// Triangles without area, replaced by a vertex on their neighbour's edge.
    pub flat_triangle_count: u32,
    /// Edges of three or more triangles, cut into sheets.
    pub cut_edge_count: u32,
    /// Edges cut because the sheet has only one side, as a Möbius strip has.
    pub one_sided_edge_count: u32,
    /// Vertices added where several sheets met.
    pub split_vertex_count: u32,
    /// Triangle edges that got a vertex in the middle, to part sheets along a cut.
    pub separated_side_count: u32,
    /// Triangles flipped to agree with most of their part.
    pub flipped_triangle_count: u32,
    /// Inside-out parts that were flipped. Open parts that bound a volume together count by volume.
    pub inside_out_part_count: u32,
    /// Holes before closing: loops of open edges.
    pub hole_count: u32,
    /// Holes that were closed; those of shells stay open.
    pub closed_hole_count: u32,
    /// Triangles added to close holes.
    pub cap_triangle_count: u32,
    /// The largest fraction of its area that a solid part lacked [1].
    pub largest_opening: f32,
    /// Parts that bound a volume, alone or with others.
    pub solid_part_count: u32,
    /// Volumes among these that are cavities of others.
    pub cavity_count: u32,
    /// Parts without a volume.
    pub shell_part_count: u32,
    /// Shell parts that are not in the tets: a skin on them follows the nearest tets.
    pub left_out_part_count: u32,
    /// Bodies in the tets; they share no vertex.
    pub body_count: u32,
    /// Bodies among these that were made as cages.
    pub cage_body_count: u32,
    /// Bodies with walls, necks or gaps thinner than the tets, or turned into cages for that. More elements would
    /// resolve them.
    pub unresolved_body_count: u32,
    /// Bodies left out because they are too flat to be filled.
    pub flat_body_count: u32,
    /// Tets.
    pub tet_count: u32,
    /// Edge of a lattice cell [length unit]. This and all fields below are 0 for a shell.
    pub cell_size: f32,
    /// Smallest dihedral angle [degree].
    pub least_dihedral: f32,
    /// Largest dihedral angle [degree].
    pub largest_dihedral: f32,
    /// Volume inside the repaired surface [length unit³]. Overlaps count once, to 1 %.
    pub surface_volume: f32,
    /// Volume of the tets [length unit³].
    pub volume: f32,
    /// Largest distance of an input vertex from the nearest tet, divided by the diagonal of the tets' bounding box [1].
    /// 0 if all lie inside, as in most cages. Vertices outside follow by extrapolation, which shows above 0.05.
    /// Vertices without a triangle do not count.
    pub farthest_outside: f32,
    /// Largest distance of the tets' boundary (triangle corners and centres) from the repaired surface, divided by the
    /// same diagonal [1]: how much thicker or thinner the colliding shape is than the drawn one. For a cage, up to a
    /// cell's diagonal.
    pub farthest_boundary: f32,
    /// Bodies of a conforming mesh whose boundary and surface are within 1 % of the surface's diagonal of each other,
    /// with a volume right to 2 %. Cages do not count. Slits narrower than 1/1000 of the body's diagonal count as shut.
    pub near_body_count: u32,
    /// Connected pieces of the tets. More than `body_count` if a body falls apart: its neck is thinner than the tets,
    /// or its parts only touch.
    pub piece_count: u32,
    /// Largest distance of the repaired surface from the tets' boundary, divided by the same diagonal [1]: how long the
    /// tips and walls are that a conforming mesh lacks, or how thick a cage is. Narrow slits count as shut, as above.
    pub farthest_surface: f32,
}

/// Properties of a bound render mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantSkinAssetInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Render vertices.
    pub vertex_count: u32,
    /// Number of indices, three per triangle.
    pub index_count: u32,
    /// Largest distance of a render vertex from the tets, divided by the tets' diagonal [1]. Vertices outside follow by
    /// extrapolation, which shows above 0.05. Above 0.1 the render mesh probably has another pose, scale or unit.
    /// Vertices without a triangle do not count.
    pub farthest_outside: f32,
    /// `content_hash` of the asset it is bound to.
    pub asset_hash: u64,
    /// Hash of the content.
    pub content_hash: u64,
}
