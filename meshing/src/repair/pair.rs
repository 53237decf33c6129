//! Which triangles are neighbours across an edge. An edge of three or more is cut into sheets (Guéziec et al. 2001,
//! "Cutting and stitching: converting sets of polygons to manifold surfaces"), paired by the angles around it.

use super::report::RepairReport;
use glam::DVec3;
use pliant_geometry::EMPTY;
use pliant_geometry::{edges, sets, surface::point};
use std::cmp::Ordering;

/// Edges with more triangles are paired by sides alone: comparing all pairs would take too long.
const MOST_COMPARED: usize = 32;

/// The half-edge across each half-edge, or `EMPTY`. Both may run the same way: one is flipped later.
pub fn partners(
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
    report: &mut RepairReport,
) -> Vec<u32> {
    let mut partner = vec![EMPTY; 3 * triangles.len()];
    let mut join = |a: u32, b: u32| {
        partner[a as usize] = b;
        partner[b as usize] = a;
    };
    let sorted = edges::sorted(triangles);
    for group in edges::groups(&sorted) {
        if let [(_, a), (_, b)] = group {
            join(*a, *b);
        }
    }
    let mut crowded = edges::groups(&sorted)
        .filter(|group| group.len() > 2)
        .peekable();
    let is_loose = match crowded.peek() {
        Some(_) => loose(triangles.len(), &sorted),
        None => Vec::new(),
    };
    for group in crowded {
        report.cut_edges.add(group[0].1 as usize / 3);
        let spokes = around(positions, triangles, group);
        // A fin on a body must not tear it open, so pieces without open edges are paired first.
        let (loose, held) = spokes
            .into_iter()
            .partition(|s| is_loose[s.half_edge as usize / 3]);
        let mut left: Vec<Spoke> = match_up(held, &mut join);
        left.extend::<Vec<Spoke>>(loose);
        left.sort_by(Spoke::order);
        match_up(left, &mut join);
    }
    partner
}

/// For each triangle, whether its piece between crowded edges has an open edge.
fn loose(triangle_count: usize, sorted: &[(u64, u32)]) -> Vec<bool> {
    let mut pieces = sets::Sets::new(triangle_count);
    for group in edges::groups(sorted).filter(|group| group.len() == 2) {
        pieces.join(group[0].1 / 3, group[1].1 / 3);
    }
    let mut is_loose = vec![false; triangle_count];
    for open in edges::groups(sorted).filter(|group| group.len() == 1) {
        is_loose[pieces.find(open[0].1 / 3) as usize] = true;
    }
    (0..triangle_count as u32)
        .map(|t| is_loose[pieces.find(t) as usize])
        .collect()
}

/// Pairs triangles around an edge; returns those left over.
fn match_up(spokes: Vec<Spoke>, join: &mut impl FnMut(u32, u32)) -> Vec<Spoke> {
    let balanced = 2 * spokes.iter().filter(|s| s.forward).count() == spokes.len();
    let matched = match balanced || spokes.len() > MOST_COMPARED {
        true => by_side(&spokes, join),
        false => by_flatness(&spokes, join),
    };
    let left = spokes
        .into_iter()
        .zip(matched)
        .filter(|(_, matched)| !matched);
    left.map(|(spoke, _)| spoke).collect()
}

struct Spoke {
    half_edge: u32,
    /// Whether it runs from the edge's lower vertex to the upper one. Then its front faces increasing angles.
    forward: bool,
    /// Across the edge, of unit length.
    direction: DVec3,
    /// Increases with the angle from the first spoke.
    turn: u32,
}

impl Spoke {
    /// By angle. At equal angles forward ones come first, which keeps the sides of a wall between touching bodies
    /// apart, in falling order, which pairs a body in the corner of another one with itself.
    fn order(&self, other: &Self) -> Ordering {
        let in_file = self.half_edge.cmp(&other.half_edge);
        let by_side = other.forward.cmp(&self.forward);
        let last = if self.forward {
            in_file.reverse()
        } else {
            in_file
        };
        self.turn.cmp(&other.turn).then(by_side).then(last)
    }
}

fn around(positions: &[[f32; 3]], triangles: &[[u32; 3]], group: &[(u64, u32)]) -> Vec<Spoke> {
    let [low, high] = edges::ends(group[0].0);
    let (origin, end) = (point(positions, low), point(positions, high));
    let axis = (end - origin).normalize_or_zero();
    let direction = |h: u32| {
        let third = edges::half_edge(triangles, edges::next(h))[1];
        let arm = point(positions, third) - origin;
        (arm - axis * arm.dot(axis)).normalize_or_zero()
    };
    let x = direction(group[0].1);
    let y = axis.cross(x);
    let mut spokes: Vec<Spoke> = group
        .iter()
        .map(|&(_, half_edge)| {
            let direction = direction(half_edge);
            Spoke {
                half_edge,
                forward: edges::half_edge(triangles, half_edge)[0] == low,
                direction,
                turn: turn(direction.dot(x), direction.dot(y)),
            }
        })
        .collect();
    spokes.sort_by(Spoke::order);
    spokes
}

/// Increases with the angle of (x, y), with the same bits on all machines. Steps of 10⁻⁶ absorb rounding.
fn turn(x: f64, y: f64) -> u32 {
    let along = x / (x.abs() + y.abs()).max(f64::MIN_POSITIVE);
    let quarters = if y >= 0.0 { 1.0 - along } else { 3.0 + along };
    (quarters * f64::from(1 << 20)).round() as u32 % (4 << 20)
}

/// The solid lies behind the faces: with increasing angle it begins at a backward triangle and ends at a forward one.
/// Pairs them like parentheses around a ring; returns which are paired.
fn by_side(spokes: &[Spoke], join: &mut impl FnMut(u32, u32)) -> Vec<bool> {
    let (mut begun, mut matched) = (Vec::new(), vec![false; spokes.len()]);
    for i in 0..2 * spokes.len() {
        let spoke = &spokes[i % spokes.len()];
        if !spoke.forward && i < spokes.len() {
            begun.push(i);
        } else if spoke.forward
            && !matched[i % spokes.len()]
            && let Some(begin) = begun.pop()
        {
            (matched[begin], matched[i % spokes.len()]) = (true, true);
            join(spokes[begin].half_edge, spoke.half_edge);
        }
    }
    matched
}

/// Pairs the flattest first, those that face the same way before others. Returns which are paired.
fn by_flatness(spokes: &[Spoke], join: &mut impl FnMut(u32, u32)) -> Vec<bool> {
    let mut pairs = Vec::with_capacity(spokes.len() * spokes.len() / 2);
    for (i, a) in spokes.iter().enumerate() {
        for (j, b) in spokes[..i].iter().enumerate() {
            let cosine = a.direction.dot(b.direction);
            pairs.push((a.forward == b.forward, cosine, i, j));
        }
    }
    pairs.sort_by(|a, b| {
        a.0.cmp(&b.0)
            .then(a.1.total_cmp(&b.1))
            .then(a.2.cmp(&b.2))
            .then(a.3.cmp(&b.3))
    });
    let mut matched = vec![false; spokes.len()];
    for (_, _, i, j) in pairs {
        if !matched[i] && !matched[j] {
            (matched[i], matched[j]) = (true, true);
            join(spokes[i].half_edge, spokes[j].half_edge);
        }
    }
    matched
}
