//! Loops of open edges, and the caps that close them.

use super::kind::Measure;
use glam::DVec3;
use pliant_geometry::surface::point;

/// Loops of at most this many edges get the triangulation of least area (Barequet and Sharir 1995, "Filling gaps in the
/// boundary of a polyhedron"), in cubic time. Longer ones get a fan around their middle.
const MOST_IN_LEAST_AREA: usize = 32;

/// The loops of one part's open half-edges (from, to), in the order of their first edges. Each vertex starts at most
/// one open edge. `first` is the part's first vertex.
pub fn loops(open: &[[u32; 2]], first: u32, vertex_count: usize) -> Vec<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    let mut to = vec![NONE; if open.is_empty() { 0 } else { vertex_count }];
    for [from, end] in open {
        to[(from - first) as usize] = *end;
    }
    let mut loops = Vec::new();
    for &[from, _] in open {
        let (mut found, mut at) = (Vec::new(), from);
        while to[(at - first) as usize] != NONE {
            found.push(at);
            at = std::mem::replace(&mut to[(at - first) as usize], NONE);
        }
        if !found.is_empty() {
            loops.push(found);
        }
    }
    loops
}

fn middle(positions: &[[f32; 3]], ring: &[u32]) -> DVec3 {
    ring.iter().map(|v| point(positions, *v)).sum::<DVec3>() / ring.len() as f64
}

/// Adds a fan on the loop to `measure`, with volumes about `origin`.
pub fn measure(positions: &[[f32; 3]], ring: &[u32], origin: DVec3, measure: &mut Measure) {
    let middle = middle(positions, ring);
    let mut length = 0.0;
    for (i, &v) in ring.iter().enumerate() {
        let (a, b) = (
            point(positions, v),
            point(positions, ring[(i + 1) % ring.len()]),
        );
        let normal = (b - middle).cross(a - middle);
        length += a.distance(b);
        measure.cap_area += normal.length() / 2.0;
        measure.volume += (middle - origin).dot(normal) / 6.0;
    }
    measure.longest_loop = measure.longest_loop.max(length);
}

/// The triangles that close a loop, and the position of a new vertex `next` in their middle if they need one. `is_edge`
/// rejects chords that are edges already: a second one would give an edge four triangles.
pub fn close(
    positions: &[[f32; 3]],
    ring: &[u32],
    next: u32,
    is_edge: impl Fn(u32, u32) -> bool,
) -> (Vec<[u32; 3]>, Option<[f32; 3]>) {
    if ring.len() == 2 {
        return (Vec::new(), None); // both edges coincide
    }
    if ring.len() <= MOST_IN_LEAST_AREA
        && let Some(triangles) = least_area(positions, ring, is_edge)
    {
        return (triangles, None);
    }
    let fan = |i: usize| [ring[(i + 1) % ring.len()], ring[i], next];
    let triangles = (0..ring.len()).map(fan).collect();
    (
        triangles,
        Some(middle(positions, ring).as_vec3().to_array()),
    )
}

/// The triangulation of least area; `None` if every one needs a chord that is an edge already.
fn least_area(
    positions: &[[f32; 3]],
    ring: &[u32],
    is_edge: impl Fn(u32, u32) -> bool,
) -> Option<Vec<[u32; 3]>> {
    let n = ring.len();
    // For corners i to j: the least area, and the third corner of the triangle on chord i j.
    let mut best = vec![(0.0, 0); n * n];
    for span in 2..n {
        for i in 0..n - span {
            let j = i + span;
            let (a, c) = (point(positions, ring[i]), point(positions, ring[j]));
            let area = |k: usize| {
                let b = point(positions, ring[k]);
                best[i * n + k].0 + best[k * n + j].0 + (b - a).cross(c - a).length()
            };
            let candidates = (i + 1..j).map(|k| (area(k), k));
            let found = candidates.min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)))?;
            let taken = span < n - 1 && is_edge(ring[i], ring[j]);
            best[i * n + j] = if taken { (f64::INFINITY, 0) } else { found };
        }
    }
    if !best[n - 1].0.is_finite() {
        return None;
    }
    let (mut triangles, mut chords) = (Vec::with_capacity(n - 2), vec![(0, n - 1)]);
    while let Some((i, j)) = chords.pop() {
        if j > i + 1 {
            let k = best[i * n + j].1;
            triangles.push([ring[k], ring[i], ring[j]]);
            chords.extend([(i, k), (k, j)]);
        }
    }
    Some(triangles)
}
