//! What cooking makes: bodies, shells, and render meshes bound to bodies.

use serde::{Deserialize, Serialize};

/// The most triangles a shell can have.
pub const MAX_SHELL_TRIANGLES: usize = 1 << 26;
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

/// A cooked shell. All vertex indices are internal unless a name says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShellAsset {
    /// Rest positions [length unit].
    pub rest_positions: Vec<[f32; 3]>,
    /// Triangles, neighbours facing one side, ordered for locality.
    pub triangles: Vec<[u32; 3]>,
    /// Rest areas [length unit²], one a triangle.
    pub triangle_areas: Vec<f32>,
    /// A third of the area of the triangles around each vertex [length unit²]; see [`vertex_masses`](Self::vertex_masses).
    pub vertex_areas: Vec<f32>,
    /// Undirected edges (lower index first), each once, rising.
    pub edges: Vec<[u32; 2]>,
    /// Rest lengths [length unit], one an edge.
    pub edge_lengths: Vec<f32>,
    /// The edges of two triangles, in the order of `edges`: its ends a < b, the third vertex of the triangle that runs from a to
    /// b, and that of the other one.
    pub hinges: Vec<[u32; 4]>,
    /// Cosine and sine of the rest angle between the normals of a hinge's triangles [1]: (1, 0) if it is flat, a positive sine
    /// if it is convex seen from where the normals point. Kernels have no arc tangent, and this has the same bits on all machines.
    pub hinge_turns: Vec<[f32; 2]>,
    /// `user_from_internal[i]` is the index in the mesh as given of internal vertex `i`.
    pub user_from_internal: Vec<u32>,
    /// The other way; `EMPTY` for vertices that were dropped.
    pub internal_from_user: Vec<u32>,
    /// Colour `c` owns the vertices `colour_starts[c]..colour_starts[c + 1]`; largest colour first.
    pub colour_starts: Vec<u32>,
    /// Area centroid of the rest pose [length unit].
    pub centroid: [f32; 3],
    /// Hash of everything above; equal assets have equal hashes.
    pub content_hash: u64,
}

impl ShellAsset {
    /// The mass of each vertex [kg] of a sheet of so much mass an area [kg/length unit²]: cotton cloth has some 0.15 kg/m², leather 1. It is the
    /// density [kg/m³] times the thickness [m]. The asset keeps neither, as a body's asset keeps no density.
    pub fn vertex_masses(&self, area_density: f32) -> impl Iterator<Item = f32> {
        self.vertex_areas
            .iter()
            .map(move |area| area_density * area)
    }
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
