//! Stiffness and density factors of tets from what a caller knows of the surface: factors at its vertices, or regions.

use super::check::corners;
use super::solid::Solid;
use super::{SurfaceMesh, TetMesh};
use glam::{DVec3, Vec3};

/// For each tet the factor at the place of the surface that is nearest to its centroid, linear over each triangle.
pub fn at_vertices(surface: &SurfaceMesh, factors: &[f32], mesh: &TetMesh) -> Vec<f32> {
    let solid = Solid::of(surface);
    let factor = |centroid: DVec3| {
        let Some((place, _, triangle)) = solid.tree.nearest(centroid, f64::INFINITY) else {
            return 1.0;
        };
        let corners = surface.triangles[triangle as usize];
        let weights = weights(place, corners.map(|v| point(surface, v)));
        let sum = |i: usize| weights[i] * f64::from(factors[corners[i] as usize]);
        (sum(0) + sum(1) + sum(2)) as f32
    };
    centroids(mesh).map(factor).collect()
}

/// For each tet the factor of the last region that its centroid lies in, or 1.
pub fn in_regions(regions: &[(&SurfaceMesh, f32)], mesh: &TetMesh) -> Vec<f32> {
    let solids: Vec<_> = regions
        .iter()
        .map(|(surface, factor)| (Solid::of(surface), *factor))
        .collect();
    let factor = |centroid: DVec3| {
        let mut inside = solids.iter().rev().filter(|(s, _)| s.contains(centroid));
        inside.next().map_or(1.0, |(_, factor)| *factor)
    };
    centroids(mesh).map(factor).collect()
}

fn centroids(mesh: &TetMesh) -> impl Iterator<Item = DVec3> {
    let centroid = |t: &[u32; 4]| corners(&mesh.positions, *t).iter().sum::<DVec3>() / 4.0;
    mesh.tets.iter().map(centroid)
}

fn point(surface: &SurfaceMesh, vertex: u32) -> DVec3 {
    Vec3::from_array(surface.positions[vertex as usize]).as_dvec3()
}

/// Barycentric weights of a point of a triangle; of one without area, those of its first corner.
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
