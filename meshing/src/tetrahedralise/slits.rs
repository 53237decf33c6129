//! Slits of a cage: coincident faces of two cells that are not glued since the solid does not pass. Among the twelve
//! faces at a vertex such faces form gaps. With two gaps the boundary touches itself there, so one made of slits is
//! glued.

use super::glue::{Glue, Glued};
use pliant_geometry::sets::Sets;

#[derive(Clone, Copy, PartialEq)]
enum Face {
    Glued,
    /// Both cells exist, and the faces are free.
    Slit(Glue),
    /// A cell is missing, or half a face is glued.
    Open,
}

/// The glues that close a gap at a vertex, if there is another gap: of those with slits at all faces, the one with the
/// fewest. `corners` are (vertex, 8 · piece + corner).
pub fn slit(corners: &[(u32, u32)], glued: &Glued) -> Option<Vec<Glue>> {
    let mut piece_in = [None; 8];
    for (_, corner) in corners {
        // A cell in octant o of a vertex has the vertex at its corner 7 − o.
        let place = &mut piece_in[7 - *corner as usize % 8];
        if place.replace(corner / 8).is_some() {
            return None;
        }
    }
    let faces: Vec<(usize, usize, Face)> = (0..3)
        .flat_map(|axis| (0..8).map(move |octant| (axis, octant)))
        .filter(|(axis, octant)| octant >> axis & 1 == 0)
        .map(|(axis, octant)| {
            let pieces = [piece_in[octant], piece_in[octant | 1 << axis]];
            (axis, octant, face(pieces, axis, glued))
        })
        .collect();
    let mut gaps = Sets::new(faces.len());
    let is_gap = |i: usize| faces[i].2 != Face::Glued;
    for j in (0..faces.len()).filter(|j| is_gap(*j)) {
        for i in (0..j).filter(|i| is_gap(*i) && share_an_edge(&faces[*i], &faces[j])) {
            gaps.join(i as u32, j as u32);
        }
    }
    let of_gap = |gaps: &mut Sets, root: u32| {
        let own = (0..faces.len()).filter(|i| is_gap(*i) && gaps.find(*i as u32) == root);
        own.collect::<Vec<usize>>()
    };
    let roots = (0..faces.len() as u32).filter(|i| is_gap(*i as usize) && gaps.find(*i) == *i);
    let roots: Vec<u32> = roots.collect();
    if roots.len() < 2 {
        return None;
    }
    let all = roots.into_iter().map(|root| of_gap(&mut gaps, root));
    let closable = all.filter_map(|gap| {
        let glues = gap.into_iter().map(|i| match faces[i].2 {
            Face::Slit(glue) => Some(glue),
            _ => None,
        });
        glues.collect::<Option<Vec<Glue>>>()
    });
    closable.min_by_key(Vec::len)
}

fn face(pieces: [Option<u32>; 2], axis: usize, glued: &Glued) -> Face {
    let [Some(low), Some(high)] = pieces else {
        return Face::Open;
    };
    if glued.is_whole([low, high], axis) {
        Face::Glued
    } else if glued.is_free(low, axis, 1) && glued.is_free(high, axis, 0) {
        Face::Slit(Glue::whole([low, high], axis))
    } else {
        Face::Open
    }
}

/// The edge along axis c belongs to the faces across the two other axes on its side.
fn share_an_edge((a, p, _): &(usize, usize, Face), (b, q, _): &(usize, usize, Face)) -> bool {
    let mut along = (0..3).filter(|c| c != a && c != b);
    along.any(|c| p >> c & 1 == q >> c & 1)
}
