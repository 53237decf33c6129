//! The tets of one body while they are made.

use super::manifold::boundary_of;
use super::union::Sets;
use crate::asset::check::volume6;
use glam::DVec3;

/// A speck that came loose is left out when it has less than this fraction of its body's volume.
const SPECK: f64 = 0.01;

/// Tets of one body in double precision.
#[derive(Default)]
pub struct Part {
    /// Vertices.
    pub positions: Vec<DVec3>,
    /// Tets of positive volume.
    pub tets: Vec<[u32; 4]>,
}

impl Part {
    /// The corners of the boundary's triangles, outward.
    pub fn boundary(&self) -> Vec<[DVec3; 3]> {
        let triangles = boundary_of(&self.tets, self.positions.len());
        let corners = |t: &[u32; 3]| t.map(|v| self.positions[v as usize]);
        triangles.iter().map(corners).collect()
    }
}

/// The connected piece of each vertex, and the volume of each piece.
pub fn piece_volumes(part: &Part) -> (Vec<u32>, Vec<f64>) {
    let mut sets = Sets::new(part.positions.len());
    for [a, b, c, d] in &part.tets {
        [b, c, d].into_iter().for_each(|v| {
            sets.join(*a, *v);
        });
    }
    let (piece_of, count) = sets.number();
    let mut volumes = vec![0.0; count];
    for tet in &part.tets {
        let corners = tet.map(|v| part.positions[v as usize]);
        volumes[piece_of[tet[0] as usize] as usize] += volume6(corners).0 / 6.0;
    }
    (piece_of, volumes)
}

/// Leaves out the smallest pieces while there are more than `expected` and they are specks; returns how many tets they had.
pub fn drop_specks(part: &mut Part, expected: usize) -> usize {
    let (piece_of, volumes) = piece_volumes(part);
    let whole: f64 = volumes.iter().sum();
    let mut order: Vec<usize> = (0..volumes.len()).collect();
    order.sort_by(|a, b| volumes[*b].total_cmp(&volumes[*a]).then(a.cmp(b)));
    let is_kept = |place: usize, piece: usize| place < expected || volumes[piece] >= SPECK * whole;
    let mut kept = vec![false; volumes.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(place, piece)| kept[*piece] = is_kept(place, *piece));
    let before = part.tets.len();
    if kept.iter().all(|kept| *kept) {
        return 0;
    }
    part.tets
        .retain(|tet| kept[piece_of[tet[0] as usize] as usize]);
    let mut new_of = vec![u32::MAX; part.positions.len()];
    let mut positions = Vec::new();
    for (v, p) in part
        .positions
        .iter()
        .enumerate()
        .filter(|(v, _)| kept[piece_of[*v] as usize])
    {
        new_of[v] = positions.len() as u32;
        positions.push(*p);
    }
    part.tets
        .iter_mut()
        .for_each(|tet| *tet = tet.map(|v| new_of[v as usize]));
    part.positions = positions;
    before - part.tets.len()
}
