//! A repaired surface and its parts.

use super::kind::Kind;
use pliant_geometry::SurfaceMesh;
use std::ops::Range;

/// One connected manifold piece of the repaired surface; its vertices and triangles stand together.
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
    /// Loops of open edges that are left; none for a solid.
    pub open_loops: usize,
    /// The solid part, or the first of the assembly, that it is a cavity of; of a part of an assembly, what that is one of.
    pub cavity_of: Option<u32>,
    /// The assembly that it is of, if it bounds a volume though it is a sheet by itself.
    pub assembly: Option<u32>,
}

/// Sheets that bound a volume together, but for cracks and small holes, or one that is full of holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// The parts, rising; their normals point out of the matter, those of a cavity into it.
    pub parts: Vec<u32>,
    /// The part of all directions from the back of the surface that meets nothing, on average [1].
    pub opening: f64,
}

/// A repaired surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repaired {
    /// Positions and triangles only, part by part. Vertices on a cut stand there once for each sheet.
    pub surface: SurfaceMesh,
    /// The parts, in the order in which the given surface names them.
    pub parts: Vec<Part>,
    /// What shells bound a volume together.
    pub assemblies: Vec<Assembly>,
    /// For each vertex as given the vertex at its place (the first, where a cut left several), or `EMPTY` if no
    /// triangle that is left uses it.
    pub repaired_from_given: Vec<u32>,
    /// For each repaired vertex a vertex as given at its place, or `EMPTY` for the middle of a cap or of a
    /// cut edge.
    pub given_from_repaired: Vec<u32>,
}

impl Repaired {
    /// The parts of one kind as one surface. Vertices that only others use stay, unreferenced.
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

    /// All that bounds a volume as one surface: solid parts and assemblies.
    pub fn volumes(&self) -> SurfaceMesh {
        self.surface_of(|part| part.kind == Kind::Solid || part.assembly.is_some())
    }

    /// The sheets without volume as one surface.
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
