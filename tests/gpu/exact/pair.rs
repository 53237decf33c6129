//! Two triangles: whether they cross, and how far apart they are.

use glam::DVec3;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// How two triangles lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Apart,
    /// They share a point, but their interiors do not cross.
    Touching,
    /// Their interiors meet, and they are not coplanar.
    Crossing,
}

type Triangle = [DVec3; 3];

/// A number with the sign of the volume of a tet: positive where d is on the side that the normal of a b c points to.
pub fn volume([a, b, c, d]: [DVec3; 4]) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    });
    -orient3d(a, b, c, d)
}

/// On which side of a triangle's plane points are: -1, 0 or 1.
fn sides([a, b, c]: Triangle, of: Triangle) -> [i32; 3] {
    of.map(|p| sign(volume([a, b, c, p])))
}

fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

pub fn relation(a: Triangle, b: Triangle) -> Relation {
    let b_sides = sides(a, b);
    if b_sides == [1; 3] || b_sides == [-1; 3] {
        return Relation::Apart;
    }
    let a_sides = sides(b, a);
    if a_sides == [1; 3] || a_sides == [-1; 3] {
        return Relation::Apart;
    }
    let straddles = |s: [i32; 3]| s.contains(&1) && s.contains(&-1);
    if straddles(a_sides) && straddles(b_sides) && intervals_overlap((a, a_sides), (b, b_sides)) {
        return Relation::Crossing;
    }
    let meets = |one: Triangle, other: Triangle| {
        (0..3).any(|i| segment_meets([one[i], one[(i + 1) % 3]], other))
    };
    match meets(a, b) || meets(b, a) {
        true => Relation::Touching,
        false => Relation::Apart,
    }
}

/// Whether the open segments that two planes cut out of each other's triangles overlap, where each triangle has corners
/// strictly on both sides of the other's plane. Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test
/// Using Orientation Predicates (2003).
fn intervals_overlap(a: (Triangle, [i32; 3]), b: (Triangle, [i32; 3])) -> bool {
    let ([p1, mut q1, mut r1], side1) = alone_first(a);
    let ([p2, mut q2, mut r2], side2) = alone_first(b);
    // Each first corner on the positive side of the other triangle.
    if side1 < 0 {
        std::mem::swap(&mut q2, &mut r2);
    }
    if side2 < 0 {
        std::mem::swap(&mut q1, &mut r1);
    }
    volume([p1, q1, p2, q2]) < 0.0 && volume([p1, r1, r2, p2]) < 0.0
}

/// A triangle that begins with a corner that is alone on its side, in the same turn, and that side.
fn alone_first((t, s): (Triangle, [i32; 3])) -> (Triangle, i32) {
    let is_alone = |i: &usize| s[*i] != 0 && s[(i + 1) % 3] != s[*i] && s[(i + 2) % 3] != s[*i];
    let i = (0..3).find(is_alone).expect("corners on both sides");
    ([t[i], t[(i + 1) % 3], t[(i + 2) % 3]], s[i])
}

/// Whether a closed segment and a closed triangle share a point.
fn segment_meets([p, q]: [DVec3; 2], t: Triangle) -> bool {
    let [p_side, q_side, _] = sides(t, [p, q, q]);
    if p_side * q_side > 0 {
        return false;
    }
    if p_side == 0 && q_side == 0 {
        return segment_meets_in_plane([p, q], t);
    }
    let turn = |i: usize| sign(volume([p, q, t[i], t[(i + 1) % 3]]));
    let turns = [turn(0), turn(1), turn(2)];
    !(turns.contains(&1) && turns.contains(&-1))
}

/// The same in their common plane. A triangle without area meets nothing.
fn segment_meets_in_plane([p, q]: [DVec3; 2], t: Triangle) -> bool {
    // Leaving out a coordinate is exact, and keeps what meets if the triangle keeps its area.
    let turn = |axis: usize, points: Triangle| {
        let [a, b, c] = points.map(|p| Coord {
            x: p[(axis + 1) % 3],
            y: p[(axis + 2) % 3],
        });
        sign(orient2d(a, b, c))
    };
    let Some(axis) = (0..3).find(|axis| turn(*axis, t) != 0) else {
        return false;
    };
    let whole = turn(axis, t);
    let edge = |i: usize| [t[i], t[(i + 1) % 3]];
    let is_inside = |p| (0..3).all(|i| turn(axis, [edge(i)[0], edge(i)[1], p]) != -whole);
    let crosses = |[a, b]: [DVec3; 2]| {
        let (a_side, b_side) = (turn(axis, [p, q, a]), turn(axis, [p, q, b]));
        let (p_side, q_side) = (turn(axis, [a, b, p]), turn(axis, [a, b, q]));
        // On one line the ends are inside, or the segment does not reach.
        a_side * b_side <= 0 && p_side * q_side <= 0 && [a_side, b_side, p_side, q_side] != [0; 4]
    };
    is_inside(p) || is_inside(q) || (0..3).any(|i| crosses(edge(i))) || covers([p, q], t)
}

/// Whether a corner of a triangle lies on a segment: where they are on one line.
fn covers([p, q]: [DVec3; 2], t: Triangle) -> bool {
    let axes = [0, 1, 2];
    let flat = |axis: usize, c: DVec3| {
        let [a, b, c] = [p, q, c].map(|p| Coord {
            x: p[(axis + 1) % 3],
            y: p[(axis + 2) % 3],
        });
        orient2d(a, b, c) == 0.0
    };
    let within = |c: DVec3| {
        axes.iter()
            .all(|i| c[*i] >= p.min(q)[*i] && c[*i] <= p.max(q)[*i])
    };
    t.into_iter()
        .any(|c| axes.iter().all(|axis| flat(*axis, c)) && within(c))
}

/// The distance between two triangles that do not cross, in f64.
pub fn distance(a: Triangle, b: Triangle) -> f64 {
    let to_face = |one: Triangle, other: Triangle| {
        let each = one.into_iter().map(|p| point_triangle(p, other));
        each.fold(f64::INFINITY, f64::min)
    };
    let mut least = to_face(a, b).min(to_face(b, a));
    for i in 0..3 {
        for j in 0..3 {
            let edges = [[a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]];
            least = least.min(segments(edges));
        }
    }
    least
}

/// The distance of a point and a segment.
fn point_segment(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let (along, from) = (b - a, p - a);
    let t = (from.dot(along) / along.length_squared()).clamp(0.0, 1.0);
    match t.is_finite() {
        true => (from - t * along).length(),
        false => from.length(),
    }
}

/// The distance of a point and a triangle: to its plane if the foot is inside, else to an edge.
pub fn point_triangle(p: DVec3, t: Triangle) -> f64 {
    let edge = |i: usize| [t[i], t[(i + 1) % 3]];
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let is_inside =
        (0..3).all(|i| (edge(i)[1] - edge(i)[0]).cross(p - edge(i)[0]).dot(normal) > 0.0);
    if is_inside {
        return ((p - t[0]).dot(normal) / normal.length()).abs();
    }
    let edges = (0..3).map(|i| point_segment(p, edge(i)));
    edges.fold(f64::INFINITY, f64::min)
}

/// The distance of two segments: between their lines if both feet are inside, else from an end.
pub fn segments([[a, b], [c, d]]: [[DVec3; 2]; 2]) -> f64 {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let whole = uu * vv - uv * uv;
    let (s, t) = ((uv * vw - vv * uw) / whole, (uu * vw - uv * uw) / whole);
    let mut least = point_segment(a, [c, d]).min(point_segment(b, [c, d]));
    least = least.min(point_segment(c, [a, b]).min(point_segment(d, [a, b])));
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        least = least.min((w + s * u - t * v).length());
    }
    least
}
