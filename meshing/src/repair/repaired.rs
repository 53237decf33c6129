//! A repaired surface and its parts.

use super::kind::Kind;
use pliant_geometry::SurfaceMesh;
use std::ops::Range;

/// A connected manifold piece of the repaired surface. Its vertices and triangles are contiguous.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Solid or shell.
    pub kind: Kind,
    /// Its vertices.
    pub vertices: Range<u32>,
    /// Its triangles.
    pub triangles: Range<u32>,
    /// Its area [length unit²].
    pub area: f64,
    /// The volume it encloses [length unit³]: negative for a cavity, 0 for a shell, also in an assembly.
    pub volume: f64,
    /// Vertices − edges + triangles.
    pub euler: i64,
    /// Remaining loops of open edges; 0 for a solid.
    pub open_loops: usize,
    /// The solid part that it is a cavity of, or the first part of that assembly.
    pub cavity_of: Option<u32>,
    /// The assembly it belongs to, if it is a sheet that encloses a volume with others.
    pub assembly: Option<u32>,
}

/// Sheets that enclose a volume together except for cracks and small holes, or one sheet that is full of holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// The parts, ascending. They face outward, those of a cavity inward.
    pub parts: Vec<u32>,
    /// The mean share of directions behind the surface that hit nothing [1].
    pub opening: f64,
}

/// A repaired surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repaired {
    /// Positions and triangles only, part by part. A vertex on a cut is duplicated for each sheet.
    pub surface: SurfaceMesh,
    /// The parts, by their first triangles in the given surface.
    pub parts: Vec<Part>,
    /// Groups of shells that enclose a volume.
    pub assemblies: Vec<Assembly>,
    /// For each given vertex the repaired vertex at its position (the first one at a cut); `EMPTY` if unused.
    pub repaired_from_given: Vec<u32>,
    /// For each repaired vertex a given vertex at its position; `EMPTY` for the middle of a cap or of a cut edge.
    pub given_from_repaired: Vec<u32>,
}

impl Repaired {
    /// All parts of one kind as one surface. Vertices of other parts stay, unreferenced.
    pub fn parts_of(&self, kind: Kind) -> SurfaceMesh {
        self.surface_of(|part| part.kind == kind)
    }

    fn surface_of(&self, wanted: impl Fn(&&Part) -> bool) -> SurfaceMesh {
        let wanted = self.parts.iter().filter(wanted);
        let ranges = wanted.map(|part| part.triangles.start as usize..part.triangles.end as usize);
        SurfaceMesh {
            positions: self.surface.positions.clone(),
            triangles: ranges
                .flat_map(|range| self.surface.triangles[range].iter().copied())
                .collect(),
            ..Default::default()
        }
    }

    /// Everything that encloses a volume: solid parts and assemblies.
    pub fn volumes(&self) -> SurfaceMesh {
        self.surface_of(|part| part.kind == Kind::Solid || part.assembly.is_some())
    }

    /// All sheets without volume.
    pub fn sheets(&self) -> SurfaceMesh {
        self.surface_of(|part| part.kind == Kind::Shell && part.assembly.is_none())
    }

    /// One part as a surface of its own.
    pub fn part(&self, part: usize) -> SurfaceMesh {
        let part = &self.parts[part];
        let range = |r: &Range<u32>| r.start as usize..r.end as usize;
        let triangles = self.surface.triangles[range(&part.triangles)].iter();
        SurfaceMesh {
            positions: self.surface.positions[range(&part.vertices)].to_vec(),
            triangles: triangles
                .map(|t| t.map(|v| v - part.vertices.start))
                .collect(),
            ..Default::default()
        }
    }
}
