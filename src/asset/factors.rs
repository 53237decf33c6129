//! Stiffness and density factors of tets, from factors at surface vertices or from regions.

use super::{SurfaceMesh, TetMesh};
use glam::{DVec3, Vec3};
use pliant_geometry::check::corners;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::solid::Solid;

/// The factor of each tet: that of the surface point nearest to its centroid, linear over each triangle.
///
/// # Errors
/// `Cancelled`.
pub fn at_vertices(
    surface: &SurfaceMesh,
    factors: &[f32],
    mesh: &TetMesh,
    progress: &Progress,
) -> Result<Vec<f32>> {
    let solid = solid(surface, &progress.part(0.0, 0.5))?;
    let factor = |centroid: DVec3| {
        let Some((place, _, triangle)) = solid.tree.nearest(centroid, f64::INFINITY) else {
            return 1.0;
        };
        let corners = surface.triangles[triangle as usize];
        let weights = weights(place, corners.map(|v| point(surface, v)));
        let sum = |i: usize| weights[i] * f64::from(factors[corners[i] as usize]);
        (sum(0) + sum(1) + sum(2)) as f32
    };
    each(mesh, &progress.part(0.5, 1.0), factor)
}

/// The factor of each tet: that of the last region around its centroid, or 1.
///
/// # Errors
/// `Cancelled`.
pub fn in_regions(
    regions: &[(&SurfaceMesh, f32)],
    mesh: &TetMesh,
    progress: &Progress,
) -> Result<Vec<f32>> {
    let to_prepare = progress.part(0.0, 0.5);
    let until = |number: usize| number as f32 / regions.len() as f32;
    let prepared = regions
        .iter()
        .enumerate()
        .map(|(number, (surface, factor))| {
            let progress = to_prepare.part(until(number), until(number + 1));
            Ok((solid(surface, &progress)?, *factor))
        });
    let solids: Vec<(Solid, f32)> = prepared.collect::<Result<_>>()?;
    let factor = |centroid: DVec3| {
        let mut inside = solids.iter().rev().filter(|(s, _)| s.contains(centroid));
        inside.next().map_or(1.0, |(_, factor)| *factor)
    };
    each(mesh, &progress.part(0.5, 1.0), factor)
}

fn solid(surface: &SurfaceMesh, progress: &Progress) -> Result<Solid> {
    let triangles = surface.triangles.iter();
    let triangles: Vec<_> = triangles.map(|t| t.map(|v| point(surface, v))).collect();
    Solid::of_mesh(&triangles, &surface.triangles, progress)
}

fn each(mesh: &TetMesh, progress: &Progress, factor: impl Fn(DVec3) -> f32) -> Result<Vec<f32>> {
    let cost = 16; // of one place in a tree
    let mut meter = Meter::new(progress, cost * mesh.tets.len());
    let of = |tet: &[u32; 4]| {
        meter.add(cost)?;
        Ok(factor(
            corners(&mesh.positions, *tet).iter().sum::<DVec3>() / 4.0,
        ))
    };
    mesh.tets.iter().map(of).collect()
}

fn point(surface: &SurfaceMesh, vertex: u32) -> DVec3 {
    Vec3::from_array(surface.positions[vertex as usize]).as_dvec3()
}

/// Barycentric weights of a point; the first corner's if the triangle has no area.
fn weights(p: DVec3, [a, b, c]: [DVec3; 3]) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let square = normal.length_squared();
    if square == 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let share = |q: DVec3, r: DVec3| (q - p).cross(r - p).dot(normal) / square;
    let [u, v] = [share(b, c), share(c, a)].map(|w| w.clamp(0.0, 1.0));
    [u, v, (1.0 - u - v).max(0.0)]
}
