//! From a render mesh to the surface that physics fills: welded, without duplicates, cut where it is not a manifold,
//! oriented, and closed where only little is missing. docs/decisions/0015 gives the rules and what they were measured on.
//!
//! Nothing is refused for being open or tangled, and whatever is done is in the [`RepairReport`].

mod caps;
mod clean;
mod cracks;
mod flat;
mod kind;
mod nesting;
mod orient;
mod pair;
mod parts;
mod report;
mod separate;
mod together;
mod topology;
mod weld;

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod invariants;
#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;

pub use report::{RepairReport, Tally, Topology};

use pliant_geometry::SurfaceMesh;
use pliant_geometry::diagonal;
use pliant_geometry::error::{Error, Result, Status, number};
use pliant_geometry::progress::Progress;
use pliant_geometry::surface::check_surface;
use std::ops::Range;

/// What repair may be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairOptions {
    /// What all parts are taken for; `None` decides for each part by how open it is. A shirt without thickness is as
    /// closed as a box without a lid, so who knows that a mesh is cloth should say so.
    pub kind: Option<Kind>,
}

/// What a part of a surface is to physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It bounds a volume; its surface is closed, and its normals point out of the matter.
    Solid,
    /// A sheet without volume.
    Shell,
}

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

/// Repairs a surface. Only positions and triangles count. The same surface gives the same bits, in time near
/// O(n log n) and memory O(n).
///
/// # Errors
/// `MeshEmpty` (no triangles), `Capacity` (more than [`pliant_geometry::MAX_TRIANGLES`]), `MeshIndex`, `MeshNotFinite`,
/// `MeshZeroVolume` (no triangle has an area).
pub fn repair(given: &SurfaceMesh, options: &RepairOptions) -> Result<(Repaired, RepairReport)> {
    repair_with_progress(given, options, &Progress::NONE)
}

/// The same, with whom to tell: after each of the steps.
///
/// # Errors
/// Those of [`repair`], `Cancelled`.
pub fn repair_with_progress(
    given: &SurfaceMesh,
    options: &RepairOptions,
    progress: &Progress,
) -> Result<(Repaired, RepairReport)> {
    check_surface(given)?;
    let mut report = RepairReport::default();
    let mut welded = weld::exact(given, &mut report);
    progress.report(0.1)?;
    clean::drop_duplicates(&mut welded.triangles, &mut report);
    progress.report(0.2)?;
    if weld::near(&mut welded, &mut report) {
        clean::drop_duplicates(&mut welded.triangles, &mut report);
    }
    progress.report(0.4)?;
    report.welded = topology::topology(&welded.triangles);
    progress.report(0.5)?;
    if flat::remove(&mut welded, &mut report, &progress.part(0.5, 0.6))? {
        clean::drop_duplicates(&mut welded.triangles, &mut report);
    }
    if welded.triangles.is_empty() {
        return Err(no_area(given));
    }
    progress.report(0.6)?;
    let sheets = orient::sheets(&welded.positions, &mut welded.triangles, &mut report);
    progress.report(0.8)?;
    let to_assemble = progress.part(0.8, 0.9);
    let (mut repaired, was_inward) =
        parts::assemble(&welded, &sheets, options, &mut report, &to_assemble)?;
    let to_put_together = progress.part(0.9, 1.0);
    let were_inward = together::find(&mut repaired, options, &mut report, &to_put_together)?;
    nesting::find_cavities(&mut repaired, &was_inward, &were_inward, &mut report);
    report.count_parts(&repaired);
    Ok((repaired, report))
}

/// The error of a surface without an area, with what may have done it.
fn no_area(given: &SurfaceMesh) -> Error {
    let positions = given.drawn_positions();
    let farthest = positions
        .as_flattened()
        .iter()
        .fold(0.0f32, |most, c| most.max(c.abs()));
    let (size, step) = (diagonal(&positions), farthest.next_up() - farthest);
    let why = match farthest > 0.0 && size < 100.0 * f64::from(step) {
        true => format!(
            "all of it is {} length units across, at a coordinate of {}, where positions of 32 bits are {} apart: move it to the origin, in \
             what has written it, if its scale is not zero",
            number(size as f32),
            number(farthest),
            number(step)
        ),
        false => "a scale of zero would do that".into(),
    };
    let message = format!("no triangle of the surface has an area; {why}");
    Error::new(Status::MeshZeroVolume, message)
}
