//! Records of tets and edges: rows of the arena.

use crate::asset::{Asset, EMPTY};
use crate::executor::Row;

/// A method's values of an edge, the same for both ends.
pub type EdgeValues = [f32; 2];

/// Layout of a method's edge records in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeForm {
    /// Two edges per row, one value each: (other vertex, value, other vertex, value).
    Pairs,
    /// One edge per row, two values: (other vertex, value, value, zero).
    Single,
}

impl EdgeForm {
    pub fn per_row(self) -> usize {
        match self {
            EdgeForm::Pairs => 2,
            EdgeForm::Single => 1,
        }
    }
}

/// (three 21-bit indices, 1/(6V), stiffness factor); zeros add nothing.
pub fn tet_record(asset: &Asset, entry: u32) -> Row {
    if entry == EMPTY {
        return [0; 4];
    }
    let (tet, corner) = ((entry / 4) as usize, (entry % 4) as usize);
    let t = asset.tets[tet];
    // Other corners, ordered so that dot(cross(b - a, c - a), x - a) is positive at rest.
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

/// The edge records of one vertex, two edges each; `ends` are its entries `2 * edge + side`.
pub fn edge_pair_records(asset: &Asset, edges: &[EdgeValues], ends: &[u32]) -> Vec<Row> {
    let half = |end: Option<&u32>| {
        end.map_or([0, 0], |end| {
            let (edge, side) = ((end / 2) as usize, (end % 2) as usize);
            [asset.edges[edge][1 - side], edges[edge][0].to_bits()]
        })
    };
    let pair = |pair: &[u32]| {
        let [first, second] = [half(pair.first()), half(pair.get(1))];
        [first[0], first[1], second[0], second[1]]
    };
    ends.chunks(2).map(pair).collect()
}
