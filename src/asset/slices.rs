//! Sliced ELL: the rows of 32 vertices side by side, so that 32 threads read neighbouring words.

use super::{EMPTY, SLICE_WIDTH, Slice};
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::incidence::Rows;

/// Cuts each colour into slices of 32 vertices, without rows. Returns where each colour's slices start, one more at the
/// end, and the slices.
pub fn slices(colour_sizes: &[usize]) -> (Vec<u32>, Vec<Slice>) {
    let (mut starts, mut slices, mut first) = (vec![0], Vec::new(), 0);
    for &size in colour_sizes {
        for begin in (0..size).step_by(SLICE_WIDTH) {
            slices.push(Slice {
                first_vertex: (first + begin) as u32,
                vertex_count: (size - begin).min(SLICE_WIDTH) as u32,
                first_tet_row: 0,
                tet_row_count: 0,
                first_edge_row: 0,
                edge_row_count: 0,
            });
        }
        first += size;
        starts.push(slices.len() as u32);
    }
    (starts, slices)
}

/// Lays `incident` out in sliced ELL. Returns first row and row count of each slice, and the table.
///
/// # Errors
/// `Capacity` above 2^31 entries, which takes a vertex with millions of tets.
pub fn sliced_ell(slices: &[Slice], incident: &Rows) -> Result<(Vec<[u32; 2]>, Vec<u32>)> {
    let mut spans = Vec::with_capacity(slices.len());
    let mut row_count = 0usize;
    for slice in slices {
        let first = slice.first_vertex as usize;
        let vertices = first..first + slice.vertex_count as usize;
        let rows = vertices.map(|v| incident.count(v)).max().unwrap_or(0);
        spans.push([row_count as u32, rows as u32]);
        row_count += rows;
        if row_count * SLICE_WIDTH > 1 << 31 {
            return Err(Error::new(
                Status::Capacity,
                "a vertex belongs to so many tets or edges that a table passes 2^31 entries; remesh around it",
            ));
        }
    }
    let mut table = vec![EMPTY; row_count * SLICE_WIDTH];
    for (slice, [first_row, _]) in slices.iter().zip(&spans) {
        for lane in 0..slice.vertex_count as usize {
            for (r, &item) in incident
                .row(slice.first_vertex as usize + lane)
                .iter()
                .enumerate()
            {
                table[(*first_row as usize + r) * SLICE_WIDTH + lane] = item;
            }
        }
    }
    Ok((spans, table))
}
