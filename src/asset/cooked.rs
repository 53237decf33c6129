//! Cooked bodies, of tets, of a sheet or of particles alone, and render meshes bound to them.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// The most triangles of a shell.
pub const MAX_SHELL_TRIANGLES: usize = 1 << 26;
/// Vertices in a slice: one per lane.
pub const SLICE_WIDTH: usize = 32;
/// What cooking may change.
#[derive(Clone, Copy, Debug, Default)]
pub struct CookOptions {
    /// Drops vertices that no tet or triangle uses, instead of refusing the mesh.
    pub drop_unreferenced: bool,
}

/// A slice of up to 32 vertices of a colour, and its rows in the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// First vertex: lane `l` is vertex `first_vertex + l`.
    pub first_vertex: u32,
    /// Vertices, 1 to 32.
    pub vertex_count: u32,
    /// Its first row of 32 entries in `tet_rows`.
    pub first_tet_row: u32,
    /// Rows: the most tets at one of its vertices.
    pub tet_row_count: u32,
    /// Its first row of 32 entries in `edge_rows`.
    pub first_edge_row: u32,
    /// Rows: the most edges at one of its vertices.
    pub edge_row_count: u32,
}

/// A cooked body: a container of sections, some of which may be empty. Vertex indices are internal unless a name says
/// otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asset {
    /// Rest positions [length unit].
    pub rest_positions: Vec<[f32; 3]>,
    /// What mass is measured by at each vertex; times the density, it is the mass. With tets: a quarter of the volumes
    /// times density factors of the tets around [length unit³], for kg/m³. With a sheet: a third of the area of the
    /// triangles around [length unit²], for kg/m². Of particles
    /// alone: the volume that each stands for [length unit³].
    pub vertex_measures: Vec<f32>,
    /// The given index of each internal vertex.
    pub user_from_internal: Vec<u32>,
    /// The internal index of each given vertex; `EMPTY` if dropped.
    pub internal_from_user: Vec<u32>,
    /// Centroid at rest [length unit]: of the volume, of a sheet's area, or of particles by their measures.
    pub centroid: [f32; 3],
    /// Undirected edges of the tets or triangles, lower index first, ascending.
    pub edges: Vec<[u32; 2]>,
    /// Colour `c` owns `slices[colour_slices[c]..colour_slices[c + 1]]`; the largest colour first. No two vertices of a
    /// tet, triangle or hinge have one colour.
    pub colour_slices: Vec<u32>,
    /// Slices, in vertex order.
    pub slices: Vec<Slice>,
    /// Sliced ELL: entry `32 * (first_tet_row + row) + lane` is `4 * tet + corner`, or `EMPTY`.
    pub tet_rows: Vec<u32>,
    /// Sliced ELL: entries are `2 * edge + side`, where `side` is the vertex's end of the edge, or `EMPTY`.
    pub edge_rows: Vec<u32>,
    /// Tets with positive rest volume, sorted for locality. Empty if the body has no volume.
    pub tets: Vec<[u32; 4]>,
    /// Rest volume of each tet [length unit³].
    pub tet_volumes: Vec<f32>,
    /// Stiffness factor of each tet [1].
    pub tet_stiffness: Vec<f32>,
    /// Boundary triangles of the tets, counter-clockwise seen from outside; or the triangles of the sheet, sorted for
    /// locality, neighbours facing the same side.
    pub surface_triangles: Vec<[u32; 3]>,
    /// What a sheet has beside edges and triangles. A body with a sheet has no tets.
    pub sheet: Option<Sheet>,
    /// Overlapping clusters, if it was given any. Without, shape matching makes its own.
    pub clusters: Option<Clusters>,
    /// Hash of all other fields.
    pub content_hash: u64,
}

/// A sheet without volume, of the asset's `surface_triangles` and `edges`: cloth, paper, leaves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Rest area of each triangle [length unit²].
    pub triangle_areas: Vec<f32>,
    /// Rest length of each edge [length unit].
    pub edge_lengths: Vec<f32>,
    /// Inner edges, in the order of `edges`: ends a < b, third vertex of the triangle that runs from a to b, third
    /// vertex of the other one.
    pub hinges: Vec<[u32; 4]>,
    /// Cosine and sine of the rest angle between the normals of a hinge's triangles [1]: (1, 0) if flat, a positive
    /// sine if convex on the side of the normals. Unlike angles, they have the same bits on all machines.
    pub hinge_turns: Vec<[f32; 2]>,
    /// The edges by colour. Edges of a colour, with the hinges on them, share no vertex.
    pub edges_by_colour: Vec<u32>,
    /// Colour `c` owns `edges_by_colour[edge_colours[c]..edge_colours[c + 1]]`.
    pub edge_colours: Vec<u32>,
}

/// The clusters of a body. Particle indices are internal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clusters {
    /// Cluster `c` has the members `starts[c]..starts[c + 1]`.
    pub starts: Vec<u32>,
    /// The particle of each member, ascending in a cluster.
    pub members: Vec<u32>,
    /// Of each member its rest coordinates along the cluster's axes [1]; w: its share of the cluster's mass [1].
    pub coordinates: Vec<[f32; 4]>,
    /// The rest shape of each cluster.
    pub shapes: Vec<ClusterShape>,
}

/// The rest shape of a cluster, rounded from `element::RestShape`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct ClusterShape {
    /// Dimensions that it fills, 0 to 3.
    pub rank: u32,
    /// The axes, one after the other [length unit].
    pub axes: [[f32; 3]; 3],
    /// Weighted means of the squares of coordinates [1].
    pub squares: [f32; 3],
    /// Weighted means of the products xy, yz, zx [1].
    pub products: [f32; 3],
    /// Pseudo-inverse of the moments of the nine features.
    pub inverse: [[f32; 9]; 9],
    /// What the inverse misses of the coordinates.
    pub missing: [[f32; 9]; 3],
}

/// A render mesh bound to a body. `skin.rs` says how the fields make positions, normals and tangents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinAsset {
    /// `content_hash` of the body.
    pub asset_hash: u64,
    /// Four cage vertices of each render vertex (internal indices of the body).
    pub cage_vertices: Vec<[u32; 4]>,
    /// Barycentric weights that sum to 1; some are negative outside the cage.
    pub weights: Vec<[f32; 4]>,
    /// Weights that sum to 0: the weighted sum of cage positions is the tangent axis t, not unit.
    pub tangent_weights: Vec<[f32; 4]>,
    /// The wanted normal in the rest frame (t, b = n × t, n) of tangent axis and geometric normal.
    pub normal_in_frame: Vec<[f32; 3]>,
    /// The wanted tangent in that frame, and its handedness.
    pub tangent_in_frame: Vec<[f32; 4]>,
    /// The group of each render vertex: vertices at one position with one wanted normal share a geometric normal.
    pub normal_group: Vec<u32>,
    /// Where each group starts in `group_triangles`; one more at the end.
    pub group_starts: Vec<u32>,
    /// Triangles around each group, ascending.
    pub group_triangles: Vec<u32>,
    /// Render triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Hash of all other fields.
    pub content_hash: u64,
    /// Largest distance of a render vertex from the cage, over the cage's diagonal [1].
    pub farthest_outside: f32,
}
