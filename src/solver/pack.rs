//! A cooked asset as arena rows: colours, slices, tet records, edge records and faces around vertices, for one method.

use crate::asset::{Asset, EMPTY, SLICE_WIDTH};

/// One row of the arena.
pub type Row = [u32; 4];

/// What a method stores of an edge for the vertex at its first end; the other end stores the same values.
pub type EdgeValues = [f32; 2];

/// How a method's edge records lie in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeForm {
    /// (other vertex, value, other vertex, value): two edges a row, one value each.
    Pairs,
    /// (other vertex, value, value, zero): one edge a row, two values.
    Single,
}

/// An asset's rows and where each table starts in them.
pub struct Packed {
    /// All rows.
    pub rows: Vec<Row>,
    /// Row of: colours, slices, tet records, edge records, faces around vertices.
    pub tables: [u32; 5],
}

/// Packs an asset; `edges` holds the method's values, one entry an edge.
pub fn pack(asset: &Asset, edges: &[EdgeValues], form: EdgeForm) -> Packed {
    let slice_count = asset.slices.len() as u32;
    let mut rows: Vec<Row> = asset
        .colour_slices
        .windows(2)
        .map(|w| [w[0], w[1], 0, 0])
        .collect();
    rows.push([slice_count, slice_count, 0, 0]);
    let slices = rows.len();
    let mut next_edge_row = 0;
    for slice in &asset.slices {
        rows.push([
            slice.first_vertex,
            slice.vertex_count,
            slice.first_tet_row,
            slice.tet_row_count,
        ]);
        let edge_rows = packed_edge_rows(slice.edge_row_count, form);
        rows.push([next_edge_row, edge_rows, 0, 0]);
        next_edge_row += edge_rows;
    }
    let tets = rows.len();
    rows.extend(asset.tet_rows.iter().map(|entry| tet_record(asset, *entry)));
    let edge_start = rows.len();
    for slice in &asset.slices {
        pack_edges(asset, edges, form, slice, &mut rows);
    }
    let faces = rows.len();
    rows.extend(pack_faces(asset));
    Packed {
        rows,
        tables: [0, slices, tets, edge_start, faces].map(|row| row as u32),
    }
}

/// For each vertex (row of its first face, counted from the first row here; faces), then the faces of each vertex in
/// turn: (three vertices, zero), the same row for all three, so that they compute the same of it.
fn pack_faces(asset: &Asset) -> Vec<Row> {
    let count = asset.rest_positions.len();
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (face, triangle) in (0..).zip(&asset.surface_triangles) {
        triangle
            .iter()
            .for_each(|vertex| around[*vertex as usize].push(face));
    }
    let mut rows = Vec::with_capacity(count + 3 * asset.surface_triangles.len());
    let mut next = count as u32;
    for faces in &around {
        rows.push([next, faces.len() as u32, 0, 0]);
        next += faces.len() as u32;
    }
    rows.extend(around.iter().flatten().map(|face| {
        let [a, b, c] = asset.surface_triangles[*face as usize];
        [a, b, c, 0]
    }));
    rows
}

fn packed_edge_rows(edges: u32, form: EdgeForm) -> u32 {
    match form {
        EdgeForm::Pairs => edges.div_ceil(2),
        EdgeForm::Single => edges,
    }
}

/// (three indices of 21 bits, 1/(6V), the element's factor); zeros add nothing.
fn tet_record(asset: &Asset, entry: u32) -> Row {
    if entry == EMPTY {
        return [0; 4];
    }
    let (tet, corner) = ((entry / 4) as usize, (entry % 4) as usize);
    let t = asset.tets[tet];
    // The other corners in the order that makes dot(cross(b - a, c - a), x - a) positive at rest.
    const OTHERS: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];
    let [a, b, c] = OTHERS[corner].map(|i| t[i]);
    let inverse_6v = (1.0 / (6.0 * f64::from(asset.tet_volumes[tet]))) as f32;
    [
        a | (b << 21),
        (b >> 11) | (c << 10),
        inverse_6v.to_bits(),
        asset.tet_stiffness[tet].to_bits(),
    ]
}

fn pack_edges(
    asset: &Asset,
    edges: &[EdgeValues],
    form: EdgeForm,
    slice: &crate::asset::Slice,
    rows: &mut Vec<Row>,
) {
    let record = |row: u32, lane: usize| {
        if row >= slice.edge_row_count {
            return None;
        }
        let entry = asset.edge_rows[SLICE_WIDTH * (slice.first_edge_row + row) as usize + lane];
        (entry != EMPTY).then(|| {
            let (edge, side) = ((entry / 2) as usize, (entry % 2) as usize);
            (asset.edges[edge][1 - side], edges[edge])
        })
    };
    for row in 0..packed_edge_rows(slice.edge_row_count, form) {
        for lane in 0..SLICE_WIDTH {
            rows.push(match form {
                EdgeForm::Pairs => {
                    let [first, second] = [record(2 * row, lane), record(2 * row + 1, lane)]
                        .map(|r| r.map_or([0, 0], |(other, values)| [other, values[0].to_bits()]));
                    [first[0], first[1], second[0], second[1]]
                }
                EdgeForm::Single => record(row, lane).map_or([0; 4], |(other, v)| {
                    [other, v[0].to_bits(), v[1].to_bits(), 0]
                }),
            });
        }
    }
}
