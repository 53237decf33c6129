//! An exact judge of states: which triangles pass through each other, how near different bodies are, which tets are
//! inverted. It shares no code with the library. Signs come from the adaptive predicates of Shewchuk, Adaptive Precision
//! Floating-Point Arithmetic and Fast Robust Geometric Predicates (1997), so they are those of exact arithmetic.

mod answers;
mod pair;
mod tree;

pub use answers::random;
use glam::DVec3;
pub use pair::{Relation, point_triangle, relation, segments};
use std::collections::HashMap;
use tree::Tree;

/// What stands in a world as triangles: a body, or a collider that is a mesh.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub positions: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Tets by vertex, or none.
    pub tets: Vec<[u32; 4]>,
    /// No solver moves it. Two such pieces may cross: that is the caller's choice.
    pub is_collider: bool,
}

/// The judgement of one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Pairs of triangles of different pieces that cross.
    pub crossing: usize,
    /// Pairs of triangles of one piece that cross.
    pub self_crossing: usize,
    /// Pairs of different pieces' triangles that share a point but do not cross.
    pub touching: usize,
    /// The least distance between different pieces [m], right to rounding of f64. Infinity where there is one piece.
    pub gap: f64,
    /// Tets of no or negative volume.
    pub inverted: usize,
}

impl Verdict {
    /// Whether nothing crosses, touches or is inverted.
    pub fn is_clean(&self) -> bool {
        self.crossing + self.self_crossing + self.touching + self.inverted == 0
    }
}

/// A point given from the corner of its cell, from another corner. Corners are multiples of 1/64, so their difference is
/// exact. The sum of it and an f32 may not be: then the second value is false, and the point is off by 2^-53 of its size.
pub fn point_from(corner: [f64; 3], common: [f64; 3], x: [f32; 3]) -> (DVec3, bool) {
    let shift = DVec3::from(corner) - DVec3::from(common);
    let x = DVec3::from(x.map(f64::from));
    let sum = shift + x;
    // What rounding cut off (Knuth's TwoSum).
    let part = sum - shift;
    let lost = (shift - (sum - part)) + (x - part);
    (sum, lost == DVec3::ZERO)
}

/// The faces of tets that belong to one tet, their normals outwards.
pub fn boundary(tets: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let mut faces: HashMap<[u32; 3], Option<[u32; 3]>> = HashMap::new();
    for &[a, b, c, d] in tets {
        for face in [[a, c, b], [a, b, d], [b, c, d], [a, d, c]] {
            let mut key = face;
            key.sort_unstable();
            let seen = faces.contains_key(&key);
            faces.insert(key, (!seen).then_some(face));
        }
    }
    let mut faces: Vec<[u32; 3]> = faces.into_values().flatten().collect();
    faces.sort_unstable();
    faces
}

/// Tets that are not on the positive side: exactly, by the sign of their volume.
pub fn inverted(positions: &[DVec3], tets: &[[u32; 4]]) -> usize {
    let volume = |t: &&[u32; 4]| pair::volume(t.map(|v| positions[v as usize]));
    tets.iter().filter(|t| volume(t) <= 0.0).count()
}

/// A triangle with the piece that it belongs to.
#[derive(Clone, Copy)]
struct Facet {
    corners: [DVec3; 3],
    piece: u32,
}

/// Judges a state.
///
/// Two triangles **cross** where their interiors meet and are not coplanar: each has corners strictly on both sides of the
/// other, and the two open segments that they cut out of their common line overlap. What only shares a corner, an edge
/// or a plane touches. So triangles that share a vertex of their mesh cross only if their other parts do, and need no
/// exception; that they touch is not counted.
pub fn judge(pieces: &[Piece]) -> Verdict {
    let facets = facets(pieces);
    let is_collider = |f: &Facet| pieces[f.piece as usize].is_collider;
    let mut verdict = Verdict {
        crossing: 0,
        self_crossing: 0,
        touching: 0,
        gap: f64::INFINITY,
        inverted: pieces.iter().map(|p| inverted(&p.positions, &p.tets)).sum(),
    };
    let tree = Tree::new(facets);
    tree.pairs_within(&mut |_, _| 0.0, &mut |a, b| {
        if is_collider(a) && is_collider(b) {
            return;
        }
        let is_same = a.piece == b.piece;
        match relation(a.corners, b.corners) {
            Relation::Crossing if is_same => verdict.self_crossing += 1,
            Relation::Crossing => verdict.crossing += 1,
            Relation::Touching if !is_same => verdict.touching += 1,
            _ => (),
        }
    });
    verdict.gap = match verdict.crossing + verdict.touching {
        0 => gap(&tree, is_collider),
        _ => 0.0,
    };
    verdict
}

fn facets(pieces: &[Piece]) -> Vec<Facet> {
    let of = |(k, piece): (usize, &Piece)| {
        let facet = |vertices: &[u32; 3]| Facet {
            corners: vertices.map(|v| piece.positions[v as usize]),
            piece: k as u32,
        };
        piece.triangles.iter().map(facet).collect::<Vec<_>>()
    };
    pieces.iter().enumerate().flat_map(of).collect()
}

/// The least distance between triangles of different pieces of which one is a body.
fn gap(tree: &Tree, is_collider: impl Fn(&Facet) -> bool) -> f64 {
    let least = std::cell::Cell::new(f64::INFINITY);
    tree.pairs_within(
        &mut |a, b| {
            if a.is_some() && a == b {
                -1.0
            } else {
                least.get()
            }
        },
        &mut |a, b| {
            if a.piece != b.piece && !(is_collider(a) && is_collider(b)) {
                least.set(least.get().min(pair::distance(a.corners, b.corners)));
            }
        },
    );
    least.get()
}
