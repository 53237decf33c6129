//! Packs a cooked asset into arena rows for one method: colours, slices, tet records, edge records and faces around
//! vertices.

use super::record::tet_record;
use super::{banks, rounds};
use crate::asset::{Asset, EMPTY, SLICE_WIDTH, Slice};
use crate::error::{Error, Result, Status};
use crate::executor::Row;
use crate::executor::size_class::WHOLE_CAPACITY;
use crate::gpu::context::Context;

pub use super::record::{EdgeForm, EdgeValues};

/// The inputs of a solver's tables.
pub struct Packing<'a> {
    pub context: &'a Context,
    pub asset: &'a Asset,
    /// The kinds of the body's groups, as bits.
    pub kinds: u32,
    /// The material's values of each edge; empty without one.
    pub edges: &'a [EdgeValues],
}

pub struct Packed {
    pub rows: Vec<Row>,
    /// The tables, counted from the first row.
    pub tables: Tables,
}

/// First rows of an asset's tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables {
    /// First rows of colours, slices, tet records, edge records.
    pub sweeps: [u32; 4],
    /// Colours of the sweeps.
    pub colours: u32,
    /// Groups of elements.
    pub groups: u32,
    /// Steps of an iteration over the groups, and how many of them go backwards in odd iterations.
    pub steps: [u32; 2],
    /// The group whose steps sum, from 1; 0 without one.
    pub sum: u32,
    /// State rows of the multipliers of all elements of groups, and of sums.
    pub multiplier_rows: u32,
    /// For a resident body (`rounds.rs`): first row of the rounds, their number, first rows of heads and vertices.
    pub shares: [u32; 4],
    /// First row of the faces around vertices.
    pub faces: u32,
    /// Elements: tets, or edges of a sheet.
    pub elements: u32,
    /// Clusters, and parts of their sums; see `shape_table.rs`.
    pub clusters: [u32; 2],
}

impl Tables {
    /// The tables with the asset's rows at row `first` of the arena.
    pub fn at(mut self, first: u32) -> Self {
        self.sweeps.iter_mut().for_each(|row| *row += first);
        let [rounds, _, heads, vertices] = &mut self.shares;
        for row in [rounds, heads, vertices] {
            *row += first;
        }
        self.faces += first;
        self
    }
}

/// Packs an asset. `edges` holds the method's values, one entry per edge. `workgroup` has the threads and partial sums of
/// the workgroup that may own the body.
///
/// # Errors `Capacity` when a vertex has more than 65,535 records of tets or of edges.
pub fn pack(
    asset: &Asset,
    edges: &[EdgeValues],
    form: EdgeForm,
    workgroup: Option<(u32, u32)>,
) -> Result<Packed> {
    // A body this small may have its positions in workgroup memory, where banks matter.
    let whole_fits = asset.rest_positions.len() as u32 <= WHOLE_CAPACITY;
    let slice_count = asset.slices.len() as u32;
    let mut rows: Vec<Row> = asset
        .colour_slices
        .windows(2)
        .map(|w| colour_row(asset, w[0], w[1]))
        .collect();
    rows.push([slice_count, slice_count, 0, 0]);
    let slices = rows.len();
    let mut next_edge_row = 0;
    for slice in &asset.slices {
        let edge_rows = packed_edge_rows(slice.edge_row_count, form);
        rows.push(head(slice, next_edge_row, edge_rows)?);
        next_edge_row += edge_rows;
    }
    let tets = rows.len();
    for slice in &asset.slices {
        let entries = SLICE_WIDTH * slice.first_tet_row as usize..;
        let entries = &asset.tet_rows[entries][..SLICE_WIDTH * slice.tet_row_count as usize];
        let first = rows.len();
        rows.extend(entries.iter().map(|entry| tet_record(asset, *entry)));
        if form == EdgeForm::Pairs && whole_fits {
            banks::spread_tets(&mut rows[first..]);
        }
    }
    let edge_start = rows.len();
    for slice in &asset.slices {
        let first = rows.len();
        pack_edges(asset, edges, form, slice, &mut rows);
        if form == EdgeForm::Pairs && whole_fits {
            banks::spread_edge_pairs(&mut rows[first..]);
        }
    }
    let [slices, tets, edge_start, faces] =
        [slices, tets, edge_start, rows.len()].map(|row| row as u32);
    rows.extend(pack_faces(asset));
    let mut tables = Tables {
        sweeps: [0, slices, tets, edge_start],
        colours: asset.colour_slices.len().saturating_sub(1) as u32,
        faces,
        elements: asset.tets.len() as u32,
        ..Tables::default()
    };
    if let Some((width, slots)) = workgroup {
        let first = rows.len() as u32;
        let shared = rounds::table(asset, edges, width, slots, first);
        let [start, count, heads, vertices] = shared.tables;
        tables.shares = [first + start, count, first + heads, first + vertices];
        rows.extend(shared.rows);
    }
    Ok(Packed { rows, tables })
}

/// First vertex (21 bits), vertices less one, tet rows and edge rows (16 bits each), first tet row, first edge row.
fn head(slice: &Slice, first_edge_row: u32, edge_rows: u32) -> Result<Row> {
    if slice.tet_row_count > 0xFFFF || edge_rows > 0xFFFF {
        return Err(Error::new(
            Status::Capacity,
            "a vertex belongs to more than 65535 tets, expected at most that many: remesh around it",
        ));
    }
    Ok([
        slice.first_vertex | ((slice.vertex_count - 1) << 21),
        slice.tet_row_count | (edge_rows << 16),
        slice.first_tet_row,
        first_edge_row,
    ])
}

/// (first slice, end slice, first vertex, vertices). A colour's slices hold consecutive vertices.
fn colour_row(asset: &Asset, first: u32, end: u32) -> Row {
    let slices = &asset.slices[first as usize..end as usize];
    let vertices = slices.iter().map(|s| s.vertex_count).sum();
    [
        first,
        end,
        slices.first().map_or(0, |s| s.first_vertex),
        vertices,
    ]
}

/// (row of its first face, counted from here; faces) of each vertex. Then each face: (three vertices, zero). Then the faces
/// of each vertex: (three vertices, number of the face).
pub(super) fn pack_faces(asset: &Asset) -> Vec<Row> {
    let count = asset.rest_positions.len();
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (face, triangle) in (0..).zip(&asset.surface_triangles) {
        triangle
            .iter()
            .for_each(|vertex| around[*vertex as usize].push(face));
    }
    let mut rows = Vec::with_capacity(count + 4 * asset.surface_triangles.len());
    let mut next = (count + asset.surface_triangles.len()) as u32;
    for faces in &around {
        rows.push([next, faces.len() as u32, 0, 0]);
        next += faces.len() as u32;
    }
    let triangles = asset.surface_triangles.iter();
    rows.extend(triangles.map(|[a, b, c]| [*a, *b, *c, 0]));
    rows.extend(around.iter().flatten().map(|face| {
        let [a, b, c] = asset.surface_triangles[*face as usize];
        [a, b, c, *face]
    }));
    rows
}

fn packed_edge_rows(edges: u32, form: EdgeForm) -> u32 {
    edges.div_ceil(form.per_row() as u32)
}

fn pack_edges(
    asset: &Asset,
    edges: &[EdgeValues],
    form: EdgeForm,
    slice: &Slice,
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
