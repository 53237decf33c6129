//! The cooked body: an immutable, shareable, savable form of a tet mesh, ready for every solver.
//!
//! Cooking checks the mesh, colours its vertices so that no two of one colour share a tetrahedron, renumbers them by
//! colour and valence, and lays out who touches whom in sliced ELL, so that 32 neighbouring threads read 32
//! neighbouring words.

pub mod cage;
pub mod colour;
pub mod cook;
#[cfg(feature = "cook")]
pub mod factors;
pub mod file;
#[cfg(feature = "cook")]
pub mod fit;
pub mod format;
#[cfg(feature = "cook")]
pub mod from_surface;
pub mod grip;
pub mod hash;
pub mod misfit;
pub mod normal_group;
pub mod order;
mod overlap;
pub mod saved;
pub mod shell;
mod shell_format;
pub mod skin;
mod slices;
mod surface;
#[cfg(feature = "cook")]
mod surface_report;
pub mod validate;

pub use pliant_geometry::incidence::EMPTY;
pub use pliant_geometry::{MAX_TETS, MAX_VERTICES, SurfaceMesh, TetMesh, diagonal};
pub use pliant_geometry::{check, lattice, progress};
#[cfg(feature = "cook")]
pub use pliant_mesh::{read, repair, tetrahedralise, write};

use serde::{Deserialize, Serialize};

/// How many vertices a slice holds: one lane each.
pub const SLICE_WIDTH: usize = 32;
/// What cooking may do to the mesh.
#[derive(Clone, Copy, Debug, Default)]
pub struct CookOptions {
    /// Drop vertices that belong to no tet instead of refusing the mesh.
    pub drop_unreferenced: bool,
}

/// One slice of 32 vertices (fewer at the end of a colour) and its rows in the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// First vertex (internal index); lane `l` is vertex `first_vertex + l`.
    pub first_vertex: u32,
    /// Vertices in the slice, 1 to 32.
    pub vertex_count: u32,
    /// First row of the slice in `tet_rows`, in rows of 32 entries.
    pub first_tet_row: u32,
    /// Rows: the largest number of tets at one of its vertices.
    pub tet_row_count: u32,
    /// First row of the slice in `edge_rows`, in rows of 32 entries.
    pub first_edge_row: u32,
    /// Rows: the largest number of edges at one of its vertices.
    pub edge_row_count: u32,
}

/// A cooked body. All vertex indices are internal unless a name says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asset {
    /// Rest positions [length unit].
    pub rest_positions: Vec<[f32; 3]>,
    /// Tets with positive rest volume, ordered for locality.
    pub tets: Vec<[u32; 4]>,
    /// Rest volumes [length unit³], one a tet.
    pub tet_volumes: Vec<f32>,
    /// Stiffness factor, one a tet [1].
    pub tet_stiffness: Vec<f32>,
    /// A quarter of the volume of the tets around each vertex, each times its density factor [length unit³]; times density it is the mass.
    pub vertex_volumes: Vec<f32>,
    /// Undirected edges (lower index first), each once.
    pub edges: Vec<[u32; 2]>,
    /// Boundary triangles, counter-clockwise seen from outside.
    pub surface_triangles: Vec<[u32; 3]>,
    /// `user_from_internal[i]` is the index in the mesh as given of internal vertex `i`.
    pub user_from_internal: Vec<u32>,
    /// The other way; `EMPTY` for vertices that were dropped.
    pub internal_from_user: Vec<u32>,
    /// Slices by colour: colour `c` owns `slices[colour_slices[c]..colour_slices[c + 1]]`.
    pub colour_slices: Vec<u32>,
    /// All slices, in vertex order; together they cover every vertex once.
    pub slices: Vec<Slice>,
    /// Sliced ELL: entry (row r, lane l) of slice s stands at `32 * (first_tet_row + r) + l` and is `4 * tet + corner`, or `EMPTY`.
    pub tet_rows: Vec<u32>,
    /// Sliced ELL: entries are `2 * edge + side`, where `side` is which end of the edge this vertex is, or `EMPTY`.
    pub edge_rows: Vec<u32>,
    /// Volume centroid of the rest pose [length unit].
    pub centroid: [f32; 3],
    /// Hash of everything above; equal assets have equal hashes.
    pub content_hash: u64,
}

/// A render mesh bound to an asset. See `skin.rs` for how the fields make positions, normals and tangents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinAsset {
    /// `content_hash` of the asset it was bound to.
    pub asset_hash: u64,
    /// Four cage vertices (internal indices of the asset) a render vertex.
    pub cage_vertices: Vec<[u32; 4]>,
    /// Barycentric weights, summing to 1; negative ones extrapolate outside the cage.
    pub weights: Vec<[f32; 4]>,
    /// Weights whose sum of cage positions is the deformed tangent axis t (not unit); they sum to 0.
    pub tangent_weights: Vec<[f32; 4]>,
    /// The wanted normal at rest in the frame (t, b = n × t, n) made of the tangent axis and the geometric normal.
    pub normal_in_frame: Vec<[f32; 3]>,
    /// The wanted tangent at rest in the same frame, and its handedness.
    pub tangent_in_frame: Vec<[f32; 4]>,
    /// The group whose geometric normal each render vertex uses: vertices at one position with one wanted normal share one.
    pub normal_group: Vec<u32>,
    /// For each group, where its triangles start in `group_triangles`; one more at the end.
    pub group_starts: Vec<u32>,
    /// Triangles around each group, ascending.
    pub group_triangles: Vec<u32>,
    /// Render triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Hash of everything above.
    pub content_hash: u64,
    /// Largest distance of a render vertex from the cage, divided by the cage's diagonal [1].
    pub farthest_outside: f32,
}
