//! Packs a body's coarse correction into arena rows. `shaders/solver/vbd/coarse_correction.wgsl` reads them.

use super::coarse::Modes;
use super::lattice::Lattice;
use crate::asset::Asset;
use crate::executor::{CoarseSize, Row, Scheduled};
use crate::math::symmetric::pseudo_inverse;
use glam::{DMat3, DVec3};
use std::sync::Weak;

/// The fewest vertices that one thread sums.
const SMALLEST_PART: usize = 16;
/// State rows of the sums at each corner of a part.
const SUM_ROWS: u32 = 3;
/// Directions with less than this part of a node's spread are ignored in its turn.
const FLAT: f64 = 1e-3;
/// Least weight of a vertex of the cells around a node in the fit of the node's turn. Mirrored by
/// shaders/solver/vbd/coarse_correction.wgsl.
const SEEN: f64 = 0.125;

/// State rows that a body needs: forces, sums at corners of parts, displacements of nodes.
pub fn own_rows(body: &Scheduled) -> u32 {
    let CoarseSize { parts, nodes } = body.coarse;
    match body.coarse.is_some() {
        true => body.asset.rest_positions.len() as u32 + 8 * SUM_ROWS * parts + nodes,
        false => 0,
    }
}

/// The host's data of a correction.
pub struct Coarse {
    pub asset: Weak<Asset>,
    pub size: CoarseSize,
    /// Squared frequency of the slowest elastic motion at unit modulus, density and scale.
    pub slowest: f64,
}

impl Coarse {
    /// The most corrections kept without users: the last used ones.
    pub const MOST_UNUSED: usize = 16;
}

/// The scale of a body's correction and its place in the arena.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoarseUse {
    /// First arena row of the correction.
    pub row: u32,
    pub size: CoarseSize,
    /// Factor from λ to squared frequencies [1/s²].
    pub rate: f32,
    /// The inverse mass of the asset's unit of measure [1/kg].
    pub weight: f32,
    /// Slowest elastic motion [rad/s].
    pub frequency: f32,
}

/// The rows of a correction, and its size.
pub fn pack(asset: &Asset, modes: &Modes) -> (Vec<Row>, CoarseSize) {
    let lattice = &modes.lattice;
    let members = members(lattice);
    let (parts, indices, spans) = parts(&members);
    let mut rows = vec![[0; 4]; 3];
    let vertex_row = rows.len() as u32;
    rows.extend(vertex_rows(asset, lattice));
    let cell_row = rows.len() as u32;
    for corners in &lattice.corners {
        let [a, b, c, d, e, f, g, h] = *corners;
        rows.extend([[a, b, c, d], [e, f, g, h]]);
    }
    let part_row = rows.len() as u32;
    rows.extend(&parts);
    let index_row = rows.len() as u32;
    rows.extend(indices.chunks(4).map(|four| {
        let mut row = [0; 4];
        row[..four.len()].copy_from_slice(four);
        row
    }));
    let node_row = rows.len() as u32;
    let (nodes, places) = node_rows(lattice, &members, &spans);
    rows.extend(nodes);
    let place_row = rows.len() as u32;
    rows.extend(places);
    let mode_row = rows.len() as u32;
    for node in 0..lattice.nodes {
        rows.extend(modes.modes.iter().map(|(value, ways)| {
            let [x, y, z] = ways[node].to_array();
            [x, y, z, *value].map(|number| (number as f32).to_bits())
        }));
    }
    let size = CoarseSize {
        parts: parts.len() as u32,
        nodes: lattice.nodes as u32,
    };
    rows[0] = [size.nodes, modes.modes.len() as u32, size.parts, 0];
    rows[1] = [vertex_row, cell_row, part_row, index_row];
    rows[2] = [node_row, place_row, mode_row, 0];
    (rows, size)
}

/// The vertices of each cell.
fn members(lattice: &Lattice) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); lattice.corners.len()];
    for (vertex, cell) in (0..).zip(&lattice.cell_of) {
        members[*cell as usize].push(vertex);
    }
    members
}

/// (first index, vertices, cell, zero) of each part, the vertices of all, and the parts (first, number) of each cell.
fn parts(members: &[Vec<u32>]) -> (Vec<Row>, Vec<u32>, Vec<[u32; 2]>) {
    let all: usize = members.iter().map(Vec::len).sum();
    // As many parts as vertices in each, so that neither sum is long.
    let each = all.div_ceil(members.len()).isqrt().max(SMALLEST_PART);
    let (mut parts, mut indices, mut spans) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, vertices) in (0..).zip(members) {
        let first = parts.len() as u32;
        for part in vertices.chunks(each) {
            parts.push([indices.len() as u32, part.len() as u32, cell, 0]);
            indices.extend(part);
        }
        spans.push([first, parts.len() as u32 - first]);
    }
    (parts, indices, spans)
}

/// (position in the cell, cell and slice) of each vertex.
fn vertex_rows(asset: &Asset, lattice: &Lattice) -> Vec<Row> {
    let slices = (0..).zip(&asset.slices);
    let slice_of = slices.flat_map(|(k, slice)| (0..slice.vertex_count).map(move |_| k));
    let places = lattice.places.iter().zip(&lattice.cell_of);
    let rows = places
        .zip(slice_of)
        .map(|((place, cell), slice): (_, u32)| {
            let [x, y, z] = place.to_array().map(|p| (p as f32).to_bits());
            [x, y, z, cell | slice << 8]
        });
    rows.collect()
}

/// Four rows of each node: the mean position of its vertices and its first entry in the list; then the map from sums of
/// positions times offsets to the deformation gradient, with the number of entries. The list: (first part, parts, corner,
/// zero) of each cell around.
fn node_rows(lattice: &Lattice, members: &[Vec<u32>], spans: &[[u32; 2]]) -> (Vec<Row>, Vec<Row>) {
    let mut around = vec![Vec::new(); lattice.nodes];
    for (cell, corners) in lattice.corners.iter().enumerate() {
        for (corner, node) in corners.iter().enumerate() {
            around[*node as usize].push((cell, corner));
        }
    }
    let (mut nodes, mut places) = (Vec::new(), Vec::new());
    for cells in &around {
        let (mean, map) = spread(lattice, members, cells);
        let row = |v: DVec3, last: u32| {
            let [x, y, z] = v.to_array().map(|n| (n as f32).to_bits());
            [x, y, z, last]
        };
        nodes.push(row(mean, places.len() as u32));
        nodes.push(row(map.x_axis, cells.len() as u32));
        nodes.extend([row(map.y_axis, 0), row(map.z_axis, 0)]);
        places.extend(cells.iter().map(|(cell, corner)| {
            let [first, count] = spans[*cell];
            [first, count, *corner as u32, 0]
        }));
    }
    (nodes, places)
}

/// The weighted mean Ȳ of a node's vertices in cells relative to the node, and B⁻¹ C with B = Σ w (Y - Ȳ) (Y - Ȳ)ᵀ and the
/// inverse sizes of cells C. Then Σ w x (Y - Ȳ)ᵀ B⁻¹ C is the gradient of x.
fn spread(lattice: &Lattice, members: &[Vec<u32>], cells: &[(usize, usize)]) -> (DVec3, DMat3) {
    let all = || {
        cells.iter().flat_map(|(cell, corner)| {
            members[*cell].iter().map(|v| {
                let v = *v as usize;
                (
                    lattice.parts(v)[*corner] + SEEN,
                    lattice.seen_from(v, *corner),
                )
            })
        })
    };
    let weight: f64 = all().map(|(w, _)| w).sum();
    let mean = all().map(|(w, y)| w * y).sum::<DVec3>() / weight.max(1e-12);
    let mut moments = [[0.0; 3]; 3];
    for (w, y) in all() {
        let r = (y - mean).to_array();
        for i in 0..3 {
            for j in 0..3 {
                moments[i][j] += w * r[i] * r[j];
            }
        }
    }
    let (inverse, _) = pseudo_inverse(moments, FLAT);
    let scale = DVec3::ONE / lattice.cell_size;
    let map = DMat3::from_cols_array_2d(&inverse);
    let map = DMat3::from_cols(
        map.x_axis * scale.x,
        map.y_axis * scale.y,
        map.z_axis * scale.z,
    );
    (mean, map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};

    /// At rest the gradient around every node is the unit matrix, also where all vertices lie on the two faces of a layer.
    #[test]
    fn nodes_see_the_gradient_of_the_rest_shape() {
        for cells in [[12, 6, 1], [8, 4, 4]] {
            let mesh = beam_lattice(cells, cells.map(|c| c as f32), Split::Five);
            let asset = cook(&mesh, &CookOptions::default()).expect("a lattice").0;
            let lattice = Lattice::new(&asset).expect("large enough");
            let members = members(&lattice);
            for node in 0..lattice.nodes as u32 {
                let corners = lattice.corners.iter().enumerate();
                let around: Vec<(usize, usize)> = corners
                    .flat_map(|(cell, all)| (0..8).map(move |k| (cell, k, all[k])))
                    .filter(|(_, _, other)| *other == node)
                    .map(|(cell, corner, _)| (cell, corner))
                    .collect();
                let (mean, map) = spread(&lattice, &members, &around);
                let mut sums = DMat3::ZERO;
                for (cell, corner) in around {
                    for v in &members[cell] {
                        let y = lattice.seen_from(*v as usize, corner);
                        let w = lattice.parts(*v as usize)[corner] + SEEN;
                        let [x, r] = [w * y * lattice.cell_size, y - mean];
                        sums += DMat3::from_cols(x * r.x, x * r.y, x * r.z);
                    }
                }
                let gradient = sums * map;
                assert!(gradient.abs_diff_eq(DMat3::IDENTITY, 1e-9), "{gradient}");
            }
        }
    }
}
