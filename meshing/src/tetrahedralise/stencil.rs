//! Cuts a lattice tet that has corners inside, outside and on the surface (Labelle and Shewchuk 2007, figure 3).

use super::bcc::{LONG, Site};

/// A cut closer to a vertex than this moves it [long edge, short edge]. The paper's 0.24999 and 0.41189 reach 9.4° with
/// the stencils here; with these all angles are within 10.5° and 163.8°, as `bounds.rs` proves.
const THRESHOLDS: [f64; 2] = [0.28, 0.4];

/// The least width of a tet, between parallel planes [long edge] (`bounds.rs`).
pub const WIDTH: f64 = 0.05;

pub fn threshold(way: usize) -> f64 {
    THRESHOLDS[usize::from(way >= LONG)]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    pub site: Site,
    /// 1 inside, 0 on the surface, −1 outside.
    pub sign: i8,
    pub vertex: u32,
}

/// Cuts a tet; `cut(inside, outside)` is the number of a cut. Calls `emit` with tets of either orientation.
pub fn cut(
    corners: [Corner; 4],
    cut: &impl Fn(&Corner, &Corner) -> u32,
    emit: &mut impl FnMut([u32; 4]),
) {
    if corners.iter().all(|c| c.sign == 1) {
        return emit(corners.map(|c| c.vertex));
    }
    let of = |sign: i8| corners.iter().filter(move |c| c.sign == sign);
    let mut kept: Vec<&Corner> = of(1).collect();
    let (inside, outside): (usize, Vec<&Corner>) = (kept.len(), of(-1).collect());
    kept.extend(of(0));
    if inside == 0 {
        return;
    }
    let v = |i: usize| kept[i].vertex;
    let c = |i: usize, o: usize| cut(kept[i], outside[o]);
    match (inside, outside.len()) {
        (_, 0) => emit([v(0), v(1), v(2), v(3)]),
        (1, 1) => emit([v(0), c(0, 0), v(1), v(2)]),
        (1, 2) => emit([v(0), c(0, 0), c(0, 1), v(1)]),
        (1, 3) => emit([v(0), c(0, 0), c(0, 1), c(0, 2)]),
        (2, 1) => {
            // A pyramid over the quadrilateral of a face.
            let quad = [v(0), v(1), c(1, 0), c(0, 0)];
            let [a, b, d, e] = quad;
            match diagonal_from_first(kept[0], kept[1], outside[0]) {
                true => [[a, b, d, v(2)], [a, d, e, v(2)]],
                false => [[a, b, e, v(2)], [b, d, e, v(2)]],
            }
            .into_iter()
            .for_each(emit);
        }
        (2, _) => {
            let [p, q] = [kept[0], kept[1]];
            let sides = [0, 1].map(|o| diagonal_from_first(p, q, outside[o]));
            // Quadrilaterals (0, 1) and (2, 0) are the tet's faces; the diagonal of (1, 2) meets another one.
            let surface = sides[1];
            prism(
                [v(0), c(0, 0), c(0, 1)],
                [v(1), c(1, 0), c(1, 1)],
                [sides[0], surface, !sides[1]],
                emit,
            );
        }
        _ => {
            let side = |i: usize, j: usize| diagonal_from_first(kept[i], kept[j], outside[0]);
            let sides = [side(0, 1), side(1, 2), side(2, 0)];
            prism([v(0), v(1), v(2)], [c(0, 0), c(1, 0), c(2, 0)], sides, emit);
        }
    }
}

/// The diagonal of the quadrilateral left of a face with corners `p` and `q` inside and `n` outside. True: from `p` to
/// the cut of `q`; false: from `q` to the cut of `p`. It depends only on the face, so both its tets agree.
///
/// Each face has one long edge. If that is cut, the diagonal ends in its cut, so that diagonals of two such faces meet,
/// and a prism's diagonals never form a cycle. If it is inside, the paper's parity rule picks its end, differently for
/// the two faces of a tet with two corners outside.
fn diagonal_from_first(p: &Corner, q: &Corner, n: &Corner) -> bool {
    let is_long = |a: &Corner, b: &Corner| (a.site[0] ^ b.site[0]) & 1 == 0;
    if is_long(p, n) || is_long(q, n) {
        return is_long(q, n);
    }
    let axis = (0..3)
        .find(|axis| p.site[*axis] != q.site[*axis])
        .unwrap_or(0);
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    let is_even = (n.site[b] - p.site[b]) * (n.site[c] - p.site[c]) > 0;
    (p.site[axis] < q.site[axis]) == is_even
}

/// A prism between triangles `a` and `b`. Side i is the quadrilateral a[i], a[i+1], b[i+1], b[i]; `sides[i]` tells
/// whether its diagonal starts at a[i], else at a[i+1]. At some corner two diagonals meet. It forms a tet with the
/// triangle without it, and two with the halves of the side without it.
fn prism(a: [u32; 3], b: [u32; 3], sides: [bool; 3], emit: &mut impl FnMut([u32; 4])) {
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let at_a = sides[i] && !sides[k];
        let at_b = !sides[i] && sides[k];
        let (apex, far) = if at_a {
            (a[i], b)
        } else if at_b {
            (b[i], a)
        } else {
            continue;
        };
        emit([apex, far[0], far[1], far[2]]);
        let (first, second) = match sides[j] {
            true => ([a[j], a[k], b[k]], [a[j], b[k], b[j]]),
            false => ([a[j], a[k], b[j]], [a[k], b[k], b[j]]),
        };
        emit([apex, first[0], first[1], first[2]]);
        emit([apex, second[0], second[1], second[2]]);
        return;
    }
}
