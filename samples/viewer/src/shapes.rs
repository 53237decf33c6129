//! Meshes of the usual collider shapes, centred on the origin, normals outwards, triangles
//! anticlockwise seen from outside.

use std::f32::consts::{FRAC_PI_2, TAU};

/// A triangle mesh that owns its arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions [caller's length unit].
    pub positions: Vec<[f32; 3]>,
    /// One unit normal a vertex, or empty.
    pub normals: Vec<[f32; 3]>,
    /// Three vertex indices a triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// A square in the plane y = 0, facing up, from `-half_extent` to `half_extent` in x and z.
pub fn plane(half_extent: f32) -> Mesh {
    let h = half_extent;
    Mesh {
        positions: vec![[-h, 0.0, -h], [-h, 0.0, h], [h, 0.0, h], [h, 0.0, -h]],
        normals: vec![[0.0, 1.0, 0.0]; 4],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

/// A sphere of `segments` (at least 3) slices round and half as many from pole to pole.
pub fn sphere(radius: f32, segments: u32) -> Mesh {
    capsule(radius, 0.0, segments)
}

/// A capsule along y: a cylinder from `-half_height` to `half_height` with half a sphere of
/// `radius` on each end (`half_height` 0 makes a sphere). `segments` (at least 3) slices round.
pub fn capsule(radius: f32, half_height: f32, segments: u32) -> Mesh {
    let slices = segments.max(3);
    let cap_rings = (slices / 4).max(2);
    let half_height = half_height.max(0.0);
    let latitude = |ring: u32| FRAC_PI_2 * ring as f32 / cap_rings as f32;
    // Rings from below the equator up, without the poles; a real capsule has the equator twice,
    // once at each end of the cylinder.
    let mut rings = Vec::new();
    rings.extend(
        (0..cap_rings)
            .rev()
            .map(|ring| (-latitude(ring), -half_height)),
    );
    let first_upper = u32::from(half_height == 0.0);
    rings.extend((first_upper..cap_rings).map(|ring| (latitude(ring), half_height)));
    revolve(radius, half_height, &rings, slices)
}

/// Turns rings of (latitude \[rad\], y offset) round the y axis and closes them with a vertex at
/// each pole. No two vertices lie in the same place.
fn revolve(radius: f32, half_height: f32, rings: &[(f32, f32)], slices: u32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut add = |normal: [f32; 3], offset: f32| {
        let [x, y, z] = normal.map(|c| c * radius);
        mesh.positions.push([x, y + offset, z]);
        mesh.normals.push(normal);
    };
    for &(latitude, offset) in rings {
        let (height, ring) = latitude.sin_cos();
        for slice in 0..slices {
            let (sine, cosine) = (TAU * slice as f32 / slices as f32).sin_cos();
            add([ring * cosine, height, -ring * sine], offset);
        }
    }
    add([0.0, -1.0, 0.0], -half_height);
    add([0.0, 1.0, 0.0], half_height);
    let last = rings.len() as u32 - 1;
    let [bottom, top] = [slices * (last + 1), slices * (last + 1) + 1];
    for slice in 0..slices {
        let next = (slice + 1) % slices;
        mesh.triangles.push([bottom, next, slice]);
        for row in (0..last).map(|ring| ring * slices) {
            let [a, b] = [row + slice, row + next];
            let [c, d] = [b + slices, a + slices];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
        mesh.triangles
            .push([last * slices + slice, last * slices + next, top]);
    }
    mesh
}

/// A box from `-half_extents` to `half_extents`, with sharp edges.
pub fn cuboid(half_extents: [f32; 3]) -> Mesh {
    let mut mesh = Mesh::default();
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let first = mesh.positions.len() as u32;
            for (su, sv) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let mut point = [0.0; 3];
                point[axis] = side * half_extents[axis];
                point[u] = su * half_extents[u];
                point[v] = sv * half_extents[v];
                let mut normal = [0.0; 3];
                normal[axis] = side;
                mesh.positions.push(point);
                mesh.normals.push(normal);
            }
            let [a, b, c, d] = [first, first + 1, first + 2, first + 3];
            if side > 0.0 {
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                mesh.triangles.extend([[a, c, b], [a, d, c]]);
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// Six times the enclosed volume is the sum of the triangles' triple products (divergence
    /// theorem); it is positive when the triangles face outwards.
    fn volume(mesh: &Mesh) -> f32 {
        let corner = |v: u32| Vec3::from(mesh.positions[v as usize]);
        let triple = |t: &[u32; 3]| corner(t[0]).dot(corner(t[1]).cross(corner(t[2])));
        mesh.triangles.iter().map(triple).sum::<f32>() / 6.0
    }

    #[test]
    fn volumes_are_those_of_the_closed_forms() {
        assert!((volume(&cuboid([0.5, 1.0, 2.0])) - 8.0).abs() < 1e-5);
        // An inscribed polyhedron loses a share of the order of (pi / slices)^2, 0.11 % at 96,
        // times about one for the slices and a half for the rings.
        let pi = std::f32::consts::PI;
        let ball = 4.0 / 3.0 * pi * 0.7_f32.powi(3);
        let measured = volume(&sphere(0.7, 96));
        assert!(
            measured < ball && measured > ball * 0.998,
            "{measured} of {ball}"
        );
        let pill = ball + pi * 0.7_f32.powi(2) * 2.4;
        let measured = volume(&capsule(0.7, 1.2, 96));
        assert!(
            measured < pill && measured > pill * 0.998,
            "{measured} of {pill}"
        );
    }

    #[test]
    fn round_shapes_are_closed_surfaces_without_handles() {
        for mesh in [sphere(1.0, 12), capsule(0.3, 0.5, 7)] {
            // A closed surface without handles: V - E + F = 2, and 2 E = 3 F.
            let edges = crate::unique_edges(&mesh.triangles).len();
            assert_eq!(2 * edges, 3 * mesh.triangles.len());
            assert_eq!(mesh.positions.len() + mesh.triangles.len(), edges + 2);
        }
    }

    #[test]
    fn normals_agree_with_the_triangles() {
        let shapes = [
            plane(1.0),
            sphere(1.0, 12),
            capsule(0.3, 0.5, 7),
            cuboid([1.0, 2.0, 3.0]),
        ];
        for mesh in &shapes {
            assert_eq!(mesh.normals.len(), mesh.positions.len());
            for triangle in &mesh.triangles {
                let [a, b, c] = triangle.map(|v| Vec3::from(mesh.positions[v as usize]));
                let facet = (b - a).cross(c - a);
                assert!(facet.length() > 1e-6, "degenerate {triangle:?}");
                for &v in triangle {
                    assert!(facet.dot(Vec3::from(mesh.normals[v as usize])) > 0.0);
                }
            }
        }
    }
}
