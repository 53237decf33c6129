//! What a call made, for the caller to judge.

use super::lattice_cage::CageCounts;
use serde::Serialize;

/// A conforming mesh is made finer until its boundary and the surface are nowhere farther apart than this, of the diagonal of
/// the surface's box,
pub const NEAR: f64 = 0.01;
/// and its volume differs by no more than this, of the body's.
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

/// One body of the mesh. Its tets and vertices stand together, and share no vertex with another body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyReport {
    /// The connected components of the surface that make the body, numbered by their first triangles.
    pub components: Vec<u32>,
    /// The first of its triangles in the surface.
    pub first_triangle: u32,
    /// First tet.
    pub first_tet: usize,
    /// How many tets.
    pub tet_count: usize,
    /// Volume inside the surface [length unit³], to 1 % where parts of it overlap: what they share counts once.
    pub surface_volume: f64,
    /// Volume of the tets [length unit³].
    pub volume: f64,
    /// How far corners and middles of its boundary triangles are from the surface, at most [length unit].
    pub farthest: f64,
    /// How far places of the surface are from its boundary, at most [length unit]. Parts of the surface inside the body do not count, nor do
    /// slits narrower than a thousandth of its diagonal.
    pub missed: f64,
    /// Open components are in it, which bound a volume together: what spans their holes is far from them, and does not count for `is_near`.
    pub has_holes: bool,
    /// For `Method::Conforming`: the two distances are at most `NEAR` of the surface's diagonal, and the volume is right to `NEAR_VOLUME`.
    pub is_near: bool,
    /// Its tets are larger than wanted, or it became a cage for it, since so far from the origin positions of 32 bits hold no smaller ones.
    pub is_far: bool,
    /// How far its boundary was moved, at most, out or in, where its lattice missed the surface [length unit]; 0 where it was not.
    pub moved: f64,
    /// How it was meshed.
    pub method: Method,
    /// Edge of a cell, or long edge of the body-centred lattice, that its mesh has [length unit].
    pub spacing: f64,
    /// Connected pieces of its tets. A cage has one, unless it has thousands of components. A conforming mesh can have several, at most as many as
    /// components: where they do not touch (open patches), where a size of cells is named, or where it would miss the surface in one piece.
    pub pieces: usize,
    /// The lattice was too coarse for it: walls or necks are missing, or it became a cage instead.
    pub is_unresolved: bool,
    /// Where its tets bridge gaps of the solid that are narrower than they are: edges of the lattice, or pieces of a cage's cells that were merged.
    pub bridged: usize,
    /// Its share of the tets did not resolve it, or missed a limb: it was allowed twice as many, and has more.
    pub took_more: bool,
}

/// What a mesher made.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The least that a body has [length unit].
    pub spacing: f64,
    /// Diagonal of the surface's box [length unit], which `NEAR` is a part of.
    pub diagonal: f64,
    /// All bodies, by their first triangles.
    pub bodies: Vec<BodyReport>,
    /// Bodies without volume, which the mesh does not have: their components and first triangles.
    pub flat: Vec<(Vec<u32>, u32)>,
    /// Least and largest dihedral angle [degree].
    pub dihedral: [f64; 2],
    /// What cages needed beside cells.
    pub cage: CageCounts,
    /// Vertices that stuffing could not move onto the surface because the boundary would have touched itself.
    pub put_back: usize,
}
