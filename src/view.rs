//! What callers get back: plain structs that the C ABI and the Rust API share.
//!
//! A C caller sets `struct_size` before the call; the library writes as much as the caller knows.

use crate::ids::{PliantBodyId, PliantFrameId, PliantMapId};
use crate::math::PliantPose;
use serde::Serialize;

/// Numbers about a world.
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
    /// Contact planes that found no room in the last finished step, over all vertices and substeps of bodies that are not
    /// stopped: a vertex keeps 3 planes, in a world with bounded colliders 8. It passes through nothing, but its way is
    /// cut short. 0 is usual.
    pub dropped_plane_count: u64,
    /// Steps, since the world was made, whose results were not read back because all slots were mapped.
    pub readback_skipped_count: u64,
    /// GPU memory held by this world [byte].
    pub gpu_bytes: u64,
    /// CPU time of the last step call [ns].
    pub step_cpu_ns: u64,
    /// GPU time of the last finished step [ns]; 0 if it is not measured.
    pub gpu_step_ns: u64,
}

/// GPU time of one stage of a step: all that the bodies of one method and one executor run, or all skinning. Stages run one after
/// the other.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantStageTime {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Stages that were measured in the step.
    pub stage_count: u32,
    /// The step, counted from 1.
    pub frame: u64,
    /// GPU time of the stage [ns].
    pub nanoseconds: u64,
    /// What the stage is, UTF-8, ends with a zero.
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

/// What is known about a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantBodyInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_BODY_…`.
    pub state: u32,
    /// The substep in which the body was stopped, if it was.
    pub stopped_substep: u32,
    /// Vertices that touch a collider at `frame`.
    pub touching_vertex_count: u32,
    /// Lower corner of the bounds of its vertices at `frame` [length unit, world].
    pub low: [f32; 3],
    /// Upper corner of the bounds of its vertices at `frame` [length unit, world].
    pub high: [f32; 3],
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Tetrahedra.
    pub tet_count: u32,
    /// The finished step that state, contacts and bounds belong to; 0 before the first.
    pub frame: u64,
    /// As given when the body was added.
    pub user_data: u64,
    /// Substeps a step in use.
    pub substeps: u32,
    /// Iterations a substep in use.
    pub iterations: u32,
    /// `PLIANT_EXECUTOR_…` in use.
    pub executor: u32,
    /// Mass [kg].
    pub mass: f32,
}

/// What is known about a collider.
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
    /// Friction coefficient [1].
    pub friction: f32,
    /// Restitution [1].
    pub restitution: f32,
    /// The layers it is on.
    pub layers: u32,
    /// The body layers it touches.
    pub mask: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// As given when the collider was added.
    pub user_data: u64,
}

/// What is known about a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantFrameInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Attachments to it.
    pub attachment_count: u32,
    /// World from frame, at the end of the newest step.
    pub pose: PliantPose,
    /// World from frame, at the end of the next step.
    pub goal: PliantPose,
    /// As given when the frame was added.
    pub user_data: u64,
}

/// What is known about an attachment.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAttachmentInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Vertices that it holds.
    pub vertex_count: u32,
    /// Whose vertices.
    pub body: PliantBodyId,
    /// What carries them; the null handle is the world.
    pub frame: PliantFrameId,
    /// Spring stiffness a vertex [N/m]; 0 is rigid.
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
    /// Vertices.
    pub vertex_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// The step these vertices belong to.
    pub frame: u64,
    /// First vertex, in the layout given with the skin. Valid until `pliant_unmap`; not to be written.
    pub data: *const u8,
    /// Bytes at `data`.
    pub byte_count: u64,
    /// Lower corner of the bounds of the skin's positions [length unit, world].
    pub low: [f32; 3],
    /// Upper corner of the bounds of the skin's positions [length unit, world].
    pub high: [f32; 3],
    /// What to pass to `pliant_unmap`.
    pub map: PliantMapId,
}

/// Simulated particles of one finished step, mapped for reading.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantParticleView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Simulated vertices, in internal order.
    pub vertex_count: u32,
    /// The step these particles belong to.
    pub frame: u64,
    /// Four floats a particle: x y z [length unit, world] and inverse mass [1/kg]. Valid until `pliant_unmap`.
    pub positions: *const f32,
    /// Four floats a particle: x y z [length unit/s] and a private one. Valid until `pliant_unmap`.
    pub velocities: *const f32,
    /// `internal_from_user[u]` is where vertex `u` of the mesh as given stands in the two arrays; 0xFFFFFFFF if it was
    /// dropped. Valid until `pliant_unmap`.
    pub internal_from_user: *const u32,
    /// Vertices of the mesh as given.
    pub user_vertex_count: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// What to pass to `pliant_unmap`.
    pub map: PliantMapId,
}

/// A GPU, or a software driver that acts as one. Texts are UTF-8 and end with a zero.
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
    /// PCI bus id such as `0000:65:00.0`; empty where it is not known.
    pub pci_bus_id: [u8; 32],
    /// `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: [u8; 16],
    /// Workgroup memory [byte]; decides how large a body can be for the resident executor.
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

/// Asset kind: tets, of which worlds make bodies.
pub const PLIANT_ASSET_BODY: u32 = 0;
/// Asset kind: triangles without a volume. It is saved, loaded and asked about as a body is; no method moves it yet.
pub const PLIANT_ASSET_SHELL: u32 = 1;

/// What is known about a cooked asset.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAssetInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Vertices of the mesh as given, dropped ones included; of a surface, those of the tets or of the repaired surface.
    pub user_vertex_count: u32,
    /// Tetrahedra; 0 of a shell.
    pub tet_count: u32,
    /// Edges, each counted once.
    pub edge_count: u32,
    /// Triangles of the boundary, or of the shell.
    pub surface_triangle_count: u32,
    /// Colours: vertices of one colour are solved at once.
    pub colour_count: u32,
    /// Volume at rest [length unit³]; 0 of a shell.
    pub volume: f32,
    /// Lower corner of the bounds at rest [length unit].
    pub low: [f32; 3],
    /// Upper corner of the bounds at rest [length unit].
    pub high: [f32; 3],
    /// Centroid of the volume, or of a shell's area, at rest [length unit].
    pub centroid: [f32; 3],
    /// `PLIANT_ASSET_…`.
    pub kind: u32,
    /// Hash of the content; equal assets have equal hashes.
    pub content_hash: u64,
}

/// What cooking did to a surface and what came out; see docs/decisions/0014 and 0015 for the rules. `pliant_asset_report_text`
/// says the same in sentences.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PliantSurfaceReport {
    /// Size of this struct in bytes as the caller knows it.
    #[serde(skip)]
    pub struct_size: u32,
    /// `PLIANT_ASSET_…`.
    pub kind: u32,
    /// Which level of detail it is; 0 is the finest.
    pub level: u32,
    /// Vertices as given.
    pub given_vertex_count: u32,
    /// Triangles as given.
    pub given_triangle_count: u32,
    /// Vertices that no triangle named, dropped.
    pub unreferenced_vertex_count: u32,
    /// Vertices welded to one with the same position.
    pub welded_exactly_count: u32,
    /// Open vertices welded to one within `weld_radius`.
    pub welded_nearly_count: u32,
    /// The most that an open vertex could move [length unit].
    pub weld_radius: f32,
    /// Triangles that named one place twice, dropped.
    pub degenerate_triangle_count: u32,
    /// Triangles that were there already, dropped.
    pub duplicate_triangle_count: u32,
    /// Triangles that were the back side of another one, dropped.
    pub two_sided_triangle_count: u32,
    /// Triangles without an area, replaced by a vertex on their neighbour's edge.
    pub flat_triangle_count: u32,
    /// Edges of three triangles or more, cut into sheets.
    pub cut_edge_count: u32,
    /// Edges cut because the sheet has one side only.
    pub one_sided_edge_count: u32,
    /// Vertices added because several sheets met there.
    pub split_vertex_count: u32,
    /// Triangle sides that got a vertex in their middle to part sheets along a cut.
    pub separated_side_count: u32,
    /// Triangles turned round to agree with most of their part.
    pub flipped_triangle_count: u32,
    /// Parts, and volumes that open parts bound together, that were inside out and were turned.
    pub inside_out_part_count: u32,
    /// Loops of open edges before holes were closed.
    pub hole_count: u32,
    /// Of these, closed; those of shells stay.
    pub closed_hole_count: u32,
    /// Triangles added to close them.
    pub cap_triangle_count: u32,
    /// The part of a solid part's area that was missing, the largest of all [1].
    pub largest_opening: f32,
    /// Parts that bound a volume, by themselves or together with others.
    pub solid_part_count: u32,
    /// Of the volumes that they bound, cavities of others.
    pub cavity_count: u32,
    /// Parts without a volume.
    pub shell_part_count: u32,
    /// Of these, not in the tets: what is drawn of them follows the nearest tets.
    pub left_out_part_count: u32,
    /// Bodies of the tets; they share no vertex.
    pub body_count: u32,
    /// Of these, made as cages.
    pub cage_body_count: u32,
    /// Bodies with walls, necks or gaps thinner than the tets, or that became a cage for that: more elements would follow them.
    pub unresolved_body_count: u32,
    /// Bodies too flat to be filled, not in the tets.
    pub flat_body_count: u32,
    /// Tets.
    pub tet_count: u32,
    /// Edge of a lattice cell that was used [length unit]; 0 of a shell, as all that follows.
    pub cell_size: f32,
    /// Least dihedral angle [degree].
    pub least_dihedral: f32,
    /// Largest dihedral angle [degree].
    pub largest_dihedral: f32,
    /// Volume inside the repaired surface [length unit³], to 1 % where parts of it overlap: what they share counts once.
    pub surface_volume: f32,
    /// Volume of the tets [length unit³].
    pub volume: f32,
    /// Embedding: largest distance of a vertex of the surface as given from the nearest tet, divided by the diagonal of the tets' bounding
    /// box [1]. 0 if all lie inside, as in most cages; what lies outside is carried by extrapolation, and above 0.05 it shows. Vertices
    /// that no triangle names do not count.
    pub farthest_outside: f32,
    /// Embedding: largest distance of a corner or middle of the tets' boundary triangles from the repaired surface, divided by the same
    /// diagonal [1]: how much thicker (a cage, up to a cell's diagonal) or thinner what collides is than what is drawn.
    pub farthest_boundary: f32,
    /// Bodies of a conforming mesh whose boundary and surface are within 1 % of the surface's diagonal of each other, and whose volume is
    /// right to 2 %. Of cages none. Slits between parts that are narrower than a thousandth of the body's diagonal count as shut.
    pub near_body_count: u32,
    /// Connected pieces of the tets; more than `body_count` where a body falls apart, since its neck is thinner than the tets or its parts only touch.
    pub piece_count: u32,
    /// Embedding: largest distance of a place of the repaired surface from the tets' boundary, divided by the same diagonal [1]: how long
    /// tips and walls are that a conforming mesh lacks, and in a cage how thick it is. Slits as above.
    pub farthest_surface: f32,
}

/// What is known about a bound render mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantSkinAssetInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Render vertices.
    pub vertex_count: u32,
    /// Indices, three a triangle.
    pub index_count: u32,
    /// Largest distance of a render vertex that a triangle names from the tet mesh, divided by the mesh's diagonal [1]. Above 0.05 it shows that what lies
    /// outside is carried by extrapolation; above 0.1 the render mesh seems to be of another pose, scale or unit.
    pub farthest_outside: f32,
    /// `content_hash` of the asset it is bound to.
    pub asset_hash: u64,
    /// Hash of the content.
    pub content_hash: u64,
}
