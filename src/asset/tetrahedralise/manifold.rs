//! Whether the boundary of a tet mesh is a closed surface, and how edges that it meets twice are opened.

use super::progress::Progress;
use super::union::Sets;
use crate::asset::incidence::{Rows, boundary, incidence};
use crate::error::Result;
use glam::DVec3;

/// Rounds of opening edges; each opens every edge that shares no tet with another one.
const ROUNDS: i32 = 64;

/// Edges of the boundary with more than two of its triangles, lower vertex first.
pub fn pinched_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = Vec::with_capacity(3 * triangles.len());
    for [a, b, c] in triangles {
        edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]| [*p.min(q), *p.max(q)]));
    }
    edges.sort_unstable();
    let groups = edges.chunk_by(|x, y| x == y);
    groups
        .filter(|group| group.len() != 2)
        .map(|group| group[0])
        .collect()
}

/// Vertices at which the boundary's triangles make more than one fan.
pub fn pinched_vertices(triangles: &[[u32; 3]], vertex_count: usize) -> Vec<u32> {
    let rows = incidence(triangles, vertex_count);
    let mut pinched = Vec::new();
    for v in 0..vertex_count {
        let row = rows.row(v);
        // Two triangles of the vertex are of one fan when they share another vertex.
        let mut ends: Vec<(u32, u32)> = Vec::with_capacity(2 * row.len());
        for (number, place) in row.iter().enumerate() {
            let triangle = triangles[*place as usize / 3];
            ends.extend(
                triangle
                    .into_iter()
                    .filter(|w| *w as usize != v)
                    .map(|w| (w, number as u32)),
            );
        }
        ends.sort_unstable();
        let mut fans = Sets::new(row.len());
        ends.windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .for_each(|pair| {
                fans.join(pair[0].1, pair[1].1);
            });
        if fans.number().1 > 1 {
            pinched.push(v as u32);
        }
    }
    pinched
}

/// The triangles of one tet only.
pub fn boundary_of(tets: &[[u32; 4]], vertex_count: usize) -> Vec<[u32; 3]> {
    boundary(tets, &incidence(tets, vertex_count))
}

/// Opens edges at which tets meet without a chain of shared faces around the edge: each chain gets a vertex of its own
/// at the edge's midpoint, so the chains share the edge's ends only. Returns how many edges were opened.
///
/// # Errors
/// `Cancelled`.
pub fn open_edges(
    positions: &mut Vec<DVec3>,
    tets: &mut Vec<[u32; 4]>,
    progress: &Progress,
) -> Result<usize> {
    let mut opened = 0;
    for round in 0..ROUNDS {
        let progress = progress.round(round);
        progress.report(0.0)?;
        let incident = incidence(tets, positions.len());
        progress.report(0.5)?;
        let edges = pinched_edges(&boundary(tets, &incident));
        if edges.is_empty() {
            break;
        }
        let mut is_changed = vec![false; tets.len()];
        let before = opened;
        for edge in edges {
            let around = around(tets, &incident, edge);
            let chains = chains(tets, &around, edge);
            if chains.len() < 2 || around.iter().any(|t| is_changed[*t as usize]) {
                continue;
            }
            around.iter().for_each(|t| is_changed[*t as usize] = true);
            opened += 1;
            let middle = 0.5 * (positions[edge[0] as usize] + positions[edge[1] as usize]);
            for chain in chains {
                let vertex = positions.len() as u32;
                positions.push(middle);
                for t in chain {
                    let with =
                        |end: u32| tets[t as usize].map(|v| if v == end { vertex } else { v });
                    let (first, second) = (with(edge[0]), with(edge[1]));
                    tets[t as usize] = first;
                    tets.push(second);
                }
            }
        }
        if opened == before {
            break;
        }
    }
    Ok(opened)
}

fn around(tets: &[[u32; 4]], incident: &Rows, [a, b]: [u32; 2]) -> Vec<u32> {
    let row = incident.row(a as usize).iter().map(|place| place / 4);
    row.filter(|t| tets[*t as usize].contains(&b)).collect()
}

fn chains(tets: &[[u32; 4]], around: &[u32], edge: [u32; 2]) -> Vec<Vec<u32>> {
    let mut ends: Vec<(u32, u32)> = Vec::new();
    for (number, t) in around.iter().enumerate() {
        let others = tets[*t as usize].into_iter().filter(|v| !edge.contains(v));
        ends.extend(others.map(|v| (v, number as u32)));
    }
    ends.sort_unstable();
    let mut sets = Sets::new(around.len());
    ends.windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .for_each(|pair| {
            sets.join(pair[0].1, pair[1].1);
        });
    let (number, count) = sets.number();
    let mut chains = vec![Vec::new(); count];
    around
        .iter()
        .zip(number)
        .for_each(|(t, chain)| chains[chain as usize].push(*t));
    chains
}
