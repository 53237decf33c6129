//! What an asset is, and what its cooking mended.

use serde::Serialize;

/// Asset kind: tets, from which worlds make bodies.
pub const PLIANT_ASSET_BODY: u32 = 0;
/// Asset kind: triangles without a volume, simulated as cloth.
pub const PLIANT_ASSET_SHELL: u32 = 1;

/// Properties of a cooked asset.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantAssetInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Simulated vertices.
    pub vertex_count: u32,
    /// Vertices of the input mesh, dropped vertices included. For a cooked surface: vertices of the tets, or of the
    /// repaired surface.
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

/// The result of cooking a surface, and the repairs made. `pliant_asset_report_text` writes the report as text;
/// docs/decisions/0014 and 0015 give the rules.
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
    /// Vertices welded to another vertex at the same position.
    pub welded_exactly_count: u32,
    /// Vertices on open edges welded to a vertex within `weld_radius`.
    pub welded_nearly_count: u32,
    /// The farthest that a vertex on an open edge may move [length unit].
    pub weld_radius: f32,
    /// Triangles dropped because two of their corners coincide.
    pub degenerate_triangle_count: u32,
    /// Triangles dropped as duplicates.
    pub duplicate_triangle_count: u32,
    /// Triangles dropped as the back side of another triangle.
    pub two_sided_triangle_count: u32,
    /// Triangles without area, replaced by a vertex on their neighbour's edge.
    pub flat_triangle_count: u32,
    /// Edges of three or more triangles, cut into sheets.
    pub cut_edge_count: u32,
    /// Edges cut because the sheet has only one side, like a Möbius strip.
    pub one_sided_edge_count: u32,
    /// Vertices added where several sheets met.
    pub split_vertex_count: u32,
    /// Triangle edges that got a vertex in the middle, to separate sheets along a cut.
    pub separated_side_count: u32,
    /// Triangles flipped to agree with most of their part.
    pub flipped_triangle_count: u32,
    /// Inside-out parts that were flipped. Open parts that bound a volume together count by volume.
    pub inside_out_part_count: u32,
    /// Holes before closing: loops of open edges.
    pub hole_count: u32,
    /// Holes that were closed. Holes of shells stay open.
    pub closed_hole_count: u32,
    /// Triangles added to close holes.
    pub cap_triangle_count: u32,
    /// Largest missing fraction of a solid part's area, before closing [1].
    pub largest_opening: f32,
    /// Parts that bound a volume, alone or with other parts.
    pub solid_part_count: u32,
    /// Cavities: volumes inside other volumes.
    pub cavity_count: u32,
    /// Parts without a volume.
    pub shell_part_count: u32,
    /// Shell parts left out of the tets. A skin on these parts follows the nearest tets.
    pub left_out_part_count: u32,
    /// Bodies in the tets. Two bodies share no vertex.
    pub body_count: u32,
    /// Bodies that were made as cages.
    pub cage_body_count: u32,
    /// Bodies with walls, necks or gaps thinner than the tets, and bodies that became cages for this reason. More
    /// elements would resolve these parts.
    pub unresolved_body_count: u32,
    /// Bodies left out because they are too flat to be filled.
    pub flat_body_count: u32,
    /// Tets.
    pub tet_count: u32,
    /// Edge of a lattice cell [length unit]. This field and all fields below are 0 for a shell.
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
    /// 0 if all vertices lie inside, as in most cages. Vertices outside follow by extrapolation. Extrapolation is
    /// visible above 0.05. Vertices without a triangle do not count.
    pub farthest_outside: f32,
    /// Largest distance of the tets' boundary (triangle corners and centres) from the repaired surface, divided by the
    /// same diagonal [1]: how much thicker or thinner the colliding shape is than the drawn shape. For a cage, up to a
    /// cell's diagonal.
    pub farthest_boundary: f32,
    /// Bodies of a conforming mesh whose boundary and surface are within 1 % of the surface's diagonal of each other,
    /// with a volume correct to 2 %. Cages do not count. Slits narrower than 1/1000 of the body's diagonal count as
    /// shut.
    pub near_body_count: u32,
    /// Connected pieces of the tets. More than `body_count` if a body is in pieces, because its neck is thinner than
    /// the tets or its parts only touch.
    pub piece_count: u32,
    /// Largest distance of the repaired surface from the tets' boundary, divided by the same diagonal [1]: how long the
    /// tips and walls are that a conforming mesh lacks, or how thick a cage is. Narrow slits count as shut, as in
    /// `near_body_count`.
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
    /// extrapolation. Extrapolation is visible above 0.05. Above 0.1, the render mesh probably has another pose, scale
    /// or unit. Vertices without a triangle do not count.
    pub farthest_outside: f32,
    /// `content_hash` of the asset to which the mesh is bound.
    pub asset_hash: u64,
    /// Hash of the content.
    pub content_hash: u64,
}
