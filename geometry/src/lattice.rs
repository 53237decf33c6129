//! Boxes cut into tetrahedra, and their surfaces: the meshes of samples, tests and benches.

use crate::incidence::EMPTY;
use crate::{SurfaceMesh, TetMesh};

/// How a cell is cut into tets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// Five: one tet on the corners whose indices sum to an even number, and one at each other corner. Neighbouring
    /// cells are mirror images. Softer in bending than `Six`, without a preferred diagonal.
    Five,
    /// Six: one for each order of the axes on the way from the lowest corner to the highest (Kuhn's split). All long
    /// diagonals run along (+1, +1, +1), so the mesh is not mirror symmetric.
    Six,
}

/// The six orders of the axes, even permutations first.
const AXIS_ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
];

/// A box from the origin to `size` [length unit], cut into `cells` cells along x, y and z, and those into tets.
///
/// For x, y, z cells it has (x+1)(y+1)(z+1) vertices and 5·x·y·z or 6·x·y·z tets of positive volume. Vertex (i, j, k)
/// has index i + (x+1)(j + (y+1)k) and position `size`·(i/x, j/y, k/z).
///
/// Counts are at least 1 (a zero gives no tets), the vertex count must fit 32 bits, and sizes are above zero.
pub fn beam_lattice(cells: [usize; 3], size: [f32; 3], split: Split) -> TetMesh {
    let mut positions = Vec::with_capacity(cells.iter().map(|n| n + 1).product());
    for_each([cells[0] + 1, cells[1] + 1, cells[2] + 1], |at| {
        positions.push(lattice_position(at, cells, size))
    });
    let mut tets = Vec::with_capacity(6 * cells.iter().product::<usize>());
    for_each(cells, |cell| match split {
        Split::Five => five(cells, cell, &mut tets),
        Split::Six => six(cells, cell, &mut tets),
    });
    TetMesh {
        positions,
        tets,
        ..TetMesh::default()
    }
}

/// The surface of the box that [`beam_lattice`] fills: two triangles for each outer face of a cell, counter-clockwise
/// seen from outside, without seams and normals.
///
/// For x, y, z cells it has (x+1)(y+1)(z+1) − (x−1)(y−1)(z−1) vertices, in the lattice's order, and 4(xy + yz + zx)
/// triangles. Arguments as for `beam_lattice`.
pub fn box_surface(cells: [usize; 3], size: [f32; 3]) -> SurfaceMesh {
    let mut mesh = SurfaceMesh::default();
    let corners = [cells[0] + 1, cells[1] + 1, cells[2] + 1];
    let mut surface_from_lattice = vec![EMPTY; corners.iter().product()];
    for_each(corners, |at| {
        if (0..3).any(|axis| at[axis] == 0 || at[axis] == cells[axis]) {
            surface_from_lattice[vertex(cells, at) as usize] = mesh.positions.len() as u32;
            mesh.positions.push(lattice_position(at, cells, size));
        }
    });
    for axis in 0..3 {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [0, cells[axis]] {
            let mut range = cells;
            range[axis] = 1;
            for_each(range, |mut at| {
                at[axis] = side;
                let quad = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[along_b, along_c]| {
                    let mut corner = at;
                    corner[b] += along_b;
                    corner[c] += along_c;
                    surface_from_lattice[vertex(cells, corner) as usize]
                });
                // b × c points along +axis, so the low side is flipped.
                let [p, q, r, s] = if side == 0 {
                    [quad[0], quad[3], quad[2], quad[1]]
                } else {
                    quad
                };
                mesh.triangles.extend([[p, q, r], [p, r, s]]);
            });
        }
    }
    mesh
}

/// Calls `visit` with every index triple below `counts`; the first index runs fastest.
fn for_each(counts: [usize; 3], mut visit: impl FnMut([usize; 3])) {
    for k in 0..counts[2] {
        for j in 0..counts[1] {
            for i in 0..counts[0] {
                visit([i, j, k]);
            }
        }
    }
}

fn vertex(cells: [usize; 3], at: [usize; 3]) -> u32 {
    (at[0] + (cells[0] + 1) * (at[1] + (cells[1] + 1) * at[2])) as u32
}

fn lattice_position(at: [usize; 3], cells: [usize; 3], size: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|axis| (size[axis] as f64 * at[axis] as f64 / cells[axis].max(1) as f64) as f32)
}

/// The five tets of a cell, as corners (bits x, y, z). `parity` is 0 for cells whose indices sum to an even number,
/// else 1.
pub fn five_split(parity: usize) -> [[usize; 4]; 5] {
    // The even corners of an even cell are 0, 3, 5, 6; those of an odd cell are 7 minus these.
    let cut = [
        [0, 3, 6, 5],
        [1, 0, 5, 3],
        [2, 0, 3, 6],
        [4, 0, 6, 5],
        [7, 3, 5, 6],
    ];
    // The point reflection turns every tet inside out.
    match parity {
        0 => cut,
        _ => cut.map(|[a, b, c, d]| [a, b, d, c].map(|corner| 7 - corner)),
    }
}

fn five(cells: [usize; 3], cell: [usize; 3], tets: &mut Vec<[u32; 4]>) {
    let parity = (cell[0] + cell[1] + cell[2]) % 2;
    let corner = |bits: usize| {
        vertex(
            cells,
            [
                cell[0] + (bits & 1),
                cell[1] + (bits >> 1 & 1),
                cell[2] + (bits >> 2),
            ],
        )
    };
    tets.extend(five_split(parity).map(|tet| tet.map(corner)));
}

fn six(cells: [usize; 3], cell: [usize; 3], tets: &mut Vec<[u32; 4]>) {
    for (number, order) in AXIS_ORDERS.iter().enumerate() {
        let mut at = cell;
        let mut tet = [vertex(cells, at); 4];
        for (step, axis) in order.iter().enumerate() {
            at[*axis] += 1;
            tet[step + 1] = vertex(cells, at);
        }
        if number >= 3 {
            tet.swap(2, 3); // odd permutations are left-handed
        }
        tets.push(tet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const CELLS: [usize; 3] = [4, 3, 2];
    const SIZE: [f32; 3] = [2.0, 0.75, 0.5]; // powers of two as cell sizes: volumes are exact

    fn volume(mesh: &TetMesh, tet: [u32; 4]) -> f64 {
        let p = tet.map(|i| glam::Vec3::from(mesh.positions[i as usize]).as_dvec3());
        (p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0]) / 6.0
    }

    #[test]
    fn lattice_has_the_documented_counts_and_every_vertex_is_used() {
        for (split, per_cell) in [(Split::Five, 5), (Split::Six, 6)] {
            let mesh = beam_lattice(CELLS, SIZE, split);
            assert_eq!(mesh.positions.len(), 5 * 4 * 3);
            assert_eq!(mesh.tets.len(), per_cell * 24);
            let mut used = vec![false; mesh.positions.len()];
            mesh.tets
                .iter()
                .flatten()
                .for_each(|i| used[*i as usize] = true);
            assert!(used.iter().all(|u| *u));
            assert_eq!(mesh.positions[1 + 5 * (2 + 4 * 2)], [0.5, 0.5, 0.5]);
        }
    }

    #[test]
    fn lattice_tets_are_positive_and_fill_the_box() {
        for split in [Split::Five, Split::Six] {
            let mesh = beam_lattice(CELLS, SIZE, split);
            let volumes: Vec<f64> = mesh.tets.iter().map(|tet| volume(&mesh, *tet)).collect();
            assert!(volumes.iter().all(|v| *v > 0.0), "{split:?}");
            assert!((volumes.iter().sum::<f64>() - 0.75).abs() < 1e-12);
        }
    }

    #[test]
    fn lattice_faces_are_shared_by_two_tets_or_lie_on_the_box() {
        for split in [Split::Five, Split::Six] {
            let mesh = beam_lattice(CELLS, SIZE, split);
            let mut tets_of_face: BTreeMap<[u32; 3], usize> = BTreeMap::new();
            for tet in &mesh.tets {
                for skipped in 0..4 {
                    let mut face: Vec<u32> =
                        (0..4).filter(|c| *c != skipped).map(|c| tet[c]).collect();
                    face.sort_unstable();
                    *tets_of_face.entry([face[0], face[1], face[2]]).or_default() += 1;
                }
            }
            let mut boundary = 0;
            for (face, count) in tets_of_face {
                let on_box = (0..3).any(|axis| {
                    [0.0, SIZE[axis]].iter().any(|wall| {
                        face.iter()
                            .all(|i| mesh.positions[*i as usize][axis] == *wall)
                    })
                });
                assert_eq!(
                    count,
                    if on_box { 1 } else { 2 },
                    "{split:?}: face {face:?}"
                );
                boundary += usize::from(on_box);
            }
            assert_eq!(boundary, 4 * (12 + 6 + 8));
        }
    }

    #[test]
    fn box_surface_is_closed_welded_and_points_outward() {
        let mesh = box_surface(CELLS, SIZE);
        assert_eq!(mesh.positions.len(), 60 - 3 * 2);
        assert_eq!(mesh.triangles.len(), 4 * (12 + 6 + 8));
        let mut sorted = mesh.positions.clone();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        sorted.dedup();
        assert_eq!(sorted.len(), mesh.positions.len());
        // Closed and oriented: each directed edge once, with its opposite. Outward: the volume is positive.
        let mut directed: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        let mut volume = 0.0;
        for t in &mesh.triangles {
            (0..3).for_each(|c| *directed.entry([t[c], t[(c + 1) % 3]]).or_default() += 1);
            let p = t.map(|i| glam::Vec3::from(mesh.positions[i as usize]).as_dvec3());
            volume += p[0].dot(p[1].cross(p[2])) / 6.0;
        }
        assert!(
            directed
                .iter()
                .all(|([a, b], n)| *n == 1 && directed.contains_key(&[*b, *a]))
        );
        assert!((volume - 0.75).abs() < 1e-12);
    }
}
