//! Packs the clusters of an asset into arena rows for shape matching. `shaders/solver/shape_matching/shape_matching.wgsl` reads them.

use super::pack::{Packed, Tables, pack_faces};
use crate::asset::clusters::default_clusters;
use crate::asset::{Asset, ClusterShape, Clusters};
use crate::executor::Row;
use std::borrow::Cow;

/// Members that one thread sums. One thread then sums the parts of a cluster: of 80 members ten.
pub const SHAPE_PART: usize = 8;
/// State rows of a part's sums, and of a cluster's map.
pub const SHAPE_MATCHING_ROWS: u32 = 9;

/// Packs an asset. A body needs [`SHAPE_MATCHING_ROWS`] rows of state for each cluster and each part.
pub fn pack(asset: &Asset) -> Packed {
    let clusters = match &asset.clusters {
        Some(clusters) => Cow::Borrowed(clusters),
        None => Cow::Owned(default_clusters(asset)),
    };
    let (heads, parts) = parts(&clusters);
    let mut rows = vec![[0; 4]; 2];
    for (shape, head) in clusters.shapes.iter().zip(&heads) {
        rows.push([head[0], head[1], head[2], shape.rank]);
        rows.extend(shape_rows(shape));
    }
    let part_row = rows.len() as u32;
    rows.extend(&parts);
    let member_row = rows.len() as u32;
    rows.extend(clusters.coordinates.iter().map(|c| c.map(f32::to_bits)));
    let index_row = rows.len() as u32;
    rows.extend(clusters.members.chunks(4).map(|four| {
        let mut row = [0; 4];
        row[..four.len()].copy_from_slice(four);
        row
    }));
    let entry_row = rows.len() as u32;
    rows.extend(entries(&clusters, asset.rest_positions.len()));
    let [count, part_count] = [heads.len() as u32, parts.len() as u32];
    rows[0] = [count, part_count, part_row, member_row];
    rows[1] = [index_row, entry_row, 0, 0];
    let faces = rows.len() as u32;
    rows.extend(pack_faces(asset));
    let tables = Tables {
        faces,
        clusters: [count, part_count],
        ..Tables::default()
    };
    Packed { rows, tables }
}

/// (first part, parts, first vertex) of each cluster, then (first member, members, the cluster's first vertex, zero) of each
/// part.
fn parts(clusters: &Clusters) -> (Vec<[u32; 3]>, Vec<Row>) {
    let (mut heads, mut parts) = (Vec::new(), Vec::new());
    for c in 0..clusters.shapes.len() {
        let span = clusters.span(c);
        let vertex = clusters.members[span.start];
        let count = span.len().div_ceil(SHAPE_PART);
        heads.push([parts.len() as u32, count as u32, vertex]);
        // Parts of equal length, so that no thread waits for another.
        let at = |k: usize| span.start + k * span.len() / count;
        parts.extend((0..count).map(|k| [at(k) as u32, (at(k + 1) - at(k)) as u32, vertex, 0]));
    }
    (heads, parts)
}

/// Five rows of the rest shape, and three rows for each column of the inverse: the column in xyz, `RestShape::missing` in w.
fn shape_rows(shape: &ClusterShape) -> Vec<Row> {
    let vector = |v: [f32; 3]| [v[0].to_bits(), v[1].to_bits(), v[2].to_bits(), 0];
    let mut rows: Vec<Row> = shape.axes.map(vector).to_vec();
    rows.extend([vector(shape.squares), vector(shape.products)]);
    for j in 0..9 {
        for part in 0..3 {
            let column = [0, 1, 2].map(|i| shape.inverse[3 * part + i][j].to_bits());
            let missing = shape.missing[part][j].to_bits();
            rows.push([column[0], column[1], column[2], missing]);
        }
    }
    rows
}

/// (first entry, entries) of each vertex, counted from here; then the entries: (cluster, coordinates).
fn entries(clusters: &Clusters, vertices: usize) -> Vec<Row> {
    let (places, owners) = (clusters.places(vertices), clusters.owners());
    let first = |v: usize| vertices as u32 + places.starts[v];
    let mut rows: Vec<Row> = (0..vertices)
        .map(|v| [first(v), places.count(v) as u32, 0, 0])
        .collect();
    rows.extend(places.items.iter().map(|place| {
        let [x, y, z, _] = clusters.coordinates[*place as usize].map(f32::to_bits);
        [owners[*place as usize], x, y, z]
    }));
    rows
}
