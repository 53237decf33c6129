//! Packs the sheet of an asset into arena rows for `xpbd.rs`. `shaders/kernel/stage/sheet.wgsl` reads them.

use super::pack::{Packed, Tables, pack_faces};
use super::record::Row;
use crate::asset::{Asset, Sheet};
use crate::constraint::{factors, quarter_turn};
use glam::Vec3;

/// Packs an asset's sheet, if it has one: (colours, first row of the edges, first row of what is around vertices, zero);
/// the colours (first edge, end); the edges by colour, two rows each; what is around vertices; the faces.
pub fn pack(asset: &Asset) -> Packed {
    let empty = Sheet::default();
    let sheet = asset.sheet.as_ref().unwrap_or(&empty);
    let starts = sheet.edge_colours.windows(2);
    let mut rows: Vec<Row> = vec![[0; 4]];
    rows.extend(starts.map(|range| [range[0], range[1], 0, 0]));
    let first = rows.len() as u32;
    let edges = edge_rows(asset, sheet);
    rows.extend(edges.iter().flatten());
    rows[0] = [first - 1, first, rows.len() as u32, 0];
    rows.extend(around(&edges, asset.rest_positions.len()));
    let faces = rows.len() as u32;
    rows.extend(pack_faces(asset));
    let tables = Tables {
        sweeps: [0; 4],
        shares: [0; 4],
        faces,
        clusters: [0; 2],
    };
    Packed { rows, tables }
}

/// Per vertex: (row of its first entry, counted from here; entries). Then the entries of each vertex, four a row: 4 edge +
/// corner, for each edge whose end it is and each hinge that it is a corner of.
fn around(edges: &[[Row; 2]], vertices: usize) -> Vec<Row> {
    let mut entries: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for (e, [at, _]) in (0_u32..).zip(edges) {
        let corners = if at[2] == at[0] { 2 } else { 4 };
        for (corner, vertex) in (0_u32..).zip(&at[..corners]) {
            entries[*vertex as usize].push(4 * e + corner);
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut next = vertices as u32;
    for own in &entries {
        rows.push([next, own.len() as u32, 0, 0]);
        next += own.len().div_ceil(4) as u32;
    }
    rows.extend(entries.iter().flat_map(|own| own.chunks(4)).map(|four| {
        let mut row = [0; 4];
        row[..four.len()].copy_from_slice(four);
        row
    }));
    rows
}

/// Per edge: (ends, the hinge's other two vertices or the first end twice), (rest length, factors of the stiffnesses,
/// tangent of a quarter of the rest angle).
fn edge_rows(asset: &Asset, sheet: &Sheet) -> Vec<[Row; 2]> {
    let triangles = triangles_of_edges(asset, sheet);
    let mut hinges = sheet.hinges.iter().zip(&sheet.hinge_turns).peekable();
    let all = asset.edges.iter().zip(&sheet.edge_lengths).zip(&triangles);
    let rows: Vec<[Row; 2]> = all
        .map(|((&[a, b], &length), around)| {
            let hinge = hinges.next_if(|(h, _)| h[..2] == [a, b]);
            let (others, quarter) = match hinge {
                Some((h, t)) => ([h[2], h[3]], quarter_turn(t[0].into(), t[1].into())),
                None => ([a, a], 0.0),
            };
            let own = factors(length.into(), around);
            let numbers = [
                length,
                own.stretch as f32,
                own.bending as f32,
                quarter as f32,
            ];
            [[a, b, others[0], others[1]], numbers.map(f32::to_bits)]
        })
        .collect();
    let order = sheet.edges_by_colour.iter();
    order.map(|edge| rows[*edge as usize]).collect()
}

/// The one or two triangles at each edge, as lengths of their edges and area.
fn triangles_of_edges(asset: &Asset, sheet: &Sheet) -> Vec<Vec<([f64; 3], f64)>> {
    let point = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let mut around = vec![Vec::with_capacity(2); asset.edges.len()];
    for (&[a, b, c], &area) in asset.surface_triangles.iter().zip(&sheet.triangle_areas) {
        let ends = [[a, b], [b, c], [c, a]];
        let lengths = ends.map(|[from, to]| point(from).distance(point(to)));
        for [from, to] in ends {
            let edge = [from.min(to), from.max(to)];
            if let Ok(found) = asset.edges.binary_search(&edge) {
                around[found].push((lengths, f64::from(area)));
            }
        }
    }
    around
}
