//! The surface as the methods need it: checked, in double precision, cut into bodies.

use super::enclosed::Enclosed;
use super::field::{Work, part};
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::bodies::{Body, Together, bodies};
use pliant_geometry::error::{Error, Result, Status, numbers};
#[cfg(test)]
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::Solid;
use std::collections::HashSet;

/// A body is flat if its volume is at most this times area^1.5: a sphere has 0.09, a sheet 10⁻⁷ of its width 3·10⁻⁸.
const FLAT: f64 = 1e-8;

pub struct InputBody {
    pub triangles: Vec<[u32; 3]>,
    pub corners: Vec<[DVec3; 3]>,
    pub solid: Solid,
    pub components: Vec<u32>,
    pub starts: Vec<u32>,
    /// The first of its triangles in the given surface.
    pub first_triangle: u32,
    pub bounds: [DVec3; 2],
    /// Volume inside; overlaps count once [length unit³].
    pub volume: f64,
    /// Area of that volume's boundary [length unit²].
    pub area: f64,
    /// Whether it has open components that enclose a volume together.
    pub has_holes: bool,
}

/// A body as the search for pieces needs it.
pub struct Shape<'a> {
    pub corners: &'a [[DVec3; 3]],
    pub triangles: &'a [[u32; 3]],
    pub starts: &'a [u32],
    pub solid: &'a Solid,
}

impl Shape<'_> {
    pub fn component_of(&self, triangle: u32) -> usize {
        self.starts.partition_point(|start| *start <= triangle)
    }
}

pub struct Input {
    /// Bodies with volume, by their first triangles.
    pub bodies: Vec<InputBody>,
    pub middle: DVec3,
    pub diagonal: f64,
    /// Bodies without volume: components and first triangle.
    pub flat: Vec<(Vec<u32>, u32)>,
}

impl Input {
    pub fn volume(&self) -> f64 {
        self.bodies.iter().map(|body| body.volume).sum()
    }

    #[cfg(test)]
    pub fn new(mesh: &SurfaceMesh, progress: &Progress) -> Result<Self> {
        let work = Work {
            progress: *progress,
            ..Work::ALONE
        };
        Self::together(mesh, &[], &work)
    }

    pub fn together(mesh: &SurfaceMesh, together: &[Together], work: &Work) -> Result<Self> {
        check(mesh)?;
        let positions = mesh.positions.iter();
        let positions: Vec<DVec3> = positions.map(|p| glam::Vec3::from(*p).as_dvec3()).collect();
        // All vertices of a component belong to the same group, so one is enough.
        let open: HashSet<u32> = together.iter().map(|own| own.vertices[0]).collect();
        let (mut kept, mut flat) = (Vec::new(), Vec::new());
        let bodies = bodies(
            &positions,
            &mesh.triangles,
            together,
            &work.progress.part(0.0, 0.4),
        )?;
        let work = part(work, 0.4, 1.0);
        let (mut done, all) = (0, mesh.triangles.len() as f32);
        for body in bodies {
            let (from, to) = (done, done + body.triangles.len());
            done = to;
            let work = part(&work, from as f32 / all, to as f32 / all);
            work.progress.report(0.0)?;
            let corners = body.triangles.iter();
            let corners: Vec<_> = corners.map(|t| t.map(|v| positions[v as usize])).collect();
            match InputBody::of(body, corners, &open, &work)? {
                Ok(body) => kept.push(body),
                Err(body) => flat.push((body.components, body.first_triangle)),
            }
        }
        if kept.is_empty() {
            return Err(no_volume());
        }
        let [low, high] = box_around(&kept);
        Ok(Self {
            bodies: kept,
            middle: 0.5 * (low + high),
            diagonal: low.distance(high),
            flat,
        })
    }
}

impl InputBody {
    /// Measures a body; returns a flat one as `Err`. `open` has a vertex of each group of open components.
    fn of(
        body: Body,
        corners: Vec<[DVec3; 3]>,
        open: &HashSet<u32>,
        work: &Work,
    ) -> Result<std::result::Result<Self, Body>> {
        let (volume, area, bounds) = measure(&corners);
        if volume <= FLAT * area.powf(1.5) {
            return Ok(Err(body));
        }
        let is_open = are_open(&body, open);
        let has_holes = is_open.contains(&true);
        let to_prepare = work.progress.part(0.0, 0.5);
        let solid = Solid::of_open_mesh(&corners, &body.triangles, &is_open, &to_prepare)?;
        let all = Enclosed { volume, area };
        let enclosed = Enclosed::of(&solid, all, &part(work, 0.5, 1.0))?;
        Ok(Ok(Self {
            solid,
            triangles: body.triangles,
            corners,
            components: body.components,
            starts: body.starts,
            first_triangle: body.first_triangle,
            bounds,
            volume: enclosed.volume,
            area: enclosed.area,
            has_holes,
        }))
    }

    pub fn length(&self) -> f64 {
        (self.bounds[1] - self.bounds[0]).max_element()
    }

    pub fn diagonal(&self) -> f64 {
        self.bounds[0].distance(self.bounds[1])
    }

    pub fn component_of(&self, triangle: u32) -> usize {
        self.shape().component_of(triangle)
    }

    pub fn shape(&self) -> Shape<'_> {
        Shape {
            corners: &self.corners,
            triangles: &self.triangles,
            starts: &self.starts,
            solid: &self.solid,
        }
    }
}

/// The progress of one body; bodies share it by their triangles.
pub fn of_body<'a>(input: &Input, number: usize, work: &Work<'a>) -> Work<'a> {
    let count =
        |bodies: &[InputBody]| bodies.iter().map(|b| b.triangles.len()).sum::<usize>() as f32;
    let (all, before) = (count(&input.bodies), count(&input.bodies[..number]));
    let own = input.bodies[number].triangles.len() as f32;
    part(work, before / all, (before + own) / all)
}

pub fn no_volume() -> Error {
    Error::new(
        Status::MeshZeroVolume,
        "the surface encloses no volume: it is flat or too open; close its holes or give it thickness",
    )
}

fn check(mesh: &SurfaceMesh) -> Result<()> {
    if mesh.triangles.is_empty() {
        return Err(Error::new(
            Status::MeshEmpty,
            "the surface has no triangles",
        ));
    }
    let count = mesh.positions.len();
    let names_no_vertex = |t: &[u32; 3]| t.iter().any(|v| *v as usize >= count);
    if let Some(t) = mesh.triangles.iter().position(names_no_vertex) {
        let message = format!(
            "triangle {t} of the surface has vertices {:?}, but there are only {count}; correct the indices",
            mesh.triangles[t]
        );
        return Err(Error::new(Status::MeshIndex, message));
    }
    // Squares and cubes of differences must be finite in double precision, volumes in single precision.
    let is_bad = |v: u32| {
        !mesh.positions[v as usize]
            .iter()
            .all(|c| c.is_finite() && c.abs() < 1e12)
    };
    if let Some(v) = mesh.triangles.iter().flatten().find(|v| is_bad(**v)) {
        let message = format!(
            "vertex {v} of the surface is at {}; coordinates must be finite and below 1e12",
            numbers(&mesh.positions[*v as usize])
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    Ok(())
}

/// Which triangles belong to components that enclose a volume together.
fn are_open(body: &Body, open: &HashSet<u32>) -> Vec<bool> {
    let count = body.triangles.len();
    let ends = body.starts.iter().skip(1).map(|end| *end as usize);
    let mut are_open = Vec::with_capacity(count);
    for (start, end) in body.starts.iter().zip(ends.chain([count])) {
        let mut vertices = body.triangles[*start as usize..end].iter().flatten();
        are_open.resize(end, vertices.any(|v| open.contains(v)));
    }
    are_open
}

fn box_around(bodies: &[InputBody]) -> [DVec3; 2] {
    let each = bodies.iter().map(|body| body.bounds);
    let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    each.fold(empty, |all, own| [all[0].min(own[0]), all[1].max(own[1])])
}

/// Volume by the divergence theorem, area, and bounding box.
fn measure(corners: &[[DVec3; 3]]) -> (f64, f64, [DVec3; 2]) {
    let low = corners
        .iter()
        .flatten()
        .fold(DVec3::INFINITY, |low, p| low.min(*p));
    let high = corners
        .iter()
        .flatten()
        .fold(DVec3::NEG_INFINITY, |high, p| high.max(*p));
    let middle = 0.5 * (low + high);
    let (mut volume, mut area) = (0.0, 0.0);
    for [a, b, c] in corners {
        let twice = (b - a).cross(c - a);
        volume += twice.dot(a - middle) / 6.0;
        area += 0.5 * twice.length();
    }
    (volume.abs(), area, [low, high])
}
