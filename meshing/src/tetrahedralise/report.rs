//! What meshing produced.

use super::lattice_cage::CageCounts;
use serde::Serialize;

/// A conforming mesh is refined until its boundary and the surface are at most this far apart [surface's diagonal],
pub const NEAR: f64 = 0.01;
/// and its volume differs by at most this [body's volume].
pub const NEAR_VOLUME: f64 = 0.02;

/// How a body was meshed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Cells around the body.
    Cage,
    /// Tets that follow the surface.
    Conforming,
}

/// One body of the mesh. Its tets and vertices are contiguous, and it shares no vertices with others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyReport {
    /// The surface components of the body, numbered by their first triangles.
    pub components: Vec<u32>,
    /// The first of its triangles in the surface.
    pub first_triangle: u32,
    /// Its first tet.
    pub first_tet: usize,
    /// Number of tets.
    pub tet_count: usize,
    /// Volume inside the surface [length unit³]. Overlaps count once, with an error of up to 1 %.
    pub surface_volume: f64,
    /// Volume of the tets [length unit³].
    pub volume: f64,
    /// The largest distance of corners and centroids of its boundary triangles from the surface [length unit].
    pub farthest: f64,
    /// The largest distance of the surface from its boundary [length unit]. Parts of the surface inside the body, and
    /// slits narrower than a thousandth of its diagonal, do not count.
    pub missed: f64,
    /// Whether it has open components that enclose a volume together. What spans their holes does not count for
    /// `is_near`.
    pub has_holes: bool,
    /// For `Method::Conforming`: both distances are within `NEAR` and the volume within `NEAR_VOLUME`.
    pub is_near: bool,
    /// Its tets are larger than wanted, or it became a cage, because 32-bit positions there hold no smaller ones.
    pub is_far: bool,
    /// How far its boundary was moved where its lattice missed the surface, at most [length unit]; 0 if it was not.
    pub moved: f64,
    /// How it was meshed.
    pub method: Method,
    /// Edge of its cells, or long edge of its body-centred lattice [length unit].
    pub spacing: f64,
    /// Connected pieces of its tets. A cage has one, unless it has thousands of components. A conforming mesh has at
    /// most one for each component: open patches, with a given spacing, or if it would miss the surface otherwise.
    pub pieces: usize,
    /// The lattice was too coarse: walls or necks are missing, or it became a cage.
    pub is_unresolved: bool,
    /// Where its tets bridge gaps narrower than they are: edges of the lattice, or merged pieces of a cage's cells.
    pub bridged: usize,
    /// It has more than its share of the tets, which did not resolve it or missed a limb.
    pub took_more: bool,
}

/// What a mesher did.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The least spacing of all bodies [length unit].
    pub spacing: f64,
    /// Diagonal of the surface's box [length unit], to which `NEAR` refers.
    pub diagonal: f64,
    /// All bodies, by their first triangles.
    pub bodies: Vec<BodyReport>,
    /// Bodies without volume, left out: components and first triangle.
    pub flat: Vec<(Vec<u32>, u32)>,
    /// Least and largest dihedral angle [degree].
    pub dihedral: [f64; 2],
    /// What cages needed besides cells.
    pub cage: CageCounts,
    /// Vertices that stuffing could not move onto the surface because the boundary would have touched itself.
    pub put_back: usize,
}
