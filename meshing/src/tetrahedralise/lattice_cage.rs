//! A coarse cage: cubic cells cut into five tets, one copy of a cell for each piece of the solid in it.

use super::bits::Grid;
use super::field::{Work, part};
use super::glue::{Glue, Glued, crowded, glue, merge, parity, vertices};
use super::input::Shape;
use super::manifold::{boundary_of, open_edges, pinched};
use super::part::Part;
use super::pieces::{Piece, Pieces, pieces};
use super::slits::slit;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::lattice::five_split;
use serde::Serialize;
use std::collections::BTreeSet;

/// Rounds of repair. Each fills dents at pinched vertices, or merges the pieces of the cells there.
const ROUNDS: i32 = 32;

/// What a cage needed besides cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CageCounts {
    /// Cells with more than one copy.
    pub split_cells: usize,
    /// Pieces merged with another one of their cell, which bridges a gap.
    pub bridged: usize,
    /// Empty cells added where two dents met in a vertex.
    pub filled: usize,
    /// Slits between cells closed where they met another slit or a dent in a vertex.
    pub closed: usize,
    /// Edges split because tets met there without sharing a face.
    pub opened_edges: usize,
    /// Vertices at which the boundary still touches itself.
    pub pinched: usize,
}

/// The cage of a shape. Cell (i, j, k) has its lowest corner at grid point (i, j, k).
pub fn cage(shape: &Shape, cells: &Grid, work: &Work) -> Result<(Part, CageCounts)> {
    let mut found = pieces(shape, cells, &part(work, 0.0, 0.6))?;
    let (mut glued, bridged) = glue(&mut found, &work.progress.part(0.6, 0.7))?;
    let rounds = part(work, 0.7, 1.0);
    let mut counts = CageCounts {
        bridged,
        ..CageCounts::default()
    };
    let mut filled = 0;
    for round in 0.. {
        let work = rounds.round(round);
        work.progress.report(0.0)?;
        let (mut part, vertex_of_corner) = build(&found, &glued, cells);
        let (opened_edges, pinched) = opened(&mut part, &self::part(&work, 0.2, 0.7))?;
        // Filling a cell merges corners of its neighbours, which can merge corners of two pieces of one cell.
        let overlaps = match round {
            0 => Vec::new(),
            _ => crowded(&found, &glued),
        };
        if !overlaps.is_empty() || (!pinched.is_empty() && round < ROUNDS) {
            let dents = match overlaps.is_empty() {
                true => dents(&found, &glued, &vertex_of_corner, &pinched),
                false => Vec::new(),
            };
            let new_cells = dents.iter().filter(|dent| dent.cell.is_some()).count();
            (filled, counts.closed) = (filled + new_cells, counts.closed + dents.len() - new_cells);
            let pairs = match (overlaps.is_empty(), dents.is_empty()) {
                (false, _) => overlaps,
                (true, true) => crowds(&found, &vertex_of_corner, &pinched),
                (true, false) => Vec::new(),
            };
            let is_done = dents.is_empty() && pairs.is_empty();
            dents
                .into_iter()
                .for_each(|dent| fill(&mut found, &mut glued, dent));
            if !pairs.is_empty() {
                // Filled cells and slits are found again.
                let first_filled = found.pieces.len() - std::mem::take(&mut filled);
                found.pieces.truncate(first_filled);
                counts.closed = 0;
                let before = found.pieces.len();
                merge(&mut found, &pairs);
                (glued, _) = glue(&mut found, &work.progress.part(0.8, 1.0))?;
                counts.bridged += before - found.pieces.len();
            }
            if !is_done {
                continue;
            }
        }
        counts = CageCounts {
            split_cells: split_cells(&found.pieces[..found.pieces.len() - filled]),
            filled,
            opened_edges,
            pinched: pinched.len(),
            ..counts
        };
        return Ok((part, counts));
    }
    Ok((Part::default(), counts))
}

/// Splits edges that the boundary meets twice. Returns their number, and the vertices at which it still touches itself.
fn opened(part: &mut Part, work: &Work) -> Result<(usize, Vec<u32>)> {
    let to_open = self::part(work, 0.0, 0.6);
    let opened_edges = open_edges(&mut part.positions, &mut part.tets, &to_open)?;
    let count = part.positions.len();
    let triangles = boundary_of(&part.tets, count, &self::part(work, 0.6, 0.8))?;
    let found = pinched(&triangles, count, &self::part(work, 0.8, 1.0))?;
    Ok((opened_edges, found.vertices))
}

fn split_cells(pieces: &[Piece]) -> usize {
    let cells = pieces.chunk_by(|p, q| p.cell == q.cell);
    cells.filter(|cell| cell.len() > 1).count()
}

/// Pairs of pieces that share a cell at a pinched vertex.
fn crowds(found: &Pieces, vertex_of_corner: &[u32], pinched: &[u32]) -> Vec<[u32; 2]> {
    let is_pinched = |corner: usize| pinched.binary_search(&vertex_of_corner[corner]).is_ok();
    let at_vertex = |piece: &u32| (0..8).any(|corner| is_pinched(8 * *piece as usize + corner));
    // Filled cells have no connections of their own and are left alone.
    let mut is_own = vec![false; found.pieces.len()];
    let joined = found.joins.iter().flat_map(|(pair, _)| pair);
    joined.for_each(|piece| is_own[*piece as usize] = true);
    let crowds = found.crowds().into_iter();
    let crowded = crowds.filter(|cell| cell.iter().any(at_vertex));
    let pairs = crowded.flat_map(|cell| {
        let pairs = cell.windows(2).map(|pair| [pair[0], pair[1]]);
        pairs.collect::<Vec<_>>()
    });
    pairs
        .filter(|pair| pair.iter().all(|piece| is_own[*piece as usize]))
        .collect()
}

/// The tets, and the vertex of each corner of each piece.
fn build(found: &Pieces, glued: &Glued, cells: &Grid) -> (Part, Vec<u32>) {
    let (vertex_of_corner, count) = vertices(found, glued);
    let mut part = Part {
        positions: vec![DVec3::ZERO; count],
        tets: Vec::with_capacity(5 * found.pieces.len()),
    };
    for (number, piece) in found.pieces.iter().enumerate() {
        let own = &vertex_of_corner[8 * number..8 * number + 8];
        for (corner, vertex) in own.iter().enumerate() {
            let at = [0, 1, 2].map(|axis| piece.cell[axis] + (corner >> axis & 1) as i32);
            part.positions[*vertex as usize] = cells.position(at);
        }
        part.tets
            .extend(five_split(parity(piece.cell)).map(|tet| tet.map(|corner| own[corner])));
    }
    (part, vertex_of_corner)
}

const NEW: u32 = u32::MAX;

/// A dent at a vertex: an empty cell whose three faces there are the cage's, or a slit. Glues fill it.
struct Dent {
    cell: Option<[i32; 3]>,
    glues: Vec<Glue>,
}

/// One dent for each pinched vertex that has one. If two dents meet only in a vertex, filling one separates them. A
/// cell that has a piece is no dent: corners of both could merge through their neighbours.
fn dents(found: &Pieces, glued: &Glued, vertex_of_corner: &[u32], pinched: &[u32]) -> Vec<Dent> {
    let mut at_vertex: Vec<(u32, u32)> = Vec::new();
    for (corner, vertex) in vertex_of_corner.iter().enumerate() {
        if pinched.binary_search(vertex).is_ok() {
            at_vertex.push((*vertex, corner as u32));
        }
    }
    at_vertex.sort_unstable();
    let mut taken = BTreeSet::new();
    let mut cells: BTreeSet<[i32; 3]> = found.pieces.iter().map(|piece| piece.cell).collect();
    let mut dents = Vec::new();
    for corners in at_vertex.chunk_by(|x, y| x.0 == y.0) {
        let dent = (0..8).find_map(|octant| dent_in(octant, corners, found, glued));
        let slit = || slit(corners, glued).map(|glues| Dent { cell: None, glues });
        // Two dents of one round must not use the same face.
        if let Some(dent) = dent.or_else(slit) {
            let faces = dent.glues.iter().flat_map(|glue| {
                let [low, high] = glue.pieces;
                let sides = [(low, glue.axis, 1), (high, glue.axis, 0)];
                sides.into_iter().filter(|face| face.0 != NEW)
            });
            let faces: Vec<_> = faces.collect();
            if faces.iter().all(|face| !taken.contains(face))
                && dent.cell.is_none_or(|cell| cells.insert(cell))
            {
                taken.extend(faces);
                dents.push(dent);
            }
        }
    }
    dents
}

fn dent_in(octant: u32, corners: &[(u32, u32)], found: &Pieces, glued: &Glued) -> Option<Dent> {
    // A cell in octant o of a vertex has the vertex at its corner 7 − o.
    let in_octant = |o: u32| {
        let mut pieces = corners
            .iter()
            .filter(|(_, corner)| 7 - corner % 8 == o)
            .map(|(_, corner)| corner / 8);
        (pieces.next(), pieces.next())
    };
    if in_octant(octant).0.is_some() {
        return None;
    }
    let mut glues = Vec::with_capacity(3);
    let mut cell = [0; 3];
    for axis in 0..3 {
        let (Some(piece), None) = in_octant(octant ^ 1 << axis) else {
            return None;
        };
        let is_high = (octant >> axis & 1) as usize;
        // The neighbour's face towards the dent.
        if !glued.is_free(piece, axis, is_high) {
            return None;
        }
        let pieces = [[NEW, piece], [piece, NEW]][is_high];
        glues.push(Glue::whole(pieces, axis));
        cell = found.pieces[piece as usize].cell;
        cell[axis] += if is_high == 1 { 1 } else { -1 };
    }
    let cell = Some(cell);
    Some(Dent { cell, glues })
}

fn fill(found: &mut Pieces, glued: &mut Glued, dent: Dent) {
    let new = found.pieces.len() as u32;
    if let Some(cell) = dent.cell {
        found.pieces.push(Piece { cell });
        glued.add_piece();
    }
    for glue in dent.glues {
        let pieces = glue.pieces.map(|p| if p == NEW { new } else { p });
        glued.put(Glue { pieces, ..glue });
    }
}
