//! Surfaces for the tests of this folder.

use crate::asset::SurfaceMesh;
use std::f64::consts::{PI, TAU};

/// A surface of revolution about z, closed on itself (a torus) or at two poles: `profile(t)` is radius and height.
pub fn revolved(
    around: u32,
    along: u32,
    is_ring: bool,
    profile: impl Fn(f64) -> [f64; 2],
) -> SurfaceMesh {
    let mut mesh = SurfaceMesh::default();
    let point = |i: u32, j: u32| {
        let ([radius, height], angle) = (
            profile(f64::from(j) / f64::from(along)),
            TAU * f64::from(i) / f64::from(around),
        );
        [radius * angle.cos(), radius * angle.sin(), height].map(|c| c as f32)
    };
    let rows = if is_ring { 0..along } else { 1..along };
    let index = |i: u32, j: u32| match is_ring {
        true => (j % along) * around + i % around,
        false if j == 0 => (along - 1) * around,
        false if j == along => (along - 1) * around + 1,
        false => (j - 1) * around + i % around,
    };
    for j in rows {
        mesh.positions.extend((0..around).map(|i| point(i, j)));
    }
    if !is_ring {
        mesh.positions.extend([point(0, 0), point(0, along)]);
    }
    for j in 0..along {
        for i in 0..around {
            let [a, b, c, d] = [
                index(i, j),
                index(i + 1, j),
                index(i + 1, j + 1),
                index(i, j + 1),
            ];
            mesh.triangles.extend(
                [[a, b, c], [a, c, d]]
                    .into_iter()
                    .filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]),
            );
        }
    }
    mesh
}

pub fn sphere(fine: u32) -> SurfaceMesh {
    revolved(2 * fine, fine, false, |t| [(PI * t).sin(), -(PI * t).cos()])
}

pub fn torus(fine: u32) -> SurfaceMesh {
    revolved(3 * fine, fine, true, |t| {
        [1.0 + 0.4 * (TAU * t).cos(), 0.4 * (TAU * t).sin()]
    })
}

/// A fork: the boundary of a palm, x 0 to 5, z 0 to 2, and two fingers x 0 to 2.05 and x 2.15 to 5, z 2 to 6; all y 0 to
/// 1.5. The gap is 0.1 wide.
pub fn fork() -> SurfaceMesh {
    let outline = [
        [0.0, 0.0],
        [5.0, 0.0],
        [5.0, 2.0],
        [5.0, 6.0],
        [2.15, 6.0],
        [2.15, 2.0],
        [2.05, 2.0],
        [2.05, 6.0],
        [0.0, 6.0],
        [0.0, 2.0],
    ];
    let count = outline.len() as u32;
    let mut mesh = SurfaceMesh::default();
    for y in [0.0, 1.5] {
        mesh.positions.extend(outline.map(|[x, z]| [x, y, z]));
    }
    let front: [[u32; 3]; 8] = [
        [0, 1, 6],
        [1, 5, 6],
        [1, 2, 5],
        [2, 3, 4],
        [2, 4, 5],
        [0, 6, 9],
        [9, 6, 7],
        [9, 7, 8],
    ];
    mesh.triangles.extend(front);
    mesh.triangles
        .extend(front.map(|[a, b, c]| [a + count, c + count, b + count]));
    for i in 0..count {
        let j = (i + 1) % count;
        mesh.triangles
            .extend([[i, i + count, j + count], [i, j + count, j]]);
    }
    mesh
}

pub fn moved(mesh: &SurfaceMesh, by: [f32; 3]) -> SurfaceMesh {
    let mut mesh = mesh.clone();
    mesh.positions
        .iter_mut()
        .for_each(|p| *p = [p[0] + by[0], p[1] + by[1], p[2] + by[2]]);
    mesh
}

pub fn together(parts: &[SurfaceMesh]) -> SurfaceMesh {
    let mut all = SurfaceMesh::default();
    for part in parts {
        let first = all.positions.len() as u32;
        all.positions.extend(&part.positions);
        all.triangles
            .extend(part.triangles.iter().map(|t| t.map(|v| v + first)));
    }
    all
}

pub fn flipped(mesh: &SurfaceMesh) -> SurfaceMesh {
    let mut mesh = mesh.clone();
    mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    mesh
}

/// One vertex a position.
pub fn weld(mesh: &mut SurfaceMesh) {
    let mut number_of = std::collections::BTreeMap::new();
    let mut positions = Vec::new();
    for triangle in &mut mesh.triangles {
        *triangle = triangle.map(|v| {
            let p = mesh.positions[v as usize];
            *number_of.entry(p.map(f32::to_bits)).or_insert_with(|| {
                positions.push(p);
                positions.len() as u32 - 1
            })
        });
    }
    mesh.positions = positions;
}
