//! The tets of one body during meshing.

use super::field::{Work, part as of};
use super::manifold::boundary_of;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::sets::Sets;
use pliant_geometry::solid::Solid;

#[derive(Default)]
pub struct Part {
    pub positions: Vec<DVec3>,
    pub tets: Vec<[u32; 4]>,
}

impl Part {
    /// The corners of the boundary's triangles, facing outward.
    pub fn boundary(&self, work: &Work) -> Result<Vec<[DVec3; 3]>> {
        let corners = |t: [u32; 3]| t.map(|v| self.positions[v as usize]);
        let triangles = boundary_of(&self.tets, self.positions.len(), work)?.into_iter();
        Ok(triangles.map(corners).collect())
    }

    pub fn solid(&self, work: &Work) -> Result<Option<Solid>> {
        let triangles = boundary_of(&self.tets, self.positions.len(), &of(work, 0.0, 0.3))?;
        if triangles.is_empty() {
            return Ok(None);
        }
        let corners = |t: &[u32; 3]| t.map(|v| self.positions[v as usize]);
        let corners: Vec<_> = triangles.iter().map(corners).collect();
        Solid::of_mesh(&corners, &triangles, &work.progress.part(0.3, 1.0)).map(Some)
    }
}

pub fn piece_count(part: &Part) -> usize {
    pieces(part).1
}

/// The connected piece of each vertex, and the number of pieces.
pub fn pieces(part: &Part) -> (Vec<u32>, usize) {
    let mut sets = Sets::new(part.positions.len());
    for [a, b, c, d] in &part.tets {
        [b, c, d].into_iter().for_each(|v| {
            sets.join(*a, *v);
        });
    }
    sets.number()
}
