//! Surfaces with known answers, for tests.

use crate::lattice::box_surface;
use crate::{SurfaceMesh, TetMesh};
use glam::{Quat, Vec3};
use std::collections::HashMap;
use std::f32::consts::TAU;

/// A mesh of positions and triangles alone.
pub fn mesh(positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> SurfaceMesh {
    SurfaceMesh {
        positions,
        triangles,
        ..Default::default()
    }
}

/// The unit cube, two triangles a side.
pub fn cube() -> SurfaceMesh {
    box_surface([1; 3], [1.0; 3])
}

/// Every triangle with vertices of its own.
pub fn soup(of: &SurfaceMesh) -> SurfaceMesh {
    let positions: Vec<_> = of
        .triangles
        .iter()
        .flatten()
        .map(|v| of.positions[*v as usize])
        .collect();
    let triangles = (0..of.triangles.len() as u32)
        .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
        .collect();
    mesh(positions, triangles)
}

/// Every triangle by itself, shrunk towards its middle by this fraction.
pub fn cracked(of: &SurfaceMesh, by: f32) -> SurfaceMesh {
    let mut all = soup(of);
    for triangle in all.positions.chunks_mut(3) {
        let corners = [triangle[0], triangle[1], triangle[2]].map(Vec3::from_array);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let moved = corners.map(|p| p.lerp(middle, by).to_array());
        triangle.copy_from_slice(&moved);
    }
    all
}

/// Without a fraction `part` of the triangles, at random.
pub fn with_holes(mut of: SurfaceMesh, part: f64) -> SurfaceMesh {
    let mut state = 1_u32;
    of.triangles.retain(|_| {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        f64::from(state >> 8) / f64::from(1 << 24) >= part
    });
    of
}

/// Scaled about the origin, then moved.
pub fn moved(mut of: SurfaceMesh, by: [f32; 3], scale: f32) -> SurfaceMesh {
    for p in &mut of.positions {
        *p = std::array::from_fn(|a| p[a] * scale + by[a]);
    }
    of
}

/// Turned about the origin.
pub fn turned(mut of: SurfaceMesh, by: Quat) -> SurfaceMesh {
    for p in &mut of.positions {
        *p = (by * Vec3::from_array(*p)).to_array();
    }
    of
}

/// Faces the other way.
pub fn inside_out(mut of: SurfaceMesh) -> SurfaceMesh {
    of.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    of
}

/// All parts in one mesh.
pub fn together(parts: &[SurfaceMesh]) -> SurfaceMesh {
    let mut all = SurfaceMesh::default();
    for part in parts {
        let first = all.positions.len() as u32;
        all.positions.extend(&part.positions);
        let moved = part.triangles.iter().map(|t| t.map(|v| v + first));
        all.triangles.extend(moved);
    }
    all
}

/// Two meshes in one.
pub fn both(a: SurfaceMesh, b: SurfaceMesh) -> SurfaceMesh {
    together(&[a, b])
}

/// An octahedron with its triangles cut in four `levels` times: 8·4^levels triangles, V − E + F = 2.
pub fn sphere(levels: u32, radius: f32) -> SurfaceMesh {
    let mut positions: Vec<Vec3> = [Vec3::X, Vec3::Y, Vec3::Z]
        .iter()
        .flat_map(|a| [*a, -*a])
        .collect();
    let mut triangles = Vec::new();
    for [x, y, z] in (0..8u32).map(|s| [s & 1, 2 + (s >> 1 & 1), 4 + (s >> 2)]) {
        let even = (x + y + z) % 2 == 0;
        triangles.push(if even { [x, y, z] } else { [x, z, y] });
    }
    for _ in 0..levels {
        triangles = quartered(&triangles, |[a, b]| {
            let sum = positions[a as usize] + positions[b as usize];
            positions.push(sum.normalize());
            positions.len() as u32 - 1
        });
    }
    mesh(
        positions.iter().map(|p| (*p * radius).to_array()).collect(),
        triangles,
    )
}

/// Cuts each triangle in four; `middle` makes the vertex in the middle of an edge.
fn quartered(triangles: &[[u32; 3]], mut middle: impl FnMut([u32; 2]) -> u32) -> Vec<[u32; 3]> {
    let mut middles = HashMap::new();
    let mut middle = |a: u32, b: u32| {
        let edge = [a.min(b), a.max(b)];
        *middles.entry(edge).or_insert_with(|| middle(edge))
    };
    (triangles.iter())
        .flat_map(|&[a, b, c]| {
            let [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        })
        .collect()
}

/// The same surface with each triangle cut in four.
pub fn finer(of: SurfaceMesh) -> SurfaceMesh {
    let mut positions = of.positions;
    let triangles = quartered(&of.triangles, |edge| {
        let [a, b] = edge.map(|v| Vec3::from_array(positions[v as usize]));
        positions.push(a.midpoint(b).to_array());
        positions.len() as u32 - 1
    });
    mesh(positions, triangles)
}

/// Two triangles for each cell, with corners `at(i, j)`.
fn cells([n, m]: [u32; 2], at: impl Fn(u32, u32) -> u32) -> Vec<[u32; 3]> {
    let cells = (0..m).flat_map(|j| (0..n).map(move |i| [i, j]));
    let two = |[i, j]: [u32; 2]| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    cells.flat_map(two).collect()
}

/// A sheet of `n` cells of size `size` in the plane z = 0, normals along +z; vertex (i, j) is i + (n₀ + 1) j.
pub fn grid(n: [u32; 2], size: f32) -> SurfaceMesh {
    let at = |i: u32, j: u32| i + (n[0] + 1) * j;
    let points =
        (0..=n[1]).flat_map(|j| (0..=n[0]).map(move |i| [i as f32 * size, j as f32 * size, 0.0]));
    mesh(points.collect(), cells([n[0], n[1]], at))
}

/// A tube of radius 1 around z, `around` cells round and `along` cells of height `cell`, facing outward.
pub fn tube(around: u32, along: u32, cell: f32) -> SurfaceMesh {
    let at = |i: u32, j: u32| i % around + around * j;
    let points = (0..=along).flat_map(|j| {
        (0..around).map(move |i| {
            let angle = TAU * i as f32 / around as f32;
            [angle.cos(), angle.sin(), j as f32 * cell]
        })
    });
    mesh(points.collect(), cells([around, along], at))
}

/// A Möbius strip of `n` cells: one side, one loop of open edges of length 2 n, V − E + F = 0.
pub fn mobius(n: u32) -> SurfaceMesh {
    let points = (0..n).flat_map(|i| {
        let angle = TAU * i as f32 / n as f32;
        let across = Vec3::new(
            (angle / 2.0).cos() * angle.cos(),
            (angle / 2.0).cos() * angle.sin(),
            (angle / 2.0).sin(),
        );
        let middle = Vec3::new(angle.cos(), angle.sin(), 0.0);
        [
            (middle - 0.3 * across).to_array(),
            (middle + 0.3 * across).to_array(),
        ]
    });
    let cell = |i: u32| {
        let [a, b] = [2 * i, 2 * i + 1];
        // The last cell joins each side to the other.
        let [c, d] = if i + 1 < n {
            [2 * i + 2, 2 * i + 3]
        } else {
            [1, 0]
        };
        [[a, c, b], [b, c, d]]
    };
    mesh(points.collect(), (0..n).flat_map(cell).collect())
}

/// A torus around z with radii 1 and 0.4, 3·`fine` cells round and `fine` along, facing outward.
pub fn torus(fine: u32) -> SurfaceMesh {
    let around = 3 * fine;
    let at = |i: u32, j: u32| i % around + around * (j % fine);
    let points = (0..fine).flat_map(|j| {
        (0..around).map(move |i| {
            let [u, v] = [i as f32 / around as f32, j as f32 / fine as f32].map(|t| TAU * t);
            let radius = 1.0 + 0.4 * v.cos();
            [radius * u.cos(), radius * u.sin(), 0.4 * v.sin()]
        })
    });
    mesh(points.collect(), cells([around, fine], at))
}

/// A palm, x 0 to 5, z 0 to 2, with fingers x 0 to 2.05 and x 2.15 to 5, z 2 to 6; y 0 to 1.5. The gap is 0.1 wide.
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

/// Sixty random triangles through each other: pieces of a cage compete for faces.
pub fn heap(seed: u32) -> SurfaceMesh {
    let mut state = seed;
    let mut number = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    let mut mesh = SurfaceMesh::default();
    for t in 0..60 {
        let corner = |_| [number(), number(), number()];
        mesh.positions.extend([0; 3].map(corner));
        mesh.triangles.push([3 * t, 3 * t + 1, 3 * t + 2]);
    }
    mesh
}

/// A box of `n` cells of size `size`, in the alternating 5-tet split.
pub fn lattice(n: [u32; 3], size: f32) -> TetMesh {
    let index = |x: u32, y: u32, z: u32| (z * (n[1] + 1) + y) * (n[0] + 1) + x;
    let mut mesh = TetMesh::default();
    for z in 0..=n[2] {
        for y in 0..=n[1] {
            for x in 0..=n[0] {
                mesh.positions.push([x, y, z].map(|c| c as f32 * size));
            }
        }
    }
    for z in 0..n[2] {
        for y in 0..n[1] {
            for x in 0..n[0] {
                let flip = (x + y + z) % 2;
                // Corner bits are x, y, z; flipping the x bit mirrors the cell.
                let at = |c: u32| {
                    let c = c ^ flip;
                    index(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))
                };
                for [a, b, c, d] in [
                    [0, 3, 5, 6],
                    [1, 0, 3, 5],
                    [2, 3, 0, 6],
                    [4, 0, 5, 6],
                    [7, 5, 3, 6],
                ] {
                    let tet = [at(a), at(b), at(c), at(d)];
                    mesh.tets.push(positive(&mesh.positions, tet));
                }
            }
        }
    }
    mesh
}

/// The tet, with two corners swapped if its volume is negative.
fn positive(positions: &[[f32; 3]], tet: [u32; 4]) -> [u32; 4] {
    let [a, b, c, d] = tet;
    match crate::check::volume6(crate::check::corners(positions, tet)).0 < 0.0 {
        true => [a, c, b, d],
        false => tet,
    }
}

/// Whether the long sweeps run. They have more cases, of which the same is asserted.
pub fn is_long() -> bool {
    std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1")
}
