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
    let rings_a_cap = (slices / 4).max(2);
    // Latitudes from the lower pole to the upper one; a real capsule has the equator twice,
    // once a side of the cylinder.
    let mut latitudes = Vec::new();
    for ring in 0..=rings_a_cap {
        latitudes.push((
            -FRAC_PI_2 + FRAC_PI_2 * ring as f32 / rings_a_cap as f32,
            -half_height,
        ));
    }
    let first_upper = u32::from(half_height <= 0.0);
    for ring in first_upper..=rings_a_cap {
        latitudes.push((
            FRAC_PI_2 * ring as f32 / rings_a_cap as f32,
            half_height.max(0.0),
        ));
    }
    revolve(radius, &latitudes, slices)
}

/// Turns a half circle of (latitude [rad], y offset) pairs round the y axis.
fn revolve(radius: f32, latitudes: &[(f32, f32)], slices: u32) -> Mesh {
    let mut mesh = Mesh::default();
    let columns = slices + 1;
    for &(latitude, offset) in latitudes {
        // The cosine at the poles is not quite zero in f32; make the pole one point.
        let ring = if latitude.abs() > FRAC_PI_2 - 1e-4 {
            0.0
        } else {
            latitude.cos()
        };
        for column in 0..columns {
            let (sine, cosine) = (TAU * (column % slices) as f32 / slices as f32).sin_cos();
            let normal = [ring * cosine, latitude.sin(), -ring * sine];
            mesh.normals.push(normal);
            mesh.positions.push([
                radius * normal[0],
                radius * normal[1] + offset,
                radius * normal[2],
            ]);
        }
    }
    let last = latitudes.len() as u32 - 2;
    for row in 0..=last {
        for column in 0..slices {
            let a = row * columns + column;
            let (b, c, d) = (a + 1, a + columns + 1, a + columns);
            // At the lower pole a = b in space and at the upper one c = d: one triangle will do.
            if row != 0 {
                mesh.triangles.push([a, b, c]);
            }
            if row != last {
                mesh.triangles.push([a, c, d]);
            }
        }
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
